//! Observers of a sensitivity search: they receive each settled change and set the deadlines.
//!
//! Time affects only the number of settled changes and of comparisons of the nearest ones; the
//! order of the changes depends only on the scenario. To reproduce an answer, set
//! [`AdvisePlan::first`] and [`AdvisePlan::looks`].
//!
//! [`AdvisePlan::first`]: super::AdvisePlan::first
//! [`AdvisePlan::looks`]: super::AdvisePlan::looks

use crate::document::TunableStep;
use crate::sim::{NoProgress, Progress, WorkerPermits};
use std::time::Instant;

/// A change after a first look or settled, or the unchanged contest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SettledChange<'a> {
    /// True if this is a first look at a change, rather than its settled effect.
    pub is_first: bool,
    /// Number of changes looked at, or settled, so far, including this one; 0 for the unchanged
    /// contest.
    pub number: usize,
    /// Number of changes to look at or to settle, including those so far.
    pub all: usize,
    /// The change, `None` for the unchanged contest.
    pub step: Option<&'a TunableStep>,
    /// Estimated share with it; `None` without trials.
    pub share: Option<f64>,
    /// True if the share is nearer to the target than all before it, the unchanged contest
    /// included.
    pub leads: bool,
}

/// Progress of a sensitivity search.
pub trait AdviseProgress: Progress {
    /// Receives a change after each step.
    fn settled(&self, _settled: &SettledChange<'_>) {}

    /// Reports that all changes are settled, and the number of changes that may be the nearest and
    /// are now compared.
    fn comparing(&self, _rivals: usize) {}

    /// Returns the deadlines of the search; `None` for no limit.
    fn deadlines(&self) -> Option<Deadlines> {
        None
    }
}

/// Deadlines for unfinished work. Work finished by then is kept.
#[derive(Clone, Copy, Debug)]
pub struct Deadlines {
    /// Deadline for trying all changes but the first.
    pub trying: Instant,
    /// Deadline for comparing the changes that may be the nearest.
    pub comparing: Instant,
    /// Deadline for the first change. If it passes, the search fails.
    pub first: Instant,
}

impl AdviseProgress for NoProgress {}

/// An observer without deadlines.
#[derive(Clone, Copy)]
pub struct WithoutDeadlines<'a>(pub &'a dyn Progress);

impl Progress for WithoutDeadlines<'_> {
    fn advanced(&self, trials: u64) {
        self.0.advanced(trials);
    }

    fn solving(&self, now: bool) {
        self.0.solving(now);
    }

    fn cancelled(&self) -> bool {
        self.0.cancelled()
    }

    fn worker_permits(&self) -> Option<&WorkerPermits> {
        self.0.worker_permits()
    }
}

impl AdviseProgress for WithoutDeadlines<'_> {}
