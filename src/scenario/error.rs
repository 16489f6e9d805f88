//! Why a file gives no scenario.

use super::builtin::BUILTINS;
use super::parsed::NotText;
use crate::document::file::{MOST_BYTES, ReadError};
use crate::document::nearest::nearest;
use crate::document::{Faults, printable};
use std::path::PathBuf;

/// Why there is no scenario.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The text has faults.
    #[error("{0}")]
    Faults(Faults),
    /// The text has faults, one of them a file that it uses and that could not be read.
    #[error("{0}")]
    PartUnreadable(Faults),
    /// The file could not be read.
    #[error("cannot read {}: {reason}", printable(path))]
    Unreadable {
        /// The file.
        path: String,
        /// The system's word for it.
        reason: std::io::Error,
    },
    /// It is no file that could hold a scenario.
    #[error(
        "{} {found}: a scenario is an ordinary file of at most {} MB",
        printable(path),
        MOST_BYTES / 1_000_000
    )]
    Unfit {
        /// The file.
        path: String,
        /// What is wrong with it, as it goes on after its name.
        found: String,
    },
    /// The name of the file is no text.
    #[error("{shown}: this name is not valid UTF-8; give the file another one")]
    Unnameable {
        /// The name as far as it can be shown.
        shown: String,
    },
    /// The file is not text.
    #[error("{}:{line}:{column}: this is no text: {advice}", printable(path))]
    NotText {
        /// The file.
        path: String,
        /// The line of the first byte that is no text, from 1.
        line: usize,
        /// Its column in characters, from 1.
        column: usize,
        /// What to do about it.
        advice: &'static str,
    },
    /// A link that leads to no scenario.
    #[error("the link cannot be opened: {reason}")]
    Link {
        /// Why, and what to do.
        reason: String,
    },
    /// No scenario of that name is inside the program.
    #[error(
        "there is no built-in scenario @{}{suggestion}; they are {known}",
        printable(name)
    )]
    NoBuiltin {
        /// The name typed.
        name: String,
        /// The nearest name, as a question; may be empty.
        suggestion: String,
        /// All names.
        known: String,
    },
}

impl LoadError {
    /// What is said of bytes called `path` that were not read.
    pub fn unread(path: &str, error: ReadError) -> Self {
        let path = path.to_owned();
        let found = match error {
            ReadError::System(reason) => return Self::Unreadable { path, reason },
            ReadError::Kind(what) => format!("is {what}"),
            ReadError::Size => "is too large".to_owned(),
        };
        Self::Unfit { path, found }
    }

    /// What is said of bytes called `path` that are not text.
    pub(super) fn not_text(path: &str, not_text: &NotText) -> Self {
        Self::NotText {
            path: path.to_owned(),
            line: not_text.place.line(),
            column: not_text.place.column(),
            advice: not_text.advice,
        }
    }

    /// What is said of `@name` where there is no such scenario.
    pub(crate) fn no_builtin(name: &str) -> Self {
        let names = || BUILTINS.iter().map(|builtin| builtin.name);
        let known: Vec<String> = names().map(|name| format!("@{name}")).collect();
        Self::NoBuiltin {
            name: name.to_owned(),
            suggestion: nearest(name, names())
                .map_or_else(String::new, |near| format!(": did you mean @{near}?")),
            known: known.join(", "),
        }
    }

    /// The files that were read before the faults in them were found, as they are called in messages.
    pub fn files(&self) -> Vec<PathBuf> {
        match self {
            Self::Faults(faults) | Self::PartUnreadable(faults) => {
                faults.names().map(PathBuf::from).collect()
            }
            _ => Vec::new(),
        }
    }
}
