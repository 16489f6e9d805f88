//! Trials from other machines: `sweep --parts` and `report --shard`.

use super::{QUICK, call_in, files, folder, names};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Creates a folder with a scenario and shards of a sweep of its difficulty: two for each setting.
fn with_parts(values: &[&str]) -> TempDir {
    let home = folder();
    fs::write(home.path().join("lock.toml"), QUICK).unwrap();
    fs::create_dir(home.path().join("kept")).unwrap();
    for (setting, value) in values.iter().enumerate() {
        for share in ["1/2", "2/2"] {
            let part = format!("kept/part-{setting}-{}", &share[..1]);
            play(
                home.path(),
                &part,
                &format!("difficulty={value}"),
                &["--shard", share],
            );
        }
    }
    home
}

fn play(home: &Path, part: &str, set: &str, more: &[&str]) {
    let run = [
        "run",
        "lock.toml",
        "-n",
        "3000",
        "--set",
        set,
        "-o",
        part,
        "-q",
    ];
    let seed = if more.contains(&"-s") {
        &[][..]
    } else {
        &["-s", "5"]
    };
    let answer = call_in(home, &[&run, seed, more].concat());
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
}

fn sweep(home: &Path, vary: &str, more: &[&str]) -> super::Answer {
    let sweep = [
        "sweep",
        "lock.toml",
        "--vary",
        vary,
        "-n",
        "3000",
        "-s",
        "5",
        "-q",
    ];
    call_in(home, &[&sweep, more].concat())
}

/// Returns the standard error of a sweep that rejects the shards.
fn untaken(home: &Path, vary: &str, code: i32) -> String {
    let answer = sweep(home, vary, &["--parts", "kept"]);
    assert_eq!(
        (answer.code, answer.out.as_str()),
        (Some(code), ""),
        "{}",
        answer.err
    );
    answer.err
}

/// Returns the figures of a grid, without the origin of their trials.
fn grid(home: &Path, vary: &str, more: &[&str]) -> String {
    let answer = sweep(home, vary, &[more, &["-f", "json"]].concat());
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    answer.out
}

#[test]
fn a_sweep_of_parts_has_the_bytes_of_one_that_is_played() {
    let home = with_parts(&["8", "9", "10"]);
    fs::write(home.path().join("kept/notes.txt"), "mine").unwrap();
    let formats = if cfg!(feature = "frames") {
        &["json", "markdown", "csv"][..]
    } else {
        &["json", "markdown"]
    };
    for format in formats {
        let shown = |more: &[&str]| {
            let answer = sweep(
                home.path(),
                "difficulty=8..10",
                &[more, &["-f", format]].concat(),
            );
            assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
            answer.out.replace(" --parts kept", "")
        };
        assert_eq!(shown(&["--parts", "kept"]), shown(&[]));
    }
    // A setting without any shard is played.
    let more = grid(home.path(), "difficulty=8..12", &["--parts", "kept"]);
    assert_eq!(more, grid(home.path(), "difficulty=8..12", &[]));
    assert_eq!(names(&home.path().join("kept")).len(), 7);
}

