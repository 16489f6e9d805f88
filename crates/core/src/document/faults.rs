//! Faults of a document, collected instead of returned at the first one.
//!
//! All readers of a document add faults to one [`Faults`] and continue, so that all faults of a
//! file are reported together. [`render`](super::render) formats them for the terminal.

use std::fmt;
use std::sync::Arc;

use super::advice::example;
use super::item::{CheckedTable, Item};
use super::source::{Source, Span};

/// A fault of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Span of the faulty text.
    pub span: Span,
    /// Path of the value, in the syntax of `--set`; empty for syntax faults.
    pub path: String,
    /// Continuation of the message after the path, such as `is 9`, `is missing` or `is not a key
    /// here`.
    pub found: String,
    /// Continuation after a semicolon: the accepted or the likely intended value, or a
    /// contradiction, such as `expected 1 to 6 dice` or `did you mean dice?`.
    pub accepted: String,
    /// Reason at the end of `accepted` why the value is not valid here, for messages that need no
    /// more; `None` if there is none.
    pub reason: Option<String>,
    /// Further line of advice.
    pub help: Option<String>,
    /// Path of an assignment, as typed, that matches no key of this document but may match one of
    /// another.
    pub absent: Option<String>,
}

impl Fault {
    /// Creates a fault without further advice.
    pub fn new(
        span: Span,
        path: impl Into<String>,
        found: impl Into<String>,
        accepted: impl Into<String>,
    ) -> Self {
        Self {
            span,
            path: path.into(),
            found: found.into(),
            accepted: accepted.into(),
            reason: None,
            help: None,
            absent: None,
        }
    }

    /// Returns the fault with a further line of advice, if there is one.
    #[must_use]
    pub fn with_help(self, help: Option<String>) -> Self {
        Self { help, ..self }
    }

    /// Returns the text after the path, without the value if the source must not be quoted.
    fn found(&self) -> &str {
        let shows_nothing = ["is missing", "is not a key here"].contains(&self.found.as_str());
        let shows_value = !self.path.is_empty() && self.found.starts_with("is ") && !shows_nothing;
        if shows_value && !self.span.source().is_quoted() {
            "is invalid"
        } else {
            &self.found
        }
    }
}

impl fmt::Display for Fault {
    /// Formats the first line: `x.toml:14:29: side.heroes.Dirk.classes[0].dice is 9; expected 1 to
    /// 6 dice`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: ", self.span)?;
        if !self.path.is_empty() {
            write!(formatter, "{} ", self.path)?;
        }
        formatter.write_str(self.found())?;
        if !self.accepted.is_empty() {
            write!(formatter, "; {}", self.accepted)?;
        }
        Ok(())
    }
}

/// Maximum number of stored faults. Further ones, as in a file of another kind, are only counted.
const MOST_KEPT: usize = 500;

/// All faults found so far.
#[derive(Debug, Clone, Default)]
pub struct Faults {
    list: Vec<Fault>,
    /// Number of faults that were only counted.
    dropped: usize,
    /// Sources in the order in which they were registered.
    sources: Vec<Arc<Source>>,
    /// Sources with syntax faults, so that keys may be missing.
    broken: Vec<Arc<Source>>,
}

impl Faults {
    /// Creates an empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a fault. Faults beyond the first 500 are only counted.
    pub fn push(&mut self, fault: Fault) {
        self.push_with(|| fault);
    }

    /// Adds the fault that `fault` creates; calls it only if the fault is stored.
    pub(super) fn push_with(&mut self, fault: impl FnOnce() -> Fault) {
        if self.list.len() < MOST_KEPT {
            let fault = fault();
            self.register(fault.span.source());
            self.list.push(fault);
        } else {
            self.dropped += 1;
        }
    }

    /// Adds all faults of another collection.
    pub fn extend(&mut self, others: &Self) {
        for source in &others.sources {
            self.register(source);
        }
        for source in &others.broken {
            self.mark_broken(source);
        }
        for fault in &others.list {
            self.push_with(|| fault.clone());
        }
        self.dropped += others.dropped;
    }

    /// Adds the faults of another collection, without those that this one already has.
    pub fn extend_once(&mut self, others: &Self) {
        let mut new = others.clone();
        new.list.retain(|fault| !self.list.contains(fault));
        self.extend(&new);
    }

    /// Registers a source, so that its faults come before those of sources read later.
    pub fn register(&mut self, source: &Arc<Source>) {
        if !self.sources.iter().any(|known| Arc::ptr_eq(known, source)) {
            self.sources.push(Arc::clone(source));
        }
    }

