//! The course of a contest of teams: rounds, steps, turns and decisions.

use super::super::keys::Player;
use super::TeamContest;
use super::act::Pending;
use super::narrate::Event;
use super::plan::{Place, Step, TargetPlan, Turn, ValuePlan};
use super::players::Memory;
use super::position::{Actors, Board, Scratch};
use evenodds_core::contest::game::{ActionValues, Game, GameStop, PlayoutGame, RatedGame};
use evenodds_core::contest::{Observer, Record};
use evenodds_core::dice::{Dice, Roller};
use evenodds_dice::expression::{Evaluator, Values};

/// Cost of a decision, in nanoseconds.
const COST_OF_DECISION: u64 = 300;

/// Stage of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// Before the start values are rolled.
    Start,
    /// Before a round.
    Round,
    /// Before a step.
    Step,
    /// Before the turn of a member.
    Turn,
    /// At the choice of an action or a target.
    Choice,
    /// Before the dice of the chosen action.
    Act,
    /// After an action.
    Acted,
    /// After the end, with an outcome.
    End(usize),
}

/// An action, and one of its targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    pub action: usize,
    /// The member; `None` for an action without targets, or that affects all of them.
    pub target: Option<usize>,
}

/// State of a contest: the board, and the place in the round.
#[derive(Clone, Debug)]
pub struct State {
    pub board: Board,
    /// The board before a step in which all act at once.
    pub before: Board,
    pub round: u32,
    pub step: usize,
    /// Number of members that had their turns in the step.
    pub slot: usize,
    /// The member whose turn it is.
    pub own: Option<usize>,
    /// Index of the turn of this member among those of the step.
    pub turn: usize,
    /// Members in the order of their turns, by step; empty for those without initiative.
    pub orders: Vec<Vec<usize>>,
    pub at: At,
    /// Number of times that the member still acts in its turn.
    pub times: i64,
    /// Actions that are allowed, as bits.
    pub allowed: u32,
    /// The chosen action.
    pub action: Option<usize>,
    /// Targets of the chosen action so far.
    pub picked: Vec<usize>,
    /// True if a value has changed since the last look at the outcomes.
    pub is_changed: bool,
    pub pending: Vec<Pending>,
    pub pending_values: Vec<i64>,
}

/// A position of a contest of teams.
#[derive(Debug)]
pub struct Position {
    pub state: State,
    pub scratch: Scratch,
    /// Start values of carried fields, by index; `None` for those of the file.
    pub carried: Vec<Option<i64>>,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self {
            state: self.state.clone(),
            scratch: self.scratch.clone(),
            carried: self.carried.clone(),
        }
    }

    /// Keeps the scratch, which is no part of a position.
    fn clone_from(&mut self, other: &Self) {
        self.state.clone_from(&other.state);
        self.carried.clone_from(&other.carried);
    }
}

impl State {
    /// Returns the board that decisions and dice of a step read.
    #[inline]
    pub fn seen(&self, step: &Step) -> &Board {
        if step.is_at_once {
            &self.before
        } else {
            &self.board
        }
    }
}

impl Game for TeamContest {
    type Position = Position;
    type Action = Choice;
    type Memory = Memory;

    fn start(&self) -> Position {
        let members = self.roster.entry_of.len();
        let board = Board {
            values: vec![0; self.world_start() + self.world.len()],
            joined: vec![false; members],
            stands: vec![false; members],
            standing: vec![0; self.roster.teams.len()],
            of_entry: vec![0; self.roster.entries.len()],
            late: vec![0; self.roster.teams.len()],
        };
        let mut position = Position {
            state: State {
                before: board.clone(),
                board,
                round: 0,
                step: 0,
                slot: 0,
                own: None,
                turn: 0,
                orders: vec![Vec::new(); self.steps.len()],
                at: At::Start,
                times: 0,
                allowed: 0,
                action: None,
                picked: Vec::new(),
                is_changed: false,
                pending: Vec::new(),
                pending_values: Vec::new(),
            },
            scratch: Scratch::default(),
            carried: Vec::new(),
        };
        self.restart(&mut position);
        position
    }

