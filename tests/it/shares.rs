//! Shares are written alike everywhere: as numbers and as percentages.

use serde_json::Value;
use std::fs;
use std::process::Command;

/// Runs a command in a new folder with a scenario. Returns the exit code, standard output and
/// standard error.
fn run(scenario: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("x.toml"), scenario).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_evenodds"))
        .env("EVENODDS_CACHE", "off")
        .args(arguments)
        .current_dir(folder.path())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

const LOCK: &str = "kind = 'quick'\ndifficulty = 10\nactor = { name = 'Ann', dice = 2 }\n";

#[test]
fn options_take_shares_in_both_notations() {
    for (question, option, number, percent) in [
        (&["run", "@duel"][..], "--precision", "0.03", "3%"),
        (
            &["compare", "@duel", "--vary", "rules.half=down"],
            "--precision",
            "0.04",
            "4%",
        ),
        (
            &["compare", "@duel", "--vary", "rules.half=down"],
            "--margin",
            "0.1",
            "10%",
        ),
        (
            &["compare", "@duel", "--vary", "rules.half=down"],
            "--figure",
            "red=0.1",
            "red=10%",
        ),
        (&["check", "@duel"], "--alpha", "0.01", "1%"),
        (
            &[
                "tune",
                "x.toml",
                "--vary",
                "difficulty=4..9",
                "--target",
                "success=0.5",
            ],
            "--tolerance",
            "0.2",
            "20%",
        ),
        (
            &["advise", "x.toml", "--target", "success=0.5"],
            "--tolerance",
            "0.05",
            "5%",
        ),
        (
            &["advise", "x.toml", "--tolerance", "0.05"],
            "--target",
            "success=0.5",
            "success=50%",
        ),
    ] {
        let [one, other] = [number, percent]
            .map(|value| run(LOCK, &[question, &[option, value, "-f", "json"]].concat()));
        assert_eq!(one, other, "{question:?} {option}");
        assert!(
            one.0.is_some_and(|code| code < 2),
            "{question:?}: {}",
            one.2
        );
    }
}

#[test]
fn a_file_takes_shares_in_both_notations() {
    let with = |expected: &str| format!("{LOCK}expect.outcomes.success = {expected}\n");
    let check = |text: &str| run(text, &["check", "x.toml", "-f", "json"]);
    let number = check(&with("[0.0, 0.45]"));
    assert_eq!(check(&with("[\"0%\", \"45%\"]")), number);
    assert_eq!(check(&with("[0, \"45 %\"]")), number);
    let tune = |tolerance: &str| {
        let table = "vary = ['difficulty=4..9']\ntarget = 'success=50%'";
        run(
            &format!("{LOCK}[tune]\n{table}\ntolerance = {tolerance}\n"),
            &["tune", "x.toml", "-f", "json"],
        )
    };
    assert_eq!(tune("'20%'"), tune("0.2"));
    for (expected, help) in [
        ("[40, 45]", "write \"40%\""),
        ("['0.4', 1]", "write 0.4, without quotes"),
    ] {
        let (code, _, error) = check(&with(expected));
        assert_eq!(code, Some(2), "{error}");
        assert!(error.contains(help), "{error}");
    }
    assert_eq!(check(&with("['40%', '140%']")).0, Some(2));
}

#[test]
fn a_tolerance_of_half_of_all_trials_is_refused() {
    let tune = |tolerance: &str| {
        let target = ["--target", "success=0.6", "--tolerance", tolerance];
        run(
            LOCK,
            &[
                &["tune", "x.toml", "--vary", "difficulty=4..9"],
                &target[..],
            ]
            .concat(),
        )
    };
    for (tolerance, meant) in [("0.5", "did you mean 0.5%?"), ("3", "did you mean 3%?")] {
        let (code, _, error) = tune(tolerance);
        assert_eq!(code, Some(2), "{error}");
        assert!(error.contains(meant), "{error}");
    }
    assert_eq!(tune("60%").0, Some(2));
    let advise = [
        "advise",
        "x.toml",
        "--target",
        "success=0.6",
        "--tolerance",
        "0.5",
    ];
    assert_eq!(run(LOCK, &advise).0, Some(2));
}

#[test]
fn a_check_of_nothing_has_an_exit_code_of_its_own() {
    let (code, out, error) = run(LOCK, &["check", "x.toml"]);
    assert_eq!(code, Some(4), "{out}");
    assert!(error.contains("--no-tests pass"), "{error}");
    assert_eq!(
        run(LOCK, &["check", "x.toml", "--no-tests", "fail"]).0,
        Some(4)
    );
    assert_eq!(
        run(LOCK, &["check", "x.toml", "--no-tests", "pass"]).0,
        Some(0)
    );
    assert_eq!(
        run(LOCK, &["check", "x.toml", "--no-tests", "skip"]).0,
        Some(2)
    );
    // A single expectation suffices, and any other failure has its own code.
    assert_eq!(run(LOCK, &["check", "x.toml", "@lockpick"]).0, Some(0));
    assert_eq!(run("kind = 'quick'\n", &["check", "x.toml"]).0, Some(2));
    assert_eq!(run(LOCK, &["check", "x.toml", "none.toml"]).0, Some(3));
}

#[test]
fn names_with_blanks_need_no_quotes() {
    let path = "side.ambushers.Assassin Drone";
    let quoted = "side.ambushers.'Assassin Drone'";
    for question in [
        &["run", "@canyon", "-n", "50", "--set", "PATH.count=2"][..],
        &[
            "advise", "@canyon", "--first", "2", "-n", "50", "--keep", "PATH",
        ],
        &[
            "advise", "@canyon", "--first", "2", "-n", "50", "--only", "PATH",
        ],
        &["sweep", "@canyon", "-n", "50", "--vary", "PATH.count=2..3"],
    ] {
        let [one, other] = [path, quoted].map(|path| {
            let words: Vec<String> = question
                .iter()
                .map(|word| word.replace("PATH", path))
                .collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            run(LOCK, &[&words[..], &["-f", "json"]].concat())
        });
        assert!(one.0.is_some_and(|code| code < 2), "{}", one.2);
        let read = |text: &str| -> Value { serde_json::from_str(text).unwrap() };
        let [one, other] = [&one.1, &other.1].map(|text| read(&text.replace('\'', "")));
        assert_eq!(one, other, "{question:?}");
    }
}
