//! `evenodds run`: how do these contests end?

use super::arguments::{Format, RunArguments};
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
        let mut played = play::play(scenario, &arguments.playing, "run");
        let interrupted = played.results.stopped == StopReason::Interrupted;
        // Only people read the sentence that says it.
        if !interrupted && matches!(arguments.printing.format, Format::Table | Format::Markdown) {
            played.results.better = play::better(scenario, &arguments.playing, None);
        }
        shown.push(played);
        if interrupted {
            failures.add(Failure::Interrupted(play::interrupted(&shown, &scenarios)));
            break;
        }
    }
    output::show(&shown, arguments.sources.files.len(), &arguments.printing)
}
