//! The declarative table of keys.
//!
//! A contest states its keys once, in a `static` slice of [`Key`]; the checker, `--set`, the JSON Schema, the template
//! and the listing all read it. Tables must not contain themselves: they are walked to their leaves.

use std::fmt::Write as _;

/// One key of a table.
#[derive(Debug, Clone, Copy)]
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
    pub lever: Option<Lever>,
    /// Whether its elements may come from other files too; only for a named array of the document itself.
    pub shared: bool,
    /// A TOML literal for the template; for a table or an array of tables its text, used verbatim. Empty for none.
    pub example: &'static str,
    /// Active in the template though it may be left out.
    pub shown: bool,
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
pub struct Lever {
    /// What one turn of it changes; for choices and flags a turn is the next value, whatever the step.
    pub step: f64,
}

/// One of the names that a choice accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The name as written in a file.
    pub name: &'static str,
    /// One line on what it means; empty for none.
    pub help: &'static str,
}

impl Choice {
    /// A choice with its explanation.
    pub const fn new(name: &'static str, help: &'static str) -> Self {
        Self { name, help }
    }
}

/// What a value looks like.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    /// Any text.
    Text,
    /// `true` or `false`.
    Flag,
    /// An integer in a closed range.
    Integer {
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// A number in a closed range; a TOML integer is accepted too. Infinities bound nothing, but are never accepted as
    /// values, nor is NaN.
    Number {
        /// Least value.
        min: f64,
        /// Greatest value.
        max: f64,
    },
    /// One of these names.
    Choice(&'static [Choice]),
    /// An array whose elements all have one shape.
    List {
        /// The shape of each element.
        item: &'static Shape,
        /// Least number of elements.
        min: usize,
        /// Greatest number of elements.
        max: usize,
    },
    /// A table with these keys and no others.
    Table(&'static [Key]),
    /// An array of tables.
    Tables {
        /// The keys of each table.
        keys: &'static [Key],
        /// Least number of tables.
        min: usize,
        /// Greatest number of tables.
        max: usize,
        /// Each table carries a `name`, unique among them, by which paths call it.
        named: bool,
        /// Printed paths leave the array's key out, typed ones may (only for named ones).
        elided: bool,
    },
    /// A table with free keys whose values all have one shape.
    Map(&'static Shape),
    /// The first of these shapes that fits the type of the value.
    Either(&'static [Shape]),
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
            lever: None,
            shared: false,
            example: "",
            shown: false,
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
    pub const fn lever(mut self, step: f64) -> Self {
        self.lever = Some(Lever { step });
        self
    }

    /// Lets the elements of a named array come from other files too.
    #[must_use]
    pub const fn shared(mut self) -> Self {
        self.shared = true;
        self
    }

    /// Makes the key active in the template though it may be left out: something else may stand for it.
    #[must_use]
    pub const fn shown(mut self) -> Self {
        self.shown = true;
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

impl Shape {
    /// An array of tables, each called by its `name`.
    pub const fn named_tables(keys: &'static [Key], min: usize, max: usize) -> Self {
        Self::Tables {
            keys,
            min,
            max,
            named: true,
            elided: false,
        }
    }

    /// An array of tables, each called by its `name`, whose key may be left out in paths.
    pub const fn elided_tables(keys: &'static [Key], min: usize, max: usize) -> Self {
        Self::Tables {
            keys,
            min,
            max,
            named: true,
            elided: true,
        }
    }

    /// An array of tables that have no names.
    pub const fn tables(keys: &'static [Key], min: usize, max: usize) -> Self {
        Self::Tables {
            keys,
            min,
            max,
            named: false,
            elided: false,
        }
    }

    /// What is accepted, in words: `an integer from 1 to 6`, `one of "up", "down"`, `a list of 1 to 6 tables`.
    pub fn accepted(&self) -> String {
        match self {
            Self::Text => "a text in quotes".to_owned(),
            Self::Flag => "true or false".to_owned(),
            Self::Integer { min, max } => with_range(
                "an integer",
                (*min != i64::MIN).then(|| min.to_string()),
                (*max != i64::MAX).then(|| max.to_string()),
            ),
            Self::Number { min, max } => with_range(
                "a number",
                min.is_finite().then(|| min.to_string()),
                max.is_finite().then(|| max.to_string()),
            ),
            Self::Choice(choices) => {
                let names: Vec<String> = choices
                    .iter()
                    .map(|choice| format!("\"{}\"", choice.name))
                    .collect();
                match names.as_slice() {
                    [only] => only.clone(),
                    _ => format!("one of {}", names.join(", ")),
                }
            }
            Self::List { item, min, max } => {
                let mut phrase = counted(*min, *max, item.plural());
                if item.has_detail() {
                    let detail = item.accepted();
                    // `integers, each from 1 to 6` rather than `integers, each an integer from 1 to 6`.
                    let brief = ["an integer ", "a number "]
                        .iter()
                        .find_map(|kind| detail.strip_prefix(kind));
                    let _ = write!(phrase, ", each {}", brief.unwrap_or(&detail));
                }
                phrase
            }
            Self::Table(_) | Self::Map(_) => "a table".to_owned(),
            Self::Tables { min, max, .. } => counted(*min, *max, "tables"),
            Self::Either(shapes) => shapes
                .iter()
                .map(Self::accepted)
                .collect::<Vec<_>>()
                .join(", or "),
        }
    }

    /// What several values of this shape are called.
    fn plural(&self) -> &'static str {
        match self {
            Self::Text => "texts",
            Self::Flag => "flags",
            Self::Integer { .. } => "integers",
            Self::Number { .. } => "numbers",
            Self::Choice(_) => "names",
            Self::List { .. } | Self::Tables { .. } => "lists",
            Self::Table(_) | Self::Map(_) => "tables",
            Self::Either(_) => "values",
        }
    }

    /// Whether the phrase says more about one value than [`Self::plural`] says about several.
    fn has_detail(&self) -> bool {
        match self {
            Self::Text | Self::Table(_) | Self::Map(_) => false,
            Self::Integer { min, max } => *min != i64::MIN || *max != i64::MAX,
            Self::Number { min, max } => min.is_finite() || max.is_finite(),
            _ => true,
        }
    }
}

fn with_range(kind: &str, min: Option<String>, max: Option<String>) -> String {
    match (min, max) {
        (Some(min), Some(max)) => format!("{kind} from {min} to {max}"),
        (Some(min), None) => format!("{kind} of at least {min}"),
        (None, Some(max)) => format!("{kind} of at most {max}"),
        (None, None) => kind.to_owned(),
    }
}

fn counted(min: usize, max: usize, what: &str) -> String {
    match (min, max) {
        (0, usize::MAX) => format!("a list of {what}"),
        (1, usize::MAX) => format!("a list of one or more {what}"),
        (min, usize::MAX) => format!("a list of at least {min} {what}"),
        (min, max) if min == max => format!("a list of {min} {what}"),
        (0, max) => format!("a list of at most {max} {what}"),
        (min, max) => format!("a list of {min} to {max} {what}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static NAMES: [Choice; 2] = [Choice::new("up", ""), Choice::new("down", "")];
    static DIE: Shape = Shape::Integer { min: 1, max: 6 };
    static EITHER: [Shape; 2] = [Shape::Choice(&NAMES), Shape::Table(&[])];

    #[test]
    fn shapes_say_what_they_accept() {
        let phrase = |shape: Shape| shape.accepted();
        assert_eq!(phrase(DIE), "an integer from 1 to 6");
        assert_eq!(
            phrase(Shape::Integer {
                min: 0,
                max: i64::MAX
            }),
            "an integer of at least 0"
        );
        assert_eq!(
            phrase(Shape::Number { min: 0.0, max: 0.5 }),
            "a number from 0 to 0.5"
        );
        assert_eq!(phrase(Shape::Choice(&NAMES)), "one of \"up\", \"down\"");
        assert_eq!(phrase(Shape::tables(&[], 1, 6)), "a list of 1 to 6 tables");
        assert_eq!(
            phrase(Shape::List {
                item: &DIE,
                min: 1,
                max: usize::MAX
            }),
            "a list of one or more integers, each from 1 to 6"
        );
        assert_eq!(
            phrase(Shape::Either(&EITHER)),
            "one of \"up\", \"down\", or a table"
        );
    }

    #[test]
    fn own_words_go_before_derived_ones() {
        let key = Key::required("dice", DIE);
        assert_eq!(key.accepted(), "an integer from 1 to 6");
        assert_eq!(
            key.accepts("a Class has 1 to 6 dice").accepted(),
            "a Class has 1 to 6 dice"
        );
    }
}
