//! Evidence about the figures of expectations from the trials of results.

use super::study::estimator::open_interval;
use super::study::statistic::Statistic;
use crate::contest::{Contest, Metric, Scale};
use crate::sim::{Results, StopReason, ValueWeight};
use crate::stats::{
    Figure, FigureMethod, Histogram, Interval, deviation_interval, quantile_sequence, wilson,
};

/// Returns the figure of an expectation from the trials of results, with an interval of every
/// statistic; `None` if they lack the figure, or without trials.
pub(super) fn evidence(
    statistic: Statistic,
    contest: &dyn Contest,
    results: &Results,
) -> Option<Figure> {
    if results.stopped == StopReason::Exact {
        return None;
    }
    let figure = statistic.figure(contest, results)?;
    let value = figure.value;
    let extreme = |interval| Figure {
        interval,
        method: FigureMethod::Extreme,
        ..figure
    };
    Some(match statistic {
        Statistic::Share(_) | Statistic::Yes(_) => figure,
        Statistic::Lowest(_) => extreme(Interval::new(f64::NEG_INFINITY, value)),
        Statistic::Highest(_) => extreme(Interval::new(value, f64::INFINITY)),
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
            let usual = Some(figure.interval).filter(Interval::is_bounded);
            let usual = usual.or_else(|| deviation_interval(&values, level));
            Figure {
                interval: known.or(usual)?,
                ..figure
            }
        }
    })
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
