//! Errors of loading a scenario.

use super::parsed::NotText;
use crate::document::file::{self, MOST_BYTES, ReadError};
use crate::document::nearest::nearest;
use crate::document::{Faults, printable};
use std::path::PathBuf;

/// Error of loading a scenario.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The text has faults.
    #[error("{0}")]
    Faults(Faults),
    /// The text has faults, at least one of them for a used file that cannot be read.
    #[error("{0}")]
    PartUnreadable(Faults),
    /// The file could not be read.
    #[error("cannot read {}: {}", printable(path), file::reason(reason))]
    Unreadable {
        /// Path of the file.
        path: String,
        /// Error of the operating system.
        reason: std::io::Error,
    },
    /// The file cannot be a scenario.
    #[error(
        "{} {found}; expected a regular file of at most {} MB",
        printable(path),
        MOST_BYTES / 1_000_000
    )]
    Unfit {
        /// Path of the file.
        path: String,
        /// Description of the file, which follows its name in the message.
        found: String,
    },
    /// The name of the file is not valid UTF-8.
    #[error("{shown}: the name is not valid UTF-8; rename the file")]
    Unnameable {
        /// Printable form of the name.
        shown: String,
    },
    /// The file is not valid UTF-8, or has a zero byte.
    #[error("{}:{line}:{column}: the file is not text; {advice}", printable(path))]
    NotText {
        /// Path of the file.
        path: String,
        /// Line of the first invalid byte, from 1.
        line: usize,
        /// Column of the first invalid byte in characters, from 1.
        column: usize,
        /// Advice on repairing the file.
        advice: &'static str,
    },
    /// The text is a link without a valid scenario.
    #[error("cannot open the link: {reason}")]
    Link {
        /// Reason, with advice.
        reason: String,
    },
    /// No built-in scenario has this name.
    #[error("unknown built-in scenario @{}; {advice}", printable(name))]
    NoBuiltin {
        /// Name as typed.
        name: String,
        /// The nearest name, if any, and where all are listed.
        advice: String,
    },
}

impl LoadError {
    /// Creates the error for a file that could not be read.
    pub fn unread(path: &str, error: ReadError) -> Self {
        let path = path.to_owned();
        let found = match error {
            ReadError::System(reason) => return Self::Unreadable { path, reason },
            ReadError::Kind(what) => format!("is {what}"),
            ReadError::Size => "is too large".to_owned(),
        };
        Self::Unfit { path, found }
    }

    /// Creates the error for a file that is not text.
    pub(super) fn not_text(path: &str, not_text: &NotText) -> Self {
        Self::NotText {
            path: path.to_owned(),
            line: not_text.span.line(),
            column: not_text.span.column(),
            advice: not_text.advice,
        }
    }

    /// Creates the error for an unknown built-in scenario `@name`; `names` are those that exist.
    pub(super) fn no_builtin(name: &str, names: impl Iterator<Item = &'static str>) -> Self {
        Self::NoBuiltin {
            name: name.to_owned(),
            advice: match nearest(name, names) {
                Some(near) => format!("did you mean @{near}? `evenodds list` names all"),
                None => "`evenodds list` names all".to_owned(),
            },
        }
    }

    /// Returns the files read before the error, as named in messages.
    pub fn files(&self) -> Vec<PathBuf> {
        match self {
            Self::Faults(faults) | Self::PartUnreadable(faults) => {
                faults.names().map(PathBuf::from).collect()
            }
            _ => Vec::new(),
        }
    }
}
