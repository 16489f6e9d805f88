//! From a text to a scenario.

use super::expect;
use super::files::{Files, whereabouts};
use super::gather::{Gathered, Scope, USE, gather};
use super::grid::VARIED;
use super::keys::{common_keys, keys_of, part_keys_of, shared_key};
use super::sweep;
use super::text::text;
use super::tune;
use super::{BUILTINS, Scenario, builtin, party};
use crate::contest::Kind;
use crate::contests;
use crate::document::file::{self, MOST_BYTES, ReadError};
use crate::document::path::escaped;
use crate::document::printable;
use crate::document::{
    Entries, Fault, Faults, Key, Node, Path, Segment, Source, Value, canonical, check, nearest,
    parse, set, written,
};
use std::fmt::Write as _;
use std::path::PathBuf;

/// Keys that do not change how a contest plays: results of files that differ in nothing else belong
/// together.
const NOT_HASHED: [&str; 8] = [
    "format", "title", "notes", "use", "run", "expect", "sweep", "tune",
];

/// An assignment, with the name under which it is shown.
type Assignment<'a> = (&'static str, &'a String);

/// Why there is no scenario.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The text has faults.
    #[error("{0}")]
    Faults(Faults),
    /// The text has faults, one of them a file that it uses and that could not be read.
    #[error("{0}")]
    PartUnreadable(Faults),
    /// The file could not be read.
    #[error("cannot read {}: {reason}", printable(path))]
    Unreadable {
        /// The file.
        path: String,
        /// The system's word for it.
        reason: std::io::Error,
    },
    /// It is no file that could hold a scenario.
    #[error(
        "{} {found}: a scenario is an ordinary file of at most {} MB",
        printable(path),
        MOST_BYTES / 1_000_000
    )]
    Unfit {
        /// The file.
        path: String,
        /// What is wrong with it, as it goes on after its name.
        found: String,
    },
    /// The name of the file is no text.
    #[error("{shown}: this name is not valid UTF-8; give the file another one")]
    Unnameable {
        /// The name as far as it can be shown.
        shown: String,
    },
    /// The file is not text.
    #[error("{}:{line}:{column}: this is no text: {advice}", printable(path))]
    NotText {
        /// The file.
        path: String,
        /// The line of the first byte that is no text, from 1.
        line: usize,
        /// Its column in characters, from 1.
        column: usize,
        /// What to do about it.
        advice: &'static str,
    },
    /// No scenario of that name is inside the program.
    #[error(
        "there is no built-in scenario @{}{suggestion}; they are {known}",
        printable(name)
    )]
    NoBuiltin {
        /// The name typed.
        name: String,
        /// The nearest name, as a question; may be empty.
        suggestion: String,
        /// All names.
        known: String,
    },
}

impl LoadError {
    /// What is said of bytes called `path` that were not read.
    pub fn unread(path: &str, error: ReadError) -> Self {
        let path = path.to_owned();
        let found = match error {
            ReadError::System(reason) => return Self::Unreadable { path, reason },
            ReadError::Kind(what) => format!("is {what}"),
            ReadError::Size => "is too large".to_owned(),
        };
        Self::Unfit { path, found }
    }

