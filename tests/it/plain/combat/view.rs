//! View and legal actions of the combatant that has the turn.

use super::super::dice::PlainDice;
use super::cover::Attacked;
use super::report::CoverFrom;
use super::rules::Player;
use super::table::{Seat, Table};
use super::{Combatant, MOST_DICE};

/// A legal action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Spends a die of this face against this opponent.
    Attack { face: u8, target: usize },
    /// Gives a die of this face to this ally.
    Support { face: u8, ally: usize },
    /// Drops all dice and rolls this Class.
    ChangeTactic { class: usize },
    /// Leaves the fight.
    Retreat,
}

/// Source of decisions. A function that chooses actions spends Cover as `finisher` does.
pub trait Decide {
    /// Returns the action of the combatant that has the turn.
    fn act(&mut self, view: &View, dice: &mut dyn PlainDice) -> Action;

    /// Returns the Cover die that the attacked combatant spends next, one of [`Attacked::choices`],
    /// if any.
    fn cover(&mut self, attacked: &Attacked, _dice: &mut dyn PlainDice) -> Option<(CoverFrom, u8)> {
        attacked.choices().first().copied()
    }
}

impl<F: FnMut(&View, &mut dyn PlainDice) -> Action> Decide for F {
    fn act(&mut self, view: &View, dice: &mut dyn PlainDice) -> Action {
        self(view, dice)
    }
}

/// View of the combatant that has the turn. No information is hidden.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Combatant that decides.
    pub actor: usize,
    /// State of the fight.
    pub table: &'a Table<'a>,
    /// Allies that the actor has supported in this turn.
    pub aided: &'a [usize],
}

impl View<'_> {
    /// Returns the sum of a combatant's dice.
    pub fn initiative(&self, combatant: usize) -> u64 {
        self.seat(combatant).initiative()
    }

    /// Returns the state of a combatant.
    pub fn seat(&self, combatant: usize) -> &Seat {
        &self.table.seats[combatant]
    }

    /// Returns the player of the actor.
    pub fn player(&self) -> Player {
        self.described(self.actor).player
    }

    pub fn side(&self) -> usize {
        self.described(self.actor).side
    }

    /// Returns the actor's dice, lowest first.
    pub fn own_pool(&self) -> &[u8] {
        &self.seat(self.actor).pool
    }

    /// Returns the standing opponents of the actor, in file order.
    pub fn opponents(&self) -> Vec<usize> {
        let everyone = 0..self.table.seats.len();
        everyone.filter(|&other| self.is_opponent(other)).collect()
    }

    /// Returns the distinct legal actions without retreat: attacks (face ascending, then opponents
    /// in file order), supports (face ascending, then allies in file order), changes (Classes in
    /// file order).
    pub fn actions_but_retreat(&self) -> Vec<Action> {
        let everyone = 0..self.table.seats.len();
        let mut actions = Vec::new();
        for face in 1..=6 {
            for target in everyone.clone() {
                actions.push(Action::Attack { face, target });
            }
        }
        for face in 1..=6 {
            for ally in everyone.clone() {
                actions.push(Action::Support { face, ally });
            }
        }
        for class in 0..self.described(self.actor).classes.len() {
            actions.push(Action::ChangeTactic { class });
        }
        actions.retain(|&action| self.is_legal(action));
        actions
    }

    /// Returns all distinct legal actions in their order, the retreat last.
    pub fn actions(&self) -> Vec<Action> {
        let mut actions = self.actions_but_retreat();
        actions.push(Action::Retreat);
        actions
    }

    /// Returns whether an action is legal.
    pub fn is_legal(&self, action: Action) -> bool {
        match action {
            Action::Attack { face, target } => {
                self.own_pool().contains(&face) && self.is_opponent(target)
            }
            Action::Support { face, ally } => {
                self.own_pool().len() >= 2
                    && self.own_pool().contains(&face)
                    && self.is_ally(ally)
                    && self.seat(ally).pool.len() < MOST_DICE
                    && !self.aided.contains(&ally)
            }
            Action::ChangeTactic { class } => self.seat(self.actor).used.get(class) == Some(&false),
            Action::Retreat => true,
        }
    }

    fn is_opponent(&self, other: usize) -> bool {
        self.seat(other).is_standing() && self.described(other).side != self.side()
    }

    fn is_ally(&self, other: usize) -> bool {
        self.seat(other).is_standing()
            && self.described(other).side == self.side()
            && other != self.actor
    }

    fn described(&self, combatant: usize) -> &Combatant {
        &self.table.combatants[combatant]
    }
}
