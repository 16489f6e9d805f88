//! Tests of `compare`.

use super::{SIMPLE, call, call_in, folder, json, keys, refused, stdout};
use serde_json::Value;
use std::fs;

const BRAWLER: &str = "side.heroes.player=brawler";

#[test]
fn a_file_and_a_change_are_compared_as_two_files_are() {
    let home = folder();
    let canyon = stdout(&["new", "combat"]);
    fs::write(home.path().join("a.toml"), &canyon).unwrap();
    let changed = call_in(
        home.path(),
        &["compare", "@canyon", "--vary", BRAWLER, "-f", "json"],
    );
    let one: Value = serde_json::from_str(&changed.out).unwrap();
    assert_eq!(
        keys(&one),
        [
            "format",
            "tool",
            "a",
            "b",
            "changes",
            "seed",
            "trials",
            "stopped",
            "interval",
            "otherwise",
            "figures",
            "only_a",
            "only_b"
        ]
    );
    assert_eq!(
        keys(&one["figures"][0]),
        [
            "name",
            "verdict",
            "margin",
            "a",
            "b",
            "difference",
            "low",
            "high",
            "alpha",
            "only_a",
            "only_b",
            "outside",
            "pairing"
        ]
    );
    assert_eq!(one["figures"][0]["verdict"], "different");
    assert_eq!(one["changes"][0], BRAWLER);
    // The shares are those of two runs with the same seed.
    let trials = one["trials"].to_string();
    let run = |more: &[&str]| {
        let call = ["run", "@canyon", "-n", &trials, "-f", "json"];
        json(&[&call[..], more].concat())
    };
    assert_eq!(one["figures"][0]["a"], run(&[])["outcomes"][0]["share"]);
    let second = run(&["--set", BRAWLER]);
    assert_eq!(one["figures"][0]["b"], second["outcomes"][0]["share"]);
    assert_eq!(one["b"]["hash"], second["scenario"]["hash"]);
    let with_itself = call_in(home.path(), &["compare", "a.toml", "a.toml"]);
    assert_eq!(with_itself.code, Some(0));
    assert!(
        with_itself.out.contains("both are the same contest"),
        "{}",
        with_itself.out
    );
}

#[test]
fn several_values_are_compared_one_by_one_and_several_keys_at_once() {
    let dice = "side.heroes.Dirk.classes[0].dice=3,5";
    let several = json(&["compare", "@canyon", "--vary", dice, "-f", "json"]);
    let several = several.as_array().unwrap();
    assert_eq!(several.len(), 2);
    assert_eq!(
        several[1]["changes"][0],
        "side.heroes.Dirk.classes[0].dice=5"
    );
    let both = json(&[
        "compare",
        "@canyon",
        "--vary",
        "side.heroes.Dirk.classes[0].dice=5",
        "--vary",
        BRAWLER,
        "-f",
        "json",
    ]);
    assert_eq!(both["changes"].as_array().unwrap().len(), 2);
    assert_ne!(both["b"]["hash"], several[1]["b"]["hash"]);
}

#[test]
fn the_screen_has_a_sentence_and_the_reproduce_command() {
    let text = stdout(&["compare", "@lockpick", "--vary", "difficulty=12"]);
    let timeless: Vec<&str> = text
        .lines()
        .filter(|line| !line.contains(" s · "))
        .collect();
    insta::assert_snapshot!(timeless.join("\n"), @"
    A tricky lock: with difficulty=12, Skinner the Burglar succeeds less often: 56.277% instead of
    68.743% (exactly 12.465… points less).

                     A        B  difference  interval  verdict
      success  68.743%  56.277%     -12.466   exactly  different
      failure  31.257%  43.723%     +12.466   exactly  different

                              A       B  difference  interval
      mean.total         13.000  13.000       0.000   exactly
      mean.margin         3.000   1.000      -2.000   exactly
      mean.helper_sixes   1.000   1.000       0.000   exactly

      A  A tricky lock
      B  with difficulty=12
    ");
    let compare = ["compare", "@canyon", "--vary", BRAWLER];
    let text = stdout(&[&compare[..], &["--figure", "heroes=0.1"], &SIMPLE].concat());
    let again = format!(
        "--vary {BRAWLER} --figure heroes=0.1 -s 42 {}",
        SIMPLE.join(" ")
    );
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.ends_with(&again), "{text}");
    assert!(text.contains("no larger than 10 points"), "{text}");
}

