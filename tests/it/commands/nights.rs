//! `report --history`: night after night in one file, and in the index.

use super::batch::{list, times};
use super::samples::read;
use super::{Answer, QUICK, call_in, files, folder, names};
use polars::prelude::{DataFrame, PlSmallStr};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// How many scenarios there are, and of how many the rule changes that is changed between two nights.
const ALL: usize = 30;
const CHANGED: usize = 10;

/// Somebody who is only half fit, and how half of an odd number of dice is counted.
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
    let report = "report all -n 200 --out out --since out --history nights.parquet --night";
    let arguments: Vec<&str> = report.split(' ').chain([night]).collect();
    call_in(home, &arguments)
}

/// The rows of a night, without its name.
fn rows(history: &DataFrame, night: &str) -> DataFrame {
    let names = history.column("night").unwrap().str().unwrap();
    let is_its: Vec<bool> = names.iter().map(|name| name == Some(night)).collect();
    let first = is_its.iter().position(|&one| one).unwrap();
    let count = is_its.iter().filter(|&&one| one).count();
    assert!(is_its[first..first + count].iter().all(|&one| one));
    let rows = history.slice(first as i64, count);
    rows.drop("night").unwrap()
}

/// The share of success in the rows of a night.
fn success(rows: &DataFrame, path: &serde_json::Value) -> f64 {
    let texts = |name: &str| rows.column(name).unwrap().str().unwrap().iter();
    let mut keys = texts("scenario").zip(texts("figure"));
    let row = keys.position(|key| key == (path.as_str(), Some("success")));
    rows.column("value")
        .unwrap()
        .f64()
        .unwrap()
        .get(row.unwrap())
        .unwrap()
}

#[test]
fn two_nights_with_a_rule_changed_between() {
    let home = folder();
    let home = home.path();
    (0..ALL).for_each(|number| put(home, number, "up"));
    let first = night(home, "2026-11-23");
    assert_eq!((first.code, first.err.as_str()), (Some(0), ""));
    let file = home.join("nights.parquet");
    let out = home.join("out");
    let before = (times(&out), read(&file));
    let columns = "night scenario kind hash seed trials figure measure value low high";
    let found = before.1.get_column_names().into_iter();
    let found: Vec<&str> = found.map(PlSmallStr::as_str).collect();
    assert_eq!(found, columns.split(' ').collect::<Vec<_>>());
    // One night is no course.
    assert!(list(&out)["reports"][0].get("nightly").is_none());

    (0..CHANGED).for_each(|number| put(home, number * 3, "down"));
    let second = night(home, "2026-11-24");
    assert_eq!((second.code, second.err.as_str()), (Some(0), ""));
    let there = second.out.matches("(there already)").count();
    assert_eq!(there, ALL - CHANGED, "{}", second.out);
    let figures = before.1.height();
    let said = format!(
        "Since last time: {CHANGED} changed beyond doubt, {} the same.\n\
         nights.parquet: 2 nights; 2026-11-24 is new, with {figures} figures\n",
        ALL - CHANGED
    );
    assert!(second.out.ends_with(&said), "{}", second.out);
    // Nothing unchanged is made again.
    let after = times(&out);
    let same = after
        .iter()
        .filter(|one| before.0.get(one.0) == Some(one.1));
    assert_eq!((after.len(), same.count()), (ALL, ALL - CHANGED));
    // The history has one night more, and the first one is what it was.
    let history = read(&file);
    assert_eq!(history.height(), 2 * figures);
    let [one, two] = ["2026-11-23", "2026-11-24"].map(|name| rows(&history, name));
    assert!(one.equals_missing(&rows(&before.1, "2026-11-23")));
    assert_eq!((one.height(), two.height()), (figures, figures));
    assert!(two.equals_missing(&read(&out.join("results.parquet"))));

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
    }
    if cfg!(feature = "charts") {
        let page = fs::read_to_string(out.join("index.html")).unwrap();
        assert_eq!(page.matches("<svg class=\"course\"").count(), ALL);
        assert!(page.contains(">last 2 nights</th>"));
    }

    // The same night once more: the same bytes, not even written.
    let (bytes, time) = (fs::read(&file).unwrap(), fs::metadata(&file).unwrap());
    let third = night(home, "2026-11-24");
    assert!(
        third.out.contains("2 nights; 2026-11-24 is replaced"),
        "{}",
        third.out
    );
    assert!(fs::read(&file).unwrap() == bytes);
    let again = fs::metadata(&file).unwrap();
    assert_eq!(again.modified().unwrap(), time.modified().unwrap());
    // An earlier night is replaced where it stands.
    night(home, "2026-11-23");
    let history = read(&file);
    assert!(rows(&history, "2026-11-23").equals_missing(&two));
    let first = history.column("night").unwrap().str().unwrap().get(0);
    assert_eq!(first, Some("2026-11-23"));
    assert_eq!(names(home), ["all", "nights.parquet", "out"]);
}

