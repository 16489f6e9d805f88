//! A study: variants of a scenario, a sample of each, and a rule for the next sample to extend.
//!
//! All variants are played on common random numbers: the same trial numbers of the same seed. If a
//! trial has different outcomes in two variants, the varied keys cause the difference.
//!
//! - [`SeededTrials`]: plays trials and computes exact answers; nothing else in this folder does.
//! - [`variants`]: the scenarios of a grid of keys.
//! - [`statistic`]: the definition of a figure; [`estimator`]: its estimate from trials.
//! - [`goal`]: the distance of a figure from a target.
//!
//! [`in_turn`] plays a fixed number of trials of each variant. A [`Study`] stops adaptively.

pub mod estimator;
pub mod goal;
pub mod statistic;
pub mod variants;

use crate::contest::{Contest, ControlVariate, Cost, ExactDistribution, LEAST_ATTEMPT, Tally};
use crate::scenario::Scenario;
use crate::sim::{
    Finished, LEVEL, Plan, Progress, Results, ShareEstimator, StopReason, control, run_controlled,
};
use crate::stats::{Figure, FigureKind, FigureMethod, Interval};
use std::ops::Range;

/// The trials of a random seed, with the number of threads and an observer.
#[derive(Clone, Copy)]
pub struct SeededTrials<'a> {
    /// The random seed, 0 to 2^63 - 1.
    pub seed: u64,
    /// Number of worker threads; 0 for one per core.
    pub threads: usize,
    /// Progress and cancellation.
    pub progress: &'a dyn Progress,
    /// The settings of a control variate that trials count as well.
    pub control: Option<&'a ControlVariate>,
}

impl<'a> SeededTrials<'a> {
    /// Returns the source of the trials of a seed.
    pub fn new(seed: u64, threads: usize, progress: &'a dyn Progress) -> Self {
        Self {
            seed,
            threads,
            progress,
            control: None,
        }
    }

    /// Returns the settings of a control variate for at most this number of trials of a contest;
    /// `None` if none saves time, or if cancelled. With a half-width, intervals are confidence
    /// sequences with a bet for this precision.
    pub fn control(
        &self,
        contest: &dyn Contest,
        (most, half_width): (u64, Option<f64>),
    ) -> Option<ControlVariate> {
        /// Minimum number of trials that are worth a pilot.
        const LEAST: u64 = 1_000;
        if most < LEAST {
            return None;
        }
        let plan = Plan {
            precision: half_width,
            estimator: ShareEstimator::Auto,
            ..self.plan(0..most)
        };
        control(contest, &plan, self.progress).filter(|control| control.openings > 0)
    }

    /// Returns the exact answer of a scenario beside this number of trials, if there is one.
    pub fn exact(&self, scenario: &Scenario, trials: u64) -> Option<ExactDistribution> {
        self.exact_within(scenario, (trials, LEAST_ATTEMPT))
    }

    /// Returns the exact answer of a scenario beside this number of trials, or this time in
    /// nanoseconds if that is more.
    pub fn exact_within(
        &self,
        scenario: &Scenario,
        (trials, least): (u64, u64),
    ) -> Option<ExactDistribution> {
        self.progress.solving(true);
        let exact = scenario.attempt_within(trials, least).ok();
        self.progress.solving(false);
        exact
    }

    /// Returns the exact value of each figure; `None` for a figure without an exact value. Giving
    /// up on a scenario costs no more than this number of its trials, or this time in nanoseconds
    /// if that is more. The scenarios are solved one after another. Returns `None` as a whole if
    /// cancelled.
    pub fn exact_values<'c>(
        &self,
        all: impl IntoIterator<Item = (&'c Scenario, statistic::Statistic)>,
        beside: (u64, u64),
    ) -> Option<Vec<Option<Figure>>> {
        let mut values = Vec::new();
        for (scenario, figure) in all {
            // Checked before each scenario, since a solver may take long.
            if self.progress.cancelled() {
                return None;
            }
            let exact = self.exact_within(scenario, beside);
            let contest = scenario.contest.as_ref();
            values.push(exact.and_then(|exact| figure.exact(contest, &exact)));
        }
        Some(values)
    }

    /// Returns the counts of these trials; `None` if cancelled.
    pub fn tally(&self, contest: &dyn Contest, trials: Range<u64>) -> Option<Tally> {
        Some(self.finished(contest, trials)?.tally)
    }

    /// Returns the results of these trials, together with the exact answer if given; `None` if
    /// cancelled.
    pub fn results(
        &self,
        scenario: &Scenario,
        trials: Range<u64>,
        exact: Option<&ExactDistribution>,
    ) -> Option<Results> {
        let contest = scenario.contest.as_ref();
        let finished = self.finished(contest, trials)?;
        let identity = scenario.identity();
        Some(Results::sampled(
            identity, contest, self.seed, &finished, false, exact,
        ))
    }

