//! The figures that an expectation may name, known ever better as trials are played.

use super::super::evidence::{Evidence, figure, position};
use crate::analysis::{Gauge, Method};
use crate::contest::{Contest, Scale, Tally};
use crate::scenario::Quantity;
use crate::stats::{BoundedDeviation, Histogram, Interval, confidence_sequence};

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
            Quantity::Outcome(_) => return Some(Self::Gauge(figure(quantity)?.gauge(contest)?)),
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
            _ => Self::Gauge(figure(quantity)?.gauge(contest)?),
        })
    }

    /// All that is known by now.
    pub(super) fn evidence(&self, alpha: f64) -> Evidence {
        Evidence {
            value: self.value(),
            interval: self.interval(alpha),
            method: self.method(),
        }
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
    fn value(&self) -> Option<f64> {
        match self {
            Self::Gauge(gauge) => gauge.value(),
            Self::Yes { yes, trials, .. } => (*trials > 0).then(|| *yes as f64 / *trials as f64),
            Self::Deviation(_, deviation) => deviation.value(),
            Self::Lowest(_, extremes) => extremes.seen.map(|seen| seen.0 as f64),
            Self::Highest(_, extremes) => extremes.seen.map(|seen| seen.1 as f64),
        }
    }

    /// Where the true figure is. Of an extreme one end is known for certain, the other not at all.
    fn interval(&self, alpha: f64) -> Interval {
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

/// The values of a metric whatever the outcome.
fn values(block: &Tally, metric: usize) -> Histogram {
    let mut sum = Histogram::default();
    for outcome in 0..block.outcomes().len() {
        sum.merge(&block.histogram(metric, outcome));
    }
    sum
}
