//! Tests of `sweep`.

#[cfg(feature = "charts")]
use super::names;
use super::{QUICK, call_in, evenodds, finish, folder, input, json, keys, refused, stdout};
use std::fs;

const DIRK: &str = "side.heroes.Dirk.classes[0].dice=3..4";

#[test]
fn a_sweep_holds_the_runs_with_the_same_assignments() {
    let sweep = json(&[
        "sweep",
        "@canyon",
        "--vary",
        DIRK,
        "--vary",
        "rules.half=up,down",
        "--figure",
        "heroes",
        "--figure",
        "p50.turns",
        "-n",
        "300",
        "-s",
        "5",
        "-f",
        "json",
    ]);
    assert_eq!(
        keys(&sweep),
        [
            "format", "tool", "scenario", "seed", "interval", "vary", "figures", "settings",
            "left_out"
        ]
    );
    assert_eq!(keys(&sweep["vary"][0]), ["path", "values"]);
    assert_eq!(sweep["vary"][0]["values"].to_string(), "[3,4]");
    assert_eq!(sweep["vary"][1]["values"].to_string(), "[\"up\",\"down\"]");
    assert_eq!(keys(&sweep["figures"][0]), ["name", "trends"]);
    assert_eq!(
        sweep["figures"][0]["trends"].to_string(),
        "[\"rises\",null]"
    );
    let settings = sweep["settings"].as_array().unwrap();
    assert_eq!(settings.len(), 4);
    for setting in settings {
        assert_eq!(
            keys(setting),
            ["values", "hash", "trials", "figures", "outcomes"]
        );
        let dice = format!("side.heroes.Dirk.classes[0].dice={}", setting["values"][0]);
        let half = format!("rules.half={}", setting["values"][1].as_str().unwrap());
        let run = json(&[
            "run", "@canyon", "-n", "300", "-s", "5", "-f", "json", "--set", &dice, "--set", &half,
        ]);
        assert_eq!(setting["hash"], run["scenario"]["hash"]);
        assert_eq!(setting["outcomes"].to_string(), run["outcomes"].to_string());
        let [heroes, turns] = [0, 1].map(|figure| &setting["figures"][figure]);
        assert_eq!(keys(heroes), ["value", "low", "high", "exact"]);
        assert_eq!(heroes["value"], run["outcomes"][0]["share"]);
        assert!(turns["low"].is_null());
    }
}

#[test]
fn a_scenario_with_a_sweep_needs_no_flags_and_flags_win() {
    let home = folder();
    let file = format!("{QUICK}[sweep]\nvary = ['difficulty=5..7']\nfigure = 'p50.total'\n");
    fs::write(home.path().join("lock.toml"), file).unwrap();
    let own = call_in(home.path(), &["sweep", "lock.toml"]);
    assert_eq!(own.code, Some(0), "{}", own.err);
    assert!(own.out.contains("difficulty  p50 of total"), "{}", own.out);
    assert!(
        own.out
            .trim_end()
            .ends_with("evenodds sweep lock.toml -s 1")
    );
    let flags = [
        "sweep",
        "lock.toml",
        "--vary",
        "actor.dice=1..2",
        "--figure",
        "success",
    ];
    let other = call_in(home.path(), &flags);
    assert!(
        other.out.contains("\n  actor dice  success"),
        "{}",
        other.out
    );
    // The sweep in a file does not affect its hash.
    let hash = |text: &str| {
        let mut command = evenodds(home.path());
        let run = finish(
            command
                .args(["run", "-", "-n", "9", "-f", "json"])
                .stdin(input(text)),
        );
        let found: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        found["scenario"]["hash"].clone()
    };
    let swept = fs::read_to_string(home.path().join("lock.toml")).unwrap();
    assert_eq!(hash(&swept), hash(QUICK));
}

