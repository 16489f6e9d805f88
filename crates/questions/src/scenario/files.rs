//! Files that scenarios use: their paths and contents.
//!
//! A reference is `@name` for a built-in file, or a path relative to the folder of the file with
//! the reference. Each file is read once. A scenario stores the texts, so that variants of it do
//! not depend on later changes of the files.

use super::library::Library;
use super::parsed::{NotText, Parsed, text};
use crate::contest::Builtin;
use crate::document::file::{self, MOST_BYTES, ReadError};
use crate::document::nearest::nearest;
use crate::document::tree::shortened;
use crate::document::{Fault, Faults, Source};
use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// Maximum number of names in a folder to search for a similar one.
const MOST_NAMES: usize = 10_000;

/// Base folder of a file's references.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum BaseFolder {
    /// A folder on the disk; an empty path for the working folder.
    Folder(PathBuf),
    /// A folder of the source tree, for built-in files.
    Program(PathBuf),
}

/// Identity of a file, independent of how a reference spells it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Identity {
    /// A file on the disk, by its canonical path.
    Disk(PathBuf),
    /// A built-in file, by its path in the source tree.
    Program(PathBuf),
    /// A text that is not from a file.
    Given,
}

/// A file that was read.
#[derive(Debug)]
pub(super) struct IncludedFile {
    pub(super) identity: Identity,
    /// Name in messages.
    pub(super) name: String,
    /// Base folder of the file's own references.
    pub(super) base: BaseFolder,
    /// The parsed file, or an error if it is not text.
    pub(super) content: Result<Parsed, NotText>,
}

/// Expected type of a referenced file; `@name` finds only built-in files of this type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReferenceType {
    /// A party, which is not a scenario by itself.
    Party,
    /// A complete scenario.
    Scenario,
}

/// Reason for refusing a reference.
#[derive(Debug)]
pub(super) enum Refusal {
    /// The reference is invalid; contains the accepted text and further advice.
    Wrong(String, Option<String>),
    /// The file exists but cannot be read; contains its name and the system's error.
    Unreadable(String, io::Error),
}

impl IncludedFile {
    /// Returns the parsed file; `None`, with a fault, if it is not text.
    pub(super) fn parsed(&self, faults: &mut Faults) -> Option<&Parsed> {
        let not_text = match &self.content {
            Ok(parsed) => return Some(parsed),
            Err(not_text) => not_text,
        };
        let span = not_text.span.clone();
        faults.push(Fault::new(
            span,
            "",
            "the file is not text",
            not_text.advice,
        ));
        None
    }
}

impl Refusal {
    /// Returns whether the file exists but cannot be read.
    pub(super) fn is_unreadable(&self) -> bool {
        matches!(self, Self::Unreadable(..))
    }

    /// Returns the accepted text and further advice.
    pub(super) fn into_texts(self) -> (String, Option<String>) {
        match self {
            Self::Wrong(accepted, help) => (accepted, help),
            Self::Unreadable(name, reason) => {
                let reason = file::reason(&reason);
                (format!("cannot read {name}: {reason}"), None)
            }
        }
    }
}

/// Files read so far, by base folder and reference.
#[derive(Clone, Debug)]
pub(super) struct Files {
    library: &'static Library,
    read: BTreeMap<(BaseFolder, String), Arc<IncludedFile>>,
}

impl Files {
    pub(super) fn new(library: &'static Library) -> Self {
        Self {
            library,
            read: BTreeMap::new(),
        }
    }

    /// Opens the file of a `reference` in a file with the base folder `base`; `scenario` is the
    /// base folder of the loaded scenario.
    ///
    /// # Errors
    /// Returns an error if the file does not exist, must not be used or cannot be read.
    pub(super) fn open(
        &mut self,
        base: &BaseFolder,
        reference: &str,
        expected: ReferenceType,
        scenario: &BaseFolder,
    ) -> Result<Arc<IncludedFile>, Refusal> {
        let inside = reference.strip_prefix('@');
        let inside = inside
            .map(|name| expected.inside(name, self.library))
            .transpose()?;
        let key = (base.clone(), reference.to_owned());
        if let Some(part) = self.read.get(&key) {
            return Ok(Arc::clone(part));
        }
        let part = if reference.trim().is_empty() {
            Err(Refusal::Wrong(
                "expected the path of a file".to_owned(),
                None,
            ))
        } else if let Some(inside) = inside {
            Ok(shipped(inside))
        } else {
            match base {
                BaseFolder::Program(folder) => from_program(&folder.join(reference), self.library),
                BaseFolder::Folder(folder) => {
                    from_disk(&without_dots(&folder.join(reference)), scenario)
                }
            }
        }?;
        let part = Arc::new(part);
        self.read.insert(key, Arc::clone(&part));
        Ok(part)
    }

    /// Returns the paths of the files read from the disk.
    pub(super) fn on_disk(&self) -> Vec<PathBuf> {
        let paths = self.read.values().filter_map(|part| match &part.identity {
            Identity::Disk(path) => Some(path.clone()),
            _ => None,
        });
        paths.collect()
    }
}

/// Returns the identity of the scenario with this typed name, and the base folder of its
/// references.
pub(super) fn identity_and_base(name: &str, library: &Library) -> (Identity, BaseFolder) {
    let shipped = name
        .strip_prefix('@')
        .and_then(|name| library.builtin(name).or_else(|| library.party(name)));
    if let Some(shipped) = shipped {
        let path = PathBuf::from(shipped.path);
        let base = BaseFolder::Program(folder_of(&path));
        return (Identity::Program(path), base);
    }
    if name.starts_with('@') {
        // A text such as that of a link has no folder.
        return (Identity::Given, BaseFolder::Program(PathBuf::new()));
    }
    if name == "-" {
        return (Identity::Given, BaseFolder::Folder(PathBuf::new()));
    }
    let path = Path::new(name);
    let identity = path.canonicalize().map_or(Identity::Given, Identity::Disk);
    (identity, BaseFolder::Folder(folder_of(path)))
}

