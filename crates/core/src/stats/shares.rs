//! Comparison of two shares, each from its own trials or exact: difference and equality test.

use super::Interval;
use statrs::distribution::{ContinuousCDF, Normal};

/// Sampled or exact share, with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Share, 0 to 1.
    pub share: f64,
    /// Interval of the share.
    pub interval: Interval,
    /// Number of trials; 0 for an exact share.
    pub trials: u64,
}

/// Difference below which exact shares count as equal.
const ROUNDING: f64 = 1e-12;

impl Estimate {
    /// Returns `later` minus this share, as an interval at the confidence level of both. It is the
    /// hybrid score interval of R. G. Newcombe, *Interval estimation for the difference between
    /// independent proportions*, Statistics in Medicine 17, 1998, method 10.
    ///
    /// ```
    /// use evenodds_core::stats::{Estimate, wilson};
    /// let counted = |count, trials| Estimate {
    ///     share: count as f64 / trials as f64,
    ///     interval: wilson(count, trials, 0.95),
    ///     trials,
    /// };
    /// // The first example of the paper: 56 of 70 and 48 of 80.
    /// let range = counted(48, 80).difference(&counted(56, 70));
    /// assert!((range.low - 0.0524).abs() < 5e-5 && (range.high - 0.3339).abs() < 5e-5);
    /// ```
    pub fn difference(&self, later: &Self) -> Interval {
        apart((self.share, self.interval), (later.share, later.interval))
    }

    /// Returns the p-value of a two-sided score test for equal shares. It uses the pooled share, or
    /// the exact share if only one is sampled.
    ///
    /// For two exact shares the result is 1 if they are equal, else 0.
    pub fn p_value(&self, later: &Self) -> f64 {
        let distance = (later.share - self.share).abs();
        if distance < ROUNDING {
            return 1.0;
        }
        let (pooled, part) = match (self.trials, later.trials) {
            (0, 0) => return 0.0,
            (0, trials) => (self.share, 1.0 / trials as f64),
            (trials, 0) => (later.share, 1.0 / trials as f64),
            (one, other) => {
                let (one, other) = (one as f64, other as f64);
                let hits = self.share * one + later.share * other;
                (hits / (one + other), 1.0 / one + 1.0 / other)
            }
        };
        let error = (pooled * (1.0 - pooled) * part).sqrt();
        two_sided(distance / error)
    }
}

/// Returns the probability that a standard normal variable is at least this far from 0.
pub(super) fn two_sided(score: f64) -> f64 {
    let beyond = Normal::standard().sf(score);
    // Rounding removes differences between machines in the last bits of logarithms.
    (2.0 * beyond * 1e12).round() / 1e12
}

/// Returns the later value minus the earlier one, with an interval computed from both intervals.
/// The values must be from independent trials.
///
/// The distances from the values to the ends of their intervals are combined as independent errors
/// (G. Y. Zou and A. Donner, *Construction of confidence limits about effect measures: a general
/// approach*, Statistics in Medicine 27, 2008).
pub fn apart(earlier: (f64, Interval), later: (f64, Interval)) -> Interval {
    let ((was, before), (is, now)) = (earlier, later);
    let down = (is - now.low).hypot(before.high - was);
    let up = (now.high - is).hypot(was - before.low);
    Interval::new(is - was - down, is - was + up)
}

/// Returns the p-values of a family of tests, adjusted to control the family-wise error rate (S.
/// Holm, *A simple sequentially rejective multiple test procedure*, Scandinavian Journal of
/// Statistics 6, 1979).
///
/// ```
/// let raised = evenodds_core::stats::holm(&[0.01, 0.04, 0.03]);
/// assert!(raised.iter().zip([0.03, 0.06, 0.06]).all(|(one, other)| (one - other).abs() < 1e-12));
/// ```
pub fn holm(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&one, &other| values[one].total_cmp(&values[other]));
    let mut raised = vec![0.0; values.len()];
    let mut least: f64 = 0.0;
    for (place, &index) in order.iter().enumerate() {
        let left = (values.len() - place) as f64;
        least = least.max((values[index] * left).min(1.0));
        raised[index] = least;
    }
    raised
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::wilson;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn counted(count: u64, trials: u64) -> Estimate {
        Estimate {
            share: count as f64 / trials as f64,
            interval: wilson(count, trials, 0.95),
            trials,
        }
    }

    fn exact(share: f64) -> Estimate {
        Estimate {
            share,
            interval: Interval::point(share),
            trials: 0,
        }
    }

    #[test]
    fn equal_shares_are_rejected_at_the_rate_of_the_level() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut count = |share: f64| {
            let hits = (0..400).filter(|_| random.random_bool(share)).count();
            counted(hits as u64, 400)
        };
        let (mut rejected, mut missed) = (0, 0);
        for _ in 0..2_000 {
            let (one, other) = (count(0.3), count(0.3));
            rejected += u32::from(one.p_value(&other) < 0.05);
            let range = one.difference(&other);
            missed += u32::from(range.low > 0.0 || range.high < 0.0);
        }
        // 100 of 2,000 are expected; the bounds are 5 standard errors on each side.
        assert!((51..149).contains(&rejected), "{rejected}");
        assert!((51..149).contains(&missed), "{missed}");
    }

    #[test]
    fn exact_shares_have_p_values_of_0_or_1() {
        assert!(exact(0.25).p_value(&exact(0.25 + 1e-15)) > 0.999);
        assert!(exact(0.25).p_value(&exact(0.26)) < 1e-9);
        assert!(exact(0.5).p_value(&counted(5_000, 10_000)) > 0.999);
        assert!(exact(0.5).p_value(&counted(5_300, 10_000)) < 1e-6);
        assert!(
            exact(0.0).p_value(&counted(1, 10)) < 1e-9,
            "what cannot be came up"
        );
    }

    #[test]
    fn a_family_of_one_is_not_corrected() {
        assert_eq!(holm(&[0.2]), [0.2]);
        assert!(holm(&[]).is_empty());
    }
}
