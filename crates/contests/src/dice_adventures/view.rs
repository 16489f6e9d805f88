//! Positions of a game, and the legal actions.

use super::book::{Book, HIRELING_PRICE, PROVISIONS_PRICE, WEAPON_PRICE};
use super::deck::MOST_ADVENTURES;
use super::party::{HeroClass, MOST_LEVEL, Party, SEATS};

/// Index of the hireling's die, after the dice of the seats.
pub const HIRELING: usize = SEATS;

/// State of a game, without its stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GameState {
    /// Living heroes by seat, and the classes used.
    pub party: Party,
    /// Number of the adventure, from 1.
    pub adventure: u32,
    /// Number of the adventure's card.
    pub card: u8,
    /// Set of cards from which the next one is drawn; empty if cards come in order.
    pub left: u8,
    /// Faces of the dice of the seats, then of the hireling's die; 0 for no die.
    pub faces: [u8; SEATS + 1],
    /// Remaining uses of the power of each seat.
    pub uses: [u8; SEATS],
    /// Gold of the party.
    pub gold: u32,
    /// Provisions of the party.
    pub provisions: u32,
    /// Magic weapons of the party.
    pub weapons: u32,
    /// True if the party has a hireling.
    pub hireling: bool,
    /// Number of deaths so far.
    pub deaths: u32,
    /// Numbers of provisions, weapons and hirelings bought so far.
    pub bought: [u32; 3],
    /// Results of the adventures so far; 0 for those to come.
    pub results: [u8; MOST_ADVENTURES],
}

/// Means of changing a die. Its small size lets an [`Action`] be returned in registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChangeMeans {
    /// The power of the hero in this seat.
    Power(u8),
    /// Provisions.
    Provisions,
    /// A magic weapon.
    Weapon,
}

/// Next step of a game: a decision, or a step without one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameStage {
    /// The next adventure begins.
    #[default]
    Begin,
    /// Decision: dice that get the required change, before any other action.
    Raise,
    /// Decision: use of the dice.
    Act,
    /// Decision: hero that rises by a level.
    Rise,
    /// Decision: purchases and hires.
    Shop,
    /// The game is over.
    Over,
}

impl GameStage {
    /// Returns whether the position has dice.
    pub fn has_dice(self) -> bool {
        matches!(self, Self::Raise | Self::Act)
    }
}

/// A position of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    /// State of the game.
    pub state: GameState,
    /// Next step.
    pub stage: GameStage,
}

/// An action of the party. Dice are given by their indices in [`GameState::faces`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Applies the required change to the dice of a set of seats.
    Raise(u8),
    /// Turns a die by one.
    Change {
        /// Means to use up.
        means: ChangeMeans,
        /// Index of the die.
        die: usize,
        /// True if the die is turned up by one; otherwise down by one.
        up: bool,
    },
    /// Rerolls a die.
    Reroll {
        /// Means to use up.
        means: ChangeMeans,
        /// Index of the die.
        die: usize,
    },
    /// Ends the use of the dice.
    Leave {
        /// Set of seats whose dice get the required change, if it follows all actions.
        raised: u8,
        /// Seat whose die the hireling's die replaces.
        stand_in: Option<u8>,
    },
    /// Raises the hero of a seat by a level.
    Rise(usize),
    /// Buys goods and hires heroes.
    Plan(Purchases),
}

/// Purchases and hires between two adventures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Purchases {
    /// Provisions to buy.
    pub provisions: u32,
    /// Magic weapons to buy.
    pub weapons: u32,
    /// True to buy a hireling.
    pub hireling: bool,
    /// Set of classes to hire, into empty seats in the order of the source text.
    pub hires: u8,
}

impl Purchases {
    /// Returns whether nothing is bought and no hero is hired.
    #[inline]
    pub fn is_nothing(&self) -> bool {
        let things = self.provisions | self.weapons | u32::from(self.hireling);
        things | u32::from(self.hires) == 0
    }

    /// Returns the total price in gold.
    #[inline]
    pub fn price(&self) -> u32 {
        self.provisions * PROVISIONS_PRICE
            + self.weapons * WEAPON_PRICE
            + u32::from(self.hireling) * HIRELING_PRICE
    }
}

impl GameState {
    /// Returns whether an action with a die is legal.
    #[inline]
    pub fn allows(&self, action: Action) -> bool {
        let there = |die: usize| self.faces.get(die).is_some_and(|&face| face != 0);
        let power = |seat: u8| {
            let hero = self.party.seats.get(usize::from(seat)).copied().flatten()?;
            (self.uses[usize::from(seat)] > 0).then_some(hero.class)
        };
        match action {
            Action::Change { means, die, up } => {
                there(die)
                    && self.faces[die] != if up { 6 } else { 1 }
                    && match means {
                        ChangeMeans::Provisions => self.provisions > 0,
                        ChangeMeans::Weapon => false,
                        ChangeMeans::Power(seat) => match power(seat) {
                            Some(HeroClass::Warrior) => die == usize::from(seat),
                            Some(HeroClass::Cleric) => die != usize::from(seat),
                            _ => false,
                        },
                    }
            }
            Action::Reroll { means, die } => {
                there(die)
                    && match means {
                        ChangeMeans::Provisions => false,
                        ChangeMeans::Weapon => self.weapons > 0 && die != HIRELING,
                        ChangeMeans::Power(seat) => match power(seat) {
                            Some(HeroClass::Wizard) => die == usize::from(seat),
                            Some(HeroClass::Bard) => die != usize::from(seat),
                            _ => false,
                        },
                    }
            }
            _ => false,
        }
    }

    /// Returns whether the party can pay for a plan and may hire its classes.
    #[inline]
    pub fn allows_plan(&self, book: &Book, plan: &Purchases) -> bool {
        if plan.is_nothing() {
            return book.may_hire(&self.party, 0);
        }
        let shop = book.shop;
        plan.price() <= self.gold
            && (shop.provisions || plan.provisions == 0)
            && (shop.weapons || plan.weapons == 0)
            && (shop.hireling || !plan.hireling)
            && book.may_hire(&self.party, plan.hires)
    }

    /// Returns the plan without purchases that hires as many heroes as possible, the first classes
    /// first.
    #[inline]
    pub fn plain_plan(&self, book: &Book) -> Purchases {
        let (_, most) = book.hires(&self.party);
        Purchases {
            hires: lowest_bits(book.hireable(&self.party), most as usize),
            ..Purchases::default()
        }
    }

    /// Returns the set of seats whose heroes can rise.
    #[inline]
    pub fn able_to_rise(&self) -> u8 {
        self.party.seats_with(|hero| hero.level < MOST_LEVEL)
    }

    /// Returns the first seat whose hero can rise.
    #[inline]
    pub fn first_to_rise(&self) -> usize {
        (self.able_to_rise().trailing_zeros() as usize).min(SEATS - 1)
    }

    /// Returns the first `count` seats with heroes, or all if there are fewer.
    #[inline]
    pub fn first_seats(&self, count: usize) -> u8 {
        lowest_bits(self.party.seats_with(|_| true), count)
    }
}

/// Returns the lowest `count` members of a set, or all if there are fewer.
#[inline]
fn lowest_bits(mut rest: u8, count: usize) -> u8 {
    let mut lowest = 0;
    for _ in 0..count {
        lowest |= rest & rest.wrapping_neg();
        rest &= rest.wrapping_sub(1);
    }
    lowest
}
