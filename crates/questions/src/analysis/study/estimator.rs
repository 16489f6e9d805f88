//! Estimators of statistics from trials.

use super::statistic::{Event, Statistic};
use super::{Estimation, Sample, SeededTrials};
use crate::contest::{Contest, ControlSums, ControlVariate, Metric, Tally};
use crate::stats::{
    AdjustedShare, BoundedDeviation, BoundedMean, Figure, FigureMethod, Histogram, Interval,
    confidence_sequence, quantile_sequence,
};

/// Running estimate of a statistic.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimator {
    statistic: Statistic,
    /// The metric of the statistic; `None` for a share.
    metric: Option<Metric>,
    /// The outcomes of a share, by index.
    outcomes: Vec<usize>,
    /// Number of trials so far, including those without a value of the metric.
    trials: u64,
    seen: EstimatorData,
}

/// Data of an estimator.
#[derive(Clone, Debug, PartialEq)]
enum EstimatorData {
    /// Number of successes, and of trials.
    Share(u64, u64),
    /// Share of an outcome with a control variate.
    Adjusted(Box<AdjustedData>),
    Mean(BoundedMean),
    Deviation(Box<BoundedDeviation>),
    Values(Histogram),
}

/// Trials with a control variate.
#[derive(Clone, Debug, PartialEq)]
struct AdjustedData {
    /// The outcome.
    outcome: usize,
    /// Number of trials by outcome.
    counts: Vec<u64>,
    sums: ControlSums,
}

impl AdjustedData {
    fn share(&self) -> AdjustedShare {
        self.sums.shares(&self.counts)[self.outcome]
    }
}

impl Estimator {
    /// Returns an estimator of a share by a control variate, without trials. All blocks must have
    /// these settings.
    fn adjusted(outcome: usize, contest: &dyn Contest, control: ControlVariate) -> Self {
        Self {
            seen: EstimatorData::Adjusted(Box::new(AdjustedData {
                outcome,
                counts: vec![0; contest.outcomes().len()],
                sums: ControlSums::new(control),
            })),
            ..Self::new(Statistic::Share(Event::Outcome(outcome)), contest)
        }
    }

    /// Returns an estimator of a statistic of this contest, without trials.
    pub fn new(statistic: Statistic, contest: &dyn Contest) -> Self {
        let bounds = |metric: usize| contest.metrics()[metric].expected;
        let seen = match statistic {
            Statistic::Share(_) | Statistic::Yes(_) => EstimatorData::Share(0, 0),
            Statistic::Mean(metric) => {
                let (low, high) = bounds(metric);
                EstimatorData::Mean(BoundedMean::new(low, high))
            }
            Statistic::Deviation(metric) => {
                let (low, high) = bounds(metric);
                EstimatorData::Deviation(Box::new(BoundedDeviation::new(low, high)))
            }
            Statistic::Quantile(metric, ..)
            | Statistic::Lowest(metric)
            | Statistic::Highest(metric) => {
                let (low, high) = bounds(metric);
                EstimatorData::Values(Histogram::new(low, high))
            }
        };
        let metric = statistic.metric();
        let outcomes = match statistic {
            Statistic::Share(event) => event.outcomes(contest),
            _ => Vec::new(),
        };
        Self {
            statistic,
            outcomes,
            metric: metric.map(|metric| contest.metrics()[metric].clone()),
            trials: 0,
            seen,
        }
    }

    /// Adds a block of trials.
    pub fn add(&mut self, block: &Tally) {
        self.trials += block.trials();
        // The distribution of the metric over all outcomes.
        let metric = self.statistic.metric().zip(self.metric.as_ref());
        let values = metric.map(|(position, metric)| {
            let mut sum = Histogram::default();
            for outcome in 0..block.outcomes().len() {
                sum.merge(&block.histogram(position, outcome));
            }
            metric.measured(sum)
        });
        let values = values.unwrap_or_default();
        match &mut self.seen {
            EstimatorData::Share(successes, trials) => {
                *successes += match self.statistic {
                    Statistic::Share(_) => {
                        let counts = self.outcomes.iter();
                        counts.map(|&outcome| block.outcomes()[outcome]).sum()
                    }
                    _ => values.iter().find(|bin| bin.0 == 1).map_or(0, |bin| bin.1),
                };
                *trials += block.trials();
            }
            EstimatorData::Adjusted(data) => {
                for (count, more) in data.counts.iter_mut().zip(block.outcomes()) {
                    *count += more;
                }
                if let Some(sums) = block.control() {
                    data.sums.merge(sums);
                }
            }
            EstimatorData::Mean(mean) => mean.add(values.iter()),
            EstimatorData::Deviation(deviation) => deviation.add(values.iter().collect::<Vec<_>>()),
            EstimatorData::Values(all) => all.merge(&values),
        }
    }

