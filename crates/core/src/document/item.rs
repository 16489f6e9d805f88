//! Checked values.
//!
//! [`check`](super::check::check) converts a tree to a [`CheckedTable`] of [`Item`]s. Every value
//! has the shape of its key or is marked as invalid. Accessors return `None` (or an empty slice)
//! for an invalid value just as for an absent one, so that later checks can continue without
//! consequential faults.

use super::keys::Key;
use super::path::Path;
use super::shape::ChoiceName;
use super::source::Span;

/// A checked value.
#[derive(Debug, Clone)]
pub struct Item {
    pub(super) span: Span,
    pub(super) path: Path,
    pub(super) content: Content,
    /// The value as a shortened TOML literal, for messages.
    pub(super) literal: String,
}

/// Content of a checked value.
#[derive(Debug, Clone)]
pub(super) enum Content {
    Invalid,
    Text(String),
    Flag(bool),
    Integer(i64),
    Number(f64),
    Choice(&'static ChoiceName),
    List(Vec<Item>),
    Table(CheckedTable),
    Tables(Vec<CheckedTable>),
    Map(Vec<(String, Item)>),
}

impl Item {
    /// Returns the span of the value; for a default, that of the enclosing table.
    pub fn span(&self) -> Span {
        self.span.clone()
    }

    /// Returns the path of the value, in the syntax of `--set`.
    pub fn path(&self) -> String {
        self.path.to_string()
    }

