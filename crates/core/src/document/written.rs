//! Conversion of a checked table to a tree of the values that the user wrote.
//!
//! A part of a checked document can thus be changed and checked against other keys; see
//! [`check_at`](super::check::check_at).

use super::item::{CheckedTable, Content, Item};
use super::tree::{Entries, Node, TomlValue, TreeEntry};

impl CheckedTable {
    /// Returns the keys and values that the user wrote in the table, with their spans and without
    /// defaults. Invalid values become unreadable nodes, so that they are reported only once.
    /// Unknown keys are left out.
    pub fn to_node(&self) -> Node {
        let is_lost = |item: &Item| matches!(item.content, Content::Invalid);
        let mut fields = self.fields.iter();
        // Only a table in place of another value has invalid values that the user did not write.
        let stands_for_other =
            fields.any(|field| field.given.is_none() && field.item.as_ref().is_some_and(is_lost));
        Node {
            span: self.span.clone(),
            value: if stands_for_other {
                TomlValue::Bad
            } else {
                TomlValue::Table(self.given_entries())
            },
        }
    }

    fn given_entries(&self) -> Entries {
        let given = self.values().filter_map(|(name, field, item)| {
            let span = field.given.clone()?;
            Some(TreeEntry {
                name: name.to_owned(),
                span: if field.key.others { item.span() } else { span },
                node: to_node(item),
            })
        });
        given.collect()
    }
}

fn to_node(item: &Item) -> Node {
    let value = match &item.content {
        Content::Invalid => TomlValue::Bad,
        Content::Text(text) => TomlValue::Text(text.clone()),
        Content::Choice(choice) => TomlValue::Text(choice.name.to_owned()),
        Content::Flag(flag) => TomlValue::Flag(*flag),
        Content::Integer(integer) => TomlValue::Integer(*integer),
        // Another key may accept only an integer, so an integer is kept as one.
        Content::Number(number) => match item.literal.parse() {
            Ok(integer) => TomlValue::Integer(integer),
            Err(_) => TomlValue::Number(*number),
        },
        Content::Table(table) => table.to_node().value,
        Content::List(items) => TomlValue::List(items.iter().map(to_node).collect()),
        Content::Tables(tables) => {
            TomlValue::List(tables.iter().map(CheckedTable::to_node).collect())
        }
        Content::Map(entries) => {
            let entries = entries.iter().map(|(name, item)| TreeEntry {
                name: name.clone(),
                span: item.span.clone(),
                node: to_node(item),
            });
            TomlValue::Table(entries.collect())
        }
    };
    Node {
        span: item.span.clone(),
        value,
    }
}