    /// Returns the number of trials.
    pub fn trials(&self) -> u64 {
        self.trials
    }

    /// Returns the settings of the control variate; `None` without one.
    fn control(&self) -> Option<&ControlVariate> {
        match &self.seen {
            EstimatorData::Adjusted(data) => Some(&data.sums.control),
            _ => None,
        }
    }

    /// Returns how many trials without the control variate give the precision of one trial with it;
    /// `None` if there is no control variate.
    pub fn factor(&self) -> Option<f64> {
        match &self.seen {
            EstimatorData::Adjusted(data) => Some(data.share().factor()),
            _ => None,
        }
    }

    /// Returns the number of trials in which the metric was beyond its bounds, and counted as the
    /// bound.
    pub fn outside(&self) -> u64 {
        match &self.seen {
            EstimatorData::Mean(mean) => mean.outside(),
            EstimatorData::Deviation(deviation) => deviation.outside(),
            EstimatorData::Share(..) | EstimatorData::Adjusted(_) | EstimatorData::Values(_) => 0,
        }
    }

    /// Returns the estimate; `None` without trials.
    pub fn value(&self) -> Option<f64> {
        match &self.seen {
            EstimatorData::Share(successes, trials) => {
                (*trials > 0).then(|| *successes as f64 / *trials as f64)
            }
            EstimatorData::Adjusted(data) => (self.trials > 0).then(|| data.share().share()),
            EstimatorData::Mean(mean) => mean.mean(),
            EstimatorData::Deviation(deviation) => deviation.value(),
            EstimatorData::Values(values) => {
                let value = match self.statistic {
                    Statistic::Lowest(_) => values.range().map(|range| range.0),
                    Statistic::Highest(_) => values.range().map(|range| range.1),
                    Statistic::Quantile(_, _, share) => values.quantile(share),
                    _ => None,
                };
                value.map(|value| value as f64)
            }
        }
    }

    /// Returns the confidence interval, valid at any stopping time; unbounded ends are infinite.
    /// The lowest or highest value of the trials bounds one end with certainty and leaves the other
    /// unbounded.
    pub fn interval(&self, alpha: f64) -> Interval {
        match &self.seen {
            EstimatorData::Share(successes, trials) => {
                confidence_sequence(*successes, *trials, alpha)
            }
            EstimatorData::Adjusted(data) => data.share().sequence(alpha, data.sums.bet()),
            EstimatorData::Mean(mean) => mean.interval(alpha),
            EstimatorData::Deviation(deviation) => deviation.interval(alpha),
            EstimatorData::Values(values) => {
                let (low, high) = match self.statistic {
                    Statistic::Lowest(_) => (None, values.range().map(|range| range.0)),
                    Statistic::Highest(_) => (values.range().map(|range| range.1), None),
                    Statistic::Quantile(_, _, share) => quantile_sequence(values, share, alpha),
                    _ => (None, None),
                };
                open_interval(low, high)
            }
        }
    }

    /// Returns the estimate with its confidence interval.
    pub fn figure(&self, alpha: f64) -> Figure {
        let (kind, value) = (self.statistic.kind(), self.value());
        let method = match self.statistic {
            Statistic::Lowest(_) | Statistic::Highest(_) => FigureMethod::Extreme,
            _ => FigureMethod::Sequence,
        };
        Figure::new(kind, method, value, self.interval(alpha), self.trials)
    }
}

/// Returns an interval with infinite ends for missing bounds.
pub fn open_interval(low: Option<i64>, high: Option<i64>) -> Interval {
    Interval::new(
        low.map_or(f64::NEG_INFINITY, |low| low as f64),
        high.map_or(f64::INFINITY, |high| high as f64),
    )
}

/// The sample of a contest that estimates a single statistic at level `alpha`.
///
/// A share is adjusted by a control variate if that saves time.
pub struct StatisticSample<'a> {
    contest: &'a dyn Contest,
    estimator: Estimator,
    alpha: f64,
    /// Maximum number of trials, and half-width for which the sample is to be fast.
    needs: (u64, f64),
    /// The interval at the last look, cached since it is slow to compute and used often.
    interval: Interval,
}

