//! The exact answer about an exchange: a Markov chain over hits, round by round.

use super::chances::Chances;
use super::policy::WHOLE;
use super::{Exchange, Hits, UNRESOLVED};
use crate::contest::{Ends, Exact, NoExact, Solve};
use std::collections::BTreeMap;

impl Solve for Exchange {
    fn exact(&self) -> Result<Exact, NoExact> {
        self.solvable()
            .map_err(|reason| NoExact(format!("{reason}; `run` it instead")))?;
        let mut ends = Ends::new(self);
        let mut values = vec![0; self.metrics.len()];
        let mut add = |rounds: u32, hits: Hits, outcome: usize, share: f64| {
            self.measure(rounds, hits, &mut values);
            ends.add(outcome, &values, share);
        };
        let mut chances = Chances::new(self);
        let mut now: BTreeMap<Hits, f64> = BTreeMap::from([([0; 2], 1.0)]);
        for round in 1..=self.options.max_rounds {
            let mut next: BTreeMap<Hits, f64> = BTreeMap::new();
            let left = self.options.max_rounds - round + 1;
            for (&hits, &share) in &now {
                for (splits, weight) in self.splits(left, hits) {
                    for &(after, chance) in chances.after(hits, splits) {
                        let share = share * weight * chance;
                        match self.ended(after) {
                            Some(outcome) => add(round, after, outcome, share),
                            None => *next.entry(after).or_insert(0.0) += share,
                        }
                    }
                }
            }
            now = next;
        }
        for (hits, share) in now {
            add(self.options.max_rounds, hits, UNRESOLVED, share);
        }
        Ok(ends.exact().capped())
    }
}

impl Exchange {
    /// The splits that both sides may choose with so many rounds left, with their chances.
    pub(super) fn splits(&self, left: u32, hits: Hits) -> Vec<([usize; 2], f64)> {
        let of_side = |side: usize| -> Vec<(usize, f64)> {
            match self.sides[side].player.split() {
                Some(split) => vec![(split, 1.0)],
                None => self
                    .policy()
                    .mix(side, left, hits)
                    .iter()
                    .enumerate()
                    .filter(|&(_, &weight)| weight > 0)
                    .map(|(split, &weight)| (split, f64::from(weight) / f64::from(WHOLE)))
                    .collect(),
            }
        };
        let second = of_side(1);
        of_side(0)
            .into_iter()
            .flat_map(|(a, first)| {
                second
                    .iter()
                    .map(move |&(b, other)| ([a, b], first * other))
            })
            .collect()
    }
}
