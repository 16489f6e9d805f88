//! The values of the metrics of an exchange.

use super::Rounds;
use super::rules::Table;

impl Rounds {
    /// Counts an attack that was declared.
    #[inline]
    pub(super) fn attacked(&self, fighter: usize, values: &mut [i64]) {
        values[self.layout.attacks + self.fighters[fighter].group] += 1;
    }

    /// Counts a defence.
    #[inline]
    pub(super) fn defended(&self, fighter: usize, values: &mut [i64]) {
        values[self.layout.defences + self.fighters[fighter].group] += 1;
    }

    /// Counts dice of a round that were not used.
    #[inline]
    pub(super) fn unused(&self, fighter: usize, dice: u32, values: &mut [i64]) {
        values[self.layout.unused + self.fighters[fighter].group] += i64::from(dice);
    }

    /// The values of all metrics that are not counted on the way.
    #[inline]
    pub(super) fn measure(&self, rounds: u32, table: &Table, values: &mut [i64]) {
        let hits = table.fighters.iter().map(|fighter| fighter.hits);
        self.measure_ends(rounds, hits, values);
    }

    /// The same, told how many hits each has taken.
    #[inline]
    pub(super) fn measure_ends(
        &self,
        rounds: u32,
        hits: impl Iterator<Item = u32>,
        values: &mut [i64],
    ) {
        let layout = self.layout;
        values[layout.rounds] = i64::from(rounds);
        for (fighter, hits) in self.fighters.iter().zip(hits) {
            let is_out = hits == self.options.hits_to_win;
            values[layout.standing + fighter.side] += i64::from(!is_out);
            values[layout.out + fighter.group] += i64::from(is_out);
            values[layout.hits + fighter.group] += i64::from(hits);
        }
    }
}
