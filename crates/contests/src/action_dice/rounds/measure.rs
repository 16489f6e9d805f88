//! Values of the metrics of an exchange.

use super::exchange::Rounds;
use super::exchange_state::ExchangeState;

impl Rounds {
    /// Writes the values of all metrics into `values`.
    #[inline]
    pub(super) fn measure(&self, rounds: u32, state: &ExchangeState, values: &mut [i64]) {
        let layout = self.layout;
        let hits = state.fighters.iter().map(|standing| standing.hits);
        self.measure_hits(rounds, hits, values);
        for (fighter, standing) in self.fighters.iter().zip(&state.fighters) {
            values[layout.attacks + fighter.group] += i64::from(standing.attacks);
            values[layout.defences + fighter.group] += i64::from(standing.defences);
            values[layout.unused + fighter.group] += i64::from(standing.unused);
        }
    }

    /// Writes the values that depend only on the hits taken; 0 for the others.
    #[inline]
    pub(super) fn measure_hits(
        &self,
        rounds: u32,
        hits: impl Iterator<Item = u32>,
        values: &mut [i64],
    ) {
        let layout = self.layout;
        values.fill(0);
        values[layout.rounds] = i64::from(rounds);
        for (fighter, hits) in self.fighters.iter().zip(hits) {
            let is_out = hits == self.options.hits_to_win;
            values[layout.standing + fighter.side] += i64::from(!is_out);
            values[layout.out + fighter.group] += i64::from(is_out);
            values[layout.hits + fighter.group] += i64::from(hits);
        }
    }
}
