//! Players: who decides for the party.

mod greedy;
mod hand;
mod optimal;
mod passive;

pub(super) use greedy::{Greedy, Habits};
pub(super) use optimal::{Optimal, goods};
pub use passive::Passive;

use crate::contest::PlayerHelp;

/// The players by name.
pub(super) const HELP: &[PlayerHelp] = &[
    PlayerHelp {
        name: "passive",
        help: "uses nothing and buys nothing but treasure at the end; replaces the dead by the first class allowed",
        slow: false,
    },
    PlayerHelp {
        name: "greedy",
        help: "uses powers for the best expected score of this adventure alone; buys nothing but treasure",
        slow: false,
    },
    PlayerHelp {
        name: "optimal",
        help: "plays for the best expected score of the whole game, by solving it first",
        slow: false,
    },
];

/// Who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Leaves the dice as they fall.
    Passive,
    /// Thinks of this adventure alone.
    Greedy,
    /// Knows the whole game.
    Optimal,
}

impl Player {
    /// All players, the stronger behind the weaker.
    pub const ALL: [Self; 3] = [Self::Passive, Self::Greedy, Self::Optimal];

    /// The player of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|player| player.name() == name)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Passive => "passive",
            Self::Greedy => "greedy",
            Self::Optimal => "optimal",
        }
    }
}
