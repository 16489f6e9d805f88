//! Merges named arrays of documents, and overlays one document on another.
//!
//! An element that has the name of an earlier one *completes* it: its keys replace those of the
//! earlier element, and named arrays inside are merged in the same way. All other values are
//! replaced whole, so that none is a mixture of two documents. Every value keeps its span.
//!
//! When a document is [overlaid](overlay) on another, tables are also completed key by key: a key
//! given beside `file` does not affect other keys.

use std::collections::{BTreeMap, BTreeSet};

use super::keys::{Key, Presence, fixed_key, other_names};
use super::kinded::Kinded;
use super::naming::{self, named_elements};
use super::shape::ValueShape;
use super::tree::{Node, TomlValue, TreeEntry};

/// Appends `later` elements to a named array. A later element with the name of an existing one
/// completes it instead. If more than one later element has this name, only the first does; the
/// others are appended, so that [`check`](super::check::check) reports the duplicate name. `keys`
/// are the keys of an element.
pub fn merge(elements: &mut Vec<Node>, later: Vec<Node>, keys: &'static [Key]) {
    merge_with(elements, later, keys, Tables::Whole);
}

/// Overlays `over` on a table with these keys: named arrays are merged, tables completed key by
/// key, all other values are replaced whole. A node that is not a table does not change.
pub fn overlay(table: &mut Node, over: Node, keys: &'static [Key]) {
    complete(table, over, Names::Keys(keys), Tables::ByKey);
}

/// Rule by which a later table is merged into an earlier one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tables {
    /// The table is replaced.
    Whole,
    /// The keys of the table are replaced one by one.
    ByKey,
}

fn merge_with(elements: &mut Vec<Node>, later: Vec<Node>, keys: &'static [Key], tables: Tables) {
    let known: BTreeMap<String, usize> = naming::first_indices(elements)
        .into_iter()
        .map(|(name, index)| (name.to_owned(), index))
        .collect();
    let mut completed = BTreeSet::new();
    for mut element in later {
        let index = element.own_name().and_then(|name| known.get(name).copied());
        match index {
            Some(index) if completed.insert(index) => {
                complete(&mut elements[index], element, Names::Keys(keys), tables);
            }
            _ => {
                if !known.is_empty() && element.own_name().is_none() {
                    make_keys_optional(&mut element, keys);
                }
                elements.push(element);
            }
        }
    }
}

/// Suppresses faults for missing required keys of an element with a missing or invalid name. It may
/// be intended to complete an element that has these keys.
fn make_keys_optional(element: &mut Node, keys: &'static [Key]) {
    let span = element.span.clone();
    let TomlValue::Table(entries) = &mut element.value else {
        return;
    };
    for key in keys {
        let is_needed = key.presence == Presence::Required && key.name != "name";
        if is_needed && entries.get(key.name).is_none() {
            entries.insert(TreeEntry::unreadable(key.name, &span));
        }
    }
}

/// Completes a table by a later one. The table takes the span of the later one, for faults of the
/// whole table.
fn complete(table: &mut Node, later: Node, names: Names, tables: Tables) {
    let (TomlValue::Table(entries), TomlValue::Table(added)) = (&mut table.value, later.value)
    else {
        return;
    };
    table.span = later.span;
    for entry in added.iter().cloned() {
        let Some(old) = entries.iter_mut().find(|old| old.name == entry.name) else {
            entries.insert(entry);
            continue;
        };
        let inside = names.shape(&entry.name).map_or(Inside::Whole, |shape| {
            inside(shape, &old.node, &entry.node, tables)
        });
        match (inside, &mut old.node.value, entry.node.value) {
            (Inside::Elements(keys), TomlValue::List(elements), TomlValue::List(later)) => {
                merge_with(elements, later, keys, tables);
            }
            (Inside::Names(names, tables), _, value) => {
                let span = entry.node.span;
                complete(&mut old.node, Node { span, value }, names, tables);
            }
            // The value is replaced in place, so that written documents keep their order.
            (_, _, value) => {
                let node = Node {
                    value,
                    ..entry.node
                };
                *old = TreeEntry { node, ..entry };
            }
        }
    }
}

