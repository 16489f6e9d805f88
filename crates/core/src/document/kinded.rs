//! Tagged tables: the value of one key, the tag, determines which other keys a table has.

use super::keys::Key;
use super::shape::{ChoiceName, ValueShape};
use super::tree::{Entries, Node};

/// A table whose key `tag` determines its other keys.
#[derive(Debug, Clone, Copy)]
pub struct Kinded {
    /// Name of the key that contains the kind.
    pub tag: &'static str,
    /// Returns the kinds. A function, since other modules build the list at run time.
    pub variants: fn() -> &'static [Variant],
}

/// One kind of a tagged table.
#[derive(Debug, Clone, Copy)]
pub struct Variant {
    /// Value of the tag.
    pub name: &'static str,
    /// All keys of such a table, including the tag.
    pub keys: &'static [Key],
}

impl Variant {
    /// Creates a kind whose keys are the tag and then `own`. The list is leaked, so this must be
    /// called only once per kind.
    pub fn new(tag: &Kinded, choice: ChoiceName, own: &[Key]) -> Self {
        let only: &'static [ChoiceName] = vec![choice].leak();
        let tag = Key::required(tag.tag, ValueShape::Choice(only)).help("Kind of contest.");
        // Other files can add elements only to arrays of the document itself.
        let own = own.iter().map(|key| Key {
            shared: false,
            ..*key
        });
        let keys: Vec<Key> = std::iter::once(tag).chain(own).collect();
        Self {
            name: choice.name,
            keys: keys.leak(),
        }
    }
}

impl Kinded {
    /// Returns the kinds.
    pub fn variants(&self) -> &'static [Variant] {
        (self.variants)()
    }

    /// Returns the names that the tag accepts.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.variants().iter().map(|variant| variant.name)
    }

    /// Returns the kind with this name.
    pub fn variant(&self, name: &str) -> Option<&'static Variant> {
        self.variants().iter().find(|variant| variant.name == name)
    }

    /// Returns the kind of a table according to its tag.
    pub(super) fn variant_of(&self, entries: &Entries) -> Option<&'static Variant> {
        self.variant(entries.get(self.tag).and_then(Node::as_text)?)
    }

    /// Describes the values that the tag accepts.
    pub fn accepted(&self) -> String {
        one_of(self.names())
    }

    /// Returns a flaw in the declaration of the kinds, if there is one.
    pub(super) fn flaw(&self) -> Option<&'static str> {
        let variants = self.variants();
        let is_tag = |key: &&Key| key.name == self.tag;
        let tags = |variant: &Variant| variant.keys.iter().filter(is_tag).count();
        let is_twice = |(position, variant): (usize, &Variant)| {
            let before = variants.iter().take(position);
            before.into_iter().any(|other| other.name == variant.name)
        };
        if variants.is_empty() {
            Some("has no kinds")
        } else if variants.iter().enumerate().any(is_twice) {
            Some("has two kinds with the same name")
        } else if variants.iter().any(|variant| tags(variant) != 1) {
            Some("has a kind without exactly one tag")
        } else {
            None
        }
    }
}

/// Formats names as alternatives.
pub(super) fn one_of(names: impl Iterator<Item = &'static str>) -> String {
    let names: Vec<String> = names.map(|name| format!("\"{name}\"")).collect();
    match names.as_slice() {
        [only] => only.clone(),
        _ => format!("one of {}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests;
