//! Gauges, which know a figure ever better as trials are played; and the exact value of a figure, where
//! there is one.

use crate::contest::{Contest, Exact, Tally};
use crate::scenario::Figure;
use crate::stats::{
    BoundedMean, Histogram, Interval, confidence_sequence, exact_quantile, quantile_sequence,
};

impl Figure {
    /// A gauge that knows nothing yet; `None` if the contest does not have the figure.
    pub fn gauge(&self, contest: &dyn Contest) -> Option<Gauge> {
        let metric = |name: &str| contest.metrics().iter().position(|one| one.name() == *name);
        Some(match self {
            Self::Share(name) => Gauge::Share {
                outcome: contest
                    .outcomes()
                    .iter()
                    .position(|one| one.name == *name)?,
                successes: 0,
                trials: 0,
            },
            Self::Mean(name) => {
                let metric = metric(name)?;
                let (low, high) = contest.metrics()[metric].expected;
                Gauge::Mean {
                    metric,
                    mean: BoundedMean::new(low, high),
                }
            }
            Self::Quantile(_, share, name) => {
                let metric = metric(name)?;
                let (low, high) = contest.metrics()[metric].expected;
                Gauge::Quantile {
                    metric,
                    share: *share,
                    values: Histogram::new(low, high),
                }
            }
        })
    }

    /// The exact value, where the solver has it; its doubt as an interval.
    pub fn exact(&self, contest: &dyn Contest, exact: &Exact) -> Option<Interval> {
        let metric = |name: &str| {
            let position = contest
                .metrics()
                .iter()
                .position(|one| one.name() == *name)?;
            let solved = exact.metrics.iter().find(|one| one.metric == position)?;
            Some(solved.overall())
        };
        match self {
            Self::Share(name) => {
                let outcome = contest
                    .outcomes()
                    .iter()
                    .position(|one| one.name == *name)?;
                let share = exact.outcomes[outcome];
                Some(Interval {
                    low: (share - exact.bound).max(0.0),
                    high: (share + exact.bound).min(1.0),
                })
            }
            // A bound on chances bounds no mean.
            _ if exact.bound > 0.0 => None,
            Self::Mean(name) => {
                let mean: f64 = metric(name)?
                    .iter()
                    .map(|&(value, chance)| value as f64 * chance)
                    .sum();
                Some(Interval::point(mean))
            }
            Self::Quantile(_, share, name) => {
                let value = exact_quantile(&metric(name)?, *share)?;
                Some(Interval::point(value as f64))
            }
        }
    }
}

/// What is known of a figure after some trials.
#[derive(Clone, Debug, PartialEq)]
pub enum Gauge {
    /// Of a share.
    Share {
        /// Position of the outcome.
        outcome: usize,
        /// How often it came up.
        successes: u64,
        /// In how many trials.
        trials: u64,
    },
    /// Of a mean.
    Mean {
        /// Position of the metric.
        metric: usize,
        /// What is known.
        mean: BoundedMean,
    },
    /// Of a quantile.
    Quantile {
        /// Position of the metric.
        metric: usize,
        /// Which quantile.
        share: f64,
        /// The values so far.
        values: Histogram,
    },
}

impl Gauge {
    /// Takes in a block of trials.
    pub fn add(&mut self, block: &Tally) {
        let all = |metric: usize| {
            let mut sum = Histogram::default();
            for outcome in 0..block.outcomes().len() {
                sum.merge(&block.histogram(metric, outcome));
            }
            sum
        };
        match self {
            Self::Share {
                outcome,
                successes,
                trials,
            } => {
                *successes += block.outcomes()[*outcome];
                *trials += block.trials();
            }
            Self::Mean { metric, mean } => mean.add(all(*metric).iter()),
            Self::Quantile { metric, values, .. } => values.merge(&all(*metric)),
        }
    }

    /// How many trials it has seen.
    pub fn trials(&self) -> u64 {
        match self {
            Self::Share { trials, .. } => *trials,
            Self::Mean { mean, .. } => mean.count(),
            Self::Quantile { values, .. } => values.total(),
        }
    }

    /// The figure of the trials so far; none without trials.
    pub fn value(&self) -> Option<f64> {
        match self {
            Self::Share {
                successes, trials, ..
            } => (*trials > 0).then(|| *successes as f64 / *trials as f64),
            Self::Mean { mean, .. } => mean.mean(),
            Self::Quantile { share, values, .. } => {
                values.quantile(*share).map(|value| value as f64)
            }
        }
    }

    /// Where the figure is, valid however often one looks.
    pub fn interval(&self, alpha: f64) -> Interval {
        match self {
            Self::Share {
                successes, trials, ..
            } => confidence_sequence(*successes, *trials, alpha),
            Self::Mean { mean, .. } => mean.interval(alpha),
            Self::Quantile { share, values, .. } => {
                let (low, high) = quantile_sequence(values, *share, alpha);
                Interval {
                    low: low.map_or(f64::NEG_INFINITY, |low| low as f64),
                    high: high.map_or(f64::INFINITY, |high| high as f64),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::scenario::{Target, open};

    #[test]
    fn gauges_know_what_runs_know() {
        use crate::sim::{Plan, Unwatched, run};
        let scenario = open("@canyon", &[]).unwrap();
        let contest = scenario.contest.as_ref();
        let block = |trials| {
            let plan = Plan {
                seed: 1,
                trials,
                threads: 1,
                precision: None,
                alpha: 0.05,
                piece: None,
            };
            run(contest, &plan, &Unwatched).tally
        };
        for (text, value, within) in [
            ("heroes=0.2", 0.243, 0.03),
            ("mean.turns=5", 5.4, 0.2),
            ("p50.turns=5", 5.0, 0.0),
        ] {
            let target = Target::read(text, contest).unwrap();
            let mut gauge = target.figure.gauge(contest).unwrap();
            assert_eq!(gauge.value(), None);
            for start in [0, 1_000, 2_000] {
                gauge.add(&block(start..start + 1_000));
            }
            assert_eq!(gauge.trials(), 3_000);
            let found = gauge.value().unwrap();
            assert!((found - value).abs() <= within, "{text} {found}");
            let interval = gauge.interval(0.05);
            assert!(interval.low <= value && value <= interval.high, "{text}");
        }
    }
}
