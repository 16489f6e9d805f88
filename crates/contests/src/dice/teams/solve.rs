//! Exact answers: the distribution over the boards, turn by turn.
//!
//! Equal members are sorted where nothing depends on which of them is which, so that boards that
//! differ in names only are one.

mod equal;
mod starts;

use super::super::solve::no_exact_playouts;
use super::TeamContest;
use super::optimal::Policy;
use super::players::Memory;
use super::position::Board;
use super::results::{ResultCache, places};
use super::rules::{At, Choice, Position, State};
use super::scope::Source;
use evenodds_core::contest::game::Game;
use evenodds_core::contest::{
    Describe, DistributionBuilder, ExactDistribution, NoExact, PlayerErrors, Remainder, Remainders,
    Solve,
};
use evenodds_dice::exact::{Budget, Limits, TooLarge, WeightTable};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Rounds end when the probability that the contest continues is smaller than this.
const NEGLIGIBLE: f64 = 1e-16;
/// Key of the maximum number of steps.
const STEPS_KEY: &str = "limit.steps";
/// Name of the quantity in the message about an exceeded budget.
pub const BOARDS: &str = "the boards of the contest";
/// Steps of the budget for a visit of a board from more than one start.
const STEPS_OF_VISIT: u64 = 16;
/// Steps of the budget for one way through a turn.
const STEPS_OF_WAY: u64 = 150;

impl Solve for TeamContest {
    fn exact(&self) -> Result<ExactDistribution, NoExact> {
        let policy = self.has_optimal().then(|| self.long_policy()).transpose();
        let exact = policy.and_then(|policy| self.distribution(policy, self.limits(Limits::LONG)));
        exact.map_err(|too_large| NoExact(too_large.0))
    }

    fn remainders_from(
        &self,
        starts: &[(Vec<Option<i64>>, f64)],
        left: &mut u64,
    ) -> Result<Remainders, NoExact> {
        let is_short = *left <= Limits::SHORT.steps;
        let limits = Limits {
            steps: (*left).min(self.most_steps.unwrap_or(u64::MAX)),
            ..if is_short {
                Limits::SHORT
            } else {
                Limits::LONG
            }
        };
        let mut ends: BTreeMap<(usize, Vec<i64>), f64> = BTreeMap::new();
        let see = &mut |chain: &mut Chain<'_>, (board, outcome, round), chance| {
            chain.restore(board, round);
            let carried = self.carried_after(&chain.position).collect();
            *ends.entry((outcome, carried)).or_insert(0.0) += chance;
        };
        let solved = self.solved((None, limits), starts, see);
        let solved = solved.map_err(|too_large| NoExact(too_large.0))?;
        *left = left.saturating_sub(solved.taken + STEPS_OF_WAY * ends.len() as u64);
        let all = ends.into_iter();
        let all = all.map(|((outcome, carried), chance)| Remainder {
            outcome,
            chance,
            aftermaths: Vec::new(),
            means: None,
            carried,
        });
        Ok(Remainders {
            all: all.collect(),
            bound: solved.bound,
        })
    }

    fn attempt(&self, time: u64) -> Option<Result<ExactDistribution, NoExact>> {
        let limits = Limits::within(time);
        let limits = Limits {
            steps: limits.steps.min(self.most_steps.unwrap_or(limits.steps)),
            key: STEPS_KEY,
            ..limits
        };
        let policy = self.has_optimal().then(|| self.policy()).transpose();
        let exact = policy.and_then(|policy| self.distribution(policy, limits));
        Some(exact.map_err(|too_large| NoExact(too_large.0)))
    }
}

/// Receiver of ends: the board of the position, its index, outcome, round and probability.
type SeeEnd<'a> = dyn FnMut(&mut Chain<'_>, (u32, usize, u32), f64) + 'a;

/// Boards that a turn can lead to, by index, and ends of the contest.
#[derive(Clone, Debug, Default)]
struct Ways {
    boards: Vec<(u32, f64)>,
    /// Boards at an end, with the outcome.
    ends: Vec<(u32, usize, f64)>,
}