    fn restart(&self, position: &mut Position) {
        let state = &mut position.state;
        let board = &mut state.board;
        board.values.copy_from_slice(&self.start_values);
        board.joined.copy_from_slice(&self.joined);
        board.stands.fill(false);
        board.standing.fill(0);
        board.of_entry.fill(0);
        board.late.copy_from_slice(&self.late);
        for (&(member, field), value) in self.roster.carried.iter().zip(&position.carried) {
            if let Some(value) = *value {
                let place = Place::Member(member, field);
                self.set(board, (place, value), Actors::default());
            }
        }
        state.round = 0;
        state.is_changed = false;
        state.at = At::Start;
    }

    fn memory(&self) -> Memory {
        Memory::default()
    }

    fn advance<D: Dice, O: Observer<Event>>(
        &self,
        position: &mut Position,
        dice: &mut D,
        observer: &mut O,
    ) -> GameStop {
        loop {
            match position.state.at {
                At::End(outcome) => return GameStop::End(outcome),
                At::Start => self.begin_contest(position, dice, observer),
                At::Round => self.begin_round(position, dice, observer),
                At::Step => self.begin_step(position, dice),
                At::Turn => self.begin_turn(position, observer),
                At::Choice => {
                    if self.decide(position) {
                        let own = position.state.own.unwrap_or(0);
                        return GameStop::Decision(self.team_of[own]);
                    }
                }
                At::Act => {
                    self.act(position, dice, observer);
                    position.state.at = At::Acted;
                }
                At::Acted => self.follow(position, dice, observer),
            }
        }
    }

    fn apply<D: Dice, O: Observer<Event>>(
        &self,
        position: &mut Position,
        choice: Choice,
        _: &mut D,
        _: &mut O,
    ) {
        self.take(&mut position.state, choice);
    }

    fn actions(&self, position: &Position, actions: &mut Vec<Choice>) {
        let mut scratch = Scratch::default();
        self.scan(&position.state, &mut scratch, &mut |choice| {
            actions.push(choice);
            true
        });
    }

    fn choose<D: Dice>(&self, position: &Position, memory: &mut Memory, dice: &mut D) -> Choice {
        let team = position.state.own.map_or(0, |own| self.team_of[own]);
        if self.roster.teams[team].player == Player::Rollout
            && let Some(choice) = self.rolled_out(position, dice)
        {
            return choice;
        }
        self.best(&position.state, memory);
        let best = &memory.best;
        let place = match best.len() {
            0 | 1 => 0,
            count => {
                let roller = position.state.own.map_or(0, |own| self.rollers_of[own]);
                dice.choose(roller, count as u32) as usize
            }
        };
        best.get(place).copied().unwrap_or(Choice {
            action: 0,
            target: None,
        })
    }

    fn finish<D: Dice, O: Observer<Event>>(
        &self,
        position: &mut Position,
        outcome: usize,
        _: &mut D,
        observer: &mut O,
        record: &mut Record,
    ) {
        self.measure(position, &mut record.values);
        observer.note(|| Event::Ended { outcome });
    }
}

impl PlayoutGame for TeamContest {
    fn is_policy_roller(&self, roller: Roller) -> bool {
        self.rollers_of.binary_search(&roller).is_ok()
    }

    fn decision_cost(&self, _: &Position) -> u64 {
        COST_OF_DECISION
    }

    fn playout_score(&self, won: Option<usize>, _: &mut Position, side: usize) -> f64 {
        // Teams without an outcome of their name share the same outcomes.
        let outcomes = |side: usize| &self.description.sides[side].outcomes;
        won.map_or(0.5, |won| {
            f64::from(u8::from(outcomes(won) == outcomes(side)))
        })
    }
}

impl RatedGame for TeamContest {
    fn turn(&self, position: &Position) -> Option<u32> {
        Some(position.state.round)
    }

    fn alike(&self, position: &Position, one: Choice, other: Choice) -> bool {
        let (Some(a), Some(b)) = (one.target, other.target) else {
            return one == other;
        };
        let state = &position.state;
        if self.steps[state.step].is_at_once && !state.pending.is_empty() {
            return one == other;
        }
        let sorted = self.prepared.sorted.get_or_init(|| self.sorted_entries());
        one.action == other.action && self.are_equal(sorted, &state.board, (a, b))
    }

