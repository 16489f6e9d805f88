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
    insta::assert_snapshot!(shown, @"
    5 designs: none is proven ahead of all others; clubs, hatchets and blades form a cycle, each ahead
    of the next; hatchets and axes are even within 3 points.

      Score of the row against the column, over both seats
      design     mean  weight         clubs      hatchets          axes        blades      peasants
      clubs     67.3%     34%             –  77.0% ±1.3 ▲  76.6% ±1.3 ▲  23.2% ±1.3 ▼  92.4% ±0.8 ▲
      hatchets  60.7%     33%  23.0% ±1.3 ▼             –  50.0% ±1.6 =  77.6% ±1.3 ▲  92.1% ±0.8 ▲
      axes      60.7%      0%  23.4% ±1.3 ▼  50.0% ±1.6 =             –  77.0% ±1.3 ▲  92.2% ±0.8 ▲
      blades    53.7%     33%  76.8% ±1.3 ▲  22.4% ±1.3 ▼  23.0% ±1.3 ▼             –  92.6% ±0.8 ▲
      peasants   7.7%      0%   7.6% ±0.8 ▼   7.9% ±0.8 ▼   7.8% ±0.8 ▼   7.4% ±0.8 ▼             –

      ▲ ahead, ▼ behind, = even within the margin; all are proven.
      even         hatchets and axes
      cycles       clubs → hatchets → blades → clubs
      dominated    peasants by clubs
      equilibrium  best choice against the best choice: clubs 34%, blades 33%, hatchets 33%; never
                   chosen, proven: peasants
      seats        team.red scores 50.1% ±1.5 on average against team.blue
      certainty    the intervals of all pairs hold simultaneously with 95% confidence (Bonferroni, fixed
                   number of trials), and so do all statements based on them
    ");
    assert!(
        facts.starts_with(", 4,000 trials in each seat, seed 3"),
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
    insta::assert_snapshot!(answer.err, @"9 pairs are outside 45..55%");
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
        said(&["@lockpick", "--vary", "actor.dice=1..3"]),
        said(&["@three-sides", "--vary", "side.navy.player=random,finisher"]),
        said(&["@duel", "--vary", "side.red.Rosa.classes[0].dice=3"]),
    ].concat(), @"
    --seat is missing; pass the path of the table that is the design, such as --seat side.red, or --vary PATH=VALUES
    the number of designs is 1; expected 2 to 40: pass a file for each, or --vary PATH=VALUES with values of a key inside the seat
    step[0].order is not the same in armies/axes.toml and other.toml; designs may differ only in team.red and team.blue, titles and notes
    run.seed is not the same in armies/axes.toml and seed.toml; pass --seed
    armies/axes.toml: --seat: team.green is not a name here; the names here are red, blue
    --within 40..50%: expected a range of shares with its middle at 50%, such as 45..55% or 0.45..0.55
    --vary: expected one FILE, whose keys have the values; without --vary, each FILE is a design
    --vary: rules is not a table; expected a side or a team
    --vary: there is no table beside actor; expected a side or a team with one opponent
    --vary: side.navy has 2 tables beside it (side.pirates, side.guards); expected one opponent
    the number of designs is 1; expected 2 to 40: pass a file for each, or --vary PATH=VALUES with values of a key inside the seat
    ");
    let junit = [
        "matchups", "@duel", "--seat", "side.red", "--junit", "x.xml",
    ];
    assert!(refused(2, &junit).contains("--within"));
}
