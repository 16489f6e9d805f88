//! Optimal play of teams: every optimal team chooses what is best for its outcome, with the choices
//! of the others known. Rounds are not limited.
//!
//! A state is a board before an action: the step, the place in the order of turns, and how often the
//! member still acts. `super::super::values` computes the values of the states.

use super::super::branches::{Forest, NewBranch, Target, Tree, TreeView};
use super::super::keys::Player;
use super::super::solve::MEGABYTES_WITH_STEPS;
use super::super::values::{Sides, StateValues};
use super::TeamContest;
use super::position::Board;
use super::rules::{At, Choice, State};
use super::solve::{BOARDS, Chain};
use evenodds_core::contest::game::ActionValues;
use evenodds_core::contest::{Describe, ErrorRate};
use evenodds_dice::exact::{Limits, TooLarge, WeightTable};
use rustc_hash::FxHashMap;

/// Step, place in the order of turns, number of times that the member still acts, and the board.
type StateKey = (usize, usize, i64, u32);
/// States and ends with probabilities.
type Targets = Vec<(Target, f64)>;
/// Columns of a row after those of the sides: the probability of an end, and the steps to it.
const AT_END: [f64; 2] = [1.0, 0.0];
/// Bytes of a state besides its board and its tree.
const BYTES_OF_STATE: usize = 100;
/// Bytes of an option of a decision.
const BYTES_OF_OPTION: usize = 40;

/// A decision of a state.
#[derive(Debug)]
struct Decision {
    /// The action and the targets that are chosen already.
    before: (Option<usize>, Vec<usize>),
    /// The options, of equal ones the first, with their branches.
    options: Vec<(Choice, usize)>,
}

/// Values of all states for all teams.
pub struct Policy {
    boards: WeightTable,
    states: FxHashMap<StateKey, u32>,
    trees: Forest,
    ends: Vec<Vec<f64>>,
    values: StateValues,
    decisions: Vec<Vec<Decision>>,
    sorted: Vec<bool>,
}

impl std::fmt::Debug for Policy {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let states = self.states.len();
        formatter
            .debug_struct("Policy")
            .field("states", &states)
            .finish_non_exhaustive()
    }
}

/// States that were found, and their successors.
struct Explorer<'a> {
    contest: &'a TeamContest,
    chain: Chain<'a>,
    states: FxHashMap<StateKey, u32>,
    /// The states by their indices.
    keys: Vec<StateKey>,
    /// Targets after a turn, by the step, the place after it, and the board.
    following: FxHashMap<(usize, usize, u32), Targets>,
    decisions: Vec<Decision>,
}

/// Returns the reason why optimal play of a contest is not defined, if it is not.
pub fn undefined(contest: &TeamContest) -> Option<&'static str> {
    if contest.steps.iter().any(|step| step.is_at_once) {
        return Some("optimal play needs turns one after another, not `at_once`");
    }
    if !contest.roster.carried.is_empty() {
        return Some("optimal play is solved from the start values, not from carried ones");
    }
    (contest.reads_rounds()).then_some("optimal play needs expressions that do not read `rounds`")
}

