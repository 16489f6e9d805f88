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

use super::branches::{Branch, Components, Forest, Target, mix};
use super::decision::{Comparison, Ties};
use evenodds_dice::exact::{Budget, TooLarge};
use std::ops::Range;

/// Largest change of a value in the last pass over a component, relative to the largest value of an
/// end. Values of later components add up such changes of those that they lead to.
const TOLERANCE: f64 = 1e-14;
/// Largest such change of the columns that decide between equally good actions.
const LOOSE_TOLERANCE: f64 = 1e-11;
/// Maximum number of passes over the states of a component.
const MOST_PASSES: usize = 1_000_000;
/// Number of passes from which the rate of convergence is computed.
const PASSES_OF_RATE: usize = 8;
/// Minimum number of passes with the same choices before values are extrapolated.
const LEAST_SAME: u32 = 2;
/// Number of failed extrapolations of a component after which there are no more.
const MOST_FAILURES: u32 = 3;
/// Largest accepted ratio of the sums of the squares of the changes after an extrapolation and before.
const LEAST_GAIN: f64 = 0.25;
/// Minimum number of passes that an extrapolation must save.
const LEAST_SAVED: i32 = 3;
/// Parts of branches that take as long as a state does besides its own.
const PARTS_OF_STATE: usize = 4;
/// Name of the quantity in the message about an exceeded budget.
const PASSES: &str = "the passes over the states";
/// Number of values that one step of the budget adds.
const VALUES_OF_STEP: usize = 8;
/// Maximum number of times that values are computed again after ties are decided.
const MOST_REPEATS: usize = 20;

/// Sides of a contest.
#[derive(Clone, Debug)]
pub struct Sides {
    /// Indices of the sides that choose what is best for them, ascending.
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

/// Result of a pass over the states of a component.
#[derive(Clone, Copy, Default)]
struct Pass {
    /// Largest change of a value.
    change: f64,
    /// Largest value, at least 1.
    largest: f64,
    /// Hash of the actions that sides take.
    choices: u64,
    /// Sum of the squares of the changes.
    squares: f64,
    /// Sum of the squares of the changes in the pass before.
    squares_before: f64,
    /// Sum of the products of the changes with those of the pass before.
    products: f64,
}

/// Memory of passes over the states of a component.
#[derive(Default)]
struct Memory {
    found: Vec<f64>,
    tied: Vec<usize>,
    /// Change of each value in the last pass.
    changes: Vec<f64>,
    /// Values before the first extrapolation.
    plain: Vec<f64>,
}

/// Extrapolation of the values of a component by their changes (Aitken's method).
///
/// If the choices stay the same, each pass is the same affine map. Its changes shrink by its largest
/// eigenvalue in the end, and sum up to a multiple of the last ones. What the map leaves as it is,
/// such as the values of states among which a contest can stay forever, has no part in a change. So
/// passes from extrapolated values have the limit of passes from the values before, if they make the
/// same choices. Otherwise the values before are restored, and the least solution is not missed.
#[derive(Default)]
struct Extrapolation {
    /// Hash of the choices of the last pass.
    choices: u64,
    /// Number of passes that made the choices of the pass before, since values were extrapolated.
    same: u32,
    /// Number of times that values were restored.
    failures: u32,
    /// True if the values are extrapolated.
    is_ahead: bool,
    /// Factor by which changes shrink, if the values are extrapolated.
    rate: f64,
    /// Sum of the squares of the changes before the last extrapolation.
    squares: f64,
}

impl Extrapolation {
    /// Notes a pass. Returns false if the values before the first extrapolation are to be restored:
    /// the choices are others, or the changes did not shrink.
    fn goes_on(&mut self, pass: &Pass) -> bool {
        let is_same = pass.choices == self.choices;
        self.same = if is_same { self.same + 1 } else { 0 };
        self.choices = pass.choices;
        let grows = self.same == 1 && pass.squares > LEAST_GAIN * self.squares;
        let is_lost = self.is_ahead && (!is_same || grows);
        if is_lost {
            (self.is_ahead, self.same, self.rate) = (false, 0, 0.0);
            self.failures += 1;
        }
        !is_lost
    }

