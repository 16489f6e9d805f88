//! How near figures are to what they are meant to be.

use crate::analysis::expect::{Verdict, verdict};
use crate::stats::Interval;

/// A figure is known well enough to say how it stands to a target if its interval is within this part of the
/// tolerance: what then still crosses an edge of the tolerance is on that edge, for all that anybody needs to know.
const FINE: f64 = 0.2;

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

    /// Whether a figure with this interval is known well enough to say how it stands to the target, be it that it
    /// stands on an edge: the indifference zone of R. E. Bechhofer, *A single-sample multiple decision procedure for
    /// ranking means of normal populations with known variances*, Annals of Mathematical Statistics 25 (1954).
    pub fn is_fine(&self, interval: Interval) -> bool {
        interval.half_width() <= FINE * self.tolerance
    }

    /// Whether a figure with this interval stands on an edge of the tolerance, so that hardly any number of trials tells
    /// whether it is near enough.
    pub fn is_borderline(&self, interval: Interval, exact: bool) -> bool {
        !exact && self.meets(interval, exact) == Verdict::Undecided && self.is_fine(interval)
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
