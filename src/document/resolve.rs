//! Finds what a typed path means in a document.
//!
//! A path may lead to something that is not written yet, as long as the table of keys knows it; elements of arrays must
//! be there.

use super::advice::not_known;
use super::keys::Key;
use super::naming::{elided_arrays, names, position};
use super::path::{Path, Segment};
use super::shape::Shape;
use super::tree::{Node, Value, shortened};

/// One step through a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// To the value of a key.
    Key(String),
    /// To an element of an array.
    Index(usize),
}

/// What a path means.
#[derive(Debug, Clone)]
pub struct Target {
    /// The way from the top of the tree; all tables and arrays of it exist up to the first missing key.
    pub steps: Vec<Step>,
    /// What belongs there.
    pub expected: Expected,
    /// The last key on the way, with its help and its lever.
    pub key: Option<&'static Key>,
}

/// What belongs at a place of the tree.
#[derive(Debug, Clone, Copy)]
pub enum Expected {
    /// A value of this shape.
    Shape(&'static Shape),
    /// A table with these keys: the document, or an element of an array of tables.
    Keys(&'static [Key]),
}

/// Why a path means nothing here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path} {found}: {accepted}")]
pub struct Unresolved {
    /// The 0-based segment that does not lead on.
    pub segment: usize,
    /// The path up to it and with it.
    pub path: String,
    /// `is not a key here`, `is not there`.
    pub found: String,
    /// The nearest known name, or what there is.
    pub accepted: String,
    /// All known names, if `accepted` is the nearest.
    pub help: Option<String>,
}

impl Target {
    /// The value that is there now, if there is one.
    pub fn find<'a>(&self, root: &'a Node) -> Option<&'a Node> {
        self.steps.iter().try_fold(root, |node, step| match step {
            Step::Key(name) => node.as_table()?.get(name),
            Step::Index(index) => node.as_list()?.get(*index),
        })
    }
}

/// Finds what `path` means in the document `root` with these keys.
///
/// # Errors
/// If a key is unknown, an element is not there, or a value has nothing inside it.
pub fn resolve(root: &Node, keys: &'static [Key], path: &Path) -> Result<Target, Unresolved> {
    let mut target = Target {
        steps: Vec::new(),
        expected: Expected::Keys(keys),
        key: None,
    };
    let mut node = Some(root);
    for (position, segment) in path.segments().iter().enumerate() {
        // What could not be read is taken to be whatever belongs there.
        let known = node.filter(|node| node.value != Value::Bad);
        let around = path.prefix(position);
        let steps =
            advance(&mut target, known, segment, &around).map_err(|dead_end| Unresolved {
                segment: position,
                path: path.prefix(position + 1).to_string(),
                found: dead_end.found,
                accepted: dead_end.accepted,
                help: dead_end.help,
            })?;
        for step in steps {
            node = match &step {
                Step::Key(name) => node
                    .and_then(Node::as_table)
                    .and_then(|entries| entries.get(name)),
                Step::Index(index) => node
                    .and_then(Node::as_list)
                    .and_then(|nodes| nodes.get(*index)),
            };
            target.steps.push(step);
        }
    }
    Ok(target)
}

/// Why a segment does not lead on.
struct DeadEnd {
    found: String,
    accepted: String,
    help: Option<String>,
}

fn dead_end<T>(found: &str, accepted: impl Into<String>) -> Result<T, DeadEnd> {
    Err(DeadEnd {
        found: found.to_owned(),
        accepted: accepted.into(),
        help: None,
    })
}

/// Takes one segment: moves `target.expected` on and gives the steps through the tree.
fn advance(
    target: &mut Target,
    node: Option<&Node>,
    segment: &Segment,
    around: &Path,
) -> Result<Vec<Step>, DeadEnd> {
    let shapes = match target.expected {
        Expected::Keys(keys) => return in_table(target, keys, node, segment),
        Expected::Shape(shape) => shape.alternatives(),
    };
    // Of several shapes only those are meant that what is there has.
    let mut refusal = None;
    for shape in &shapes {
        if node.is_some_and(|node| !has_form(&node.value, shape)) {
            continue;
        }
        let taken = match shape {
            Shape::Table(keys) => in_table(target, keys, node, segment),
            Shape::Map(value) => in_map(target, value, segment),
            Shape::Tables { keys, named, .. } => in_tables(target, keys, *named, node, segment),
            Shape::List { item, .. } => in_list(target, item, node, segment),
            _ => continue,
        };
        match taken {
            Ok(steps) => return Ok(steps),
            Err(dead_end) => refusal = refusal.or(Some(dead_end)),
        }
    }
    if let Some(refusal) = refusal {
        return Err(refusal);
    }
    let is = match (node, target.expected) {
        (Some(node), _) => shortened(&node.literal()),
        (None, Expected::Shape(shape)) => shape.accepted(),
        (None, Expected::Keys(_)) => "a table".to_owned(),
    };
    dead_end(
        "is not there",
        format!("{around} is {is}, and nothing is inside it"),
    )
}

