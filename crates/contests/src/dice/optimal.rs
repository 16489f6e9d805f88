//! Optimal play: every side that looks ahead chooses what is best for its aim, with the choices of the
//! others known, except secret ones. Against `rollout`, it expects optimal play. Rounds are not limited.
//! `values` computes the values of the states.

use super::branches::{Branch, Edges, Forest, Target, Tree};
use super::decision::{Comparison, Decided};
use super::tree::{Decision, Explorer};
use super::values::{Sides, StateValues};
use super::{Aim, DiceContest};
use evenodds_dice::exact::{Limits, TooLarge};

/// Values of all states for all sides.
#[derive(Debug)]
pub struct Policy {
    explorer: Explorer,
    values: StateValues,
}

impl Policy {
    /// Solves a contest from its start, and from these states.
    ///
    /// # Errors
    /// Returns the quantity that is too large.
    pub fn solve(
        contest: &DiceContest,
        others: &[&[i64]],
        limits: Limits,
    ) -> Result<Self, TooLarge> {
        if let Some(reason) = contest.hidden_information() {
            return Err(TooLarge(reason));
        }
        let mut explorer = Explorer::new(contest, limits);
        for state in others {
            explorer.add_state(state);
        }
        let mut trees = Forest::default();
        while trees.len() < explorer.states().rows() {
            let tree = explorer.state_tree(contest, trees.len())?;
            explorer.keep(tree.bytes(), "the choices and the throws of all states")?;
            trees.push(tree);
            explorer.forecast(trees.len())?;
        }
        explorer.free();
        let sides = contest.parts.sides.iter().enumerate();
        let (ends, budget) = explorer.ends_and_budget();
        let least = |side: usize| {
            let least = ends
                .iter()
                .map(|values| values[side])
                .fold(f64::INFINITY, f64::min);
            if least.is_finite() { least } else { 0.0 }
        };
        let sides = Sides {
            optimal: (sides.clone())
                .filter(|(_, side)| side.looks_ahead())
                .map(|one| one.0)
                .collect(),
            least: sides
                .map(|(side, one)| match one.aim {
                    Aim::Outcome(_) => 0.0,
                    Aim::High(_) | Aim::Low(_) => least(side),
                })
                .collect(),
        };
        let values = StateValues::solve(&trees, ends, &sides, budget)?;
        Ok(Self { explorer, values })
    }

    /// Returns an upper bound of the bytes that are kept.
    pub fn bytes(&self) -> usize {
        self.explorer.bytes() + self.values.bytes()
    }

    /// Returns the number of steps that solving took.
    #[cfg(test)]
    pub fn taken(&self) -> u64 {
        self.explorer.taken()
    }

    /// Returns the row of a target of another explorer.
    fn row<'a>(
        &'a self,
        target: Target,
        (explorer, unknown): (&'a Explorer, &'a [f64]),
    ) -> &'a [f64] {
        match target {
            Target::State(state) | Target::Last(state, _) => {
                let state = self.explorer.states().index(explorer.states().key(state));
                state.map_or(unknown, |state| self.values.row(state))
            }
            Target::End(end) => explorer.end_values(end),
        }
    }

    /// Returns the states of a tree of `explorer` that do not follow from the start.
    pub fn missing<'a>(&self, explorer: &'a Explorer, tree: &Tree) -> Vec<&'a [i64]> {
        let ends = tree.view().branches().filter_map(|branch| match branch {
            Branch::Ends(edges) => Some(edges),
            Branch::Split(_) | Branch::Best(..) | Branch::Secret(_) => None,
        });
        let targets = ends.flat_map(Edges::targets);
        let states = targets.filter_map(|target| match target.0 {
            Target::State(state) | Target::Last(state, _) => Some(explorer.states().key(state)),
            Target::End(_) => None,
        });
        let known = self.explorer.states();
        states
            .filter(|state| known.index(state).is_none())
            .collect()
    }

    /// Returns how the rows of trees are compared.
    pub fn comparison(&self) -> Comparison {
        self.values.comparison()
    }

    /// Returns the rows of each branch of a tree of `explorer`.
    pub fn tree_values(&self, explorer: &Explorer, tree: &Tree) -> Vec<f64> {
        let unknown = vec![0.0; self.comparison().width()];
        let mut values = Vec::new();
        let other = (explorer, &unknown[..]);
        tree.view().values(
            self.comparison(),
            (&mut values, &mut Vec::new()),
            |target| self.row(target, other),
        );
        values
    }

    /// Returns how a side decides in a tree of `explorer`.
    pub fn decided(
        &self,
        explorer: &Explorer,
        tree: &Tree,
        side: usize,
        decisions: &[Decision],
    ) -> Vec<Decided> {
        let values = self.tree_values(explorer, tree);
        let decisions = decisions.iter();
        let each = decisions.map(|decision| {
            self.comparison()
                .decided(side, decision, (tree.view(), &values))
        });
        each.collect()
    }
}
