//! `run`: its file, its number of trials, and its assignments.

use super::{QUICK, call_in, evenodds, finish, folder, input, json, refused, stdout};
use crate::shipped::shipped;
use evenodds::scenario::BUILTINS;
use serde_json::Value;
use std::fs;

#[test]
fn a_failed_expectation_is_reported_and_run_exits_with_0() {
    let red = stdout(&[
        "run",
        "@duel",
        "-n",
        "2000",
        "--set",
        "side.red.Rosa.classes[0].dice=6",
    ]);
    assert!(red.contains("expected   red 49 to 51%: FAILS"), "{red}");
}

#[test]
fn the_name_of_a_built_in_scenario_without_its_at_is_understood() {
    let home = folder();
    let missing = call_in(home.path(), &["run", "canyon"]);
    assert_eq!(missing.code, Some(3));
    assert!(
        missing.err.contains("did you mean @canyon?"),
        "{}",
        missing.err
    );
}

#[test]
fn a_dash_is_standard_input() {
    let home = folder();
    let played = finish(
        evenodds(home.path())
            .args(["run", "-", "-n", "50"])
            .stdin(input(QUICK)),
    );
    assert_eq!(played.code, Some(0), "{}", played.err);
    assert!(
        played.out.contains("evenodds run - -n 50 -s 1"),
        "{}",
        played.out
    );
    let wrong = finish(
        evenodds(home.path())
            .args(["run", "-"])
            .stdin(input("kind = 3\n")),
    );
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.starts_with("-:1:8: kind is 3; "), "{}", wrong.err);
    let twice = finish(
        evenodds(home.path())
            .args(["run", "-", "-", "-n", "50"])
            .stdin(input(QUICK)),
    );
    assert_eq!(twice.code, Some(2));
    assert!(twice.err.contains("can be read only once"), "{}", twice.err);
}

#[test]
fn names_of_built_in_scenarios_are_listed_and_the_nearest_is_named() {
    insta::assert_snapshot!(refused(2, &["run", "@canyn"]), @"unknown built-in scenario @canyn; did you mean @canyon? `evenodds list` names all");
    let list = stdout(&["list"]);
    let (scenarios, parties) = list.split_once("Built-in parties").unwrap();
    for party in ["@canyon-ambushers", "@canyon-heroes"] {
        assert!(parties.contains(party));
    }
    let names = scenarios.split_whitespace();
    let names = names.filter_map(|word| word.strip_prefix('@').filter(|name| *name != "NAME`)"));
    assert!(names.eq(BUILTINS.iter().map(|builtin| builtin.name)));
    for builtin in shipped(1) {
        let name = format!("@{}", builtin.name);
        assert!(stdout(&["run", &name, "-n", "20"]).contains(&format!("evenodds run {name} ")));
    }
}

#[test]
fn assignments_change_the_contest_and_are_in_the_reproduce_command() {
    let shown = stdout(&[
        "exact",
        "@climber",
        "--set",
        "skill=49",
        "--set",
        "rules.tie=tie",
    ]);
    assert!(
        shown.contains("44.44%") && shown.contains("11.11%"),
        "{shown}"
    );
    assert!(
        shown.contains("evenodds exact @climber --set skill=49 --set rules.tie=tie"),
        "{shown}"
    );
    let fault = refused(2, &["run", "@climber", "--set", "skil=3"]);
    assert!(
        fault.starts_with("--set:1:1: skil is not a key here; did you mean skill?"),
        "{fault}"
    );
}

#[test]
fn counts_of_trials_are_parsed_in_all_notations() {
    for (typed, count) in [
        ("2e3", 2_000),
        ("1_500", 1_500),
        ("2k", 2_000),
        ("0.002M", 2_000),
    ] {
        let result = json(&["run", "@lockpick", "-n", typed, "-f", "json"]);
        assert_eq!(result["trials"], count, "{typed}");
    }
    for typed in ["0", "-5", "1.5", "many", "1e16", "2x", ""] {
        let message = refused(2, &["run", "@lockpick", "-n", typed]);
        assert!(
            message.contains("expected a whole number from 1 to 10^15"),
            "{typed}: {message}"
        );
    }
}

#[test]
fn seeds_have_63_bits() {
    let last = json(&[
        "run",
        "@lockpick",
        "-n",
        "10",
        "-s",
        "9223372036854775807",
        "-f",
        "json",
    ]);
    assert_eq!(last["seed"], i64::MAX);
    for typed in ["9223372036854775808", "-1", "x", "1e3"] {
        let message = refused(2, &["run", "@lockpick", "-s", typed]);
        assert!(
            message.contains("expected a whole number from 0 to 2^63 - 1"),
            "{message}"
        );
    }
}

#[test]
fn the_command_line_wins_over_the_file_and_both_over_the_defaults() {
    let home = folder();
    let text = format!("{QUICK}[run]\ntrials = 70\nseed = 5\n");
    fs::write(home.path().join("x.toml"), text).unwrap();
    let figures = |arguments: &[&str]| {
        let answer = finish(
            evenodds(home.path())
                .args(["run", "x.toml", "-f", "json"])
                .args(arguments),
        );
        let result: Value = serde_json::from_str(&answer.out).unwrap();
        (result["trials"].as_u64(), result["seed"].as_u64())
    };
    assert_eq!(figures(&[]), (Some(70), Some(5)));
    assert_eq!(figures(&["-n", "30", "-s", "6"]), (Some(30), Some(6)));
    assert_eq!(figures(&["--set", "run.trials=40"]), (Some(40), Some(5)));
}

#[test]
fn precision_ends_a_run_by_itself_and_carries_a_sequence() {
    let result = json(&["run", "@lockpick", "--precision", "0.05", "-f", "json"]);
    assert_eq!(result["stopped"], "precision");
    assert_ne!(result["interval"]["method"], "wilson");
    for outcome in result["outcomes"].as_array().unwrap() {
        let [low, high] = ["low", "high"].map(|end| outcome[end].as_f64().unwrap());
        assert!(high - low <= 0.1 + 1e-12);
    }
    let bounded = json(&[
        "run",
        "@lockpick",
        "--precision",
        "0.001",
        "-n",
        "500",
        "-f",
        "json",
    ]);
    assert_eq!(
        (&bounded["trials"], &bounded["stopped"]),
        (&500.into(), &"trials".into())
    );
    for typed in ["0", "0.5", "-0.1", "half"] {
        let message = refused(2, &["run", "@lockpick", "--precision", typed]);
        assert!(message.contains("expected a share"), "{message}");
    }
}
