//! Format of figures with a target, and of distances and tolerances.

use super::text::{clean, decimal, own_name, percent};
use crate::charts::CurveTarget;
use crate::scenario::{Quantity, Target};
use crate::stats::{Figure, Interval};

/// Formatter of figures that have a target.
#[derive(Clone, Copy, Debug)]
pub struct TargetFormat<'a> {
    /// Target of the search.
    pub target: &'a Target,
    /// Maximum distance from the target that still meets it.
    pub tolerance: f64,
}

impl TargetFormat<'_> {
    /// Returns whether figures are shares, shown in percent.
    pub fn is_share(&self) -> bool {
        matches!(self.target.figure, Quantity::Outcome(_))
    }

    /// Returns the decimals of shares in percent: one more than the tolerance has.
    fn decimals(&self) -> usize {
        match self.tolerance {
            fine if fine < 0.000_1 => 4,
            fine if fine < 0.001 => 3,
            fine if fine < 0.01 => 2,
            _ => 1,
        }
    }

    /// Returns a figure: `39.6%`, `5.42`.
    pub fn figure(&self, value: f64) -> String {
        match self.target.figure {
            Quantity::Outcome(_) => percent(value, self.decimals()),
            Quantity::Metric("mean", _) if value.abs() < 1000.0 => format!("{:.2}", value + 0.0),
            Quantity::Metric("mean", _) => decimal(value, 2),
            Quantity::Metric(..) => decimal(value, 0),
        }
    }

    /// Returns the value of a figure; `None` without data.
    pub fn value(&self, figure: &Figure) -> Option<String> {
        figure.known().map(|value| self.figure(value))
    }

    /// Returns a figure from a few thousand trials: a share as whole percents.
    pub fn rounded(&self, value: f64) -> String {
        if self.is_share() {
            percent(value, 0)
        } else {
            self.figure(value)
        }
    }

    /// Returns the target as typed: `40%`, `6`.
    pub fn goal(&self) -> String {
        self.plain(self.target.value)
    }

    /// Returns a number without trailing zeros.
    pub fn plain(&self, value: f64) -> String {
        if self.is_share() {
            format!("{}%", shortest(value * 100.0))
        } else {
            shortest(value)
        }
    }

    /// Returns the accepted range: `within 1 point of 40%`, or `exactly 6` without a tolerance.
    pub fn near_enough(&self) -> String {
        if self.tolerance == 0.0 {
            format!("exactly {}", self.goal())
        } else {
            format!("within {} of {}", self.tolerance_text(), self.goal())
        }
    }

    /// Returns the target of a curve.
    pub fn of_curve(&self) -> CurveTarget {
        CurveTarget {
            value: self.target.value,
            tolerance: self.tolerance,
            label: format!("target {}", self.goal()),
            band_label: format!("within {}", self.tolerance_text()),
        }
    }

    /// Returns the tolerance: `1 point`, `0.1`.
    pub fn tolerance_text(&self) -> String {
        if self.is_share() {
            let points = shortest(self.tolerance * 100.0);
            let noun = if points == "1" { "point" } else { "points" };
            format!("{points} {noun}")
        } else {
            shortest(self.tolerance)
        }
    }

    /// Returns a distance: `3.9 points`, `0.42`.
    pub fn distance(&self, distance: f64) -> String {
        if self.is_share() {
            let decimals = self.decimals();
            let points = format!("{:.decimals$}", distance.abs() * 100.0);
            match points.trim_end_matches('0') {
                "1." => format!("{points} point"),
                _ => format!("{points} points"),
            }
        } else {
            self.figure(distance.abs())
        }
    }

    /// Returns a figure relative to the target: `3.9 points below 40%`, `at 40%`.
    pub fn relative_to_target(&self, value: f64) -> String {
        let off = value - self.target.value;
        let distance = self.distance(off);
        if distance == self.distance(0.0) {
            return format!("at {}", self.goal());
        }
        let side = if off < 0.0 { "below" } else { "above" };
        format!("{distance} {side} {}", self.goal())
    }

    /// Returns an interval: `39.1–40.1%`, `at least 5`; a dash if it is unbounded.
    pub fn interval(&self, interval: Interval) -> String {
        let Interval { low, high } = interval;
        if self.is_share() {
            let decimals = self.decimals();
            let low = low.max(0.0) * 100.0;
            return format!("{low:.decimals$}–{}", percent(high, decimals));
        }
        match (low.is_finite(), high.is_finite()) {
            (true, true) if low == high => self.figure(low),
            (true, true) => format!("{}–{}", self.figure(low), self.figure(high)),
            (true, false) => format!("at least {}", self.figure(low)),
            (false, true) => format!("at most {}", self.figure(high)),
            (false, false) => super::table::NONE.to_owned(),
        }
    }

    /// Returns the interval of a figure, or `exact`.
    pub fn interval_or_exact(&self, figure: &Figure) -> String {
        let exact = figure.is_exact().then(|| "exact".to_owned());
        exact.unwrap_or_else(|| self.interval(figure.interval))
    }

    /// Returns a description of the figure: `how often heroes win`, `mean of turns`. `phrase` is
    /// the clause of the outcome.
    pub fn what(&self, phrase: &str) -> String {
        match &self.target.figure {
            Quantity::Outcome(_) => format!("how often {phrase}"),
            Quantity::Metric("mean", metric) => format!("mean of {}", clean(own_name(metric))),
            Quantity::Metric("p50", metric) => format!("median of {}", clean(own_name(metric))),
            Quantity::Metric(word, metric) => format!("{word} of {}", clean(own_name(metric))),
        }
    }

    /// Returns the figure as a clause: `heroes win 39.6% of the time`, `mean of turns is 5.42`.
    pub fn clause(&self, phrase: &str, value: Option<f64>) -> String {
        match value {
            Some(value) => self.clause_with(phrase, &self.figure(value)),
            None => "no trial was played".to_owned(),
        }
    }

    /// Returns the clause with an already formatted figure.
    pub fn clause_with(&self, phrase: &str, figure: &str) -> String {
        match &self.target.figure {
            Quantity::Outcome(_) => format!("{phrase} {figure} of the time"),
            Quantity::Metric(..) => format!("{} is {figure}", self.what(phrase)),
        }
    }
}

