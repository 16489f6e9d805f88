//! Figures that are computed face by face.

use super::super::budget::{Budget, TooLarge};
use super::super::dice::PlainDice;
use super::super::table::WeightTable;
use super::{PlainPool, PoolFigure, Stage, chances};
use crate::expression::functions::{Exact, ShownFace};

/// Returns for each face of plain dice, from the highest, a lower bound of the numbers of ways in
/// which the dice can show it, summed over the numbers of dice that can be left before.
fn least_ways(dice: &PlainDice) -> Vec<u64> {
    let count = u64::from(dice.count);
    let last = dice.faces.len() - 1;
    let mut below = 0.0;
    // For each face the number of dice up to which any number can show it, however many are left; it
    // is possible only if its probability is not too small for a number.
    let mut most: Vec<Option<u64>> = Vec::new();
    for &(_, chance) in dice.faces.iter().rev() {
        let (yes, no) = (chance / (chance + below), below / (chance + below));
        let spare = LOG_OF_LEAST + count as f64 * no.ln();
        most.push((spare >= 0.0).then(|| count.min((spare / -yes.ln()) as u64)));
        below += chance;
    }
    most.reverse();
    // Up to this number, any number of dice can have shown a higher face.
    let mut gone = Some(0);
    let each = most.into_iter().enumerate().map(|(place, most)| {
        let Some(before) = gone else {
            return 1;
        };
        if place == last {
            // All dice that are left show the last face.
            return before + 1;
        }
        gone = most.map(|most| count.min(before + most));
        most.map_or(1, |most| {
            (0..=before).map(|gone| (count - gone).min(most) + 1).sum()
        })
    });
    each.collect()
}

/// Logarithm of the inverse of a probability far above the smallest number.
const LOG_OF_LEAST: f64 = 690.0;

/// Steps of the budget for looking up a long key, which takes as long as several additions.
const STEPS_OF_LOOKUP: u64 = 6;

/// Pass over the faces of all pools, from the highest.
pub(super) struct Pass<'a> {
    pools: &'a [PlainPool],
    figures: &'a [PoolFigure],
    /// Dice of all pools: index of the pool, and the dice.
    dice: Vec<(usize, &'a PlainDice)>,
    /// First register of each pool: the number of its kept dice, then a counter for each stage.
    pool_registers: Vec<usize>,
    /// First register of each figure.
    figure_registers: Vec<usize>,
    width: usize,
    /// For each pool, true if a figure depends on the positions of its kept dice, so that their
    /// number is a part of the state.
    counts_kept: Vec<bool>,
}

impl<'a> Pass<'a> {
    pub(super) fn new(pools: &'a [PlainPool], figures: &'a [PoolFigure]) -> Self {
        let dice = pools.iter().enumerate();
        let dice: Vec<(usize, &PlainDice)> = dice
            .flat_map(|(index, pool)| pool.dice.iter().map(move |dice| (index, dice)))
            .collect();
        let mut width = dice.len();
        let mut take = |count: usize| {
            width += count;
            width - count
        };
        let pool_registers = pools
            .iter()
            .map(|pool| take(1 + pool.stages.len()))
            .collect();
        let figure_registers = (figures.iter())
            .map(|figure| {
                take(match figure.function.function.exact {
                    Exact::Sum(_) => 1,
                    Exact::Faces { registers, .. } => registers,
                })
            })
            .collect();
        let counts_kept = |pool: usize| {
            figures.iter().any(|figure| {
                let is_positional = matches!(
                    figure.function.function.exact,
                    Exact::Faces {
                        is_positional: true,
                        ..
                    }
                );
                is_positional && (figure.pool == pool || figure.other == Some(pool))
            })
        };
        Self {
            pools,
            figures,
            dice,
            pool_registers,
            figure_registers,
            width,
            counts_kept: (0..pools.len()).map(counts_kept).collect(),
        }
    }

    pub(super) fn run(&self, budget: &mut Budget) -> Result<WeightTable, TooLarge> {
        let mut faces: Vec<i64> = (self.dice.iter())
            .flat_map(|(_, dice)| dice.faces.iter().map(|face| face.0))
            .collect();
        faces.sort_unstable_by(|a, b| b.cmp(a));
        faces.dedup();
        let mut start = vec![0; self.width];
        for (left, (_, dice)) in start.iter_mut().zip(&self.dice) {
            *left = i64::from(dice.count);
        }
        let combinations = || "the combinations of the dice".to_owned();
        budget
            .clone()
            .take(self.least_steps(&faces), combinations)?;
        let mut ended = WeightTable::new(self.figures.len());
        let mut current = WeightTable::certain(&start);
        let mut next = WeightTable::new(self.width);
        for &face in &faces {
            let chances = self.chances(face, budget)?;
            let mut step = FaceStep {
                pass: self,
                face,
                chances: &chances,
                state: start.clone(),
                after: start.clone(),
                shown: vec![0; self.pools.len()],
                next: &mut next,
                ended: &mut ended,
                steps: 0,
            };
            for (state, weight) in current.iter() {
                step.state.copy_from_slice(state);
                step.choose(0, weight);
                let steps = std::mem::take(&mut step.steps);
                let bytes = step.next.bytes() + step.ended.bytes();
                budget.take(steps, combinations)?;
                budget.fits(current.bytes() + bytes, combinations)?;
            }
            std::mem::swap(&mut current, &mut next);
            next.clear();
        }
        for (state, weight) in current.iter() {
            self.end(state, weight, &mut ended);
        }
        Ok(ended)
    }

