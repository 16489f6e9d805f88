//! Shapes of values.
//!
//! This module has all rules for plain values: descriptions, checks, the fit of a value, and
//! samples. To add a shape of plain values, extend this module and [`schema`](super::schema). For a
//! shape that contains others, also extend the traversal of keys, the [checker](mod@super::check)
//! and [paths](super::resolve_path).

use std::cmp::Ordering;
use std::fmt::Write as _;

use super::item::Content;
use super::keys::Key;
use super::kinded::{Kinded, one_of};
use super::share::read_share;
use super::tree::{Node, TomlValue};

/// Maximum number of characters in a [`ValueShape::Text`].
pub const LONGEST_TEXT: usize = 200;
/// Maximum number of characters in a [`ValueShape::Prose`].
pub const LONGEST_PROSE: usize = 20_000;
/// Second form of a share.
const PERCENTAGE: &str = "or a percentage such as \"50%\"";
/// Maximum number of keys in a [`ValueShape::Map`].
pub const MOST_FREE_KEYS: usize = 10_000;

/// Shape of a value.
#[derive(Debug, Clone, Copy)]
pub enum ValueShape {
    /// A name or another short string of at most [`LONGEST_TEXT`] characters.
    Text,
    /// A string of at most [`LONGEST_PROSE`] characters.
    Prose,
    /// `true` or `false`.
    Flag,
    /// An integer in a closed range.
    Integer {
        /// Minimum value.
        min: i64,
        /// Maximum value.
        max: i64,
    },
    /// A number in a closed range; a TOML integer is accepted too. An infinite bound means no
    /// limit; infinities and NaN are never accepted as values.
    Number {
        /// Minimum value.
        min: f64,
        /// Maximum value.
        max: f64,
    },
    /// A share in a closed range, or a percentage as a text such as `"50%"`. Its checked content is
    /// a number.
    Share {
        /// Minimum value.
        min: f64,
        /// Maximum value.
        max: f64,
    },
    /// One of these names.
    Choice(&'static [ChoiceName]),
    /// An array whose elements all have one shape.
    List {
        /// The shape of each element.
        item: &'static ValueShape,
        /// Minimum number of elements.
        min: usize,
        /// Maximum number of elements.
        max: usize,
    },
    /// A table with these keys and no others.
    Table(&'static [Key]),
    /// An array of tables.
    Tables {
        /// The keys of each table.
        keys: &'static [Key],
        /// Minimum number of tables.
        min: usize,
        /// Maximum number of tables.
        max: usize,
        /// True if each table has a unique `name`, which paths use.
        named: bool,
        /// True if printed paths omit the array's key and typed ones may; only for named arrays.
        elided: bool,
    },
    /// A tagged table, in which one key determines the others.
    Kinded(&'static Kinded),
    /// A table with free keys whose values all have one shape.
    Map(&'static ValueShape),
    /// The first of these shapes that fits the type of the value.
    Either(&'static [ValueShape]),
}

/// One of the names that a choice accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChoiceName {
    /// The name as written in a file.
    pub name: &'static str,
    /// One-line description; empty for none.
    pub help: &'static str,
}

impl ChoiceName {
    /// Creates a choice with its description.
    pub const fn new(name: &'static str, help: &'static str) -> Self {
        Self { name, help }
    }
}

impl ValueShape {
    /// Returns the shape of an integer in a closed range.
    pub const fn integer(min: i64, max: i64) -> Self {
        Self::Integer { min, max }
    }

    /// Returns the shape of a number in a closed range.
    pub const fn number(min: f64, max: f64) -> Self {
        Self::Number { min, max }
    }

    /// Returns the shape of an array of `min` to `max` elements of one shape.
    pub const fn list(item: &'static Self, min: usize, max: usize) -> Self {
        Self::List { item, min, max }
    }

    /// Returns the shape of an array of tables, each identified by its `name`.
    pub const fn named_tables(keys: &'static [Key], min: usize, max: usize) -> Self {
        Self::Tables {
            keys,
            min,
            max,
            named: true,
            elided: false,
        }
    }

    /// Returns the shape of an array of tables, each identified by its `name`, whose key may be
    /// left out in paths.
    pub const fn elided_tables(keys: &'static [Key], min: usize, max: usize) -> Self {
        Self::Tables {
            keys,
            min,
            max,
            named: true,
            elided: true,
        }
    }

    /// Returns the shape of an array of tables that have no names.
    pub const fn tables(keys: &'static [Key], min: usize, max: usize) -> Self {
        Self::Tables {
            keys,
            min,
            max,
            named: false,
            elided: false,
        }
    }

    /// Describes the accepted values, such as `an integer from 1 to 6`, `one of "up", "down"` or `a
    /// list of 1 to 6 tables`.
    pub fn accepted(&self) -> String {
        match self {
            Self::Text => "a text in quotes".to_owned(),
            Self::Prose => format!("a text of at most {LONGEST_PROSE} characters"),
            Self::Flag => "true or false".to_owned(),
            Self::Integer { .. } => self.ranged("an integer"),
            Self::Number { .. } => self.ranged("a number"),
            Self::Share { .. } => format!("{}, {PERCENTAGE}", self.ranged("a number")),
            Self::Choice(choices) => one_of(choices.iter().map(|choice| choice.name)),
            Self::List { item, min, max } => {
                let mut phrase = counted(*min, *max, item.plural());
                if item.has_detail() {
                    let _ = write!(phrase, ", each {}", item.accepted_briefly());
                }
                phrase
            }
            Self::Table(_) | Self::Map(_) => "a table".to_owned(),
            Self::Tables { min, max, .. } => counted(*min, *max, "tables"),
            Self::Kinded(kinded) => {
                format!("a table whose `{}` is {}", kinded.tag, kinded.accepted())
            }
            Self::Either(shapes) => {
                let shapes: Vec<String> = shapes.iter().map(Self::accepted).collect();
                shapes.join(", or ")
            }
        }
    }

    /// Returns the plural noun for values of this shape.
    fn plural(&self) -> &'static str {
        match self {
            Self::Text | Self::Prose => "texts",
            Self::Flag => "flags",
            Self::Integer { .. } => "integers",
            Self::Number { .. } | Self::Share { .. } => "numbers",
            Self::Choice(_) => "names",
            Self::List { .. } | Self::Tables { .. } => "lists",
            Self::Table(_) | Self::Map(_) | Self::Kinded(_) => "tables",
            Self::Either(_) => "values",
        }
    }

    /// Returns whether the description of one value is more specific than [`Self::plural`].
    fn has_detail(&self) -> bool {
        match self {
            Self::Text | Self::Prose | Self::Table(_) | Self::Map(_) => false,
            Self::Integer { .. } | Self::Number { .. } => self.bounds().iter().any(Option::is_some),
            _ => true,
        }
    }

    /// Returns the lowest and the highest value, if there are any.
    pub(super) fn bounds(&self) -> [Option<TomlValue>; 2] {
        match *self {
            Self::Integer { min, max } => [
                (min != i64::MIN).then_some(TomlValue::Integer(min)),
                (max != i64::MAX).then_some(TomlValue::Integer(max)),
            ],
            Self::Number { min, max } | Self::Share { min, max } => {
                [min, max].map(|bound| bound.is_finite().then_some(TomlValue::Number(bound)))
            }
            _ => [None, None],
        }
    }

    /// Returns the maximum number of characters, if there is a limit.
    pub(super) fn longest(&self) -> Option<usize> {
        match self {
            Self::Text => Some(LONGEST_TEXT),
            Self::Prose => Some(LONGEST_PROSE),
            _ => None,
        }
    }

    /// Returns the accepted values without the kind of the number, where a noun precedes them:
    /// `integers, each from 1 to 6`.
    fn accepted_briefly(&self) -> String {
        match self {
            Self::Integer { .. } | Self::Number { .. } => self.range(),
            Self::Share { .. } => self.range().map(|range| format!("{range}, {PERCENTAGE}")),
            Self::Either([first, others @ ..]) => {
                let first = first.accepted_briefly();
                let others = others.iter().map(Self::accepted);
                let all: Vec<String> = std::iter::once(first).chain(others).collect();
                Some(all.join(", or "))
            }
            _ => None,
        }
        .unwrap_or_else(|| self.accepted())
    }

    fn ranged(&self, kind: &str) -> String {
        match self.range() {
            Some(range) => format!("{kind} {range}"),
            None => kind.to_owned(),
        }
    }

    /// Returns the bounds as a phrase, if there are any.
    fn range(&self) -> Option<String> {
        let shown = |bound| match bound {
            TomlValue::Number(number) => number.to_string(),
            other => other.literal(),
        };
        match self.bounds().map(|bound| bound.map(shown)) {
            [Some(min), Some(max)] => Some(format!("from {min} to {max}")),
            [Some(min), None] => Some(format!("of at least {min}")),
            [None, Some(max)] => Some(format!("of at most {max}")),
            [None, None] => None,
        }
    }

    /// Returns a flaw of the shape itself, such as an empty range, if there is one.
    pub(super) fn flaw(&self) -> Option<&'static str> {
        match self {
            Self::Integer { min, max } if min > max => Some("has an empty range"),
            // NaN is not a valid bound.
            Self::Number { min, max } | Self::Share { min, max }
                if min.partial_cmp(max).is_none_or(Ordering::is_gt) =>
            {
                Some("has an empty range")
            }
            Self::List { min, max, .. } | Self::Tables { min, max, .. } if min > max => {
                Some("has an empty range")
            }
            Self::Choice([]) => Some("has no choices"),
            Self::Either([]) => Some("has no alternatives"),
            Self::Kinded(kinded) => kinded.flaw(),
            _ => None,
        }
    }

    /// Returns a plain value as checked content; `None` if it does not have this shape, or if the
    /// shape contains others.
    pub(super) fn read(&self, value: &TomlValue) -> Option<Content> {
        match (self, value) {
            (Self::Text | Self::Prose, TomlValue::Text(text)) => {
                let is_short = self.longest().is_none_or(|most| !is_longer(text, most));
                is_short.then(|| Content::Text(text.clone()))
            }
            (Self::Flag, TomlValue::Flag(flag)) => Some(Content::Flag(*flag)),
            (Self::Integer { min, max }, TomlValue::Integer(integer)) => (min..=max)
                .contains(&integer)
                .then_some(Content::Integer(*integer)),
            (Self::Number { .. } | Self::Share { .. }, TomlValue::Integer(integer)) => {
                self.read(&TomlValue::Number(*integer as f64))
            }
            (Self::Share { .. }, TomlValue::Text(text)) => {
                let share = read_share(text).filter(|_| text.trim_end().ends_with('%'));
                self.read(&TomlValue::Number(share?))
            }
            (Self::Number { min, max } | Self::Share { min, max }, TomlValue::Number(number)) => {
                let fits = number.is_finite() && (min..=max).contains(&number);
                fits.then_some(Content::Number(*number))
            }
            (Self::Choice(choices), TomlValue::Text(text)) => {
                let choice = choices.iter().find(|choice| choice.name == text);
                choice.map(Content::Choice)
            }
            _ => None,
        }
    }

    /// Returns how well the type of a value fits: higher is better, and 0 is no fit.
    pub(super) fn fit(&self, value: &TomlValue) -> u8 {
        match (value, self) {
            // A string that is not among the names may be intended for an alternative that accepts
            // any string.
            (TomlValue::Text(_), Self::Choice(_)) if self.read(value).is_none() => 2,
            (
                TomlValue::Text(_),
                Self::Choice(_) | Self::Text | Self::Prose | Self::Share { .. },
            )
            | (TomlValue::Flag(_), Self::Flag)
            | (
                TomlValue::Integer(_),
                Self::Integer { .. } | Self::Number { .. } | Self::Share { .. },
            )
            | (TomlValue::Number(_), Self::Number { .. } | Self::Share { .. })
            | (TomlValue::Table(_), Self::Table(_) | Self::Map(_) | Self::Kinded(_)) => 3,
            (TomlValue::List(nodes), Self::List { item, .. }) => {
                element_fit(nodes, |element| item.fit(element))
            }
            (TomlValue::List(nodes), Self::Tables { .. }) => element_fit(nodes, |element| {
                if matches!(element, TomlValue::Table(_)) {
                    3
                } else {
                    0
                }
            }),
            // For a float such as `2.0` in place of an integer, the fault suggests `2`.
            (TomlValue::Number(_), Self::Integer { .. }) => 1,
            (_, Self::Either(shapes)) => shapes
                .iter()
                .map(|shape| shape.fit(value))
                .max()
                .unwrap_or(0),
            _ => 0,
        }
    }

    /// Returns a plain value of the shape as TOML, or `None` if the shape contains others.
    pub(super) fn sample(&self) -> Option<String> {
        Some(match self {
            Self::Text | Self::Prose => "\"…\"".to_owned(),
            Self::Flag => "true".to_owned(),
            Self::Integer { min, max } => 1.clamp(*min, (*max).max(*min)).to_string(),
            Self::Number { min, .. } if *min > 1.0 => min.to_string(),
            Self::Number { max, .. } | Self::Share { max, .. } => max.min(1.0).to_string(),
            Self::Choice(choices) => {
                format!("\"{}\"", choices.first().map_or("", |choice| choice.name))
            }
            _ => return None,
        })
    }

    /// Returns the shapes that a value may have, with nested alternatives flattened.
    pub(super) fn alternatives(&'static self) -> Vec<&'static Self> {
        match self {
            Self::Either(shapes) => shapes.iter().flat_map(Self::alternatives).collect(),
            other => vec![other],
        }
    }
}

/// Returns whether a text has more than `most` characters.
pub(super) fn is_longer(text: &str, most: usize) -> bool {
    text.len() > most && text.chars().nth(most).is_some()
}

/// Returns how well an array fits, by the element that fits worst. Every array fits at least a
/// little, so that the fault is about the element.
fn element_fit(nodes: &[Node], of: impl Fn(&TomlValue) -> u8) -> u8 {
    let worst = nodes.iter().map(|node| of(&node.value)).min();
    worst.map_or(3, |worst| worst.clamp(1, 3))
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

    static NAMES: [ChoiceName; 2] = [ChoiceName::new("up", ""), ChoiceName::new("down", "")];
    static DIE: ValueShape = ValueShape::Integer { min: 1, max: 6 };
    static EITHER: [ValueShape; 2] = [ValueShape::Choice(&NAMES), ValueShape::Table(&[])];

    #[test]
    fn shapes_describe_accepted_values() {
        let phrase = |shape: ValueShape| shape.accepted();
        assert_eq!(phrase(DIE), "an integer from 1 to 6");
        assert_eq!(
            phrase(ValueShape::Integer {
                min: 0,
                max: i64::MAX
            }),
            "an integer of at least 0"
        );
        assert_eq!(
            phrase(ValueShape::Number { min: 0.0, max: 0.5 }),
            "a number from 0 to 0.5"
        );
        assert_eq!(
            phrase(ValueShape::Choice(&NAMES)),
            "one of \"up\", \"down\""
        );
        assert_eq!(
            phrase(ValueShape::tables(&[], 1, 6)),
            "a list of 1 to 6 tables"
        );
        assert_eq!(
            phrase(ValueShape::List {
                item: &DIE,
                min: 1,
                max: usize::MAX
            }),
            "a list of one or more integers, each from 1 to 6"
        );
        assert_eq!(
            phrase(ValueShape::Either(&EITHER)),
            "one of \"up\", \"down\", or a table"
        );
    }
}
