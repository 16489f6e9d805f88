//! Gathers the elements of a shared array, such as the sides of a fight, out of the files that a document uses.
//!
//! The files come first, in the order in which they are named, each behind those that it uses itself and only once
//! however often it is named; the document's own elements come last. An element that has the name of one out of a file
//! that is used, directly or through others, completes that one. Two files that know nothing of each other cannot:
//! which of them has the last word would depend on their order.

use super::files::{Files, Home, Identity, Included, Sought};
use crate::document::merge::{merge, named_elements};
use crate::document::path::{escaped, quoted};
use crate::document::tree::shortened;
use crate::document::{Entries, Entry, Fault, Faults, Key, Node, Place, Source, Value, check};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

/// The key that names the files that a document uses.
pub const USE: &str = "use";
/// The most files that one file names.
pub(super) const MOST_FILES: usize = 100;
/// The most files in a chain, each of which uses the next.
const LONGEST_CHAIN: usize = 32;

/// What files are used, and by whom.
#[derive(Debug)]
pub(super) struct Scope {
    /// The array whose elements are gathered.
    pub(super) key: &'static Key,
    /// The keys of a file that is used.
    pub(super) part_keys: &'static [Key],
    /// Which file it is.
    pub(super) identity: Identity,
    /// Where its references are counted from.
    pub(super) home: Home,
    /// The home of the scenario that is loaded: the file itself, or one that it is put into.
    pub(super) scenario: Home,
}

/// What became of it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gathered {
    /// Not everything could be read, so that what is missing may stand there. There is a fault for each reason.
    pub(super) incomplete: bool,
    /// A file is there that the system would not give.
    pub(super) unreadable: bool,
}

/// Puts the elements of all files that the document uses into it, in front of its own.
pub(super) fn gather(
    root: &mut Node,
    scope: &Scope,
    source: &Arc<Source>,
    files: &mut Files,
    faults: &mut Faults,
) -> Gathered {
    let Value::Table(entries) = &mut root.value else {
        return Gathered::default();
    };
    let Some(used) = entries.iter().find(|entry| entry.name == USE) else {
        return Gathered::default();
    };
    let place = used.place.clone();
    let mut walk = Walk {
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
            // Anything else than an array is left to the checker.
            if let Value::List(nodes) = &mut own.value {
                *nodes = elements;
            }
        }
        None if elements.is_empty() => {}
        None => entries.insert(Entry {
            name: scope.key.name.to_owned(),
            place: place.clone(),
            node: Node {
                place,
                value: Value::List(elements),
            },
        }),
    }
    gathered
}

/// A file with all that it uses.
#[derive(Clone, Copy)]
struct Visited {
    /// Its number, in the order in which files are finished.
    number: usize,
    /// Whether it could be read, and all that it uses, too.
    whole: bool,
}

struct Walk<'a> {
    scope: &'a Scope,
    /// The keys of an element.
    keys: &'static [Key],
    files: &'a mut Files,
    faults: &'a mut Faults,
    /// The files being read, each of which uses the next, with their names.
    chain: Vec<(Identity, String)>,
    /// Those that were read; none for one that is not to be used.
    done: BTreeMap<Identity, Option<Visited>>,
    /// By number: the file itself and all that it uses, directly or through others.
    closures: Vec<BTreeSet<usize>>,
    elements: Vec<Node>,
    /// By name of an element: the number of the file that spoke of it last, and where.
    owners: BTreeMap<String, (usize, Place)>,
    unreadable: bool,
}

