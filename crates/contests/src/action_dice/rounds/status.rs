//! Noncombatants: the status of each fighter in a round, fixed by the file or chosen at the
//! beginning of each round.

use super::super::options::NoncombatChoice;
use super::exchange::Rounds;
use super::exchange_state::{ExchangeState, Phase};
use super::fighter_sheet::FighterSheet;
use evenodds_core::dice::Dice;

impl Rounds {
    /// Returns whether fighters choose their status at the beginning of each round.
    #[inline]
    pub(super) fn chooses_status(&self) -> bool {
        self.options.noncombat_choice == NoncombatChoice::EachRound
    }

    /// Returns the sheet of a fighter in this round.
    #[inline]
    pub(super) fn sheet(&self, state: &ExchangeState, fighter: usize) -> &FighterSheet {
        if self.chooses_status() {
            self.sheet_as(fighter, state.fighters[fighter].noncombat)
        } else {
            &self.sheets[fighter]
        }
    }

    /// Returns the sheet of a fighter with a chosen status.
    #[cold]
    pub(super) fn sheet_as(&self, fighter: usize, noncombat: bool) -> &FighterSheet {
        let is_flipped = noncombat != self.fighters[fighter].noncombat;
        &self.sheets[fighter + usize::from(is_flipped) * self.fighters.len()]
    }

    /// Returns the sheets of a fighter, one for each possible status.
    pub(super) fn sheets_of(&self, fighter: usize) -> impl Iterator<Item = &FighterSheet> {
        self.sheets
            .iter()
            .skip(fighter)
            .step_by(self.fighters.len())
    }

    /// Advances to the status choice of one of the fighters that have yet to choose, by lot. After
    /// the last choice, all standing fighters get their action dice for the round.
    #[cold]
    pub(super) fn advance_to_status_choice<D: Dice>(
        &self,
        dice: &mut D,
        state: &mut ExchangeState,
    ) {
        let open = || (0..self.fighters.len()).filter(|fighter| state.choosing >> fighter & 1 == 1);
        let drawn = match open().count() {
            0 | 1 => 0,
            several => dice.choose(self.lot_roller, several as u32),
        };
        let Some(fighter) = open().nth(drawn as usize) else {
            self.hand_out_dice(state);
            return;
        };
        state.choosing &= !(1 << fighter);
        (state.actor, state.phase) = (fighter, Phase::Status);
    }

    /// Gives all standing fighters their action dice for the round.
    pub(super) fn hand_out_dice(&self, state: &mut ExchangeState) {
        state.phase = Phase::Sequence;
        for fighter in 0..self.fighters.len() {
            if !state.fighters[fighter].is_out {
                let sheet = self.sheet(state, fighter);
                let (left, turn) = (sheet.start, sheet.turn);
                let standing = &mut state.fighters[fighter];
                (standing.left, standing.turn) = (left, turn);
            }
        }
    }
}
