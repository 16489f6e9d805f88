//! Tests of `check`.

use super::{Answer, call_in, evenodds, finish, folder, json, keys, names, refused};
use std::fs;
use std::path::Path;

/// Two guards at a gate: the intruder wins about 56 times in 100.
const FIGHT: &str = "kind = \"combat\"\n[[side]]\nname = \"intruder\"\n\
     combatant = [{ name = \"Kate\", classes = [{ name = \"Thief\", dice = 4 }] }]\n\
     [[side]]\nname = \"guards\"\n\
     combatant = [{ name = \"Guard\", count = 2, classes = [{ name = \"Guard\", dice = 2 }] }]\n";

fn put(home: &Path, name: &str, text: &str) {
    let path = home.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn expecting(range: &str) -> String {
    format!("{FIGHT}[expect.outcomes]\nintruder = {range}\n")
}

fn check_in(home: &Path, arguments: &[&str]) -> Answer {
    finish(evenodds(home).arg("check").args(arguments))
}

/// Returns the text without the elapsed time.
fn timeless(text: &str) -> String {
    let lines = text.lines().map(|line| match line.split_once(" s · ") {
        Some((before, after)) => {
            let before = before.rsplit_once(", ").map_or(before, |(start, _)| start);
            format!("{before} · {after}")
        }
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Creates a folder with all sorts of files.
fn campaign() -> tempfile::TempDir {
    let home = folder();
    put(home.path(), "c/holds.toml", &expecting("[0.1, 0.9]"));
    put(home.path(), "c/fails.toml", &expecting("[0.9, 1.0]"));
    put(home.path(), "c/a/none.toml", FIGHT);
    put(
        home.path(),
        "c/a/lock.toml",
        "kind = \"quick\"\ndifficulty = 4\nactor = { name = \"x\", dice = 1 }\n[expect.outcomes]\nsuccess = [0.5, 0.5]\n",
    );
    put(home.path(), "c/bad.toml", "kind = \"quick\"\n");
    put(
        home.path(),
        "c/parties/party.toml",
        "[[side]]\nname = \"x\"\n",
    );
    put(home.path(), "c/.old/fails.toml", &expecting("[0.9, 1.0]"));
    home
}

#[test]
fn a_folder_is_checked_file_by_file_and_all_faults_are_reported() {
    let home = campaign();
    let answer = check_in(home.path(), &["c", "--max-trials", "20k"]);
    assert_eq!(answer.code, Some(2));
    insta::assert_snapshot!(timeless(&answer.out), @"
      verdict  expectation  figure  interval         expected    trials
    c/a/lock.toml
      holds    success      50.00%  exactly          50%          exact
    c/a/none.toml: no expectations
    c/fails.toml
      FAILS    intruder     65.81%  63.97 to 67.62%  90 to 100%  10,000
    c/holds.toml
      holds    intruder     65.81%  63.97 to 67.62%  10 to 90%   10,000
    c/bad.toml: faulty

    3 expectations in 3 files: 2 hold, 1 FAILS; 1 file has no expectations; 1 file is faulty; 1 file
    without a kind was left out.
      seed 1 · evenodds check c --max-trials 20000
    ");
    insta::assert_snapshot!(answer.err, @r#"
    c/bad.toml:1:1: difficulty is missing; expected a positive whole number
      |
    1 | kind = "quick"
      | ^
    help: for example difficulty = 10

    c/bad.toml:1:1: actor is missing; expected a table
      |
    1 | kind = "quick"
      | ^
    help: for example actor = { name = "Skinner", dice = 2 }

    2 faults; nothing was run
    1 expectation fails
    "#);
}

#[test]
fn the_exit_code_is_that_of_the_worst_failure() {
    let home = campaign();
    let code = |arguments: &[&str]| check_in(home.path(), arguments).code;
    assert_eq!(code(&["c/holds.toml", "c/a"]), Some(0));
    assert_eq!(code(&["c/holds.toml", "c/fails.toml"]), Some(1));
    assert_eq!(code(&["c/fails.toml", "c/bad.toml"]), Some(2));
    assert_eq!(code(&["c", "no.toml"]), Some(3));
    put(home.path(), "close.toml", &expecting("[0.0, 0.56]"));
    let open = ["close.toml", "-n", "100", "--max-trials", "200"];
    let answer = check_in(home.path(), &open);
    assert_eq!(answer.code, Some(1));
    insta::assert_snapshot!(answer.err, @"1 expectation is undecided; pass --allow-undecided to accept that");
    assert_eq!(code(&[&open[..], &["--allow-undecided"]].concat()), Some(0));
    // The option does not accept a failed expectation.
    let both = ["c/fails.toml", "--allow-undecided"];
    assert_eq!(code(&both), Some(1));
}

#[test]
fn junit_is_xml_with_a_case_for_each_expectation() {
    let home = campaign();
    put(
        home.path(),
        "c/Ж & <b> \"q\".toml",
        &expecting("[0.0, 0.56]"),
    );
    let read = |more: &[&str]| {
        let call = [
            "c",
            "--max-trials",
            "200",
            "-n",
            "100",
            "--junit",
            "out.xml",
        ];
        check_in(home.path(), &[&call[..], more].concat());
        fs::read_to_string(home.path().join("out.xml")).unwrap()
    };
    let text = read(&[]);
    let document = roxmltree::Document::parse(&text).unwrap();
    let root = document.root_element();
    let number = |node: &roxmltree::Node, name: &str| {
        node.attribute(name).unwrap().parse::<usize>().unwrap()
    };
    let count = |tag: &str| {
        let nodes = document.descendants();
        nodes.filter(|node| node.has_tag_name(tag)).count()
    };
    assert_eq!(root.tag_name().name(), "testsuites");
    assert_eq!(number(&root, "tests"), count("testcase"));
    assert_eq!(number(&root, "failures"), count("failure"));
    assert_eq!(number(&root, "errors"), count("error"));
    assert_eq!(
        (count("failure"), count("error"), count("skipped")),
        (2, 1, 0)
    );
    let suites: Vec<&str> = root
        .children()
        .filter(roxmltree::Node::is_element)
        .map(|suite| suite.attribute("name").unwrap())
        .collect();
    let name = Path::new("c").join("Ж & <b> \"q\".toml");
    assert!(suites.contains(&name.to_str().unwrap()), "{suites:?}");
    let allowed = read(&["--allow-undecided"]);
    let document = roxmltree::Document::parse(&allowed).unwrap();
    let skipped = document
        .descendants()
        .filter(|node| node.has_tag_name("skipped"));
    assert_eq!(skipped.count(), 1);
    // The XML is also written if no file is valid.
    put(home.path(), "none.toml", "kind = 'combat'\n");
    let answer = check_in(home.path(), &["none.toml", "--junit", "none.xml"]);
    assert_eq!((answer.code, &*answer.out), (Some(2), ""));
    let text = fs::read_to_string(home.path().join("none.xml")).unwrap();
    assert!(text.contains("errors=\"1\""), "{text}");
    let nowhere = ["c/holds.toml", "--junit", "no/out.xml"];
    assert_eq!(check_in(home.path(), &nowhere).code, Some(3));
}

#[test]
fn json_has_the_figures_of_the_table() {
    let call = ["check", "@canyon", "@wounded", "@lockpick", "-n", "1k"];
    let value = json(&[&call[..], &["-f", "json", "--max-trials", "200k"]].concat());
    assert_eq!(
        keys(&value),
        [
            "format",
            "tool",
            "alpha",
            "counts",
            "scenarios",
            "faulty",
            "left_out",
            "not_judged",
            "absent"
        ]
    );
    assert_eq!(value["counts"]["holds"], 5);
    let scenario = &value["scenarios"][2];
    assert_eq!(
        keys(scenario),
        ["scenario", "seed", "trials", "stopped", "expectations"]
    );
    assert_eq!(
        (&scenario["trials"], &scenario["stopped"]),
        (&0.into(), &"exact".into())
    );
    assert_eq!(
        keys(&scenario["expectations"][0]),
        [
            "name", "verdict", "value", "low", "high", "from", "to", "method", "trials", "outside"
        ]
    );
    // The figures are those of a run with as many trials.
    let heroes = &value["scenarios"][0]["expectations"][0];
    let trials = heroes["trials"].to_string();
    let run = json(&["run", "@canyon", "-n", &trials, "-f", "json"]);
    assert_eq!(heroes["value"], run["outcomes"][0]["share"]);
}

#[test]
fn what_is_wrong_is_said() {
    let home = folder();
    let said = |arguments: &[&str]| {
        let answer = check_in(home.path(), arguments);
        assert_eq!(answer.out, "", "{arguments:?}");
        (answer.code, answer.err)
    };
    fs::create_dir(home.path().join("empty")).unwrap();
    put(home.path(), "parties/x.toml", "[[side]]\nname = \"x\"\n");
    insta::assert_snapshot!(refused(2, &["check", "@canyon", "--alpha", "2"]), @r#"--alpha is "2"; expected a probability from 0.000000001 to 0.5, such as 0.05 or 5%"#);
    assert_eq!(said(&["--max-trials", "0", "@canyon"]).0, Some(2));
    assert_eq!(said(&[]).0, Some(2));
    let answer = check_in(home.path(), &["empty"]);
    assert_eq!(answer.code, Some(2));
    insta::assert_snapshot!(answer.err, @"no scenario below empty that is not among the earlier arguments; scenarios are TOML files with a `kind`");
    // A folder of parties alone has no expectations.
    assert_eq!(check_in(home.path(), &["parties"]).code, Some(4));
    let passed = check_in(home.path(), &["parties", "--no-tests", "pass"]);
    assert_eq!(passed.code, Some(0));
    let twice = check_in(home.path(), &["@duel", "-", "-"]);
    assert_eq!(twice.code, Some(2));
    assert!(
        twice.err.contains("standard input can be read only once"),
        "{}",
        twice.err
    );
}

#[test]
fn results_go_to_a_file_and_in_every_format() {
    let home = campaign();
    for format in ["table", "json", "markdown"] {
        for _ in 0..2 {
            let call = ["check", "c/holds.toml", "-f", format, "-o", "out"];
            let answer = call_in(home.path(), &call);
            assert_eq!(
                (answer.code, answer.out.as_str()),
                (Some(0), ""),
                "{}",
                answer.err
            );
        }
    }
    assert!(names(home.path()).contains(&"out".to_owned()));
}

#[test]
fn built_in_fights_of_teams_meet_their_expectations() {
    let fights = evenodds::scenario::BUILTINS.iter();
    let fights = fights.filter(|one| one.text.contains("\n[team."));
    let fights: Vec<String> = fights.map(|one| format!("@{}", one.name)).collect();
    assert!(fights.len() > 6);
    let names: Vec<&str> = fights.iter().map(String::as_str).collect();
    let answer = check_in(folder().path(), &names);
    assert_eq!(answer.code, Some(0), "{}{}", answer.out, answer.err);
}
