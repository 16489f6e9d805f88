//! Rows in a Parquet file, read back by polars.

use super::{SampleContest, plan, yielded};
use crate::shipped::shipped;
use evenodds::contest::{Contest, Metric};
use evenodds::contests::KINDS;
use evenodds::frames::{SampleFile, read_content};
use evenodds::records::{ColumnValues, Records};
use evenodds::scenario::open;
use evenodds::sim::{NoProgress, Plan, ScenarioIdentity, run, run_with_rows};
use evenodds_testing::size;
use std::collections::BTreeSet;
use std::io::{ErrorKind, Write};

fn identity() -> ScenarioIdentity {
    ScenarioIdentity {
        path: "made.toml".to_owned(),
        title: "Made".to_owned(),
        kind: "made".to_owned(),
        hash: "abc".to_owned(),
    }
}

/// Returns the bytes of a file with a row for each trial of a plan.
fn sampled(contest: &dyn Contest, plan: &Plan) -> Vec<u8> {
    let file = SampleFile::new(Vec::new(), contest, &identity(), plan.seed, &[]).unwrap();
    let finished = run_with_rows(contest, plan, &NoProgress, &file).unwrap();
    assert_eq!(finished, run(contest, plan, &NoProgress));
    file.finish().unwrap()
}

fn read(bytes: &[u8]) -> Records {
    read_content(bytes).unwrap().records
}

/// Returns the integers of a column.
fn integers<'a>(rows: &'a Records, name: &str) -> &'a [Option<i64>] {
    match &rows.column(name).unwrap().values {
        ColumnValues::Integers(values) => values,
        other => panic!("{name}: {other:?}"),
    }
}

/// Asserts that the rows of a file equal the results of the trials when played alone.
fn assert_replayed(contest: &dyn Contest, plan: &Plan, rows: &Records) {
    let mut names = vec!["trial".to_owned(), "outcome".to_owned()];
    names.extend(contest.metrics().iter().map(Metric::name));
    let read: Vec<&str> = rows.columns.iter().map(|column| &*column.name).collect();
    assert_eq!(read, names);
    let trials = plan.trials.clone().map(|trial| Some(trial as i64));
    assert_eq!(integers(rows, "trial"), trials.collect::<Vec<_>>());
    let ColumnValues::Texts(outcomes) = &rows.column("outcome").unwrap().values else {
        panic!("{rows:?}");
    };
    // A value that was not measured is null, never the number that means "not measured".
    let metrics = contest.metrics().iter().map(|metric| {
        let value = |value: Option<i64>| match value {
            Some(value) => Some(value).filter(|_| metric.is_measured(value)),
            None => metric.never,
        };
        let column = integers(rows, &metric.name()).iter();
        column.map(|&one| value(one).unwrap()).collect()
    });
    let metrics: Vec<Vec<i64>> = metrics.collect();
    for (row, trial) in plan.trials.clone().enumerate() {
        let outcome = outcomes[row].as_deref().unwrap();
        let outcome = contest
            .outcomes()
            .iter()
            .position(|one| one.name == outcome);
        let mut read = vec![outcome.unwrap() as i64];
        read.extend(metrics.iter().map(|metric| metric[row]));
        assert_eq!(read, yielded(contest, plan.seed, trial), "{trial}");
    }
}

#[test]
fn rows_are_the_trials_that_are_replayed_of_every_kind() {
    let mut kinds = BTreeSet::new();
    for builtin in shipped(4) {
        let scenario = open(&format!("@{}", builtin.name), &[]).unwrap();
        let contest = scenario.contest.as_ref();
        let plan = Plan {
            trials: 90..130,
            threads: 2,
            ..plan(0)
        };
        assert_replayed(contest, &plan, &read(&sampled(contest, &plan)));
        kinds.insert(scenario.identity().kind);
    }
    assert_eq!(kinds.len(), KINDS.len());
}

#[test]
fn values_of_any_size_are_stored() {
    let names = ["constant", "negative", "sparse", "odd", "rare", "huge"];
    let contest = SampleContest::new(&names, |trial| {
        let number = trial as i64;
        let mixed = (trial.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33) as i64;
        vec![
            -3,
            -(number % 7),
            (mixed % 300) * 200 - 30_000,
            i64::from(mixed as i16),
            if trial == 1_234 { 1 << 40 } else { 0 },
            if trial % 3 == 0 {
                i64::MIN
            } else {
                i64::MAX - number
            },
        ]
    });
    for trials in [0..0, 5..6, 17..18_000] {
        let plan = Plan {
            trials,
            threads: 2,
            ..plan(0)
        };
        let bytes = sampled(&contest, &plan);
        assert_replayed(&contest, &plan, &read(&bytes));
    }
}

#[test]
fn threads_and_chunks_do_not_affect_any_byte() {
    let canyon = open("@canyon", &[]).unwrap();
    let contest = canyon.contest.as_ref();
    for precision in [None, Some(size(0.05, 0.01))] {
        let bytes = |threads, chunk| {
            let plan = Plan {
                threads,
                chunk,
                precision,
                ..plan(size(4_000, 40_000))
            };
            sampled(contest, &plan)
        };
        let alone = bytes(1, None);
        for (threads, chunk) in [(1, Some(999)), (2, None), (4, None), (4, Some(3))] {
            assert!(bytes(threads, chunk) == alone, "{threads} {chunk:?}");
        }
    }
}

/// A disk with room for this number of bytes.
struct Disk(usize);

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 = self
            .0
            .checked_sub(bytes.len())
            .ok_or(ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_ends_a_run_and_is_named() {
    let canyon = open("@canyon", &[]).unwrap();
    let contest = canyon.contest.as_ref();
    let endless = Plan {
        threads: 2,
        ..plan(1_000_000_000_000_000)
    };
    let file = SampleFile::new(Disk(300_000), contest, &identity(), 7, &[]).unwrap();
    let error = run_with_rows(contest, &endless, &NoProgress, &file).unwrap_err();
    assert_eq!(error.to_string(), "no storage space");
    // This disk has no room for the last byte.
    let room = sampled(contest, &plan(1)).len() - 1;
    let file = SampleFile::new(Disk(room), contest, &identity(), 7, &[]).unwrap();
    run_with_rows(contest, &plan(1), &NoProgress, &file).unwrap();
    let error = file.finish().map(drop).unwrap_err();
    assert_eq!(error.to_string(), "no storage space");
}
