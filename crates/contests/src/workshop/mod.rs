//! Workshop (`kind = "workshop"`): repairing or making something, represented by a Craft of dice.
//!
//! A Craft is three to ten piles of three dice. Each round the crafter rolls some dice of a Supply,
//! which are spent, and may replace one die of the Craft with one just rolled. The Craft is
//! complete when all piles have the same total. The work fails if the Supply runs out before that.
//! The player decides how many dice to roll and which die to replace.
//!
//! - `keys` reads the file; `rules` plays a trial, `narrate` describes it, `hint` reads and
//!   describes positions.
//! - `piles`, `ranks` and `craft`: the dice, and their numbers in tables.
//! - `solver`: optimal play for all Crafts of up to five piles; `optimal` looks it up.
//! - `players`: the decisions.
//! - `solve`: the exact results, by `way_counts` (forward from the Craft).

mod craft;
mod hint;
mod keys;
mod narrate;
mod optimal;
mod piles;
mod plan;
mod players;
mod ranks;
mod rules;
mod solve;
mod solver;
mod way_counts;

use evenodds_core::contest::game::EvaluationDensity;
use evenodds_core::contest::{
    ConfiguredPlayers, Cost, Describe, Evaluate, Hints, Kind, ListOrder, Metric, Outcome, metrics,
};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

pub use craft::{Craft, FEWEST_PILES, MOST_PILES, Replacement};
pub use optimal::SolvedWorkshop;
pub use piles::DICE;
pub use players::Player;
pub use ranks::MOST_SOLVED;
pub use rules::{Action, Event, WorkshopState};
pub use solver::MOST_SUPPLY;

/// The Workshop kind, selected by `kind = "workshop"`.
pub static KIND: Kind = Kind {
    name: "workshop",
    title: "Workshop",
    summary: "Does the Supply last until all piles of the Craft match?",
    keys: keys::KEYS,
    lists: &[
        ("craft.dice", ListOrder::Free),
        ("craft.dice[]", ListOrder::Free),
    ],
    positions: hint::POSITIONS,
    players: &players::HELP,
    seats: keys::seats,
    outcomes: "`success` if all piles have the same total, else `failure`",
    metrics: Layout::HELP,
    examine: keys::examine,
    build: keys::build,
};

/// Supply of the crafter: a die for each die of the Class, and a die for each bonus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Supply {
    /// Dice of the crafter's Class that count, 1 to 6: half of them if it only half fits.
    pub class: u32,
    /// Whether there is adequate assistance.
    pub assistance: bool,
    /// Whether there is ample time.
    pub time: bool,
    /// Whether there is a facility for the work.
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
    /// This number of rolled piles, [`FEWEST_PILES`] to [`MOST_PILES`].
    Rolled(usize),
    /// A Craft with these dice.
    Given(Craft),
}

