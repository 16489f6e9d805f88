//! Values of the metrics of a fight.

use super::fight::{Fate, Fight};
use super::prepared::Combat;
use evenodds_core::contest::{Record, WoundEffect};

/// Sets the values that are known only at the end; the others are counted during the fight.
#[inline]
pub(super) fn finish(combat: &Combat, fight: &Fight, record: &mut Record) {
    let layout = &combat.layout;
    let values = &mut record.values;
    values[layout.turns] = i64::from(fight.turn);
    for (combatant, seat) in combat.combatants.iter().zip(&fight.seats) {
        let fate = seat.fate;
        let base = match fate {
            Fate::Standing => layout.left_standing,
            Fate::TakenOut => layout.taken_out,
            Fate::Retreated => layout.retreated,
            Fate::NotEntered => continue,
        };
        values[base + combatant.group] += 1;
        let out = i64::from(fate == Fate::TakenOut);
        values[layout.standing + combatant.side] += i64::from(fate == Fate::Standing);
        values[layout.anyone_lost + combatant.side] |= out;
        // A preliminary count; the loop below compares it with the size of the side.
        values[layout.party_lost + combatant.side] += out;
    }
    for (position, side) in combat.sides.iter().enumerate() {
        let missing = if combat.arrivals.is_empty() {
            0
        } else {
            let seats = &fight.seats[side.members.clone()];
            seats
                .iter()
                .filter(|seat| seat.fate == Fate::NotEntered)
                .count()
        };
        let lost = &mut values[layout.party_lost + position];
        *lost = i64::from(*lost == (side.members.len() - missing) as i64);
    }
    if !combat.is_basic() {
        record_wounds(combat, fight, values);
    }
}

/// Adds the wounds of all characters, after healing.
fn record_wounds(combat: &Combat, fight: &Fight, values: &mut [i64]) {
    let layout = &combat.layout;
    for (who, wounds) in combat.combatants.iter().zip(&fight.extras.wounds) {
        for (metrics, number) in [
            (&layout.wounds, i64::from(wounds.count)),
            (&layout.died, i64::from(wounds.died)),
            (
                &layout.permanent_losses,
                wounds.chosen.count(WoundEffect::PermanentLoss) as i64,
            ),
            (
                &layout.nasty_wounds,
                wounds.chosen.count(WoundEffect::NastyWound) as i64,
            ),
        ] {
            if let Some(metric) = metrics[who.group] {
                values[metric] += number;
            }
        }
    }
}

/// Counts a recovery of `character`.
pub(super) fn record_recovery(combat: &Combat, character: usize, record: &mut Record) {
    let group = combat.combatants[character].group;
    if let Some(metric) = combat.layout.recovered[group] {
        record.values[metric] += 1;
    }
}
