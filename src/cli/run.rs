//! `evenodds run`: how do these contests end?

use super::arguments::{Format, RunArguments};
use super::failure::{Failure, Failures};
use super::{checkpoint, input, output, play};
use evenodds::sim::StopReason;

/// Plays all scenarios and shows their results.
pub fn run(arguments: &RunArguments, failures: &mut Failures) -> Result<(), Failure> {
    output::check(&arguments.printing)?;
    play::prepare(&arguments.playing);
    let parted = arguments.parting.shard.is_some() || arguments.parting.checkpoint.is_some();
    if parted && arguments.sources.files.len() > 1 {
        return Err(Failure::Input(
            "--shard and --checkpoint are of one run: name one FILE".to_owned(),
        ));
    }
    let mut shown = Vec::new();
    let scenarios = input::scenarios(&arguments.sources, failures);
    for scenario in &scenarios {
        let played = if parted {
            checkpoint::run(scenario, arguments, failures)?
        } else {
            Some(play::play(scenario, &arguments.playing, "run"))
        };
        // A share of a run has no results yet.
        let Some(mut played) = played else {
            return Ok(());
        };
        let interrupted = played.results.stopped == StopReason::Interrupted;
        // Only people read the sentence that says it.
        if !interrupted && matches!(arguments.printing.format, Format::Table | Format::Markdown) {
            played.results.better = play::better(scenario, &arguments.playing, None);
        }
        shown.push(played);
        if interrupted && !parted {
            failures.add(Failure::Interrupted(play::interrupted(&shown, &scenarios)));
        }
        if interrupted {
            break;
        }
    }
    output::show(&shown, arguments.sources.files.len(), &arguments.printing)
}
