//! The metrics of a fight and their positions in a record.

use super::setup::{Combatant, Setup};
use evenodds_core::contest::{Group, Metric, Metrics, Timeline, metrics};

metrics! {
    /// Positions of the metrics in a record; of sides and groups, the position of the first.
    /// Metrics that a fight cannot have are left out.
    #[derive(Clone, Debug)]
    pub(super) struct Layout(all, setup: &Setup, has_cover: bool) {
        /// completed turns; re-rolls are not turns
        pub(super) turns: usize = "turns" => {
            let combatants: u32 = setup.groups.iter().map(|group| group.size).sum();
            all.number("turns", 0, (8 * i64::from(combatants)).max(31))
        },
        /// rounds in which all re-rolled their lowest die
        pub(super) rerolls: usize = "rerolls" => all.number("rounds", 0, 31),
        /// turns given by lot
        pub(super) lots: usize = "lots" => all.number("turns", 0, 31),
        /// combatants of the side standing at the end
        pub(super) standing: usize = "standing.<side>" => all.each("combatants", &setup.sides, |metric, side| {
            metric.about(&side.name, "").out_of(side.members.len() as u32)
        }),
        /// whether all combatants of the side were taken out
        pub(super) party_lost: usize = "party_lost.<side>" => all.each("yes or no", &setup.sides, |metric, side| {
            metric.about(&side.name, "").out_of(1)
        }),
        /// whether any combatant of the side was taken out
        pub(super) anyone_lost: usize = "anyone_lost.<side>" => all.each("yes or no", &setup.sides, |metric, side| {
            metric.about(&side.name, "").out_of(1)
        }),
        /// whether the combatant is standing at the end; for a group, the number
        pub(super) left_standing: usize = "left_standing.<name>" => count_per_group(all, setup),
        /// whether the combatant was taken out; for a group, the number
        pub(super) taken_out: usize = "taken_out.<name>" => count_per_group(all, setup),
        /// whether the combatant retreated; for a group, the number
        pub(super) retreated: usize = "retreated.<name>" => count_per_group(all, setup),
        /// turns of the combatant
        pub(super) turns_taken: usize = "turns_taken.<name>" => times_per_group(all, setup, "turns"),
        /// opponents that the combatant took out
        pub(super) opponents_taken_out: usize = "opponents_taken_out.<name>" =>
            times_per_group(all, setup, "opponents"),
        /// with Cover: Cover dice that members of the side spent, from any Cover
        pub(super) cover_spent: usize = "cover_spent.<side>" => {
            let sides = if has_cover { &setup.sides[..] } else { &[] };
            all.each("dice", sides, |metric, side| metric.about(&side.name, "").within(0, 31))
        },
        /// of a large monster: number of times it came back
        pub(super) returns: Vec<Option<usize>> = "returns.<name>" => {
            add_monsters_and_reinforcements(all, setup);
            all.places(setup.labels())
        },
        /// of reinforcements: the turn before which they arrived, in the trials in which they did
        pub(super) entered_at: Vec<Option<usize>> = "entered_at.<name>" => all.places(setup.labels()),
        /// with `wounds = true`: wounds received
        pub(super) wounds: Vec<Option<usize>> = "wounds.<name>" => wound_metrics(all, setup, wounds_per_group),
        /// whether the combatant died of its wounds; for a group, the number
        pub(super) died: Vec<Option<usize>> = "died.<name>" => wound_metrics(all, setup, Metric::counting),
        /// permanent losses chosen that no healer undid
        pub(super) permanent_losses: Vec<Option<usize>> = "permanent_losses.<name>" =>
            wound_metrics(all, setup, wounds_per_group),
        /// nasty wounds chosen that no healer undid
        pub(super) nasty_wounds: Vec<Option<usize>> = "nasty_wounds.<name>" =>
            wound_metrics(all, setup, wounds_per_group),
        /// whether a healer undid a choice; for a group, the number of its members
        pub(super) recovered: Vec<Option<usize>> = "recovered.<name>" =>
            wound_metrics(all, setup, Metric::counting),
    }
}

impl Setup {
    fn labels(&self) -> impl Iterator<Item = &str> {
        self.groups.iter().map(|group| group.label.as_str())
    }

    /// Returns the groups, each with one of its combatants.
    fn groups_with_member(&self) -> impl Iterator<Item = (&Group, Option<&Combatant>)> {
        let member = |position: usize| self.combatants.iter().find(|who| who.group == position);
        let groups = self.groups.iter().enumerate();
        groups.map(move |(position, group)| (group, member(position)))
    }

    fn about(&self, metric: Metric, group: &Group) -> Metric {
        metric.about(&group.label, &self.sides[group.side].name)
    }
}

/// Adds a metric that counts each group's combatants with a certain fate; returns the index of the
/// first.
fn count_per_group(all: &mut Metrics, setup: &Setup) -> usize {
    all.each("combatants", &setup.groups, |metric, group| {
        setup.about(metric, group).counting(group.size)
    })
}

/// Adds a metric that counts the events of each group; returns the index of the first.
fn times_per_group(all: &mut Metrics, setup: &Setup, unit: &'static str) -> usize {
    all.each(unit, &setup.groups, |metric, group| {
        let most = 8 * i64::from(group.size) + 7;
        setup.about(metric, group).within(0, most)
    })
}

/// Adds the metrics that only monsters or reinforcements have, group by group.
fn add_monsters_and_reinforcements(all: &mut Metrics, setup: &Setup) {
    for (group, who) in setup.groups_with_member() {
        let Some(who) = who else {
            continue;
        };
        if who.monster {
            let most = 6 * i64::from(group.size);
            all.push(setup.about(Metric::number("returns", "returns", 0, most), group));
        }
        if who.arrival.is_some() {
            let metric = Metric::number("entered_at", "turn", 0, 63).or_never(0);
            all.push(setup.about(metric, group));
        }
    }
}

/// Adds a metric for all characters that can be wounded; returns its indices by group.
fn wound_metrics(
    all: &mut Metrics,
    setup: &Setup,
    for_size: fn(Metric, u32) -> Metric,
) -> Vec<Option<usize>> {
    all.some(
        "combatants",
        setup.groups_with_member(),
        |metric, (group, who)| {
            let metric = setup.about(metric, group);
            who?.wounds.then(|| for_size(metric, group.size))
        },
    )
}

fn wounds_per_group(metric: Metric, size: u32) -> Metric {
    Metric {
        unit: "wounds",
        ..metric.within(0, 7 + i64::from(size))
    }
}

/// Returns the timelines of standing combatants by turn, one per group.
pub(super) fn timelines(setup: &Setup) -> Vec<Timeline> {
    let groups = setup.groups.iter();
    groups
        .map(|group| group.standing(&setup.sides[group.side].name, "turns"))
        .collect()
}