    /// Returns the string, if the value is one. A choice is not a string.
    pub fn as_text(&self) -> Option<&str> {
        match &self.content {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the flag, if the value is one.
    pub fn as_flag(&self) -> Option<bool> {
        match self.content {
            Content::Flag(flag) => Some(flag),
            _ => None,
        }
    }

    /// Returns the integer, if the value is one. A value checked as a number is not an integer.
    pub fn as_integer(&self) -> Option<i64> {
        match self.content {
            Content::Integer(integer) => Some(integer),
            _ => None,
        }
    }

    /// Returns the number, if the value is one. Integers are numbers too.
    pub fn as_number(&self) -> Option<f64> {
        match self.content {
            Content::Number(number) => Some(number),
            Content::Integer(integer) => Some(integer as f64),
            _ => None,
        }
    }

    /// Returns the name of the choice, if the value is one.
    pub fn as_choice(&self) -> Option<&'static str> {
        match self.content {
            Content::Choice(choice) => Some(choice.name),
            _ => None,
        }
    }

    /// Returns the elements, if the value is a list.
    pub fn as_list(&self) -> Option<&[Item]> {
        match &self.content {
            Content::List(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the table, if the value is one.
    pub fn as_table(&self) -> Option<&CheckedTable> {
        match &self.content {
            Content::Table(table) => Some(table),
            _ => None,
        }
    }

    /// Returns the tables, if the value is an array of tables.
    pub fn as_tables(&self) -> Option<&[CheckedTable]> {
        match &self.content {
            Content::Tables(tables) => Some(tables),
            _ => None,
        }
    }

    /// Returns this value or one inside it, whichever has the path.
    fn value_at(&self, path: &Path) -> Option<&Self> {
        if self.path == *path {
            return Some(self);
        }
        match &self.content {
            Content::List(items) => items.iter().find_map(|item| item.value_at(path)),
            Content::Table(table) => table.value_at(path),
            Content::Tables(tables) => tables.iter().find_map(|table| table.value_at(path)),
            Content::Map(entries) => entries.iter().find_map(|(_, item)| item.value_at(path)),
            _ => None,
        }
    }

    /// Returns the entries in file order, if the value is a table with free keys.
    pub fn as_map(&self) -> Option<&[(String, Item)]> {
        match &self.content {
            Content::Map(entries) => Some(entries),
            _ => None,
        }
    }
}

/// A checked table. Looking up a key that its table of keys lacks is a bug: it panics in debug
/// builds and returns nothing in release builds.
#[derive(Debug, Clone)]
pub struct CheckedTable {
    pub(super) span: Span,
    pub(super) path: Path,
    /// Fields in the order of the key table, one for each key.
    pub(super) fields: Vec<KeyField>,
}

/// Field of a checked table for one key.
#[derive(Debug, Clone)]
pub(super) struct KeyField {
    pub(super) key: &'static Key,
    /// Span of the key as the user wrote it, if given.
    pub(super) given: Option<Span>,
    /// Value of the key, or its default.
    pub(super) item: Option<Item>,
}

impl CheckedTable {
    /// Returns each name with a value, in the order of the keys. Names that are no keys have the
    /// field of the key for [other names](Key::others).
    pub(super) fn values(&self) -> impl Iterator<Item = (&str, &KeyField, &Item)> {
        self.fields.iter().flat_map(|field| {
            let item = field.item.as_ref();
            let own = item.filter(|_| !field.key.others);
            let others = item.filter(|_| field.key.others).and_then(Item::as_map);
            let others = others.unwrap_or_default().iter();
            own.map(|item| (field.key.name, field, item))
                .into_iter()
                .chain(others.map(move |(name, item)| (name.as_str(), field, item)))
        })
    }

    pub(super) fn field(&self, key: &str) -> Option<&KeyField> {
        let field = self.fields.iter().find(|field| field.key.name == key);
        debug_assert!(field.is_some(), "{key} is not in the table of keys");
        field
    }

    /// Returns the value of a key, valid or not; `None` if it was left out and has no default.
    pub fn item(&self, key: &str) -> Option<&Item> {
        self.field(key)?.item.as_ref()
    }

    /// Returns the text under a key.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.item(key)?.as_text()
    }

    /// Returns the flag under a key.
    pub fn flag(&self, key: &str) -> Option<bool> {
        self.item(key)?.as_flag()
    }

    /// Returns the integer under a key.
    pub fn integer(&self, key: &str) -> Option<i64> {
        self.item(key)?.as_integer()
    }

    /// Returns the value at a path, at any depth; `None` if there is none.
    pub fn value_at(&self, path: &Path) -> Option<&Item> {
        let mut inside = self.values().map(|(_, _, item)| item);
        inside.find_map(|item| item.value_at(path))
    }

    /// Returns the number under a key.
    pub fn number(&self, key: &str) -> Option<f64> {
        self.item(key)?.as_number()
    }

    /// Returns the name of the choice under a key.
    pub fn choice(&self, key: &str) -> Option<&'static str> {
        self.item(key)?.as_choice()
    }

    /// Returns the elements of the list under a key; empty if there is none.
    pub fn list(&self, key: &str) -> &[Item] {
        self.item(key).and_then(Item::as_list).unwrap_or_default()
    }

    /// Returns the table under a key.
    pub fn table(&self, key: &str) -> Option<&CheckedTable> {
        self.item(key)?.as_table()
    }

    /// Returns the tables of the array under a key; empty if there is none. An element that is not
    /// a table becomes a table without valid values, so that indices are preserved.
    pub fn tables(&self, key: &str) -> &[CheckedTable] {
        self.item(key).and_then(Item::as_tables).unwrap_or_default()
    }

    /// Returns the entries of the free table under a key, in file order; empty if there is none.
    pub fn map(&self, key: &str) -> &[(String, Item)] {
        self.item(key).and_then(Item::as_map).unwrap_or_default()
    }

    /// Returns whether the user gave the key, even with an invalid value.
    pub fn given(&self, key: &str) -> bool {
        self.field(key).is_some_and(|field| field.given.is_some())
    }

    /// Returns the span of a key's value, or of the table if the key was left out.
    pub fn span(&self, key: &str) -> Span {
        self.item(key).map_or_else(|| self.own_span(), Item::span)
    }

    /// Returns the span of the table: its header or its braces.
    pub fn own_span(&self) -> Span {
        self.span.clone()
    }

    /// Returns the path of the table, in the syntax of `--set`; empty for the document.
    pub fn path(&self) -> String {
        self.path.to_string()
    }

    /// Returns the path of the table, for checking other nodes in its place.
    pub fn own_path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of a key of the table, in the syntax of `--set`.
    pub fn path_of(&self, key: &str) -> String {
        match self.field(key) {
            Some(KeyField {
                item: Some(item), ..
            }) => item.path(),
            Some(field) => field.key.path_in(&self.path).to_string(),
            None => self.path.name(key).to_string(),
        }
    }

    /// Describes the value of a key for a fault, after the path: `is 9`, `is missing` or `is 9 by
    /// default`.
    pub fn found(&self, key: &str) -> String {
        match self.item(key) {
            Some(item) if self.given(key) => format!("is {}", item.literal),
            Some(item) => format!("is {} by default", item.literal),
            None => "is missing".to_owned(),
        }
    }
}
