//! Players: who decides for a combatant. Any mix may sit at one table, so they are an enum, matched
//! at every decision.

mod brawler;
mod finisher;
mod random;

use super::view::{Action, View, Whims};
use crate::contest::PlayerHelp;
use crate::dice::Dice;

/// The players by name.
pub(super) static HELP: &[PlayerHelp] = &[
    PlayerHelp {
        name: "random",
        help: "picks uniformly among all distinct attacks, supports and changes of tactic; never retreats",
    },
    PlayerHelp {
        name: "brawler",
        help: "hits the highest initiative with the highest die; changes tactic on the last die",
    },
    PlayerHelp {
        name: "finisher",
        help: "takes out an opponent with the smallest die that can, else removes the most initiative; changes tactic on the last die",
    },
];

/// Who decides for a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Uniform over the distinct legal actions but retreat.
    Random,
    /// The highest die at the highest initiative.
    Brawler,
    /// The smallest die that takes somebody out.
    Finisher,
}

impl Player {
    /// The player of that name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "random" => Some(Self::Random),
            "brawler" => Some(Self::Brawler),
            "finisher" => Some(Self::Finisher),
            _ => None,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Brawler => "brawler",
            Self::Finisher => "finisher",
        }
    }

    /// Whether its decisions use luck of its own.
    pub fn has_whims(self) -> bool {
        self == Self::Random
    }

    /// What to do now. At least one opponent stands.
    #[inline]
    pub fn choose<D: Dice>(self, view: &View, whims: &mut Whims<D>) -> Action {
        match self {
            Self::Random => random::choose(view, whims),
            Self::Brawler => brawler::choose(view),
            Self::Finisher => finisher::choose(view),
        }
    }
}
