//! Exact answers: the distribution over states, round by round.
//!
//! The probability of each state at the start of a round leads to those at the start of the next
//! one, until all of it has reached an outcome or the limit of rounds. The answer therefore has
//! `limit.rounds` as sampled trials have it.

use super::DiceContest;
use super::branches::{Branch, Target, Tree};
use super::decision::Comparison;
use super::optimal::Policy;
use super::tree::{Explorer, Sums};
use evenodds_core::contest::{
    Describe, DistributionBuilder, ExactDistribution, NoExact, PlayerErrors, Solve,
};
use evenodds_dice::exact::{Limits, TooLarge};
use std::collections::HashMap;

/// Relative change from one round to the next of the share of contests that continue, below which it
/// is steady.
const STEADY: f64 = 1e-3;
/// Rounds end when the probability that the contest continues is smaller than this.
const NEGLIGIBLE: f64 = 1e-16;
/// Number of states from which on those of a smaller probability than [`NEGLIGIBLE_OF_MANY`] are left
/// out of a step.
const MANY_STATES: usize = 10_000;
/// Probability below which a state among many is left out: millions of them in a thousand steps are
/// negligible.
const NEGLIGIBLE_OF_MANY: f64 = 1e-24;
/// Key of the maximum number of steps.
const STEPS_KEY: &str = "limit.steps";
/// Name of the quantity in the message about an exceeded budget.
const ROUNDS: &str = "the rounds of the contest";
/// Megabytes of optimal play before trials if a file sets its steps.
pub(super) const MEGABYTES_WITH_STEPS: usize = 300;
/// Number of edges along which probability moves in one step of the budget.
const EDGES_OF_STEP: usize = 8;
/// Upper bound of the bytes of an edge from a state.
const BYTES_OF_EDGE: usize = 16;
/// Upper bound of the bytes of a state with its sums and the place of its edges, besides those that
/// an explorer has.
const BYTES_OF_STATE: usize = 120;
/// Upper bound of the bytes of a value of a metric in an answer.
const BYTES_OF_VALUE: usize = 48;

impl Solve for DiceContest {
    fn exact(&self) -> Result<ExactDistribution, NoExact> {
        self.is_exact()?;
        let policy = self.long_policy();
        let exact = policy.and_then(|policy| self.solved(policy, self.long_limits()));
        let exact = exact.map(|(exact, _)| exact);
        exact.map_err(|too_large| NoExact(too_large.0))
    }

    fn attempt(&self, time: u64) -> Option<Result<ExactDistribution, NoExact>> {
        if let Err(why) = self.is_exact() {
            return Some(Err(why));
        }
        let policy = self.policy();
        let exact = policy.and_then(|policy| self.solved(policy, self.limits_within(time)));
        let exact = exact.map(|(exact, _)| exact);
        Some(exact.map_err(|too_large| NoExact(too_large.0)))
    }
}

/// Returns the reason why a contest with a side or a team that plays by `rollout` has no exact answer.
pub(super) fn no_exact_playouts(name: &str) -> NoExact {
    NoExact(format!(
        "{name} plays by rollout, whose choices depend on sampled play-outs"
    ))
}

/// Sums of probabilities by index, in the order of their first addition.
#[derive(Default)]
struct Masses {
    /// Indices with a sum that is not 0.
    indices: Vec<u32>,
    sums: Vec<f64>,
}

impl Masses {
    /// Puts many indices in ascending order, so that memory is read in order, without those of a
    /// negligible sum.
    fn arrange(&mut self) {
        if self.indices.len() < MANY_STATES {
            return;
        }
        self.indices.clear();
        for (index, sum) in self.sums.iter_mut().enumerate() {
            if *sum >= NEGLIGIBLE_OF_MANY {
                self.indices.push(index as u32);
            } else {
                *sum = 0.0;
            }
        }
    }

    /// Adds a weight times each of these chances to the sums of these indices, all below `size`.
    #[inline]
    fn add(&mut self, weight: f64, (indices, chances): (&[u32], &[f64]), size: usize) {
        if self.sums.len() < size {
            self.sums.resize(2 * size, 0.0);
        }
        let sums = &mut self.sums[..];
        let chances = &chances[..indices.len()];
        for place in 0..indices.len() {
            let (index, chance) = (indices[place], chances[place]);
            let sum = &mut sums[index as usize];
            let before = *sum;
            *sum = before + weight * chance;
            // An index is listed once: its sum is not 0 from then on.
            if before == 0.0 && *sum != 0.0 {
                self.indices.push(index);
            }
        }
    }

