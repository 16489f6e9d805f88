//! What lies on the table, what may be done with it, and who decides.

use super::book::{Book, HIRELING_PRICE, PROVISIONS_PRICE, WEAPON_PRICE};
use super::party::{Class, MOST_LEVEL, Party, SEATS};

/// The position of the hireling's die, behind those of the seats.
pub const HIRELING: usize = SEATS;

/// The most adventures of a game.
pub const MOST_ADVENTURES: usize = 5;

/// What lies on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Table {
    /// Those who live, and where they sit.
    pub party: Party,
    /// The number of the adventure, from 1.
    pub adventure: u32,
    /// The number of its card.
    pub card: u8,
    /// The set of cards of which the next one will be drawn; none if cards come in order.
    pub left: u8,
    /// The dice of the seats, then the hireling's; 0 where there is none.
    pub faces: [u8; SEATS + 1],
    /// How often each seat may still use its power.
    pub uses: [u8; SEATS],
    /// Gold in the purse.
    pub gold: u32,
    /// Provisions at hand.
    pub provisions: u32,
    /// Magic weapons at hand.
    pub weapons: u32,
    /// Whether there is a hireling.
    pub hireling: bool,
    /// Heroes who died so far.
    pub deaths: u32,
    /// Provisions, weapons and hirelings bought so far.
    pub bought: [u32; 3],
    /// The results of the adventures so far; 0 for those to come.
    pub results: [u8; MOST_ADVENTURES],
}

/// By what a die is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Means {
    /// The power of the hero in that seat.
    Power(usize),
    /// Provisions.
    Provisions,
    /// A magic weapon.
    Weapon,
}

/// What can be done once the dice lie there. Dice are called by their positions in
/// [`Table::faces`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A die is turned by one.
    Change {
        /// By what.
        means: Means,
        /// Which die.
        die: usize,
        /// To the next higher face; else to the next lower one.
        up: bool,
    },
    /// A die is thrown again.
    Reroll {
        /// By what.
        means: Means,
        /// Which die.
        die: usize,
    },
    /// Nothing more.
    Done,
}

/// What is bought and who is hired between two adventures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Plan {
    /// Provisions to buy.
    pub provisions: u32,
    /// Magic weapons to buy.
    pub weapons: u32,
    /// Whether to buy a hireling.
    pub hireling: bool,
    /// The set of classes to hire: into the empty seats, in the order of the source.
    pub hires: u8,
}

impl Plan {
    /// Whether nothing is bought and nobody hired.
    #[inline]
    pub fn is_nothing(&self) -> bool {
        let things = self.provisions | self.weapons | u32::from(self.hireling);
        things | u32::from(self.hires) == 0
    }

    /// What it costs.
    #[inline]
    pub fn price(&self) -> u32 {
        self.provisions * PROVISIONS_PRICE
            + self.weapons * WEAPON_PRICE
            + u32::from(self.hireling) * HIRELING_PRICE
    }
}

/// What a player sees: all that lies on the table and the rules, but no dice to come.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The rules.
    pub book: &'a Book,
    /// The table.
    pub table: &'a Table,
}

impl View<'_> {
    /// Whether an action may be taken.
    #[inline]
    pub fn allows(&self, action: Action) -> bool {
        let table = self.table;
        let there = |die: usize| table.faces.get(die).is_some_and(|&face| face != 0);
        let power = |seat: usize| {
            let hero = table.party.seats.get(seat).copied().flatten()?;
            (table.uses[seat] > 0).then_some(hero.class)
        };
        match action {
            Action::Done => true,
            Action::Change { means, die, up } => {
                there(die)
                    && table.faces[die] != if up { 6 } else { 1 }
                    && match means {
                        Means::Provisions => table.provisions > 0,
                        Means::Weapon => false,
                        Means::Power(seat) => match power(seat) {
                            Some(Class::Warrior) => die == seat,
                            Some(Class::Cleric) => die != seat,
                            _ => false,
                        },
                    }
            }
            Action::Reroll { means, die } => {
                there(die)
                    && match means {
                        Means::Provisions => false,
                        Means::Weapon => table.weapons > 0 && die != HIRELING,
                        Means::Power(seat) => match power(seat) {
                            Some(Class::Wizard) => die == seat,
                            Some(Class::Bard) => die != seat,
                            _ => false,
                        },
                    }
            }
        }
    }

    /// Whether a plan can be paid for and hires only who may be hired.
    #[inline]
    pub fn allows_plan(&self, plan: &Plan) -> bool {
        if plan.is_nothing() {
            return self.book.may_hire(&self.table.party, 0);
        }
        let shop = self.book.shop;
        plan.price() <= self.table.gold
            && (shop.provisions || plan.provisions == 0)
            && (shop.weapons || plan.weapons == 0)
            && (shop.hireling || !plan.hireling)
            && self.book.may_hire(&self.table.party, plan.hires)
    }

    /// The plan that buys nothing and hires as many as may be hired, the first classes first.
    #[inline]
    pub fn plain_plan(&self) -> Plan {
        let party = &self.table.party;
        let (_, most) = self.book.hires(party);
        let mut rest = self.book.hireable(party);
        let mut hires = 0;
        for _ in 0..most {
            hires |= rest & rest.wrapping_neg();
            rest &= rest.wrapping_sub(1);
        }
        Plan {
            hires,
            ..Plan::default()
        }
    }

    /// The first seat whose hero can still rise.
    #[inline]
    pub fn first_to_rise(&self) -> usize {
        let seats = self.table.party.seats_with(|hero| hero.level < MOST_LEVEL);
        (seats.trailing_zeros() as usize).min(SEATS - 1)
    }

    /// The first seats, as many as have their dice changed.
    #[inline]
    pub fn first_seats(&self, count: usize) -> u8 {
        let mut rest = self.table.party.seats_with(|_| true);
        let mut seats = 0;
        for _ in 0..count {
            seats |= rest & rest.wrapping_neg();
            rest &= rest.wrapping_sub(1);
        }
        seats
    }
}

/// Who decides. What is not allowed is not done.
pub trait Decide {
    /// An adventure begins; nothing has been thrown.
    fn begin(&mut self, view: &View) {
        let _ = view;
    }

    /// The set of seats whose dice are changed as the adventure has it: `count` of them, or all where
    /// fewer live.
    fn raise(&mut self, view: &View, count: usize) -> u8;

    /// What to do next with the dice.
    fn act(&mut self, view: &View) -> Action;

    /// In place of whose die the hireling's counts; asked for only where there is a hireling.
    fn stand_in(&mut self, view: &View) -> Option<usize>;

    /// Which of a set of seats rises by a level.
    fn rise(&mut self, view: &View, seats: u8) -> usize;

    /// What to buy and whom to hire.
    fn plan(&mut self, view: &View) -> Plan;
}
