//! Confidence sequence for the mean of bounded whole numbers: the empirical Bernstein bound.

use super::{Interval, Sums};

/// Fixed-point scale for the means of earlier blocks, so that all sums are integers.
const SCALE: i128 = 1 << 10;

/// Mean of a stream of whole numbers between two bounds, added block by block, with a confidence
/// interval that is valid at any stopping time.
///
/// Each number is compared with the mean of all earlier blocks, which is fixed before the number is
/// drawn. Let V be the sum of the squares of these differences. With probability 1 - `alpha`, the
/// mean of the stream is within u(V) / n of the mean of the first n numbers, for all n at once.
/// Here u is a bound for sub-exponential processes of scale `high - low` (S. R. Howard, A. Ramdas,
/// J. `McAuliffe` and J. Sekhon, *Time-uniform, nonparametric, nonasymptotic confidence sequences*,
/// Annals of Statistics 49, 2021, theorem 4): their stitched bound of section 3.1, with eta = 2, s
/// = 1.4 and `alpha` / 2 for each side.
///
/// Numbers outside the bounds are clamped and counted; the interval is for the mean of the clamped
/// numbers.
///
/// ```
/// use evenodds_core::stats::BoundedMean;
/// let mut mean = BoundedMean::new(0, 1);
/// mean.add((0..10_000).map(|trial| (i64::from(trial % 4 == 0), 1)));
/// let interval = mean.interval(0.05);
/// assert!(interval.low > 0.22 && interval.high < 0.28);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundedMean {
    low: i64,
    high: i64,
    sums: Sums,
    /// Reference value for the first block, in units of 1 / [`SCALE`].
    start: i128,
    /// V in units of 1 / [`SCALE`]^2.
    spread: i128,
    outside: u64,
}

impl BoundedMean {
    /// Creates an empty stream of numbers from `low` to `high`; `high` is raised to `low` + 1 if
    /// necessary.
    pub fn new(low: i64, high: i64) -> Self {
        let high = high.max(low.saturating_add(1));
        Self {
            low,
            high,
            sums: Sums::default(),
            start: (i128::from(low) + i128::from(high)) * SCALE / 2,
            spread: 0,
            outside: 0,
        }
    }

    /// Creates an empty stream of numbers that are expected near `center`.
    ///
    /// The first block is compared with `center` instead of the middle of the bounds. Any number
    /// chosen before the block is valid; a closer one gives a narrower interval.
    pub fn near(low: i64, high: i64, center: i64) -> Self {
        Self {
            start: i128::from(center) * SCALE,
            ..Self::new(low, high)
        }
    }

    /// Adds a block: numbers with their counts.
    pub fn add(&mut self, block: impl IntoIterator<Item = (i64, u64)>) {
        let center = self.center();
        for (value, times) in block {
            if value < self.low || value > self.high {
                self.outside += times;
            }
            let value = value.clamp(self.low, self.high);
            self.sums.add_times(value, times);
            let difference = i128::from(value) * SCALE - center;
            self.spread += difference * difference * i128::from(times);
        }
    }

    /// Adds a block of numbers within the bounds, given by their sums.
    pub fn add_sums(&mut self, block: &Sums) {
        let center = self.center();
        // The sum of (x SCALE - center)^2.
        self.spread += block.squares() * SCALE * SCALE - 2 * center * block.sum() * SCALE
            + center * center * i128::from(block.count());
        self.sums.merge(block);
    }

    /// Returns the reference value for the next block, in units of 1 / [`SCALE`].
    fn center(&self) -> i128 {
        match i128::from(self.sums.count()) {
            0 => self.start,
            count => (self.sums.sum() * SCALE).div_euclid(count),
        }
    }

    /// Returns the number of values.
    pub fn count(&self) -> u64 {
        self.sums.count()
    }

    /// Returns the number of values outside the bounds.
    pub fn outside(&self) -> u64 {
        self.outside
    }

    /// Returns the mean of the values, or `None` if there are none.
    pub fn mean(&self) -> Option<f64> {
        let count = self.sums.count();
        (count > 0).then(|| self.sums.sum() as f64 / count as f64)
    }

    /// Returns the interval of the stream's mean; the full range without values.
    pub fn interval(&self, alpha: f64) -> Interval {
        let (low, high) = (self.low as f64, self.high as f64);
        let Some(mean) = self.mean() else {
            return Interval { low, high };
        };
        let spread = self.spread as f64 / (SCALE * SCALE) as f64;
        let half = stitched(spread, high - low, alpha / 2.0) / self.sums.count() as f64;
        Interval::new((mean - half).max(low), (mean + half).min(high))
    }
}

