//! Trade and wealth (`kind = "trade"`): a group's prosperity over a sequence of steps, such as
//! bills, windfalls, sales and journeys, with repetitions.
//!
//! Prosperity is a Class of 0 to 6 dice. There are no decisions: the file lists the steps and
//! payers, and dice determine the results. The exact answer is computed by dynamic programming over
//! the group's holdings after each step.
//!
//! - `keys`: the file; `names`: the backers and cargoes of its steps.
//! - `step`: the dice and the effects of a step, shared by trials and the solver.
//! - `rules`: a trial; `narrate`: its transcript; `measure`: its metrics.
//! - `solve`: the exact answer.

mod keys;
mod measure;
mod names;
mod narrate;
mod rules;
mod solve;
mod step;

use evenodds_core::contest::{
    CLASS_DICE, Describe, Kind, ListOrder, Metric, Outcome, Seat, Timeline, choices, flag,
    from_defaults, optional, required, table,
};
use evenodds_core::document::ValueShape;
use measure::Layout;

pub use evenodds_core::contest::CargoOrigin;
pub use narrate::{Event, StepThrower};
pub use step::{Holdings, Step, StepResult};

/// The contest kind "Trade and wealth".
pub static KIND: Kind = Kind {
    name: "trade",
    title: "Trade and wealth",
    summary: "Does a group's prosperity last through its bills, sales and journeys?",
    keys: keys::KEYS,
    lists: &[
        ("backer", ListOrder::Free),
        ("cargo", ListOrder::Free),
        ("cargo[].refused", ListOrder::Free),
        ("step", ListOrder::Meaning("the course of the trade")),
        ("step[].contributors", ListOrder::Free),
    ],
    positions: &[],
    players: &[],
    seats: Seat::none,
    outcomes: "`ruined` if prosperity has no dice left after any step, else `solvent`; with `rules.outcome = \"complications\"` also `unpaid` and `refused`",
    metrics: Layout::HELP,
    examine: keys::examine,
    build: keys::build,
};

/// Maximum number of dice of a Class.
pub const MOST_DICE: u32 = 6;

table! {
    /// A backer with its own dice: a wealthy character, a base.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Backer {
        /// Name; it also selects the random numbers of its dice.
        pub name: String = required(ValueShape::Text).example("\"Travelling Millionaire\""),
        /// The dice of its Class at the start, 1 to 6.
        pub dice: u32 = CLASS_DICE,
    }
}

table! {
    /// A cargo.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Cargo {
        /// Name; it also selects the random numbers of its dice.
        pub name: String = required(ValueShape::Text).example("\"Shipful of Foreign Goods\""),
        /// The dice of its Class, 1 to 6.
        pub dice: u32 = CLASS_DICE,
        /// Origin, seen from the first port.
        pub origin: CargoOrigin = CargoOrigin::Foreign.as_default().example("\"foreign\""),
        /// Whether it is on board at the start; otherwise it is on offer, in every port.
        pub held: bool = flag(true),
        /// Whether it is on offer at the start; by default true if it is not on board. A cargo that
        /// is neither is gone.
        pub on_offer: Option<bool> = optional(ValueShape::Flag).example("false"),
        /// Cargoes for which brokers have refused it since the last journey.
        pub refused: Vec<String> = optional(ValueShape::List { item: &ValueShape::Text, min: 0, max: 16 })
            .accepts("names of cargoes")
            .example("[]"),
    }
}

table! {
    /// Options of the rules: the keys under `[rules]`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Options {
        /// Whether a failed bill is still paid, with a die; otherwise it is left unpaid.
        pub pay_on_failure: bool = flag(true).tunable(1.0),
        /// Whether a failed bill may take the payer's last die.
        pub last_die: LastDie = LastDie::Spend.as_default().tunable(1.0),
        /// Result of a barter in which both cargoes have the same total.
        pub barter_tie: BarterTie = BarterTie::Trade.as_default().tunable(1.0),
        /// Cargo that brokers refuse after a failed barter, until the next journey.
        pub barter_refused: BarterRefused = BarterRefused::Pair.as_default().tunable(1.0),
        /// Set of outcomes.
        pub outcome: OutcomeSet = OutcomeSet::Ruin.as_default().added(),
    }
}

