//! Gathers the elements of a shared array, such as the sides of a fight, from the files that a
//! document uses.
//!
//! The files come first, in the order of their names in the document. Each one follows the files
//! that it uses itself, and comes only once even if it is named more often. The document's own
//! elements come last. An element with the name of one from a file that is used, directly or
//! through others, completes that one. Of two files that do not use each other, neither can
//! complete the other: the result would depend on their order.

use super::files::{Files, Home, Identity, Included, Sought};
use crate::document::merge::{merge, named_elements};
use crate::document::path::{escaped, quoted};
use crate::document::tree::shortened;
use crate::document::{
    Entries, Fault, Faults, Key, Node, Source, Span, TomlValue, TreeEntry, check,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

/// Key with the names of the files that a document uses.
pub const USE: &str = "use";
/// Upper bound on the files that one file names.
pub(super) const MOST_FILES: usize = 100;
/// Upper bound on the files in a chain, each of which uses the next.
const LONGEST_CHAIN: usize = 32;

/// Rules for the files that a document uses.
#[derive(Debug)]
pub(super) struct Scope {
    /// The array whose elements are gathered.
    pub(super) key: &'static Key,
    /// Keys of a used file.
    pub(super) part_keys: &'static [Key],
    /// Identity of the document.
    pub(super) identity: Identity,
    /// Base of the document's references.
    pub(super) home: Home,
    /// Base of the scenario that is loaded: that of the document itself, or of one that it is
    /// inserted into.
    pub(super) scenario: Home,
}

/// Result of gathering.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gathered {
    /// True if not everything could be read, so that missing keys may be there. Each reason has a
    /// fault.
    pub(super) incomplete: bool,
    /// True if a file exists that could not be read.
    pub(super) unreadable: bool,
}

/// Inserts the elements of all files that the document uses before its own.
pub(super) fn gather(
    root: &mut Node,
    scope: &Scope,
    source: &Arc<Source>,
    files: &mut Files,
    faults: &mut Faults,
) -> Gathered {
    let TomlValue::Table(entries) = &mut root.value else {
        return Gathered::default();
    };
    let Some(used) = entries.iter().find(|entry| entry.name == USE) else {
        return Gathered::default();
    };
    let place = used.place.clone();
    let mut walk = FolderWalk {
        scope,
        keys: named_elements(&scope.key.shape).unwrap_or_default(),
        files,
        faults,
        chain: vec![(scope.identity.clone(), source.name().to_owned())],
        done: BTreeMap::new(),
        closures: Vec::new(),
        elements: Vec::new(),
        owners: BTreeMap::new(),
        unreadable: false,
    };
    let own = walk.visit(entries, source, &scope.home);
    let gathered = Gathered {
        incomplete: !own.whole,
        unreadable: walk.unreadable,
    };
    let elements = walk.elements;
    match entries.get_mut(scope.key.name) {
        Some(own) => {
            // The checker reports any value but an array.
            if let TomlValue::List(nodes) = &mut own.value {
                *nodes = elements;
            }
        }
        None if elements.is_empty() => {}
        None => entries.insert(TreeEntry {
            name: scope.key.name.to_owned(),
            place: place.clone(),
            node: Node {
                place,
                value: TomlValue::List(elements),
            },
        }),
    }
    gathered
}

/// A file with all that it uses.
#[derive(Clone, Copy)]
struct Visited {
    /// Number of the file, in the order in which files are finished.
    number: usize,
    /// True if the file and all that it uses could be read.
    whole: bool,
}

struct FolderWalk<'a> {
    scope: &'a Scope,
    /// Keys of an element.
    keys: &'static [Key],
    files: &'a mut Files,
    faults: &'a mut Faults,
    /// Files being read, each of which uses the next, with their names.
    chain: Vec<(Identity, String)>,
    /// Files that were read; `None` for one that must not be used.
    done: BTreeMap<Identity, Option<Visited>>,
    /// By number: the file itself and all that it uses, directly or through others.
    closures: Vec<BTreeSet<usize>>,
    elements: Vec<Node>,
    /// By name of an element: the number of the last file that has it, and its place.
    owners: BTreeMap<String, (usize, Span)>,
    unreadable: bool,
}

