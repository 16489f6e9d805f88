//! How near figures are to what they are meant to be.

use crate::analysis::expect::{Verdict, verdict};
use crate::stats::Interval;

/// What a figure is meant to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// The target.
    pub target: f64,
    /// How far from it is near enough.
    pub tolerance: f64,
}

impl Goal {
    /// How far a figure seems to be from the target; infinite where nothing is known of it.
    pub fn seeming(&self, value: Option<f64>) -> f64 {
        distance(value, self.target)
    }

    /// The least and the greatest distance from the target that a figure within the interval may have.
    pub fn distances(&self, Interval { low, high }: Interval) -> (f64, f64) {
        let least = (low - self.target).max(self.target - high).max(0.0);
        (least, (self.target - low).max(high - self.target))
    }

    /// Whether a figure with this interval is near enough.
    pub fn meets(&self, interval: Interval, exact: bool) -> Verdict {
        let range = [self.target - self.tolerance, self.target + self.tolerance];
        verdict(interval, exact, range)
    }
}

/// How far a value is from a target; infinite where there is none.
pub fn distance(value: Option<f64>, target: f64) -> f64 {
    value.map_or(f64::INFINITY, |value| (value - target).abs())
}

/// The one with the least key, the first of equals.
pub fn least<K: PartialOrd>(
    among: impl IntoIterator<Item = usize>,
    key: impl Fn(usize) -> K,
) -> Option<usize> {
    let less = |one, other| if key(other) < key(one) { other } else { one };
    among.into_iter().reduce(less)
}