    /// Returns the sums and removes them.
    fn drain(&mut self) -> impl Iterator<Item = (usize, f64)> {
        let sums = &mut self.sums;
        let indices = self.indices.drain(..);
        indices.map(|index| (index as usize, std::mem::take(&mut sums[index as usize])))
    }

    /// Returns the total.
    fn total(&self) -> f64 {
        let indices = self.indices.iter();
        indices.map(|&index| self.sums[index as usize]).sum()
    }
}

struct Chain<'a> {
    contest: &'a DiceContest,
    policy: Option<&'a Policy>,
    explorer: Explorer,
    /// Successors of the states that were reached.
    edges: Vec<Option<Edges>>,
    /// Number of states whose successors are known.
    found: usize,
    /// States and ends of all edges, by their indices.
    targets: Vec<u32>,
    /// Probabilities of the edges. Equal lists are stored once, so that less memory is read.
    chances: Vec<f64>,
    /// Start of the last list of probabilities with each hash.
    lists: HashMap<u64, usize>,
    /// Sum of the probabilities that a limit cuts off dice of a state, each times that of the state.
    cut_off: f64,
    /// Memory for the successors of a state.
    sums: Sums,
    /// Memory for the ends to which a state leads.
    late: Vec<(u32, f64)>,
}

/// Successors of a state: parts of the lists of a [`Chain`], the states before the ends.
#[derive(Clone, Copy)]
struct Edges {
    targets: u32,
    chances: u32,
    states: u32,
    ends: u32,
    /// Probability that a limit cuts off dice.
    cut_off: f64,
}

impl DiceContest {
    /// Checks that all players can be followed exactly.
    fn is_exact(&self) -> Result<(), NoExact> {
        if !self.description.errors.is_empty() {
            return Err(NoExact(PlayerErrors::NOT_EXACT.to_owned()));
        }
        match self.choosers().find(|side| side.is_rollout()) {
            Some(side) => Err(no_exact_playouts(&side.name)),
            None => Ok(()),
        }
    }

    /// Returns the limits of optimal play in trials.
    pub(super) fn trial_limits(&self) -> Limits {
        match self.parts.most_steps {
            Some(_) => Limits {
                megabytes: MEGABYTES_WITH_STEPS.min(Limits::LONG.megabytes),
                ..self.long_limits()
            },
            None => Limits {
                key: STEPS_KEY,
                ..Limits::SHORT
            },
        }
    }

    /// Returns the limits of an exact answer.
    fn long_limits(&self) -> Limits {
        let given = self.parts.most_steps;
        Limits {
            steps: given.unwrap_or(Limits::LONG.steps),
            key: STEPS_KEY,
            ..Limits::LONG
        }
    }

    /// Returns the limits of an exact answer that takes about this time.
    fn limits_within(&self, time: u64) -> Limits {
        let limits = Limits::within(time);
        Limits {
            steps: limits.steps.min(self.long_limits().steps),
            key: STEPS_KEY,
            ..limits
        }
    }

    /// Returns optimal play, if the limits of trials allow it; the first call computes it.
    ///
    /// # Errors
    /// Returns the quantity that is too large.
    pub(super) fn policy(&self) -> Result<Option<&Policy>, TooLarge> {
        if !self.has_optimal() {
            return Ok(None);
        }
        let limits = self.trial_limits();
        let policy = (self.policy).get_or_init(|| Policy::solve(self, &[], limits));
        policy.as_ref().map(Some).map_err(Clone::clone)
    }

    /// Returns optimal play, if the limits of exact answers allow it; the first call computes it.
    fn long_policy(&self) -> Result<Option<&Policy>, TooLarge> {
        let limits = self.long_limits();
        if !self.has_optimal() || limits == self.trial_limits() {
            return self.policy();
        }
        // Optimal play does not depend on the limits.
        if let Some(Ok(policy)) = self.policy.get() {
            return Ok(Some(policy));
        }
        let policy = (self.long_policy).get_or_init(|| Policy::solve(self, &[], limits));
        policy.as_ref().map(Some).map_err(Clone::clone)
    }

