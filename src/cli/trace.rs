//! `evenodds trace`: prints the narration of one trial.

use super::arguments::{ScenarioSource, StoryFormat};
use super::call::Call;
use super::failure::Failure;
use super::progress::ProgressDisplay;
use super::{crash, input, output};
use crate::ask::Trace;
use clap::Args;

/// Arguments of `trace`.
#[derive(Debug, Args)]
pub struct TraceArguments {
    #[command(flatten)]
    pub source: ScenarioSource,
    #[command(flatten)]
    pub trace: Trace,
    /// Format of the narration
    #[arg(short, long, value_enum, default_value_t = StoryFormat::Text)]
    pub format: StoryFormat,
}

/// Prints the narration of the chosen trial.
pub fn trace(arguments: &TraceArguments, call: &Call) -> Result<(), Failure> {
    let ScenarioSource { file, changes } = &arguments.source;
    let mut scenario = input::scenario(call, file, &changes.assignments)?;
    input::play(call, &mut scenario);
    let text = crash::tried(&scenario.path, || {
        let board = &ProgressDisplay::alone(call, false);
        let narrated = arguments.trace.narrated(&scenario, board);
        let narrated = narrated.map_err(|problem| Failure::of(&scenario.path, problem))?;
        Ok(match arguments.format {
            StoryFormat::Text => {
                let text = narrated.text();
                match output::columns(&console::Term::stdout()).filter(|_| !call.is_hosted()) {
                    Some(columns) => output::wrapped(&text, columns),
                    None => text,
                }
            }
            StoryFormat::Json => narrated.json(),
        })
    })?;
    call.print(&text)
}
