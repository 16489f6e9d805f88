//! What goes wrong, and the exit code that says so.

use crate::ask::Problem;
use crate::document::{Fault, Faults};
use crate::report::FaultyFile;
use crate::scenario::{LoadError, builtin};
use std::io::{ErrorKind, IsTerminal};

/// Something that a command could not do. The text has been made for people.
#[derive(Debug)]
pub enum Failure {
    /// An expectation fails: exit code 1.
    Broken(String),
    /// The answer is no: exit code 1. The answer itself has been printed.
    Unmet,
    /// The input is wrong, or has no exact answer: exit code 2.
    Input(String),
    /// Reading or writing failed: exit code 3.
    Storage(String),
    /// The program panicked, which is a bug: exit code 3.
    Crashed(String),
    /// The faults of a file, laid out.
    Faulty {
        /// For a report or a pipe.
        plain: String,
        /// The same for standard error, which may have colours.
        styled: String,
        /// Whether one of them is a file that could not be read.
        unreadable: bool,
        /// One by one.
        faults: Vec<Fault>,
    },
    /// Keys that a scenario does not have, which is a fault unless others have them.
    Absent {
        /// The keys as they were typed.
        keys: Vec<String>,
        /// What is said where no scenario has them.
        fault: Box<Self>,
    },
    /// Somebody pressed Ctrl-C, and this is what became of the work: exit code 130.
    Interrupted(String),
    /// The reader of our output went away, which is nobody's fault: exit code 0 if nothing else is
    /// wrong.
    ClosedPipe,
}

impl Failure {
    /// Returns the failures that problems with the scenario of this path are.
    pub fn all(path: &str, problems: Vec<Problem>) -> Vec<Self> {
        let problems = problems.into_iter();
        problems.map(|problem| Self::of(path, problem)).collect()
    }

    /// Returns the failure that a problem with the scenario of this path is.
    pub fn of(path: &str, problem: Problem) -> Self {
        match problem {
            Problem::Input(text) => Self::Input(text),
            Problem::Storage(text) => Self::Storage(text),
            Problem::Interrupted(text) => Self::Interrupted(text),
            Problem::Refused(error) => failure(path, error),
            Problem::Absent { keys, text } => Self::Absent {
                keys,
                fault: Box::new(Self::Input(text)),
            },
        }
    }

    /// What is wrong with the input, or could not be read or written, without colours.
    pub fn message(&self) -> Option<&str> {
        match self {
            Self::Input(text) | Self::Storage(text) | Self::Crashed(text) => Some(text),
            Self::Faulty { plain, .. } => Some(plain),
            Self::Absent { fault, .. } => fault.message(),
            _ => None,
        }
    }

    /// Whether reading or writing failed.
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

    /// Returns the file of this path as one without an answer.
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
                // Nothing else is wrong.
                Some(keys) if !keys.is_empty() => Failure::Absent {
                    keys,
                    fault: Box::new(faulty(&faults)),
                },
                _ => faulty(&faults),
            }
        }
        LoadError::PartUnreadable(faults) => rendered(&faults, true),
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

/// Returns the failure of a text with these faults.
fn faulty(faults: &Faults) -> Failure {
    rendered(faults, false)
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
