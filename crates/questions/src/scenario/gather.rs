//! Gathers the elements of a shared array, such as the sides of a fight, from the files that a
//! document uses.
//!
//! Elements of used files come first, in the order in which the document names the files, and the
//! document's own elements last. The elements of a file follow those of the files that it uses
//! itself. A file that is named more than once is gathered once. An element completes the element
//! of the same name from a directly or indirectly used file. Two files of which neither uses the
//! other cannot complete each other, since the result would depend on their order.

use super::files::{BaseFolder, Files, Identity, IncludedFile, ReferenceType};
use crate::document::merge::merge;
use crate::document::naming::named_elements;
use crate::document::path::{escaped, quoted};
use crate::document::tree::shortened;
use crate::document::{
    Entries, Fault, Faults, Key, Node, Source, Span, TomlValue, TreeEntry, check,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

/// Key that lists the files that a document uses.
pub const USE: &str = "use";
/// Maximum number of files that one file can use directly.
pub(super) const MOST_FILES: usize = 100;
/// Maximum length of a chain of files, each of which uses the next.
const LONGEST_CHAIN: usize = 32;

/// Rules for the files that a document uses.
#[derive(Debug)]
pub(super) struct UseRules {
    /// Array whose elements are gathered.
    pub(super) key: &'static Key,
    /// Keys of a used file.
    pub(super) part_keys: &'static [Key],
    /// Identity of the document.
    pub(super) identity: Identity,
    /// Base folder of the document's references.
    pub(super) base: BaseFolder,
    /// Base folder of the loaded scenario: the document itself, or a scenario into which it is
    /// inserted.
    pub(super) scenario: BaseFolder,
}

/// Result of gathering.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GatherResult {
    /// True if some parts could not be read and may contain missing keys. Each of them has a fault.
    pub(super) incomplete: bool,
    /// True if a used file exists but could not be read.
    pub(super) unreadable: bool,
}

/// Inserts the elements of all used files before the elements of the document itself.
pub(super) fn gather(
    root: &mut Node,
    scope: &UseRules,
    source: &Arc<Source>,
    files: &mut Files,
    faults: &mut Faults,
) -> GatherResult {
    let TomlValue::Table(entries) = &mut root.value else {
        return GatherResult::default();
    };
    let Some(used) = entries.iter().find(|entry| entry.name == USE) else {
        return GatherResult::default();
    };
    let span = used.span.clone();
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
    let own = walk.visit(entries, source, &scope.base);
    let gathered = GatherResult {
        incomplete: !own.whole,
        unreadable: walk.unreadable,
    };
    let elements = walk.elements;
    match entries.get_mut(scope.key.name) {
        Some(own) => {
            // The checker reports any value that is not an array.
            if let TomlValue::List(nodes) = &mut own.value {
                *nodes = elements;
            }
        }
        None if elements.is_empty() => {}
        None => entries.insert(TreeEntry {
            name: scope.key.name.to_owned(),
            span: span.clone(),
            node: Node {
                span,
                value: TomlValue::List(elements),
            },
        }),
    }
    gathered
}

/// A gathered file, including all files that it uses.
#[derive(Clone, Copy)]
struct VisitedFile {
    /// Index of the file, in the order in which gathering finished.
    number: usize,
    /// True if the file and all files that it uses could be read.
    whole: bool,
}

struct FolderWalk<'a> {
    scope: &'a UseRules,
    /// Keys of an element.
    keys: &'static [Key],
    files: &'a mut Files,
    faults: &'a mut Faults,
    /// Chain of files being read, with their names; each uses the next.
    chain: Vec<(Identity, String)>,
    /// Files that have been read; `None` for a refused one.
    done: BTreeMap<Identity, Option<VisitedFile>>,
    /// For each file index, the file itself and all files that it uses, directly or indirectly.
    closures: Vec<BTreeSet<usize>>,
    elements: Vec<Node>,
    /// For each element name, the last file with the element and the span of the name.
    owners: BTreeMap<String, (usize, Span)>,
    unreadable: bool,
}

impl FolderWalk<'_> {
    /// Gathers the elements of a file: first those of the files that it uses, then its own, which
    /// it removes from the file.
    fn visit(
        &mut self,
        entries: &mut Entries,
        source: &Arc<Source>,
        base: &BaseFolder,
    ) -> VisitedFile {
        let mut closure = BTreeSet::new();
        let mut whole = !self.faults.is_broken(source);
        let mut named: BTreeMap<usize, usize> = BTreeMap::new();
        let references = match entries.get(USE).map(|node| &node.value) {
            Some(TomlValue::List(references)) => references.clone(),
            other => {
                // The checker reports values of other types.
                whole &= other.is_none();
                Vec::new()
            }
        };
        whole &= references.len() <= MOST_FILES;
        for (index, node) in references.iter().take(MOST_FILES).enumerate() {
            let typed = BaseFolder::Folder(PathBuf::new());
            let base = if node.span.source().is_typed() {
                &typed
            } else {
                base
            };
            let Some(visited) = self.part(base, (index, node)) else {
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
            // Missing keys of this file may be in the unreadable part.
            self.faults.mark_broken(source);
        }
        let number = self.closures.len();
        closure.insert(number);
        self.take(entries, &closure, number);
        self.closures.push(closure);
        VisitedFile { number, whole }
    }

    /// Moves the elements of a file to the end of the gathered elements.
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

    /// Returns whether an element has the name of one in a file that its own file does not use.
    /// Adds a fault then, since neither element can complete the other.
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
    fn part(&mut self, base: &BaseFolder, at: (usize, &Node)) -> Option<VisitedFile> {
        // The checker reports any value that is not a string.
        let reference = at.1.as_text()?;
        let part =
            match self
                .files
                .open(base, reference, ReferenceType::Party, &self.scope.scenario)
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

    /// Returns the error text for a circle of files, which starts at index `start` of the chain.
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

    /// Reads and gathers a file; `None`, with a fault, if it cannot be used.
    fn read(&mut self, part: &IncludedFile) -> Option<VisitedFile> {
        let parsed = part.parsed(self.faults)?;
        self.faults.extend(&parsed.faults);
        let mut root = parsed.root.clone();
        let TomlValue::Table(entries) = &mut root.value else {
            return None;
        };
        if let Some(kind) = entries.iter().find(|entry| entry.name == "kind") {
            let keys: Vec<&str> = self.scope.part_keys.iter().map(|key| key.name).collect();
            let fault = Fault::new(
                kind.span.clone(),
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
            // The file has no elements for the files that use it.
            check(&root, self.scope.part_keys, self.faults);
            return None;
        }
        self.chain.push((part.identity.clone(), part.name.clone()));
        let visited = self.visit(entries, &parsed.source, &part.base);
        self.chain.pop();
        if own || entries.get(shared).is_none() {
            // Elements are checked after merging. None are required if the file uses other files.
            entries.insert(TreeEntry::unreadable(shared, &root.span));
        }
        check(&root, self.scope.part_keys, self.faults);
        Some(visited)
    }

    /// Adds a fault for a reference.
    fn refuse(&mut self, (index, node): (usize, &Node), accepted: String, help: Option<String>) {
        let path = format!("{USE}[{index}]");
        let found = format!("is {}", shortened(&node.literal()));
        let fault = Fault::new(node.span.clone(), path, found, accepted);
        self.faults.push(fault.with_help(help));
    }
}

/// Returns the span of an element's name.
fn place_of_name(element: &Node) -> Span {
    let name = element.as_table().and_then(|table| table.get("name"));
    name.unwrap_or(element).span.clone()
}
