//! Keys of the contests that scenes may have: the keys of their kinds, with characters allowed in
//! place of participants.

use super::casting::HELPER_KEYS;
use crate::KINDS;
use evenodds_core::contest::{CLASS_FIT, optional};
use evenodds_core::document::{ChoiceName, Key, Kinded, Presence, ValueShape, Variant};
use std::sync::LazyLock;

/// Contest of a scene, selected by `kind`.
pub(super) static KINDED: Kinded = Kinded {
    tag: "kind",
    variants,
};

static VARIANTS: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    let kinds = KINDS.iter().filter(|kind| kind.name != super::KIND.name);
    kinds
        .map(|kind| {
            let choice = ChoiceName::new(kind.name, kind.summary);
            Variant::new(&KINDED, choice, with_characters(kind.keys))
        })
        .collect()
});

fn variants() -> &'static [Variant] {
    &VARIANTS
}

/// Key that names a character, or candidates of which the first available one is cast.
const CHARACTER: Key = Key {
    name: "character",
    ..optional(ValueShape::Either(&[
        ValueShape::Text,
        ValueShape::List {
            item: &ValueShape::Text,
            min: 1,
            max: super::party::MOST_CHARACTERS,
        },
    ]))
}
.help("A character, or a list of characters, of whom the first available one takes the place.")
.accepts("the name of a character, or a list of such names")
.example("\"Mark Four\"");

/// Suitable Classes of a character, best first.
const SUITABLE_CLASSES: ValueShape = ValueShape::List {
    item: &ValueShape::Either(&[ValueShape::Text, ValueShape::Table(&SUITING_KEYS)]),
    min: 1,
    max: super::party::MOST_CLASSES,
};

const CLASSES: Key = Key {
    name: "classes",
    ..optional(SUITABLE_CLASSES)
}
.help("Of a character: the suitable Classes, of which the first available one is used; by default all of them.")
.accepts("a list of names of Classes, or of tables as in { name = \"Pilot\", fit = \"semi\" }")
.example("[\"Technician\"]");

/// Keys of a suitable Class of a character.
static SUITING_KEYS: [Key; 2] = [
    Key::required("name", ValueShape::Text).help("Name of the Class."),
    CLASS_FIT,
];

/// Returns whether a table with these keys is a participant: it has a name, and dice or Classes.
fn is_participant(keys: &[Key]) -> bool {
    let has = |name: &str| keys.iter().any(|key| key.name == name);
    has("name") && (has("dice") || has("classes"))
}

/// Returns whether participants of a kind with these keys have lists of Classes instead of dice.
pub(super) fn has_several_classes(keys: &[Key]) -> bool {
    let classes =
        |keys: &[Key]| is_participant(keys) && keys.iter().any(|key| key.name == "classes");
    keys.iter().any(|key| match key.shape {
        ValueShape::Table(keys) | ValueShape::Tables { keys, .. } => {
            classes(keys) || has_several_classes(keys)
        }
        _ => false,
    })
}

/// Returns the keys, changed to accept characters as participants, and the group's prosperity in
/// place of a number.
fn with_characters(keys: &'static [Key]) -> &'static [Key] {
    let is_participant = is_participant(keys);
    let mut derived: Vec<Key> = keys
        .iter()
        .map(|key| derived(key, is_participant))
        .collect();
    if is_participant {
        derived.push(CHARACTER);
        if !keys.iter().any(|key| key.name == CLASSES.name) {
            derived.push(CLASSES);
        }
    }
    derived.leak()
}

fn derived(key: &Key, is_participant: bool) -> Key {
    let mut key = *key;
    key.shape = match key.shape {
        ValueShape::Table(keys) => ValueShape::Table(with_characters(keys)),
        ValueShape::Tables {
            keys,
            min,
            max,
            named,
            elided,
        } => ValueShape::Tables {
            keys: with_characters(keys),
            min,
            max,
            named,
            elided,
        },
        other => other,
    };
    if HELPER_KEYS.contains(&key.name) && matches!(key.shape, ValueShape::Flag) {
        key.shape = ValueShape::Either(&[ValueShape::Flag, ValueShape::Text]);
        key.accepts = "true, false, or the name of a character or a base that must be present";
    }
    let comes_from_elsewhere = is_participant && ["name", "dice", "classes"].contains(&key.name)
        || key.name == "prosperity";
    if comes_from_elsewhere && key.presence == Presence::Required {
        key.presence = Presence::Optional;
    }
    if is_participant && key.name == "classes" {
        key.shape = ValueShape::Either(vec![key.shape, SUITABLE_CLASSES].leak());
    }
    key
}
