//! Trade and wealth (`kind = "trade"`): a group's prosperity over a sequence of steps, such as bills,
//! windfalls, sales and journeys, played as often as the file says.
//!
//! Prosperity is a Class of 0 to 6 dice. Nobody decides anything: the file says what happens and who
//! pays, the dice say how it goes. The answer is exact, by dynamic programming over what the group
//! has after each step.
//!
//! - `keys`: the file; `names`: who and what its steps speak of.
//! - `step`: what a step asks of the dice, and what it does: written once, for trials and for the solver.
//! - `rules`: a trial; `tell`: its story; `measure`: its metrics.
//! - `solve`: the exact answer.

mod keys;
mod measure;
mod names;
mod rules;
mod solve;
mod step;
mod tell;

use crate::contest::{Describe, Kind, Metric, Outcome, Seat, Timeline};
use measure::Layout;

pub use rules::{Event, Who};
pub use step::{Holdings, Result, Step};

/// Trade and wealth.
pub static KIND: Kind = Kind {
    name: "trade",
    title: "Trade and wealth",
    summary: "Does a group's prosperity last through its bills, sales and journeys?",
    keys: &keys::KEYS,
    players: &[],
    seats: Seat::none,
    outcomes: "`ruined` if prosperity has no dice left after any step, else `solvent`",
    metrics: measure::HELP,
    examine: keys::examine,
    build: keys::build,
};

/// The most dice of a Class.
pub const MOST_DICE: u32 = 6;

/// Somebody, or something, with means of their own: a wealthy character, a base.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backer {
    /// Its name.
    pub name: String,
    /// The dice of its Class at the start, 1 to 6.
    pub dice: u32,
}

/// A cargo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cargo {
    /// Its name.
    pub name: String,
    /// The dice of its Class, 1 to 6.
    pub dice: u32,
    /// Whether it comes from elsewhere.
    pub foreign: bool,
    /// Whether the group has it at the start; else it is on offer.
    pub held: bool,
}

/// The readings of the rules, see the keys under `[rules]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// `barter_tie = "trade"`: cargo that matches the other is enough.
    pub tie_trades: bool,
    /// `barter_refused = "port"`: after one refusal nobody trades before the next journey.
    pub port_refuses: bool,
    /// `last_die = "keep"`: a bill that would cost the last die stays unpaid.
    pub keeps_last_die: bool,
}

impl Default for Options {
    /// The options of a file that says nothing.
    fn default() -> Self {
        Self {
            tie_trades: true,
            port_refuses: false,
            keeps_last_die: false,
        }
    }
}

/// Everything that makes a contest of trade. Positions in the steps are those of the lists here.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Setup {
    /// The dice of prosperity at the start, 1 to 6.
    pub prosperity: u32,
    /// Those with means of their own, up to 7.
    pub backers: Vec<Backer>,
    /// The cargoes, up to 16.
    pub cargoes: Vec<Cargo>,
    /// The steps with their names, which may be empty.
    pub steps: Vec<(String, Step)>,
    /// How often the steps are played, 1 or more.
    pub repeat: u32,
    /// Whether cargo is as at the start before each repetition.
    pub restock: bool,
    /// The readings of the rules.
    pub options: Options,
}

/// A prepared contest of trade.
#[derive(Clone, Debug)]
pub struct Trade {
    setup: Setup,
    outcomes: [Outcome; 2],
    metrics: Vec<Metric>,
    timelines: [Timeline; 1],
    layout: Layout,
}

/// Position of the outcome `solvent`.
const SOLVENT: usize = 0;
/// Position of the outcome `ruined`.
const RUINED: usize = 1;

impl Trade {
    /// Prepares a contest.
    pub fn new(setup: Setup) -> Self {
        let outcome = |name: &str, phrase: &str| Outcome {
            name: name.to_owned(),
            phrase: phrase.to_owned(),
            usual: true,
        };
        let (metrics, layout) = measure::metrics(&setup);
        Self {
            outcomes: [
                outcome("solvent", "the group stays solvent"),
                outcome("ruined", "the group is ruined"),
            ],
            metrics,
            timelines: [Timeline {
                base: "solvent",
                subject: "the group".to_owned(),
                section: String::new(),
                unit: "steps",
                of: 1,
            }],
            layout,
            setup,
        }
    }

    /// The steps in the order in which they are played: number from 1, position in the file, step.
    fn played(&self) -> impl Iterator<Item = (u32, usize, &Step)> {
        let steps = &self.setup.steps;
        let all = (0..self.setup.repeat).flat_map(move |_| steps.iter().enumerate());
        (1..)
            .zip(all)
            .map(|(number, (position, (_, step)))| (number, position, step))
    }
}

impl Describe for Trade {
    fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn timelines(&self) -> &[Timeline] {
        &self.timelines
    }

    fn highlights(&self) -> &[&'static str] {
        &[
            "final_prosperity",
            "bills_paid",
            "bills_at_cost",
            "bills_unpaid",
            "bills_out_of_reach",
            "bartered",
        ]
    }
}