fn has_form(value: &Value, shape: &Shape) -> bool {
    matches!(
        (value, shape),
        (Value::Table(_), Shape::Table(_) | Shape::Map(_))
            | (Value::List(_), Shape::List { .. } | Shape::Tables { .. })
    )
}

fn in_table(
    target: &mut Target,
    keys: &'static [Key],
    node: Option<&Node>,
    segment: &Segment,
) -> Result<Vec<Step>, DeadEnd> {
    let Segment::Name(name) = segment else {
        return dead_end("is not there", "a table has keys, no elements");
    };
    if let Some(key) = keys.iter().find(|key| key.name == name) {
        target.expected = Expected::Shape(&key.shape);
        target.key = Some(key);
        return Ok(vec![Step::Key(name.clone())]);
    }
    let entries = node.and_then(Node::as_table);
    for (key, elements) in elided_arrays(keys, entries) {
        if let (Some(index), Some(keys)) = (position(elements, name), element_keys(&key.shape)) {
            target.expected = Expected::Keys(keys);
            target.key = Some(key);
            return Ok(vec![Step::Key(key.name.to_owned()), Step::Index(index)]);
        }
    }
    let called = elided_arrays(keys, entries).flat_map(|(_, elements)| names(elements));
    let mut known: Vec<&str> = called.collect();
    let what = if known.is_empty() {
        "keys here"
    } else {
        "names and keys here"
    };
    known.extend(keys.iter().map(|key| key.name));
    let (accepted, help) = not_known(name, &known, what);
    Err(DeadEnd {
        found: "is not a key here".to_owned(),
        accepted,
        help,
    })
}

fn element_keys(shape: &'static Shape) -> Option<&'static [Key]> {
    shape
        .alternatives()
        .into_iter()
        .find_map(|shape| match shape {
            Shape::Tables { keys, .. } => Some(*keys),
            _ => None,
        })
}

fn in_map(
    target: &mut Target,
    value: &'static Shape,
    segment: &Segment,
) -> Result<Vec<Step>, DeadEnd> {
    let Segment::Name(name) = segment else {
        return dead_end("is not there", "a table has keys, no elements");
    };
    target.expected = Expected::Shape(value);
    Ok(vec![Step::Key(name.clone())])
}

fn in_tables(
    target: &mut Target,
    keys: &'static [Key],
    named: bool,
    node: Option<&Node>,
    segment: &Segment,
) -> Result<Vec<Step>, DeadEnd> {
    let elements = node.and_then(Node::as_list).unwrap_or_default();
    let index = match segment {
        Segment::Index(index) if *index < elements.len() => *index,
        Segment::Name(name) if named => {
            let Some(index) = position(elements, name) else {
                let known: Vec<&str> = names(elements).collect();
                let (accepted, help) = not_known(name, &known, "names here");
                return Err(DeadEnd {
                    found: "is not a name here".to_owned(),
                    accepted,
                    help,
                });
            };
            index
        }
        _ => return dead_end("is not there", how_many(elements.len())),
    };
    target.expected = Expected::Keys(keys);
    Ok(vec![Step::Index(index)])
}

fn in_list(
    target: &mut Target,
    item: &'static Shape,
    node: Option<&Node>,
    segment: &Segment,
) -> Result<Vec<Step>, DeadEnd> {
    let count = node.and_then(Node::as_list).unwrap_or_default().len();
    match segment {
        Segment::Index(index) if *index < count => {
            target.expected = Expected::Shape(item);
            Ok(vec![Step::Index(*index)])
        }
        _ => dead_end("is not there", how_many(count)),
    }
}

fn how_many(count: usize) -> String {
    match count {
        0 => "there are no elements".to_owned(),
        1 => "there is 1 element, [0]".to_owned(),
        _ => format!("there are {count} elements, [0] to [{}]", count - 1),
    }
}
