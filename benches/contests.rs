//! How long a trial takes, beside its floor and beside the plain program.
//!
//! The *floor* of a contest seeds the same streams and draws the same dice, trial by trial, and
//! does nothing else. `cargo bench` prints nanoseconds a trial for each, then the ratios, all out of
//! one run.

#[path = "support/floor.rs"]
mod floor;
#[path = "support/summary.rs"]
mod summary;

#[path = "../tests/it/fights.rs"]
#[allow(dead_code)]
mod fights;
#[path = "../tests/it/plain/mod.rs"]
mod plain;
#[path = "../tests/it/tape.rs"]
mod tape;

use criterion::Criterion;
use evenodds::contest::{Contest, Rules, Tally};
use evenodds::contests::combat::Player;
use evenodds::dice::Sampled;
use evenodds::sim::{Plan, Unwatched, run};
use fights::Sketch;
use floor::Floor;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Trials whose dice a floor remembers; more would measure the memory of its list.
const REMEMBERED: u64 = 1_000;

fn main() {
    let mut criterion = Criterion::default()
        .configure_from_args()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2));
    canyon(&mut criterion);
    threads(&mut criterion);
    criterion.final_summary();
    summary::print(&[
        ("canyon/packed", "canyon/floor"),
        ("canyon/plain", "canyon/packed"),
        ("streams/xoshiro256++", "streams/splitmix64"),
        ("threads/1", "threads/2"),
    ]);
}

/// Benches a contest and its floor, per trial.
fn contest(criterion: &mut Criterion, name: &str, rules: &(impl Rules + Contest)) {
    let floor = Floor::of(rules, 1, REMEMBERED);
    let mut group = criterion.benchmark_group(name);
    group.bench_function("floor", |bencher| {
        bencher.iter_custom(|trials| {
            let mut dice = Sampled::new(1, &rules.rollers());
            let begun = Instant::now();
            black_box(floor.draw(&mut dice, trials));
            begun.elapsed()
        });
    });
    group.bench_function("packed", |bencher| {
        bencher.iter_custom(|trials| {
            let mut tally = Tally::new(rules);
            let begun = Instant::now();
            let mut first = 0;
            // The same trials as the floor's, again and again.
            while first < trials {
                let now = (trials - first).min(REMEMBERED);
                rules.play(1, 0..now, &mut tally);
                first += now;
            }
            black_box(&tally);
            begun.elapsed()
        });
    });
    group.finish();
}

fn canyon(criterion: &mut Criterion) {
    let sketch = Sketch::canyon(Player::Finisher);
    contest(criterion, "canyon", &sketch.packed());
    let (combatants, rules) = sketch.plain();
    criterion
        .benchmark_group("canyon")
        .bench_function("plain", |bencher| {
            let mut dice = tape::Tape::new(1, 2 * combatants.len() + 1);
            let mut trial = 0;
            bencher.iter(|| {
                dice.start(trial % REMEMBERED);
                trial += 1;
                plain::combat::fight(&combatants, 2, &rules, &mut dice)
            });
        });
    let floor = Floor::of(&sketch.packed(), 1, REMEMBERED);
    let mut group = criterion.benchmark_group("streams");
    group.bench_function("splitmix64", |bencher| {
        bencher.iter_custom(|trials| {
            let mut dice = Sampled::new(1, &sketch.packed().rollers());
            let begun = Instant::now();
            black_box(floor.draw(&mut dice, trials));
            begun.elapsed()
        });
    });
    group.bench_function("xoshiro256++", |bencher| {
        bencher.iter_custom(|trials| {
            let begun = Instant::now();
            black_box(floor.draw_from_one_generator(trials));
            begun.elapsed()
        });
    });
    group.finish();
}

/// A run on one thread and on two.
fn threads(criterion: &mut Criterion) {
    let canyon = Sketch::canyon(Player::Finisher).packed();
    let mut group = criterion.benchmark_group("threads");
    for threads in [1, 2] {
        group.bench_function(threads.to_string(), |bencher| {
            bencher.iter_custom(|rounds| {
                let plan = Plan {
                    seed: 1,
                    trials: 0..rounds * 100_000,
                    threads,
                    precision: None,
                    alpha: 0.05,
                    piece: None,
                };
                let begun = Instant::now();
                black_box(run(&canyon, &plan, &Unwatched));
                begun.elapsed() / 100_000
            });
        });
    }
    group.finish();
}
