//! Tests of `tune` and its section of the report.

use super::{Answer, SIMPLE, call, call_in, folder, json, keys, refused, stdout};
use serde_json::Value;
use std::fs;

const DRONES: &str = "side.ambushers.'Assassin Drone'.count=2..5";

fn tune(more: &[&str]) -> Answer {
    call(
        &[
            &[
                "tune",
                "@canyon",
                "--vary",
                DRONES,
                "--target",
                "heroes=0.4",
            ][..],
            &SIMPLE[..],
            more,
        ]
        .concat(),
    )
}

#[test]
fn the_answer_of_tune_is_proven_and_can_be_played() {
    let answer = tune(&["--tolerance", "4%", "-f", "json"]);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let tuned: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(
        keys(&tuned),
        [
            "format",
            "tool",
            "scenario",
            "seed",
            "trials",
            "interval",
            "target",
            "verdict",
            "met",
            "answer",
            "other",
            "direction",
            "keys",
            "settings",
            "left_out",
            "fresh"
        ]
    );
    assert_eq!(tuned["verdict"], "meets");
    let set = tuned["answer"][0].as_str().unwrap();
    assert_eq!(set, "side.ambushers.'Assassin Drone'.count=3");
    let settings = tuned["settings"].as_array().unwrap();
    assert_eq!(settings.len(), 4);
    let best = &settings[1];
    assert_eq!(
        keys(best),
        [
            "values",
            "hash",
            "trials",
            "value",
            "low",
            "high",
            "exact",
            "meets",
            "borderline",
            "possible",
            "simple",
        ]
    );
    // The trials of the search and the fresh trials equal those of `run`.
    let trials = best["trials"].to_string();
    let run = ["run", "@canyon", "--set", set, "-n", &trials, "-f", "json"];
    let run = json(&[&run[..], &SIMPLE].concat());
    assert_eq!(run["scenario"]["hash"], best["hash"]);
    assert_eq!(run["outcomes"][0]["share"], best["value"]);
    let (low, high) = (
        best["low"].as_f64().unwrap(),
        best["high"].as_f64().unwrap(),
    );
    assert!(low >= 0.36 && high <= 0.44);
    assert_eq!(tuned["fresh"]["contradicts"], false);
}

#[test]
fn a_target_that_is_not_met_ends_with_1_and_is_shown() {
    for (target, more, said) in [
        (
            "heroes=0.99",
            &[][..],
            "none of 4 values of Assassin Drone count is within 1 point of 99%",
        ),
        (
            "heroes=0.4",
            &["--max-trials", "10"],
            "is undecided after 10 trials",
        ),
        (
            "heroes=0.4",
            &["--tolerance", "0.0001", "--max-trials", "50000"],
            "no other of 4 values of Assassin Drone count is nearer to 40%",
        ),
    ] {
        let arguments = ["tune", "@canyon", "--vary", DRONES, "--target", target];
        let answer = call(&[&arguments[..], &SIMPLE, more].concat());
        assert_eq!((answer.code, answer.err.as_str()), (Some(1), ""));
        let out = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(out.contains(said), "{}", answer.out);
    }
}

#[test]
fn a_screen_ends_with_the_command_that_shows_it_again() {
    let answer = tune(&["--tolerance", "0.04", "--set", "rules.half=down"]);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let sets = format!("{} --set rules.half=down", SIMPLE.join(" "));
    let play =
        format!("evenodds run @canyon {sets} --set \"side.ambushers.'Assassin Drone'.count=3\"");
    assert!(answer.out.contains(&play), "{}", answer.out);
    let again = format!("--target heroes=0.4 --tolerance 0.04 -s 42 {sets}");
    assert!(answer.out.trim_end().ends_with(&again), "{}", answer.out);
}

