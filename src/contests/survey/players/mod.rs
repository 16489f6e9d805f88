//! Players: who decides for the searchers.

mod optimal;
mod random;
mod thrifty;

use super::search::Search;
use super::view::{Go, View};
use crate::contest::{Level, PlayerHelp, choices};
use crate::dice::{Dice, Roller};

/// The players by name.
pub(super) static HELP: [PlayerHelp; Player::ALL.len()] = {
    let mut help = PlayerHelp::quick(&Player::NAMES);
    help[Player::Thrifty as usize].level = Level::Simple;
    help[Player::Optimal as usize].level = Level::Good;
    help
};

choices! {
    /// Who decides.
    pub enum Player {
        /// explores any die that it can, all with the same chance
        Random = "random",
        /// explores the cheapest die; on the trail a die of the Prize first
        Thrifty = "thrifty",
        /// plays perfectly: has the best chance of success that there is
        Optimal = "optimal",
    }
}

impl Player {
    /// What to do now. At least one die can be explored.
    #[inline]
    pub fn choose<D: Dice>(self, view: &View, whims: &mut Whims<D>, search: &mut Search) -> Go {
        match self.decide(view, search) {
            Some(go) => go,
            None => random::choose(view, whims),
        }
    }

    /// What to do now, if it does not hang on luck.
    #[inline]
    pub fn decide(self, view: &View, search: &mut Search) -> Option<Go> {
        match self {
            Self::Random => None,
            Self::Thrifty => Some(thrifty::choose(view)),
            Self::Optimal => Some(optimal::choose(view, search)),
        }
    }
}

/// The luck in a player's head.
pub struct Whims<'a, D> {
    /// The source of it.
    pub dice: &'a mut D,
    /// Whose it is.
    pub roller: Roller,
}