#[test]
fn a_setting_of_which_a_share_is_missing_is_refused() {
    let home = with_parts(&["8", "9"]);
    let without = |name: &str| fs::remove_file(home.path().join("kept").join(name)).unwrap();
    without("part-1-1");
    insta::assert_snapshot!(untaken(home.path(), "difficulty=8,9", 2), @"setting of kept/part-1-2: trials 0 to 1499 are missing");
    without("part-0-2");
    insta::assert_snapshot!(untaken(home.path(), "difficulty=8,9", 2), @"
    setting of kept/part-0-1: trials 1500 to 2999 are missing
    setting of kept/part-1-2: trials 0 to 1499 are missing
    ");
}

#[test]
fn parts_of_something_else_are_refused() {
    let home = with_parts(&["8", "9"]);
    let stdout = |part: &str, set: &str, more: &[&str]| {
        play(home.path(), &format!("kept/{part}"), set, more);
        let stdout = untaken(home.path(), "difficulty=8,9", 2);
        fs::remove_file(home.path().join("kept").join(part)).unwrap();
        stdout
    };
    let whole = ["--shard", "1/1"];
    insta::assert_snapshot!(stdout("foreign", "difficulty=10", &whole), @"kept/foreign does not belong to a setting of this sweep");
    insta::assert_snapshot!(stdout("seed", "difficulty=8", &["--shard", "1/1", "-s", "6"]), @"kept/seed has seed 6, but the sweep has seed 5");
    insta::assert_snapshot!(stdout("twice", "difficulty=8", &whole), @"
    setting of kept/part-0-1: trials 0 to 1499 are included twice, in kept/part-0-1 and in kept/twice
    setting of kept/part-0-1: trials 1500 to 2999 are included twice, in kept/twice and in kept/part-0-2
    ");
    insta::assert_snapshot!(stdout("copy", "difficulty=8", &["--shard", "1/2"]), @"setting of kept/copy: trials 0 to 1499 are included twice, in kept/copy and in kept/part-0-1");
    let answer = call_in(
        home.path(),
        &[
            "sweep",
            "lock.toml",
            "--vary",
            "difficulty=8,9",
            "-n",
            "4000",
            "-s",
            "5",
            "--parts",
            "kept",
        ],
    );
    assert_eq!(answer.code, Some(2));
    insta::assert_snapshot!(answer.err, @"
    kept/part-0-1 is part of a run of 3000 trials, but the settings have 4000
    kept/part-0-2 is part of a run of 3000 trials, but the settings have 4000
    kept/part-1-1 is part of a run of 3000 trials, but the settings have 4000
    kept/part-1-2 is part of a run of 3000 trials, but the settings have 4000
    ");
    let torn = home.path().join("kept/part-0-1");
    let bytes = fs::read(&torn).unwrap();
    fs::write(&torn, &bytes[..bytes.len() - 9]).unwrap();
    insta::assert_snapshot!(untaken(home.path(), "difficulty=8,9", 2), @"kept/part-0-1: it is truncated or changed: its content does not match its first line");
    fs::remove_dir_all(home.path().join("kept")).unwrap();
    assert!(
        untaken(home.path(), "difficulty=8,9", 3).starts_with("cannot read the parts in kept: ")
    );
}

#[test]
fn settings_that_are_the_same_contest_may_each_bring_their_parts() {
    // `10` and `1_0` are the same value in two notations.
    let vary = "difficulty=10,1_0,9";
    let home = with_parts(&["10", "1_0", "9"]);
    let one = grid(home.path(), vary, &[]);
    assert_eq!(grid(home.path(), vary, &["--parts", "kept"]), one);
    // The shards of one of them are enough for both, and may be mixed.
    fs::remove_file(home.path().join("kept/part-0-1")).unwrap();
    assert_eq!(grid(home.path(), vary, &["--parts", "kept"]), one);
    fs::remove_file(home.path().join("kept/part-1-2")).unwrap();
    assert_eq!(grid(home.path(), vary, &["--parts", "kept"]), one);
    fs::remove_file(home.path().join("kept/part-1-1")).unwrap();
    insta::assert_snapshot!(untaken(home.path(), vary, 2), @"setting of kept/part-0-2: trials 0 to 1499 are missing");
    // There are two such settings, so a third copy belongs to none.
    for part in ["part-0-1", "part-1-1", "part-3-1"] {
        play(
            home.path(),
            &format!("kept/{part}"),
            "difficulty=10",
            &["--shard", "1/2"],
        );
    }
    insta::assert_snapshot!(untaken(home.path(), vary, 2), @"
    setting of kept/part-0-1: trials 0 to 1499 are included twice, in kept/part-0-1 and in kept/part-1-1
    setting of kept/part-0-1: trials 0 to 1499 are included twice, in kept/part-1-1 and in kept/part-3-1
    ");
}

#[test]
fn parts_are_those_of_one_scenario() {
    let home = with_parts(&["8", "9"]);
    let mut said = String::new();
    for several in [
        &["."][..],
        &["*.toml"],
        &["@quick/*"],
        &["lock.toml", "@lockpick"],
    ] {
        let sweep = ["--vary", "difficulty=8,9", "-n", "3000", "--parts", "kept"];
        let answer = call_in(home.path(), &[&["sweep"], several, &sweep].concat());
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""));
        said.push_str(&answer.err);
    }
    insta::assert_snapshot!(said, @"
    --parts: expected one scenario, because parts belong to one sweep; name one FILE, not a folder or a pattern
    --parts: expected one scenario, because parts belong to one sweep; name one FILE, not a folder or a pattern
    --parts: expected one scenario, because parts belong to one sweep; name one FILE, not a folder or a pattern
    --parts: expected one scenario, because parts belong to one sweep; name one FILE, not a folder or a pattern
    ");
}

/// Creates a folder with scenarios, one of them broken.
fn scenarios() -> TempDir {
    let home = folder();
    fs::create_dir_all(home.path().join("all/deep")).unwrap();
    for (name, difficulty) in [
        ("a", "9"),
        ("b", "10"),
        ("deep/c", "11"),
        ("d", "12"),
        ("e", "-1"),
    ] {
        let text = QUICK.replace("10", difficulty);
        fs::write(home.path().join(format!("all/{name}.toml")), text).unwrap();
    }
    home
}

fn report(home: &Path, out: &str, more: &[&str]) -> super::Answer {
    let report = [
        "report",
        "all",
        "-n",
        "500",
        "--no-changes",
        "-q",
        "--out",
        out,
    ];
    call_in(home, &[&report, more].concat())
}

#[test]
fn reports_in_shares_end_with_the_bytes_of_one_call() {
    let home = scenarios();
    let whole = report(home.path(), "one", &[]);
    assert_eq!(whole.code, Some(2), "{}", whole.err);
    let mut lines = 0;
    for share in ["3/3", "1/3", "2/3"] {
        let answer = report(home.path(), "many", &["--shard", share]);
        // Only the shard with the broken one reports it.
        assert_eq!(
            answer.code,
            Some(if share == "3/3" { 2 } else { 0 }),
            "{}",
            answer.err
        );
        lines += answer.out.lines().count();
        assert!(
            !home.path().join("many/index.json").exists(),
            "a share has no index"
        );
    }
    assert_eq!(lines, 5, "each report is made once");
    let index = report(home.path(), "many", &[]);
    assert_eq!((index.code, index.err), (Some(2), whole.err));
    assert_eq!(index.out.matches("up to date").count(), 6, "{}", index.out);
    assert_eq!(
        files(&home.path().join("many")),
        files(&home.path().join("one"))
    );
}

#[test]
fn shares_that_were_not_made_or_of_another_seed_are_made_by_the_last_call() {
    let home = scenarios();
    report(home.path(), "one", &[]);
    report(home.path(), "many", &["--shard", "1/3"]);
    // Reports of another run do not count.
    report(home.path(), "many", &["--shard", "2/3", "-s", "7"]);
    let index = report(home.path(), "many", &[]);
    assert_eq!(
        index.out.matches("(up to date)").count(),
        1,
        "{}",
        index.out
    );
    assert_eq!(
        files(&home.path().join("many")),
        files(&home.path().join("one"))
    );
}

#[test]
fn a_share_is_one_of_those_that_there_are() {
    let home = scenarios();
    for share in ["0/3", "4/3", "1", "1/0"] {
        let answer = report(home.path(), "out", &["--shard", share]);
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{share}");
        assert!(answer.err.contains("expected I/N"), "{}", answer.err);
    }
    let since = report(home.path(), "out", &["--shard", "1/3", "--since", "out"]);
    assert_eq!(since.code, Some(2));
    assert!(since.err.contains("cannot be used with"), "{}", since.err);
    assert!(!home.path().join("out").exists());
    // More shards than scenarios: some are empty, which is no error.
    for share in 1..=9 {
        report(home.path(), "many", &["--shard", &format!("{share}/9")]);
    }
    report(home.path(), "one", &[]);
    report(home.path(), "many", &[]);
    assert_eq!(
        files(&home.path().join("many")),
        files(&home.path().join("one"))
    );
}