impl Policy {
    /// Solves a contest from its start, and from these boards before an action.
    ///
    /// # Errors
    /// Returns the quantity that is too large.
    pub fn solve(
        contest: &TeamContest,
        others: &[&State],
        limits: Limits,
    ) -> Result<Self, TooLarge> {
        if let Some(reason) = undefined(contest) {
            return Err(TooLarge(reason.to_owned()));
        }
        let mut explorer = Explorer {
            contest,
            chain: Chain::new(contest, limits),
            states: FxHashMap::default(),
            keys: Vec::new(),
            following: FxHashMap::default(),
            decisions: Vec::new(),
        };
        for (board, _) in explorer.chain.starts()? {
            explorer.chain.restore(board, 0);
            if contest
                .ended_at_start(&mut explorer.chain.position)
                .is_none()
            {
                explorer.rounds_from(board, 0)?;
            }
        }
        for state in others {
            let slot = contest.sorted_slot(&explorer.chain.sorted, state);
            explorer.chain.position.state.clone_from(state);
            let board = explorer.chain.key();
            explorer.state((state.step, slot, state.times, board));
        }
        let mut trees = Forest::default();
        let mut decisions = Vec::new();
        while trees.len() < explorer.keys.len() {
            let tree = explorer.tree(trees.len())?;
            let own = std::mem::take(&mut explorer.decisions);
            let options: usize = own.iter().map(|one| one.options.len()).sum();
            let bytes = BYTES_OF_STATE + tree.bytes() + BYTES_OF_OPTION * options;
            let budget = &mut explorer.chain.cache.budget;
            budget.keep(bytes, || BOARDS.to_owned())?;
            budget.fits(explorer.chain.boards.bytes(), || BOARDS.to_owned())?;
            trees.push(tree);
            decisions.push(own);
            budget.forecast((trees.len(), explorer.keys.len()), || BOARDS.to_owned())?;
        }
        let teams = contest.roster.teams.iter().enumerate();
        let sides = Sides {
            optimal: (teams.clone())
                .filter(|(_, team)| team.player.looks_ahead())
                .map(|one| one.0)
                .collect(),
            least: teams.map(|_| 0.0).collect(),
        };
        let ends = contest.end_rows();
        let Explorer { chain, states, .. } = explorer;
        let Chain {
            mut cache,
            boards,
            sorted,
            ..
        } = chain;
        let values = StateValues::solve(&trees, &ends, &sides, &mut cache.budget)?;
        Ok(Self {
            boards,
            states,
            trees,
            ends,
            values,
            decisions,
            sorted,
        })
    }

    /// Returns the state of a position, and the member in each place of its board; `None` if it does
    /// not follow from the start.
    fn find(&self, contest: &TeamContest, state: &State) -> Option<(usize, Vec<usize>)> {
        let mut board: Board = state.board.clone();
        let members = contest.sort_equal(&self.sorted, &mut board);
        let key = contest.board_key(&board, &state.orders);
        let board = self.boards.index(&key)? as u32;
        let slot = contest.sorted_slot(&self.sorted, state);
        let key = (state.step, slot, state.times, board);
        Some((*self.states.get(&key)? as usize, members))
    }

    /// Returns the decision of a position, and the member in each place of its board.
    fn decision(
        &self,
        contest: &TeamContest,
        state: &State,
    ) -> Option<(usize, &Decision, Vec<usize>)> {
        let (index, mut members) = self.find(contest, state)?;
        let mut picked: Vec<usize> = Vec::new();
        for &member in &state.picked {
            // The solution has the first of equal members that are not chosen yet.
            let is_equal = |place: &usize| {
                contest.are_equal(&self.sorted, &state.board, (members[*place], member))
            };
            let mut free = (0..members.len()).filter(|place| !picked.contains(place));
            let first = free.find(is_equal)?;
            let place = members.iter().position(|&one| one == member)?;
            members.swap(first, place);
            picked.push(first);
        }
        let before = (state.action, picked);
        let decision = self.decisions[index]
            .iter()
            .find(|one| one.before == before)?;
        Some((index, decision, members))
    }

    /// Returns an upper bound of the bytes that are kept.
    pub fn bytes(&self) -> usize {
        let options: usize = (self.decisions.iter().flatten())
            .map(|decision| decision.options.len())
            .sum();
        let trees: usize = 16 * self.trees.parts();
        let states = BYTES_OF_STATE * self.states.len() + BYTES_OF_OPTION * options;
        self.boards.bytes() + trees + states + self.values.bytes()
    }

    /// Sets `best` to the best options of a position, unless it does not follow from the start.
    /// Returns whether it did.
    pub fn keep_best(&self, contest: &TeamContest, state: &State, best: &mut Vec<Choice>) -> bool {
        let Some((index, decision, members)) = self.decision(contest, state) else {
            return false;
        };
        let Some(team) = state.own.map(|own| contest.team_of[own]) else {
            return false;
        };
        let values = self.tree_values(self.trees.tree(index));
        let comparison = self.values.comparison();
        let width = comparison.width();
        let row = |option: usize| &values[decision.options[option].1 * width..][..width];
        let mut tied = Vec::new();
        comparison.best(decision.options.len(), team, row, &mut tied);
        best.clear();
        best.extend(tied.into_iter().map(|option| {
            let Choice { action, target } = decision.options[option].0;
            Choice {
                action,
                target: target.map(|place| members[place]),
            }
        }));
        true
    }

    fn tree_values(&self, tree: TreeView<'_>) -> Vec<f64> {
        let mut values = Vec::new();
        let of = |target| self.values.of(target, &self.ends);
        let memory = (&mut values, &mut Vec::new());
        tree.values(self.values.comparison(), memory, of);
        values
    }

