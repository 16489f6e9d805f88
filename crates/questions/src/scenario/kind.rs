//! Kind of contest of a file, and the faults of the key `kind`.

use super::keys::shared_key;
use super::library::Library;
use crate::contest::{Kind, Template};
use crate::document::path::escaped;
use crate::document::{Entries, Fault, Faults, Key, Node, TomlValue, check};
use std::fmt::Write as _;

/// Returns the kind of a document; `None` if the key `kind` names no existing kind.
pub(super) fn kind_of(root: &Node, library: &Library) -> Option<&'static Kind> {
    library.kind(root.as_table()?.get("kind")?.as_text()?)
}

/// Restores the kind of the file and adds a fault if an assignment changed it, since all other keys
/// belong to that kind.
pub(super) fn keep_kind(root: &mut Node, kind: &Kind, faults: &mut Faults) {
    let TomlValue::Table(entries) = &mut root.value else {
        return;
    };
    let Some(node) = entries.get_mut("kind") else {
        return;
    };
    if node.as_text() == Some(kind.name) {
        return;
    }
    let accepted = format!(
        "the kind of the file is \"{}\", which --set cannot change, as the other keys depend on it",
        kind.name
    );
    let found = format!("is {}", node.literal());
    faults.push(Fault::new(node.span.clone(), "kind", found, accepted));
    node.value = TomlValue::Text(kind.name.to_owned());
}

/// Reports the faults of `kind`, but none of the keys that depend on it.
pub(super) fn report_kind(root: &Node, library: &'static Library, faults: &mut Faults) {
    let mut only = root.clone();
    if let TomlValue::Table(entries) = &mut only.value {
        let kind = library.common_keys().iter().find(|key| key.name == "kind");
        if let Some(kind) = kind
            && entries.get(kind.name).is_none()
            && !faults.is_broken(root.span.source())
        {
            let first = library.kinds.first().map_or("", |kind| kind.name);
            let mut help = format!(
                "for example kind = \"{first}\"; `evenodds new {first}` prints a whole file to start from"
            );
            if let Some(part) = part_of(entries, library) {
                let name = root.span.source().name();
                let _ = write!(
                    help,
                    "; to use its elements of `{}`, name it in a scenario: use = [{}]",
                    part.name,
                    escaped(name)
                );
            }
            let span = root.span.clone();
            let accepted = format!("expected {}", kind.accepted());
            let fault = Fault::new(span, kind.name, "is missing", accepted);
            faults.push(fault.with_help(Some(help)));
            return;
        }
        let others: Vec<String> = entries
            .iter()
            .map(|entry| entry.name.clone())
            .filter(|name| !library.common_keys().iter().any(|key| key.name == name))
            .collect();
        for name in others {
            entries.remove(&name);
        }
    }
    check(&only, library.common_keys(), faults);
    if let TomlValue::Table(entries) = &only.value
        && let Some(text) = entries.get("kind").and_then(Node::as_text)
        && let Some(template) = template_of(text, library)
    {
        let Template { name, kind, .. } = template;
        let help = format!(
            "{name} are contests of kind = {kind:?}; `evenodds new {name}` prints a file to start from"
        );
        faults.advise(|fault| fault.path == "kind", &help);
    }
}

/// Returns the type of contest that a text names, in upper or lower case, in the singular or plural.
fn template_of(text: &str, library: &'static Library) -> Option<&'static Template> {
    let text = text.to_lowercase();
    let is_named = |one: &&Template| one.name == text || one.name.strip_suffix('s') == Some(&text);
    library.templates.iter().find(is_named)
}

/// Returns the shared key of a file without a kind that seems to be for use in scenarios.
fn part_of(entries: &Entries, library: &'static Library) -> Option<&'static Key> {
    library.kinds.iter().find_map(|kind| {
        let keys = library.part_keys_of(kind)?;
        let shared = shared_key(kind)?;
        entries.get(shared.name)?;
        let known = |name: &str| keys.iter().any(|key| key.name == name);
        entries
            .iter()
            .all(|entry| known(&entry.name))
            .then_some(shared)
    })
}
