//! Joint distribution of the figures of pools whose dice are known.

use super::dice::{Faces, PlainDice, binomial, mixture, parted};
use super::{Budget, TooLarge, WeightTable};
use crate::expression::functions::{Arguments, Exact, SUM, ShownFace};
use crate::expression::{KeepRule, KnownDie, KnownFunction, Program};
use std::rc::Rc;

/// A pool with known dice and rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct KnownPool {
    /// Dice by type, with their numbers.
    pub components: Vec<(KnownDie, u32)>,
    /// Rules that keep or drop dice.
    pub keep: Vec<KeepRule>,
}

/// A figure of pools of a group, by the indices of the pools in the group.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PoolFigure {
    /// The function.
    pub function: KnownFunction,
    /// Index of the pool.
    pub pool: usize,
    /// Index of the other pool, for functions of two.
    pub other: Option<usize>,
}

/// Returns the joint distribution of figures of a group of pools.
///
/// # Errors
/// Returns the quantity that is too large.
pub fn figures(
    program: &Program,
    pools: &[KnownPool],
    figures: &[PoolFigure],
    budget: &mut Budget,
) -> Result<WeightTable, TooLarge> {
    let mut all = WeightTable::new(figures.len());
    let mut cases = vec![(1.0, Vec::new())];
    for pool in pools {
        let alternatives = plain_pools(pool, budget)?;
        limited(cases.len() * alternatives.len())?;
        cases = (cases.into_iter())
            .flat_map(|(weight, dice)| {
                alternatives.iter().map(move |(chance, pool)| {
                    let mut dice: Vec<PlainPool> = dice.clone();
                    dice.push(pool.clone());
                    (weight * chance, dice)
                })
            })
            .collect();
    }
    for (weight, pools) in cases {
        let additive = pools.iter().all(|pool| pool.stages.is_empty())
            && figures
                .iter()
                .all(|figure| matches!(figure.function.function.exact, Exact::Sum(_)));
        let table = if additive {
            added_up(program, &pools, figures, budget)?
        } else if let Some(sums) = KeptSum::of(&pools, figures) {
            sums.run(budget)?
        } else {
            Pass::new(&pools, figures).run(budget)?
        };
        for (key, chance) in table.iter() {
            all.add(key, weight * chance);
        }
    }
    Ok(all)
}

/// Rule that keeps dice while faces are visited from the highest to the lowest.
#[derive(Clone, Debug)]
enum Stage {
    /// Dice at positions from the first to before the second.
    Positions(i64, i64),
    /// Dice with these values.
    Values(crate::expression::Selection),
}

/// A pool of plain dice.
#[derive(Clone, Debug)]
struct PlainPool {
    dice: Vec<PlainDice>,
    stages: Vec<Stage>,
}

