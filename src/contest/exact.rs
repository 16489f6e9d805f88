//! Exact answers.

use super::{Aftermath, Describe, Means};
use std::collections::BTreeMap;
use std::iter::Sum;
use std::ops::AddAssign;

/// The exact answer to how a contest ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Exact {
    /// The probability of each outcome, in the order of the contest's outcomes.
    pub outcomes: Vec<f64>,
    /// How far any probability may be off: 0 where it is exact up to rounding, else the stated
    /// bound of the solver.
    pub bound: f64,
    /// The metrics that were solved too.
    pub metrics: Vec<ExactMetric>,
}

impl Exact {
    /// The same where what is certain is not made more than that by rounding.
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

/// The exact distribution of a metric together with the outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactMetric {
    /// Position of the metric in the contest's list.
    pub metric: usize,
    /// For each outcome the values, ascending, each with the probability that the contest ends so
    /// with that value.
    pub by_outcome: Vec<Vec<(i64, f64)>>,
}

impl ExactMetric {
    /// The distribution whatever the outcome: values, ascending, with probabilities.
    pub fn overall(&self) -> Vec<(i64, f64)> {
        let mut sums = BTreeMap::new();
        for &(value, probability) in self.by_outcome.iter().flatten() {
            *sums.entry(value).or_insert(0.0) += probability;
        }
        sums.into_iter().collect()
    }
}

/// What an end of a contest weighs: its chance, or the number of ways that lead to it.
pub trait Weight: Copy + Default + AddAssign + Sum {
    /// Its share of the whole, that of all ends together.
    fn share(self, whole: Self) -> f64;
}

impl Weight for f64 {
    /// A chance is a share already.
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

/// Adds up an exact answer from the ends of a contest. Of ways the only division is the last step.
#[derive(Clone, Debug)]
pub struct Ends<W> {
    outcomes: Vec<W>,
    /// The weights of the values, for each metric outcome by outcome.
    values: Vec<BTreeMap<i64, W>>,
}

impl<W: Weight> Ends<W> {
    /// No ends yet.
    pub fn new(contest: &(impl Describe + ?Sized)) -> Self {
        let outcomes = contest.outcomes().len();
        Self {
            outcomes: vec![W::default(); outcomes],
            values: vec![BTreeMap::new(); outcomes * contest.metrics().len()],
        }
    }

    /// An end with this outcome and these values of all metrics.
    pub fn add(&mut self, outcome: usize, values: &[i64], weight: W) {
        self.end(outcome, weight);
        for (metric, &value) in values.iter().enumerate() {
            self.count(metric, outcome, value, weight);
        }
    }

    /// An end with this outcome, whose values are counted by themselves.
    #[inline]
    pub fn end(&mut self, outcome: usize, weight: W) {
        self.outcomes[outcome] += weight;
    }

    /// A value of one metric in ends with this outcome.
    #[inline]
    pub fn count(&mut self, metric: usize, outcome: usize, value: i64, weight: W) {
        let place = metric * self.outcomes.len() + outcome;
        *self.values[place].entry(value).or_default() += weight;
    }

    /// What has been added for each outcome.
    pub fn outcomes(&self) -> &[W] {
        &self.outcomes
    }

    /// The answer, exact up to rounding. A metric of which nothing was counted is not solved.
    pub fn exact(self) -> Exact {
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
        Exact {
            outcomes: self.outcomes.iter().copied().map(share).collect(),
            bound: 0.0,
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

impl Ends<f64> {
    /// All values of one metric; what is impossible is no value.
    pub fn count_all(&mut self, metric: usize, sums: &Sums) {
        for (outcome, value, chance) in sums.values() {
            self.count(metric, outcome, value, chance);
        }
    }
}

/// The chances of the values of one metric, by outcome, where so many ends are added up that looking
/// for each value would take long.
#[derive(Clone, Debug)]
pub struct Sums {
    lowest: i64,
    chances: Vec<Vec<f64>>,
}

impl Sums {
    /// Nothing yet, for values from `lowest` to `highest` in ends with so many outcomes.
    pub fn new(outcomes: usize, lowest: i64, highest: i64) -> Self {
        Self {
            lowest,
            chances: vec![vec![0.0; (highest - lowest) as usize + 1]; outcomes],
        }
    }

    /// Adds a chance of a value in ends with this outcome.
    #[inline]
    pub fn add(&mut self, outcome: usize, value: i64, chance: f64) {
        self.chances[outcome][(value - self.lowest) as usize] += chance;
    }

    /// The chances of all values in ends with this outcome, from the lowest value on.
    #[inline]
    pub fn of(&mut self, outcome: usize) -> &mut [f64] {
        &mut self.chances[outcome]
    }

    /// Outcome, value and chance of all that is possible.
    pub fn values(&self) -> impl Iterator<Item = (usize, i64, f64)> {
        let outcomes = self.chances.iter().enumerate();
        let values = outcomes.flat_map(|(outcome, chances)| {
            (self.lowest..)
                .zip(chances)
                .map(move |(value, &chance)| (outcome, value, chance))
        });
        values.filter(|&(_, _, chance)| chance > 0.0)
    }

    /// The chance of each outcome.
    pub fn outcomes(&self) -> Vec<f64> {
        let chances = self.chances.iter();
        chances.map(|chances| chances.iter().sum()).collect()
    }
}

/// Why there is no exact answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoExact(pub String);

/// A way for a contest to end, with what it leaves behind.
#[derive(Clone, Debug, PartialEq)]
pub struct Remainder {
    /// The position of the outcome.
    pub outcome: usize,
    /// The chance of it all.
    pub chance: f64,
    /// What is left of each [actor](super::Perform::actors), by position.
    pub aftermaths: Vec<(usize, Aftermath)>,
    /// What means the group has left, where the contest is about them.
    pub means: Option<Means>,
}

/// All ways for a contest to end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remainders {
    /// Each of those that are possible.
    pub all: Vec<Remainder>,
    /// How far any chance may be off.
    pub bound: f64,
}

impl Remainders {
    /// The outcomes, which leave nothing behind.
    pub fn of(exact: Exact) -> Self {
        let outcomes = exact.outcomes.into_iter().enumerate();
        let all = outcomes.map(|(outcome, chance)| Remainder {
            outcome,
            chance,
            aftermaths: Vec::new(),
            means: None,
        });
        Self {
            all: all.filter(|one| one.chance > 0.0).collect(),
            bound: exact.bound,
        }
    }
}

/// The exact answer, where there is one.
pub trait Solve {
    /// Solves the contest, or says why it cannot.
    ///
    /// # Errors
    /// What is in the way, as a sentence without a full stop.
    fn exact(&self) -> Result<Exact, NoExact>;

    /// All ways to end with what each leaves behind, or why they are not known: for contests in which
    /// nothing lasting happens to anybody those are the outcomes.
    ///
    /// # Errors
    /// What is in the way, as a sentence without a full stop.
    fn remainders(&self) -> Result<Remainders, NoExact> {
        self.exact().map(Remainders::of)
    }
}
