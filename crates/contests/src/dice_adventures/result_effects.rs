//! Effects of results on the party: heroes that rise, lose a level or die, for all lots.

use super::book::{Book, LevelUp, LoseLevel};
use super::deck::CardEffect;
use super::party::{MOST_LEVEL, Party, SEATS};
use evenodds_core::dice::{Dice, Pool, Roller};

/// Maximum number of lots drawn for one result.
const MOST_LOTS: usize = 3;

/// The hero that rises by a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rise {
    /// No hero can rise.
    None,
    /// A hero of this set of seats, chosen by the player.
    Choice(u8),
    /// The hero of this seat, chosen by lot.
    Drawn(usize),
}

/// Returns a seat of a set, drawn by `lot` if there are at least two seats. `lot` returns a number
/// below its argument.
#[inline]
fn one_of(seats: u8, lot: impl FnOnce(u32) -> u32) -> Option<usize> {
    let mut rest = seats;
    if seats.count_ones() > 1 {
        for _ in 0..lot(seats.count_ones()) {
            rest &= rest.wrapping_sub(1);
        }
    }
    let seat = rest.trailing_zeros() as usize;
    (seat < SEATS).then_some(seat)
}

impl Book {
    /// Returns the hero that rises by a level.
    #[inline]
    pub fn rise(&self, party: &Party, lot: impl FnOnce(u32) -> u32) -> Rise {
        let able = party.seats_with(|hero| hero.level < MOST_LEVEL);
        if self.options.level_up == LevelUp::Random {
            return one_of(able, lot).map_or(Rise::None, Rise::Drawn);
        }
        match able {
            0 => Rise::None,
            seats => Rise::Choice(seats),
        }
    }

    /// Returns the seat that loses a level, if any.
    #[inline]
    pub fn fall(&self, party: &Party, lot: impl FnOnce(u32) -> u32) -> Option<usize> {
        let candidates = match self.options.lose_level {
            LoseLevel::Any => party.seats_with(|_| true),
            LoseLevel::AboveOne => party.seats_with(|hero| hero.level > 1),
        };
        let seat = one_of(candidates, lot)?;
        party.seats[seat]
            .is_some_and(|hero| hero.level > 1)
            .then_some(seat)
    }

    /// Returns the set of seats whose heroes die.
    #[inline]
    pub fn dead(party: &Party, dies: u8, lot: impl FnOnce(u32) -> u32) -> u8 {
        let living = party.seats_with(|_| true);
        let left = living.count_ones().saturating_sub(u32::from(dies));
        match (dies, left) {
            // All remaining heroes die.
            (_, 0) => living,
            (0, _) => 0,
            (1, _) => one_of(living, lot).map_or(0, |seat| 1 << seat),
            // If two of three heroes die, a single lot draws the survivor.
            _ => one_of(living, lot).map_or(living, |seat| living & !(1 << seat)),
        }
    }
}

/// Enumerates all sequences of lots; the last lot changes first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lots {
    /// Lots of the current sequence: the drawn number and the number of options.
    drawn: [(u32, u32); MOST_LOTS],
    /// Number of lots drawn so far in this sequence.
    count: usize,
}

impl Lots {
    /// Returns the next lot of this sequence, below `of`.
    pub(super) fn draw(&mut self, of: u32) -> u32 {
        let place = &mut self.drawn[self.count];
        self.count += 1;
        place.1 = of;
        place.0
    }

    /// Returns the number of equally likely sequences.
    pub(super) fn ways(&self) -> u32 {
        let drawn = self.drawn[..self.count].iter();
        drawn.map(|&(_, of)| of).product()
    }

    /// Moves to the next sequence; returns false after the last one.
    pub(super) fn next(&mut self) -> bool {
        while self.count > 0 {
            self.count -= 1;
            let (fell, of) = &mut self.drawn[self.count];
            if *fell + 1 < *of {
                *fell += 1;
                self.count = 0;
                return true;
            }
            *fell = 0;
        }
        false
    }
}

