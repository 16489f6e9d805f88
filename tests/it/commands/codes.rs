//! Exit codes, and which of more than one failure determines the code.

use super::{QUICK, call, call_in, evenodds, finish, folder, refused, stdout};
use std::fs;

#[test]
fn a_successful_call_exits_with_0() {
    for arguments in [
        &["run", "@duel", "-n", "50"][..],
        &["exact", "@lockpick"],
        &["trace", "@duel"],
        &[
            "ladder",
            "@duel",
            "-n",
            "20",
            "--players",
            "finisher,random",
        ],
        &["drama", "@duel", "-n", "50"],
        &["check", "@lockpick"],
        &["compare", "@lockpick", "--vary", "difficulty=11"],
        &[
            "matchups",
            "@duel",
            "--vary",
            "side.red.Rosa.classes[0].dice=2..3",
            "-n",
            "20",
        ],
        &[
            "tune",
            "@lockpick",
            "--vary",
            "difficulty=11",
            "--target",
            "success=0.62",
        ],
        &["advise", "@lockpick", "--target", "success=0.69"],
        &["new", "quick"],
        &["list"],
        &["schema", "abstract"],
        &["completions", "bash"],
        &["man"],
        &["man", "run"],
        &["--help"],
        &["--version"],
    ] {
        assert!(!stdout(arguments).is_empty());
    }
}

#[test]
fn wrong_input_ends_with_2() {
    for arguments in [
        &["run"][..],
        &["run", "@duell"],
        &["run", "@duel", "--set", "rules.half=sideways"],
        &["run", "@duel", "--what"],
        &["run", "@duel", "-f", "xml"],
        &["play", "@duel"],
        &["list", "chess"],
        &["new"],
        &["schema", "chess"],
        &["completions", "cobol"],
        &["man", "chess"],
        &["new", "quick", "--out", "quick.toml"],
        &["--verbose"],
        &["--verbose", "list"],
        &["check"],
        &["check", "@duell"],
        &["check", "@duel", "--max-trials", "0"],
        &["compare"],
        &["compare", "@duel"],
        &["matchups"],
        &["matchups", "@duel"],
        &["compare", "@duel", "@canyon", "@beast"],
        &["drama"],
        &["drama", "@lockpick"],
        &["drama", "@duel", "-n", "0"],
        &["drama", "@duel", "--frame", "outcomes"],
        &["drama", "@duel", "--set", "rules.half=sideways"],
        &["ladder", "@lockpick"],
        &["hint", "@duel", "@canyon"],
        &["ladder", "@duel", "--players", "finsher"],
        &[
            "ladder",
            "@duel",
            "-n",
            "10",
            "--set",
            "rules.half=sideways",
        ],
        &["tune"],
        &["tune", "@duel"],
        &[
            "tune",
            "@duel",
            "--vary",
            "rules.half=up,down",
            "--target",
            "red=0.5",
            "--alpha",
            "0",
        ],
        &[
            "tune",
            "@duel",
            "--vary",
            "rules.half=up,down",
            "--target",
            "red=0.5",
            "--max-trials",
            "0",
        ],
        &["advise", "@duel", "--target", "red=2"],
        &[
            "advise",
            "@duel",
            "--target",
            "red=0.5",
            "-n",
            "5",
            "--max-trials",
            "5",
        ],
        &["trace", "@duel", "@canyon"],
        &["trace", "@duel", "--typical", "--trial", "1"],
    ] {
        refused(2, arguments);
    }
}

#[test]
fn a_file_that_cannot_be_read_ends_with_3() {
    let home = folder();
    let missing = call_in(home.path(), &["run", "no.toml"]);
    assert_eq!((missing.code, missing.out.as_str()), (Some(3), ""));
    assert!(
        missing.err.starts_with("cannot read no.toml: "),
        "{}",
        missing.err
    );
    assert_eq!(call_in(home.path(), &["run", "."]).code, Some(2));
}

#[test]
fn messages_begin_with_a_place_in_a_file_or_a_mark() {
    let home = folder();
    fs::write(home.path().join("odd.toml"), "kind = \"combt\"\n").unwrap();
    for (arguments, start) in [
        (&["run", "odd.toml"][..], "odd.toml:1:8: kind is "),
        (
            &["run", "no.toml"],
            "error: cannot read no.toml: it does not exist\n",
        ),
        (
            &["run", "@canyn"],
            "error: unknown built-in scenario @canyn; did you mean @canyon?",
        ),
        (&["rnu"], "error: unknown command \"rnu\"; "),
        (
            &["run", "@duel", "--trail", "3"],
            "error: unknown option --trail of `evenodds run`\nhelp: did you mean --trials?",
        ),
        (
            &["run", "@duel", "--until", "1%"],
            "error: unknown option --until of `evenodds run`\nhelp: to stop at a precision",
        ),
        (
            &["run", "@duel", "-f", "xml"],
            "error: --format is \"xml\"; expected one of ",
        ),
        (
            &["run", "@duel", "-j", "0"],
            "error: --threads is \"0\"; expected a whole number from 1 to 1024\n",
        ),
    ] {
        let output = evenodds(home.path()).args(arguments).output().unwrap();
        let printed = String::from_utf8_lossy(&output.stderr);
        assert!(printed.starts_with(start), "{arguments:?}: {printed}");
    }
}

#[test]
fn of_several_failures_the_highest_decides_and_good_files_are_played() {
    let home = folder();
    let file = |name: &str, text: &str| fs::write(home.path().join(name), text).unwrap();
    file("bad.toml", "kind = \"quick\"\n");
    file("good.toml", QUICK);
    for files in [
        ["bad.toml", "no.toml", "good.toml"],
        ["no.toml", "good.toml", "bad.toml"],
    ] {
        let answer = finish(
            evenodds(home.path())
                .arg("run")
                .args(files)
                .args(["-n", "50"]),
        );
        assert_eq!(answer.code, Some(3));
        assert!(
            answer.err.contains("bad.toml:1:1: difficulty is missing"),
            "{}",
            answer.err
        );
        assert!(answer.err.contains("cannot read no.toml"), "{}", answer.err);
        assert!(answer.out.contains("\n  good.toml"), "{}", answer.out);
    }
    assert_eq!(
        call_in(home.path(), &["run", "bad.toml", "good.toml", "-n", "50"]).code,
        Some(2)
    );
}

#[test]
fn a_call_without_a_command_shows_the_help() {
    let answer = call(&[]);
    assert_eq!(answer.code, Some(2));
    assert!(
        answer.err.contains("Usage: evenodds [OPTIONS] <COMMAND>"),
        "{}",
        answer.err
    );
}
