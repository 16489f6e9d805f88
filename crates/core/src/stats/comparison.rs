//! Comparison of independent figures: the interval of a difference, and p-values.

use super::Interval;
use statrs::distribution::{ContinuousCDF, Normal};

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

    #[test]
    fn a_family_of_one_is_not_corrected() {
        assert_eq!(holm(&[0.2]), [0.2]);
        assert!(holm(&[]).is_empty());
    }
}
