//! Statistics of all values of a key at a look: the candidates for the nearest one, and the trend
//! of the figure.

use crate::analysis::expect::Verdict;
use crate::analysis::study::goal::{Goal, least};
use crate::analysis::study::{Estimation, Sample, VariantFigure};
use crate::analysis::sweep::{Trend, trend};
use std::ops::RangeInclusive;

/// The values of a race, by index.
pub struct RaceField<'a, S> {
    /// The exact figure or the sample of each value.
    pub values: &'a [VariantFigure<S>],
    /// Target and tolerance of the figure.
    pub goal: Goal,
    /// True if the values are ordered, so that the figure may rise or fall along them.
    pub ordered: bool,
    /// Maximum number of trials of one value.
    pub share: u64,
}

impl<S: Estimation> RaceField<'_, S> {
    /// Returns the estimated distance of a value from the target.
    pub fn estimated_distance(&self, value: usize) -> f64 {
        self.goal.estimated_distance(self.values[value].value())
    }

    /// Returns the least and the greatest distance from the target that a value may have.
    pub fn distances(&self, value: usize) -> (f64, f64) {
        self.goal.distances(self.values[value].interval())
    }

    /// Returns the verdict on whether a value is within the tolerance.
    pub fn meets(&self, value: usize) -> Verdict {
        let known = &self.values[value];
        self.goal.meets(known.interval(), known.is_exact())
    }

    /// Returns whether a value needs no more trials: it is known to within a fraction of the
    /// tolerance, or has used its share of all trials.
    pub fn is_enough(&self, value: usize) -> bool {
        let known = &self.values[value];
        known.is_exact() || known.trials() >= self.share || self.goal.is_fine(known.interval())
    }

    /// Returns whether a value is on an edge of the tolerance, so that no practical number of
    /// trials decides it.
    pub fn is_borderline(&self, value: usize) -> bool {
        let known = &self.values[value];
        self.goal.is_borderline(known.interval(), known.is_exact())
    }

    /// Returns the values whose verdict satisfies `is_so`.
    pub fn with_verdict(&self, is_so: impl Fn(Verdict) -> bool) -> Vec<usize> {
        let all = 0..self.values.len();
        all.filter(|&value| is_so(self.meets(value))).collect()
    }

    /// Returns the value with the smallest estimated distance from the target, the first one of a
    /// tie.
    pub fn leader(&self, among: &[usize]) -> Option<usize> {
        least(among.iter().copied(), |value| {
            self.estimated_distance(value)
        })
    }

    /// Returns the other value with the smallest possible distance from the target; of a tie, the
    /// one with the fewest trials.
    pub fn challenger(&self, among: &[usize], leader: usize) -> Option<usize> {
        let others = among.iter().copied().filter(|&value| value != leader);
        least(others, |value| {
            (self.distances(value).0, self.values[value].trials())
        })
    }

    /// Returns the trend of the figure along the values; level if they have no order.
    pub fn trend(&self) -> Trend {
        if self.ordered {
            trend(self.values.iter().map(VariantFigure::interval), 0.0)
        } else {
            Trend::Level
        }
    }

    /// Returns the values that may be nearest: those that are not proven to be farther than
    /// another. With `bracketed`, values outside the bracket are left out too, which is valid if
    /// the figure is monotone.
    pub fn candidates(&self, bracketed: bool) -> Vec<usize> {
        let all = 0..self.values.len();
        let nearest = all.clone().map(|value| self.distances(value).1);
        let nearest = nearest.fold(f64::INFINITY, f64::min);
        let bracket = bracketed.then(|| self.bracket());
        let is_within = |value| {
            let bracket = bracket.as_ref();
            !bracket.is_some_and(|bracket| self.is_beyond(value, bracket))
        };
        all.filter(|&value| self.distances(value).0 <= nearest && is_within(value))
            .collect()
    }

    /// Returns whether a value is ruled out because a value between it and the target is proven to
    /// be on the far side. With a monotone figure it is then farther away. It is not ruled out if
    /// it is not proven to be off the target, or seems nearer.
    fn is_beyond(&self, value: usize, bracket: &RangeInclusive<usize>) -> bool {
        let end = value.clamp(*bracket.start(), *bracket.end());
        end != value
            && self.distances(value).0 > 0.0
            && self.estimated_distance(value) >= self.estimated_distance(end)
    }

    /// Returns the last value proven to be on this side of the target and the first on the other.
    fn bracket(&self) -> RangeInclusive<usize> {
        let target = self.goal.target;
        let below = |one: &VariantFigure<S>| one.interval().high < target;
        let above = |one: &VariantFigure<S>| one.interval().low > target;
        let last = |side: &dyn Fn(&VariantFigure<S>) -> bool| self.values.iter().rposition(side);
        let first = |side: &dyn Fn(&VariantFigure<S>) -> bool| self.values.iter().position(side);
        let (start, end) = match self.trend() {
            Trend::Rises => (last(&below), first(&above)),
            Trend::Falls => (last(&above), first(&below)),
            Trend::Level | Trend::Turns => (None, None),
        };
        start.unwrap_or(0)..=end.unwrap_or(self.values.len() - 1)
    }
}
