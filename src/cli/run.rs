//! `evenodds run`: how do these contests end?

use super::arguments::{Format, Parting, RunArguments};
use super::failure::{Failure, Failures, say};
use super::interrupts::last_words;
use super::output::Shown;
use super::progress::Board;
use super::{checkpoint, input, output, play};
use evenodds::scenario::Scenario;
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
        if !parted {
            tell_at_the_end(&shown, &scenarios, arguments);
        }
        let played = if parted {
            checkpoint::run(scenario, arguments, failures)?
        } else {
            Some(play::play(scenario, &arguments.playing, "run"))
        };
        // A share of a run has no results yet.
        let Some(mut played) = played else {
            return Ok(());
        };
        let mut interrupted = played.results.stopped == StopReason::Interrupted;
        let said = interrupted && parted;
        // Only people read the sentence that says it.
        let is_read = matches!(arguments.printing.format, Format::Table | Format::Markdown);
        let wanted = is_read && !arguments.no_stronger && !arguments.playing.quiet;
        if !interrupted && wanted {
            let glanced = (played.results.trials, None);
            let board = Board::alone(false);
            match play::better(scenario, &arguments.playing, glanced, board) {
                Some(better) => played.results.better = better,
                None => interrupted = true,
            }
        }
        shown.push(played);
        if interrupted {
            if !said {
                failures.add(Failure::Interrupted(play::interrupted(&shown, &scenarios)));
            }
            break;
        }
    }
    output::show(&shown, arguments.sources.files.len(), &arguments.printing)
}

/// If nobody can wait for the next scenario, those before are shown all the same.
fn tell_at_the_end(shown: &[Shown], scenarios: &[Scenario], arguments: &RunArguments) {
    let (shown, printing) = (shown.to_vec(), arguments.printing.clone());
    let asked = arguments.sources.files.len();
    let left = scenarios[shown.len()..].iter().enumerate();
    let missing: Vec<String> = left
        .map(|(index, scenario)| match index {
            0 => format!("{} was not finished", scenario.path),
            _ => format!("{} was not played", scenario.path),
        })
        .collect();
    last_words(move || {
        // What is wrong with the place where they go is no news any more.
        let _ = output::show(&shown, asked, &printing);
        say(&format!("interrupted: {}", missing.join("; ")));
    });
}