    /// Marks a source as partly unreadable: missing keys may be in the unreadable part.
    pub fn mark_broken(&mut self, source: &Arc<Source>) {
        self.register(source);
        if !self.is_broken(source) {
            self.broken.push(Arc::clone(source));
        }
    }

    /// Returns whether parts of a source could not be read.
    pub fn is_broken(&self, source: &Arc<Source>) -> bool {
        self.broken.iter().any(|known| Arc::ptr_eq(known, source))
    }

    /// Adds `help` to the faults that `applies` accepts.
    pub fn advise(&mut self, applies: impl Fn(&Fault) -> bool, help: &str) {
        for fault in self.list.iter_mut().filter(|fault| applies(fault)) {
            fault.help = Some(help.to_owned());
        }
    }

    /// Adds a fault for the value of a key in a checked table, in the form of the checker's own
    /// faults. The message contains the value, or `is missing` if it was not given; then the help is
    /// an example of the key unless there is another one.
    pub fn refuse(
        &mut self,
        table: &CheckedTable,
        key: &str,
        accepted: impl Into<String>,
        help: Option<String>,
    ) {
        let (span, path, found) = (table.span(key), table.path_of(key), table.found(key));
        let missing = table.field(key).filter(|_| found == "is missing");
        let help = help.or_else(|| example(missing?.key));
        self.push(Fault::new(span, path, found, accepted).with_help(help));
    }

    /// Adds a fault for the value of a key in a checked table that `reason` makes invalid there:
    /// `expected another player: the duel has too many positions`.
    pub fn refuse_because(
        &mut self,
        table: &CheckedTable,
        key: &str,
        expected: &str,
        reason: impl Into<String>,
    ) {
        let reason = reason.into();
        let accepted = format!("{expected}: {reason}");
        let (span, path) = (table.span(key), table.path_of(key));
        self.push(Fault {
            reason: Some(reason),
            ..Fault::new(span, path, table.found(key), accepted)
        });
    }

    /// Returns whether a fault may explain why a key of the table is missing: a fault within the
    /// table, such as a mistyped key, or a syntax error.
    pub fn explain(&self, table: &CheckedTable) -> bool {
        let within = format!("{}.", table.path());
        self.iter()
            .any(|fault| fault.path.is_empty() || fault.path.starts_with(&within))
    }

    /// Adds a fault for a whole table of a checked document; `found` follows its path (`has no
    /// rivals`).
    pub fn refuse_table(
        &mut self,
        table: &CheckedTable,
        found: impl Into<String>,
        accepted: impl Into<String>,
        help: Option<String>,
    ) {
        let fault = Fault::new(table.own_span(), table.path(), found, accepted);
        self.push(fault.with_help(help));
    }

    /// Adds a fault for a value of a checked document; `found` follows its path (`is not an outcome
    /// here`).
    pub fn refuse_item(
        &mut self,
        item: &Item,
        found: impl Into<String>,
        accepted: impl Into<String>,
        help: Option<String>,
    ) {
        let fault = Fault::new(item.span(), item.path(), found, accepted);
        self.push(fault.with_help(help));
    }

    /// Returns the names of all sources that were read.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().map(|source| source.name())
    }

    /// Returns `value` if there are no faults.
    ///
    /// # Errors
    /// Returns the collection itself if there are faults.
    pub fn into_result<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() {
            Ok(value)
        } else {
            Err(self)
        }
    }

    /// Returns whether there are no faults.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the number of faults, including those that were only counted.
    pub fn len(&self) -> usize {
        self.list.len() + self.dropped
    }

    /// Returns the stored faults, sorted by source in order of registration, then by offset.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        let mut ordered: Vec<(usize, &Fault)> = self
            .list
            .iter()
            .map(|fault| {
                let rank = self
                    .sources
                    .iter()
                    .position(|known| Arc::ptr_eq(known, fault.span.source()))
                    .unwrap_or(usize::MAX);
                (rank, fault)
            })
            .collect();
        // The sort is stable: faults at the same offset keep their order.
        ordered.sort_by_key(|(rank, fault)| (*rank, fault.span.range().start));
        ordered.into_iter().map(|(_, fault)| fault)
    }
}

impl std::error::Error for Faults {}

/// Returns each fault on a line, with its help.
pub fn brief(faults: &Faults) -> String {
    let lines = faults.iter().map(|fault| match &fault.help {
        Some(help) => format!("{fault} / help: {help}"),
        None => fault.to_string(),
    });
    lines.collect::<Vec<_>>().join("\n")
}
