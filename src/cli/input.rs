//! Opens the scenarios that the command line names.

use super::arguments::FolderSources;
use super::call::Call;
use super::crash;
use super::failure::Failure;
use crate::document::file::{read, read_all};
use crate::document::nearest::nearest;
use crate::document::{Faults, printable, shown};
use crate::report::{Absent, Others};
use crate::scenario::{BUILTINS, Below, Link, LoadError, Scenario, builtin, load, open};
use crate::sim::is_shard;
use serde::de::IgnoredAny;
use std::io::{ErrorKind, IsTerminal};
use std::path::Path;

/// The scenarios that a command is asked about.
pub struct Opened {
    /// Those that could be opened, in order.
    pub scenarios: Vec<Scenario>,
    /// What became of the other files.
    pub others: Others,
    /// Whether several were asked for, by their names, a folder or a pattern; there may be fewer.
    pub several: bool,
}

/// Opens all scenarios, in order. Those that are wrong are said and left out, so that one broken file does not hide
/// the others. Of several scenarios some may lack a key that `--set` names.
pub fn scenarios(call: &Call, sources: &FolderSources) -> Opened {
    let (found, left_out) = gather(&sources.files);
    let mut opened = Opened {
        scenarios: Vec::new(),
        others: Others {
            left_out,
            ..Others::default()
        },
        several: are_several(&sources.files),
    };
    let assignments = &sources.changes.assignments;
    let mut absences = Absences::default();
    for named in found {
        let path = named.path.clone();
        match named.open(call, assignments) {
            Ok(scenario) => opened.scenarios.push(scenario),
            // Standard input is read only once.
            Err(Failure::Absent { keys, fault }) if opened.several && path != "-" => {
                let without: Vec<String> = assignments
                    .iter()
                    .filter(|one| !keys.iter().any(|key| is_of(one, key)))
                    .cloned()
                    .collect();
                match scenario(call, &path, &without) {
                    Ok(scenario) => {
                        absences.add(&path, keys, *fault);
                        opened.scenarios.push(scenario);
                    }
                    Err(other) => opened.refuse(&path, other, call),
                }
            }
            Err(failure) => opened.refuse(&path, failure, call),
        }
        if call.places().clash() {
            opened.scenarios.clear();
            return opened;
        }
    }
    let all = opened.scenarios.len();
    opened.others.absent = match absences.told(|lacking| lacking < all, false) {
        Ok(absent) => absent,
        Err(fault) => {
            call.fail(fault);
            opened.scenarios.clear();
            Vec::new()
        }
    };
    opened
}

impl Opened {
    /// Says what is wrong with a file.
    fn refuse(&mut self, path: &str, failure: Failure, call: &Call) {
        self.others.refuse(failure.file(path));
        call.fail(failure);
    }
}

/// Whether an assignment is one of this key.
fn is_of(assignment: &str, key: &str) -> bool {
    let rest = assignment.trim_start().strip_prefix(key);
    rest.is_some_and(|rest| rest.trim_start().starts_with('='))
}

/// Keys that scenarios lack, with what would be said of each if no scenario had it.
#[derive(Default)]
pub struct Absences(Vec<(String, Vec<String>, Failure)>);

impl Absences {
    /// Remembers that the scenario of this path does not have these keys.
    pub fn add(&mut self, path: &str, keys: Vec<String>, fault: Failure) {
        let mut fault = Some(fault);
        for key in keys {
            if let Some((_, paths, _)) = self.0.iter_mut().find(|one| one.0 == key) {
                // Each value of the key tells of it.
                if !paths.iter().any(|known| known == path) {
                    paths.push(path.to_owned());
                }
            } else {
                // One fault tells of all keys that are missing there.
                let fault = fault
                    .take()
                    .unwrap_or(Failure::Input(format!("{path}: there is no {key}")));
                self.0.push((key, vec![path.to_owned()], fault));
            }
        }
    }

