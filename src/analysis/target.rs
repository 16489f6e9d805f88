//! Targets: a figure of a contest and the value that it is meant to have, such as `heroes=0.6` or
//! `p50.turns=6`; and gauges, which know a figure ever better as trials are played.

use crate::contest::{Contest, Exact, Tally};
use crate::scenario::Figure;
use crate::stats::{
    BoundedMean, Histogram, Interval, confidence_sequence, exact_quantile, quantile_sequence,
};

/// A figure, and the value that it is meant to have.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The figure.
    pub figure: Figure,
    /// Its value.
    pub value: f64,
}

/// Why a text is no target.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}: {problem}")]
pub struct TargetError {
    /// What was typed.
    pub text: String,
    /// What is wrong, and what is accepted.
    pub problem: String,
}

impl Target {
    /// Reads `OUTCOME=SHARE`, `mean.METRIC=VALUE` or `p50.METRIC=VALUE`. A share is a number from 0
    /// to 1, or percent: `0.6`, `60%`.
    ///
    /// # Errors
    /// The contest has no such figure, or the value is none.
    pub fn read(text: &str, contest: &dyn Contest) -> Result<Self, TargetError> {
        let wrong = |problem: String| TargetError {
            text: text.trim().to_owned(),
            problem,
        };
        let Some((name, value)) = text.rsplit_once('=') else {
            return Err(wrong(
                "expected OUTCOME=SHARE, such as success=0.6, or a figure of a metric, such as \
                 mean.turns=5 or p50.turns=6"
                    .to_owned(),
            ));
        };
        let figure = Figure::read(name.trim(), contest).map_err(&wrong)?;
        let value = value.trim();
        let is_share = matches!(figure, Figure::Share(_));
        let number = match value.strip_suffix('%') {
            Some(percent) if is_share => percent.trim().parse().map(|number: f64| number / 100.0),
            _ => value.parse(),
        };
        let number = number.ok().filter(|number: &f64| number.is_finite());
        match number {
            Some(number) if !is_share || (0.0..=1.0).contains(&number) => Ok(Self {
                figure,
                value: number,
            }),
            _ if is_share => Err(wrong(format!(
                "{value} is no share: expected a number from 0 to 1, or percent, such as 0.6 or 60%"
            ))),
            _ => Err(wrong(format!("{value} is no number"))),
        }
    }
}

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
    use super::*;
    use crate::scenario::open;

    fn read(scenario: &str, text: &str) -> Result<Target, String> {
        let scenario = open(scenario, &[]).unwrap();
        Target::read(text, scenario.contest.as_ref()).map_err(|error| error.to_string())
    }

    #[test]
    fn targets_are_outcomes_and_figures_of_metrics() {
        let heroes = |value| {
            Ok(Target {
                figure: Figure::Share("heroes".to_owned()),
                value,
            })
        };
        assert_eq!(read("@canyon", "heroes=0.6"), heroes(0.6));
        assert_eq!(read("@canyon", "heroes = 60 %"), heroes(0.6));
        let target = read("@canyon", "p50.turns=6").unwrap();
        assert_eq!(
            (target.figure.name().as_str(), target.value),
            ("p50.turns", 6.0)
        );
        assert!(read("@canyon", "mean.taken_out.Dirk=1").is_ok());
    }

    #[test]
    fn what_is_no_target_is_refused() {
        let refused = |text| read("@lockpick", text).unwrap_err();
        insta::assert_snapshot!(
            ["success", "sucess=0.5", "success=1.5", "success=much", "total=3", "mean.totl=3", "mean.total=x", "sd.total=1"]
                .map(refused).join("\n"),
            @"
        success: expected OUTCOME=SHARE, such as success=0.6, or a figure of a metric, such as mean.turns=5 or p50.turns=6
        sucess=0.5: there is no outcome sucess: did you mean success?; there are success, failure; a metric's figure begins with mean, p05, p25, p50, p75 or p95 and a dot
        success=1.5: 1.5 is no share: expected a number from 0 to 1, or percent, such as 0.6 or 60%
        success=much: much is no share: expected a number from 0 to 1, or percent, such as 0.6 or 60%
        total=3: there is no outcome total; there are success, failure; of a metric there are mean.total, and quantiles such as p50.total
        mean.totl=3: there is no metric totl: did you mean total?; there are total, margin, helper_sixes
        mean.total=x: x is no number
        sd.total=1: there is no outcome sd.total; there are success, failure; a metric's figure begins with mean, p05, p25, p50, p75 or p95 and a dot
        "
        );
    }

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
            let target = read("@canyon", text).unwrap();
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
