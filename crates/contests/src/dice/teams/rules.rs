//! One trial of a contest of teams.

use super::TeamContest;
use super::narrate::Event;
use super::plan::Place;
use super::plan::{Action, Step, TargetPlan, Turn, ValuePlan};
use super::players::Memory;
use super::position::{Actors, Board, Change, Scratch};
use evenodds_core::contest::game::{Game, GameStop, play};
use evenodds_core::contest::{Observer, Record, Rules};
use evenodds_core::dice::Dice;
use evenodds_dice::expression::{Evaluator, Values};

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

/// What an action at the same time as others does to a target, decided and rolled.
#[derive(Clone, Copy, Debug)]
struct Pending {
    actors: Actors,
    action: usize,
    /// Changes whose conditions hold, as bits.
    marks: u128,
    /// Index of the first of the values that the changes read.
    values: usize,
}

/// A position of a contest of teams.
#[derive(Clone, Debug)]
pub struct Position {
    pub board: Board,
    /// The board before a step in which all act at once.
    pub before: Board,
    pub round: u32,
    pub step: usize,
    /// Number of members that had their turns in the step.
    slot: usize,
    /// Members in the order of their turns, by step; empty for those without initiative.
    pub orders: Vec<Vec<usize>>,
    at: At,
    /// How often the member still acts in its turn.
    times: i64,
    /// Actions that are allowed, as bits.
    pub allowed: u32,
    /// The chosen action.
    pub action: Option<usize>,
    /// Its targets so far.
    pub picked: Vec<usize>,
    pending: Vec<Pending>,
    pending_values: Vec<i64>,
    pub scratch: Scratch,
}

