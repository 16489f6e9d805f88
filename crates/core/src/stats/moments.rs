//! Means and standard deviations, sampled and exact.

use super::{Histogram, Interval, normal_quantile};

/// Mean and standard deviation of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// Arithmetic mean.
    pub mean: f64,
    /// Standard deviation, with divisor n - 1 for a sample; 0 for fewer than two values.
    pub sd: f64,
    /// Normal interval of the mean, mean ± z sd / sqrt(n); a single point for exact values, or if
    /// all values are equal.
    pub interval: Interval,
}

impl Moments {
    /// Returns the moments of a sample at confidence `level`, or `None` for an empty one.
    ///
    /// Sums are integers, so the result does not depend on the order of merging.
    pub fn of(histogram: &Histogram, level: f64) -> Option<Self> {
        let mut count: i128 = 0;
        let mut sum: i128 = 0;
        let mut squares: i128 = 0;
        for (value, times) in histogram.iter() {
            let (value, times) = (i128::from(value), i128::from(times));
            count += times;
            sum += value * times;
            squares = squares.saturating_add((value * value).saturating_mul(times));
        }
        if count == 0 {
            return None;
        }
        let n = count as f64;
        let mean = sum as f64 / n;
        // n * squares - sum^2 is exact in integers if they do not overflow, without cancellation.
        let spread = match (count.checked_mul(squares), sum.checked_mul(sum)) {
            (Some(a), Some(b)) => (a - b) as f64 / n,
            _ => (squares as f64 - sum as f64 * mean).max(0.0),
        };
        let sd = if count > 1 {
            (spread / (n - 1.0)).sqrt()
        } else {
            0.0
        };
        let half = normal_quantile(level) * sd / n.sqrt();
        Some(Self {
            mean,
            sd,
            interval: Interval::new(mean - half, mean + half),
        })
    }
}

/// Returns the normal interval of the standard deviation s at confidence `level`, or `None` if
/// there are fewer than two different values.
///
/// It is s ± z sqrt((m4 - s^4) / n) / 2 s, with the fourth central moment m4 (the delta method; T.
/// S. Ferguson, *A Course in Large Sample Theory*, 1996, chapter 7).
pub fn deviation_interval(values: &Histogram, level: f64) -> Option<Interval> {
    let Moments { mean, sd, .. } = Moments::of(values, level)?;
    if sd <= 0.0 {
        return None;
    }
    let n = values.total() as f64;
    let fourth = values.iter().map(|(value, times)| {
        let square = (value as f64 - mean) * (value as f64 - mean);
        square * square * times as f64
    });
    let spread = (fourth.sum::<f64>() / n - sd.powi(4)).max(0.0);
    let half = normal_quantile(level) * (spread / n).sqrt() / (2.0 * sd);
    Some(Interval::new((sd - half).max(0.0), sd + half))
}

/// Returns a sum with the rounding error of one addition, however many terms it has (A. Neumaier,
/// *Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen*, ZAMM 54, 1974).
fn compensated(terms: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut error) = (0.0, 0.0);
    for term in terms {
        let next: f64 = sum + term;
        error += if f64::abs(sum) >= f64::abs(term) {
            (sum - next) + term
        } else {
            (term - next) + sum
        };
        sum = next;
    }
    sum + error
}

/// Returns the moments of an exact distribution, given as ascending (value, probability), or `None`
/// if it is empty.
pub fn exact_moments(distribution: &[(i64, f64)]) -> Option<Moments> {
    if distribution.is_empty() {
        return None;
    }
    let mass = compensated(distribution.iter().map(|&(_, p)| p));
    let mean = compensated(distribution.iter().map(|&(v, p)| v as f64 * p)) / mass;
    let squares = distribution.iter();
    let squares = squares.map(|&(v, p)| (v as f64 - mean) * (v as f64 - mean) * p);
    let variance = compensated(squares) / mass;
    Some(Moments {
        mean,
        sd: variance.sqrt(),
        interval: Interval::point(mean),
    })
}

/// Returns a quantile of an exact distribution, given as ascending (value, probability), by the
/// definition of [`Histogram::quantile`].
pub fn exact_quantile(distribution: &[(i64, f64)], share: f64) -> Option<i64> {
    // Sums of probabilities differ from exact shares by a few rounding errors.
    const ROUNDING: f64 = 1e-12;
    let mut seen = 0.0;
    for &(value, probability) in distribution {
        seen += probability;
        if probability > 0.0 && seen >= share - ROUNDING {
            return Some(value);
        }
    }
    distribution.last().map(|&(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_of_a_small_sample_are_the_textbook_ones() {
        let mut histogram = Histogram::new(0, 10);
        for value in [2, 4, 4, 4, 5, 5, 7, 9] {
            histogram.add(value, 1);
        }
        let moments = Moments::of(&histogram, 0.95).unwrap();
        assert_eq!(moments.mean, 5.0);
        assert!((moments.sd - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert!(moments.interval.low < 5.0 && moments.interval.high > 5.0);
    }

    #[test]
    fn no_values_one_value_and_equal_values_are_handled() {
        let mut histogram = Histogram::new(0, 10);
        assert_eq!(Moments::of(&histogram, 0.95), None);
        histogram.add(3, 1);
        let one = Moments::of(&histogram, 0.95).unwrap();
        assert_eq!(
            (one.mean, one.sd, one.interval),
            (3.0, 0.0, Interval::point(3.0))
        );
        histogram.add(3, 1_000_000);
        assert_eq!(Moments::of(&histogram, 0.95).unwrap().sd, 0.0);
    }

    #[test]
    fn the_interval_of_a_deviation_has_its_nominal_coverage() {
        use crate::dice::{Dice, Sampled};
        let truth = (35.0_f64 / 12.0).sqrt();
        let mut dice = Sampled::new(4, &["die".to_owned()]);
        let covered = (0..1_000).filter(|&run| {
            dice.start(run);
            let mut values = Histogram::new(1, 6);
            for _ in 0..200 {
                values.add(i64::from(dice.die(0, 6)), 1);
            }
            let interval = deviation_interval(&values, 0.95).unwrap();
            interval.low <= truth && truth <= interval.high
        });
        // 950 are expected; 4 standard errors are 28.
        let covered = covered.count();
        assert!((922..=978).contains(&covered), "{covered}");
        let mut alike = Histogram::new(1, 6);
        alike.add(3, 5);
        assert_eq!(deviation_interval(&alike, 0.95), None);
    }

    #[test]
    fn an_exact_die_has_mean_three_and_a_half() {
        let die: Vec<(i64, f64)> = (1..=6).map(|face| (face, 1.0 / 6.0)).collect();
        let moments = exact_moments(&die).unwrap();
        assert!((moments.mean - 3.5).abs() < 1e-12);
        assert!((moments.sd * moments.sd - 35.0 / 12.0).abs() < 1e-12);
        assert_eq!(exact_quantile(&die, 0.5), Some(3));
        assert_eq!(exact_quantile(&die, 0.95), Some(6));
        assert_eq!(exact_quantile(&[], 0.5), None);
    }
}
