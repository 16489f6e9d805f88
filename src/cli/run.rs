//! `evenodds run`: how do these contests end?

use super::arguments::{Format, Parting, RunArguments};
use super::failure::{Failure, Failures};
use super::progress::Board;
use super::{checkpoint, input, output, play};
use evenodds::sim::StopReason;

/// Plays all scenarios and shows their results.
pub fn run(arguments: &RunArguments, failures: &mut Failures) -> Result<(), Failure> {
    if arguments.parting.shard.is_some() {
        output::check_part(&arguments.printing)?;
    } else {
        output::check(&arguments.printing)?;
    }
    play::prepare(&arguments.playing);
    let Parting {
        shard,
        checkpoint,
        samples,
    } = &arguments.parting;
    let parted = shard.is_some() || checkpoint.is_some() || samples.is_some();
    if parted && arguments.sources.files.len() > 1 {
        let flags = if samples.is_some() {
            "--samples is"
        } else {
            "--shard and --checkpoint are"
        };
        return Err(Failure::Input(format!("{flags} of one run: name one FILE")));
    }
    #[cfg(feature = "frames")]
    super::samples::check(arguments)?;
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
            played.results.better =
                play::better(scenario, &arguments.playing, None, Board::alone(true));
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