impl CraftStart {
    /// Returns the number of piles.
    fn size(self) -> usize {
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
    /// Whether a Craft that is complete as rolled is rolled again, instead of a success.
    pub reroll_solved: bool,
    /// Player that decides for the crafter.
    pub player: Player,
}

/// A prepared contest of the Workshop.
#[derive(Clone, Debug)]
pub struct Workshop {
    setup: Setup,
    outcomes: [Outcome; 2],
    metrics: Vec<Metric>,
    /// Optimal play, solved on first use.
    perfect: Arc<OnceLock<SolvedWorkshop>>,
    /// Density of the estimates along a trial, measured on first use.
    evaluation_density: OnceLock<EvaluationDensity>,
}

/// Index of the outcome `success`.
const SUCCESS: usize = 0;
/// Index of the outcome `failure`.
const FAILURE: usize = 1;
const OUTCOMES: usize = 2;

metrics! {
    /// Positions of the metrics.
    const Layout(all, setup: &Setup) {
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

const METRICS: usize = Layout::HELP.len();

/// Returns optimal play for `size` piles and `supply` dice, solved or not. Contests with the same
/// numbers share it while any of them exists: five piles take seconds and 170 MB.
fn shared(size: usize, supply: u32) -> Arc<OnceLock<SolvedWorkshop>> {
    type Known = BTreeMap<(usize, u32), Weak<OnceLock<SolvedWorkshop>>>;
    static KNOWN: Mutex<Known> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let entry = known.entry((size, supply)).or_default();
    entry.upgrade().unwrap_or_else(|| {
        let perfect = Arc::default();
        *entry = Arc::downgrade(&perfect);
        perfect
    })
}

impl Setup {
    /// Returns the total number of dice of the Supply.
    fn max_dice(&self) -> i64 {
        i64::from(self.supply.dice())
    }
}

impl Workshop {
    /// Prepares a contest. [`Player::Optimal`] becomes [`Player::Matcher`] with too many piles to
    /// be [solved](MOST_SOLVED).
    pub fn new(mut setup: Setup) -> Self {
        setup.player = setup.player.for_size(setup.start.size());
        let crafter = &setup.crafter;
        Self {
            outcomes: [
                Outcome::of("success", crafter, "completes the Craft"),
                Outcome::of("failure", crafter, "runs out of Supply").failing(),
            ],
            metrics: Layout::list(&setup),
            perfect: shared(setup.start.size(), setup.supply.dice()),
            evaluation_density: OnceLock::new(),
            setup,
        }
    }

    /// Returns the parameters.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the number of piles of the Craft.
    fn size(&self) -> usize {
        self.setup.start.size()
    }

    /// Returns whether optimal play can be solved.
    fn is_solvable(&self) -> bool {
        self.size() <= MOST_SOLVED
    }

    /// Returns optimal play of a contest that [can be solved](Self::is_solvable); the first call
    /// solves it.
    #[inline]
    fn perfect(&self) -> &SolvedWorkshop {
        self.perfect
            .get_or_init(|| SolvedWorkshop::solve(self.size(), self.setup.supply.dice()))
    }
}

impl Describe for Workshop {
    fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn highlights(&self) -> &[&'static str] {
        &["rounds", "supply_left"]
    }

    fn cost(&self) -> Cost {
        // Costs by number of piles.
        const PERFECT: [u64; 3] = [90_000_000, 1_500_000_000, 9_000_000_000];
        const ONE_BY_ONE: [u64; 3] = [1_200_000_000, 0, 0];
        const MATCHER: [u64; 3] = [5_000_000_000, 0, 0];
        let size = self.size().clamp(3, 5) - 3;
        Cost {
            setup: match (self.setup.player, self.setup.start) {
                (Player::Optimal, _) => PERFECT[size],
                (Player::OneByOne, CraftStart::Rolled(_)) => ONE_BY_ONE[size],
                (Player::Matcher, CraftStart::Rolled(_)) => MATCHER[size],
                (Player::OneByOne, CraftStart::Given(_)) => 1_000_000,
                // Each die multiplies the cost by at most six, but many Crafts are the same.
                (Player::Matcher, CraftStart::Given(_)) => {
                    (6_u64.pow(self.setup.supply.dice()) * 1_000).min(1_000_000_000)
                }
            },
            per_trial: match self.setup.player {
                Player::Matcher => 10_000,
                Player::OneByOne | Player::Optimal => 1_000,
            },
        }
    }

    fn players(&self) -> ConfiguredPlayers {
        ConfiguredPlayers::single(self.setup.player.name())
    }

    fn evaluation(&self) -> Option<&dyn Evaluate> {
        // With more piles, each decision would need play-outs, which take too long.
        self.is_solvable().then_some(self as &dyn Evaluate)
    }

    fn hints(&self) -> Option<&dyn Hints> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn optimal_play_is_solved_once_for_contests_with_the_same_piles_and_dice() {
        let setup = |crafter: &str, class: u32, piles: usize| Setup {
            crafter: crafter.to_owned(),
            supply: Supply {
                class,
                ..Supply::default()
            },
            start: CraftStart::Rolled(piles),
            reroll_solved: false,
            player: Player::Optimal,
        };
        let gex = Workshop::new(setup("Gex", 5, 4));
        let shares = |other: Setup| Arc::ptr_eq(&gex.perfect, &Workshop::new(other).perfect);
        assert!(shares(setup("Mark Four", 5, 4)));
        assert!(!shares(setup("Gex", 4, 4)));
        assert!(!shares(setup("Gex", 5, 5)));
    }
}
