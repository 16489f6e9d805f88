//! Checks a tree against a table of keys.
//!
//! The check visits the whole tree and reports every fault. The result is a [`CheckedTable`] of
//! checked values, with defaults filled in and invalid parts marked as such.

use std::collections::BTreeMap;

use super::advice::{advice, count_of_dice, example, in_lists, not_known, table_example};
use super::faults::{Fault, Faults};
use super::item::{CheckedTable, Content, Item, KeyField};
use super::keys::{Key, Presence, fixed_key, other_names};
use super::kinded::Kinded;
use super::naming::{self, Parent};
use super::nearest::nearest;
use super::path::Path;
use super::read::parse_literal;
use super::shape::{MOST_FREE_KEYS, ValueShape};
use super::tree::{Entries, Node, TomlValue, TreeEntry, shortened};

/// Checks a document (or any table) against its keys.
///
/// Reports unknown and missing keys, wrong types, values out of range, too few or too many
/// elements, and names that are empty, unprintable or not unique. Missing keys are not reported in
/// a source with syntax faults, as they may be in the unreadable part.
pub fn check(node: &Node, keys: &'static [Key], faults: &mut Faults) -> CheckedTable {
    check_at(node, keys, &Path::root(), faults)
}

/// Checks a table at `path` like [`check`]; the paths of its faults begin with `path`.
pub fn check_at(
    node: &Node,
    keys: &'static [Key],
    path: &Path,
    faults: &mut Faults,
) -> CheckedTable {
    match &node.value {
        TomlValue::Table(entries) => Checker { faults }.table(node, entries, keys, path),
        _ => invalid_table(node, keys, path),
    }
}

/// Checks the literal of a default value. Returns `None` if it does not fit its key.
pub(super) fn check_literal(
    key: &'static Key,
    literal: &str,
    table: &CheckedTable,
) -> Option<Item> {
    let mut faults = Faults::new();
    let node = parse_literal(literal, &table.span)?;
    let context = CheckContext {
        key,
        accepts: key.accepts,
        path: table.path.name(key.name),
        parent: None,
    };
    let item = Checker {
        faults: &mut faults,
    }
    .item(&node, &key.shape, &context);
    faults.is_empty().then_some(item)
}

struct Checker<'f> {
    faults: &'f mut Faults,
}

/// Context of the value being checked.
#[derive(Clone)]
struct CheckContext<'a> {
    key: &'static Key,
    /// Noun phrase for the accepted values; empty to derive it from the shape.
    accepts: &'static str,
    path: Path,
    /// Enclosing table; `None` inside lists and free tables.
    parent: Option<Parent<'a>>,
}

impl CheckContext<'_> {
    fn inside(&self, path: Path) -> Self {
        Self {
            path,
            parent: None,
            ..self.clone()
        }
    }
}

