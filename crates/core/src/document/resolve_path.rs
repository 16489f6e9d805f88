//! Resolves typed paths in a document.
//!
//! A path may lead to an absent value if the table of keys has its key. Elements of arrays must
//! exist.

use super::advice::not_known;
use super::keys::{Key, fixed_key, key_of, other_names};
use super::kinded::Kinded;
use super::naming::{elided_arrays, names, position};
use super::path::{Path, Segment, quoted};
use super::shape::ValueShape;
use super::tree::{Entries, Node, TomlValue, TreeEntry, shortened};

/// Maximum number of elements whose key is suggested.
const MOST_OWNERS: usize = 3;

/// One step through a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathStep {
    /// Step to the value of a key.
    Key(String),
    /// Step to an element of an array.
    Index(usize),
}

/// Reason why a path cannot be resolved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path} {found}; {accepted}")]
pub struct UnresolvedPath {
    /// 0-based number of the segment that cannot be resolved.
    pub segment: usize,
    /// Path up to and including that segment.
    pub path: String,
    /// Description of the problem, such as `is not a key here` or `does not exist`.
    pub found: &'static str,
    /// The nearest known name, or all known names.
    pub accepted: String,
    /// All known names, if `accepted` has only the nearest one.
    pub help: Option<String>,
}

impl PathStep {
    fn take<'a>(&self, node: &'a Node) -> Option<&'a Node> {
        match self {
            Self::Key(name) => node.as_table()?.get(name),
            Self::Index(index) => node.as_list()?.get(*index),
        }
    }
}

/// Resolves `path` in the document `root` with these keys, and returns the steps from the top of
/// the tree. All tables and arrays along the path exist up to the first absent key, and so do all
/// names that the document [defines](Key::defines).
///
/// # Errors
/// Returns an error if a key is unknown, an element does not exist, or a value cannot contain
/// others.
pub fn resolve(
    root: &Node,
    keys: &'static [Key],
    path: &Path,
) -> Result<Vec<PathStep>, UnresolvedPath> {
    resolve_expected(root, keys, path).map(|(steps, _)| steps)
}

/// Resolves `path` like [`resolve`], and also returns whether it leads to an element that contains
/// elements with their own count.
///
/// # Errors
/// See [`resolve`].
pub fn resolve_element(
    root: &Node,
    keys: &'static [Key],
    path: &Path,
) -> Result<(Vec<PathStep>, bool), UnresolvedPath> {
    let (steps, expected) = resolve_expected(root, keys, path)?;
    let is_counted = |key: &'static Key| {
        element_keys(&key.shape).is_some_and(|keys| keys.iter().any(|inner| inner.counts))
    };
    let counted = matches!(expected, Expected::Keys(keys) if keys.iter().any(is_counted));
    Ok((steps, counted))
}

fn resolve_expected(
    root: &Node,
    keys: &'static [Key],
    path: &Path,
) -> Result<(Vec<PathStep>, Expected), UnresolvedPath> {
    let mut steps = Vec::new();
    let mut node = Some(root);
    let mut expected = Expected::Keys(keys);
    for (position, segment) in path.segments().iter().enumerate() {
        // An unreadable value is assumed to have the expected shape.
        let known = node.filter(|node| node.value != TomlValue::Bad);
        let resolved = expected.inside(known, segment);
        let resolved = resolved.or_else(|error| match (expected, segment) {
            (Expected::Keys(keys), Segment::Name(name)) if position > 0 => {
                element_of_unique_name(keys, known.and_then(Node::as_table), name).ok_or(error)
            }
            _ => Err(error),
        });
        let (further_steps, inside) = resolved.map_err(|error| {
            let mut accepted = error.accepted.unwrap_or_else(|| {
                let description = expected.describe(known);
                let around = path.prefix(position);
                format!("{around} is {description}, which has no keys or elements")
            });
            let mut help = error.help;
            // Users often type only the name of an element.
            let fitting = match position {
                0 => full_paths(root, keys, path),
                _ => Vec::new(),
            };
            if !fitting.is_empty() {
                help = Some(accepted);
                accepted = format!("did you mean {}?", fitting.join(" or "));
            }
            UnresolvedPath {
                segment: position,
                path: path.prefix(position + 1).to_string(),
                found: error.found,
                accepted,
                help,
            }
        })?;
        node = further_steps
            .iter()
            .fold(node, |node, step| step.take(node?));
        steps.extend(further_steps);
        expected = inside;
    }
    Ok((steps, expected))
}

