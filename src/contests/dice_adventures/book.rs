//! The rules that need neither dice nor players: what a result brings, whom it may strike, who may
//! be hired, what the end is worth. Players, the solver and a trial all ask here.

use super::party::{Class, MOST_LEVEL, Party, SEATS};
use crate::contest::{choices, table, unsaid};

choices! {
    /// How the game is played.
    pub enum Mode {
        /// the dead are replaced by any class
        Basic = "basic",
        /// the dead are replaced by classes not used before; +5, but nobody alive scores 0
        Hardcore = "hardcore",
        /// as hardcore with +6, and +1 on one or two dice from the second adventure on
        HardcorePlus = "hardcore+",
    }
}

table! {
    /// The readings of the rules: the keys under `[rules]`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Options {
        /// How many dice the ranger rolls, of which the lowest counts.
        pub ranger: RangerDice = RangerDice::Two.usual().tunable(1.0),
        /// What is rolled again where the ranger's die is.
        pub ranger_reroll: RangerReroll = RangerReroll::Both.usual().tunable(1.0),
        /// How much the thief finds in an adventure with a result of 1 to 3.
        pub thief: ThiefGold = ThiefGold::Once.usual().tunable(1.0),
        /// Among whom the one is drawn who loses a level.
        pub lose_level: LoseLevel = LoseLevel::AboveOne.usual().tunable(1.0),
        /// Who of those below level 3 rises.
        pub level_up: LevelUp = LevelUp::Choice.usual().tunable(1.0),
        /// Whether empty places have to be filled.
        pub replace: Replace = Replace::May.usual().tunable(1.0),
        /// When the +1s of hardcore+ are given; they have to be, to different heroes.
        pub modifier_when: ModifierWhen = ModifierWhen::Before.usual().tunable(1.0),
    }
}

choices! {
    /// How many dice the ranger rolls.
    pub enum RangerDice {
        /// two dice at every level
        Two = "two",
        /// a die more than the level
        Level = "level",
    }
}

choices! {
    /// What is rolled again where the ranger's die is.
    pub enum RangerReroll {
        /// all of them, and the lowest counts
        Both = "both",
        /// the one that counted
        Kept = "kept",
    }
}

choices! {
    /// How much the thief finds.
    pub enum ThiefGold {
        /// 1 gold
        Once = "once",
        /// 1 gold a level
        Level = "level",
    }
}

choices! {
    /// Who may lose a level.
    pub enum LoseLevel {
        /// heroes above level 1
        AboveOne = "above_one",
        /// all heroes; at level 1 nothing is lost
        Any = "any",
    }
}

choices! {
    /// Who rises.
    pub enum LevelUp {
        /// whom the player chooses
        Choice = "choice",
        /// one drawn among them
        Random = "random",
    }
}

choices! {
    /// Whether empty places have to be filled.
    pub enum Replace {
        /// no: fewer than three may set out, but not nobody
        May = "may",
        /// yes, as long as somebody may be hired
        Must = "must",
    }
}

choices! {
    /// When the +1s of `hardcore+` are given.
    pub enum ModifierWhen {
        /// right after the roll
        Before = "before",
        /// when powers and items have been used
        After = "after",
    }
}

impl Default for Options {
    /// The options of a file that says nothing.
    fn default() -> Self {
        unsaid(Self::KEYS, Self::read)
    }
}

/// What is for sale between adventures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shop {
    /// Provisions, 1 gold each.
    pub provisions: bool,
    /// Magic weapons, 2 gold each.
    pub weapons: bool,
    /// A hireling, 3 gold.
    pub hireling: bool,
}

impl Default for Shop {
    /// Everything.
    fn default() -> Self {
        Self {
            provisions: true,
            weapons: true,
            hireling: true,
        }
    }
}

/// What provisions cost.
pub const PROVISIONS_PRICE: u32 = 1;
/// What a magic weapon costs.
pub const WEAPON_PRICE: u32 = 2;
/// What a hireling costs.
pub const HIRELING_PRICE: u32 = 3;

/// The rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Book {
    /// How it is played.
    pub mode: Mode,
    /// How many adventures it has, 1 to 5.
    pub adventures: u32,
    /// How open points are read.
    pub options: Options,
    /// What is for sale.
    pub shop: Shop,
}

/// What a result does to a party beyond gold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blow {
    /// Nothing.
    None,
    /// One of these seats rises by a level, by choice.
    Rise(u8),
    /// The hero of this seat rises by a level.
    Rises(usize),
    /// The hero of this seat loses a level.
    Falls(usize),
    /// These seats die.
    Dies(u8),
}

impl Book {
    /// Whether classes are used up and the end needs somebody alive.
    #[inline]
    pub fn is_hardcore(&self) -> bool {
        self.mode != Mode::Basic
    }

    /// How many dice get a +1 in an adventure, counted from 1.
    #[inline]
    pub fn modifiers(&self, adventure: u32) -> usize {
        match (self.mode, adventure) {
            (Mode::HardcorePlus, 2..=3) => 1,
            (Mode::HardcorePlus, 4..) => 2,
            _ => 0,
        }
    }

