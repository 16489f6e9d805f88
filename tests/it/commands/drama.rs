//! Tests of `drama` and its section of the report.

use super::{call, call_in, folder, json, keys, refused, stdout};
use serde_json::Value;
use std::fs;

#[test]
fn drama_is_an_object_or_an_array_and_counts_the_trials_of_the_run() {
    let arguments = ["-n", "60", "-s", "5", "-f", "json"];
    let one = json(&[&["drama", "@duel"], &arguments[..]].concat());
    assert_eq!(
        keys(&one),
        [
            "format",
            "tool",
            "interval",
            "scenario",
            "seed",
            "trials",
            "stopped",
            "judge",
            "assessor",
            "pilot",
            "turns",
            "leads",
            "settled",
            "aftermath",
            "comebacks",
            "choices",
            "sides",
            "actors",
            "typical",
            "closest"
        ]
    );
    let run = json(&[&["run", "@duel"], &arguments[..]].concat());
    assert_eq!(one["sides"][0]["won"]["count"], run["outcomes"][0]["count"]);
    assert_eq!(one["turns"]["mean"], run["metrics"][0]["mean"]);
    let both = json(&[&["drama", "@duel", "@three-sides"], &arguments[..]].concat());
    assert_eq!(both[0], one);
    assert_eq!(both[1]["sides"].as_array().unwrap().len(), 3);
}

#[test]
fn a_scenario_without_evaluation_has_no_drama_and_does_not_stop_the_batch() {
    insta::assert_snapshot!(refused(2, &["drama", "@lockpick"]), @"@lockpick: contests of kind quick have no position evaluation, so their drama cannot be measured; `run` the scenario instead");
    let both = call(&["drama", "@lockpick", "@duel", "-n", "50", "-f", "json"]);
    assert_eq!(both.code, Some(2));
    let shown: Value = serde_json::from_str(&both.out).unwrap();
    assert_eq!(shown.as_array().unwrap().len(), 1);
}

#[test]
fn the_screen_ends_with_the_command_and_lists_trials_to_narrate() {
    let text = stdout(&["drama", "@canyon", "-n", "400", "--set", "rules.half=down"]);
    let again = "evenodds drama @canyon -n 400 -s 42 --set rules.half=down";
    assert!(text.trim_end().ends_with(again), "{text}");
    let traces: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split_once("evenodds trace ").map(|(_, rest)| rest))
        .collect();
    assert_eq!(traces.len(), 3, "{text}");
    for trace in traces {
        let arguments: Vec<&str> = std::iter::once("trace").chain(trace.split(' ')).collect();
        assert!(stdout(&arguments).lines().count() > 5, "{trace}");
    }
}

#[test]
fn a_report_has_drama_on_request_if_positions_are_evaluated() {
    let home = folder();
    let arguments = ["report", "@duel", "@lockpick", "-n", "50", "--drama"];
    let answer = call_in(home.path(), &arguments);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let report = home.path().join("report");
    let text = fs::read_to_string(report.join("duel").join("drama.json")).unwrap();
    let drama: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(drama["trials"], 50);
    if cfg!(feature = "charts") {
        let page = |name: &str| fs::read_to_string(report.join(name).join("index.html")).unwrap();
        assert!(page("duel").contains("id=\"drama\"") && page("duel").contains("--drama"));
        assert!(!page("lockpick").contains("id=\"drama\""));
        assert!(report.join("duel/charts/drama-opening.svg").exists());
    }
    assert_eq!(
        report.join("duel/drama.csv").exists(),
        cfg!(feature = "frames")
    );
    assert!(!report.join("lockpick").join("drama.json").exists());
}

#[test]
fn one_party_against_the_rules_has_drama_too() {
    for (contest, who) in [
        ("@heist", "Kate"),
        ("@bomb", "Emily"),
        ("@android-repair", "Gex"),
    ] {
        let text = stdout(&["drama", contest, "-n", "200", "-f", "json"]);
        let shown: Value = serde_json::from_str(&text).unwrap();
        let sides = shown["sides"].as_array().unwrap();
        let names: Vec<&str> = sides
            .iter()
            .map(|side| side["name"].as_str().unwrap())
            .collect();
        assert_eq!(names, [who, "failure"]);
        let text = stdout(&["drama", contest, "-n", "200"]);
        assert!(text.contains(&format!("all of {who}")), "{text}");
        assert!(!text.contains("all of failure"), "{text}");
    }
}
