//! Expands arguments to scenarios: files, folders, patterns and built-in names.

use super::library;
use crate::ask::Problem;
use crate::document::file::read;
use crate::document::nearest::nearest;
use crate::document::{printable, printable_path};
use crate::scenario::{FolderSearch, Link, LoadError};
use crate::sim::is_shard;
use serde::de::IgnoredAny;
use std::path::Path;

/// Returns whether the arguments request a batch: more than one, or one that [`stands_for_batch`].
pub fn request_batch(files: &[String]) -> bool {
    files.len() > 1 || files.iter().any(|file| stands_for_batch(file))
}

/// Returns whether an argument can represent any number of scenarios: a folder, a pattern or `@kind/*`.
pub fn stands_for_batch(file: &str) -> bool {
    match file.strip_prefix('@') {
        Some(name) => name.ends_with('*'),
        None => file != "-" && (Path::new(file).is_dir() || is_pattern(file)),
    }
}

/// Returns whether the argument is a pattern and not the name of an existing file.
fn is_pattern(file: &str) -> bool {
    let marks = file.contains(['*', '?']) || file.contains('[') && file.contains(']');
    marks && Link::read(file).is_none() && !Path::new(file).exists()
}

/// Returns the names that match a pattern, in order.
///
/// # Errors
/// The pattern is invalid, or has no match.
fn expanded(pattern: &str) -> Result<Vec<String>, Problem> {
    let wrong = |text: String| Problem::Input(format!("{}: {text}", printable(pattern)));
    let names: Vec<String> = if let Some(name) = pattern.strip_prefix('@') {
        let kind = name.strip_suffix('*').unwrap_or(name);
        let kind = kind.strip_suffix('/').unwrap_or(kind);
        let of_kind = |path: &str| kind.is_empty() || path.split('/').nth(1) == Some(kind);
        let shipped = library().scenarios;
        let known = shipped.iter().filter(|one| of_kind(one.path));
        let known: Vec<String> = known.map(|one| format!("@{}", one.name)).collect();
        if known.is_empty() {
            let mut kinds: Vec<&str> = shipped
                .iter()
                .filter_map(|one| one.path.split('/').nth(1))
                .collect();
            kinds.dedup();
            let near = nearest(kind, kinds.iter().copied());
            let near = near.map_or_else(String::new, |near| {
                format!("\nhelp: did you mean @{near}/*?")
            });
            return Err(wrong(format!(
                "no built-in scenario has this kind; expected one of {}{near}",
                kinds.join(", ")
            )));
        }
        known
    } else {
        let paths = glob::glob(pattern).map_err(|error| {
            wrong(format!(
                "invalid pattern ({error}); * matches any text, ? any character, [ab] either of these"
            ))
        })?;
        // Unreadable folders have no matches, as in a shell.
        paths
            .filter_map(Result::ok)
            .map(|path| {
                path.to_str().map(str::to_owned).ok_or_else(|| {
                    Problem::Input(format!(
                        "{}: the name is not valid UTF-8; rename the file",
                        printable_path(&path)
                    ))
                })
            })
            .collect::<Result<_, _>>()?
    };
    if names.is_empty() {
        return Err(wrong(
            "no file matches this pattern; expected a file, a folder or another pattern".to_owned(),
        ));
    }
    Ok(names)
}

/// A file from the arguments, or from a folder among them.
pub struct NamedFile {
    /// Path of the file, or of a folder without scenarios.
    pub path: String,
    /// Path relative to the folder among the arguments, if there is one.
    pub within: Option<String>,
    /// Reason why there is nothing to open.
    pub refused: Option<Problem>,
}

/// Returns all files of the arguments in their order, those below a folder sorted by path. The second
/// list has the TOML files below folders that are not scenarios.
pub fn gather(files: &[String]) -> (Vec<NamedFile>, Vec<String>) {
    let mut found = Vec::new();
    let mut below = FolderSearch::default();
    let mut read_input = false;
    let mut names = Vec::new();
    for file in files {
        if file.starts_with('@') && file.ends_with('*')
            || !file.starts_with('@') && is_pattern(file)
        {
            match expanded(file) {
                Ok(all) => names.extend(all.into_iter().map(|name| (name, None))),
                Err(problem) => names.push((file.clone(), Some(problem))),
            }
        } else {
            names.push((file.clone(), None));
        }
    }
    for (file, refused) in names {
        let folder = Path::new(&file);
        let named = |refused| NamedFile {
            path: file.clone(),
            within: None,
            refused,
        };
        if refused.is_some() {
            found.push(named(refused));
            continue;
        }
        if file.starts_with('@') || !folder.is_dir() {
            let twice = file == "-" && std::mem::replace(&mut read_input, true);
            found.push(named(twice.then(read_twice)));
            continue;
        }
        let known = (below.files.clone(), below.unreadable.len());
        let is_empty = below.search(folder) == 0 && below.unreadable.len() == known.1;
        let unreadable = below.unreadable.drain(known.1..);
        found.extend(unreadable.map(|error| named(Some(Problem::Refused(error)))));
        if is_empty {
            found.push(named(Some(Problem::Input(format!(
                "no scenario below {file} that is not among the earlier arguments; scenarios are TOML files \
                 with a `kind`"
            )))));
        }
        for path in below.files.iter().filter(|path| !known.0.contains(path)) {
            let within = Path::new(path).strip_prefix(folder);
            found.push(NamedFile {
                path: path.clone(),
                within: within.ok().map(|path| path.to_string_lossy().into_owned()),
                refused: None,
            });
        }
    }
    (found, below.others)
}

/// Returns the problem that `-` (standard input) is passed more than once.
pub(crate) fn read_twice() -> Problem {
    Problem::Input("standard input can be read only once; pass `-` once".to_owned())
}

/// Returns one message for a file in another format than TOML, which would have a fault on each line.
pub(crate) fn mistaken(file: &str, input: Vec<u8>, error: &LoadError) -> Option<String> {
    if !matches!(error, LoadError::Faults(_) | LoadError::NotText { .. }) || file.starts_with('@') {
        return None;
    }
    let (name, bytes) = if file == "-" {
        ("standard input".to_owned(), input)
    } else {
        let path = Path::new(file);
        (printable_path(path), read(path).ok()?)
    };
    let format = other_format(&bytes)?;
    Some(if is_shard(&bytes) {
        format!(
            "{name} is {format}; expected a scenario in TOML\nhelp: `evenodds merge` merges the parts of a run"
        )
    } else {
        format!("{name} is {format}; expected a scenario in TOML")
    })
}

/// Returns the name of a format other than TOML, detected from the first bytes of a file.
fn other_format(bytes: &[u8]) -> Option<&'static str> {
    let is_json = || serde_json::from_slice::<IgnoredAny>(bytes).is_ok();
    match bytes.trim_ascii_start() {
        [b'P', b'A', b'R', b'1', ..] => Some("Parquet"),
        [0x89, b'P', b'N', b'G', ..] => Some("a PNG image"),
        [b'<', ..] => Some("HTML or XML"),
        [b'{' | b'[', ..] if is_json() => Some("JSON"),
        _ if is_shard(bytes) => Some("a part of a run, or its checkpoint"),
        _ => None,
    }
}
