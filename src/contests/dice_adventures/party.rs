//! Heroes and parties.

use crate::contest::choices;

/// How many heroes a party has at most.
pub const SEATS: usize = 3;

/// Heroes by class, where it does not matter who sits where: hero *i* is number *i*.
pub(super) const BY_CLASS: [usize; SEATS] = [0, 1, 2];

/// The rank of an empty seat, behind all classes.
const EMPTY: u32 = Class::ALL.len() as u32;

/// The highest level.
pub const MOST_LEVEL: u8 = 3;

choices! {
    /// A class, in the order of the source.
    #[derive(PartialOrd, Ord, Hash)]
    pub enum Class {
        /// may re-roll somebody else's die
        Bard = "bard",
        /// may change somebody else's die by 1
        Cleric = "cleric",
        /// rolls two dice and keeps the lower
        Ranger = "ranger",
        /// finds 1 gold more where the result is 1 to 3
        Thief = "thief",
        /// may change the own die by 1
        Warrior = "warrior",
        /// may re-roll the own die
        Wizard = "wizard",
    }
}

impl Class {
    /// Its bit in a set of classes.
    #[inline]
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The classes of a set, in the order of the source.
pub fn classes_of(set: u8) -> impl Iterator<Item = Class> {
    Class::ALL
        .into_iter()
        .filter(move |class| set & class.bit() != 0)
}

/// A living hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hero {
    /// What the hero can do.
    pub class: Class,
    /// 1 to 3: also how often in an adventure.
    pub level: u8,
}

/// Those who go on adventures, in their seats, and which classes have ever been among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Party {
    /// The living, each in a seat.
    pub seats: [Option<Hero>; SEATS],
    /// The set of all classes that were ever here, the living among them.
    pub used: u8,
}

impl Party {
    /// A party at its beginning, in the order given.
    pub fn new(classes: [Class; SEATS]) -> Self {
        Self {
            seats: classes.map(|class| Some(Hero { class, level: 1 })),
            used: classes.iter().fold(0, |set, class| set | class.bit()),
        }
    }

    /// The living with their seats.
    #[inline]
    pub fn heroes(&self) -> impl Iterator<Item = (usize, Hero)> {
        let seats = self.seats;
        (0..SEATS).filter_map(move |seat| Some((seat, seats[seat]?)))
    }

    /// How many live.
    #[inline]
    pub fn alive(&self) -> u32 {
        self.seats
            .iter()
            .map(|hero| u32::from(hero.is_some()))
            .sum()
    }

    /// The sum of their levels.
    #[inline]
    pub fn levels(&self) -> u32 {
        self.heroes().map(|(_, hero)| u32::from(hero.level)).sum()
    }

    /// The set of their classes.
    #[inline]
    pub fn classes(&self) -> u8 {
        self.heroes()
            .fold(0, |set, (_, hero)| set | hero.class.bit())
    }

    /// The living hero of a class.
    #[inline]
    pub fn hero(&self, class: Class) -> Option<Hero> {
        let mut heroes = self.heroes();
        heroes.find_map(|(_, hero)| (hero.class == class).then_some(hero))
    }

    /// The seats whose heroes are as `wanted`, as a set of bits.
    #[inline]
    pub fn seats_with(&self, wanted: impl Fn(Hero) -> bool) -> u8 {
        self.heroes()
            .fold(0, |set, (seat, hero)| set | u8::from(wanted(hero)) << seat)
    }

    /// The same party with the hero of `seat` at another level; unchanged where nobody sits.
    #[must_use]
    pub fn at_level(mut self, seat: usize, level: u8) -> Self {
        if let Some(hero) = &mut self.seats[seat] {
            hero.level = level;
        }
        self
    }

    /// The same party without those in a set of seats.
    #[inline]
    #[must_use]
    pub fn without(mut self, seats: u8) -> Self {
        for (seat, hero) in self.seats.iter_mut().enumerate() {
            if seats & 1 << seat != 0 {
                *hero = None;
            }
        }
        self
    }

    /// The same party with a beginner of that class in its first empty seat.
    #[inline]
    #[must_use]
    pub fn with(mut self, class: Class) -> Self {
        if let Some(seat) = self.seats.iter_mut().find(|hero| hero.is_none()) {
            *seat = Some(Hero { class, level: 1 });
            self.used |= class.bit();
        }
        self
    }

    /// The same party seated in the order of classes, the living first: who sits where matters
    /// to nobody but those who care for the first.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.seats
            .sort_unstable_by_key(|hero| hero.map_or(u8::MAX, |hero| hero.class as u8));
        self
    }

    /// The seats in the order of [`sorted`](Self::sorted): entry *i* is the seat of hero *i* there.
    #[inline]
    pub fn order(&self) -> [usize; SEATS] {
        // The class above the seat, so that of equals, who are not there, the first comes first.
        let rank = |seat: usize| {
            let class = self.seats[seat].map_or(EMPTY, |hero| hero.class as u32);
            class << 2 | seat as u32
        };
        let [a, b, c] = [rank(0), rank(1), rank(2)];
        let (low, high) = (a.min(b), a.max(b));
        let ranks = [low.min(c), low.max(c).min(high), high.max(c)];
        ranks.map(|rank| (rank & 3) as usize)
    }

    /// The living and their levels as a number below 4,096, whoever sits where.
    #[inline]
    pub fn level_key(&self) -> usize {
        let bits = |hero: Hero| u32::from(hero.level) << (2 * hero.class as u32);
        let [a, b, c] = self.seats.map(|hero| hero.map_or(0, bits));
        (a | b | c) as usize
    }
}

/// What the dice show together: the face that two or three share, else the highest. With two dice
/// or one that is the highest either way. 0 for no dice.
#[inline]
pub fn result(faces: &[u8]) -> u8 {
    match *faces {
        [a, b, c] => {
            if a == b || a == c {
                a
            } else if b == c {
                b
            } else {
                a.max(b).max(c)
            }
        }
        _ => faces.iter().copied().max().unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matching_dice_are_the_result_and_else_the_highest_is() {
        assert_eq!(result(&[2, 5, 2]), 2);
        assert_eq!(result(&[4, 1, 4]), 4);
        assert_eq!(result(&[6, 3, 3]), 3);
        assert_eq!(result(&[1, 1, 1]), 1);
        assert_eq!(result(&[1, 3, 2]), 3);
        assert_eq!((result(&[2, 5]), result(&[4, 4]), result(&[3])), (5, 4, 3));
    }

    #[test]
    fn order_and_sorting_agree() {
        let party = Party::new([Class::Wizard, Class::Bard, Class::Thief]).without(2);
        assert_eq!(party.order(), [2, 0, 1]);
        let sorted = party.sorted();
        for (place, seat) in party.order().into_iter().enumerate() {
            assert_eq!(sorted.seats[place], party.seats[seat]);
        }
        assert_eq!(sorted.level_key(), party.level_key());
        assert_eq!(party.used.count_ones(), 3);
        assert_eq!(
            party.with(Class::Cleric).seats[1].map(|hero| hero.class),
            Some(Class::Cleric)
        );
    }
}
