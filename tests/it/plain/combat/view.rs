//! What whoever has the turn sees, and may do.

use super::super::dice::PlainDice;
use super::cover::Attacked;
use super::report::CoverFrom;
use super::rules::Player;
use super::table::{Seat, Table};
use super::{Combatant, MOST_DICE};

/// What the one who has the turn may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Spend a die of this face against this opponent.
    Attack { face: u8, target: usize },
    /// Give a die of this face to this ally.
    Support { face: u8, ally: usize },
    /// Drop all dice and roll this Class.
    ChangeTactic { class: usize },
    /// Leave.
    Retreat,
}

/// Who decides. A function that chooses actions is one whose Cover is spent as `finisher` does.
pub trait Decide {
    /// What the one who has the turn does.
    fn act(&mut self, view: &View, dice: &mut dyn PlainDice) -> Action;

    /// The Cover die that the one attacked spends next, one of [`Attacked::choices`], if any.
    fn cover(&mut self, attacked: &Attacked, _dice: &mut dyn PlainDice) -> Option<(CoverFrom, u8)> {
        attacked.choices().first().copied()
    }
}

impl<F: FnMut(&View, &mut dyn PlainDice) -> Action> Decide for F {
    fn act(&mut self, view: &View, dice: &mut dyn PlainDice) -> Action {
        self(view, dice)
    }
}

/// The table as whoever has the turn sees it. Nothing on it is hidden.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Whose decision it is.
    pub actor: usize,
    /// All there is on the table.
    pub table: &'a Table<'a>,
    /// The allies that the actor has supported in this turn.
    pub aided: &'a [usize],
}

impl View<'_> {
    /// The sum of a combatant's dice.
    pub fn initiative(&self, combatant: usize) -> u64 {
        self.seat(combatant).initiative()
    }

    /// What lies before a combatant.
    pub fn seat(&self, combatant: usize) -> &Seat {
        &self.table.seats[combatant]
    }

    /// Who decides for the actor.
    pub fn player(&self) -> Player {
        self.described(self.actor).player
    }

    /// The side of the actor.
    pub fn side(&self) -> usize {
        self.described(self.actor).side
    }

    /// The actor's dice, lowest first.
    pub fn own_pool(&self) -> &[u8] {
        &self.seat(self.actor).pool
    }

    /// The standing opponents of the actor, in file order.
    pub fn opponents(&self) -> Vec<usize> {
        let everyone = 0..self.table.seats.len();
        everyone.filter(|&other| self.is_opponent(other)).collect()
    }

    /// The distinct legal actions, retreat left out: attacks (face ascending, then opponents in file
    /// order), supports (face ascending, then allies in file order), changes (Classes in file order).
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

    /// All distinct legal actions in their order: those, then the retreat.
    pub fn actions(&self) -> Vec<Action> {
        let mut actions = self.actions_but_retreat();
        actions.push(Action::Retreat);
        actions
    }

    /// Whether the actor may do this.
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
