//! The kinds of contest and the built-in files that scenarios can name.

use super::LoadError;
use super::keys::LibraryKeys;
use crate::contest::{Builtin, Kind, Template};
use crate::document::Key;
use std::sync::OnceLock;

/// The kinds of contest and the built-in files that scenarios can name, and the program that plays
/// them.
///
/// This crate names no kind: functions that open a scenario take the library with its kinds. A
/// program has one library, as a `static`.
pub struct Library {
    /// Every kind of contest, in the order in which they are listed.
    pub kinds: &'static [&'static Kind],
    /// All built-in scenarios, by kind, then by name.
    pub scenarios: &'static [Builtin],
    /// All built-in files that scenarios can use. They are not scenarios themselves.
    pub parties: &'static [Builtin],
    /// Types of contests of a kind that have a name of their own.
    pub templates: &'static [Template],
    /// Identities of the sources: of this project and, in a program with kinds of its own, also of
    /// those. They change with every change of a rule: stored exact answers, reports, checkpoints and
    /// parts of runs of another build are not used.
    pub builds: &'static [&'static str],
    keys: OnceLock<LibraryKeys>,
}

impl Library {
    /// Creates a library of at least one kind. The names of kinds are unique, as are those of the
    /// built-in files. `builds` identify the sources, see [`builds`](Self::builds).
    pub const fn new(
        kinds: &'static [&'static Kind],
        scenarios: &'static [Builtin],
        parties: &'static [Builtin],
        builds: &'static [&'static str],
    ) -> Self {
        Self {
            kinds,
            scenarios,
            parties,
            templates: &[],
            builds,
            keys: OnceLock::new(),
        }
    }

    /// Adds types of contests of a kind that have a name of their own.
    #[must_use]
    pub const fn with_templates(mut self, templates: &'static [Template]) -> Self {
        self.templates = templates;
        self
    }

    /// Returns the identity of all sources, as one text.
    pub fn build(&self) -> String {
        self.builds.join("+")
    }

    /// Returns the kind with this name.
    pub fn kind(&self, name: &str) -> Option<&'static Kind> {
        self.kinds.iter().copied().find(|kind| kind.name == name)
    }

    /// Returns the built-in scenario with this name, without the `@`.
    pub fn builtin(&self, name: &str) -> Option<&'static Builtin> {
        self.scenarios.iter().find(|builtin| builtin.name == name)
    }

    /// Returns the built-in party with this name, without the `@`.
    pub fn party(&self, name: &str) -> Option<&'static Builtin> {
        self.parties.iter().find(|party| party.name == name)
    }

    /// Returns the built-in scenario with this name, without the `@`.
    ///
    /// # Errors
    /// There is none; the error has the nearest name and all names.
    pub fn known_builtin(&self, name: &str) -> Result<&'static Builtin, LoadError> {
        let names = self.scenarios.iter().map(|builtin| builtin.name);
        self.builtin(name)
            .ok_or_else(|| LoadError::no_builtin(name, names))
    }

    /// Returns the keys common to scenarios of all kinds.
    pub fn common_keys(&self) -> &[Key] {
        &self.keys().common
    }

    /// Returns all keys of a scenario of this kind.
    pub fn keys_of(&'static self, kind: &Kind) -> &'static [Key] {
        let known = self.keys().of(kind);
        known.map_or(self.common_keys(), |keys| &keys.whole)
    }

    /// Returns all keys of a used file for scenarios of this kind; `None` if they cannot use files.
    pub fn part_keys_of(&'static self, kind: &Kind) -> Option<&'static [Key]> {
        self.keys().of(kind)?.part.as_deref()
    }

    /// Returns `kind` and the other keys of a scenario that do not describe the contest.
    pub(super) fn frame_keys_of(&'static self, kind: &Kind) -> &'static [Key] {
        let known = self.keys().of(kind);
        known.map_or(self.common_keys(), |keys| &keys.frame)
    }

    fn keys(&self) -> &LibraryKeys {
        self.keys.get_or_init(|| LibraryKeys::new(self))
    }
}

impl std::fmt::Debug for Library {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kinds = self.kinds.iter().map(|kind| kind.name);
        formatter
            .debug_struct("Library")
            .field("kinds", &kinds.collect::<Vec<_>>())
            .field("builds", &self.builds)
            .finish_non_exhaustive()
    }
}
