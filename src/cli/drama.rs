//! `evenodds drama`: how does it go? Leads, choices, who sits out, luck against decisions.

use super::again::{of_all, replay, typed};
use super::answer::{Answered, Wanted};
use super::arguments::{FolderSources, Output, Pace, Playing};
use super::call::Call;
use super::failure::Failure;
use super::numbers;
use super::progress::{Board, Progress};
use super::{input, play};
use crate::analysis::{Drama, DramaPlan, drama};
use crate::report::drama_answer;
use crate::scenario::Scenario;
use crate::sim::StopReason;
use clap::Args;
use std::time::Instant;

/// `drama`.
#[derive(Debug, Args)]
#[command(after_help = "\
The trials are those that `evenodds run` plays with the same seed, by the same players. How \
likely each side is to win before a turn is judged as these players play, by play-outs; what decisions \
are worth by the player `expert` in fights, exactly in Surveys, Workshops and duels of Action Dice, and by play-outs in their other exchanges. docs/drama.md defines all figures that follow from it.

The scenario's own number of trials is for `run`: drama plays as many as -n says.")]
pub struct DramaArguments {
    #[command(flatten)]
    pub sources: FolderSources,
    /// How many trials: 10000, 2e6, 10M [default: 10,000; 1,000 where a player is a slow one]
    #[arg(short = 'n', long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub trials: Option<u64>,
    #[command(flatten)]
    pub pace: Pace,
    #[command(flatten)]
    pub output: Output,
}

/// Measures the drama of all scenarios and shows it.
pub fn show(arguments: &DramaArguments, call: &Call) -> Result<(), Failure> {
    let wanted = Wanted::new(call, &arguments.output)?;
    let playing = arguments.pace.playing(arguments.trials);
    play::prepare(call, &playing);
    let opened = input::scenarios(call, &arguments.sources);
    let mut others = opened.others;
    let mut answered = Vec::new();
    for scenario in opened.scenarios {
        let plan = DramaPlan {
            trials: arguments.trials,
            ..plan(&scenario, &playing)
        };
        let begun = Instant::now();
        let drama = match played(&scenario, &plan, Board::alone(call, arguments.pace.quiet)) {
            Ok(drama) => drama,
            Err(failure) => {
                others.refuse(&scenario.path);
                call.fail(failure);
                continue;
            }
        };
        let same = format!(" -n {} -s {}", drama.trials, drama.seed);
        let replay = replay(&scenario);
        answered.push(Answered {
            answer: drama_answer(&drama, Some(&replay)),
            elapsed: Some(begun.elapsed()),
            again: replay.command("drama", &same),
        });
        if drama.stopped == StopReason::Interrupted {
            call.fail(Failure::Interrupted(format!(
                "interrupted: {} has {} finished trials, and its figures are of those; what comes after it \
                 was not played",
                scenario.path, drama.trials
            )));
            break;
        }
    }
    let wanted = if opened.several {
        let same = typed(arguments.trials, arguments.pace.seed);
        wanted.among(others, of_all(call, "drama", &arguments.sources, &same))
    } else {
        wanted
    };
    wanted.deliver(&answered)
}

/// Seed and threads as asked for, and trials as many as usual.
pub fn plan(scenario: &Scenario, playing: &Playing) -> DramaPlan {
    DramaPlan {
        seed: playing.seed.or(scenario.seed).unwrap_or(play::SEED),
        threads: playing.threads.map_or(0, usize::from),
        ..DramaPlan::default()
    }
}

/// Measures the drama of a scenario under a progress bar.
pub fn played(scenario: &Scenario, plan: &DramaPlan, board: Board) -> Result<Drama, Failure> {
    let progress = Progress::new(&scenario.title, plan.work_of(scenario), false, board);
    let found = drama(scenario, plan, &progress);
    progress.finish();
    found.map_err(|reason| Failure::Input(format!("{}: {reason}", scenario.path)))
}
