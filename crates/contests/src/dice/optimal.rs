//! Optimal play: every side chooses what is best for its aim, with the choices of the others known,
//! except secret ones.
//!
//! The value of a state is the probability of a side's outcome, or the mean of its metric, if all
//! optimal sides choose by these values and all others as their players do. It is computed by value
//! iteration from the least value of an end, one component of states that lead to each other after
//! another, each after those that it leads to. So a contest that does not end has the least value.
//! Rounds are not limited.
//!
//! Between actions of equal value, the probability of an end and then the number of steps to it
//! decide, which are computed in the same way (see [`Ties`]). If the values of other sides depend on
//! that, all is repeated until it does not change.

use super::Aim;
use super::DiceContest;
use super::branches::{Branch, Components, Edges, Forest, Target, Tree};
use super::decision::{Comparison, Decided, Ties};
use super::tree::{Decision, Explorer};
use evenodds_dice::exact::{Limits, TooLarge};

/// Largest change of a value in the last pass over a component, relative to the largest value of an
/// end. Values of later components add up such changes of those that they lead to.
const TOLERANCE: f64 = 1e-14;
/// The same for what decides between equally good actions.
const LOOSE_TOLERANCE: f64 = 1e-11;
/// Maximum number of passes over the states of a component.
const MOST_PASSES: usize = 1_000_000;
/// Number of passes from which the rate of convergence is computed.
const PASSES_OF_RATE: usize = 8;
/// Parts of branches that take as long as a state does besides its own.
const PARTS_OF_STATE: usize = 4;
/// Quantity of a budget.
const PASSES: &str = "the passes over the states";
/// Number of values that one step of the budget adds.
const VALUES_OF_STEP: usize = 8;
/// Maximum number of times that values are computed again after ties are decided.
const MOST_REPEATS: usize = 20;

