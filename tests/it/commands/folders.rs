//! Folders, patterns and `@kind/*` as arguments for files.

use super::{Answer, QUICK, call_in, folder, json_in, keys};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const FIGHT: &str = "kind = \"combat\"\n\n[[side]]\nname = \"red\"\nplayer = \"finisher\"\ncombatant = [{ name = \"Ruth\", classes = [{ name = \"Duelist\", dice = 3 }] }]\n\n[[side]]\nname = \"blue\"\nplayer = \"finisher\"\ncombatant = [{ name = \"Bert\", classes = [{ name = \"Duelist\", dice = 2 }] }]\n";

/// Creates two good scenarios and a broken one, one in a subfolder, and a file that is not a
/// scenario.
fn home() -> TempDir {
    let home = folder();
    fs::create_dir_all(home.path().join("all/below")).unwrap();
    let files = [
        ("a.toml", QUICK.to_owned()),
        ("b.toml", QUICK.replace("dice = 2", "dice = 99")),
        ("c.toml", QUICK.replace("= 10", "= 12")),
        ("below/d.toml", FIGHT.to_owned()),
        ("party.toml", "x = 1\n".to_owned()),
    ];
    for (name, text) in files {
        fs::write(home.path().join("all").join(name), text).unwrap();
    }
    home
}

/// Returns the output without times.
fn said(answer: &Answer) -> String {
    let out = answer.out.lines().map(|line| {
        let is_time = |one: &&str| one.ends_with(" s") && one.len() < 9;
        let (before, behind) = line.split_once(" · ").unwrap_or((line, ""));
        let parts: Vec<&str> = before.split(", ").filter(|one| !is_time(one)).collect();
        let joined = parts.join(", ");
        let joined = if joined.trim().ends_with(" s") && joined.trim().len() < 9 {
            "  TIME".to_owned()
        } else {
            joined
        };
        if behind.is_empty() {
            joined
        } else {
            format!("{joined} · {behind}")
        }
    });
    let out: Vec<String> = out.collect();
    format!("{}\n--- {:?}\n{}", out.join("\n"), answer.code, answer.err)
}

fn snapshot(name: &str, home: &Path, arguments: &[&str]) {
    let answer = call_in(home, &[arguments, &["-s", "1"]].concat());
    insta::assert_snapshot!(name, said(&answer));
}

#[test]
fn a_faulty_file_does_not_stop_the_batch() {
    let home = home();
    let home = home.path();
    let target = ["--target", "success=0.5"];
    snapshot("run", home, &["run", "all", "-n", "200", "-q"]);
    let exact = call_in(home, &["exact", "all"]);
    insta::assert_snapshot!("exact", said(&exact));
    let sweep = ["sweep", "all", "--vary", "difficulty=8,14"];
    snapshot("sweep", home, &sweep);
    let tune = ["tune", "all", "--vary", "difficulty=8..14"];
    snapshot("tune", home, &[&tune[..], &target].concat());
    let advise = ["advise", "all", "--budget", "off"];
    snapshot("advise", home, &[&advise[..], &target].concat());
    let compare = ["compare", "all", "--vary", "difficulty=11"];
    snapshot("compare", home, &compare);
    snapshot("drama", home, &["drama", "all", "-n", "60", "-q"]);
    snapshot(
        "ladder",
        home,
        &[
            "ladder",
            "all",
            "-n",
            "60",
            "-q",
            "--players",
            "random,finisher",
        ],
    );
}

