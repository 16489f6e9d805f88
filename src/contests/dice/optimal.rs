//! Optimal play: every side chooses what is best for its aim, with the choices of the others known.
//!
//! The value of a state is the probability of a side's outcome, or the mean of its metric, if all
//! optimal sides choose by these values and all others as their players do. It is computed by value
//! iteration from 0, from the states found last to the first, until no value changes by more than
//! the tolerance. Rounds are not limited.

use super::DiceContest;
use super::exact::TooLarge;
use super::tree::{Explorer, Target, Tree};

/// Largest change of a value in the last pass.
const TOLERANCE: f64 = 1e-13;
/// Maximum number of passes over all states.
const MOST_PASSES: usize = 100_000;
/// Difference of values from rounding, which does not decide.
const ROUNDING: f64 = 1e-12;

/// Values of all states for all sides.
#[derive(Debug)]
pub struct Policy {
    sides: usize,
    explorer: Explorer,
    /// Values by state, then side.
    values: Vec<f64>,
}

impl Policy {
    /// Solves a contest.
    ///
    /// # Errors
    /// Returns the quantity that is too large.
    pub fn solve(contest: &DiceContest) -> Result<Self, TooLarge> {
        let mut explorer = Explorer::new(contest);
        let mut trees = Vec::new();
        while trees.len() < explorer.states().len() {
            trees.push(explorer.state_tree(contest, trees.len())?);
        }
        let sides = contest.parts.sides.len();
        let mut policy = Self {
            sides,
            explorer,
            values: vec![0.0; trees.len() * sides],
        };
        policy.iterate(&trees)?;
        Ok(policy)
    }

    /// Computes the values of all states, which lead to `trees`.
    fn iterate(&mut self, trees: &[Tree]) -> Result<(), TooLarge> {
        for _ in 0..MOST_PASSES {
            let mut change: f64 = 0.0;
            self.explorer
                .take(trees.len(), "the passes over the states")?;
            // States that were found last lead to ends soonest.
            for (state, tree) in trees.iter().enumerate().rev() {
                let found = values_of(tree, self.sides, &|target| match target {
                    Target::State(state) => self.state_values(state),
                    Target::End(end) => self.explorer.end_values(end),
                });
                let stored = &mut self.values[state * self.sides..(state + 1) * self.sides];
                for (stored, value) in stored.iter_mut().zip(found) {
                    change = change.max((value - *stored).abs());
                    *stored = value;
                }
            }
            if change <= TOLERANCE {
                return Ok(());
            }
        }
        Err(TooLarge(format!(
            "the values of optimal play do not converge in {MOST_PASSES} passes"
        )))
    }

    fn state_values(&self, state: usize) -> &[f64] {
        &self.values[state * self.sides..(state + 1) * self.sides]
    }

    /// Returns the index of the best option for a side. The trees are those of `explorer`.
    pub fn best(&self, explorer: &Explorer, side: usize, options: &[Tree]) -> usize {
        let unknown = vec![0.0; self.sides];
        let values = |tree| {
            values_of(tree, self.sides, &|target| match target {
                Target::State(state) => {
                    let state = self.explorer.states().index(explorer.states().key(state));
                    state.map_or(&unknown[..], |state| self.state_values(state))
                }
                Target::End(end) => explorer.end_values(end),
            })
        };
        best(&options.iter().map(values).collect::<Vec<_>>(), side)
    }
}

/// Returns the values of the sides in a tree.
fn values_of<'a>(tree: &Tree, sides: usize, of_target: &impl Fn(Target) -> &'a [f64]) -> Vec<f64> {
    let mut sums = vec![0.0; sides];
    let mut add = |chance: f64, values: &[f64]| {
        for (sum, value) in sums.iter_mut().zip(values) {
            *sum += chance * value;
        }
    };
    match tree {
        Tree::Chance(targets) => {
            for &(target, chance) in targets {
                add(chance, of_target(target));
            }
        }
        Tree::Seen(parts) => {
            for (chance, part) in parts {
                add(*chance, &values_of(part, sides, of_target));
            }
        }
        Tree::Best(side, options) => {
            let options = options
                .iter()
                .map(|option| values_of(option, sides, of_target));
            let mut options: Vec<Vec<f64>> = options.collect();
            return options.swap_remove(best(&options, *side));
        }
    }
    sums
}

/// Returns the index of the option with the highest value for a side; the first of equal ones.
fn best(options: &[Vec<f64>], side: usize) -> usize {
    (1..options.len()).fold(0, |best, other| {
        if options[other][side] > options[best][side] + ROUNDING {
            other
        } else {
            best
        }
    })
}
