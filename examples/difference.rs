//! Tests whether one drone fewer changes the ambush in the canyon, trial by trial on common random
//! numbers: `cargo run --example difference`.

use evenodds::Interval;
use evenodds::analysis::{ComparePlan, compare};
use evenodds::scenario::open;
use evenodds::sim::NoProgress;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let changes = ["side.ambushers.'Assassin Drone'.count=3".to_owned()];
    let four_drones = open("@canyon", &[])?;
    let three_drones = four_drones.with(&changes)?;
    let plan = ComparePlan {
        precision: Some(0.01),
        ..ComparePlan::default()
    };
    let found = compare((&four_drones, &three_drones), &changes, &plan, &NoProgress)?;
    for figure in &found.figures {
        if let Some(verdict) = figure.verdict {
            let Interval { low, high } = figure.difference.interval;
            println!(
                "{}: {}, {:+.1} points (interval {:+.1} to {:+.1}) after {} trials of each",
                figure.name,
                verdict.name(),
                100.0 * figure.difference.value,
                100.0 * low,
                100.0 * high,
                found.trials
            );
        }
    }
    Ok(())
}
