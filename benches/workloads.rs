//! Plays trials of a scenario on one thread and does nothing else, so that `instructions.sh` can count the
//! instructions: `workloads @canyon 20000 [PATH=VALUE ...]`

use evenodds::scenario::open;
use evenodds::sim::{NoProgress, Plan, run};
use std::hint::black_box;

/// Trials in a chunk: as few as in a run of a thousand trials, so that work that is done for each chunk counts.
const CHUNK: u64 = 40;

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|one| one != "--bench");
    let Some(name) = arguments.next() else {
        return;
    };
    let trials = arguments
        .next()
        .and_then(|one| one.parse().ok())
        .unwrap_or(1);
    let changes: Vec<String> = arguments.collect();
    match open(&name, &changes) {
        Ok(scenario) => {
            let plan = Plan {
                threads: 1,
                chunk: Some(CHUNK),
                ..Plan::new(1, 0..trials)
            };
            black_box(run(scenario.contest.as_ref(), &plan, &NoProgress));
        }
        Err(error) => eprintln!("{error}"),
    }
}
