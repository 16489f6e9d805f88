//! Chances of rolls and of attacks, by the defense rolls in force.

use super::super::super::fighters::Guard;
use super::super::fighter_sheet::AttackDice;
use evenodds_core::dice::{Distribution, FACES};
use std::cmp::Ordering;

/// Relevant levels of the defense rolls. Those of a fighter range from 0 to the lowest level that
/// no attack of the other hits, or to the highest possible roll if that is lower. A *cell* is a
/// pair of levels, one for each fighter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct DefenceLevels {
    /// Highest level of each fighter.
    pub(super) most: [usize; 2],
}

impl DefenceLevels {
    /// Returns the number of levels of the first fighter.
    pub(super) fn rows(self) -> usize {
        self.most[0] + 1
    }

    /// Returns the number of levels of the second fighter.
    pub(super) fn columns(self) -> usize {
        self.most[1] + 1
    }

    /// Returns the number of cells.
    pub(super) fn cells(self) -> usize {
        self.rows() * self.columns()
    }

    /// Returns the cell of the rolls of both fighters.
    pub(super) fn cell(self, rolls: [u32; 2]) -> usize {
        let [row, column] =
            [0, 1].map(|fighter: usize| (rolls[fighter] as usize).min(self.most[fighter]));
        row * self.columns() + column
    }
}

/// Chances of a defense roll; the highest level includes all higher rolls.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RollChances {
    /// Chance of each level.
    pub(super) exactly: Vec<f64>,
    /// Chance of each level or a lower one.
    pub(super) up_to: Vec<f64>,
}

impl RollChances {
    /// Computes the chances of a throw, with levels up to `most`.
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

/// Chances of the four results of two attacks: neither hits, the first hits, the second hits, both
/// hit.
pub(super) type Hits = [f64; 4];

/// Chances of an attack against one defense.
struct Against {
    /// Chance that the action dice have this sum and the attack would hit, by sum.
    hits: Vec<f64>,
    /// Chances that the attack would hit and would miss, summed separately so that an impossible
    /// result has a chance of exactly 0.
    hit: f64,
    miss: f64,
}

/// Chances of the sums of an attack's dice.
struct Attack {
    sum: Vec<f64>,
    /// Chance that the sum of the further dice is at least the index.
    tail: Vec<f64>,
}

impl Attack {
    fn new(attack_dice: AttackDice) -> Self {
        let dice = |count: u32| {
            Distribution::of_dice(count, FACES).unwrap_or_else(|| Distribution::certain(0))
        };
        let mut sum = vec![0.0; (FACES * attack_dice.action) as usize + 1];
        for (value, chance) in dice(attack_dice.action).probabilities() {
            sum[value as usize] = chance;
        }
        let other = dice(attack_dice.other);
        let whole = other.total() as f64;
        let tail = (0..=i64::from(FACES * attack_dice.other))
            .map(|value| other.at_least(value) as f64 / whole)
            .collect();
        Self { sum, tail }
    }

    /// Returns the chances against a defense that totals of `needed` or more hit.
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

/// Returns the chances of two attacks, by the cell of the defenses. `needed` is the total that hits
/// a defense roll of 0, for each defender. `falls` marks the fighters that one more hit puts out;
/// those take no further action.
pub(super) fn attacks(
    attack_dice: [Option<AttackDice>; 2],
    needed: [u32; 2],
    falls: [bool; 2],
    levels: DefenceLevels,
) -> Vec<Hits> {
    // Indexed by attacker, then by the level of the defender's roll.
    let sums = [0, 1].map(|fighter: usize| -> Option<Vec<Against>> {
        let attack = Attack::new(attack_dice[fighter]?);
        let levels = 0..=levels.most[1 - fighter];
        let base = needed[1 - fighter] as usize;
        Some(levels.map(|level| attack.against(base + level)).collect())
    });
    let order = match attack_dice {
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

/// Returns the chances of two attacks. The attack with more action dice takes place first; with
/// equal numbers, the one with the higher sum.
fn both(first: &Against, second: &Against, order: Ordering, falls: [bool; 2]) -> Hits {
    let would = first.hit * second.hit;
    // Chances that both would hit, with the first attack before, after, or simultaneous with the
    // second.
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
    // A fighter that falls loses its action if that has not yet taken place.
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