    /// Returns the multiple of the changes of a pass that is to be added to the values, if that saves
    /// passes. `left` is what is left of the changes, in units of the tolerance.
    fn next(&mut self, pass: &Pass, left: f64) -> Option<f64> {
        let rate = pass.products / pass.squares_before;
        // The squared sine of the angle between the changes of two passes: of changes that shrink by
        // other rates, extrapolation leaves this part, times the factor by which it adds changes.
        let rest = 1.0 - rate * pass.products / pass.squares;
        let is_steady = self.same >= LEAST_SAME << (2 * self.failures)
            && self.failures < MOST_FAILURES
            && rest <= LEAST_GAIN * (1.0 - rate).powi(2);
        if !is_steady || !(0.0..1.0).contains(&rate) || left * rate.powi(LEAST_SAVED) < 1.0 {
            return None;
        }
        (self.same, self.is_ahead, self.rate) = (0, true, rate);
        self.squares = pass.squares;
        Some(rate / (1.0 - rate))
    }
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
        // Two numbers for each value, since those of two optimal sides are compared with the values before.
        budget.keep(16 * numbers, || "the values of all states".to_owned())?;
        let components = trees.components();
        let largest = components.iter().map(<[u32]>::len).max();
        let numbers_of_loop = largest.unwrap_or(0) * sides.least.len();
        budget.keep(16 * numbers_of_loop, || {
            "the values of all states".to_owned()
        })?;
        let mut iteration = Iteration {
            values: Self {
                comparison,
                rows: vec![0.0; numbers],
            },
            trees,
            components,
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
        columns: Range<usize>,
        ties: Ties,
        tolerance: f64,
    ) -> Result<(), TooLarge> {
        let comparison = Comparison {
            ties,
            ..self.values.comparison
        };
        let quantity = || PASSES.to_owned();
        let mut memory = Memory::default();
        let mut finished = 0;
        self.budget.restart_forecast();
        for component in self.components.iter() {
            let parts = component
                .iter()
                .map(|&state| self.trees.parts_of(state as usize));
            let steps = PARTS_OF_STATE * component.len() + parts.sum::<usize>();
            let steps = 1 + steps * comparison.width() / VALUES_OF_STEP;
            let is_loop = component.len() > 1 || self.trees.is_loop(component[0] as usize);
            let cells = (component, columns.clone());
            let mut changes = [f64::INFINITY; PASSES_OF_RATE];
            let mut leap = Extrapolation::default();
            memory.changes.clear();
            memory.changes.resize(component.len() * columns.len(), 0.0);
            for pass in 0.. {
                if pass == MOST_PASSES {
                    return Err(TooLarge(format!(
                        "the values of optimal play do not converge in {MOST_PASSES} passes"
                    )));
                }
                self.budget.take(steps as u64, quantity)?;
                let trees = (self.trees, self.ends);
                let found = (self.values).pass(trees, cells.clone(), comparison, &mut memory);
                let (change, place) = (found.change, pass % PASSES_OF_RATE);
                if !is_loop {
                    break;
                }
                if !leap.goes_on(&found) {
                    let plain = &memory.plain;
                    (self.values).each(cells.clone(), |place, value| *value = plain[place]);
                    changes = [f64::INFINITY; PASSES_OF_RATE];
                    continue;
                }
                if change <= f64::EPSILON * found.largest {
                    break;
                }
                // The changes that are left sum up to a geometric series.
                let before = changes[(pass + PASSES_OF_RATE - 1) % PASSES_OF_RATE];
                let ratio = (change / before).max(leap.rate).min(1.0 - f64::EPSILON);
                let left = change.max(change * ratio / (1.0 - ratio));
                if left <= tolerance {
                    break;
                }
                let rate = (change / changes[place]).ln() / PASSES_OF_RATE as f64;
                if rate < 0.0 && rate.is_finite() {
                    let passes = (tolerance / change).ln() / rate;
                    self.budget.allows((passes, steps as u64), quantity)?;
                }
                changes[place] = change;
                let is_plain = !leap.is_ahead;
                if let Some(factor) = leap.next(&found, left / tolerance) {
                    let Memory { changes, plain, .. } = &mut memory;
                    plain.resize(changes.len(), 0.0);
                    self.values.each(cells.clone(), |place, value| {
                        if is_plain {
                            plain[place] = *value;
                        }
                        *value += factor * changes[place];
                    });
                }
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
            tree.values(comparison, (&mut found, &mut tied), |target| {
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

    /// Calls a function for columns of the rows of the states of a component, numbered from 0.
    fn each(
        &mut self,
        (component, columns): (&[u32], Range<usize>),
        mut act: impl FnMut(usize, &mut f64),
    ) {
        let width = self.comparison.width();
        let mut number = 0;
        for &state in component {
            for value in &mut self.rows[state as usize * width..][columns.clone()] {
                act(number, value);
                number += 1;
            }
        }
    }

    /// Computes columns of the rows of the states of a component once.
    fn pass(
        &mut self,
        (trees, ends): (&Forest, &[Vec<f64>]),
        (component, columns): (&[u32], Range<usize>),
        comparison: Comparison,
        memory: &mut Memory,
    ) -> Pass {
        let width = self.comparison.width();
        let mut pass = Pass {
            largest: 1.0,
            ..Pass::default()
        };
        let Memory {
            found,
            tied,
            changes,
            ..
        } = memory;
        let mut changes = changes.iter_mut();
        for &state in component {
            let tree = trees.tree(state as usize);
            let hash = tree.values(comparison, (found, tied), |target| self.of(target, ends));
            pass.choices = mix(pass.choices, hash);
            let start = &found[found.len() - comparison.width()..];
            let stored = &mut self.rows[state as usize * width..][..width];
            for (column, last) in columns.clone().zip(&mut changes) {
                let mut value = start[column];
                // Each step adds its probability of an end to the number of steps until the end.
                if column > comparison.sides {
                    value += start[column - 1];
                }
                let change = value - stored[column];
                pass.change = pass.change.max(change.abs());
                pass.largest = pass.largest.max(value.abs());
                pass.squares += change * change;
                pass.products += change * *last;
                pass.squares_before += *last * *last;
                *last = change;
                stored[column] = value;
            }
        }
        pass
    }
}
#[cfg(test)]
mod tests;