/// Returns the stitched bound for sub-gamma processes of this scale, tightest from a spread of
/// `scale`^2: equations 10 and 11 of the paper, with eta = 2 and h(k) = (k + 1)^1.4 zeta(1.4).
fn stitched(spread: f64, scale: f64, alpha: f64) -> f64 {
    const ETA: f64 = 2.0;
    const S: f64 = 1.4;
    // zeta(1.4)
    const ZETA: f64 = 3.105_549_875_985_395;
    let start = scale * scale;
    let spread = spread.max(start);
    let (root, fourth) = (ETA.sqrt(), ETA.sqrt().sqrt());
    let first = (fourth + 1.0 / fourth) / std::f64::consts::SQRT_2;
    let second = f64::midpoint(root, 1.0);
    let logarithm = S * libm::log(libm::log(ETA * spread / start))
        + libm::log(ZETA / (alpha * libm::pow(libm::log(ETA), S)));
    let linear = second * scale * logarithm;
    (first * first * spread * logarithm + linear * linear).sqrt() + linear
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, Sampled};

    #[test]
    fn the_bound_has_the_values_of_its_formula() {
        // Computed from the equations by a separate program.
        for (spread, scale, alpha, expected) in [
            (100.0, 1.0, 0.05, 47.260_829_113),
            (10_000.0, 1.0, 0.025, 430.070_353_661),
            (5_000.0, 2.0, 0.01, 329.569_900_502),
        ] {
            let bound = stitched(spread, scale, alpha);
            assert!((bound / expected - 1.0).abs() < 1e-9, "{bound} {expected}");
        }
        // Each side of the interval has half of alpha. The first block is compared with 5, which is
        // also the overall mean, so each number contributes one to the spread.
        let mut mean = BoundedMean::new(0, 10);
        for _ in 0..100 {
            mean.add([(4, 500), (6, 500)]);
        }
        let half = mean.interval(0.05).half_width();
        assert!((half / 0.014_003_224_676_5 - 1.0).abs() < 1e-9, "{half}");
    }

    #[test]
    fn it_shrinks_with_the_spread_and_not_with_the_bounds() {
        let halves = |low, high| {
            let mut mean = BoundedMean::new(low, high);
            for _ in 0..100 {
                mean.add([(4, 500), (6, 500)]);
            }
            mean.interval(0.05).half_width()
        };
        let (narrow, wide) = (halves(0, 10), halves(-100, 100));
        // Five standard errors; the bounds have almost no effect here.
        assert!(narrow < 5.0 / 100_000_f64.sqrt(), "{narrow}");
        assert!(wide < 3.5 * narrow, "{narrow} {wide}");
    }

    #[test]
    fn values_outside_the_bounds_are_counted_and_clamped() {
        let mut mean = BoundedMean::new(0, 10);
        mean.add([(5, 1), (25, 1), (-3, 2)]);
        assert_eq!((mean.outside(), mean.mean()), (3, Some(15.0 / 4.0)));
        let nothing = BoundedMean::new(0, 10).interval(0.05);
        assert_eq!((nothing.low, nothing.high), (0.0, 10.0));
    }

    #[test]
    fn a_block_may_be_given_by_its_sums() {
        let mut dice = Sampled::new(4, &["die".to_owned()]);
        dice.start(0);
        let (mut one, mut other) = (BoundedMean::near(-6, 6, 1), BoundedMean::near(-6, 6, 1));
        for block in [3, 40, 200] {
            let values: Vec<i64> = (0..block).map(|_| 3 - i64::from(dice.die(0, 6))).collect();
            one.add(values.iter().map(|&value| (value, 1)));
            let mut sums = Sums::default();
            for &value in &values {
                sums.add(value);
            }
            other.add_sums(&sums);
            assert_eq!(one, other);
        }
    }

    #[test]
    fn it_misses_at_any_of_many_looks_at_most_as_often_as_alpha() {
        let runs = 1_000;
        let mut dice = Sampled::new(3, &["die".to_owned()]);
        let (mut missed, mut closest) = (0, f64::INFINITY);
        for run in 0..runs {
            dice.start(run);
            let mut mean = BoundedMean::new(1, 6);
            let ever = (0..60).any(|_| {
                mean.add((0..5).map(|_| (i64::from(dice.die(0, 6)), 1)));
                let interval = mean.interval(0.2);
                closest = closest.min(interval.high - 3.5).min(3.5 - interval.low);
                interval.low > 3.5 || interval.high < 3.5
            });
            missed += u64::from(ever);
        }
        // At most 200 of 1,000 are expected; 251 is 4 standard errors more.
        assert!(missed <= 251, "{missed}");
        assert!(
            closest < 0.25,
            "a bound far too wide proves nothing: {closest}"
        );
    }
}