    fn solve(
        &self,
        position: &Position,
        actions: &[Choice],
        _: &mut Memory,
    ) -> Option<ActionValues> {
        self.solved_values(&position.state, actions)
    }
}

impl TeamContest {
    /// Returns the members of a step in the order of their turns.
    #[inline]
    fn order<'a>(&'a self, state: &'a State) -> &'a [usize] {
        let step = &self.steps[state.step];
        if step.order.is_some() {
            &state.orders[state.step]
        } else {
            &step.members
        }
    }

    /// Returns the turn that is taken.
    #[inline]
    pub(super) fn turn_of(&self, state: &State) -> Option<&Turn> {
        self.steps[state.step].turns[state.turn].as_ref()
    }

    /// Sets the place in the order of turns of a step.
    #[inline]
    pub(super) fn enter(&self, state: &mut State, slot: usize) {
        state.slot = slot;
        state.own = self.order(state).get(slot).copied();
        let nobody = self.roster.entries.len();
        state.turn = state.own.map_or(nobody, |own| self.roster.entry_of[own]);
        state.action = None;
        state.picked.clear();
        state.at = At::Choice;
    }

    fn begin_contest<D: Dice, O: Observer<Event>>(
        &self,
        position: &mut Position,
        dice: &mut D,
        observer: &mut O,
    ) {
        for member in 0..self.roster.entry_of.len() {
            let entry = self.roster.entry_of[member];
            for (field, plan) in &self.start_rolls[entry] {
                if self.is_carried(position, (member, *field)) {
                    continue;
                }
                let Position { state, scratch, .. } = position;
                let values = scratch.of_plan(plan);
                let value = self.roll_value(plan, (state, member), values, dice);
                let place = Place::Member(member, *field);
                self.set(&mut state.board, (place, value), Actors::default());
                observer.note(|| Event::Started {
                    member,
                    field: *field,
                    value,
                });
            }
            let Position { state, scratch, .. } = position;
            self.look_at(&mut state.board, member, scratch);
        }
        for step in 0..self.steps.len() {
            if !self.steps[step].orders_each_round {
                let Position { state, scratch, .. } = position;
                self.draw_order((state, scratch), step, dice, observer);
            }
        }
        let outcome = self.ended_at_start(position);
        position.state.at = outcome.map_or(At::Round, At::End);
    }

    /// Returns the outcome, if only one team has standing members at the start. Outcomes of the file
    /// are read after each step.
    pub(super) fn ended_at_start(&self, position: &mut Position) -> Option<usize> {
        let is_read = self.endings.is_empty();
        is_read.then(|| self.ended(position, false)).flatten()
    }

    fn begin_round<D: Dice, O: Observer<Event>>(
        &self,
        position: &mut Position,
        dice: &mut D,
        observer: &mut O,
    ) {
        let state = &mut position.state;
        if state.round >= self.most_rounds || dice.abandoned() {
            state.at = At::End(self.unresolved());
            return;
        }
        state.round += 1;
        observer.note(|| Event::Round(state.round));
        self.join(position, observer);
        let Position { state, scratch, .. } = position;
        for step in 0..self.steps.len() {
            if self.steps[step].orders_each_round {
                self.draw_order((state, scratch), step, dice, observer);
            }
        }
        state.step = 0;
        state.at = At::Step;
    }

    /// Lets members join whose conditions hold.
    pub(super) fn join<O: Observer<Event>>(&self, position: &mut Position, observer: &mut O) {
        if !self.has_late {
            return;
        }
        let Position { state, scratch, .. } = position;
        // All conditions are read first, since a member that joins can change those of others.
        let mut joining = std::mem::take(&mut scratch.candidates);
        joining.clear();
        for member in 0..state.board.joined.len() {
            let entry = self.roster.entry_of[member];
            let Some((node, reads)) = &self.from[entry] else {
                continue;
            };
            if state.board.joined[member] {
                continue;
            }
            let values = scratch.of_world(self);
            let formulas = &self.world_formulas;
            let at = (&state.board, state.round);
            self.load((formulas, reads), at, Actors::default(), values);
            if Self::evaluate((formulas, *node), values) != 0 {
                joining.push(member);
            }
        }
        for &member in &joining {
            state.board.joined[member] = true;
            state.board.late[self.team_of[member]] -= 1;
            self.look_at(&mut state.board, member, scratch);
            observer.note(|| Event::Joined { member });
        }
        scratch.candidates = joining;
    }