/// Names of a table.
#[derive(Clone, Copy)]
enum Names {
    /// The keys of a table.
    Keys(&'static [Key]),
    /// Free names, with values of this shape.
    Free(&'static ValueShape),
}

impl Names {
    /// Returns the shape of a value; `None` if the value is always replaced whole. Under a free name
    /// only tables of keys are completed.
    fn shape(self, name: &str) -> Option<&'static ValueShape> {
        let value = match self {
            Self::Keys(keys) => match fixed_key(keys, name) {
                Some(key) => return Some(&key.shape),
                None => other_names(keys)?.pattern().1,
            },
            Self::Free(value) => value,
        };
        matches!(value, ValueShape::Table(_)).then_some(value)
    }
}

/// Rule by which a later value is merged into an earlier one.
enum Inside {
    /// The elements of named arrays with these keys are merged.
    Elements(&'static [Key]),
    /// Tables with these names are completed, with this rule for tables inside.
    Names(Names, Tables),
    /// The value is replaced.
    Whole,
}

fn inside(shape: &'static ValueShape, old: &Node, later: &Node, tables: Tables) -> Inside {
    let are_tables = old.as_table().is_some() && later.as_table().is_some();
    match shape {
        ValueShape::Kinded(kinded) if are_tables => {
            let keys = same_kind(kinded, old, later);
            keys.map_or(Inside::Whole, |keys| {
                Inside::Names(Names::Keys(keys), Tables::ByKey)
            })
        }
        ValueShape::Table(keys) if are_tables && tables == Tables::ByKey => {
            Inside::Names(Names::Keys(keys), tables)
        }
        ValueShape::Map(value) if are_tables && tables == Tables::ByKey => {
            Inside::Names(Names::Free(value), tables)
        }
        shape => named_elements(shape).map_or(Inside::Whole, Inside::Elements),
    }
}

/// Returns the keys of a tagged table that a later one can complete: one of the same kind or
/// without a tag.
fn same_kind(kinded: &Kinded, old: &Node, later: &Node) -> Option<&'static [Key]> {
    let variant = kinded.variant_of(old.as_table()?)?;
    let tag_value = later.as_table()?.get(kinded.tag);
    let is_same = tag_value.is_none_or(|tag_value| tag_value.as_text() == Some(variant.name));
    is_same.then_some(variant.keys)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::faults::Faults;
    use crate::document::read::parse;
    use crate::document::sample::KEYS;
    use crate::document::source::Source;

    fn sides(name: &str, text: &str) -> Vec<Node> {
        let mut faults = Faults::new();
        let root = parse(&Source::new(name, text), &mut faults);
        assert!(faults.is_empty(), "{faults}");
        root.as_table()
            .and_then(|entries| entries.get("side"))
            .and_then(Node::as_list)
            .unwrap()
            .to_vec()
    }

    fn merged(first: &str, second: &str) -> Vec<Node> {
        let key = KEYS.iter().find(|key| key.name == "side").unwrap();
        let mut elements = sides("a.toml", first);
        let keys = named_elements(&key.shape).unwrap();
        merge(&mut elements, sides("b.toml", second), keys);
        elements
    }

    fn literals(nodes: &[Node]) -> String {
        let lines: Vec<String> = nodes.iter().map(Node::literal).collect();
        lines.join("\n")
    }

    const HEROES: &str = "[[side]]\nname = 'heroes'\nplayer = { name = 'rollout', playouts = 8 }\n[[side.combatant]]\nname = 'Dirk'\nclasses = [{ name = 'A', dice = 4 }, { name = 'B', dice = 3 }]\n[[side.combatant]]\nname = 'Emily'\nclasses = [{ name = 'C', dice = 3 }]\n";

