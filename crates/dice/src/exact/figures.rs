//! Joint distribution of the figures of pools whose dice are known.
//!
//! - this module: pools as plain dice, and figures that each die adds to.
//! - `kept_sum`: sums of equal dice that are kept by position.
//! - `sums`: sums of many equal dice.
//! - `pass`: all other figures, face by face.

mod kept_sum;
mod pass;
mod sums;

use super::budget::{Budget, TooLarge};
use super::dice::{Faces, PlainDice, binomial, mixture, parted};
use super::table::WeightTable;
use crate::expression::functions::{Arguments, Exact};
use crate::expression::{KeepRule, KnownDie, KnownFunction, Program};
use kept_sum::KeptSum;
use pass::Pass;
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
    if let Some(sums) = sums::sums_of_many(program, pools, figures, budget)? {
        return Ok(sums);
    }
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
/// Steps of the budget for adding to a sum in a table.
const STEPS_OF_SUM: usize = 2;

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
                budget.take((STEPS_OF_SUM * all.rows() * parts.rows()) as u64, || {
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
