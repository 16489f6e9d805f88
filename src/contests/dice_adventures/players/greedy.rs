//! The player who thinks of this adventure alone.

use super::super::book::Book;
use super::super::party::{MOST_LEVEL, Party};
use super::super::policy::Policy;
use super::super::reach::Branches;
use super::super::throws::{Throw, Throws};
use super::super::view::{Action, Decide, Plan, View};
use super::hand::Hand;
use std::sync::OnceLock;

/// What a greedy player does with the dice, by party and number of +1s; worked out when it is first
/// needed.
#[derive(Debug)]
pub(in super::super) struct Habits {
    book: Book,
    throws: Throws,
    policies: Box<[OnceLock<Box<Policy>>]>,
}

impl Habits {
    pub(in super::super) fn new(book: &Book) -> Self {
        Self {
            book: *book,
            throws: Throws::new(book),
            policies: (0..4_096 * 3).map(|_| OnceLock::new()).collect(),
        }
    }

    /// The dice of a party and what to do with them.
    #[inline]
    pub(in super::super) fn of(&self, party: &Party, adventure: u32) -> (&Throw, &Policy) {
        let throw = self.throws.of(party, false, adventure);
        let slot = party.level_key() * 3 + self.book.modifiers(adventure);
        let policy = self.policies[slot].get_or_init(|| {
            let party = party.sorted();
            let worth: [f64; 6] =
                std::array::from_fn(|result| worth(&self.book, &party, result as u8 + 1));
            let by_result = |_, result: u8, _| worth[usize::from(result) - 1];
            Box::new(throw.policy(0, 0, by_result))
        });
        (throw, policy)
    }
}

/// The expected change of the score that a result brings: gold and levels count 1 each, a death the
/// levels that it costs and 1 more.
fn worth(book: &Book, party: &Party, result: u8) -> f64 {
    let branches = Branches::of(book, party, result);
    let changes = branches.iter().map(|next| {
        let gained = next.gold + next.party.levels();
        f64::from(gained) - f64::from(party.levels() + next.deaths)
    });
    // Where the player may choose who rises it is a level whoever it is.
    changes.sum::<f64>() / branches.iter().count() as f64
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
        let (throw, policy) = self.habits.of(&view.table.party, view.table.adventure);
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
        view.first_to_rise()
    }

    #[inline]
    fn plan(&mut self, view: &View) -> Plan {
        view.plain_plan()
    }
}