/// Returns the plain pools that a pool amounts to, with their probabilities.
fn plain_pools(pool: &KnownPool, budget: &mut Budget) -> Result<Vec<(f64, PlainPool)>, TooLarge> {
    let mut cases: Vec<(f64, Vec<PlainDice>)> = vec![(1.0, Vec::new())];
    let combined = |cases: Vec<(f64, Vec<PlainDice>)>, added: &[(f64, Vec<PlainDice>)]| {
        let each = cases.into_iter().flat_map(|(weight, dice)| {
            added.iter().map(move |(chance, more)| {
                let dice = dice.iter().chain(more).cloned();
                (weight * chance, dice.collect())
            })
        });
        each.collect::<Vec<_>>()
    };
    for (die, count) in &pool.components {
        let added = mixture(die, *count, budget)?;
        limited(cases.len() * added.len())?;
        cases = combined(cases, &added);
    }
    let mut rules = &pool.keep[..];
    // The number of dice that a leading rule keeps by value is random. It is made a case of its
    // own, so that later rules can count from the lowest die.
    while let [KeepRule::Values(selection), rest @ ..] = rules
        && rest
            .iter()
            .any(|rule| matches!(rule, KeepRule::FromBottom(..)))
    {
        let most: usize = cases
            .iter()
            .map(|case| split_count(&case.1))
            .fold(0, usize::saturating_add);
        limited(most)?;
        cases = (cases.into_iter())
            .flat_map(|(weight, dice)| {
                let mut split = vec![(weight, Vec::new())];
                for dice in dice {
                    let (selected, others) = parted(&dice.faces, *selection);
                    let chance = |faces: &Faces, all: &Faces| -> f64 {
                        let has = |value| faces.iter().any(|face| face.0 == value);
                        all.iter()
                            .filter(|face| has(face.0))
                            .map(|face| face.1)
                            .sum()
                    };
                    let yes = chance(&selected, &dice.faces);
                    let no = chance(&others, &dice.faces);
                    let selected = Rc::new(selected);
                    let each = binomial(dice.count, yes, no).into_iter().zip(0..);
                    let each: Vec<(f64, Vec<PlainDice>)> = each
                        .filter(|one| one.0 > 0.0)
                        .map(|(chance, count)| {
                            let faces = Rc::clone(&selected);
                            (
                                chance,
                                vec![PlainDice {
                                    faces,
                                    count,
                                    ..dice.clone()
                                }],
                            )
                        })
                        .collect();
                    split = combined(split, &each);
                }
                split
            })
            .collect();
        rules = rest;
    }
    let cases = cases.into_iter().map(|(weight, dice)| {
        let dice: Vec<PlainDice> = dice.into_iter().filter(|dice| dice.count > 0).collect();
        let size: i64 = dice.iter().map(|dice| i64::from(dice.count)).sum();
        let stages = stages(rules, size);
        (weight, PlainPool { dice, stages })
    });
    Ok(cases.collect())
}

/// Returns the number of ways in which a rule by value can split dice.
fn split_count(dice: &[PlainDice]) -> usize {
    let counts = dice.iter().map(|dice| dice.count as usize + 1);
    counts.fold(1, usize::saturating_mul)
}

/// Maximum number of cases of dice that explode or are kept by value.
const MOST_CASES: usize = 100_000;

/// Checks a number of cases.
fn limited(cases: usize) -> Result<(), TooLarge> {
    if cases <= MOST_CASES {
        return Ok(());
    }
    Err(TooLarge(format!(
        "the dice that are added or kept by value make more than {MOST_CASES} cases"
    )))
}

/// Returns the stages of keep rules for a pool of `size` dice.
fn stages(rules: &[KeepRule], size: i64) -> Vec<Stage> {
    let mut stages: Vec<Stage> = Vec::new();
    // The number of dice after the stages so far; after a rule by value, the highest number.
    let mut size = size;
    for rule in rules {
        let (first, end) = match *rule {
            KeepRule::Values(selection) => {
                stages.push(Stage::Values(selection));
                continue;
            }
            KeepRule::FromTop(first, end) => (first.min(size), end.min(size)),
            KeepRule::FromBottom(first, end) => (size - end.min(size), size - first.min(size)),
        };
        let end = end.max(first);
        size = end - first;
        match stages.last_mut() {
            Some(Stage::Positions(before, before_end)) => {
                *before_end = (*before + end).min(*before_end);
                *before += first;
            }
            _ => stages.push(Stage::Positions(first, end)),
        }
    }
    stages
}

/// Returns whether the stages cannot be computed from the highest face down: a rule counts from the
/// lowest die after one by value.
pub fn needs_all_dice(pool: &KnownPool) -> bool {
    let leading = |rule: &KeepRule| matches!(rule, KeepRule::Values(_));
    let mut rules = pool.keep.iter().skip_while(|rule| leading(rule));
    rules.any(leading)
        && (pool.keep.iter())
            .skip_while(|rule| leading(rule))
            .skip_while(|rule| !leading(rule))
            .any(|rule| matches!(rule, KeepRule::FromBottom(..)))
}

