//! `report --history`: a file for each night, and nights in the index.

use super::batch::{list, times};
use super::samples::{read, texts};
use super::{Answer, QUICK, call_in, files, folder, names};
use evenodds::records::{ColumnValues, Records};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Number of scenarios, and number of those affected by the rule that changes between two nights.
const ALL: usize = 30;
const CHANGED: usize = 10;

/// Returns a scenario with a half-fit character, and the rounding of half an odd number of dice.
fn scenario(number: usize, half: &str) -> String {
    let difficulty = 8 + number % 7;
    format!(
        "kind = 'quick'\ndifficulty = {difficulty}\n\
         actor = {{ name = 'Skinner {number}', dice = 5, fit = 'semi' }}\nrules.half = '{half}'\n"
    )
}

fn put(home: &Path, number: usize, half: &str) {
    let path = home.join(format!("all/{number:02}.toml"));
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, scenario(number, half)).unwrap();
}

fn night(home: &Path, night: &str) -> Answer {
    let report = "report all -n 200 --out out --since out --history nights --night";
    let arguments: Vec<&str> = report.split(' ').chain([night]).collect();
    call_in(home, &arguments)
}

/// Returns the rows of a night, without its label.
fn rows(home: &Path, night: &str) -> Records {
    let mut rows = read(&home.join(format!("nights/{night}.parquet")));
    let mut names = texts(&rows, "night").into_iter();
    assert!(names.all(|name| name == Some(night)));
    rows.columns.retain(|column| column.name != "night");
    rows
}

