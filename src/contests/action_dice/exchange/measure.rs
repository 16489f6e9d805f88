//! The metrics of an exchange.

use super::{Exchange, Hits, Setup};
use crate::contest::{Timeline, metrics};

metrics! {
    /// Where the metrics lie among a record's values; those of sides and groups begin there.
    #[derive(Clone, Copy, Debug)]
    pub(in super::super) struct Layout(all, setup: &Setup) {
        /// exchange: rounds until the end
        rounds: usize = "rounds" =>
            all.number("rounds", 1, i64::from(setup.options.max_rounds)),
        /// exchange: how many of the side stand at the end
        standing: usize = "standing.<side>" => all.each("combatants", &setup.sides, |metric, side| {
            metric.about(&side.name, "").out_of(side.members.len() as u32)
        }),
        /// exchange: whether it was put out; of a group: how many
        out: usize = "out.<name>" => all.each("combatants", &setup.groups, |metric, group| {
            let side = &setup.sides[group.side].name;
            metric.about(&group.label, side).counting(group.size)
        }),
        /// exchange: hits that it took
        hits: usize = "hits.<name>" => all.each("hits", &setup.groups, |metric, group| {
            let most = i64::from(group.size * setup.options.hits_to_win);
            let side = &setup.sides[group.side].name;
            metric.about(&group.label, side).within(0, most)
        }),
    }
}

/// Who stands after how many rounds: a line a group.
pub(super) fn timelines(setup: &Setup) -> Vec<Timeline> {
    let groups = setup.groups.iter();
    groups
        .map(|group| group.standing(&setup.sides[group.side].name, "rounds"))
        .collect()
}

impl Exchange {
    /// The values of all metrics: hits fall on one after another, so the hits of the sides say all.
    #[inline]
    pub(super) fn measure(&self, rounds: u32, hits: Hits, values: &mut [i64]) {
        let layout = self.layout;
        values.fill(0);
        values[layout.rounds] = i64::from(rounds);
        let needed = self.options.hits_to_win;
        for side in 0..2 {
            let members = self.sides[side].members.clone();
            let standing = self.standing(side, hits);
            values[layout.standing + side] = standing.len() as i64;
            for fighter in members.start..standing.start {
                let group = self.fighters[fighter].group;
                values[layout.out + group] += 1;
                values[layout.hits + group] += i64::from(needed);
            }
            let rest = hits[side] % needed;
            if rest > 0 {
                values[layout.hits + self.fighters[standing.start].group] += i64::from(rest);
            }
        }
    }
}
