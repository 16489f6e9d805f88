//! The figures that an expectation may name, known ever better as trials are played.

use super::Method;
use crate::analysis::{Figure, Gauge};
use crate::contest::{Contest, Exact, Metric, Scale, Tally};
use crate::scenario::Quantity;
use crate::stats::{BoundedDeviation, Histogram, Interval, confidence_sequence, exact_moments};

/// The quantiles, by the words of a file.
const QUANTILES: [(&str, f64); 5] = [
    ("p05", 0.05),
    ("p25", 0.25),
    ("p50", 0.5),
    ("p75", 0.75),
    ("p95", 0.95),
];

/// What is known of a figure after some trials.
pub(super) enum Watched {
    /// A share, a mean or a quantile.
    Gauge(Gauge),
    /// The mean of a metric that is yes or no, which is a share.
    Yes {
        metric: usize,
        yes: u64,
        trials: u64,
    },
    /// A standard deviation.
    Deviation(usize, BoundedDeviation),
    /// The lowest value.
    Lowest(usize, Extremes),
    /// The highest value.
    Highest(usize, Extremes),
}

/// The ends of the values that came up.
#[derive(Default)]
pub(super) struct Extremes {
    seen: Option<(i64, i64)>,
    trials: u64,
}

impl Watched {
    /// A figure of which nothing is known yet; `None` if the contest does not have it.
    pub(super) fn new(quantity: &Quantity, contest: &dyn Contest) -> Option<Self> {
        let (statistic, name) = match quantity {
            Quantity::Outcome(_) => return Some(Self::Gauge(gauge(quantity)?.gauge(contest)?)),
            Quantity::Metric(statistic, name) => (*statistic, name),
        };
        let metric = position(contest, name)?;
        let about = &contest.metrics()[metric];
        let (low, high) = about.expected;
        Some(match statistic {
            "mean" if about.scale == Scale::YesNo => Self::Yes {
                metric,
                yes: 0,
                trials: 0,
            },
            "sd" => Self::Deviation(metric, BoundedDeviation::new(low, high)),
            "min" => Self::Lowest(metric, Extremes::default()),
            "max" => Self::Highest(metric, Extremes::default()),
            _ => Self::Gauge(gauge(quantity)?.gauge(contest)?),
        })
    }

    /// Takes in a block of trials.
    pub(super) fn add(&mut self, block: &Tally) {
        match self {
            Self::Gauge(gauge) => gauge.add(block),
            Self::Yes {
                metric,
                yes,
                trials,
            } => {
                let values = values(block, *metric);
                let counts = values.iter().filter(|&(value, _)| value == 1);
                *yes += counts.map(|(_, count)| count).sum::<u64>();
                *trials += block.trials();
            }
            Self::Deviation(metric, deviation) => {
                let values: Vec<(i64, u64)> = values(block, *metric).iter().collect();
                deviation.add(values);
            }
            Self::Lowest(metric, extremes) | Self::Highest(metric, extremes) => {
                extremes.trials += block.trials();
                let range = values(block, *metric).range();
                extremes.seen = match (extremes.seen, range) {
                    (Some(old), Some(new)) => Some((old.0.min(new.0), old.1.max(new.1))),
                    (old, new) => old.or(new),
                };
            }
        }
    }

    /// The figure of the trials so far; none without trials.
    pub(super) fn value(&self) -> Option<f64> {
        match self {
            Self::Gauge(gauge) => gauge.value(),
            Self::Yes { yes, trials, .. } => (*trials > 0).then(|| *yes as f64 / *trials as f64),
            Self::Deviation(_, deviation) => deviation.value(),
            Self::Lowest(_, extremes) => extremes.seen.map(|seen| seen.0 as f64),
            Self::Highest(_, extremes) => extremes.seen.map(|seen| seen.1 as f64),
        }
    }

    /// Where the true figure is. Of an extreme one end is known for certain, the other not at all.
    pub(super) fn interval(&self, alpha: f64) -> Interval {
        let end = |seen: Option<i64>, otherwise: f64| seen.map_or(otherwise, |seen| seen as f64);
        match self {
            Self::Gauge(gauge) => gauge.interval(alpha),
            Self::Yes { yes, trials, .. } => confidence_sequence(*yes, *trials, alpha),
            Self::Deviation(_, deviation) => deviation.interval(alpha),
            Self::Lowest(_, extremes) => Interval {
                low: f64::NEG_INFINITY,
                high: end(extremes.seen.map(|seen| seen.0), f64::INFINITY),
            },
            Self::Highest(_, extremes) => Interval {
                low: end(extremes.seen.map(|seen| seen.1), f64::NEG_INFINITY),
                high: f64::INFINITY,
            },
        }
    }

    /// How it is judged.
    pub(super) fn method(&self) -> Method {
        match self {
            Self::Lowest(..) | Self::Highest(..) => Method::Trials,
            _ => Method::ConfidenceSequence,
        }
    }

    /// How many trials it has seen.
    pub(super) fn trials(&self) -> u64 {
        match self {
            Self::Gauge(gauge) => gauge.trials(),
            Self::Yes { trials, .. } => *trials,
            Self::Deviation(_, deviation) => deviation.count(),
            Self::Lowest(_, extremes) | Self::Highest(_, extremes) => extremes.trials,
        }
    }

    /// In how many of them the metric was beyond the bounds of its sequence.
    pub(super) fn outside(&self) -> u64 {
        match self {
            Self::Gauge(Gauge::Mean { mean, .. }) => mean.outside(),
            Self::Deviation(_, deviation) => deviation.outside(),
            _ => 0,
        }
    }
}

/// The exact value of a figure with its doubt, where the solver has it.
pub(super) fn exact(quantity: &Quantity, contest: &dyn Contest, exact: &Exact) -> Option<Interval> {
    let (statistic, name) = match quantity {
        Quantity::Metric(statistic @ ("sd" | "min" | "max"), name) => (*statistic, name),
        _ => return gauge(quantity)?.exact(contest, exact),
    };
    // A bound on chances bounds none of these.
    if exact.bound > 0.0 {
        return None;
    }
    let metric = position(contest, name)?;
    let solved = exact.metrics.iter().find(|one| one.metric == metric)?;
    let mut shares = solved.overall();
    shares.retain(|&(_, share)| share > 0.0);
    Some(Interval::point(match statistic {
        "sd" => exact_moments(&shares)?.sd,
        "min" => shares.first()?.0 as f64,
        _ => shares.last()?.0 as f64,
    }))
}

/// The figure of a share, a mean or a quantile.
fn gauge(quantity: &Quantity) -> Option<Figure> {
    Some(match quantity {
        Quantity::Outcome(name) => Figure::Share(name.clone()),
        Quantity::Metric("mean", name) => Figure::Mean(name.clone()),
        Quantity::Metric(statistic, name) => {
            let (word, share) = QUANTILES.iter().find(|(word, _)| word == statistic)?;
            Figure::Quantile(word, *share, name.clone())
        }
    })
}

fn position(contest: &dyn Contest, name: &str) -> Option<usize> {
    let mut metrics = contest.metrics().iter().map(Metric::name);
    metrics.position(|metric| metric == name)
}

/// The values of a metric whatever the outcome.
fn values(block: &Tally, metric: usize) -> Histogram {
    let mut sum = Histogram::default();
    for outcome in 0..block.outcomes().len() {
        sum.merge(&block.histogram(metric, outcome));
    }
    sum
}
