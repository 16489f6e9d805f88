//! Metrics of an exchange.

use super::super::options::{NoncombatChoice, Options};
use super::setup::{Setup, Side};
use evenodds_core::contest::{Group, Metrics, Timeline, metrics};

/// Number of rounds that the expected range of action counts covers; counting beyond it is slower.
const EXPECTED_ROUNDS: u32 = 10;

/// Sides and groups for which the metrics are recorded.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Subjects<'a> {
    /// Name and number of members of each side.
    sides: [(&'a str, u32); 2],
    groups: &'a [Group],
    options: &'a Options,
    /// Action dice of each group in a round.
    dice: &'a [u32],
}

impl Subjects<'_> {
    /// Returns the name of a group's side, which is the heading of its metrics.
    fn side(&self, group: &Group) -> &str {
        self.sides[group.side].0
    }

    /// Adds one metric for each group; returns the index of the first.
    fn counted(&self, all: &mut Metrics, unit: &'static str) -> usize {
        let groups = self.groups.iter().zip(self.dice);
        all.each(unit, groups, |metric, (group, &dice)| {
            // At most one action per die in each of the expected rounds.
            let most = dice * self.options.max_rounds.min(EXPECTED_ROUNDS);
            let metric = metric.about(&group.label, self.side(group));
            metric.within(0, i64::from(most))
        })
    }
}

metrics! {
    /// Positions of the metrics in a record; of sides and groups, the position of the first.
    #[derive(Clone, Copy, Debug)]
    pub(in super::super) struct Layout(all, of: Subjects<'_>) {
        /// exchange: rounds until the end
        pub(in super::super) rounds: usize = "rounds" =>
            all.number("rounds", 1, i64::from(of.options.max_rounds)),
        /// exchange: combatants of the side standing at the end
        pub(in super::super) standing: usize = "standing.<side>" =>
            all.each("combatants", of.sides, |metric, (name, members)| {
                metric.about(name, "").out_of(members)
            }),
        /// exchange: whether the combatant is out at the end; for a group, the number
        pub(in super::super) out: usize = "out.<name>" =>
            all.each("combatants", of.groups, |metric, group| {
                metric.about(&group.label, of.side(group)).counting(group.size)
            }),
        /// exchange: hits taken
        pub(in super::super) hits: usize = "hits.<name>" =>
            all.each("hits", of.groups, |metric, group| {
                let most = i64::from(group.size * of.options.hits_to_win);
                metric.about(&group.label, of.side(group)).within(0, most)
            }),
        /// exchange: attacks and Group Attacks declared
        pub(in super::super) attacks: usize = "attacks.<name>" =>
            of.counted(all, "actions"),
        /// exchange: defensive actions declared
        pub(in super::super) defences: usize = "defences.<name>" =>
            of.counted(all, "actions"),
        /// exchange: action dice left unused in the rounds that the combatant took part in
        pub(in super::super) unused: usize = "unused.<name>" =>
            of.counted(all, "dice"),
    }
}

/// Returns the metrics of an exchange and their layout.
pub(in super::super) fn layout(setup: &Setup) -> (Vec<evenodds_core::contest::Metric>, Layout) {
    let mut dice = vec![0; setup.groups.len()];
    let may_gain = setup.options.noncombat_choice == NoncombatChoice::EachRound;
    for fighter in &setup.fighters {
        // A noncombatant has an additional die.
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

/// Returns one timeline for each group: members standing by round.
pub(in super::super) fn timelines(setup: &Setup) -> Vec<Timeline> {
    let groups = setup.groups.iter();
    groups
        .map(|group| group.standing(&setup.sides[group.side].name, "rounds"))
        .collect()
}
