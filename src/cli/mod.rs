//! Words, flags, progress bars and exit codes: the only place with clap and indicatif. Each command
//! is a file.

mod advise;
mod again;
mod answer;
mod arguments;
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
mod part;
mod places;
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
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};
use evenodds::document::printable::is_steering;
use evenodds::document::shown;
use failure::{Failure, Failures};
use std::path::Path;
use std::process::ExitCode;

/// Reads the command line, does what it says and returns the exit code.
pub fn main() -> ExitCode {
    let mut command = Arguments::command();
    let read = command.try_get_matches_from_mut(std::env::args_os());
    let read = read.and_then(|matches| Ok((Arguments::from_arg_matches(&matches)?, matches)));
    let (arguments, matches) = match read {
        Ok(read) => read,
        Err(error) => return refused(&error),
    };
    interrupts::catch();
    let mut failures = Failures::default();
    let typed = matches.subcommand().and_then(|(name, matches)| {
        let command = command.find_subcommand(name)?;
        Some(again::remember(command, matches))
    });
    let named = typed.map_or(Ok(()), places::check);
    let done = named.and_then(|()| match &arguments.command {
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
    });
    if let Err(failure) = done {
        failures.add(failure);
    }
    failures.exit_code()
}

/// Says what is wrong with the command line, or shows the help that it asks for.
fn refused(error: &clap::Error) -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let no_text = arguments
        .iter()
        .filter(|argument| argument.to_str().is_none());
    let no_text: Vec<String> = no_text.map(|argument| shown(Path::new(argument))).collect();
    let steers = |argument: &std::ffi::OsString| argument.to_string_lossy().contains(is_steering);
    let mut failures = Failures::default();
    if error.kind() == ErrorKind::InvalidUtf8 && !no_text.is_empty() {
        failures.add(Failure::Input(format!(
            "{} is not valid UTF-8: names of scenarios and all values are text; give the file another name",
            no_text.join(", ")
        )));
    } else if error.use_stderr() && arguments.iter().any(steers) {
        // The library repeats arguments as they are.
        failures.add(Failure::Input(error.render().to_string()));
    } else {
        // Prints and ends the program, as the library sees fit.
        error.exit();
    }
    failures.exit_code()
}
