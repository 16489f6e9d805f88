//! Whether results keep what their scenario promises.

use crate::scenario::{Expectation, Quantity};
use crate::sim::{MetricResult, Results};
use crate::stats::Interval;
use serde::{Deserialize, Serialize};

/// How a figure stands to the range in which it is meant to lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Its whole interval lies within the range.
    Holds,
    /// Its whole interval lies outside.
    Fails,
    /// The interval crosses an end of the range, or there is no figure.
    Undecided,
}

/// Compares an interval with a range.
///
/// ```
/// use evenodds::analysis::{Verdict, verdict};
/// use evenodds::stats::Interval;
/// let interval = Interval { low: 0.24, high: 0.25 };
/// assert_eq!(verdict(interval, 0.2, 0.3), Verdict::Holds);
/// assert_eq!(verdict(interval, 0.3, 0.4), Verdict::Fails);
/// assert_eq!(verdict(interval, 0.245, 0.3), Verdict::Undecided);
/// ```
pub fn verdict(interval: Interval, low: f64, high: f64) -> Verdict {
    if low <= interval.low && interval.high <= high {
        Verdict::Holds
    } else if interval.high < low || high < interval.low {
        Verdict::Fails
    } else {
        Verdict::Undecided
    }
}

/// How an expectation fared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Promise {
    /// Whether it holds.
    pub verdict: Verdict,
    /// What was meant, what came out, and whether it holds.
    pub line: String,
}

/// How each expectation fared.
pub fn verdicts(expectations: &[Expectation], results: &Results) -> Vec<Promise> {
    expectations
        .iter()
        .map(|expectation| {
            let (low, high) = (expectation.low, expectation.high);
            let found = figure(&expectation.quantity, results);
            let verdict = found.map_or(Verdict::Undecided, |(_, interval)| {
                verdict(interval, low, high)
            });
            Promise {
                verdict,
                line: line(expectation, found, verdict),
            }
        })
        .collect()
}

fn line(expectation: &Expectation, found: Option<(f64, Interval)>, verdict: Verdict) -> String {
    let (low, high) = (expectation.low, expectation.high);
    let word = match verdict {
        Verdict::Holds => "holds",
        Verdict::Fails => "FAILS",
        Verdict::Undecided => "undecided",
    };
    match &expectation.quantity {
        Quantity::Outcome(name) => {
            let value = found.map_or_else(
                || "nothing".to_owned(),
                |(value, _)| format!("{:.2} %", 100.0 * value),
            );
            format!(
                "{name} {} to {} %: {word}, {value}",
                trimmed(100.0 * low),
                trimmed(100.0 * high)
            )
        }
        Quantity::Metric(statistic, metric) => {
            let value = found.map_or_else(|| "nothing".to_owned(), |(value, _)| trimmed(value));
            format!(
                "{statistic} of {metric} {} to {}: {word}, {value}",
                trimmed(low),
                trimmed(high)
            )
        }
    }
}

/// At most three decimals, without idle zeros.
fn trimmed(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A figure and its interval; quantiles and extremes stand for themselves.
fn figure(quantity: &Quantity, results: &Results) -> Option<(f64, Interval)> {
    match quantity {
        Quantity::Outcome(name) => {
            let outcome = results
                .outcomes
                .iter()
                .find(|outcome| outcome.name == *name)?;
            let interval = Interval {
                low: outcome.low,
                high: outcome.high,
            };
            Some((outcome.share?, interval))
        }
        Quantity::Metric(statistic, name) => {
            let metric = results.metrics.iter().find(|metric| metric.name == *name)?;
            if *statistic == "mean" {
                let (low, high) = metric.low.zip(metric.high)?;
                return Some((metric.mean?, Interval { low, high }));
            }
            let value = statistic_of(metric, statistic)?;
            Some((value, Interval::point(value)))
        }
    }
}

fn statistic_of(metric: &MetricResult, statistic: &str) -> Option<f64> {
    let whole = match statistic {
        "sd" => return metric.sd,
        "min" => metric.min,
        "p05" => metric.p05,
        "p25" => metric.p25,
        "p50" => metric.p50,
        "p75" => metric.p75,
        "p95" => metric.p95,
        "max" => metric.max,
        _ => None,
    };
    whole.map(|value| value as f64)
}
