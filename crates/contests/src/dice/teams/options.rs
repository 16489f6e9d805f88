//! The options of a member in its turn.

use super::TeamContest;
use super::plan::TargetPlan;
use super::position::{Actors, Scratch};
use super::rules::{At, Choice, Position, State};
use super::scope::Group;
use evenodds_dice::expression::Evaluator;

impl TeamContest {
    /// Reads the conditions of a turn: the number of times that the member acts, and the allowed
    /// actions. Returns whether it acts.
    pub(super) fn may_act(&self, position: &mut Position) -> bool {
        let Position { state, scratch, .. } = position;
        let step = &self.steps[state.step];
        let Some(turn) = &step.turns[state.turn] else {
            return false;
        };
        state.times = 1;
        if !turn.has_conditions {
            state.allowed = ((1_u64 << turn.actions.len()) - 1) as u32;
            return true;
        }
        let values = scratch.of_turn(self, state.step, state.turn);
        let formulas = &turn.formulas;
        let actors = Actors {
            own: state.own,
            target: None,
        };
        let at = (state.seen(step), state.round);
        self.load((formulas, &turn.reads), at, actors, values);
        values.forget();
        let mut value = |node| Evaluator(&formulas.program).value(values, node);
        if turn.when.is_some_and(|when| value(when) == 0) {
            return false;
        }
        state.times = turn.times.map_or(1, &mut value);
        state.allowed = 0;
        for (index, action) in turn.actions.iter().enumerate() {
            if action.when.is_none_or(|when| value(when) != 0) {
                state.allowed |= 1 << index;
            }
        }
        state.times > 0 && state.allowed != 0
    }

    /// Takes an option of a decision.
    pub(super) fn take(&self, state: &mut State, choice: Choice) {
        state.action = Some(choice.action);
        state.picked.extend(choice.target);
        state.at = At::Act;
        if choice.target.is_some()
            && let Some(turn) = self.turn_of(state)
            && let Some(target) = &turn.actions[choice.action].target
            && state.picked.len() < target.most
        {
            state.at = At::Choice;
        }
    }

    /// Returns whether the member of a position has more than one option; otherwise takes the only
    /// one.
    pub(super) fn decide(&self, position: &mut Position) -> bool {
        let Position { state, scratch, .. } = position;
        if state.action.is_none()
            && let Some(turn) = self.turn_of(state)
            && let Some(group) = turn.any_of
            && self.has_two(state, group)
        {
            return true;
        }
        let mut only = None;
        let is_free = self.scan(state, scratch, &mut |choice| only.replace(choice).is_none());
        if is_free {
            return true;
        }
        match only {
            Some(choice) => self.take(state, choice),
            None if state.action.is_some() => state.at = At::Act,
            None => {
                state.slot += 1;
                state.at = At::Turn;
            }
        }
        false
    }

    /// Returns whether at least two members of a group stand besides the one whose turn it is.
    fn has_two(&self, state: &State, group: Group) -> bool {
        let Some(own) = state.own else { return false };
        let board = state.seen(&self.steps[state.step]);
        let team = self.team_of[own];
        let members = match group {
            Group::Own => 0,
            Group::Allies => board.standing[team].saturating_sub(1),
            Group::Team(of) => board.standing[of],
            Group::Enemies | Group::Others => {
                let all: u32 = board.standing.iter().sum();
                let left_out = match group {
                    Group::Enemies => board.standing[team],
                    _ => 1,
                };
                all.saturating_sub(left_out)
            }
        };
        members > 1
    }

    /// Passes the options of a decision to `see` until it returns false; returns whether it did.
    pub(super) fn scan(
        &self,
        state: &State,
        scratch: &mut Scratch,
        see: &mut dyn FnMut(Choice) -> bool,
    ) -> bool {
        let Some(turn) = self.turn_of(state) else {
            return false;
        };
        for (index, action) in turn.actions.iter().enumerate() {
            let is_chosen = state.action.is_none_or(|chosen| chosen == index);
            if state.allowed & 1 << index == 0 || !is_chosen {
                continue;
            }
            let whole = Choice {
                action: index,
                target: None,
            };
            let stopped = match &action.target {
                None => !see(whole),
                Some(target) if target.most == usize::MAX => {
                    self.candidates(state, target, scratch, |_| false) && !see(whole)
                }
                Some(target) => self.candidates(state, target, scratch, |member| {
                    see(Choice {
                        action: index,
                        target: Some(member),
                    })
                }),
            };
            if stopped {
                return true;
            }
        }
        false
    }

    /// Passes the members that an action can affect, other than its targets so far, to `see` until
    /// it returns false; returns whether it did.
    #[inline]
    pub(super) fn candidates(
        &self,
        state: &State,
        target: &TargetPlan,
        scratch: &mut Scratch,
        mut see: impl FnMut(usize) -> bool,
    ) -> bool {
        let step = &self.steps[state.step];
        let board = state.seen(step);
        let team = state.own.map(|own| self.team_of[own]);
        let excluded = state.own.filter(|_| !target.group.has_own(team));
        for &member in &target.members {
            let is_free = board.stands[member] && excluded != Some(member);
            let is_other = target.group == Group::Own && state.own != Some(member);
            if !is_free || is_other || state.picked.contains(&member) {
                continue;
            }
            if let Some(condition) = target.condition
                && let Some(turn) = &step.turns[state.turn]
            {
                let values = scratch.of_turn(self, state.step, state.turn);
                let actors = Actors {
                    own: state.own,
                    target: Some(member),
                };
                let formulas = &turn.formulas;
                self.load(
                    (formulas, &target.reads),
                    (board, state.round),
                    actors,
                    values,
                );
                if Self::evaluate((formulas, condition), values) == 0 {
                    continue;
                }
            }
            if !see(member) {
                return true;
            }
        }
        false
    }
}
