//! Opens the scenarios that the command line names.

use super::arguments::Sources;
use super::failure::{Failure, Failures};
use evenodds::scenario::{LoadError, Scenario, builtin, load, open};
use std::io::{ErrorKind, IsTerminal, Read};

/// Opens all scenarios, in order. Those that are wrong are said and left out, so that one broken
/// file does not hide the others.
pub fn scenarios(sources: &Sources, failures: &mut Failures) -> Vec<Scenario> {
    let mut scenarios = Vec::new();
    let mut read_input = false;
    for file in &sources.files {
        if file == "-" && std::mem::replace(&mut read_input, true) {
            failures.add(read_twice());
            continue;
        }
        match scenario(file, &sources.changes.assignments) {
            Ok(scenario) => scenarios.push(scenario),
            Err(failure) => failures.add(failure),
        }
    }
    scenarios
}

/// What is said about a second `-`.
pub fn read_twice() -> Failure {
    Failure::Input("standard input can be read only once: give `-` once".to_owned())
}

/// A message without the colours that it has on a terminal.
pub fn plain(message: &str) -> String {
    console::strip_ansi_codes(message).into_owned()
}

/// Opens one scenario.
pub fn scenario(file: &str, assignments: &[String]) -> Result<Scenario, Failure> {
    let opened = if file == "-" {
        let mut bytes = Vec::new();
        std::io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .map_err(|reason| LoadError::Unreadable {
                path: "standard input".to_owned(),
                reason,
            })
            .and_then(|_| load("-", &bytes, assignments))
    } else {
        open(file, assignments)
    };
    opened.map_err(|error| failure(file, error))
}

/// What is said about a scenario that cannot be opened.
pub fn failure(file: &str, error: LoadError) -> Failure {
    let color = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    match error {
        LoadError::Faults(faults) => Failure::Input(faults.render(color)),
        LoadError::PartUnreadable(faults) => Failure::Storage(faults.render(color)),
        LoadError::Unreadable { ref reason, .. } => {
            let meant = builtin(file).filter(|_| reason.kind() == ErrorKind::NotFound);
            Failure::Storage(match meant {
                Some(meant) => format!("{error}: did you mean @{}?", meant.name),
                None => error.to_string(),
            })
        }
        LoadError::NotText { .. } | LoadError::NoBuiltin { .. } => {
            Failure::Input(error.to_string())
        }
    }
}
