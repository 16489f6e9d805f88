//! Inserts documents of other scenarios into a document that names them, such as the scenes of an
//! adventure.
//!
//! In a table of an array of the document, a key may name a file. The contest of that file is
//! inserted into the same table under another key, as if it were given there. It includes elements
//! of used files, but no keys that do not describe the contest. Keys beside the name of the file
//! complete it. The name is then removed, so that all later stages have one form of the document.

use super::files::{BaseFolder, Files, Identity, IncludedFile, ReferenceType};
use super::gather::{GatherResult, UseRules, gather};
use super::keys::shared_key;
use super::kind::{kind_of, report_kind};
use super::library::Library;
use crate::contest::Kind;
use crate::document::merge::overlay;
use crate::document::tree::shortened;
use crate::document::{
    Entries, Fault, Faults, Key, Node, Path, Source, Span, TomlValue, TreeEntry, ValueShape, check,
    element_paths,
};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Document into which others are inserted.
#[derive(Clone, Copy, Debug)]
pub(super) struct IncludingDocument<'a> {
    pub(super) library: &'static Library,
    /// Keys of the document.
    pub(super) keys: &'static [Key],
    pub(super) source: &'a Arc<Source>,
    /// Identity of the document's file.
    pub(super) identity: &'a Identity,
    /// Base folder of the document's references.
    pub(super) base: &'a BaseFolder,
}

/// A key whose values name files.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    /// Array whose tables have the key.
    pub(super) array: &'static Key,
    /// Name of the key.
    pub(super) file: &'static str,
    /// Key under which the documents are inserted.
    target: &'static Key,
    /// Maximum number of tables with the key.
    most: usize,
    /// True if paths may omit the array's key.
    pub(super) elided: bool,
}

/// Returns all keys of a table of keys that name files.
pub(super) fn slots(keys: &'static [Key]) -> impl Iterator<Item = Slot> {
    keys.iter().flat_map(|array| {
        let ValueShape::Tables {
            keys, max, elided, ..
        } = array.shape
        else {
            return Vec::new();
        };
        let slot = |key: &Key| {
            let target = keys.iter().find(|target| Some(target.name) == key.includes);
            Some(Slot {
                array,
                file: key.name,
                target: target?,
                most: max,
                elided,
            })
        };
        keys.iter().filter_map(slot).collect()
    })
}

/// Returns whether a document with these keys names files to insert.
pub(super) fn names_files(root: &Node, keys: &'static [Key]) -> bool {
    let has = |slot: Slot| {
        let elements = root.as_table()?.get(slot.array.name)?.as_list()?;
        let mut tables = elements.iter().filter_map(Node::as_table);
        tables.find(|table| table.get(slot.file).is_some())
    };
    slots(keys).any(|slot| has(slot).is_some())
}

/// Inserts the documents of all files that the document names.
pub(super) fn include(
    root: &mut Node,
    host: IncludingDocument<'_>,
    files: &mut Files,
    faults: &mut Faults,
) -> GatherResult {
    let mut walk = IncludeWalk {
        host,
        files,
        faults,
        read: BTreeMap::new(),
        gathered: GatherResult::default(),
    };
    for slot in slots(host.keys) {
        let paths = element_paths(root, host.keys, slot.array);
        let TomlValue::Table(entries) = &mut root.value else {
            break;
        };
        let elements = entries.get_mut(slot.array.name);
        let Some(TomlValue::List(elements)) = elements.map(|node| &mut node.value) else {
            continue;
        };
        // The checker reports excess tables, so they are not read.
        for (element, path) in elements.iter_mut().zip(paths).take(slot.most) {
            if let TomlValue::Table(entries) = &mut element.value {
                walk.table(entries, slot, &path);
            }
        }
    }
    walk.gathered
}

/// The part of a file that describes its contest.
#[derive(Clone)]
struct Document {
    kind: &'static Kind,
    node: Node,
}

/// Reference to a file: its node and path.
struct Reference<'a> {
    node: &'a Node,
    path: Path,
}

struct IncludeWalk<'a> {
    host: IncludingDocument<'a>,
    files: &'a mut Files,
    faults: &'a mut Faults,
    /// Files that have been read; `None` for a file without a valid document.
    read: BTreeMap<Identity, Option<Document>>,
    gathered: GatherResult,
}

