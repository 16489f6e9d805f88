//! Reinforcements that arrive with the next turn, or after an action.

use super::super::network::{self, FeatureSide, WeightRow, WideSum};
use super::super::table::{self, CombatantState};
use super::{Evaluator, StandingCounts};
use crate::combat::setup::{Arrival, ArrivalCondition};

impl<'a, const N: usize> Evaluator<'a, N> {
    /// Advances to the next turn if a turn may bring reinforcements.
    #[inline]
    pub(super) fn advance(&mut self) {
        if self.combat.has_timed_arrivals {
            self.advance_turn();
        }
    }

    /// Stores the sums of this turn, and adds the next turn's reinforcements to the others.
    #[cold]
    fn advance_turn(&mut self) {
        let turn = self.fight.turn;
        let dice: [&WeightRow; N] =
            std::array::from_fn(|rival| self.row_of_dice(rival, self.actors_side, self.dice));
        // Sums are scaled down with the rows of all dice.
        for (sum, dice) in self.sums.iter_mut().zip(dice) {
            sum.add(dice);
        }
        let mut current_sums = self.sums.map(|sum| WideSum::of(&sum));
        for (arrival, &entered) in self.combat.arrivals.iter().zip(&self.fight.extras.entered) {
            if entered || !matches!(arrival.when, ArrivalCondition::Turn(_)) {
                continue;
            }
            for (rival, sum) in current_sums.iter_mut().enumerate() {
                let role = self.role(rival, arrival.side);
                let combat = self.combat;
                let subtract_row = &mut |row| sum.subtract(&self.rows[row]);
                table::of_arrival(combat, arrival, turn + 1, role, subtract_row);
                let add_row = &mut |row| sum.add(&self.rows[row]);
                table::of_arrival(combat, arrival, turn, role, add_row);
            }
            if arrival.when == ArrivalCondition::Turn(turn + 1) {
                let mut sums = self.sums;
                let mut counts = self.counts;
                self.bring_in(arrival, &mut sums, &mut counts);
                (self.sums, self.counts) = (sums, counts);
            }
        }
        let mut current_sums = current_sums.map(|sum| sum.row());
        for (rival, dice) in dice.into_iter().enumerate() {
            self.sums[rival].subtract(dice);
            current_sums[rival].subtract(dice);
        }
        self.current_sums = Some(current_sums);
    }

    /// Adds reinforcements, which are about to throw dice, to sums and counts.
    #[cold]
    fn bring_in(&self, arrival: &Arrival, sums: &mut [WeightRow; N], counts: &mut [[u32; 3]; N]) {
        let (combat, fight) = (self.combat, self.fight);
        for (rival, (row, counts)) in sums.iter_mut().zip(counts).enumerate() {
            let role = self.role(rival, arrival.side);
            let mut sum = WideSum::of(row);
            let subtract_row = &mut |row| sum.subtract(&self.rows[row]);
            table::of_arrival(combat, arrival, fight.turn + 1, role, subtract_row);
            let count = &mut counts[role as usize];
            subtract_row(network::of_standing(role, *count));
            *count += arrival.members.len() as u32;
            let add_row = &mut |row| sum.add(&self.rows[row]);
            add_row(network::of_standing(role, *count));
            for combatant in arrival.members.clone().take(table::MOST_OF_WAVE) {
                let state = CombatantState::of_coming(combat, fight, combatant);
                add_row(network::of_thrown(role, u32::from(state.rolled)));
                table::of_state(combat, combatant, &state, role, add_row);
            }
            *row = sum.row();
        }
    }

    /// Returns whether reinforcements arrive when a combatant of `side` leaves.
    #[inline]
    pub(super) fn calls_reinforcements(&self, side: usize) -> bool {
        self.combat.has_awaited_arrivals && {
            let left = self.fight.standing[side] - 1;
            self.awaited(side).any(|(_, most)| left <= most)
        }
    }

    /// Yields the reinforcements of a side that arrive after losses, each with the maximum number
    /// of remaining combatants for its arrival.
    fn awaited(&self, side: usize) -> impl Iterator<Item = (&'a Arrival, u32)> {
        let arrivals = self.combat.arrivals.iter().zip(&self.fight.extras.entered);
        arrivals.filter_map(move |(arrival, &entered)| match arrival.when {
            ArrivalCondition::Standing(most) if arrival.side == side && !entered => {
                Some((arrival, most))
            }
            _ => None,
        })
    }

    /// Adds the reinforcements that arrive when a combatant of `side` leaves.
    #[cold]
    pub(super) fn call_reinforcements(
        &self,
        side: usize,
        sums: &mut [WeightRow; N],
        standing: &mut StandingCounts<N>,
    ) {
        let mut left = self.fight.standing[side] - 1;
        let mut counts = self.counts;
        for (rival, counts) in counts.iter_mut().enumerate() {
            counts[self.role(rival, side) as usize] -= 1;
        }
        for (arrival, most) in self.awaited(side) {
            if left > most {
                continue;
            }
            let arriving = arrival.members.len() as u32;
            self.bring_in(arrival, sums, &mut counts);
            standing.sides += u32::from(left == 0 && arriving > 0);
            standing.own += if side == self.side { arriving } else { 0 };
            for (rival, standing) in standing.rivals.iter_mut().enumerate() {
                if self.role(rival, side) == FeatureSide::Rival {
                    *standing += arriving;
                }
            }
            left += arriving;
        }
    }
}