    /// How many dice a hero throws, of which the lowest counts.
    #[inline]
    pub fn dice(&self, class: Class, level: u8) -> u32 {
        match class {
            Class::Ranger if self.options.ranger == RangerDice::Level => u32::from(level) + 1,
            Class::Ranger => 2,
            _ => 1,
        }
    }

    /// How many of them are thrown again where the die is re-rolled.
    #[inline]
    pub fn dice_again(&self, class: Class, level: u8) -> u32 {
        if self.options.ranger_reroll == RangerReroll::Kept {
            1
        } else {
            self.dice(class, level)
        }
    }

    /// The gold that a result brings by itself.
    #[inline]
    pub fn gold(result: u8) -> u32 {
        match result {
            1 => 3,
            2 => 2,
            _ => 0,
        }
    }

    /// The gold that the thief adds to a result.
    #[inline]
    pub fn thief_gold(&self, party: &Party, result: u8) -> u32 {
        if result > 3 {
            return 0;
        }
        match party.hero(Class::Thief) {
            Some(thief) if self.options.thief == ThiefGold::Level => u32::from(thief.level),
            Some(_) => 1,
            None => 0,
        }
    }

    /// The seats among which a lot decides for a result; none where there is nothing to decide.
    #[inline]
    fn candidates(&self, party: &Party, result: u8) -> u8 {
        match result {
            1 if self.options.level_up == LevelUp::Random => {
                party.seats_with(|hero| hero.level < MOST_LEVEL)
            }
            4 if self.options.lose_level == LoseLevel::Any => party.seats_with(|_| true),
            4 => party.seats_with(|hero| hero.level > 1),
            5 | 6 => party.seats_with(|_| true),
            _ => 0,
        }
    }

    /// How many equally likely ways a result may strike a party, 1 or more.
    #[inline]
    pub fn lots(&self, party: &Party, result: u8) -> u32 {
        Self::lots_among(self.candidates(party, result), result)
    }

    #[inline]
    fn lots_among(candidates: u8, result: u8) -> u32 {
        let count = candidates.count_ones();
        if result == 6 && count < 3 {
            // All who are left die.
            return 1;
        }
        count.max(1)
    }

    /// What a result does to a party if lot number `lot`, from 0, falls.
    #[inline]
    pub fn blow(&self, party: &Party, result: u8, lot: u32) -> Blow {
        self.blow_among(self.candidates(party, result), party, result, lot)
    }

    /// What a result does to a party, where `lot` draws one of so many, if there are two or more.
    #[inline]
    pub fn drawn(&self, party: &Party, result: u8, lot: impl FnOnce(u32) -> u32) -> Blow {
        if result == 2 || result == 3 {
            return Blow::None;
        }
        let candidates = self.candidates(party, result);
        let lot = match Self::lots_among(candidates, result) {
            1 => 0,
            lots => lot(lots),
        };
        self.blow_among(candidates, party, result, lot)
    }

    #[inline]
    fn blow_among(&self, candidates: u8, party: &Party, result: u8, lot: u32) -> Blow {
        let mut rest = candidates;
        for _ in 0..lot {
            rest &= rest.wrapping_sub(1);
        }
        let seat = rest.trailing_zeros() as usize;
        match result {
            1 if self.options.level_up == LevelUp::Choice => {
                match party.seats_with(|hero| hero.level < MOST_LEVEL) {
                    0 => Blow::None,
                    seats => Blow::Rise(seats),
                }
            }
            1 if seat < SEATS => Blow::Rises(seat),
            4 if seat < SEATS && party.seats[seat].is_some_and(|hero| hero.level > 1) => {
                Blow::Falls(seat)
            }
            5 if seat < SEATS => Blow::Dies(1 << seat),
            // Of three the lot is who lives.
            6 if candidates.count_ones() == 3 => Blow::Dies(candidates & !(1 << seat)),
            6 => Blow::Dies(candidates),
            _ => Blow::None,
        }
    }

    /// The classes that may be hired.
    #[inline]
    pub fn hireable(&self, party: &Party) -> u8 {
        let gone = if self.is_hardcore() {
            party.used
        } else {
            party.classes()
        };
        !gone & 0b11_1111
    }

    /// How many heroes have to be hired, and how many may be.
    #[inline]
    pub fn hires(&self, party: &Party) -> (u32, u32) {
        let empty = SEATS as u32 - party.alive();
        if empty == 0 {
            return (0, 0);
        }
        let most = empty.min(self.hireable(party).count_ones());
        let least = if self.options.replace == Replace::Must {
            most
        } else if empty == SEATS as u32 {
            most.min(1)
        } else {
            0
        };
        (least, most)
    }

    /// Whether that set of classes may be hired.
    #[inline]
    pub fn may_hire(&self, party: &Party, classes: u8) -> bool {
        let (least, most) = self.hires(party);
        if classes == 0 {
            return least == 0;
        }
        classes & !self.hireable(party) == 0 && (least..=most).contains(&classes.count_ones())
    }

