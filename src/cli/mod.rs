//! Words, flags, progress bars and exit codes: the only place with clap and indicatif. Each command
//! is a file.

mod advise;
mod arguments;
#[cfg(feature = "charts")]
mod chart;
mod check;
mod checkpoint;
mod compare;
mod drama;
mod exact;
mod failure;
mod input;
mod interrupts;
mod ladder;
mod list;
mod merge;
mod numbers;
mod output;
mod play;
mod progress;
mod report;
mod run;
#[cfg(feature = "frames")]
mod samples;
mod schema;
mod sweep;
mod trace;
mod tune;

use arguments::{Arguments, Command};
use clap::{CommandFactory, Parser};
use failure::Failures;
use std::process::ExitCode;

/// Reads the command line, does what it says and returns the exit code.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    interrupts::catch();
    let mut failures = Failures::default();
    let done = match &arguments.command {
        Command::Run(arguments) => run::run(arguments, &mut failures),
        Command::Exact(arguments) => exact::exact(arguments, &mut failures),
        Command::Trace(arguments) => trace::trace(arguments, &mut failures),
        Command::Ladder(arguments) => ladder::show(arguments, &mut failures),
        Command::Compare(arguments) => compare::show(arguments, &mut failures),
        Command::Check(arguments) => check::show(arguments, &mut failures),
        Command::Drama(arguments) => drama::show(arguments, &mut failures),
        Command::Sweep(arguments) => sweep::show(arguments, &mut failures),
        Command::Advise(arguments) => advise::show(arguments, &mut failures),
        Command::Tune(arguments) => tune::show(arguments, &mut failures),
        Command::Report(arguments) => report::report(arguments, &mut failures),
        Command::Merge(arguments) => merge::merge(arguments),
        Command::New(arguments) => {
            schema::template(arguments).and_then(|text| output::print(&text))
        }
        Command::List { kind } => output::print(&list::list(kind.as_ref().map(|kind| kind.0))),
        Command::Schema(arguments) => {
            schema::schema(arguments).and_then(|text| output::print(&text))
        }
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "evenodds", &mut text);
            output::print(&String::from_utf8_lossy(&text))
        }
    };
    if let Err(failure) = done {
        failures.add(failure);
    }
    failures.exit_code()
}
