//! A solved hand, played: a policy speaks of heroes in the order of their classes, a table of seats.

use super::super::aims::Aim;
use super::super::party::{BY_CLASS, SEATS};
use super::super::policy::{Move, Policy, first_set};
use super::super::throws::{DICE, Throw};
use super::super::view::{Action, HIRELING, Means, Table, View};

/// The dice of one adventure in the hands of one who knows what to do with them.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Hand<'a> {
    throw: &'a Throw,
    /// Where each die lies on the table: those of the heroes, in the order of their classes, then the
    /// hireling's.
    seats: [usize; DICE],
    /// Who comes first of heroes whose dice may as well be changed, by number of each.
    first: [usize; SEATS],
    /// What to turn the dice to, once nothing is thrown again.
    aim: Option<Aim>,
    /// The same as the dice lie on the table.
    wanted: [u8; DICE],
    /// Which die is read for each hero: the own one, or the hireling's.
    read: [usize; SEATS],
}

impl<'a> Hand<'a> {
    #[inline]
    pub(in super::super) fn new(throw: &'a Throw, view: &View) -> Self {
        let [first, second, third] = view.table.party.order();
        let mut seats = [first, second, third, HIRELING];
        seats[throw.heroes] = HIRELING;
        Self {
            throw,
            seats,
            first: BY_CLASS,
            aim: None,
            wanted: [0; DICE],
            read: [first, second, third],
        }
    }

    /// The same, where of heroes whose dice may as well be changed those come first who sit first.
    #[inline]
    pub(in super::super) fn by_seat(self) -> Self {
        Self {
            first: self.read,
            ..self
        }
    }

    #[inline]
    fn hand(&self, table: &Table) -> usize {
        let mut hand = 0;
        for die in (0..self.throw.dice).rev() {
            hand = 6 * hand + usize::from(table.faces[self.seats[die]].max(1)) - 1;
        }
        hand
    }

    /// A set of heroes as a set of seats.
    #[inline]
    fn seats(&self, heroes: u8) -> u8 {
        (0..self.throw.heroes)
            .filter(|die| heroes & 1 << die != 0)
            .fold(0, |seats, die| seats | 1 << self.seats[die])
    }

    /// The seat of a hero of whom the throw knows the position, who may use the power of the class.
    #[inline]
    fn seat_of(&self, hero: Option<(usize, u8)>) -> Option<usize> {
        hero.map(|(position, _)| self.seats[position])
    }

    #[inline]
    fn uses(&self, table: &Table, hero: Option<(usize, u8)>) -> usize {
        let seat = self.seat_of(hero);
        seat.map_or(0, |seat| usize::from(table.uses[seat]))
    }

    /// Whose dice are changed as they have to be: at once, or once the dice are turned.
    #[inline]
    pub(in super::super) fn raise(&self, policy: &Policy, table: &Table) -> u8 {
        let heroes = match self.aim {
            None => policy.raise(self.hand(table), self.first),
            Some(Aim { raised, .. }) => {
                let read = |set: u8| {
                    table
                        .raised(self.seats(set), self.throw.by)
                        .read(self.stand_in())
                };
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
        (hero < self.throw.heroes).then(|| self.seats[hero])
    }

    /// What to do next.
    #[inline]
    pub(in super::super) fn act(&mut self, policy: &Policy, table: &Table) -> Action {
        if self.aim.is_none()
            && let Some(action) = self.again(policy, table)
        {
            return action;
        }
        self.turn(table)
    }

    /// What to throw again. Nothing if dice are to be turned now, which is for good.
    fn again(&mut self, policy: &Policy, table: &Table) -> Option<Action> {
        let hand = self.hand(table);
        let powers = || {
            let [wizard, bard] = [self.throw.wizard, self.throw.bard];
            (self.uses(table, wizard), self.uses(table, bard))
        };
        let weapons = table.weapons as usize;
        let (means, die) = match self.throw.choose(policy, weapons, powers, hand) {
            Move::Stop => {
                self.aim_at(self.throw.end(policy, weapons, hand).1, table);
                return None;
            }
            Move::Wizard => match self.seat_of(self.throw.wizard) {
                Some(seat) => (Some(Means::Power(seat)), seat),
                None => (None, 0),
            },
            Move::Bard(die) => {
                let bard = self.seat_of(self.throw.bard);
                (bard.map(Means::Power), self.seats[die])
            }
            Move::Weapon(die) => (Some(Means::Weapon), self.seats[die]),
        };
        Some(means.map_or(Action::Done, |means| Action::Reroll { means, die }))
    }

    #[inline]
    fn aim_at(&mut self, aim: Aim, table: &Table) {
        self.aim = Some(aim);
        self.wanted = table.faces;
        for (position, &face) in aim.faces[..self.throw.heroes].iter().enumerate() {
            if usize::from(aim.stand_in) == position {
                self.read[position] = HIRELING;
            }
            self.wanted[self.read[position]] = face;
        }
    }

    /// Turns the next die by one towards the aim: by the warrior's power, else the cleric's, else by
    /// provisions.
    #[inline]
    fn turn(&self, table: &Table) -> Action {
        if table.faces == self.wanted {
            return Action::Done;
        }
        let differs = |die: &&usize| table.faces[**die] != self.wanted[**die];
        let Some(&die) = self.read.iter().find(differs) else {
            return Action::Done;
        };
        let able = |hero| self.seat_of(hero).filter(|&by| table.uses[by] > 0);
        let warrior = able(self.throw.warrior).filter(|&by| by == die);
        let cleric = able(self.throw.cleric).filter(|&by| by != die);
        let means = warrior.or(cleric).map_or(Means::Provisions, Means::Power);
        Action::Change {
            means,
            die,
            up: self.wanted[die] > table.faces[die],
        }
    }
}
