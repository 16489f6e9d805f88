//! Workshop (`kind = "workshop"`): repairing or making something out of a Craft of dice.
//!
//! A Craft is three to ten piles of three dice. Round by round the crafter rolls some of the
//! dice of a Supply, which are spent, and may put one of those just rolled in the place of one of the
//! Craft. The Craft is complete when all piles have the same total; the work fails when the Supply is
//! used up before. How many dice to roll and which one to replace is the player's to decide.
//!
//! - `keys` reads the file; `rules` plays a trial, `tell` puts it into words, `hint` reads and
//!   describes positions.
//! - `piles`, `ranks` and `craft`: the dice on the table, and their numbers in tables.
//! - `solver`: perfect play for all Crafts of up to five piles at once; `perfect` looks it up.
//! - `players`: who decides.
//! - `solve`: the exact answers, by `walk` (forwards from the Craft) and `places` (for `one_by_one`,
//!   which goes by where the dice lie).

mod craft;
mod hint;
mod keys;
mod perfect;
mod piles;
mod places;
mod players;
mod ranks;
mod rules;
mod solve;
mod solver;
mod tell;
mod walk;

use crate::contest::game::Closeness;
use crate::contest::{Appraise, Describe, Effort, Hints, Kind, Metric, Outcome, metrics};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

pub use craft::{Craft, FEWEST_PILES, MOST_PILES, Replacement};
pub use perfect::Perfect;
pub use piles::DICE;
pub use players::Player;
pub use ranks::MOST_SOLVED;
pub use rules::{Action, Bench, Event};
pub use solver::MOST_SUPPLY;

/// The Workshop.
pub static KIND: Kind = Kind {
    name: "workshop",
    title: "Workshop",
    summary: "Does the Supply last until all piles of the Craft match?",
    keys: keys::KEYS,
    positions: hint::POSITIONS,
    players: &players::HELP,
    seats: keys::seats,
    outcomes: "`success` if all piles come to the same total, else `failure`",
    metrics: Layout::HELP,
    examine: keys::examine,
    build: keys::build,
};

/// What the crafter has to work with: a die for each die of the Class, and one for each bonus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Supply {
    /// Dice of the crafter's Class that are used, 1 to 6: half of them where it fits only half.
    pub class: u32,
    /// Adequate assistance.
    pub assistance: bool,
    /// Ample time.
    pub time: bool,
    /// A place made for such work.
    pub facility: bool,
}

impl Supply {
    /// All its dice.
    pub fn dice(self) -> u32 {
        let bonuses = [self.assistance, self.time, self.facility];
        self.class + bonuses.map(u32::from).iter().sum::<u32>()
    }
}

/// The Craft at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// So many piles are rolled, [`FEWEST_PILES`] to [`MOST_PILES`].
    Rolled(usize),
    /// These dice lie there.
    Given(Craft),
}

impl Start {
    /// The number of piles.
    fn size(self) -> usize {
        match self {
            Self::Rolled(size) => size,
            Self::Given(craft) => craft.piles().len(),
        }
    }
}

/// Everything that makes a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The crafter's name.
    pub crafter: String,
    /// The Supply.
    pub supply: Supply,
    /// The Craft.
    pub start: Start,
    /// Whether a Craft that is complete as rolled is rolled again; else it is a success at once.
    pub reroll_solved: bool,
    /// Who decides.
    pub player: Player,
}

/// A prepared contest of the Workshop.
#[derive(Clone, Debug)]
pub struct Workshop {
    setup: Setup,
    outcomes: [Outcome; 2],
    metrics: Vec<Metric>,
    /// Perfect play, solved when it is first asked for.
    perfect: Arc<OnceLock<Perfect>>,
    /// How closely trials are followed, measured when it is first needed.
    closeness: OnceLock<Closeness>,
}

/// Position of the outcome `success`.
const SUCCESS: usize = 0;
/// Position of the outcome `failure`.
const FAILURE: usize = 1;
/// How many outcomes there are.
const OUTCOMES: usize = 2;