    /// Rolls a value of a member.
    fn roll_value<D: Dice>(
        &self,
        plan: &ValuePlan,
        (state, member): (&State, usize),
        values: &mut Values,
        dice: &mut D,
    ) -> i64 {
        let actors = Actors {
            own: Some(member),
            target: None,
        };
        let at = (&state.board, state.round);
        self.load((&plan.formulas, &plan.reads), at, actors, values);
        values.forget();
        let roller = self.rollers_of[member] + plan.stream;
        for throw in &plan.throws {
            let evaluator = Evaluator(&plan.formulas.program);
            throw.throw(evaluator, values, (dice, roller));
        }
        Self::evaluate((&plan.formulas, plan.value), values)
    }

    /// Draws the order of turns of a step with initiative: the highest first, equal ones by lot.
    fn draw_order<D: Dice, O: Observer<Event>>(
        &self,
        (state, scratch): (&mut State, &mut Scratch),
        step: usize,
        dice: &mut D,
        observer: &mut O,
    ) {
        let Some(plans) = &self.steps[step].order else {
            return;
        };
        let mut drawn = std::mem::take(&mut scratch.drawn);
        drawn.clear();
        for &member in &self.steps[step].members {
            let entry = self.roster.entry_of[member];
            let Some(plan) = &plans[entry] else { continue };
            let values = scratch.of_plan(plan);
            let value = self.roll_value(plan, (state, member), values, dice);
            observer.note(|| Event::Initiative { member, value });
            drawn.push((value, member));
        }
        drawn.sort_unstable_by_key(|&(value, member)| (std::cmp::Reverse(value), member));
        for tied in drawn.chunk_by_mut(|a, b| a.0 == b.0) {
            for place in 0..tied.len().saturating_sub(1) {
                let left = (tied.len() - place) as u32;
                let other = dice.choose(self.lots, left) as usize;
                tied.swap(place, place + other);
            }
        }
        let order = &mut state.orders[step];
        order.clear();
        order.extend(drawn.iter().map(|one| one.1));
        scratch.drawn = drawn;
    }

    fn begin_step<D: Dice>(&self, position: &mut Position, dice: &mut D) {
        let state = &mut position.state;
        let Some(step) = self.steps.get(state.step) else {
            state.step = 0;
            position.state.at = match self.ended(position, true) {
                Some(outcome) => At::End(outcome),
                None => At::Round,
            };
            return;
        };
        state.pending.clear();
        state.pending_values.clear();
        if step.is_at_once {
            state.before.clone_from(&state.board);
        }
        self.enter(state, 0);
        if !step.members.is_empty() {
            state.at = At::Turn;
            return;
        }
        // A step without turns.
        if self.may_act(position) {
            self.begin_plain(position, dice);
            return;
        }
        let is_over = step.is_at_once.then(|| self.ended(position, false));
        position.state.step += 1;
        position.state.at = is_over.flatten().map_or(At::Step, At::End);
    }

    /// Begins what happens in a step without turns.
    fn begin_plain<D: Dice>(&self, position: &mut Position, dice: &mut D) {
        position.state.action = Some(0);
        let turn = self.turn_of(&position.state);
        if let Some(target) = turn.and_then(|turn| turn.actions[0].target.as_ref()) {
            self.draw_targets(position, target, dice);
        }
        position.state.at = At::Act;
    }

    /// Draws the targets of a step without turns by lot.
    fn draw_targets<D: Dice>(&self, position: &mut Position, target: &TargetPlan, dice: &mut D) {
        let Position { state, scratch, .. } = position;
        let mut candidates = std::mem::take(&mut scratch.candidates);
        candidates.clear();
        self.candidates(state, target, scratch, |member| {
            candidates.push(member);
            true
        });
        if target.most == usize::MAX {
            state.picked.append(&mut candidates);
        }
        while state.picked.len() < target.most && !candidates.is_empty() {
            let lot = match candidates.len() {
                1 => 0,
                count => dice.choose(self.lots, count as u32) as usize,
            };
            state.picked.push(candidates.remove(lot));
        }
        scratch.candidates = candidates;
    }

