//! The simulator: its results depend only on the plan.

use crate::fights::Sketch;
use evenodds::contest::{Contest, Play, Tally};
use evenodds::contests::combat::Player;
use evenodds::scenario;
use evenodds::sim::{LEVEL, NoProgress, Plan, Progress, Results, StopReason, WorkerPermits, run};
use evenodds_testing::size;
use std::sync::atomic::{AtomicU64, Ordering};

fn plan(trials: u64) -> Plan {
    Plan {
        threads: 1,
        alpha: 1.0 - LEVEL,
        ..Plan::new(42, 0..trials)
    }
}

/// Observer that provides worker permits to the run.
struct Helpers(WorkerPermits);

impl Progress for Helpers {
    fn advanced(&self, _trials: u64) {}

    fn worker_permits(&self) -> Option<&WorkerPermits> {
        Some(&self.0)
    }
}

#[test]
fn threads_and_chunks_do_not_affect_any_byte() {
    let canyon = scenario::open("@canyon", &[]).unwrap();
    let contest = canyon.contest.as_ref();
    let watched = |progress: &dyn Progress, threads, chunk, precision| {
        let plan = Plan {
            threads,
            chunk,
            precision,
            ..plan(size(2_000, 40_000))
        };
        let finished = run(contest, &plan, progress);
        let by_itself = precision.is_some();
        let results = Results::sampled(canyon.identity(), contest, 42, &finished, by_itself, None);
        serde_json::to_string(&results).unwrap()
    };
    let json = |threads, chunk, precision| watched(&NoProgress, threads, chunk, precision);
    // One thread of its own; permits add and remove others during the run.
    let helpers = Helpers(WorkerPermits::new(3));
    let helped = |chunk, precision| watched(&helpers, 1, chunk, precision);
    for precision in [None, Some(size(0.05, 0.01))] {
        let alone = json(1, None, precision);
        for chunk in [None, Some(7)] {
            assert_eq!(helped(chunk, precision), alone, "{chunk:?}");
        }
        for threads in [1, 2, 3, 8] {
            for chunk in [None, Some(1), Some(7), Some(1_000), Some(1_000_000)] {
                assert_eq!(
                    json(threads, chunk, precision),
                    alone,
                    "{threads} {chunk:?}"
                );
            }
        }
    }
}

#[test]
fn a_run_that_stops_by_itself_stops_at_a_look_and_is_precise() {
    let canyon = Sketch::canyon(Player::Finisher).packed();
    let plan = Plan {
        precision: Some(0.01),
        ..plan(10_000_000)
    };
    let finished = run(&canyon, &plan, &NoProgress);
    assert_eq!(finished.stopped, StopReason::Precision);
    let trials = finished.tally.trials();
    assert_eq!(evenodds::sim::next_look(trials - 1), trials);
    let intervals = finished
        .tally
        .outcomes()
        .iter()
        .map(|&count| evenodds::stats::confidence_sequence(count, trials, plan.alpha));
    assert!(
        intervals
            .clone()
            .all(|interval| interval.half_width() <= 0.01)
    );
    let too_few = Plan {
        precision: Some(0.01),
        ..self::plan(500)
    };
    assert_eq!(
        run(&canyon, &too_few, &NoProgress).stopped,
        StopReason::Trials
    );
}

/// Presses Ctrl-C after a number of trials.
struct Impatient {
    seen: AtomicU64,
    patience: u64,
}

impl Progress for Impatient {
    fn advanced(&self, trials: u64) {
        self.seen.fetch_add(trials, Ordering::Relaxed);
    }

    fn cancelled(&self) -> bool {
        self.seen.load(Ordering::Relaxed) >= self.patience
    }
}

#[test]
fn an_interrupted_run_is_the_contiguous_prefix_that_was_finished() {
    let canyon = Sketch::canyon(Player::Finisher).packed();
    for threads in [1, 3] {
        let progress = Impatient {
            seen: AtomicU64::new(0),
            patience: 1_000,
        };
        let plan = Plan {
            threads,
            chunk: Some(64),
            ..plan(1_000_000)
        };
        let finished = run(&canyon, &plan, &progress);
        assert_eq!(finished.stopped, StopReason::Interrupted);
        assert!(finished.trials.end >= 1_000 && finished.trials.end < 3_000);
        let mut tally = Tally::new(&canyon);
        canyon.play(42, finished.trials.clone(), &mut tally);
        assert_eq!(finished.tally, tally);
    }
}

#[test]
fn any_range_of_trials_can_be_played_alone_and_added() {
    let canyon = Sketch::canyon(Player::Random).packed();
    let tally = |trials: std::ops::Range<u64>| {
        let mut tally = Tally::new(&canyon);
        canyon.play(7, trials, &mut tally);
        tally
    };
    let mut sum = tally(600..1_000);
    sum.merge(&tally(0..1));
    sum.merge(&tally(1..600));
    assert_eq!(sum, tally(0..1_000));
}

#[test]
fn a_narration_is_the_counted_trial() {
    let canyon = Sketch::canyon(Player::Random).packed();
    let contest: &dyn Contest = &canyon;
    contest.watch(5, 0..50, &mut |trial, record| {
        assert_eq!(contest.narrate_trial(5, trial).record, *record);
        true
    });
}