impl Walk<'_> {
    /// Gathers a file: first what it uses, then its own elements, which are taken out of it.
    fn visit(&mut self, entries: &mut Entries, source: &Arc<Source>, home: &Home) -> Visited {
        let mut closure = BTreeSet::new();
        let mut whole = !self.faults.is_broken(source);
        let mut named: BTreeMap<usize, usize> = BTreeMap::new();
        let references = match entries.get(USE).map(|node| &node.value) {
            Some(Value::List(references)) => references.clone(),
            other => {
                // If it is anything else, the checker says so.
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
                let accepted = format!("a file is named once, and use[{first}] is the same");
                self.refuse((index, node), accepted, None);
            }
            closure.extend(self.closures[visited.number].iter().copied());
        }
        if !whole {
            // What this file seems to lack may stand where nothing could be read.
            self.faults.mark_broken(source);
        }
        let number = self.closures.len();
        closure.insert(number);
        self.take(entries, &closure, number);
        self.closures.push(closure);
        Visited { number, whole }
    }

    /// Takes the elements out of a file and puts them behind those that are there.
    fn take(&mut self, entries: &mut Entries, closure: &BTreeSet<usize>, number: usize) {
        let Some(Value::List(own)) = entries
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

    /// Whether an element has the name of one in a file that its own file does not use. That is a fault: of two files
    /// that know nothing of each other, neither completes the other.
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
            format!("a name is used once, and {first} has it"),
        );
        self.faults.push(fault.with_help(Some(format!(
            "rename one; or, if this is to complete the other, its file has to use the other one: {USE} = [\"…\"]"
        ))));
        true
    }

    /// The file that a reference means, gathered; none, with a fault, if that cannot be.
    fn part(&mut self, home: &Home, at: (usize, &Node)) -> Option<Visited> {
        // Anything else than a text is left to the checker.
        let reference = at.1.as_text()?;
        let part = match self
            .files
            .open(home, reference, Sought::Party, &self.scope.scenario)
        {
            Ok(part) => part,
            Err(refusal) => {
                self.unreadable |= refusal.is_unreadable();
                let (accepted, help) = refusal.told();
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
            let accepted = format!(
                "at most {LONGEST_CHAIN} files use each other in a chain, and this one would be the next"
            );
            self.refuse(at, accepted, None);
            return None;
        }
        let visited = self.read(&part);
        self.done.insert(part.identity.clone(), visited);
        visited
    }

    /// What is accepted instead of the file at `start` of the chain, which the last of the chain names.
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
                "files cannot use each other in a circle: {}",
                names.join(" uses ")
            ),
        }
    }

    /// Reads a file and gathers it; none, with a fault, if it is none to be used.
    fn read(&mut self, part: &Included) -> Option<Visited> {
        let parsed = part.parsed(self.faults)?;
        self.faults.extend(&parsed.faults);
        let mut root = parsed.root.clone();
        let Value::Table(entries) = &mut root.value else {
            return None;
        };
        if let Some(kind) = entries.iter().find(|entry| entry.name == "kind") {
            let keys: Vec<&str> = self.scope.part_keys.iter().map(|key| key.name).collect();
            let fault = Fault::new(
                kind.place.clone(),
                kind.name.as_str(),
                "is not a key here",
                "a whole scenario cannot be used by another one",
            );
            self.faults.push(fault.with_help(Some(format!(
                "what they share goes into a file of its own, in which there is nothing but {}",
                keys.join(", ")
            ))));
            return None;
        }
        let shared = self.scope.key.name;
        let own = entries.get(shared).and_then(Node::as_list);
        let own = own.is_some_and(|own| !own.is_empty());
        if !own && entries.get(USE).is_none() {
            // It gives nothing to those who use it.
            check(&root, self.scope.part_keys, self.faults);
            return None;
        }
        self.chain.push((part.identity.clone(), part.name.clone()));
        let visited = self.visit(entries, &parsed.source, &part.home);
        self.chain.pop();
        if own || entries.get(shared).is_none() {
            // Elements are checked where they are put together, and it needs none if it uses others.
            entries.insert(Entry::unreadable(shared, &root.place));
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

/// Where the name of an element is written.
fn place_of_name(element: &Node) -> Place {
    let name = element.as_table().and_then(|table| table.get("name"));
    name.unwrap_or(element).place.clone()
}
