//! What goes wrong, and the exit code that says so.

use super::embedded;
use crate::document::{Fault, printable};

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
    pub fn is_storage(&self) -> bool {
        matches!(
            self,
            Self::Storage(_)
                | Self::Faulty {
                    unreadable: true,
                    ..
                }
        )
    }
}

/// All that went wrong so far; the worst decides the exit code.
#[derive(Debug, Default)]
pub struct Failures {
    code: u8,
}

impl Failures {
    /// Says what went wrong, on standard error, and remembers it.
    pub fn add(&mut self, failure: Failure) {
        let code = match failure {
            Failure::Absent { fault, .. } => return self.add(*fault),
            Failure::Broken(text) => {
                say(&text);
                1
            }
            Failure::Unmet => 1,
            Failure::Input(text) => {
                say(&text);
                2
            }
            Failure::Storage(text) | Failure::Crashed(text) => {
                say(&text);
                3
            }
            Failure::Faulty {
                plain,
                styled,
                unreadable,
                faults,
            } => {
                let is_kept = embedded::keep(|called| called.faults.extend(faults));
                write(if is_kept { &plain } else { &styled });
                if unreadable { 3 } else { 2 }
            }
            Failure::Interrupted(text) => {
                say(&text);
                130
            }
            Failure::ClosedPipe => 0,
        };
        self.code = self.code.max(code);
    }

    /// Whether nothing went wrong.
    pub fn is_empty(&self) -> bool {
        self.code == 0
    }

    /// The exit code of the program.
    pub fn code(&self) -> u8 {
        self.code
    }
}

/// Prints lines to standard error. Names in them may be anybody's, so that nothing else than a line end steers the
/// terminal.
pub fn say(text: &str) {
    let lines: Vec<_> = text.lines().map(printable).collect();
    write(&lines.join("\n"));
}

/// Prints what is safe already. Nobody is left to tell if that fails.
fn write(text: &str) {
    use std::io::Write;
    if embedded::keep(|called| called.told.extend([text.trim_end(), "\n"])) {
        return;
    }
    let _ = writeln!(std::io::stderr().lock(), "{}", text.trim_end());
}
