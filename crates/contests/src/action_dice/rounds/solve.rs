//! Exact distribution of a duel, computed round by round.

use super::super::fighters::{DRAW, UNRESOLVED};
use super::exchange::Rounds;
use evenodds_core::contest::{
    Describe, DistributionBuilder, ExactDistribution, NoExact, PlayerErrors, Solve,
};

impl Solve for Rounds {
    fn exact(&self) -> Result<ExactDistribution, NoExact> {
        if !self.description.errors.is_empty() {
            return Err(NoExact(PlayerErrors::NOT_EXACT.to_owned()));
        }
        let mut flow = self
            .flow()
            .map_err(|reason| NoExact(format!("{reason}; `run` it instead")))?;
        let mut ends = DistributionBuilder::new(self);
        let mut values = vec![0; self.metrics().len()];
        let mut add = |rounds: u32, hits: [u32; 2], outcome: usize, share: f64| {
            self.measure_hits(rounds, hits.into_iter(), &mut values);
            ends.add_outcome(outcome, share);
            // The action counts are computed separately.
            for (metric, &value) in values[..self.layout.attacks].iter().enumerate() {
                ends.add_value(metric, outcome, value, share);
            }
        };
        let most = self.options.max_rounds;
        for round in 1..=most {
            for (hits, share) in flow.round(most - round + 1) {
                add(round, hits, self.outcome(hits), share);
            }
        }
        for (hits, share) in flow.open() {
            add(most, hits, UNRESOLVED, share);
        }
        for (metric, totals) in self.totals() {
            for (outcome, chances) in totals.iter().enumerate() {
                for (value, &chance) in (0..).zip(chances) {
                    if chance > 0.0 {
                        ends.add_value(metric, outcome, value, chance);
                    }
                }
            }
        }
        Ok(ends.build().capped())
    }
}

impl Rounds {
    /// Returns the outcome for the hits taken by both fighters, at least one of which is out.
    pub(super) fn outcome(&self, hits: [u32; 2]) -> usize {
        match hits.map(|hits| hits == self.options.hits_to_win) {
            [true, true] => DRAW,
            [true, false] => 1,
            _ => 0,
        }
    }
}
