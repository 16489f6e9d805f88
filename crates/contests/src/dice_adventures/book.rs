//! Rules without dice and players: effects of results, hiring, and the final score. Players, the
//! solver and trials share them.

use super::deck::{CardEffect, Deck, Modifier, RESULTS};
use super::party::{HeroClass, Party, SEATS};
use evenodds_core::contest::{choices, from_defaults, table};

choices! {
    /// Difficulty of the game.
    pub enum Mode {
        /// dead heroes are replaced by any class
        Basic = "basic",
        /// dead heroes are replaced by classes not used before; the score has a bonus of 5, but is
        /// 0 if no hero is alive
        Hardcore = "hardcore",
        /// as `hardcore` with a bonus of 6, and +1 on one or two dice from the second adventure on
        HardcorePlus = "hardcore+",
    }
}

table! {
    /// Options of the rules: the keys under `[rules]`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Options {
        /// Number of dice that the ranger rolls, of which the lowest counts.
        pub ranger: RangerDice = RangerDice::Two.as_default().tunable(1.0),
        /// Dice that are rolled in a re-roll of the ranger's die.
        pub ranger_reroll: RangerReroll = RangerReroll::Both.as_default().tunable(1.0),
        /// Gold that the thief finds in an adventure with a result of 1 to 3.
        pub thief: ThiefGold = ThiefGold::Once.as_default().tunable(1.0),
        /// Heroes who may be drawn to lose a level.
        pub lose_level: LoseLevel = LoseLevel::AboveOne.as_default().tunable(1.0),
        /// Choice of the hero below level 3 who rises.
        pub level_up: LevelUp = LevelUp::Choice.as_default().tunable(1.0),
        /// Whether empty seats must be filled.
        pub replace: Replace = Replace::May.as_default().tunable(1.0),
        /// Time at which the +1s of `hardcore+` are given: all of them, to different heroes.
        pub modifier_when: ModifierWhen = ModifierWhen::Before.as_default().tunable(1.0),
    }
}

choices! {
    /// Number of dice that the ranger rolls.
    pub enum RangerDice {
        /// two dice at every level
        Two = "two",
        /// one die more than the level
        Level = "level",
    }
}

choices! {
    /// Dice that are rolled in a re-roll of the ranger's die.
    pub enum RangerReroll {
        /// all dice; the lowest counts
        Both = "both",
        /// the die that counted
        Kept = "kept",
    }
}

choices! {
    /// Gold that the thief finds.
    pub enum ThiefGold {
        /// 1 gold
        Once = "once",
        /// 1 gold for each level
        Level = "level",
    }
}

choices! {
    /// Heroes who may lose a level.
    pub enum LoseLevel {
        /// heroes above level 1
        AboveOne = "above_one",
        /// all heroes; a hero of level 1 loses nothing
        Any = "any",
    }
}

choices! {
    /// Choice of the hero who rises.
    pub enum LevelUp {
        /// the player chooses
        Choice = "choice",
        /// a random one
        Random = "random",
    }
}

choices! {
    /// Rule on filling empty seats.
    pub enum Replace {
        /// no: fewer than three heroes may set out, but at least one
        May = "may",
        /// yes, as long as a class may be hired
        Must = "must",
    }
}

choices! {
    /// Time at which the +1s of `hardcore+` are given.
    pub enum ModifierWhen {
        /// right after the roll
        Before = "before",
        /// after powers and items have been used
        After = "after",
    }
}

impl Default for Options {
    /// Returns the options of a file without `[rules]`.
    fn default() -> Self {
        from_defaults(Self::KEYS, Self::read)
    }
}

/// Goods that the shop sells between adventures.
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
    /// Returns a shop that sells all goods.
    fn default() -> Self {
        Self {
            provisions: true,
            weapons: true,
            hireling: true,
        }
    }
}

/// Price of one unit of provisions, in gold.
pub const PROVISIONS_PRICE: u32 = 1;
/// Price of a magic weapon, in gold.
pub const WEAPON_PRICE: u32 = 2;
/// Price of a hireling, in gold.
pub const HIRELING_PRICE: u32 = 3;

/// Rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Book {
    /// Mode of play.
    pub mode: Mode,
    /// Number of adventures, 1 to 5.
    pub adventures: u32,
    /// Options for points that the rules leave open.
    pub options: Options,
    /// Goods that the shop sells.
    pub shop: Shop,
    /// Adventures as cards.
    pub deck: Deck,
}

