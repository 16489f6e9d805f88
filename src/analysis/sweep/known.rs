//! What a figure is in one setting.

use crate::contest::Scale;
use crate::scenario::Figure;
use crate::sim::{MetricResult, Results, StopReason};

/// A figure with what is known of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// Its value: the exact one where it is known, else that of the trials.
    pub value: f64,
    /// Lower end of its interval; that of the solver where the value is exact, the value itself where
    /// it is a quantile, of which results know no interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Whether the value is exact.
    pub exact: bool,
    /// Whether it is a share, to be read in percent.
    pub share: bool,
    /// What the trials say, where the value is exact and there were some: value, lower and upper end.
    pub sampled: Option<(f64, f64, f64)>,
}

impl Known {
    /// The figure out of results; `None` where they do not have it, or nothing was counted.
    pub fn of(figure: &Figure, results: &Results) -> Option<Self> {
        let solved = results.stopped == StopReason::Exact;
        let metric = |name: &str| results.metrics.iter().find(|metric| metric.name == *name);
        match figure {
            Figure::Share(name) => {
                let mut outcomes = results.outcomes.iter();
                let outcome = outcomes.find(|outcome| outcome.name == *name)?;
                let (share, low, high) = (outcome.share?, outcome.low, outcome.high);
                let plain = Self {
                    value: share,
                    low,
                    high,
                    exact: solved,
                    share: true,
                    sampled: None,
                };
                Some(match outcome.exact {
                    // A solver beside trials is right to many more digits than they tell.
                    Some(exact) if !solved => Self {
                        value: exact,
                        low: exact,
                        high: exact,
                        exact: true,
                        sampled: Some((share, low, high)),
                        ..plain
                    },
                    _ => plain,
                })
            }
            Figure::Mean(name) => {
                let metric = metric(name)?;
                let mean = metric.mean?;
                Some(Self {
                    value: mean,
                    low: metric.low.unwrap_or(mean),
                    high: metric.high.unwrap_or(mean),
                    exact: solved,
                    share: metric.scale == Scale::YesNo,
                    sampled: None,
                })
            }
            Figure::Quantile(word, _, name) => {
                let value = quantile(metric(name)?, word)? as f64;
                Some(Self {
                    value,
                    low: value,
                    high: value,
                    exact: solved,
                    share: false,
                    sampled: None,
                })
            }
        }
    }
}

/// A quantile by its word.
fn quantile(metric: &MetricResult, word: &str) -> Option<i64> {
    match word {
        "p05" => metric.p05,
        "p25" => metric.p25,
        "p50" => metric.p50,
        "p75" => metric.p75,
        "p95" => metric.p95,
        _ => None,
    }
}
