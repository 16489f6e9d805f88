//! Command-line interface for users and scripts: exit codes, files, formats and messages.

mod advise;
mod batch;
mod check;
mod codes;
mod compare;
mod diff;
mod drama;
mod editor;
#[cfg(unix)]
mod ends;
mod exact;
mod flips;
mod folders;
mod formats;
mod fuzz;
mod given;
mod headline;
mod help;
mod hint;
mod inputs;
#[cfg(unix)]
mod interruptions;
mod json;
#[cfg(unix)]
mod kills;
mod ladder;
mod limits;
mod manual;
mod matchups;
#[cfg(feature = "mcp")]
mod mcp;
mod mistaken;
#[cfg(all(feature = "charts", feature = "frames"))]
mod mistakes;
#[cfg(feature = "frames")]
mod nights;
mod ogre;
mod output;
mod parts;
mod places;
mod report;
mod run;
#[cfg(feature = "frames")]
mod samples;
#[cfg(unix)]
mod shell;
mod solutions;
mod spread;
mod stories;
mod sweep;
mod trace;
mod tune;
mod version;
mod writers;

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::{Seek, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Returns the program in a folder of its own, without a terminal.
fn evenodds(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_evenodds"));
    command.current_dir(folder);
    command.env_remove("NO_COLOR").env_remove("COLUMNS");
    // Only the tests of the cache use one.
    command.env("EVENODDS_CACHE", "off");
    command
}

/// Returns a text as the standard input of a call.
fn input(text: impl AsRef<[u8]>) -> Stdio {
    let mut file = tempfile::tempfile().expect("temporary files can be written");
    file.write_all(text.as_ref())
        .and_then(|()| file.rewind())
        .expect("temporary files can be written");
    file.into()
}

/// Returns all files below a folder with their bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for name in names(folder) {
        let path = folder.join(&name);
        if path.is_dir() {
            let inner = files(&path).into_iter();
            found.extend(inner.map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            found.insert(name, fs::read(path).unwrap());
        }
    }
    found
}

/// Result of a call.
struct Answer {
    code: Option<i32>,
    out: String,
    /// Standard error, without the mark `error: ` of its messages.
    err: String,
}

/// Mark of a message that begins with no place in a file.
const MARK: &str = "error: ";

fn finish(command: &mut Command) -> Answer {
    let output = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    let err = text(output.stderr);
    let lines = err.split_inclusive('\n');
    Answer {
        code: output.status.code(),
        out: text(output.stdout),
        err: lines
            .map(|line| line.strip_prefix(MARK).unwrap_or(line))
            .collect(),
    }
}

fn call_in(folder: &Path, arguments: &[&str]) -> Answer {
    finish(evenodds(folder).args(arguments))
}

/// Options for simple play on both sides of the canyon. It is quick, and its figures do not depend
/// on the weights of `expert`.
const SIMPLE: [&str; 4] = [
    "--set",
    "side.heroes.player=finisher",
    "--set",
    "side.ambushers.player=finisher",
];

/// Calls the program in the folder for temporary files.
fn call(arguments: &[&str]) -> Answer {
    call_in(&std::env::temp_dir(), arguments)
}

/// Returns the standard output of a call that must succeed.
fn stdout(arguments: &[&str]) -> String {
    let answer = call(arguments);
    assert_eq!(answer.code, Some(0), "{arguments:?}: {}", answer.err);
    assert_eq!(answer.err, "", "{arguments:?}");
    answer.out
}

/// Returns the standard error of a call that must fail with `code` and print no results.
fn refused(code: i32, arguments: &[&str]) -> String {
    let answer = call(arguments);
    assert_eq!(answer.code, Some(code), "{arguments:?}: {}", answer.err);
    assert_eq!(answer.out, "", "{arguments:?}");
    assert!(!answer.err.is_empty(), "{arguments:?}");
    answer.err
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder can be created")
}

/// Returns the results of a call in JSON.
fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(arguments)).expect("the output is JSON")
}

/// Returns the results in JSON of a call in a folder.
fn json_in(folder: &Path, arguments: &[&str]) -> Value {
    let answer = call_in(folder, arguments);
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    serde_json::from_str(&answer.out).expect("the output is JSON")
}

fn keys(value: &Value) -> Vec<&str> {
    let object = value.as_object().expect("the value is an object");
    object.keys().map(String::as_str).collect()
}

/// Returns the names of all files and folders below a folder.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

const QUICK: &str = "kind = \"quick\"\ndifficulty = 10\nactor = { name = \"Skinner\", dice = 2 }\n";
