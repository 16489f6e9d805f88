//! What is known of all values of a key at a look: who could still be nearest to the target, and how the
//! figure goes along them.

use crate::analysis::expect::Verdict;
use crate::analysis::study::goal::{Goal, least};
use crate::analysis::study::{Estimate, Known, Sample};
use crate::analysis::sweep::{Trend, trend};
use std::ops::RangeInclusive;

/// The values of a race, by position.
pub struct Field<'a, S> {
    /// What is known of each.
    pub values: &'a [Known<S>],
    /// What the figure is meant to be.
    pub goal: Goal,
    /// Whether the values stand in an order, so that the figure may rise or fall along them.
    pub ordered: bool,
    /// No value is played on that has so many trials.
    pub share: u64,
}

impl<S: Estimate> Field<'_, S> {
    /// How far a value seems to be from the target.
    pub fn seeming(&self, value: usize) -> f64 {
        self.goal.seeming(self.values[value].value())
    }

    /// The least and the greatest distance from the target that a value may have.
    pub fn distances(&self, value: usize) -> (f64, f64) {
        self.goal.distances(self.values[value].interval())
    }

    /// Whether a value is near enough to the target.
    pub fn meets(&self, value: usize) -> Verdict {
        let known = &self.values[value];
        self.goal.meets(known.interval(), known.is_exact())
    }

    /// Whether more trials of a value hardly tell more: it is known to within a part of the tolerance, or has had its
    /// share of all trials.
    pub fn is_enough(&self, value: usize) -> bool {
        let known = &self.values[value];
        known.is_exact() || known.trials() >= self.share || self.goal.is_fine(known.interval())
    }

    /// Whether a value stands on an edge of the tolerance, so that hardly any number of trials tells whether it is near
    /// enough.
    pub fn is_borderline(&self, value: usize) -> bool {
        let known = &self.values[value];
        self.goal.is_borderline(known.interval(), known.is_exact())
    }

    /// The values of which this is said.
    pub fn that(&self, is_so: impl Fn(Verdict) -> bool) -> Vec<usize> {
        let all = 0..self.values.len();
        all.filter(|&value| is_so(self.meets(value))).collect()
    }

    /// The value that seems nearest, the first of equals.
    pub fn leader(&self, among: &[usize]) -> Option<usize> {
        least(among.iter().copied(), |value| self.seeming(value))
    }

    /// The other value that could be nearest best; of equals the one that is known least.
    pub fn challenger(&self, among: &[usize], leader: usize) -> Option<usize> {
        let others = among.iter().copied().filter(|&value| value != leader);
        least(others, |value| {
            (self.distances(value).0, self.values[value].trials())
        })
    }

    /// How the figure goes along the values; level where they have no order.
    pub fn trend(&self) -> Trend {
        if self.ordered {
            trend(self.values.iter().map(Known::interval), 0.0)
        } else {
            Trend::Level
        }
    }

    /// The values that could be nearest: those that are not surely further away than another. With a
    /// bracket also those beyond it are left out, as a figure allows that rises or falls throughout.
    pub fn candidates(&self, bracketed: bool) -> Vec<usize> {
        let all = 0..self.values.len();
        let nearest = all.clone().map(|value| self.distances(value).1);
        let nearest = nearest.fold(f64::INFINITY, f64::min);
        let bracket = bracketed.then(|| self.bracket());
        all.filter(|&value| self.distances(value).0 <= nearest)
            .filter(|&value| {
                let bracket = bracket.as_ref();
                !bracket.is_some_and(|bracket| self.is_beyond(value, bracket))
            })
            .collect()
    }

    /// Whether a value is out of the race since it stands behind another that is on the far side of
    /// the target already: as long as nothing speaks against a monotone figure, it is further away.
    /// It speaks against it if the value itself is not proven to be on the far side, or seems nearer.
    fn is_beyond(&self, value: usize, bracket: &RangeInclusive<usize>) -> bool {
        let end = value.clamp(*bracket.start(), *bracket.end());
        end != value && self.distances(value).0 > 0.0 && self.seeming(value) >= self.seeming(end)
    }

    /// The last value that is proven to be on this side of the target and the first on the other.
    fn bracket(&self) -> RangeInclusive<usize> {
        let target = self.goal.target;
        let below = |one: &Known<S>| one.interval().high < target;
        let above = |one: &Known<S>| one.interval().low > target;
        let last = |side: &dyn Fn(&Known<S>) -> bool| self.values.iter().rposition(side);
        let first = |side: &dyn Fn(&Known<S>) -> bool| self.values.iter().position(side);
        let (start, end) = match self.trend() {
            Trend::Rises => (last(&below), first(&above)),
            Trend::Falls => (last(&above), first(&below)),
            Trend::Level | Trend::Turns => (None, None),
        };
        start.unwrap_or(0)..=end.unwrap_or(self.values.len() - 1)
    }
}