/// Returns a confidence as text: `95%`, `99.9%`.
pub fn confidence(alpha: f64) -> String {
    format!("{}%", shortest((1.0 - alpha) * 100.0))
}

/// Returns the shortest text of a number, rounded to 9 decimals.
fn shortest(number: f64) -> String {
    // Multiplying a share by 100 adds a rounding error.
    let rounded = (number * 1e9).round() / 1e9;
    format!("{rounded}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(figure: Quantity, value: f64, tolerance: f64) -> (Target, f64) {
        let half_width = None;
        (
            Target {
                figure,
                value,
                half_width,
                open: None,
            },
            tolerance,
        )
    }

    #[test]
    fn shares_are_shown_in_percent_and_points() {
        let (target, tolerance) = of(Quantity::Outcome("heroes".to_owned()), 0.07, 0.01);
        let aim = TargetFormat {
            target: &target,
            tolerance,
        };
        assert_eq!(aim.goal(), "7%");
        assert_eq!(aim.tolerance_text(), "1 point");
        assert_eq!(aim.relative_to_target(0.1), "3.0 points above 7%");
        assert_eq!(aim.relative_to_target(0.08), "1.0 point above 7%");
        assert_eq!(aim.relative_to_target(0.070_000_1), "at 7%");
        assert_eq!(
            aim.clause("heroes win", Some(0.396)),
            "heroes win 39.6% of the time"
        );
        let interval = Interval::new(0.391, 0.401);
        assert_eq!(aim.interval(interval), "39.1–40.1%");
    }

    #[test]
    fn other_figures_are_plain_numbers_and_may_be_unbounded() {
        let quantile = Quantity::Metric("p50", "turns".to_owned());
        let (target, tolerance) = of(quantile, 6.0, 0.0);
        let aim = TargetFormat {
            target: &target,
            tolerance,
        };
        assert_eq!(aim.clause("", Some(5.0)), "median of turns is 5");
        assert_eq!(aim.relative_to_target(5.0), "1 below 6");
        let open = Interval::new(3.0, f64::INFINITY);
        assert_eq!(aim.interval(open), "at least 3");
        assert_eq!(confidence(0.05), "95%");
        assert_eq!(confidence(0.001), "99.9%");
    }
}
