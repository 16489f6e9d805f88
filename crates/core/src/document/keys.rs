//! The declarative table of keys.
//!
//! A contest declares its keys once, in a `static` slice of [`Key`]. The checker, `--set`, the JSON
//! Schema, the template and the listing all use it. Tables must not contain themselves, since they
//! are traversed to their leaves.

use super::path::Path;
use super::shape::ValueShape;
use super::tree::Entries;

/// A key of a table.
#[derive(Debug, Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent properties of a key"
)]
pub struct Key {
    /// The key as written in a file.
    pub name: &'static str,
    /// Shape of the value.
    pub shape: ValueShape,
    /// Presence in a document: required, optional, or with a default.
    pub presence: Presence,
    /// One-line description; empty for none.
    pub help: &'static str,
    /// Accepted values, as a noun phrase (`1 to 6 dice`); empty to derive the text from
    /// the shape.
    pub accepts: &'static str,
    /// Step of the key as a tunable parameter; `None` if it is not tunable.
    pub tunable: Option<Tunable>,
    /// True if the value is the number of copies that an element represents.
    pub counts: bool,
    /// True if the document defines the names of a map, so that assignments reach only existing
    /// ones.
    pub defines: bool,
    /// True if the key represents all names that are no other keys of its table. Its shape is the
    /// map of these names, and its own name is not a key of files.
    pub others: bool,
    /// True if other files may add elements; only for a named array of the document itself.
    pub shared: bool,
    /// For a string that names a file: the key of the same table under which that document is
    /// inserted. Only for tables of an array of the document itself.
    pub includes: Option<&'static str>,
    /// Example in the template: a TOML literal, or verbatim text for a table or an array of tables.
    /// Empty for none.
    pub example: &'static str,
    /// True if the template shows the optional key uncommented.
    pub shown: bool,
    /// True if the key was added after files had been hashed without it. Its default is not part of
    /// the hash.
    pub added: bool,
    /// True if the value is a permission (a flag, or a table of flags), or a list of options, of
    /// which each can be forbidden.
    pub restricts: bool,
}

/// Presence of a key in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// A key that must be written.
    Required,
    /// A key that may be left out, and then has no value.
    Optional,
    /// A key that may be left out, and then has the value of this TOML literal. A table of keys
    /// that all have defaults has the default `{}`, so that it is always present.
    Default(&'static str),
}

/// Step of a tunable parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tunable {
    /// Change of one step; choices and flags step to the next value instead.
    pub step: f64,
    /// Accepted integers in ascending order if they have gaps, else empty. A step moves to the next
    /// of them and ignores `step`.
    pub values: &'static [i64],
}

impl Key {
    /// Creates a key that must be written.
    pub const fn required(name: &'static str, shape: ValueShape) -> Self {
        Self::with_presence(name, shape, Presence::Required)
    }

    /// Creates a key that may be left out.
    pub const fn optional(name: &'static str, shape: ValueShape) -> Self {
        Self::with_presence(name, shape, Presence::Optional)
    }

    /// Creates a key whose value is a TOML literal if it is left out.
    pub const fn default(name: &'static str, shape: ValueShape, literal: &'static str) -> Self {
        Self::with_presence(name, shape, Presence::Default(literal))
    }

    /// Creates a key for all names that are no other keys of the table. Their values have one
    /// shape. A checked table has them under `name`, as a map in file order. The document
    /// [defines](Self::defines) the names.
    pub const fn others(name: &'static str, value: &'static ValueShape) -> Self {
        Self {
            defines: true,
            others: true,
            ..Self::optional(name, ValueShape::Map(value))
        }
    }

    const fn with_presence(name: &'static str, shape: ValueShape, presence: Presence) -> Self {
        Self {
            name,
            shape,
            presence,
            help: "",
            accepts: "",
            tunable: None,
            counts: false,
            defines: false,
            others: false,
            shared: false,
            includes: None,
            example: "",
            shown: false,
            added: false,
            restricts: false,
        }
    }

    /// Sets the one-line description.
    #[must_use]
    pub const fn help(mut self, help: &'static str) -> Self {
        self.help = help;
        self
    }