pub struct Chain<'a> {
    contest: &'a TeamContest,
    pub cache: ResultCache,
    memory: Memory,
    /// All boards that were reached, as keys.
    pub boards: WeightTable,
    /// Ways from a board, by step, place in the order, and board.
    ways: FxHashMap<(usize, usize, u32), Ways>,
    /// Entries whose members are sorted.
    pub sorted: Vec<bool>,
    pub position: Position,
    reads_rounds: bool,
}

/// Precision and cost of an exact answer.
struct Solved {
    /// Largest probability that a limit cut off dice.
    cut_off: f64,
    /// Error bound of every probability.
    bound: f64,
    /// Number of steps of the budget that were taken.
    taken: u64,
}

impl TeamContest {
    /// Returns limits with the steps that the file sets.
    pub(super) fn limits(&self, limits: Limits) -> Limits {
        Limits {
            steps: self.most_steps.unwrap_or(limits.steps),
            key: STEPS_KEY,
            ..limits
        }
    }

    fn distribution(
        &self,
        policy: Option<&Policy>,
        limits: Limits,
    ) -> Result<ExactDistribution, TooLarge> {
        let mut builder = DistributionBuilder::new(self);
        let see = &mut |chain: &mut Chain<'_>, (board, outcome, round), chance| {
            builder.add_outcome(outcome, chance);
            for (metric, value) in chain.measured(board, round) {
                builder.add_value(metric, outcome, value, chance);
            }
        };
        let solved = self.solved((policy, limits), &[(Vec::new(), 1.0)], see)?;
        let mut exact = builder.build().capped();
        exact.cut_off = solved.cut_off;
        exact.bound = solved.bound;
        Ok(exact)
    }

    /// Passes all ends of the contest to `see`, from these carried values with their probabilities.
    fn solved(
        &self,
        (policy, limits): (Option<&Policy>, Limits),
        starts: &[(Vec<Option<i64>>, f64)],
        see: &mut SeeEnd<'_>,
    ) -> Result<Solved, TooLarge> {
        if !self.description.errors.is_empty() {
            return Err(TooLarge(PlayerErrors::NOT_EXACT.to_owned()));
        }
        if let Some(team) = self.rollout_team() {
            let NoExact(reason) = no_exact_playouts(&self.roster.teams[team].name);
            return Err(TooLarge(reason));
        }
        let mut chain = Chain::new(self, limits);
        if let Some(policy) = policy {
            let budget = &mut chain.cache.budget;
            budget.keep(policy.bytes(), || BOARDS.to_owned())?;
            chain.memory.is_exact = true;
        }
        let mut ended = 0.0;
        let mut finish =
            |chain: &mut Chain<'_>, board: u32, outcome: usize, round: u32, chance: f64| {
                ended += chance;
                see(chain, (board, outcome, round), chance);
            };
        let mut current = WeightTable::new(1);
        // From one start most of the time goes into finding ways, from many into following them.
        let steps_of_visit = if starts.len() > 1 { STEPS_OF_VISIT } else { 1 };
        let mut total = 0.0;
        for (carried, start) in starts {
            total += start;
            chain.position.carried.clone_from(carried);
            for (board, chance) in chain.starts()? {
                chain.restore(board, 0);
                match self.ended_at_start(&mut chain.position) {
                    Some(outcome) => finish(&mut chain, board, outcome, 0, start * chance),
                    None => {
                        current.add(&[i64::from(board)], start * chance);
                    }
                }
            }
        }
        let mut round = 0;
        while round < self.most_rounds && current.rows() > 0 {
            round += 1;
            if chain.reads_rounds {
                chain.ways.clear();
            }
            current = chain.begin_round(&current, round)?;
            for (number, step) in self.steps.iter().enumerate() {
                let turns = if step.is_at_once {
                    1
                } else {
                    step.members.len().max(1)
                };
                for slot in 0..turns {
                    let mut next = WeightTable::new(1);
                    for (key, chance) in current.iter() {
                        let board = key[0] as u32;
                        chain.find((number, slot), board, round)?;
                        let ways = &chain.ways[&(number, slot, board)];
                        for &(to, way) in &ways.boards {
                            next.add(&[i64::from(to)], chance * way);
                        }
                        let count = (ways.boards.len() as u64 / 8 + 1) * steps_of_visit;
                        let ends = ways.ends.clone();
                        for (to, outcome, way) in ends {
                            finish(&mut chain, to, outcome, round, chance * way);
                        }
                        chain.cache.budget.take(count, || BOARDS.to_owned())?;
                    }
                    current = next;
                }
            }
            let mut next = WeightTable::new(1);
            for (key, chance) in current.iter() {
                chain.restore(key[0] as u32, round);
                match self.ended(&mut chain.position, true) {
                    Some(outcome) => finish(&mut chain, key[0] as u32, outcome, round, chance),
                    None => {
                        next.add(key, chance);
                    }
                }
            }
            let left: f64 = next.iter().map(|row| row.1).sum();
            current = if left < NEGLIGIBLE {
                WeightTable::new(1)
            } else {
                next
            };
        }
        for (key, chance) in current.iter() {
            finish(&mut chain, key[0] as u32, self.unresolved(), round, chance);
        }
        Ok(Solved {
            cut_off: chain.cache.cut_off.min(1.0),
            bound: (total - ended).abs().max(f64::EPSILON * f64::from(round)),
            taken: chain.cache.budget.taken(),
        })
    }

    /// Returns the number of integers of the key of a board.
    fn key_width(&self) -> usize {
        let ordered = self.steps.iter().filter(|step| step.order.is_some());
        let ordered: usize = ordered.map(|step| step.members.len()).sum();
        self.start_values.len() + self.joined.len() + ordered
    }

    /// Sorts the members of these entries on a board. Returns the member in each place before.
    pub(super) fn sort_equal(&self, sorted: &[bool], board: &mut Board) -> Vec<usize> {
        let width = self.roster.width;
        let mut before: Vec<usize> = (0..self.joined.len()).collect();
        for (entry, of) in self.roster.entries.iter().enumerate() {
            if !sorted[entry] || width == 0 {
                continue;
            }
            let members = of.first..of.first + of.count;
            let row = |member: usize| {
                let values = &board.values[member * width..][..width];
                (!board.stands[member], values.to_vec(), member)
            };
            let mut rows: Vec<(bool, Vec<i64>, usize)> = members.clone().map(row).collect();
            if rows.is_sorted() {
                continue;
            }
            rows.sort_unstable();
            for (place, (falls, values, member)) in members.zip(rows) {
                board.values[place * width..][..width].copy_from_slice(&values);
                board.stands[place] = !falls;
                before[place] = member;
            }
        }
        before
    }

    /// Returns the key of a board and the orders of turns.
    pub(super) fn board_key(&self, board: &Board, orders: &[Vec<usize>]) -> Vec<i64> {
        let mut key = board.values.clone();
        key.extend(board.joined.iter().map(|&joined| i64::from(joined)));
        for (step, order) in self.steps.iter().zip(orders) {
            if step.order.is_some() {
                key.extend(order.iter().map(|&member| member as i64));
                key.resize(key.len() + step.members.len() - order.len(), -1);
            }
        }
        key
    }

    /// Returns whether an expression reads the number of rounds.
    pub(super) fn reads_rounds(&self) -> bool {
        let turns = self
            .steps
            .iter()
            .flat_map(|step| step.turns.iter().flatten());
        let mut formulas = turns
            .map(|turn| &turn.formulas)
            .chain([&self.world_formulas]);
        formulas.any(|formulas| formulas.sources.contains(&Source::Rounds))
    }
}

