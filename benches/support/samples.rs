//! Benchmarks of a run with a row for every trial, compared with the run alone.

use criterion::Criterion;
use evenodds::contest::Contest;
use evenodds::sim::{NoProgress, Plan, RowSink, TrialRows, run, run_with_rows};
use std::convert::Infallible;
use std::hint::black_box;
use std::time::Instant;

/// Trials per iteration: more than one group of rows.
const TRIALS: u64 = 200_000;

/// Sink that discards all rows.
struct Nowhere;

impl RowSink for Nowhere {
    type Group = ();
    type Error = Infallible;

    fn encode(&self, rows: &TrialRows) -> Result<(), Infallible> {
        black_box(rows.columns());
        Ok(())
    }

    fn write(&self, (): ()) -> Result<(), Infallible> {
        Ok(())
    }
}

/// Benchmarks a contest on one thread: without rows, with collected rows, and with a Parquet file.
pub fn bench(criterion: &mut Criterion, contest: &dyn Contest) {
    let mut group = criterion.benchmark_group("samples");
    let mut time = |name: &str, play: &dyn Fn(&Plan)| {
        group.bench_function(name, |bencher| {
            bencher.iter_custom(|rounds| {
                let plan = Plan {
                    threads: 1,
                    ..Plan::new(1, 0..rounds * TRIALS)
                };
                let begun = Instant::now();
                play(&plan);
                begun.elapsed() / TRIALS as u32
            });
        });
    };
    time("run", &|plan| {
        black_box(run(contest, plan, &NoProgress));
    });
    time("rows", &|plan| {
        let Ok(finished) = run_with_rows(contest, plan, &NoProgress, &Nowhere);
        black_box(finished);
    });
    #[cfg(feature = "frames")]
    time("parquet", &|plan| {
        use evenodds::frames::SampleFile;
        use evenodds::sim::ScenarioIdentity;
        let identity = ScenarioIdentity {
            path: "canyon.toml".to_owned(),
            title: "canyon".to_owned(),
            kind: "combat".to_owned(),
            hash: String::new(),
        };
        let file = SampleFile::new(std::io::sink(), contest, &identity, 1, &[]).unwrap();
        black_box(run_with_rows(contest, plan, &NoProgress, &file).unwrap());
        file.finish().unwrap();
    });
    group.finish();
}
