//! Means and ratios of means from integer sums, which can be merged exactly in any order.

use super::{Interval, Moments, normal_quantile};

/// Number, sum and sum of squares of values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    count: u64,
    sum: i128,
    squares: i128,
}

impl Sums {
    /// Adds a value. Up to 2^46 values of magnitude at most 2^40 cannot overflow.
    #[inline]
    pub fn add(&mut self, value: i64) {
        self.add_times(value, 1);
    }

    /// Adds a value `times` times.
    #[inline]
    pub fn add_times(&mut self, value: i64, times: u64) {
        let (value, all) = (i128::from(value), i128::from(times));
        self.count += times;
        self.sum += value * all;
        self.squares += value * value * all;
    }

    /// Adds all values of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Returns the number of values.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the sum of the values.
    pub fn sum(&self) -> i128 {
        self.sum
    }

    /// Returns the sum of the squares of the values.
    pub fn squares(&self) -> i128 {
        self.squares
    }

    /// Returns the moments of the values at confidence `level`, as [`Moments::of`] does; `None`
    /// without values.
    pub fn moments(&self, level: f64) -> Option<Moments> {
        if self.count == 0 {
            return None;
        }
        let n = self.count as f64;
        let mean = self.sum as f64 / n;
        let sd = if self.count > 1 {
            (spread(self.count, (self.sum, self.sum), self.squares).max(0.0) / (n - 1.0)).sqrt()
        } else {
            0.0
        };
        let half = normal_quantile(level) * sd / n.sqrt();
        Some(Moments {
            mean,
            sd,
            interval: Interval::new(mean - half, mean + half),
        })
    }
}

/// Returns the sum of (x - mean x)(y - mean y), in exact integers if they do not overflow, without
/// cancellation.
fn spread(count: u64, (x, y): (i128, i128), products: i128) -> f64 {
    match (i128::from(count).checked_mul(products), x.checked_mul(y)) {
        (Some(first), Some(second)) => (first - second) as f64 / count as f64,
        _ => products as f64 - x as f64 * (y as f64 / count as f64),
    }
}

/// Sums of pairs of values from the same trial, for the ratio of the sums, such as hits per
/// attempt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RatioSums {
    some: Sums,
    all: Sums,
    products: i128,
}

impl RatioSums {
    /// Adds a pair of values.
    #[inline]
    pub fn add(&mut self, some: i64, all: i64) {
        self.some.add(some);
        self.all.add(all);
        self.products += i128::from(some) * i128::from(all);
    }

    /// Adds all pairs of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.some.merge(&other.some);
        self.all.merge(&other.all);
        self.products += other.products;
    }

    /// Returns the sums of the first values.
    pub fn first(&self) -> &Sums {
        &self.some
    }

    /// Returns the sum of the second values.
    pub fn all(&self) -> i128 {
        self.all.sum()
    }

    /// Returns the ratio R of the sum of the first values to the sum of the second, with the
    /// interval of a ratio estimator; `None` if the second values add up to 0.
    ///
    /// The interval is R ± z s / (m sqrt(n)), where m is the mean of the second values and s the
    /// standard deviation of x - R y (W. G. Cochran, *Sampling Techniques*, 3rd edition, 1977,
    /// chapter 6). Units within a trial need not be independent. `sd` is s / m.
    pub fn ratio(&self, level: f64) -> Option<Moments> {
        if self.all.sum == 0 {
            return None;
        }
        let count = self.some.count;
        let n = count as f64;
        let mean = self.some.sum as f64 / self.all.sum as f64;
        let of = |one: &Sums, other: &Sums, products| spread(count, (one.sum, other.sum), products);
        let residual = of(&self.some, &self.some, self.some.squares)
            - 2.0 * mean * of(&self.some, &self.all, self.products)
            + mean * mean * of(&self.all, &self.all, self.all.squares);
        let sd = if count > 1 {
            (residual.max(0.0) / (n - 1.0)).sqrt() * n / self.all.sum as f64
        } else {
            0.0
        };
        let half = normal_quantile(level) * sd / n.sqrt();
        Some(Moments {
            mean,
            sd,
            interval: Interval::new(mean - half, mean + half),
        })
    }
}

/// Merges each of `others` into the statistic at the same place.
pub fn merge_each<T>(own: &mut [T], others: &[T], merge: impl Fn(&mut T, &T)) {
    for (own, other) in own.iter_mut().zip(others) {
        merge(own, other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Histogram;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sums_are_those_of_the_histogram_and_merge_in_any_split(
            values in prop::collection::vec(-1000i64..1000, 0..60),
            cut in 0usize..60,
        ) {
            let mut histogram = Histogram::new(-50, 50);
            let (mut one, mut other) = (Sums::default(), Sums::default());
            for (place, &value) in values.iter().enumerate() {
                histogram.add(value, 1);
                if place < cut { one.add(value) } else { other.add(value) }
            }
            other.merge(&one);
            let (ours, theirs) = (other.moments(0.95), Moments::of(&histogram, 0.95));
            prop_assert_eq!(ours.is_some(), theirs.is_some());
            if let (Some(ours), Some(theirs)) = (ours, theirs) {
                prop_assert!((ours.mean - theirs.mean).abs() < 1e-9);
                prop_assert!((ours.sd - theirs.sd).abs() < 1e-9);
            }
        }

        #[test]
        fn a_ratio_of_ones_is_a_mean(values in prop::collection::vec(0i64..9, 2..40)) {
            let (mut pairs, mut sums) = (RatioSums::default(), Sums::default());
            for &value in &values {
                pairs.add(value, 1);
                sums.add(value);
            }
            let (ratio, mean) = (pairs.ratio(0.95).unwrap(), sums.moments(0.95).unwrap());
            prop_assert!((ratio.mean - mean.mean).abs() < 1e-12);
            prop_assert!((ratio.sd - mean.sd).abs() < 1e-9);
        }
    }

    #[test]
    fn a_constant_ratio_has_an_interval_of_zero_width() {
        let mut pairs = RatioSums::default();
        assert_eq!(pairs.ratio(0.95), None);
        for all in [2, 4, 10] {
            pairs.add(all / 2, all);
        }
        let ratio = pairs.ratio(0.95).unwrap();
        assert_eq!(ratio.mean, 0.5);
        assert!(ratio.interval.half_width() < 1e-12);
        assert_eq!((pairs.first().sum(), pairs.all()), (8, 16));
    }

    #[test]
    fn large_values_do_not_overflow() {
        let mut sums = Sums::default();
        for sign in [-1, 1, -1, 1] {
            sums.add(sign << 40);
        }
        let moments = sums.moments(0.95).unwrap();
        assert_eq!(moments.mean, 0.0);
        assert!((moments.sd / (1u64 << 40) as f64 - (4.0_f64 / 3.0).sqrt()).abs() < 1e-12);
    }
}