    /// Returns a lower bound of the steps, so that a pass that is too long does not begin.
    fn least_steps(&self, faces: &[i64]) -> u64 {
        // Later dice can be dropped unseen.
        let drops = |pool: &PlainPool| {
            let counts = pool.dice.iter().map(|dice| i64::from(dice.count));
            let size: i64 = counts.sum();
            (pool.stages.iter())
                .any(|stage| matches!(*stage, Stage::Positions(_, end) if end < size))
        };
        if self.pools.iter().any(drops) {
            return 0;
        }
        let types = self.dice.iter();
        let types: Vec<_> = types.map(|(_, dice)| (dice, least_ways(dice))).collect();
        let each = faces.iter().map(|&face| {
            let ways = types.iter().filter_map(|(dice, ways)| {
                let place = dice.faces.partition_point(|one| one.0 > face);
                let shows = dice.faces.get(place).is_some_and(|one| one.0 == face);
                shows.then(|| ways[place])
            });
            ways.fold(STEPS_OF_LOOKUP, u64::saturating_mul)
        });
        each.fold(0, u64::saturating_add)
    }

    /// Returns for each of the dice the probabilities that *k* of *n* left dice show this face, by
    /// *n* and *k*; empty if the die does not have the face.
    fn chances(&self, face: i64, budget: &mut Budget) -> Result<Vec<Vec<Vec<f64>>>, TooLarge> {
        let each = self.dice.iter().map(|(_, dice)| {
            let Some(place) = dice.faces.iter().position(|one| one.0 == face) else {
                return Ok(Vec::new());
            };
            let count = u64::from(dice.count);
            budget.take(count * count / 2, || "the numbers of dice".to_owned())?;
            Ok(chances(dice, place))
        });
        each.collect()
    }

    /// Adds the figures of a state to those that are final, and returns their index.
    fn end(&self, state: &[i64], weight: f64, ended: &mut WeightTable) -> usize {
        let values = self.figures.iter().zip(&self.figure_registers);
        let values: Vec<i64> = values
            .map(|(figure, &register)| match figure.function.function.exact {
                Exact::Sum(_) => state[register],
                Exact::Faces { result, .. } => state[register + result],
            })
            .collect();
        ended.add(&values, weight)
    }

    /// Moves a state past a face that `shown` dice of each pool show. Returns whether all later
    /// dice are dropped.
    fn advance(&self, state: &mut [i64], face: i64, shown: &[i64]) -> bool {
        let mut kept = [0; crate::expression::MOST_POOLS];
        let mut closed = true;
        for (pool, (plain, &register)) in self.pools.iter().zip(&self.pool_registers).enumerate() {
            let mut count = shown[pool];
            let mut is_closed = false;
            for (stage, counter) in plain.stages.iter().zip(register + 1..) {
                match *stage {
                    Stage::Values(selection) => {
                        if !selection.has(face) {
                            count = 0;
                        }
                    }
                    Stage::Positions(first, end) => {
                        let before = state[counter];
                        let after = (before + count).min(end);
                        count = (after - before.max(first)).max(0);
                        state[counter] = after;
                        is_closed |= after == end;
                    }
                }
            }
            kept[pool] = count;
            closed &= is_closed;
        }
        for (figure, &register) in self.figures.iter().zip(&self.figure_registers) {
            let own = kept[figure.pool];
            let arguments = figure.function.arguments;
            match figure.function.function.exact {
                Exact::Sum(each) => state[register] += own * each(arguments, face),
                Exact::Faces {
                    registers, step, ..
                } => {
                    let other = figure.other.unwrap_or(figure.pool);
                    let shown = ShownFace {
                        arguments,
                        face,
                        own,
                        before: state[self.pool_registers[figure.pool]],
                        theirs: kept[other],
                        theirs_before: state[self.pool_registers[other]],
                    };
                    step(&mut state[register..register + registers], &shown);
                }
            }
        }
        for (pool, &register) in self.pool_registers.iter().enumerate() {
            if self.counts_kept[pool] {
                state[register] += kept[pool];
            }
        }
        closed
    }
}

