//! `evenodds merge`: merges the parts of a run into one result.

use super::answer::WantedAnswer;
use super::arguments::{CacheOption, Framed};
use super::call::Call;
use super::failure::Failure;
use super::input;
use super::library;
use super::progress::ProgressDisplay;
use crate::ask::{Batch, CommonOptions, Run, TrialOptions, run, shards as files};
use crate::document::file::ReadError;
use crate::document::{printable, printable_path};
use crate::sim::{Finished, StopReason, join};
use clap::Args;
use std::io::ErrorKind;
use std::path::PathBuf;

/// Arguments of `merge`.
#[derive(Debug, Args)]
pub struct MergeArguments {
    /// Parts of one run, in any order: all shares of `evenodds run --shard`, or a finished checkpoint
    #[arg(required = true, value_name = "PART")]
    pub parts: Vec<PathBuf>,
    /// Omit the figure of other players
    #[arg(long)]
    pub no_stronger: bool,
    #[command(flatten)]
    pub cache: CacheOption,
    #[command(flatten)]
    pub output: Framed,
}

/// Merges parts and delivers the results of the whole run.
pub fn merge(arguments: &MergeArguments, call: &Call) -> Result<(), Failure> {
    let wanted = WantedAnswer::new(call, &arguments.output)?;
    let mut parts = Vec::new();
    let mut failures = Vec::new();
    for path in &arguments.parts {
        let name = printable_path(path);
        match files::read(path) {
            Ok(Ok(part)) => parts.push((name, part)),
            Ok(Err(error)) => failures.push(Failure::Input(format!("{name}: {error}"))),
            Err(ReadError::Kind(kind)) => failures.push(Failure::Input(format!(
                "{name}: it is {kind}; expected a part of a run"
            ))),
            Err(error) => {
                let is_missing = matches!(&error, ReadError::System(reason) if reason.kind() == ErrorKind::NotFound);
                let help = if is_missing {
                    "\nhelp: `evenodds run FILE --shard 1/2 -o part-1` writes the first of two parts"
                } else {
                    ""
                };
                let unread = files::unread(&error);
                failures.push(Failure::Storage(format!(
                    "cannot read {name}: {unread}{help}"
                )));
            }
        }
    }
    call.fail_all(failures)?;
    let Some((name, first)) = parts.first() else {
        return Err(Failure::Input("no part of a run is given".to_owned()));
    };
    if let Some(foreign) = first.foreign_program(&library().build()) {
        return Err(Failure::Input(format!(
            "{name} {foreign}; merge parts with the build that played them"
        )));
    }
    // The scenario of a part of this build has no faults and uses no files.
    let (path, text) = (&first.scenario.path, &first.text);
    let mut scenario = library()
        .load_part(path, text, &first.assignments)
        .map_err(|_| Failure::Input(format!("{name} is damaged: its scenario has faults")))?;
    if scenario.hash != first.scenario.hash {
        return Err(Failure::Input(format!(
            "{name} is damaged: its scenario has hash {}; the file has hash {}",
            scenario.hash,
            printable(&first.scenario.hash)
        )));
    }
    scenario.title.clone_from(&first.scenario.title);
    scenario.solutions = call.solutions();
    input::play(call, &mut scenario);
    let tally = match join(&parts, scenario.contest.as_ref()) {
        Ok(tally) => tally,
        Err(faults) => return call.fail_all(faults.into_iter().map(Failure::Input).collect()),
    };
    let trial_options = TrialOptions {
        trials: Some(first.run),
        precision: None,
        estimator: Some(first.estimator).filter(|one| !one.is_plain()),
        common: CommonOptions {
            seed: Some(first.seed),
            ..CommonOptions::default()
        },
    };
    let finished = Finished {
        tally,
        trials: 0..first.run,
        stopped: StopReason::Trials,
    };
    let asked = run::asked(&scenario, &trial_options);
    let board = &ProgressDisplay::alone(call, false);
    let exact = run::solved(&scenario, first.run, board);
    let shown = run::screen_results(&scenario, &asked, (&finished, exact.as_ref()), "run")
        .map_err(|problem| Failure::of(&scenario.path, problem))?;
    let question = Run {
        trial_options,
        no_stronger: arguments.no_stronger,
    };
    let answered = question.answered(&scenario, shown, &wanted.context(board));
    if answered.part.is_some() {
        return Err(Failure::Interrupted(
            "interrupted: no result of the merged run".to_owned(),
        ));
    }
    wanted.deliver(&Batch::new(vec![answered.bare()], None))
}