#[test]
fn a_file_that_breaks_has_no_figures_that_night() {
    let home = folder();
    let home = home.path();
    (0..3).for_each(|number| put(home, number, "up"));
    night(home, "1");
    let all = read(&home.join("nights.parquet")).height();
    fs::write(home.join("all/01.toml"), "kind = 'quick'\n").unwrap();
    let second = night(home, "2");
    assert_eq!(second.code, Some(2));
    let history = read(&home.join("nights.parquet"));
    assert_eq!(history.height(), all + all / 3 * 2);
    let reports = list(&home.join("out"))["reports"].clone();
    let has_course = [0, 1, 2].map(|number| reports[number].get("nightly").is_some());
    assert_eq!(has_course, [true, false, true]);
    // Whole again, it has a night without a share in between.
    put(home, 1, "up");
    night(home, "3");
    let reports = list(&home.join("out"))["reports"].clone();
    let shares = &reports[1]["nightly"]["shares"];
    assert!(shares[1].is_null() && shares[0] == shares[2], "{shares}");
}

#[test]
fn what_is_no_history_is_refused_before_anything_is_played() {
    let home = folder();
    let home = home.path();
    fs::create_dir_all(home.join("all")).unwrap();
    fs::create_dir(home.join("folder.parquet")).unwrap();
    for name in ["a", "b"] {
        fs::write(home.join(format!("all/{name}.toml")), QUICK).unwrap();
    }
    fs::write(home.join("notes.parquet"), "mine").unwrap();
    fs::write(home.join("empty.parquet"), "").unwrap();
    let samples = "run all/a.toml -n 20 --samples samples.parquet -q";
    call_in(home, &samples.split(' ').collect::<Vec<_>>());
    night(home, "1");
    fs::remove_dir_all(home.join("out")).unwrap();
    let mut spoilt = fs::read(home.join("nights.parquet")).unwrap();
    spoilt[40] ^= 1;
    fs::write(home.join("spoilt.parquet"), spoilt).unwrap();
    let before = files(home);
    let mut told = String::new();
    for (code, more) in [
        (2, "all --history nights.parquet"),
        (2, "all --history nights.parquet --night "),
        (2, "all --night 2"),
        (2, "all/a.toml --history nights.csv"),
        (2, "all --history nights.parquet --night 2 --shard 1/2"),
        (2, "all --history out/results.parquet --night 2"),
        (3, "all --history notes.parquet --night 2"),
        (3, "all --history empty.parquet --night 2"),
        (3, "all --history samples.parquet --night 2"),
        (3, "all --history spoilt.parquet --night 2"),
        (3, "all --history folder.parquet --night 2"),
        (3, "all --history nowhere/nights.parquet --night 2"),
    ] {
        let arguments = format!("report --out out -n 20 {more}");
        let answer = call_in(home, &arguments.split(' ').collect::<Vec<_>>());
        assert_eq!(answer.code, Some(code), "{more}: {}", answer.err);
        assert_eq!(answer.out, "", "{more}");
        writeln!(told, "$ report {more}\n{}", answer.err).unwrap();
        assert!(files(home) == before, "{more}");
    }
    insta::assert_snapshot!(told);
}

#[test]
#[cfg(target_os = "linux")]
fn a_history_that_cannot_be_written_stays_as_it_is() {
    let home = folder();
    let home = home.path();
    put(home, 0, "up");
    put(home, 1, "up");
    night(home, "1");
    let before = fs::read(home.join("nights.parquet")).unwrap();
    // A history in a folder of the system in which nobody makes files.
    let place = "report all -n 200 --out out --history /proc/nights.parquet --night 2";
    let answer = call_in(home, &place.split(' ').collect::<Vec<_>>());
    assert_eq!(answer.code, Some(3));
    assert!(
        answer
            .err
            .starts_with("cannot write /proc/nights.parquet: no file can be made in its folder ("),
        "{}",
        answer.err
    );
    assert_eq!(answer.out, "");
    // A device is no file that grows.
    fs::create_dir(home.join("deep")).unwrap();
    std::os::unix::fs::symlink("/dev/full", home.join("deep/full.parquet")).unwrap();
    let place = "report all -n 200 --out out --history deep/full.parquet --night 2";
    let answer = call_in(home, &place.split(' ').collect::<Vec<_>>());
    assert_eq!(answer.code, Some(3));
    let said = "cannot write deep/full.parquet: it is no file; name one\n";
    assert_eq!(answer.err, said);
    assert!(fs::read(home.join("nights.parquet")).unwrap() == before);
}
