//! Faults of a document, collected rather than thrown.
//!
//! Everything that reads a document pushes what is wrong into one [`Faults`] and goes on, so that a wrong file is
//! answered with all its faults at once. [`render`](super::render) lays them out for the terminal.

use std::fmt;
use std::sync::Arc;

use super::item::{Item, Table};
use super::source::{Place, Source};

/// One thing wrong with a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where it is.
    pub place: Place,
    /// The path of the value, ready to paste; empty if the fault has none (text that is no TOML).
    pub path: String,
    /// What stands there, as it goes on after the path: `is 9`, `is missing`, `is not a key here`.
    pub found: String,
    /// What is accepted instead: `a Class has 1 to 6 dice`.
    pub accepted: String,
    /// A further line of advice.
    pub help: Option<String>,
    /// The path of an assignment, as it was typed, that leads to no key of this document: in others it may well be one.
    pub absent: Option<String>,
}

impl Fault {
    /// A fault without further advice.
    pub fn new(
        place: Place,
        path: impl Into<String>,
        found: impl Into<String>,
        accepted: impl Into<String>,
    ) -> Self {
        Self {
            place,
            path: path.into(),
            found: found.into(),
            accepted: accepted.into(),
            help: None,
            absent: None,
        }
    }

    /// The same fault with a further line of advice, if there is one.
    #[must_use]
    pub fn with_help(self, help: Option<String>) -> Self {
        Self { help, ..self }
    }

    /// What stands there, without the value where its text is not to be shown.
    fn found(&self) -> &str {
        let shows_nothing = ["is missing", "is not a key here"].contains(&self.found.as_str());
        let shows_value = !self.path.is_empty() && self.found.starts_with("is ") && !shows_nothing;
        if shows_value && !self.place.source().is_quoted() {
            "is something else"
        } else {
            &self.found
        }
    }
}

impl fmt::Display for Fault {
    /// The first line: `x.toml:14:29: side.heroes.Dirk.classes[0].dice is 9: a Class has 1 to 6 dice`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: ", self.place)?;
        if !self.path.is_empty() {
            write!(formatter, "{} ", self.path)?;
        }
        formatter.write_str(self.found())?;
        if !self.accepted.is_empty() {
            write!(formatter, ": {}", self.accepted)?;
        }
        Ok(())
    }
}

/// The most faults that are kept: a file that is no scenario has many more, which are counted.
const MOST_KEPT: usize = 500;

/// All faults found so far.
#[derive(Debug, Clone, Default)]
pub struct Faults {
    list: Vec<Fault>,
    /// The number of those that were not kept.
    dropped: usize,
    /// Sources in the order in which they were read.
    sources: Vec<Arc<Source>>,
    /// Those of them that are not wholly TOML.
    broken: Vec<Arc<Source>>,
}

impl Faults {
    /// No faults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a fault. Beyond some hundred faults are counted and not kept.
    pub fn push(&mut self, fault: Fault) {
        self.push_with(|| fault);
    }

    /// Adds a fault that is made only if it is kept.
    pub(super) fn push_with(&mut self, fault: impl FnOnce() -> Fault) {
        if self.list.len() < MOST_KEPT {
            let fault = fault();
            self.know(fault.place.source());
            self.list.push(fault);
        } else {
            self.dropped += 1;
        }
    }

    /// Adds all that another collection holds.
    pub fn extend(&mut self, others: &Self) {
        for source in &others.sources {
            self.know(source);
        }
        for source in &others.broken {
            self.mark_broken(source);
        }
        for fault in &others.list {
            self.push_with(|| fault.clone());
        }
        self.dropped += others.dropped;
    }

    /// Adds what another collection holds and this one does not.
    pub fn extend_once(&mut self, others: &Self) {
        let mut new = others.clone();
        new.list.retain(|fault| !self.list.contains(fault));
        self.extend(&new);
    }

    /// Makes a source known, so that its faults come before those of sources read later.
    pub fn know(&mut self, source: &Arc<Source>) {
        if !self.sources.iter().any(|known| Arc::ptr_eq(known, source)) {
            self.sources.push(Arc::clone(source));
        }
    }

    /// Notes that parts of a source could not be read, so that what is missing may stand in those parts.
    pub fn mark_broken(&mut self, source: &Arc<Source>) {
        self.know(source);
        if !self.is_broken(source) {
            self.broken.push(Arc::clone(source));
        }
    }

    /// Whether parts of a source could not be read.
    pub fn is_broken(&self, source: &Arc<Source>) -> bool {
        self.broken.iter().any(|known| Arc::ptr_eq(known, source))
    }

    /// Adds `help` to the faults that `applies` accepts.
    pub fn advise(&mut self, applies: impl Fn(&Fault) -> bool, help: &str) {
        for fault in self.list.iter_mut().filter(|fault| applies(fault)) {
            fault.help = Some(help.to_owned());
        }
    }

    /// Refuses the value of a key of a checked table: a cross-check's fault in the same form as the checker's own.
    /// The value found is printed, or `is missing` if it was not written.
    pub fn refuse(
        &mut self,
        table: &Table,
        key: &str,
        accepted: impl Into<String>,
        help: Option<String>,
    ) {
        let (place, path) = (table.place(key), table.path_of(key));
        self.push(Fault::new(place, path, table.found(key), accepted).with_help(help));
    }

    /// Whether one of them may be why a key of the table is missing: one within it, such as its name
    /// mistyped, or text that is no TOML.
    pub fn explain(&self, table: &Table) -> bool {
        let within = format!("{}.", table.path());
        self.iter()
            .any(|fault| fault.path.is_empty() || fault.path.starts_with(&within))
    }

    /// Refuses a whole table of a checked document; `found` goes on after its path (`has no rivals`).
    pub fn refuse_table(
        &mut self,
        table: &Table,
        found: impl Into<String>,
        accepted: impl Into<String>,
        help: Option<String>,
    ) {
        let fault = Fault::new(table.own_place(), table.path(), found, accepted);
        self.push(fault.with_help(help));
    }

    /// Refuses a value of a checked document; `found` goes on after its path (`is no outcome here`).
    pub fn refuse_item(
        &mut self,
        item: &Item,
        found: impl Into<String>,
        accepted: impl Into<String>,
        help: Option<String>,
    ) {
        let fault = Fault::new(item.place(), item.path(), found, accepted);
        self.push(fault.with_help(help));
    }

    /// The names of all texts that were read on the way.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().map(|source| source.name())
    }

    /// Returns a value that was read if there are no faults, else the faults.
    ///
    /// # Errors
    /// There are faults.
    pub fn into_result<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() {
            Ok(value)
        } else {
            Err(self)
        }
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the number of faults, including those that were not kept.
    pub fn len(&self) -> usize {
        self.list.len() + self.dropped
    }

    /// The faults that were kept in file order: by source as they were read, then by position.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        let mut ordered: Vec<(usize, &Fault)> = self
            .list
            .iter()
            .map(|fault| {
                let rank = self
                    .sources
                    .iter()
                    .position(|known| Arc::ptr_eq(known, fault.place.source()))
                    .unwrap_or(usize::MAX);
                (rank, fault)
            })
            .collect();
        // Stable: faults of one place stay in the order in which they were found.
        ordered.sort_by_key(|(rank, fault)| (*rank, fault.place.span().start));
        ordered.into_iter().map(|(_, fault)| fault)
    }

    /// The faults as they are shown: each with its line of the source, then how many there are.
    pub fn render(&self, color: bool) -> String {
        super::render::render(self, color)
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.render(false))
    }
}

impl std::error::Error for Faults {}
