//! Axes with round ticks, and percentages without insignificant digits.

use crate::charts::bins::{number, round_steps};

/// Ends of axes for shares, each with a number of steps that gives round ticks.
const SHARE_ENDS: [(f64, u32); 21] = [
    (0.0001, 5),
    (0.0002, 4),
    (0.0005, 5),
    (0.001, 5),
    (0.002, 4),
    (0.005, 5),
    (0.01, 5),
    (0.015, 3),
    (0.02, 4),
    (0.03, 3),
    (0.05, 5),
    (0.08, 4),
    (0.1, 5),
    (0.15, 3),
    (0.2, 4),
    (0.25, 5),
    (0.3, 3),
    (0.4, 4),
    (0.5, 5),
    (0.6, 3),
    (0.8, 4),
];
/// Maximum number of whole-number ticks.
const MOST_NUMBERS: usize = 12;
/// Maximum magnitude of the ends and minimum step of an axis of numbers, so that no step overflows
/// or vanishes.
const FURTHEST: f64 = 1e15;
const NEAREST: f64 = 1e-9;
/// Approximate number of steps on an axis that need not begin at 0.
const STEPS: f64 = 6.0;
/// Minimum fraction of an axis that a cut must save.
const LEAST_SAVING: f64 = 0.3;

/// Returns a share clamped to 0 to 1, or `None` if it is not a number.
pub fn share(value: f64) -> Option<f64> {
    (!value.is_nan()).then(|| value.clamp(0.0, 1.0))
}

/// Range and ticks of an axis.
#[derive(Debug, Clone)]
pub struct Axis {
    /// Value at the start.
    pub low: f64,
    /// Value at the end.
    pub high: f64,
    /// Ticks with their labels, from the start.
    pub ticks: Vec<(f64, String)>,
}

impl Axis {
    /// Returns an axis for shares from 0 to at least `largest`.
    pub fn shares(largest: f64) -> Self {
        let (high, steps) = SHARE_ENDS
            .into_iter()
            .find(|(end, _)| largest > 0.0 && largest <= *end)
            .unwrap_or((1.0, 5));
        let ticks = (0..=steps).map(|index| {
            let tick = high * f64::from(index) / f64::from(steps);
            (tick, tick_label(tick, high / f64::from(steps)))
        });
        Self {
            low: 0.0,
            high,
            ticks: ticks.collect(),
        }
    }

    /// Returns an axis that covers `low` to `high` in about five round steps.
    pub fn numbers(low: f64, high: f64) -> Self {
        let bounded = |value: f64| {
            if value.is_nan() {
                0.0
            } else {
                value.clamp(-FURTHEST, FURTHEST)
            }
        };
        let (low, high) = (bounded(low), bounded(high));
        let least = ((high - low) / 5.0).max(NEAREST).max(high.abs() * NEAREST);
        let (step, digits) = round_step(least);
        let (first, last) = ((low / step).floor(), (high / step).ceil());
        let count = (last - first).clamp(1.0, 12.0) as usize;
        let ticks = (0..=count).map(|index| {
            let value = (first + index as f64) * step;
            // A value that differs from zero only by rounding becomes zero.
            let value = if value.abs() < step / 2.0 { 0.0 } else { value };
            (value, format!("{value:.digits$}"))
        });
        Self {
            low: first * step,
            high: (first + count as f64) * step,
            ticks: ticks.collect(),
        }
    }

    /// Returns an axis for whole numbers, with half a unit around each.
    pub fn whole(low: i64, high: i64) -> Self {
        let ticks = whole_ticks(low, high, MOST_NUMBERS).into_iter();
        Self {
            low: low as f64 - 0.5,
            high: high as f64 + 0.5,
            ticks: ticks.map(|tick| (tick as f64, number(tick))).collect(),
        }
    }

