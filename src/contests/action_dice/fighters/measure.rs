//! The metrics of an exchange.

use super::super::rounds::{Setup, Side};
use super::super::{NoncombatChoice, Options};
use crate::contest::{Group, Metrics, Timeline, metrics};

/// The rounds of which the numbers of actions are expected; more are counted too, only slower.
const EXPECTED_ROUNDS: u32 = 10;

/// Whom the metrics are about.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Subjects<'a> {
    /// The name and the number of members of both sides.
    sides: [(&'a str, u32); 2],
    groups: &'a [Group],
    options: &'a Options,
    /// The action dice that a group has in a round.
    dice: &'a [u32],
}

impl Subjects<'_> {
    /// The name of a group's side, by which its metrics are shown.
    fn side(&self, group: &Group) -> &str {
        self.sides[group.side].0
    }

    /// Adds a number of each group; the position of the first.
    fn counted(&self, all: &mut Metrics, unit: &'static str) -> usize {
        let groups = self.groups.iter().zip(self.dice);
        all.each(unit, groups, |metric, (group, &dice)| {
            // As many as there may be in the rounds that are expected, with so many dice a round.
            let most = dice * self.options.max_rounds.min(EXPECTED_ROUNDS);
            let metric = metric.about(&group.label, self.side(group));
            metric.within(0, i64::from(most))
        })
    }
}

metrics! {
    /// Where the metrics lie among a record's values; those of sides and groups begin there.
    #[derive(Clone, Copy, Debug)]
    pub(in super::super) struct Layout(all, of: Subjects<'_>) {
        /// exchange: rounds until the end
        pub(in super::super) rounds: usize = "rounds" =>
            all.number("rounds", 1, i64::from(of.options.max_rounds)),
        /// exchange: how many of the side stand at the end
        pub(in super::super) standing: usize = "standing.<side>" =>
            all.each("combatants", of.sides, |metric, (name, members)| {
                metric.about(name, "").out_of(members)
            }),
        /// exchange: whether it was put out; of a group: how many
        pub(in super::super) out: usize = "out.<name>" =>
            all.each("combatants", of.groups, |metric, group| {
                metric.about(&group.label, of.side(group)).counting(group.size)
            }),
        /// exchange: hits that it took
        pub(in super::super) hits: usize = "hits.<name>" =>
            all.each("hits", of.groups, |metric, group| {
                let most = i64::from(group.size * of.options.hits_to_win);
                metric.about(&group.label, of.side(group)).within(0, most)
            }),
        /// exchange: attacks and Group Attacks that it declared
        pub(in super::super) attacks: usize = "attacks.<name>" =>
            of.counted(all, "actions"),
        /// exchange: defensive actions that it declared
        pub(in super::super) defences: usize = "defences.<name>" =>
            of.counted(all, "actions"),
        /// exchange: action dice of rounds that it took part in and did not use
        pub(in super::super) unused: usize = "unused.<name>" =>
            of.counted(all, "dice"),
    }
}

/// The metrics of an exchange, and where they lie.
pub(in super::super) fn layout(setup: &Setup) -> (Vec<crate::contest::Metric>, Layout) {
    let mut dice = vec![0; setup.groups.len()];
    let may_gain = setup.options.noncombat_choice == NoncombatChoice::EachRound;
    for fighter in &setup.fighters {
        // A noncombatant has one die more.
        dice[fighter.group] += fighter.dice() + u32::from(may_gain && !fighter.noncombat);
    }
    let members = |side: &Side| side.members.len() as u32;
    let [first, second] = &setup.sides;
    Layout::new(Subjects {
        sides: [
            (first.name.as_str(), members(first)),
            (second.name.as_str(), members(second)),
        ],
        groups: &setup.groups,
        options: &setup.options,
        dice: &dice,
    })
}

/// Who stands after how many rounds: a line a group.
pub(in super::super) fn timelines(setup: &Setup) -> Vec<Timeline> {
    let groups = setup.groups.iter();
    groups
        .map(|group| group.standing(&setup.sides[group.side].name, "rounds"))
        .collect()
}
