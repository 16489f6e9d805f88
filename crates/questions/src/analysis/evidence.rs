//! Computes the figures that expectations test, with intervals, from the trials of a result.

use super::study::estimator::open_interval;
use super::study::statistic::Statistic;
use crate::contest::{Contest, Metric, Scale};
use crate::scenario::Quantity;
use crate::sim::{Results, StopReason, ValueWeight};
use crate::stats::{
    Figure, FigureMethod, Histogram, Interval, deviation_interval, quantile_sequence, wilson,
};

/// Returns the figure that an expectation tests, with an interval for every statistic; `None` if
/// the results lack the figure or have no trials.
pub(super) fn evidence(
    (quantity, statistic): (&Quantity, Statistic),
    contest: &dyn Contest,
    results: &Results,
) -> Option<Figure> {
    if results.stopped == StopReason::Exact {
        return None;
    }
    let mut figure = quantity.figure(results)?;
    let value = figure.value;
    match statistic {
        Statistic::Share(_) | Statistic::Yes(_) => {}
        Statistic::Lowest(_) => {
            figure.interval.low = f64::NEG_INFINITY;
            figure.method = FigureMethod::Extreme;
        }
        Statistic::Highest(_) => {
            figure.interval.high = f64::INFINITY;
            figure.method = FigureMethod::Extreme;
        }
        Statistic::Mean(metric)
        | Statistic::Deviation(metric)
        | Statistic::Quantile(metric, ..) => {
            let metric = &contest.metrics()[metric];
            let values = values(&metric.name(), results)?;
            let level = results.interval.level;
            let constant = || unseen((statistic, value), &values, metric, level);
            figure.interval = match statistic {
                Statistic::Quantile(_, _, share) => {
                    let (low, high) = quantile_sequence(&values, share, 1.0 - level);
                    open_interval(low, high)
                }
                Statistic::Mean(_) => constant().unwrap_or(figure.interval),
                _ => constant().or_else(|| deviation_interval(&values, level))?,
            };
        }
    }
    Some(figure)
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