    /// What the end of a game is worth, with `gold` all turned into treasure.
    #[inline]
    pub fn score(&self, party: &Party, gold: u32, deaths: u32) -> i64 {
        let bonus = match self.mode {
            Mode::Basic => 0,
            Mode::Hardcore | Mode::HardcorePlus if party.alive() == 0 => return 0,
            Mode::Hardcore => 5,
            Mode::HardcorePlus => 6,
        };
        i64::from(party.levels() + gold) - i64::from(deaths) + bonus
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(mode: Mode, options: Options) -> Book {
        Book {
            mode,
            adventures: 5,
            options,
            shop: Shop::default(),
        }
    }

    fn party() -> Party {
        Party::new([Class::Warrior, Class::Ranger, Class::Thief])
    }

    fn blows(book: &Book, party: &Party, result: u8) -> Vec<Blow> {
        let lots = book.lots(party, result);
        (0..lots).map(|lot| book.blow(party, result, lot)).collect()
    }

    #[test]
    fn each_result_strikes_as_the_source_says() {
        let plain = book(Mode::Basic, Options::default());
        let beginners = party();
        assert_eq!(blows(&plain, &beginners, 1), [Blow::Rise(0b111)]);
        for calm in [2, 3, 4] {
            assert_eq!(blows(&plain, &beginners, calm), [Blow::None]);
        }
        let risen = beginners.at_level(1, 3).at_level(2, 2);
        assert_eq!(blows(&plain, &risen, 1), [Blow::Rise(0b101)]);
        assert_eq!(blows(&plain, &risen, 4), [Blow::Falls(1), Blow::Falls(2)]);
        assert_eq!(
            blows(&plain, &risen, 5),
            [Blow::Dies(1), Blow::Dies(2), Blow::Dies(4)]
        );
        assert_eq!(
            blows(&plain, &risen, 6),
            [Blow::Dies(0b110), Blow::Dies(0b101), Blow::Dies(0b011)]
        );
        let two = risen.without(1);
        assert_eq!(blows(&plain, &two, 6), [Blow::Dies(0b110)]);
        assert_eq!(blows(&plain, &two.without(2), 6), [Blow::Dies(0b100)]);
        let high = Party {
            seats: party()
                .seats
                .map(|hero| hero.map(|hero| super::super::party::Hero { level: 3, ..hero })),
            ..party()
        };
        assert_eq!(blows(&plain, &high, 1), [Blow::None]);
    }

    #[test]
    fn options_change_whom_a_lot_may_strike() {
        let any = book(
            Mode::Basic,
            Options {
                lose_level: LoseLevel::Any,
                level_up: LevelUp::Random,
                ..Options::default()
            },
        );
        let risen = party().at_level(1, 3);
        assert_eq!(
            blows(&any, &risen, 4),
            [Blow::None, Blow::Falls(1), Blow::None]
        );
        assert_eq!(blows(&any, &risen, 1), [Blow::Rises(0), Blow::Rises(2)]);
    }

    #[test]
    fn who_may_be_hired_depends_on_mode_and_option() {
        let dead = party().without(0b001);
        let plain = book(Mode::Basic, Options::default());
        assert!(plain.may_hire(&dead, Class::Warrior.bit()) && plain.may_hire(&dead, 0));
        assert!(!plain.may_hire(&dead, Class::Thief.bit()));
        let hard = book(Mode::Hardcore, Options::default());
        assert!(!hard.may_hire(&dead, Class::Warrior.bit()));
        assert!(hard.may_hire(&dead, Class::Bard.bit()));
        let must = book(
            Mode::Hardcore,
            Options {
                replace: Replace::Must,
                ..Options::default()
            },
        );
        assert!(!must.may_hire(&dead, 0) && must.may_hire(&dead, Class::Bard.bit()));
        let gone = party().without(0b111);
        assert_eq!((plain.hires(&gone), must.hires(&gone)), ((1, 3), (3, 3)));
        let spent = Party {
            used: 0b11_1111,
            ..gone
        };
        assert_eq!((hard.hires(&spent), plain.hires(&spent)), ((0, 0), (1, 3)));
    }

    #[test]
    fn the_end_is_worth_what_the_mode_says() {
        let alive = party().at_level(0, 3);
        let gone = alive.without(0b111);
        let score = |mode, party: &Party| book(mode, Options::default()).score(party, 4, 2);
        assert_eq!(
            (score(Mode::Basic, &alive), score(Mode::Basic, &gone)),
            (7, 2)
        );
        assert_eq!(
            (score(Mode::Hardcore, &alive), score(Mode::Hardcore, &gone)),
            (12, 0)
        );
        assert_eq!(
            (
                score(Mode::HardcorePlus, &alive),
                score(Mode::HardcorePlus, &gone)
            ),
            (13, 0)
        );
    }
}
