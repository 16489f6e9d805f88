//! Checks a tree against a table of keys.
//!
//! The whole tree is walked and every fault reported; what is right comes back as a [`Table`] of checked values with the
//! defaults filled in, what is wrong as invalid.

use std::collections::BTreeMap;

use super::advice::{advice, example, not_known, table_example};
use super::faults::{Fault, Faults};
use super::item::{Content, Field, Item, Table};
use super::keys::{Choice, Key, Presence, Shape};
use super::naming::{self, Parent};
use super::nearest::nearest;
use super::path::Path;
use super::read::parse_literal;
use super::tree::{Entries, Entry, Node, Value, shortened};

/// Checks a document (or any table) against its keys. Reports unknown and missing keys, wrong types, values out of
/// range, too few or too many elements, and names that are empty, unprintable or given twice. Keys that are missing are
/// passed over in a source that is not wholly TOML, as they may stand in the unreadable part.
pub fn check(node: &Node, keys: &'static [Key], faults: &mut Faults) -> Table {
    Checker { faults }.root(node, keys, &Path::root())
}

/// Checks the text of a default; `None` if it does not fit its key.
pub(super) fn check_literal(key: &'static Key, literal: &str, table: &Table) -> Option<Item> {
    let mut faults = Faults::new();
    let node = parse_literal(literal, &table.place)?;
    let spot = Spot {
        key,
        accepts: key.accepts,
        path: table.path.name(key.name),
        parent: None,
    };
    let item = Checker {
        faults: &mut faults,
    }
    .item(&node, &key.shape, &spot);
    faults.is_empty().then_some(item)
}

struct Checker<'f> {
    faults: &'f mut Faults,
}

/// What is known about the value being checked, apart from the value.
#[derive(Clone)]
struct Spot<'a> {
    key: &'static Key,
    /// The words for what is accepted; empty to derive them from the shape.
    accepts: &'static str,
    path: Path,
    /// The table around it; `None` inside lists and free tables.
    parent: Option<Parent<'a>>,
}

impl Spot<'_> {
    fn inside(&self, path: Path) -> Self {
        Self {
            path,
            parent: None,
            ..self.clone()
        }
    }

    fn accepted(&self, shape: &Shape) -> String {
        if self.accepts.is_empty() {
            shape.accepted()
        } else {
            self.accepts.to_owned()
        }
    }
}

