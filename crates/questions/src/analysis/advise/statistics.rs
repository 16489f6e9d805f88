//! Statistics of a contest and its changes after some trials: shares, differences, and distances
//! from a target.
//!
//! The error probability is split: half of it for the shares, a quarter for the differences between
//! a change and the unchanged contest, a quarter for those between two changes. So with probability
//! 1 - alpha all intervals hold simultaneously at all times.

use super::Ranking;
use super::outcome_bits::{OutcomeBits, OutcomeSample};
use crate::analysis::expect::Verdict;
use crate::analysis::study::VariantFigure;
use crate::analysis::study::goal::{Goal, least};
use crate::stats::{Interval, confidence_sequence};
use std::ops::Range;

/// Maximum half-width of the interval of an effect of a change far from the target.
const COARSEST: f64 = 0.03;
/// Minimum number of trials without a difference for two entries to count as the same.
const LEAST_PAIRS: u64 = 100;
/// Minimum number of trials with and without the outcome for a change to count as equal to another.
const LEAST_OUTCOMES: u64 = 10;

/// Statistics of the unchanged contest, which is the first entry, and of its changes.
pub struct ChangeStatistics<'a> {
    /// The exact share or the sample of each entry.
    pub entries: &'a [VariantFigure<OutcomeSample<'a>>],
    /// Target share and tolerance.
    pub goal: Goal,
    /// Number of changes, including those that are not among the entries.
    pub all: usize,
    /// Probability that any statement of the answer is wrong.
    pub alpha: f64,
    /// Order of the changes.
    pub ranking: Ranking,
}

