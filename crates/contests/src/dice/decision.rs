//! Choices among actions: the best one, equally good ones, and secret choices of two sides.
//!
//! Of equally good actions, optimal play takes one from which the contest ends most surely, of these
//! one from which it ends soonest, and of these one by lot. So it never waits where acting is as
//! good, whatever the order of the actions.

use super::branches::{Branch, TreeView};
use super::tree::{Actions, Decision};
use evenodds_core::stats::central_equilibrium;

/// Relative difference below which values are equal, since it can come from rounding.
const ROUNDING: f64 = 1e-12;
/// Relative difference below which probabilities and times of the end are equal; they are computed
/// less precisely.
const LOOSE_ROUNDING: f64 = 1e-9;

/// Rule that decides between equally good actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ties {
    /// A lot.
    Lot,
    /// The probability of an end, then a lot.
    End,
    /// The probability of an end, then the expected number of steps to it, then a lot.
    Soon,
}

/// Comparison of actions by rows of numbers: the value for each side; from [`Ties::End`] on the
/// probability of an end; with [`Ties::Soon`] the number of steps to it, times its probability.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    pub sides: usize,
    pub ties: Ties,
}

/// Values of actions for the side that chooses.
#[derive(Clone, Debug, Default)]
pub struct Decided {
    /// Value of each action.
    pub values: Vec<f64>,
    /// Probability with which optimal play takes each action.
    pub weights: Vec<f64>,
}

impl Comparison {
    /// Returns the length of a row.
    pub fn width(self) -> usize {
        self.sides + self.ties as usize
    }

    /// Sets `tied` to the actions of which a side takes one by lot. `row` returns the row of an
    /// action.
    #[inline]
    pub fn best<'a>(
        self,
        count: usize,
        side: usize,
        row: impl Fn(usize) -> &'a [f64],
        tied: &mut Vec<usize>,
    ) {
        let highest = (0..count).fold(f64::NEG_INFINITY, |highest, action| {
            highest.max(row(action)[side])
        });
        let least = highest - ROUNDING * highest.abs().max(1.0);
        tied.clear();
        for action in 0..count {
            if row(action)[side] >= least {
                tied.push(action);
            }
        }
        if self.ties >= Ties::End && tied.len() > 1 {
            keep_highest(tied, LOOSE_ROUNDING, |action| row(action)[self.sides]);
        }
        if self.ties >= Ties::Soon && tied.len() > 1 {
            keep_highest(tied, LOOSE_ROUNDING, |action| -row(action)[self.sides + 1]);
        }
    }

    /// Returns the values of the actions of a decision, and how optimal play chooses. `values` are
    /// those of the tree, by branch.
    pub fn decided(
        self,
        side: usize,
        decision: &Decision,
        (tree, values): (TreeView<'_>, &[f64]),
    ) -> Decided {
        let width = self.width();
        let row = |branch: usize| &values[branch * width..][..width];
        let (by_action, joint) = match &decision.actions {
            Actions::Each(branches) => {
                let mut tied = Vec::new();
                self.best(
                    branches.len(),
                    side,
                    |action| row(branches[action]),
                    &mut tied,
                );
                return Decided {
                    values: branches.iter().map(|&branch| row(branch)[side]).collect(),
                    weights: lot(branches.len(), &tied),
                };
            }
            Actions::Joint(rows) => (rows, tree.branches().next_back()),
        };
        // Values and weights of the joint choices of the side.
        let (joint_values, joint_weights): (Vec<f64>, Vec<f64>) = match joint {
            Some(Branch::Best(chooser, _)) if chooser != side => {
                let value = row(tree.len() - 1)[side];
                (vec![value], vec![1.0])
            }
            Some(Branch::Best(_, branches)) => {
                let mut tied = Vec::new();
                let row = |one: usize| row(branches[one] as usize);
                self.best(branches.len(), side, row, &mut tied);
                let values = (0..branches.len()).map(|one| row(one)[side]);
                (values.collect(), lot(branches.len(), &tied))
            }
            Some(Branch::Secret(secret)) => {
                let [own, other] = secret.mixes(row);
                let is_row = side == secret.sides[0];
                let (own, other) = if is_row { (own, other) } else { (other, own) };
                let value = |one: usize| {
                    let others = other.iter().enumerate();
                    let each = others.map(|(opposed, weight)| {
                        let place = if is_row {
                            secret.place(one, opposed)
                        } else {
                            secret.place(opposed, one)
                        };
                        weight * row(secret.options[place])[side]
                    });
                    each.sum::<f64>()
                };
                ((0..own.len()).map(value).collect(), own)
            }
            _ => return Decided::default(),
        };
        let best = |rows: &Vec<usize>| {
            let values = rows.iter().map(|&one| joint_values[one]);
            values.fold(f64::NEG_INFINITY, f64::max)
        };
        let values: Vec<f64> = by_action.iter().map(best).collect();
        let weight = |rows: &Vec<usize>| rows.iter().map(|&one| joint_weights[one]).sum::<f64>();
        let weights: Vec<f64> = by_action.iter().map(weight).collect();
        let sum: f64 = weights.iter().sum();
        let weights = if sum > 0.0 {
            weights.iter().map(|weight| weight / sum).collect()
        } else {
            let mut tied: Vec<usize> = (0..values.len()).collect();
            keep_highest(&mut tied, ROUNDING, |action| values[action]);
            lot(values.len(), &tied)
        };
        Decided { values, weights }
    }
}

/// Keeps the items with the highest number, up to rounding.
#[inline]
fn keep_highest(items: &mut Vec<usize>, rounding: f64, number: impl Fn(usize) -> f64) {
    let highest = items.iter().map(|&item| number(item));
    let highest = highest.fold(f64::NEG_INFINITY, f64::max);
    let least = highest - rounding * highest.abs().max(1.0);
    items.retain(|&item| number(item) >= least);
}

/// Returns the probabilities of `count` actions of which one of `tied` is taken by lot.
fn lot(count: usize, tied: &[usize]) -> Vec<f64> {
    let mut weights = vec![0.0; count];
    for &one in tied {
        weights[one] = 1.0 / tied.len() as f64;
    }
    weights
}

/// Secret choices of two sides with opposite aims.
pub struct Secret {
    /// The side that chooses the row, and the one that chooses the column.
    pub sides: [usize; 2],
    /// Number of columns.
    pub columns: usize,
    /// The branch of each row and column, row by row.
    pub options: Vec<usize>,
}

impl Secret {
    /// Returns the place of a row and a column.
    pub fn place(&self, row: usize, column: usize) -> usize {
        row * self.columns + column
    }

    /// Returns the probabilities of the rows and those of the columns in optimal play. Each side
    /// maximizes its lead over the other.
    pub fn mixes<'a>(&self, row: impl Fn(usize) -> &'a [f64]) -> [Vec<f64>; 2] {
        let lead = |&branch: &usize| row(branch)[self.sides[0]] - row(branch)[self.sides[1]];
        let rows = self.options.chunks(self.columns);
        let matrix: Vec<Vec<f64>> = rows.map(|row| row.iter().map(lead).collect()).collect();
        // There is an equilibrium: the numbers are finite, and both sides have a choice.
        central_equilibrium(&matrix).map_or_else(Default::default, |one| [one.rows, one.columns])
    }
}