impl<'a> Chain<'a> {
    /// Creates a chain with these limits that has no boards.
    pub fn new(contest: &'a TeamContest, limits: Limits) -> Self {
        Self {
            contest,
            cache: ResultCache::new(Budget::new(limits)),
            memory: Memory::default(),
            boards: WeightTable::new(contest.key_width()),
            ways: FxHashMap::default(),
            sorted: contest.sorted_entries(),
            position: contest.start(),
            reads_rounds: contest.reads_rounds(),
        }
    }

    /// Sorts equal members, and returns the index of the board of the position.
    pub fn key(&mut self) -> u32 {
        let State { board, orders, .. } = &mut self.position.state;
        self.contest.sort_equal(&self.sorted, board);
        let key = self.contest.board_key(board, orders);
        match self.boards.index(&key) {
            Some(index) => index as u32,
            None => self.boards.add(&key, 1.0) as u32,
        }
    }

    /// Sets the position to a board.
    pub fn restore(&mut self, board: u32, round: u32) {
        let contest = self.contest;
        let position = &mut self.position;
        let key = self.boards.key(board as usize);
        let (values, rest) = key.split_at(position.state.board.values.len());
        position.state.board.values.copy_from_slice(values);
        let (joined, mut orders) = rest.split_at(position.state.board.joined.len());
        position.state.board.late.fill(0);
        position.state.board.standing.fill(0);
        position.state.board.stands.fill(false);
        for (member, &joined) in joined.iter().enumerate() {
            position.state.board.joined[member] = joined != 0;
            position.state.board.late[contest.team_of[member]] += u32::from(joined == 0);
        }
        for (step, order) in contest.steps.iter().zip(&mut position.state.orders) {
            order.clear();
            if step.order.is_some() {
                let (own, others) = orders.split_at(step.members.len());
                order.extend(own.iter().filter(|&&one| one >= 0).map(|&one| one as usize));
                orders = others;
            }
        }
        position.state.round = round;
        for member in 0..contest.team_of.len() {
            contest.look_at(&mut position.state.board, member, &mut position.scratch);
        }
    }

