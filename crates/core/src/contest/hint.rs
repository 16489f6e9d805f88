//! Hints: the best action at a typed position.

use crate::document::{Faults, Source};
use crate::stats::PairedScores;
use std::sync::Arc;

/// Settings of a hint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HintPlan {
    /// Number of play-outs per action, 1 or more. `None` for exact values if there are any, else
    /// for as many play-outs as take about a second.
    pub playouts: Option<u32>,
    /// True if a player's quick evaluation replaces play-outs.
    pub quick: bool,
    /// True if the side to move continues with its player in the file, instead of good play.
    pub declared: bool,
    /// The random seed of play-outs.
    pub seed: u64,
}

/// Method of comparing actions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HintBy {
    /// Exact values of the solved game.
    #[default]
    Solved,
    /// A player's evaluation.
    Estimated,
    /// Number of play-outs per action, on common random numbers.
    Played(u32),
}

/// Quantity that measures actions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HintOf {
    /// The chance to win.
    #[default]
    Chance,
    /// The expected score, in points.
    Score,
    /// A score that is to be low. Values of actions are its negative.
    LowScore,
}

impl HintOf {
    /// Returns the value of an action as it is shown.
    pub fn shown(self, value: f64) -> f64 {
        match self {
            // Without the sign of a zero.
            Self::LowScore => 0.0 - value,
            Self::Chance | Self::Score => value,
        }
    }
}

/// Dice and state of a participant, or of another holder of dice such as a pile, in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribedEntry {
    /// Name of the participant or other holder.
    pub name: String,
    /// Side of the holder; may be empty.
    pub side: String,
    /// The faces of the dice, in descending order.
    pub dice: Vec<u32>,
    /// Other state, as a clause; may be empty.
    pub about: String,
}

/// An action with its value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatedAction {
    /// The action, as a clause after `should`: `attack Duke Zero with the 4`.
    pub action: String,
    /// Immediate effect of the action, as a clause; may be empty.
    pub effect: String,
    /// Chance to win after the action, or the expected score.
    pub value: f64,
    /// Chance that no side wins, 0 if unknown. Half of it counts in the score.
    pub no_winner: f64,
    /// Counts of the play-outs; `None` without play-outs.
    pub played: Option<PlayoutCounts>,
    /// True if the actor's side wins for certain, whatever the dice and the others do. Its play-outs
    /// count as won.
    pub certain: bool,
}

/// Counts of an action's play-outs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayoutCounts {
    /// Number of play-outs won.
    pub wins: u64,
    /// Number of play-outs without a winner.
    pub no_winner: u64,
    /// Differences from the play-outs of the first action, paired by random seed.
    pub behind: PairedScores,
}

/// Result of a play-out for the side to move, as counted by [`PairedScores`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum PlayedOut {
    /// Another side won.
    Lost,
    /// No side won.
    NoSide,
    /// The side won.
    Won,
}

impl PlayedOut {
    /// Returns the result for `side` of a play-out that `winner` won.
    pub fn of(winner: Option<usize>, side: usize) -> Self {
        match winner {
            None => Self::NoSide,
            Some(winner) if winner == side => Self::Won,
            Some(_) => Self::Lost,
        }
    }

    /// Returns the number of play-outs in `outcomes` with this result.
    fn count(self, outcomes: &[u8]) -> u64 {
        let alike = outcomes.iter().filter(|&&one| one == self as u8);
        alike.count() as u64
    }

    /// Returns the share of play-outs in `outcomes` with this result; 0 if there are none.
    pub fn share(self, outcomes: &[u8]) -> f64 {
        self.count(outcomes) as f64 / outcomes.len().max(1) as f64
    }
}

impl PlayoutCounts {
    /// Returns the counts for each action from its results in `outcomes`, with the best action
    /// first and play-outs paired by random seed.
    pub fn all(outcomes: &[Vec<u8>]) -> Vec<Self> {
        let first = outcomes.first().map_or(&[][..], Vec::as_slice);
        let played = outcomes.iter().map(|own| Self {
            wins: PlayedOut::Won.count(own),
            no_winner: PlayedOut::NoSide.count(own),
            behind: PairedScores::of(first, own),
        });
        played.collect()
    }
}

impl RatedAction {
    /// Returns the value that ranks actions: the chance to win plus half the chance of no winner,
    /// or the expected score.
    pub fn score(&self) -> f64 {
        win_value(self.value, self.no_winner)
    }
}

/// The best action at a position, and its alternatives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BestAction {
    /// The participant to move.
    pub actor: String,
    /// The decision and its reason, as a sentence without a full stop.
    pub turn: String,
    /// Introduction to the values, as a clause: `heroes then win` for chances, `the score then is`
    /// for points.
    pub then: String,
    /// Quantity that measures the actions.
    pub of: HintOf,
    /// Description of the method of comparison, as a clause.
    pub method: String,
    /// Method of comparing the actions.
    pub by: HintBy,
    /// The position, as read.
    pub table: Vec<DescribedEntry>,
    /// Names of the participants that are out or have not yet joined.
    pub missing: Vec<String>,
    /// All legal actions, the best first; at least one.
    pub actions: Vec<RatedAction>,
}

impl BestAction {
    /// Returns the difference in score between the best action and this one, 0 or more.
    pub fn cost(&self, action: usize) -> f64 {
        let score = |action: usize| self.actions.get(action).map_or(0.0, RatedAction::score);
        (score(0) - score(action)).max(0.0)
    }
}

/// Returns the chance to win plus half of the chance of no winner.
pub fn win_value(wins: f64, no_winner: f64) -> f64 {
    wins + no_winner / 2.0
}

/// A contest that gives hints for typed positions.
pub trait Hints: Sync {
    /// Returns an example of a typed position.
    fn example(&self) -> String;

    /// Returns the best action for the participant to move at this position.
    ///
    /// # Errors
    /// Returns all faults of an invalid position.
    fn hint(&self, table: &Arc<Source>, plan: &HintPlan) -> Result<BestAction, Faults>;
}
