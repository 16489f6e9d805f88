//! Exact answers.

use super::{Aftermath, Describe, GroupMeans};
use std::collections::BTreeMap;
use std::iter::Sum;
use std::ops::AddAssign;

/// Difference that rounding may make in a sum of probabilities.
const ROUNDING: f64 = 1e-6;

/// The exact distribution of the outcomes of a contest.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactDistribution {
    /// Probability of each outcome, in the order of the contest's outcomes.
    pub outcomes: Vec<f64>,
    /// Error bound of every probability: 0 if exact up to rounding, else the bound of the solver.
    pub bound: f64,
    /// Probability that a limit of the file other than one with an outcome of its own cuts off a part
    /// of the contest, or an upper bound of it.
    pub cut_off: f64,
    /// Distributions of the metrics that the solver supports.
    pub metrics: Vec<ExactMetric>,
}

impl ExactDistribution {
    /// Returns whether the probabilities are those of a distribution, up to the bound of the error:
    /// each from 0 to 1, together 1, and those of the values of a metric at most that of the outcome.
    pub fn is_consistent(&self) -> bool {
        let tolerance = self.bound + ROUNDING;
        let is_chance = |chance: &f64| (0.0..=1.0 + ROUNDING).contains(chance);
        let total: f64 = self.outcomes.iter().sum();
        let metrics = self.metrics.iter();
        let mut joint = metrics.flat_map(|metric| self.outcomes.iter().zip(&metric.by_outcome));
        (0.0..=1.0).contains(&self.bound)
            && (0.0..=1.0).contains(&self.cut_off)
            && self.outcomes.iter().all(is_chance)
            && (total - 1.0).abs() <= tolerance
            && joint.all(|(outcome, values)| {
                let sum: f64 = values.iter().map(|value| value.1).sum();
                values.iter().all(|value| is_chance(&value.1)) && sum <= outcome + tolerance
            })
    }

    /// Returns the distribution with all probabilities limited to 1, which rounding errors may
    /// exceed.
    #[must_use]
    pub fn capped(mut self) -> Self {
        let metrics = self.metrics.iter_mut();
        let values = metrics.flat_map(|metric| metric.by_outcome.iter_mut().flatten());
        let chances = values.map(|(_, chance)| chance).chain(&mut self.outcomes);
        for chance in chances {
            *chance = chance.min(1.0);
        }
        self
    }
}

/// The joint distribution of a metric and the outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactMetric {
    /// Index of the metric in the contest's list.
    pub metric: usize,
    /// For each outcome, the values in ascending order, each with the probability of that outcome
    /// and value.
    pub by_outcome: Vec<Vec<(i64, f64)>>,
}

impl ExactMetric {
    /// Returns the marginal distribution: values in ascending order, with probabilities.
    pub fn overall(&self) -> Vec<(i64, f64)> {
        let mut sums = BTreeMap::new();
        for &(value, probability) in self.by_outcome.iter().flatten() {
            *sums.entry(value).or_insert(0.0) += probability;
        }
        sums.into_iter().collect()
    }
}

/// Weight of an ending of a contest: its probability, or its number of equally likely cases.
pub trait Weight: Copy + Default + AddAssign + Sum {
    /// Returns the fraction of this weight in `whole`, the total weight of all endings.
    fn share(self, whole: Self) -> f64;
}

impl Weight for f64 {
    /// Returns the probability itself.
    fn share(self, _whole: Self) -> f64 {
        self
    }
}

impl Weight for u64 {
    fn share(self, whole: Self) -> f64 {
        self as f64 / whole as f64
    }
}

impl Weight for u128 {
    fn share(self, whole: Self) -> f64 {
        self as f64 / whole as f64
    }
}

/// Accumulator of an exact answer over the endings of a contest. With integer weights, only
/// [`build`](Self::build) divides, so that all sums are exact.
#[derive(Clone, Debug)]
pub struct DistributionBuilder<W> {
    outcomes: Vec<W>,
    /// Weights of the values, by metric, then by outcome.
    values: Vec<BTreeMap<i64, W>>,
}

