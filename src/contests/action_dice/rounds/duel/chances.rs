//! The chances of rolls and of attacks, over the defence rolls in force.

use super::super::Guard;
use super::super::sheet::Blow;
use crate::dice::{Distribution, FACES};

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

/// At position s the chance that the action dice of an attack make s, and that it would hit.
type Sums = Vec<f64>;

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
    fn against(&self, needed: usize) -> Sums {
        let sums = self.sum.iter().enumerate();
        let hit = sums.map(|(sum, chance)| {
            let tail = match needed.checked_sub(sum) {
                Some(rest) => self.tail.get(rest).copied().unwrap_or(0.0),
                None => 1.0,
            };
            chance * tail
        });
        hit.collect()
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
    let sums = [0, 1].map(|who: usize| -> Option<Vec<Sums>> {
        let attack = Attack::new(blows[who]?);
        let levels = 0..=levels.most[1 - who];
        let base = needed[1 - who] as usize;
        Some(levels.map(|level| attack.against(base + level)).collect())
    });
    let order = match blows {
        [Some(first), Some(second)] => first.action.cmp(&second.action),
        _ => std::cmp::Ordering::Equal,
    };
    let mut cells = Vec::with_capacity(levels.cells());
    for row in 0..levels.rows() {
        for column in 0..levels.columns() {
            cells.push(match &sums {
                [None, None] => [1.0, 0.0, 0.0, 0.0],
                [Some(first), None] => {
                    let hit: f64 = first[column].iter().sum();
                    [1.0 - hit, hit, 0.0, 0.0]
                }
                [None, Some(second)] => {
                    let hit: f64 = second[row].iter().sum();
                    [1.0 - hit, 0.0, hit, 0.0]
                }
                [Some(first), Some(second)] => both(&first[column], &second[row], order, falls),
            });
        }
    }
    cells
}

/// Two attacks, of which the one with more action dice comes first, of as many that with the higher sum.
fn both(first: &Sums, second: &Sums, order: std::cmp::Ordering, falls: [bool; 2]) -> Hits {
    let whole = |sums: &[f64]| -> f64 { sums.iter().sum() };
    let (one, other) = (whole(first), whole(second));
    // The chances that both would hit, and of those in which one comes before the other.
    let (before, after) = match order {
        std::cmp::Ordering::Greater => (one * other, 0.0),
        std::cmp::Ordering::Less => (0.0, one * other),
        std::cmp::Ordering::Equal => {
            let higher = |high: &[f64], low: &[f64]| {
                let (mut below, mut chance) = (0.0, 0.0);
                for (sum, hit) in high.iter().enumerate() {
                    chance += hit * below;
                    below += low.get(sum).copied().unwrap_or(0.0);
                }
                chance
            };
            (higher(first, second), higher(second, first))
        }
    };
    // Who falls before its action does not act.
    let first_alone = if falls[1] { before } else { 0.0 };
    let second_alone = if falls[0] { after } else { 0.0 };
    let both = one * other;
    [
        (1.0 - one) * (1.0 - other),
        one - both + first_alone,
        other - both + second_alone,
        both - first_alone - second_alone,
    ]
}
