//! `evenodds link`: a scenario as an address.

use super::arguments::Source;
use super::call::Call;
use super::failure::Failure;
use super::input;
use crate::ask::numbers;
use crate::document::printable;
use crate::scenario::Link;
use clap::Args;

/// `link`.
#[derive(Debug, Args)]
#[command(after_help = "\
The link holds the whole scenario, with all that it uses, behind its `#`: whoever opens it needs no file, and \
nothing is sent anywhere. Every command takes a link for a FILE:
  evenodds run \"$(evenodds link fight.toml)\"")]
pub struct LinkArguments {
    #[command(flatten)]
    pub source: Source,
    /// How many trials whoever opens it plays [default: what the scenario says]
    #[arg(short = 'n', long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub trials: Option<u64>,
    /// On which seed [default: what the scenario says]
    #[arg(short, long, value_name = "SEED", value_parser = numbers::seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Where the page is that opens it
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
        Failure::Input(format!("{path}: a link cannot hold this scenario: {why}"))
    })?;
    call.print(&format!("{page}#{fragment}\n"))
}
