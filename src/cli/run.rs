//! `evenodds run`: outcomes and distributions, with checkpoints, shards and samples.

use super::answer::WantedAnswer;
use super::arguments::{Framed, ShardOptions};
use super::call::Call;
use super::failure::Failure;
use super::progress::ProgressDisplay;
use super::question::{self, QuestionArguments, prepare};
use super::sources::request_batch;
use super::{checkpoint, crash, input};
use crate::ask::{Batch, Run, ScenarioAnswer};
use crate::scenario::Scenario;
use crate::sim::StopReason;
use clap::Args;
use std::time::Instant;

/// Arguments of `run`.
#[derive(Debug, Args)]
#[command(after_help = "\
To split a long run among machines, play a share of the trials on each and merge the parts:
  evenodds run @canyon -n 1G --shard 1/4 -o part-1        and 2/4, 3/4, 4/4 elsewhere
  evenodds merge part-1 part-2 part-3 part-4              the same bytes as one run

With --checkpoint, the same command resumes after an interruption or a crash, and ends with the same results. \
With --precision, the run looks at fixed numbers of trials, and its intervals stay valid at any of them.")]
pub struct RunArguments {
    #[command(flatten)]
    pub asking: QuestionArguments<Run, Framed>,
    #[command(flatten)]
    pub shard_options: ShardOptions,
}

/// Plays all scenarios and delivers their results.
pub fn run(arguments: &RunArguments, call: &Call) -> Result<(), Failure> {
    let asking = &arguments.asking;
    let flag = match &arguments.shard_options {
        ShardOptions {
            samples: Some(_), ..
        } => "--samples",
        ShardOptions { shard: Some(_), .. } => "--shard",
        ShardOptions {
            checkpoint: Some(_),
            ..
        } => "--checkpoint",
        _ => return question::show(asking, call),
    };
    let wanted = WantedAnswer::new(call, &asking.outputs)?;
    prepare(call, asking.question.trial_options.common.threads);
    if request_batch(&asking.sources.files) {
        return Err(Failure::Input(format!(
            "{flag}: expected one scenario, because it applies to one run; name one FILE"
        )));
    }
    #[cfg(feature = "frames")]
    if let Some(path) = &arguments.shard_options.samples {
        super::samples::check(call, path)?;
    }
    let mut opened = input::scenarios(call, &asking.sources);
    let Some(scenario) = opened.scenarios.first_mut() else {
        return Ok(());
    };
    input::play(call, scenario);
    crash::tried(&scenario.path, || {
        partial(scenario, arguments, &wanted, call)
    })
}

/// Plays a scenario as a shard, with a checkpoint or with samples.
fn partial(
    scenario: &Scenario,
    arguments: &RunArguments,
    wanted: &WantedAnswer,
    call: &Call,
) -> Result<(), Failure> {
    let begun = Instant::now();
    let Some(shown) = checkpoint::run(scenario, &arguments.asking, &arguments.shard_options, call)?
    else {
        return Ok(());
    };
    let is_said = shown.results.stopped == StopReason::Interrupted;
    let question = &arguments.asking.question;
    let board = ProgressDisplay::alone(call, question.trial_options.common.quiet);
    let answered = question.answered(scenario, shown, &wanted.context(&board));
    let answered = ScenarioAnswer {
        elapsed: Some(begun.elapsed()),
        ..answered
    };
    if let Some(part) = answered.part.clone().filter(|_| !is_said) {
        call.fail(Failure::Interrupted(part));
    }
    wanted.deliver(&Batch::new(vec![answered.bare()], None))
}