    /// Returns the values of the metrics at the end on a board, without those that are counted in
    /// play.
    fn measured(&mut self, board: u32, round: u32) -> Vec<(usize, i64)> {
        let contest = self.contest;
        let mut values = vec![0; contest.metrics().len()];
        self.restore(board, round);
        contest.measure(&mut self.position, &mut values);
        let is_counted = |metric: &usize| contest.damage_metrics.contains(&Some(*metric));
        let metrics = (0..values.len()).filter(|metric| !is_counted(metric));
        metrics.map(|metric| (metric, values[metric])).collect()
    }

    /// Finds the boards and ends that follow the turn at a place of the order.
    fn find(
        &mut self,
        (step, slot): (usize, usize),
        board: u32,
        round: u32,
    ) -> Result<(), TooLarge> {
        if self.ways.contains_key(&(step, slot, board)) {
            return Ok(());
        }
        self.restore(board, round);
        self.position.state.step = step;
        let mut boards = WeightTable::new(1);
        let mut ends = WeightTable::new(2);
        let at_once = self.contest.steps[step].is_at_once;
        if at_once {
            self.play_at_once(board, round, (&mut boards, &mut ends))?;
        } else {
            self.contest.enter(&mut self.position.state, slot);
            self.play_turn(1.0, (&mut boards, &mut ends))?;
        }
        let ways = Ways {
            boards: boards
                .iter()
                .map(|(key, chance)| (key[0] as u32, chance))
                .collect(),
            ends: ends
                .iter()
                .map(|(key, chance)| (key[0] as u32, key[1] as usize, chance))
                .collect(),
        };
        let bytes =
            80 + 16 * ways.boards.len() + 24 * ways.ends.len() + self.contest.key_width() * 12;
        self.cache.budget.keep(bytes, || BOARDS.to_owned())?;
        self.cache
            .budget
            .fits(self.boards.bytes(), || BOARDS.to_owned())?;
        self.ways.insert((step, slot, board), ways);
        Ok(())
    }