impl Book {
    /// Returns whether classes can be used only once and only survivors score.
    #[inline]
    pub fn is_hardcore(&self) -> bool {
        self.mode != Mode::Basic
    }

    /// Returns the change of dice that an adventure, counted from 1, requires with a card.
    #[inline]
    pub fn modifier(&self, adventure: u32, card: u8) -> Modifier {
        if let Some(modifier) = self.deck.card(card).modifier {
            return modifier;
        }
        match (self.mode, adventure) {
            (Mode::HardcorePlus, 2..=3) => Modifier::plus(1),
            (Mode::HardcorePlus, 4..) => Modifier::plus(2),
            _ => Modifier::NONE,
        }
    }

    /// Returns the number of different modifiers, as numbered by `Modifier::number`.
    pub(super) fn modifier_numbers(&self) -> usize {
        let cards = self.deck.cards(self.adventures).len() as u8;
        let all = (1..=self.adventures)
            .flat_map(|adventure| (0..cards).map(move |card| self.modifier(adventure, card)));
        all.map(|modifier| modifier.number() + 1).max().unwrap_or(1)
    }

    /// Returns the effect of a result, 1 to 6, of a card.
    #[inline]
    pub fn effect(&self, card: u8, result: u8) -> CardEffect {
        let results = &self.deck.card(card).results;
        results[usize::from(result.wrapping_sub(1)).min(RESULTS - 1)]
    }

    /// Returns the number of dice that a hero throws; the lowest one counts.
    #[inline]
    pub fn dice(&self, class: HeroClass, level: u8) -> u32 {
        match class {
            HeroClass::Ranger if self.options.ranger == RangerDice::Level => u32::from(level) + 1,
            HeroClass::Ranger => 2,
            _ => 1,
        }
    }

    /// Returns the number of dice that are thrown again in a reroll.
    #[inline]
    pub fn reroll_dice(&self, class: HeroClass, level: u8) -> u32 {
        if self.options.ranger_reroll == RangerReroll::Kept {
            1
        } else {
            self.dice(class, level)
        }
    }

    /// Returns the gold that the thief adds for a result.
    #[inline]
    pub fn thief_gold(&self, party: &Party, result: u8) -> u32 {
        if result > 3 {
            return 0;
        }
        match party.hero(HeroClass::Thief) {
            Some(thief) if self.options.thief == ThiefGold::Level => u32::from(thief.level),
            Some(_) => 1,
            None => 0,
        }
    }

    /// Returns the set of classes that can be hired.
    #[inline]
    pub fn hireable(&self, party: &Party) -> u8 {
        let gone = if self.is_hardcore() {
            party.used
        } else {
            party.classes()
        };
        !gone & 0b11_1111
    }

    /// Returns the minimum and maximum number of heroes to hire.
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

    /// Returns whether a set of classes can be hired.
    #[inline]
    pub fn may_hire(&self, party: &Party, classes: u8) -> bool {
        let (least, most) = self.hires(party);
        if classes == 0 {
            return least == 0;
        }
        classes & !self.hireable(party) == 0 && (least..=most).contains(&classes.count_ones())
    }

    /// Returns the final score, with all gold converted to treasures.
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
            deck: Deck::default(),
        }
    }

    fn party() -> Party {
        Party::new([HeroClass::Warrior, HeroClass::Ranger, HeroClass::Thief])
    }

    #[test]
    fn hireable_classes_depend_on_mode_and_option() {
        let dead = party().without(0b001);
        let plain = book(Mode::Basic, Options::default());
        assert!(plain.may_hire(&dead, HeroClass::Warrior.bit()) && plain.may_hire(&dead, 0));
        assert!(!plain.may_hire(&dead, HeroClass::Thief.bit()));
        let hard = book(Mode::Hardcore, Options::default());
        assert!(!hard.may_hire(&dead, HeroClass::Warrior.bit()));
        assert!(hard.may_hire(&dead, HeroClass::Bard.bit()));
        let must = book(
            Mode::Hardcore,
            Options {
                replace: Replace::Must,
                ..Options::default()
            },
        );
        assert!(!must.may_hire(&dead, 0) && must.may_hire(&dead, HeroClass::Bard.bit()));
        let gone = party().without(0b111);
        assert_eq!((plain.hires(&gone), must.hires(&gone)), ((1, 3), (3, 3)));
        let spent = Party {
            used: 0b11_1111,
            ..gone
        };
        assert_eq!((hard.hires(&spent), plain.hires(&spent)), ((0, 0), (1, 3)));
    }

    #[test]
    fn the_final_score_depends_on_the_mode() {
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
