//! Confidence sequence for the standard deviation of bounded whole numbers.

use super::{BoundedMean, Interval, Sums};

/// Maximum range for which the deviation is bounded; beyond it, sums of fourth powers would
/// overflow.
const WIDEST: i64 = 1 << 20;

/// Standard deviation of a stream of whole numbers between two bounds, added block by block, with a
/// confidence interval that is valid at any stopping time.
///
/// With a whole number c near the mean, the variance is E (X - c)^2 - (E X - c)^2. Each of the two
/// means has the confidence sequence of a [`BoundedMean`] at half of `alpha`. The result is the
/// range that is consistent with both. c is the rounded mean of the first block, so it is fixed
/// before the numbers whose squares are summed. The squares of the first block are not used.
///
/// Numbers outside the bounds are clamped and counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundedDeviation {
    low: i64,
    high: i64,
    values: BoundedMean,
    sums: Sums,
    /// c, and the stream of (x - c)^2, after the first block.
    squares: Option<(i64, BoundedMean)>,
}

impl BoundedDeviation {
    /// Creates an empty stream of numbers from `low` to `high`; `high` is raised to `low` + 1 if
    /// necessary.
    pub fn new(low: i64, high: i64) -> Self {
        Self {
            low,
            high: high.max(low.saturating_add(1)),
            values: BoundedMean::new(low, high),
            sums: Sums::default(),
            squares: None,
        }
    }

    /// Adds a block: numbers with their counts.
    pub fn add(&mut self, block: impl IntoIterator<Item = (i64, u64)> + Clone) {
        self.values.add(block.clone());
        for (value, times) in block.clone() {
            self.sums.add_times(value.clamp(self.low, self.high), times);
        }
        match &mut self.squares {
            None => {
                let Some(mean) = self.values.mean() else {
                    return;
                };
                if self.high.saturating_sub(self.low) > WIDEST {
                    return;
                }
                let center = (mean.round() as i64).clamp(self.low, self.high);
                let furthest = (self.high - center).max(center - self.low);
                let squares = BoundedMean::near(0, furthest.saturating_mul(furthest), 0);
                self.squares = Some((center, squares));
            }
            Some((center, squares)) => {
                let (low, high, center) = (self.low, self.high, *center);
                let square = |value: i64| {
                    let difference = value.clamp(low, high) - center;
                    difference.saturating_mul(difference)
                };
                squares.add(
                    block
                        .into_iter()
                        .map(|(value, times)| (square(value), times)),
                );
            }
        }
    }

    /// Returns the number of values.
    pub fn count(&self) -> u64 {
        self.values.count()
    }

    /// Returns the number of values outside the bounds.
    pub fn outside(&self) -> u64 {
        self.values.outside()
    }

    /// Returns the sample standard deviation (divisor n - 1), or `None` without values.
    pub fn value(&self) -> Option<f64> {
        self.sums.moments(0.95).map(|moments| moments.sd)
    }

    /// Returns the interval of the stream's standard deviation; the full range without values.
    pub fn interval(&self, alpha: f64) -> Interval {
        let range = self.high as f64 - self.low as f64;
        let Some((center, squares)) = &self.squares else {
            return Interval {
                low: 0.0,
                // The deviation is largest if half of the numbers are at each bound.
                high: range / 2.0,
            };
        };
        let mean = self.values.interval(alpha / 2.0);
        let square = squares.interval(alpha / 2.0);
        let (below, above) = (mean.low - *center as f64, mean.high - *center as f64);
        let furthest = (below * below).max(above * above);
        let nearest = if below <= 0.0 && above >= 0.0 {
            0.0
        } else {
            (below * below).min(above * above)
        };
        Interval::new(
            (square.low - furthest).max(0.0).sqrt(),
            (square.high - nearest).max(0.0).sqrt().min(range / 2.0),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, Sampled};

    #[test]
    fn it_converges_to_the_deviation_of_a_die() {
        let mut dice = Sampled::new(8, &["die".to_owned()]);
        dice.start(0);
        let mut deviation = BoundedDeviation::new(0, 60);
        let mut left = 16;
        for _ in 0..14 {
            let block: Vec<(i64, u64)> =
                (0..left).map(|_| (i64::from(dice.die(0, 6)), 1)).collect();
            deviation.add(block.iter().copied());
            left *= 2;
        }
        let truth = (35.0_f64 / 12.0).sqrt();
        let interval = deviation.interval(0.05);
        assert!(
            interval.low <= truth && truth <= interval.high,
            "{interval:?}"
        );
        assert!(interval.half_width() < 0.07, "{interval:?}");
        assert!((deviation.value().unwrap() - truth).abs() < 0.01);
        assert_eq!((deviation.count(), deviation.outside()), (262_128, 0));
    }

    #[test]
    fn without_numbers_the_interval_is_the_full_range() {
        let mut nothing = BoundedDeviation::new(0, 10);
        assert_eq!(nothing.value(), None);
        assert_eq!(
            nothing.interval(0.05),
            Interval {
                low: 0.0,
                high: 5.0
            }
        );
        nothing.add([]);
        assert_eq!(nothing.interval(0.05).high, 5.0);
        nothing.add([(20, 2)]);
        assert_eq!((nothing.outside(), nothing.value()), (2, Some(0.0)));
    }

    #[test]
    fn the_mean_and_the_squares_have_half_of_alpha_each() {
        let mut deviation = BoundedDeviation::new(0, 10);
        let mut values = BoundedMean::new(0, 10);
        let mut squares = BoundedMean::near(0, 25, 0);
        for block in 0..200 {
            let numbers = [(4, 500), (6, 500)];
            deviation.add(numbers);
            values.add(numbers);
            // The mean of the first block is 5, and its squares are not used.
            if block > 0 {
                squares.add([(1, 1_000)]);
            }
        }
        let (mean, square) = (values.interval(0.1), squares.interval(0.1));
        let off = (mean.high - 5.0).max(5.0 - mean.low);
        let found = deviation.interval(0.2);
        assert!((found.high - square.high.sqrt()).abs() < 1e-12);
        assert!((found.low - (square.low - off * off).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn it_misses_at_any_of_many_looks_at_most_as_often_as_alpha() {
        let truth = (35.0_f64 / 12.0).sqrt();
        let mut dice = Sampled::new(9, &["die".to_owned()]);
        let (mut missed, mut closest) = (0, f64::INFINITY);
        for run in 0..500 {
            dice.start(run);
            let mut deviation = BoundedDeviation::new(1, 6);
            let ever = (0..60).any(|_| {
                let block: Vec<(i64, u64)> =
                    (0..20).map(|_| (i64::from(dice.die(0, 6)), 1)).collect();
                deviation.add(block.iter().copied());
                let interval = deviation.interval(0.2);
                closest = closest.min(interval.half_width());
                interval.low > truth || interval.high < truth
            });
            missed += u64::from(ever);
        }
        // At most 100 of 500 are expected; 136 is 4 standard errors more.
        assert!(missed <= 136, "{missed}");
        assert!(
            closest < 0.3,
            "a bound far too wide proves nothing: {closest}"
        );
    }
}
