//! Values of random contests against passes without extrapolation.

use super::super::branches::{Branch, Forest, NewBranch, Target, Tree};
use super::{Sides, StateValues};
use evenodds_core::dice::{Dice, Sampled};
use evenodds_dice::exact::{Budget, Limits};
use evenodds_testing::size;

/// Number of states of a random contest.
const STATES: usize = 8;
/// Number of ends of a random contest.
const ENDS: usize = 3;

/// Returns what a state leads to: throws, of which a side takes one or a lot decides. `most_end` is
/// the largest weight of the end that every throw can lead to; with 0, none needs to.
fn random_tree(dice: &mut Sampled, sides: usize, most_end: u32) -> Tree {
    let mut tree = Tree::default();
    let options: Vec<usize> = (0..=dice.choose(0, 3))
        .map(|_| {
            let mut targets: Vec<(Target, f64)> = Vec::new();
            for _ in 0..=dice.choose(0, 3) {
                let target = match dice.choose(0, 5) {
                    0 => Target::End(dice.choose(0, ENDS as u32) as usize),
                    _ => Target::State(dice.choose(0, STATES as u32) as usize),
                };
                targets.push((target, [1.0, 2.0, 30.0][dice.choose(0, 3) as usize]));
            }
            if most_end > 0 {
                let end = Target::End(dice.choose(0, ENDS as u32) as usize);
                targets.push((end, f64::from(1 + dice.choose(0, most_end))));
            }
            let sum: f64 = targets.iter().map(|target| target.1).sum();
            for target in &mut targets {
                target.1 /= sum;
            }
            tree.push(NewBranch::Ends(&targets))
        })
        .collect();
    if dice.choose(0, 4) == 0 {
        let chance = 1.0 / options.len() as f64;
        let parts = options.into_iter().map(|option| (chance, option));
        tree.push(NewBranch::Split(parts.collect()));
    } else {
        let side = dice.choose(0, sides as u32) as usize;
        tree.push(NewBranch::Best(side, options));
    }
    tree
}

/// Returns the values of a branch for the sides.
fn branch_values(
    branches: &[Branch<'_>],
    index: usize,
    (states, ends): (&[Vec<f64>], &[Vec<f64>]),
) -> Vec<f64> {
    let mut sums = vec![0.0; states[0].len()];
    let mut add = |chance: f64, values: &[f64]| {
        for (sum, value) in sums.iter_mut().zip(values) {
            *sum += chance * value;
        }
    };
    let of = |part: usize| branch_values(branches, part, (states, ends));
    match branches[index] {
        Branch::Ends(edges) => edges.targets().for_each(|(target, chance)| match target {
            Target::State(state) | Target::Last(state, _) => add(chance, &states[state]),
            Target::End(end) => add(chance, &ends[end]),
        }),
        Branch::Split(edges) => edges
            .branches()
            .for_each(|(part, chance)| add(chance, &of(part))),
        Branch::Best(side, options) => {
            let values = options.iter().map(|&option| of(option as usize));
            let best = values.max_by(|one, other| one[side].total_cmp(&other[side]));
            add(1.0, &best.unwrap());
        }
        Branch::Secret(_) => unreachable!(),
    }
    sums
}

/// Returns the values of all states for the sides, by passes from 0 until nothing changes.
fn plain_values(trees: &Forest, ends: &[Vec<f64>], sides: usize) -> Vec<Vec<f64>> {
    let mut states = vec![vec![0.0; sides]; trees.len()];
    for _ in 0..1_000_000 {
        let before = states.clone();
        for (state, tree) in trees.trees().enumerate() {
            let branches: Vec<Branch<'_>> = tree.branches().collect();
            states[state] = branch_values(&branches, branches.len() - 1, (&states, ends));
        }
        let mut pairs = before.iter().flatten().zip(states.iter().flatten());
        if pairs.all(|(one, other)| (one - other).abs() <= 1e-15) {
            break;
        }
    }
    states
}

#[test]
fn values_are_those_of_passes_without_extrapolation() {
    let mut dice = Sampled::new(17, &["values".to_owned()]);
    let mut refused = 0;
    for trial in 0..size(500, 5_000) {
        dice.start(trial);
        // The one side of the first kind can wait forever, which is worth nothing. Two sides have
        // opposite aims, and all throws can end the contest.
        let sides = 1 + (trial % 2) as usize;
        let mut trees = Forest::default();
        for _ in 0..STATES {
            trees.push(random_tree(&mut dice, sides, 2 * (sides as u32 - 1)));
        }
        let ends = (0..ENDS).map(|_| f64::from(dice.choose(0, 5)) / 4.0);
        let ends: Vec<Vec<f64>> = match sides {
            1 => ends.map(|value| vec![value, 1.0, 0.0]).collect(),
            _ => ends
                .map(|value| vec![value, 1.0 - value, 1.0, 0.0])
                .collect(),
        };
        let optimal = Sides {
            optimal: (0..sides).collect(),
            least: vec![0.0; sides],
        };
        let mut budget = Budget::new(Limits::LONG);
        // Few contests take more than a million passes.
        let Ok(solved) = StateValues::solve(&trees, &ends, &optimal, &mut budget) else {
            refused += 1;
            continue;
        };
        for (state, expected) in plain_values(&trees, &ends, sides).iter().enumerate() {
            for (found, expected) in solved.row(state).iter().zip(expected) {
                let difference = (found - expected).abs();
                assert!(difference < 1e-10, "{trial} {state}: {found} {expected}");
            }
        }
    }
    assert!(refused <= 5, "{refused}");
}
