//! What is known of a contest and its changes after some trials: shares, differences, and who is nearer to
//! a target.
//!
//! The chance of an error is dealt out: half of it to the shares, a quarter to the differences between a
//! change and the contest as it is, a quarter to those between two changes. So with chance 1 - alpha all
//! intervals hold at all times together, and whatever follows from them is true.

use super::Ranking;
use super::tape::{OutcomeBits, Taped};
use crate::analysis::expect::Verdict;
use crate::analysis::study::Known;
use crate::analysis::study::goal::{Goal, least};
use crate::stats::{Interval, confidence_sequence};
use std::ops::Range;

/// Effects of changes far from the target are known at least so well.
const COARSEST: f64 = 0.03;
/// Trials without any difference after which two entries are taken to be the same.
const LEAST_PAIRS: u64 = 100;
/// Trials with and without the outcome that a change has at least before another is said to do the same.
const LEAST_OUTCOMES: u64 = 10;

/// The contest as it is, first, and its changes.
pub struct Standings<'a> {
    /// What is known of each.
    pub entries: &'a [Known<Taped<'a>>],
    /// What the share is meant to be.
    pub goal: Goal,
    /// How many changes there are, with those that are not among the entries.
    pub all: usize,
    /// The chance that anything said is wrong.
    pub alpha: f64,
    /// Which changes come first.
    pub ranking: Ranking,
}