    /// Returns whether a round begins with a state: a step and the variables that last.
    fn begins_round(&self, key: &[i64]) -> bool {
        let times = self.parts.steps[0].times;
        key[0] == 0 && times.is_none_or(|(_, counter)| key[1 + counter] == 0)
    }

    /// Returns the exact answer, and the number of steps that it took.
    pub(super) fn solved(
        &self,
        policy: Option<&Policy>,
        limits: Limits,
    ) -> Result<(ExactDistribution, u64), TooLarge> {
        let mut chain = Chain {
            contest: self,
            policy,
            explorer: Explorer::new(self, limits),
            edges: Vec::new(),
            found: 0,
            targets: Vec::new(),
            chances: Vec::new(),
            lists: HashMap::new(),
            cut_off: 0.0,
            sums: Sums::default(),
            late: Vec::new(),
        };
        // Optimal play takes memory as long as it is followed.
        if let Some(policy) = policy {
            chain.explorer.hold(policy.bytes())?;
        }
        let mut builder = DistributionBuilder::new(self);
        let mut ended = 0.0;
        let mut add = |outcome: usize, rounds: u32, measured: &[i64], chance: f64| {
            ended += chance;
            builder.add_outcome(outcome, chance);
            if self.has_rounds() {
                builder.add_value(0, outcome, i64::from(rounds), chance);
            }
            for (&metric, &value) in self.places.iter().zip(measured) {
                builder.add_value(metric, outcome, value, chance);
            }
        };
        let (mut current, mut next, mut ends) =
            (Masses::default(), Masses::default(), Masses::default());
        current.add(1.0, (&[0], &[1.0]), 1);
        let (mut rounds, mut last_share) = (0, f64::NAN);
        let mut known_ends = 0;
        // Contests that repeat steps are played by whole rounds.
        let steps = if self.repeats() {
            0
        } else {
            self.parts.steps.len()
        };
        while rounds < self.parts.most_rounds && !current.indices.is_empty() {
            rounds += 1;
            let (total, taken) = (current.total(), chain.explorer.taken());
            // Metrics of contests with one step read the dice of the last round.
            let is_last = rounds == self.parts.most_rounds && steps == 1;
            if self.repeats() {
                let is_last = rounds == self.parts.most_rounds;
                chain.play_round(&mut current, &mut next, &mut ends, is_last)?;
                std::mem::swap(&mut current, &mut next);
            }
            for step in 0..steps {
                // States after the last step have no successors.
                let later = (self.parts.most_rounds - rounds) as usize * steps + steps - step - 1;
                current.arrange();
                let mut left = current.indices.len();
                let mut moved = 0;
                for (state, chance) in current.drain() {
                    left -= 1;
                    if is_last {
                        let (to, chances) = chain.last_edges(state)?;
                        chain.cut_off += chance * chain.explorer.cut_off();
                        ends.add(chance, (&to, &chances), chain.explorer.ends());
                        continue;
                    }
                    let edges = if let Some(&Some(edges)) = chain.edges.get(state) {
                        edges
                    } else {
                        let edges = chain.find_edges(state)?;
                        chain.forecast(left, later)?;
                        edges
                    };
                    chain.cut_off += chance * edges.cut_off;
                    let (to, chances) = chain.lists_of(edges);
                    let states = edges.states as usize;
                    let (to_states, to_ends) = to.split_at(states);
                    let (of_states, of_ends) = chances.split_at(states);
                    let known = chain.explorer.states().rows();
                    next.add(chance, (to_states, of_states), known);
                    if !to_ends.is_empty() {
                        ends.add(chance, (to_ends, of_ends), chain.explorer.ends());
                    }
                    moved += 1 + to.len() / EDGES_OF_STEP;
                }
                chain.explorer.take(moved, ROUNDS)?;
                std::mem::swap(&mut current, &mut next);
            }
            // At worst each value of a new end is another one.
            let new_ends = chain.explorer.ends() - known_ends;
            let bytes = new_ends * self.places.len() * BYTES_OF_VALUE;
            chain.explorer.keep(bytes, "the ends of the contest")?;
            known_ends += new_ends;
            for (end, chance) in ends.drain() {
                let (outcome, measured) = chain.explorer.end(end);
                add(outcome, rounds, measured, chance);
            }
            let after = current.total();
            if after < NEGLIGIBLE {
                current = Masses::default();
                continue;
            }
            let rounds_left = f64::from(self.parts.most_rounds - rounds);
            let share = after / total;
            // Only a steady share predicts the number of rounds, and only once most contests have ended.
            if after < 0.5 && (share / last_share - 1.0).abs() < STEADY {
                let needed = (NEGLIGIBLE / after).ln() / share.ln();
                let each = (chain.explorer.taken() - taken) as usize;
                (chain.explorer).allows((needed.min(rounds_left), each), ROUNDS)?;
            }
            last_share = share;
        }
        // States after the last round, with their metrics.
        if self.has_rounds() {
            for (state, chance) in current.drain() {
                let measured = chain.explorer.measured(self, state);
                add(self.outcomes().len() - 1, rounds, &measured, chance);
            }
        }
        let mut exact = builder.build().capped();
        exact.cut_off = chain.cut_off.min(1.0);
        exact.bound = (1.0 - ended).abs().max(f64::EPSILON * f64::from(rounds));
        Ok((exact, chain.explorer.taken()))
    }
}

