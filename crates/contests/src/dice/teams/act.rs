//! An action: its dice, and what it changes.

use super::TeamContest;
use super::narrate::Event;
use super::plan::{Action, Place, Turn};
use super::position::{Actors, Board, Change};
use super::rules::Position;
use evenodds_core::contest::Observer;
use evenodds_core::dice::Dice;
use evenodds_dice::expression::{Evaluator, Values};

/// Effect of an action on a target, decided and rolled but not yet applied, since others act at the
/// same time.
#[derive(Clone, Copy, Debug)]
pub struct Pending {
    actors: Actors,
    /// Index of the turn among those of its step.
    turn: usize,
    action: usize,
    /// Changes whose conditions hold, as bits.
    marks: u128,
    /// Index of the first of the values that the changes read.
    values: usize,
}

/// An action of a member with one target.
#[derive(Clone, Copy)]
pub struct Act<'a> {
    pub turn: &'a Turn,
    /// Index of the turn among those of its step.
    pub index: usize,
    pub action: &'a Action,
    /// Index of the action.
    pub place: usize,
    pub actors: Actors,
    /// True if it is the first target.
    pub is_first: bool,
}

impl TeamContest {
    /// Completes the targets of the chosen action, and returns it for the first of them.
    pub(super) fn prepare_act(&self, position: &mut Position) -> Option<Act<'_>> {
        let Position { state, scratch, .. } = position;
        let turn = self.turn_of(state)?;
        let place = state.action?;
        let action = &turn.actions[place];
        if let Some(target) = &action.target
            && target.most == usize::MAX
            && state.picked.is_empty()
        {
            let mut picked = std::mem::take(&mut state.picked);
            self.candidates(state, target, scratch, |member| {
                picked.push(member);
                true
            });
            state.picked = picked;
        }
        Some(Act {
            turn,
            index: state.turn,
            action,
            place,
            actors: Actors {
                own: state.own,
                target: state.picked.first().copied(),
            },
            is_first: true,
        })
    }

    /// Returns the number of times that an action makes its changes.
    pub(super) fn acts(position: &Position, act: &Act<'_>) -> usize {
        let alone = usize::from(act.action.target.is_none());
        position.state.picked.len().max(alone)
    }

    /// Throws the dice of an action and makes its changes.
    pub(super) fn act<D: Dice, O: Observer<Event>>(
        &self,
        position: &mut Position,
        dice: &mut D,
        observer: &mut O,
    ) {
        let Some(mut act) = self.prepare_act(position) else {
            return;
        };
        observer.note(|| Event::Acts {
            step: position.state.step,
            turn: act.index,
            action: act.place,
            member: act.actors.own,
            targets: position.state.picked.clone(),
        });
        let mut thrown = 0;
        for pick in 0..Self::acts(position, &act) {
            act.actors.target = position.state.picked.get(pick).copied();
            act.is_first = pick == 0;
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
        let Position { state, scratch, .. } = position;
        let step = &self.steps[state.step];
        if !is_first {
            *thrown &= !action.against;
        }
        let values = scratch.of_turn(self, state.step, index);
        let at = (state.seen(step), state.round);
        let throws = Throws {
            contest: self,
            act,
            at,
        };
        throws.throw(action.condition_rolls, (thrown, values), dice, observer);
        self.load((formulas, &action.reads), at, actors, values);
        let mut marks = action.conditions.run(&formulas.program, values) | action.unconditional;
        if !is_first {
            marks &= !action.once;
        }
        if marks == 0 {
            return;
        }
        let mut rolls = 0;
        for (bit, write) in action.writes.iter().enumerate() {
            if marks & 1 << bit != 0 {
                rolls |= write.rolls;
            }
        }
        if rolls & !*thrown != 0 {
            throws.throw(rolls, (thrown, values), dice, observer);
        }
        if step.is_at_once {
            self.load((formulas, &action.exact.reads), at, actors, values);
            let first = state.pending_values.len();
            values.forget();
            for &(write, node) in &action.exact.known {
                let is_read = marks & 1 << write != 0;
                state.pending_values.push(if is_read {
                    Evaluator(&formulas.program).value(values, node)
                } else {
                    0
                });
            }
            state.pending.push(Pending {
                actors,
                turn: index,
                action: place,
                marks,
                values: first,
            });
            return;
        }
        if !action.frozen.is_empty() {
            self.load((formulas, &action.frozen_reads), at, actors, values);
            action.frozen_code.run(&formulas.program, values);
        }
        for bit in 0..action.writes.len() {
            if marks & 1 << bit != 0 {
                self.write(position, act, (bit, false), observer);
            }
        }
    }

    /// Makes the changes of a table, from dice that were thrown or from known nodes.
    pub(super) fn write<O: Observer<Event>>(
        &self,
        position: &mut Position,
        act: &Act<'_>,
        (bit, from_known): (usize, bool),
        observer: &mut O,
    ) {
        let Position { state, scratch, .. } = position;
        let formulas = &act.turn.formulas;
        let write = &act.action.writes[bit];
        let values = scratch.of_turn(self, state.step, act.index);
        let board = &mut state.board;
        self.load(
            (formulas, &write.reads),
            (board, state.round),
            act.actors,
            values,
        );
        let code = if from_known {
            &write.known_changes
        } else {
            &write.changes
        };
        code.run(&formulas.program, values);
        let mut is_changed = false;
        for &(variable, place) in &write.places {
            let value = values.variables[variable];
            let Some(change) = self.set(board, (place, value), act.actors) else {
                continue;
            };
            is_changed = true;
            self.count_damage(change, act.actors, observer);
            observer.note(|| Event::Changed(change));
        }
        if !is_changed {
            return;
        }
        state.is_changed = true;
        for &(_, place) in &write.places {
            let Some(member) = act.actors.changed(place) else {
                continue;
            };
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
    pub(super) fn settle<O: Observer<Event>>(&self, position: &mut Position, observer: &mut O) {
        for index in 0..position.state.pending.len() {
            let pending = position.state.pending[index];
            let Some(turn) = &self.steps[position.state.step].turns[pending.turn] else {
                continue;
            };
            let action = &turn.actions[pending.action];
            let act = Act {
                turn,
                index: pending.turn,
                action,
                place: pending.action,
                actors: pending.actors,
                is_first: true,
            };
            for bit in 0..action.writes.len() {
                if pending.marks & 1 << bit == 0 {
                    continue;
                }
                let Position { state, scratch, .. } = &mut *position;
                let values = scratch.of_turn(self, state.step, pending.turn);
                for (place, &(write, node)) in action.exact.known.iter().enumerate() {
                    if write == bit {
                        values.set(node, state.pending_values[pending.values + place]);
                    }
                }
                self.write(position, &act, (bit, true), observer);
            }
        }
        position.state.pending.clear();
        position.state.pending_values.clear();
    }
}

/// Throws of an action.
struct Throws<'a> {
    contest: &'a TeamContest,
    act: &'a Act<'a>,
    at: (&'a Board, u32),
}

impl Throws<'_> {
    /// Throws some rolls that are not thrown yet.
    #[inline]
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
        if left == 0 {
            return;
        }
        *thrown |= left;
        let contest = self.contest;
        let first = actors
            .own
            .map_or(contest.lots + 1, |own| contest.rollers_of[own]);
        let formulas = &turn.formulas;
        values.forget();
        while left != 0 {
            let roll = left.trailing_zeros() as usize;
            left &= left - 1;
            let plan = &action.rolls[roll];
            if !plan.reads.is_empty() {
                contest.load((formulas, &plan.reads), self.at, actors, values);
                values.forget();
            }
            for throw in &plan.throws {
                let evaluator = Evaluator(&formulas.program);
                throw.throw(evaluator, values, (dice, first + plan.stream));
            }
            observer.note(|| {
                let thrown = &formulas.program.rolls[plan.roll];
                let pools = values.pools[thrown.pools.clone()].to_vec();
                values.forget();
                Event::Thrown {
                    name: plan.name.clone(),
                    pools,
                    value: Evaluator(&formulas.program).value(values, thrown.value),
                }
            });
        }
    }
}
