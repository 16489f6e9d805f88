//! Scenarios: a file, with assignments from the command line, becomes a checked and hashed
//! contest that is ready to be played.

mod below;
mod builtin;
mod error;
mod expect;
mod files;
mod gather;
mod grid;
mod include;
mod keys;
mod kind;
mod line_up;
mod link;
mod load;
mod parsed;
mod quantity;
mod target;
mod varied;
mod vary;

pub use below::Below;
pub use builtin::{BUILTINS, Builtin, PARTIES, builtin, party};
pub use error::LoadError;
pub use expect::Expectation;
pub use gather::USE;
pub use grid::{GridError, MOST_SETTINGS, assignments, idle, settings, too_many, try_settings};
pub use keys::{SCENARIO_FORMAT, common_keys, keys_of, part_keys_of, shared_key};
pub use link::{LINK_FORMAT, Link, MOST_LINK_ASSIGNMENTS, MOST_LINK_BYTES};
#[cfg(test)]
pub use load::open_simple;
pub use load::{load, load_part, open};
pub use quantity::Quantity;
pub use target::{Target, TargetError};
pub use varied::{SweepTable, TuneTable, idle_advice};
pub use vary::{MOST_VALUES, TextError, Vary, VaryError};

use crate::contest::{Contest, Kind, Seat};
use crate::document::{Step, Table, steps};
use crate::sim::Identity;
use std::path::PathBuf;
use std::sync::Arc;

/// A contest out of a file, with everything the file says about playing it.
pub struct Scenario {
    /// The file as typed, `-`, or `@name`.
    pub path: String,
    /// Its title; the name of the file where it has none.
    pub title: String,
    /// Its notes; may be empty.
    pub notes: String,
    /// Its kind.
    pub kind: &'static Kind,
    /// A hash over the resolved contest: equal hashes play alike. It does not hang on the
    /// title, notes, `[run]`, `[expect]`, `[sweep]`, `[tune]`, layout and written-out defaults.
    pub hash: String,
    /// Trials that the file asks for.
    pub trials: Option<u64>,
    /// The seed that the file asks for.
    pub seed: Option<u64>,
    /// What the file promises.
    pub expectations: Vec<Expectation>,
    /// What the file wants to see varied.
    pub sweep: Option<SweepTable>,
    /// What the file is meant to be, and what may be turned for it.
    pub tune: Option<TuneTable>,
    /// The text of the file as it was read.
    pub text: String,
    /// The file with all that it uses put into it, as one text; empty if it uses no others.
    whole: String,
    /// What it was made of.
    origin: Arc<load::Origin>,
    /// The files that it uses.
    files: files::Files,
    /// The assignments that were applied to it.
    pub assignments: Vec<String>,
    /// For whom a player can be chosen, by which key.
    pub seats: Vec<Seat>,
    /// All of its keys, checked.
    checked: Table,
    /// The contest.
    pub contest: Box<dyn Contest>,
}

impl Scenario {
    /// The same file with further assignments behind those that were applied already. Files that it uses are those that
    /// were read the first time.
    ///
    /// # Errors
    /// The file refuses them.
    pub fn with(&self, assignments: &[String]) -> Result<Self, LoadError> {
        let all = [&self.assignments, assignments].concat();
        load::variant(&self.origin, &self.files, &all, &[])
    }

    /// Like [`Scenario::with`], for keys that take several values in turn: faults say so.
    ///
    /// # Errors
    /// The file refuses them.
    pub fn varied(&self, assignments: &[String]) -> Result<Self, LoadError> {
        load::variant(&self.origin, &self.files, &self.assignments, assignments)
    }

    /// The changes of one step that its keys allow; not all of them leave a contest that can be played.
    pub fn steps(&self) -> Vec<Step> {
        steps(&self.checked)
    }

    /// A text that alone is the same scenario: that of the file, or, if it uses others, one into which they have been
    /// put.
    pub fn whole_text(&self) -> &str {
        if self.whole.is_empty() {
            &self.text
        } else {
            &self.whole
        }
    }

    /// The assignments that make the same scenario of [`Scenario::whole_text`]: those about the files that it uses have
    /// been heeded there.
    pub fn whole_assignments(&self) -> Vec<String> {
        let all = [self.origin.own_assignments(), &self.assignments].concat();
        load::beyond_files(self.kind, &all)
    }

    /// The files on the disk that it uses, directly or through others, without links and detours.
    pub fn used_files(&self) -> Vec<PathBuf> {
        self.files.on_disk()
    }

    /// What results say about where they come from.
    pub fn identity(&self) -> Identity {
        Identity {
            path: self.path.clone(),
            title: self.title.clone(),
            kind: self.kind.name.to_owned(),
            hash: self.hash.clone(),
        }
    }
}

impl std::fmt::Debug for Scenario {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Scenario")
            .field("path", &self.path)
            .field("kind", &self.kind.name)
            .field("hash", &self.hash)
            .finish_non_exhaustive()
    }
}
