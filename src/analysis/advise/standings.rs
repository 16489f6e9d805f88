//! What is known of a contest and its changes after some trials: shares, differences, and who is nearer to
//! a target.
//!
//! The chance of an error is dealt out: half of it to the shares, a quarter to the differences between a
//! change and the contest as it is, a quarter to those between two changes. So with chance 1 - alpha all
//! intervals hold at all times together, and whatever follows from them is true.

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

    /// The share of an entry as it is known best; none without trials.
    pub fn value(&self, entry: usize) -> Option<f64> {
        match &self.entries[entry] {
            Known::Exactly(interval) => Some(f64::midpoint(interval.low, interval.high)),
            Known::Sampled(tape) => {
                (tape.trials() > 0).then(|| tape.successes() as f64 / tape.trials() as f64)
            }
        }
    }

    /// Where the share of an entry is.
    pub fn share(&self, entry: usize) -> Interval {
        match &self.entries[entry] {
            Known::Exactly(interval) => *interval,
            Known::Sampled(tape) => {
                let alpha = self.alpha / 2.0 / (self.changes() + 1.0);
                confidence_sequence(tape.successes(), tape.trials(), alpha)
            }
        }
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
