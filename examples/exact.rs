//! Prints the exact probability of each outcome beside its share in sampled trials:
//! `cargo run --release --example exact -- @lockpick`.

use evenodds::scenario::open;
use evenodds::sim::{NoProgress, Plan, run};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1);
    let scenario = open(file.as_deref().unwrap_or("@lockpick"), &[])?;
    let contest = scenario.contest.as_ref();
    // Fails with the reason if the contest has no exact answer.
    let exact = contest.exact()?;
    let plan = Plan::new(1, 0..100_000);
    let tally = run(contest, &plan, &NoProgress).tally;
    let counts = exact.outcomes.iter().zip(tally.outcomes());
    for (outcome, (probability, &count)) in contest.outcomes().iter().zip(counts) {
        let share = count as f64 / tally.trials() as f64;
        println!(
            "{}: exact {probability:.6}, sampled {share:.6}",
            outcome.name
        );
    }
    Ok(())
}