/// Lots come from the enumeration; all dice show the same face.
impl Dice for Lots {
    fn pool(&mut self, _: Roller, _: u32) -> Pool {
        Pool::EMPTY
    }

    fn die(&mut self, _: Roller, _: u32) -> u32 {
        1
    }

    fn choose(&mut self, _: Roller, options: u32) -> u32 {
        self.draw(options)
    }
}

/// A party after the losses of a result, for one sequence of lots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PartyAfterLosses {
    /// Survivors in their seats.
    pub party: Party,
    /// Number of deaths.
    pub deaths: u32,
}

/// Returns the party after the losses of a result for each of the equally likely sequences of lots.
pub(super) fn after_losses(
    book: &Book,
    party: &Party,
    effect: CardEffect,
) -> Vec<PartyAfterLosses> {
    let mut all = Vec::new();
    let mut lots = Lots::default();
    loop {
        let mut party = *party;
        if effect.fall > 0
            && let Some(seat) = book.fall(&party, |of| lots.draw(of))
        {
            let level = party.seats[seat].map_or(1, |hero| hero.level);
            party = party.at_level(seat, level - 1);
        }
        let dead = match effect.dies {
            0 => 0,
            dies => Book::dead(&party, dies, |of| lots.draw(of)),
        };
        all.push(PartyAfterLosses {
            party: party.without(dead),
            deaths: dead.count_ones(),
        });
        if !lots.next() {
            return all;
        }
    }
}