    /// Returns an axis for numbers or shares that covers `low` to `high`, which may be equal.
    pub fn around(low: f64, high: f64, shares: bool) -> Self {
        let room = (high - low).max(if shares {
            0.002
        } else {
            high.abs() * 0.02 + 0.1
        });
        // A rounding error must not reject a step that is long enough.
        let (step, digits) = round_step(room / STEPS * 0.999_999);
        let step = if shares { step.min(0.2) } else { step };
        let mut low = (low / step).floor() * step;
        let mut high = (high / step).ceil() * step;
        if shares {
            low = low.clamp(0.0, 1.0 - step);
            high = high.clamp(low + step, 1.0);
        } else if low == high {
            // Equal numbers still need an axis with two ends.
            high += step;
        }
        let count = ((high - low) / step).round() as usize;
        let ticks = (0..=count.min(40)).map(|index| {
            let tick = low + index as f64 * step;
            let label = match shares {
                true if tick.abs() < 1e-9 => tick_label(0.0, step),
                true => tick_label(tick, step),
                false if tick.abs() < step / 2.0 => "0".to_owned(),
                false => format!("{tick:.digits$}"),
            };
            (tick, label)
        });
        let ticks = ticks.collect();
        Self { low, high, ticks }
    }

    /// Returns the position of a value on the axis, from 0 to 1, clamped.
    pub fn part(&self, value: f64) -> f64 {
        let part = (value - self.low) / (self.high - self.low).max(f64::MIN_POSITIVE);
        part.clamp(0.0, 1.0)
    }
}

/// Returns the end of an axis from `near`, in either direction: `end`, after which nothing changes, if
/// that cuts off a large enough part of the range to `far`; else `far`.
pub fn cut(near: i64, end: i64, far: i64) -> i64 {
    let (saved, range) = (far.abs_diff(end) as f64, far.abs_diff(near) as f64);
    if saved >= range * LEAST_SAVING && range > 8.0 {
        end
    } else {
        far
    }
}

/// Returns the label of a tick, such as `20%`, with only the digits that the step needs.
pub fn tick_label(value: f64, step: f64) -> String {
    if value == 0.0 {
        return "0%".to_owned();
    }
    let digits = [0.01, 0.001, 0.0001]
        .iter()
        .filter(|&&limit| step < limit * 0.999_999)
        .count();
    // Steps such as 1.5% need one more digit.
    let scaled = step * [100.0, 1000.0, 10_000.0, 100_000.0][digits];
    let digits = digits + usize::from((scaled - scaled.round()).abs() > 1e-6);
    format!("{:.digits$}%", value * 100.0)
}

/// Returns the number of significant decimals of a percentage with the interval `low` to `high`.
pub fn decimals(low: f64, high: f64) -> usize {
    let width = high - low;
    if width.is_nan() || width <= 0.0 {
        1
    } else if width >= 0.1 {
        0
    } else if width >= 0.0015 {
        1
    } else {
        2
    }
}

/// Formats a share, such as `24.3%`. A positive share is never shown as 0, nor a share below 1 as
/// 100.
pub fn percent(value: f64, decimals: usize) -> String {
    let smallest = [1.0, 0.1, 0.01, 0.001][decimals.min(3)];
    // Adding 0 turns −0 into 0.
    let value = value * 100.0 + 0.0;
    if value > 0.0 && value < smallest / 2.0 {
        format!("<{smallest}%")
    } else if value < 100.0 && value > 100.0 - smallest / 2.0 {
        format!(">{:.decimals$}%", 100.0 - smallest)
    } else if value <= 0.0 || value >= 100.0 {
        format!("{value:.0}%")
    } else {
        format!("{value:.decimals$}%")
    }
}

/// Returns a value for a tooltip: a share in percent, or another number.
pub fn figure(value: f64, is_share: bool) -> String {
    if is_share {
        percent(value.clamp(0.0, 1.0), 1)
    } else {
        format!("{value:.2}")
    }
}

/// Returns at most about `count` whole-number ticks within a range: multiples of 1, 2, 5, 10 and so
/// on.
pub fn whole_ticks(low: i64, high: i64, count: usize) -> Vec<i64> {
    let (low, high) = (i128::from(low), i128::from(high));
    let count = count.max(2) as i128;
    let few = |step: &i128| (high - low) / step < count;
    let step = round_steps().find(few).unwrap_or(i128::MAX);
    let first = (low + step - 1).div_euclid(step);
    let ticks = (first..=high.div_euclid(step)).map(|index| index * step);
    // All ticks are in range, so none is lost.
    ticks.filter_map(|tick| i64::try_from(tick).ok()).collect()
}

