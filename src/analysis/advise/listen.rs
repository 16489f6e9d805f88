//! Who hears of each change as soon as it is settled, and may say that it is too late for another.
//!
//! Time decides how many of the changes are settled, and nothing else: they are settled in an order that hangs on the
//! scenario alone, and what is then said hangs on how many they were. [`AdvisePlan::first`] says the same again.
//!
//! [`AdvisePlan::first`]: super::AdvisePlan::first

use crate::document::Step;
use crate::sim::{Hands, Unwatched, Watch};
use std::sync::atomic::{AtomicBool, Ordering};

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

    /// Whether it is too late to settle another change.
    fn late(&self) -> bool {
        false
    }
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

/// Ends what is being played once it is too late for it.
pub(super) struct Until<'a> {
    listener: &'a dyn Listen,
    hurries: AtomicBool,
}

impl<'a> Until<'a> {
    /// Nothing is ended yet.
    pub fn new(listener: &'a dyn Listen) -> Self {
        Self {
            listener,
            hurries: AtomicBool::new(false),
        }
    }

    /// From now on it may be too late.
    pub fn hurry(&self) {
        self.hurries.store(true, Ordering::Relaxed);
    }

    /// Whether it is too late.
    pub fn is_late(&self) -> bool {
        self.hurries.load(Ordering::Relaxed) && self.listener.late()
    }
}

impl Watch for Until<'_> {
    fn advanced(&self, trials: u64) {
        self.listener.advanced(trials);
    }

    fn solving(&self, now: bool) {
        self.listener.solving(now);
    }

    fn cancelled(&self) -> bool {
        self.listener.cancelled() || self.is_late()
    }

    fn hands(&self) -> Option<&Hands> {
        self.listener.hands()
    }
}