metrics! {
    /// Positions of the metrics.
    const Layout(all, setup: &Setup) {
        /// how often dice of the Supply are rolled
        ROUNDS = "rounds" => all.number("rounds", 0, setup.most()),
        /// how many dice of the Supply are rolled
        DICE_ROLLED = "dice_rolled" => all.number("dice", 0, setup.most()),
        /// how many dice of the Supply are left over
        SUPPLY_LEFT = "supply_left" => all.number("dice", 0, setup.most()),
        /// how many dice of the Craft are replaced
        REPLACEMENTS = "replacements" => all.number("dice", 0, setup.most()),
        /// the highest pile total less the lowest one at the end; 0 is success
        SPREAD = "spread" => all.number("points", 0, i64::from(craft::MOST_SPREAD)),
        /// the same at the start
        START_SPREAD = "start_spread" => match setup.start {
            Start::Rolled(_) => all.number("points", 0, i64::from(craft::MOST_SPREAD)),
            Start::Given(craft) => {
                let spread = i64::from(craft.spread());
                all.number("points", spread, spread)
            }
        },
    }
}

/// How many metrics there are.
const METRICS: usize = Layout::HELP.len();

/// Returns perfect play with `size` piles and `supply` dice, solved or still to be solved. Contests with the same
/// numbers share it as long as one of them has it: with five piles it takes seconds and 170 MB.
fn shared(size: usize, supply: u32) -> Arc<OnceLock<Perfect>> {
    type Known = BTreeMap<(usize, u32), Weak<OnceLock<Perfect>>>;
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
    /// All dice of the Supply.
    fn most(&self) -> i64 {
        i64::from(self.supply.dice())
    }
}

impl Workshop {
    /// Prepares a contest. [`Player::Optimal`] becomes [`Player::Matcher`] if there are too many piles to be
    /// [solved](MOST_SOLVED).
    pub fn new(mut setup: Setup) -> Self {
        setup.player = setup.player.for_size(setup.start.size());
        let crafter = &setup.crafter;
        Self {
            outcomes: [
                Outcome::usual("success", format!("{crafter} completes the Craft")),
                Outcome::usual("failure", format!("{crafter} runs out of Supply")).failing(),
            ],
            metrics: Layout::list(&setup),
            perfect: shared(setup.start.size(), setup.supply.dice()),
            closeness: OnceLock::new(),
            setup,
        }
    }

    /// Everything that makes it.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The number of piles of the Craft.
    fn size(&self) -> usize {
        self.setup.start.size()
    }

    /// Returns whether perfect play can be solved.
    fn is_solvable(&self) -> bool {
        self.size() <= MOST_SOLVED
    }

    /// Perfect play of a contest that [can be solved](Self::is_solvable); solved once, when it is first
    /// asked for.
    #[inline]
    fn perfect(&self) -> &Perfect {
        self.perfect
            .get_or_init(|| Perfect::solve(self.size(), self.setup.supply.dice()))
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

    fn effort(&self) -> Effort {
        // By piles: perfect play is solved for all Crafts at once, for `one_by_one` those that may come up.
        const PERFECT: [u64; 3] = [90_000_000, 1_500_000_000, 9_000_000_000];
        const WALKED: [u64; 3] = [1_200_000_000, 0, 0];
        let size = self.size().clamp(3, 5) - 3;
        Effort {
            once: match (self.setup.player, self.setup.start) {
                (Player::Optimal, _) => PERFECT[size],
                (Player::OneByOne, Start::Rolled(_)) => WALKED[size],
                (Player::Matcher, Start::Rolled(_)) => 0,
                (Player::OneByOne, Start::Given(_)) => 1_000_000,
                // At most six places more with each die, but many of them are alike.
                (Player::Matcher, Start::Given(_)) => {
                    (6_u64.pow(self.setup.supply.dice()) * 1_000).min(1_000_000_000)
                }
            },
            trial: match self.setup.player {
                Player::Matcher => 10_000,
                Player::OneByOne | Player::Optimal => 1_000,
            },
        }
    }

    fn players(&self) -> String {
        format!("player {}", self.setup.player.name())
    }

    fn appraised(&self) -> Option<&dyn Appraise> {
        // With more piles decisions would be compared by play-outs of each, which takes too long.
        self.is_solvable().then_some(self as &dyn Appraise)
    }

    fn hints(&self) -> Option<&dyn Hints> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perfect_play_is_solved_once_for_contests_with_the_same_piles_and_dice() {
        let setup = |crafter: &str, class: u32, piles: usize| Setup {
            crafter: crafter.to_owned(),
            supply: Supply {
                class,
                ..Supply::default()
            },
            start: Start::Rolled(piles),
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
