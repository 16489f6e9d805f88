//! Plan of a run with its estimator, its observer, and the reasons why it stops.

use super::permits::WorkerPermits;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Trials to play, and stopping conditions of the run.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Random seed, 0 to 2^63 − 1.
    pub seed: u64,
    /// Trial numbers to play, unless the run stops earlier.
    pub trials: Range<u64>,
    /// Worker threads; 0 for one per core.
    pub threads: usize,
    /// Half-width at which the run stops: at the first look at which no outcome's confidence
    /// sequence has a larger one.
    pub precision: Option<f64>,
    /// Estimator of the shares.
    pub estimator: ShareEstimator,
    /// Error probability of the intervals, such as 0.05.
    pub alpha: f64,
    /// Fixed size of all chunks, for tests; `None` to adapt to each worker's speed.
    pub chunk: Option<u64>,
}

impl Plan {
    /// Creates a plan for all of these trials, on all cores, with 95% intervals.
    pub fn new(seed: u64, trials: Range<u64>) -> Self {
        Self {
            seed,
            trials,
            threads: 0,
            precision: None,
            estimator: ShareEstimator::Plain,
            alpha: 0.05,
            chunk: None,
        }
    }
}

/// Observer of a run: progress and cancellation.
pub trait Progress: Sync {
    /// Reports that `trials` additional trials are finished. Each thread calls it about 50 times
    /// per second.
    fn advanced(&self, trials: u64);

    /// Reports that a solver has started or ended. Solvers report no trials.
    fn solving(&self, _now: bool) {}

    /// Returns whether to end the run early.
    fn cancelled(&self) -> bool {
        false
    }

    /// Returns the worker permits for a run on one thread, if concurrent runs share permits.
    fn worker_permits(&self) -> Option<&WorkerPermits> {
        None
    }
}

/// Observer that does nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn advanced(&self, _trials: u64) {}
}

/// Estimator of shares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ShareEstimator {
    /// Number of trials with the outcome, divided by that of all trials.
    #[default]
    Plain,
    /// The plain estimator, adjusted by a control variate.
    Control,
    /// With expensive trials, a control variate if it saves time, and with a precision confidence
    /// sequences by betting. Otherwise `Plain`.
    Auto,
}

impl ShareEstimator {
    /// Returns whether the estimator is the default, [`Plain`](Self::Plain).
    pub fn is_plain(&self) -> bool {
        *self == Self::Plain
    }

    /// Returns the name in files.
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

/// Reason why a run stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// All trials were played.
    Trials,
    /// Every outcome has the requested precision.
    Precision,
    /// All comparisons or settings have been decided.
    Decided,
    /// The run was interrupted.
    Interrupted,
    /// No trial was played: the answer is exact.
    Exact,
}
