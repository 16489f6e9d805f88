//! The metrics of a fight.

use super::fight::{Fate, Fight};
use super::{Combat, Group, Side};
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
];

/// Where each metric lies among a record's values; those about sides and groups begin there.
#[derive(Clone, Copy, Debug)]
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
}

impl Layout {
    pub(super) fn new(sides: usize, groups: usize) -> Self {
        let first_group = 3 + 3 * sides;
        Self {
            turns: 0,
            rerolls: 1,
            lots: 2,
            standing: 3,
            party_lost: 3 + sides,
            anyone_lost: 3 + 2 * sides,
            left_standing: first_group,
            taken_out: first_group + groups,
            retreated: first_group + 2 * groups,
            turns_taken: first_group + 3 * groups,
            opponents_taken_out: first_group + 4 * groups,
        }
    }
}

/// The metrics in the order of [`Layout`].
pub(super) fn metrics(sides: &[Side], groups: &[Group]) -> Vec<Metric> {
    let everybody: i64 = groups.iter().map(|group| i64::from(group.size)).sum();
    let mut metrics = vec![
        Metric::number("turns", "turns", 0, (8 * everybody).max(31)),
        Metric::number("rerolls", "rounds", 0, 31),
        Metric::number("lots", "turns", 0, 31),
    ];
    let per_side = |base, unit, most: &dyn Fn(&Side) -> u32| {
        let metric = |side: &Side| {
            Metric::number(base, unit, 0, 0)
                .about(&side.name, "")
                .out_of(most(side))
        };
        sides.iter().map(metric).collect::<Vec<Metric>>()
    };
    metrics.extend(per_side("standing", "combatants", &|side| {
        side.members.len() as u32
    }));
    metrics.extend(per_side("party_lost", "yes or no", &|_| 1));
    metrics.extend(per_side("anyone_lost", "yes or no", &|_| 1));
    for base in ["left_standing", "taken_out", "retreated"] {
        metrics.extend(groups.iter().map(|group| {
            let unit = if group.size == 1 {
                "yes or no"
            } else {
                "combatants"
            };
            Metric::number(base, unit, 0, 0)
                .about(&group.label, &sides[group.side].name)
                .out_of(group.size)
        }));
    }
    for (base, unit) in [
        ("turns_taken", "turns"),
        ("opponents_taken_out", "opponents"),
    ] {
        metrics.extend(groups.iter().map(|group| {
            Metric::number(base, unit, 0, 8 * i64::from(group.size) + 7)
                .about(&group.label, &sides[group.side].name)
        }));
    }
    metrics
}

/// Who stands after how many turns: a line a group.
pub(super) fn timelines(sides: &[Side], groups: &[Group]) -> Vec<Timeline> {
    groups
        .iter()
        .map(|group| Timeline {
            base: "standing",
            subject: group.label.clone(),
            section: sides[group.side].name.clone(),
            unit: "turns",
            of: group.size,
        })
        .collect()
}

/// Sets the values that are known only at the end; the others were counted on the way.
#[inline]
pub(super) fn finish(combat: &Combat, fight: &Fight, turns: u32, record: &mut Record) {
    let layout = &combat.layout;
    let values = &mut record.values;
    values[layout.turns] = i64::from(turns);
    for (combatant, &fate) in combat.combatants.iter().zip(&fight.fates) {
        let base = match fate {
            Fate::Standing => layout.left_standing,
            Fate::TakenOut => layout.taken_out,
            Fate::Retreated => layout.retreated,
        };
        values[base + combatant.group] += 1;
        let out = i64::from(fate == Fate::TakenOut);
        values[layout.standing + combatant.side] += i64::from(fate == Fate::Standing);
        values[layout.anyone_lost + combatant.side] |= out;
        // Counted first, compared with the size of the side below.
        values[layout.party_lost + combatant.side] += out;
    }
    for (position, side) in combat.sides.iter().enumerate() {
        let lost = &mut values[layout.party_lost + position];
        *lost = i64::from(*lost == side.members.len() as i64);
    }
}
