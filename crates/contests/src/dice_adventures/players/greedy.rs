//! The greedy player, which considers only the current adventure.

use super::super::book::Book;
use super::super::deck::CardEffect;
use super::super::party::{Party, SEATS};
use super::super::policy::DicePolicy;
use super::super::reachable_parties::{Branches, mean};
use super::super::result_effects::after_losses;
use super::super::throws::{AdventureThrow, Throws, first_best};
use super::super::view::GameState;
use std::sync::{Arc, OnceLock};

/// Policies of the greedy player for the dice, computed on first use, by card, change of dice and
/// party.
#[derive(Debug)]
pub(in super::super) struct GreedyTables {
    book: Book,
    throws: Throws,
    /// Number of different changes of dice.
    modifiers: usize,
    policies: Box<[OnceLock<Arc<DicePolicy>>]>,
}

impl GreedyTables {
    pub(in super::super) fn new(book: &Book) -> Self {
        let deck = &book.deck;
        let cards = 0..deck.cards(book.adventures).len() as u8;
        let cards = cards.map(|card| usize::from(deck.same(card)) + 1).max();
        let modifiers = book.modifier_numbers();
        let count = 4_096 * modifiers * cards.unwrap_or(1);
        Self {
            book: *book,
            throws: Throws::new(book),
            modifiers,
            policies: (0..count).map(|_| OnceLock::new()).collect(),
        }
    }

    /// Returns the dice of a party and their policy.
    #[inline]
    pub(in super::super) fn of(&self, state: &GameState) -> (Arc<AdventureThrow>, Arc<DicePolicy>) {
        let (party, card) = (&state.party, self.book.deck.same(state.card));
        let key = party.level_key();
        let modifier = self.book.modifier(state.adventure, card);
        let throw = self.throws.of_key(key, party, false, modifier);
        let row = usize::from(card) * self.modifiers + modifier.number();
        let slot = row * 4_096 + key;
        let policy = self.policies[slot].get_or_init(|| self.policy(throw, card, party));
        (Arc::clone(throw), Arc::clone(policy))
    }

    /// Returns the dice with the remaining uses of powers, and their policy.
    #[cold]
    pub(super) fn current_dice(&self, state: &GameState) -> (Arc<AdventureThrow>, Arc<DicePolicy>) {
        let throw = Arc::new(self.throws.current_dice(state, false));
        let policy = self.policy(&throw, state.card, &state.party);
        (throw, policy)
    }

    fn policy(&self, throw: &AdventureThrow, card: u8, party: &Party) -> Arc<DicePolicy> {
        let party = party.sorted();
        let result_value: [f64; 6] =
            std::array::from_fn(|result| result_value(&self.book, card, &party, result as u8 + 1));
        let by_result = |_, result: u8, _| result_value[usize::from(result) - 1];
        Arc::new(throw.policy(0, 0, by_result))
    }
}

/// Returns the expected change of the score by a result: each gold and level counts 1, and a death
/// costs the levels of the hero plus 1.
fn result_value(book: &Book, card: u8, party: &Party, result: u8) -> f64 {
    Branches::of(book, card, party, result).value(|next| {
        let gained = next.gold + next.party.levels();
        f64::from(gained) - f64::from(party.levels() + next.deaths)
    })
}

/// Returns the seat whose hero rises: the first one, or the best one if losses or deaths follow.
#[inline]
pub(super) fn rise(book: &Book, state: &GameState) -> usize {
    let effect = state.effect(book);
    if effect.draws_lots() {
        best_to_rise(book, state, effect)
    } else {
        // A level counts the same for every hero, so the first one rises.
        state.first_to_rise()
    }
}

/// Returns the seat whose hero should rise if losses or deaths follow. Ties go to the first seat.
#[cold]
fn best_to_rise(book: &Book, state: &GameState, effect: CardEffect) -> usize {
    let able = state.able_to_rise();
    let after = |seat: usize| {
        let party = &state.party;
        let level = party.seats[seat].map_or(0, |hero| hero.level);
        let ends = after_losses(book, &party.at_level(seat, level + 1), effect);
        mean(&ends, |end| {
            f64::from(end.party.levels()) - f64::from(end.deaths)
        })
    };
    let seats = (0..SEATS).filter(|seat| able & 1 << seat != 0);
    first_best(seats.map(|seat| (seat, after(seat))))
}
