//! Sums of equal dice that are kept by position.

use super::super::budget::{Budget, TooLarge};
use super::super::dice::PlainDice;
use super::super::table::WeightTable;
use super::{PlainPool, PoolFigure, Stage, chances};
use crate::expression::KnownFunction;
use crate::expression::functions::SUM;

/// The sum of equal dice that are kept by position, by arrays instead of tables: the index of a sum
/// is its distance from the lowest one, in units of which all faces are multiples.
pub(super) struct KeptSum<'a> {
    dice: &'a PlainDice,
    /// The dice kept: positions from the first to before the second, from the highest die.
    first: usize,
    end: usize,
    lowest: i64,
    unit: i64,
    /// Number of units between the lowest and the highest possible sum.
    range: usize,
    /// Upper bound of the steps.
    steps: u64,
}

/// Largest number of steps for which arrays are used: tables need fewer where few sums occur.
const MOST_ARRAY_STEPS: u64 = 20_000_000;

impl<'a> KeptSum<'a> {
    /// Returns the computation if the pools are one type of dice kept by position, of which only the
    /// sum is asked, and it is small.
    pub(super) fn of(pools: &'a [PlainPool], figures: &[PoolFigure]) -> Option<Self> {
        let ([pool], [figure]) = (pools, figures) else {
            return None;
        };
        let ([dice], &[Stage::Positions(first, end)]) = (&pool.dice[..], &pool.stages[..]) else {
            return None;
        };
        if figure.function != KnownFunction::of(&SUM) || end == 0 {
            return None;
        }
        let (highest, lowest) = (dice.faces.first()?.0, dice.faces.last()?.0);
        let above = dice.faces.iter().map(|face| face.0.checked_sub(lowest));
        let unit = above
            .into_iter()
            .try_fold(0, |unit, above| Some(gcd(unit, above?)))?;
        let unit = unit.max(1);
        let range = ((highest - lowest) / unit).checked_mul(end - first)?;
        let pairs = (end as u64 + 1).saturating_mul(end as u64 + 1) / 2;
        let steps = pairs
            .saturating_mul(range as u64 + 1)
            .saturating_mul(dice.faces.len() as u64)
            .saturating_add(
                u64::from(dice.count)
                    .pow(2)
                    .saturating_mul(dice.faces.len() as u64),
            );
        (steps <= MOST_ARRAY_STEPS).then_some(Self {
            dice,
            first: first as usize,
            end: end as usize,
            lowest,
            unit,
            range: range as usize,
            steps,
        })
    }

    pub(super) fn run(&self, budget: &mut Budget) -> Result<WeightTable, TooLarge> {
        let Self { first, end, .. } = *self;
        budget.take(self.steps, || "the sums of the dice".to_owned())?;
        let count = self.dice.count as usize;
        // Probabilities of the sums above the lowest possible one, by the number of dice placed.
        let mut sums = vec![vec![0.0; self.range + 1]; end + 1];
        sums[0][0] = 1.0;
        let mut largest = vec![0; end + 1];
        for (place, &(face, _)) in self.dice.faces.iter().enumerate() {
            let chances = chances(self.dice, place);
            let above = ((face - self.lowest) / self.unit) as usize;
            for after in (1..=end).rev() {
                let (earlier, sums) = sums.split_at_mut(after);
                let into = &mut sums[0];
                if after < end {
                    let none = chances[count - after][0];
                    into[..=largest[after]]
                        .iter_mut()
                        .for_each(|sum| *sum *= none);
                }
                for (before, from) in earlier.iter().enumerate() {
                    // Dice beyond the last position kept are dropped, however many there are.
                    let row = &chances[count - before][after - before..];
                    let chance = if after < end {
                        row[0]
                    } else {
                        row.iter().sum()
                    };
                    let added = after.max(first) - before.max(first);
                    let from = &from[..=largest[before]];
                    largest[after] = largest[after].max(largest[before] + added * above);
                    for (sum, weight) in into[added * above..].iter_mut().zip(from) {
                        *sum += weight * chance;
                    }
                }
            }
            sums[0][0] *= chances[count][0];
        }
        let mut all = WeightTable::new(1);
        let lowest = self.lowest * (end - first) as i64;
        for (place, &chance) in sums[end].iter().enumerate() {
            // The ends are possible, even if their probability is too small for a number.
            if chance > 0.0 || place == 0 || place == self.range {
                all.add(&[lowest + place as i64 * self.unit], chance);
            }
        }
        Ok(all)
    }
}

/// Returns the greatest common divisor of two numbers that are not negative.
pub(super) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
