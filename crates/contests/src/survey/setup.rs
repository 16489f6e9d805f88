//! Parameters of a Survey, and the metrics that it has with them.

use super::field::{self, Field};
use super::players::Player;
use evenodds_core::contest::{Metric, metrics};
use evenodds_core::dice::Pool;

/// Index of the outcome `success`.
pub(super) const SUCCESS: usize = 0;
/// Index of the outcome `no_trail`.
pub(super) const NO_TRAIL: usize = 1;
/// Index of the outcome `trail_lost`.
pub(super) const TRAIL_LOST: usize = 2;
pub(super) const OUTCOMES: usize = 3;

/// Rule that selects the Prize among the eligible numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prize {
    /// Any eligible number, with equal chances.
    Uniform,
    /// Any number that the Supply can explore completely, or any number if there is none.
    Solvable,
    /// One of those with the most dice.
    Commonest,
    /// One of those with the fewest dice.
    Rarest,
    /// A given number. Players do not know it; for them all numbers are equally likely.
    Number(u32),
}

/// Source of the Field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldFrom {
    /// Number of rows of dice, rolled in each trial.
    Rolled(u32),
    /// Given dice.
    Given(Field),
}

/// A searcher who rolls for the Supply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searcher {
    /// Name of the searcher, and of the random stream.
    pub name: String,
    /// Number of dice rolled.
    pub dice: u32,
}

/// Source of the Supply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SupplyFrom {
    /// All dice of the leader, and a six for each six of a helper.
    Rolled {
        /// Searcher whose dice all count.
        leader: Searcher,
        /// Searchers whose sixes count.
        helpers: Vec<Searcher>,
    },
    /// Given dice.
    Given(Pool),
}

impl SupplyFrom {
    /// Returns the name of the leader, which is a phrase without a roll.
    pub(super) fn leader(&self) -> &str {
        match self {
            Self::Rolled { leader, .. } => &leader.name,
            Self::Given(_) => "the searchers",
        }
    }
}

/// Parameters of a Survey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Player that decides.
    pub player: Player,
    /// Source of the Field.
    pub field: FieldFrom,
    /// Source of the Supply.
    pub supply: SupplyFrom,
    /// Rule that selects the Prize.
    pub prize: Prize,
    /// True if a die of Supply may explore more than one die.
    pub combine: bool,
}

metrics! {
    /// Positions of the metrics.
    pub(super) const Layout(all, setup: &Setup) {
        /// dice of the Field that were explored
        EXPLORED = "explored" => all.number("dice", 0, setup.places()),
        /// dice of the Supply that were left
        SUPPLY_LEFT = "supply_left" => all.number("dice", 0, setup.max_supply()),
        /// number of the Supply die with which the trail was found, counted from 1, in the trials
        /// in which it was
        TRAIL_STEP = "trail_step" => all.each(
            "dice",
            [setup.max_supply().min(setup.places())],
            |metric, most| metric.within(0, most).or_never(0),
        ),
        /// numbers that occur at least twice in the Field, any of which may be the Prize
        ELIGIBLE = "eligible" => all.number("numbers", 1, 6),
        /// whether the Supply suffices for a player who knows the Prize; failures in these trials
        /// are due to decisions or to not knowing it
        SOLVABLE = "solvable" => all.each("trials", [1], Metric::out_of),
    }
}

impl Setup {
    /// Returns the number of dice of the Field.
    pub(super) fn places(&self) -> i64 {
        i64::from(match &self.field {
            FieldFrom::Rolled(rows) => field::size(*rows),
            FieldFrom::Given(field) => field.all.count_ones(),
        })
    }

    /// Returns the maximum number of dice of the Supply.
    pub(super) fn max_supply(&self) -> i64 {
        self.max_supply_dice().into()
    }

    pub(super) fn max_supply_dice(&self) -> u32 {
        match &self.supply {
            SupplyFrom::Rolled { leader, helpers } => {
                leader.dice + helpers.iter().map(|helper| helper.dice).sum::<u32>()
            }
            SupplyFrom::Given(pool) => pool.len(),
        }
    }
}
