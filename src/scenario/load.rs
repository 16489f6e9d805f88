//! From a text to a scenario.

use super::expect;
use super::keys::{common_keys, keys_of};
use super::{BUILTINS, Scenario, builtin};
use crate::contest::Kind;
use crate::contests;
use crate::document::{
    Fault, Faults, Node, Place, Source, Value, canonical, check, nearest, parse, set,
};
use std::path::Path;

/// Keys that do not change how a contest plays: results of files that differ in nothing else belong
/// together.
const NOT_HASHED: [&str; 5] = ["format", "title", "notes", "run", "expect"];

/// Why there is no scenario.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The text has faults.
    #[error("{0}")]
    Faults(Faults),
    /// The file could not be read.
    #[error("cannot read {path}: {reason}")]
    Unreadable {
        /// The file.
        path: String,
        /// The system's word for it.
        reason: std::io::Error,
    },
    /// The file is not text.
    #[error("{path}:{line}:{column}: this is no text: {advice}")]
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
    #[error("there is no built-in scenario @{name}{suggestion}; they are {known}")]
    NoBuiltin {
        /// The name typed.
        name: String,
        /// The nearest name, as a question; may be empty.
        suggestion: String,
        /// All names.
        known: String,
    },
}

/// Opens what the command line calls a file, other than standard input: a path or `@name`.
///
/// # Errors
/// The file cannot be read or has faults; all of them are in the error.
pub fn open(argument: &str, assignments: &[String]) -> Result<Scenario, LoadError> {
    if let Some(name) = argument.strip_prefix('@') {
        let found = builtin(name).ok_or_else(|| {
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
    let bytes = std::fs::read(argument).map_err(|reason| LoadError::Unreadable {
        path: argument.to_owned(),
        reason,
    })?;
    load(argument, &bytes, assignments)
}

/// Reads a scenario out of the bytes of a file that is called `name` in messages.
///
/// # Errors
/// The bytes are not text or have faults; all of them are in the error.
pub fn load(name: &str, bytes: &[u8], assignments: &[String]) -> Result<Scenario, LoadError> {
    let text =
        std::str::from_utf8(bytes).map_err(|error| not_text(name, bytes, error.valid_up_to()))?;
    if let Some(zero) = text.find('\0') {
        return Err(not_text(name, bytes, zero));
    }
    // Editors on Windows put this mark first; it belongs to no line.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut faults = Faults::new();
    let source = Source::new(name, text);
    let mut root = parse(&source, &mut faults);
    let Some(kind) = kind_of(&root) else {
        // Without the kind nobody can say which other keys are right.
        report_kind(&root, &mut faults);
        return Err(LoadError::Faults(faults));
    };
    let keys = keys_of(kind);
    for assignment in assignments {
        set::apply(&mut root, keys, assignment, &mut faults);
    }
    keep_kind(&mut root, kind, &mut faults);
    let table = check(&root, keys, &mut faults);
    let before = faults.len();
    (kind.examine)(&table, &mut faults);
    // A contest may come out of a file whose faults lie elsewhere; then the names in `[expect]` can
    // be checked along with the rest.
    let contest = if faults.len() == before {
        (kind.build)(&table)
    } else {
        None
    };
    let expectations = expect::read(&table, contest.as_deref(), &mut faults);
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
        text: text.to_owned(),
        assignments: assignments.to_vec(),
        seats: (kind.seats)(&table),
        contest,
    })
}

fn kind_of(root: &Node) -> Option<&'static Kind> {
    contests::kind(root.as_table()?.get("kind")?.as_text()?)
}

/// Says that a file stops being text at `offset`.
fn not_text(name: &str, bytes: &[u8], offset: usize) -> LoadError {
    let good = String::from_utf8_lossy(&bytes[..offset]);
    let source = Source::new(name, good.into_owned());
    let end = Place::new(&source, source.text().len()..source.text().len());
    let is_wide = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    LoadError::NotText {
        path: name.to_owned(),
        line: end.line(),
        column: end.column(),
        advice: if is_wide {
            "the file is UTF-16; save it as UTF-8"
        } else {
            "a scenario is a TOML file, saved as UTF-8"
        },
    }
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
            faults.push(Fault {
                place: root.place.clone(),
                path: "kind".to_owned(),
                found: "is missing".to_owned(),
                accepted: kind.accepted(),
                help: Some(format!(
                    "for example kind = \"{first}\"; `evenodds new {first}` prints a whole file to start from"
                )),
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

/// The name of a file without folders and ending.
fn stem(name: &str) -> String {
    Path::new(name.trim_start_matches('@'))
        .file_stem()
        .map_or_else(
            || name.to_owned(),
            |stem| stem.to_string_lossy().into_owned(),
        )
}