impl<W: Weight> DistributionBuilder<W> {
    /// Returns an accumulator without endings.
    pub fn new(contest: &(impl Describe + ?Sized)) -> Self {
        let outcomes = contest.outcomes().len();
        Self {
            outcomes: vec![W::default(); outcomes],
            values: vec![BTreeMap::new(); outcomes * contest.metrics().len()],
        }
    }

    /// Adds an ending with this outcome and these values of all metrics.
    pub fn add(&mut self, outcome: usize, values: &[i64], weight: W) {
        self.add_outcome(outcome, weight);
        for (metric, &value) in values.iter().enumerate() {
            self.add_value(metric, outcome, value, weight);
        }
    }

    /// Adds an ending with this outcome; [`add_value`](Self::add_value) adds its values.
    #[inline]
    pub fn add_outcome(&mut self, outcome: usize, weight: W) {
        self.outcomes[outcome] += weight;
    }

    /// Adds the weight of a value of one metric in endings with this outcome.
    #[inline]
    pub fn add_value(&mut self, metric: usize, outcome: usize, value: i64, weight: W) {
        let place = metric * self.outcomes.len() + outcome;
        *self.values[place].entry(value).or_default() += weight;
    }

    /// Returns the total weight of each outcome.
    pub fn outcomes(&self) -> &[W] {
        &self.outcomes
    }

    /// Returns the distribution, exact up to rounding. Metrics without values are left out.
    pub fn build(self) -> ExactDistribution {
        let whole = self.outcomes.iter().copied().sum();
        let share = |weight: W| weight.share(whole);
        let shares = |values: BTreeMap<i64, W>| {
            let values = values.into_iter();
            values
                .map(|(value, weight)| (value, share(weight)))
                .collect()
        };
        let outcomes = self.outcomes.len();
        let mut values = self.values.into_iter();
        let metrics = (0..values.len() / outcomes.max(1))
            .map(|metric| (metric, values.by_ref().take(outcomes).collect::<Vec<_>>()));
        ExactDistribution {
            outcomes: self.outcomes.iter().copied().map(share).collect(),
            bound: 0.0,
            cut_off: 0.0,
            metrics: metrics
                .filter(|(_, by_outcome)| by_outcome.iter().any(|values| !values.is_empty()))
                .map(|(metric, by_outcome)| ExactMetric {
                    metric,
                    by_outcome: by_outcome.into_iter().map(shares).collect(),
                })
                .collect(),
        }
    }
}

impl DistributionBuilder<f64> {
    /// Adds all values of one metric that have a positive probability.
    pub fn add_sums(&mut self, metric: usize, sums: &MetricSums) {
        for (outcome, value, chance) in sums.values() {
            self.add_value(metric, outcome, value, chance);
        }
    }
}

/// Dense table of the probabilities of one metric's values, by outcome. Faster than a map for large
/// numbers of endings.
#[derive(Clone, Debug)]
pub struct MetricSums {
    lowest: i64,
    chances: Vec<Vec<f64>>,
}

impl MetricSums {
    /// Returns an empty table for values from `lowest` to `highest` and this number of outcomes.
    pub fn new(outcomes: usize, lowest: i64, highest: i64) -> Self {
        Self {
            lowest,
            chances: vec![vec![0.0; (highest - lowest) as usize + 1]; outcomes],
        }
    }

    /// Adds to the probability of a value in endings with this outcome.
    #[inline]
    pub fn add(&mut self, outcome: usize, value: i64, chance: f64) {
        self.chances[outcome][(value - self.lowest) as usize] += chance;
    }

    /// Returns the probabilities of all values in endings with this outcome, in ascending order of
    /// the values.
    #[inline]
    pub fn of(&mut self, outcome: usize) -> &mut [f64] {
        &mut self.chances[outcome]
    }