/// Returns the joint distribution of sums over dice: each die adds its own part.
fn added_up(
    program: &Program,
    pools: &[PlainPool],
    figures: &[PoolFigure],
    budget: &mut Budget,
) -> Result<WeightTable, TooLarge> {
    let mut all = WeightTable::certain(&vec![0; figures.len()]);
    let mut key = vec![0; figures.len()];
    for (index, pool) in pools.iter().enumerate() {
        for dice in &pool.dice {
            let mut parts = WeightTable::new(figures.len());
            for &(value, chance) in dice.faces.iter() {
                for (part, figure) in key.iter_mut().zip(figures) {
                    let call = &figure.function;
                    *part = match (call.function.exact, call.arguments) {
                        _ if figure.pool != index => 0,
                        (Exact::Sum(_), Arguments::Symbol(symbol)) => {
                            dice.symbols.map_or(0, |die| {
                                let face = &program.symbol_dice[die].faces[value as usize];
                                i64::from(face.0[symbol])
                            })
                        }
                        (Exact::Sum(each), arguments) => each(arguments, value),
                        (Exact::Faces { .. }, _) => 0,
                    };
                }
                parts.add(&key, chance);
            }
            for _ in 0..dice.count {
                budget.take((all.rows() * parts.rows()) as u64, || {
                    "the sums of the dice".to_owned()
                })?;
                let mut next = WeightTable::new(figures.len());
                for (sum, weight) in all.iter() {
                    for (part, chance) in parts.iter() {
                        for ((place, a), b) in key.iter_mut().zip(sum).zip(part) {
                            *place = a + b;
                        }
                        next.add(&key, weight * chance);
                    }
                }
                all = next;
                budget.fits(all.bytes(), || "the sums of the dice".to_owned())?;
            }
        }
    }
    Ok(all)
}

/// The sum of equal dice that are kept by position, by arrays instead of tables: the index of a sum
/// is its distance from the lowest one, in units of which all faces are multiples.
struct KeptSum<'a> {
    dice: &'a PlainDice,
    /// The dice kept: positions from the first to before the second, from the highest die.
    first: usize,
    end: usize,
    lowest: i64,
    unit: i64,
    /// Number of units between the lowest and the highest possible sum.
    range: usize,
    /// Upper bound of the steps.
    steps: u64,
}

/// Largest number of steps for which arrays are used: tables need fewer where few sums occur.
const MOST_ARRAY_STEPS: u64 = 20_000_000;

impl<'a> KeptSum<'a> {
    /// Returns the computation if the pools are one type of dice kept by position, of which only the
    /// sum is asked, and it is small.
    fn of(pools: &'a [PlainPool], figures: &[PoolFigure]) -> Option<Self> {
        let ([pool], [figure]) = (pools, figures) else {
            return None;
        };
        let ([dice], &[Stage::Positions(first, end)]) = (&pool.dice[..], &pool.stages[..]) else {
            return None;
        };
        if figure.function != KnownFunction::of(&SUM) || end == 0 {
            return None;
        }
        let (highest, lowest) = (dice.faces.first()?.0, dice.faces.last()?.0);
        let above = dice.faces.iter().map(|face| face.0.checked_sub(lowest));
        let unit = above
            .into_iter()
            .try_fold(0, |unit, above| Some(gcd(unit, above?)))?;
        let unit = unit.max(1);
        let range = ((highest - lowest) / unit).checked_mul(end - first)?;
        let pairs = (end as u64 + 1).saturating_mul(end as u64 + 1) / 2;
        let steps = pairs
            .saturating_mul(range as u64 + 1)
            .saturating_mul(dice.faces.len() as u64)
            .saturating_add(
                u64::from(dice.count)
                    .pow(2)
                    .saturating_mul(dice.faces.len() as u64),
            );
        (steps <= MOST_ARRAY_STEPS).then_some(Self {
            dice,
            first: first as usize,
            end: end as usize,
            lowest,
            unit,
            range: range as usize,
            steps,
        })
    }

