//! Listeners: they are shown each change as soon as it is settled, and keep the time.
//!
//! Time decides how many changes are settled, and how often the nearest are compared, and nothing else: changes are
//! settled in an order that depends on the scenario alone. [`AdvisePlan::first`] and [`AdvisePlan::looks`] give the
//! same answer again.
//!
//! [`AdvisePlan::first`]: super::AdvisePlan::first
//! [`AdvisePlan::looks`]: super::AdvisePlan::looks

use crate::document::Step;
use crate::sim::{Hands, Unwatched, Watch};
use std::time::Instant;

/// A change, or the contest as it is, of which enough is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SettledChange<'a> {
    /// How many changes are settled with this one; 0 for the contest as it is.
    pub number: usize,
    /// How many changes there are.
    pub all: usize,
    /// The change; none for the contest as it is.
    pub step: Option<&'a Step>,
    /// The share with it; none without trials.
    pub share: Option<f64>,
    /// Whether it is nearer to the target than all before it, and than the contest as it is.
    pub leads: bool,
}

/// Who listens.
pub trait Listen: Watch {
    /// Enough is known of a change.
    fn settled(&self, _settled: &SettledChange<'_>) {}

    /// All changes are settled; so many that may be the nearest are compared.
    fn comparing(&self, _rivals: usize) {}

    /// When work ends that is not finished; `None` for no limit.
    fn deadlines(&self) -> Option<Deadlines> {
        None
    }
}

/// When work ends that is not finished. What has been finished by then counts.
#[derive(Clone, Copy, Debug)]
pub struct Deadlines {
    /// For the changes, but for the first.
    pub trying: Instant,
    /// For comparing those that may be the nearest.
    pub comparing: Instant,
    /// For the first change, without which there is no answer.
    pub first: Instant,
}

impl Listen for Unwatched {}

/// Somebody who watches and has all the time in the world.
#[derive(Clone, Copy)]
pub struct Patient<'a>(pub &'a dyn Watch);

impl Watch for Patient<'_> {
    fn advanced(&self, trials: u64) {
        self.0.advanced(trials);
    }

    fn solving(&self, now: bool) {
        self.0.solving(now);
    }

    fn cancelled(&self) -> bool {
        self.0.cancelled()
    }

    fn hands(&self) -> Option<&Hands> {
        self.0.hands()
    }
}

impl Listen for Patient<'_> {}
