//! The player that takes out opponents with the smallest die that can.
//!
//! Its choice consists of minima and maxima over the opponents, so that the loops have no
//! unpredictable branches: fast runs spend most of their time here.

use crate::combat::fight::{CombatantSeat, NO_DIE};
use crate::combat::view::{Action, PolicyRandomness, View};
use evenodds_core::dice::Dice;

/// Returns the attack with the smallest face of the actor that empties the pool of an opponent; of
/// these opponents the one with the highest initiative, by lot among equals. Without such a face:
/// with the last die the first unused Class, if any, else the attack that removes the most
/// initiative.
#[inline]
pub(super) fn choose<D: Dice>(view: &View, randomness: &mut PolicyRandomness<D>) -> Action {
    let own = view.own();
    let lowest_top = fold(view, NO_DIE, |lowest, _, seat| lowest.min(seat.top));
    let face = if lowest_top == NO_DIE {
        0
    } else {
        own.lowest_from(u32::from(lowest_top))
    };
    if face > 0 {
        // Higher initiative comes first, then the lower index: a single number to maximize.
        let best = fold(view, 0, |best: u32, opponent, seat| {
            let emptied = u32::from(seat.top) <= face;
            let rank = u32::from(seat.initiative) << 16 | (0xffff - opponent as u32);
            best.max(if emptied { rank } else { 0 })
        });
        let mut target = (0xffff - (best & 0xffff)) as usize;
        if view.shares_initiative(best >> 16) {
            let is_tied = |seat: &CombatantSeat| {
                u32::from(seat.top) <= face && u32::from(seat.initiative) == best >> 16
            };
            let tied = fold(view, 0, |tied, _, seat| tied + u32::from(is_tied(seat)));
            if tied > 1 {
                let drawn = randomness.choose(tied) as usize;
                let mut tied = view.opponents().filter(|&who| is_tied(&view.seats()[who]));
                target = tied.nth(drawn).unwrap_or(target);
            }
        }
        return Action::Attack { face, target };
    }
    if own.len() == 1
        && let Some(class) = view.next_class()
    {
        return Action::Change { class };
    }
    most_removed(view, randomness)
}

/// Returns the attack that removes the most initiative. Ties go to the smaller face, then to the
/// opponent with the higher initiative, then to one drawn by lot.
fn most_removed<D: Dice>(view: &View, randomness: &mut PolicyRandomness<D>) -> Action {
    let own = view.own();
    let highest = own.highest();
    // No face removes more than the highest one. The smallest face that removes as much is the
    // smallest one not below the highest die removed.
    let rank = |seat: &CombatantSeat| {
        let removed = seat.pool.up_to(highest);
        let face = own.lowest_from(removed.highest().max(1));
        (removed.sum(), 7 - face, seat.initiative)
    };
    let best = fold(view, (0, 0, 0), |best, _, seat| {
        if seat.pool.is_empty() {
            best
        } else {
            best.max(rank(seat))
        }
    });
    let tied = view.opponents();
    let tied = tied.filter(|&opponent| rank(&view.seats()[opponent]) == best);
    let target = randomness.draw(tied);
    target.map_or(Action::Retreat, |target| Action::Attack {
        face: 7 - best.1,
        target,
    })
}

/// Folds over all opponents with their indices, including those not in the fight.
#[inline]
fn fold<T>(view: &View, start: T, mut step: impl FnMut(T, usize, &CombatantSeat) -> T) -> T {
    let own = view.own_side();
    let seats = view.seats();
    let mut value = start;
    for (opponent, seat) in seats[..own.start].iter().enumerate() {
        value = step(value, opponent, seat);
    }
    for (offset, seat) in seats[own.end..].iter().enumerate() {
        value = step(value, own.end + offset, seat);
    }
    value
}
