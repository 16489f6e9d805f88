//! Dice Adventures (`kind = "dice_adventures"`): three heroes, five adventures, one player.
//!
//! - `party`, `deck`, `book`, `result_effects`: the rules without dice and players, that is
//!   heroes, adventures, and effects of results.
//! - `prepared`: a game with its parameters; `view`: positions and actions; `rules`: a game from any position; `narrate`: narration.
//! - `players`: `passive`, `greedy`, `optimal`.
//! - `turn_costs`, `throws`, `policy`: the solution of the dice of one adventure; `draw_stages`,
//!   `reachable_parties`, `place_values`, `backward`, `optimal`: the solution of the whole game.
//! - `evaluate`: the actions of every decision with their values under optimal play; `hint`:
//!   actions and positions as text.
//! - `chain`: the exact distributions of all metrics; `solve`: the exact results.

#![expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "parties are passed uniformly, whatever their size"
)]

mod backward;
mod book;
mod chain;
mod deck;
mod draw_stages;
mod evaluate;
mod hint;
mod keys;
mod measure;
mod narrate;
mod optimal;
mod party;
mod place_values;
mod players;
mod policy;
mod prepared;
mod reachable_parties;
mod result_effects;
mod rules;
mod solve;
mod throws;
mod turn_costs;
mod view;

pub use book::{
    Book, LevelUp, LoseLevel, Mode, ModifierWhen, Options, RangerDice, RangerReroll, Replace, Shop,
    ThiefGold,
};
pub use deck::{Card, CardEffect, CardOrder, Deck, MOST_CARDS, Modifier};
pub use narrate::Event;
pub use party::{Hero, HeroClass, Party, result};
pub use players::{Memory, Player};
pub use prepared::{DiceAdventures, Setup};
pub use result_effects::Rise;
pub use view::{Action, ChangeMeans, GameStage, GameState, HIRELING, Position, Purchases};

use evenodds_core::contest::{Kind, ListOrder};
use measure::Layout;

/// The Dice Adventures kind, selected by `kind = "dice_adventures"`.
pub static KIND: Kind = Kind {
    name: "dice_adventures",
    title: "Dice Adventures",
    summary: "What do three heroes bring home from five adventures, and which of them return?",
    keys: keys::KEYS,
    lists: &[
        ("heroes", ListOrder::Free),
        (
            "adventure",
            ListOrder::Meaning("the order of the cards, unless they are shuffled"),
        ),
        (
            "adventure[].results",
            ListOrder::Meaning("the results 1 to 6"),
        ),
    ],
    positions: hint::POSITIONS,
    players: &players::HELP,
    seats: keys::seats,
    outcomes: "`survived` if a hero lives at the end, else `wiped_out`",
    metrics: Layout::HELP,
    examine: keys::examine,
    build: keys::build,
};