    /// Sets the accepted values, as a noun phrase: `1 to 6 dice`.
    #[must_use]
    pub const fn accepts(mut self, accepts: &'static str) -> Self {
        self.accepts = accepts;
        self
    }

    /// Marks the key as a tunable parameter with this step.
    #[must_use]
    pub const fn tunable(mut self, step: f64) -> Self {
        self.tunable = Some(Tunable { step, values: &[] });
        self
    }

    /// Marks the key as a tunable parameter among integers with gaps, in ascending order.
    #[must_use]
    pub const fn tunable_among(mut self, values: &'static [i64]) -> Self {
        self.tunable = Some(Tunable { step: 1.0, values });
        self
    }

    /// Marks the key as the number of copies that an element represents: one step adds or removes
    /// a copy.
    #[must_use]
    pub const fn counts(mut self) -> Self {
        self.counts = true;
        self
    }

    /// Marks a map whose names the document defines, such as those of its states. Assignments
    /// reach only existing names: a new one would be a misspelling that changes nothing.
    #[must_use]
    pub const fn defines(mut self) -> Self {
        self.defines = true;
        self
    }

    /// Lets other files add elements to a named array.
    #[must_use]
    pub const fn shared(mut self) -> Self {
        self.shared = true;
        self
    }

    /// Marks the key as the name of a file, whose document is inserted beside it under the key
    /// `target`.
    #[must_use]
    pub const fn includes(mut self, target: &'static str) -> Self {
        self.includes = Some(target);
        self
    }

    /// Shows the optional key uncommented in the template, for example because another key can
    /// replace it.
    #[must_use]
    pub const fn shown(mut self) -> Self {
        self.shown = true;
        self
    }

    /// Marks a key that was added after files were hashed without it. Its default is not part of
    /// the hash, so that earlier results still match the scenario.
    #[must_use]
    pub const fn added(mut self) -> Self {
        self.added = true;
        self
    }

    /// Marks a permission or a list of options, of which each can be forbidden.
    #[must_use]
    pub const fn restricts(mut self) -> Self {
        self.restricts = true;
        self
    }

    /// Sets the template's value (a TOML literal) or, for tables, its text.
    #[must_use]
    pub const fn example(mut self, example: &'static str) -> Self {
        self.example = example;
        self
    }

    /// Returns the accepted values: the key's own text, or that of its shape.
    pub fn accepted(&self) -> String {
        if self.accepts.is_empty() {
            self.pattern().1.accepted()
        } else {
            self.accepts.to_owned()
        }
    }

    /// Returns the path of the key in the table at `table`. Other names have the path of the table.
    pub(super) fn path_in(&self, table: &Path) -> Path {
        if self.others {
            table.clone()
        } else {
            table.name(self.name)
        }
    }

    /// Returns the name of the key in path patterns, and the shape of its value. A key for
    /// [other names](Self::others) has the name `*` and the shape of a single value.
    pub fn pattern(&self) -> (&'static str, &ValueShape) {
        match &self.shape {
            ValueShape::Map(value) if self.others => ("*", value),
            shape => (self.name, shape),
        }
    }
}

/// Returns the key with this name, which is not a key for [other names](Key::others).
pub(super) fn fixed_key(keys: &'static [Key], name: &str) -> Option<&'static Key> {
    keys.iter().find(|key| key.name == name && !key.others)
}

/// Returns the key for [other names](Key::others), if the table has one.
pub(super) fn other_names(keys: &'static [Key]) -> Option<&'static Key> {
    keys.iter().find(|key| key.others)
}

/// Returns the key of a table that determines the value under `name`. A name that is no key must
/// be in `entries`, the current table.
pub(super) fn key_of(
    keys: &'static [Key],
    entries: Option<&Entries>,
    name: &str,
) -> Option<&'static Key> {
    fixed_key(keys, name).or_else(|| {
        let others = other_names(keys)?;
        entries?.get(name).map(|_| others)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_description_precedes_the_derived_one() {
        let key = Key::required("dice", ValueShape::integer(1, 6));
        assert_eq!(key.accepted(), "an integer from 1 to 6");
        assert_eq!(key.accepts("1 to 6 dice").accepted(), "1 to 6 dice");
    }
}