/// Returns the full paths that `path` may abbreviate, if its first name is that of an element
/// anywhere in the document.
fn full_paths(root: &Node, keys: &'static [Key], path: &Path) -> Vec<String> {
    let Some((Segment::Name(wanted), rest)) = path.segments().split_first() else {
        return Vec::new();
    };
    let mut owners = Vec::new();
    collect_named(root, keys, wanted, &Path::root(), &mut owners);
    let whole = |owner: &Path| {
        rest.iter()
            .fold(owner.clone(), |path, segment| match segment {
                Segment::Name(name) => path.name(name),
                Segment::Index(index) => path.index(*index),
            })
    };
    let paths = owners.iter().map(whole);
    let paths = paths.filter(|path| resolve(root, keys, path).is_ok());
    let paths: Vec<String> = paths.map(|path| path.to_string()).collect();
    if paths.is_empty() {
        // The rest of the path is wrong too, so that only the elements are known.
        let owners = owners.iter().take(MOST_OWNERS);
        return owners.map(ToString::to_string).collect();
    }
    paths
}

/// Collects the paths of all elements, and of all tables under free keys, with the name `wanted`
/// below a node.
fn collect_named(
    node: &Node,
    keys: &'static [Key],
    wanted: &str,
    path: &Path,
    owners: &mut Vec<Path>,
) {
    let entries = node.as_table().into_iter().flatten();
    for key in keys {
        let is_own = |entry: &&TreeEntry| {
            fixed_key(keys, &entry.name).map_or(key.others, |own| own.name == key.name)
        };
        for TreeEntry { name, node, .. } in entries.clone().filter(is_own) {
            let below = path.name(name);
            for shape in key.pattern().1.alternatives() {
                collect_inside(node, shape, wanted, (path, &below), owners);
            }
        }
    }
}

/// Collects such paths inside a value at `below` in the table at `path`.
fn collect_inside(
    node: &Node,
    shape: &'static ValueShape,
    wanted: &str,
    (path, below): (&Path, &Path),
    owners: &mut Vec<Path>,
) {
    let mut collect = |node: &Node, keys, name: Option<&str>, own: &Path| {
        if name == Some(wanted) {
            owners.push(own.clone());
        }
        collect_named(node, keys, wanted, own, owners);
    };
    match shape {
        ValueShape::Table(keys) => collect(node, keys, None, below),
        ValueShape::Map(ValueShape::Table(keys)) => {
            for entry in node.as_table().into_iter().flatten() {
                let name = Some(entry.name.as_str());
                collect(&entry.node, keys, name, &below.name(&entry.name));
            }
        }
        ValueShape::Tables {
            keys,
            named,
            elided,
            ..
        } => {
            let elements = node.as_list().unwrap_or_default();
            for (index, element) in elements.iter().enumerate() {
                let name = element.path_name().filter(|_| *named);
                let own = match name {
                    Some(name) if *elided => path.name(name),
                    Some(name) => below.name(name),
                    None => below.index(index),
                };
                collect(element, keys, name, &own);
            }
        }
        _ => {}
    }
}