    /// Returns the value of each of these options of a position for the team that chooses; `None` if
    /// the position does not follow from the start.
    fn values_of(
        &self,
        contest: &TeamContest,
        state: &State,
        actions: &[Choice],
    ) -> Option<Vec<(f64, f64)>> {
        let (index, decision, members) = self.decision(contest, state)?;
        let team = contest.team_of[state.own?];
        let values = self.tree_values(self.trees.tree(index));
        let width = self.values.comparison().width();
        let value = |action: &Choice| {
            let found = decision.options.iter().find(|(option, _)| {
                option.action == action.action
                    && match (option.target, action.target) {
                        (Some(place), Some(target)) => {
                            let pair = (members[place], target);
                            contest.are_equal(&self.sorted, &state.board, pair)
                        }
                        (one, other) => one == other,
                    }
            });
            Some((
                contest.endless_value(team) + values[found?.1 * width + team],
                0.0,
            ))
        };
        actions.iter().map(value).collect()
    }
}

impl Explorer<'_> {
    /// Returns the index of a state.
    fn state(&mut self, key: StateKey) -> usize {
        let new = self.keys.len() as u32;
        let index = *self.states.entry(key).or_insert(new);
        if index == new {
            self.keys.push(key);
        }
        index as usize
    }

    /// Returns the states and ends that follow a board at the start of a round. `idle` is the number of
    /// rounds before it without an action.
    fn rounds_from(&mut self, board: u32, idle: usize) -> Result<Targets, TooLarge> {
        let current = WeightTable::certain(&[i64::from(board)]);
        self.chain.restore(board, 1);
        let before = self.chain.position.state.board.late.clone();
        let starts = self.chain.begin_round(&current, 1)?;
        if idle > 0 && starts.rows() > 0 {
            self.chain.restore(starts.key(0)[0] as u32, 1);
            if self.chain.position.state.board.late == before {
                // No member joins, so nothing changes any more.
                return Ok(vec![(Target::End(self.contest.unresolved()), 1.0)]);
            }
        }
        let mut all = Vec::new();
        for (key, chance) in starts.iter() {
            let targets = self.turns_from((0, 0), key[0] as u32, idle + 1)?;
            all.extend(
                targets
                    .into_iter()
                    .map(|(target, part)| (target, chance * part)),
            );
        }
        Ok(all)
    }

    /// Returns the states and ends that follow a board before the turn in this place of the order of a
    /// step.
    fn turns_from(
        &mut self,
        (mut step, mut slot): (usize, usize),
        board: u32,
        idle: usize,
    ) -> Result<Targets, TooLarge> {
        let start = (step, slot, board);
        if idle == 0
            && let Some(known) = self.following.get(&start)
        {
            return Ok(known.clone());
        }
        let contest = self.contest;
        let targets = loop {
            let Some(of) = contest.steps.get(step) else {
                self.chain.restore(board, 1);
                break match contest.ended(&mut self.chain.position, true) {
                    Some(outcome) => vec![(Target::End(outcome), 1.0)],
                    None => self.rounds_from(board, idle)?,
                };
            };
            self.chain.restore(board, 1);
            self.chain.position.state.step = step;
            contest.enter(&mut self.chain.position.state, slot);
            let times = contest.times(&mut self.chain.position);
            if times > 0 {
                let state = self.state((step, slot, times, board));
                break vec![(Target::State(state), 1.0)];
            }
            slot += 1;
            if slot >= of.members.len().max(1) {
                (step, slot) = (step + 1, 0);
            }
        };
        if idle == 0 {
            let budget = &mut self.chain.cache.budget;
            budget.keep(80 + 24 * targets.len(), || BOARDS.to_owned())?;
            self.following.insert(start, targets.clone());
        }
        Ok(targets)
    }

    /// Returns the states and ends that follow a board after an action of a state.
    fn after(&mut self, (step, slot, times, _): StateKey, board: u32) -> Result<Targets, TooLarge> {
        let contest = self.contest;
        if times > 1 {
            self.chain.restore(board, 1);
            self.chain.position.state.step = step;
            contest.enter(&mut self.chain.position.state, slot);
            if contest.acts_again(&mut self.chain.position) {
                let state = self.state((step, slot, times - 1, board));
                return Ok(vec![(Target::State(state), 1.0)]);
            }
        }
        if slot + 1 < contest.steps[step].members.len().max(1) {
            self.turns_from((step, slot + 1), board, 0)
        } else {
            self.turns_from((step + 1, 0), board, 0)
        }
    }

    /// Returns the successors of a state.
    fn tree(&mut self, state: usize) -> Result<Tree, TooLarge> {
        let key = self.keys[state];
        let (step, slot, times, board) = key;
        self.chain.restore(board, 1);
        self.chain.position.state.step = step;
        self.contest.enter(&mut self.chain.position.state, slot);
        self.contest.acts_again(&mut self.chain.position);
        let state = &mut self.chain.position.state;
        state.times = times;
        let state = state.clone();
        let mut tree = Tree::default();
        self.branch(&state, key, &mut tree)?;
        Ok(tree)
    }

    /// Adds the branch of a decision, and returns its index.
    fn branch(&mut self, state: &State, key: StateKey, tree: &mut Tree) -> Result<usize, TooLarge> {
        let contest = self.contest;
        let team = state.own.map(|own| contest.team_of[own]);
        let ahead = team.filter(|&team| contest.roster.teams[team].player.looks_ahead());
        let options = if ahead.is_some() {
            self.chain.all_options(state)
        } else {
            self.chain.options(state)
        };
        let errs = team.is_some_and(|team| contest.roster.teams[team].error != ErrorRate::NONE);
        let options = if errs && ahead.is_none() {
            // Errors lead to all options; the values are those without errors.
            let mut all = self.chain.all_options(state);
            for (option, part) in &mut all {
                let taken = options.iter().find(|taken| taken.0 == *option);
                *part = taken.map_or(0.0, |taken| taken.1);
            }
            all
        } else {
            options
        };
        if options.is_empty() {
            self.chain.position.state.clone_from(state);
            if state.action.is_some() {
                return self.act(key, tree);
            }
            let targets = self.after(key, key.3)?;
            return Ok(tree.push(NewBranch::Ends(&targets)));
        }
        let mut branches = Vec::new();
        for &(option, part) in &options {
            self.chain.position.state.clone_from(state);
            contest.take(&mut self.chain.position.state, option);
            let branch = if self.chain.position.state.at == At::Choice {
                let chosen = self.chain.position.state.clone();
                self.branch(&chosen, key, tree)?
            } else {
                self.act(key, tree)?
            };
            branches.push((part, branch));
        }
        let Some(team) = ahead else {
            if let [(_, only)] = branches[..] {
                return Ok(only);
            }
            return Ok(tree.push(NewBranch::Split(branches)));
        };
        self.decisions.push(Decision {
            before: (state.action, state.picked.clone()),
            options: options
                .iter()
                .zip(&branches)
                .map(|(option, branch)| (option.0, branch.1))
                .collect(),
        });
        if let [(_, only)] = branches[..] {
            return Ok(only);
        }
        let branches = branches.into_iter().map(|branch| branch.1).collect();
        Ok(tree.push(NewBranch::Best(team, branches)))
    }

    /// Adds the branch of the chosen action of the position, and returns its index.
    fn act(&mut self, key: StateKey, tree: &mut Tree) -> Result<usize, TooLarge> {
        let mut boards = WeightTable::new(1);
        let mut ends = WeightTable::new(2);
        self.chain.act(1.0, (&mut boards, &mut ends))?;
        // States before ends, each once.
        let mut sums = WeightTable::new(2);
        for (found, chance) in boards.iter() {
            for (target, part) in self.after(key, found[0] as u32)? {
                let of = match target {
                    Target::State(state) => [0, state as i64],
                    Target::End(end) | Target::Last(_, end) => [1, end as i64],
                };
                sums.add(&of, chance * part);
            }
        }
        for (found, chance) in ends.iter() {
            sums.add(&[1, found[1]], chance);
        }
        let targets = sums.iter().map(|(of, chance)| {
            let target = match of[0] {
                0 => Target::State(of[1] as usize),
                _ => Target::End(of[1] as usize),
            };
            (target, chance)
        });
        let targets: Targets = targets.collect();
        Ok(tree.push(NewBranch::Ends(&targets)))
    }
}