fn folder_of(path: &Path) -> PathBuf {
    path.parent().map_or_else(PathBuf::new, Path::to_path_buf)
}

/// Returns the path without `.` components, unless it has no others. Keeps `..`, since after a
/// symbolic link it is not the parent folder.
fn without_dots(path: &Path) -> PathBuf {
    let plain: PathBuf = path
        .components()
        .filter(|component| *component != Component::CurDir)
        .collect();
    if plain.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        plain
    }
}

impl ReferenceType {
    /// Returns the built-in file with this name.
    fn inside(self, name: &str, library: &Library) -> Result<&'static Builtin, Refusal> {
        let (party, scenario) = (library.party(name), library.builtin(name));
        let (found, list, what, other) = match self {
            Self::Party => (party, library.parties, "parties", scenario),
            Self::Scenario => (scenario, library.scenarios, "scenarios", party),
        };
        let names = || list.iter().map(|file| file.name);
        found.ok_or_else(|| {
            let known: Vec<String> = names().map(|name| format!("@{name}")).collect();
            let accepted = format!("the built-in {what} are {}", known.join(", "));
            let near = nearest(name, names()).map(|near| format!("did you mean \"@{near}\"?"));
            let help = near.or_else(|| {
                other.map(|_| match self {
                    Self::Party => {
                        format!("@{name} is a scenario, which other scenarios cannot use")
                    }
                    Self::Scenario => {
                        format!("@{name} is not a scenario, but a file that scenarios use")
                    }
                })
            });
            Refusal::Wrong(accepted, help)
        })
    }
}

/// Returns the built-in file with this path in the source tree.
fn from_program(path: &Path, library: &Library) -> Result<IncludedFile, Refusal> {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            component => plain.push(component),
        }
    }
    let found = library
        .parties
        .iter()
        .chain(library.scenarios)
        .find(|known| Path::new(known.path) == plain);
    found.map(shipped).ok_or_else(|| {
        let accepted = format!(
            "there is no built-in file {}",
            brief(&plain.to_string_lossy())
        );
        Refusal::Wrong(accepted, None)
    })
}

fn shipped(file: &Builtin) -> IncludedFile {
    let path = PathBuf::from(file.path);
    IncludedFile {
        name: format!("@{}", file.name),
        base: BaseFolder::Program(folder_of(&path)),
        identity: Identity::Program(path),
        content: Ok(Parsed::new(Source::new(
            format!("@{}", file.name),
            file.text,
        ))),
    }
}

fn from_disk(path: &Path, scenario: &BaseFolder) -> Result<IncludedFile, Refusal> {
    let name = path.to_string_lossy().into_owned();
    let refuse = |reason: io::Error| match reason.kind() {
        ErrorKind::NotFound
        | ErrorKind::NotADirectory
        | ErrorKind::InvalidInput
        | ErrorKind::InvalidFilename => Refusal::Wrong(
            format!("the file {} does not exist", brief(&name)),
            near_file(path),
        ),
        _ => Refusal::Unreadable(name.clone(), reason),
    };
    let canonical = path.canonicalize().map_err(refuse)?;
    let bytes = file::read(&canonical).map_err(|error| match error {
        ReadError::Kind(what) => Refusal::Wrong(format!("{name} is {what}; expected a file"), None),
        ReadError::Size => {
            let most = MOST_BYTES / 1_000_000;
            let accepted = format!("{name} is larger than {most} MB, the limit");
            Refusal::Wrong(accepted, None)
        }
        ReadError::System(reason) => refuse(reason),
    })?;
    // Messages must not quote the user's other files in a scenario from another source.
    let source = if is_below(&canonical, scenario) {
        Source::new
    } else {
        Source::unquoted
    };
    Ok(IncludedFile {
        content: text(&name, &bytes).map(|text| Parsed::new(source(name.as_str(), text))),
        identity: Identity::Disk(canonical),
        base: BaseFolder::Folder(folder_of(path)),
        name,
    })
}

/// Returns whether a file is in the folder of a scenario or in a subfolder.
fn is_below(file: &Path, scenario: &BaseFolder) -> bool {
    let folder = match scenario {
        BaseFolder::Folder(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let folder = folder.canonicalize();
    folder.is_ok_and(|folder| file.starts_with(folder))
}

/// Shortens a path for a message.
fn brief(path: &str) -> String {
    if path.chars().count() > 200 {
        shortened(path)
    } else {
        path.to_owned()
    }
}

/// Returns advice on a path that does not exist: the nearest name in its folder, or a note that the
/// folder is missing.
pub fn near_file(path: &Path) -> Option<String> {
    let folder = folder_of(path);
    let place = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        &folder
    };
    if !place.is_dir() {
        return Some(format!(
            "the folder {} does not exist",
            brief(&folder.to_string_lossy())
        ));
    }
    let mut names: Vec<String> = std::fs::read_dir(place)
        .ok()?
        .take(MOST_NAMES)
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| {
            Path::new(name)
                .extension()
                .is_some_and(|ending| ending == "toml")
        })
        .collect();
    // The order of directory entries is not defined.
    names.sort_unstable();
    let wanted = path.file_name()?.to_str()?;
    let near = nearest(wanted, names.iter().map(String::as_str))?;
    Some(format!("did you mean {}?", folder.join(near).display()))
}
