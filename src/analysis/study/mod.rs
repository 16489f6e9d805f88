//! A study: variants of a scenario, a sample of each, and a rule that says whose sample grows next.
//!
//! All variants are played over the same trial numbers of the same seed, so they meet common random
//! numbers: a trial that ends otherwise in one than in another does so because of what was varied.
//!
//! - [`Luck`] plays trials, and finds exact answers; nobody else here does.
//! - [`variants`]: the scenarios that a grid of keys spans.
//! - [`statistic`] says what a figure is, [`estimator`] what trials tell of it.
//! - [`goal`]: how near a figure is to a target.
//!
//! A fixed number of trials of each variant is [`in_turn`]. Everything that stops by itself is a
//! [`Study`].

pub mod estimator;
pub mod goal;
pub mod statistic;
pub mod variants;

use crate::contest::{Contest, Effort, Exact, Tally};
use crate::scenario::Scenario;
use crate::sim::{Finished, LEVEL, Plan, Results, StopReason, Watch, run};
use crate::stats::Interval;
use std::ops::Range;

/// The trials of a seed, on so many threads, as somebody watches.
#[derive(Clone, Copy)]
pub struct Luck<'a> {
    /// The seed, 0 to 2^63 - 1.
    pub seed: u64,
    /// Worker threads; 0 for one a core.
    pub threads: usize,
    /// Who watches.
    pub watch: &'a dyn Watch,
}

impl<'a> Luck<'a> {
    /// The trials of this seed.
    pub fn new(seed: u64, threads: usize, watch: &'a dyn Watch) -> Self {
        Self {
            seed,
            threads,
            watch,
        }
    }

    /// The exact answer of a contest, if there is one.
    pub fn exact(&self, contest: &dyn Contest) -> Option<Exact> {
        self.watch.solving(true);
        let exact = contest.exact().ok();
        self.watch.solving(false);
        exact
    }

    /// The exact values of figures, where solvers have them, those of one contest after another; `None`
    /// if somebody ended it.
    pub fn exact_values<'c>(
        &self,
        all: impl IntoIterator<Item = (&'c dyn Contest, statistic::Statistic)>,
    ) -> Option<Vec<Option<Interval>>> {
        let mut values = Vec::new();
        for (contest, figure) in all {
            // A solver may take its time over each.
            if self.watch.cancelled() {
                return None;
            }
            let exact = self.exact(contest);
            values.push(exact.and_then(|exact| figure.exact(contest, &exact)));
        }
        Some(values)
    }

    /// The counts of these trials; `None` if somebody ended them before all were played.
    pub fn tally(&self, contest: &dyn Contest, trials: Range<u64>) -> Option<Tally> {
        Some(self.finished(contest, trials)?.tally)
    }

    /// All that these trials say, beside the exact answer where there is one; `None` if somebody ended
    /// them before all were played.
    pub fn results(
        &self,
        scenario: &Scenario,
        trials: Range<u64>,
        exact: Option<&Exact>,
    ) -> Option<Results> {
        let contest = scenario.contest.as_ref();
        let finished = self.finished(contest, trials)?;
        let identity = scenario.identity();
        Some(Results::sampled(
            identity, contest, self.seed, &finished, false, exact,
        ))
    }

    /// These trials; `None` if somebody ended them before all were played.
    pub fn finished(&self, contest: &dyn Contest, trials: Range<u64>) -> Option<Finished> {
        let plan = Plan {
            seed: self.seed,
            trials,
            threads: self.threads,
            precision: None,
            alpha: 1.0 - LEVEL,
            chunk: None,
        };
        let finished = run(contest, &plan, self.watch);
        (finished.stopped != StopReason::Interrupted).then_some(finished)
    }
}

/// Returns the default number of trials of a contest that may take about `seconds` on two cores: 1, 2 or 5 times a power
/// of ten, at least 1,000 and at most `most`. It depends on the cost estimate alone and never on a clock, so that it is
/// the same on every machine.
pub fn affordable(contest: &dyn Contest, seconds: u64, most: u64) -> u64 {
    const LEAST: u64 = 1_000;
    let trials = seconds.saturating_mul(Effort::SECOND) / contest.effort().trial.max(1);
    let scale = 10_u64.pow(trials.max(1).ilog10());
    let leading = match trials / scale {
        5.. => 5,
        2.. => 2,
        _ => 1,
    };
    (leading * scale).max(LEAST).min(most)
}

/// Asks `one` of each variant in turn, and lets go of the variant: some hold large tables once they were
/// played. `finished` is called with how many are done and how many there are, at the start and after
/// each. `None` if `one` was ended by somebody: half an answer misleads.
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

/// What was played of a variant, and can be played on.
pub trait Sample {
    /// How many trials there are.
    fn trials(&self) -> u64;