impl ChangeStatistics<'_> {
    /// Returns the indices of the changes.
    pub fn changes(&self) -> Range<usize> {
        1..self.entries.len()
    }

    /// Returns the sample of an entry; `None` if it was solved.
    pub fn bits(&self, entry: usize) -> Option<&OutcomeBits> {
        self.entries[entry].sample().map(|sample| &sample.bits)
    }

    /// Returns the best estimate of an entry's share; `None` without trials. The unchanged contest
    /// has the most trials, and common random numbers make the effect of a change more precise than
    /// its share, so their sum is used.
    pub fn value(&self, entry: usize) -> Option<f64> {
        let bits = match &self.entries[entry] {
            VariantFigure::Exactly(share) => return Some(share.value),
            VariantFigure::Sampled(sample) => &sample.bits,
        };
        match self.bits(0).filter(|_| entry > 0) {
            Some(base) => {
                let share = base.share()? + base.against(bits).difference()?;
                let Interval { low, high } = self.share(entry);
                Some(share.clamp(low, high))
            }
            None => bits.share(),
        }
    }

    /// Returns the interval of an entry's share: the intersection of the interval of its own trials
    /// with the interval of the unchanged contest plus the difference.
    pub fn share(&self, entry: usize) -> Interval {
        let own = match &self.entries[entry] {
            VariantFigure::Exactly(share) => return share.interval,
            VariantFigure::Sampled(sample) => self.own_interval(&sample.bits),
        };
        let Some(base) = self.bits(0).filter(|_| entry > 0) else {
            return own;
        };
        let (base, difference_interval) =
            (self.own_interval(base), self.difference_interval(0, entry));
        let both = Interval::new(
            own.low.max(base.low + difference_interval.low),
            own.high.min(base.high + difference_interval.high),
        );
        // The intervals are disjoint with a probability of at most alpha; then neither is
        // preferable.
        if both.low <= both.high { both } else { own }
    }

    /// Returns the interval of a share from its own trials only.
    fn own_interval(&self, bits: &OutcomeBits) -> Interval {
        let alpha = self.alpha / 2.0 / (self.count() + 1.0);
        confidence_sequence(bits.successes(), bits.trials(), alpha)
    }

    /// Returns the number of changes.
    fn count(&self) -> f64 {
        self.all.max(1) as f64
    }

    /// Returns the share of `other` minus the share of `entry`, on their common trials.
    pub fn difference(&self, entry: usize, other: usize) -> Option<f64> {
        match (self.bits(entry), self.bits(other)) {
            (Some(own), Some(other)) => own.against(other).difference(),
            _ => Some(self.value(other)? - self.value(entry)?),
        }
    }

    /// Returns the interval of the share of `other` minus that of `entry`.
    pub fn difference_interval(&self, entry: usize, other: usize) -> Interval {
        if let (Some(own), Some(bits)) = (self.bits(entry), self.bits(other)) {
            let changes = self.count();
            let pairs = if entry == 0 || other == 0 {
                changes
            } else {
                (changes * (changes - 1.0) / 2.0).max(1.0)
            };
            return own.against(bits).sequence(self.alpha / 4.0 / pairs);
        }
        let (own, other) = (self.share(entry), self.share(other));
        Interval::new(other.low - own.high, other.high - own.low)
    }

    /// Returns whether the effect of a change is precise enough: to within the tolerance, or, if
    /// the change is certainly far from the target, to within a fifth of its distance, at most
    /// [`COARSEST`].
    pub fn is_settled(&self, entry: usize) -> bool {
        let far = match self.ranking {
            Ranking::Nearest => self.goal.distances(self.share(entry)).0 / 5.0,
            Ranking::Largest => 0.0,
        };
        self.difference_interval(0, entry).half_width()
            <= far.min(COARSEST).max(self.goal.tolerance)
    }

    /// Returns whether two entries had the same outcome in all of at least [`LEAST_PAIRS`] common
    /// trials, or have the same exact share.
    pub fn is_same(&self, entry: usize, other: usize) -> bool {
        match (self.bits(entry), self.bits(other)) {
            (Some(own), Some(other)) => {
                let pairs = own.against(other);
                (pairs.first, pairs.second) == (0, 0) && pairs.trials >= LEAST_PAIRS
            }
            // Solved shares have rounding errors.
            (None, None) => {
                let difference = self.difference(entry, other);
                difference.is_some_and(|difference| difference.abs() < 1e-12)
            }
            _ => false,
        }
    }

    /// Returns whether two changes have equal effects, with enough trials with and without the
    /// outcome as evidence.
    pub fn is_equal(&self, entry: usize, other: usize) -> bool {
        let is_enough = self.bits(entry).is_none_or(|bits| {
            let (some, all) = (bits.successes(), bits.trials());
            some >= LEAST_OUTCOMES && all - some >= LEAST_OUTCOMES
        });
        is_enough && self.is_same(entry, other)
    }

    /// Returns the verdict on whether the share of an entry is within the tolerance.
    pub fn meets(&self, entry: usize) -> Verdict {
        let exact = self.entries[entry].is_exact();
        self.goal.meets(self.share(entry), exact)
    }

    /// Returns the estimated distance of an entry from the target; infinite without trials.
    pub fn estimated_distance(&self, entry: usize) -> f64 {
        self.goal.estimated_distance(self.value(entry))
    }

    /// Returns the sort key of an entry in the order of the ranking, smallest first.
    pub fn sort_key(&self, entry: usize) -> f64 {
        match self.ranking {
            Ranking::Nearest => self.estimated_distance(entry),
            Ranking::Largest => -self.difference(0, entry).map_or(0.0, f64::abs),
        }
    }

    /// Returns the change with the smallest estimated distance from the target, the first one of a
    /// tie. Changes with an effect come first.
    pub fn leader(&self) -> usize {
        let place = |entry| (self.is_same(0, entry), self.estimated_distance(entry));
        least(self.changes(), place).unwrap_or(0)
    }

    /// Returns a lower bound on how much farther than `leader` an entry is from the target. If both
    /// are on the same side of it, the bound uses their difference, which common random numbers
    /// make more precise than the two shares.
    pub fn excess_distance(&self, leader: usize, entry: usize) -> f64 {
        let (own, other) = (self.share(leader), self.share(entry));
        let by_shares = self.goal.distances(other).0 - self.goal.distances(own).1;
        let target = self.goal.target;
        if own.low >= target && other.low >= target {
            by_shares.max(self.difference_interval(leader, entry).low)
        } else if own.high <= target && other.high <= target {
            by_shares.max(-self.difference_interval(leader, entry).high)
        } else {
            by_shares
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::study::statistic::Event;
    use crate::analysis::study::{Sample, SeededTrials};
    use crate::scenario::{Scenario, open_simple as open};
    use crate::sim::NoProgress;

    /// The canyon scenario and two changes, one of them without an effect.
    fn scenarios() -> [Scenario; 3] {
        let sets = [
            None,
            Some("side.heroes.Dirk.classes[0].dice=5"),
            Some("side.heroes.Dirk.wounds=true"),
        ];
        sets.map(|set| {
            let sets: Vec<String> = set.into_iter().map(str::to_owned).collect();
            open("@canyon", &sets).unwrap()
        })
    }

    /// The first entry has many trials, the others have fewer.
    fn entries(scenarios: &[Scenario]) -> Vec<VariantFigure<OutcomeSample<'_>>> {
        let seeded = SeededTrials::new(42, 0, &NoProgress);
        let entries = scenarios.iter().zip([20_000, 2_000, 1_000]);
        let entries = entries.map(|(scenario, end)| {
            let mut sampled = OutcomeSample::new(scenario.contest.as_ref(), Event::Outcome(0));
            sampled.play(end, &seeded).unwrap();
            VariantFigure::Sampled(sampled)
        });
        entries.collect()
    }

    fn statistics<'a>(entries: &'a [VariantFigure<OutcomeSample<'a>>]) -> ChangeStatistics<'a> {
        let goal = Goal {
            target: 0.5,
            tolerance: 0.01,
        };
        ChangeStatistics {
            entries,
            goal,
            all: 2,
            alpha: 0.05,
            ranking: Ranking::Nearest,
        }
    }

    #[test]
    fn a_share_follows_from_its_own_trials_and_the_difference() {
        let scenarios = scenarios();
        let entries = entries(&scenarios);
        let statistics = statistics(&entries);
        let [base, more, same] = [0, 1, 2].map(|entry| statistics.value(entry).unwrap());
        // A change without an effect has the share of the unchanged contest, even with fewer
        // trials.
        assert_eq!(statistics.difference(0, 2), Some(0.0));
        assert!((same - base).abs() < 1e-12);
        assert!((more - base - statistics.difference(0, 1).unwrap()).abs() < 1e-12);
        let bits = statistics.bits(2).unwrap();
        assert!(statistics.share(2).half_width() < statistics.own_interval(bits).half_width());
    }

    #[test]
    fn the_lead_of_a_change_follows_from_shares_and_differences() {
        let scenarios = scenarios();
        let entries = entries(&scenarios);
        let statistics = statistics(&entries);
        // Both are below the target without a difference, so neither is proven to be farther.
        assert!(statistics.excess_distance(0, 2) <= 0.0 && statistics.excess_distance(2, 0) <= 0.0);
        assert!(
            statistics.excess_distance(1, 0) > 0.1,
            "{}",
            statistics.excess_distance(1, 0)
        );
        assert!(statistics.excess_distance(0, 1) < 0.0);
        assert!(statistics.estimated_distance(1) < statistics.estimated_distance(0));
    }
}