    /// What is told of the keys; a fault if there is one that no scenario has. `some_have` says whether others have a
    /// key that so many scenarios lack.
    pub fn told(
        self,
        some_have: impl Fn(usize) -> bool,
        left_out: bool,
    ) -> Result<Vec<Absent>, Failure> {
        let mut absent = Vec::new();
        for (key, paths, fault) in self.0 {
            if !some_have(paths.len()) {
                return Err(fault);
            }
            absent.push(Absent {
                key,
                paths,
                left_out,
            });
        }
        Ok(absent)
    }
}

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
fn expanded(pattern: &str) -> Result<Vec<String>, Failure> {
    let wrong = |text: String| Failure::Input(format!("{}: {text}", printable(pattern)));
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
                    Failure::Input(format!(
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
    pub refused: Option<Failure>,
}

impl Named {
    /// Opens it.
    pub fn open(self, call: &Call, assignments: &[String]) -> Result<Scenario, Failure> {
        match self.refused {
            Some(failure) => Err(failure),
            None => scenario(call, &self.path, assignments),
        }
    }
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
                Err(failure) => names.push((file.clone(), Some(failure))),
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
        found.extend(unreadable.map(|error| named(Some(failure("", error)))));
        if is_empty {
            found.push(named(Some(Failure::Input(format!(
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
pub fn read_twice() -> Failure {
    Failure::Input("standard input can be read only once: give `-` once".to_owned())
}

/// Opens one scenario.
pub fn scenario(call: &Call, file: &str, assignments: &[String]) -> Result<Scenario, Failure> {
    call.places().scenario(file)?;
    crash::tried(file, || opened(call, file, assignments))
}

fn opened(call: &Call, file: &str, assignments: &[String]) -> Result<Scenario, Failure> {
    let mut input = Vec::new();
    let opened = if let Some(text) = call.text(file) {
        load(file, text.as_bytes(), assignments)
    } else if file == "-" {
        read_all(std::io::stdin().lock())
            .map_err(|error| LoadError::unread("standard input", error))
            .and_then(|bytes| {
                input = bytes;
                load("-", &input, assignments)
            })
    } else {
        open(file, assignments)
    };
    call.places().used(&opened)?;
    opened.map_err(|error| match mistaken(file, input, &error) {
        Some(told) => Failure::Input(told),
        None => failure(file, error),
    })
}

/// Returns one sentence about a file that is not TOML at all, instead of a fault for each line.
fn mistaken(file: &str, input: Vec<u8>, error: &LoadError) -> Option<String> {
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

/// What is said about a scenario that cannot be opened.
pub fn failure(file: &str, error: LoadError) -> Failure {
    match error {
        LoadError::Faults(faults) => {
            let absent = faults.iter().map(|fault| fault.absent.clone());
            match absent.collect::<Option<Vec<String>>>() {
                // Nothing else is wrong.
                Some(keys) if !keys.is_empty() => Failure::Absent {
                    keys,
                    fault: Box::new(faulty(&faults)),
                },
                _ => faulty(&faults),
            }
        }
        LoadError::PartUnreadable(faults) => laid_out(&faults, true),
        LoadError::Unreadable { ref reason, .. } => {
            let meant = builtin(file).filter(|_| reason.kind() == ErrorKind::NotFound);
            Failure::Storage(match meant {
                Some(meant) => format!("{error}: did you mean @{}?", meant.name),
                None => error.to_string(),
            })
        }
        LoadError::Unfit { .. }
        | LoadError::Unnameable { .. }
        | LoadError::NotText { .. }
        | LoadError::Link { .. }
        | LoadError::NoBuiltin { .. } => Failure::Input(error.to_string()),
    }
}

/// The faults of a text, laid out.
pub fn faulty(faults: &Faults) -> Failure {
    laid_out(faults, false)
}

fn laid_out(faults: &Faults, unreadable: bool) -> Failure {
    let color = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    Failure::Faulty {
        plain: faults.render(false),
        styled: faults.render(color),
        unreadable,
        faults: faults.iter().cloned().collect(),
    }
}