/// Values of all states for all sides.
#[derive(Debug)]
pub struct Policy {
    comparison: Comparison,
    explorer: Explorer,
    /// Rows by state; see [`Comparison`].
    values: Vec<f64>,
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
        explorer.keep(
            Components::BYTES_OF_STATE * trees.len(),
            "the states of the contest",
        )?;
        explorer.take(trees.parts(), "the states of the contest")?;
        explorer.free();
        let components = trees.components();
        let trees = &(trees, components);
        let sides = contest.parts.sides.len();
        let comparison = Comparison {
            sides,
            ties: Ties::Soon,
        };
        let numbers = trees.0.len() * comparison.width();
        // Those of two optimal sides are compared with the values before.
        explorer.keep(16 * numbers, "the values of all states")?;
        let mut policy = Self {
            comparison,
            explorer,
            values: vec![0.0; numbers],
        };
        let optimal: Vec<usize> = (0..sides)
            .filter(|&side| contest.parts.sides[side].is_optimal())
            .collect();
        let least: Vec<f64> = (contest.parts.sides.iter().enumerate())
            .map(|(side, one)| match one.aim {
                Aim::Outcome(_) => 0.0,
                Aim::High(_) | Aim::Low(_) => policy.least(side),
            })
            .collect();
        policy.solve_sides(trees, &least, Ties::Lot)?;
        if !policy.has_ties(&trees.0) {
            return Ok(policy);
        }
        for _ in 0..MOST_REPEATS {
            policy.solve_end(trees, sides)?;
            policy.solve_end(trees, sides + 1)?;
            if optimal.len() < 2 {
                return Ok(policy);
            }
            let before = policy.values.clone();
            policy.solve_sides(trees, &least, Ties::Soon)?;
            let width = comparison.width();
            let is_equal = |(one, other): (&[f64], &[f64])| {
                let mut sides = optimal.iter();
                sides.all(|&side| {
                    (one[side] - other[side]).abs() <= LOOSE_TOLERANCE * one[side].abs().max(1.0)
                })
            };
            let mut states = before.chunks(width).zip(policy.values.chunks(width));
            if states.all(is_equal) {
                return Ok(policy);
            }
        }
        Err(TooLarge(
            "the choices of the sides among equally good ones affect each other without end"
                .to_owned(),
        ))
    }

    /// Returns an upper bound of the bytes that are kept.
    pub fn bytes(&self) -> usize {
        self.explorer.bytes() + 8 * self.values.len()
    }

    /// Returns the number of steps that solving took.
    #[cfg(test)]
    pub fn taken(&self) -> u64 {
        self.explorer.taken()
    }

    /// Returns the least value of an end for a side.
    fn least(&self, side: usize) -> f64 {
        let ends = self.explorer.all_end_values().iter();
        let least = ends
            .map(|values| values[side])
            .fold(f64::INFINITY, f64::min);
        if least.is_finite() { least } else { 0.0 }
    }

    /// Computes the values for the sides, from the least ones.
    fn solve_sides(
        &mut self,
        trees: &(Forest, Components),
        least: &[f64],
        ties: Ties,
    ) -> Result<(), TooLarge> {
        for row in self.values.chunks_mut(self.comparison.width()) {
            row[..least.len()].copy_from_slice(least);
        }
        let ends = self.explorer.all_end_values().iter();
        let sizes = ends.flat_map(|values| values[..least.len()].iter().map(|value| value.abs()));
        let scale = sizes.fold(1.0, f64::max);
        self.iterate(trees, 0..least.len(), ties, TOLERANCE * scale)
    }

    /// Computes the probability of an end, or the steps to it, in the column after the sides.
    fn solve_end(&mut self, trees: &(Forest, Components), column: usize) -> Result<(), TooLarge> {
        let is_steps = column > self.comparison.sides;
        let ties = if is_steps { Ties::Soon } else { Ties::End };
        for row in self.values.chunks_mut(self.comparison.width()) {
            row[column] = 0.0;
        }
        self.iterate(trees, column..column + 1, ties, LOOSE_TOLERANCE)
    }

    /// Computes columns of the rows of all states, which lead to `trees`, until none changes by more
    /// than the tolerance.
    fn iterate(
        &mut self,
        (trees, components): &(Forest, Components),
        columns: std::ops::Range<usize>,
        ties: Ties,
        tolerance: f64,
    ) -> Result<(), TooLarge> {
        let comparison = Comparison {
            ties,
            ..self.comparison
        };
        let mut found = Vec::new();
        let mut finished = 0;
        self.explorer.restart_forecast();
        for component in components.iter() {
            let parts = component
                .iter()
                .map(|&state| trees.parts_of(state as usize));
            let steps = PARTS_OF_STATE * component.len() + parts.sum::<usize>();
            let steps = 1 + steps * comparison.width() / VALUES_OF_STEP;
            let is_loop = component.len() > 1 || trees.is_loop(component[0] as usize);
            let mut changes = [f64::INFINITY; PASSES_OF_RATE];
            for pass in 0.. {
                if pass == MOST_PASSES {
                    return Err(TooLarge(format!(
                        "the values of optimal play do not converge in {MOST_PASSES} passes"
                    )));
                }
                self.explorer.take(steps, PASSES)?;
                let [change, largest] =
                    self.pass((trees, component), columns.clone(), comparison, &mut found);
                if !is_loop || change <= f64::EPSILON * largest {
                    break;
                }
                // The changes that are left sum up to a geometric series.
                let before = changes[(pass + PASSES_OF_RATE - 1) % PASSES_OF_RATE];
                let ratio = (change / before).clamp(0.0, 1.0 - f64::EPSILON);
                if change.max(change * ratio / (1.0 - ratio)) <= tolerance {
                    break;
                }
                let place = pass % PASSES_OF_RATE;
                let rate = (change / changes[place]).ln() / PASSES_OF_RATE as f64;
                if rate < 0.0 && rate.is_finite() {
                    let passes = (tolerance / change).ln() / rate;
                    self.explorer.allows((passes, steps), PASSES)?;
                }
                changes[place] = change;
            }
            finished += component.len();
            self.explorer.forecast_of((finished, trees.len()), PASSES)?;
        }
        Ok(())
    }

    /// Computes columns of the rows of the states of a component once. Returns the largest change
    /// of a value, and the largest value, at least 1.
    fn pass(
        &mut self,
        (trees, component): (&Forest, &[u32]),
        columns: std::ops::Range<usize>,
        comparison: Comparison,
        found: &mut Vec<f64>,
    ) -> [f64; 2] {
        let width = self.comparison.width();
        let (mut change, mut largest) = (0.0_f64, 1.0_f64);
        // States that were found last lead to ends soonest.
        for &state in component {
            let tree = trees.tree(state as usize);
            tree.values(comparison, found, |target| self.row(target, None));
            let start = &found[found.len() - comparison.width()..];
            let stored = &mut self.values[state as usize * width..][..width];
            for column in columns.clone() {
                let mut value = start[column];
                // A step takes the time of one step until the end.
                if column > comparison.sides {
                    value += start[column - 1];
                }
                change = change.max((value - stored[column]).abs());
                largest = largest.max(value.abs());
                stored[column] = value;
            }
        }
        [change, largest]
    }

    /// Returns whether a side has equally good actions somewhere.
    fn has_ties(&self, trees: &Forest) -> bool {
        let comparison = Comparison {
            ties: Ties::Lot,
            ..self.comparison
        };
        let width = comparison.width();
        let (mut found, mut tied) = (Vec::new(), Vec::new());
        trees.trees().any(|tree| {
            tree.values(comparison, &mut found, |target| self.row(target, None));
            tree.branches().any(|branch| {
                let Branch::Best(side, options) = branch else {
                    return false;
                };
                let row = |option: usize| &found[options[option] as usize * width..][..width];
                comparison.best(options.len(), side, row, &mut tied);
                tied.len() > 1
            })
        })
    }

    /// Returns the row of a target of another explorer, or of this one.
    fn row<'a>(&'a self, target: Target, other: Option<(&'a Explorer, &'a [f64])>) -> &'a [f64] {
        let width = self.comparison.width();
        match (target, other) {
            (Target::State(state) | Target::Last(state, _), None) => {
                &self.values[state * width..][..width]
            }
            (Target::State(state) | Target::Last(state, _), Some((explorer, unknown))) => {
                let state = self.explorer.states().index(explorer.states().key(state));
                state.map_or(unknown, |state| &self.values[state * width..][..width])
            }
            (Target::End(end), None) => self.explorer.end_values(end),
            (Target::End(end), Some((explorer, _))) => explorer.end_values(end),
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
        self.comparison
    }

    /// Returns the rows of each branch of a tree of `explorer`.
    pub fn tree_values(&self, explorer: &Explorer, tree: &Tree) -> Vec<f64> {
        let unknown = vec![0.0; self.comparison.width()];
        let mut values = Vec::new();
        let other = Some((explorer, &unknown[..]));
        tree.view().values(self.comparison, &mut values, |target| {
            self.row(target, other)
        });
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
            self.comparison
                .decided(side, decision, (tree.view(), &values))
        });
        each.collect()
    }
}