    /// Plays on until there are `end` trials. `None` if somebody ended it: then it is as if nothing of
    /// them had been played.
    fn play(&mut self, end: u64, luck: &Luck<'_>) -> Option<()>;
}

/// A sample by which one figure is estimated.
pub trait Estimate: Sample {
    /// The figure of the trials so far; none without trials.
    fn value(&self) -> Option<f64>;

    /// Where the true figure is, valid however often one looks.
    fn interval(&self) -> Interval;
}

/// What is known of the figure of a variant.
#[derive(Clone, Debug, PartialEq)]
pub enum Known<S> {
    /// Where it is, without sampling.
    Exactly(Interval),
    /// What trials tell.
    Sampled(S),
}

impl<S> Known<S> {
    /// By the exact value where there is one, else by samples yet to be played.
    pub fn new(exact: Option<Interval>, sample: impl FnOnce() -> S) -> Self {
        exact.map_or_else(|| Self::Sampled(sample()), Self::Exactly)
    }

    /// Whether it was solved.
    pub fn is_exact(&self) -> bool {
        matches!(self, Self::Exactly(_))
    }

    /// Its sample, where it was not solved.
    pub fn sample(&self) -> Option<&S> {
        match self {
            Self::Exactly(_) => None,
            Self::Sampled(sample) => Some(sample),
        }
    }
}

impl<S: Sample> Sample for Known<S> {
    fn trials(&self) -> u64 {
        self.sample().map_or(0, S::trials)
    }

    fn play(&mut self, end: u64, luck: &Luck<'_>) -> Option<()> {
        match self {
            Self::Exactly(_) => Some(()),
            Self::Sampled(sample) => sample.play(end, luck),
        }
    }
}

impl<S: Estimate> Known<S> {
    /// The figure as it is known best; none without trials.
    pub fn value(&self) -> Option<f64> {
        match self {
            Self::Exactly(interval) => Some(f64::midpoint(interval.low, interval.high)),
            Self::Sampled(sample) => sample.value(),
        }
    }

    /// Where the true figure is.
    pub fn interval(&self) -> Interval {
        match self {
            Self::Exactly(interval) => *interval,
            Self::Sampled(sample) => sample.interval(),
        }
    }
}

/// Variants that are sampled until enough is known.
pub struct Study<'a, S> {
    /// What was played of each variant.
    pub variants: Vec<S>,
    /// The most trials of all of them together.
    pub most: u64,
    /// Whence their trials come.
    pub luck: Luck<'a>,
}

impl<S: Sample> Study<'_, S> {
    /// How many trials all variants have had together.
    pub fn trials(&self) -> u64 {
        self.variants.iter().map(S::trials).sum()
    }

    /// How many they may still have.
    pub fn left(&self) -> u64 {
        self.most.saturating_sub(self.trials())
    }

    /// Samples until the rule says that enough is known. After each look it names the variants to play
    /// on, each with the number of trials that it is to have then; none ends the study. They are played
    /// in that order, as far as `most` allows. `None` if somebody ended it.
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
                    sample.play(end, &self.luck)?;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Unwatched;

    /// How many trials there are, and at most before somebody ends it.
    struct Counted(u64, u64);

    impl Sample for Counted {
        fn trials(&self) -> u64 {
            self.0
        }

        fn play(&mut self, end: u64, _: &Luck<'_>) -> Option<()> {
            self.0 = Some(end).filter(|&end| end <= self.1)?;
            Some(())
        }
    }

    fn study(most: u64, ended: u64) -> Study<'static, Counted> {
        Study {
            variants: vec![Counted(0, ended), Counted(0, ended)],
            most,
            luck: Luck::new(0, 1, &Unwatched),
        }
    }

    /// Each has ten more at each look, as long as there are any left.
    fn ten_more(study: &mut Study<'_, Counted>) -> Vec<(usize, u64)> {
        let further = |one: usize| (one, study.variants[one].0 + 10);
        if study.left() == 0 {
            return Vec::new();
        }
        vec![further(0), further(1)]
    }

    #[test]
    fn variants_are_played_in_order_as_far_as_trials_go() {
        let mut study = study(35, u64::MAX);
        assert_eq!(study.run(ten_more), Some(()));
        let trials: Vec<u64> = study.variants.iter().map(|one| one.0).collect();
        assert_eq!((trials, study.left()), (vec![20, 15], 0));
    }

    #[test]
    fn who_ends_it_gets_nothing_and_what_was_played_stays() {
        let mut study = study(1_000, 25);
        assert_eq!(study.run(ten_more), None);
        assert_eq!(study.trials(), 40);
    }

    #[test]
    fn nobody_loses_trials_that_there_are_already() {
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
