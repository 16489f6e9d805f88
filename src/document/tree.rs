//! The tree of a document: values with their places.

use std::ops::{Deref, DerefMut};

use super::path::{escaped, quoted};
use super::source::Place;

pub use super::read::parse;

/// A value and where it is written.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Where: the literal; for a table its braces, its header, or the key that implies it.
    pub place: Place,
    /// What.
    pub value: Value,
}

/// A TOML value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A text.
    Text(String),
    /// An integer.
    Integer(i64),
    /// A float.
    Number(f64),
    /// A flag.
    Flag(bool),
    /// A date or time, as written. No key accepts one.
    Moment(String),
    /// An array.
    List(Vec<Node>),
    /// A table.
    Table(Entries),
    /// Something unreadable, for which there is a fault already.
    Bad,
}

/// The entries of a table, in the order of the file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Entries {
    entries: Vec<Entry>,
}

/// A key of a table with its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The key, unquoted.
    pub name: String,
    /// Where the key is written.
    pub place: Place,
    /// Its value.
    pub node: Node,
}

impl Entry {
    /// A key whose value is not known, both placed at `place`.
    pub fn unreadable(name: &str, place: &Place) -> Self {
        let node = Node {
            place: place.clone(),
            value: Value::Bad,
        };
        Self {
            name: name.to_owned(),
            place: place.clone(),
            node,
        }
    }
}

impl Entries {
    /// No entries.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of a key.
    pub fn get(&self, name: &str) -> Option<&Node> {
        self.iter()
            .find(|entry| entry.name == name)
            .map(|entry| &entry.node)
    }

    /// The value of a key, to change it.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Node> {
        self.entries
            .iter_mut()
            .find(|entry| entry.name == name)
            .map(|entry| &mut entry.node)
    }

    /// Puts an entry last, in place of any of the same name.
    pub fn insert(&mut self, entry: Entry) {
        self.entries.retain(|present| present.name != entry.name);
        self.entries.push(entry);
    }

    /// Gives a key that value: in its own place where it is there, else last and placed at `place`.
    pub fn set(&mut self, name: &str, value: Value, place: &Place) {
        if let Some(node) = self.get_mut(name) {
            node.value = value;
            return;
        }
        self.insert(Entry {
            name: name.to_owned(),
            place: place.clone(),
            node: Node {
                place: place.clone(),
                value,
            },
        });
    }

    /// Takes an entry out.
    pub fn remove(&mut self, name: &str) -> Option<Entry> {
        let position = self.entries.iter().position(|entry| entry.name == name)?;
        Some(self.entries.remove(position))
    }
}

/// The entries in file order.
impl Deref for Entries {
    type Target = [Entry];

    fn deref(&self) -> &[Entry] {
        &self.entries
    }
}

impl DerefMut for Entries {
    fn deref_mut(&mut self) -> &mut [Entry] {
        &mut self.entries
    }
}

impl FromIterator<Entry> for Entries {
    /// The entries as they come; their names must differ.
    fn from_iter<T: IntoIterator<Item = Entry>>(entries: T) -> Self {
        Self {
            entries: entries.into_iter().collect(),
        }
    }
}

impl<'a> IntoIterator for &'a Entries {
    type Item = &'a Entry;
    type IntoIter = std::slice::Iter<'a, Entry>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Node {
    /// Its entries, if it is a table.
    pub fn as_table(&self) -> Option<&Entries> {
        match &self.value {
            Value::Table(entries) => Some(entries),
            _ => None,
        }
    }

    /// Its elements, if it is an array.
    pub fn as_list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(nodes) => Some(nodes),
            _ => None,
        }
    }

    /// Its text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The text under the key `name`, if it is a table that has one.
    pub fn own_name(&self) -> Option<&str> {
        self.as_table()?.get("name")?.as_text()
    }

    /// The name by which paths call it: its own, else that of the character that stands there.
    pub fn path_name(&self) -> Option<&str> {
        let character = || self.as_table()?.get("character")?.as_text();
        self.own_name().or_else(character)
    }

    /// The value as a TOML literal on one line, with names as paths have them.
    pub fn literal(&self) -> String {
        self.value.literal()
    }
}

impl Value {
    /// The value as a TOML literal on one line, with names as paths have them.
    pub fn literal(&self) -> String {
        self.literal_with(&|node| Some(node.value.literal()), &quoted)
    }

    /// The value as a TOML literal on one line, with names by `name` and without the values for which `inside` has none.
    pub(super) fn literal_with(
        &self,
        inside: &impl Fn(&Node) -> Option<String>,
        name: &impl Fn(&str) -> String,
    ) -> String {
        match self {
            Self::Text(text) => escaped(text),
            Self::Integer(integer) => integer.to_string(),
            Self::Number(number) => number_literal(*number),
            Self::Flag(flag) => flag.to_string(),
            Self::Moment(moment) => moment.clone(),
            Self::List(nodes) => {
                let elements: Vec<String> = nodes.iter().filter_map(inside).collect();
                format!("[{}]", elements.join(", "))
            }
            Self::Table(entries) if entries.is_empty() => "{}".to_owned(),
            Self::Table(entries) => {
                let pair = |entry: &Entry| {
                    Some(format!("{} = {}", name(&entry.name), inside(&entry.node)?))
                };
                let entries: Vec<String> = entries.iter().filter_map(pair).collect();
                format!("{{ {} }}", entries.join(", "))
            }
            Self::Bad => "unreadable".to_owned(),
        }
    }
}

/// A float as TOML writes it: the shortest text that reads back as itself, with a dot or an exponent.
pub fn number_literal(number: f64) -> String {
    if number.is_nan() {
        "nan".to_owned()
    } else {
        format!("{number:?}")
    }
}

/// A literal cut to a length that fits a line of a message.
pub fn shortened(literal: &str) -> String {
    const LONGEST: usize = 48;
    if literal.chars().count() <= LONGEST {
        return literal.to_owned();
    }
    let start: String = literal.chars().take(LONGEST - 10).collect();
    let end: String = literal
        .chars()
        .rev()
        .take(8)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect();
    format!("{start}…{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_literals_are_shortened() {
        assert_eq!(shortened(&"x".repeat(48)).len(), 48);
        assert_eq!(shortened(&"é".repeat(1_000)).chars().count(), 47);
    }
}
