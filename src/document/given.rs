//! Converts a checked table back to the tree of what the user wrote.
//!
//! A part of a checked document can thus be changed and checked again, against other keys: see
//! [`check_at`](super::check::check_at).

use super::item::{Content, Item, Table};
use super::tree::{Entries, Entry, Node, Value};

impl Table {
    /// Returns what the user wrote in the table, without defaults, every value and key at its
    /// place. Invalid values are unreadable nodes, so that they are reported only once; keys that
    /// are not in the table of keys are left out.
    pub fn to_node(&self) -> Node {
        let is_lost = |item: &Item| matches!(item.content, Content::Invalid);
        let mut fields = self.fields.iter();
        // Only a table in place of another value has invalid values that the user did not write.
        let stands_for_other =
            fields.any(|field| field.given.is_none() && field.item.as_ref().is_some_and(is_lost));
        Node {
            place: self.place.clone(),
            value: if stands_for_other {
                Value::Bad
            } else {
                Value::Table(self.given_entries())
            },
        }
    }

    fn given_entries(&self) -> Entries {
        let given = self.fields.iter().filter_map(|field| {
            Some(Entry {
                name: field.key.name.to_owned(),
                place: field.given.clone()?,
                node: to_node(field.item.as_ref()?),
            })
        });
        given.collect()
    }
}

fn to_node(item: &Item) -> Node {
    let value = match &item.content {
        Content::Invalid => Value::Bad,
        Content::Text(text) => Value::Text(text.clone()),
        Content::Choice(choice) => Value::Text(choice.name.to_owned()),
        Content::Flag(flag) => Value::Flag(*flag),
        Content::Integer(integer) => Value::Integer(*integer),
        // Another key may accept only an integer where one was written.
        Content::Number(number) => match item.literal.parse() {
            Ok(integer) => Value::Integer(integer),
            Err(_) => Value::Number(*number),
        },
        Content::Table(table) => table.to_node().value,
        Content::List(items) => Value::List(items.iter().map(to_node).collect()),
        Content::Tables(tables) => Value::List(tables.iter().map(Table::to_node).collect()),
        Content::Map(entries) => {
            let entries = entries.iter().map(|(name, item)| Entry {
                name: name.clone(),
                place: item.place.clone(),
                node: to_node(item),
            });
            Value::Table(entries.collect())
        }
    };
    Node {
        place: item.place.clone(),
        value,
    }
}