    /// Plays a step in which all act at once.
    fn play_at_once(
        &mut self,
        board: u32,
        round: u32,
        (boards, ends): (&mut WeightTable, &mut WeightTable),
    ) -> Result<(), TooLarge> {
        let contest = self.contest;
        let step = self.position.state.step;
        let before = self.position.state.board.clone();
        let mut current = WeightTable::new(1);
        current.add(&[i64::from(board)], 1.0);
        let slots = contest.steps[step].members.len().max(1);
        // The order of members counts within the step if they differed before it.
        let sorted = self.sorted.clone();
        for (entry, of) in contest.roster.entries.iter().enumerate() {
            let width = contest.roster.width;
            let mut members = of.first..of.first + of.count;
            let row = |member: usize| &before.values[member * width..][..width];
            self.sorted[entry] &= members.all(|member| row(member) == row(of.first));
        }
        for slot in 0..slots {
            let mut next = WeightTable::new(1);
            for (key, chance) in current.iter() {
                self.restore(key[0] as u32, round);
                self.position.state.step = step;
                self.position.state.before.clone_from(&before);
                contest.enter(&mut self.position.state, slot);
                self.play_turn(chance, (&mut next, &mut *ends))?;
            }
            current = next;
        }
        self.sorted = sorted;
        for (key, chance) in current.iter() {
            self.restore(key[0] as u32, round);
            let outcome = contest.ended(&mut self.position, false);
            let board = self.key();
            match outcome {
                Some(outcome) => {
                    ends.add(&[i64::from(board), outcome as i64], chance);
                }
                None => {
                    boards.add(&[i64::from(board)], chance);
                }
            }
        }
        Ok(())
    }

    /// Plays the turn of the member of the position, with this probability.
    fn play_turn(
        &mut self,
        chance: f64,
        (boards, ends): (&mut WeightTable, &mut WeightTable),
    ) -> Result<(), TooLarge> {
        let contest = self.contest;
        let times = contest.times(&mut self.position);
        let mut current = vec![(self.position.state.clone(), chance)];
        for time in 0..times {
            let mut next = Vec::new();
            for (state, chance) in current {
                self.position.state.clone_from(&state);
                if time > 0 && !contest.acts_again(&mut self.position) {
                    self.leave(chance, boards);
                    continue;
                }
                self.position.state.times = times - time;
                let state = self.position.state.clone();
                if times == 1 {
                    self.choose(&state, chance, (&mut *boards, &mut *ends))?;
                    continue;
                }
                let mut after = WeightTable::new(1);
                self.choose(&state, chance, (&mut after, &mut *ends))?;
                for (key, chance) in after.iter() {
                    self.restore(key[0] as u32, state.round);
                    let mut again = state.clone();
                    again.board.clone_from(&self.position.state.board);
                    next.push((again, chance));
                }
            }
            current = next;
        }
        for (state, chance) in current {
            self.position.state = state;
            self.leave(chance, boards);
        }
        Ok(())
    }

    /// Adds the board of the position.
    fn leave(&mut self, chance: f64, boards: &mut WeightTable) {
        let board = self.key();
        boards.add(&[i64::from(board)], chance);
    }

    /// Makes the decisions of an action, and plays it.
    fn choose(
        &mut self,
        state: &State,
        chance: f64,
        (boards, ends): (&mut WeightTable, &mut WeightTable),
    ) -> Result<(), TooLarge> {
        let contest = self.contest;
        let options = self.options(state);
        if options.is_empty() {
            self.position.state.clone_from(state);
            if state.action.is_some() {
                return self.act(chance, (boards, ends));
            }
            self.leave(chance, boards);
            return Ok(());
        }
        for (option, part) in options {
            let part = chance * part;
            self.position.state.clone_from(state);
            contest.take(&mut self.position.state, option);
            if self.position.state.at == At::Choice {
                let chosen = self.position.state.clone();
                self.choose(&chosen, part, (&mut *boards, &mut *ends))?;
            } else {
                self.act(part, (&mut *boards, &mut *ends))?;
            }
        }
        Ok(())
    }

    /// Returns the options that the player of a decision takes, of equal ones the first, with their
    /// probabilities.
    pub fn options(&mut self, state: &State) -> Vec<(Choice, f64)> {
        if state.own.is_some() {
            self.contest.best(state, &mut self.memory);
            return self.different(state);
        }
        self.all_options(state)
    }

