//! Tables of several kinds: the value of one key says which other keys there are.

use super::keys::Key;
use super::shape::{Choice, Shape};
use super::tree::{Entries, Node};

/// A table whose key `tag` says which other keys it has.
#[derive(Debug, Clone, Copy)]
pub struct Kinded {
    /// The key that says it.
    pub tag: &'static str,
    /// What it may say. The list is made at run time: out of what other rooms know.
    pub variants: fn() -> &'static [Variant],
}

/// One kind of such a table.
#[derive(Debug, Clone, Copy)]
pub struct Variant {
    /// The value of the tag.
    pub name: &'static str,
    /// All keys of such a table, the tag among them: that is checked, listed and written like any other.
    pub keys: &'static [Key],
}

impl Variant {
    /// A kind with the keys `own` beside the tag, which comes first. The list is made for good, so this is called once
    /// for each kind there is.
    pub fn new(tag: &Kinded, choice: Choice, own: &[Key]) -> Self {
        let only: &'static [Choice] = vec![choice].leak();
        let tag = Key::required(tag.tag, Shape::Choice(only)).help("Which kind this is.");
        // Only what stands in the document itself is gathered out of other files.
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
    /// The kinds.
    pub fn variants(&self) -> &'static [Variant] {
        (self.variants)()
    }

    /// The names that the tag accepts.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.variants().iter().map(|variant| variant.name)
    }

    /// The kind of that name.
    pub fn variant(&self, name: &str) -> Option<&'static Variant> {
        self.variants().iter().find(|variant| variant.name == name)
    }

    /// The kind that a table says it is.
    pub(super) fn variant_of(&self, entries: &Entries) -> Option<&'static Variant> {
        self.variant(entries.get(self.tag).and_then(Node::as_text)?)
    }

    /// What the tag accepts, in words.
    pub fn accepted(&self) -> String {
        one_of(self.names())
    }

    /// What is wrong with the kinds themselves.
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
            Some("has two kinds of one name")
        } else if variants.iter().any(|variant| tags(variant) != 1) {
            Some("has a kind whose keys have not one tag")
        } else {
            None
        }
    }
}

/// One of several names, in words.
pub(super) fn one_of(names: impl Iterator<Item = &'static str>) -> String {
    let names: Vec<String> = names.map(|name| format!("\"{name}\"")).collect();
    match names.as_slice() {
        [only] => only.clone(),
        _ => format!("one of {}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests;