impl Position {
    /// Returns the board that decisions and dice of a step read.
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
            late: vec![0; self.roster.teams.len()],
        };
        let mut position = Position {
            before: board.clone(),
            board,
            round: 0,
            step: 0,
            slot: 0,
            orders: vec![Vec::new(); self.steps.len()],
            at: At::Start,
            times: 0,
            allowed: 0,
            action: None,
            picked: Vec::new(),
            pending: Vec::new(),
            pending_values: Vec::new(),
            scratch: Scratch::default(),
        };
        self.restart(&mut position);
        position
    }

    fn restart(&self, position: &mut Position) {
        let board = &mut position.board;
        board.values.copy_from_slice(&self.start_values);
        board.joined.copy_from_slice(&self.joined);
        board.stands.fill(false);
        board.standing.fill(0);
        board.late.copy_from_slice(&self.late);
        position.round = 0;
        position.at = At::Start;
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
            match position.at {
                At::End(outcome) => return GameStop::End(outcome),
                At::Start => self.begin_contest(position, dice, observer),
                At::Round => self.begin_round(position, dice, observer),
                At::Step => self.begin_step(position, dice, observer),
                At::Turn => self.begin_turn(position, dice, observer),
                At::Choice => {
                    if let Some(team) = self.decide(position) {
                        return GameStop::Decision(team);
                    }
                }
                At::Act => {
                    self.act(position, dice, observer);
                    position.at = At::Acted;
                }
                At::Acted => self.follow(position, dice.abandoned()),
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
        self.take(position, choice);
    }

    fn actions(&self, position: &Position, actions: &mut Vec<Choice>) {
        let mut scratch = Scratch::default();
        self.scan(position, &mut scratch, &mut |choice| {
            actions.push(choice);
            true
        });
    }

    fn choose<D: Dice>(&self, position: &Position, memory: &mut Memory, dice: &mut D) -> Choice {
        self.best(position, memory);
        let best = &memory.best;
        let place = match best.len() {
            0 | 1 => 0,
            count => {
                let roller = self
                    .member(position)
                    .map_or(0, |member| self.rollers_of[member]);
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

impl Rules for TeamContest {
    type State = (Position, Memory);

    fn state(&self) -> Self::State {
        (self.start(), self.memory())
    }

    fn trial<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        (position, memory): &mut Self::State,
        observer: &mut O,
        record: &mut Record,
    ) {
        let choose = |position: &Position, _, memory: &mut Memory, dice: &mut D| {
            self.choose(position, memory, dice)
        };
        play(self, (position, memory), dice, observer, record, choose);
    }
}

impl TeamContest {
    /// Returns the member whose turn it is.
    pub(super) fn member(&self, position: &Position) -> Option<usize> {
        self.order(position).get(position.slot).copied()
    }

    /// Returns the members of a step in the order of their turns.
    fn order<'a>(&'a self, position: &'a Position) -> &'a [usize] {
        let step = &self.steps[position.step];
        if step.order.is_some() {
            &position.orders[position.step]
        } else {
            &step.members
        }
    }

    /// Returns the turn that is taken.
    pub(super) fn turn_of(&self, position: &Position) -> Option<&Turn> {
        self.steps[position.step].turns[self.turn_index(position)].as_ref()
    }

    /// Returns the index of the turn among those of its step.
    fn turn_index(&self, position: &Position) -> usize {
        let own = self.member(position);
        own.map_or(self.roster.entries.len(), |own| self.roster.entry_of[own])
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
                let value = self.roll_value(plan, (position, member), dice);
                let place = Place::Member(member, *field);
                self.set(&mut position.board, (place, value), Actors::default());
                observer.note(|| Event::Started {
                    member,
                    field: *field,
                    value,
                });
            }
            self.look_at(&mut position.board, member, &mut position.scratch);
        }
        for step in 0..self.steps.len() {
            if !self.steps[step].orders_each_round {
                self.draw_order(position, step, dice, observer);
            }
        }
        position.at = match self.ended(position, false) {
            Some(outcome) => At::End(outcome),
            None => At::Round,
        };
    }

    fn begin_round<D: Dice, O: Observer<Event>>(
        &self,
        position: &mut Position,
        dice: &mut D,
        observer: &mut O,
    ) {
        if position.round >= self.most_rounds || dice.abandoned() {
            position.at = At::End(self.unresolved());
            return;
        }
        position.round += 1;
        observer.note(|| Event::Round(position.round));
        self.join(position, observer);
        for step in 0..self.steps.len() {
            if self.steps[step].orders_each_round {
                self.draw_order(position, step, dice, observer);
            }
        }
        position.step = 0;
        position.at = At::Step;
    }

    /// Lets members join whose conditions hold.
    pub(super) fn join<O: Observer<Event>>(&self, position: &mut Position, observer: &mut O) {
        for member in 0..position.board.joined.len() {
            if position.board.joined[member] {
                continue;
            }
            let entry = self.roster.entry_of[member];
            let Some((node, reads)) = &self.from[entry] else {
                continue;
            };
            let Position {
                board,
                scratch,
                round,
                ..
            } = position;
            let values = scratch.of_world(self);
            let formulas = &self.world_formulas;
            self.load(
                (formulas, reads),
                (board, *round),
                Actors::default(),
                values,
            );
            if self.evaluate((formulas, *node), values) != 0 {
                board.joined[member] = true;
                board.late[self.team_of[member]] -= 1;
                self.look_at(board, member, scratch);
                observer.note(|| Event::Joined { member });
            }
        }
    }

    /// Rolls a value of a member.
    fn roll_value<D: Dice>(
        &self,
        plan: &ValuePlan,
        (position, member): (&mut Position, usize),
        dice: &mut D,
    ) -> i64 {
        let mut values = Values::new(&plan.formulas.program);
        let actors = Actors {
            own: Some(member),
            target: None,
        };
        let at = (&position.board, position.round);
        self.load((&plan.formulas, &plan.reads), at, actors, &mut values);
        let roller = self.rollers_of[member] + plan.stream;
        for throw in &plan.throws {
            let evaluator = Evaluator(&plan.formulas.program);
            throw.throw(evaluator, &mut values, (dice, roller));
        }
        self.evaluate((&plan.formulas, plan.value), &mut values)
    }

    /// Draws the order of turns of a step with initiative: the highest first, equal ones by lot.
    fn draw_order<D: Dice, O: Observer<Event>>(
        &self,
        position: &mut Position,
        step: usize,
        dice: &mut D,
        observer: &mut O,
    ) {
        let Some(plans) = &self.steps[step].order else {
            return;
        };
        let mut drawn = Vec::with_capacity(self.steps[step].members.len());
        for &member in &self.steps[step].members {
            let entry = self.roster.entry_of[member];
            let Some(plan) = &plans[entry] else { continue };
            let value = self.roll_value(plan, (position, member), dice);
            observer.note(|| Event::Initiative { member, value });
            drawn.push((value, member));
        }
        drawn.sort_by_key(|one| std::cmp::Reverse(one.0));
        for tied in drawn.chunk_by_mut(|a, b| a.0 == b.0) {
            for place in 0..tied.len().saturating_sub(1) {
                let left = (tied.len() - place) as u32;
                let other = dice.choose(self.lots, left) as usize;
                tied.swap(place, place + other);
            }
        }
        let order = &mut position.orders[step];
        order.clear();
        order.extend(drawn.iter().map(|one| one.1));
    }

    fn begin_step<D: Dice, O: Observer<Event>>(
        &self,
        position: &mut Position,
        dice: &mut D,
        observer: &mut O,
    ) {
        let Some(step) = self.steps.get(position.step) else {
            position.step = 0;
            position.at = match self.ended(position, true) {
                Some(outcome) => At::End(outcome),
                None => At::Round,
            };
            return;
        };
        position.slot = 0;
        position.pending.clear();
        position.pending_values.clear();
        if step.is_at_once {
            let Position { board, before, .. } = position;
            before.clone_from(board);
        }
        if !step.members.is_empty() {
            position.at = At::Turn;
            return;
        }
        // A step without turns.
        position.at = At::Acted;
        position.times = 0;
        if !self.may_act(position) {
            return;
        }
        position.action = Some(0);
        position.picked.clear();
        let turn = step.turns[self.roster.entries.len()].as_ref();
        if let Some(target) = turn.and_then(|turn| turn.actions[0].target.as_ref()) {
            self.draw_targets(position, target, dice);
        }
        let _ = observer;
        position.at = At::Act;
    }

    /// Draws the targets of a step without turns by lot.
    fn draw_targets<D: Dice>(&self, position: &mut Position, target: &TargetPlan, dice: &mut D) {
        let mut candidates = Vec::new();
        let mut scratch = std::mem::take(&mut position.scratch);
        self.candidates(position, target, &mut scratch, |member| {
            candidates.push(member);
            true
        });
        position.scratch = scratch;
        while candidates.len() > target.most {
            let lot = dice.choose(self.lots, candidates.len() as u32) as usize;
            candidates.remove(lot);
        }
        position.picked.extend(candidates);
    }

    fn begin_turn<D: Dice, O: Observer<Event>>(
        &self,
        position: &mut Position,
        _: &mut D,
        observer: &mut O,
    ) {
        let step = &self.steps[position.step];
        loop {
            let Some(member) = self.member(position) else {
                if step.is_at_once {
                    self.settle(position, observer);
                }
                let is_over = step
                    .is_at_once
                    .then(|| self.ended(position, false))
                    .flatten();
                position.step += 1;
                position.at = is_over.map_or(At::Step, At::End);
                return;
            };
            if position.seen(step).stands[member] && self.may_act(position) {
                position.action = None;
                position.picked.clear();
                position.at = At::Choice;
                return;
            }
            position.slot += 1;
        }
    }

    /// Reads the conditions of a turn: how often the member acts, and which actions are allowed. Returns
    /// whether it acts.
    fn may_act(&self, position: &mut Position) -> bool {
        let index = self.turn_index(position);
        let step = &self.steps[position.step];
        let Some(turn) = &step.turns[index] else {
            return false;
        };
        let own = self.member(position);
        let (is_at_once, number) = (step.is_at_once, position.step);
        let Position {
            board,
            before,
            scratch,
            round,
            times,
            allowed,
            ..
        } = position;
        *times = 1;
        *allowed = 1;
        if turn.when.is_none() && turn.times.is_none() && !turn.has_conditions() {
            *allowed = (1_u64 << turn.actions.len()).wrapping_sub(1) as u32;
            return true;
        }
        let board = if is_at_once { before } else { board };
        let values = scratch.of_turn(self, number, index);
        let formulas = &turn.formulas;
        let actors = Actors { own, target: None };
        self.load((formulas, &turn.reads), (board, *round), actors, values);
        values.forget();
        let mut value = |node| Evaluator(&formulas.program).value(values, node);
        if turn.when.is_some_and(|when| value(when) == 0) {
            return false;
        }
        *times = turn.times.map_or(1, &mut value);
        *allowed = 0;
        for (index, action) in turn.actions.iter().enumerate() {
            if action.when.is_none_or(|when| value(when) != 0) {
                *allowed |= 1 << index;
            }
        }
        *times > 0 && *allowed != 0
    }

    /// Takes an option of a decision.
    pub(super) fn take(&self, position: &mut Position, choice: Choice) {
        position.action = Some(choice.action);
        position.picked.extend(choice.target);
        let action = self
            .turn_of(position)
            .map(|turn| &turn.actions[choice.action]);
        let most = action
            .and_then(|action| action.target.as_ref())
            .map(|target| target.most);
        position.at = match (most, choice.target) {
            (Some(most), Some(_)) if position.picked.len() < most => At::Choice,
            _ => At::Act,
        };
    }

    /// Takes the only option of the member; returns its team if it has a choice.
    fn decide(&self, position: &mut Position) -> Option<usize> {
        let mut scratch = std::mem::take(&mut position.scratch);
        let mut only = None;
        let is_free = self.scan(position, &mut scratch, &mut |choice| {
            only.replace(choice).is_none()
        });
        position.scratch = scratch;
        if is_free {
            return self.member(position).map(|member| self.team_of[member]);
        }
        match only {
            Some(choice) => self.take(position, choice),
            None if position.action.is_some() => position.at = At::Act,
            None => {
                position.times = 0;
                position.at = At::Acted;
            }
        }
        None
    }

    /// Passes the options of a decision to `see` until it returns false; returns whether it did.
    pub(super) fn scan(
        &self,
        position: &Position,
        scratch: &mut Scratch,
        see: &mut dyn FnMut(Choice) -> bool,
    ) -> bool {
        let Some(turn) = self.turn_of(position) else {
            return false;
        };
        for (index, action) in turn.actions.iter().enumerate() {
            let is_chosen = position.action.is_none_or(|chosen| chosen == index);
            if position.allowed & 1 << index == 0 || !is_chosen {
                continue;
            }
            let Some(target) = &action.target else {
                let choice = Choice {
                    action: index,
                    target: None,
                };
                if !see(choice) {
                    return true;
                }
                continue;
            };
            if target.most == usize::MAX {
                let has_targets = self.candidates(position, target, scratch, |_| false);
                let choice = Choice {
                    action: index,
                    target: None,
                };
                if has_targets && !see(choice) {
                    return true;
                }
                continue;
            }
            let stopped = self.candidates(position, target, scratch, |member| {
                see(Choice {
                    action: index,
                    target: Some(member),
                })
            });
            if stopped {
                return true;
            }
        }
        false
    }

    /// Passes the members that an action can affect, other than its targets so far, to `see` until it
    /// returns false; returns whether it did.
    pub(super) fn candidates(
        &self,
        position: &Position,
        target: &TargetPlan,
        scratch: &mut Scratch,
        mut see: impl FnMut(usize) -> bool,
    ) -> bool {
        let step = &self.steps[position.step];
        let board = position.seen(step);
        let own = self.member(position);
        let turn = self.turn_index(position);
        let team = own.map(|own| self.team_of[own]);
        for &member in &target.members {
            let belongs = own != Some(member) || target.group.has_own(team);
            if !board.stands[member] || !belongs || position.picked.contains(&member) {
                continue;
            }
            if let Some(condition) = target.condition
                && let Some(plan) = &step.turns[turn]
            {
                let values = scratch.of_turn(self, position.step, turn);
                let actors = Actors {
                    own,
                    target: Some(member),
                };
                let formulas = &plan.formulas;
                self.load(
                    (formulas, &target.reads),
                    (board, position.round),
                    actors,
                    values,
                );
                if self.evaluate((formulas, condition), values) == 0 {
                    continue;
                }
            }
            if !see(member) {
                return true;
            }
        }
        false
    }

    /// Begins the turn at a place of the order, for exact answers.
    pub(super) fn enter(&self, position: &mut Position, slot: usize) {
        position.slot = slot;
        position.action = None;
        position.picked.clear();
        position.at = At::Choice;
    }

    /// Returns how often the member of the position acts in its turn, which also finds its actions.
    pub(super) fn times(&self, position: &mut Position) -> i64 {
        let step = &self.steps[position.step];
        let stands = self
            .member(position)
            .is_none_or(|own| position.seen(step).stands[own]);
        let is_there = step.members.is_empty() || self.member(position).is_some();
        if is_there && stands && self.may_act(position) {
            if step.members.is_empty() {
                position.action = Some(0);
            }
            position.times
        } else {
            0
        }
    }

    /// Returns whether the member of the position acts once more.
    pub(super) fn acts_again(&self, position: &mut Position) -> bool {
        let step = &self.steps[position.step];
        position.action = None;
        position.picked.clear();
        let stands = self
            .member(position)
            .is_some_and(|own| position.seen(step).stands[own]);
        stands && self.may_act(position)
    }

    /// Returns whether a target is still chosen.
    pub(super) fn is_choice(&self, position: &Position) -> bool {
        position.at == At::Choice
    }

    /// Throws the dice of an action and makes its changes.
    fn act<D: Dice, O: Observer<Event>>(
        &self,
        position: &mut Position,
        dice: &mut D,
        observer: &mut O,
    ) {
        let own = self.member(position);
        let index = self.turn_index(position);
        let number = position.step;
        let Some(turn) = &self.steps[number].turns[index] else {
            return;
        };
        let Some(place) = position.action else {
            return;
        };
        let action = &turn.actions[place];
        if let Some(target) = &action.target
            && target.most == usize::MAX
            && position.picked.is_empty()
        {
            let mut scratch = std::mem::take(&mut position.scratch);
            let mut picked = std::mem::take(&mut position.picked);
            self.candidates(position, target, &mut scratch, |member| {
                picked.push(member);
                true
            });
            (position.scratch, position.picked) = (scratch, picked);
        }
        observer.note(|| Event::Acts {
            step: number,
            turn: index,
            action: place,
            member: own,
            targets: position.picked.clone(),
        });
        let count = position
            .picked
            .len()
            .max(usize::from(action.target.is_none()));
        let mut thrown = 0;
        for pick in 0..count {
            let actors = Actors {
                own,
                target: position.picked.get(pick).copied(),
            };
            let act = Act {
                turn,
                index,
                action,
                place,
                actors,
                is_first: pick == 0,
            };
            self.affect(position, &act, &mut thrown, dice, observer);
        }
    }

    /// Throws the dice of an action for one target and makes its changes.
    fn affect<D: Dice, O: Observer<Event>>(
        &self,
        position: &mut Position,
        act: &Act<'_>,
        thrown: &mut u64,
        dice: &mut D,
        observer: &mut O,
    ) {
        let &Act {
            turn,
            index,
            action,
            place,
            actors,
            is_first,
        } = act;
        let formulas = &turn.formulas;
        let Position {
            board,
            before,
            round,
            step,
            scratch,
            pending,
            pending_values,
            ..
        } = position;
        let is_at_once = self.steps[*step].is_at_once;
        for (roll, plan) in action.rolls.iter().enumerate() {
            if plan.is_against {
                *thrown &= !(1 << roll);
            }
        }
        let seen = if is_at_once { &*before } else { &*board };
        let values = scratch.of_turn(self, *step, index);
        let at = (seen, *round);
        let throws = Throws {
            contest: self,
            act,
            at,
        };
        throws.throw(action.condition_rolls, (thrown, values), dice, observer);
        self.load((formulas, &action.reads), at, actors, values);
        let mut marks = action.conditions.run(&formulas.program, values);
        let mut rolls = 0;
        for (bit, write) in action.writes.iter().enumerate() {
            if !write.has_condition {
                marks |= 1 << bit;
            }
            if write.is_once && !is_first {
                marks &= !(1 << bit);
            }
            if marks & 1 << bit != 0 {
                rolls |= write.rolls;
            }
        }
        if rolls & !*thrown != 0 {
            throws.throw(rolls, (thrown, values), dice, observer);
        }
        if is_at_once {
            self.load((formulas, &action.exact.reads), at, actors, values);
            let first = pending_values.len();
            values.forget();
            for &(write, node) in &action.exact.known {
                let is_read = marks & 1 << write != 0;
                pending_values.push(if is_read {
                    Evaluator(&formulas.program).value(values, node)
                } else {
                    0
                });
            }
            pending.push(Pending {
                actors,
                action: place,
                marks,
                values: first,
            });
            return;
        }
        if marks == 0 {
            return;
        }
        if !action.frozen.is_empty() {
            self.load((formulas, &action.frozen_reads), at, actors, values);
            action.frozen_code.run(&formulas.program, values);
        }
        for bit in 0..action.writes.len() {
            if marks & 1 << bit != 0 {
                self.write(position, act, bit, false, observer);
            }
        }
    }

    /// Makes the changes of a table.
    pub(super) fn write<O: Observer<Event>>(
        &self,
        position: &mut Position,
        act: &Act<'_>,
        bit: usize,
        from_known: bool,
        observer: &mut O,
    ) {
        let Position {
            board,
            round,
            step,
            scratch,
            ..
        } = position;
        let formulas = &act.turn.formulas;
        let write = &act.action.writes[bit];
        let values = scratch.of_turn(self, *step, act.index);
        self.load(
            (formulas, &write.reads),
            (board, *round),
            act.actors,
            values,
        );
        let code = if from_known {
            &write.known_changes
        } else {
            &write.changes
        };
        code.run(&formulas.program, values);
        let mut touched = 0;
        for &(variable, place) in &write.places {
            let value = values.variables[variable];
            let Some(change) = self.set(board, (place, value), act.actors) else {
                continue;
            };
            touched += 1;
            self.count_damage(change, act.actors, observer);
            observer.note(|| Event::Changed(change));
        }
        if touched > 0 {
            for &(_, place) in &write.places {
                let member = match place {
                    Place::Own(_) => act.actors.own,
                    Place::Target(_) => act.actors.target,
                    Place::Member(member, _) => Some(member),
                    Place::World(_) => None,
                };
                if let Some(member) = member {
                    let stood = board.stands[member];
                    self.look_at(board, member, scratch);
                    if board.stands[member] != stood {
                        observer.note(|| Event::Stands {
                            member,
                            stands: !stood,
                        });
                    }
                }
            }
        }
    }

    /// Adds to the damage that a member has dealt.
    fn count_damage<O: Observer<Event>>(&self, change: Change, actors: Actors, observer: &mut O) {
        let (Some(hit_points), Some(own)) = (self.hit_points, actors.own) else {
            return;
        };
        if let Place::Member(member, field) = change.place
            && field == hit_points
            && self.team_of[member] != self.team_of[own]
            && change.to < change.from
            && let Some(metric) = self.damage_metrics[self.roster.entry_of[own]]
        {
            observer.count(metric, change.from - change.to);
        }
    }

    /// Makes the changes of a step in which all act at once.
    fn settle<O: Observer<Event>>(&self, position: &mut Position, observer: &mut O) {
        for index in 0..position.pending.len() {
            let pending = position.pending[index];
            let entry = pending
                .actors
                .own
                .map_or(self.roster.entries.len(), |own| self.roster.entry_of[own]);
            let Some(turn) = &self.steps[position.step].turns[entry] else {
                continue;
            };
            let action = &turn.actions[pending.action];
            let act = Act {
                turn,
                index: entry,
                action,
                place: pending.action,
                actors: pending.actors,
                is_first: true,
            };
            for (bit, _) in action.writes.iter().enumerate() {
                if pending.marks & 1 << bit == 0 {
                    continue;
                }
                let known = action.exact.known.iter().enumerate();
                for (place, &(write, node)) in known {
                    if write == bit {
                        let value = position.pending_values[pending.values + place];
                        let values = position.scratch.of_turn(self, position.step, entry);
                        values.set(node, value);
                    }
                }
                self.write(position, &act, bit, true, observer);
            }
        }
        position.pending.clear();
        position.pending_values.clear();
    }

    /// Continues after an action.
    fn follow(&self, position: &mut Position, is_abandoned: bool) {
        let step = &self.steps[position.step];
        if !step.is_at_once
            && let Some(outcome) = self.ended(position, false)
        {
            position.at = At::End(outcome);
            return;
        }
        if step.members.is_empty() {
            if step.is_at_once {
                self.settle(position, &mut evenodds_core::contest::Silent);
            }
            position.step += 1;
            position.at = At::Step;
            return;
        }
        position.times -= 1;
        position.action = None;
        position.picked.clear();
        let stands = self
            .member(position)
            .is_some_and(|own| position.seen(step).stands[own]);
        if position.times > 0 && stands && !is_abandoned {
            let times = position.times;
            if self.may_act(position) {
                position.times = times;
                position.at = At::Choice;
                return;
            }
        }
        position.slot += 1;
        position.at = At::Turn;
    }

    /// Returns the outcome, if the contest is over.
    pub(super) fn ended(&self, position: &mut Position, is_round_end: bool) -> Option<usize> {
        let Position {
            board,
            scratch,
            round,
            ..
        } = position;
        if self.endings.is_empty() {
            let mut left = (0..board.standing.len())
                .filter(|&team| board.standing[team] + board.late[team] > 0);
            let first = left.next();
            if left.next().is_some() {
                return None;
            }
            return Some(first.map_or(self.draw(), |team| self.outcome_of[team]));
        }
        let values = scratch.of_world(self);
        let formulas = &self.world_formulas;
        self.load(
            (formulas, &self.ending_reads),
            (board, *round),
            Actors::default(),
            values,
        );
        values.forget();
        let holds = |ending: &&super::Ending| {
            (is_round_end || !ending.at_round)
                && ending
                    .when
                    .is_none_or(|when| Evaluator(&formulas.program).value(values, when) != 0)
        };
        let mut holds = holds;
        self.endings
            .iter()
            .find(|ending| holds(ending))
            .map(|ending| ending.outcome)
    }
}

/// An action of a member with one target.
pub struct Act<'a> {
    pub turn: &'a Turn,
    /// Index of the turn among those of its step.
    pub index: usize,
    pub action: &'a Action,
    /// Index of the action.
    pub place: usize,
    pub actors: Actors,
    /// Whether it is the first target.
    pub is_first: bool,
}

