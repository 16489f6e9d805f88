//! The command line as it was typed: what gives the same answer again, and which files it names.

use super::arguments::FolderSources;
use super::call::Call;
use crate::report::{Replay, option};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint};
use std::path::PathBuf;

/// What was typed behind the name of a command.
#[derive(Default)]
pub struct Typed {
    /// The options that decide what is found out, each by its identifier and as it is typed again, in the order of
    /// the help.
    options: Vec<(String, String)>,
    /// Scenarios that are read.
    pub scenarios: Vec<String>,
    /// Other files that are read.
    pub inputs: Vec<PathBuf>,
    /// Files that are written, with the options that name them.
    pub outputs: Vec<(String, PathBuf)>,
}

/// Options that decide where answers go, how they look and how long they take, and those that [`again`] puts last.
const OTHERS: [&str; 14] = [
    "format",
    "frame",
    "color",
    "safe_csv",
    "png",
    "quiet",
    "budget",
    "first",
    "looks",
    "threads",
    "again",
    "trials",
    "seed",
    "assignments",
];

impl Typed {
    /// Reads what was typed behind the name of a command.
    pub fn new(command: &Command, matches: &ArgMatches) -> Self {
        let mut typed = Self::default();
        for argument in command.get_arguments() {
            typed.take(argument, matches);
        }
        // Of two outputs the one that all commands have is named first.
        typed.outputs.sort_by_key(|(option, _)| option != "--out");
        typed
    }

    /// Takes in an argument, if it was typed.
    fn take(&mut self, argument: &Arg, matches: &ArgMatches) {
        let id = argument.get_id().as_str();
        if matches.value_source(id) != Some(ValueSource::CommandLine) {
            return;
        }
        let raw = matches.get_raw(id).into_iter().flatten();
        // Only what is a path in the program has this hint.
        let is_path = argument.get_value_hint() == ValueHint::AnyPath;
        match argument.get_long() {
            None if is_path => self.inputs.extend(raw.map(PathBuf::from)),
            None => {
                let names = raw.map(|name| name.to_string_lossy().into_owned());
                self.scenarios.extend(names);
            }
            Some(long) if is_path => {
                let outputs = raw.map(|path| (format!("--{long}"), PathBuf::from(path)));
                self.outputs.extend(outputs);
            }
            Some(_) if OTHERS.contains(&id) => {}
            Some(long) if matches!(argument.get_action(), ArgAction::SetTrue) => {
                self.options.push((id.to_owned(), format!(" --{long}")));
            }
            Some(long) if argument.get_value_delimiter().is_some() => {
                // What was typed as one list is read in parts.
                let parts = raw.map(|value| value.to_string_lossy().into_owned());
                let list = parts.collect::<Vec<_>>().join(",");
                self.options
                    .push((id.to_owned(), option(&format!("--{long}"), &list)));
            }
            Some(long) => {
                let values =
                    raw.map(|value| option(&format!("--{long}"), &value.to_string_lossy()));
                let values = values.map(|value| (id.to_owned(), value));
                self.options.extend(values);
            }
        }
    }
}

/// Returns the options of a call that decide what is found out, but those of the identifiers `except`.
pub fn options(call: &Call, except: &[&str]) -> String {
    let all = call.typed().map_or(&[][..], |typed| &typed.options);
    let wanted = all.iter().filter(|(id, _)| !except.contains(&id.as_str()));
    wanted.map(|(_, text)| text.as_str()).collect()
}

/// The command that asks the same of all scenarios again, with `further` options of its own.
pub fn of_all(call: &Call, command: &str, sources: &FolderSources, further: &str) -> String {
    let mut again = format!("evenodds {command}");
    for path in &sources.files {
        let file = Replay {
            path,
            assignments: &[],
        };
        again.extend([format!(" {}", file.file())]);
    }
    again.push_str(&options(call, &["junit"]));
    again.push_str(further);
    let changes = &sources.changes.assignments;
    again.extend(changes.iter().map(|one| option("--set", one)));
    again
}