/// Expected content at a position in the tree.
#[derive(Clone, Copy)]
enum Expected {
    /// A value of this shape.
    Shape(&'static ValueShape),
    /// A table whose names the document defines, with values of this shape.
    Names(&'static ValueShape),
    /// A table with these keys: the document, or an element of an array of tables.
    Keys(&'static [Key]),
    /// The name of one of these kinds.
    Kind(&'static Kinded),
}

/// Reason why a segment cannot be resolved.
struct SegmentError {
    found: &'static str,
    /// Accepted names; `None` if the value cannot contain others.
    accepted: Option<String>,
    help: Option<String>,
}

impl SegmentError {
    fn missing(accepted: &str) -> Self {
        Self {
            found: "does not exist",
            accepted: Some(accepted.to_owned()),
            help: None,
        }
    }

    fn not_known(found: &'static str, name: &str, known: &[&str], what: &str) -> Self {
        let (accepted, help) = not_known(name, known, what);
        Self {
            found,
            accepted: Some(accepted),
            help,
        }
    }
}

/// Steps of a segment, with the expected content after them.
type StepResult = Result<(Vec<PathStep>, Expected), SegmentError>;

impl Expected {
    /// Resolves one segment from a position with the current value `node`.
    fn inside(self, node: Option<&Node>, segment: &Segment) -> StepResult {
        let shapes = match self {
            Self::Keys(keys) => return in_table(keys, node, segment),
            Self::Names(value) => return in_names(value, node, segment),
            Self::Shape(shape) => shape.alternatives(),
            Self::Kind(_) => Vec::new(),
        };
        // Only alternatives that fit the current value are considered.
        let fitting = shapes
            .into_iter()
            .filter(|shape| node.is_none_or(|node| has_form(&node.value, shape)));
        let mut refusal = None;
        for shape in fitting {
            let result = match shape {
                ValueShape::Table(keys) => in_table(keys, node, segment),
                ValueShape::Kinded(kinded) => in_kinded(kinded, node, segment),
                ValueShape::Map(value) => name(segment)
                    .map(|name| (vec![PathStep::Key(name.to_owned())], Self::Shape(value))),
                ValueShape::Tables { keys, named, .. } => element(node, segment, *named)
                    .map(|index| (vec![PathStep::Index(index)], Self::Keys(keys))),
                ValueShape::List { item, .. } => element(node, segment, false)
                    .map(|index| (vec![PathStep::Index(index)], Self::Shape(item))),
                _ => continue,
            };
            match result {
                Ok(result) => return Ok(result),
                Err(error) => refusal = refusal.or(Some(error)),
            }
        }
        Err(refusal.unwrap_or(SegmentError {
            found: "does not exist",
            accepted: None,
            help: None,
        }))
    }

    /// Describes the current value, or the expected one if there is none.
    fn describe(self, node: Option<&Node>) -> String {
        match (node, self) {
            (Some(node), _) => shortened(&node.literal()),
            (None, Self::Shape(shape)) => shape.accepted(),
            (None, Self::Keys(_) | Self::Names(_)) => "a table".to_owned(),
            (None, Self::Kind(kinded)) => kinded.accepted(),
        }
    }
}

fn has_form(value: &TomlValue, shape: &ValueShape) -> bool {
    if let (TomlValue::Text(text), ValueShape::Table(keys)) = (value, shape) {
        // A name represents a table with only that name.
        let name = fixed_key(keys, "name").map(|key| key.shape);
        return matches!(name, Some(ValueShape::Choice(all)) if all.iter().any(|one| one.name == text));
    }
    matches!(
        (value, shape),
        (
            TomlValue::Table(_),
            ValueShape::Table(_) | ValueShape::Map(_) | ValueShape::Kinded(_)
        ) | (
            TomlValue::List(_),
            ValueShape::List { .. } | ValueShape::Tables { .. }
        )
    )
}

fn in_table(keys: &'static [Key], node: Option<&Node>, segment: &Segment) -> StepResult {
    let name = name(segment)?;
    let entries = node.and_then(Node::as_table);
    if let Some(key) = key_of(keys, entries, name) {
        let step = PathStep::Key(name.to_owned());
        let inside = match key.pattern().1 {
            ValueShape::Map(value) if key.defines && !key.others => Expected::Names(value),
            shape => Expected::Shape(shape),
        };
        return Ok((vec![step], inside));
    }
    for (key, elements) in elided_arrays(keys, entries) {
        if let (Some(index), Some(keys)) = (position(elements, name), element_keys(&key.shape)) {
            let steps = vec![PathStep::Key(key.name.to_owned()), PathStep::Index(index)];
            return Ok((steps, Expected::Keys(keys)));
        }
    }
    // The key of an element may have been typed without the name of the element.
    let owners = elided_arrays(keys, entries).flat_map(|(key, elements)| {
        let keys = element_keys(&key.shape).unwrap_or_default();
        let is_owner = |element: &&Node| key_of(keys, element.as_table(), name).is_some();
        elements.iter().filter(is_owner).filter_map(Node::path_name)
    });
    let meant = owners.map(|owner| format!("{}.{name}", quoted(owner)));
    let meant: Vec<String> = meant.take(MOST_OWNERS).collect();
    if !meant.is_empty() {
        return Err(SegmentError {
            found: "is not a key here",
            accepted: Some(format!("did you mean {}?", meant.join(" or "))),
            help: None,
        });
    }
    let called = elided_arrays(keys, entries).flat_map(|(_, elements)| names(elements));
    let mut known: Vec<&str> = called.collect();
    let what = if known.is_empty() {
        "keys here"
    } else {
        "names and keys here"
    };
    known.extend(known_keys(keys, entries));
    Err(SegmentError::not_known(
        "is not a key here",
        name,
        &known,
        what,
    ))
}

/// Returns the only element with this name in all arrays of a table whose elements need no unique
/// names, such as the Classes of a combatant.
fn element_of_unique_name(
    keys: &'static [Key],
    entries: Option<&Entries>,
    name: &str,
) -> Option<(Vec<PathStep>, Expected)> {
    let mut found = keys.iter().flat_map(|key| {
        let inside = match &key.shape {
            ValueShape::Tables { keys, named, .. } if !named => Some(*keys),
            _ => None,
        };
        let elements = inside.and_then(|_| entries?.get(key.name)?.as_list());
        let elements = elements.unwrap_or_default().iter().enumerate();
        let same = elements.filter(|(_, element)| element.path_name() == Some(name));
        same.filter_map(move |(index, _)| {
            let steps = vec![PathStep::Key(key.name.to_owned()), PathStep::Index(index)];
            Some((steps, Expected::Keys(inside?)))
        })
    });
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// Returns the names of the keys of a table, and all other names that it has if it may have any.
fn known_keys<'a>(
    keys: &'static [Key],
    entries: Option<&'a Entries>,
) -> impl Iterator<Item = &'a str> {
    let fixed = keys.iter().filter(|key| !key.others).map(|key| key.name);
    let entries = entries.filter(|_| other_names(keys).is_some());
    let names = entries.into_iter().flatten().map(|entry| &*entry.name);
    fixed.chain(names.filter(move |name| fixed_key(keys, name).is_none()))
}

/// Resolves one segment among the names that a document defines.
fn in_names(value: &'static ValueShape, node: Option<&Node>, segment: &Segment) -> StepResult {
    let name = name(segment)?;
    let entries = node.and_then(Node::as_table);
    let known: Vec<&str> = entries.map_or(Vec::new(), |entries| {
        entries.iter().map(|entry| entry.name.as_str()).collect()
    });
    if known.contains(&name) {
        let step = PathStep::Key(name.to_owned());
        return Ok((vec![step], Expected::Shape(value)));
    }
    let found = "is not a name here";
    Err(SegmentError::not_known(found, name, &known, "names here"))
}

/// Resolves one segment in a tagged table. A table of unknown kind has only the tag.
fn in_kinded(kinded: &'static Kinded, node: Option<&Node>, segment: &Segment) -> StepResult {
    let variant = node
        .and_then(Node::as_table)
        .and_then(|entries| kinded.variant_of(entries));
    if let Some(variant) = variant {
        return in_table(variant.keys, node, segment);
    }
    if name(segment)? == kinded.tag {
        let step = PathStep::Key(kinded.tag.to_owned());
        return Ok((vec![step], Expected::Kind(kinded)));
    }
    Err(SegmentError::missing(&format!(
        "the keys here depend on `{}`, which must be {}",
        kinded.tag,
        kinded.accepted()
    )))
}

fn element_keys(shape: &'static ValueShape) -> Option<&'static [Key]> {
    let mut shapes = shape.alternatives().into_iter();
    shapes.find_map(|shape| match shape {
        ValueShape::Tables { keys, .. } => Some(*keys),
        _ => None,
    })
}

/// Returns the key that a segment names, or an error for an index.
fn name(segment: &Segment) -> Result<&str, SegmentError> {
    match segment {
        Segment::Name(name) => Ok(name),
        Segment::Index(_) => Err(SegmentError::missing("a table has keys, not elements")),
    }
}

/// Returns the index of the array element that a segment names. In an array that is not `named`, only
/// one element may have the name; `count` is the number of elements.
fn element(node: Option<&Node>, segment: &Segment, named: bool) -> Result<usize, SegmentError> {
    let elements = node.and_then(Node::as_list).unwrap_or_default();
    let nowhere = || SegmentError::missing(&element_count(elements.len()));
    match segment {
        Segment::Index(index) if *index < elements.len() => Ok(*index),
        Segment::Name(name) if named => position(elements, name).ok_or_else(|| {
            let known: Vec<&str> = names(elements).collect();
            SegmentError::not_known("is not a name here", name, &known, "names here")
        }),
        Segment::Name(name) if name != "count" => {
            let index = position(elements, name).ok_or_else(nowhere)?;
            if position(&elements[index + 1..], name).is_some() {
                return Err(SegmentError {
                    found: "is ambiguous",
                    accepted: Some(
                        "more than one element has this name; give its index".to_owned(),
                    ),
                    help: None,
                });
            }
            Ok(index)
        }
        _ => Err(nowhere()),
    }
}

fn element_count(count: usize) -> String {
    match count {
        0 => "there are no elements".to_owned(),
        1 => "there is 1 element, [0]".to_owned(),
        _ => format!("there are {count} elements, [0] to [{}]", count - 1),
    }
}
