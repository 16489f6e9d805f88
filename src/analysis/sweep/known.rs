//! What a figure is in one setting.

use crate::contest::{Contest, Exact, Scale};
use crate::scenario::Figure;
use crate::sim::{MetricResult, Results, StopReason};
use crate::stats::Interval;

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
    /// The figure out of results. Where there is an exact answer beside trials that has the figure, it
    /// comes first. `None` where results do not have the figure, or nothing was counted.
    pub fn of(
        figure: &Figure,
        contest: &dyn Contest,
        exact: Option<&Exact>,
        results: &Results,
    ) -> Option<Self> {
        let told = Self::told(figure, results)?;
        let solved = exact.filter(|_| !told.exact);
        let Some(Interval { low, high }) = solved.and_then(|exact| figure.exact(contest, exact))
        else {
            return Some(told);
        };
        Some(Self {
            value: f64::midpoint(low, high),
            low,
            high,
            exact: true,
            sampled: Some((told.value, told.low, told.high)),
            ..told
        })
    }

    /// The figure as results tell it.
    fn told(figure: &Figure, results: &Results) -> Option<Self> {
        let metric = |name: &str| results.metrics.iter().find(|metric| metric.name == *name);
        let (value, low, high, share) = match figure {
            Figure::Share(name) => {
                let mut outcomes = results.outcomes.iter();
                let outcome = outcomes.find(|outcome| outcome.name == *name)?;
                (outcome.share?, outcome.low, outcome.high, true)
            }
            Figure::Mean(name) => {
                let metric = metric(name)?;
                let mean = metric.mean?;
                let ends = (metric.low.unwrap_or(mean), metric.high.unwrap_or(mean));
                (mean, ends.0, ends.1, metric.scale == Scale::YesNo)
            }
            Figure::Quantile(word, _, name) => {
                let value = quantile(metric(name)?, word)? as f64;
                (value, value, value, false)
            }
        };
        Some(Self {
            value,
            low,
            high,
            exact: results.stopped == StopReason::Exact,
            share,
            sampled: None,
        })
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