impl TeamContest {
    fn aims(&self, team: usize, outcome: usize) -> bool {
        let side = self.description.actors[team].side;
        self.description.sides[side].outcomes.contains(&outcome)
    }

    /// Returns the value for a team of a contest that never ends: 1 if it aims at that, else 0.
    fn endless_value(&self, team: usize) -> f64 {
        f64::from(u8::from(self.aims(team, self.unresolved())))
    }

    /// Returns the row of each outcome: its value for each team above that of a contest that never
    /// ends, whether it is an end, and the steps to it.
    fn end_rows(&self) -> Vec<Vec<f64>> {
        let teams = 0..self.roster.teams.len();
        let row = |outcome: usize| {
            let value = |team| f64::from(u8::from(self.aims(team, outcome)));
            let own = teams
                .clone()
                .map(|team| value(team) - self.endless_value(team));
            let is_end = outcome != self.unresolved();
            let end = AT_END.map(|number| if is_end { number } else { 0.0 });
            own.chain(end).collect()
        };
        (0..self.outcomes().len()).map(row).collect()
    }

    /// Returns the place in the order of turns after [`sort_equal`](Self::sort_equal), which puts the
    /// members that stand first: of equal members as many have had their turns, and as many have not.
    fn sorted_slot(&self, sorted: &[bool], state: &State) -> usize {
        let Some(own) = state.own else {
            return state.slot;
        };
        let entry = self.roster.entry_of[own];
        if !sorted[entry] {
            return state.slot;
        }
        let first = self.roster.entries[entry].first;
        let fallen = (first..own).filter(|&member| !state.board.stands[member]);
        state.slot - fallen.count()
    }

