//! Distances of figures from a target.

use crate::analysis::expect::{Verdict, verdict};
use crate::stats::Interval;

/// Required half-width of an interval for a decision about the target, as a fraction of the
/// tolerance. An interval of that precision that still crosses an edge of the tolerance counts as
/// borderline.
const FINE: f64 = 0.2;

/// Target of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// Target value of the figure.
    pub target: f64,
    /// Tolerance around the target.
    pub tolerance: f64,
}

impl Goal {
    /// Returns the distance of an estimate from the target; infinite if there is none.
    pub fn estimated_distance(&self, value: Option<f64>) -> f64 {
        distance(value, self.target)
    }

    /// Returns the least and the greatest distance from the target of a figure within the interval.
    pub fn distances(&self, Interval { low, high }: Interval) -> (f64, f64) {
        let least = (low - self.target).max(self.target - high).max(0.0);
        (least, (self.target - low).max(high - self.target))
    }

    /// Returns whether an interval is precise enough to decide about the target, possibly as
    /// borderline: the indifference zone of R. E. Bechhofer, *A single-sample multiple decision
    /// procedure for ranking means of normal populations with known variances*, Annals of
    /// Mathematical Statistics 25 (1954).
    pub fn is_fine(&self, interval: Interval) -> bool {
        interval.half_width() <= FINE * self.tolerance
    }

    /// Returns whether a figure with this interval is on an edge of the tolerance, so that no
    /// practical number of trials decides it.
    pub fn is_borderline(&self, interval: Interval, exact: bool) -> bool {
        !exact && self.meets(interval, exact) == Verdict::Undecided && self.is_fine(interval)
    }

    /// Returns the verdict on whether a figure with this interval is within the tolerance.
    pub fn meets(&self, interval: Interval, exact: bool) -> Verdict {
        let range = [self.target - self.tolerance, self.target + self.tolerance];
        verdict(interval, exact, range)
    }
}

/// Returns the distance of a value from a target; infinite if there is no value.
pub fn distance(value: Option<f64>, target: f64) -> f64 {
    value.map_or(f64::INFINITY, |value| (value - target).abs())
}

/// Returns the item with the least key, the first one of a tie.
pub fn least<K: PartialOrd>(
    among: impl IntoIterator<Item = usize>,
    key: impl Fn(usize) -> K,
) -> Option<usize> {
    let less = |one, other| if key(other) < key(one) { other } else { one };
    among.into_iter().reduce(less)
}
