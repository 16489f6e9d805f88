//! Coverage of confidence intervals, on contests whose shares are known exactly.

use evenodds::contest::Tally;
use evenodds::scenario::{Scenario, open};
use evenodds::sim::{NoProgress, Plan, next_look, run, run_from};
use evenodds::stats::{confidence_sequence, wilson};
use std::ops::RangeInclusive;

/// Number of repetitions, each with its own seed.
const REPETITIONS: u64 = 1_000;

/// Returns contests of one roll with the exact share of their first outcome: one near a half, a
/// large one, a small one.
fn known() -> Vec<(Scenario, f64)> {
    [
        ("@lockpick", "difficulty=10"),
        ("@borderline", "actor.dice=2"),
        ("@lockpick", "difficulty=19"),
        ("@climber", "skill=57"),
    ]
    .into_iter()
    .map(|(name, set)| {
        let scenario = open(name, &[set.to_owned()]).unwrap();
        let exact = scenario.contest.exact().unwrap();
        let share = exact.outcomes[0];
        assert!(
            exact.bound < 1e-9 && share > 0.01 && share < 0.99,
            "{name}: {share}"
        );
        (scenario, share)
    })
    .collect()
}

fn plan(seed: u64, trials: u64) -> Plan {
    Plan {
        threads: 1,
        ..Plan::new(seed, 0..trials)
    }
}

/// Returns the chance that the Wilson interval of `trials` trials covers the share.
fn coverage(trials: u64, share: f64) -> f64 {
    // In logarithms, as the chance of no success at all may underflow.
    let mut chance = trials as f64 * (1.0 - share).ln();
    let mut covered = 0.0;
    for successes in 0..=trials {
        let interval = wilson(successes, trials, 0.95);
        if interval.low <= share && share <= interval.high {
            covered += chance.exp();
        }
        let ratio = (trials - successes) as f64 / (successes + 1) as f64;
        chance += (ratio * share / (1.0 - share)).ln();
    }
    covered
}

#[test]
fn wilson_intervals_have_their_exact_coverage() {
    for (scenario, share) in known() {
        for trials in [50, 300] {
            let expected_coverage = coverage(trials, share);
            assert!(
                (0.9..=1.0).contains(&expected_coverage),
                "{share} {expected_coverage}"
            );
            let covered = (1..=REPETITIONS).filter(|&seed| {
                let finished = run(scenario.contest.as_ref(), &plan(seed, trials), &NoProgress);
                let interval = wilson(finished.tally.outcomes()[0], trials, 0.95);
                interval.low <= share && share <= interval.high
            });
            let expected = expected_coverage * REPETITIONS as f64;
            let error = (expected * (1.0 - expected_coverage)).sqrt();
            let off = covered.count() as f64 - expected;
            assert!(
                off.abs() <= 4.0 * error,
                "{}, {trials} trials: {off:+} against {expected:.1} with a standard error of {error:.1}",
                scenario.path
            );
        }
    }
}

/// Returns the looks of the runs below. There are far more than in a real run, as the confidence
/// sequence must hold at all of them together.
fn look_after(trials: u64) -> u64 {
    next_look(trials).min(trials + trials / 8 + 25)
}

const LONGEST: u64 = 4_000;

fn looks() -> Vec<u64> {
    let after = |trials: &u64| (*trials < LONGEST).then(|| look_after(*trials).min(LONGEST));
    std::iter::successors(Some(0), after).skip(1).collect()
}

/// Returns the numbers of successes in `trials` trials for which the sequence covers the share.
fn covering(trials: u64, share: f64, alpha: f64) -> RangeInclusive<u64> {
    let covers = |successes: &u64| {
        let interval = confidence_sequence(*successes, trials, alpha);
        interval.low <= share && share <= interval.high
    };
    let middle = (trials as f64 * share) as u64;
    let low = (0..=middle).rev().take_while(covers).last().unwrap();
    let high = (middle..=trials).take_while(covers).last().unwrap();
    low..=high
}

/// Returns the same numbers from the definition of the sequence: all s with
/// (n + 1) Binom(s; n, p) > alpha.
fn covering_by_definition(trials: u64, share: f64, alpha: f64) -> RangeInclusive<u64> {
    let mut weight = (trials as f64 + 1.0).ln() + trials as f64 * (1.0 - share).ln();
    let mut covering = Vec::new();
    for successes in 0..=trials {
        if weight > alpha.ln() {
            covering.push(successes);
        }
        let ratio = (trials - successes) as f64 / (successes + 1) as f64;
        weight += (ratio * share / (1.0 - share)).ln();
    }
    covering[0]..=covering[covering.len() - 1]
}

/// Returns the chance that any look misses the share, from the distribution of successes among runs
/// that have not missed so far.
fn chance_to_miss(share: f64, covering: &[(u64, RangeInclusive<u64>)]) -> f64 {
    let mut chances = vec![1.0];
    let mut missed = 0.0;
    let mut trials = 0;
    for (look, inside) in covering {
        for _ in trials..*look {
            chances.resize(chances.len() + 1, 0.0);
            for successes in (0..chances.len()).rev() {
                let before = if successes > 0 {
                    chances[successes - 1]
                } else {
                    0.0
                };
                chances[successes] = chances[successes] * (1.0 - share) + before * share;
            }
        }
        trials = *look;
        for (successes, chance) in chances.iter_mut().enumerate() {
            if !inside.contains(&(successes as u64)) {
                missed += std::mem::take(chance);
            }
        }
    }
    missed
}

#[test]
fn confidence_sequences_miss_as_often_as_their_exact_error_probability() {
    let alpha = 0.05;
    let (mut expected, mut with_three_times_alpha, mut missed) = (0.0, 0.0, 0);
    for (scenario, share) in known() {
        let contest = scenario.contest.as_ref();
        let at_looks = |inside: &dyn Fn(u64) -> RangeInclusive<u64>| {
            let looks = looks().into_iter().map(|look| (look, inside(look)));
            looks.collect::<Vec<_>>()
        };
        let covering = at_looks(&|look| covering(look, share, alpha));
        let defined = |alpha| at_looks(&|look| covering_by_definition(look, share, alpha));
        assert_eq!(covering, defined(alpha), "{}", scenario.path);
        let chance = chance_to_miss(share, &covering);
        assert!(chance < alpha, "{}: {chance}", scenario.path);
        expected += chance * REPETITIONS as f64;
        with_three_times_alpha += chance_to_miss(share, &defined(3.0 * alpha)) * REPETITIONS as f64;
        for seed in 1..=REPETITIONS {
            let mut misses = false;
            let nothing = (Tally::new(contest), 0);
            run_from(
                contest,
                &plan(seed, LONGEST),
                &NoProgress,
                nothing,
                &look_after,
                &mut |tally, trials| {
                    let interval = confidence_sequence(tally.outcomes()[0], trials.end, alpha);
                    misses |= share < interval.low || interval.high < share;
                },
            );
            missed += u64::from(misses);
        }
    }
    // The guarantee allows 200 of 4,000 runs; the exact chances at these looks give 31.
    let bound = 4.0 * expected.sqrt();
    let off = missed as f64 - expected;
    assert!(off.abs() <= bound, "{missed} against {expected:.1}");
    // Large enough that sampling would also reveal an alpha three times too large.
    assert!(
        with_three_times_alpha - expected > 2.0 * bound,
        "{with_three_times_alpha:.1} against {expected:.1}"
    );
}