    fn run(&self, budget: &mut Budget) -> Result<WeightTable, TooLarge> {
        let Self { first, end, .. } = *self;
        budget.take(self.steps, || "the sums of the dice".to_owned())?;
        let count = self.dice.count as usize;
        // Probabilities of the sums above the lowest possible one, by the number of dice placed.
        let mut sums = vec![vec![0.0; self.range + 1]; end + 1];
        sums[0][0] = 1.0;
        let mut largest = vec![0; end + 1];
        for (place, &(face, _)) in self.dice.faces.iter().enumerate() {
            let chances = chances(self.dice, place);
            let above = ((face - self.lowest) / self.unit) as usize;
            for after in (1..=end).rev() {
                let (earlier, sums) = sums.split_at_mut(after);
                let into = &mut sums[0];
                if after < end {
                    let none = chances[count - after][0];
                    into[..=largest[after]]
                        .iter_mut()
                        .for_each(|sum| *sum *= none);
                }
                for (before, from) in earlier.iter().enumerate() {
                    // Dice beyond the last position kept are dropped, however many there are.
                    let row = &chances[count - before][after - before..];
                    let chance = if after < end {
                        row[0]
                    } else {
                        row.iter().sum()
                    };
                    let added = after.max(first) - before.max(first);
                    let from = &from[..=largest[before]];
                    largest[after] = largest[after].max(largest[before] + added * above);
                    for (sum, weight) in into[added * above..].iter_mut().zip(from) {
                        *sum += weight * chance;
                    }
                }
            }
            sums[0][0] *= chances[count][0];
        }
        let mut all = WeightTable::new(1);
        let lowest = self.lowest * (end - first) as i64;
        for (place, &chance) in sums[end].iter().enumerate() {
            // The ends are possible, even if their probability is too small for a number.
            if chance > 0.0 || place == 0 || place == self.range {
                all.add(&[lowest + place as i64 * self.unit], chance);
            }
        }
        Ok(all)
    }
}

/// Returns the greatest common divisor of two numbers that are not negative.
fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Returns the probabilities that *k* of *n* dice show a face, by *n* and *k*, if none shows a
/// higher one.
fn chances(dice: &PlainDice, place: usize) -> Vec<Vec<f64>> {
    let below: f64 = dice.faces[place + 1..].iter().rev().map(|one| one.1).sum();
    let chance = dice.faces[place].1;
    let (yes, no) = (chance / (chance + below), below / (chance + below));
    let mut rows = vec![vec![1.0]];
    for left in 1..=dice.count as usize {
        let last = &rows[left - 1];
        let at = |place: usize| last.get(place).copied().unwrap_or(0.0);
        let row = (0..=left).map(|k| {
            let before = if k > 0 { at(k - 1) } else { 0.0 };
            at(k) * no + before * yes
        });
        rows.push(row.collect());
    }
    rows
}

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
const STEPS_OF_LOOKUP: u64 = 4;

/// Pass over the faces of all pools, from the highest.
struct Pass<'a> {
    pools: &'a [PlainPool],
    figures: &'a [PoolFigure],
    /// Dice of all pools: index of the pool, and the dice.
    dice: Vec<(usize, &'a PlainDice)>,
    /// First register of each pool: the number of its kept dice, then a counter for each stage.
    pool_registers: Vec<usize>,
    /// First register of each figure.
    figure_registers: Vec<usize>,
    width: usize,
    /// For each pool whether a figure depends on the positions of its kept dice, so that their
    /// number is a part of the state.
    counts_kept: Vec<bool>,
}

impl<'a> Pass<'a> {
    fn new(pools: &'a [PlainPool], figures: &'a [PoolFigure]) -> Self {
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

    fn run(&self, budget: &mut Budget) -> Result<WeightTable, TooLarge> {
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
    use crate::expression::functions::{PoolFunction, SET, SIZE};
    use std::collections::BTreeSet;

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
        ] {
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
            assert!(least > super::super::MOST_STEPS, "{least}");
        }
    }
}
