//! Shards of runs: written, read, resumed and merged.

use crate::shipped::shipped;
use evenodds::contest::{Contest, Tally};
use evenodds::contests::KINDS;
use evenodds::scenario::{Builtin, Scenario, open};
use evenodds::sim::{
    Finished, NoProgress, Plan, Results, ScenarioIdentity, Shard, ShardError, Share,
    ShareEstimator, StopReason, join, run, run_from,
};
use proptest::prelude::*;
use std::ops::Range;

fn contest() -> Box<dyn Contest> {
    open("@three-sides", &[]).unwrap().contest
}

fn plan(trials: Range<u64>, chunk: u64) -> Plan {
    Plan {
        seed: 3,
        trials,
        threads: 2,
        precision: None,
        estimator: ShareEstimator::Plain,
        alpha: 0.05,
        chunk: Some(chunk),
    }
}

fn part(contest: &dyn Contest, share: Share, run_of: u64) -> Shard {
    let trials = share.of_trials(run_of);
    let finished = run(contest, &plan(trials.clone(), 7), &NoProgress);
    Shard {
        tool: "0.1.0".to_owned(),
        build: "0123456789abcdef".to_owned(),
        scenario: ScenarioIdentity {
            path: "a.toml".to_owned(),
            title: "A".to_owned(),
            kind: "quick".to_owned(),
            hash: "0123".to_owned(),
        },
        text: "kind = \"quick\"\n".to_owned(),
        assignments: vec!["difficulty=3".to_owned()],
        seed: 3,
        run: run_of,
        precision: None,
        estimator: ShareEstimator::Plain,
        share,
        first_trial: trials.start,
        end: trials.end,
        metrics: evenodds::sim::metric_names(contest),
        counts: finished.tally.counts(),
    }
}

fn parts(contest: &dyn Contest, of: u64, run: u64) -> Vec<(String, Shard)> {
    (1..=of)
        .map(|index| {
            (
                format!("part-{index}"),
                part(contest, Share { index, of }, run),
            )
        })
        .collect()
}

#[test]
fn any_number_of_shares_is_one_run() {
    let contest = contest();
    let whole = run(contest.as_ref(), &plan(0..1_000, 11), &NoProgress).tally;
    for of in [1, 2, 7, 64] {
        let mut parts = parts(contest.as_ref(), of, 1_000);
        parts.reverse();
        for (_, part) in &mut parts {
            *part = Shard::from_bytes(&part.to_bytes()).unwrap();
        }
        assert_eq!(join(&parts, contest.as_ref()).unwrap(), whole, "{of}");
    }
}

#[test]
fn shares_with_metrics_in_another_order_are_joined_by_name() {
    const RUN: u64 = 600;
    let file = |metrics: &str| {
        let text = format!(
            "kind = 'dice'\nroll = {{ d = '1d6', e = '2d8' }}\noutcome = [{{ name = 'all' }}]\n[metric]\n{metrics}"
        );
        evenodds::scenario::load("x.toml", text.as_bytes(), &[]).unwrap()
    };
    let [one, other] = ["low = 'd'\nhigh = 'e'\n", "high = 'e'\nlow = 'd'\n"].map(file);
    assert_eq!(one.hash, other.hash);
    let names = |scenario: &Scenario| evenodds::sim::metric_names(scenario.contest.as_ref());
    assert_ne!(names(&one), names(&other));
    let whole = run(one.contest.as_ref(), &plan(0..RUN, 7), &NoProgress).tally;
    let shard = |scenario: &Scenario, index| {
        let share = Share { index, of: 2 };
        (
            format!("part-{index}"),
            part(scenario.contest.as_ref(), share, RUN),
        )
    };
    let mut mixed = [shard(&one, 1), shard(&other, 2)];
    assert_eq!(join(&mixed, one.contest.as_ref()).unwrap(), whole);
    let joined = join(&mixed, other.contest.as_ref()).unwrap();
    for (metric, name) in names(&one).iter().enumerate() {
        let there = names(&other).iter().position(|one| one == name).unwrap();
        let counts = |tally: &Tally, metric| tally.histogram(metric, 0).iter().collect::<Vec<_>>();
        assert_eq!(counts(&whole, metric), counts(&joined, there), "{name}");
    }
    // Other names are those of another contest.
    mixed[1].1.metrics[0].push('x');
    assert!(join(&mixed, one.contest.as_ref()).is_err());
}

/// Returns the results as JSON.
fn json(scenario: &Scenario, tally: Tally, trials: u64) -> String {
    let finished = Finished {
        tally,
        trials: 0..trials,
        stopped: StopReason::Trials,
    };
    let contest = scenario.contest.as_ref();
    let results = Results::sampled(scenario.identity(), contest, 3, &finished, false, None);
    evenodds::report::json(&evenodds::report::results_answer(
        &results,
        &evenodds::report::ResultContext::default(),
    ))
}

