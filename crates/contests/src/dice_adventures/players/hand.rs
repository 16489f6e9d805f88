//! Plays the dice by a solved policy: translates the policy from class order to seats.

use super::super::party::{BY_CLASS, SEATS};
use super::super::policy::{DicePolicy, first_set};
use super::super::throws::DiceMove;
use super::super::throws::{AdventureThrow, DICE};
use super::super::turn_costs::CheapestTurns;
use super::super::view::{Action, ChangeMeans, GameState, HIRELING};
use std::sync::Arc;

/// Dice of one adventure, with their policy.
#[derive(Clone, Debug)]
pub(super) struct DiceHand {
    throw: Arc<AdventureThrow>,
    policy: Arc<DicePolicy>,
    /// Index of each die in [`GameState::faces`]: the heroes in class order, then the hireling.
    seats: [u8; DICE],
    /// True if ties among heroes are broken by seat instead of by class.
    by_seat: bool,
    /// Turns toward the result to aim at; `None` while rerolls may follow.
    aim: Option<CheapestTurns>,
    /// Wanted faces of `aim`, by index in [`GameState::faces`].
    wanted: [u8; DICE],
    /// Index of the die that counts for each hero: the hero's own or the hireling's.
    read: [u8; SEATS],
}

impl DiceHand {
    /// Creates the dice with their policy; `order` lists the seats in class order.
    #[inline]
    pub(super) fn new(
        (throw, policy): (Arc<AdventureThrow>, Arc<DicePolicy>),
        order: [usize; SEATS],
        by_seat: bool,
    ) -> Self {
        let read = order.map(|seat| seat as u8);
        let mut seats = [read[0], read[1], read[2], HIRELING as u8];
        seats[throw.heroes] = HIRELING as u8;
        Self {
            throw,
            policy,
            seats,
            by_seat,
            aim: None,
            wanted: [0; DICE],
            read,
        }
    }

    #[inline]
    fn hand(&self, state: &GameState) -> usize {
        let mut hand = 0;
        for die in (0..self.throw.dice).rev() {
            hand = 6 * hand + usize::from(state.faces[usize::from(self.seats[die])].max(1)) - 1;
        }
        hand
    }

    /// Converts a set of heroes to a set of seats.
    #[inline]
    fn seats(&self, heroes: u8) -> u8 {
        (0..self.throw.heroes)
            .filter(|die| heroes & 1 << die != 0)
            .fold(0, |seats, die| seats | 1 << self.seats[die])
    }

    /// Returns the seat of a hero given by its index in class order.
    #[inline]
    fn seat_of(&self, hero: Option<(usize, u8)>) -> Option<u8> {
        hero.map(|(position, _)| self.seats[position])
    }

    #[inline]
    fn uses(&self, state: &GameState, hero: Option<(usize, u8)>) -> usize {
        let seat = self.seat_of(hero);
        seat.map_or(0, |seat| usize::from(state.uses[usize::from(seat)]))
    }

    /// Returns the seats whose dice get the required change, before all actions or after all turns.
    #[inline]
    pub(super) fn raise(&self, state: &GameState) -> u8 {
        let order = if self.by_seat {
            state.party.order()
        } else {
            BY_CLASS
        };
        let heroes = match self.aim {
            None => self.policy.raise(self.hand(state), order),
            Some(CheapestTurns { raised, .. }) => {
                let read = |set: u8| {
                    state
                        .raised(self.seats(set), self.throw.by)
                        .read(self.stand_in().map(usize::from))
                };
                let wanted = read(raised);
                let as_good = |set: u8| {
                    set >> self.throw.heroes == 0
                        && set.count_ones() == raised.count_ones()
                        && read(set) == wanted
                };
                first_set(as_good, order)
            }
        };
        self.seats(heroes)
    }

    /// Returns the seat whose die the hireling's die replaces.
    #[inline]
    pub(super) fn stand_in(&self) -> Option<u8> {
        let hero = usize::from(self.aim?.stand_in);
        (hero < self.throw.heroes).then(|| self.seats[hero])
    }

    /// Returns the next action with the dice; `None` if no action is left.
    #[inline]
    pub(super) fn act(&mut self, state: &GameState) -> Option<Action> {
        if self.aim.is_none() {
            let hand = self.hand(state);
            // The policy of a greedy player does not cover weapons.
            let weapons = (state.weapons as usize).min(self.policy.weapons);
            let again = self.reroll(state, weapons, hand);
            if again.is_some() {
                return again;
            }
            // Turns come last: no reroll follows.
            self.aim_at(self.throw.end(&self.policy, weapons, hand).1, state);
        }
        self.turn(state)
    }

    /// Returns the next reroll, if any.
    #[inline]
    fn reroll(&self, state: &GameState, weapons: usize, hand: usize) -> Option<Action> {
        let powers = || {
            let [wizard, bard] = [self.throw.wizard, self.throw.bard];
            (self.uses(state, wizard), self.uses(state, bard))
        };
        let (means, die) = match self.throw.choose(&self.policy, weapons, powers, hand) {
            DiceMove::Stop => return None,
            DiceMove::Wizard => {
                let seat = self.seat_of(self.throw.wizard)?;
                (ChangeMeans::Power(seat), seat.into())
            }
            DiceMove::Bard(die) => (
                ChangeMeans::Power(self.seat_of(self.throw.bard)?),
                usize::from(self.seats[die]),
            ),
            DiceMove::Weapon(die) => (ChangeMeans::Weapon, usize::from(self.seats[die])),
        };
        Some(Action::Reroll { means, die })
    }

    #[inline]
    fn aim_at(&mut self, aim: CheapestTurns, state: &GameState) {
        self.aim = Some(aim);
        self.wanted = state.faces;
        for (position, &face) in aim.faces[..self.throw.heroes].iter().enumerate() {
            if usize::from(aim.stand_in) == position {
                self.read[position] = HIRELING as u8;
            }
            self.wanted[usize::from(self.read[position])] = face;
        }
    }

    /// Returns the next turn of a die toward the aim: by the warrior's power, else the cleric's,
    /// else by provisions.
    #[inline]
    fn turn(&self, state: &GameState) -> Option<Action> {
        if state.faces == self.wanted {
            return None;
        }
        let mut read = self.read.iter().map(|&die| usize::from(die));
        let die = read.find(|&die| state.faces[die] != self.wanted[die])?;
        let able = |hero| {
            self.seat_of(hero)
                .filter(|&by| state.uses[usize::from(by)] > 0)
        };
        let warrior = able(self.throw.warrior).filter(|&by| usize::from(by) == die);
        let cleric = able(self.throw.cleric).filter(|&by| usize::from(by) != die);
        let means = warrior
            .or(cleric)
            .map_or(ChangeMeans::Provisions, ChangeMeans::Power);
        Some(Action::Change {
            means,
            die,
            up: self.wanted[die] > state.faces[die],
        })
    }
}
