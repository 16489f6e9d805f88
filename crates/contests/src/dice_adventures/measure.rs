//! Metrics of a game: names, and indices in a record.

use super::book::{Book, HIRELING_PRICE, PROVISIONS_PRICE, ThiefGold, WEAPON_PRICE};
use super::deck::Card;
use super::deck::MOST_ADVENTURES;
use super::party::SEATS;
use super::view::GameState;
use evenodds_core::contest::{Metric, Metrics, metrics};

metrics! {
    /// Indices of the metrics.
    pub(super) const Layout(all, book: &Book) {
        /// levels of the living plus treasures minus deaths, plus the bonus of the mode; with a
        /// bonus 0 if no hero is alive
        SCORE = "score" => {
            let highest = most_levels(book) + i64::from(most_gold(book)) + 6;
            all.number("points", -i64::from(most_deaths(book)), highest)
        },
        /// sum of the levels of the living heroes at the end
        LEVELS = "levels" => all.number("levels", 0, most_levels(book)),
        /// heroes alive at the end
        ALIVE = "alive" => all.each("heroes", [SEATS as u32], Metric::out_of),
        /// gold kept until the end, each coin a treasure
        TREASURES = "treasures" => all.number("gold", 0, i64::from(most_gold(book))),
        /// heroes who died
        DEATHS = "deaths" => all.number("heroes", 0, i64::from(most_deaths(book))),
        /// provisions bought
        PROVISIONS = "bought.provisions" => bought(all, book, "provisions", PROVISIONS_PRICE),
        /// magic weapons bought
        WEAPONS = "bought.weapons" => bought(all, book, "weapons", WEAPON_PRICE),
        /// hirelings hired
        HIRELINGS = "bought.hirelings" => bought(all, book, "hirelings", HIRELING_PRICE),
        /// result of each adventure, by its number, in the trials in which the party reached it
        RESULTS = "result.*" => all.each("points", 1..=book.adventures, |metric, adventure| {
            metric.about(&adventure.to_string(), "").within(0, 6).or_never(0)
        }),
    }
}

/// Number of kinds of goods for sale.
pub(super) const KINDS_OF_GOODS: usize = Layout::RESULTS - Layout::PROVISIONS;

/// Adds the metric for the number of purchases of a kind.
fn bought(all: &mut Metrics, book: &Book, kind: &str, price: u32) {
    let most = i64::from(most_gold(book) / price);
    all.each("things", [kind], |metric, kind| {
        metric.about(kind, "").within(0, most)
    });
}

/// Returns the maximum sum of the levels of a party.
fn most_levels(book: &Book) -> i64 {
    i64::from(book.adventures + 3).min(9)
}

/// Returns the maximum gold of a game.
pub(super) fn most_gold(book: &Book) -> u32 {
    let mut most = 0;
    for adventure in 1..=book.adventures {
        // The thief finds 1 gold, or as much as the level, by `rules.thief`.
        most += if book.options.thief == ThiefGold::Level {
            adventure.min(3)
        } else {
            1
        };
    }
    most + book.deck.most_of(book.adventures, Card::most_gold)
}

/// Returns the maximum number of deaths if the dead can always be replaced.
pub(super) fn deaths_in_all(book: &Book) -> u32 {
    book.deck.most_of(book.adventures, Card::most_deaths)
}

/// Returns the maximum number of deaths in a game.
pub(super) fn most_deaths(book: &Book) -> u32 {
    let most = deaths_in_all(book);
    if book.is_hardcore() {
        most.min(6)
    } else {
        most
    }
}

/// Sets the values of a finished game.
#[inline]
pub(super) fn record(state: &GameState, score: i64, values: &mut [i64]) {
    let Some((values, results)) = values.split_first_chunk_mut::<{ Layout::RESULTS }>() else {
        return;
    };
    values[Layout::SCORE] = score;
    values[Layout::LEVELS] = i64::from(state.party.levels());
    values[Layout::ALIVE] = i64::from(state.party.alive());
    values[Layout::TREASURES] = i64::from(state.gold);
    values[Layout::DEATHS] = i64::from(state.deaths);
    for (value, bought) in values[Layout::PROVISIONS..].iter_mut().zip(state.bought) {
        *value = i64::from(bought);
    }
    let all: [u8; MOST_ADVENTURES] = state.results;
    for (value, result) in results.iter_mut().zip(all) {
        *value = i64::from(result);
    }
}
