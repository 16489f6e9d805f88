//! Names of array elements in paths.
//!
//! The name identifies an element of a named array, and the index any other element. Printed paths
//! omit the array's own key if the table of keys allows that and the path stays unambiguous.

use std::collections::BTreeMap;

use super::keys::{Key, key_of};
use super::path::Path;
use super::shape::{LONGEST_TEXT, ValueShape, is_longer};
use super::tree::{Entries, Node};

/// Returns the keys of the elements of a named array.
pub fn named_elements(shape: &'static ValueShape) -> Option<&'static [Key]> {
    shape
        .alternatives()
        .into_iter()
        .find_map(|shape| match shape {
            ValueShape::Tables {
                keys, named: true, ..
            } => Some(*keys),
            _ => None,
        })
}

/// The table that contains an array.
#[derive(Clone, Copy)]
pub(super) struct Parent<'a> {
    pub(super) path: &'a Path,
    pub(super) keys: &'static [Key],
    pub(super) entries: &'a Entries,
}

impl Parent<'_> {
    /// Returns the path of an element of the named array under `key`; `array` is the path of the
    /// array, and `first_indices` maps names to first indices.
    pub(super) fn element(
        &self,
        key: &Key,
        array: &Path,
        first_indices: &BTreeMap<&str, usize>,
        (index, element): (usize, &Node),
    ) -> Path {
        let name = element
            .path_name()
            .filter(|name| is_name(name) && first_indices.get(name) == Some(&index));
        match name {
            None => array.index(index),
            Some(name) if is_elided(&key.shape) && self.is_unambiguous(key, name) => {
                self.path.name(name)
            }
            Some(name) => array.name(name),
        }
    }

    /// Returns whether `name` is unambiguous: neither a key of the table nor the name of an element
    /// in an earlier elided array.
    fn is_unambiguous(&self, key: &Key, name: &str) -> bool {
        let is_key = key_of(self.keys, Some(self.entries), name).is_some();
        let is_taken = elided_arrays(self.keys, Some(self.entries))
            .take_while(|(known, _)| known.name != key.name)
            .any(|(_, elements)| position(elements, name).is_some());
        !is_key && !is_taken
    }
}

/// Returns the printed paths of the elements of the array under `key`, in a document with these
/// keys.
pub fn element_paths(root: &Node, keys: &'static [Key], key: &'static Key) -> Vec<Path> {
    let Some(entries) = root.as_table() else {
        return Vec::new();
    };
    let elements = entries.get(key.name).and_then(Node::as_list);
    let elements = elements.unwrap_or_default();
    let parent = Parent {
        path: &Path::root(),
        keys,
        entries,
    };
    let array = Path::root().name(key.name);
    let first_indices = first_indices(elements);
    let is_named = named_elements(&key.shape).is_some();
    let path = |(index, element)| {
        if is_named {
            parent.element(key, &array, &first_indices, (index, element))
        } else {
            array.index(index)
        }
    };
    elements.iter().enumerate().map(path).collect()
}

/// Returns the arrays of a table whose keys may be omitted in paths, with their elements.
pub(super) fn elided_arrays<'a>(
    keys: &'static [Key],
    entries: Option<&'a Entries>,
) -> impl Iterator<Item = (&'static Key, &'a [Node])> {
    keys.iter()
        .filter(|key| is_elided(&key.shape))
        .filter_map(move |key| {
            let elements = entries?.get(key.name)?.as_list()?;
            Some((key, elements))
        })
}

/// Returns the index of the first element with each name.
pub(super) fn first_indices(elements: &[Node]) -> BTreeMap<&str, usize> {
    let mut first_indices = BTreeMap::new();
    for (index, element) in elements.iter().enumerate() {
        if let Some(name) = element.path_name() {
            first_indices.entry(name).or_insert(index);
        }
    }
    first_indices
}

/// Returns the index of the first element with this name.
pub(super) fn position(elements: &[Node], name: &str) -> Option<usize> {
    elements
        .iter()
        .position(|element| element.path_name() == Some(name))
}

/// Returns the names of a named array's elements, in order.
pub(super) fn names(elements: &[Node]) -> impl Iterator<Item = &str> {
    elements.iter().filter_map(Node::path_name)
}

/// Returns whether a text can name an element: it is not blank, has no control characters and is
/// not too long.
pub(super) fn is_name(text: &str) -> bool {
    !text.trim().is_empty() && !text.chars().any(char::is_control) && !is_too_long(text)
}

/// Returns whether a text is longer than a name may be.
pub(super) fn is_too_long(text: &str) -> bool {
    is_longer(text, LONGEST_TEXT)
}

fn is_elided(shape: &ValueShape) -> bool {
    match shape {
        ValueShape::Tables { named, elided, .. } => *named && *elided,
        ValueShape::Either(shapes) => shapes.iter().any(is_elided),
        _ => false,
    }
}
