//! Trend of a figure along the values of a key.

use crate::stats::{Figure, Interval};
use serde::Serialize;

/// Rounding error of sums: smaller differences count as none.
const ROUNDING: f64 = 1e-12;

/// Direction of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Trend {
    /// No two intervals are disjoint.
    Level,
    /// Some later value is significantly above an earlier one, and none is significantly below.
    Rises,
    /// Some later value is significantly below an earlier one, and none is significantly above.
    Falls,
    /// Some later value is significantly above an earlier one, and another is significantly below
    /// one.
    Turns,
}

/// Trend of a figure along the values of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Monotonicity {
    /// Direction of the figure.
    pub trend: Trend,
    /// True if each value significantly differs from the one before it.
    pub each_step: bool,
}

/// Returns whether the interval of one reading is above that of another.
fn above(upper: &Figure, lower: &Figure) -> bool {
    upper.interval.low - lower.interval.high > ROUNDING
}

/// Returns the direction of figures with these intervals, in order. Two differ if the gap between
/// their intervals is more than `clear`.
pub(in crate::analysis) fn trend(intervals: impl Iterator<Item = Interval>, clear: f64) -> Trend {
    // The lowest upper end and the highest lower end so far suffice to prove a rise or a fall.
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    let (mut rises, mut falls) = (false, false);
    for Interval { low, high } in intervals {
        rises |= low - least > clear;
        falls |= most - high > clear;
        least = least.min(high);
        most = most.max(low);
    }
    match (rises, falls) {
        (false, false) => Trend::Level,
        (true, false) => Trend::Rises,
        (false, true) => Trend::Falls,
        (true, true) => Trend::Turns,
    }
}

/// Returns the trend of a figure over values in their order; values without it are skipped. Two
/// values significantly differ if their ordinary intervals are disjoint. Common random numbers
/// would allow a sharper test, so this one is conservative.
pub fn monotonicity(readings: &[Option<Figure>]) -> Monotonicity {
    let known: Vec<&Figure> = readings.iter().flatten().collect();
    Monotonicity {
        trend: trend(known.iter().map(|one| one.interval), ROUNDING),
        each_step: known
            .windows(2)
            .all(|pair| above(pair[0], pair[1]) || above(pair[1], pair[0])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::FigureKind;

    fn of(values: &[(f64, f64)]) -> (Trend, bool) {
        let reading = |&(value, half): &(f64, f64)| {
            let interval = Interval::new(value - half, value + half);
            let trials = if half == 0.0 { 0 } else { 1_000 };
            Some(Figure::read(FigureKind::Share, value, interval, trials))
        };
        let monotonicity = monotonicity(&values.iter().map(reading).collect::<Vec<_>>());
        (monotonicity.trend, monotonicity.each_step)
    }

    #[test]
    fn only_significant_differences_make_a_trend() {
        let half = 0.01;
        assert_eq!(
            of(&[(0.1, half), (0.2, half), (0.3, half)]),
            (Trend::Rises, true)
        );
        assert_eq!(
            of(&[(0.3, half), (0.2, half), (0.21, half)]),
            (Trend::Falls, false)
        );
        // No single step is significant, but their sum is.
        assert_eq!(
            of(&[(0.1, half), (0.115, half), (0.13, half)]),
            (Trend::Rises, false)
        );
        assert_eq!(
            of(&[(0.1, half), (0.2, half), (0.1, half)]),
            (Trend::Turns, true)
        );
        assert_eq!(of(&[(0.1, half), (0.11, half)]), (Trend::Level, false));
        assert_eq!(of(&[(0.5, half)]), (Trend::Level, true));
    }

    #[test]
    fn exact_values_differ_unless_they_are_equal() {
        assert_eq!(of(&[(0.1, 0.0), (0.1001, 0.0)]), (Trend::Rises, true));
        assert_eq!(of(&[(0.1, 0.0), (0.1 + 1e-15, 0.0)]), (Trend::Level, false));
    }

    #[test]
    fn missing_values_are_skipped() {
        assert_eq!(monotonicity(&[None, None]).trend, Trend::Level);
    }
}
