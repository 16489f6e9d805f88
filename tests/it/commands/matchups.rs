//! Tests of `matchups`.

use super::{Answer, call_in, json_in, keys, refused};
use std::fs;
use tempfile::TempDir;

/// Weapons of which each beats the next, a blunt one, and a copy of the first under another name.
const ARMIES: [(&str, &str); 5] = [
    ("axes", r#"{ name = "Axe", count = 3, hp = 9, sort = 1 }"#),
    (
        "blades",
        r#"{ name = "Blade", count = 3, hp = 9, sort = 2 }"#,
    ),
    ("clubs", r#"{ name = "Club", count = 3, hp = 9, sort = 3 }"#),
    (
        "hatchets",
        r#"{ name = "Hatchet", count = 3, hp = 9, sort = 1 }"#,
    ),
    (
        "peasants",
        r#"{ name = "Peasant", count = 3, hp = 5, sort = 0 }"#,
    ),
];

fn army(name: &str, members: &str) -> String {
    format!(
        r#"kind = "dice"
title = "{name}"
[team.red]
player = "simple"
members = [{members}]
[team.blue]
members = [{{ name = "Stand-in", hp = 1, sort = 0 }}]
[[step]]
each = ["red", "blue"]
order = "1d20"
target = {{ among = "enemies", simple = "lowest hp" }}
roll = {{ blow = "1d6" }}
then = [
  {{ target.hp = "target.hp - blow" }},
  {{ if = "target.sort > 0 and (self.sort = 1 and target.sort = 2 or self.sort = 2 and target.sort = 3 or self.sort = 3 and target.sort = 1)", target.hp = "target.hp - 1" }},
]
"#
    )
}

/// Returns a folder with the armies.
fn armies() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("armies")).unwrap();
    for (name, members) in ARMIES {
        let path = folder.path().join(format!("armies/{name}.toml"));
        fs::write(path, army(name, members)).unwrap();
    }
    folder
}

fn matchups(folder: &TempDir, more: &[&str]) -> Answer {
    let arguments = [
        "matchups", "armies", "--seat", "team.red", "-n", "4000", "-s", "3", "-q",
    ];
    call_in(folder.path(), &[&arguments[..], more].concat())
}

#[test]
fn a_cycle_a_dominated_design_and_equal_ones_are_named() {
    let home = armies();
    let answer = matchups(&home, &[]);
    assert_eq!((answer.code, &*answer.err), (Some(0), ""));
    // The line of facts has the time.
    let (shown, facts) = answer.out.split_once("\n  10 pairs").unwrap();
    insta::assert_snapshot!(shown, @"");
    assert!(
        facts.starts_with(", 4,000 trials in either seat, seed 3"),
        "{facts}"
    );
    let with = ["--seat", "team.red", "-n", "4000", "-s", "3", "-f", "json"];
    let found = json_in(home.path(), &[&["matchups", "armies"][..], &with].concat());
    assert_eq!(
        keys(&found),
        [
            "format", "tool", "scenario", "seed", "trials", "interval", "seats", "margin",
            "within", "best", "even", "cycles", "designs", "pairs"
        ]
    );
    let reversed = ["peasants", "hatchets", "clubs", "blades", "axes"];
    let files = reversed.map(|name| format!("armies/{name}.toml"));
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let turned = json_in(home.path(), &[&["matchups"][..], &files, &with].concat());
    for key in ["designs", "cycles", "even", "pairs"] {
        assert_eq!(found[key], turned[key]);
    }
}

#[test]
fn pairs_outside_a_range_fail() {
    let home = armies();
    let more = ["--within", "45..55%", "--junit", "out.xml"];
    let answer = matchups(&home, &more);
    assert_eq!(answer.code, Some(1));
    insta::assert_snapshot!(answer.err, @"");
    let text = fs::read_to_string(home.path().join("out.xml")).unwrap();
    let document = roxmltree::Document::parse(&text).unwrap();
    let has = |name: &str| {
        document
            .descendants()
            .filter(|one| one.has_tag_name(name))
            .count()
    };
    assert_eq!(has("testcase"), 10);
    assert!(has("failure") > 0 && has("error") == 0, "{text}");
    assert_eq!(matchups(&home, &["--within", "1..99%"]).code, Some(0));
}

#[test]
fn wrong_options_are_rejected_with_the_reason() {
    let home = armies();
    let first = army("axes", ARMIES[0].1);
    fs::write(
        home.path().join("other.toml"),
        first.replace("1d20", "1d12"),
    )
    .unwrap();
    fs::write(
        home.path().join("seed.toml"),
        first.clone() + "[run]\nseed = 7\n",
    )
    .unwrap();
    let said = |arguments: &[&str]| {
        let answer = call_in(home.path(), &[&["matchups"][..], arguments].concat());
        assert_eq!((answer.code, &*answer.out), (Some(2), ""), "{arguments:?}");
        answer.err
    };
    insta::assert_snapshot!([
        said(&["armies"]),
        said(&["armies/axes.toml", "--seat", "team.red"]),
        said(&["armies/axes.toml", "other.toml", "--seat", "team.red"]),
        said(&["armies/axes.toml", "seed.toml", "--seat", "team.red"]),
        said(&["armies", "--seat", "team.green"]),
        said(&["armies", "--seat", "team.red", "--within", "40..50%"]),
        said(&["armies", "--vary", "team.red.Axe.hp=1..3"]),
        said(&["@duel", "--vary", "rules.half=up,down"]),
        said(&["@duel", "--vary", "side.red.Rosa.classes[0].dice=1..50"]),
        said(&["@duel", "--vary", "side.red.Rosa.classes[0].dice=3"]),
    ].concat(), @"");
    let junit = [
        "matchups", "@duel", "--seat", "side.red", "--junit", "x.xml",
    ];
    assert!(refused(2, &junit).contains("--within"));
}