/// Returns the smallest number that is at least `least` and 1, 2 or 5 times a power of ten, with
/// its number of decimals.
fn round_step(least: f64) -> (f64, usize) {
    let mut unit = 1.0;
    while unit * 10.0 <= least {
        unit *= 10.0;
    }
    let mut digits = 0;
    while unit > least {
        unit /= 10.0;
        digits += 1;
    }
    let factor = [1.0, 2.0, 5.0]
        .into_iter()
        .find(|factor| unit * factor >= least);
    match factor {
        Some(factor) => (unit * factor, digits),
        None => (unit * 10.0, digits.saturating_sub(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_of_numbers_are_few_and_round() {
        let words = |low, high| {
            let ticks = Axis::numbers(low, high).ticks;
            let ticks = ticks.into_iter().map(|tick| tick.1);
            ticks.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(words(0.0, 5.4), "0 2 4 6");
        assert_eq!(words(0.0, 0.93), "0.0 0.2 0.4 0.6 0.8 1.0");
        assert_eq!(words(-3.0, 4.2), "-4 -2 0 2 4 6");
        assert_eq!(words(0.0, 12_000.0), "0 5000 10000 15000");
        for (low, high) in [
            (5.0, 5.0),
            (f64::MIN, f64::MAX),
            (f64::NAN, 0.0),
            (0.0, 1e-300),
        ] {
            let ticks = Axis::numbers(low, high).ticks;
            assert!((2..=13).contains(&ticks.len()), "{low} {high}");
        }
    }

    #[test]
    fn ticks_are_round_and_end_at_the_end() {
        for (largest, end, label) in [
            (0.74, 0.8, "20%"),
            (0.85, 1.0, "20%"),
            (0.13, 0.15, "5%"),
            (0.04, 0.05, "1%"),
            (0.009, 0.01, "0.2%"),
            (0.012, 0.015, "0.5%"),
            (0.018, 0.02, "0.5%"),
            (0.0, 1.0, "20%"),
        ] {
            let scale = Axis::shares(largest);
            assert_eq!(scale.high, end);
            assert_eq!(scale.ticks[1].1, label);
            assert_eq!(scale.ticks.last().unwrap().0, end);
        }
    }

    #[test]
    fn steps_and_their_numbers_are_round() {
        assert_eq!(round_step(0.013), (0.02, 2));
        assert_eq!(round_step(0.7), (1.0, 0));
        assert_eq!(round_step(3.0), (5.0, 0));
        assert_eq!(round_step(100.0), (100.0, 0));
        let words = |low, high| {
            let ticks = Axis::around(low, high, false).ticks;
            ticks.into_iter().map(|tick| tick.1).collect::<Vec<_>>()
        };
        assert_eq!(
            words(-0.51, 0.49),
            ["-0.6", "-0.4", "-0.2", "0", "0.2", "0.4", "0.6"]
        );
        assert_eq!(words(5.0, 5.0), ["5.00", "5.05"]);
        assert_eq!(
            words(40.0, 97.0),
            ["40", "50", "60", "70", "80", "90", "100"]
        );
    }

    #[test]
    fn percentages_have_significant_digits_and_never_hide_a_share() {
        assert_eq!(percent(0.2433, 1), "24.3%");
        assert_eq!(percent(0.2433, 0), "24%");
        assert_eq!(percent(0.0001, 1), "<0.1%");
        assert_eq!(percent(0.9999, 1), ">99.9%");
        assert_eq!(percent(0.0, 1), "0%");
        assert_eq!(percent(-0.0, 0), "0%");
        assert_eq!(percent(1.0, 2), "100%");
    }

    #[test]
    fn whole_ticks_are_few_and_round() {
        assert_eq!(whole_ticks(1, 7, 10), [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(whole_ticks(3, 97, 10), [10, 20, 30, 40, 50, 60, 70, 80, 90]);
        assert_eq!(whole_ticks(5, 5, 10), [5]);
        assert!(whole_ticks(i64::MIN, i64::MAX, 10).len() <= 11);
    }
}