impl Checker<'_> {
    fn table(
        &mut self,
        node: &Node,
        entries: &Entries,
        keys: &'static [Key],
        path: &Path,
    ) -> CheckedTable {
        if other_names(keys).is_none() {
            for entry in entries {
                if fixed_key(keys, &entry.name).is_none() {
                    self.unknown(entry, keys, path);
                }
            }
        }
        let mut table = CheckedTable {
            span: node.span.clone(),
            path: path.clone(),
            fields: Vec::with_capacity(keys.len()),
        };
        let parent = Parent {
            path,
            keys,
            entries,
        };
        for key in keys {
            if key.others {
                table.fields.push(self.others(key, node, &parent));
                continue;
            }
            let given = entries.iter().find(|entry| entry.name == key.name);
            let item = match given.map(|entry| &entry.node) {
                Some(node) => {
                    let context = CheckContext {
                        key,
                        accepts: key.accepts,
                        path: path.name(key.name),
                        parent: Some(parent),
                    };
                    Some(self.item(node, &key.shape, &context))
                }
                None if is_misspelled(key, keys, entries) => None,
                None => self.absent(key, &table),
            };
            table.fields.push(KeyField {
                key,
                given: given.map(|entry| entry.span.clone()),
                item,
            });
        }
        table
    }

    /// Checks the values under names that are no other keys of the table, as a map.
    fn others(&mut self, key: &'static Key, table: &Node, parent: &Parent<'_>) -> KeyField {
        let entries = parent.entries.iter();
        let others = entries.filter(|entry| fixed_key(parent.keys, &entry.name).is_none());
        let others: Entries = others.cloned().collect();
        let given = others.first().map(|first| first.span.clone());
        let item = given.is_some().then(|| {
            let map = Node {
                span: table.span.clone(),
                value: TomlValue::Table(others),
            };
            let context = CheckContext {
                key,
                accepts: key.accepts,
                path: parent.path.clone(),
                parent: None,
            };
            self.item(&map, &key.shape, &context)
        });
        KeyField { key, given, item }
    }

    /// Returns the default of an absent key, or reports a fault if the key is required.
    fn absent(&mut self, key: &'static Key, table: &CheckedTable) -> Option<Item> {
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
                if !self.faults.is_broken(table.span.source()) {
                    let path = table.path.name(key.name).to_string();
                    let accepted = format!("expected {}", key.accepted());
                    let fault = Fault::new(table.own_span(), path, "is missing", accepted);
                    self.faults.push(fault.with_help(example(key)));
                }
                None
            }
        }
    }

    fn unknown(&mut self, entry: &TreeEntry, keys: &'static [Key], path: &Path) {
        self.faults.push_with(|| {
            let known: Vec<&str> = keys.iter().map(|key| key.name).collect();
            let is_near = nearest(&entry.name, known.iter().copied()).is_some();
            let (accepted, help) = match table_with(keys, &entry.name) {
                Some(table) if !is_near => {
                    let table = path.name(table);
                    (
                        format!("it is a key of {table}"),
                        Some(format!("write it inside {table}")),
                    )
                }
                _ => match keys.iter().find(|key| has_in_elements(key, &entry.name)) {
                    Some(list) if !is_near => (
                        format!("it is a key of the elements of {}", path.name(list.name)),
                        example(list),
                    ),
                    _ => not_known(&entry.name, &known, "keys here"),
                },
            };
            let path = path.name(&entry.name).to_string();
            let fault = Fault::new(entry.span.clone(), path, "is not a key here", accepted);
            fault.with_help(help)
        });
    }

    fn item(
        &mut self,
        node: &Node,
        shape: &'static ValueShape,
        context: &CheckContext<'_>,
    ) -> Item {
        Item {
            span: node.span.clone(),
            path: context.path.clone(),
            content: self.content(node, shape, context),
            literal: shortened(&node.literal()),
        }
    }

    fn content(
        &mut self,
        node: &Node,
        shape: &'static ValueShape,
        context: &CheckContext<'_>,
    ) -> Content {
        if let Some(content) = shape.read(&node.value) {
            return content;
        }
        match (shape, &node.value) {
            (_, TomlValue::Bad) => Content::Invalid,
            (ValueShape::Either(_), value) => {
                let shapes = shape.alternatives();
                // `max_by_key` returns the last of equal elements, but the first shape has
                // priority.
                let best = shapes.iter().rev().max_by_key(|shape| shape.fit(value));
                match best {
                    Some(best) if best.fit(value) > 0 => self.content(node, best, context),
                    _ => self.refuse(node, shape, context, advice(node, shape)),
                }
            }
            (ValueShape::Text | ValueShape::Prose, TomlValue::Text(text)) => {
                let found = format!("has {} characters", text.chars().count());
                let most = shape.longest().unwrap_or_default();
                let accepted = format!("expected at most {most} characters");
                let path = context.path.to_string();
                self.faults
                    .push(Fault::new(node.span.clone(), path, found, accepted));
                Content::Invalid
            }
            (ValueShape::List { item, min, max }, TomlValue::List(nodes)) => {
                let is_list = matches!(item, ValueShape::List { .. }) && !nodes.is_empty();
                let is_flat = is_list && nodes.iter().all(|node| item.fit(&node.value) == 0);
                let lists = is_flat.then(|| in_lists(nodes, item, *min)).flatten();
                if lists.is_none() && self.count(node, nodes.len(), (*min, *max), shape, context) {
                    return Content::Invalid;
                }
                if is_flat {
                    // One mistake, not one for each element.
                    return self.refuse(node, shape, context, lists);
                }
                let items = nodes.iter().enumerate().map(|(index, node)| {
                    let context = context.inside(context.path.index(index));
                    self.item(node, item, &context)
                });
                Content::List(items.collect())
            }
            (ValueShape::Map(item), TomlValue::Table(entries)) => {
                if entries.len() > MOST_FREE_KEYS {
                    let found = format!("has {} keys", entries.len());
                    self.fault(node, shape, context, found, None);
                    return Content::Invalid;
                }
                let entries = entries.iter().map(|entry| {
                    let context = context.inside(context.path.name(&entry.name));
                    (entry.name.clone(), self.item(&entry.node, item, &context))
                });
                Content::Map(entries.collect())
            }
            (ValueShape::Table(keys), TomlValue::Table(entries)) => {
                Content::Table(self.table(node, entries, keys, &context.path))
            }
            (ValueShape::Kinded(kinded), TomlValue::Table(entries)) => {
                self.kinded(node, entries, kinded, &context.path)
            }
            (
                ValueShape::Tables {
                    keys,
                    min,
                    max,
                    named,
                    ..
                },
                TomlValue::List(nodes),
            ) => {
                if self.count(node, nodes.len(), (*min, *max), shape, context) {
                    return Content::Invalid;
                }
                self.elements(nodes, keys, *named, context)
            }
            _ => {
                // In a list, the example is that of the whole list.
                let example = || context.parent.and_then(|_| table_example(context.key));
                let dice = || count_of_dice(node, shape, &context.key.accepted());
                let help = advice(node, shape).or_else(dice).or_else(example);
                self.refuse(node, shape, context, help)
            }
        }
    }

    /// Checks a table by the keys of its kind. If the kind is unknown, no other key is reported.
    fn kinded(&mut self, node: &Node, entries: &Entries, kinded: &Kinded, path: &Path) -> Content {
        if let Some(variant) = kinded.variant_of(entries) {
            return Content::Table(self.table(node, entries, variant.keys, path));
        }
        let Kinded { tag, .. } = kinded;
        let (span, found, help) = match entries.get(tag) {
            None if self.faults.is_broken(node.span.source()) => return Content::Invalid,
            None => {
                let first = kinded.names().next().unwrap_or_default();
                let help = format!("for example {tag} = \"{first}\"");
                (&node.span, "is missing".to_owned(), Some(help))
            }
            Some(tag_item) if tag_item.value == TomlValue::Bad => return Content::Invalid,
            Some(tag_item) => {
                let near = tag_item
                    .as_text()
                    .and_then(|text| nearest(text, kinded.names()));
                let help = near.map(|near| format!("did you mean \"{near}\"?"));
                let found = format!("is {}", shortened(&tag_item.literal()));
                (&tag_item.span, found, help)
            }
        };
        let path = path.name(*tag).to_string();
        let accepted = format!("expected {}", kinded.accepted());
        let fault = Fault::new(span.clone(), path, found, accepted);
        self.faults.push(fault.with_help(help));
        Content::Invalid
    }

    /// Checks the tables of a list, and their names if they have any.
    fn elements(
        &mut self,
        nodes: &[Node],
        keys: &'static [Key],
        is_named: bool,
        context: &CheckContext<'_>,
    ) -> Content {
        let first_indices = naming::first_indices(nodes);
        if is_named {
            self.names(nodes, &first_indices, context);
        }
        let elements = nodes.iter().enumerate().map(|(index, element)| {
            let path = match context.parent.filter(|_| is_named) {
                Some(parent) => {
                    parent.element(context.key, &context.path, &first_indices, (index, element))
                }
                None => context.path.index(index),
            };
            self.element(element, keys, &path, context)
        });
        Content::Tables(elements.collect())
    }

    fn element(
        &mut self,
        element: &Node,
        keys: &'static [Key],
        path: &Path,
        context: &CheckContext<'_>,
    ) -> CheckedTable {
        match &element.value {
            TomlValue::Table(entries) => return self.table(element, entries, keys, path),
            TomlValue::Bad => {}
            _ => {
                let context = CheckContext {
                    accepts: "",
                    ..context.inside(path.clone())
                };
                self.refuse(element, &ValueShape::Table(keys), &context, None);
            }
        }
        invalid_table(element, keys, path)
    }

    /// Checks the number of elements in an array. Returns whether there are too many to check.
    fn count(
        &mut self,
        node: &Node,
        count: usize,
        (min, max): (usize, usize),
        shape: &ValueShape,
        context: &CheckContext<'_>,
    ) -> bool {
        let lost = count < min && self.faults.is_broken(node.span.source());
        if !(min..=max).contains(&count) && !lost {
            let what = if count == 1 { "element" } else { "elements" };
            self.fault(node, shape, context, format!("has {count} {what}"), None);
        }
        count > max
    }

    /// Checks that the elements of a named array have valid, unique names. Missing names are
    /// reported by the check of the keys.
    fn names(
        &mut self,
        nodes: &[Node],
        first_indices: &BTreeMap<&str, usize>,
        context: &CheckContext<'_>,
    ) {
        let name_node = |node: &Node| node.as_table()?.get("name").cloned();
        for (index, node) in nodes.iter().enumerate() {
            let (Some(own), Some(name)) = (name_node(node), node.own_name()) else {
                continue;
            };
            if naming::is_too_long(name) {
                // The check of the element's own keys reports this fault.
                continue;
            }
            let earlier = first_indices.get(name).filter(|first| **first < index);
            let accepted = if !naming::is_name(name) {
                "expected a name that is not blank and has no control characters".to_owned()
            } else if let Some(first) = earlier.and_then(|earlier| name_node(nodes.get(*earlier)?))
            {
                let first = first.span;
                format!("the name is already used at {first}")
            } else {
                continue;
            };
            let path = context.path.index(index).name("name").to_string();
            let found = format!("is {}", shortened(&own.literal()));
            self.faults
                .push(Fault::new(own.span, path, found, accepted));
        }
    }

    fn refuse(
        &mut self,
        node: &Node,
        shape: &ValueShape,
        context: &CheckContext<'_>,
        help: Option<String>,
    ) -> Content {
        let found = format!("is {}", shortened(&node.literal()));
        self.fault(node, shape, context, found, help);
        Content::Invalid
    }

    fn fault(
        &mut self,
        node: &Node,
        shape: &ValueShape,
        context: &CheckContext<'_>,
        found: String,
        help: Option<String>,
    ) {
        let accepted = if context.accepts.is_empty() {
            format!("expected {}", shape.accepted())
        } else {
            format!("expected {}", context.accepts)
        };
        let fault = Fault::new(node.span.clone(), context.path.to_string(), found, accepted);
        self.faults.push(fault.with_help(help));
    }
}

