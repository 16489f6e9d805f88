//! Plays a scenario and prints the share of each outcome with its 95% confidence interval:
//! `cargo run --release --example shares -- @canyon`.

use evenodds::scenario::open;
use evenodds::sim::{NoProgress, Plan, run};
use evenodds::stats::wilson;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1);
    let scenario = open(file.as_deref().unwrap_or("@canyon"), &[])?;
    let contest = scenario.contest.as_ref();
    let plan = Plan::new(1, 0..100_000);
    let tally = run(contest, &plan, &NoProgress).tally;
    println!("{}", scenario.title);
    for (outcome, &count) in contest.outcomes().iter().zip(tally.outcomes()) {
        let share = 100.0 * count as f64 / tally.trials() as f64;
        let interval = wilson(count, tally.trials(), 0.95);
        let (low, high) = (100.0 * interval.low, 100.0 * interval.high);
        println!("{}: {share:.1}% (95% CI {low:.1}–{high:.1})", outcome.name);
    }
    Ok(())
}
