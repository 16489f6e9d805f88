//! Players by name. Their decisions are in `players`.

use super::ranks::MOST_SOLVED;
use evenodds_core::contest::{Level, PlayerHelp, choices};

pub(super) static HELP: [PlayerHelp; Player::ALL.len()] = {
    let mut help = PlayerHelp::quick(&Player::NAMES);
    help[Player::OneByOne as usize].level = Level::Simple;
    help[Player::Matcher as usize].level = Level::Good;
    help[Player::Optimal as usize].level = Level::Good;
    help
};

choices! {
    /// Player of a Workshop.
    pub enum Player {
        /// rolls one die a round, and replaces the die that brings the pile totals closest
        /// together, if any does
        OneByOne = "one_by_one",
        /// rolls one die a round, and replaces the die that leaves the fewest replacements until
        /// all piles can have the same total
        Matcher = "matcher",
        /// plays optimally, after solving all Crafts with the same number of piles; five piles at
        /// most
        Optimal = "optimal",
    }
}

impl Player {
    /// Returns the player, or `matcher` in place of `optimal` if there are too many piles.
    #[must_use]
    pub(super) fn for_size(self, piles: usize) -> Self {
        match self {
            Self::Optimal if piles > MOST_SOLVED => Self::Matcher,
            player => player,
        }
    }
}
