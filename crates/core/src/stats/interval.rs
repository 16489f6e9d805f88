//! Intervals of a share of independent trials.

use statrs::distribution::{ContinuousCDF, Normal};

/// Range that contains the true value with the stated confidence.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Interval of a value about which nothing is known.
    pub const UNBOUNDED: Self = Self::new(f64::NEG_INFINITY, f64::INFINITY);

    /// Returns the interval from `low` to `high`.
    pub const fn new(low: f64, high: f64) -> Self {
        Self { low, high }
    }

    /// Returns the interval of a single point.
    pub const fn point(value: f64) -> Self {
        Self::new(value, value)
    }

    /// Returns whether a value is between the ends, or one of them.
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Returns whether the intervals have a common point.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    /// Returns half of the interval's width.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Returns the half-width, in standard errors, of a two-sided normal interval with confidence
/// `level`: 1.96 for 0.95. `level` must be above 0 and below 1.
///
/// The result is rounded to twelve decimals, since logarithms differ between machines in the last
/// bit.
pub fn normal_quantile(level: f64) -> f64 {
    let standard = Normal::standard();
    let quantile = standard.inverse_cdf(0.5 + level / 2.0);
    (quantile * 1e12).round() / 1e12
}

/// Returns the Wilson score interval for `successes` in `trials` at confidence `level` (E. B.
/// Wilson, *Probable inference, the law of succession, and statistical inference*, JASA 22, 1927).
/// Without trials it is 0 to 1.
///
/// ```
/// use evenodds_core::stats::wilson;
/// let interval = wilson(10, 10, 0.95);
/// assert!((interval.low - 0.7225).abs() < 1e-4 && interval.high == 1.0);
/// ```
pub fn wilson(successes: u64, trials: u64, level: f64) -> Interval {
    if trials == 0 {
        return Interval::new(0.0, 1.0);
    }
    let (s, n) = (successes as f64, trials as f64);
    let z = normal_quantile(level);
    let share = s / n;
    let scale = 1.0 + z * z / n;
    let center = (share + z * z / (2.0 * n)) / scale;
    let half = z / scale * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    Interval {
        // The ends are exact for 0 and n successes; rounding errors must not move them.
        low: if successes == 0 {
            0.0
        } else {
            (center - half).max(0.0)
        },
        high: if successes == trials {
            1.0
        } else {
            (center + half).min(1.0)
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_gives_the_textbook_values() {
        // Newcombe, *Two-sided confidence intervals for the single proportion*, 1998, table I.
        for (s, n, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let interval = wilson(s, n, 0.95);
            assert!((interval.low - low).abs() < 5e-5, "{interval:?}");
            assert!((interval.high - high).abs() < 5e-5, "{interval:?}");
        }
    }

    #[test]
    fn no_trials_and_no_variance_are_handled() {
        assert_eq!(
            wilson(0, 0, 0.95),
            Interval {
                low: 0.0,
                high: 1.0
            }
        );
        assert_eq!(wilson(0, 5, 0.95).low, 0.0);
        assert_eq!(wilson(5, 5, 0.95).high, 1.0);
    }

    #[test]
    fn the_normal_quantile_matches_tables() {
        assert_eq!(normal_quantile(0.95), 1.959_963_984_540);
    }
}
