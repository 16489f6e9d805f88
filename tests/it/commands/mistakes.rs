//! Messages for 100 mistakes in files and command lines.
//!
//! In `mistakes.txt`, a mistake is a line `== NUMBER TITLE`, its files, each after a line `> NAME`, and its command
//! after `$`. A name that ends with `/` is an empty folder.

use super::{evenodds, folder};
use crate::docs::words;
use rayon::prelude::*;
use std::fs;
use std::path::Path;

/// Mistakes, each with its files and its command.
const MISTAKES: &str = include_str!("mistakes.txt");

/// Writes the files of a mistake, each after a line with its name, to a folder.
fn write(files: &str, folder: &Path) {
    for file in files.split("\n> ").skip(1) {
        let (name, text) = file.split_once('\n').unwrap_or((file, ""));
        match name.strip_suffix('/') {
            Some(name) => fs::create_dir(folder.join(name)).unwrap(),
            None => fs::write(folder.join(name), format!("{text}\n")).unwrap(),
        }
    }
}

/// Returns the title, the command and the message of a mistake.
fn answered(mistake: &str) -> String {
    let folder = folder();
    let (files, command) = mistake.split_once("\n$ ").expect("a command is last");
    let (title, command) = (files.lines().next().unwrap_or(files), command.trim_end());
    write(files, folder.path());
    let output = evenodds(folder.path())
        .args(&words(command)[1..])
        .output()
        .expect("the program starts");
    let message = String::from_utf8(output.stderr).expect("the program writes UTF-8");
    assert!(
        matches!(output.status.code(), Some(2 | 3)),
        "{title}: {:?}: {message}",
        output.status
    );
    assert!(output.stdout.is_empty(), "{title}: {:?}", output.stdout);
    assert!(!message.contains("panicked"), "{title}: {message}");
    let path = folder.path().to_string_lossy();
    assert!(!message.contains(&*path), "{title}: {message}");
    format!("== {title}\n$ {command}\n{message}")
}

#[test]
fn each_of_a_hundred_mistakes_has_a_message_that_helps() {
    let mistakes: Vec<&str> = MISTAKES.trim_start_matches("== ").split("\n== ").collect();
    assert_eq!(mistakes.len(), 100);
    let messages: Vec<String> = mistakes.into_par_iter().map(answered).collect();
    insta::assert_snapshot!(messages.join("\n"));
}
