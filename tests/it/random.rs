//! The dice are fair, and independent across trials, rollers and seeds; common random numbers
//! reduce the variance.

use crate::fights::Sketch;
use evenodds::contest::Play;
use evenodds::contests::combat::Player;
use evenodds::dice::{Dice, Pool, Sampled};
use statrs::distribution::{ChiSquared, ContinuousCDF};
use std::collections::BTreeMap;

/// Probability below which a test fails. The seeds are fixed, so each test always passes or always
/// fails. There are some thirty tests.
const BOUND: f64 = 1e-4;

/// Returns the chance that fair dice deviate at least as much from the expected counts.
fn p_value(counts: &[u64], expected: &[f64]) -> f64 {
    let statistic: f64 = counts
        .iter()
        .zip(expected)
        .map(|(&count, &expected)| (count as f64 - expected).powi(2) / expected)
        .sum();
    ChiSquared::new((counts.len() - 1) as f64)
        .unwrap()
        .sf(statistic)
}

fn assert_uniform(counts: &[u64], what: &str) {
    let total: u64 = counts.iter().sum();
    let expected = vec![total as f64 / counts.len() as f64; counts.len()];
    let p = p_value(counts, &expected);
    assert!(p > BOUND, "{what}: p = {p}");
    // Counts that are too even would reveal a sampler that deals instead of rolling.
    assert!(p < 1.0 - BOUND, "{what}: p = {p}");
}

fn names(count: usize) -> Vec<String> {
    (0..count)
        .map(|index| format!("side/roller {index}"))
        .collect()
}

#[test]
fn every_face_of_every_die_comes_up_as_often() {
    for sides in [2_u32, 5, 6, 10, 100] {
        let mut counts = vec![0; sides as usize];
        let mut dice = Sampled::new(11, &names(8));
        for trial in 0..40_000 {
            dice.start(trial);
            for roller in 0..8 {
                counts[dice.die(roller, sides) as usize - 1] += 1;
            }
        }
        assert_uniform(&counts, &format!("d{sides}"));
    }
}

#[test]
fn runs_before_a_stop_are_geometric() {
    let mut counts = [0; 21];
    let mut dice = Sampled::new(12, &names(1));
    let trials = 400_000;
    for trial in 0..trials {
        dice.start(trial);
        counts[(dice.run_length(0, 5, 1, &mut |_| ()) as usize).min(20)] += 1;
    }
    let mut expected: Vec<f64> = (0..20)
        .map(|length| 0.2 * 0.8_f64.powi(length) * trials as f64)
        .collect();
    expected.push(0.8_f64.powi(20) * trials as f64);
    assert!(p_value(&counts, &expected) > BOUND);
}

#[test]
fn pools_occur_in_proportion_to_their_numbers_of_ways() {
    let factorial = |n: u32| (1..=n).map(f64::from).product::<f64>();
    for count in 1..=6 {
        let mut seen: BTreeMap<Pool, u64> = BTreeMap::new();
        let mut dice = Sampled::new(13, &names(4));
        let trials = 200_000;
        for trial in 0..trials {
            dice.start(trial);
            for roller in 0..4 {
                *seen.entry(dice.pool(roller, count)).or_insert(0) += 1;
            }
        }
        let rolls = (4 * trials) as f64;
        let ways = |pool: &Pool| {
            (1..=6).fold(factorial(count), |ways, face| {
                ways / factorial(pool.count(face))
            })
        };
        let expected: Vec<f64> = seen
            .keys()
            .map(|pool| rolls * ways(pool) / 6_f64.powi(count as i32))
            .collect();
        let all: f64 = expected.iter().sum();
        assert!(
            (all - rolls).abs() < 1e-3,
            "some pool of {count} never came up"
        );
        let counts: Vec<u64> = seen.into_values().collect();
        assert!(
            counts.len() == 1 || p_value(&counts, &expected) > BOUND,
            "{count} dice"
        );
    }
}

/// Counts pairs of faces (a, b) that `pair` returns for each of many trials.
fn assert_pairs_independent(what: &str, mut pair: impl FnMut(u64) -> (u32, u32)) {
    let mut counts = [0; 36];
    for trial in 0..200_000 {
        let (a, b) = pair(trial);
        counts[(6 * (a - 1) + b - 1) as usize] += 1;
    }
    assert_uniform(&counts, what);
}

#[test]
fn faces_of_neighbours_are_independent() {
    let fresh = |seed| Sampled::new(seed, &names(8));
    let mut dice = fresh(1);
    assert_pairs_independent("two rolls of a roller", |trial| {
        dice.start(trial);
        (dice.die(0, 6), dice.die(0, 6))
    });
    for other in 1..8 {
        let mut dice = fresh(2);
        assert_pairs_independent("two rollers", |trial| {
            dice.start(trial);
            (dice.die(0, 6), dice.die(other, 6))
        });
    }
    for step in [1, 2, 3, 64, 1 << 32, 1 << 60] {
        let mut dice = fresh(3);
        assert_pairs_independent("two trials", |trial| {
            dice.start(trial);
            let first = dice.die(0, 6);
            dice.start(trial.wrapping_add(step));
            (first, dice.die(0, 6))
        });
    }
    for other in [5, 6, 4 ^ (1 << 40), 4 ^ (1 << 62)] {
        let (mut dice, mut others) = (fresh(4), fresh(other));
        assert_pairs_independent("two seeds", |trial| {
            dice.start(trial);
            others.start(trial);
            (dice.die(0, 6), others.die(0, 6))
        });
    }
    let mut dice = fresh(8);
    assert_pairs_independent("two dice of a throw", |trial| {
        dice.start(trial);
        // A pool is sorted, so the first die is identified by a roll of it alone.
        let first = dice.pool(0, 1);
        dice.start(trial);
        let both = dice.pool(0, 2);
        (first.lowest(), both.without(first.lowest()).lowest())
    });
}

#[test]
fn consecutive_seeds_are_as_good_as_any() {
    let mut counts = [0; 36];
    for seed in 0..200_000 {
        let mut dice = Sampled::new(seed, &names(2));
        let (a, b) = (dice.die(0, 6), dice.die(1, 6));
        counts[(6 * (a - 1) + b - 1) as usize] += 1;
    }
    assert_uniform(&counts, "seeds");
}

#[test]
fn common_random_numbers_reduce_the_variance_by_at_least_a_third() {
    // One more die for Dirk on the canyon, with the same seed and with another seed.
    let before = Sketch::canyon(Player::Finisher);
    let mut after = before.clone();
    after.sides[0][0].1[0] = 5;
    let wins = |sketch: &Sketch, seed| {
        let combat = sketch.packed();
        let mut wins = Vec::new();
        combat.watch(seed, 0..200_000, &mut |_, record| {
            wins.push(f64::from(u8::from(record.outcome == 0)));
            true
        });
        wins
    };
    let variance = |a: &[f64], b: &[f64]| {
        let n = a.len() as f64;
        let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| b - a).collect();
        let mean = differences.iter().sum::<f64>() / n;
        differences.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / (n - 1.0)
    };
    let base = wins(&before, 1);
    let paired = variance(&base, &wins(&after, 1));
    let unpaired = variance(&base, &wins(&after, 2));
    let ratio = unpaired / paired;
    println!("variance unpaired / paired: {ratio:.3}");
    assert!(ratio >= 1.5, "{ratio}");
}
