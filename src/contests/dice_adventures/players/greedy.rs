//! The player who thinks of this adventure alone.

use super::super::blows::struck;
use super::super::book::Book;
use super::super::deck::Effect;
use super::super::party::{MOST_LEVEL, Party, SEATS};
use super::super::policy::Policy;
use super::super::reach::{Branches, mean};
use super::super::throws::{Throw, Throws, first_best};
use super::super::view::{Action, Decide, Plan, Table, View};
use super::hand::Hand;
use std::sync::OnceLock;

/// What a greedy player does with the dice, by card, change of dice and party; worked out when it is
/// first needed.
#[derive(Debug)]
pub(in super::super) struct Habits {
    book: Book,
    throws: Throws,
    /// How many changes of dice are told apart.
    modifiers: usize,
    policies: Box<[OnceLock<Box<Policy>>]>,
}

impl Habits {
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

    /// The dice of a party and what to do with them.
    #[inline]
    pub(in super::super) fn of(&self, table: &Table) -> (&Throw, &Policy) {
        let (party, card) = (&table.party, self.book.deck.same(table.card));
        let key = party.level_key();
        let modifier = self.book.modifier(table.adventure, card);
        let throw = self.throws.of_key(key, party, false, modifier);
        let row = usize::from(card) * self.modifiers + modifier.number();
        let slot = row * 4_096 + key;
        let policy = self.policies[slot].get_or_init(|| {
            let party = party.sorted();
            let worth: [f64; 6] =
                std::array::from_fn(|result| worth(&self.book, card, &party, result as u8 + 1));
            let by_result = |_, result: u8, _| worth[usize::from(result) - 1];
            Box::new(throw.policy(0, 0, by_result))
        });
        (throw, policy)
    }
}

/// The expected change of the score that a result brings: gold and levels count 1 each, a death the
/// levels that it costs and 1 more.
fn worth(book: &Book, card: u8, party: &Party, result: u8) -> f64 {
    Branches::of(book, card, party, result).value(|next| {
        let gained = next.gold + next.party.levels();
        f64::from(gained) - f64::from(party.levels() + next.deaths)
    })
}

/// Who should rise where others fall or die after it: of equals the one in the first seat.
#[cold]
fn best_to_rise(view: &View, seats: u8, effect: Effect) -> usize {
    let after = |seat: usize| {
        let party = &view.table.party;
        let level = party.seats[seat].map_or(0, |hero| hero.level);
        let ends = struck(view.book, &party.at_level(seat, level + 1), effect);
        mean(&ends, |end| {
            f64::from(end.party.levels()) - f64::from(end.deaths)
        })
    };
    let seats = (0..SEATS).filter(|seat| seats & 1 << seat != 0);
    first_best(seats.map(|seat| (seat, after(seat))))
}

/// A greedy player at a table.
pub(in super::super) struct Greedy<'a> {
    habits: &'a Habits,
    hand: Option<(Hand<'a>, &'a Policy)>,
}

impl<'a> Greedy<'a> {
    #[inline]
    pub(in super::super) fn new(habits: &'a Habits) -> Self {
        Self { habits, hand: None }
    }
}

impl Decide for Greedy<'_> {
    #[inline]
    fn begin(&mut self, view: &View) {
        let (throw, policy) = self.habits.of(view.table);
        self.hand = Some((Hand::new(throw, view).by_seat(), policy));
    }

    #[inline]
    fn raise(&mut self, view: &View, count: usize) -> u8 {
        match &self.hand {
            Some((hand, policy)) => hand.raise(policy, view.table),
            None => view.first_seats(count),
        }
    }

    #[inline]
    fn act(&mut self, view: &View) -> Action {
        match &mut self.hand {
            Some((hand, policy)) => hand.act(policy, view.table),
            None => Action::Done,
        }
    }

    #[inline]
    fn stand_in(&mut self, _view: &View) -> Option<usize> {
        None
    }

    #[inline]
    fn rise(&mut self, view: &View, seats: u8) -> usize {
        debug_assert!((0..3).all(|seat| seats & 1 << seat == 0
            || view.table.party.seats[seat].is_some_and(|hero| hero.level < MOST_LEVEL)));
        let effect = view.table.effect(view.book);
        if effect.goes_on() {
            best_to_rise(view, seats, effect)
        } else {
            // It is a level whoever it is.
            view.first_to_rise()
        }
    }

    #[inline]
    fn plan(&mut self, view: &View) -> Plan {
        view.plain_plan()
    }
}