    /// The files that were read before the faults in them were found, as they are called in messages.
    pub fn files(&self) -> Vec<PathBuf> {
        match self {
            Self::Faults(faults) | Self::PartUnreadable(faults) => {
                faults.names().map(PathBuf::from).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Opens what the command line calls a file, other than standard input: a path or `@name`.
///
/// # Errors
/// The file cannot be read or has faults; all of them are in the error.
pub fn open(argument: &str, assignments: &[String]) -> Result<Scenario, LoadError> {
    if let Some(name) = argument.strip_prefix('@') {
        let found = builtin(name).or_else(|| party(name)).ok_or_else(|| {
            let names: Vec<&str> = BUILTINS.iter().map(|builtin| builtin.name).collect();
            LoadError::NoBuiltin {
                name: name.to_owned(),
                suggestion: nearest::nearest(name, names.iter().copied())
                    .map_or_else(String::new, |near| format!(": did you mean @{near}?")),
                known: names
                    .iter()
                    .map(|name| format!("@{name}"))
                    .collect::<Vec<_>>()
                    .join(", "),
            }
        })?;
        return load(argument, found.text.as_bytes(), assignments);
    }
    let bytes = file::read(std::path::Path::new(argument))
        .map_err(|error| LoadError::unread(argument, error))?;
    load(argument, &bytes, assignments)
}

/// Reads a scenario out of the bytes of a file that is called `name` in messages. Files that it uses are looked for
/// from the folder of `name`; from the working folder for `-`, and inside the program for `@name`.
///
/// # Errors
/// The bytes are not text or have faults, or files that they use; all of them are in the error.
pub fn load(name: &str, bytes: &[u8], assignments: &[String]) -> Result<Scenario, LoadError> {
    // Where assignments change what a sweep is about, whoever asks for the sweep will hear of it.
    let tried = assignments.is_empty();
    load_with(name, bytes, (assignments, &[]), Files::default(), tried)
}

/// Like [`load`], where files that were read before are not read again. The assignments of `varied` come behind the
/// others, and faults say so. With `tried` all settings of `[sweep]` and `[tune]` are loaded, too, to find what is wrong with them.
pub(super) fn load_with(
    name: &str,
    bytes: &[u8],
    (assignments, varied): (&[String], &[String]),
    mut files: Files,
    tried: bool,
) -> Result<Scenario, LoadError> {
    let text = text(name, bytes).map_err(|error| LoadError::NotText {
        path: name.to_owned(),
        line: error.place.line(),
        column: error.place.column(),
        advice: error.advice,
    })?;
    let mut faults = Faults::new();
    let source = Source::new(name, text);
    let mut root = parse(&source, &mut faults);
    let Some(kind) = kind_of(&root) else {
        // Without the kind nobody can say which other keys are right.
        report_kind(&root, &mut faults);
        return Err(LoadError::Faults(faults));
    };
    let keys = keys_of(kind);
    // Which files are used has to be known before anything in them can be changed.
    let named = |name| move |assignment| (name, assignment);
    let (first, then): (Vec<Assignment>, Vec<Assignment>) = assignments
        .iter()
        .map(named(set::SOURCE_NAME))
        .chain(varied.iter().map(named(VARIED)))
        .partition(|(_, assignment)| is_about_use(assignment, keys));
    for (name, assignment) in first {
        set::apply_from(&mut root, keys, name, assignment, &mut faults);
    }
    let mut gathered = Gathered::default();
    if let (Some(key), Some(part_keys)) = (shared_key(kind), part_keys_of(kind)) {
        let (identity, home) = whereabouts(name);
        let scope = Scope {
            key,
            part_keys,
            source: &source,
            identity,
            home,
        };
        gathered = gather(&mut root, &scope, &mut files, &mut faults);
    }
    let whole = whole_text(&root, &source);
    for assignment in then {
        if gathered.incomplete {
            set_in_part(&mut root, kind, assignment, &mut faults);
        } else {
            set::apply_from(&mut root, keys, assignment.0, assignment.1, &mut faults);
        }
    }
    keep_kind(&mut root, kind, &mut faults);
    let table = check(&root, keys, &mut faults);
    let before = faults.len();
    if !gathered.incomplete {
        (kind.examine)(&table, &mut faults);
    }
    // A contest may come out of a file whose faults lie elsewhere; then the names in `[expect]` can
    // be checked along with the rest.
    let contest = if faults.len() == before && !gathered.incomplete {
        (kind.build)(&table)
    } else {
        None
    };
    let expectations = expect::read(&table, contest.as_deref(), &mut faults);
    // A varied contest may have other outcomes than that of the file, for which figures are named.
    let named_for = contest.as_deref().filter(|_| varied.is_empty());
    let sweep = sweep::read(&table, named_for, &mut faults);
    let tune = tune::read(&table, named_for, &mut faults);
    if tried && !gathered.incomplete {
        let hash = |varied: &[String]| {
            let all = (assignments, varied);
            load_with(name, bytes, all, files.clone(), false).map(|scenario| scenario.hash)
        };
        let all = [
            ("sweep", sweep.as_ref().map(|sweep| &sweep.vary)),
            ("tune", tune.as_ref().map(|tune| &tune.vary)),
        ];
        for (key, vary) in all {
            if let (Some(vary), Some(own)) = (vary, table.table(key)) {
                sweep::try_all(vary, own.list("vary"), hash, &mut faults);
            }
        }
    }
    if gathered.unreadable {
        return Err(LoadError::PartUnreadable(faults));
    }
    if !faults.is_empty() {
        return Err(LoadError::Faults(faults));
    }
    let Some(contest) = contest else {
        // Only if `examine` overlooked something; better said than played wrongly.
        let accepted = "a contest that can be built; please report this file";
        faults.refuse(&table, "kind", accepted, None);
        return Err(LoadError::Faults(faults));
    };
    let content = canonical(&table, &NOT_HASHED);
    let run = table.table("run");
    let number = |key| {
        run.and_then(|run| run.integer(key))
            .map(|number| number as u64)
    };
    Ok(Scenario {
        path: name.to_owned(),
        title: table
            .text("title")
            .map_or_else(|| stem(name), str::to_owned),
        notes: table.text("notes").unwrap_or_default().to_owned(),
        kind,
        hash: blake3::hash(content.as_bytes()).to_hex()[..16].to_owned(),
        trials: number("trials"),
        seed: number("seed"),
        expectations,
        sweep,
        tune,
        text: text.to_owned(),
        whole,
        files,
        assignments: [assignments, varied].concat(),
        seats: (kind.seats)(&table),
        checked: table,
        contest,
    })
}

fn kind_of(root: &Node) -> Option<&'static Kind> {
    contests::kind(root.as_table()?.get("kind")?.as_text()?)
}

/// Whether an assignment changes which files are used.
fn is_about_use(assignment: &str, keys: &[Key]) -> bool {
    let named = |path: Path| path.segments().first() == Some(&Segment::Name(USE.to_owned()));
    keys.iter().any(|key| key.name == USE)
        && Path::read(assignment).is_ok_and(|(path, _, _)| named(path))
}

/// The assignments that do not change which files are used.
pub(super) fn beyond_use(kind: &Kind, assignments: &[String]) -> Vec<String> {
    let others = assignments.iter();
    others
        .filter(|assignment| !is_about_use(assignment, keys_of(kind)))
        .cloned()
        .collect()
}

/// Makes an assignment where files are missing: what it names may stand in those, so that it is no fault not to find it.
fn set_in_part(root: &mut Node, kind: &Kind, (name, assignment): Assignment, faults: &mut Faults) {
    let mut found = Faults::new();
    set::apply_from(root, keys_of(kind), name, assignment, &mut found);
    let shared = shared_key(kind).map_or("", |key| key.name);
    for fault in found.iter() {
        if !fault.path.starts_with(shared) {
            faults.push(fault.clone());
        }
    }
}

/// A document with all that it uses as one text; empty if it uses nothing.
fn whole_text(root: &Node, source: &Source) -> String {
    let mut root = root.clone();
    let Value::Table(entries) = &mut root.value else {
        return String::new();
    };
    if entries.remove(USE).is_none() {
        return String::new();
    }
    let name = source
        .name()
        .replace(|character: char| character.is_control(), "?");
    format!(
        "# {name}, with the files that it uses put into it.\n{}",
        written(&root)
    )
}

/// Refuses another kind than that of the file, to which all other keys belong.
fn keep_kind(root: &mut Node, kind: &Kind, faults: &mut Faults) {
    let Value::Table(entries) = &mut root.value else {
        return;
    };
    let Some(node) = entries.get_mut("kind") else {
        return;
    };
    if node.as_text() == Some(kind.name) {
        return;
    }
    faults.push(Fault {
        place: node.place.clone(),
        path: "kind".to_owned(),
        found: format!("is {}", node.literal()),
        accepted: format!(
            "the file says \"{}\", its other keys belong to that, and --set cannot change it",
            kind.name
        ),
        help: None,
    });
    node.value = Value::Text(kind.name.to_owned());
}

/// Reports what is wrong with `kind`, and nothing about the keys that depend on it.
fn report_kind(root: &Node, faults: &mut Faults) {
    let mut only = root.clone();
    if let Value::Table(entries) = &mut only.value {
        let kind = common_keys().iter().find(|key| key.name == "kind");
        if let Some(kind) = kind
            && entries.get(kind.name).is_none()
            && !faults.is_broken(root.place.source())
        {
            let first = contests::KINDS[0].name;
            let mut help = format!(
                "for example kind = \"{first}\"; `evenodds new {first}` prints a whole file to start from"
            );
            if let Some(part) = part_of(entries) {
                let name = root.place.source().name();
                let _ = write!(
                    help,
                    "; if it is a file of {}s for scenarios to use, they name it: use = [{}]",
                    part.name,
                    escaped(name)
                );
            }
            faults.push(Fault {
                place: root.place.clone(),
                path: "kind".to_owned(),
                found: "is missing".to_owned(),
                accepted: kind.accepted(),
                help: Some(help),
            });
            return;
        }
        let others: Vec<String> = entries
            .iter()
            .map(|entry| entry.name.clone())
            .filter(|name| !common_keys().iter().any(|key| key.name == name))
            .collect();
        for name in others {
            entries.remove(&name);
        }
    }
    check(&only, common_keys(), faults);
}

/// What a file gives to those who use it, if it looks like one to be used.
fn part_of(entries: &Entries) -> Option<&'static Key> {
    contests::KINDS.iter().find_map(|kind| {
        let keys = part_keys_of(kind)?;
        let shared = shared_key(kind)?;
        entries.get(shared.name)?;
        let known = |name: &str| keys.iter().any(|key| key.name == name);
        entries
            .iter()
            .all(|entry| known(&entry.name))
            .then_some(shared)
    })
}

/// The name of a file without folders and ending.
fn stem(name: &str) -> String {
    std::path::Path::new(name.trim_start_matches('@'))
        .file_stem()
        .map_or_else(
            || name.to_owned(),
            |stem| stem.to_string_lossy().into_owned(),
        )
}