    /// Returns whether a team chooses by the values of optimal play.
    pub(super) fn has_optimal(&self) -> bool {
        let mut teams = self.roster.teams.iter().enumerate();
        teams.any(|(team, one)| one.player == Player::Optimal && self.chooses(team))
    }

    /// Returns optimal play within the limits of trials; the first call computes it.
    ///
    /// # Errors
    /// Returns the quantity that is too large.
    pub(super) fn policy(&self) -> Result<&Policy, TooLarge> {
        let policy = self.prepared.policy.get_or_init(|| {
            let short = self.limits(Limits::SHORT);
            let megabytes = match self.most_steps {
                Some(_) => MEGABYTES_WITH_STEPS.min(Limits::LONG.megabytes),
                None => short.megabytes,
            };
            Policy::solve(self, &[], Limits { megabytes, ..short })
        });
        policy.as_ref().map_err(Clone::clone)
    }

    /// Returns optimal play within the limits of exact answers; the first call computes it.
    ///
    /// # Errors
    /// Returns the quantity that is too large.
    pub(super) fn long_policy(&self) -> Result<&Policy, TooLarge> {
        if let Some(Ok(policy)) = self.prepared.policy.get() {
            return Ok(policy);
        }
        let policy = self.prepared.long_policy.get_or_init(|| {
            let limits = self.limits(Limits::LONG);
            Policy::solve(self, &[], limits)
        });
        policy.as_ref().map_err(Clone::clone)
    }

    /// Returns the contest with another player of a team.
    pub(super) fn with_player(&self, team: usize, player: Player) -> Self {
        let mut contest = self.clone();
        let own = &mut contest.roster.teams[team];
        (own.player, own.error) = (player, ErrorRate::NONE);
        contest.name_players();
        contest
    }

    /// Returns the contest with an optimal player of a team.
    pub(super) fn advisor(&self, team: usize) -> &Self {
        if self.roster.teams[team].player == Player::Optimal {
            return self;
        }
        self.prepared.advisors[team]
            .get_or_init(|| Box::new(self.with_player(team, Player::Optimal)))
    }

    /// Returns the exact values of options of a position, if optimal play is solved.
    pub(super) fn solved_values(&self, state: &State, actions: &[Choice]) -> Option<ActionValues> {
        let advisor = self.advisor(self.team_of[state.own?]);
        let policy = advisor.policy().ok()?;
        let mut values = policy.values_of(advisor, state, actions);
        if values.is_none() && policy.find(advisor, state).is_none() {
            // Typed positions can be others than those that follow from the start.
            let mut whole = state.clone();
            whole.action = None;
            whole.picked.clear();
            let limits = advisor.limits(Limits::SHORT);
            let policy = Policy::solve(advisor, &[&whole], limits).ok()?;
            values = policy.values_of(advisor, state, actions);
        }
        values.map(ActionValues::exact)
    }
}
