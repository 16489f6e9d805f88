//! Combat: sides of combatants whose dice are their initiative fight until one side is left.
//!
//! - [`keys`](self): the keys of its file, and the conversion of a checked file to a [`Combat`].
//! - `setup` and `options`: what a file states; `layout`: the metrics; `prepared`: the fight itself.
//! - `fight`: the position; `order`: the order of turns.
//! - `event`: the events; `player`: the players by name; `view` and `shield`: the players' views.
//! - `engine`: the turns; `cover`, `wounds` and `arrivals`: the optional rules.
//! - `players`: the decisions of each player; `effect`: actions with equal effects.
//! - `bitboard`: a fast path for runs and play-outs of fights of at most eight combatants.
//! - `rules`: the fight as a [`Game`](evenodds_core::contest::game::Game); `measure`: the values of
//!   its metrics.
//! - `narrate`: the narration; `hint`: positions and actions as text.
//! - `duel`: fights that can be solved; `policy` and `optimal`: the solver; `solve`: the exact
//!   answers.

mod arrivals;
mod bitboard;
mod cover;
mod duel;
mod effect;
mod ending;
mod engine;
mod event;
mod fight;
mod hint;
mod keys;
mod layout;
mod measure;
mod narrate;
mod optimal;
mod options;
mod order;
mod player;
mod players;
mod policy;
mod prepared;
mod rules;
mod setup;
mod shield;
mod solve;
mod view;
mod wounds;

pub use evenodds_core::contest::{Group, WoundChoice, WoundOption};

pub use engine::FightMove;
pub use event::Event;
pub use fight::Fate;
pub use options::{Deadlock, Healer, LastBlow, MonsterSpent, Options};
pub use player::{OrderSubject, Player, RetreatOrder};
#[doc(hidden)]
pub use players::expert;
pub use prepared::Combat;
pub use setup::{Allowed, Arrival, ArrivalCondition, Class, Combatant, Cover, Setup, Side};
pub use shield::{CoverDie, CoverOwner, CoverView};
pub use view::{Action, PolicyRandomness, View};

use evenodds_core::contest::{Kind, ListOrder};
use layout::Layout;

/// The contest kind `kind = "combat"`.
pub static KIND: Kind = Kind {
    name: "combat",
    title: "Combat",
    summary: "Who wins a fight, how long does it take, and who is left standing?",
    keys: keys::KEYS,
    lists: &[
        ("side", ListOrder::Free),
        ("side[].combatant", ListOrder::Free),
        (
            "side[].combatant[].classes",
            ListOrder::Meaning("the Classes in the order of their use"),
        ),
        ("side[].reinforcement", ListOrder::Free),
        (
            "side[].reinforcement[].classes",
            ListOrder::Meaning("the Classes in the order of their use"),
        ),
        ("cover.faces", ListOrder::Free),
        ("side[].cover.faces", ListOrder::Free),
        ("side[].combatant[].cover.faces", ListOrder::Free),
        ("side[].reinforcement[].cover.faces", ListOrder::Free),
    ],
    positions: hint::POSITIONS,
    players: &player::HELP,
    seats: keys::seats,
    outcomes: "the sides by their names, `draw` (no combatant is left standing), `unresolved` (a deadlock that re-rolls did not end)",
    metrics: Layout::HELP,
    examine: keys::examine,
    build: keys::build,
};