/// Returns the share of success in the rows of a night.
fn success(rows: &Records, path: &serde_json::Value) -> f64 {
    let figures = texts(rows, "figure");
    let mut keys = texts(rows, "scenario").into_iter().zip(figures);
    let row = keys.position(|key| key == (path.as_str(), Some("success")));
    match &rows.column("value").unwrap().values {
        ColumnValues::Numbers(values) => values[row.unwrap()].unwrap(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn two_runs_with_a_changed_rule() {
    let home = folder();
    let home = home.path();
    (0..ALL).for_each(|number| put(home, number, "up"));
    let first = night(home, "2026-11-23");
    assert_eq!((first.code, first.err.as_str()), (Some(0), ""));
    let file = home.join("nights/2026-11-23.parquet");
    let out = home.join("out");
    let before = (times(&out), fs::read(&file).unwrap());
    let columns = "night scenario kind hash seed trials figure measure value low high";
    let whole = read(&file);
    let names_of_columns = whole.columns.iter().map(|column| &*column.name);
    assert!(names_of_columns.eq(columns.split(' ')), "{whole:?}");
    // A single night has no trend.
    assert!(list(&out)["reports"][0].get("nightly").is_none());

    (0..CHANGED).for_each(|number| put(home, number * 3, "down"));
    let second = night(home, "2026-11-24");
    assert_eq!((second.code, second.err.as_str()), (Some(0), ""));
    let there = second.out.matches("(up to date)").count();
    assert_eq!(there, ALL - CHANGED, "{}", second.out);
    let figures = whole.len();
    let said = format!(
        "Since the last run: {CHANGED} changed significantly, {} the same.\n\
         nights: 2 runs; 2026-11-24 is new, with {figures} figures\n",
        ALL - CHANGED
    );
    assert!(second.out.ends_with(&said), "{}", second.out);
    // Unchanged reports are not made again.
    let after = times(&out);
    let same = after
        .iter()
        .filter(|one| before.0.get(one.0) == Some(one.1));
    assert_eq!((after.len(), same.count()), (ALL, ALL - CHANGED));
    // The history has one more night, and the file of the first one is unchanged.
    assert_eq!(
        names(&home.join("nights")),
        ["2026-11-23.parquet", "2026-11-24.parquet"]
    );
    assert!(fs::read(&file).unwrap() == before.1);
    let [one, two] = ["2026-11-23", "2026-11-24"].map(|name| rows(home, name));
    assert_eq!((one.len(), two.len()), (figures, figures));
    assert!(two == read(&out.join("results.parquet")));

    // The index has both nights of each scenario.
    let listed = list(&out);
    assert_eq!(
        listed["nights"],
        serde_json::json!(["2026-11-23", "2026-11-24"])
    );
    let reports = listed["reports"].as_array().unwrap();
    for (number, report) in reports.iter().enumerate() {
        let shares = report["nightly"]["shares"].as_array().unwrap();
        let [was, is] = [&one, &two].map(|night| success(night, &report["path"]));
        assert_eq!(shares, &[was, is].map(serde_json::Value::from));
        let is_changed = number % 3 == 0 && number < 3 * CHANGED;
        assert_eq!(was != is, is_changed, "{report}");
        // The change over both nights equals the change since the first one.
        assert_eq!(report["nightly"]["change"], report["since"]);
    }
    if cfg!(feature = "charts") {
        let page = fs::read_to_string(out.join("index.html")).unwrap();
        assert_eq!(page.matches("<svg class=\"course\"").count(), ALL);
        assert!(page.contains(">last 2 runs</th>"));
    }

    // The same night once more gives the same bytes, and no write.
    let file = home.join("nights/2026-11-24.parquet");
    let time = fs::metadata(&file).unwrap().modified().unwrap();
    let third = night(home, "2026-11-24");
    assert!(
        third.out.contains("2 runs; 2026-11-24 is replaced"),
        "{}",
        third.out
    );
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), time);
    // An earlier night is replaced, and stays before the later one.
    night(home, "2026-11-23");
    assert!(rows(home, "2026-11-23") == two);
    assert_eq!(list(&out)["nights"], listed["nights"]);
    assert_eq!(names(home), ["all", "nights", "out"]);
}

#[test]
fn a_file_that_becomes_faulty_has_no_figures_in_that_run() {
    let home = folder();
    let home = home.path();
    (0..3).for_each(|number| put(home, number, "up"));
    night(home, "1");
    let all = rows(home, "1").len();
    fs::write(home.join("all/01.toml"), "kind = 'quick'\n").unwrap();
    let second = night(home, "2");
    assert_eq!(second.code, Some(2));
    assert_eq!(rows(home, "2").len(), all / 3 * 2);
    let reports = list(&home.join("out"))["reports"].clone();
    let has_course = [0, 1, 2].map(|number| reports[number].get("nightly").is_some());
    assert_eq!(has_course, [true, false, true]);
    // The history of the repaired scenario has a night without a share between two with one.
    put(home, 1, "up");
    night(home, "3");
    let reports = list(&home.join("out"))["reports"].clone();
    let shares = &reports[1]["nightly"]["shares"];
    assert!(shares[1].is_null() && shares[0] == shares[2], "{shares}");
}

/// Creates two scenarios, and a night in `nights`.
fn first_night() -> tempfile::TempDir {
    let home = folder();
    fs::create_dir(home.path().join("all")).unwrap();
    for name in ["a", "b"] {
        fs::write(home.path().join(format!("all/{name}.toml")), QUICK).unwrap();
    }
    let first = night(home.path(), "1");
    assert_eq!(first.code, Some(0), "{}", first.err);
    home
}

#[test]
fn an_invalid_history_is_rejected_before_any_trial() {
    let home = first_night();
    let home = home.path();
    fs::remove_dir_all(home.join("out")).unwrap();
    let damaged = {
        let mut bytes = fs::read(home.join("nights/1.parquet")).unwrap();
        bytes[40] ^= 1;
        bytes
    };
    fs::copy(
        home.join("nights/1.parquet"),
        home.join("nights/copy.parquet"),
    )
    .unwrap();
    fs::create_dir(home.join("nights/folder.parquet")).unwrap();
    for (name, bytes) in [
        ("nights/damaged.parquet", &damaged[..]),
        ("nights/empty.parquet", b""),
        ("notes.parquet", b"mine"),
        ("README", b"mine"),
    ] {
        fs::write(home.join(name), bytes).unwrap();
    }
    let before = files(home);
    let mut stdout = String::new();
    for (code, more) in [
        (2, "all --history nights"),
        (2, "all --history nights --night "),
        (2, "all --history nights --night a/b"),
        (2, "all --history nights --night .2"),
        (2, "all --night 2"),
        (2, "all/a.toml --history nights --night 2"),
        (2, "all --history nights --night 2 --shard 1/2"),
        (2, "all --history out --night 2"),
        (2, "all --history out/a --night 2"),
        (3, "all --history nights --night copy"),
        (3, "all --history nights --night damaged"),
        (3, "all --history nights --night empty"),
        (3, "all --history nights --night folder"),
        (3, "all --history notes.parquet --night 2"),
        (3, "all --history README --night 2"),
    ] {
        let arguments = format!("report --out out -n 20 {more}");
        let answer = call_in(home, &arguments.split(' ').collect::<Vec<_>>());
        assert_eq!(answer.code, Some(code), "{more}: {}", answer.err);
        assert_eq!(answer.out, "", "{more}");
        writeln!(stdout, "$ report {more}\n{}", answer.err).unwrap();
        assert!(files(home) == before, "{more}");
    }
    insta::assert_snapshot!(stdout);
}

#[test]
fn an_unreadable_run_is_left_out_of_the_index_and_named() {
    let home = first_night();
    let home = home.path();
    for name in ["0.parquet", "2.parquet"] {
        fs::write(home.join("nights").join(name), "mine").unwrap();
    }
    fs::write(home.join("nights/README"), "mine").unwrap();
    let third = night(home, "3");
    assert_eq!(third.code, Some(0));
    let left_out = ["2", "0"].map(|name| {
        let why = "it was not written by --history; the index omits this run";
        format!("nights/{name}.parquet: {why}\n")
    });
    assert_eq!(third.err, left_out.concat());
    let listed = list(&home.join("out"));
    assert_eq!(listed["nights"], serde_json::json!(["1", "3"]));
    assert_eq!(fs::read(home.join("nights/2.parquet")).unwrap(), b"mine");
}

#[test]
fn a_history_that_is_a_single_file_is_copied_to_a_folder() {
    let home = first_night();
    let home = home.path();
    // The former single file with all nights has the same columns.
    fs::rename(home.join("nights/1.parquet"), home.join("nights.parquet")).unwrap();
    let single = fs::read(home.join("nights.parquet")).unwrap();
    let report = |night: &str| {
        let call = "report all -n 200 --out out --history nights.parquet --night";
        call_in(home, &call.split(' ').chain([night]).collect::<Vec<_>>())
    };
    let second = report("2");
    assert_eq!(second.code, Some(0));
    let said = "nights: 1 run copied from the single file, which is not changed\n";
    assert_eq!(second.err, said);
    assert!(
        second.out.contains("nights: 2 runs; 2 is new"),
        "{}",
        second.out
    );
    // The warning appears only once.
    assert_eq!(report("3").err, "");
    assert_eq!(
        names(&home.join("nights")),
        ["1.parquet", "2.parquet", "3.parquet"]
    );
    assert!(fs::read(home.join("nights/1.parquet")).unwrap() == single);
    assert!(fs::read(home.join("nights.parquet")).unwrap() == single);
}

#[test]
#[cfg(target_os = "linux")]
fn a_history_that_cannot_be_written_stays_as_it_is() {
    let home = first_night();
    let home = home.path();
    // A system folder in which no files can be created, a missing folder, and a device.
    std::os::unix::fs::symlink("/dev/full", home.join("nights/full.parquet")).unwrap();
    let before = fs::read(home.join("nights/1.parquet")).unwrap();
    for (history, night, said) in [
        ("/proc/self", "2", "cannot write /proc/self"),
        ("/proc/nights", "2", "cannot write /proc/nights"),
        (
            "nights",
            "full",
            "cannot write nights/full.parquet: it is not an ordinary file; choose another --night\n",
        ),
    ] {
        let call = format!("report all -n 200 --out new --history {history} --night {night}");
        let answer = call_in(home, &call.split(' ').collect::<Vec<_>>());
        assert_eq!(answer.code, Some(3));
        assert!(answer.err.starts_with(said), "{}", answer.err);
        assert_eq!(answer.out, "");
        assert_eq!(names(&home.join("nights")).len(), 2);
        assert!(fs::read(home.join("nights/1.parquet")).unwrap() == before);
    }
}