/// Returns the parties after a hero has risen, and whether the player chooses among them; otherwise
/// a lot does.
pub(super) fn after_rise(book: &Book, party: &Party, effect: CardEffect) -> (bool, Vec<Party>) {
    let up = |seat: usize| {
        let level = party.seats[seat].map_or(MOST_LEVEL, |hero| hero.level + 1);
        party.at_level(seat, level.min(MOST_LEVEL))
    };
    if effect.rise == 0 {
        return (false, vec![*party]);
    }
    let mut all = Vec::new();
    let mut lots = Lots::default();
    loop {
        match book.rise(party, |of| lots.draw(of)) {
            Rise::None => return (false, vec![*party]),
            Rise::Choice(seats) => {
                let seats = (0..SEATS).filter(|seat| seats & 1 << seat != 0);
                return (true, seats.map(up).collect());
            }
            Rise::Drawn(seat) => all.push(up(seat)),
        }
        if !lots.next() {
            return (false, all);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::book::{Mode, Options, Shop};
    use super::super::deck::Deck;
    use super::super::party::HeroClass;
    use super::*;

    fn book(options: Options) -> Book {
        Book {
            mode: Mode::Basic,
            adventures: 5,
            options,
            shop: Shop::default(),
            deck: Deck::default(),
        }
    }

    fn party() -> Party {
        Party::new([HeroClass::Warrior, HeroClass::Ranger, HeroClass::Thief])
    }

    /// Returns the levels by seat, 0 for the dead, for each sequence of lots after a result.
    fn ends(book: &Book, party: &Party, effect: CardEffect) -> (bool, Vec<Vec<[u8; 3]>>) {
        let levels = |party: Party| party.seats.map(|hero| hero.map_or(0, |hero| hero.level));
        let (chosen, parties) = after_rise(book, party, effect);
        let ends = parties.iter().map(|party| {
            let ways = after_losses(book, party, effect).into_iter();
            ways.map(|struck| levels(struck.party)).collect()
        });
        (chosen, ends.collect())
    }

    /// Returns the same as [`ends`], for effects without a rise.
    fn blows(book: &Book, party: &Party, effect: CardEffect) -> Vec<[u8; 3]> {
        let (chosen, mut ends) = ends(book, party, effect);
        assert!(!chosen && ends.len() == 1);
        ends.remove(0)
    }

    #[test]
    fn each_result_has_the_effects_of_the_source() {
        let plain = book(Options::default());
        let [first, second, third, fourth, fifth, sixth] = CardEffect::TEXT;
        let beginners = party();
        assert_eq!(
            ends(&plain, &beginners, first),
            (
                true,
                vec![vec![[2, 1, 1]], vec![[1, 2, 1]], vec![[1, 1, 2]]]
            )
        );
        for calm in [second, third, fourth] {
            assert_eq!(blows(&plain, &beginners, calm), [[1, 1, 1]]);
        }
        let high = beginners.at_level(1, 3).at_level(2, 2);
        assert_eq!(
            ends(&plain, &high, first),
            (true, vec![vec![[2, 3, 2]], vec![[1, 3, 3]]])
        );
        assert_eq!(blows(&plain, &high, fourth), [[1, 2, 2], [1, 3, 1]]);
        assert_eq!(
            blows(&plain, &high, fifth),
            [[0, 3, 2], [1, 0, 2], [1, 3, 0]]
        );
        assert_eq!(
            blows(&plain, &high, sixth),
            [[1, 0, 0], [0, 3, 0], [0, 0, 2]]
        );
        let two = high.without(1);
        assert_eq!(blows(&plain, &two, sixth), [[0, 0, 0]]);
        assert_eq!(blows(&plain, &two.without(2), sixth), [[0, 0, 0]]);
        let highest = [0, 1, 2]
            .iter()
            .fold(high, |all, &seat| all.at_level(seat, 3));
        assert_eq!(blows(&plain, &highest, first), [[3, 3, 3]]);
    }

    #[test]
    fn options_change_the_heroes_among_whom_lots_are_drawn() {
        let any = book(Options {
            lose_level: LoseLevel::Any,
            level_up: LevelUp::Random,
            ..Options::default()
        });
        let high = party().at_level(1, 3);
        let [first, _, _, fourth, ..] = CardEffect::TEXT;
        assert_eq!(
            blows(&any, &high, fourth),
            [[1, 3, 1], [1, 2, 1], [1, 3, 1]]
        );
        assert_eq!(
            ends(&any, &high, first),
            (false, vec![vec![[2, 3, 1]], vec![[1, 3, 2]]])
        );
    }

    #[test]
    fn heroes_that_rise_may_fall_and_heroes_that_fall_may_die() {
        let plain = book(Options::default());
        let all = CardEffect {
            gold: 9,
            rise: 1,
            fall: 1,
            dies: 1,
        };
        let (chosen, options) = ends(&plain, &party().at_level(2, 2), all);
        assert!(chosen);
        // If the first hero rises, one of two heroes loses a level, and then one of three dies.
        assert_eq!(
            options[0],
            [
                [0, 1, 2],
                [1, 0, 2],
                [1, 1, 0],
                [0, 1, 1],
                [2, 0, 1],
                [2, 1, 0]
            ]
        );
        // The third hero rises and may lose the level again.
        assert_eq!(options[2], [[0, 1, 2], [1, 0, 2], [1, 1, 0]]);
        let three = CardEffect { dies: 3, ..all };
        for option in ends(&plain, &party(), three).1 {
            assert_eq!(option, [[0, 0, 0]]);
        }
        // Without heroes a result has no effect.
        let empty = party().without(0b111);
        assert_eq!(ends(&plain, &empty, three), (false, vec![vec![[0, 0, 0]]]));
    }

    #[test]
    fn lots_are_enumerated_in_all_sequences() {
        let mut lots = Lots::default();
        let mut seen = Vec::new();
        loop {
            let first = lots.draw(2);
            let second = if first == 1 { lots.draw(3) } else { 9 };
            seen.push((first, second, lots.ways()));
            if !lots.next() {
                break;
            }
        }
        assert_eq!(seen, [(0, 9, 2), (1, 0, 6), (1, 1, 6), (1, 2, 6)]);
    }
}
