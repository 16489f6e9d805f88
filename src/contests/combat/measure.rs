//! The metrics of a fight.

use super::fight::{Fate, Fight};
use super::{Combat, Setup, Side};
use crate::contest::{Metric, Record, Timeline};

/// The metrics by name, for people.
pub(super) static HELP: &[(&str, &str)] = &[
    ("turns", "completed turns; re-rolls are not turns"),
    (
        "rerolls",
        "rounds in which everybody re-rolled the lowest die",
    ),
    ("lots", "turns that were given by lot"),
    ("standing.<side>", "how many of the side stand at the end"),
    (
        "party_lost.<side>",
        "whether everybody of the side was taken out",
    ),
    (
        "anyone_lost.<side>",
        "whether anybody of the side was taken out",
    ),
    (
        "left_standing.<name>",
        "whether the combatant stands at the end; of a group: how many",
    ),
    (
        "taken_out.<name>",
        "whether it was taken out; of a group: how many",
    ),
    (
        "retreated.<name>",
        "whether it retreated; of a group: how many",
    ),
    ("turns_taken.<name>", "turns it had"),
    ("opponents_taken_out.<name>", "opponents it took out"),
    (
        "cover_spent.<side>",
        "with Cover: Cover dice that the side's members spent, whoever's they were",
    ),
    (
        "returns.<name>",
        "of a large monster: how often it came back",
    ),
    (
        "entered_at.<name>",
        "of reinforcements: the turn before which they came; 0 if they never did",
    ),
    (
        "wounds.<name>",
        "with wounds = true: how often it was wounded",
    ),
    (
        "died.<name>",
        "whether it died of its wounds; of a group: how many",
    ),
    (
        "permanent_losses.<name>",
        "permanent losses it chose that no healer undid",
    ),
    (
        "nasty_wounds.<name>",
        "nasty wounds it chose that no healer undid",
    ),
    (
        "recovered.<name>",
        "whether a healer undid a choice; of a group: for how many",
    ),
];

/// Where each metric lies among a record's values; those about sides and groups begin there. What a
/// fight cannot have is not measured.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    turns: usize,
    pub(super) rerolls: usize,
    pub(super) lots: usize,
    standing: usize,
    party_lost: usize,
    anyone_lost: usize,
    left_standing: usize,
    taken_out: usize,
    retreated: usize,
    pub(super) turns_taken: usize,
    pub(super) opponents_taken_out: usize,
    pub(super) cover_spent: usize,
    /// By group.
    pub(super) returns: Vec<Option<usize>>,
    pub(super) entered_at: Vec<Option<usize>>,
    /// By group: the first of the metrics of [`WOUNDS`].
    wounds: Vec<Option<usize>>,
    /// How many groups have them: the distance from one such metric to the next.
    wounded: usize,
}

/// The metrics of a character with `wounds = true`, in the order in which they lie.
const WOUNDS: [&str; 5] = [
    "wounds",
    "died",
    "permanent_losses",
    "nasty_wounds",
    "recovered",
];

