//! Players of teams.

use super::super::keys::TeamPlayer;
use super::TeamContest;
use super::focus::Focus;
use super::plan::Simple;
use super::position::Scratch;
use super::rules::{Choice, Position};

/// Buffers of the players.
#[derive(Debug, Default)]
pub struct Memory {
    /// The options of a decision, then the best of them.
    pub best: Vec<Choice>,
    scores: Vec<f64>,
    scratch: Scratch,
}

impl TeamContest {
    /// Finds the options that the player of a decision takes, each with equal probability.
    pub(super) fn best(&self, position: &Position, memory: &mut Memory) {
        let Memory {
            best,
            scores,
            scratch,
        } = memory;
        best.clear();
        let Some(member) = self.member(position) else {
            return;
        };
        let player = self.roster.teams[self.team_of[member]].player;
        let is_first = player == TeamPlayer::First;
        self.scan(position, scratch, &mut |choice| {
            best.push(choice);
            !is_first
        });
        match player {
            TeamPlayer::Random | TeamPlayer::First => {}
            TeamPlayer::Simple => self.simple(position, best),
            TeamPlayer::Focus => {
                let focus = self.focus.get_or_init(|| Focus::new(self));
                scores.clear();
                focus.score(self, (position, member), best, scores);
                keep_best(best, scores);
            }
        }
    }

    /// Keeps the first action, with the targets that it names for simple play.
    fn simple(&self, position: &Position, best: &mut Vec<Choice>) {
        let Some(first) = best.first().map(|choice| choice.action) else {
            return;
        };
        best.retain(|choice| choice.action == first);
        let turn = self.turn_of(position);
        let target = turn.and_then(|turn| turn.actions[first].target.as_ref());
        let Some(target) = target else { return };
        let board = position.seen(&self.steps[position.step]);
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

/// Relative difference of scores below which they are equal.
const EQUAL: f64 = 1e-9;

/// Keeps the options with the highest score.
fn keep_best(options: &mut Vec<Choice>, scores: &[f64]) {
    let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = highest - EQUAL * highest.abs().max(1.0);
    let mut scores = scores.iter();
    options.retain(|_| scores.next().is_none_or(|score| *score >= least));
}
