//! Players: who decides how many dice of the Supply to roll, and which die to replace by one of them.

pub(super) mod matcher;
pub(super) mod one_by_one;

use super::craft::{Craft, Placed, Replacement};
use super::perfect::{Perfect, Plan};
use super::{MOST_SOLVED, Workshop};
use crate::contest::{Level, PlayerHelp, choices};
use crate::dice::Pool;

/// The players by name.
pub(super) static HELP: [PlayerHelp; Player::ALL.len()] = {
    let mut help = PlayerHelp::quick(&Player::NAMES);
    help[Player::OneByOne as usize].level = Level::Simple;
    help[Player::Matcher as usize].level = Level::Good;
    help[Player::Optimal as usize].level = Level::Good;
    help
};

choices! {
    /// Who decides.
    pub enum Player {
        /// rolls one die a round, and replaces the die that brings the pile totals closest together,
        /// if any brings them closer
        OneByOne = "one_by_one",
        /// rolls one die a round, and replaces the die that leaves the fewest replacements to one of the
        /// totals that all piles might have
        Matcher = "matcher",
        /// plays perfectly, by solving all Crafts of as many piles first; five piles at most
        Optimal = "optimal",
    }
}

impl Player {
    /// The player itself, or where there are too many piles to be solved the best of the others.
    #[must_use]
    pub(super) fn for_size(self, piles: usize) -> Self {
        match self {
            Self::Optimal if piles > MOST_SOLVED => Self::Matcher,
            player => player,
        }
    }

    /// Sits down before a Craft that is not complete.
    #[inline]
    pub(super) fn begin<'a>(self, workshop: &'a Workshop, craft: &Craft) -> Mind<'a> {
        match self {
            Self::OneByOne => Mind::OneByOne,
            Self::Matcher => Mind::Matcher,
            Self::Optimal => Mind::Optimal {
                perfect: workshop.perfect(),
                placed: craft.placed(),
                plan: Plan::default(),
            },
        }
    }
}

/// A player at work.
pub(super) enum Mind<'a> {
    OneByOne,
    Matcher,
    Optimal {
        perfect: &'a Perfect,
        /// The Craft as it lies there.
        placed: Placed,
        /// What to do in this round.
        plan: Plan,
    },
}

impl Mind<'_> {
    /// How many dice to roll with `supply` of them left, 1 or more.
    #[inline]
    pub(super) fn dice(&mut self, supply: u32) -> u32 {
        match self {
            Self::OneByOne | Self::Matcher => 1,
            Self::Optimal {
                perfect,
                placed,
                plan,
            } => {
                *plan = perfect.plan_of(placed.rank(), supply);
                plan.dice()
            }
        }
    }

    /// Which die to replace by one of those that were rolled, if any: as many as it said, with `left`
    /// of the Supply left.
    #[inline]
    pub(super) fn replacement(
        &self,
        craft: &Craft,
        left: u32,
        rolled: Pool,
    ) -> Option<Replacement> {
        match self {
            Self::OneByOne => one_by_one::replacement(craft, rolled.lowest() as u8),
            Self::Matcher => matcher::replacement(craft, left, rolled.lowest() as u8),
            Self::Optimal {
                perfect,
                placed,
                plan,
            } => perfect.replacement(*plan, craft, placed, left, rolled),
        }
    }

    /// Sees that a die of the pile at `place` has been replaced, and says what the spread is now.
    #[inline]
    pub(super) fn replaced(&mut self, craft: &Craft, place: usize) -> u32 {
        match self {
            Self::OneByOne | Self::Matcher => u32::from(craft.spread()),
            Self::Optimal { placed, .. } => {
                placed.replaced(place, craft.piles()[place]);
                placed.spread()
            }
        }
    }
}