    /// Plays these trials; returns `None` if cancelled.
    pub fn finished(&self, contest: &dyn Contest, trials: Range<u64>) -> Option<Finished> {
        let finished = run_controlled(contest, &self.plan(trials), self.control, self.progress);
        (finished.stopped != StopReason::Interrupted).then_some(finished)
    }

    fn plan(&self, trials: Range<u64>) -> Plan {
        Plan {
            threads: self.threads,
            alpha: 1.0 - LEVEL,
            ..Plan::new(self.seed, trials)
        }
    }
}

/// Time in which exact answers of all variants of a study are given up, in nanoseconds, besides the time
/// of their trials.
pub const ATTEMPTS: u64 = 3_000_000_000;

/// Returns the time that an exact answer of one of `count` variants may take in any case.
pub fn least_attempt(attempts: u64, count: usize) -> u64 {
    LEAST_ATTEMPT.min(attempts / count.max(1) as u64)
}

/// Returns the default number of trials of a contest that may take about `seconds` on two cores: 1,
/// 2 or 5 times a power of ten, at least 1,000 and at most `most`. It depends on the estimated cost
/// and not on measured time, so it is the same on every machine.
pub fn affordable(contest: &dyn Contest, seconds: u64, most: u64) -> u64 {
    affordable_together([contest], seconds, most)
}

/// Returns the default number of trials of each of some contests that may take about `seconds` together,
/// like [`affordable`].
pub fn affordable_together<'c>(
    contests: impl IntoIterator<Item = &'c dyn Contest>,
    seconds: u64,
    most: u64,
) -> u64 {
    let costs = contests.into_iter().map(|one| one.cost().per_trial);
    affordable_at(costs.fold(0, u64::saturating_add), seconds, (1_000, most))
}

/// Returns the same for a cost of each trial in nanoseconds, and at least `least`.
pub fn affordable_at(per_trial: u64, seconds: u64, (least, most): (u64, u64)) -> u64 {
    let trials = seconds.saturating_mul(Cost::SECOND) / per_trial.max(1);
    let scale = 10_u64.pow(trials.max(1).ilog10());
    let leading = match trials / scale {
        5.. => 5,
        2.. => 2,
        _ => 1,
    };
    (leading * scale).max(least).min(most)
}

/// Calls `one` for each variant in turn and drops the variant afterwards, since some variants hold
/// large tables once played. Calls `finished` with the number of finished variants and their total,
/// at the start and after each. Returns `None` if `one` does: a partial answer would mislead.
pub fn in_turn<T>(
    variants: Vec<Scenario>,
    finished: &dyn Fn(usize, usize),
    mut one: impl FnMut(usize, &Scenario) -> Option<T>,
) -> Option<Vec<T>> {
    let count = variants.len();
    let mut done = Vec::with_capacity(count);
    finished(0, count);
    for (index, variant) in variants.into_iter().enumerate() {
        done.push(one(index, &variant)?);
        finished(done.len(), count);
    }
    Some(done)
}

/// A sample of a variant, which can be extended.
pub trait Sample {
    /// Returns the number of trials.
    fn trials(&self) -> u64;

    /// Plays until there are `end` trials. Returns `None` if cancelled; the sample is then
    /// unchanged.
    fn play(&mut self, end: u64, seeded: &SeededTrials<'_>) -> Option<()>;
}

/// A sample with an estimate of one figure.
pub trait Estimation: Sample {
    /// Returns the estimate; `None` without trials.
    fn value(&self) -> Option<f64>;

    /// Returns the confidence interval, valid at any stopping time.
    fn interval(&self) -> Interval;
}

/// A figure of a variant: exact, or estimated from a sample.
#[derive(Clone, Debug, PartialEq)]
pub enum VariantFigure<S> {
    /// The exact figure.
    Exactly(Figure),
    /// The sample.
    Sampled(S),
}

impl<S> VariantFigure<S> {
    /// Returns the exact value if given, else an empty sample.
    pub fn new(exact: Option<Figure>, sample: impl FnOnce() -> S) -> Self {
        exact.map_or_else(|| Self::Sampled(sample()), Self::Exactly)
    }

    /// Returns whether the figure is exact.
    pub fn is_exact(&self) -> bool {
        matches!(self, Self::Exactly(_))
    }

    /// Returns the sample, if the figure is not exact.
    pub fn sample(&self) -> Option<&S> {
        match self {
            Self::Exactly(_) => None,
            Self::Sampled(sample) => Some(sample),
        }
    }
}

impl<S: Sample> Sample for VariantFigure<S> {
    fn trials(&self) -> u64 {
        self.sample().map_or(0, S::trials)
    }