/// One state of a pass at one face.
struct FaceStep<'a> {
    pass: &'a Pass<'a>,
    face: i64,
    chances: &'a [Vec<Vec<f64>>],
    state: Vec<i64>,
    /// The state after the face.
    after: Vec<i64>,
    shown: Vec<i64>,
    next: &'a mut WeightTable,
    ended: &'a mut WeightTable,
    steps: u64,
}

impl FaceStep<'_> {
    /// Chooses how many of the dice from this index on show the face, in every way. If all later
    /// dice are dropped even when as few as possible show it, returns the end to which every way
    /// leads.
    fn choose(&mut self, index: usize, weight: f64) -> Option<usize> {
        let Some(&(pool, _)) = self.pass.dice.get(index) else {
            self.steps += STEPS_OF_LOOKUP;
            self.after.copy_from_slice(&self.state);
            if self.pass.advance(&mut self.after, self.face, &self.shown) {
                return Some(self.pass.end(&self.after, weight, self.ended));
            }
            self.next.add(&self.after, weight);
            return None;
        };
        let left = self.state[index];
        let chances = self.chances;
        let Some(row) = chances[index].get(left as usize) else {
            return self.choose(index + 1, weight);
        };
        let mut first = None;
        for (k, &chance) in row.iter().enumerate().filter(|one| *one.1 != 0.0) {
            let fewest = k as i64;
            self.state[index] = left - fewest;
            self.shown[pool] += fewest;
            let end = self.choose(index + 1, weight * chance);
            self.shown[pool] -= fewest;
            first.get_or_insert(end);
            if let Some(end) = end {
                let more: f64 = row[k + 1..].iter().sum();
                self.steps += (row.len() - k) as u64;
                self.ended.add_to(end, weight * more);
                break;
            }
        }
        self.state[index] = left;
        first.flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::budget::STEPS_OF_SECOND;
    use crate::expression::KnownFunction;
    use crate::expression::functions::{PoolFunction, SET, SIZE};
    use evenodds_testing::size;
    use std::collections::BTreeSet;
    use std::rc::Rc;

    fn dice(count: u32, weights: &[u32]) -> PlainDice {
        let total: u32 = weights.iter().sum();
        let faces = weights.iter().enumerate().rev().filter(|face| *face.1 > 0);
        let faces =
            faces.map(|(face, &weight)| (face as i64, f64::from(weight) / f64::from(total)));
        PlainDice {
            faces: Rc::new(faces.collect()),
            count,
            symbols: None,
        }
    }

    /// Returns the lower bound of the steps of a figure of a pool, and, if wanted, the steps it takes.
    fn steps(function: &'static PoolFunction, dice: Vec<PlainDice>, is_run: bool) -> (u64, u64) {
        let values = dice.iter().flat_map(|one| one.faces.iter());
        let faces: BTreeSet<i64> = values.map(|face| face.0).collect();
        let faces: Vec<i64> = faces.into_iter().rev().collect();
        let pools = [PlainPool {
            dice,
            stages: Vec::new(),
        }];
        let figures = [PoolFigure {
            function: KnownFunction::of(function),
            pool: 0,
            other: None,
        }];
        let pass = Pass::new(&pools, &figures);
        let mut budget = Budget::of(u64::MAX);
        if is_run {
            pass.run(&mut budget).unwrap();
        }
        (pass.least_steps(&faces), u64::MAX - budget.steps)
    }

    #[test]
    fn the_lower_bound_of_the_steps_is_one() {
        for pools in [
            vec![dice(1, &[1])],
            vec![dice(300, &[1, 1]), dice(300, &[1, 1])],
            vec![dice(100, &[1, 1]), dice(100, &[1, 1, 1])],
            vec![dice(60, &[1; 6]), dice(12, &[0, 0, 1, 5, 900])],
            // Probabilities that are too small for a number.
            vec![dice(1_000, &[1, 999])],
            vec![dice(900, &[500, 1, 1, 500])],
            vec![dice(1_000, &[1, 1, 1])],
            vec![dice(400, &[9_999, 1, 9_999]), dice(3, &[1, 1, 1, 1])],
        ]
        .into_iter()
        .step_by(size(2, 1))
        {
            let about = format!("{pools:?}");
            let (least, taken) = steps(&SET, pools, true);
            assert!(least > 0 && least <= taken, "{least} {taken} {about}");
        }
    }

    #[test]
    fn the_lower_bound_of_the_steps_is_near() {
        let pools = vec![dice(40, &[1; 12]), dice(30, &[1; 10])];
        let (least, taken) = steps(&SIZE, pools, true);
        assert!(2 * least > taken, "{least} {taken}");
        for other in [8, 1_000] {
            let pools = vec![dice(1_000, &[1; 12]), dice(other, &[1; 10])];
            let (least, _) = steps(&SIZE, pools, false);
            assert!(least > STEPS_OF_SECOND, "{least}");
        }
    }
}
