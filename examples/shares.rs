//! Plays a scenario and prints the share of each outcome, exact if a solver has it, else with its 95% confidence
//! interval:
//! `cargo run --example shares -- @canyon`.

use evenodds::{Error, Scenario};

fn main() -> Result<(), Error> {
    let file = std::env::args().nth(1);
    let scenario = Scenario::load(file.as_deref().unwrap_or("@canyon"))?;
    let results = scenario.run(100_000).results()?;
    println!("{}", results.headline());
    for outcome in results.outcomes() {
        println!("{outcome}: {}", results.outcome(outcome)?);
    }
    Ok(())
}