impl IncludeWalk<'_> {
    /// Inserts the document of the named file into a table.
    fn table(&mut self, entries: &mut Entries, slot: Slot, path: &Path) {
        let named = entries.iter().find(|entry| entry.name == slot.file);
        let Some(TreeEntry { span, node, .. }) = named.cloned() else {
            return;
        };
        let reference = Reference {
            node: &node,
            path: path.name(slot.file),
        };
        let document = self.document(&reference, slot);
        // Strings are done; the checker reports values of other types.
        if node.as_text().is_some() {
            entries.remove(slot.file);
        }
        if entries.get(slot.target.name).is_none() {
            entries.insert(TreeEntry::unreadable(slot.target.name, &span));
        }
        let Some(own) = entries.get_mut(slot.target.name) else {
            return;
        };
        let whole = document.and_then(|document| {
            let path = path.name(slot.target.name);
            self.completed(document, own, slot, &path)
        });
        if let Some(whole) = whole {
            *own = whole;
        } else {
            // The expected keys are unknown, so they have no faults.
            self.gathered.incomplete = true;
            own.value = TomlValue::Bad;
        }
    }

    /// Returns a document, completed by the keys beside the name of its file.
    fn completed(
        &mut self,
        document: Document,
        own: &Node,
        slot: Slot,
        path: &Path,
    ) -> Option<Node> {
        let Document { kind, mut node } = document;
        let entries = match &own.value {
            TomlValue::Table(entries) => entries,
            // The keys beside the name are unreadable.
            TomlValue::Bad => return Some(node),
            _ => {
                // The checker reports this too, but only if the table has its other keys.
                let found = format!("is {}", shortened(&own.literal()));
                let accepted = "expected a table of the keys that differ from the file";
                let fault = Fault::new(own.span.clone(), path.to_string(), found, accepted);
                self.faults.push(fault);
                return None;
            }
        };
        if let Some(tag_entry) = entries
            .get("kind")
            .filter(|tag_entry| tag_entry.value != TomlValue::Bad)
            && tag_entry.as_text() != Some(kind.name)
        {
            let path = path.name("kind").to_string();
            let found = format!("is {}", shortened(&tag_entry.literal()));
            let accepted = format!(
                "the kind of the file is \"{}\", which cannot be changed, as its other keys depend on it",
                kind.name
            );
            self.faults
                .push(Fault::new(tag_entry.span.clone(), path, found, accepted));
            return None;
        }
        let keys = keys_of_kind(&slot.target.shape, kind).unwrap_or_default();
        overlay(&mut node, own.clone(), keys);
        Some(node)
    }

    /// Returns the document of a reference; `None`, with a fault, if it is not accepted there.
    fn document(&mut self, reference: &Reference<'_>, slot: Slot) -> Option<Document> {
        // The checker reports any value that is not a string.
        let name = reference.node.as_text()?;
        let typed = BaseFolder::Folder(PathBuf::new());
        let base = if reference.node.span.source().is_typed() {
            &typed
        } else {
            self.host.base
        };
        let opened = self
            .files
            .open(base, name, ReferenceType::Scenario, self.host.base);
        let file = match opened {
            Ok(file) => file,
            Err(refusal) => {
                self.gathered.unreadable |= refusal.is_unreadable();
                let (accepted, help) = refusal.into_texts();
                self.refuse(reference, accepted, help);
                return None;
            }
        };
        if file.identity == *self.host.identity {
            self.refuse(reference, "a file cannot include itself".to_owned(), None);
            return None;
        }
        if !self.read.contains_key(&file.identity) {
            let document = self.read(&file);
            self.read.insert(file.identity.clone(), document);
        }
        let document = self.read.get(&file.identity)?.clone()?;
        if keys_of_kind(&slot.target.shape, document.kind).is_none() {
            let accepted = match slot.target.shape {
                ValueShape::Kinded(kinded) => {
                    format!(
                        "expected a file whose `{}` is {}",
                        kinded.tag,
                        kinded.accepted()
                    )
                }
                _ => "expected no file".to_owned(),
            };
            let help = format!("the kind of this file is \"{}\"", document.kind.name);
            self.refuse(reference, accepted, Some(help));
            return None;
        }
        Some(document)
    }

    /// Reads the document of a file; `None`, with faults, if it has no valid one.
    fn read(&mut self, file: &IncludedFile) -> Option<Document> {
        let parsed = file.parsed(self.faults)?;
        let mut found = parsed.faults.clone();
        let library = self.host.library;
        let Some(kind) = kind_of(&parsed.root, library) else {
            report_kind(&parsed.root, library, &mut found);
            self.faults.extend_once(&found);
            return None;
        };
        let mut node = parsed.root.clone();
        let mut gathered = GatherResult::default();
        if let Some((key, part_keys)) = shared_key(kind).zip(library.part_keys_of(kind)) {
            let scope = UseRules {
                key,
                part_keys,
                identity: file.identity.clone(),
                base: file.base.clone(),
                scenario: self.host.base.clone(),
            };
            gathered = gather(&mut node, &scope, &parsed.source, self.files, &mut found);
        }
        let frame = take_frame(&mut node, library.frame_keys_of(kind));
        check(&frame, library.frame_keys_of(kind), &mut found);
        if gathered.incomplete || found.is_broken(&parsed.source) {
            // Keys that are missing beside the name of the file may be in the unreadable part.
            found.mark_broken(self.host.source);
            self.gathered.incomplete = true;
        }
        self.gathered.unreadable |= gathered.unreadable;
        // Two files may use a third one, and then both have its faults.
        self.faults.extend_once(&found);
        Some(Document { kind, node })
    }

    /// Adds a fault for the name of a file.
    fn refuse(&mut self, reference: &Reference<'_>, accepted: String, help: Option<String>) {
        let Reference { node, path } = reference;
        let found = format!("is {}", shortened(&node.literal()));
        let fault = Fault::new(node.span.clone(), path.to_string(), found, accepted);
        self.faults.push(fault.with_help(help));
    }
}

/// Moves the keys that do not describe the contest from a document to the returned table, which
/// also gets a copy of the kind.
fn take_frame(node: &mut Node, keys: &[Key]) -> Node {
    let span: Span = node.span.clone();
    let mut frame = Entries::new();
    if let TomlValue::Table(entries) = &mut node.value {
        for key in keys {
            let entry = match key.name {
                "kind" => entries.iter().find(|entry| entry.name == key.name).cloned(),
                name => entries.remove(name),
            };
            if let Some(entry) = entry {
                frame.insert(entry);
            }
        }
    }
    Node {
        span,
        value: TomlValue::Table(frame),
    }
}

/// Returns the keys of a document of this kind as a value of `shape`; `None` if the shape does not
/// accept it.
fn keys_of_kind(shape: &'static ValueShape, kind: &Kind) -> Option<&'static [Key]> {
    match shape {
        ValueShape::Kinded(kinded) => Some(kinded.variant(kind.name)?.keys),
        ValueShape::Table(keys) => Some(keys),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