/// Throws of an action.
struct Throws<'a> {
    contest: &'a TeamContest,
    act: &'a Act<'a>,
    at: (&'a Board, u32),
}

impl Throws<'_> {
    /// Throws some rolls that are not thrown yet.
    fn throw<D: Dice, O: Observer<Event>>(
        &self,
        rolls: u64,
        (thrown, values): (&mut u64, &mut Values),
        dice: &mut D,
        observer: &mut O,
    ) {
        let Act {
            turn,
            action,
            actors,
            ..
        } = *self.act;
        let mut left = rolls & !*thrown;
        *thrown |= left;
        while left != 0 {
            let roll = left.trailing_zeros() as usize;
            left &= left - 1;
            let plan = &action.rolls[roll];
            let formulas = &turn.formulas;
            if !plan.reads.is_empty() {
                self.contest
                    .load((formulas, &plan.reads), self.at, actors, values);
            }
            let first = actors
                .own
                .map_or(self.contest.lots + 1, |own| self.contest.rollers_of[own]);
            values.forget();
            for throw in &plan.throws {
                throw.throw(
                    Evaluator(&formulas.program),
                    values,
                    (dice, first + plan.stream),
                );
            }
            observer.note(|| {
                let pools = formulas.program.rolls[plan.roll].pools.clone();
                let pools = values.pools[pools].to_vec();
                let node = formulas.program.rolls[plan.roll].value;
                values.forget();
                Event::Thrown {
                    name: plan.name.clone(),
                    pools,
                    value: Evaluator(&formulas.program).value(values, node),
                }
            });
        }
    }
}
