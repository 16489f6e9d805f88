//! `evenodds run`: how do these contests end?

use super::arguments::RunArguments;
use super::failure::{Failure, Failures};
use super::{input, output, play};
use evenodds::sim::StopReason;

/// Plays all scenarios and shows their results.
pub fn run(arguments: &RunArguments, failures: &mut Failures) -> Result<(), Failure> {
    output::check(&arguments.printing)?;
    play::prepare(&arguments.playing);
    let mut shown = Vec::new();
    let scenarios = input::scenarios(&arguments.sources, failures);
    for scenario in &scenarios {
        let played = play::play(scenario, &arguments.playing, "run");
        let interrupted = played.results.stopped == StopReason::Interrupted;
        shown.push(played);
        if interrupted {
            failures.add(Failure::Interrupted(play::interrupted(&shown, &scenarios)));
            break;
        }
    }
    output::show(&shown, arguments.sources.files.len(), &arguments.printing)
}
