//! Tests of `trace`.

use super::{json, refused, stdout};

#[test]
fn a_chosen_trial_is_narrated() {
    let number = |arguments: &[&str]| {
        let mut call = vec!["trace", "@duel", "-f", "json"];
        call.extend(arguments);
        json(&call)
    };
    assert_eq!(number(&[])["trial"], 0);
    assert_eq!(number(&["--trial", "2e3"])["trial"], 2_000);
    let blue = number(&["--find", "outcome=blue", "--find", "turns>=3"]);
    assert_eq!(blue["outcome"], "blue");
    assert!(blue["metrics"]["turns"].as_i64() >= Some(3));
    let longest = number(&["--extreme", "turns", "--within", "500"]);
    let again = number(&["--trial", &longest["trial"].to_string()]);
    assert_eq!(longest["lines"], again["lines"]);
    assert!(longest["metrics"]["turns"].as_i64() >= blue["metrics"]["turns"].as_i64());
    assert!(number(&["--typical"])["trial"].is_u64());
    let story = stdout(&["trace", "@duel", "--trial", "7", "-s", "3"]);
    assert!(
        story.ends_with("again    evenodds trace @duel --trial 7 -s 3\n"),
        "{story}"
    );
}

#[test]
fn an_unknown_name_in_a_condition_is_reported_with_the_nearest_name() {
    let message = |arguments: &[&str]| refused(2, &[&["trace", "@lockpick"], arguments].concat());
    insta::assert_snapshot!(message(&["--find", "outcome=sucess"]), @"@lockpick: unknown outcome sucess; did you mean success? The outcomes are success, failure");
    insta::assert_snapshot!(message(&["--find", "totl>3"]), @"@lockpick: unknown metric totl; did you mean total? The metrics are total, margin, helper_sixes");
    insta::assert_snapshot!(message(&["--extreme", "margins"]), @"@lockpick: unknown metric margins; did you mean margin? The metrics are total, margin, helper_sixes");
    insta::assert_snapshot!(message(&["--find", "total"]), @"@lockpick: `total` is not a condition: expected outcome=NAME, or a metric, one of =, !=, <, <=, > and >=, and a number, as in turns>=10");
    insta::assert_snapshot!(message(&["--find", "total>4.5"]), @"@lockpick: `total>4.5` is not a condition: expected outcome=NAME, or a metric, one of =, !=, <, <=, > and >=, and a number, as in turns>=10");
    insta::assert_snapshot!(message(&["--find", "total>500", "--within", "1k"]), @"@lockpick: none of the first 1000 trials meets the conditions; search more trials with --within");
    assert!(message(&["--trial", "-1"]).contains("the number of a trial"));
}

#[test]
fn advice_follows_each_decision() {
    let call = ["trace", "@surgery", "--trial", "3", "--advice"];
    let story = stdout(&call);
    assert!(story.contains(
        "\n      > better: replace a 5 in pile 1 with a 1; Doc then completes the Craft "
    ));
    assert!(story.ends_with("again    evenodds trace @surgery --trial 3 -s 1 --advice\n"));
    let value = json(&[&call[..], &["-f", "json"]].concat());
    let [lines, advice] = ["lines", "advice"].map(|key| value[key].as_array().unwrap());
    assert_eq!(lines.len(), advice.len());
    assert!(advice[0].is_null() && advice[1].is_string());
    let without = stdout(&["trace", "@surgery", "--trial", "3"]);
    assert!(!without.contains("      > "));
}

#[test]
fn a_time_that_was_not_reached_meets_no_order() {
    let found = |condition: &str| {
        json(&[
            "trace",
            "@making-ends-meet",
            "--find",
            condition,
            "-f",
            "json",
        ])
    };
    let ruined = found("ruined_at<=20");
    assert_eq!(ruined["outcome"], "ruined");
    assert!(ruined["metrics"]["ruined_at"].as_i64() > Some(0));
    let never = found("ruined_at=0");
    assert_eq!(never["outcome"], "solvent");
    assert!(never["metrics"]["ruined_at"].is_null());
    let other = found("ruined_at!=5");
    assert!(other["trial"].as_u64() <= never["trial"].as_u64());
}

#[test]
fn turning_prints_the_chance_before_each_turn_and_marks_turning_points() {
    let trace = [
        "trace",
        "@canyon",
        "--closest",
        "--within",
        "40",
        "--turning",
    ];
    let story = stdout(&trace);
    let chances = story
        .lines()
        .filter(|line| line.starts_with("      heroes"));
    let chances: Vec<&str> = chances.collect();
    assert!(chances.len() > 3, "{story}");
    let marked = chances
        .iter()
        .filter(|line| line.ends_with("turning point"));
    assert!((1..=3).contains(&marked.count()), "{story}");
    assert!(story.contains("play-outs by the same players"), "{story}");
    // The trial of the command that is printed is the same one.
    let again = story
        .lines()
        .find_map(|line| line.strip_prefix("  again    evenodds "));
    let again: Vec<&str> = again.unwrap().split(' ').collect();
    assert_eq!(stdout(&again), story);
    let value = json(&[&trace[..], &["-f", "json"]].concat());
    let turns = value["turns"].as_array().unwrap().iter();
    let turns: Vec<u64> = turns.filter_map(serde_json::Value::as_u64).collect();
    let all = value["turning"]["chances"][0].as_array().unwrap().len() as u64;
    assert_eq!(turns, (1..all).collect::<Vec<_>>());
    insta::assert_snapshot!(refused(2, &["trace", "@lockpick", "--turning"]), @"@lockpick: --turning is not available for kind quick: it has no decisions; remove --turning");
}
