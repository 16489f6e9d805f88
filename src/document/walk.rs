//! Traversal of a table of keys: every key, and every shape inside its value.
//!
//! A table of different kinds is a single spot, as its content depends on the document. Checks of
//! a whole table of keys use the spots of this traversal.

use super::keys::Key;
use super::shape::ValueShape;

/// A shape with its place in a table of keys.
#[derive(Debug, Clone)]
pub(super) struct Spot {
    /// Path: `side[].combatant[].classes[].dice`; `*` for a free key.
    pub path: String,
    /// The key that has the shape, or whose value contains it.
    pub key: &'static Key,
    /// Keys of the table around it.
    pub keys: &'static [Key],
    /// Shape at this place.
    pub shape: &'static ValueShape,
    /// True if it is the whole value of the key, rather than inside it.
    pub is_whole: bool,
}

/// Returns all spots of a table of keys in its order; spots inside a value follow that of the
/// value.
pub(super) fn spots(keys: &'static [Key]) -> Vec<Spot> {
    let mut spots = Vec::new();
    walk_keys("", keys, &mut spots);
    spots
}

fn walk_keys(prefix: &str, keys: &'static [Key], spots: &mut Vec<Spot>) {
    for key in keys {
        let spot = Spot {
            path: format!("{prefix}{}", key.name),
            key,
            keys,
            shape: &key.shape,
            is_whole: true,
        };
        walk(&spot, spots);
    }
}

fn walk(spot: &Spot, spots: &mut Vec<Spot>) {
    spots.push(spot.clone());
    let inside = |more: &str, shape| Spot {
        path: format!("{}{more}", spot.path),
        shape,
        is_whole: false,
        ..*spot
    };
    match spot.shape {
        ValueShape::Text
        | ValueShape::Prose
        | ValueShape::Flag
        | ValueShape::Integer { .. }
        | ValueShape::Number { .. }
        | ValueShape::Choice(_)
        | ValueShape::Kinded(_) => {}
        ValueShape::List { item, .. } => walk(&inside("[]", item), spots),
        ValueShape::Map(value) => walk(&inside(".*", value), spots),
        ValueShape::Either(shapes) => shapes
            .iter()
            .for_each(|shape| walk(&inside("", shape), spots)),
        ValueShape::Table(keys) => walk_keys(&format!("{}.", spot.path), keys, spots),
        ValueShape::Tables { keys, .. } => walk_keys(&format!("{}[].", spot.path), keys, spots),
    }
}
