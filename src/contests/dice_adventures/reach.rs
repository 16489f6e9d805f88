//! Which parties a game may come to, and how rich they may be there at most.
//!
//! *Wealth* is what gold, provisions, weapons and a hireling cost together. Shopping leaves it as it
//! is, using things lowers it, and only results raise it. So it is enough to know for each party the
//! highest wealth that any way of playing could have: everything that costs no more has its place in
//! the tables, whether or not it can come about. Results raise wealth and levels together, so rich
//! parties are few.

use super::blows::{Struck, risen, struck};
use super::book::Book;
use super::course::Course;
use super::party::{Class, Party, classes_of};
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

/// The parties of a game by station of its course.
#[derive(Debug)]
pub(super) struct Reach {
    /// Before the draw.
    pub before: Vec<Places>,
    /// After the adventure before, before anybody shops or hires; nobody is there at the first station.
    pub after: Vec<Places>,
}

/// What a way of lots of a result makes of a party, before it shops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Next {
    /// The party, sorted by class.
    pub party: Party,
    /// The gold that was found.
    pub gold: u32,
    /// Those who died.
    pub deaths: u32,
}

/// What may come of a result: of several options one, by choice or all with equal chances, and in it all
/// ways in which lots may fall, with equal chances too.
#[derive(Clone, Debug)]
pub(super) struct Branches {
    /// One or more, each of one or more, in the order of seats and lots.
    pub options: Vec<Vec<Next>>,
    /// Whether the player chooses the option.
    pub chosen: bool,
}

impl Branches {
    /// The branches of a result, 1 to 6, with a card for a sorted party.
    pub(super) fn of(book: &Book, card: u8, party: &Party, result: u8) -> Self {
        let effect = book.effect(card, result);
        let gold = u32::from(effect.gold) + book.thief_gold(party, result);
        let (chosen, risen) = risen(book, party, effect);
        let ways = |party: &Party| {
            let next = |struck: Struck| Next {
                party: struck.party.sorted(),
                gold,
                deaths: struck.deaths,
            };
            struck(book, party, effect).into_iter().map(next).collect()
        };
        Self {
            options: risen.iter().map(ways).collect(),
            chosen,
        }
    }

    /// All that may come, whatever is chosen.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Next> {
        self.options.iter().flatten()
    }

    /// What the result is worth where `value` says what each of its ends is.
    pub(super) fn value(&self, value: impl Fn(&Next) -> f64) -> f64 {
        let means = self.options.iter().map(|ways| mean(ways, &value));
        if self.chosen {
            means.fold(f64::NEG_INFINITY, f64::max)
        } else {
            means.sum::<f64>() / self.options.len() as f64
        }
    }
}

/// The mean of the values of some things, one or more.
pub(super) fn mean<T>(all: &[T], value: impl Fn(&T) -> f64) -> f64 {
    all.iter().map(value).sum::<f64>() / all.len() as f64
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

type Found = BTreeMap<usize, (Party, u32)>;

impl Reach {
    /// Where games that begin with any of these parties may come to.
    pub(super) fn new(book: &Book, course: &Course, beginnings: &[Party]) -> Self {
        let note = |found: &mut Found, party: Party, wealth: u32| {
            let place = found
                .entry(key(book, &party, party.level_key()))
                .or_insert((party, wealth));
            place.1 = place.1.max(wealth);
        };
        let mut reach = Self {
            before: Vec::new(),
            after: Vec::new(),
        };
        let mut after = vec![Found::new(); course.stations.len()];
        for (number, station) in course.stations.iter().enumerate() {
            // Whatever leads here is an earlier station.
            let after_last = std::mem::take(&mut after[number]);
            let mut now = Found::new();
            if number == 0 {
                for party in beginnings {
                    note(&mut now, party.sorted(), 0);
                }
            }
            for (party, wealth) in after_last.values() {
                for (_, party) in hired(book, party) {
                    note(&mut now, party, *wealth);
                }
            }
            for round in &course.rounds[station.rounds.clone()] {
                let Some(next) = round.next else {
                    continue;
                };
                for (party, wealth) in now.values() {
                    for result in 1..=6 {
                        for end in Branches::of(book, round.card, party, result).iter() {
                            note(&mut after[next], end.party, wealth + end.gold);
                        }
                    }
                }
            }
            reach.after.push(Places::new(book, after_last));
            reach.before.push(Places::new(book, now));
        }
        reach
    }
}
