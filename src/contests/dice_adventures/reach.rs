//! Which parties a game may come to, and how rich they may be there at most.
//!
//! *Wealth* is what gold, provisions, weapons and a hireling cost together. Shopping leaves it as it
//! is, using things lowers it, and only results raise it. So it is enough to know for each party the
//! highest wealth that any way of playing could have: everything that costs no more has its place in
//! the tables, whether or not it can come about. Results raise wealth and levels together, so rich
//! parties are few.

use super::book::{Blow, Book};
use super::party::{Class, MOST_LEVEL, Party, SEATS, classes_of};
use std::collections::BTreeMap;

/// Parties at one time of a game, in the order of their keys.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// The position of each key, less one.
    positions: Vec<u16>,
    /// The parties, sorted by class, with the highest wealth of each.
    pub parties: Vec<(Party, u32)>,
}

impl Places {
    fn new(book: &Book, found: BTreeMap<usize, (Party, u32)>) -> Self {
        let mut positions = vec![0; if book.is_hardcore() { 1 << 18 } else { 1 << 12 }];
        let mut parties = Vec::with_capacity(found.len());
        for (key, place) in found {
            parties.push(place);
            // There are fewer than 2^13 parties of at most three of six classes.
            positions[key] = parties.len() as u16;
        }
        Self { positions, parties }
    }

    /// The position of a party, whoever sits where; `None` where no game comes to it.
    #[inline]
    pub(super) fn position(&self, book: &Book, party: &Party) -> Option<usize> {
        self.position_of(book, party, party.level_key())
    }

    /// The same for a party with that [`level_key`](Party::level_key).
    #[inline]
    pub(super) fn position_of(
        &self,
        book: &Book,
        party: &Party,
        level_key: usize,
    ) -> Option<usize> {
        let position = *self.positions.get(key(book, party, level_key))?;
        usize::from(position).checked_sub(1)
    }
}

/// A number for a party, whoever sits where; which classes were used matters only where they are
/// used up.
#[inline]
fn key(book: &Book, party: &Party, level_key: usize) -> usize {
    let used = if book.is_hardcore() { party.used } else { 0 };
    level_key | usize::from(used) << 12
}

/// The parties of a game, adventure by adventure.
#[derive(Debug)]
pub(super) struct Reach {
    /// At the beginning of each adventure.
    pub before: Vec<Places>,
    /// After each adventure but the last, before anybody shops or hires.
    pub after: Vec<Places>,
}

/// What a lot of a result makes of a party, before it shops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Next {
    /// The party, sorted by class.
    pub party: Party,
    /// The gold that was found.
    pub gold: u32,
    /// Those who died.
    pub deaths: u32,
}

/// What may come of a result: of these one, by choice or all with equal chances.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branches {
    next: [Option<Next>; SEATS],
    /// Whether the player chooses.
    pub chosen: bool,
}

impl Branches {
    /// The branches of a result, 1 to 6, for a sorted party.
    pub(super) fn of(book: &Book, party: &Party, result: u8) -> Self {
        let gold = Book::gold(result) + book.thief_gold(party, result);
        let with = |party: Party, deaths| {
            Some(Next {
                party: party.sorted(),
                gold,
                deaths,
            })
        };
        let risen = |seat: usize, by: i8| {
            let level = party.seats[seat].map_or(MOST_LEVEL, |hero| hero.level);
            with(party.at_level(seat, level.wrapping_add_signed(by)), 0)
        };
        let mut branches = Self {
            next: [None; SEATS],
            chosen: false,
        };
        for lot in 0..book.lots(party, result) {
            let next = match book.blow(party, result, lot) {
                Blow::Rise(seats) => {
                    branches.chosen = true;
                    let seats = (0..SEATS).filter(|seat| seats & 1 << seat != 0);
                    for (place, seat) in branches.next.iter_mut().zip(seats) {
                        *place = risen(seat, 1);
                    }
                    return branches;
                }
                Blow::None => with(*party, 0),
                Blow::Rises(seat) => risen(seat, 1),
                Blow::Falls(seat) => risen(seat, -1),
                Blow::Dies(seats) => with(party.without(seats), seats.count_ones()),
            };
            branches.next[lot as usize] = next;
        }
        branches
    }

    /// The branches, one or more, in the order of seats or lots.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = Next> {
        self.next.into_iter().flatten()
    }
}

/// The parties that may be made of one by hiring, sorted by class, each with the set of the hired;
/// larger parties first, then by set. None where the game ends.
pub(super) fn hired(book: &Book, party: &Party) -> Vec<(u8, Party)> {
    let mut sets: Vec<u8> = (0..1 << Class::ALL.len())
        .filter(|&set| book.may_hire(party, set))
        .collect();
    sets.sort_by_key(|set| (std::cmp::Reverse(set.count_ones()), *set));
    let joined = |set: u8| {
        let party = classes_of(set).fold(*party, Party::with);
        (set, party.sorted())
    };
    let parties = sets.into_iter().map(joined);
    parties.filter(|(_, party)| party.alive() > 0).collect()
}

impl Reach {
    /// Where games that begin with any of these parties may come to.
    pub(super) fn new(book: &Book, beginnings: &[Party]) -> Self {
        let note = |found: &mut BTreeMap<usize, (Party, u32)>, party: Party, wealth: u32| {
            let place = found
                .entry(key(book, &party, party.level_key()))
                .or_insert((party, wealth));
            place.1 = place.1.max(wealth);
        };
        let mut reach = Self {
            before: Vec::new(),
            after: Vec::new(),
        };
        let mut now = BTreeMap::new();
        for party in beginnings {
            note(&mut now, party.sorted(), 0);
        }
        for adventure in 1..=book.adventures {
            let (mut after, mut before) = (BTreeMap::new(), BTreeMap::new());
            if adventure < book.adventures {
                for (party, wealth) in now.values() {
                    for result in 1..=6 {
                        for next in Branches::of(book, party, result).iter() {
                            note(&mut after, next.party, wealth + next.gold);
                        }
                    }
                }
                for (party, wealth) in after.values() {
                    for (_, party) in hired(book, party) {
                        note(&mut before, party, *wealth);
                    }
                }
                reach.after.push(Places::new(book, after));
            }
            reach.before.push(Places::new(book, now));
            now = before;
        }
        reach
    }
}
