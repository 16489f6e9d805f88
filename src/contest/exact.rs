//! Exact answers.

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
        let mut sums = std::collections::BTreeMap::new();
        for &(value, probability) in self.by_outcome.iter().flatten() {
            *sums.entry(value).or_insert(0.0) += probability;
        }
        sums.into_iter().collect()
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
