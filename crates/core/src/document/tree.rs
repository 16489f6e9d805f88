//! Tree of a document: values with their spans.

use std::ops::{Deref, DerefMut};

use super::path::{escaped, quoted};
use super::source::Span;

/// A value with its span.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Span of the literal; for a table, of its braces, its header or the key that implies it.
    pub span: Span,
    /// The value, which may be unreadable.
    pub value: TomlValue,
}

/// A TOML value.
#[derive(Debug, Clone, PartialEq)]
pub enum TomlValue {
    /// A string.
    Text(String),
    /// An integer.
    Integer(i64),
    /// A float.
    Number(f64),
    /// A boolean.
    Flag(bool),
    /// A date or time, as written in the text. No key accepts it.
    Moment(String),
    /// An array.
    List(Vec<Node>),
    /// A table.
    Table(Entries),
    /// An unreadable value, which already has a fault.
    Bad,
}

/// The entries of a table, in the order of the file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Entries {
    entries: Vec<TreeEntry>,
}

/// A key of a table with its value.
#[derive(Debug, Clone, PartialEq)]
pub struct TreeEntry {
    /// The key, unquoted.
    pub name: String,
    /// Span of the key.
    pub span: Span,
    /// Value of the key.
    pub node: Node,
}

impl TreeEntry {
    /// Creates an entry with an unreadable value. The key and the value have this span.
    pub fn unreadable(name: &str, span: &Span) -> Self {
        let node = Node {
            span: span.clone(),
            value: TomlValue::Bad,
        };
        Self {
            name: name.to_owned(),
            span: span.clone(),
            node,
        }
    }
}

impl Entries {
    /// Creates an empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the value of a key.
    pub fn get(&self, name: &str) -> Option<&Node> {
        self.iter()
            .find(|entry| entry.name == name)
            .map(|entry| &entry.node)
    }

    /// Returns the value of a key for modification.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Node> {
        self.entries
            .iter_mut()
            .find(|entry| entry.name == name)
            .map(|entry| &mut entry.node)
    }

    /// Appends an entry, or replaces the entry of the same name.
    pub fn insert(&mut self, entry: TreeEntry) {
        self.entries.retain(|present| present.name != entry.name);
        self.entries.push(entry);
    }

    /// Sets the value of a key. A new key is appended with this span; an existing one keeps
    /// its position.
    pub fn set(&mut self, name: &str, value: TomlValue, span: &Span) {
        if let Some(node) = self.get_mut(name) {
            node.value = value;
            return;
        }
        self.insert(TreeEntry {
            name: name.to_owned(),
            span: span.clone(),
            node: Node {
                span: span.clone(),
                value,
            },
        });
    }

    /// Removes an entry.
    pub fn remove(&mut self, name: &str) -> Option<TreeEntry> {
        let position = self.entries.iter().position(|entry| entry.name == name)?;
        Some(self.entries.remove(position))
    }
}

/// Dereferences to the entries in file order.
impl Deref for Entries {
    type Target = [TreeEntry];

    fn deref(&self) -> &[TreeEntry] {
        &self.entries
    }
}

impl DerefMut for Entries {
    fn deref_mut(&mut self) -> &mut [TreeEntry] {
        &mut self.entries
    }
}

impl FromIterator<TreeEntry> for Entries {
    /// Collects the entries in order; their names must differ.
    fn from_iter<T: IntoIterator<Item = TreeEntry>>(entries: T) -> Self {
        Self {
            entries: entries.into_iter().collect(),
        }
    }
}

impl<'a> IntoIterator for &'a Entries {
    type Item = &'a TreeEntry;
    type IntoIter = std::slice::Iter<'a, TreeEntry>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Node {
    /// Returns the entries, if the value is a table.
    pub fn as_table(&self) -> Option<&Entries> {
        match &self.value {
            TomlValue::Table(entries) => Some(entries),
            _ => None,
        }
    }

    /// Returns the elements, if the value is an array.
    pub fn as_list(&self) -> Option<&[Node]> {
        match &self.value {
            TomlValue::List(nodes) => Some(nodes),
            _ => None,
        }
    }

    /// Returns the string, if the value is one.
    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            TomlValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the string of the key `name`, if the value is a table that has one.
    pub fn own_name(&self) -> Option<&str> {
        self.as_table()?.get("name")?.as_text()
    }

    /// Returns the name for paths: the value of `name`, else of `character`.
    pub fn path_name(&self) -> Option<&str> {
        let character = || self.as_table()?.get("character")?.as_text();
        self.own_name().or_else(character)
    }

    /// Formats the value as a TOML literal on one line, with keys quoted as in paths.
    pub fn literal(&self) -> String {
        self.value.literal()
    }
}

impl TomlValue {
    /// Formats the value as a TOML literal on one line, with keys quoted as in paths.
    pub fn literal(&self) -> String {
        self.literal_with(&|node| Some(node.value.literal()), &quoted)
    }

    /// Formats the value as a TOML literal on one line. `name` formats keys and `inside` inner
    /// values, which are omitted if it returns `None`.
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
                let pair = |entry: &TreeEntry| {
                    Some(format!("{} = {}", name(&entry.name), inside(&entry.node)?))
                };
                let entries: Vec<String> = entries.iter().filter_map(pair).collect();
                format!("{{ {} }}", entries.join(", "))
            }
            Self::Bad => "unreadable".to_owned(),
        }
    }
}

/// Formats a float as TOML: the shortest text that parses to the same value, with a dot or an
/// exponent.
pub fn number_literal(number: f64) -> String {
    if number.is_nan() {
        "nan".to_owned()
    } else {
        format!("{number:?}")
    }
}

/// Shortens a literal to fit on a line of a message.
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
