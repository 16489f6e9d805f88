//! Assignments to the number of elements in a list of tables: `helper.count=3`,
//! `helper.Ann.count=2`.
//!
//! A list grows by copies of its last element and shrinks by removing its last elements. Copies of
//! a single element are appended to the list. The name of a copy is that of the original with a
//! number. If the elements have their own `count` key, that key is assigned instead. An element
//! that contains such elements, such as a side of a fight, cannot be copied: its count is more
//! likely meant for one of them.

use super::keys::Key;
use super::path::{Path, Segment};
use super::resolve_path::{PathStep, resolve_element};
use super::tree::{Node, TomlValue};

/// Last name of such a path, after that of a list or an element.
const COUNT: &str = "count";
/// Maximum count that can be assigned; the checker enforces the limits of each list.
const MOST: usize = 1_000;

/// Sets the number of elements by `path` and `value`. Returns `None` and changes nothing if they
/// are not such an assignment.
pub fn set_count(root: &mut Node, keys: &'static [Key], path: &Path, value: &str) -> Option<()> {
    let (last, before) = path.segments().split_last()?;
    if *last != Segment::Name(COUNT.to_owned()) || before.is_empty() {
        return None;
    }
    let wanted: usize = value.trim().parse().ok().filter(|count| *count <= MOST)?;
    let (steps, counts_inside) = resolve_element(root, keys, &path.prefix(before.len())).ok()?;
    if counts_inside {
        return None;
    }
    match steps.split_last()? {
        (PathStep::Index(index), steps) => {
            let nodes = tables(root, steps)?;
            if wanted == 0 {
                nodes.remove(*index);
            }
            for _ in 1..wanted {
                nodes.push(copy(nodes, nodes.get(*index)?));
            }
        }
        (PathStep::Key(_), _) => {
            let nodes = tables(root, &steps)?;
            nodes.truncate(wanted);
            while nodes.len() < wanted {
                nodes.push(copy(nodes, nodes.last()?));
            }
        }
    }
    Some(())
}

/// Returns the list at the end of a path if it is not empty and all of its elements are tables.
fn tables<'a>(root: &'a mut Node, steps: &[PathStep]) -> Option<&'a mut Vec<Node>> {
    let mut node = root;
    for step in steps {
        node = match (step, &mut node.value) {
            (PathStep::Key(name), TomlValue::Table(entries)) => entries.get_mut(name)?,
            (PathStep::Index(index), TomlValue::List(nodes)) => nodes.get_mut(*index)?,
            _ => return None,
        };
    }
    match &mut node.value {
        TomlValue::List(nodes) if !nodes.is_empty() => {
            let all = nodes.iter().all(|node| node.as_table().is_some());
            all.then_some(nodes)
        }
        _ => None,
    }
}

/// Returns a copy of an element, with a name that no other element has.
fn copy(nodes: &[Node], element: &Node) -> Node {
    let mut copy = element.clone();
    let Some(name) = element.own_name() else {
        return copy;
    };
    // The copy of "Ann 2" is "Ann 3".
    let first = match name.rsplit_once(' ') {
        Some((first, number)) if number.parse::<u32>().is_ok() => first,
        _ => name,
    };
    let new = (2..nodes.len() + 3)
        .map(|number| format!("{first} {number}"))
        .find(|new| nodes.iter().all(|node| node.own_name() != Some(new)));
    if let (Some(new), TomlValue::Table(entries)) = (new, &mut copy.value)
        && let Some(node) = entries.get_mut("name")
    {
        node.value = TomlValue::Text(new);
    }
    copy
}
