//! Exact answers.

use super::Describe;
use std::collections::BTreeMap;

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

/// Adds up an exact answer from the ends of a contest, each with its chance.
#[derive(Clone, Debug)]
pub struct Ends {
    outcomes: Vec<f64>,
    /// By metric and outcome the chances of the values.
    values: Vec<Vec<BTreeMap<i64, f64>>>,
}

impl Ends {
    /// No ends yet.
    pub fn new(contest: &(impl Describe + ?Sized)) -> Self {
        let outcomes = contest.outcomes().len();
        Self {
            outcomes: vec![0.0; outcomes],
            values: vec![vec![BTreeMap::new(); outcomes]; contest.metrics().len()],
        }
    }

    /// An end with this outcome and these values of all metrics.
    pub fn add(&mut self, outcome: usize, values: &[i64], chance: f64) {
        self.outcomes[outcome] += chance;
        for (by_outcome, &value) in self.values.iter_mut().zip(values) {
            *by_outcome[outcome].entry(value).or_insert(0.0) += chance;
        }
    }

    /// The answer, exact up to rounding.
    pub fn exact(self) -> Exact {
        let metrics = self.values.into_iter().enumerate();
        Exact {
            outcomes: self.outcomes,
            bound: 0.0,
            metrics: metrics
                .map(|(metric, by_outcome)| ExactMetric {
                    metric,
                    by_outcome: by_outcome
                        .into_iter()
                        .map(|values| values.into_iter().collect())
                        .collect(),
                })
                .collect(),
        }
    }
}

/// Why there is no exact answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoExact(pub String);

/// The exact answer, where there is one.
pub trait Solve {
    /// Solves the contest, or says why it cannot.
    ///
    /// # Errors
    /// What is in the way, as a sentence without a full stop.
    fn exact(&self) -> Result<Exact, NoExact>;
}
