//! Traverses a table of keys: every key, and every shape inside its value.
//!
//! A tagged table is a single entry, as its content depends on the document.

use super::keys::Key;
use super::shape::ValueShape;

/// A shape, with its position in a table of keys.
#[derive(Debug, Clone)]
pub(super) struct Spot {
    /// Path, such as `side[].combatant[].classes[].dice`, with `*` for a free key.
    pub path: String,
    /// The key that has the shape, or whose value contains it.
    pub key: &'static Key,
    /// Keys of the enclosing table.
    pub keys: &'static [Key],
    /// Shape at this position.
    pub shape: &'static ValueShape,
    /// True if the shape is that of the whole value of the key rather than of a part.
    pub is_whole: bool,
}

/// Returns all shapes of a table of keys in its order. Shapes inside a value follow that of the
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
