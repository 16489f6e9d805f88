//! Plays trials of a scenario on one thread and does nothing else, so that `instructions.sh` can count the
//! instructions: `workloads @canyon 20000 [PATH=VALUE ...]`

use evenodds::contest::Tally;
use evenodds::scenario::open;
use std::hint::black_box;

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
            let mut tally = Tally::new(scenario.contest.as_ref());
            scenario.contest.play(1, 0..trials, &mut tally);
            black_box(&tally);
        }
        Err(error) => eprintln!("{error}"),
    }
}
