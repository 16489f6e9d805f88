//! Exact answers: the distribution over states, round by round.
//!
//! The probability of each state at the start of a round leads to those at the start of the next
//! one, until all of it has reached an outcome or the limit of rounds. The answer therefore has
//! `limit.rounds` as sampled trials have it.

use super::exact::TooLarge;
use super::expression::{NodeId, Values};
use super::optimal::{Policy, best};
use super::transition::{Next, Workspace};
use super::{DiceContest, exact::WeightTable};
use crate::contest::{Describe, DistributionBuilder, ExactDistribution, NoExact, Solve};
use std::collections::HashMap;

/// Rounds end when the probability that the contest goes on is smaller than this.
const NEGLIGIBLE: f64 = 1e-16;

impl Solve for DiceContest {
    fn exact(&self) -> Result<ExactDistribution, NoExact> {
        self.solved().map_err(|too_large| NoExact(too_large.0))
    }
}

/// Where a step leads.
#[derive(Clone, Copy, Debug)]
enum Target {
    /// Index of a state at the start of a step.
    State(usize),
    /// Index of an end: an outcome with the values of its metrics.
    End(usize),
}

struct Chain<'a> {
    contest: &'a DiceContest,
    policy: Option<&'a Policy>,
    workspace: Workspace,
    values: Values,
    /// Step and states.
    states: WeightTable,
    /// Outcome and values of the metrics, without the rounds.
    ends: WeightTable,
    /// Where each state leads; `None` if not computed yet.
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
        let policy = self.policy.get_or_init(|| Policy::solve(self));
        policy.as_ref().map(Some).map_err(Clone::clone)
    }

    fn solved(&self) -> Result<ExactDistribution, TooLarge> {
        let states = self.parts.states.len();
        let mut chain = Chain {
            contest: self,
            policy: self.policy()?,
            workspace: Workspace::default(),
            values: Values::new(&self.program),
            states: WeightTable::new(states + 1),
            ends: WeightTable::new(1 + self.parts.metrics.len() + states),
            edges: HashMap::new(),
        };
        let mut start: Vec<i64> = vec![0];
        start.extend(self.parts.states.iter().map(|state| state.start));
        let start = chain.states.add(&start, 0.0);
        let mut current = vec![(start, 1.0)];
        let mut builder = DistributionBuilder::new(self);
        let offset = usize::from(self.has_rounds());
        let mut ended = 0.0;
        let mut rounds = 0;
        while rounds < self.parts.most_rounds && !current.is_empty() {
            rounds += 1;
            let (next, ends) = chain.round(current)?;
            for (end, chance) in ends {
                ended += chance;
                let key = chain.ends.key(end);
                let outcome = key[0] as usize;
                builder.add_outcome(outcome, chance);
                if offset == 1 {
                    builder.add_value(0, outcome, i64::from(rounds), chance);
                }
                for (metric, &value) in key[1..].iter().enumerate() {
                    builder.add_value(offset + metric, outcome, value, chance);
                }
            }
            let left: f64 = next.iter().map(|state| state.1).sum();
            current = next;
            if left < NEGLIGIBLE {
                current.clear();
            }
        }
        // States after the last round, with their metrics.
        if let Some(unresolved) = self.outcomes().len().checked_sub(1).filter(|_| offset == 1) {
            for (state, chance) in current {
                ended += chance;
                builder.add_outcome(unresolved, chance);
                builder.add_value(0, unresolved, i64::from(rounds), chance);
                for (metric, value) in chain.measured(state).into_iter().enumerate() {
                    builder.add_value(offset + metric, unresolved, value, chance);
                }
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
    #[expect(
        clippy::type_complexity,
        reason = "two lists of an index and a probability"
    )]
    fn round(
        &mut self,
        start: Vec<(usize, f64)>,
    ) -> Result<(Vec<(usize, f64)>, Vec<(usize, f64)>), TooLarge> {
        let mut current = start;
        let mut ends = Sums::default();
        for step in 0..self.contest.parts.steps.len() {
            let mut next = Sums::default();
            for (state, chance) in current {
                for &(target, share) in self.edges(step, state)? {
                    match target {
                        Target::State(state) => next.add(state, chance * share),
                        Target::End(end) => ends.add(end, chance * share),
                    }
                }
            }
            current = next.sums;
        }
        Ok((current, ends.sums))
    }

    fn edges(&mut self, step: usize, state: usize) -> Result<&[(Target, f64)], TooLarge> {
        if !self.edges.contains_key(&state) {
            let most = self.contest.parts.most_states;
            if self.edges.len() >= most {
                return Err(TooLarge(format!(
                    "the contest has more than {most} states (`limit.states`)"
                )));
            }
            let states = self.states.key(state)[1..].to_vec();
            self.values.variables.fill(0);
            self.values.variables[..states.len()].copy_from_slice(&states);
            self.values.forget();
            let mut edges = Edges::default();
            if self.contest.is_taken(step, &mut self.values) {
                self.stage((step, 0), &[], 1.0, &mut edges)?;
            } else {
                self.target(step, 1.0, &mut edges);
            }
            self.workspace.budget.take(edges.list.len() as u64, || {
                "the states of the contest".to_owned()
            })?;
            self.edges.insert(state, edges.list);
        }
        Ok(&self.edges[&state])
    }

    fn stage(
        &mut self,
        (step, stage): (usize, usize),
        given: &[(NodeId, i64)],
        weight: f64,
        edges: &mut Edges,
    ) -> Result<(), TooLarge> {
        let contest = self.contest;
        let table =
            contest.stage_table((step, stage), &mut self.values, given, &mut self.workspace)?;
        let plan = &contest.plans[step].stages[stage];
        let start = self.values.variables.clone();
        self.workspace
            .budget
            .take(table.len() as u64, || "the rolls of the states".to_owned())?;
        for (shown, chance) in table.iter() {
            let known: Vec<(NodeId, i64)> = plan
                .known
                .iter()
                .copied()
                .zip(shown.iter().copied())
                .collect();
            self.values.variables.clone_from(&start);
            self.values.know(known.iter().copied());
            let Some(choice) = plan.choice else {
                contest.write(step, &mut self.values);
                self.target(step, weight * chance, edges);
                continue;
            };
            let choice = &contest.parts.steps[step].choices[choice];
            let chosen = match (contest.chosen(choice, &mut self.values), self.policy) {
                (Some(chosen), _) => chosen,
                (None, Some(policy)) => {
                    let options = policy.options(
                        contest,
                        (step, stage),
                        &mut self.values,
                        &known,
                        &mut self.workspace,
                    )?;
                    let best = best(&options, choice.side).unwrap_or(0);
                    vec![(choice.among[best], 1.0)]
                }
                (None, None) => vec![(choice.among[0], 1.0)],
            };
            for (value, share) in chosen {
                self.values.variables.clone_from(&start);
                self.values.variables[choice.variable] = value;
                self.stage((step, stage + 1), &known, weight * chance * share, edges)?;
            }
        }
        self.values.variables.clone_from(&start);
        Ok(())
    }

    /// Adds what follows a step.
    fn target(&mut self, step: usize, weight: f64, edges: &mut Edges) {
        let next = self.contest.next(step, &mut self.values);
        let states = self.contest.parts.states.len();
        match next {
            Next::End(outcome) => {
                let mut key = vec![outcome as i64; 1 + self.contest.parts.metrics.len() + states];
                self.contest.measure(&mut self.values, &mut key[1..]);
                let end = self.ends.add(&key, 0.0);
                edges.add(2 * end + 1, Target::End(end), weight);
            }
            Next::Step(_) | Next::Round => {
                let step = if let Next::Step(step) = next { step } else { 0 };
                let mut key = vec![step as i64];
                key.extend_from_slice(&self.values.variables[..states]);
                let state = self.states.add(&key, 0.0);
                edges.add(2 * state, Target::State(state), weight);
            }
        }
    }

    /// Returns the metrics of the file and the states of a contest that goes on.
    fn measured(&mut self, state: usize) -> Vec<i64> {
        let states = self.states.key(state)[1..].to_vec();
        self.values.variables.fill(0);
        self.values.variables[..states.len()].copy_from_slice(&states);
        self.values.forget();
        let mut measured = vec![0; self.contest.parts.metrics.len() + states.len()];
        self.contest.measure(&mut self.values, &mut measured);
        measured
    }
}

/// Sums of probabilities by index, in the order of their first addition.
#[derive(Default)]
struct Sums {
    sums: Vec<(usize, f64)>,
    places: HashMap<usize, usize>,
}

impl Sums {
    fn add(&mut self, index: usize, chance: f64) {
        let place = *self.places.entry(index).or_insert_with(|| {
            self.sums.push((index, 0.0));
            self.sums.len() - 1
        });
        self.sums[place].1 += chance;
    }
}

/// Edges of a state, merged by target.
#[derive(Default)]
struct Edges {
    list: Vec<(Target, f64)>,
    places: HashMap<usize, usize>,
}

impl Edges {
    fn add(&mut self, key: usize, target: Target, chance: f64) {
        let place = *self.places.entry(key).or_insert_with(|| {
            self.list.push((target, 0.0));
            self.list.len() - 1
        });
        self.list[place].1 += chance;
    }
}
