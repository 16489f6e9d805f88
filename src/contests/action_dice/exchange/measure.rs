//! The metrics of an exchange.

use super::{Exchange, Hits, Setup};
use crate::contest::{Metric, Timeline};

/// Where the metrics of sides and groups begin among a record's values; the first is `rounds`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    standing: usize,
    out: usize,
    hits: usize,
}

/// The metrics and where they lie.
pub(super) fn metrics(setup: &Setup) -> (Vec<Metric>, Layout) {
    let rounds = i64::from(setup.options.max_rounds);
    let mut metrics = vec![Metric::number("rounds", "rounds", 1, rounds)];
    let standing = metrics.len();
    metrics.extend(setup.sides.iter().map(|side| {
        Metric::number("standing", "combatants", 0, 0)
            .about(&side.name, "")
            .out_of(side.members.len() as u32)
    }));
    let out = metrics.len();
    metrics.extend(setup.groups.iter().map(|group| {
        let unit = if group.size == 1 {
            "yes or no"
        } else {
            "combatants"
        };
        Metric::number("out", unit, 0, 0)
            .about(&group.label, &setup.sides[group.side].name)
            .out_of(group.size)
    }));
    let hits = metrics.len();
    metrics.extend(setup.groups.iter().map(|group| {
        let most = i64::from(group.size * setup.options.hits_to_win);
        Metric::number("hits", "hits", 0, most).about(&group.label, &setup.sides[group.side].name)
    }));
    let layout = Layout {
        standing,
        out,
        hits,
    };
    (metrics, layout)
}

/// Who stands after how many rounds: a line a group.
pub(super) fn timelines(setup: &Setup) -> Vec<Timeline> {
    setup
        .groups
        .iter()
        .map(|group| Timeline {
            base: "standing",
            subject: group.label.clone(),
            section: setup.sides[group.side].name.clone(),
            unit: "rounds",
            of: group.size,
        })
        .collect()
}

impl Exchange {
    /// The values of all metrics: hits fall on one after another, so the hits of the sides say all.
    #[inline]
    pub(super) fn measure(&self, rounds: u32, hits: Hits, values: &mut [i64]) {
        let layout = self.layout;
        values.fill(0);
        values[0] = i64::from(rounds);
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
