//! Survey (`kind = "survey"`): find all dice of an unknown number.
//!
//! The Field is a triangle of visible dice. Each die of the searchers' Supply explores one die of
//! its value or lower, from the corners inward. A number shown by at least two dice is the Prize:
//! exploring one of its dice reveals the trail, and exploring all of them is success.
//!
//! `keys` reads the file; `field` is the triangle, `budget` the explorations that a Supply affords,
//! `view` the players' view, `players` their decisions. `search` (with `field_search`, `knowledge`,
//! `combined`, `completion` and `memo`) finds optimal play, and `limit` rejects files for which it
//! takes too long. `rules` plays a trial, `narrate` describes it, `solve` computes the exact
//! result, and `hint` the best exploration in a given position.

mod budget;
mod combined;
mod completion;
mod field;
mod field_search;
mod hint;
mod keys;
mod knowledge;
mod limit;
mod memo;
mod narrate;
mod players;
mod rules;
mod search;
mod solve;
mod view;

use evenodds_core::contest::game::EvaluationDensity;
use evenodds_core::contest::{
    ConfiguredPlayers, Cost, Describe, Evaluate, Hints, Kind, ListOrder, Metric, Outcome, metrics,
};
use evenodds_core::dice::Pool;
use std::sync::OnceLock;

pub use field::{Faces, Field, Places, place};
pub use narrate::Event;
pub use players::Player;
pub use rules::SearchState;
pub use search::{Search, SearchValue};
pub use view::{Exploration, View};

/// The Survey kind, selected by `kind = "survey"`.
pub static KIND: Kind = Kind {
    name: "survey",
    title: "Survey",
    summary: "Do the searchers find all of a hidden number before their dice are spent?",
    keys: keys::KEYS,
    lists: &[
        ("helper", ListOrder::Free),
        ("supply.dice", ListOrder::Free),
        (
            "field.dice",
            ListOrder::Meaning("the places of the Field, from the apex row by row"),
        ),
    ],
    positions: hint::POSITIONS,
    players: &players::HELP,
    seats: keys::seats,
    outcomes: "`success` if all dice of the Prize are explored; else `no_trail` if none of them was, \
               and `trail_lost` if some were",
    metrics: Layout::HELP,
    examine: keys::examine,
    build: keys::build,
};

/// Index of the outcome `success`.
const SUCCESS: usize = 0;
/// Index of the outcome `no_trail`.
const NO_TRAIL: usize = 1;
/// Index of the outcome `trail_lost`.
const TRAIL_LOST: usize = 2;
const OUTCOMES: usize = 3;

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
    /// This number. Players do not know it; for them all numbers are equally likely.
    Number(u32),
}

/// Source of the Field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldFrom {
    /// This number of rows of dice, rolled in each trial.
    Rolled(u32),
    /// These dice.
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
    /// These dice.
    Given(Pool),
}

impl SupplyFrom {
    /// Returns the name of the leader, which is a phrase without a roll.
    fn leader(&self) -> &str {
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
    /// Whether a die of Supply may explore more than one die.
    pub combine: bool,
}

metrics! {
    /// Positions of the metrics.
    const Layout(all, setup: &Setup) {
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
    fn places(&self) -> i64 {
        i64::from(match &self.field {
            FieldFrom::Rolled(rows) => field::size(*rows),
            FieldFrom::Given(field) => field.all.count_ones(),
        })
    }

    /// Returns the maximum number of dice of the Supply.
    fn max_supply(&self) -> i64 {
        self.max_supply_dice().into()
    }

    fn max_supply_dice(&self) -> u32 {
        match &self.supply {
            SupplyFrom::Rolled { leader, helpers } => {
                leader.dice + helpers.iter().map(|helper| helper.dice).sum::<u32>()
            }
            SupplyFrom::Given(pool) => pool.len(),
        }
    }
}

/// A prepared Survey.
#[derive(Clone, Debug)]
pub struct Survey {
    setup: Setup,
    outcomes: [Outcome; OUTCOMES],
    metrics: Vec<Metric>,
    /// Density of the estimates along a trial, measured on first use.
    evaluation_density: OnceLock<EvaluationDensity>,
}

impl Survey {
    /// Creates a Survey. A given Field must have an eligible number, and the Prize if that is a
    /// number. The Supply must have 1 to 100 dice.
    pub fn new(setup: Setup) -> Self {
        let [success, no_trail, trail_lost] = match &setup.supply {
            SupplyFrom::Rolled { .. } => ["succeeds", "finds no trail", "loses the trail"],
            SupplyFrom::Given(_) => ["succeed", "find no trail", "lose the trail"],
        };
        let leader = setup.supply.leader();
        let outcomes = [
            Outcome::of("success", leader, success),
            Outcome::of("no_trail", leader, no_trail).failing(),
            Outcome::of("trail_lost", leader, trail_lost).failing(),
        ];
        let metrics = Layout::list(&setup);
        Self {
            setup,
            outcomes,
            metrics,
            evaluation_density: OnceLock::new(),
        }
    }

    /// Returns the parameters.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }
}

impl Describe for Survey {
    fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn highlights(&self) -> &[&'static str] {
        &["explored", "solvable", "supply_left"]
    }

    fn is_slow(&self) -> bool {
        let rows = match self.setup.field {
            FieldFrom::Rolled(rows) => rows,
            FieldFrom::Given(field) => field.rows(),
        };
        self.setup.combine && rows == field::MOST_ROWS
    }

    fn cost(&self) -> Cost {
        Cost {
            setup: 2_000_000,
            per_trial: match self.setup.player {
                Player::Random | Player::Thrifty => 300,
                Player::Optimal => 1_500,
            },
        }
    }

    fn players(&self) -> ConfiguredPlayers {
        ConfiguredPlayers::single(self.setup.player.name())
    }

    fn evaluation(&self) -> Option<&dyn Evaluate> {
        Some(self)
    }

    fn hints(&self) -> Option<&dyn Hints> {
        Some(self)
    }
}