impl FolderWalk<'_> {
    /// Gathers a file: first the files that it uses, then its own elements, which are removed from
    /// it.
    fn visit(&mut self, entries: &mut Entries, source: &Arc<Source>, home: &Home) -> Visited {
        let mut closure = BTreeSet::new();
        let mut whole = !self.faults.is_broken(source);
        let mut named: BTreeMap<usize, usize> = BTreeMap::new();
        let references = match entries.get(USE).map(|node| &node.value) {
            Some(TomlValue::List(references)) => references.clone(),
            other => {
                // The checker reports any other value.
                whole &= other.is_none();
                Vec::new()
            }
        };
        whole &= references.len() <= MOST_FILES;
        for (index, node) in references.iter().take(MOST_FILES).enumerate() {
            let typed = Home::Folder(PathBuf::new());
            let home = if node.place.source().is_typed() {
                &typed
            } else {
                home
            };
            let Some(visited) = self.part(home, (index, node)) else {
                whole = false;
                continue;
            };
            whole &= visited.whole;
            if let Some(first) = named.insert(visited.number, index) {
                let accepted = format!("use[{first}] already names this file");
                self.refuse((index, node), accepted, None);
            }
            closure.extend(self.closures[visited.number].iter().copied());
        }
        if !whole {
            // Keys that this file seems to lack may be in the unreadable part.
            self.faults.mark_broken(source);
        }
        let number = self.closures.len();
        closure.insert(number);
        self.take(entries, &closure, number);
        self.closures.push(closure);
        Visited { number, whole }
    }

    /// Moves the elements of a file to the end of the gathered ones.
    fn take(&mut self, entries: &mut Entries, closure: &BTreeSet<usize>, number: usize) {
        let Some(TomlValue::List(own)) = entries
            .get_mut(self.scope.key.name)
            .map(|node| &mut node.value)
        else {
            return;
        };
        let mut own = std::mem::take(own);
        own.retain(|element| !self.is_foreign(element, closure));
        for element in &own {
            if let Some(name) = element.own_name() {
                let owner = (number, place_of_name(element));
                self.owners.insert(name.to_owned(), owner);
            }
        }
        merge(&mut self.elements, own, self.keys);
    }

    /// Returns whether an element has the name of one in a file that its own file does not use,
    /// which is a fault: neither of the two can complete the other.
    fn is_foreign(&mut self, element: &Node, closure: &BTreeSet<usize>) -> bool {
        let Some(name) = element.own_name() else {
            return false;
        };
        let Some((owner, first)) = self.owners.get(name) else {
            return false;
        };
        if closure.contains(owner) {
            return false;
        }
        let fault = Fault::new(
            place_of_name(element),
            format!("{}.{}.name", self.scope.key.name, quoted(name)),
            format!("is {}", shortened(&escaped(name))),
            format!("the name is already used at {first}"),
        );
        self.faults.push(fault.with_help(Some(format!(
            "rename one of them; or, if this element completes the other, let its file use the other file: {USE} = [\"…\"]"
        ))));
        true
    }

    /// Gathers the file of a reference; `None`, with a fault, if that fails.
    fn part(&mut self, home: &Home, at: (usize, &Node)) -> Option<Visited> {
        // The checker reports any value but a text.
        let reference = at.1.as_text()?;
        let part = match self
            .files
            .open(home, reference, Sought::Party, &self.scope.scenario)
        {
            Ok(part) => part,
            Err(refusal) => {
                self.unreadable |= refusal.is_unreadable();
                let (accepted, help) = refusal.into_texts();
                self.refuse(at, accepted, help);
                return None;
            }
        };
        if let Some(start) = self
            .chain
            .iter()
            .position(|(identity, _)| *identity == part.identity)
        {
            self.refuse(at, self.circle(start), None);
            return None;
        }
        if let Some(done) = self.done.get(&part.identity) {
            return *done;
        }
        if self.chain.len() >= LONGEST_CHAIN {
            let accepted =
                format!("expected a chain of at most {LONGEST_CHAIN} files that use each other");
            self.refuse(at, accepted, None);
            return None;
        }
        let visited = self.read(&part);
        self.done.insert(part.identity.clone(), visited);
        visited
    }

    /// Describes the files accepted instead of the one at `start` of the chain, which the last
    /// file of the chain names.
    fn circle(&self, start: usize) -> String {
        let names: Vec<String> = self
            .chain
            .iter()
            .skip(start)
            .chain(self.chain.get(start))
            .map(|(_, name)| shortened(name))
            .collect();
        match names.as_slice() {
            [_, _] => "a file cannot use itself".to_owned(),
            _ => format!(
                "files cannot use each other in a circle ({})",
                names.join(" uses ")
            ),
        }
    }

    /// Reads a file and gathers it; `None`, with a fault, if it must not be used.
    fn read(&mut self, part: &Included) -> Option<Visited> {
        let parsed = part.parsed(self.faults)?;
        self.faults.extend(&parsed.faults);
        let mut root = parsed.root.clone();
        let TomlValue::Table(entries) = &mut root.value else {
            return None;
        };
        if let Some(kind) = entries.iter().find(|entry| entry.name == "kind") {
            let keys: Vec<&str> = self.scope.part_keys.iter().map(|key| key.name).collect();
            let fault = Fault::new(
                kind.place.clone(),
                kind.name.as_str(),
                "is not a key here",
                "a file that scenarios use is not a scenario itself",
            );
            self.faults.push(fault.with_help(Some(format!(
                "move the shared elements to a separate file with these keys only: {}",
                keys.join(", ")
            ))));
            return None;
        }
        let shared = self.scope.key.name;
        let own = entries.get(shared).and_then(Node::as_list);
        let own = own.is_some_and(|own| !own.is_empty());
        if !own && entries.get(USE).is_none() {
            // It has nothing to add to the files that use it.
            check(&root, self.scope.part_keys, self.faults);
            return None;
        }
        self.chain.push((part.identity.clone(), part.name.clone()));
        let visited = self.visit(entries, &parsed.source, &part.home);
        self.chain.pop();
        if own || entries.get(shared).is_none() {
            // Elements are checked after they are merged, and none are required if the file uses
            // others.
            entries.insert(TreeEntry::unreadable(shared, &root.place));
        }
        check(&root, self.scope.part_keys, self.faults);
        Some(visited)
    }

    /// Refuses a reference.
    fn refuse(&mut self, (index, node): (usize, &Node), accepted: String, help: Option<String>) {
        let path = format!("{USE}[{index}]");
        let found = format!("is {}", shortened(&node.literal()));
        let fault = Fault::new(node.place.clone(), path, found, accepted);
        self.faults.push(fault.with_help(help));
    }
}

/// Returns the place of an element's name.
fn place_of_name(element: &Node) -> Span {
    let name = element.as_table().and_then(|table| table.get("name"));
    name.unwrap_or(element).place.clone()
}
