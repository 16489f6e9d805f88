//! Whether intervals cover the truth as often as they say, on contests whose shares are known exactly.

use evenodds::contest::Tally;
use evenodds::scenario::{Scenario, open};
use evenodds::sim::{Plan, Unwatched, next_look, run, run_on};
use evenodds::stats::{confidence_sequence, wilson};

/// Seeds, each of which is a repetition.
const REPETITIONS: u64 = 1_000;

/// Contests of one throw, with the exact share of their first outcome: one near a half, a large one, a
/// small one.
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
        seed,
        trials: 0..trials,
        threads: 1,
        precision: None,
        alpha: 0.05,
        piece: None,
    }
}

/// The chance that the Wilson interval of so many trials covers the share.
fn coverage(trials: u64, share: f64) -> f64 {
    // Logarithms: the chance of no success at all may be smaller than any number.
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
fn wilson_intervals_cover_as_often_as_their_exact_coverage_says() {
    for (scenario, share) in known() {
        for trials in [50, 300] {
            let said = coverage(trials, share);
            assert!((0.9..=1.0).contains(&said), "{share} {said}");
            let covered = (1..=REPETITIONS).filter(|&seed| {
                let finished = run(scenario.contest.as_ref(), &plan(seed, trials), &Unwatched);
                let interval = wilson(finished.tally.outcomes()[0], trials, 0.95);
                interval.low <= share && share <= interval.high
            });
            let expected = said * REPETITIONS as f64;
            let error = (expected * (1.0 - said)).sqrt();
            let off = covered.count() as f64 - expected;
            assert!(
                off.abs() <= 4.0 * error,
                "{}, {trials} trials: {off:+} against {expected:.1} with a standard error of {error:.1}",
                scenario.path
            );
        }
    }
}

#[test]
fn self_stopping_intervals_miss_at_some_look_no_more_often_than_they_promise() {
    let alpha = 0.05;
    for (scenario, share) in known() {
        let contest = scenario.contest.as_ref();
        let mut missed = 0;
        for seed in 1..=REPETITIONS {
            let mut misses = false;
            let nothing = (Tally::new(contest), 0);
            // Far more looks than a run has: the sequence is to hold at all of them together.
            let often = |trials: u64| next_look(trials).min(trials + trials / 8 + 25);
            run_on(
                contest,
                &plan(seed, 4_000),
                &Unwatched,
                nothing,
                &often,
                &mut |tally, trials| {
                    let interval = confidence_sequence(tally.outcomes()[0], trials.end, alpha);
                    misses |= share < interval.low || interval.high < share;
                },
            );
            missed += u64::from(misses);
        }
        // The promise is 50 in 1,000; 4 standard errors above would be 77.
        assert!(missed <= 77, "{}: {missed}", scenario.path);
    }
}
