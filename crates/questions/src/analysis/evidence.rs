//! Evidence about the figures of expectations: exact answers, or estimates from trials.

use super::Method;
use super::study::estimator::{Estimator, open_interval};
use super::study::statistic::Statistic;
use crate::contest::{Contest, Metric, Scale};
use crate::sim::{Results, StopReason, ValueWeight};
use crate::stats::{Histogram, Interval, deviation_interval, quantile_sequence, wilson};

/// Evidence about a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Evidence {
    /// The figure; `None` without trials.
    pub value: Option<f64>,
    /// Interval of the figure; unbounded ends are infinite.
    pub interval: Interval,
    /// Method that produced the figure.
    pub method: Method,
}

impl Evidence {
    /// Returns an exact figure with the bound of the solver.
    pub fn exact(interval: Interval) -> Self {
        Self {
            value: Some(f64::midpoint(interval.low, interval.high)),
            interval,
            method: Method::Exact,
        }
    }

    /// Returns the current estimate of an estimator.
    pub fn estimated(estimator: &Estimator, alpha: f64) -> Self {
        Self {
            value: estimator.value(),
            interval: estimator.interval(alpha),
            method: match estimator.statistic() {
                Statistic::Lowest(_) | Statistic::Highest(_) => Method::Trials,
                _ => Method::ConfidenceSequence,
            },
        }
    }

    /// Returns the estimate from the trials of results; `None` if they lack the figure, or without
    /// trials.
    pub fn played(statistic: Statistic, contest: &dyn Contest, results: &Results) -> Option<Self> {
        if results.stopped == StopReason::Exact {
            return None;
        }
        let (value, measured_value) = statistic.measured_value(contest, results)?;
        let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
        let (interval, method) = match statistic {
            Statistic::Share(_) if results.interval.method == "confidence_sequence" => {
                (measured_value?, Method::ConfidenceSequence)
            }
            Statistic::Share(_) | Statistic::Yes(_) => (measured_value?, Method::Interval),
            Statistic::Lowest(_) => (Interval { low, high: value }, Method::Trials),
            Statistic::Highest(_) => (Interval { low: value, high }, Method::Trials),
            Statistic::Mean(_) | Statistic::Deviation(_) | Statistic::Quantile(..) => {
                let metric = &contest.metrics()[statistic.metric()?];
                let values = values(&metric.name(), results)?;
                let level = results.interval.level;
                let known = match statistic {
                    Statistic::Quantile(_, _, share) => {
                        let (low, high) = quantile_sequence(&values, share, 1.0 - level);
                        Some(open_interval(low, high))
                    }
                    _ => unseen((statistic, value), &values, metric, level),
                };
                let usual = || measured_value.or_else(|| deviation_interval(&values, level));
                (known.or_else(usual)?, Method::Interval)
            }
        };
        Some(Self {
            value: Some(value),
            interval,
            method,
        })
    }
}

/// Returns the histogram of a metric from results of trials.
fn values(name: &str, results: &Results) -> Option<Histogram> {
    let metric = results.metrics.iter().find(|one| one.name == name)?;
    let mut values = Histogram::default();
    for bin in &metric.histogram {
        if let ValueWeight::Count(count) = bin.weight {
            values.add(bin.value, count);
        }
    }
    Some(values)
}

/// Returns the interval of a mean or a standard deviation if all trials have the same value. The
/// usual intervals then have zero width, although other values in the metric's range may have a
/// small probability.
fn unseen(
    (statistic, value): (Statistic, f64),
    values: &Histogram,
    metric: &Metric,
    level: f64,
) -> Option<Interval> {
    let (lowest, highest) = values.range()?;
    if lowest < highest || metric.scale == Scale::YesNo {
        return None;
    }
    let others = wilson(0, values.total(), level).high;
    let (low, high) = metric.expected;
    let [low, high] = [low, high].map(|end| end as f64 - value);
    Some(match statistic {
        Statistic::Mean(_) => Interval::new(
            value + others * low.min(0.0),
            value + others * high.max(0.0),
        ),
        _ => Interval::new(0.0, (high - low) * (others * (1.0 - others)).sqrt()),
    })
}
