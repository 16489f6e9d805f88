//! Order of declarations in a sequence.

#![expect(
    clippy::inline_always,
    reason = "measured: a trial is one loop, in which the stages of the position are known at compile time"
)]

use super::exchange::Rounds;
use super::exchange_state::{ExchangeState, Turn};
use evenodds_core::contest::game::shuffle;
use evenodds_core::dice::Dice;
use std::cmp::Ordering;
use std::mem::take;

impl Rounds {
    /// Arranges the fighters with dice left in the order of their declarations; returns their
    /// number.
    #[inline(always)]
    pub(super) fn order<D: Dice>(&self, dice: &mut D, state: &mut ExchangeState) -> usize {
        let mut count = 0;
        for standing in &state.fighters {
            if !standing.left.is_none() {
                state.order[count] = standing.turn;
                count += 1;
            }
        }
        state.declaring = count;
        if self.options.answers_reorder {
            // Answers may change the order, so each place is sorted only when it is processed.
            return count;
        }
        match &mut state.order[..count] {
            [] | [_] => {}
            [first, second] => {
                let is_later = match second.key().cmp(&first.key()) {
                    Ordering::Less => true,
                    Ordering::Greater => false,
                    Ordering::Equal => dice.choose(self.lot_roller, 2) == 1,
                };
                if is_later {
                    std::mem::swap(first, second);
                }
            }
            order => self.sort(dice, order),
        }
        count
    }

    /// Sorts places of the order; lots break ties.
    #[inline(never)]
    fn sort<D: Dice>(&self, dice: &mut D, order: &mut [Turn]) {
        order.sort_unstable();
        for tied in order.chunk_by_mut(|one, other| one.key() == other.key()) {
            shuffle(dice, self.lot_roller, tied);
        }
    }

    /// Updates the order from a place on. Returns false if the fighter at that place may not
    /// declare.
    #[cold]
    pub(super) fn update_order<D: Dice>(
        &self,
        dice: &mut D,
        state: &mut ExchangeState,
        place: usize,
    ) -> bool {
        let is_action = self.options.defense_is_action;
        if take(&mut state.undrawn_lots) && !self.options.answers_reorder {
            self.sort(dice, &mut state.order[place..state.declaring]);
        }
        let ExchangeState {
            fighters,
            order,
            declaring,
            sequence,
            ..
        } = state;
        let may_declare = |turn: &Turn| {
            let standing = &fighters[turn.fighter()];
            !(standing.left.is_none() || is_action && standing.answered == *sequence)
        };
        if self.options.answers_reorder {
            let open = &mut order[place..*declaring];
            for turn in &mut *open {
                *turn = fighters[turn.fighter()].turn;
            }
            open.sort_unstable_by_key(|turn| (may_declare(turn), *turn));
            if may_declare(&open[0]) {
                let tied = open.iter().take_while(|turn| turn.key() == open[0].key());
                let tied = tied.count();
                if tied > 1 {
                    let drawn = dice.choose(self.lot_roller, tied as u32) as usize;
                    open[..=drawn].rotate_right(1);
                }
            }
        }
        may_declare(&order[place])
    }
}