#[test]
fn an_impossible_sweep_is_rejected_with_the_reason() {
    let refusals: Vec<String> = [
        &["sweep", "@duel"][..],
        &[
            "sweep",
            "@lockpick",
            "--vary",
            "difficulty",
            "--vary",
            "actor.dice=5..1",
        ],
        &[
            "sweep",
            "@lockpick",
            "--vary",
            "difficulty=1..100",
            "--vary",
            "actor.dice=1..30",
        ],
        &[
            "sweep",
            "@lockpick",
            "--vary",
            "difficulty=1..3",
            "--vary",
            "difficulty=5..6",
        ],
        &[
            "sweep",
            "@lockpick",
            "--vary",
            "dificulty=1..3",
            "--figure",
            "sucess",
        ],
        &["sweep", "@lockpick", "--vary", "title=a,b"],
        &[
            "sweep",
            "@lockpick",
            "--vary",
            "actor.dice=0..7",
            "--vary",
            "actor.fit=full,half",
        ],
    ]
    .iter()
    .map(|arguments| refused(2, arguments))
    .collect();
    insta::assert_snapshot!(refusals.join("---\n"), @r#"
    @duel: there is nothing to vary; pass a key with its values, as in --vary rules.half=up,down, or add a [sweep] table to the scenario
    ---
    --vary difficulty: expected PATH=VALUES, where VALUES are numbers from A to B as A..B or A..B/STEP, or values separated by commas
    --vary actor.dice=5..1: 5..1 is empty; expected the lower number first
    ---
    @lockpick: 100 x 30 = 3000 settings are too many for a sweep; expected at most 2500: take fewer values, or wider steps as in 10..30/5
    ---
    @lockpick: difficulty is varied twice; give all its values together
    ---
    --vary:1:1: dificulty is not a key here; did you mean difficulty?
      |
    1 | dificulty=1
      | ^^^^^^^^^
    help: the keys here are format, kind, title, notes, difficulty, actor, helper, rules, run, expect, sweep, tune

    1 fault; nothing was run
    @lockpick: sucess is not a figure of this scenario: unknown outcome sucess; did you mean success? The outcomes are success, failure
    ---
    @lockpick: no value of title changes the contest; expected a key of the contest, given once
    ---
    --vary:1:12: actor.dice is 0; expected 1 to 6 dice
      |
    1 | actor.dice=0
      |            ^

    --vary:1:11: actor.fit is "half"; expected one of "full", "semi"
      |
    1 | actor.fit=half
      |           ^^^^

    --vary:1:12: actor.dice is 7; expected 1 to 6 dice
      |
    1 | actor.dice=7
      |            ^

    3 faults; nothing was run
    "#);
}

#[cfg(feature = "charts")]
#[test]
fn a_chart_replaces_a_file() {
    let home = folder();
    let draw = |file: &str, more: &[&str]| {
        let mut arguments = vec!["sweep", "@lockpick", "--chart", file];
        arguments.extend(more);
        call_in(home.path(), &arguments)
    };
    for file in ["a.svg", "a.png"] {
        fs::write(home.path().join(file), "mine").unwrap();
        assert_eq!(draw(file, &[]).code, Some(0));
        assert!(fs::read(home.path().join(file)).unwrap().len() > 1_000);
    }
    let wrong = [
        draw("a.pdf", &[]),
        draw("a.svg", &["--figure", "success", "--figure", "mean.total"]),
    ];
    let wrong: Vec<String> = wrong
        .into_iter()
        .map(|answer| {
            assert_eq!(answer.code, Some(2));
            answer.err
        })
        .collect();
    insta::assert_snapshot!(wrong.concat(), @"
    --chart a.pdf: expected a name that ends in .svg or .png
    --chart: a chart shows one figure, but these were requested: success, mean.total; choose one with --figure
    ");
    assert_eq!(names(home.path()), ["a.png", "a.svg"]);
}

#[test]
fn help_shows_examples_that_work() {
    let help = stdout(&["sweep", "--help"]);
    assert!(help.contains("--vary difficulty=5..20/5"), "{help}");
    stdout(&["sweep", "@lockpick", "--vary", "difficulty=5..20/5"]);
    let drones = "side.ambushers.'Assassin Drone'.count=2..6";
    assert!(help.contains(drones), "{help}");
    stdout(&["sweep", "@canyon", "--vary", drones, "-n", "50"]);
}

#[test]
fn settings_in_which_a_figure_never_came_up_are_counted() {
    let call = [
        "sweep",
        "@late-drones",
        "--vary",
        "side.heroes.Ranger.at_turn=2..902/900",
        "--figure",
        "mean.entered_at.Ranger",
    ];
    let stdout = stdout(&[&call[..], &["-n", "500", "-q"]].concat());
    let stdout = stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        stdout.contains("it has no value in 1 of 2 settings"),
        "{stdout}"
    );
}
