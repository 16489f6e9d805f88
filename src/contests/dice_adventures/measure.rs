//! The metrics of a game: what they are called and where each stands in a record.

use super::book::{Book, ThiefGold};
use super::party::SEATS;
use super::view::{MOST_ADVENTURES, Table};
use crate::contest::Metric;

/// What the metrics mean, for people.
pub(super) const HELP: &[(&str, &str)] = &[
    (
        "score",
        "what the end is worth: living levels and treasures less the dead, and the bonus of the mode; 0 where nobody alive is worth nothing",
    ),
    ("levels", "the levels of the living at the end, added up"),
    ("alive", "how many heroes live at the end"),
    ("treasures", "gold kept to the end, each coin a treasure"),
    ("deaths", "how many heroes died"),
    ("bought.provisions", "provisions bought"),
    ("bought.weapons", "magic weapons bought"),
    ("bought.hirelings", "hirelings hired"),
    (
        "result.*",
        "the result of each adventure by its number; 0 if it came to none",
    ),
];

/// Positions of the metrics.
pub(super) const SCORE: usize = 0;
pub(super) const LEVELS: usize = 1;
pub(super) const ALIVE: usize = 2;
pub(super) const TREASURES: usize = 3;
pub(super) const DEATHS: usize = 4;
/// The first of the things bought.
pub(super) const BOUGHT: usize = 5;
/// How many kinds of things are for sale.
pub(super) const THINGS: usize = 3;
/// The first of the results.
pub(super) const RESULTS: usize = BOUGHT + THINGS;

/// The most gold that a game can yield.
pub(super) fn most_gold(book: &Book) -> u32 {
    let mut most = 0;
    for adventure in 1..=book.adventures {
        // Three for the result, and for the thief one or the level.
        most += 3 + if book.options.thief == ThiefGold::Level {
            adventure.min(3)
        } else {
            1
        };
    }
    most
}

/// The most heroes that can die in a game.
pub(super) fn most_deaths(book: &Book) -> u32 {
    if book.is_hardcore() {
        (2 * book.adventures).min(6)
    } else {
        2 * book.adventures
    }
}

/// The metrics of a game, in the order of the positions above.
pub(super) fn metrics(book: &Book) -> Vec<Metric> {
    let gold = i64::from(most_gold(book));
    let deaths = i64::from(most_deaths(book));
    let levels = i64::from(book.adventures + 3).min(9);
    let number = |base, unit, lowest, highest| Metric::number(base, unit, lowest, highest);
    let mut metrics = vec![
        number("score", "points", -deaths, levels + gold + 6),
        number("levels", "levels", 0, levels),
        number("alive", "heroes", 0, SEATS as i64).out_of(SEATS as u32),
        number("treasures", "gold", 0, gold),
        number("deaths", "heroes", 0, deaths),
    ];
    for (thing, price) in [("provisions", 1), ("weapons", 2), ("hirelings", 3)] {
        metrics.push(number("bought", "things", 0, gold / price).about(thing, ""));
    }
    for adventure in 1..=book.adventures {
        metrics.push(number("result", "points", 0, 6).about(&adventure.to_string(), ""));
    }
    metrics
}

/// Fills in the values of a game that is over.
#[inline]
pub(super) fn record(table: &Table, score: i64, values: &mut [i64]) {
    let [
        score_value,
        levels,
        alive,
        treasures,
        deaths,
        provisions,
        weapons,
        hirelings,
        results @ ..,
    ] = values
    else {
        return;
    };
    *score_value = score;
    *levels = i64::from(table.party.levels());
    *alive = i64::from(table.party.alive());
    *treasures = i64::from(table.gold);
    *deaths = i64::from(table.deaths);
    let things = [provisions, weapons, hirelings];
    for (value, bought) in things.into_iter().zip(table.bought) {
        *value = i64::from(bought);
    }
    let all: [u8; MOST_ADVENTURES] = table.results;
    for (value, result) in results.iter_mut().zip(all) {
        *value = i64::from(result);
    }
}
