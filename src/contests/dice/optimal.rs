//! Optimal play: every side chooses what is best for its aim, with the choices of the others known.
//!
//! The value of a state is the probability of a side's outcome, or the mean of its metric, if all
//! optimal sides choose by these values and all others as their players do. It is computed by value
//! iteration from 0, from the states found last to the first, until no value changes by more than
//! the tolerance. Rounds are not limited.

use super::DiceContest;
use super::exact::TooLarge;
use super::tree::{Branch, Explorer, Target, Tree};

/// Largest change of a value in the last pass.
const TOLERANCE: f64 = 1e-13;
/// Maximum number of passes over all states.
const MOST_PASSES: usize = 100_000;

/// Values of all states for all sides.
#[derive(Debug)]
pub struct Policy {
    sides: usize,
    explorer: Explorer,
    /// Values by state, then side.
    values: Vec<f64>,
}

impl Policy {
    /// Solves a contest from its start, and from these states.
    ///
    /// # Errors
    /// Returns the quantity that is too large.
    pub fn solve(contest: &DiceContest, others: &[&[i64]]) -> Result<Self, TooLarge> {
        let mut explorer = Explorer::new(contest);
        for state in others {
            explorer.add_state(state);
        }
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
        let branches = trees.iter().map(|tree| tree.branches.len()).sum();
        let mut found = Vec::new();
        for _ in 0..MOST_PASSES {
            let mut change: f64 = 0.0;
            self.explorer.take(branches, "the passes over the states")?;
            // States that were found last lead to ends soonest.
            for (state, tree) in trees.iter().enumerate().rev() {
                tree.values(self.sides, &mut found, |target| match target {
                    Target::State(state) => self.state_values(state),
                    Target::End(end) => self.explorer.end_values(end),
                });
                let start = &found[found.len() - self.sides..];
                let stored = &mut self.values[state * self.sides..(state + 1) * self.sides];
                for (stored, value) in stored.iter_mut().zip(start) {
                    change = change.max((value - *stored).abs());
                    *stored = *value;
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

    /// Returns the states of a tree of `explorer` that do not follow from the start.
    pub fn missing<'a>(&self, explorer: &'a Explorer, tree: &Tree) -> Vec<&'a [i64]> {
        let targets = tree.branches.iter().flat_map(|branch| match branch {
            Branch::Ends(targets) => &targets[..],
            Branch::Split(_) | Branch::Best(..) => &[],
        });
        let states = targets.filter_map(|target| match target.0 {
            Target::State(state) => Some(explorer.states().key(state)),
            Target::End(_) => None,
        });
        let known = self.explorer.states();
        states
            .filter(|state| known.index(state).is_none())
            .collect()
    }

    /// Returns the values of the sides at each branch of a tree of `explorer`, by branch, then side.
    pub fn tree_values(&self, explorer: &Explorer, tree: &Tree) -> Vec<f64> {
        let unknown = vec![0.0; self.sides];
        let mut values = Vec::new();
        tree.values(self.sides, &mut values, |target| match target {
            Target::State(state) => {
                let state = self.explorer.states().index(explorer.states().key(state));
                state.map_or(&unknown[..], |state| self.state_values(state))
            }
            Target::End(end) => explorer.end_values(end),
        });
        values
    }
}