impl Checker<'_> {
    fn root(&mut self, node: &Node, keys: &'static [Key], path: &Path) -> Table {
        match &node.value {
            Value::Table(entries) => self.table(node, entries, keys, path),
            _ => invalid_table(node, keys, path),
        }
    }

    fn table(
        &mut self,
        node: &Node,
        entries: &Entries,
        keys: &'static [Key],
        path: &Path,
    ) -> Table {
        for entry in entries {
            if !keys.iter().any(|key| key.name == entry.name) {
                self.unknown(entry, keys, path);
            }
        }
        let mut table = Table {
            place: node.place.clone(),
            path: path.clone(),
            fields: Vec::with_capacity(keys.len()),
        };
        let parent = Parent {
            path,
            keys,
            entries,
        };
        for key in keys {
            let given = entries.get(key.name);
            let item = match given {
                Some(node) => {
                    let spot = Spot {
                        key,
                        accepts: key.accepts,
                        path: path.name(key.name),
                        parent: Some(parent),
                    };
                    Some(self.item(node, &key.shape, &spot))
                }
                None => self.absent(key, &table),
            };
            table.fields.push(Field {
                key,
                given: given.is_some(),
                item,
            });
        }
        table
    }

    /// The default of a key that was left out; a fault if it must not be.
    fn absent(&mut self, key: &'static Key, table: &Table) -> Option<Item> {
        match key.presence {
            Presence::Optional => None,
            Presence::Default(literal) => {
                let item = check_literal(key, literal, table);
                debug_assert!(
                    item.is_some(),
                    "the default of {} does not fit it: {literal}",
                    key.name
                );
                item
            }
            Presence::Required => {
                if !self.faults.is_broken(table.place.source()) {
                    self.faults.push(Fault {
                        place: table.place.clone(),
                        path: table.path.name(key.name).to_string(),
                        found: "is missing".to_owned(),
                        accepted: key.accepted(),
                        help: example(key),
                    });
                }
                None
            }
        }
    }

    fn unknown(&mut self, entry: &Entry, keys: &'static [Key], path: &Path) {
        let known: Vec<&str> = keys.iter().map(|key| key.name).collect();
        let (accepted, help) = not_known(&entry.name, &known, "keys here");
        self.faults.push(Fault {
            place: entry.place.clone(),
            path: path.name(&entry.name).to_string(),
            found: "is not a key here".to_owned(),
            accepted,
            help,
        });
    }

    fn item(&mut self, node: &Node, shape: &'static Shape, spot: &Spot<'_>) -> Item {
        Item {
            place: node.place.clone(),
            path: spot.path.clone(),
            content: self.content(node, shape, spot),
            literal: shortened(&node.literal()),
        }
    }

    fn content(&mut self, node: &Node, shape: &'static Shape, spot: &Spot<'_>) -> Content {
        if node.value == Value::Bad {
            return Content::Invalid;
        }
        match (shape, &node.value) {
            (Shape::Either(_), value) => {
                let shapes = naming::alternatives(shape);
                // `max_by_key` takes the last of equals, and the first is promised.
                let best = shapes
                    .iter()
                    .rev()
                    .max_by_key(|shape| naming::fit(value, shape));
                match best {
                    Some(best) if naming::fit(value, best) > 0 => self.content(node, best, spot),
                    _ => self.refuse(node, shape, spot, None),
                }
            }
            (Shape::Text, Value::Text(text)) => Content::Text(text.clone()),
            (Shape::Flag, Value::Flag(flag)) => Content::Flag(*flag),
            (Shape::Integer { min, max }, Value::Integer(integer))
                if (min..=max).contains(&integer) =>
            {
                Content::Integer(*integer)
            }
            (Shape::Number { .. }, Value::Integer(integer)) => {
                self.number(node, *integer as f64, shape, spot)
            }
            (Shape::Number { .. }, Value::Number(number)) => {
                self.number(node, *number, shape, spot)
            }
            (Shape::Choice(choices), Value::Text(text)) => {
                self.choice(node, text, choices, shape, spot)
            }
            (Shape::List { item, min, max }, Value::List(nodes)) => {
                self.count(node, nodes.len(), (*min, *max), shape, spot);
                let items = nodes.iter().enumerate();
                Content::List(
                    items
                        .map(|(index, node)| {
                            self.item(node, item, &spot.inside(spot.path.index(index)))
                        })
                        .collect(),
                )
            }
            (Shape::Table(keys), Value::Table(entries)) => {
                Content::Table(self.table(node, entries, keys, &spot.path))
            }
            (Shape::Map(item), Value::Table(entries)) => {
                let entries = entries.iter().map(|entry| {
                    let spot = spot.inside(spot.path.name(&entry.name));
                    (entry.name.clone(), self.item(&entry.node, item, &spot))
                });
                Content::Map(entries.collect())
            }
            (
                Shape::Tables {
                    keys,
                    min,
                    max,
                    named,
                    ..
                },
                Value::List(nodes),
            ) => {
                self.count(node, nodes.len(), (*min, *max), shape, spot);
                let firsts = naming::firsts(nodes);
                if *named {
                    self.names(nodes, &firsts, spot);
                }
                let mut tables = Vec::with_capacity(nodes.len());
                for (index, element) in nodes.iter().enumerate() {
                    let path = match spot.parent.filter(|_| *named) {
                        Some(parent) => {
                            parent.element(spot.key, &spot.path, &firsts, (index, element))
                        }
                        None => spot.path.index(index),
                    };
                    tables.push(self.element(element, keys, &path, spot));
                }
                Content::Tables(tables)
            }
            _ => {
                // Inside lists the key's example would be one of the list.
                let example = || spot.parent.and_then(|_| table_example(spot.key));
                self.refuse(node, shape, spot, advice(node, shape).or_else(example))
            }
        }
    }

    fn number(&mut self, node: &Node, number: f64, shape: &Shape, spot: &Spot<'_>) -> Content {
        match shape {
            Shape::Number { min, max } if number.is_finite() && (min..=max).contains(&&number) => {
                Content::Number(number)
            }
            _ => self.refuse(node, shape, spot, None),
        }
    }

    fn choice(
        &mut self,
        node: &Node,
        text: &str,
        choices: &'static [Choice],
        shape: &Shape,
        spot: &Spot<'_>,
    ) -> Content {
        if let Some(choice) = choices.iter().find(|choice| choice.name == text) {
            return Content::Choice(choice);
        }
        let near = nearest(text, choices.iter().map(|choice| choice.name));
        self.refuse(
            node,
            shape,
            spot,
            near.map(|near| format!("did you mean \"{near}\"?")),
        )
    }

    /// Checks the number of elements of an array.
    fn count(
        &mut self,
        node: &Node,
        count: usize,
        (min, max): (usize, usize),
        shape: &Shape,
        spot: &Spot<'_>,
    ) {
        let lost = count < min && self.faults.is_broken(node.place.source());
        if (min..=max).contains(&count) || lost {
            return;
        }
        let what = if count == 1 { "element" } else { "elements" };
        self.faults.push(Fault {
            place: node.place.clone(),
            path: spot.path.to_string(),
            found: format!("has {count} {what}"),
            accepted: spot.accepted(shape),
            help: None,
        });
    }

    /// Checks that the elements of a named array have usable names, each its own. A missing one is left to the keys.
    fn names(&mut self, nodes: &[Node], firsts: &BTreeMap<&str, usize>, spot: &Spot<'_>) {
        for (index, node) in nodes.iter().enumerate() {
            let name_node = node.as_table().and_then(|entries| entries.get("name"));
            let (Some(name_node), Some(name)) = (name_node, node.own_name()) else {
                continue;
            };
            let earlier = firsts.get(name).copied().filter(|first| *first < index);
            let accepted = if !naming::is_name(name) {
                "a name is not blank and has no control characters".to_owned()
            } else if let Some(first) = earlier.and_then(|earlier| nodes.get(earlier)) {
                let first = first
                    .as_table()
                    .and_then(|entries| entries.get("name"))
                    .unwrap_or(first);
                format!("a name is used once, and {} has it", first.place)
            } else {
                continue;
            };
            self.faults.push(Fault {
                place: name_node.place.clone(),
                path: spot.path.index(index).name("name").to_string(),
                found: format!("is {}", shortened(&name_node.literal())),
                accepted,
                help: None,
            });
        }
    }

    fn element(
        &mut self,
        element: &Node,
        keys: &'static [Key],
        path: &Path,
        spot: &Spot<'_>,
    ) -> Table {
        match &element.value {
            Value::Table(entries) => self.table(element, entries, keys, path),
            Value::Bad => invalid_table(element, keys, path),
            _ => {
                let spot = Spot {
                    accepts: "",
                    ..spot.inside(path.clone())
                };
                self.refuse(element, &Shape::Table(keys), &spot, None);
                invalid_table(element, keys, path)
            }
        }
    }

    fn refuse(
        &mut self,
        node: &Node,
        shape: &Shape,
        spot: &Spot<'_>,
        help: Option<String>,
    ) -> Content {
        self.faults.push(Fault {
            place: node.place.clone(),
            path: spot.path.to_string(),
            found: format!("is {}", shortened(&node.literal())),
            accepted: spot.accepted(shape),
            help,
        });
        Content::Invalid
    }
}

/// A table that stands for something that is none: every key is there and invalid.
fn invalid_table(node: &Node, keys: &'static [Key], path: &Path) -> Table {
    let fields = keys.iter().map(|key| Field {
        key,
        given: false,
        item: Some(Item {
            place: node.place.clone(),
            path: path.name(key.name),
            content: Content::Invalid,
            literal: "unreadable".to_owned(),
        }),
    });
    Table {
        place: node.place.clone(),
        path: path.clone(),
        fields: fields.collect(),
    }
}

#[cfg(test)]
mod tests;
