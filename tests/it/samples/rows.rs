//! Rows on their way into a sink.

use super::{SampleContest, plan, yielded};
use evenodds::sim::{
    NoProgress, Plan, Progress, RowSink, RowValues, StopReason, TrialRows, run, run_with_rows,
};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Trials of a group, and the results of each.
type Group = (Range<u64>, Vec<Vec<i64>>);

/// Sink that keeps all groups as rows, and fails on request.
#[derive(Default)]
struct Kept {
    groups: Mutex<Vec<Group>>,
    /// A trial whose group cannot be encoded.
    broken: Option<u64>,
    /// Number of groups that can be written.
    room: Option<usize>,
    /// Duration of a write.
    slow: Duration,
    /// Number of encoded groups that were not yet written, now and at most.
    waiting: AtomicU64,
    most: AtomicU64,
}

impl RowSink for Kept {
    type Group = Group;
    type Error = String;

    fn encode(&self, rows: &TrialRows) -> Result<Self::Group, String> {
        if self
            .broken
            .is_some_and(|trial| rows.trials().contains(&trial))
        {
            return Err("broken".to_owned());
        }
        let waiting = self.waiting.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(waiting, Ordering::SeqCst);
        assert!(
            rows.columns()
                .iter()
                .all(|column| column.len() == rows.len())
        );
        let value = |column: &RowValues, row| match column {
            RowValues::Short(values) => i64::from(values[row]),
            RowValues::Long(values) => values[row],
        };
        let all = (0..rows.len())
            .map(|row| rows.columns().iter().map(|one| value(one, row)).collect())
            .collect();
        Ok((rows.trials(), all))
    }

    fn write(&self, group: Self::Group) -> Result<(), String> {
        std::thread::sleep(self.slow);
        let mut groups = self.groups.lock().unwrap();
        if self.room.is_some_and(|room| groups.len() >= room) {
            return Err("full".to_owned());
        }
        groups.push(group);
        self.waiting.fetch_sub(1, Ordering::SeqCst);
        Ok(())
    }
}

impl Kept {
    fn groups(&self) -> Vec<Range<u64>> {
        let groups = self.groups.lock().unwrap();
        groups.iter().map(|group| group.0.clone()).collect()
    }
}

/// Returns a contest with enough metrics to make its groups small: 1,024 trials each.
fn wide() -> SampleContest {
    let names: Vec<&str> = vec!["same"; 2_000];
    SampleContest::new(&names, |trial| {
        (0..2_000)
            .map(|metric| (trial as i64 * metric) % 10)
            .collect()
    })
}

#[test]
fn groups_begin_at_fixed_trials_and_come_in_order() {
    let contest = wide();
    for (threads, chunk) in [(1, None), (2, Some(1)), (4, Some(300)), (4, None)] {
        let kept = Kept::default();
        let plan = Plan {
            trials: 500..3_000,
            threads,
            chunk,
            ..plan(0)
        };
        let finished = run_with_rows(&contest, &plan, &NoProgress, &kept).unwrap();
        assert_eq!(finished, run(&contest, &plan, &NoProgress));
        assert_eq!(kept.groups(), [500..1_524, 1_524..2_548, 2_548..3_000]);
        for (trials, rows) in kept.groups.into_inner().unwrap() {
            assert_eq!(rows.len() as u64, trials.end - trials.start);
            for (trial, row) in trials.zip(rows) {
                assert_eq!(row, yielded(&contest, 7, trial), "{trial}");
            }
        }
    }
}

#[test]
fn a_run_that_stops_by_itself_stops_at_the_same_trial_and_has_the_same_groups() {
    let contest = SampleContest::new(&["one"], |trial| vec![(trial % 3) as i64]);
    let plan = |threads| Plan {
        threads,
        precision: Some(0.002),
        ..plan(10_000_000)
    };
    let alone = run(&contest, &plan(1), &NoProgress);
    assert_eq!(alone.stopped, StopReason::Precision);
    for threads in [1, 3] {
        let kept = Kept::default();
        let finished = run_with_rows(&contest, &plan(threads), &NoProgress, &kept).unwrap();
        assert_eq!(finished, alone);
        let groups = kept.groups();
        assert!(groups.len() > 1);
        let (last, full) = groups.split_last().unwrap();
        assert!(full.iter().all(|group| group.end - group.start == 1 << 17));
        assert_eq!(last.end, alone.trials.end);
    }
}

#[test]
fn a_slow_sink_delays_the_workers() {
    let contest = wide();
    let kept = Kept {
        slow: Duration::from_millis(20),
        ..Kept::default()
    };
    let plan = Plan {
        threads: 2,
        ..plan(20 << 10)
    };
    run_with_rows(&contest, &plan, &NoProgress, &kept).unwrap();
    assert_eq!(kept.groups().len(), 20);
    // At most one waiting group for each worker, and two more.
    assert!(kept.most.into_inner() <= 4);
}

#[test]
fn a_sink_that_fails_ends_the_run() {
    let contest = wide();
    for threads in [1, 4] {
        let plan = Plan {
            threads,
            ..plan(1_000_000_000_000_000)
        };
        let full = Kept {
            room: Some(3),
            ..Kept::default()
        };
        let error = run_with_rows(&contest, &plan, &NoProgress, &full);
        assert_eq!(error, Err("full".to_owned()));
        assert_eq!(full.groups().len(), 3);
        let broken = Kept {
            broken: Some(5_000),
            ..Kept::default()
        };
        let error = run_with_rows(&contest, &plan, &NoProgress, &broken);
        assert_eq!(error, Err("broken".to_owned()));
        assert!(broken.groups().len() <= 4);
    }
    // The last group is written after all workers have finished.
    let last = Kept {
        broken: Some(10),
        ..Kept::default()
    };
    let error = run_with_rows(&contest, &plan(20), &NoProgress, &last);
    assert_eq!(error, Err("broken".to_owned()));
}

/// Presses Ctrl-C after a number of trials.
struct Impatient(AtomicU64);

impl Progress for Impatient {
    fn advanced(&self, trials: u64) {
        self.0.fetch_add(trials, Ordering::Relaxed);
    }

    fn cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= 2_000
    }
}

#[test]
fn an_interrupted_run_has_the_rows_of_exactly_its_trials() {
    let contest = wide();
    for threads in [1, 3] {
        let kept = Kept::default();
        let plan = Plan {
            threads,
            chunk: Some(100),
            ..plan(1_000_000)
        };
        let progress = Impatient(AtomicU64::new(0));
        let finished = run_with_rows(&contest, &plan, &progress, &kept).unwrap();
        assert_eq!(finished.stopped, StopReason::Interrupted);
        let rows: Vec<u64> = kept.groups().into_iter().flatten().collect();
        assert_eq!(rows, finished.trials.clone().collect::<Vec<_>>());
        assert_eq!(rows.len() as u64, finished.tally.trials());
    }
}

#[test]
fn a_panicking_player_does_not_block_the_other_threads() {
    let contest = SampleContest::new(&["one"], |trial| {
        assert!(trial != 1_000, "this trial is meant to fail");
        vec![0]
    });
    let plan = Plan {
        threads: 3,
        ..plan(1_000_000_000_000_000)
    };
    let run = || run_with_rows(&contest, &plan, &NoProgress, &Kept::default()).is_ok();
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
}
