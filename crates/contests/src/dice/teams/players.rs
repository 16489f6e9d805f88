//! Players of teams.

use super::super::keys::Player;
use super::TeamContest;
use super::focus::{Buffers, Focus};
use super::plan::Simple;
use super::position::Scratch;
use super::rules::{Choice, State};

/// Buffers of the players.
#[derive(Debug, Default)]
pub struct Memory {
    /// The options of a decision, then the best of them.
    pub best: Vec<Choice>,
    /// True if optimal play may take as long as an exact answer.
    pub is_exact: bool,
    focus: Buffers,
    scratch: Scratch,
}

impl TeamContest {
    /// Finds the options that the player of a decision takes, each with equal probability.
    pub(super) fn best(&self, state: &State, memory: &mut Memory) {
        let Memory {
            best,
            is_exact,
            focus: buffers,
            scratch,
        } = memory;
        best.clear();
        let Some(member) = state.own else {
            return;
        };
        let player = self.roster.teams[self.team_of[member]].player;
        let is_first = player == Player::First;
        self.scan(state, scratch, &mut |choice| {
            best.push(choice);
            !is_first
        });
        match player {
            // Play-outs choose among all options.
            Player::Random | Player::First | Player::Never | Player::Rollout => {}
            Player::Simple => self.simple(state, best),
            Player::Focus => self.keep_focus((state, member), best, buffers),
            Player::Optimal => {
                let policy = if *is_exact {
                    self.long_policy()
                } else {
                    self.policy()
                };
                // In a scene of an adventure, no other player replaces `optimal` without a solution: it
                // plays as `focus`.
                if !policy.is_ok_and(|policy| policy.keep_best(self, state, best)) {
                    self.keep_focus((state, member), best, buffers);
                }
            }
        }
    }

    fn keep_focus(&self, of: (&State, usize), best: &mut Vec<Choice>, buffers: &mut Buffers) {
        let focus = self.prepared.focus.get_or_init(|| Focus::new(self));
        focus.keep_best(self, of, best, buffers);
    }

    /// Keeps the first action, with the targets that it names for simple play.
    fn simple(&self, state: &State, best: &mut Vec<Choice>) {
        let Some(first) = best.first().map(|choice| choice.action) else {
            return;
        };
        best.retain(|choice| choice.action == first);
        let turn = self.turn_of(state);
        let target = turn.and_then(|turn| turn.actions[first].target.as_ref());
        let Some(target) = target else { return };
        let board = state.seen(&self.steps[state.step]);
        let value = |choice: &Choice, field| {
            choice
                .target
                .map_or(0, |target| self.field(board, target, field))
        };
        match target.simple {
            Simple::Random => {}
            Simple::First => best.truncate(1),
            Simple::Lowest(field) => {
                let lowest = best.iter().map(|choice| value(choice, field)).min();
                best.retain(|choice| Some(value(choice, field)) == lowest);
            }
            Simple::Highest(field) => {
                let highest = best.iter().map(|choice| value(choice, field)).max();
                best.retain(|choice| Some(value(choice, field)) == highest);
            }
        }
    }
}
