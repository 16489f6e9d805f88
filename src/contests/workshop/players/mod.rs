//! Players: who decides how many dice of the Supply to roll, and which die to replace by one of them.

pub(super) mod one_by_one;

use super::Workshop;
use super::craft::{Craft, Replacement};
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

    /// How many dice to roll with `supply` of them left, 1 or more, and a Craft that is not complete.
    #[inline]
    pub(super) fn dice(self, workshop: &Workshop, craft: &Craft, supply: u32) -> u32 {
        match self {
            Self::OneByOne => 1,
            Self::Optimal => workshop.perfect().plan(craft, supply).dice(),
        }
    }

    /// Which die to replace by one of those that were rolled out of `supply`, if any. They are as many
    /// as the player chose.
    #[inline]
    pub(super) fn replacement(
        self,
        workshop: &Workshop,
        craft: &Craft,
        supply: u32,
        rolled: Pool,
    ) -> Option<Replacement> {
        match self {
            Self::OneByOne => one_by_one::replacement(craft, rolled.lowest() as u8),
            Self::Optimal => {
                let plan = workshop.perfect().plan(craft, supply);
                plan.replacement(craft, rolled)
            }
        }
    }
}
