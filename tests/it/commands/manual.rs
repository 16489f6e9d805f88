//! Tests of `evenodds man`.

use super::{call_in, files, folder, refused, stdout};
use std::collections::BTreeSet;
use std::fs;

/// Returns the commands in the help, except `help`.
fn commands() -> BTreeSet<String> {
    let help = stdout(&["--help"]);
    let lines = help.lines().skip_while(|line| *line != "Ask:");
    let lines = lines.take_while(|line| *line != "Options:");
    let named = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = named.filter_map(|line| line.split_whitespace().next());
    names
        .filter(|name| *name != "help")
        .map(ToOwned::to_owned)
        .collect()
}

#[test]
fn every_command_has_a_page_and_the_program_one_that_names_them() {
    let home = folder();
    let answer = call_in(home.path(), &["man", "--out", "man1"]);
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    let pages = files(&home.path().join("man1"));
    let commands = commands();
    assert!(commands.len() > 15, "{commands:?}");
    let wanted: BTreeSet<String> = commands
        .iter()
        .map(|command| format!("evenodds-{command}.1"))
        .chain(["evenodds.1".to_owned()])
        .collect();
    assert_eq!(pages.keys().cloned().collect::<BTreeSet<_>>(), wanted);
    assert!(
        answer.out.starts_with(&format!("{} pages", pages.len())),
        "{}",
        answer.out
    );
    let whole = stdout(&["man"]);
    assert_eq!(pages["evenodds.1"], whole.as_bytes());
    for command in &commands {
        assert!(
            whole.contains(&format!("evenodds\\-{command}(1)")),
            "{command}"
        );
        let page = stdout(&["man", command]);
        assert_eq!(pages[&format!("evenodds-{command}.1")], page.as_bytes());
    }
}

#[test]
fn pages_are_what_formatters_take() {
    let home = folder();
    assert_eq!(call_in(home.path(), &["man", "--out", "."]).code, Some(0));
    for (name, page) in files(home.path()) {
        let page = String::from_utf8(page).unwrap();
        assert!(page.is_ascii() || !page.contains('\t'), "{name}");
        let mut filled = true;
        for line in page.lines() {
            // mandoc warns of empty lines, and of blanks at the ends of lines.
            assert!(
                !line.is_empty() && line.trim_end() == line,
                "{name}: {line:?}"
            );
            match line {
                ".nf" => assert!(std::mem::replace(&mut filled, false), "{name}"),
                ".fi" => assert!(!std::mem::replace(&mut filled, true), "{name}"),
                _ => {}
            }
        }
        assert!(filled, "{name}");
        let titles: Vec<&str> = page
            .lines()
            .filter(|line| line.starts_with(".SH"))
            .collect();
        assert_eq!(
            titles[..3],
            [".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION"],
            "{name}"
        );
        let paragraphs: Vec<&str> = page.lines().collect();
        assert!(
            !paragraphs.windows(2).any(|pair| pair == [".PP", ".PP"]),
            "{name}"
        );
    }
}

#[test]
fn pages_replace_files_of_their_names() {
    let home = folder();
    let write = || call_in(home.path(), &["man", "--out", "."]);
    fs::write(home.path().join("evenodds-run.1"), "mine").unwrap();
    assert_eq!(write().code, Some(0));
    let page = fs::read(home.path().join("evenodds-run.1")).unwrap();
    assert_ne!(page, b"mine");
    fs::remove_file(home.path().join("evenodds.1")).unwrap();
    for name in ["evenodds-run.1", "evenodds-man.1"] {
        fs::remove_file(home.path().join(name)).unwrap();
        fs::create_dir(home.path().join(name)).unwrap();
    }
    let answer = write();
    assert_eq!(answer.code, Some(3));
    for name in ["evenodds-run.1", "evenodds-man.1"] {
        assert!(answer.err.contains(name), "{}", answer.err);
    }
    assert!(
        !home.path().join("evenodds.1").exists(),
        "nothing is half written"
    );
}

#[test]
fn the_error_for_an_unknown_command_lists_all_commands() {
    let stdout = refused(2, &["man", "chess"]);
    assert!(
        stdout.contains("chess") && stdout.contains("run, exact, dice, given, trace"),
        "{stdout}"
    );
}