impl Standings<'_> {
    /// The changes, by position.
    pub fn changes(&self) -> Range<usize> {
        1..self.entries.len()
    }

    /// What was played of an entry; `None` where it was solved.
    pub fn tape(&self, entry: usize) -> Option<&OutcomeBits> {
        self.entries[entry].sample().map(|sample| &sample.tape)
    }

    /// The share of an entry as it is known best; none without trials. The contest as it is has most trials,
    /// and what a change adds to it is known better than the share with it: both met the same luck.
    pub fn value(&self, entry: usize) -> Option<f64> {
        let tape = match &self.entries[entry] {
            Known::Exactly(interval) => return Some(f64::midpoint(interval.low, interval.high)),
            Known::Sampled(sample) => &sample.tape,
        };
        match self.tape(0).filter(|_| entry > 0) {
            Some(base) => {
                let share = base.share()? + base.against(tape).difference()?;
                let Interval { low, high } = self.share(entry);
                Some(share.clamp(low, high))
            }
            None => tape.share(),
        }
    }

    /// Where the share of an entry is: where its own trials allow it, and the contest as it is with the
    /// difference between both.
    pub fn share(&self, entry: usize) -> Interval {
        let own = match &self.entries[entry] {
            Known::Exactly(interval) => return *interval,
            Known::Sampled(sample) => self.alone(&sample.tape),
        };
        let Some(base) = self.tape(0).filter(|_| entry > 0) else {
            return own;
        };
        let (base, apart) = (self.alone(base), self.apart(0, entry));
        let both = Interval {
            low: own.low.max(base.low + apart.low),
            high: own.high.min(base.high + apart.high),
        };
        // They contradict each other with chance alpha at most; then neither is better.
        if both.low <= both.high { both } else { own }
    }

    /// Where a share is by its own trials.
    fn alone(&self, tape: &OutcomeBits) -> Interval {
        let alpha = self.alpha / 2.0 / (self.count() + 1.0);
        confidence_sequence(tape.successes(), tape.trials(), alpha)
    }

    /// How many changes there are.
    fn count(&self) -> f64 {
        self.all.max(1) as f64
    }

    /// The share of `other` less that of `entry`, on the trials that both have.
    pub fn difference(&self, entry: usize, other: usize) -> Option<f64> {
        match (self.tape(entry), self.tape(other)) {
            (Some(own), Some(other)) => own.against(other).difference(),
            _ => Some(self.value(other)? - self.value(entry)?),
        }
    }

    /// Where the share of `other` less that of `entry` is.
    pub fn apart(&self, entry: usize, other: usize) -> Interval {
        if let (Some(own), Some(tape)) = (self.tape(entry), self.tape(other)) {
            let changes = self.count();
            let pairs = if entry == 0 || other == 0 {
                changes
            } else {
                (changes * (changes - 1.0) / 2.0).max(1.0)
            };
            return own.against(tape).sequence(self.alpha / 4.0 / pairs);
        }
        let (own, other) = (self.share(entry), self.share(other));
        Interval {
            low: other.low - own.high,
            high: other.high - own.low,
        }
    }

    /// Whether the effect of a change is known well enough: to within the tolerance, or, where the change is certainly
    /// far from the target, to within a fifth of its distance, at most [`COARSEST`].
    pub fn is_settled(&self, entry: usize) -> bool {
        let far = match self.ranking {
            Ranking::Nearest => self.goal.distances(self.share(entry)).0 / 5.0,
            Ranking::Largest => 0.0,
        };
        self.apart(0, entry).half_width() <= far.min(COARSEST).max(self.goal.tolerance)
    }

    /// Whether two entries had the same outcome in every trial that both have, of which there are enough, or have the
    /// same exact share.
    pub fn is_same(&self, entry: usize, other: usize) -> bool {
        match (self.tape(entry), self.tape(other)) {
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

    /// Whether two changes do the same, with enough trials of either outcome to say so.
    pub fn is_equal(&self, entry: usize, other: usize) -> bool {
        let is_enough = self.tape(entry).is_none_or(|tape| {
            let (some, all) = (tape.successes(), tape.trials());
            some >= LEAST_OUTCOMES && all - some >= LEAST_OUTCOMES
        });
        is_enough && self.is_same(entry, other)
    }

    /// Whether the share of an entry is near enough to the target.
    pub fn meets(&self, entry: usize) -> Verdict {
        let exact = self.entries[entry].is_exact();
        self.goal.meets(self.share(entry), exact)
    }

    /// How far an entry seems to be from the target; infinite without trials.
    pub fn seeming(&self, entry: usize) -> f64 {
        self.goal.seeming(self.value(entry))
    }

    /// The change that seems nearest, the first of equals; one that does something if there is any.
    pub fn leader(&self) -> usize {
        let place = |entry| (self.is_same(0, entry), self.seeming(entry));
        least(self.changes(), place).unwrap_or(0)
    }

    /// How much further than `leader` an entry is from the target, at least. Where both are on the same
    /// side of it, their difference tells, which is known better than both shares since both met the same
    /// luck.
    pub fn behind(&self, leader: usize, entry: usize) -> f64 {
        let (own, other) = (self.share(leader), self.share(entry));
        let by_shares = self.goal.distances(other).0 - self.goal.distances(own).1;
        let target = self.goal.target;
        if own.low >= target && other.low >= target {
            by_shares.max(self.apart(leader, entry).low)
        } else if own.high <= target && other.high <= target {
            by_shares.max(-self.apart(leader, entry).high)
        } else {
            by_shares
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::study::{Luck, Sample};
    use crate::scenario::{Scenario, open_simple as open};
    use crate::sim::Unwatched;

    /// The canyon as it is, and two changes, of one of which nothing is seen.
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

    /// The first of them with many trials, the others with fewer.
    fn entries(scenarios: &[Scenario]) -> Vec<Known<Taped<'_>>> {
        let luck = Luck::new(42, 0, &Unwatched);
        let entries = scenarios.iter().zip([20_000, 2_000, 1_000]);
        let entries = entries.map(|(scenario, end)| {
            let mut taped = Taped::new(scenario.contest.as_ref(), 0);
            taped.play(end, &luck).unwrap();
            Known::Sampled(taped)
        });
        entries.collect()
    }

    fn standings<'a>(entries: &'a [Known<Taped<'a>>]) -> Standings<'a> {
        let goal = Goal {
            target: 0.5,
            tolerance: 0.01,
        };
        Standings {
            entries,
            goal,
            all: 2,
            alpha: 0.05,
            ranking: Ranking::Nearest,
        }
    }

    #[test]
    fn a_share_is_known_by_its_own_trials_and_by_its_difference() {
        let scenarios = scenarios();
        let entries = entries(&scenarios);
        let standings = standings(&entries);
        let [base, more, same] = [0, 1, 2].map(|entry| standings.value(entry).unwrap());
        // What changes nothing has the share of the contest as it is, though it has fewer trials.
        assert_eq!(standings.difference(0, 2), Some(0.0));
        assert!((same - base).abs() < 1e-12);
        assert!((more - base - standings.difference(0, 1).unwrap()).abs() < 1e-12);
        let tape = standings.tape(2).unwrap();
        assert!(standings.share(2).half_width() < standings.alone(tape).half_width());
    }

    #[test]
    fn who_is_surely_further_follows_from_all_that_is_known() {
        let scenarios = scenarios();
        let entries = entries(&scenarios);
        let standings = standings(&entries);
        // Both are below the target, and nothing parts them, so neither is surely behind.
        assert!(standings.behind(0, 2) <= 0.0 && standings.behind(2, 0) <= 0.0);
        assert!(standings.behind(1, 0) > 0.1, "{}", standings.behind(1, 0));
        assert!(standings.behind(0, 1) < 0.0);
        assert!(standings.seeming(1) < standings.seeming(0));
    }
}
