//! The chances of rolls and of attacks, over the defence rolls in force.

use super::super::Guard;
use super::super::sheet::Blow;
use crate::dice::{Distribution, FACES};
use std::cmp::Ordering;

/// The defence rolls that matter: of both fighters from 0 up to one beyond which no attack of the other
/// one hits. A cell is a pair of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Levels {
    /// The highest of both.
    pub(super) most: [usize; 2],
}

impl Levels {
    /// How many of the first.
    pub(super) fn rows(self) -> usize {
        self.most[0] + 1
    }

    /// How many of the second.
    pub(super) fn columns(self) -> usize {
        self.most[1] + 1
    }

    /// How many cells.
    pub(super) fn cells(self) -> usize {
        self.rows() * self.columns()
    }

    /// The cell of two rolls.
    pub(super) fn cell(self, rolls: [u32; 2]) -> usize {
        let [row, column] = [0, 1].map(|who: usize| (rolls[who] as usize).min(self.most[who]));
        row * self.columns() + column
    }
}

/// The chances of a defence roll, the highest level standing for all above.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Roll {
    /// The chance of each level.
    pub(super) exactly: Vec<f64>,
    /// The chance of that level or a lower one.
    pub(super) up_to: Vec<f64>,
}

impl Roll {
    /// A throw, with levels up to `most`.
    pub(super) fn new(guard: Guard, most: usize) -> Self {
        let throws = Distribution::of_best(guard.dice, FACES, guard.kept)
            .unwrap_or_else(|| Distribution::certain(0));
        let mut exactly = vec![0.0; most + 1];
        for (value, chance) in throws.probabilities() {
            let level = (value + i64::from(guard.fixed)).clamp(0, most as i64);
            exactly[level as usize] += chance;
        }
        let mut sum = 0.0;
        let up_to = exactly.iter().map(|chance| {
            sum += chance;
            sum
        });
        Self {
            up_to: up_to.collect(),
            exactly,
        }
    }
}

/// The chances of what two attacks may do: neither hits, the first one's does, the second one's, both.
pub(super) type Hits = [f64; 4];

/// An attack against one defence.
struct Against {
    /// At position s the chance that its action dice make s and it would hit.
    hits: Vec<f64>,
    /// The chance that it would hit, and that it would not: added up each, so that what cannot be has
    /// no chance at all.
    hit: f64,
    miss: f64,
}

/// The chances of an attack, by sums.
struct Attack {
    sum: Vec<f64>,
    /// At position x the chance that the further dice make x or more.
    tail: Vec<f64>,
}

impl Attack {
    fn new(blow: Blow) -> Self {
        let dice = |count: u32| {
            Distribution::of_dice(count, FACES).unwrap_or_else(|| Distribution::certain(0))
        };
        let mut sum = vec![0.0; (FACES * blow.action) as usize + 1];
        for (value, chance) in dice(blow.action).probabilities() {
            sum[value as usize] = chance;
        }
        let other = dice(blow.other);
        let whole = other.total() as f64;
        let tail = (0..=i64::from(FACES * blow.other))
            .map(|value| other.at_least(value) as f64 / whole)
            .collect();
        Self { sum, tail }
    }

    /// Against a defence that is hit from that total on.
    fn against(&self, needed: usize) -> Against {
        let mut against = Against {
            hits: Vec::with_capacity(self.sum.len()),
            hit: 0.0,
            miss: 0.0,
        };
        for (sum, chance) in self.sum.iter().enumerate() {
            let tail = match needed.checked_sub(sum) {
                Some(rest) => self.tail.get(rest).copied().unwrap_or(0.0),
                None => 1.0,
            };
            against.hits.push(chance * tail);
            against.hit += chance * tail;
            against.miss += chance * (1.0 - tail);
        }
        against
    }
}

/// The chances of two attacks by the cell of the defences that they meet. `needed` is the total that
/// hits a defence roll of 0, of both defenders; `falls` tells who is out with one more hit and then does
/// not act any more.
pub(super) fn attacks(
    blows: [Option<Blow>; 2],
    needed: [u32; 2],
    falls: [bool; 2],
    levels: Levels,
) -> Vec<Hits> {
    // By attacker, then by the level of the other one's defence.
    let sums = [0, 1].map(|who: usize| -> Option<Vec<Against>> {
        let attack = Attack::new(blows[who]?);
        let levels = 0..=levels.most[1 - who];
        let base = needed[1 - who] as usize;
        Some(levels.map(|level| attack.against(base + level)).collect())
    });
    let order = match blows {
        [Some(first), Some(second)] => first.action.cmp(&second.action),
        _ => Ordering::Equal,
    };
    let mut cells = Vec::with_capacity(levels.cells());
    for row in 0..levels.rows() {
        for column in 0..levels.columns() {
            cells.push(match &sums {
                [None, None] => [1.0, 0.0, 0.0, 0.0],
                [Some(first), None] => [first[column].miss, first[column].hit, 0.0, 0.0],
                [None, Some(second)] => [second[row].miss, 0.0, second[row].hit, 0.0],
                [Some(first), Some(second)] => both(&first[column], &second[row], order, falls),
            });
        }
    }
    cells
}

/// Two attacks, of which the one with more action dice comes first, of as many that with the higher sum.
fn both(first: &Against, second: &Against, order: Ordering, falls: [bool; 2]) -> Hits {
    let would = first.hit * second.hit;
    // The chances that both would hit, one before the other or at once.
    let [before, after, at_once] = match order {
        Ordering::Greater => [would, 0.0, 0.0],
        Ordering::Less => [0.0, would, 0.0],
        Ordering::Equal => {
            let higher = |high: &[f64], low: &[f64]| {
                let (mut below, mut chance) = (0.0, 0.0);
                for (sum, hit) in high.iter().enumerate() {
                    chance += hit * below;
                    below += low.get(sum).copied().unwrap_or(0.0);
                }
                chance
            };
            let pairs = first.hits.iter().zip(&second.hits);
            [
                higher(&first.hits, &second.hits),
                higher(&second.hits, &first.hits),
                pairs.map(|(one, other)| one * other).sum(),
            ]
        }
    };
    // Who falls before its action does not act.
    let share = |falls: bool, chance: f64| if falls { [chance, 0.0] } else { [0.0, chance] };
    let [first_alone, both_before] = share(falls[1], before);
    let [second_alone, both_after] = share(falls[0], after);
    [
        first.miss * second.miss,
        first.hit * second.miss + first_alone,
        first.miss * second.hit + second_alone,
        at_once + both_before + both_after,
    ]
}
