//! Opens the scenarios that the command line names.

use super::arguments::Sources;
use super::failure::{Failure, Failures};
use super::places;
use evenodds::document::file::{read, read_all};
use evenodds::document::{Faults, shown};
use evenodds::report::instead_of_scenario;
use evenodds::scenario::{Below, LoadError, Scenario, builtin, load, open};
use std::io::{ErrorKind, IsTerminal};
use std::path::Path;

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
        if places::clash() {
            return Vec::new();
        }
    }
    scenarios
}

/// A file that the command line names, or that lies below a folder which it names.
pub struct Named {
    /// Its path, or that of a folder.
    pub path: String,
    /// Its path within the folder that was named, if it was a folder.
    pub within: Option<String>,
    /// Why there is nothing to open.
    pub refused: Option<Failure>,
}

impl Named {
    /// Opens it.
    pub fn open(self, assignments: &[String]) -> Result<Scenario, Failure> {
        match self.refused {
            Some(failure) => Err(failure),
            None => scenario(&self.path, assignments),
        }
    }
}

/// All files that the command line names, and those below its folders, in the order in which they were
/// named, and below a folder by path; and the TOML files below folders that are no scenarios.
pub fn gather(files: &[String]) -> (Vec<Named>, Vec<String>) {
    let mut found = Vec::new();
    let mut below = Below::default();
    let mut read_input = false;
    for file in files {
        let folder = Path::new(file);
        let named = |refused| Named {
            path: file.clone(),
            within: None,
            refused,
        };
        if file.starts_with('@') || !folder.is_dir() {
            let twice = file == "-" && std::mem::replace(&mut read_input, true);
            found.push(named(twice.then(read_twice)));
            continue;
        }
        let known = (below.files.clone(), below.unreadable.len());
        let is_empty = below.look(folder) == 0 && below.unreadable.len() == known.1;
        let unreadable = below.unreadable.drain(known.1..);
        // The name of no folder is that of a scenario inside the program.
        found.extend(unreadable.map(|error| named(Some(failure("", error)))));
        if is_empty {
            found.push(named(Some(Failure::Input(format!(
                "there is no scenario below {file} that was not named before: scenarios are TOML files \
                 with a `kind`"
            )))));
        }
        for path in below.files.iter().filter(|path| !known.0.contains(path)) {
            let within = Path::new(path).strip_prefix(folder);
            found.push(Named {
                path: path.clone(),
                within: within.ok().map(|path| path.to_string_lossy().into_owned()),
                refused: None,
            });
        }
    }
    (found, below.others)
}

/// What is said about a second `-`.
pub fn read_twice() -> Failure {
    Failure::Input("standard input can be read only once: give `-` once".to_owned())
}

/// Opens one scenario.
pub fn scenario(file: &str, assignments: &[String]) -> Result<Scenario, Failure> {
    places::scenario(file)?;
    let mut input = Vec::new();
    let opened = if file == "-" {
        read_all(std::io::stdin().lock())
            .map_err(|error| LoadError::unread("standard input", error))
            .and_then(|bytes| {
                input = bytes;
                load("-", &input, assignments)
            })
    } else {
        open(file, assignments)
    };
    places::used(&opened)?;
    opened.map_err(|error| match mistaken(file, input, &error) {
        Some(told) => Failure::Input(told),
        None => failure(file, error),
    })
}

/// What is said where results were given for a scenario: one sentence instead of a fault for each line.
fn mistaken(file: &str, input: Vec<u8>, error: &LoadError) -> Option<String> {
    if !matches!(error, LoadError::Faults(_) | LoadError::NotText { .. }) || file.starts_with('@') {
        return None;
    }
    let bytes = if file == "-" {
        input
    } else {
        read(Path::new(file)).ok()?
    };
    let name = if file == "-" {
        "standard input".to_owned()
    } else {
        shown(Path::new(file))
    };
    instead_of_scenario(&bytes).map(|told| format!("{name} {told}"))
}

/// What is said about a scenario that cannot be opened.
pub fn failure(file: &str, error: LoadError) -> Failure {
    match error {
        LoadError::Faults(faults) => faulty(&faults),
        LoadError::PartUnreadable(faults) => laid_out(&faults, true),
        LoadError::Unreadable { ref reason, .. } => {
            let meant = builtin(file).filter(|_| reason.kind() == ErrorKind::NotFound);
            Failure::Storage(match meant {
                Some(meant) => format!("{error}: did you mean @{}?", meant.name),
                None => error.to_string(),
            })
        }
        LoadError::Unfit { .. }
        | LoadError::Unnameable { .. }
        | LoadError::NotText { .. }
        | LoadError::Link { .. }
        | LoadError::NoBuiltin { .. } => Failure::Input(error.to_string()),
    }
}

/// The faults of a text, laid out.
pub fn faulty(faults: &Faults) -> Failure {
    laid_out(faults, false)
}

fn laid_out(faults: &Faults, unreadable: bool) -> Failure {
    let color = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    Failure::Faulty {
        plain: faults.render(false),
        styled: faults.render(color),
        unreadable,
    }
}