#[test]
fn invalid_targets_of_tune_are_reported_together() {
    insta::assert_snapshot!(refused(2, &["tune", "@duel"]), @"
    @duel: --vary is missing; pass a key and its values, such as --vary difficulty=8..16, or add a [tune] table to the scenario
    @duel: --target is missing; pass one, such as --target success=0.6, or add a [tune] table to the scenario
    ");
    insta::assert_snapshot!(
        refused(2, &[
            "tune", "@duel", "--vary", "rules.half", "--vary", "rules.half=up,,down", "--target", "res=0.5",
        ]),
        @"
    @duel: --vary rules.half: expected PATH=VALUES, where VALUES are numbers from A to B as A..B or A..B/STEP, or values separated by commas
    @duel: --vary rules.half=up,,down: a value is missing; expected PATH=VALUES, where VALUES are numbers from A to B as A..B or A..B/STEP, or values separated by commas
    @duel: --target res=0.5: unknown outcome res; did you mean red? The outcomes are red, blue, draw, unresolved
    "
    );
    insta::assert_snapshot!(
        refused(2, &["tune", "@duel", "--vary", "rules.half=up,down", "--target", "red=0.5", "--tolerance", "0"]),
        @"@duel: --tolerance 0: expected a tolerance above 0 and below 0.5 for a share, such as 0.01 or 1% for one point"
    );
    insta::assert_snapshot!(
        refused(2, &["tune", "@lockpick", "--vary", "title=a,b", "--target", "success=0.5"]),
        @"@lockpick: no value of title changes the contest; expected a key of the contest, given once"
    );
    insta::assert_snapshot!(
        refused(2, &["tune", "@lockpick", "--vary", "difficulty=1..60", "--vary", "actor.dice=1..60", "--target", "success=0.5"]),
        @"@lockpick: 60 x 60 = 3600 settings are too many for a tuning; expected at most 2500: take fewer values, or wider steps as in 10..30/5"
    );
    insta::assert_snapshot!(
        refused(2, &["tune", "@lockpick", "--vary", "actor.dice=5..7", "--target", "success=0.5"]),
        @"
    --vary:1:12: actor.dice is 7; expected 1 to 6 dice
      |
    1 | actor.dice=7
      |            ^

    1 fault; nothing was run
    "
    );
    insta::assert_snapshot!(
        refused(2, &["tune", "@canyon", "--vary", "side.heroes.name=heroes,villains", "--target", "heroes=0.5"]),
        @"
    @canyon:39:10: expect.outcomes.heroes is not an outcome; the outcomes are villains, ambushers, draw, unresolved
       |
    39 | heroes = [0.45, 0.55]
       |          ^^^^^^^^^^^^
    help: this occurs with side.heroes.name=villains

    1 fault; nothing was run
    "
    );
    insta::assert_snapshot!(
        refused(2, &["tune", "@duel", "--vary", "rules.half=up,down", "--target", "red=0.5", "--chart", "x.pdf"]),
        @"--chart x.pdf: expected a name that ends in .svg or .png"
    );
}

const LOCK: &str = "kind = \"quick\"\ndifficulty = 10\nactor = { name = \"Skinner\", dice = 2 }\n\
                    [tune]\nvary = [\"difficulty=4..12\"]\ntarget = \"success=0.6\"\ntolerance = 0.05\n";

#[test]
fn the_file_has_the_defaults_of_the_search() {
    let home = folder();
    fs::write(home.path().join("lock.toml"), LOCK).unwrap();
    let answer = call_in(home.path(), &["tune", "lock.toml", "-f", "json"]);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let tuned: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(tuned["answer"][0], "difficulty=7");
    assert_eq!(tuned["trials"], 0);
    // The tolerance of the file belongs to its own target.
    let other = [
        "tune",
        "lock.toml",
        "--target",
        "mean.total=7",
        "-f",
        "json",
    ];
    let other = call_in(
        home.path(),
        &[&other[..], &["--vary", "actor.dice=1..3"]].concat(),
    );
    let other: Value = serde_json::from_str(&other.out).unwrap();
    assert_eq!(other["target"]["tolerance"], 0.1);
    // A target does not affect the hash of the contest.
    let hash = |text: &str| {
        fs::write(home.path().join("other.toml"), text).unwrap();
        let run = call_in(home.path(), &["exact", "other.toml", "-f", "json"]);
        let run: Value = serde_json::from_str(&run.out).unwrap();
        run["scenario"]["hash"].clone()
    };
    let (start, _) = LOCK.split_once("[tune]").unwrap();
    assert_eq!(hash(LOCK), hash(start));
}

#[test]
fn a_report_has_the_tuning_of_the_file() {
    let home = folder();
    fs::write(home.path().join("lock.toml"), LOCK).unwrap();
    let answer = call_in(home.path(), &["report", "lock.toml", "-n", "50"]);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let report = home.path().join("report/lock");
    let text = fs::read_to_string(report.join("tune.json")).unwrap();
    let tuned: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(tuned["verdict"], "meets");
    if cfg!(feature = "charts") {
        let page = fs::read_to_string(report.join("index.html")).unwrap();
        assert!(page.contains("id=\"tune\"") && page.contains("with difficulty 7"));
        assert!(report.join("charts/tune.svg").exists());
    }
    assert_eq!(report.join("tune.csv").exists(), cfg!(feature = "frames"));
}

#[test]
fn a_tuning_is_written_to_files() {
    let home = folder();
    let arguments = [
        "tune",
        "@lockpick",
        "--vary",
        "difficulty=10..11",
        "--target",
        "success=0.62",
    ];
    let mut formats = vec!["table", "json", "markdown"];
    if cfg!(feature = "frames") {
        formats.push("csv");
    }
    for format in formats {
        let more = ["-f", format, "-o", "tune.out"];
        let answer = call_in(home.path(), &[&arguments[..], &more].concat());
        assert_eq!(answer.code, Some(0), "{}", answer.err);
    }
    if cfg!(feature = "charts") {
        for name in ["tune.svg", "tune.png"] {
            let answer = call_in(home.path(), &[&arguments[..], &["--chart", name]].concat());
            assert_eq!(answer.code, Some(0), "{}", answer.err);
        }
    }
    assert!(stdout(&arguments).contains("of the time with difficulty 1"));
}

#[test]
fn a_mean_without_any_value_is_neither_met_nor_interrupted() {
    let late = [
        "side.heroes.Ranger.at_turn=900..901",
        "--target",
        "mean.entered_at.Ranger=3",
    ];
    let late = [
        &["tune", "@late-drones", "--max-trials", "2000", "--vary"][..],
        &late,
    ]
    .concat();
    let message = refused(2, &late);
    assert!(
        message.contains("mean.entered_at.Ranger has no value"),
        "{message}"
    );
}

#[test]
fn a_setting_that_meets_the_target_for_all_pairings_is_certified() {
    let scope = "for all 4 pairings of brawler and finisher";
    let doubt = "(95% confidence, 4 values of Assassin Drone count tried)";
    for (more, code, said) in [
        (
            &["heroes=20%..75%"][..],
            0,
            format!(
                "Assassin Drone count 3 keeps heroes within 20 to 75% {scope} {doubt}; 3 settings do"
            ),
        ),
        (
            &["heroes>=90%"],
            1,
            format!(
                "no setting keeps heroes at 90% or more {scope} {doubt}; Assassin Drone count 2 seems \
                 nearest, and fails first at"
            ),
        ),
        (
            &["heroes=20%..75%", "--max-trials", "100"],
            1,
            format!(
                "whether a setting keeps heroes within 20 to 75% {scope} is undecided after 100 trials"
            ),
        ),
    ] {
        let arguments = [
            "tune",
            "@canyon",
            "--vary",
            DRONES,
            "--for-all",
            "brawler..finisher",
            "--target",
        ];
        let answer = call(&[&arguments[..], more].concat());
        assert_eq!((answer.code, answer.err.as_str()), (Some(code), ""));
        let out = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(out.contains(&said), "{}", answer.out);
    }
}

#[test]
fn the_cells_of_a_robust_tuning_equal_those_of_run() {
    let arguments = [
        "tune",
        "@duel",
        "--vary",
        "side.red.Rosa.classes[0].dice=4,5",
        "--for-all",
        "rules.half",
        "--errors",
        "0,0.3",
        "--target",
        "red<=90%",
        "--max-trials",
        "8000",
        "-f",
    ];
    let answer = call(&[&arguments[..], &["json"]].concat());
    let tuned: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(
        keys(&tuned),
        [
            "format",
            "tool",
            "scenario",
            "seed",
            "trials",
            "interval",
            "target",
            "verdict",
            "met",
            "answer",
            "keys",
            "players",
            "omitted",
            "conditions",
            "settings",
            "left_out",
            "cells",
        ]
    );
    assert_eq!(tuned["target"]["low"], Value::Null);
    assert_eq!(tuned["conditions"].as_array().unwrap().len(), 8);
    let cells = tuned["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 16);
    let cell = cells.iter().rfind(|cell| cell["trials"] != 0).unwrap();
    let conditions = tuned["conditions"].as_array().unwrap().iter();
    let mut own = conditions.filter(|one| one["name"] == cell["condition"]);
    let sets = own.next().unwrap()["set"].as_array().unwrap().iter();
    let mut run = vec!["run".to_owned(), "@duel".to_owned()];
    for set in sets.map(|set| set.as_str().unwrap()) {
        run.extend(["--set".to_owned(), set.to_owned()]);
    }
    let value = cell["values"][0].as_str().unwrap();
    run.extend([
        "--set".to_owned(),
        format!("side.red.Rosa.classes[0].dice={value}"),
    ]);
    run.extend([
        "-n".to_owned(),
        cell["trials"].to_string(),
        "-f".to_owned(),
        "json".to_owned(),
    ]);
    let run = json(&run.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(run["scenario"]["hash"], cell["hash"]);
    assert_eq!(run["outcomes"][0]["share"], cell["value"]);
    let csv = call(&[&arguments[..], &["csv"]].concat());
    assert_eq!(csv.out.lines().count(), 17);
    let heading = csv.out.lines().next().unwrap();
    assert!(
        heading.contains(",condition,figure,target_low,target_high,value,"),
        "{heading}"
    );
}

#[test]
fn faulty_conditions_are_refused() {
    for (more, said) in [
        (
            &["--target", "red>=50%"][..],
            "--target red>=50%: a one-sided target needs --for-all or --errors; expected a value or",
        ),
        (
            &[
                "--target",
                "red>=50%",
                "--tolerance",
                "0.1",
                "--for-all",
                "rules.half",
            ],
            "--tolerance 0.1: a one-sided target has no tolerance; leave it out",
        ),
        (
            &["--target", "red=50%", "--for-all", "nobody"],
            "--for-all nobody: expected players A..B or A,B (of random, brawler,",
        ),
        (
            &["--target", "red=50%", "--errors", "0,2"],
            "--errors 2: expected a number from 0 to 1",
        ),
    ] {
        let arguments = [
            "tune",
            "@duel",
            "--vary",
            "side.red.Rosa.classes[0].dice=4,5",
        ];
        let fault = refused(2, &[&arguments[..], more].concat());
        assert!(fault.contains(said), "{fault}");
    }
}
