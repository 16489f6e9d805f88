//! From a text to a scenario.

use super::expect;
use super::keys::{common_keys, keys_of};
use super::{BUILTINS, Scenario, builtin};
use crate::contest::Kind;
use crate::contests;
use crate::document::{Faults, Node, Source, canonical, check, nearest, parse, set};
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
    #[error("{path} is not a scenario: byte {offset} is not UTF-8 text")]
    NotText {
        /// The file.
        path: String,
        /// How many bytes are text.
        offset: usize,
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
    let text = std::str::from_utf8(bytes).map_err(|error| LoadError::NotText {
        path: name.to_owned(),
        offset: error.valid_up_to(),
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
    for assignment in assignments {
        set::apply(&mut root, keys, assignment, &mut faults);
    }
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
        contest,
    })
}

fn kind_of(root: &Node) -> Option<&'static Kind> {
    contests::kind(root.as_table()?.get("kind")?.as_text()?)
}

/// Reports what is wrong with `kind`, and nothing about the keys that depend on it.
fn report_kind(root: &Node, faults: &mut Faults) {
    let mut only = root.clone();
    if let crate::document::Value::Table(entries) = &mut only.value {
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
