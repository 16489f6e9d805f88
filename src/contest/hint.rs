//! Hints: what the one who has the turn should do on a table that somebody describes.

use crate::document::{Faults, Source};
use crate::stats::PairedScores;
use std::sync::Arc;

/// How hints are to be found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HintPlan {
    /// Number of play-outs of each action, 1 or more; without them exactly where the contest can, else by as many
    /// play-outs as about a second pays for.
    pub playouts: Option<u32>,
    /// Whether an instant answer will do, by a player's judgment instead of play-outs.
    pub quick: bool,
    /// Whether those who ask play on as the contest says for them, rather than well.
    pub declared: bool,
    /// The luck of play-outs.
    pub seed: u64,
}

/// By what actions are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HintBy {
    /// The game is solved from there on.
    #[default]
    Solved,
    /// Somebody's judgement.
    Judged,
    /// So many play-outs of each action, on the same luck.
    Played(u32),
}

/// What actions are worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HintOf {
    /// The chance to win.
    #[default]
    Chance,
    /// The points to be expected.
    Score,
}

/// What lies before somebody, or in some place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lying {
    /// Whose it is.
    pub name: String,
    /// The side that it belongs to; may be empty.
    pub side: String,
    /// The faces of the dice, the highest first.
    pub dice: Vec<u32>,
    /// What else there is to say, as a clause; may be empty.
    pub about: String,
}

/// Something that can be done now, and what it is worth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Considered {
    /// What is done, as a clause behind `should`: `attack Duke Zero with the 4`.
    pub deed: String,
    /// What comes of it at once, as a clause; may be empty.
    pub effect: String,
    /// The chance to win behind it, or the points to be expected.
    pub worth: f64,
    /// The chance that nobody wins, of which half counts, where that is known.
    pub nobody: f64,
    /// How it fared, where it was played out.
    pub played: Option<Played>,
}

/// How an action fared in play-outs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// How many were won.
    pub wins: u64,
    /// What nobody won.
    pub nobody: u64,
    /// By how much those of the first action were better, each with the same luck.
    pub behind: PairedScores,
}

/// What a play-out came to, for those who ask: as [`PairedScores`] count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum PlayedOut {
    /// Others won.
    Lost,
    /// Nobody won.
    Nobody,
    /// It was won.
    Won,
}

impl PlayedOut {
    /// What became of a play-out that one of two or more sides has won, or nobody, for one of them.
    pub fn of(winner: Option<usize>, side: usize) -> Self {
        match winner {
            None => Self::Nobody,
            Some(winner) if winner == side => Self::Won,
            Some(_) => Self::Lost,
        }
    }

    /// How many play-outs came to it.
    fn count(self, outcomes: &[u8]) -> u64 {
        let alike = outcomes.iter().filter(|&&one| one == self as u8);
        alike.count() as u64
    }

    /// The share of play-outs that came to it.
    pub fn share(self, outcomes: &[u8]) -> f64 {
        self.count(outcomes) as f64 / outcomes.len().max(1) as f64
    }
}

impl Played {
    /// Play-outs of actions, the best first, each on the same luck.
    pub fn all(outcomes: &[Vec<u8>]) -> Vec<Self> {
        let first = outcomes.first().map_or(&[][..], Vec::as_slice);
        let played = outcomes.iter().map(|own| Self {
            wins: PlayedOut::Won.count(own),
            nobody: PlayedOut::Nobody.count(own),
            behind: PairedScores::of(first, own),
        });
        played.collect()
    }
}

impl Considered {
    /// What actions are ranked by: the chance to win and half the chance that nobody does, or the points.
    pub fn score(&self) -> f64 {
        win_value(self.worth, self.nobody)
    }
}

/// What somebody should do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hint {
    /// Who has the turn.
    pub who: String,
    /// Why, as a sentence without a full stop.
    pub turn: String,
    /// What the chances are of, as a clause: `heroes then win`; or what has so many points: `the score
    /// then is`.
    pub then: String,
    /// Which of both.
    pub of: HintOf,
    /// How the actions were compared, as a clause.
    pub judge: String,
    /// By what.
    pub by: HintBy,
    /// The table as it was understood.
    pub table: Vec<Lying>,
    /// Those who are out, or not there yet.
    pub missing: Vec<String>,
    /// All that can be done, the best first; one at least.
    pub actions: Vec<Considered>,
}

impl Hint {
    /// What an action costs beside the best one.
    pub fn cost(&self, action: usize) -> f64 {
        let score = |action: usize| self.actions.get(action).map_or(0.0, Considered::score);
        (score(0) - score(action)).max(0.0)
    }
}

/// Returns the value of a chance to win and a chance that nobody wins: half of the second one counts.
pub fn win_value(wins: f64, nobody: f64) -> f64 {
    wins + nobody / 2.0
}

/// A contest that can tell what to do on a table as it stands.
pub trait Hints: Sync {
    /// A table of this contest, as it is typed.
    fn example(&self) -> String;

    /// What the one who has the turn on this table should do.
    ///
    /// # Errors
    /// All faults of a table that cannot be.
    fn hint(&self, table: &Arc<Source>, plan: &HintPlan) -> Result<Hint, Faults>;
}