    #[test]
    fn a_later_element_of_the_same_name_completes_the_first() {
        let elements = merged(
            HEROES,
            "[[side]]\nname = 'guards'\n[[side]]\nname = 'heroes'\nplayer = { name = 'finisher' }\n[[side.combatant]]\nname = 'Zoe'\nclasses = []\n[[side.combatant]]\nname = 'Dirk'\ncount = 2\nclasses = [{ name = 'D', dice = 1 }]\n[[side.reinforcement]]\nname = 'Late'\nat_turn = 3\n",
        );
        insta::assert_snapshot!(literals(&elements), @r#"
        { name = "heroes", player = { name = "finisher" }, combatant = [{ name = "Dirk", classes = [{ name = "D", dice = 1 }], count = 2 }, { name = "Emily", classes = [{ name = "C", dice = 3 }] }, { name = "Zoe", classes = [] }], reinforcement = [{ name = "Late", at_turn = 3 }] }
        { name = "guards" }
        "#);
        let heroes = elements[0].as_table().unwrap();
        assert_eq!(elements[0].span.to_string(), "b.toml:3:1");
        let combatants = heroes.get("combatant").unwrap().as_list().unwrap();
        assert_eq!(combatants[0].span.to_string(), "b.toml:9:1");
        assert_eq!(combatants[1].span.to_string(), "a.toml:7:1");
    }

    #[test]
    fn a_table_of_the_same_kind_is_completed_and_of_another_replaced() {
        let scenes = |text: &str| {
            let root = parse(&Source::new("x.toml", text), &mut Faults::new());
            let scenes = root.as_table().unwrap().get("scene").unwrap();
            scenes.as_list().unwrap().to_vec()
        };
        let key = KEYS.iter().find(|key| key.name == "scene").unwrap();
        let first = "[[scene]]\nname = 'a'\n[scene.contest]\nkind = 'fight'\nrules = { half = 'up', healer = { dice = 2 }, bonus = { x = 1 } }\n\
                     [[scene.contest.side]]\nname = 'heroes'\nplayer = { name = 'rollout', playouts = 8 }\n";
        let completed = |contest: &str| {
            let mut elements = scenes(first);
            let later = scenes(&format!("[[scene]]\nname = 'a'\ncontest = {contest}\n"));
            merge(&mut elements, later, named_elements(&key.shape).unwrap());
            literals(&elements)
        };
        insta::assert_snapshot!(completed("{ rules = { half = 'down', healer = { dice = 3 }, bonus = { y = 2 } } }"), @r#"{ name = "a", contest = { kind = "fight", rules = { half = "down", healer = { dice = 3 }, bonus = { x = 1, y = 2 } }, side = [{ name = "heroes", player = { name = "rollout", playouts = 8 } }] } }"#);
        insta::assert_snapshot!(completed("{ kind = 'fight', side = [{ name = 'heroes', player = { name = 'x' } }, { name = 'guards' }] }"), @r#"{ name = "a", contest = { kind = "fight", rules = { half = "up", healer = { dice = 2 }, bonus = { x = 1 } }, side = [{ name = "heroes", player = { name = "x" } }, { name = "guards" }] } }"#);
        insta::assert_snapshot!(completed("{ kind = 'craft', piles = 2 }"), @r#"{ name = "a", contest = { kind = "craft", piles = 2 } }"#);
        insta::assert_snapshot!(completed("3"), @r#"{ name = "a", contest = 3 }"#);
    }

    #[test]
    fn only_the_first_element_with_a_name_completes() {
        let twice = merged(
            HEROES,
            "[[side]]\nname = 'heroes'\nplayer = 1\n[[side]]\nname = 'heroes'\nplayer = 2\n",
        );
        assert_eq!(twice.len(), 2);
        assert_eq!(twice[1].literal(), "{ name = \"heroes\", player = 2 }");
    }

    #[test]
    fn elements_without_a_name_are_kept_for_the_checker() {
        let mixed = "side = [1, { player = 'x' }, { name = 3 }]\n";
        assert_eq!(merged(mixed, mixed).len(), 6);
    }

    #[test]
    fn an_element_with_an_invalid_name_needs_no_other_keys() {
        let elements = merged(
            HEROES,
            "[[side]]\nname = 'heroes'\n[[side.combatant]]\nname = 3\ncount = 2\n[[side.combatant]]\nname = 'Zoe'\n",
        );
        let side = elements[0].as_table().unwrap();
        let combatants = side.get("combatant").unwrap().as_list().unwrap();
        insta::assert_snapshot!(literals(&combatants[2..]), @r#"
        { name = 3, count = 2, classes = unreadable }
        { name = "Zoe" }
        "#);
    }
}