    /// Yields (outcome, value, probability) for all outcomes and values with a positive
    /// probability.
    pub fn values(&self) -> impl Iterator<Item = (usize, i64, f64)> {
        let outcomes = self.chances.iter().enumerate();
        let values = outcomes.flat_map(|(outcome, chances)| {
            (self.lowest..)
                .zip(chances)
                .map(move |(value, &chance)| (outcome, value, chance))
        });
        values.filter(|&(_, _, chance)| chance > 0.0)
    }

    /// Returns the probability of each outcome.
    pub fn outcomes(&self) -> Vec<f64> {
        let chances = self.chances.iter();
        chances.map(|chances| chances.iter().sum()).collect()
    }
}

/// Reason why a contest has no exact answer, as a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoExact(pub String);

/// A possible ending of a contest, with its lasting effects.
#[derive(Clone, Debug, PartialEq)]
pub struct Remainder {
    /// Index of the outcome.
    pub outcome: usize,
    /// Joint probability of the outcome and its lasting effects.
    pub chance: f64,
    /// Lasting effects on [participants](super::LastingEffects::participants), by index.
    pub aftermaths: Vec<(usize, Aftermath)>,
    /// Prosperity, backers and cargoes of the group at the end, if the contest changes them.
    pub means: Option<GroupMeans>,
    /// [Carried](super::LastingEffects::carried) numbers at the end, by index.
    pub carried: Vec<i64>,
}

/// All possible endings of a contest, with their lasting effects.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remainders {
    /// The endings.
    pub all: Vec<Remainder>,
    /// Error bound of every probability.
    pub bound: f64,
}

impl Remainders {
    /// Returns the endings of a contest without lasting effects: one for each possible outcome.
    pub fn of(exact: ExactDistribution) -> Self {
        let outcomes = exact.outcomes.into_iter().enumerate();
        let all = outcomes.map(|(outcome, chance)| Remainder {
            outcome,
            chance,
            aftermaths: Vec::new(),
            means: None,
            carried: Vec::new(),
        });
        Self {
            all: all.filter(|one| one.chance > 0.0).collect(),
            bound: exact.bound,
        }
    }
}

/// Time that an attempt to solve a contest may always take, in nanoseconds of one core.
pub const LEAST_ATTEMPT: u64 = 400_000_000;

/// Exact solution of a contest, if there is one.
pub trait Solve {
    /// Solves the contest.
    ///
    /// # Errors
    /// Returns the reason why there is no answer, as a sentence without a full stop.
    fn exact(&self) -> Result<ExactDistribution, NoExact>;

    /// Solves the contest within this time, in nanoseconds of one core, or a second at most: the
    /// attempt takes hardly longer. `None` if [`exact`](Self::exact) has no such bound and needs none.
    fn attempt(&self, _time: u64) -> Option<Result<ExactDistribution, NoExact>> {
        None
    }

    /// Returns all endings with their lasting effects; for contests without such effects, one per
    /// outcome.
    ///
    /// # Errors
    /// Returns the reason why there is no answer, as a sentence without a full stop.
    fn remainders(&self) -> Result<Remainders, NoExact> {
        self.exact_soon().map(Remainders::of)
    }

    /// Returns all endings from these [carried](super::LastingEffects::carried) numbers, by index, each
    /// with its probability. The computation takes at most `left` steps, about 10 ns each, and
    /// subtracts those that it took.
    ///
    /// # Errors
    /// Returns the reason why there is no answer, as a sentence without a full stop.
    fn remainders_from(
        &self,
        starts: &[(Vec<Option<i64>>, f64)],
        left: &mut u64,
    ) -> Result<Remainders, NoExact> {
        let _ = (starts, left);
        self.remainders()
    }

    /// Returns the exact answer as part of a larger one: an [`attempt`](Self::attempt) where that is
    /// bounded.
    ///
    /// # Errors
    /// Returns the reason why there is no answer, as a sentence without a full stop.
    fn exact_soon(&self) -> Result<ExactDistribution, NoExact> {
        self.attempt(LEAST_ATTEMPT).unwrap_or_else(|| self.exact())
    }
}