#[test]
fn a_key_that_only_some_have_is_not_applicable_in_the_others() {
    let home = home();
    fs::remove_file(home.path().join("all/b.toml")).unwrap();
    let all = |arguments: &[&str]| call_in(home.path(), arguments);
    let some = all(&["run", "all", "-n", "100", "-q", "--set", "difficulty=12"]);
    assert_eq!((some.code, some.err.as_str()), (Some(0), ""));
    let note = "not applicable  difficulty in all/below/d.toml, which is unchanged";
    assert!(some.out.contains(note), "{}", some.out);
    let swept = all(&["sweep", "all", "--vary", "difficulty=8,14"]);
    assert_eq!((swept.code, swept.err.as_str()), (Some(0), ""));
    let note = "not applicable  difficulty in all/below/d.toml, which was left out";
    assert!(swept.out.contains(note), "{}", swept.out);
    // No scenario has the key: one fault with the nearest name, and no trial is played.
    for call in [
        &["run", "all", "--set", "dificulty=12"][..],
        &["compare", "all", "--vary", "dificulty=12"],
        &["sweep", "all", "--vary", "dificulty=12"],
    ] {
        let none = all(call);
        assert_eq!((none.code, none.out.as_str()), (Some(2), ""), "{call:?}");
        let stdout = none.err.matches("did you mean difficulty?").count();
        assert_eq!(stdout, 1, "{call:?}: {}", none.err);
    }
    // For a single scenario, an unknown key is a fault as usual.
    let one = all(&["run", "all/below/d.toml", "--set", "difficulty=12"]);
    assert_eq!(one.code, Some(2));
    assert!(one.err.contains("is not a key here"), "{}", one.err);
}

#[test]
fn programs_read_an_array_and_one_frame() {
    let home = home();
    fs::remove_file(home.path().join("all/b.toml")).unwrap();
    let calls: [&[&str]; 5] = [
        &["run", "all", "-n", "50"],
        &["sweep", "all", "--vary", "title=x,y"],
        &["drama", "all/below", "-n", "20"],
        &[
            "ladder",
            "all/below",
            "-n",
            "20",
            "--players",
            "random,brawler",
        ],
        &["compare", "all", "--vary", "difficulty=11"],
    ];
    for call in &calls[2..] {
        let found = json_in(home.path(), &[*call, &["-q", "-f", "json"]].concat());
        assert!(found.is_array(), "{call:?}");
    }
    let compared = json_in(home.path(), &[calls[4], &["-q", "-f", "json"]].concat());
    let compared = compared.as_array().unwrap();
    assert_eq!(compared.len(), 2);
    let figure = keys(&compared[0]["figures"][0]);
    assert_eq!(figure[figure.len() - 2..], ["p", "p_holm"]);
    let run = json_in(home.path(), &[calls[0], &["-q", "-f", "json"]].concat());
    let paths = run.as_array().unwrap().iter();
    let paths: Vec<&Value> = paths.map(|one| &one["scenario"]["path"]).collect();
    assert_eq!(paths, ["all/a.toml", "all/below/d.toml", "all/c.toml"]);
}

#[cfg(feature = "frames")]
#[test]
fn sweeps_of_different_keys_are_one_frame_with_all_columns() {
    let home = folder();
    let swept = |vary: &str| format!("{QUICK}\n[sweep]\nvary = [\"{vary}\"]\n");
    fs::write(home.path().join("a.toml"), swept("difficulty=8,14")).unwrap();
    fs::write(home.path().join("b.toml"), swept("actor.dice=1,2")).unwrap();
    let csv = call_in(home.path(), &["sweep", ".", "-f", "csv"]);
    assert_eq!((csv.code, csv.err.as_str()), (Some(0), ""));
    let lines: Vec<Vec<&str>> = csv
        .out
        .lines()
        .map(|line| line.split(',').collect())
        .collect();
    let place = |name: &str| lines[0].iter().position(|one| *one == name).unwrap();
    let (difficulty, dice) = (place("difficulty"), place("actor.dice"));
    let cells: Vec<[&str; 2]> = lines[1..]
        .iter()
        .map(|row| [row[difficulty], row[dice]])
        .collect();
    assert_eq!(lines.len(), 9);
    assert!(
        cells[..4]
            .iter()
            .all(|row| !row[0].is_empty() && row[1].is_empty())
    );
    assert!(
        cells[4..]
            .iter()
            .all(|row| row[0].is_empty() && !row[1].is_empty())
    );
}

