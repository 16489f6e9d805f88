//! Statements that the intervals of all pairs prove. The intervals hold simultaneously, so all
//! statements do, with the confidence of the whole.

use super::{Matchups, ROUNDING};
use crate::stats::{Interval, maximum_entropy_equilibrium, zero_sum_equilibrium};

/// Proven relation of the score of a design against another to one half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Above one half.
    Ahead,
    /// Below one half.
    Behind,
    /// Within the margin of one half, and not proven to be on either side of it.
    Even,
    /// Not decided by the interval.
    Open,
}

impl Relation {
    /// Returns the name in machine formats.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ahead => "ahead",
            Self::Behind => "behind",
            Self::Even => "even",
            Self::Open => "open",
        }
    }
}

impl Matchups {
    fn interval(&self, [own, other]: [usize; 2]) -> Interval {
        self.scores[own][other].interval
    }

    fn all(&self) -> std::ops::Range<usize> {
        0..self.designs.len()
    }

    /// Yields all pairs, each once, the design with the higher mean score first.
    pub fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        let count = self.designs.len();
        (0..count).flat_map(move |own| (own + 1..count).map(move |other| [own, other]))
    }

    /// Returns what is proven about the score of a design against another.
    pub fn relation(&self, pair: [usize; 2]) -> Relation {
        let Interval { low, high } = self.interval(pair);
        if low > 0.5 + ROUNDING {
            Relation::Ahead
        } else if high < 0.5 - ROUNDING {
            Relation::Behind
        } else if self.is_even(pair) {
            Relation::Even
        } else {
            Relation::Open
        }
    }

    /// Returns whether the score of a pair is proven to be within the margin of one half.
    pub fn is_even(&self, pair: [usize; 2]) -> bool {
        let Interval { low, high } = self.interval(pair);
        low >= 0.5 - self.margin - ROUNDING && high <= 0.5 + self.margin + ROUNDING
    }

    fn is_ahead(&self, pair: [usize; 2]) -> bool {
        self.relation(pair) == Relation::Ahead
    }

    /// Returns the design that is proven to be ahead of all others.
    pub fn best(&self) -> Option<usize> {
        self.all().find(|&own| {
            self.all()
                .all(|other| other == own || self.is_ahead([own, other]))
        })
    }

    /// Returns the shortest cycles of designs of which each is ahead of the next, and the last of the
    /// first: for each design at most one in which it comes first in the order of the designs.
    pub fn cycles(&self) -> Vec<Vec<usize>> {
        let cycles: Vec<Vec<usize>> = self.all().filter_map(|own| self.cycle_from(own)).collect();
        let shortest = cycles.iter().map(Vec::len).min();
        let is_shortest = |cycle: &Vec<usize>| Some(cycle.len()) == shortest;
        cycles.into_iter().filter(is_shortest).collect()
    }

    /// Returns a shortest cycle through a design and later ones, found breadth first.
    fn cycle_from(&self, first: usize) -> Option<Vec<usize>> {
        let mut paths = vec![vec![first]];
        let mut seen = vec![false; self.designs.len()];
        while !paths.is_empty() {
            let mut longer = Vec::new();
            for path in paths {
                let last = *path.last()?;
                if path.len() > 2 && self.is_ahead([last, first]) {
                    return Some(path);
                }
                for (next, seen) in seen.iter_mut().enumerate().skip(first + 1) {
                    if !*seen && self.is_ahead([last, next]) {
                        *seen = true;
                        longer.push([&path[..], &[next]].concat());
                    }
                }
            }
            paths = longer;
        }
        None
    }

    /// Returns the dominated designs, each with the best design that scores at least as well against
    /// every design and better against one.
    pub fn dominated(&self) -> Vec<[usize; 2]> {
        let by = |own: usize| {
            let better = self.all().find(|&by| by != own && self.dominates(by, own));
            better.map(|by| [own, by])
        };
        self.all().filter_map(by).collect()
    }

    fn dominates(&self, own: usize, other: usize) -> bool {
        // Lower bounds on the differences of the scores.
        let gains = || {
            let against =
                |one: usize| self.interval([own, one]).low - self.interval([other, one]).high;
            self.all().map(against)
        };
        gains().all(|gain| gain >= -ROUNDING) && gains().any(|gain| gain > ROUNDING)
    }

    /// Returns the weights of the designs in the equilibrium of highest entropy of the game in which
    /// two players choose a design each. They inherit the sampling error of the scores.
    pub fn weights(&self) -> Vec<f64> {
        let row = |row: &Vec<crate::stats::Figure>| row.iter().map(|one| one.value - 0.5).collect();
        let game: Vec<Vec<f64>> = self.scores.iter().map(row).collect();
        maximum_entropy_equilibrium(&game).unwrap_or_default()
    }

    /// Returns whether each design is proven to have the weight 0 in every equilibrium: another is
    /// ahead of all, or designs mixed in some shares score better against every design. Designs that
    /// are left out do not count any more.
    pub fn never_chosen(&self) -> Vec<bool> {
        let mut left: Vec<usize> = self.all().collect();
        loop {
            let best = left.iter().copied().find(|&own| {
                left.iter()
                    .all(|&other| other == own || self.is_ahead([own, other]))
            });
            let before = left.len();
            left = if let Some(best) = best {
                vec![best]
            } else {
                let kept = left
                    .iter()
                    .filter(|&&own| !self.is_beaten_by_mix(own, &left));
                kept.copied().collect()
            };
            if left.len() == before {
                return self.all().map(|own| !left.contains(&own)).collect();
            }
        }
    }

    /// Returns whether a mix of other designs scores more against each of `left`, by the lower bounds
    /// of the differences.
    fn is_beaten_by_mix(&self, own: usize, left: &[usize]) -> bool {
        let others = left.iter().filter(|&&other| other != own);
        let gains = others.map(|&other| {
            let gain =
                |&one: &usize| self.interval([other, one]).low - self.interval([own, one]).high;
            left.iter().map(gain).collect()
        });
        let game: Vec<Vec<f64>> = gains.collect();
        zero_sum_equilibrium(&game).is_some_and(|found| found.low > ROUNDING)
    }
}
