//! Trade and wealth (`kind = "trade"`): a group's prosperity over a sequence of steps, such as
//! bills, windfalls, sales and journeys, with repetitions.
//!
//! Prosperity is a Class of 0 to 6 dice. There are no decisions: the file lists the steps and
//! payers, and dice determine the results. The exact answer is computed by dynamic programming over
//! the group's holdings after each step.
//!
//! - `keys`: the file; `names`: the backers and cargoes of its steps; `setup` and `options`: what it
//!   states; `prepared`: the contest.
//! - `step`: a step, its results and the holdings; `effects`: the dice and the effects of a step,
//!   shared by trials and the solver.
//! - `rules`: a trial; `narrate`: its transcript; `measure`: its metrics.
//! - `solve`: the exact answer.

mod effects;
mod keys;
mod measure;
mod names;
mod narrate;
mod options;
mod prepared;
mod rules;
mod setup;
mod solve;
mod step;

use evenodds_core::contest::{Kind, ListOrder, Seat};
use measure::Layout;

pub use evenodds_core::contest::CargoOrigin;
pub use narrate::{Event, StepThrower};
pub use options::{BarterRefused, BarterTie, LastDie, Options, OutcomeSet};
pub use prepared::Trade;
pub use setup::{Backer, Cargo, MOST_DICE, Setup};
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
