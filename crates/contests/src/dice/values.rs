//! Values of states for sides that choose what is best for them: value iteration.
//!
//! The value of a state is the probability of a side's outcome, or the mean of its metric, if all
//! optimal sides choose by these values and all others as their players do. It is computed from the
//! value of a contest that never ends, one component of states that lead to each other after another,
//! each after those that it leads to.
//!
//! Between actions of equal value, the probability of an end and then the number of steps to it
//! decide, which are computed in the same way (see [`Ties`]). If the values of other sides depend on
//! that, all is repeated until it does not change.

use super::branches::{Branch, Components, Forest, Target};
use super::decision::{Comparison, Ties};
use evenodds_dice::exact::{Budget, TooLarge};

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

/// Sides of a contest.
#[derive(Clone, Debug)]
pub struct Sides {
    /// Those that choose what is best for them, ascending.
    pub optimal: Vec<usize>,
    /// The value of a contest that never ends for each side.
    pub least: Vec<f64>,
}

/// Values of the states of trees.
#[derive(Debug)]
pub struct StateValues {
    comparison: Comparison,
    /// Rows by state; see [`Comparison`].
    rows: Vec<f64>,
}

/// A computation of values.
struct Iteration<'a> {
    values: StateValues,
    trees: &'a Forest,
    components: Components,
    /// Rows of the ends.
    ends: &'a [Vec<f64>],
    budget: &'a mut Budget,
}

impl StateValues {
    /// Computes the values of the states with these trees. `ends` has a row for each end: the values
    /// for the sides, then 1 and 0.
    ///
    /// # Errors
    /// Returns the quantity that is too large.
    pub fn solve(
        trees: &Forest,
        ends: &[Vec<f64>],
        sides: &Sides,
        budget: &mut Budget,
    ) -> Result<Self, TooLarge> {
        let quantity = || "the states of the contest".to_owned();
        budget.keep(Components::BYTES_OF_STATE * trees.len(), quantity)?;
        budget.take(trees.parts() as u64, quantity)?;
        let comparison = Comparison {
            sides: sides.least.len(),
            ties: Ties::Soon,
        };
        let numbers = trees.len() * comparison.width();
        // Those of two optimal sides are compared with the values before.
        budget.keep(16 * numbers, || "the values of all states".to_owned())?;
        let mut iteration = Iteration {
            values: Self {
                comparison,
                rows: vec![0.0; numbers],
            },
            trees,
            components: trees.components(),
            ends,
            budget,
        };
        iteration.solve(sides)?;
        Ok(iteration.values)
    }

    /// Returns how the rows are compared.
    pub fn comparison(&self) -> Comparison {
        self.comparison
    }

    /// Returns the row of a state.
    #[inline]
    pub fn row(&self, state: usize) -> &[f64] {
        let width = self.comparison.width();
        &self.rows[state * width..][..width]
    }

    /// Returns the number of bytes that are kept.
    pub fn bytes(&self) -> usize {
        8 * self.rows.len()
    }
}

