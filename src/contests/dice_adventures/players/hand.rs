//! A solved hand, played: a policy speaks of heroes in the order of their classes, a table of seats.

use super::super::aims::Aim;
use super::super::party::{BY_CLASS, Class, SEATS};
use super::super::policy::{Move, Policy, first_set};
use super::super::throws::Throw;
use super::super::view::{Action, HIRELING, Means, Table, View};

/// The dice of one adventure in the hands of one who knows what to do with them.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Hand<'a> {
    throw: &'a Throw,
    /// The seats of the heroes, in the order of their classes.
    order: [usize; SEATS],
    /// Who comes first of heroes who may as well get a +1, by number of each.
    first: [usize; SEATS],
    /// What to turn the dice to, once nothing is thrown again.
    aim: Option<Aim>,
}

impl<'a> Hand<'a> {
    #[inline]
    pub(in super::super) fn new(throw: &'a Throw, view: &View) -> Self {
        Self {
            throw,
            order: view.table.party.order(),
            first: BY_CLASS,
            aim: None,
        }
    }

    /// The same, where of heroes who may as well get a +1 those get it who sit first.
    #[inline]
    pub(in super::super) fn by_seat(self) -> Self {
        Self {
            first: self.order,
            ..self
        }
    }

    /// Where a die lies on the table.
    #[inline]
    fn seat(&self, die: usize) -> usize {
        if die < self.throw.heroes {
            self.order[die]
        } else {
            HIRELING
        }
    }

    #[inline]
    fn hand(&self, table: &Table) -> usize {
        (0..self.throw.dice).rev().fold(0, |hand, die| {
            6 * hand + usize::from(table.faces[self.seat(die)].max(1)) - 1
        })
    }

    /// A set of heroes as a set of seats.
    #[inline]
    fn seats(&self, heroes: u8) -> u8 {
        (0..self.throw.heroes)
            .filter(|die| heroes & 1 << die != 0)
            .fold(0, |seats, die| seats | 1 << self.order[die])
    }

    /// Seats of the living with that class.
    #[inline]
    fn seat_of(&self, table: &Table, class: Class) -> Option<usize> {
        let is = |&seat: &usize| table.party.seats[seat].is_some_and(|hero| hero.class == class);
        self.order[..self.throw.heroes].iter().copied().find(is)
    }

    #[inline]
    fn uses(&self, table: &Table, class: Class) -> usize {
        let seat = self.seat_of(table, class);
        seat.map_or(0, |seat| usize::from(table.uses[seat]))
    }

    /// Who gets the +1s: at once, or once the dice are turned.
    #[inline]
    pub(in super::super) fn raise(&self, policy: &Policy, table: &Table) -> u8 {
        let heroes = match self.aim {
            None => policy.raise(self.hand(table), self.first),
            Some(Aim { raised, .. }) => {
                let read = |set: u8| table.raised(self.seats(set)).read(self.stand_in());
                let wanted = read(raised);
                let as_good = |set: u8| {
                    set >> self.throw.heroes == 0
                        && set.count_ones() == raised.count_ones()
                        && read(set) == wanted
                };
                first_set(as_good, self.first)
            }
        };
        self.seats(heroes)
    }

    /// In place of whose die the hireling's counts.
    #[inline]
    pub(in super::super) fn stand_in(&self) -> Option<usize> {
        let hero = usize::from(self.aim?.stand_in);
        (hero < self.throw.heroes).then(|| self.order[hero])
    }

    /// What to do next.
    #[inline]
    pub(in super::super) fn act(&mut self, policy: &Policy, table: &Table) -> Action {
        if self.aim.is_none() {
            let hand = self.hand(table);
            let powers = (
                self.uses(table, Class::Wizard),
                self.uses(table, Class::Bard),
            );
            let weapons = table.weapons as usize;
            let by_class = |class| self.seat_of(table, class).map(Means::Power);
            let (means, die) = match self.throw.choose(policy, weapons, powers, hand) {
                Move::Stop => {
                    self.aim = Some(self.throw.end(policy, weapons, hand).1);
                    return self.turn(table);
                }
                Move::Wizard => match self.seat_of(table, Class::Wizard) {
                    Some(seat) => (Some(Means::Power(seat)), seat),
                    None => (None, 0),
                },
                Move::Bard(die) => (by_class(Class::Bard), self.seat(die)),
                Move::Weapon(die) => (Some(Means::Weapon), self.seat(die)),
            };
            return match means {
                Some(means) => Action::Reroll { means, die },
                None => Action::Done,
            };
        }
        self.turn(table)
    }

    /// Turns the next die by one towards the aim: by the warrior's power, else the cleric's, else by
    /// provisions.
    fn turn(&self, table: &Table) -> Action {
        let Some(aim) = self.aim else {
            return Action::Done;
        };
        for position in 0..self.throw.heroes {
            let seat = self.order[position];
            let die = if usize::from(aim.stand_in) == position {
                HIRELING
            } else {
                seat
            };
            let (now, wanted) = (table.faces[die], aim.faces[position]);
            if now == wanted {
                continue;
            }
            let able = |class| {
                let by = self.seat_of(table, class);
                by.filter(|&by| table.uses[by] > 0)
            };
            let warrior = able(Class::Warrior).filter(|&by| by == die);
            let cleric = able(Class::Cleric).filter(|&by| by != die);
            let means = warrior.or(cleric).map_or(Means::Provisions, Means::Power);
            return Action::Change {
                means,
                die,
                up: wanted > now,
            };
        }
        Action::Done
    }
}
