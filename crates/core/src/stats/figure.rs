//! Estimated or exact shares and means, with their intervals.

use super::comparison::{apart, two_sided};
use super::{Interval, Moments, decimals, digits, exact_decimal, exact_percent};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt;

/// An estimated or exact quantity.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// Measured quantity: a share or a mean.
    pub kind: FigureKind,
    /// Method that gave the value.
    pub method: FigureMethod,
    /// The value: 0 to 1 for a share, in the unit of the metric for a mean; not a number without
    /// data.
    pub value: f64,
    /// Interval of the value: at a confidence level that the context states, mostly 95%; for an
    /// exact figure, the error bound of the solver where it is known, else a point. Unbounded ends
    /// are infinite.
    pub interval: Interval,
    /// Standard error of an estimate, 0 if all trials agree; `None` for an exact figure, and if
    /// unknown.
    pub standard_error: Option<f64>,
    /// Number of trials; 0 for an exact figure.
    pub trials: u64,
}

/// Figures without data are equal.
impl PartialEq for Figure {
    fn eq(&self, other: &Self) -> bool {
        let fields = |one: &Self| {
            let of = (one.kind, one.method, one.trials);
            (of, one.known(), one.interval, one.standard_error)
        };
        fields(self) == fields(other)
    }
}

/// A figure without data.
impl Default for Figure {
    fn default() -> Self {
        Self::new(
            FigureKind::Mean,
            FigureMethod::Sampled,
            None,
            Interval::UNBOUNDED,
            0,
        )
    }
}

/// The value and its interval as text: a share with the digits that are known, `24.3% (95% CI
/// 24.2–24.3)` or `exactly 24.331…%`; a mean with two decimals, `8.34 (95% CI 8.31–8.37)`.
impl fmt::Display for Figure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value_text();
        match &*self.interval_text() {
            "" => formatter.write_str(&value),
            interval => write!(formatter, "{value} ({interval})"),
        }
    }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("value", &self.value)?;
        for (name, field) in Self::FIELDS {
            map.serialize_entry(name, &field(self))?;
        }
        map.serialize_entry("exact", &self.is_exact())?;
        map.end()
    }
}

/// Quantity that a figure measures. A difference of two figures has their kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureKind {
    /// Share of trials, or probability.
    Share,
    /// Mean of a metric, or another statistic such as a quantile.
    Mean,
}

/// Method that gave a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureMethod {
    /// A solver, exact up to its bound.
    Exact,
    /// A number of trials fixed in advance.
    Sampled,
    /// Trials, adjusted by a control variate.
    ControlVariate,
    /// Trials, with a confidence sequence as the interval.
    Sequence,
    /// The lowest or highest value of the trials. It refutes a bound that it exceeds, but no number of
    /// trials proves a bound.
    Extreme,
}

impl FigureMethod {
    /// Returns the name in results.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Sampled | Self::ControlVariate => "interval",
            Self::Sequence => "confidence_sequence",
            Self::Extreme => "trials",
        }
    }
}

/// Difference below which exact figures count as equal, relative to means above 1.
const ROUNDING: f64 = 1e-12;