impl Chain<'_> {
    /// Checks early whether the successors of all states can be found: `left` are the others of the
    /// same step, after which probability moves through this many `later` steps.
    #[inline]
    fn forecast(&mut self, left: usize, later: usize) -> Result<(), TooLarge> {
        if later > 1 {
            return self.explorer.forecast(self.found);
        }
        let known = match later {
            0 => self.found + left,
            _ => self.explorer.states().rows(),
        };
        let quantity = "the states of the contest";
        (self.explorer).forecast_of((self.found, known.max(self.found)), quantity)
    }

    /// Returns the successors of a state.
    #[inline]
    fn edges(&mut self, state: usize) -> Result<Edges, TooLarge> {
        match self.edges.get(state) {
            Some(&Some(edges)) => Ok(edges),
            _ => self.find_edges(state),
        }
    }

    /// Moves the probability of the states of a round to those of the next round and to ends, in
    /// contests with steps that are taken repeatedly.
    fn play_round(
        &mut self,
        current: &mut Masses,
        next: &mut Masses,
        ends: &mut Masses,
        is_last: bool,
    ) -> Result<(), TooLarge> {
        let mut later = Masses::default();
        while !current.indices.is_empty() {
            let mut left = current.indices.len();
            for (state, chance) in current.drain() {
                left -= 1;
                let edges = self.edges(state)?;
                self.cut_off += chance * edges.cut_off;
                let (to, chances) = self.lists_of(edges);
                let (to_states, to_ends) = to.split_at(edges.states as usize);
                let (of_states, of_ends) = chances.split_at(edges.states as usize);
                let known = self.explorer.states().rows();
                for (place, &state) in to_states.iter().enumerate() {
                    let key = self.explorer.states().key(state as usize);
                    let into = if self.contest.begins_round(key) {
                        &mut *next
                    } else {
                        &mut later
                    };
                    into.add(chance, (&[state], &of_states[place..=place]), known);
                }
                if !to_ends.is_empty() {
                    ends.add(chance, (to_ends, of_ends), self.explorer.ends());
                }
                let moved = 1 + to.len() / EDGES_OF_STEP;
                self.explorer.take(moved, ROUNDS)?;
                self.forecast(left, if is_last { 0 } else { usize::MAX })?;
            }
            std::mem::swap(current, &mut later);
        }
        Ok(())
    }

    /// Returns the targets of edges, and their probabilities.
    #[inline]
    fn lists_of(&self, edges: Edges) -> (&[u32], &[f64]) {
        let number = (edges.states + edges.ends) as usize;
        (
            &self.targets[edges.targets as usize..][..number],
            &self.chances[edges.chances as usize..][..number],
        )
    }

    /// Computes the successors of a state.
    fn find_edges(&mut self, state: usize) -> Result<Edges, TooLarge> {
        if self.edges.len() <= state {
            self.edges.resize(state + 1, None);
        }
        let tree = self.explorer.state_tree(self.contest, state)?;
        let cut_off = self.explorer.cut_off();
        let (targets, start) = (self.targets.len(), self.chances.len());
        if let (1, Some(Branch::Ends(edges))) = (tree.len(), tree.view().branches().next()) {
            self.list(edges.targets());
        } else {
            let edges = self.edges_of(&tree);
            self.list(edges.into_iter());
        }
        let states = self.targets.len() - targets;
        let ends = self.late.len();
        for (end, chance) in self.late.drain(..) {
            self.targets.push(end);
            self.chances.push(chance);
        }
        let quantity = "the states of the contest";
        self.explorer.take(states + ends, quantity)?;
        let bytes = BYTES_OF_STATE + (states + ends) * BYTES_OF_EDGE;
        self.explorer.keep(bytes, quantity)?;
        let edges = Edges {
            targets: targets as u32,
            chances: self.shared_list(start) as u32,
            states: states as u32,
            ends: ends as u32,
            cut_off,
        };
        self.edges[state] = Some(edges);
        self.found += 1;
        Ok(edges)
    }

    /// Adds edges to the lists, except those to ends, which come later.
    fn list(&mut self, edges: impl Iterator<Item = (Target, f64)>) {
        for (target, chance) in edges {
            match target {
                Target::State(state) => {
                    self.targets.push(state as u32);
                    self.chances.push(chance);
                }
                Target::End(end) | Target::Last(_, end) => self.late.push((end as u32, chance)),
            }
        }
    }

    /// Returns the start of a list of probabilities that is equal to the last one, which starts at
    /// `start` and is removed if there is an earlier one.
    fn shared_list(&mut self, start: usize) -> usize {
        let list = &self.chances[start..];
        let hash = list.iter().fold(list.len() as u64, |hash, chance| {
            (hash.rotate_left(5) ^ chance.to_bits()).wrapping_mul(0x517c_c1b7_2722_0a95)
        });
        match self.lists.insert(hash, start) {
            Some(earlier) if self.chances[earlier..start].starts_with(list) => {
                self.lists.insert(hash, earlier);
                self.chances.truncate(start);
                earlier
            }
            _ => start,
        }
    }

    /// Returns the ends to which a state leads in the last round, and their probabilities.
    fn last_edges(&mut self, state: usize) -> Result<(Vec<u32>, Vec<f64>), TooLarge> {
        let tree = self.explorer.last_tree(self.contest, state)?;
        let all = self.edges_of(&tree);
        let ends = all.into_iter().filter_map(|(target, chance)| match target {
            Target::End(end) | Target::Last(_, end) => Some((end as u32, chance)),
            Target::State(_) => None,
        });
        Ok(ends.unzip())
    }

    /// Returns the targets of a tree, with the best choices of optimal sides.
    fn edges_of(&mut self, tree: &Tree) -> Vec<(Target, f64)> {
        let comparison = self.policy.map(Policy::comparison);
        let values = self
            .policy
            .map(|policy| policy.tree_values(&self.explorer, tree));
        // A contest with optimal sides has a policy.
        let values = values.as_deref().unwrap_or_default();
        let width = comparison.map_or(0, Comparison::width);
        let row = |branch: usize| &values[branch * width..][..width];
        let mut tied = Vec::new();
        let mut weights = vec![0.0; tree.len()];
        if let Some(start) = weights.last_mut() {
            *start = 1.0;
        }
        let mut index = tree.len();
        for branch in tree.view().branches().rev() {
            index -= 1;
            let weight = weights[index];
            if weight == 0.0 {
                continue;
            }
            match branch {
                Branch::Ends(parts) => {
                    for (target, chance) in parts.targets() {
                        self.sums.add(target, weight * chance);
                    }
                }
                Branch::Split(parts) => {
                    for (part, chance) in parts.branches() {
                        weights[part] += weight * chance;
                    }
                }
                Branch::Best(side, options) => {
                    if let Some(comparison) = comparison {
                        let row = |option: usize| row(options[option] as usize);
                        comparison.best(options.len(), side, row, &mut tied);
                    }
                    for &one in &tied {
                        weights[options[one] as usize] += weight / tied.len() as f64;
                    }
                }
                Branch::Secret(secret) => {
                    let [rows, columns] = secret.mixes(row);
                    for (one, row) in rows.iter().enumerate() {
                        for (other, column) in columns.iter().enumerate() {
                            let branch = secret.options[secret.place(one, other)];
                            weights[branch] += weight * row * column;
                        }
                    }
                }
            }
        }
        let list = self.sums.list().to_vec();
        self.sums.clear();
        list
    }
}
