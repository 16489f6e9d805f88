//! Sums of many equal dice that are all kept, by arrays.

use super::super::budget::{Budget, TooLarge};
use super::super::dice::mixture;
use super::super::table::WeightTable;
use super::{KnownPool, PlainPool, PoolFigure, added_up};
use crate::expression::functions::Exact;
use crate::expression::{KnownRule, Program};

/// Number of products of a convolution that are one step of the budget.
const PRODUCTS_OF_STEP: u64 = 16;
/// Maximum length of an array.
const MOST_SUMS: usize = 2_000_000;
/// Probability below which the highest sums of dice that explode are left out.
const NEGLIGIBLE: f64 = 1e-30;
/// Smallest number of products for which arrays are used: tables serve few sums.
const LEAST_PRODUCTS: u64 = 200_000;

/// Distribution of a sum: probabilities from the lowest sum on, in steps of `unit`.
struct Sums {
    lowest: i64,
    unit: i64,
    weights: Vec<f64>,
    /// The highest sums are left out while they have smaller probabilities.
    least: f64,
}

/// Returns the distribution of the only figure of a pool, if each of its many dice adds to it by
/// itself; `None` if tables suit it better.
///
/// # Errors
/// Returns the quantity that is too large.
pub(super) fn sums_of_many(
    program: &Program,
    pools: &[KnownPool],
    figures: &[PoolFigure],
    budget: &mut Budget,
) -> Result<Option<WeightTable>, TooLarge> {
    let ([pool], [figure]) = (pools, figures) else {
        return Ok(None);
    };
    let is_independent = pool.components.iter().all(|(die, _)| {
        die.drawn.is_none() && !matches!(die.rules.last(), Some(KnownRule::AddOnce(_)))
    });
    let is_sum = matches!(figure.function.function.exact, Exact::Sum(_));
    let [(die, count)] = &pool.components[..] else {
        return Ok(None);
    };
    let sides = u64::from(die.sides.min(MOST_SUMS as u32));
    let products = sides * sides * u64::from(*count) * u64::from(*count);
    if !pool.keep.is_empty() || !is_independent || !is_sum || products < LEAST_PRODUCTS {
        return Ok(None);
    }
    // The sum of one die, with those that it adds.
    let mut one = WeightTable::new(1);
    for (weight, dice) in mixture(die, 1, budget)? {
        let stages = Vec::new();
        let case = added_up(program, &[PlainPool { dice, stages }], figures, budget)?;
        for (key, chance) in case.iter() {
            one.add(key, weight * chance);
        }
    }
    let Some(mut one) = Sums::of(&one, *count) else {
        return Ok(None);
    };
    if die
        .rules
        .iter()
        .any(|rule| matches!(rule, KnownRule::Explode(_) | KnownRule::Penetrate(_)))
    {
        one.least = NEGLIGIBLE;
    }
    Ok(Some(one.power(*count, budget)?.table()))
}

impl Sums {
    /// Returns the array of a table, unless that of `count` dice would be too long.
    fn of(table: &WeightTable, count: u32) -> Option<Self> {
        let values: Vec<i64> = table.iter().map(|(key, _)| key[0]).collect();
        let (lowest, highest) = (*values.iter().min()?, *values.iter().max()?);
        let unit = values
            .iter()
            .fold(0, |unit, value| super::kept_sum::gcd(unit, value - lowest))
            .max(1);
        let length = usize::try_from((highest - lowest) / unit).ok()? + 1;
        if length.checked_mul(count as usize)? > MOST_SUMS {
            return None;
        }
        let mut weights = vec![0.0; length];
        for (key, chance) in table.iter() {
            weights[((key[0] - lowest) / unit) as usize] += chance;
        }
        Some(Self {
            lowest,
            unit,
            weights,
            least: 0.0,
        })
    }

    /// Returns the sum of `count` independent ones, by repeated squaring.
    fn power(self, count: u32, budget: &mut Budget) -> Result<Self, TooLarge> {
        let mut all = Self {
            lowest: 0,
            unit: self.unit,
            weights: vec![1.0],
            least: self.least,
        };
        let mut square = self;
        let mut left = count;
        while left > 0 {
            if left % 2 == 1 {
                all = all.plus(&square, budget)?;
            }
            left /= 2;
            if left > 0 {
                square = square.plus(&square, budget)?;
            }
        }
        Ok(all)
    }

    fn plus(&self, other: &Self, budget: &mut Budget) -> Result<Self, TooLarge> {
        let (a, b) = (&self.weights, &other.weights);
        let products = a.len() as u64 * b.len() as u64;
        budget.take(1 + products / PRODUCTS_OF_STEP, || {
            "the sums of the dice".to_owned()
        })?;
        let mut weights = vec![0.0; a.len() + b.len() - 1];
        for (place, &weight) in a.iter().enumerate() {
            for (sum, other) in weights[place..].iter_mut().zip(b) {
                *sum += weight * other;
            }
        }
        while weights.last().is_some_and(|&last| last < self.least) {
            weights.pop();
        }
        Ok(Self {
            lowest: self.lowest + other.lowest,
            unit: self.unit,
            weights,
            least: self.least,
        })
    }

    fn table(&self) -> WeightTable {
        let mut table = WeightTable::new(1);
        let last = self.weights.len() - 1;
        for (place, &chance) in self.weights.iter().enumerate() {
            // The ends are possible, even if their probability is too small for a number.
            if chance > 0.0 || place == 0 || place == last {
                table.add(&[self.lowest + place as i64 * self.unit], chance);
            }
        }
        table
    }
}
