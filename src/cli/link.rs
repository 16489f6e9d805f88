//! `evenodds link`: a scenario as a URL.

use super::arguments::ScenarioSource;
use super::call::Call;
use super::failure::Failure;
use super::input;
use crate::ask::numbers;
use crate::document::printable;
use crate::scenario::Link;
use clap::Args;

/// Arguments of `link`.
#[derive(Debug, Args)]
#[command(after_help = "\
The fragment of the link, after `#`, contains the whole scenario with all files that it uses, so opening it \
needs no file and sends nothing to a server. Every command accepts a link as FILE:
  evenodds run \"$(evenodds link fight.toml)\"")]
pub struct LinkArguments {
    #[command(flatten)]
    pub source: ScenarioSource,
    /// Number of trials to play when the link is opened [default: the scenario's]
    #[arg(short = 'n', long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub trials: Option<u64>,
    /// Random seed of the link [default: the scenario's]
    #[arg(short, long, value_name = "SEED", value_parser = numbers::seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Address of the page that opens the link
    #[arg(long, value_name = "ADDRESS", default_value = "evenodds.html")]
    pub page: String,
}

/// Prints the link.
pub fn show(arguments: &LinkArguments, call: &Call) -> Result<(), Failure> {
    let source = &arguments.source;
    let scenario = input::scenario(call, &source.file, &source.changes.assignments)?;
    let link = Link {
        seed: arguments.seed.or(scenario.seed),
        trials: arguments.trials,
        ..Link::to(&scenario)
    };
    let page = arguments.page.split('#').next().unwrap_or_default();
    let fragment = link.fragment().map_err(|why| {
        let path = printable(&scenario.path);
        Failure::Input(format!(
            "{path}: cannot make a link of this scenario: {why}"
        ))
    })?;
    call.print(&format!("{page}#{fragment}\n"))
}
