//! `compare`.

use super::{call, call_in, folder, json, keys, refused, told};
use serde_json::Value;
use std::fs;

const BRAWLER: &str = "side.heroes.player=brawler";

#[test]
fn a_file_and_a_change_are_compared_as_two_files_are() {
    let home = folder();
    let canyon = told(&["new", "combat"]);
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
    // The shares are those of two runs on the same luck.
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
fn threads_do_not_matter() {
    let on = |threads| {
        let call = [
            "compare",
            "@three-sides",
            "--vary",
            "side.navy.player=random",
        ];
        told(
            &[
                &call[..],
                &["-j", threads, "-f", "json", "--max-trials", "20k"],
            ]
            .concat(),
        )
    };
    let one = on("1");
    assert_eq!(one, on("2"));
    assert_eq!(one, on("8"));
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
fn the_screen_says_it_in_a_sentence_and_how_to_see_it_again() {
    let text = told(&["compare", "@lockpick", "--vary", "difficulty=12"]);
    let timeless: Vec<&str> = text
        .lines()
        .filter(|line| !line.contains(" s · "))
        .collect();
    insta::assert_snapshot!(timeless.join("\n"), @"");
    let again =
        "evenodds compare @canyon --vary side.heroes.player=brawler --figure heroes=0.1 -s 42";
    let text = told(&[
        "compare",
        "@canyon",
        "--vary",
        BRAWLER,
        "--figure",
        "heroes=0.1",
    ]);
    assert!(text.trim_end().ends_with(again), "{text}");
    assert!(text.contains("no larger than 10 points"), "{text}");
}

#[test]
fn the_verdict_does_not_change_the_exit_code() {
    for more in [&["--margin", "0.3"][..], &[], &["--max-trials", "50"]] {
        let call_ = [&["compare", "@canyon", "--vary", BRAWLER][..], more].concat();
        assert_eq!(call(&call_).code, Some(0));
    }
    let text = told(&[
        "compare",
        "@canyon",
        "--vary",
        BRAWLER,
        "--max-trials",
        "50",
    ]);
    assert!(
        text.contains("nothing is decided after 50 trials"),
        "{text}"
    );
    assert!(text.contains("--max-trials"), "{text}");
}

#[test]
fn what_is_wrong_is_said_all_at_once() {
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
    insta::assert_snapshot!(all.join("\n----\n"), @"");
    insta::assert_snapshot!(said(&["@canyon", "--vary", BRAWLER, "--margin", "0"]), @"");
    insta::assert_snapshot!(said(&["@canyon", "--vary", BRAWLER, "--figure", "heroes=x"]), @"");
}

#[test]
fn results_go_to_a_file_that_is_replaced_only_if_it_is_ours() {
    let home = folder();
    for format in ["table", "json", "markdown"] {
        for _ in 0..2 {
            let call = [
                "compare",
                "@lockpick",
                "--vary",
                "difficulty=9,12",
                "-f",
                format,
                "-o",
                "out",
            ];
            let answer = call_in(home.path(), &call);
            assert_eq!(
                (answer.code, answer.out.as_str()),
                (Some(0), ""),
                "{}",
                answer.err
            );
        }
    }
    fs::write(home.path().join("thesis"), "mine").unwrap();
    let call = ["compare", "@lockpick", "@climber", "-o", "thesis"];
    assert_eq!(call_in(home.path(), &call).code, Some(3));
}