impl<'a> StatisticSample<'a> {
    /// Returns an empty sample.
    pub fn new(
        contest: &'a dyn Contest,
        statistic: Statistic,
        alpha: f64,
        needs: (u64, f64),
    ) -> Self {
        let estimator = Estimator::new(statistic, contest);
        Self {
            contest,
            interval: estimator.interval(alpha),
            estimator,
            alpha,
            needs,
        }
    }

    /// Returns how many trials without the control variate give the precision of one trial with it;
    /// `None` if there is no control variate.
    pub fn factor(&self) -> Option<f64> {
        self.estimator.factor()
    }

    /// Returns the interval at another level, computed at each call.
    pub fn interval_at(&self, alpha: f64) -> Interval {
        self.estimator.interval(alpha)
    }
}

impl Sample for StatisticSample<'_> {
    fn trials(&self) -> u64 {
        self.estimator.trials()
    }

    fn play(&mut self, end: u64, seeded: &SeededTrials<'_>) -> Option<()> {
        if let Statistic::Share(Event::Outcome(outcome)) = self.estimator.statistic
            && self.trials() == 0
        {
            let (most, half_width) = self.needs;
            if let Some(control) = seeded.control(self.contest, (most, Some(half_width))) {
                self.estimator = Estimator::adjusted(outcome, self.contest, control);
            }
        }
        let seeded = SeededTrials {
            control: self.estimator.control(),
            ..*seeded
        };
        let block = seeded.tally(self.contest, self.trials()..end)?;
        self.estimator.add(&block);
        self.interval = self.estimator.interval(self.alpha);
        Some(())
    }
}

impl Estimation for StatisticSample<'_> {
    fn value(&self) -> Option<f64> {
        self.estimator.value()
    }

    fn interval(&self) -> Interval {
        self.interval
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Target, open_simple as open};
    use crate::sim::NoProgress;

    #[test]
    fn estimators_have_the_figures_of_runs() {
        let scenario = open("@canyon", &[]).unwrap();
        let contest = scenario.contest.as_ref();
        let seeded = SeededTrials::new(1, 1, &NoProgress);
        for (text, value, within) in [
            ("heroes=0.2", 0.243, 0.03),
            ("mean.turns=5", 5.4, 0.2),
            ("p50.turns=5", 5.0, 0.0),
        ] {
            let target = Target::read(text, contest).unwrap();
            let statistic = Statistic::of(&target.figure, contest).unwrap();
            let mut estimator = Estimator::new(statistic, contest);
            assert_eq!(estimator.value(), None);
            for start in [0, 1_000, 2_000] {
                estimator.add(&seeded.tally(contest, start..start + 1_000).unwrap());
            }
            assert_eq!(estimator.trials(), 3_000);
            let found = estimator.value().unwrap();
            assert!((found - value).abs() <= within, "{text} {found}");
            let interval = estimator.interval(0.05);
            assert!(interval.low <= value && value <= interval.high, "{text}");
        }
    }

    #[test]
    fn trials_without_a_value_are_counted_but_do_not_affect_the_mean() {
        let changes = ["side.heroes.reinforcement.Ranger.at_turn=8".to_owned()];
        let scenario = open("@late-drones", &changes).unwrap();
        let contest = scenario.contest.as_ref();
        let target = Target::read("mean.entered_at.Ranger=8", contest).unwrap();
        let statistic = Statistic::of(&target.figure, contest).unwrap();
        let mut single = StatisticSample::new(contest, statistic, 0.05, (10_000, 0.01));
        let seeded = SeededTrials::new(1, 1, &NoProgress);
        for end in [1_000, 2_000] {
            single.play(end, &seeded).unwrap();
            assert_eq!(single.trials(), end);
        }
        assert_eq!(single.value(), Some(8.0));
        let interval = single.interval();
        assert!(interval.low <= 8.0 && 8.0 <= interval.high, "{interval:?}");
        // In most trials the ranger does not arrive at all.
        let EstimatorData::Mean(mean) = &single.estimator.seen else {
            panic!("it is a mean");
        };
        assert!(mean.count() > 0 && mean.count() < 1_000, "{}", mean.count());
    }
}