impl Iteration<'_> {
    fn solve(&mut self, sides: &Sides) -> Result<(), TooLarge> {
        let count = sides.least.len();
        self.solve_sides(&sides.least, Ties::Lot)?;
        if !self.has_ties() {
            return Ok(());
        }
        for _ in 0..MOST_REPEATS {
            self.solve_end(count)?;
            self.solve_end(count + 1)?;
            if sides.optimal.len() < 2 {
                return Ok(());
            }
            let before = self.values.rows.clone();
            self.solve_sides(&sides.least, Ties::Soon)?;
            let width = self.values.comparison.width();
            let is_equal = |(one, other): (&[f64], &[f64])| {
                let mut optimal = sides.optimal.iter();
                optimal.all(|&side| {
                    (one[side] - other[side]).abs() <= LOOSE_TOLERANCE * one[side].abs().max(1.0)
                })
            };
            let mut states = before.chunks(width).zip(self.values.rows.chunks(width));
            if states.all(is_equal) {
                return Ok(());
            }
        }
        Err(TooLarge(
            "the choices of the sides among equally good ones affect each other without end"
                .to_owned(),
        ))
    }

    /// Computes the values for the sides, from the least ones.
    fn solve_sides(&mut self, least: &[f64], ties: Ties) -> Result<(), TooLarge> {
        let width = self.values.comparison.width();
        for row in self.values.rows.chunks_mut(width) {
            row[..least.len()].copy_from_slice(least);
        }
        let ends = self.ends.iter();
        let sizes = ends.flat_map(|values| values[..least.len()].iter().map(|value| value.abs()));
        let scale = sizes.fold(1.0, f64::max);
        self.iterate(0..least.len(), ties, TOLERANCE * scale)
    }

    /// Computes the probability of an end, or the steps to it, in the column after the sides.
    fn solve_end(&mut self, column: usize) -> Result<(), TooLarge> {
        let Comparison { sides, .. } = self.values.comparison;
        let is_steps = column > sides;
        let ties = if is_steps { Ties::Soon } else { Ties::End };
        let width = self.values.comparison.width();
        for row in self.values.rows.chunks_mut(width) {
            row[column] = 0.0;
        }
        self.iterate(column..column + 1, ties, LOOSE_TOLERANCE)
    }

    /// Computes columns of the rows of all states until none changes by more than the tolerance.
    fn iterate(
        &mut self,
        columns: std::ops::Range<usize>,
        ties: Ties,
        tolerance: f64,
    ) -> Result<(), TooLarge> {
        let comparison = Comparison {
            ties,
            ..self.values.comparison
        };
        let quantity = || PASSES.to_owned();
        let mut found = Vec::new();
        let mut finished = 0;
        self.budget.restart_forecast();
        for component in self.components.iter() {
            let parts = component
                .iter()
                .map(|&state| self.trees.parts_of(state as usize));
            let steps = PARTS_OF_STATE * component.len() + parts.sum::<usize>();
            let steps = 1 + steps * comparison.width() / VALUES_OF_STEP;
            let is_loop = component.len() > 1 || self.trees.is_loop(component[0] as usize);
            let mut changes = [f64::INFINITY; PASSES_OF_RATE];
            for pass in 0.. {
                if pass == MOST_PASSES {
                    return Err(TooLarge(format!(
                        "the values of optimal play do not converge in {MOST_PASSES} passes"
                    )));
                }
                self.budget.take(steps as u64, quantity)?;
                let parts = (self.trees, component, self.ends);
                let [change, largest] =
                    (self.values).pass(parts, columns.clone(), comparison, &mut found);
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
                    self.budget.allows((passes, steps as u64), quantity)?;
                }
                changes[place] = change;
            }
            finished += component.len();
            self.budget
                .forecast((finished, self.trees.len()), quantity)?;
        }
        Ok(())
    }

    /// Returns whether a side has equally good actions somewhere.
    fn has_ties(&self) -> bool {
        let comparison = Comparison {
            ties: Ties::Lot,
            ..self.values.comparison
        };
        let width = comparison.width();
        let (mut found, mut tied) = (Vec::new(), Vec::new());
        self.trees.trees().any(|tree| {
            tree.values(comparison, &mut found, |target| {
                self.values.of(target, self.ends)
            });
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
}

impl StateValues {
    /// Returns the row of a target.
    #[inline]
    pub fn of<'a>(&'a self, target: Target, ends: &'a [Vec<f64>]) -> &'a [f64] {
        match target {
            Target::State(state) | Target::Last(state, _) => self.row(state),
            Target::End(end) => &ends[end],
        }
    }

    /// Computes columns of the rows of the states of a component once. Returns the largest change
    /// of a value, and the largest value, at least 1.
    fn pass(
        &mut self,
        (trees, component, ends): (&Forest, &[u32], &[Vec<f64>]),
        columns: std::ops::Range<usize>,
        comparison: Comparison,
        found: &mut Vec<f64>,
    ) -> [f64; 2] {
        let width = self.comparison.width();
        let (mut change, mut largest) = (0.0_f64, 1.0_f64);
        // States that were found last lead to ends soonest.
        for &state in component {
            let tree = trees.tree(state as usize);
            tree.values(comparison, found, |target| self.of(target, ends));
            let start = &found[found.len() - comparison.width()..];
            let stored = &mut self.rows[state as usize * width..][..width];
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
}
