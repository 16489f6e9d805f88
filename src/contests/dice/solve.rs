//! Exact answers: the distribution over states, round by round.
//!
//! The probability of each state at the start of a round leads to those at the start of the next
//! one, until all of it has reached an outcome or the limit of rounds. The answer therefore has
//! `limit.rounds` as sampled trials have it.

use super::DiceContest;
use super::exact::TooLarge;
use super::optimal::Policy;
use super::tree::{Branch, Explorer, Sums, Target, Tree, best};
use crate::contest::{Describe, DistributionBuilder, ExactDistribution, NoExact, Solve};
use std::collections::HashMap;

/// Rounds end when the probability that the contest continues is smaller than this.
const NEGLIGIBLE: f64 = 1e-16;

impl Solve for DiceContest {
    fn exact(&self) -> Result<ExactDistribution, NoExact> {
        self.solved().map_err(|too_large| NoExact(too_large.0))
    }
}

/// States or ends by index, with their probabilities.
type Chances = Vec<(usize, f64)>;

struct Chain<'a> {
    contest: &'a DiceContest,
    policy: Option<&'a Policy>,
    explorer: Explorer,
    /// Where each state leads, as far as it was reached.
    edges: HashMap<usize, Vec<(Target, f64)>>,
}

impl DiceContest {
    /// Returns optimal play; the first call computes it.
    ///
    /// # Errors
    /// Returns the quantity that is too large.
    pub(super) fn policy(&self) -> Result<Option<&Policy>, TooLarge> {
        if !self.has_optimal() {
            return Ok(None);
        }
        let policy = self.policy.get_or_init(|| Policy::solve(self, &[]));
        policy.as_ref().map(Some).map_err(Clone::clone)
    }

    fn solved(&self) -> Result<ExactDistribution, TooLarge> {
        let mut chain = Chain {
            contest: self,
            policy: self.policy()?,
            explorer: Explorer::new(self),
            edges: HashMap::new(),
        };
        let mut builder = DistributionBuilder::new(self);
        let offset = usize::from(self.has_rounds());
        let mut ended = 0.0;
        let mut add = |outcome: usize, rounds: u32, measured: &[i64], chance: f64| {
            ended += chance;
            builder.add_outcome(outcome, chance);
            if offset == 1 {
                builder.add_value(0, outcome, i64::from(rounds), chance);
            }
            for (metric, &value) in measured.iter().enumerate() {
                builder.add_value(offset + metric, outcome, value, chance);
            }
        };
        let mut current = vec![(0, 1.0)];
        let mut rounds = 0;
        while rounds < self.parts.most_rounds && !current.is_empty() {
            rounds += 1;
            let (next, ends) = chain.round(current)?;
            for (end, chance) in ends {
                let (outcome, measured) = chain.explorer.end(end);
                add(outcome, rounds, measured, chance);
            }
            let left: f64 = next.iter().map(|state| state.1).sum();
            current = if left < NEGLIGIBLE { Vec::new() } else { next };
        }
        // States after the last round, with their metrics.
        if offset == 1 {
            for (state, chance) in current {
                let measured = chain.explorer.measured(self, state);
                add(self.outcomes().len() - 1, rounds, &measured, chance);
            }
        }
        let mut exact = builder.build().capped();
        exact.bound = (1.0 - ended).abs().max(f64::EPSILON * f64::from(rounds));
        Ok(exact)
    }
}

impl Chain<'_> {
    /// Returns where the states at the start of a round lead: states at the start of the next one,
    /// and ends.
    fn round(&mut self, start: Chances) -> Result<(Chances, Chances), TooLarge> {
        let mut current = start;
        let mut ends = Sums::default();
        for _ in 0..self.contest.parts.steps.len() {
            let mut next = Sums::default();
            for (state, chance) in current {
                for &(target, share) in self.edges(state)? {
                    match target {
                        Target::State(state) => next.add(state, chance * share),
                        Target::End(end) => ends.add(end, chance * share),
                    }
                }
            }
            current = next.list;
        }
        Ok((current, ends.list))
    }

    fn edges(&mut self, state: usize) -> Result<&[(Target, f64)], TooLarge> {
        if !self.edges.contains_key(&state) {
            let tree = self.explorer.state_tree(self.contest, state)?;
            let edges = self.edges_of(&tree);
            self.explorer
                .take(edges.list.len(), "the states of the contest")?;
            self.edges.insert(state, edges.list);
        }
        Ok(&self.edges[&state])
    }

    /// Returns where a tree leads, with the best choices of optimal sides.
    fn edges_of(&self, tree: &Tree) -> Sums<Target> {
        let mut edges = Sums::default();
        let sides = self.contest.parts.sides.len();
        let values = self
            .policy
            .map(|policy| policy.tree_values(&self.explorer, tree));
        let mut weights = vec![0.0; tree.branches.len()];
        if let Some(start) = weights.last_mut() {
            *start = 1.0;
        }
        for (index, branch) in tree.branches.iter().enumerate().rev() {
            let weight = weights[index];
            if weight == 0.0 {
                continue;
            }
            match branch {
                Branch::Ends(targets) => {
                    for &(target, chance) in targets {
                        edges.add(target, weight * chance);
                    }
                }
                Branch::Split(parts) => {
                    for &(chance, part) in parts {
                        weights[part] += weight * chance;
                    }
                }
                Branch::Best(side, options) => {
                    // A contest with optimal sides has a policy.
                    let values = values.as_deref().unwrap_or_default();
                    let best = best(options.iter().map(|option| values[option * sides + side]));
                    weights[options[best]] += weight;
                }
            }
        }
        edges
    }
}
