//! The declarative table of keys.
//!
//! A contest states its keys once, in a `static` slice of [`Key`]; the checker, `--set`, the JSON Schema, the template
//! and the listing all read it. Tables must not contain themselves: they are walked to their leaves.

use super::shape::Shape;

/// One key of a table.
#[derive(Debug, Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "marks, each of which a key has by itself"
)]
pub struct Key {
    /// The key as written in a file.
    pub name: &'static str,
    /// What its value looks like.
    pub shape: Shape,
    /// Whether it may be left out, and what it then is.
    pub presence: Presence,
    /// One line on what it does; empty for none.
    pub help: &'static str,
    /// What is accepted, as it ends a fault (`a Class has 1 to 6 dice`); empty to derive it from the shape.
    pub accepts: &'static str,
    /// Set if a designer would turn it.
    pub tunable: Option<Tunable>,
    /// Whether it says for how many of its kind an element stands.
    pub counts: bool,
    /// Whether its elements may come from other files too; only for a named array of the document itself.
    pub shared: bool,
    /// The key beside it under which the document stands that it names, a text; only in the tables of an array of the
    /// document itself.
    pub includes: Option<&'static str>,
    /// A TOML literal for the template; for a table or an array of tables its text, used verbatim. Empty for none.
    pub example: &'static str,
    /// Active in the template though it may be left out.
    pub shown: bool,
    /// Added after files were hashed without it: at its default it is no part of the hash.
    pub added: bool,
}

/// Whether a key may be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// It must be written.
    Required,
    /// It may be left out, and then has no value.
    Optional,
    /// It may be left out, and then has the value of this TOML literal. A table whose keys all have defaults has the
    /// default `{}`, so that it is always there.
    Default(&'static str),
}

/// How a designer turns a key.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tunable {
    /// What one turn of it changes; for choices and flags a turn is the next value, whatever the step.
    pub step: f64,
    /// The accepted integers in ascending order, where they have gaps; empty where they have none. A turn is then the
    /// next of them, whatever the step.
    pub values: &'static [i64],
}

impl Key {
    /// A key that must be written.
    pub const fn required(name: &'static str, shape: Shape) -> Self {
        Self::with_presence(name, shape, Presence::Required)
    }

    /// A key that may be left out.
    pub const fn optional(name: &'static str, shape: Shape) -> Self {
        Self::with_presence(name, shape, Presence::Optional)
    }

    /// A key that has the value of a TOML literal when it is left out.
    pub const fn default(name: &'static str, shape: Shape, literal: &'static str) -> Self {
        Self::with_presence(name, shape, Presence::Default(literal))
    }

    const fn with_presence(name: &'static str, shape: Shape, presence: Presence) -> Self {
        Self {
            name,
            shape,
            presence,
            help: "",
            accepts: "",
            tunable: None,
            counts: false,
            shared: false,
            includes: None,
            example: "",
            shown: false,
            added: false,
        }
    }

    /// Says in one line what the key does.
    #[must_use]
    pub const fn help(mut self, help: &'static str) -> Self {
        self.help = help;
        self
    }

    /// Says what is accepted, as it ends a fault: `a Class has 1 to 6 dice`.
    #[must_use]
    pub const fn accepts(mut self, accepts: &'static str) -> Self {
        self.accepts = accepts;
        self
    }

    /// Marks the key as one that a designer turns, by `step` a turn.
    #[must_use]
    pub const fn tunable(mut self, step: f64) -> Self {
        self.tunable = Some(Tunable { step, values: &[] });
        self
    }

    /// Marks the key as one that a designer turns among integers with gaps, in ascending order.
    #[must_use]
    pub const fn tunable_among(mut self, values: &'static [i64]) -> Self {
        self.tunable = Some(Tunable { step: 1.0, values });
        self
    }

    /// Says that an element stands for so many of its kind: one more or one fewer of those is a turn of this key.
    #[must_use]
    pub const fn counts(mut self) -> Self {
        self.counts = true;
        self
    }

    /// Lets the elements of a named array come from other files too.
    #[must_use]
    pub const fn shared(mut self) -> Self {
        self.shared = true;
        self
    }

    /// Says that the key names a file, the document in which is put beside it, under the key `target`.
    #[must_use]
    pub const fn includes(mut self, target: &'static str) -> Self {
        self.includes = Some(target);
        self
    }

    /// Makes the key active in the template though it may be left out: something else may stand for it.
    #[must_use]
    pub const fn shown(mut self) -> Self {
        self.shown = true;
        self
    }

    /// Marks a key that was added after files were hashed without it: at its default it is no part of the hash, so that
    /// results from before still belong to the same scenario.
    #[must_use]
    pub const fn added(mut self) -> Self {
        self.added = true;
        self
    }

    /// Gives the template its value (a TOML literal) or, for tables, its text.
    #[must_use]
    pub const fn example(mut self, example: &'static str) -> Self {
        self.example = example;
        self
    }

    /// What is accepted: the key's own words, or those of its shape.
    pub fn accepted(&self) -> String {
        if self.accepts.is_empty() {
            self.shape.accepted()
        } else {
            self.accepts.to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_words_go_before_derived_ones() {
        let key = Key::required("dice", Shape::integer(1, 6));
        assert_eq!(key.accepted(), "an integer from 1 to 6");
        assert_eq!(
            key.accepts("a Class has 1 to 6 dice").accepted(),
            "a Class has 1 to 6 dice"
        );
    }
}