choices! {
    /// Whether a failed bill may take the payer's last die.
    pub enum LastDie {
        /// it may: the group is ruined if it is the payer
        Spend = "spend",
        /// it may not: the bill is left unpaid
        Keep = "keep",
    }
}

choices! {
    /// Result of a barter in which both cargoes have the same total.
    pub enum BarterTie {
        /// the cargoes are exchanged: a tie is enough
        Trade = "trade",
        /// they are not: the cargo given must have the higher total
        No = "no",
    }
}

choices! {
    /// Cargo that is refused after a failed barter.
    pub enum BarterRefused {
        /// the same pair of cargoes
        Pair = "pair",
        /// any cargo
        Port = "port",
    }
}

choices! {
    /// Set of outcomes.
    pub enum OutcomeSet {
        /// solvent and ruined
        Ruin = "ruin",
        /// solvent, refused (a barter failed), unpaid (a bill was not paid) and ruined: the last in
        /// this list that applies
        Complications = "complications",
    }
}

impl BarterTie {
    /// Returns the minimum lead of the cargo given over the other one.
    fn lead(self) -> i64 {
        match self {
            Self::Trade => 0,
            Self::No => 1,
        }
    }
}

impl Default for Options {
    /// Returns the options of a file without `[rules]`.
    fn default() -> Self {
        from_defaults(Self::KEYS, Self::read)
    }
}

/// Setup of a trade contest. Steps refer to backers and cargoes by index.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Setup {
    /// Dice of prosperity at the start, 0 to 6.
    pub prosperity: u32,
    /// Backers, up to 7.
    pub backers: Vec<Backer>,
    /// Cargoes, up to 16.
    pub cargoes: Vec<Cargo>,
    /// Steps with their names, which may be empty.
    pub steps: Vec<(String, Step)>,
    /// Number of repetitions of the steps, 1 or more.
    pub repeat: u32,
    /// Whether the cargoes are reset to their initial state before each repetition.
    pub restock: bool,
    /// Options of the rules.
    pub options: Options,
}

/// A prepared trade contest.
#[derive(Clone, Debug)]
pub struct Trade {
    setup: Setup,
    outcomes: Vec<Outcome>,
    metrics: Vec<Metric>,
    timelines: [Timeline; 1],
    layout: Layout,
}

/// Maximum number of outcomes.
const MOST_OUTCOMES: usize = 4;
/// Index of the outcome `solvent`.
const SOLVENT: usize = 0;
/// Index of the outcome `refused`, if there is one.
const REFUSED: usize = 1;
/// Index of the outcome `unpaid`, if there is one.
const UNPAID: usize = 2;

impl Trade {
    /// Creates a contest from its setup.
    pub fn new(setup: Setup) -> Self {
        let (metrics, layout) = Layout::new(&setup);
        let mut outcomes = Vec::new();
        let mut base = "solvent";
        if setup.options.outcome == OutcomeSet::Ruin {
            outcomes.push(Outcome::new("solvent", "the group stays solvent"));
        } else {
            // The timeline shows only ruin, whereas `solvent` excludes all complications.
            base = "not_ruined";
            outcomes.extend([
                Outcome::new("solvent", "the group has no complications"),
                Outcome::new("refused", "a barter is refused").failing(),
                Outcome::new("unpaid", "a bill stays unpaid").failing(),
            ]);
        }
        outcomes.push(Outcome::new("ruined", "the group is ruined").failing());
        Self {
            outcomes,
            metrics,
            timelines: [Timeline {
                base,
                subject: "the group".to_owned(),
                section: String::new(),
                unit: "steps",
                of: 1,
            }],
            layout,
            setup,
        }
    }

    /// Returns the index of the outcome `ruined`.
    fn ruined(&self) -> usize {
        self.outcomes.len() - 1
    }

    /// Returns the outcome for the final holdings.
    fn outcome(&self, holdings: &Holdings) -> usize {
        if holdings.ruined {
            self.ruined()
        } else if holdings.unpaid {
            UNPAID
        } else if holdings.turned_down {
            REFUSED
        } else {
            SOLVENT
        }
    }

    /// Yields the steps in the order of play, as (number from 1, index in the file, step).
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
