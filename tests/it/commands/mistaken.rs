//! Results in place of a scenario, and files that are not scenarios.

use super::{QUICK, call_in, evenodds, finish, folder, input};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Writes results of all kinds to a folder.
fn results(folder: &Path) {
    fs::write(folder.join("quick.toml"), QUICK).unwrap();
    let run = ["run", "quick.toml", "-n", "40", "-q"];
    for further in [
        &["-f", "json", "-o", "a.json"][..],
        &["--shard", "1/2", "-o", "a.part"],
        &["--checkpoint", "a.checkpoint"],
        #[cfg(feature = "frames")]
        &["--samples", "a.parquet"],
    ] {
        let answer = call_in(folder, &[&run, further].concat());
        assert_eq!(answer.code, Some(0), "{further:?}: {}", answer.err);
    }
    #[cfg(feature = "charts")]
    for chart in ["a.svg", "a.png"] {
        let sweep = [
            "sweep",
            "quick.toml",
            "--vary",
            "difficulty=8..10",
            "--chart",
            chart,
        ];
        let answer = call_in(folder, &sweep);
        assert_eq!(answer.code, Some(0), "{chart}: {}", answer.err);
    }
}

#[test]
fn results_given_as_scenarios_are_answered_in_a_sentence_each() {
    let folder = folder();
    results(folder.path());
    let answer = call_in(folder.path(), &["compare", "a.json", "a.json"]);
    assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""));
    insta::assert_snapshot!(answer.err, @"
    a.json is JSON; expected a scenario in TOML
    a.json is JSON; expected a scenario in TOML
    ");
    let answer = call_in(folder.path(), &["run", "a.part", "a.checkpoint"]);
    assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""));
    insta::assert_snapshot!(answer.err, @"
    a.part is a part of a run, or its checkpoint; expected a scenario in TOML
    help: `evenodds merge` merges the parts of a run
    a.checkpoint is a part of a run, or its checkpoint; expected a scenario in TOML
    help: `evenodds merge` merges the parts of a run
    ");
}

#[cfg(feature = "frames")]
#[test]
fn devices_are_accepted_for_samples_and_charts() {
    let folder = folder();
    results(folder.path());
    let answer = call_in(folder.path(), &["exact", "a.parquet"]);
    assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""));
    insta::assert_snapshot!(answer.err, @"a.parquet is Parquet; expected a scenario in TOML");
    #[cfg(feature = "charts")]
    {
        let answer = call_in(folder.path(), &["exact", "a.svg", "a.png"]);
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""));
        insta::assert_snapshot!(answer.err, @"
        a.svg is HTML or XML; expected a scenario in TOML
        a.png is a PNG image; expected a scenario in TOML
        ");
    }
}

#[test]
fn every_command_for_scenarios_recognizes_results() {
    let folder = folder();
    results(folder.path());
    for command in [
        &["run"][..],
        &["exact"],
        &["trace"],
        &["ladder"],
        &["drama"],
        &["check"],
        &["sweep", "--vary", "difficulty=8..9"],
        &[
            "tune",
            "--vary",
            "difficulty=8..9",
            "--target",
            "success=0.5",
        ],
        &["advise", "--target", "success=0.5"],
        &["compare", "--vary", "difficulty=9"],
        #[cfg(feature = "charts")]
        &["report", "--out", "page"],
    ] {
        let answer = call_in(folder.path(), &[command, &["a.json"]].concat());
        assert_eq!(answer.code, Some(2), "{command:?}: {}", answer.err);
        let stdout = format!("{}{}", answer.out, answer.err);
        let sentence = "a.json is JSON; expected a scenario in TOML";
        assert!(stdout.contains(sentence), "{command:?}: {stdout}");
        assert!(stdout.lines().count() < 8, "{command:?}: {stdout}");
    }
}

#[test]
fn results_on_standard_input_are_recognized() {
    let folder = folder();
    results(folder.path());
    let json = fs::read(folder.path().join("a.json")).unwrap();
    let answer = finish(
        evenodds(folder.path())
            .args(["run", "-"])
            .stdin(input(json)),
    );
    assert_eq!(answer.code, Some(2));
    insta::assert_snapshot!(answer.err, @"standard input is JSON; expected a scenario in TOML");
}

#[test]
fn of_many_faults_twenty_are_shown() {
    let folder = folder();
    let mut text = QUICK.to_owned();
    for number in 0..25 {
        let _ = writeln!(text, "wrong_{number} = 1");
    }
    fs::write(folder.path().join("many.toml"), text).unwrap();
    let answer = call_in(folder.path(), &["run", "many.toml"]);
    assert_eq!(answer.code, Some(2));
    assert_eq!(answer.err.matches("many.toml:").count(), 20);
    let last = "and 5 more: 25 faults; nothing was run\n";
    assert!(answer.err.ends_with(last), "{}", answer.err);
    let other = folder.path().join("other.json");
    fs::write(
        &other,
        "{\n".to_owned() + &"\"a\": 1,\n".repeat(10_000) + "}\n",
    )
    .unwrap();
    let answer = call_in(folder.path(), &["compare", "other.json", "other.json"]);
    assert_eq!(answer.code, Some(2));
    assert!(
        answer.err.lines().count() <= 2 * (20 * 6 + 1),
        "{}",
        answer.err
    );
}
