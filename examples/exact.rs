//! Prints the exact probability of each outcome:
//! `cargo run --example exact -- @lockpick`.

use evenodds::{Error, Scenario};

fn main() -> Result<(), Error> {
    let file = std::env::args().nth(1);
    let scenario = Scenario::load(file.as_deref().unwrap_or("@lockpick"))?;
    // Fails with the reason if the contest has no exact answer.
    let exact = scenario.exact()?;
    for outcome in exact.outcomes() {
        println!("{outcome}: {}", exact.outcome(outcome)?);
    }
    Ok(())
}