#[test]
fn the_verdict_does_not_change_the_exit_code() {
    for more in [&["--margin", "0.3"][..], &[], &["--max-trials", "50"]] {
        let call_ = [
            &["compare", "@canyon", "--vary", BRAWLER][..],
            &SIMPLE,
            more,
        ]
        .concat();
        assert_eq!(call(&call_).code, Some(0));
    }
    let compare = ["compare", "@canyon", "--vary", BRAWLER];
    let text = stdout(&[&compare[..], &["--max-trials", "50"], &SIMPLE].concat());
    assert!(
        text.contains("no difference is decided after 50 trials"),
        "{text}"
    );
    assert!(text.contains("--max-trials"), "{text}");
}

#[test]
fn all_faults_are_reported_together() {
    let said = |arguments: &[&str]| {
        let text = refused(2, &[&["compare"], arguments].concat());
        let cut = |line: &str| line.chars().take(160).collect::<String>();
        text.lines().map(cut).collect::<Vec<_>>().join("\n")
    };
    let all = [
        said(&["@canyon"]),
        said(&["@canyon", "@duel", "--vary", "x=1"]),
        said(&["@canyon", "@lockpick"]),
        said(&["@canyon", "--vary", "rules.halff=down"]),
        said(&["@canyon", "--vary", "rules.half=down,sideways,up-side"]),
        said(&["@canyon", "--vary", "rules.half", "--vary", "a=1..x"]),
        said(&["@canyon", "--vary", "rules.half=up,down", "--vary", BRAWLER]),
        said(&[
            "@canyon", "--vary", BRAWLER, "--figure", "heros", "--figure", "turns",
        ]),
        said(&["-", "-"]),
        said(&["@canyn", "@duell"]),
    ];
    insta::assert_snapshot!(all.join("\n----\n"), @r#"
    @canyon: nothing to compare with; pass a second file, or --vary PATH=VALUE to compare with a changed version
    ----
    --vary:1:1: x is not a key here; the keys here are format, kind, title, notes, use, side, cover, rules, run, expect, sweep, tune
      |
    1 | x=1
      | ^

    1 fault; nothing was run
    ----
    @canyon and @lockpick have no outcome and no metric in common; the outcomes of the first are heroes, ambushers, draw, unresolved, of the second success, failure
    ----
    --vary:1:7: rules.halff is not a key here; did you mean half?
      |
    1 | rules.halff=down
      |       ^^^^^
    help: the keys here are half, last_blow, deadlock, max_rerolls, max_turns, cover_per_attack, monster_spent, wounds_to_die, wound_choice, wound_option, healer, d

    1 fault; nothing was run
    ----
    --vary:1:12: rules.half is "sideways"; expected one of "up", "down"
      |
    1 | rules.half=sideways
      |            ^^^^^^^^

    1 fault; nothing was run
    --vary:1:12: rules.half is "up-side"; expected one of "up", "down"
      |
    1 | rules.half=up-side
      |            ^^^^^^^

    1 fault; nothing was run
    ----
    --vary rules.half: expected PATH=VALUES, where VALUES are numbers from A to B as A..B or A..B/STEP, or values separated by commas
    --vary a=1..x: 1..x is not a range; expected A..B or A..B/STEP with plain numbers, such as 1..6 or 0.1..0.5/0.1
    ----
    --vary rules.half has 2 values; expected one value for each key, because all changes together make one second contest
    ----
    unknown common figure heros; did you mean heroes? The common figures are heroes, ambushers, draw, unresolved, mean.turns, mean.rerolls, mean.lots, mean.standing
    turns: expected a statistic of the metric: mean.turns
    ----
    standard input can be read only once; pass `-` once
    ----
    unknown built-in scenario @canyn; did you mean @canyon? `evenodds list` names all
    unknown built-in scenario @duell; did you mean @duel? `evenodds list` names all
    "#);
    insta::assert_snapshot!(said(&["@canyon", "--vary", BRAWLER, "--margin", "0"]), @r#"--margin is "0"; expected a share from 0.000001 to below 0.5, such as 0.005 or 0.5%"#);
    insta::assert_snapshot!(said(&["@canyon", "--vary", BRAWLER, "--figure", "heroes=x"]), @"--figure heroes=x: expected NAME or NAME=MARGIN with a margin above 0, such as heroes, heroes=0.01 or mean.turns=0.1");
}

const DIRK: &str = "side.heroes.Dirk.classes[0].dice=3";

#[test]
fn the_changes_explain_the_difference() {
    let explain = [
        "compare",
        "@canyon",
        "--vary",
        DIRK,
        "--vary",
        "rules.half=down",
        "--explain",
        "-n",
        "500",
    ];
    let explain = [&explain[..], &SIMPLE].concat();
    let found = json(&[&explain[..], &["-f", "json"]].concat());
    assert_eq!(
        keys(&found),
        [
            "format",
            "tool",
            "a",
            "b",
            "seed",
            "trials",
            "interval",
            "contests",
            "figure",
            "value_a",
            "value_b",
            "difference",
            "low",
            "high",
            "contributions"
        ]
    );
    assert_eq!(
        (&found["contests"], &found["trials"]),
        (&4.into(), &500.into())
    );
    let number = |value: &Value| value.as_f64().unwrap();
    let parts = found["contributions"].as_array().unwrap();
    let sum: f64 = parts.iter().map(|one| number(&one["contribution"])).sum();
    assert!((sum - number(&found["difference"])).abs() < 1e-12);
    let run = [
        "run",
        "@canyon",
        "-n",
        "500",
        "-f",
        "json",
        "--set",
        DIRK,
        "--set",
        "rules.half=down",
    ];
    let run = json(&[&run[..], &SIMPLE].concat());
    assert_eq!(run["outcomes"][0]["share"], found["value_b"]);
    assert_eq!(run["scenario"]["hash"], found["b"]["hash"]);
    // Files with the same changes give the same contributions.
    let home = folder();
    let old = include_str!("../../../scenarios/combat/canyon.toml");
    let new = old.replacen("dice = 4", "dice = 3", 1) + "\n[rules]\nhalf = \"down\"\n";
    fs::write(home.path().join("old.toml"), old).unwrap();
    fs::write(home.path().join("new.toml"), &new).unwrap();
    let files = [
        "compare",
        "old.toml",
        "new.toml",
        "--explain",
        "-n",
        "500",
        "-f",
        "json",
    ];
    let files = call_in(home.path(), &[&files[..], &SIMPLE].concat());
    let files: Value = serde_json::from_str(&files.out).unwrap_or_else(|_| panic!("{}", files.err));
    for (one, other) in parts.iter().zip(files["contributions"].as_array().unwrap()) {
        assert_eq!(one["contribution"], other["contribution"]);
    }
    let text = stdout(&[
        "compare",
        "@lockpick",
        "--vary",
        "difficulty=12",
        "--vary",
        "helper[0].dice=5",
        "--explain",
    ]);
    let timeless: Vec<&str> = text
        .lines()
        .filter(|line| !line.contains("exact, no trials"))
        .collect();
    insta::assert_snapshot!(timeless.join("\n"), @"
    A tricky lock: with both changes, Skinner the Burglar succeeds 18.98 points less often: -12.93 from
    difficulty 10 → 12, -6.05 from Legendary Lockpick dice 6 → 5.

      Contributions to the difference of how often Skinner the Burglar succeeds, in points
      change                         contribution  interval   alone    last
      difficulty 10 → 12                   -12.93   exactly  -12.47  -13.40
      Legendary Lockpick dice 6 → 5         -6.05   exactly   -5.58   -6.51
      all changes                          -18.98   exactly       –       –

      A             A tricky lock (68.743%)
      B             with both changes (49.765%)
      keys          Legendary Lockpick dice is helper.'Legendary Lockpick'.dice
      contribution  mean effect of the change over all orders of the changes (4 contests)
      alone         effect of the change on A
      last          effect after all other changes
      evenodds compare @lockpick --vary difficulty=12 --vary 'helper[0].dice=5' --explain -s 1
    ");
}

#[test]
fn options_without_meaning_for_an_explanation_are_refused() {
    let vary = ["compare", "@lockpick", "--explain", "--vary"];
    let all = [
        "difficulty=12,14",
        "difficulty=12 --vary difficulty=13",
        "difficulty=12 --margin 0.01 --precision 0.01",
        "difficulty=12 --figure success=0.1 --figure failure",
        "difficulty=12 --figure succes",
        "difficulty=10",
    ];
    let all = all.map(|more| {
        let more: Vec<&str> = more.split(' ').collect();
        refused(2, &[&vary[..], &more].concat())
    });
    insta::assert_snapshot!(all.join("----\n"), @"
    --vary difficulty has 2 values; expected one value for each key, because all changes together make one second contest
    ----
    --vary difficulty: the key is given twice; expected it once
    ----
    --margin has no meaning with --explain; leave it out
    --precision has no meaning with --explain; leave it out
    ----
    --figure: success=0.1, failure; --explain expects one figure
    --figure success=0.1: --explain has no margin; expected the name of a figure
    ----
    @lockpick: unknown common figure succes; did you mean success? The common figures are success, failure, mean.total, mean.margin, mean.helper_sixes
    ----
    @lockpick: --vary difficulty=10 changes nothing; --explain expects changes
    ");
}
