//! Tests of `run --samples`.

use super::{call_in, evenodds, finish, folder, names};
use evenodds::frames::{read_content, read_parquet};
use evenodds::records::{ColumnValues, Records};
use std::fs;
use std::path::Path;

pub(super) fn read(path: &Path) -> Records {
    read_parquet(path).unwrap()
}

/// Returns the strings of a column.
pub(super) fn texts<'a>(rows: &'a Records, name: &str) -> Vec<Option<&'a str>> {
    match &rows.column(name).unwrap().values {
        ColumnValues::Texts(values) => values.iter().map(Option::as_deref).collect(),
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn results_are_the_same_with_samples_and_without() {
    let home = folder();
    for more in [
        &["-n", "5000", "-f", "json"][..],
        &["-n", "5000", "-s", "3", "-f", "markdown", "-j", "2"],
        &["-n", "5000", "-f", "csv", "--frame", "histograms"],
        // Trials of these players are cheap, so that their sequences are the same.
        &[
            "--precision",
            "0.02",
            "-f",
            "json",
            "--set",
            "side.heroes.player=finisher",
            "--set",
            "side.ambushers.player=finisher",
        ],
        &[
            "-n",
            "500",
            "-f",
            "json",
            "--set",
            "side.heroes.player=brawler",
        ],
        &["-n", "50", "--shard", "2/3"],
    ] {
        let without = [&["run", "@canyon"], more].concat();
        let with = [&without[..], &["--samples", "rows.parquet"]].concat();
        let answer = call_in(home.path(), &with);
        assert_eq!(
            (answer.code, answer.err.as_str()),
            (Some(0), ""),
            "{more:?}"
        );
        assert_eq!(answer.out, call_in(home.path(), &without).out);
        assert_eq!(names(home.path()), ["rows.parquet"]);
    }
}

#[test]
fn a_file_has_a_row_per_trial_and_its_origin() {
    let home = folder();
    let run = ["run", "@lockpick", "-n", "300", "-s", "9"];
    let set = ["--set", "difficulty=11", "--samples", "rows.parquet", "-q"];
    let answer = call_in(home.path(), &[&run[..], &set].concat());
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let path = home.path().join("rows.parquet");
    let rows = read(&path);
    assert_eq!(rows.len(), 300);
    let notes = read_content(&fs::read(&path).unwrap()).unwrap().notes;
    let notes: Vec<String> = notes
        .iter()
        .map(|(key, value)| format!("{key} = {value}"))
        .collect();
    insta::assert_snapshot!(notes.join("\n"), @"
    evenodds.format = 1
    evenodds.version = 0.1.0
    evenodds.scenario = @lockpick
    evenodds.kind = quick
    evenodds.hash = 3b859979ccd67b31
    evenodds.seed = 9
    evenodds.first_trial = 0
    evenodds.trace = evenodds trace @lockpick -s 9 --set difficulty=11 --trial K
    ");
    // A row is the trial that `trace` narrates.
    let mut outcomes = texts(&rows, "outcome").into_iter();
    let trial = outcomes.position(|name| name == Some("failure")).unwrap();
    let trial = trial.to_string();
    let trace = [
        "trace",
        "@lockpick",
        "-s",
        "9",
        "--set",
        "difficulty=11",
        "--find",
        "outcome=failure",
    ];
    let found = call_in(home.path(), &trace);
    let stdout = call_in(home.path(), &[&trace[..6], &["--trial", &trial]].concat());
    assert_eq!(found.out, stdout.out);
}

#[test]
fn the_rows_of_all_shares_are_those_of_one_run() {
    let home = folder();
    let rows = |more: &[&str]| {
        let run = ["run", "@canyon", "--samples", "rows.parquet", "-q"];
        let answer = call_in(home.path(), &[&run[..], more].concat());
        assert_eq!(answer.code, Some(0), "{}", answer.err);
        read(&home.path().join("rows.parquet"))
    };
    let share = |share| rows(&["-n", "1000", "--shard", share, "-o", "part"]);
    let mut all = share("1/3");
    for next in ["2/3", "3/3"] {
        all.append(share(next));
    }
    assert!(all == rows(&["-n", "1000", "-f", "json"]));
    // A shard without trials is a file without rows.
    let none = rows(&["-n", "1", "--shard", "1/2", "-o", "part"]);
    assert_eq!((none.len(), none.columns.len()), (0, all.columns.len()));
}

#[test]
fn samples_replace_a_file() {
    let home = folder();
    let path = home.path().join("rows.parquet");
    let run = |more: &[&str]| {
        let run = [
            "run",
            "@duel",
            "-n",
            "20",
            "-q",
            "--samples",
            "rows.parquet",
        ];
        call_in(home.path(), &[&run[..], more].concat())
    };
    assert_eq!(run(&[]).code, Some(0));
    assert_eq!(run(&["-s", "3"]).code, Some(0));
    fs::write(&path, "my thesis").unwrap();
    assert_eq!(run(&[]).code, Some(0));
    assert_eq!(read(&path).len(), 20);
    assert_eq!(names(home.path()), ["rows.parquet"]);
}

#[test]
fn invalid_requests_are_reported_before_any_trial() {
    let home = folder();
    fs::create_dir(home.path().join("folder.parquet")).unwrap();
    let said = |code, more: &[&str]| {
        let run = ["run", "@canyon", "-n", "1e15", "--samples"];
        let answer = call_in(home.path(), &[&run[..], more].concat());
        assert_eq!(
            (answer.code, answer.out.as_str()),
            (Some(code), ""),
            "{}",
            answer.err
        );
        assert_eq!(names(home.path()), ["folder.parquet"]);
        answer.err
    };
    insta::assert_snapshot!(said(2, &["rows.csv"]), @"--samples rows.csv: expected a name that ends in .parquet, such as rows.parquet");
    insta::assert_snapshot!(said(2, &["x.parquet", "-o", "x.parquet"]), @"--out x.parquet and --samples x.parquet are the same file; choose a different file for each");
    insta::assert_snapshot!(said(2, &["x.parquet", "@duel"]), @"--samples: expected one scenario, because it applies to one run; name one FILE");
    insta::assert_snapshot!(said(2, &["x.parquet", "--checkpoint", "kept"]), @"
    --samples cannot be used with --checkpoint <PATH>
    help: usage: evenodds run --trials <N> --samples <FILE.parquet> <FILE|DIR>...
    ");
    insta::assert_snapshot!(said(3, &["folder.parquet"]), @"cannot write folder.parquet: it is a folder; expected a file");
    insta::assert_snapshot!(said(3, &["nowhere/x.parquet"]), @"cannot write nowhere/x.parquet: the folder nowhere does not exist");
    let precise = ["x.parquet", "--shard", "1/2", "--precision", "0.1"];
    said(2, &precise);
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_files_is_named_before_anything_is_played() {
    let home = folder();
    let run = [
        "run",
        "@canyon",
        "-n",
        "1e15",
        "--samples",
        "/proc/rows.parquet",
    ];
    let answer = call_in(home.path(), &run);
    assert_eq!((answer.code, answer.out.as_str()), (Some(3), ""));
    assert!(
        answer.err.starts_with("cannot write /proc/rows.parquet: "),
        "{}",
        answer.err
    );
}

#[cfg(unix)]
#[test]
fn a_file_size_limit_ends_the_run_without_a_partial_file() {
    let home = folder();
    // A file size limit of some thousand bytes, which applies to every user.
    let script =
        "trap '' XFSZ; ulimit -f 200; exec \"$0\" run @canyon -n 1e15 -q --samples rows.parquet";
    let program = evenodds(home.path()).get_program().to_owned();
    let mut shell = std::process::Command::new("sh");
    shell
        .current_dir(home.path())
        .arg("-c")
        .arg(script)
        .arg(program);
    let answer = finish(&mut shell);
    assert_eq!(
        (answer.code, answer.out.as_str()),
        (Some(3), ""),
        "{}",
        answer.err
    );
    assert!(
        answer.err.starts_with("cannot write rows.parquet: ") && !answer.err.contains(".evenodds-"),
        "{}",
        answer.err
    );
    assert_eq!(names(home.path()), Vec::<String>::new());
}
