//! The scenarios that arguments name: files, folders, patterns and those inside the program.

use super::Problem;
use crate::document::file::read;
use crate::document::nearest::nearest;
use crate::document::{printable, shown};
use crate::scenario::{BUILTINS, Below, Link, LoadError};
use crate::sim::is_shard;
use serde::de::IgnoredAny;
use std::path::Path;

/// Whether the command line names several scenarios, or what may be several.
pub fn are_several(files: &[String]) -> bool {
    files.len() > 1 || files.iter().any(|file| names_several(file))
}

/// Whether an argument stands for any number of scenarios: a folder, a pattern, or `@kind/*`.
pub fn names_several(file: &str) -> bool {
    match file.strip_prefix('@') {
        Some(name) => name.ends_with('*'),
        None => file != "-" && (Path::new(file).is_dir() || is_pattern(file)),
    }
}

/// Whether it is a pattern, and no file is called so.
fn is_pattern(file: &str) -> bool {
    let marks = file.contains(['*', '?']) || file.contains('[') && file.contains(']');
    marks && Link::read(file).is_none() && !Path::new(file).exists()
}

/// The names that a pattern stands for, in order; a fault if there are none.
fn expanded(pattern: &str) -> Result<Vec<String>, Problem> {
    let wrong = |text: String| Problem::Input(format!("{}: {text}", printable(pattern)));
    let names: Vec<String> = if let Some(name) = pattern.strip_prefix('@') {
        let kind = name.strip_suffix('*').unwrap_or(name);
        let kind = kind.strip_suffix('/').unwrap_or(kind);
        let of_kind = |path: &str| kind.is_empty() || path.split('/').nth(1) == Some(kind);
        let known = BUILTINS.iter().filter(|one| of_kind(one.path));
        let known: Vec<String> = known.map(|one| format!("@{}", one.name)).collect();
        if known.is_empty() {
            let mut kinds: Vec<&str> = BUILTINS
                .iter()
                .filter_map(|one| one.path.split('/').nth(1))
                .collect();
            kinds.dedup();
            let near = nearest(kind, kinds.iter().copied());
            let near = near.map_or_else(String::new, |near| format!(": did you mean @{near}/*?"));
            return Err(wrong(format!(
                "there is no built-in scenario of that kind{near}; kinds are {}",
                kinds.join(", ")
            )));
        }
        known
    } else {
        let paths = glob::glob(pattern).map_err(|error| {
            wrong(format!(
                "this is no pattern ({error}): * is any text, ? a letter, [ab] one of these"
            ))
        })?;
        // What cannot be looked into is not there for a pattern, as in a shell.
        paths
            .filter_map(Result::ok)
            .map(|path| {
                path.to_str().map(str::to_owned).ok_or_else(|| {
                    Problem::Input(format!(
                        "{}: this name is not valid UTF-8; give the file another one",
                        shown(&path)
                    ))
                })
            })
            .collect::<Result<_, _>>()?
    };
    if names.is_empty() {
        return Err(wrong(
            "nothing has such a name: name a file or a folder, or another pattern".to_owned(),
        ));
    }
    Ok(names)
}

/// A file that the command line names, or that lies below a folder which it names.
pub struct Named {
    /// Its path, or that of a folder.
    pub path: String,
    /// Its path within the folder that was named, if it was a folder.
    pub within: Option<String>,
    /// Why there is nothing to open.
    pub refused: Option<Problem>,
}

/// All files that the command line names, and those below its folders, in the order in which they were
/// named, and below a folder by path; and the TOML files below folders that are no scenarios.
pub fn gather(files: &[String]) -> (Vec<Named>, Vec<String>) {
    let mut found = Vec::new();
    let mut below = Below::default();
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
        let named = |refused| Named {
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
        let is_empty = below.look(folder) == 0 && below.unreadable.len() == known.1;
        let unreadable = below.unreadable.drain(known.1..);
        // The name of no folder is that of a scenario inside the program.
        found.extend(unreadable.map(|error| named(Some(Problem::Refused(error)))));
        if is_empty {
            found.push(named(Some(Problem::Input(format!(
                "there is no scenario below {file} that was not named before: scenarios are TOML files \
                 with a `kind`"
            )))));
        }
        for path in below.files.iter().filter(|path| !known.0.contains(path)) {
            let within = Path::new(path).strip_prefix(folder);
            found.push(Named {
                path: path.clone(),
                within: within.ok().map(|path| path.to_string_lossy().into_owned()),
                refused: None,
            });
        }
    }
    (found, below.others)
}

/// What is said about a second `-`.
pub(crate) fn read_twice() -> Problem {
    Problem::Input("standard input can be read only once: give `-` once".to_owned())
}

/// Returns one sentence about a file that is not TOML at all, instead of a fault for each line.
pub(crate) fn mistaken(file: &str, input: Vec<u8>, error: &LoadError) -> Option<String> {
    if !matches!(error, LoadError::Faults(_) | LoadError::NotText { .. }) || file.starts_with('@') {
        return None;
    }
    let (name, bytes) = if file == "-" {
        ("standard input".to_owned(), input)
    } else {
        let path = Path::new(file);
        (shown(path), read(path).ok()?)
    };
    let format = other_format(&bytes)?;
    let merge = if is_shard(&bytes) {
        "; `evenodds merge` puts parts together"
    } else {
        ""
    };
    Some(format!(
        "{name} holds {format}, and a scenario is TOML: give the scenario that was played{merge}"
    ))
}

/// Returns the name of the format of a file that is not TOML, as its first bytes tell.
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
