//! Rolls and choices that each choice of a step sees, and the order in which the choices are made.
//!
//! The choices of a step are made at once. A choice sees only what its `sees` names: rolls with the
//! dice that they read, after all rethrows, and other choices. A side remembers what it has seen at
//! a choice that it sees.

use super::choices::Choice;
use evenodds_dice::expression::Program;
use std::collections::BTreeSet;

/// Rolls and choices of a step that a choice sees, by index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    pub rolls: BTreeSet<usize>,
    pub choices: BTreeSet<usize>,
}

/// Returns what each choice sees. `named` has the choices that its `sees` names.
pub fn sights(program: &Program, choices: &[Choice], named: &[Vec<usize>]) -> Vec<Sight> {
    let each = choices.iter().zip(named);
    let each = each.map(|(choice, named)| Sight {
        rolls: choice.shown().collect(),
        choices: named.iter().copied().collect(),
    });
    let mut sights: Vec<Sight> = each.collect();
    loop {
        let before = sights.clone();
        for (index, (choice, sight)) in choices.iter().zip(&mut sights).enumerate() {
            for &roll in &before[index].rolls {
                let read = (0..roll).filter(|&other| program.reads(roll, other));
                sight.rolls.extend(read);
                // The number of dice shows a choice that it depends on.
                let counted = program.dice_variables(roll);
                let shown = choices.iter().enumerate().filter(|(other, one)| {
                    let is_thrown_again = one.reroll().is_some_and(|again| again.0 == roll);
                    one.variable()
                        .is_some_and(|variable| counted & 1 << variable != 0)
                        || is_thrown_again && *other != index
                });
                sight.choices.extend(shown.map(|one| one.0));
            }
            for &other in &before[index].choices {
                if choices[other].side == choice.side {
                    sight.rolls.extend(&before[other].rolls);
                    sight.choices.extend(&before[other].choices);
                }
            }
        }
        if sights == before {
            return sights;
        }
    }
}

/// Returns an order in which the choices can be made, or a choice that is part of a circle.
///
/// A choice of a side that `looks_ahead` comes before those that see more, so that it does not depend
/// on what it does not see; other choices come as late as possible. Ties are in the order of the
/// list.
pub fn order(sights: &[Sight], looks_ahead: impl Fn(usize) -> bool) -> Result<Vec<usize>, usize> {
    let mut before: Vec<BTreeSet<usize>> = sights.iter().map(|one| one.choices.clone()).collect();
    for middle in 0..before.len() {
        for one in 0..before.len() {
            if before[one].contains(&middle) {
                let more = before[middle].clone();
                before[one].extend(more);
            }
        }
    }
    let circular = (0..before.len()).find(|&one| before[one].contains(&one));
    if let Some(one) = circular {
        return Err(one);
    }
    let mut wanted: Vec<usize> = (0..sights.len()).collect();
    wanted.sort_by_key(|&one| {
        let seen = before[one].len()
            + if looks_ahead(one) {
                sights[one].rolls.len()
            } else {
                0
            };
        (!looks_ahead(one), seen)
    });
    let mut order: Vec<usize> = Vec::new();
    for one in wanted {
        let mut needed: Vec<usize> = before[one].iter().copied().chain([one]).collect();
        needed.sort_by_key(|&other| before[other].len());
        for other in needed {
            if !order.contains(&other) {
                order.push(other);
            }
        }
    }
    Ok(order)
}
