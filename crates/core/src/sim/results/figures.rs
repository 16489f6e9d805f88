//! Figures of metrics, from counts and from probabilities.

use super::{Bin, LEVEL, MetricResult, ValueWeight, metric_named};
use crate::contest::{Contest, ExactDistribution, Metric, Scale, Tally};
use crate::stats::{Figure, FigureKind, Histogram, Moments, exact_moments, exact_quantile, wilson};

/// Metrics of each outcome, by its name.
type ByOutcome = Vec<(String, Vec<MetricResult>)>;

/// Returns the metrics over all trials, and those of each outcome that occurred, beside the exact
/// ones that are known.
pub(super) fn counted_metrics(
    contest: &dyn Contest,
    tally: &Tally,
    exact: Option<&ExactDistribution>,
    exact_by_outcome: &[(String, Vec<MetricResult>)],
) -> (Vec<MetricResult>, ByOutcome) {
    let by_outcome: Vec<Vec<Histogram>> = (0..contest.outcomes().len())
        .map(|outcome| {
            (0..contest.metrics().len())
                .map(|metric| tally.histogram(metric, outcome))
                .collect()
        })
        .collect();
    let known = exact.map_or(Vec::new(), |exact| solved_overall(contest, exact));
    let overall = contest.metrics().iter().enumerate().map(|(metric, about)| {
        let (lowest, highest) = about.expected;
        let mut sum = Histogram::new(lowest, highest);
        for histograms in &by_outcome {
            sum.merge(&histograms[metric]);
        }
        counted(contest, metric, sum).beside(&known)
    });
    let overall = overall.collect();
    let split = split(contest, |outcome| {
        if tally.outcomes()[outcome] == 0 {
            return Vec::new();
        }
        by_outcome[outcome]
            .iter()
            .enumerate()
            .map(|(metric, histogram)| {
                let known = exact_by_outcome.get(outcome);
                let known = known.map_or(&[][..], |(_, metrics)| metrics);
                counted(contest, metric, histogram.clone()).beside(known)
            })
            .collect()
    });
    (overall, split)
}

/// Returns the exact metrics over all trials.
pub(super) fn solved_overall(
    contest: &dyn Contest,
    exact: &ExactDistribution,
) -> Vec<MetricResult> {
    let metrics = exact.metrics.iter();
    metrics
        .map(|metric| solved(contest, metric.metric, &metric.overall()))
        .collect()
}

/// Returns the exact metrics of each outcome that is possible.
pub(super) fn solved_by_outcome(contest: &dyn Contest, exact: &ExactDistribution) -> ByOutcome {
    split(contest, |outcome| {
        let metrics = exact.metrics.iter();
        let possible = metrics.filter(|metric| !metric.by_outcome[outcome].is_empty());
        possible
            .map(|metric| solved(contest, metric.metric, &metric.by_outcome[outcome]))
            .collect()
    })
}

fn split(contest: &dyn Contest, metrics: impl Fn(usize) -> Vec<MetricResult>) -> ByOutcome {
    contest
        .outcomes()
        .iter()
        .enumerate()
        .map(|(index, outcome)| (outcome.name.clone(), metrics(index)))
        .collect()
}

pub(super) fn bins(histogram: &Histogram) -> Vec<Bin> {
    histogram
        .iter()
        .map(|(value, count)| Bin {
            value,
            weight: ValueWeight::Count(count),
        })
        .collect()
}

/// Returns the function from the name of a metric to its mean.
pub(super) fn mean_of(metrics: &[MetricResult]) -> impl Fn(&str) -> Option<f64> {
    |name| Some(metric_named(metrics, name)?.best_mean()?.value)
}

/// Returns the figures of a metric from counts.
fn counted(contest: &dyn Contest, metric: usize, histogram: Histogram) -> MetricResult {
    let about = &contest.metrics()[metric];
    let all = histogram.total();
    let histogram = about.measured(histogram);
    let (moments, total) = (Moments::of(&histogram, LEVEL), histogram.total());
    let mean = moments.map(|moments| match kind_of(about) {
        FigureKind::Mean => Figure::mean(&moments, total),
        // The interval of a share has a positive width even if no value is 1.
        FigureKind::Share => {
            let yes = histogram.iter().filter(|&(value, _)| value == 1);
            let yes = yes.map(|(_, count)| count).sum();
            Figure::share(yes, total, wilson(yes, total, LEVEL))
        }
    });
    let count = about.never.map(|_| histogram.total());
    let share = count.filter(|_| all > 0);
    figures(
        about,
        (count, share.map(|count| count as f64 / all as f64)),
        (mean, moments.map(|moments| moments.sd)),
        histogram.range(),
        |share| histogram.quantile(share),
        bins(&histogram),
    )
}

/// Returns the figures of a metric from probabilities, whose sum may be less than 1.
fn solved(contest: &dyn Contest, metric: usize, masses: &[(i64, f64)]) -> MetricResult {
    let about = &contest.metrics()[metric];
    let all: f64 = masses.iter().map(|&(_, mass)| mass).sum();
    let (share, shares) = about.distribution(masses);
    let moments = exact_moments(&shares);
    figures(
        about,
        (None, about.never.filter(|_| all > 0.0).map(|_| share / all)),
        (
            moments.map(|moments| Figure::exact(kind_of(about), moments.mean)),
            moments.map(|moments| moments.sd),
        ),
        shares
            .first()
            .zip(shares.last())
            .map(|(&(low, _), &(high, _))| (low, high)),
        |share| exact_quantile(&shares, share),
        shares
            .iter()
            .map(|&(value, share)| Bin {
                value,
                weight: ValueWeight::Share(share),
            })
            .collect(),
    )
}

/// Returns what the mean of a metric is.
fn kind_of(metric: &Metric) -> FigureKind {
    match metric.scale {
        Scale::YesNo => FigureKind::Share,
        _ => FigureKind::Mean,
    }
}

fn figures(
    about: &Metric,
    (count, share): (Option<u64>, Option<f64>),
    (mean, sd): (Option<Figure>, Option<f64>),
    range: Option<(i64, i64)>,
    quantile: impl Fn(f64) -> Option<i64>,
    histogram: Vec<Bin>,
) -> MetricResult {
    MetricResult {
        name: about.name(),
        unit: about.unit,
        count,
        share,
        mean,
        sd,
        min: range.map(|(low, _)| low),
        p05: quantile(0.05),
        p25: quantile(0.25),
        p50: quantile(0.50),
        p75: quantile(0.75),
        p95: quantile(0.95),
        max: range.map(|(_, high)| high),
        histogram,
        base: about.base,
        help: about.help,
        subject: about.subject.clone(),
        section: about.section.clone(),
        scale: about.scale,
        exact: None,
    }
}
