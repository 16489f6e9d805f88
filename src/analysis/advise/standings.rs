//! What is known of a contest and its changes after some trials: shares, differences, and who is nearer to
//! a target.
//!
//! The chance of an error is dealt out: half of it to the shares, a quarter to the differences between a
//! change and the contest as it is, a quarter to those between two changes. So with chance 1 - alpha all
//! intervals hold at all times together, and whatever follows from them is true.

use super::super::expect::{Verdict, near_enough};
use super::tape::Tape;
use crate::stats::{Interval, confidence_sequence};

/// What is known of one of them.
#[derive(Clone, Debug, PartialEq)]
pub enum Known {
    /// Where its share is, without sampling.
    Exactly(Interval),
    /// What its trials tell.
    Sampled(Tape),
}

/// The contest as it is, first, and its changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// What is known of each.
    pub entries: Vec<Known>,
    /// What the share is meant to be.
    pub target: f64,
    /// The chance that anything said is wrong.
    pub alpha: f64,
}

impl Standings {
    /// How many changes there are.
    fn changes(&self) -> f64 {
        (self.entries.len() - 1).max(1) as f64
    }

    /// Trials of an entry.
    pub fn trials(&self, entry: usize) -> u64 {
        match &self.entries[entry] {
            Known::Exactly(_) => 0,
            Known::Sampled(tape) => tape.trials(),
        }
    }

    /// The share of an entry as it is known best; none without trials. The contest as it is has most trials,
    /// and what a change adds to it is known better than the share with it: both met the same luck.
    pub fn value(&self, entry: usize) -> Option<f64> {
        match (&self.entries[0], &self.entries[entry]) {
            (_, Known::Exactly(interval)) => Some(f64::midpoint(interval.low, interval.high)),
            (Known::Sampled(base), Known::Sampled(tape)) if entry > 0 => {
                let share = share_of(base)? + base.against(tape).difference()?;
                let Interval { low, high } = self.share(entry);
                Some(share.clamp(low, high))
            }
            (_, Known::Sampled(tape)) => share_of(tape),
        }
    }

    /// Where the share of an entry is: where its own trials allow it, and the contest as it is with the
    /// difference between both.
    pub fn share(&self, entry: usize) -> Interval {
        let own = match &self.entries[entry] {
            Known::Exactly(interval) => return *interval,
            Known::Sampled(tape) => self.alone(tape),
        };
        let Known::Sampled(base) = &self.entries[0] else {
            return own;
        };
        if entry == 0 {
            return own;
        }
        let (base, apart) = (self.alone(base), self.apart(0, entry));
        let both = Interval {
            low: own.low.max(base.low + apart.low),
            high: own.high.min(base.high + apart.high),
        };
        // They contradict each other with chance alpha at most; then neither is better.
        if both.low <= both.high { both } else { own }
    }

    /// Where a share is by its own trials.
    fn alone(&self, tape: &Tape) -> Interval {
        let alpha = self.alpha / 2.0 / (self.changes() + 1.0);
        confidence_sequence(tape.successes(), tape.trials(), alpha)
    }

    /// The share of `other` less that of `entry`, on the trials that both have.
    pub fn difference(&self, entry: usize, other: usize) -> Option<f64> {
        match (&self.entries[entry], &self.entries[other]) {
            (Known::Sampled(own), Known::Sampled(other)) => own.against(other).difference(),
            _ => Some(self.value(other)? - self.value(entry)?),
        }
    }

    /// Where the share of `other` less that of `entry` is.
    pub fn apart(&self, entry: usize, other: usize) -> Interval {
        if let (Known::Sampled(own), Known::Sampled(tape)) =
            (&self.entries[entry], &self.entries[other])
        {
            let changes = self.changes();
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

    /// The least and the greatest distance from the target that an entry may have.
    pub fn distances(&self, entry: usize) -> (f64, f64) {
        let Interval { low, high } = self.share(entry);
        let least = (low - self.target).max(self.target - high).max(0.0);
        (least, (self.target - low).max(high - self.target))
    }

    /// Whether the share of an entry is within so much of the target.
    pub fn meets(&self, entry: usize, tolerance: f64) -> Verdict {
        let exact = matches!(self.entries[entry], Known::Exactly(_));
        near_enough(self.share(entry), exact, self.target, tolerance)
    }

    /// How far an entry seems to be from the target; infinite without trials.
    pub fn seeming(&self, entry: usize) -> f64 {
        let value = self.value(entry);
        value.map_or(f64::INFINITY, |value| (value - self.target).abs())
    }

    /// How much further than `leader` an entry is from the target, at least. Where both are on the same
    /// side of it, their difference tells, which is known better than both shares since both met the same
    /// luck.
    pub fn behind(&self, leader: usize, entry: usize) -> f64 {
        let by_shares = self.distances(entry).0 - self.distances(leader).1;
        let (own, other) = (self.share(leader), self.share(entry));
        let above = own.low >= self.target && other.low >= self.target;
        let below = own.high <= self.target && other.high <= self.target;
        let apart = (above || below).then(|| self.apart(leader, entry));
        match apart {
            Some(apart) if above => by_shares.max(apart.low),
            Some(apart) => by_shares.max(-apart.high),
            None => by_shares,
        }
    }
}

/// The share of an outcome in the trials of a tape; none without trials.
fn share_of(tape: &Tape) -> Option<f64> {
    (tape.trials() > 0).then(|| tape.successes() as f64 / tape.trials() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::open;
    use crate::sim::Unwatched;

    /// The canyon as it is with many trials, and two changes with fewer, of one of which nothing is seen.
    fn standings() -> Standings {
        let sets = [
            None,
            Some("side.heroes.Dirk.classes[0].dice=5"),
            Some("side.heroes.Dirk.wounds=true"),
        ];
        let entries = sets.into_iter().zip([20_000, 2_000, 1_000]);
        let entries = entries.map(|(set, end)| {
            let sets: Vec<String> = set.into_iter().map(str::to_owned).collect();
            let scenario = open("@canyon", &sets).unwrap();
            let mut tape = Tape::default();
            assert!(tape.play(scenario.contest.as_ref(), 0, (42, 0), end, &Unwatched));
            Known::Sampled(tape)
        });
        Standings {
            entries: entries.collect(),
            target: 0.5,
            alpha: 0.05,
        }
    }

    #[test]
    fn a_share_is_known_by_its_own_trials_and_by_its_difference() {
        let standings = standings();
        let [base, more, same] = [0, 1, 2].map(|entry| standings.value(entry).unwrap());
        // What changes nothing has the share of the contest as it is, though it has fewer trials.
        assert_eq!(standings.difference(0, 2), Some(0.0));
        assert!((same - base).abs() < 1e-12);
        assert!((more - base - standings.difference(0, 1).unwrap()).abs() < 1e-12);
        let Known::Sampled(tape) = &standings.entries[2] else {
            panic!("it was played")
        };
        assert!(standings.share(2).half_width() < standings.alone(tape).half_width());
    }

    #[test]
    fn who_is_surely_further_follows_from_all_that_is_known() {
        let standings = standings();
        // Both are below the target, and nothing parts them, so neither is surely behind.
        assert!(standings.behind(0, 2) <= 0.0 && standings.behind(2, 0) <= 0.0);
        assert!(standings.behind(1, 0) > 0.1, "{}", standings.behind(1, 0));
        assert!(standings.behind(0, 1) < 0.0);
        assert!(standings.seeming(1) < standings.seeming(0));
    }
}
