//! Puts the documents of other scenarios into a document that names them, such as the scenes of an adventure.
//!
//! In a table of an array of the document a key may name a file. What that file says about its contest then stands
//! beside it, under another key, as if it had been written there: without what says nothing about the contest, together
//! with what it uses itself, and completed by what is written beside it. The name of the file is gone then, so that
//! everything behind meets one form of the document.

use super::files::{Files, Home, Identity, Included, Sought};
use super::gather::{Gathered, Scope, gather};
use super::keys::{frame_keys_of, part_keys_of, shared_key};
use super::kind::{kind_of, report_kind};
use crate::contest::Kind;
use crate::document::merge::overlay;
use crate::document::tree::shortened;
use crate::document::{
    Entries, Entry, Fault, Faults, Key, Node, Path, Place, Shape, Source, Value, check,
    element_paths,
};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// The document into which others are put.
#[derive(Clone, Copy, Debug)]
pub(super) struct Host<'a> {
    /// Its keys.
    pub(super) keys: &'static [Key],
    pub(super) source: &'a Arc<Source>,
    /// Which file it is.
    pub(super) identity: &'a Identity,
    /// Where its references are counted from.
    pub(super) home: &'a Home,
}

/// A key that names files.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    /// The array in whose tables it stands.
    pub(super) array: &'static Key,
    /// Its name.
    pub(super) file: &'static str,
    /// Under which key their documents are put.
    target: &'static Key,
    /// In how many tables it may stand.
    most: usize,
    /// Paths may leave the array's key out.
    pub(super) elided: bool,
}

