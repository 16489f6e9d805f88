//! Prints the milliseconds of exact answers, each from nothing: `evenodds` and Eurydice in one run.
//!
//! Every line has the question, then the fastest time of each program; `-` where it has no answer or
//! takes more than a minute.

use eurydice_engine::Engine;
use evenodds::expressions::ExpressionDistribution;
use evenodds::scenario::open;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Questions: ours, then Eurydice's; `@name` is a scenario.
const QUESTIONS: [(&str, &str); 7] = [
    ("4d6kh3", "output [highest 3 of 4d6]"),
    ("10d10!!kh5", "output [highest 5 of 10d[explode d10]]"),
    ("20d10kh10", "output [highest 10 of 20d10]"),
    ("wins(10d6, 10d6)", ""),
    ("@ogre", ""),
    ("@ogre hp 200 v 200", ""),
    ("@symbols", ""),
];

/// Returns the fastest of some repetitions within two seconds, in milliseconds.
fn fastest(mut run: impl FnMut()) -> f64 {
    let begun = Instant::now();
    let mut best = Duration::MAX;
    let mut times = 0;
    while times == 0 || times < 200 && begun.elapsed() < Duration::from_secs(2) {
        let start = Instant::now();
        run();
        best = best.min(start.elapsed());
        times += 1;
    }
    best.as_secs_f64() * 1e3
}

fn main() {
    for (own, other) in QUESTIONS {
        let time = match own.split(' ').next().filter(|name| name.starts_with('@')) {
            Some(name) => {
                let changes: &[&str] = if own.contains("200") {
                    &["state.fighter=200", "state.ogre=200"]
                } else {
                    &[]
                };
                let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
                let scenario = open(name, &changes).expect("the scenario is shipped");
                // Reading the file is not part of the answer.
                fastest(|| {
                    black_box(scenario.contest.exact().expect("the contest is small"));
                })
            }
            None => fastest(|| {
                black_box(ExpressionDistribution::of(own).expect("the expression is small"));
            }),
        };
        let eurydice = (!other.is_empty()).then(|| {
            fastest(|| {
                let report = Engine::new().run_source(other);
                assert!(report.diagnostics.first_error().is_none(), "{other}");
                black_box(report.outputs.len());
            })
        });
        let eurydice = eurydice.map_or("-".to_owned(), |time| format!("{time:.4}"));
        println!("{own}\t{time:.4}\t{eurydice}");
    }
}
