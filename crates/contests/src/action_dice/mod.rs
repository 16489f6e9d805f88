//! Action Dice (`kind = "action_dice"`): rolls of action dice and skill or ability dice, against a
//! difficulty or another roll, and exchanges of attacks between two groups.
//!
//! The key `contest` chooses one of five contests. Four of them consist of one or two rolls, and
//! are implemented by three types in `checks`:
//!
//! - [`DifficultyCheck`]: one roll against a difficulty, of a skill (`check`) or an ability
//!   (`ability`);
//! - [`Opposed`]: two rolls against each other (`opposed`, and `ability` with a rival);
//! - [`InitiativeCheck`]: the order in which two actors act, and declare actions.
//!
//! The fifth, `exchange`, is in `rounds`: two groups declare action after action. Combatants, sides
//! and players are in `fighters`.
//!
//! `keys` and `examine` read the file, `options` has the options of the rules, and `roll` the rolls
//! that all contests share. `rules` plays a trial of these three types, `narrate` narrates it,
//! and `solve` computes the exact distributions.

mod checks;
mod event;
mod examine;
mod fighters;
mod keys;
mod narrate;
mod options;
mod roll;
pub mod rounds;
mod rules;
mod solve;
#[cfg(test)]
mod tests;

pub use checks::{ActorDice, DeclarationRoll, DifficultyCheck, InitiativeCheck, Opposed};
pub use event::RollEvent;
pub use options::{
    AttackOn, DeclareTie, Dive, Frame, HitTie, NoncombatChoice, Options, PassiveCap, ReserveRule,
    TwoDieExtra,
};
pub use roll::{ActionEffort, ActionRoll};

use evenodds_core::contest::{Kind, ListOrder, joined};
use fighters::measure::Layout;

/// The contest kind "Action Dice".
pub static KIND: Kind = Kind {
    name: "action_dice",
    title: "Action Dice",
    summary: "Who succeeds, wins or comes first with action dice and skill?",
    keys: keys::KEYS,
    lists: &[
        ("side", ListOrder::Free),
        (
            "side[].combatant",
            ListOrder::FreeUnless("rules.attack_on", "first"),
        ),
    ],
    positions: rounds::POSITIONS,
    players: &fighters::players::HELP,
    seats: keys::seats,
    outcomes: "against a difficulty `success` and `failure`; of two participants their names and `tie`; in an exchange the sides by their names, `draw` (no combatant is left standing), `unresolved` (no result after `rules.max_rounds` rounds)",
    metrics: &METRICS,
    examine: examine::examine,
    build: keys::build,
};

/// Help of the metrics of all contests, by name.
static METRICS: [(&str, &str); OF_ROLLS.len() + Layout::HELP.len()] =
    joined(OF_ROLLS, Layout::HELP);

/// Metrics of checks, of opposed rolls and of orders of action.
const OF_ROLLS: &[(&str, &str)] = &[
    (
        "total",
        "against a difficulty: the sum of the dice that count",
    ),
    (
        "margin",
        "total minus the difficulty or the rival's total; 0 is just a success, or a tie",
    ),
    (
        "total.<name>",
        "of two participants: the sum of the dice that count",
    ),
    (
        "action_sum.<name>",
        "order: the sum of the action dice, the higher of which acts first among those with as many dice",
    ),
    (
        "declares_first.<name>",
        "order: whether the participant must declare first",
    ),
];
