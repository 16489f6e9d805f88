//! Action Dice (`kind = "action_dice"`): rolls of action dice with the dice of a skill or an ability,
//! alone against a difficulty or against each other, and exchanges of attacks between two groups.
//!
//! The key `contest` chooses one of five contests, each with a file or folder of its own:
//!
//! - `check`: one roll against a difficulty, of a skill (`check`) or an ability (`ability`);
//! - `opposed`: two rolls against each other (`opposed`, and `ability` with a rival);
//! - `order`: who acts first, and who declares first;
//! - `exchange`: two groups whose dice are split between attack and defence, round by round.
//!
//! `keys` reads the file, `roll` is what all of them throw, `options` the readings of the rules.

mod check;
mod examine;
pub mod exchange;
mod keys;
mod opposed;
mod options;
mod order;
mod roll;

pub use check::{Check, CheckEvent};
pub use opposed::{Opposed, OpposedEvent};
pub use options::{DeclareTie, Dive, HitTie, Options, PassiveCap, Threat, TwoDieExtra};
pub use order::{Actor, Declaration, Order, OrderEvent};
pub use roll::{Effort, Roll};

use crate::contest::Kind;

/// Action Dice.
pub static KIND: Kind = Kind {
    name: "action_dice",
    title: "Action Dice",
    summary: "Who succeeds, wins or comes first with action dice and skill?",
    keys: keys::KEYS,
    players: &exchange::players::HELP,
    seats: keys::seats,
    outcomes: "against a difficulty `success` and `failure`; of two the names and `tie`; in an exchange the sides by their names, `draw` (nobody is left standing), `unresolved` (the rounds are over)",
    metrics: METRICS,
    examine: examine::examine,
    build: keys::build,
};

static METRICS: &[(&str, &str)] = &[
    (
        "total",
        "against a difficulty: the sum of the dice that count",
    ),
    (
        "margin",
        "the total less the difficulty or the rival's total; 0 just succeeds, or ties",
    ),
    ("total.<name>", "of two: the sum of the dice that count"),
    (
        "action_sum.<name>",
        "order: the sum of the action dice, which settles who goes first with as many",
    ),
    (
        "declares_first.<name>",
        "order: whether it has to declare first",
    ),
    ("rounds", "exchange: rounds until the end"),
    (
        "standing.<side>",
        "exchange: how many of the side stand at the end",
    ),
    (
        "out.<name>",
        "exchange: whether it was put out; of a group: how many",
    ),
    ("hits.<name>", "exchange: hits that it took"),
];