    fn play(&mut self, end: u64, seeded: &SeededTrials<'_>) -> Option<()> {
        match self {
            Self::Exactly(_) => Some(()),
            Self::Sampled(sample) => sample.play(end, seeded),
        }
    }
}

impl<S: Estimation> VariantFigure<S> {
    /// Returns the best estimate; `None` without trials.
    pub fn value(&self) -> Option<f64> {
        match self {
            Self::Exactly(figure) => Some(figure.value),
            Self::Sampled(sample) => sample.value(),
        }
    }

    /// Returns the interval of the figure.
    pub fn interval(&self) -> Interval {
        match self {
            Self::Exactly(figure) => figure.interval,
            Self::Sampled(sample) => sample.interval(),
        }
    }

    /// Returns the best estimate with its interval.
    pub fn figure(&self, kind: FigureKind) -> Figure {
        match self {
            Self::Exactly(figure) => *figure,
            Self::Sampled(one) => {
                let (value, interval) = (one.value(), one.interval());
                Figure::new(kind, FigureMethod::Sequence, value, interval, one.trials())
            }
        }
    }
}

/// Variants that are sampled until a rule ends the study.
pub struct Study<'a, S> {
    /// The sample of each variant.
    pub variants: Vec<S>,
    /// Limit on the trials of all variants together.
    pub most: u64,
    /// The source of trials.
    pub seeded: SeededTrials<'a>,
}

impl<S: Sample> Study<'_, S> {
    /// Returns the number of trials of all variants together.
    pub fn trials(&self) -> u64 {
        self.variants.iter().map(S::trials).sum()
    }

    /// Returns the number of trials left.
    pub fn left(&self) -> u64 {
        self.most.saturating_sub(self.trials())
    }

    /// Samples until the rule ends the study. After each look the rule returns the variants to
    /// extend, each with its new number of trials; an empty list ends the study. The variants are
    /// played in that order, as far as `most` allows. Returns `None` if cancelled.
    pub fn run(&mut self, mut rule: impl FnMut(&mut Self) -> Vec<(usize, u64)>) -> Option<()> {
        loop {
            let wanted = rule(self);
            if wanted.is_empty() {
                return Some(());
            }
            for (variant, end) in wanted {
                let left = self.left();
                let sample = &mut self.variants[variant];
                let trials = sample.trials();
                let end = end.min(trials.saturating_add(left));
                if end > trials {
                    sample.play(end, &self.seeded)?;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::NoProgress;

    /// The number of trials, and the number at which playing is cancelled.
    struct Counted(u64, u64);

    impl Sample for Counted {
        fn trials(&self) -> u64 {
            self.0
        }

        fn play(&mut self, end: u64, _: &SeededTrials<'_>) -> Option<()> {
            self.0 = Some(end).filter(|&end| end <= self.1)?;
            Some(())
        }
    }

    fn study(most: u64, ended: u64) -> Study<'static, Counted> {
        Study {
            variants: vec![Counted(0, ended), Counted(0, ended)],
            most,
            seeded: SeededTrials::new(0, 1, &NoProgress),
        }
    }

    /// Adds ten trials to each variant at each look, as long as any are left.
    fn ten_more(study: &mut Study<'_, Counted>) -> Vec<(usize, u64)> {
        let further = |one: usize| (one, study.variants[one].0 + 10);
        if study.left() == 0 {
            return Vec::new();
        }
        vec![further(0), further(1)]
    }

    #[test]
    fn variants_are_played_in_order_up_to_the_limit() {
        let mut study = study(35, u64::MAX);
        assert_eq!(study.run(ten_more), Some(()));
        let trials: Vec<u64> = study.variants.iter().map(|one| one.0).collect();
        assert_eq!((trials, study.left()), (vec![20, 15], 0));
    }

    #[test]
    fn a_cancelled_study_has_no_result_and_keeps_its_trials() {
        let mut study = study(1_000, 25);
        assert_eq!(study.run(ten_more), None);
        assert_eq!(study.trials(), 40);
    }

    #[test]
    fn a_sample_never_shrinks() {
        let mut study = study(100, u64::MAX);
        study.variants[0].0 = 8;
        let mut looks = 0;
        let ended = study.run(|_| {
            looks += 1;
            if looks == 1 {
                vec![(0, 5), (1, 5)]
            } else {
                Vec::new()
            }
        });
        let trials: Vec<u64> = study.variants.iter().map(|one| one.0).collect();
        assert_eq!((ended, trials, looks), (Some(()), vec![8, 5], 2));
    }
}