    fn begin_turn<O: Observer<Event>>(&self, position: &mut Position, observer: &mut O) {
        let step = &self.steps[position.state.step];
        loop {
            let state = &mut position.state;
            let slot = state.slot;
            self.enter(state, slot);
            let Some(member) = state.own else {
                let mut is_over = None;
                if step.is_at_once {
                    self.settle(position, observer);
                    is_over = self.ended(position, false);
                }
                position.state.step += 1;
                position.state.at = is_over.map_or(At::Step, At::End);
                return;
            };
            if state.seen(step).stands[member] && self.may_act(position) {
                return;
            }
            position.state.slot += 1;
        }
    }

    /// Continues after an action.
    fn follow<D: Dice, O: Observer<Event>>(
        &self,
        position: &mut Position,
        dice: &mut D,
        observer: &mut O,
    ) {
        let step = &self.steps[position.state.step];
        let times = position.state.times - 1;
        // Called after each action, since a pilot counts these calls.
        let is_abandoned = dice.abandoned();
        let acts = times > 0 && !is_abandoned;
        if step.members.is_empty() && step.is_at_once && !acts {
            self.settle(position, observer);
        }
        let is_settled = !step.is_at_once || step.members.is_empty() && !acts;
        let is_changed = std::mem::take(&mut position.state.is_changed);
        if is_settled
            && !self.lacks_targets(&position.state)
            && (is_changed || !self.endings.is_empty())
            && let Some(outcome) = self.ended(position, false)
        {
            position.state.at = At::End(outcome);
            return;
        }
        if acts && self.acts_again(position) {
            position.state.times = times;
            if step.members.is_empty() {
                self.begin_plain(position, dice);
            }
            return;
        }
        let state = &mut position.state;
        if step.members.is_empty() {
            if acts && step.is_at_once {
                self.settle(position, observer);
            }
            let state = &mut position.state;
            state.step += 1;
            state.at = At::Step;
            return;
        }
        state.slot += 1;
        state.at = At::Turn;
    }

    /// Returns whether nothing happens in a step without turns, since it has no target.
    pub(super) fn lacks_targets(&self, state: &State) -> bool {
        let step = &self.steps[state.step];
        let turn = self.turn_of(state);
        let has_target = turn.is_some_and(|turn| turn.actions[0].target.is_some());
        step.members.is_empty() && !step.is_at_once && has_target && state.picked.is_empty()
    }

    /// Returns whether the member of a position, which has acted, or a step without turns, acts
    /// once more.
    pub(super) fn acts_again(&self, position: &mut Position) -> bool {
        let state = &mut position.state;
        let step = &self.steps[state.step];
        let slot = state.slot;
        self.enter(state, slot);
        let is_plain = step.members.is_empty();
        let stands = state
            .own
            .map_or(is_plain, |own| state.seen(step).stands[own]);
        if is_plain {
            state.action = Some(0);
        }
        stands && self.may_act(position)
    }

    /// Returns how often the member whose turn it is acts in this turn, and sets the allowed
    /// actions.
    pub(super) fn times(&self, position: &mut Position) -> i64 {
        if !self.acts_again(position) {
            return 0;
        }
        position.state.times
    }

    /// Returns the outcome, if the contest is over.
    pub(super) fn ended(&self, position: &mut Position, is_round_end: bool) -> Option<usize> {
        let Position { state, scratch, .. } = position;
        let board = &state.board;
        if self.endings.is_empty() {
            let is_left = |team: &usize| board.standing[*team] + board.late[*team] > 0;
            let mut left = (0..board.standing.len()).filter(is_left);
            let first = left.next();
            if left.next().is_some() {
                return None;
            }
            return Some(first.map_or(self.draw(), |team| self.outcome_of[team]));
        }
        let values = scratch.of_world(self);
        let formulas = &self.world_formulas;
        let at = (board, state.round);
        self.load(
            (formulas, &self.ending_reads),
            at,
            Actors::default(),
            values,
        );
        values.forget();
        let mut holds = |ending: &&super::Ending| {
            let is_met = |when| Evaluator(&formulas.program).value(values, when) != 0;
            (is_round_end || !ending.at_round) && ending.when.is_none_or(is_met)
        };
        let ending = self.endings.iter().find(|ending| holds(ending));
        ending.map(|ending| ending.outcome)
    }
}
