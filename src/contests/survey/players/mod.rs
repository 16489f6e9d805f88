//! Players: who decides for the searchers.

mod optimal;
mod random;
mod thrifty;

use super::search::Search;
use super::view::{Go, View};
use crate::contest::PlayerHelp;
use crate::dice::{Dice, Roller};

/// The players by name.
pub(super) const HELP: &[PlayerHelp] = &[
    PlayerHelp {
        name: "random",
        help: "explores any die that it can, all with the same chance",
        slow: false,
    },
    PlayerHelp {
        name: "thrifty",
        help: "explores the cheapest die; on the trail a die of the Prize first",
        slow: false,
    },
    PlayerHelp {
        name: "optimal",
        help: "plays perfectly: has the best chance of success that there is",
        slow: false,
    },
];

/// Who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Any affordable die.
    Random,
    /// The cheapest affordable die.
    Thrifty,
    /// Best play.
    Optimal,
}

impl Player {
    /// The player of that name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "random" => Some(Self::Random),
            "thrifty" => Some(Self::Thrifty),
            "optimal" => Some(Self::Optimal),
            _ => None,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Thrifty => "thrifty",
            Self::Optimal => "optimal",
        }
    }

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