#[test]
fn shares_of_every_kind_come_together_to_the_bytes_of_one_run() {
    const TRIALS: u64 = 150;
    for kind in KINDS {
        // Scenarios that take long to solve are left out; other scenarios of their kinds remain.
        let quick = |builtin: &&Builtin| !["bomb", "mass-whole"].contains(&builtin.name);
        let scenarios = shipped(2).filter(quick);
        let scenarios = scenarios.map(|builtin| open(&format!("@{}", builtin.name), &[]).unwrap());
        let mut played = 0;
        for scenario in scenarios.filter(|scenario| scenario.kind.name == kind.name) {
            let contest = scenario.contest.as_ref();
            let whole = run(contest, &plan(0..TRIALS, 11), &NoProgress).tally;
            let whole = json(&scenario, whole, TRIALS);
            for of in [1, 2, 7, 64] {
                let parts: Vec<(String, Shard)> = parts(contest, of, TRIALS)
                    .into_iter()
                    .map(|(name, part)| (name, Shard::from_bytes(&part.to_bytes()).unwrap()))
                    .collect();
                let joined = join(&parts, contest).unwrap();
                assert_eq!(
                    json(&scenario, joined, TRIALS),
                    whole,
                    "{} {of}",
                    scenario.path
                );
            }
            played += 1;
        }
        assert!(played > 0, "{}", kind.name);
    }
}

#[test]
fn shards_of_different_runs_are_named() {
    let contest = contest();
    let good = parts(contest.as_ref(), 4, 100);
    let refused = |parts: &[(String, Shard)]| join(parts, contest.as_ref()).unwrap_err().join("\n");
    insta::assert_snapshot!(refused(&[]), @"no shards were given");
    insta::assert_snapshot!(refused(&good[1..2]), @"
    trials 0 to 24 are missing
    trials 50 to 99 are missing
    ");
    let twice: Vec<_> = good.iter().chain(&good[2..3]).cloned().collect();
    insta::assert_snapshot!(refused(&twice), @"trials 50 to 74 are included twice, in part-3 and in part-3");
    let mut other = good.clone();
    other[1].1.seed = 4;
    other[2].1.scenario.hash = "4567".to_owned();
    other[3].1.tool = "0.2.0".to_owned();
    other[3].1.build = "fedcba9876543210".to_owned();
    insta::assert_snapshot!(refused(&other), @"
    part-2 has seed 4, but part-1 has 3: they are shards of different runs
    part-3 has hash 4567, but part-1 has 0123: they are shards of different runs
    part-4 has version 0.2.0, but part-1 has 0.1.0: they are shards of different runs
    part-4 has build fedcba9876543210, but part-1 has 0123456789abcdef: they are shards of different runs
    ");
    let mut unfinished = good.clone();
    unfinished[3].1 = part(contest.as_ref(), Share { index: 4, of: 4 }, 100);
    unfinished[3].1.end -= 1;
    insta::assert_snapshot!(refused(&unfinished), @"
    part-4: it is damaged: its counts do not add up to its number of trials
    trial 99 is missing
    ");
}

#[test]
fn a_run_resumes_from_any_checkpoint() {
    let contest = contest();
    let whole = run(contest.as_ref(), &plan(0..500, 13), &NoProgress);
    let mut kept = Vec::new();
    let nothing = (Tally::new(contest.as_ref()), 0);
    let finished = run_from(
        contest.as_ref(),
        &plan(0..500, 13),
        &NoProgress,
        nothing,
        &|trials| (trials / 64 + 1) * 64,
        &mut |tally, trials| kept.push((tally.clone(), trials.end)),
    );
    assert_eq!(finished, whole);
    let ends: Vec<u64> = kept.iter().map(|(_, end)| *end).collect();
    assert_eq!(ends, [64, 128, 192, 256, 320, 384, 448, 500]);
    for (tally, end) in kept {
        let counts = Tally::from_counts(contest.as_ref(), &tally.counts()).unwrap();
        let resumed = run_from(
            contest.as_ref(),
            &plan(0..500, 5),
            &NoProgress,
            (counts, end),
            &|trials| (trials / 64 + 1) * 64,
            &mut |_, _| {},
        );
        assert_eq!(resumed, whole);
    }
}

#[test]
fn precision_stops_where_it_does_without_keeping() {
    let contest = contest();
    let precise = Plan {
        precision: Some(0.05),
        ..plan(0..100_000, 50)
    };
    let whole = run(contest.as_ref(), &precise, &NoProgress);
    for every in [1, 100, 333, 1_250] {
        let nothing = (Tally::new(contest.as_ref()), 0);
        let kept = run_from(
            contest.as_ref(),
            &precise,
            &NoProgress,
            nothing,
            &|trials| (trials / every + 1) * every,
            &mut |_, _| {},
        );
        assert_eq!(kept, whole, "{every}");
    }
}

proptest! {
    #[test]
    fn truncated_or_changed_files_are_not_shards(at in 0.0_f64..1.0, byte: u8) {
        let contest = contest();
        let part = part(contest.as_ref(), Share::WHOLE, 50);
        let bytes = part.to_bytes();
        let at = (at * bytes.len() as f64) as usize;
        prop_assert!(Shard::from_bytes(&bytes[..at]).is_err());
        let mut changed = bytes.clone();
        changed[at] = byte;
        let read = Shard::from_bytes(&changed);
        prop_assert!(read.is_err() || changed == bytes);
        prop_assert_eq!(Shard::from_bytes(&bytes), Ok(part));
    }
}

#[test]
fn foreign_files_are_distinguished_from_truncated_ones() {
    assert_eq!(Shard::from_bytes(b""), Err(ShardError::Truncated));
    assert_eq!(Shard::from_bytes(b"thesis"), Err(ShardError::Foreign));
    assert_eq!(
        Shard::from_bytes(b"evenodds part 3 12"),
        Err(ShardError::Truncated)
    );
    assert_eq!(
        Shard::from_bytes(b"evenodds part 1 1 x\n{}\n"),
        Err(ShardError::Version("1".to_owned()))
    );
}