#[test]
fn patterns_and_kinds_are_expanded_where_no_shell_does() {
    let home = home();
    let paths = |arguments: &[&str]| -> Vec<String> {
        let all = [arguments, &["-f", "json"]].concat();
        let found = json_in(home.path(), &all);
        let found = found.as_array().unwrap().iter();
        let path = |one: &Value| one["scenario"]["path"].as_str().unwrap().to_owned();
        found.map(path).collect()
    };
    assert_eq!(
        paths(&["exact", "all/[ac].toml"]),
        ["all/a.toml", "all/c.toml"]
    );
    let quick = paths(&["exact", "@quick/*"]);
    assert!(
        quick.len() >= 3 && quick.contains(&"@lockpick".to_owned()),
        "{quick:?}"
    );
    let nothing = call_in(home.path(), &["run", "all/x*.toml"]);
    let kind = call_in(home.path(), &["run", "@quik/*"]);
    assert_eq!((nothing.code, kind.code), (Some(2), Some(2)));
    insta::assert_snapshot!(format!("{}{}", nothing.err, kind.err), @"
    all/x*.toml: no file matches this pattern; expected a file, a folder or another pattern
    @quik/*: no built-in scenario has this kind; expected one of combat, survey, quick, workshop, abstract, action_dice, dice, trade, dice_adventures, adventure
    help: did you mean @quick/*?
    ");
    // A file name may look like a pattern.
    fs::write(home.path().join("odd[1].toml"), QUICK).unwrap();
    let odd = call_in(home.path(), &["exact", "odd[1].toml", "-f", "json"]);
    assert!(odd.out.starts_with("{\n"), "{}{}", odd.out, odd.err);
}

#[test]
fn commands_for_one_scenario_reject_a_folder() {
    let home = home();
    let said = |arguments: &[&str]| {
        let answer = call_in(home.path(), arguments);
        assert_eq!(answer.code, Some(2), "{arguments:?}: {}", answer.err);
        answer.err
    };
    let all = [
        said(&["trace", "all"]),
        said(&["link", "all"]),
        said(&["compare", "all", "all/a.toml"]),
        said(&["run", "all", "-n", "10", "--shard", "1/2"]),
    ];
    insta::assert_snapshot!(all.concat(), @"
    all is a folder; expected a regular file of at most 16 MB
    all is a folder; expected a regular file of at most 16 MB
    all can stand for more than one scenario; pass two files, or --vary PATH=VALUE to compare each with a changed version
    --shard: expected one scenario, because it applies to one run; name one FILE
    ");
}

#[cfg(feature = "charts")]
#[test]
fn the_differences_of_a_folder_are_a_chart_and_a_page() {
    let home = home();
    fs::remove_file(home.path().join("all/b.toml")).unwrap();
    let compare = ["compare", "all", "--vary", "difficulty=11"];
    let call = |more: &[&str]| {
        let answer = call_in(home.path(), &[&compare[..], more].concat());
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    };
    call(&["--chart", "x.svg", "-f", "html", "-o", "x.html"]);
    let text = |name: &str| fs::read_to_string(home.path().join(name)).unwrap();
    for part in [
        "Effect of difficulty=11",
        "no difference",
        "within 0.5 points",
        "c.toml",
    ] {
        assert!(text("x.svg").contains(part), "{part}");
        assert!(text("x.html").contains(part), "{part}");
    }
    let sweep = call_in(
        home.path(),
        &[
            "sweep",
            "all",
            "--vary",
            "difficulty=8,14",
            "--chart",
            "y.svg",
        ],
    );
    assert_eq!(sweep.code, Some(2));
    assert!(
        sweep.err.contains("a chart shows only one"),
        "{}",
        sweep.err
    );
}
