//! Traversal of a table of keys: every key, and every shape inside its value.
//!
//! A tagged table is a single entry, since its content depends on the document.

use super::keys::Key;
use super::shape::ValueShape;

/// A shape with its place in a table of keys.
#[derive(Debug, Clone)]
pub(super) struct KeyShape {
    /// Path, such as `side[].combatant[].classes[].dice`, with `*` for a free key.
    pub path: String,
    /// Key with the shape, or with a value that contains it.
    pub key: &'static Key,
    /// Keys of the enclosing table.
    pub keys: &'static [Key],
    /// Shape at this position.
    pub shape: &'static ValueShape,
    /// True if the shape is that of a whole value of the key, rather than of a part.
    pub is_whole: bool,
}

/// Returns all shapes of a table of keys, in order. The shapes inside a value follow the shape of
/// the value.
pub(super) fn key_shapes(keys: &'static [Key]) -> Vec<KeyShape> {
    let mut key_shapes = Vec::new();
    walk_keys("", keys, &mut key_shapes);
    key_shapes
}

fn walk_keys(prefix: &str, keys: &'static [Key], key_shapes: &mut Vec<KeyShape>) {
    for key in keys {
        let (name, shape) = key.pattern();
        let entry = KeyShape {
            path: format!("{prefix}{name}"),
            key,
            keys,
            shape,
            is_whole: true,
        };
        walk(&entry, key_shapes);
    }
}

fn walk(entry: &KeyShape, key_shapes: &mut Vec<KeyShape>) {
    key_shapes.push(entry.clone());
    let inside = |more: &str, shape| KeyShape {
        path: format!("{}{more}", entry.path),
        shape,
        is_whole: false,
        ..*entry
    };
    match entry.shape {
        ValueShape::Text
        | ValueShape::Prose
        | ValueShape::Flag
        | ValueShape::Integer { .. }
        | ValueShape::Number { .. }
        | ValueShape::Share { .. }
        | ValueShape::Choice(_)
        | ValueShape::Kinded(_) => {}
        ValueShape::List { item, .. } => walk(&inside("[]", item), key_shapes),
        ValueShape::Map(value) => walk(&inside(".*", value), key_shapes),
        ValueShape::Either(shapes) => shapes
            .iter()
            .for_each(|shape| walk(&inside("", shape), key_shapes)),
        ValueShape::Table(keys) => walk_keys(&format!("{}.", entry.path), keys, key_shapes),
        ValueShape::Tables { keys, .. } => {
            walk_keys(&format!("{}[].", entry.path), keys, key_shapes);
        }
    }
}