/// Name of a field of a figure in JSON and CSV, and the function that returns it.
pub type FigureField = (&'static str, fn(&Figure) -> Option<f64>);

impl Figure {
    /// Fields of all figures in JSON, CSV and Parquet after the value, in their order.
    pub const INTERVAL: [FigureField; 2] = [
        ("low", |figure| Some(figure.interval.low)),
        ("high", |figure| Some(figure.interval.high)),
    ];

    /// Fields of the figures of results after the value, in their order.
    pub const FIELDS: [FigureField; 3] = [
        Self::INTERVAL[0],
        Self::INTERVAL[1],
        ("standard_error", |figure| figure.standard_error),
    ];

    /// Returns an exact figure without an error bound.
    pub fn exact(kind: FigureKind, value: f64) -> Self {
        Self {
            kind,
            method: FigureMethod::Exact,
            value,
            interval: Interval::point(value),
            standard_error: None,
            trials: 0,
        }
    }

    /// Returns an exact figure between the bounds of the solver.
    pub fn solved(kind: FigureKind, bounds: Interval) -> Self {
        Self {
            interval: bounds,
            ..Self::exact(kind, f64::midpoint(bounds.low, bounds.high))
        }
    }

    /// Returns a figure without its standard error; `value` is `None` without data.
    pub fn new(
        kind: FigureKind,
        method: FigureMethod,
        value: Option<f64>,
        interval: Interval,
        trials: u64,
    ) -> Self {
        Self {
            kind,
            method,
            value: value.unwrap_or(f64::NAN),
            interval,
            standard_error: None,
            trials,
        }
    }

    /// Returns a figure that was read back, without its standard error; it is exact if `trials` is 0.
    pub fn read(kind: FigureKind, value: f64, interval: Interval, trials: u64) -> Self {
        let method = match trials {
            0 => FigureMethod::Exact,
            _ => FigureMethod::Sampled,
        };
        Self::new(kind, method, Some(value), interval, trials)
    }

    /// Returns the figure, or its exact value if that is known.
    #[must_use]
    pub fn or_exact(self, exact: Option<f64>) -> Self {
        exact.map_or(self, |exact| Self::exact(self.kind, exact))
    }

    /// Returns the share of `count` of `trials` trials with its interval.
    pub fn share(count: u64, trials: u64, interval: Interval) -> Self {
        let value = count as f64 / trials as f64;
        Self {
            kind: FigureKind::Share,
            method: FigureMethod::Sampled,
            value,
            interval,
            standard_error: (trials > 0).then(|| (value * (1.0 - value) / trials as f64).sqrt()),
            trials,
        }
    }

    /// Returns the mean of a sample of `trials` trials, at least 1.
    pub fn mean(moments: &Moments, trials: u64) -> Self {
        Self {
            kind: FigureKind::Mean,
            method: FigureMethod::Sampled,
            value: moments.mean,
            interval: moments.interval,
            standard_error: (trials > 1).then(|| moments.sd / (trials as f64).sqrt()),
            trials,
        }
    }

    /// Returns the figure with an interval that contains its value, from which rounding or an
    /// adjustment of all shares to a sum of 1 may have moved it.
    #[must_use]
    pub fn containing_itself(mut self) -> Self {
        self.interval.low = self.interval.low.min(self.value);
        self.interval.high = self.interval.high.max(self.value);
        self
    }

    /// Serializes the figure as a part of an object: its value as `share`, and its interval.
    ///
    /// # Errors
    /// Fails if the serializer fails.
    pub fn as_share<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize_as("share", serializer)
    }

    /// Serializes the figure as a part of an object: its value as `mean`, and its interval.
    ///
    /// # Errors
    /// Fails if the serializer fails.
    pub fn as_mean<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize_as("mean", serializer)
    }

    fn serialize_as<S: Serializer>(&self, name: &str, to: S) -> Result<S::Ok, S::Error> {
        let fields = Self::INTERVAL.map(|(name, field)| (name, field(self)));
        to.collect_map(std::iter::once((name, self.known())).chain(fields))
    }

    /// Returns the value; `None` without data.
    pub fn known(&self) -> Option<f64> {
        (!self.value.is_nan()).then_some(self.value)
    }

    /// Returns whether it is a share, or a difference of shares, rather than in the unit of a metric.
    pub fn is_share(&self) -> bool {
        self.kind == FigureKind::Share
    }

    /// Returns the factor to the unit of texts: percent for a share, points for a difference of
    /// shares.
    pub fn scale(&self) -> f64 {
        if self.is_share() { 100.0 } else { 1.0 }
    }

    /// Returns whether a solver gave the figure.
    pub fn is_exact(&self) -> bool {
        self.method == FigureMethod::Exact
    }

    /// Returns whether a solver gave the figure with all its digits, rather than only a bound.
    pub fn has_exact_value(&self) -> bool {
        self.is_exact() && self.interval.half_width() <= 5e-10
    }

    /// Returns the value as text, with the digits that its interval supports: `24.3%`, `exactly
    /// 24.331…%`; a mean has two decimals.
    pub fn value_text(&self) -> String {
        let error = self.interval.high - self.interval.low;
        match (self.kind, self.has_exact_value()) {
            (FigureKind::Share, true) => match exact_percent(self.value, error) {
                text if text.starts_with('<') => text,
                text => format!("exactly {text}"),
            },
            (FigureKind::Mean, true) => format!("exactly {}", exact_decimal(self.value, error, 2)),
            (FigureKind::Share, false) => format!("{}%", self.digits_of(self.value)),
            (FigureKind::Mean, false) => self.digits_of(self.value),
        }
    }

    /// Returns whether [`value_text`](Self::value_text) states 100%, although rounding can have left
    /// an exact share slightly below it.
    pub fn is_whole(&self) -> bool {
        let error = self.interval.high - self.interval.low;
        self.is_share() && self.has_exact_value() && exact_percent(self.value, error) == "100%"
    }

    /// Returns the interval as text: `95% CI 24.2–24.3`, `solved to within 24.2–24.3`; empty for an
    /// exact value, and without a width.
    pub fn interval_text(&self) -> String {
        let Interval { low, high } = self.interval;
        if low >= high || self.has_exact_value() {
            return String::new();
        }
        let what = if self.is_exact() {
            "solved to within"
        } else {
            "95% CI"
        };
        format!("{what} {}–{}", self.digits_of(low), self.digits_of(high))
    }

    /// Returns the value or an end of the interval with the digits of both.
    fn digits_of(&self, number: f64) -> String {
        let Interval { low, high } = self.interval;
        match self.kind {
            FigureKind::Share => digits(number, decimals(self.value, low, high)),
            FigureKind::Mean => format!("{number:.2}"),
        }
    }

    /// Returns `later` minus this figure, as an interval at the confidence level of both. For shares
    /// it is the hybrid score interval of R. G. Newcombe, *Interval estimation for the difference
    /// between independent proportions*, Statistics in Medicine 17, 1998, method 10; see [`apart`].
    ///
    /// ```
    /// use evenodds_core::stats::{Figure, wilson};
    /// let counted = |count, trials| Figure::share(count, trials, wilson(count, trials, 0.95));
    /// // The first example of the paper: 56 of 70 and 48 of 80.
    /// let range = counted(48, 80).difference(&counted(56, 70));
    /// assert!((range.low - 0.0524).abs() < 5e-5 && (range.high - 0.3339).abs() < 5e-5);
    /// ```
    pub fn difference(&self, later: &Self) -> Interval {
        apart((self.value, self.interval), (later.value, later.interval))
    }

    /// Returns the p-value of a two-sided test for equal figures of the same kind: a score test for
    /// shares, with the pooled share; a z test for means, with the variance of all trials around
    /// their common mean. If only one is sampled, the exact share, or the standard error of the
    /// sampled mean, is used.
    ///
    /// For two exact figures the result is 1 if they are equal, else 0.
    pub fn p_value(&self, later: &Self) -> f64 {
        let (own, other) = (self.value, later.value);
        let distance = (other - own).abs();
        let rounding = match self.kind {
            FigureKind::Share => ROUNDING,
            FigureKind::Mean => ROUNDING * own.abs().max(other.abs()).max(1.0),
        };
        if distance < rounding {
            return 1.0;
        }
        match (self.trials, later.trials, self.kind) {
            (0, 0, _) => 0.0,
            (_, _, FigureKind::Share) => two_sided(distance / self.pooled_error(later)),
            (_, _, FigureKind::Mean) => two_sided(distance / self.common_error(later)),
        }
    }

    /// Returns the p-value of a test that this figure and a later one of the same kind differ by at
    /// most `margin`, at least 0: a difference of shares, or a part of this mean. Without a margin it
    /// is that of [`Figure::p_value`]; it is never smaller.
    ///
    /// Shares have a score test at the nearer end of the margin, with the shares that are nearest to
    /// the sampled ones there (C. W. Dunnett and M. Gent, *Significance testing to establish
    /// equivalence between treatments*, Biometrics 33, 1977); means have a z test.
    pub fn p_value_beyond(&self, later: &Self, margin: f64) -> f64 {
        let equal = self.p_value(later);
        if margin <= 0.0 {
            return equal;
        }
        let up = later.value > self.value;
        let end = match self.kind {
            FigureKind::Share if up => self.value + margin,
            FigureKind::Share => self.value - margin,
            FigureKind::Mean if up => self.value + margin * self.value.abs(),
            FigureKind::Mean => self.value - margin * self.value.abs(),
        };
        let beyond = if up {
            later.value - end
        } else {
            end - later.value
        };
        if beyond <= 0.0 {
            return 1.0;
        }
        let error = match self.kind {
            FigureKind::Share => self.error_at_distance(later, end - self.value),
            FigureKind::Mean => {
                let factor = if self.value == 0.0 {
                    1.0
                } else {
                    end / self.value
                };
                let error = |one: &Self| match one.trials {
                    0 => 0.0,
                    _ => one.standard_error.unwrap_or(f64::INFINITY),
                };
                (factor * error(self)).hypot(error(later))
            }
        };
        // One tail suffices: the other end of the margin is farther away.
        let tail = if error > 0.0 {
            two_sided(beyond / error) / 2.0
        } else {
            0.0
        };
        equal.max(tail)
    }

    /// Returns the standard error of the difference of two shares that differ by `distance`.
    fn error_at_distance(&self, later: &Self, distance: f64) -> f64 {
        let first = match (self.trials, later.trials) {
            (0, _) => self.value,
            (_, 0) => later.value - distance,
            (one, other) => {
                let (one, other) = (one as f64, other as f64);
                (self.value * one + (later.value - distance) * other) / (one + other)
            }
        };
        let variance = |share: f64, trials: u64| {
            let share = share.clamp(0.0, 1.0);
            if trials == 0 {
                0.0
            } else {
                share * (1.0 - share) / trials as f64
            }
        };
        (variance(first, self.trials) + variance(first + distance, later.trials)).sqrt()
    }

    /// Returns the standard error of the difference of two equal shares.
    fn pooled_error(&self, later: &Self) -> f64 {
        let (pooled, part) = match (self.trials, later.trials) {
            (0, trials) => (self.value, 1.0 / trials as f64),
            (trials, 0) => (later.value, 1.0 / trials as f64),
            (one, other) => {
                let (one, other) = (one as f64, other as f64);
                let hits = self.value * one + later.value * other;
                (hits / (one + other), 1.0 / one + 1.0 / other)
            }
        };
        (pooled * (1.0 - pooled) * part).sqrt()
    }

    /// Returns the standard error of the difference of two equal means.
    fn common_error(&self, later: &Self) -> f64 {
        let error = |one: &Self| one.standard_error.unwrap_or(f64::INFINITY);
        match (self.trials, later.trials) {
            (0, _) => error(later),
            (_, 0) => error(self),
            (one, other) => {
                let (one, other) = (one as f64, other as f64);
                let common = (self.value * one + later.value * other) / (one + other);
                let squares = |figure: &Self, trials: f64| {
                    let off = figure.value - common;
                    let deviation = error(figure) * trials.sqrt();
                    trials * (deviation * deviation + off * off)
                };
                let variance = (squares(self, one) + squares(later, other)) / (one + other);
                (variance * (1.0 / one + 1.0 / other)).sqrt()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{normal_quantile, wilson};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn counted(count: u64, trials: u64) -> Figure {
        Figure::share(count, trials, wilson(count, trials, 0.95))
    }

    fn exact(share: f64) -> Figure {
        Figure::exact(FigureKind::Share, share)
    }

    #[test]
    fn text_has_the_digits_that_are_known() {
        assert_eq!(
            counted(2_433, 10_000).to_string(),
            "24.3% (95% CI 23.5–25.2)"
        );
        assert_eq!(exact(1.0 / 3.0).to_string(), "exactly 33.333…%");
        let mean = average(&[1.0, 2.0, 3.0, 2.0]);
        assert_eq!(mean.to_string(), "2.00 (95% CI 1.08–2.92)");
        let bounded = Figure {
            interval: Interval::new(0.49, 0.51),
            ..exact(0.5)
        };
        assert_eq!(bounded.to_string(), "50.0% (solved to within 49.0–51.0)");
    }

    #[test]
    fn figures_without_data_are_equal_and_null_in_json() {
        let none = counted(0, 0);
        assert_eq!((none, none.known()), (counted(0, 0), None));
        assert_ne!(none, counted(0, 1));
        let json = none.as_share(serde_json::value::Serializer).unwrap();
        let expected = serde_json::json!({"share": null, "low": 0.0, "high": 1.0});
        assert_eq!(json, expected);
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
    fn differences_beyond_a_margin_are_found_at_the_rate_of_the_level() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut hits = |share: f64| (0..2_000).filter(|_| random.random_bool(share)).count() as u64;
        // The shares differ by the margin, by less, and by more.
        let [at, within, beyond] = [0.35, 0.32, 0.45].map(|share| {
            let rejected = (0..1_000).filter(|_| {
                let (one, other) = (counted(hits(0.3), 2_000), counted(hits(share), 2_000));
                one.p_value_beyond(&other, 0.05) < 0.05
            });
            rejected.count()
        });
        // 50 of 1,000 are expected at the margin; the bounds are 4 standard errors on each side.
        assert!((23..78).contains(&at), "{at}");
        assert_eq!((within, beyond), (0, 1_000));
        assert!(exact(0.3).p_value_beyond(&exact(0.34), 0.05) > 0.999);
        assert!(exact(0.3).p_value_beyond(&exact(0.36), 0.05) < 1e-9);
        let (one, other) = (exact(0.3), counted(6_500, 20_000));
        assert_eq!(one.p_value_beyond(&other, 0.0), one.p_value(&other));
        // All of 20 trials have a chance of 0.9^20 = 0.12 at the end of the margin.
        let p = exact(0.5).p_value_beyond(&counted(20, 20), 0.4);
        assert!((0.05..0.15).contains(&p), "{p}");
    }

    fn average(values: &[f64]) -> Figure {
        let trials = values.len() as f64;
        let mean = values.iter().sum::<f64>() / trials;
        let squares = values.iter().map(|value| (value - mean).powi(2));
        let deviation = (squares.sum::<f64>() / (trials - 1.0)).sqrt();
        let half = normal_quantile(0.975) * deviation / trials.sqrt();
        let moments = Moments {
            mean,
            sd: deviation,
            interval: Interval::new(mean - half, mean + half),
        };
        Figure::mean(&moments, values.len() as u64)
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
        let exact = |mean: f64| Figure::exact(FigureKind::Mean, mean);
        assert!(exact(3.5).p_value(&exact(3.5 + 1e-15)) > 0.999);
        assert!(exact(3.5).p_value(&exact(3.6)) < 1e-9);
        let sampled = Figure {
            trials: 10_000,
            standard_error: Some(0.02),
            ..exact(3.55)
        };
        let p = exact(3.5).p_value(&sampled);
        // 2.5 standard errors.
        assert!((p - 0.012_419).abs() < 1e-5, "{p}");
    }
}
