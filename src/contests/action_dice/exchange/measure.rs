//! The values of the metrics of an exchange.

use super::{Exchange, Hits};

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
