//! Players: who decides how many dice of the Supply to roll, and which die to replace by one of them.

pub(super) mod one_by_one;

use super::Workshop;
use super::craft::{Craft, Replacement};
use super::perfect::Round;
use crate::contest::PlayerHelp;
use crate::dice::Pool;

/// The players by name.
pub(super) const HELP: &[PlayerHelp] = &[
    PlayerHelp {
        name: "one_by_one",
        help: "rolls one die a round, and replaces the die that brings the pile totals closest together, if any brings them closer",
        slow: false,
    },
    PlayerHelp {
        name: "optimal",
        help: "plays perfectly, by solving all Crafts of as many piles first",
        slow: false,
    },
];

/// Who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// One die a round, and the replacement that brings the totals closest together.
    OneByOne,
    /// Perfect play.
    Optimal,
}

impl Player {
    /// The player of that name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "one_by_one" => Some(Self::OneByOne),
            "optimal" => Some(Self::Optimal),
            _ => None,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::OneByOne => "one_by_one",
            Self::Optimal => "optimal",
        }
    }

    /// What it makes of a round, with `supply` dice left, 1 or more, and a Craft that is not complete.
    #[inline]
    pub(super) fn think(self, workshop: &Workshop, craft: &Craft, supply: u32) -> Thought {
        match self {
            Self::OneByOne => Thought::OneByOne,
            Self::Optimal => Thought::Optimal(workshop.perfect().round(craft, supply)),
        }
    }
}

/// What a player makes of a round.
pub(super) enum Thought {
    OneByOne,
    Optimal(Round),
}

impl Thought {
    /// How many dice to roll.
    #[inline]
    pub(super) fn dice(&self) -> u32 {
        match self {
            Self::OneByOne => 1,
            Self::Optimal(round) => round.dice(),
        }
    }

    /// Which die to replace by one of those that were rolled, if any: as many as were to be rolled.
    #[inline]
    pub(super) fn replacement(&self, craft: &Craft, rolled: Pool) -> Option<Replacement> {
        match self {
            Self::OneByOne => one_by_one::replacement(craft, rolled.lowest() as u8),
            Self::Optimal(round) => round.replacement(craft, rolled),
        }
    }
}
