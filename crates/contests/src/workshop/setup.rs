//! Parameters of a contest, and the metrics that it has with them.

use super::craft::{self, Craft};
use super::player::Player;
use evenodds_core::contest::metrics;

/// Supply of the crafter: a die for each die of the Class, and a die for each bonus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Supply {
    /// Dice of the crafter's Class that count, 1 to 6: half of them if it only half fits.
    pub class: u32,
    /// True if there is adequate assistance.
    pub assistance: bool,
    /// True if there is ample time.
    pub time: bool,
    /// True if there is a facility for the work.
    pub facility: bool,
}

impl Supply {
    /// Returns the total number of dice.
    pub fn dice(self) -> u32 {
        let bonuses = [self.assistance, self.time, self.facility];
        self.class + bonuses.map(u32::from).iter().sum::<u32>()
    }
}

/// The Craft at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CraftStart {
    /// Number of rolled piles, [`FEWEST_PILES`](super::FEWEST_PILES) to
    /// [`MOST_PILES`](super::MOST_PILES).
    Rolled(usize),
    /// Given dice.
    Given(Craft),
}

impl CraftStart {
    /// Returns the number of piles.
    pub(super) fn size(self) -> usize {
        match self {
            Self::Rolled(size) => size,
            Self::Given(craft) => craft.piles().len(),
        }
    }
}

/// Parameters of a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Name of the crafter.
    pub crafter: String,
    /// Dice of the crafter.
    pub supply: Supply,
    /// The Craft at the start.
    pub start: CraftStart,
    /// True if a Craft that is complete as rolled is rolled again, instead of a success.
    pub reroll_solved: bool,
    /// Player that decides for the crafter.
    pub player: Player,
}

/// Index of the outcome `success`.
pub(super) const SUCCESS: usize = 0;
/// Index of the outcome `failure`.
pub(super) const FAILURE: usize = 1;
pub(super) const OUTCOMES: usize = 2;

metrics! {
    /// Positions of the metrics.
    pub(super) const Layout(all, setup: &Setup) {
        /// rolls of dice of the Supply
        ROUNDS = "rounds" => all.number("rounds", 0, setup.max_dice()),
        /// dice of the Supply that are rolled
        DICE_ROLLED = "dice_rolled" => all.number("dice", 0, setup.max_dice()),
        /// dice of the Supply that are left
        SUPPLY_LEFT = "supply_left" => all.number("dice", 0, setup.max_dice()),
        /// dice of the Craft that are replaced
        REPLACEMENTS = "replacements" => all.number("dice", 0, setup.max_dice()),
        /// difference of the highest and the lowest pile total at the end; 0 is success
        SPREAD = "spread" => all.number("points", 0, i64::from(craft::MOST_SPREAD)),
        /// difference of the highest and the lowest pile total at the start
        START_SPREAD = "start_spread" => match setup.start {
            CraftStart::Rolled(_) => all.number("points", 0, i64::from(craft::MOST_SPREAD)),
            CraftStart::Given(craft) => {
                let spread = i64::from(craft.spread());
                all.number("points", spread, spread)
            }
        },
    }
}

pub(super) const METRICS: usize = Layout::HELP.len();

impl Setup {
    /// Returns the total number of dice of the Supply.
    pub(super) fn max_dice(&self) -> i64 {
        i64::from(self.supply.dice())
    }
}
