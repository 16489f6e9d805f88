//! `evenodds run`: how do these contests end?

use super::again::of_all;
use super::answer::{Answered, Wanted};
use super::arguments::{FolderSources, Framed};
use super::call::Call;
use super::failure::Failure;
use super::progress::Board;
use super::question::prepare;
use super::{checkpoint, crash, input};
use crate::ask::{Playing, Shown, numbers, run as play, typed};
use crate::scenario::Scenario;
use crate::sim::Share;
use crate::sim::StopReason;
use clap::Args;
use std::path::PathBuf;

/// `run`.
#[derive(Debug, Args)]
#[command(after_help = "\
A long run on several machines: give each a share of the trials, and put the parts together.
  evenodds run @canyon -n 1G --shard 1/4 -o part-1        and 2/4, 3/4, 4/4 elsewhere
  evenodds merge part-1 part-2 part-3 part-4              the same to the byte as one run")]
pub struct RunArguments {
    #[command(flatten)]
    pub sources: FolderSources,
    #[command(flatten)]
    pub playing: Playing,
    #[command(flatten)]
    pub parting: Parting,
    /// Leave good and simple play out of the headline; -q leaves it out too
    #[arg(long)]
    pub no_stronger: bool,
    #[command(flatten)]
    pub output: Framed,
}

/// How a run is parted or kept.
#[derive(Debug, Args)]
pub struct Parting {
    /// Play only share I of N of the trials, and write a part that `evenodds merge` puts together
    /// with the others; of one FILE
    #[arg(long, value_name = "I/N", value_parser = numbers::share, conflicts_with_all = ["precision", "format"])]
    pub shard: Option<Share>,
    /// Keep what is finished in a file, up to four times a second, and go on from what is in it: after
    /// a crash the same command ends with the same results; of one FILE
    #[arg(long, value_name = "PATH")]
    pub checkpoint: Option<PathBuf>,
    /// Write a row for every trial into a Parquet file: trial, outcome and every metric, in the order
    /// of trials; a file that is there is replaced; of one FILE
    #[cfg_attr(
        feature = "frames",
        arg(long, value_name = "FILE.parquet", conflicts_with = "checkpoint")
    )]
    #[cfg_attr(not(feature = "frames"), arg(skip))]
    pub samples: Option<PathBuf>,
}

/// Plays all scenarios and shows their results.
pub fn run(arguments: &RunArguments, call: &Call) -> Result<(), Failure> {
    let out = &arguments.output.output;
    let Parting {
        shard,
        checkpoint,
        samples,
    } = &arguments.parting;
    let wanted = Wanted::new(call, out)?.framed(arguments.output.frame());
    prepare(call, &arguments.playing.pace);
    let parted = shard.is_some() || checkpoint.is_some() || samples.is_some();
    if parted && input::are_several(&arguments.sources.files) {
        let flags = if samples.is_some() {
            "--samples is"
        } else {
            "--shard and --checkpoint are"
        };
        return Err(Failure::Input(format!("{flags} of one run: name one FILE")));
    }
    #[cfg(feature = "frames")]
    super::samples::check(call, arguments)?;
    let opened = input::scenarios(call, &arguments.sources);
    let scenarios = opened.scenarios;
    if shard.is_some() {
        // A share of a run has no results yet.
        for scenario in &scenarios {
            crash::tried(&scenario.path, || {
                checkpoint::run(scenario, arguments, call)
            })?;
        }
        return Ok(());
    }
    let mut others = opened.others;
    let same = typed(arguments.playing.trials, arguments.playing.pace.seed);
    let again = of_all(call, "run", &arguments.sources, &same);
    let told = |others| {
        if opened.several {
            wanted.clone().among(others, again.clone())
        } else {
            wanted.clone()
        }
    };
    let board = Board::alone(call, arguments.playing.pace.quiet);
    let mut answered = Vec::new();
    for (index, scenario) in scenarios.iter().enumerate() {
        if !parted {
            told(others.clone()).tell_at_the_end(&answered, missing(&scenarios[index..]));
        }
        // Only text for people shows good and simple play.
        let better = wanted.is_read() && !arguments.no_stronger && !arguments.playing.pace.quiet;
        let played = crash::tried(&scenario.path, || {
            let played = if parted {
                checkpoint::run(scenario, arguments, call)?
            } else {
                Some(play::play(scenario, &arguments.playing, "run", &board))
            };
            Ok(played.map(|played| {
                let (played, interrupted) = glanced(call, scenario, played, arguments, better);
                (Answered::of(&played), played, interrupted)
            }))
        });
        let (answer, played, interrupted) = match played {
            Ok(Some(played)) => played,
            Ok(None) => return Ok(()),
            Err(crash @ Failure::Crashed(_)) => {
                others.refuse(&scenario.path);
                call.fail(crash);
                continue;
            }
            Err(failure) => return Err(failure),
        };
        let said = parted && played.results.stopped == StopReason::Interrupted;
        answered.push(answer);
        if interrupted {
            if !said {
                let missing = &scenarios[index + 1..];
                let text = play::interrupted(Some(&played.results), missing);
                call.fail(Failure::Interrupted(text));
            }
            break;
        }
    }
    told(others).deliver(&answered)
}

/// Adds the figures of good and of simple play where `better`. Returns as well whether the run was interrupted.
fn glanced(
    call: &Call,
    scenario: &Scenario,
    mut played: Shown,
    arguments: &RunArguments,
    better: bool,
) -> (Shown, bool) {
    let mut interrupted = played.results.stopped == StopReason::Interrupted;
    if !interrupted && better {
        let trials = (played.results.trials, None);
        match play::glance(
            scenario,
            &arguments.playing,
            trials,
            &Board::alone(call, false),
        ) {
            Ok(skill) => played.skill = skill,
            Err(_) => interrupted = true,
        }
    }
    (played, interrupted)
}

/// What is said of scenarios if nobody can wait for the first of them.
fn missing(scenarios: &[Scenario]) -> String {
    let left = scenarios.iter().enumerate();
    let missing: Vec<String> = left
        .map(|(index, scenario)| match index {
            0 => format!("{} was not finished", scenario.path),
            _ => format!("{} was not played", scenario.path),
        })
        .collect();
    format!("interrupted: {}", missing.join("; "))
}
