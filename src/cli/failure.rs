//! Failures of a call and their exit codes.

use super::library;
use crate::ask::Problem;
use crate::document::{Fault, Faults};
use crate::report::FaultyFile;
use crate::scenario::{LoadError, near_file};
use std::io::{ErrorKind, IsTerminal};
use std::path::Path;

/// Failure of a command, with a message for people.
#[derive(Debug)]
pub enum Failure {
    /// An expectation fails: exit code 1.
    Broken(String),
    /// The answer is negative: exit code 1. The answer itself has been printed.
    Unmet,
    /// The input is invalid, or has no exact answer: exit code 2.
    Input(String),
    /// Reading or writing failed: exit code 3.
    Storage(String),
    /// The program panicked or contradicts itself, which is a bug: exit code 3.
    Crashed(String),
    /// A file has faults: exit code 2, or 3 if a file that it uses cannot be read.
    Faulty {
        /// Rendered faults, for a report or a pipe.
        plain: String,
        /// Rendered faults for standard error, with colors if it is a terminal.
        styled: String,
        /// True if a file that it uses cannot be read.
        unreadable: bool,
        /// The faults themselves.
        faults: Vec<Fault>,
    },
    /// The scenario does not have these keys, which is a failure only if no scenario has them.
    InapplicableKey {
        /// Keys as typed.
        keys: Vec<String>,
        /// Failure if no scenario has them.
        fault: Box<Self>,
    },
    /// There is nothing to test: exit code 4.
    Untested(String),
    /// The work was interrupted: exit code 130. The text reports what is left of it.
    Interrupted(String),
    /// The reader of standard output closed the pipe: exit code 0 if nothing else fails.
    ClosedPipe,
}

impl Failure {
    /// Converts problems with the scenario of this path to failures.
    pub fn all(path: &str, problems: Vec<Problem>) -> Vec<Self> {
        let problems = problems.into_iter();
        problems.map(|problem| Self::of(path, problem)).collect()
    }

    /// Converts a problem with the scenario of this path to a failure.
    pub fn of(path: &str, problem: Problem) -> Self {
        match problem {
            Problem::Input(text) => Self::Input(text),
            Problem::Storage(text) => Self::Storage(text),
            Problem::Contradiction(text) => Self::Crashed(text),
            Problem::Interrupted(text) => Self::Interrupted(text),
            Problem::Refused(error) => failure(path, error),
            Problem::InapplicableKey { keys, text } => Self::InapplicableKey {
                keys,
                fault: Box::new(Self::Input(text)),
            },
        }
    }

    /// Returns the message about invalid input, reading, writing or a panic, without colors.
    pub fn message(&self) -> Option<&str> {
        match self {
            Self::Input(text) | Self::Storage(text) | Self::Crashed(text) => Some(text),
            Self::Faulty { plain, .. } => Some(plain),
            Self::InapplicableKey { fault, .. } => fault.message(),
            _ => None,
        }
    }

    /// Returns whether reading or writing failed.
    fn is_storage(&self) -> bool {
        matches!(
            self,
            Self::Storage(_)
                | Self::Faulty {
                    unreadable: true,
                    ..
                }
        )
    }

    /// Returns the entry of a skipped file.
    pub fn file(&self, path: &str) -> FaultyFile {
        FaultyFile {
            path: path.to_owned(),
            message: self.message().unwrap_or_default().to_owned(),
            unreadable: self.is_storage(),
        }
    }
}

/// Returns the failure of a scenario that cannot be opened.
pub fn failure(file: &str, error: LoadError) -> Failure {
    match error {
        LoadError::Faults(faults) => {
            let absent = faults.iter().map(|fault| fault.absent.clone());
            match absent.collect::<Option<Vec<String>>>() {
                // All faults are absent keys.
                Some(keys) if !keys.is_empty() => Failure::InapplicableKey {
                    keys,
                    fault: Box::new(rendered(&faults, false)),
                },
                _ => rendered(&faults, false),
            }
        }
        LoadError::PartUnreadable(faults) => rendered(&faults, true),
        LoadError::Unreadable { ref reason, .. } => {
            let is_missing = reason.kind() == ErrorKind::NotFound;
            let help = || match library().builtin(file) {
                Some(meant) => Some(format!("did you mean @{}?", meant.name)),
                None => near_file(Path::new(file)),
            };
            Failure::Storage(match is_missing.then(help).flatten() {
                Some(help) => format!("{error}\nhelp: {help}"),
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

fn rendered(faults: &Faults, unreadable: bool) -> Failure {
    let color = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    Failure::Faulty {
        plain: faults.render(false),
        styled: faults.render(color),
        unreadable,
        faults: faults.iter().cloned().collect(),
    }
}
