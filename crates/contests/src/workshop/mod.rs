//! Workshop (`kind = "workshop"`): repairing or making something, represented by a Craft of dice.
//!
//! A Craft is three to ten piles of three dice. Each round the crafter rolls some dice of a Supply,
//! which are spent, and may replace one die of the Craft with one just rolled. The Craft is
//! complete when all piles have the same total. The work fails if the Supply runs out before that.
//! The player decides how many dice to roll and which die to replace.
//!
//! - `keys` reads the file; `setup`: its parameters; `prepared`: the contest.
//! - `rules` plays a trial, `narrate` describes it, `hint` reads and
//!   describes positions.
//! - `piles`, `ranks` and `craft`: the dice, and their numbers in tables.
//! - `solver`: optimal play for all Crafts of up to five piles; `optimal` looks it up.
//! - `player`: the players by name; `players`: their decisions.
//! - `solve`: the exact results, by `way_counts` (forward from the Craft).

mod craft;
mod hint;
mod keys;
mod narrate;
mod optimal;
mod piles;
mod plan;
mod player;
mod players;
mod prepared;
mod ranks;
mod rules;
mod setup;
mod solve;
mod solver;
mod way_counts;

use evenodds_core::contest::{Kind, ListOrder};
use setup::Layout;

pub use craft::{Craft, FEWEST_PILES, MOST_PILES, Replacement};
pub use optimal::SolvedWorkshop;
pub use piles::DICE;
pub use player::Player;
pub use prepared::Workshop;
pub use ranks::MOST_SOLVED;
pub use rules::{Action, Event, WorkshopState};
pub use setup::{CraftStart, Setup, Supply};
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
    players: &player::HELP,
    seats: keys::seats,
    outcomes: "`success` if all piles have the same total, else `failure`",
    metrics: Layout::HELP,
    examine: keys::examine,
    build: keys::build,
};