/// All keys of a table of keys that name files.
pub(super) fn slots(keys: &'static [Key]) -> impl Iterator<Item = Slot> {
    keys.iter().flat_map(|array| {
        let Shape::Tables {
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

/// Whether a document with these keys names files that are to be put into it.
pub(super) fn names_files(root: &Node, keys: &'static [Key]) -> bool {
    let has = |slot: Slot| {
        let elements = root.as_table()?.get(slot.array.name)?.as_list()?;
        let mut tables = elements.iter().filter_map(Node::as_table);
        tables.find(|table| table.get(slot.file).is_some())
    };
    slots(keys).any(|slot| has(slot).is_some())
}

/// Puts the documents of all files that the document names into it.
pub(super) fn include(
    root: &mut Node,
    host: Host<'_>,
    files: &mut Files,
    faults: &mut Faults,
) -> Gathered {
    let mut walk = Walk {
        host,
        files,
        faults,
        read: BTreeMap::new(),
        gathered: Gathered::default(),
    };
    for slot in slots(host.keys) {
        let paths = element_paths(root, host.keys, slot.array);
        let Value::Table(entries) = &mut root.value else {
            break;
        };
        let elements = entries.get_mut(slot.array.name);
        let Some(Value::List(elements)) = elements.map(|node| &mut node.value) else {
            continue;
        };
        // That there are too many is for the checker to say; nothing is played then.
        for (element, path) in elements.iter_mut().zip(paths).take(slot.most) {
            if let Value::Table(entries) = &mut element.value {
                walk.table(entries, slot, &path);
            }
        }
    }
    walk.gathered
}

/// What a file says about its contest.
#[derive(Clone)]
struct Document {
    kind: &'static Kind,
    node: Node,
}

/// Where a file is named: the value, and its path.
struct Reference<'a> {
    node: &'a Node,
    path: Path,
}

struct Walk<'a> {
    host: Host<'a>,
    files: &'a mut Files,
    faults: &'a mut Faults,
    /// The files that were read; none for one that gives no document.
    read: BTreeMap<Identity, Option<Document>>,
    gathered: Gathered,
}

impl Walk<'_> {
    /// Puts a document into a table that names its file.
    fn table(&mut self, entries: &mut Entries, slot: Slot, path: &Path) {
        let named = entries.iter().find(|entry| entry.name == slot.file);
        let Some(Entry { place, node, .. }) = named.cloned() else {
            return;
        };
        let reference = Reference {
            node: &node,
            path: path.name(slot.file),
        };
        let document = self.document(&reference, slot);
        // A text has been dealt with; anything else is left to the checker.
        if node.as_text().is_some() {
            entries.remove(slot.file);
        }
        if entries.get(slot.target.name).is_none() {
            entries.insert(Entry::unreadable(slot.target.name, &place));
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
            // What belongs there is not known, so nothing is said about it.
            self.gathered.incomplete = true;
            own.value = Value::Bad;
        }
    }

    /// A document with what is written beside its file.
    fn completed(
        &mut self,
        document: Document,
        own: &Node,
        slot: Slot,
        path: &Path,
    ) -> Option<Node> {
        let Document { kind, mut node } = document;
        let entries = match &own.value {
            Value::Table(entries) => entries,
            // Nothing is written beside it, or nothing that could be read.
            Value::Bad => return Some(node),
            _ => {
                // The checker would say so too, but of a table whose other keys are there.
                let found = format!("is {}", shortened(&own.literal()));
                let accepted = "a table with what is to be other than in the file";
                let fault = Fault::new(own.place.clone(), path.to_string(), found, accepted);
                self.faults.push(fault);
                return None;
            }
        };
        if let Some(said) = entries.get("kind").filter(|said| said.value != Value::Bad)
            && said.as_text() != Some(kind.name)
        {
            let path = path.name("kind").to_string();
            let found = format!("is {}", shortened(&said.literal()));
            let accepted = format!(
                "the file says \"{}\", its other keys belong to that, and it cannot be changed beside it",
                kind.name
            );
            self.faults
                .push(Fault::new(said.place.clone(), path, found, accepted));
            return None;
        }
        let keys = keys_of_kind(&slot.target.shape, kind).unwrap_or_default();
        overlay(&mut node, own.clone(), keys);
        Some(node)
    }

    /// The document that is meant; none, with a fault, if there is none that fits.
    fn document(&mut self, reference: &Reference<'_>, slot: Slot) -> Option<Document> {
        // Anything else than a text is left to the checker.
        let name = reference.node.as_text()?;
        let typed = Home::Folder(PathBuf::new());
        let home = if reference.node.place.source().is_typed() {
            &typed
        } else {
            self.host.home
        };
        let opened = self
            .files
            .open(home, name, Sought::Scenario, self.host.home);
        let file = match opened {
            Ok(file) => file,
            Err(refusal) => {
                self.gathered.unreadable |= refusal.is_unreadable();
                let (accepted, help) = refusal.told();
                self.refuse(reference, accepted, help);
                return None;
            }
        };
        if file.identity == *self.host.identity {
            self.refuse(reference, "a file cannot be inside itself".to_owned(), None);
            return None;
        }
        if !self.read.contains_key(&file.identity) {
            let document = self.read(&file);
            self.read.insert(file.identity.clone(), document);
        }
        let document = self.read.get(&file.identity)?.clone()?;
        if keys_of_kind(&slot.target.shape, document.kind).is_none() {
            let accepted = match slot.target.shape {
                Shape::Kinded(kinded) => {
                    format!("a file whose `{}` is {}", kinded.tag, kinded.accepted())
                }
                _ => "no file belongs here".to_owned(),
            };
            let help = format!("the kind of this one is \"{}\"", document.kind.name);
            self.refuse(reference, accepted, Some(help));
            return None;
        }
        Some(document)
    }

    /// Reads what a file says about its contest; none, with faults, if it holds none.
    fn read(&mut self, file: &Included) -> Option<Document> {
        let parsed = file.parsed(self.faults)?;
        let mut found = parsed.faults.clone();
        let Some(kind) = kind_of(&parsed.root) else {
            report_kind(&parsed.root, &mut found);
            self.faults.extend_once(&found);
            return None;
        };
        let mut node = parsed.root.clone();
        let mut gathered = Gathered::default();
        if let Some((key, part_keys)) = shared_key(kind).zip(part_keys_of(kind)) {
            let scope = Scope {
                key,
                part_keys,
                identity: file.identity.clone(),
                home: file.home.clone(),
                scenario: self.host.home.clone(),
            };
            gathered = gather(&mut node, &scope, &parsed.source, self.files, &mut found);
        }
        let frame = take_frame(&mut node, kind);
        check(&frame, frame_keys_of(kind), &mut found);
        if gathered.incomplete || found.is_broken(&parsed.source) {
            // What seems to be lacking beside the name of the file may stand where nothing could be read.
            found.mark_broken(self.host.source);
            self.gathered.incomplete = true;
        }
        self.gathered.unreadable |= gathered.unreadable;
        // Two files may use one whose faults are the same for both.
        self.faults.extend_once(&found);
        Some(Document { kind, node })
    }

    /// Refuses the name of a file.
    fn refuse(&mut self, reference: &Reference<'_>, accepted: String, help: Option<String>) {
        let Reference { node, path } = reference;
        let found = format!("is {}", shortened(&node.literal()));
        let fault = Fault::new(node.place.clone(), path.to_string(), found, accepted);
        self.faults.push(fault.with_help(help));
    }
}

/// Takes out of a document what says nothing about its contest, and gives it back; the kind is in both.
fn take_frame(node: &mut Node, kind: &Kind) -> Node {
    let place: Place = node.place.clone();
    let mut frame = Entries::new();
    if let Value::Table(entries) = &mut node.value {
        for key in frame_keys_of(kind) {
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
        place,
        value: Value::Table(frame),
    }
}

/// The keys of a document of that kind where it stands as a value of that shape; none if it cannot.
fn keys_of_kind(shape: &'static Shape, kind: &Kind) -> Option<&'static [Key]> {
    match shape {
        Shape::Kinded(kinded) => Some(kinded.variant(kind.name)?.keys),
        Shape::Table(keys) => Some(keys),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
