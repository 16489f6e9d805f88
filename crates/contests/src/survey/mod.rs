//! Survey (`kind = "survey"`): find all dice of an unknown number.
//!
//! The Field is a triangle of visible dice. Each die of the searchers' Supply explores one die of
//! its value or lower, from the corners inward. A number shown by at least two dice is the Prize:
//! exploring one of its dice reveals the trail, and exploring all of them is success.
//!
//! `keys` reads the file; `setup` has its parameters; `field` is the triangle, `budget` the explorations that a Supply affords,
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
mod prepared;
mod rules;
mod search;
mod setup;
mod solve;
mod view;

use evenodds_core::contest::{Kind, ListOrder};
use setup::Layout;

pub use field::{Faces, Field, Places, place};
pub use narrate::Event;
pub use players::Player;
pub use prepared::Survey;
pub use rules::SearchState;
pub use search::{Search, SearchValue};
pub use setup::{FieldFrom, Prize, Searcher, Setup, SupplyFrom};
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