/// The metrics and where they lie.
pub(super) fn metrics(setup: &Setup, has_cover: bool) -> (Vec<Metric>, Layout) {
    let (sides, groups) = (&setup.sides, &setup.groups);
    let everybody: i64 = groups.iter().map(|group| i64::from(group.size)).sum();
    let mut metrics = vec![
        Metric::number("turns", "turns", 0, (8 * everybody).max(31)),
        Metric::number("rerolls", "rounds", 0, 31),
        Metric::number("lots", "turns", 0, 31),
    ];
    let of_sides = |metrics: &mut Vec<Metric>, base, unit, most: &dyn Fn(&Side) -> u32| {
        let first = metrics.len();
        metrics.extend(sides.iter().map(|side| {
            Metric::number(base, unit, 0, 0)
                .about(&side.name, "")
                .out_of(most(side))
        }));
        first
    };
    let of_groups = |metrics: &mut Vec<Metric>, base, unit: Option<&'static str>| {
        let first = metrics.len();
        metrics.extend(groups.iter().map(|group| {
            let about = |metric: Metric| metric.about(&group.label, &sides[group.side].name);
            match unit {
                Some(unit) => about(Metric::number(base, unit, 0, 8 * i64::from(group.size) + 7)),
                None => about(share_of(base, group.size)),
            }
        }));
        first
    };
    let party = |side: &Side| side.members.len() as u32;
    let mut layout = Layout {
        turns: 0,
        rerolls: 1,
        lots: 2,
        standing: of_sides(&mut metrics, "standing", "combatants", &party),
        party_lost: of_sides(&mut metrics, "party_lost", "yes or no", &|_| 1),
        anyone_lost: of_sides(&mut metrics, "anyone_lost", "yes or no", &|_| 1),
        left_standing: of_groups(&mut metrics, "left_standing", None),
        taken_out: of_groups(&mut metrics, "taken_out", None),
        retreated: of_groups(&mut metrics, "retreated", None),
        turns_taken: of_groups(&mut metrics, "turns_taken", Some("turns")),
        opponents_taken_out: of_groups(&mut metrics, "opponents_taken_out", Some("opponents")),
        cover_spent: metrics.len(),
        returns: vec![None; groups.len()],
        entered_at: vec![None; groups.len()],
        wounds: vec![None; groups.len()],
        wounded: 0,
    };
    if has_cover {
        metrics.extend(
            sides
                .iter()
                .map(|side| Metric::number("cover_spent", "dice", 0, 31).about(&side.name, "")),
        );
    }
    let member = |position: usize| setup.combatants.iter().find(|who| who.group == position);
    let wounded: Vec<usize> = (0..groups.len())
        .filter(|&position| member(position).is_some_and(|who| who.wounds))
        .collect();
    for (position, group) in groups.iter().enumerate() {
        let Some(who) = member(position) else {
            continue;
        };
        let side = &sides[group.side].name;
        let mut add = |metric: Metric| {
            metrics.push(metric.about(&group.label, side));
            Some(metrics.len() - 1)
        };
        if who.monster {
            let most = 6 * i64::from(group.size);
            layout.returns[position] = add(Metric::number("returns", "returns", 0, most));
        }
        if who.arrival.is_some() {
            layout.entered_at[position] = add(Metric::number("entered_at", "turn", 0, 63));
        }
    }
    // The same base side by side, so that charts show all characters together.
    for (offset, base) in WOUNDS.into_iter().enumerate() {
        for &position in &wounded {
            let group = &groups[position];
            let metric = match base {
                "died" | "recovered" => share_of(base, group.size),
                _ => Metric::number(base, "wounds", 0, 7 + i64::from(group.size)),
            };
            if offset == 0 {
                layout.wounds[position] = Some(metrics.len());
            }
            metrics.push(metric.about(&group.label, &sides[group.side].name));
        }
    }
    layout.wounded = wounded.len();
    (metrics, layout)
}

/// A metric about how many of a group something happens to.
fn share_of(base: &'static str, size: u32) -> Metric {
    let unit = if size == 1 { "yes or no" } else { "combatants" };
    Metric::number(base, unit, 0, 0).out_of(size)
}

/// Who stands after how many turns: a line a group.
pub(super) fn timelines(setup: &Setup) -> Vec<Timeline> {
    setup
        .groups
        .iter()
        .map(|group| Timeline {
            base: "standing",
            subject: group.label.clone(),
            section: setup.sides[group.side].name.clone(),
            unit: "turns",
            of: group.size,
        })
        .collect()
}

/// Sets the values that are known only at the end; the others were counted on the way.
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
        // Counted first, compared with the size of the side below.
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
        wounds(combat, fight, values);
    }
}

/// What is left of wounds when the healers are done.
fn wounds(combat: &Combat, fight: &Fight, values: &mut [i64]) {
    let layout = &combat.layout;
    for (who, wounds) in combat.combatants.iter().zip(&fight.extras.wounds) {
        if let Some(first) = layout.wounds[who.group] {
            let figures = [
                i64::from(wounds.count),
                i64::from(wounds.died),
                i64::from(wounds.losses),
                i64::from(wounds.nasty),
            ];
            for (offset, figure) in figures.into_iter().enumerate() {
                values[first + offset * layout.wounded] += figure;
            }
        }
    }
}

/// A healer had success.
pub(super) fn recovered(combat: &Combat, character: usize, record: &mut Record) {
    let layout = &combat.layout;
    if let Some(first) = layout.wounds[combat.combatants[character].group] {
        record.values[first + 4 * layout.wounded] += 1;
    }
}
