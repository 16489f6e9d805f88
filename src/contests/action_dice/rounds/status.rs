//! Noncombatants: the status of each fighter in a round, fixed by the file or chosen at the beginning of
//! each round.

use super::super::NoncombatChoice;
use super::Rounds;
use super::duel::Stage;
use super::players::Mind;
use super::playouts::Choice;
use super::rules::{Event, Table};
use super::sheet::Sheet;
use crate::contest::Observer;
use crate::dice::Dice;

impl Rounds {
    /// Returns whether fighters choose in each round to be noncombatants or not.
    #[inline]
    pub(super) fn chooses_status(&self) -> bool {
        self.options.noncombat_choice == NoncombatChoice::EachRound
    }

    /// Returns the numbers of a fighter in this round.
    #[inline]
    pub(super) fn sheet(&self, table: &Table, fighter: usize) -> &Sheet {
        if self.chooses_status() {
            self.sheet_as(fighter, table.fighters[fighter].noncombat)
        } else {
            &self.sheets[fighter]
        }
    }

    /// Returns the numbers of a fighter with a status that it chose.
    #[cold]
    pub(super) fn sheet_as(&self, fighter: usize, noncombat: bool) -> &Sheet {
        let is_flipped = noncombat != self.fighters[fighter].noncombat;
        &self.sheets[fighter + usize::from(is_flipped) * self.fighters.len()]
    }

    /// Returns the numbers of a fighter with every status that it may have.
    pub(super) fn sheets_of(&self, fighter: usize) -> impl Iterator<Item = &Sheet> {
        self.sheets
            .iter()
            .skip(fighter)
            .step_by(self.fighters.len())
    }

    /// Chooses the status of all standing fighters from `first` on, in file order, and gives every
    /// standing fighter the action dice of the round.
    #[cold]
    pub(super) fn choose_statuses<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        table: &mut Table,
        first: usize,
        observer: &mut O,
    ) {
        for fighter in first..self.fighters.len() {
            if table.fighters[fighter].is_out {
                continue;
            }
            let noncombat = self.chosen_status(dice, table, fighter);
            table.fighters[fighter].noncombat = noncombat;
            if noncombat {
                observer.note(|| Event::Noncombat { fighter });
            }
        }
        for fighter in 0..self.fighters.len() {
            if !table.fighters[fighter].is_out {
                let sheet = self.sheet(table, fighter);
                let (left, turn) = (sheet.start, sheet.turn);
                let standing = &mut table.fighters[fighter];
                (standing.left, standing.turn) = (left, turn);
            }
        }
    }

    fn chosen_status<D: Dice>(&self, dice: &mut D, table: &mut Table, fighter: usize) -> bool {
        let one = &self.fighters[fighter];
        let chosen = match self.sheets[fighter].mind {
            Mind::Keeps(_) | Mind::Heavy => return one.noncombat,
            Mind::Random => self.drawn(dice, one.side, 2),
            Mind::Optimal => self.thought_of(table, Stage::Chooses { who: fighter }),
            Mind::Rollout(playouts) => {
                let choice = |_: &Table, number| Choice::Status(fighter, number == 1);
                self.tried(dice, table, one.side, playouts, 2, choice)
            }
        };
        chosen == 1
    }
}
