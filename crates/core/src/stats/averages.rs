//! Comparison of two means, each from its own trials or exact: difference and equality test.

use super::shares::two_sided;
use super::{Interval, apart};

/// Sampled or exact mean, with its interval and the standard deviation of single trials.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Average {
    /// Mean.
    pub mean: f64,
    /// Interval of the mean.
    pub interval: Interval,
    /// Standard deviation of the value in a single trial.
    pub deviation: f64,
    /// Number of trials; 0 for an exact mean.
    pub trials: u64,
}

/// Relative difference below which exact means count as equal.
const ROUNDING: f64 = 1e-12;

impl Average {
    /// Returns the interval of `later` minus this mean; see [`apart`].
    pub fn difference(&self, later: &Self) -> Interval {
        apart((self.mean, self.interval), (later.mean, later.interval))
    }

    /// Returns the p-value of a two-sided z test for equal means. It uses the variance of all
    /// trials around their common mean, or the deviation of the sampled mean if the other one is
    /// exact.
    ///
    /// For two exact means the result is 1 if they are equal, else 0.
    pub fn p_value(&self, later: &Self) -> f64 {
        let distance = (later.mean - self.mean).abs();
        if distance <= ROUNDING * self.mean.abs().max(later.mean.abs()).max(1.0) {
            return 1.0;
        }
        let error = match (self.trials, later.trials) {
            (0, 0) => return 0.0,
            (0, trials) => self.deviation / (trials as f64).sqrt(),
            (trials, 0) => later.deviation / (trials as f64).sqrt(),
            (one, other) => {
                let (one, other) = (one as f64, other as f64);
                let common = (self.mean * one + later.mean * other) / (one + other);
                let squares = |average: &Self, trials: f64| {
                    let off = average.mean - common;
                    trials * (average.deviation * average.deviation + off * off)
                };
                let variance = (squares(self, one) + squares(later, other)) / (one + other);
                (variance * (1.0 / one + 1.0 / other)).sqrt()
            }
        };
        two_sided(distance / error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::normal_quantile;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn average(values: &[f64]) -> Average {
        let trials = values.len() as f64;
        let mean = values.iter().sum::<f64>() / trials;
        let squares = values.iter().map(|value| (value - mean).powi(2));
        let deviation = (squares.sum::<f64>() / (trials - 1.0)).sqrt();
        let half = normal_quantile(0.975) * deviation / trials.sqrt();
        Average {
            mean,
            interval: Interval::new(mean - half, mean + half),
            deviation,
            trials: values.len() as u64,
        }
    }

    #[test]
    fn equal_means_are_rejected_at_the_rate_of_the_level() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
        // Number of rolls until the first six: a skewed distribution, like the lengths of contests.
        let mut some = || {
            let values = (0..400).map(|_| {
                let mut rolls = 1.0;
                while random.random_range(1..=6) != 6 {
                    rolls += 1.0;
                }
                rolls
            });
            average(&values.collect::<Vec<f64>>())
        };
        let (mut rejected, mut missed) = (0, 0);
        for _ in 0..2_000 {
            let (one, other) = (some(), some());
            rejected += u32::from(one.p_value(&other) < 0.05);
            let range = one.difference(&other);
            missed += u32::from(range.low > 0.0 || range.high < 0.0);
        }
        // 100 of 2,000 are expected; the bounds are 5 standard errors on each side.
        assert!((51..149).contains(&rejected), "{rejected}");
        assert!((51..149).contains(&missed), "{missed}");
    }

    #[test]
    fn exact_means_have_p_values_of_0_or_1() {
        let exact = |mean: f64| Average {
            mean,
            interval: Interval::point(mean),
            deviation: 2.0,
            trials: 0,
        };
        assert!(exact(3.5).p_value(&exact(3.5 + 1e-15)) > 0.999);
        assert!(exact(3.5).p_value(&exact(3.6)) < 1e-9);
        let sampled = Average {
            trials: 10_000,
            ..exact(3.55)
        };
        let p = exact(3.5).p_value(&sampled);
        // 2.5 standard errors.
        assert!((p - 0.012_419).abs() < 1e-5, "{p}");
    }
}