/// Returns whether an unknown entry of a table is most likely a misspelling of a required key, which
/// then is not reported as missing.
fn is_misspelled(key: &Key, keys: &'static [Key], entries: &Entries) -> bool {
    let names = || keys.iter().map(|key| key.name);
    matches!(key.presence, Presence::Required)
        && other_names(keys).is_none()
        && entries.iter().any(|entry| {
            fixed_key(keys, &entry.name).is_none()
                && nearest(&entry.name, names()) == Some(key.name)
        })
}

/// Returns the key of the only table that has this name as a key of its own.
fn table_with(keys: &'static [Key], name: &str) -> Option<&'static str> {
    let has_name = |keys: &'static [Key]| fixed_key(keys, name).is_some();
    let mut owners = keys.iter().filter(|key| {
        let mut shapes = key.shape.alternatives().into_iter();
        shapes.any(|shape| match shape {
            ValueShape::Table(keys) | ValueShape::Tables { keys, .. } => has_name(keys),
            _ => false,
        })
    });
    let owner = owners.next()?;
    (owners.next().is_none() && matches!(owner.shape, ValueShape::Table(_))).then_some(owner.name)
}

/// Returns whether the example of a list of tables with free keys has this key in an element.
fn has_in_elements(list: &Key, name: &str) -> bool {
    matches!(
        list.shape,
        ValueShape::List {
            item: ValueShape::Map(_),
            ..
        }
    ) && list.example.contains(&format!("{{ {name} = "))
}

/// Returns a table in place of a value that is not a table: every key is present and invalid.
fn invalid_table(node: &Node, keys: &'static [Key], path: &Path) -> CheckedTable {
    let fields = keys.iter().map(|key| KeyField {
        key,
        given: None,
        item: Some(Item {
            span: node.span.clone(),
            path: key.path_in(path),
            content: Content::Invalid,
            literal: "unreadable".to_owned(),
        }),
    });
    CheckedTable {
        span: node.span.clone(),
        path: path.clone(),
        fields: fields.collect(),
    }
}

#[cfg(test)]
mod tests;