    /// Returns all options of a decision, of equal ones the first, with their probabilities in
    /// random play.
    pub fn all_options(&mut self, state: &State) -> Vec<(Choice, f64)> {
        let best = &mut self.memory.best;
        best.clear();
        self.contest
            .scan(state, &mut self.position.scratch, &mut |choice| {
                best.push(choice);
                true
            });
        self.different(state)
    }

    fn different(&self, state: &State) -> Vec<(Choice, f64)> {
        let best = &self.memory.best;
        let part = 1.0 / best.len() as f64;
        let mut different: Vec<(Choice, f64)> = Vec::new();
        for &option in best {
            let mut same = different.iter_mut();
            match same.find(|(other, _)| self.is_same(state, *other, option)) {
                Some((_, sum)) => *sum += part,
                None => different.push((option, part)),
            }
        }
        different
    }

    /// Returns whether two options lead to boards that differ in the names of equal members only.
    fn is_same(&self, state: &State, one: Choice, other: Choice) -> bool {
        let (Some(a), Some(b)) = (one.target, other.target) else {
            return one == other;
        };
        let are_equal = |board: &Board| self.contest.are_equal(&self.sorted, board, (a, b));
        let at_once = self.contest.steps[state.step].is_at_once;
        one.action == other.action
            && are_equal(&state.board)
            && (!at_once || are_equal(&state.before))
    }

    /// Plays the chosen action of the position.
    pub fn act(
        &mut self,
        chance: f64,
        (boards, ends): (&mut WeightTable, &mut WeightTable),
    ) -> Result<(), TooLarge> {
        let contest = self.contest;
        let Some(mut act) = contest.prepare_act(&mut self.position) else {
            self.leave(chance, boards);
            return Ok(());
        };
        let picked = self.position.state.picked.clone();
        let count = TeamContest::acts(&self.position, &act);
        let step = self.position.state.step;
        let start = self.position.state.board.clone();
        let at_once = contest.steps[step].is_at_once;
        let places = places(&act);
        let shared = self.cache.shared(contest, &mut self.position, &act)?;
        for (given, weight) in shared.iter() {
            let mut current = vec![(start.clone(), chance * weight)];
            for pick in 0..count {
                act.actors.target = picked.get(pick).copied();
                act.is_first = pick == 0;
                let mut next: Vec<(Board, f64)> = Vec::new();
                let mut known: FxHashMap<Vec<i64>, usize> = FxHashMap::default();
                for (board, chance) in current {
                    self.position.state.board.clone_from(&board);
                    let results = self
                        .cache
                        .results(contest, &mut self.position, &act, given)?;
                    self.cache
                        .budget
                        .take(STEPS_OF_WAY * results.len() as u64, || BOARDS.to_owned())?;
                    for (new, part) in results.iter() {
                        self.position.state.board.clone_from(&board);
                        contest.set_results(&mut self.position, (&places, new), act.actors);
                        let after = &self.position.state.board;
                        if pick + 1 == count {
                            self.arrive(chance * part, at_once, (&mut *boards, &mut *ends));
                            continue;
                        }
                        if let Some(&index) = known.get(&after.values) {
                            next[index].1 += chance * part;
                        } else {
                            known.insert(after.values.clone(), next.len());
                            next.push((after.clone(), chance * part));
                        }
                    }
                }
                current = next;
            }
            if count == 0 && contest.lacks_targets(&self.position.state) {
                self.position.state.board.clone_from(&start);
                self.leave(chance * weight, boards);
            } else if count == 0 {
                self.position.state.board.clone_from(&start);
                self.arrive(chance * weight, at_once, (&mut *boards, &mut *ends));
            }
        }
        Ok(())
    }

    /// Adds the board of the position after an action, or its end.
    fn arrive(
        &mut self,
        chance: f64,
        at_once: bool,
        (boards, ends): (&mut WeightTable, &mut WeightTable),
    ) {
        let outcome = if at_once {
            None
        } else {
            self.contest.ended(&mut self.position, false)
        };
        let board = self.key();
        match outcome {
            Some(outcome) => ends.add(&[i64::from(board), outcome as i64], chance),
            None => boards.add(&[i64::from(board)], chance),
        };
    }
}
