//! Parties that a game can reach, with the maximum wealth of each.
//!
//! *Wealth* is gold plus the price of the provisions, weapons and hireling. Purchases do not change
//! it, use of items lowers it, and only results raise it. So the maximum wealth of each party
//! suffices as a bound: the tables have places for all possessions up to it, reachable or not.
//! Results that raise wealth also raise levels, so few parties are rich.

use super::book::Book;
use super::draw_stages::DrawStages;
use super::party::{HeroClass, Party, classes_of};
use super::result_effects::{PartyAfterLosses, after_losses, after_rise};
use std::collections::BTreeMap;

/// Parties at one time of a game, indexed by their keys.
#[derive(Debug, Default)]
pub(super) struct PartyIndex {
    /// Index of the party of each key plus 1; 0 without such a party.
    positions: Vec<u16>,
    /// Parties, sorted by class, with the maximum wealth of each.
    pub parties: Vec<(Party, u32)>,
}

impl PartyIndex {
    fn new(book: &Book, found: BTreeMap<usize, (Party, u32)>) -> Self {
        let mut positions = vec![0; if book.is_hardcore() { 1 << 18 } else { 1 << 12 }];
        let mut parties = Vec::with_capacity(found.len());
        for (key, place) in found {
            parties.push(place);
            // There are fewer than 2^13 parties of up to three of six classes.
            positions[key] = parties.len() as u16;
        }
        Self { positions, parties }
    }

    /// Returns the index of a party, independent of seats; `None` if no game reaches it.
    #[inline]
    pub(super) fn position(&self, book: &Book, party: &Party) -> Option<usize> {
        self.position_of(book, party, party.level_key())
    }

    /// Returns the index of a party with the given [`level_key`](Party::level_key).
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

/// Returns a key of a party, independent of seats. It includes the used classes only in the
/// hardcore modes, where they cannot be hired again.
#[inline]
fn key(book: &Book, party: &Party, level_key: usize) -> usize {
    let used = if book.is_hardcore() { party.used } else { 0 };
    level_key | usize::from(used) << 12
}

/// Reachable parties of a game by draw stage.
#[derive(Debug)]
pub(super) struct ReachableParties {
    /// Parties before the draw, by stage.
    pub before: Vec<PartyIndex>,
    /// Parties after the previous adventure, before purchases and hires, by stage; empty at the
    /// first stage.
    pub after: Vec<PartyIndex>,
}

/// A party after a result and one sequence of lots, before purchases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NextParty {
    /// The party, sorted by class.
    pub party: Party,
    /// Gold found.
    pub gold: u32,
    /// Number of deaths.
    pub deaths: u32,
}

/// Possible consequences of a result: options, among which the player or a lot chooses, each with
/// equally likely sequences of lots.
#[derive(Clone, Debug)]
pub(super) struct Branches {
    /// Consequences by option and sequence of lots; at least one, in the order of seats and lots.
    pub options: Vec<Vec<NextParty>>,
    /// True if the player chooses the option.
    pub chosen: bool,
}

impl Branches {
    /// Returns the branches of a card's result, 1 to 6, for a sorted party.
    pub(super) fn of(book: &Book, card: u8, party: &Party, result: u8) -> Self {
        let effect = book.effect(card, result);
        let gold = u32::from(effect.gold) + book.thief_gold(party, result);
        let (chosen, risen) = after_rise(book, party, effect);
        let ways = |party: &Party| {
            let next = |struck: PartyAfterLosses| NextParty {
                party: struck.party.sorted(),
                gold,
                deaths: struck.deaths,
            };
            after_losses(book, party, effect)
                .into_iter()
                .map(next)
                .collect()
        };
        Self {
            options: risen.iter().map(ways).collect(),
            chosen,
        }
    }

    /// Iterates over the consequences of all options.
    pub(super) fn iter(&self) -> impl Iterator<Item = &NextParty> {
        self.options.iter().flatten()
    }

    /// Returns the value of the result, given the `value` of each consequence.
    pub(super) fn value(&self, value: impl Fn(&NextParty) -> f64) -> f64 {
        let means = self.options.iter().map(|ways| mean(ways, &value));
        if self.chosen {
            means.fold(f64::NEG_INFINITY, f64::max)
        } else {
            means.sum::<f64>() / self.options.len() as f64
        }
    }
}

/// Returns the mean value of at least one item.
pub(super) fn mean<T>(all: &[T], value: impl Fn(&T) -> f64) -> f64 {
    all.iter().map(value).sum::<f64>() / all.len() as f64
}

/// Returns the possible parties after hiring, sorted by class, each with the set of hired classes.
/// Larger parties come first, then by set. Empty if the game ends.
pub(super) fn hired(book: &Book, party: &Party) -> Vec<(u8, Party)> {
    let mut sets: Vec<u8> = (0..1 << HeroClass::ALL.len())
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

type FoundParties = BTreeMap<usize, (Party, u32)>;

impl ReachableParties {
    /// Returns the parties that games from any of these initial parties can reach.
    pub(super) fn new(book: &Book, stages: &DrawStages, initial_parties: &[Party]) -> Self {
        let note = |found: &mut FoundParties, party: Party, wealth: u32| {
            let place = found
                .entry(key(book, &party, party.level_key()))
                .or_insert((party, wealth));
            place.1 = place.1.max(wealth);
        };
        let mut reachable = Self {
            before: Vec::new(),
            after: Vec::new(),
        };
        let mut after = vec![FoundParties::new(); stages.all.len()];
        for (number, draw_stage) in stages.all.iter().enumerate() {
            // Only earlier stages lead to this one, so its parties are complete.
            let after_last = std::mem::take(&mut after[number]);
            let mut now = FoundParties::new();
            if number == 0 {
                for party in initial_parties {
                    note(&mut now, party.sorted(), 0);
                }
            }
            for (party, wealth) in after_last.values() {
                for (_, party) in hired(book, party) {
                    note(&mut now, party, *wealth);
                }
            }
            for round in &stages.rounds[draw_stage.rounds.clone()] {
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
            reachable.after.push(PartyIndex::new(book, after_last));
            reachable.before.push(PartyIndex::new(book, now));
        }
        reachable
    }
}
