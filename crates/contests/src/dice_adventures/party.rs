//! Heroes and parties.

use evenodds_core::contest::choices;

/// Maximum number of heroes of a party.
pub const SEATS: usize = 3;

/// Identity order of sorted heroes, for players that break ties by class instead of by seat.
pub(super) const BY_CLASS: [usize; SEATS] = [0, 1, 2];

/// Rank of an empty seat, higher than that of any class.
const EMPTY: u32 = HeroClass::ALL.len() as u32;

/// Maximum level of a hero.
pub const MOST_LEVEL: u8 = 3;

choices! {
    /// Class of a hero, in the order of the source.
    #[derive(PartialOrd, Ord, Hash)]
    pub enum HeroClass {
        /// may re-roll another hero's die
        Bard = "bard",
        /// may change another hero's die by 1
        Cleric = "cleric",
        /// rolls two dice and keeps the lower
        Ranger = "ranger",
        /// finds 1 more gold where the result is 1 to 3
        Thief = "thief",
        /// may change its own die by 1
        Warrior = "warrior",
        /// may re-roll its own die
        Wizard = "wizard",
    }
}

impl HeroClass {
    /// Returns the bit of the class in a set of classes.
    #[inline]
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Returns the classes of a set, in the order of the source text.
pub fn classes_of(set: u8) -> impl Iterator<Item = HeroClass> {
    HeroClass::ALL
        .into_iter()
        .filter(move |class| set & class.bit() != 0)
}

/// A living hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hero {
    /// Class of the hero.
    pub class: HeroClass,
    /// Level, 1 to 3, which is also the number of uses of the power per adventure.
    pub level: u8,
}

/// The heroes by seat, and the classes that were ever in the party.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Party {
    /// Living heroes by seat.
    pub seats: [Option<Hero>; SEATS],
    /// Set of all classes ever in the party, including those of living heroes.
    pub used: u8,
}

impl Party {
    /// Creates the initial party, seated in the given order.
    pub fn new(classes: [HeroClass; SEATS]) -> Self {
        Self {
            seats: classes.map(|class| Some(Hero { class, level: 1 })),
            used: classes.iter().fold(0, |set, class| set | class.bit()),
        }
    }

    /// Iterates over the living heroes with their seats.
    #[inline]
    pub fn heroes(&self) -> impl Iterator<Item = (usize, Hero)> {
        let seats = self.seats;
        (0..SEATS).filter_map(move |seat| Some((seat, seats[seat]?)))
    }

    /// Returns the number of living heroes.
    #[inline]
    pub fn alive(&self) -> u32 {
        self.seats
            .iter()
            .map(|hero| u32::from(hero.is_some()))
            .sum()
    }

    /// Returns the sum of the levels of the living heroes.
    #[inline]
    pub fn levels(&self) -> u32 {
        self.heroes().map(|(_, hero)| u32::from(hero.level)).sum()
    }

    /// Returns the set of classes of the living heroes.
    #[inline]
    pub fn classes(&self) -> u8 {
        self.heroes()
            .fold(0, |set, (_, hero)| set | hero.class.bit())
    }

    /// Returns the living hero of a class.
    #[inline]
    pub fn hero(&self, class: HeroClass) -> Option<Hero> {
        let mut heroes = self.heroes();
        heroes.find_map(|(_, hero)| (hero.class == class).then_some(hero))
    }

    /// Returns the set of seats whose heroes satisfy `wanted`.
    #[inline]
    pub fn seats_with(&self, wanted: impl Fn(Hero) -> bool) -> u8 {
        self.heroes()
            .fold(0, |set, (seat, hero)| set | u8::from(wanted(hero)) << seat)
    }

    /// Returns the party with the hero of `seat` at this level; unchanged if the seat is empty.
    #[must_use]
    pub fn at_level(mut self, seat: usize, level: u8) -> Self {
        if let Some(hero) = &mut self.seats[seat] {
            hero.level = level;
        }
        self
    }

    /// Returns the party without the heroes in a set of seats.
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

    /// Returns the party with a level 1 hero of a class in its first empty seat.
    #[inline]
    #[must_use]
    pub fn with(mut self, class: HeroClass) -> Self {
        if let Some(seat) = self.seats.iter_mut().find(|hero| hero.is_none()) {
            *seat = Some(Hero { class, level: 1 });
            self.used |= class.bit();
        }
        self
    }

    /// Returns the party seated in class order, empty seats last. Seats matter only to players that
    /// break ties by seat.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.seats
            .sort_unstable_by_key(|hero| hero.map_or(u8::MAX, |hero| hero.class as u8));
        self
    }

    /// Returns the seats in the order of [`sorted`](Self::sorted): entry *i* is the original seat
    /// of hero *i*.
    #[inline]
    pub fn order(&self) -> [usize; SEATS] {
        // The sort key is the class, then the seat, so that empty seats keep their order.
        let rank = |seat: usize| {
            let class = self.seats[seat].map_or(EMPTY, |hero| hero.class as u32);
            class << 2 | seat as u32
        };
        let [a, b, c] = [rank(0), rank(1), rank(2)];
        let (low, high) = (a.min(b), a.max(b));
        let ranks = [low.min(c), low.max(c).min(high), high.max(c)];
        ranks.map(|rank| (rank & 3) as usize)
    }

    /// Returns a number below 4,096 for the living heroes and their levels, independent of seats.
    #[inline]
    pub fn level_key(&self) -> usize {
        let bits = |hero: Hero| u32::from(hero.level) << (2 * hero.class as u32);
        let [a, b, c] = self.seats.map(|hero| hero.map_or(0, bits));
        (a | b | c) as usize
    }
}

/// Returns the result of the dice: the face that two or three dice share, else the highest face.
/// With one or two dice that is always the highest; with none it is 0.
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
    fn the_result_is_the_matching_face_or_else_the_highest() {
        assert_eq!(result(&[2, 5, 2]), 2);
        assert_eq!(result(&[4, 1, 4]), 4);
        assert_eq!(result(&[6, 3, 3]), 3);
        assert_eq!(result(&[1, 1, 1]), 1);
        assert_eq!(result(&[1, 3, 2]), 3);
        assert_eq!((result(&[2, 5]), result(&[4, 4]), result(&[3])), (5, 4, 3));
    }

    #[test]
    fn order_and_sorting_agree() {
        let party = Party::new([HeroClass::Wizard, HeroClass::Bard, HeroClass::Thief]).without(2);
        assert_eq!(party.order(), [2, 0, 1]);
        let sorted = party.sorted();
        for (place, seat) in party.order().into_iter().enumerate() {
            assert_eq!(sorted.seats[place], party.seats[seat]);
        }
        assert_eq!(sorted.level_key(), party.level_key());
        assert_eq!(party.used.count_ones(), 3);
        assert_eq!(
            party.with(HeroClass::Cleric).seats[1].map(|hero| hero.class),
            Some(HeroClass::Cleric)
        );
    }
}
