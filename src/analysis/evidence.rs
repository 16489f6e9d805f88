//! What is known of the figures that a scenario may promise: exactly, where a solver has them, and by
//! trials.

use super::Method;
use crate::contest::{Contest, Exact, Metric, Scale};
use crate::scenario::{Figure, Quantity};
use crate::sim::{Bin, MetricResult, Results, StopReason, Watch, Weight};
use crate::stats::{
    Histogram, Interval, deviation_interval, exact_moments, quantile_sequence, wilson,
};

/// The quantiles, by the words of a file.
const QUANTILES: [(&str, f64); 5] = [
    ("p05", 0.05),
    ("p25", 0.25),
    ("p50", 0.5),
    ("p75", 0.75),
    ("p95", 0.95),
];

/// What is known of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Evidence {
    /// The figure; none without trials.
    pub value: Option<f64>,
    /// Where the true one is; infinite at an end where nothing bounds it.
    pub interval: Interval,
    /// How it is known.
    pub method: Method,
}

/// The exact answer of a contest, if there is one; `watch` is told that it is being found.
pub(super) fn solved(contest: &dyn Contest, watch: &dyn Watch) -> Option<Exact> {
    watch.solving(true);
    let exact = contest.exact().ok();
    watch.solving(false);
    exact
}

/// The figure of a share, a mean or a quantile; `None` for the other statistics.
pub(super) fn figure(quantity: &Quantity) -> Option<Figure> {
    Some(match quantity {
        Quantity::Outcome(name) => Figure::Share(name.clone()),
        Quantity::Metric("mean", name) => Figure::Mean(name.clone()),
        Quantity::Metric(statistic, name) => {
            let (word, share) = QUANTILES.iter().find(|(word, _)| word == statistic)?;
            Figure::Quantile(word, *share, name.clone())
        }
    })
}

/// The position of a metric.
pub(super) fn position(contest: &dyn Contest, name: &str) -> Option<usize> {
    let mut metrics = contest.metrics().iter().map(Metric::name);
    metrics.position(|metric| metric == name)
}

/// The exact figure with its doubt, where the solver has it.
pub(super) fn exact(quantity: &Quantity, contest: &dyn Contest, exact: &Exact) -> Option<Evidence> {
    let interval = match quantity {
        Quantity::Metric(statistic @ ("sd" | "min" | "max"), name) => {
            // A bound on chances bounds none of these.
            if exact.bound > 0.0 {
                return None;
            }
            let metric = position(contest, name)?;
            let solved = exact.metrics.iter().find(|one| one.metric == metric)?;
            let mut shares = solved.overall();
            shares.retain(|&(_, share)| share > 0.0);
            Interval::point(match *statistic {
                "sd" => exact_moments(&shares)?.sd,
                "min" => shares.first()?.0 as f64,
                _ => shares.last()?.0 as f64,
            })
        }
        _ => figure(quantity)?.exact(contest, exact)?,
    };
    Some(Evidence {
        value: Some(f64::midpoint(interval.low, interval.high)),
        interval,
        method: Method::Exact,
    })
}

/// The figure by the trials of results; `None` where they do not have it, or nothing was played.
pub(super) fn played(
    quantity: &Quantity,
    contest: &dyn Contest,
    results: &Results,
) -> Option<Evidence> {
    if results.stopped == StopReason::Exact {
        return None;
    }
    let by = |value: f64, interval: Interval, method: Method| Evidence {
        value: Some(value),
        interval,
        method,
    };
    let (statistic, name) = match quantity {
        Quantity::Outcome(name) => {
            let mut outcomes = results.outcomes.iter();
            let outcome = outcomes.find(|outcome| outcome.name == *name)?;
            let (low, high) = (outcome.low, outcome.high);
            let shown = match results.interval.method {
                "confidence_sequence" => Method::ConfidenceSequence,
                _ => Method::Interval,
            };
            return Some(by(outcome.share?, Interval { low, high }, shown));
        }
        Quantity::Metric(statistic, name) => (*statistic, name),
    };
    let metric = results.metrics.iter().find(|metric| metric.name == *name)?;
    let (lowest, highest) = (metric.min?, metric.max?);
    match statistic {
        "min" => Some(by(
            lowest as f64,
            Interval {
                low: f64::NEG_INFINITY,
                high: lowest as f64,
            },
            Method::Trials,
        )),
        "max" => Some(by(
            highest as f64,
            Interval {
                low: highest as f64,
                high: f64::INFINITY,
            },
            Method::Trials,
        )),
        _ => {
            let (value, interval) = inner(quantity, contest, (metric, results.interval.level))?;
            Some(by(value, interval, Method::Interval))
        }
    }
}

/// A mean, a deviation or a quantile, with an interval of confidence `level`.
fn inner(
    quantity: &Quantity,
    contest: &dyn Contest,
    (metric, level): (&MetricResult, f64),
) -> Option<(f64, Interval)> {
    let values = counted(&metric.histogram);
    if let Some(Figure::Quantile(_, share, _)) = figure(quantity) {
        let (low, high) = quantile_sequence(&values, share, 1.0 - level);
        let interval = Interval {
            low: low.map_or(f64::NEG_INFINITY, |low| low as f64),
            high: high.map_or(f64::INFINITY, |high| high as f64),
        };
        return Some((values.quantile(share)? as f64, interval));
    }
    let is_mean = matches!(quantity, Quantity::Metric("mean", _));
    let value = if is_mean { metric.mean? } else { metric.sd? };
    if metric.min == metric.max && metric.scale != Scale::YesNo {
        // Trials that are all alike have intervals without a width. So many of them may have missed a
        // share of others, which are anywhere among the values of the metric.
        let others = wilson(0, values.total(), level).high;
        let (low, high) = contest.metrics()[position(contest, &metric.name)?].expected;
        let [low, high] = [low as f64, high as f64].map(|end| end - value);
        return Some(if is_mean {
            let (low, high) = (others * low.min(0.0), others * high.max(0.0));
            let interval = Interval {
                low: value + low,
                high: value + high,
            };
            (value, interval)
        } else {
            let high = (high - low) * (others * (1.0 - others)).sqrt();
            (value, Interval { low: 0.0, high })
        });
    }
    let interval = if is_mean {
        let (low, high) = metric.low.zip(metric.high)?;
        Interval { low, high }
    } else {
        deviation_interval(&values, level)?
    };
    Some((value, interval))
}

fn counted(bins: &[Bin]) -> Histogram {
    let mut values = Histogram::default();
    for bin in bins {
        if let Weight::Count(count) = bin.weight {
            values.add(bin.value, count);
        }
    }
    values
}
