//! Interrupted runs, on systems with signals.

use super::{Answer, QUICK, SIMPLE, folder, names, stdout};
use evenodds::document::grouped;
use evenodds_testing::size;
use serde_json::Value;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Starts an endless run, lets it work for a moment and interrupts it.
fn interrupted(folder: &Path, arguments: &[&str]) -> Answer {
    timed(folder, arguments).0
}

/// Interrupts a run like [`interrupted`], and also returns the time until it ended: at most one
/// second, or longer on a busy machine.
fn timed(folder: &Path, arguments: &[&str]) -> (Answer, Duration) {
    let child = std::process::Command::new(env!("CARGO_BIN_EXE_evenodds"))
        .env("EVENODDS_CACHE", "off")
        .env("RAYON_NUM_THREADS", size("1", "2"))
        .args(arguments)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(size(700, 1_500)));
    let sent = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(sent.success());
    let begun = Instant::now();
    let output = child.wait_with_output().unwrap();
    let answer = Answer {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    };
    (answer, begun.elapsed())
}

/// Time in which an interrupted call must end; far shorter than the interrupted work.
const SOON: Duration = Duration::from_secs(4);

/// A Workshop that takes ten seconds or more to solve.
const LONG: &str = "kind = \"workshop\"\ncrafter = { name = \"Gex\", dice = 6 }\n\
                    craft = { piles = 5 }\n[expect.outcomes]\nsuccess = [0.1, 0.9]\n";

#[test]
fn ctrl_c_ends_a_run_with_130_and_what_was_finished() {
    let home = folder();
    let table = interrupted(home.path(), &["run", "@canyon", "@duel", "-n", "1e15"]);
    assert_eq!(table.code, Some(130), "{}", table.err);
    assert!(table.out.contains("interrupted after "), "{}", table.out);
    assert!(table.err.contains("not played: @duel"), "{}", table.err);
    let json = interrupted(home.path(), &["run", "@canyon", "-n", "1e15", "-f", "json"]);
    assert_eq!(json.code, Some(130), "{}", json.err);
    let result: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(result["stopped"], "interrupted");
    let trials = result["trials"].as_u64().unwrap();
    assert!(
        trials > 0 && json.err.contains(&grouped(trials)),
        "{}",
        json.err
    );
    // A complete run of the same number of trials gives the same figures.
    let again = stdout(&["run", "@canyon", "-n", &trials.to_string(), "-f", "json"]);
    // Other players are not played after an interruption.
    let figures = |text: &str| {
        text.split_once("\"verdict\"")
            .map(|parts| parts.0.to_owned())
    };
    assert_eq!(
        figures(&again.replace("\"trials\",\n", "\"interrupted\",\n")),
        figures(&json.out)
    );
}

#[test]
fn ctrl_c_leaves_no_partial_report() {
    let home = folder();
    let report = interrupted(
        home.path(),
        &["report", "@canyon", "-n", "1e15", "--out", "out"],
    );
    assert_eq!((report.code, report.out.as_str()), (Some(130), ""));
    assert!(
        report.err.contains("no report on @canyon was written"),
        "{}",
        report.err
    );
    assert_eq!(names(home.path()), Vec::<String>::new());
}

#[test]
fn ctrl_c_shows_no_part_of_a_sweep() {
    let home = folder();
    let vary = "side.heroes.Dirk.classes[0].dice=1..6";
    let sweep = interrupted(
        home.path(),
        &["sweep", "@canyon", "--vary", vary, "-n", "1e15"],
    );
    assert_eq!((sweep.code, sweep.out.as_str()), (Some(130), ""));
    insta::assert_snapshot!(sweep.err, @"interrupted: no result for @canyon: only 0 of 6 settings were finished");
}

#[test]
fn ctrl_c_ends_a_check_and_a_comparison_with_what_is_known() {
    let home = folder();
    let endless = ["-n", "1e15", "--max-trials", "1e15"];
    let check = interrupted(
        home.path(),
        &[&["check", "@lockpick", "@canyon", "@beast"][..], &endless].concat(),
    );
    assert_eq!(check.code, Some(130), "{}", check.err);
    assert!(
        check.out.contains("1 file was not checked"),
        "{}",
        check.out
    );
    assert!(
        check.err.contains("expectations of @canyon"),
        "{}",
        check.err
    );
    let compare = interrupted(
        home.path(),
        &[
            "compare",
            "@canyon",
            "--vary",
            "side.heroes.player=brawler,random",
            "--margin",
            "0.000001",
            "--max-trials",
            "1e15",
        ],
    );
    assert_eq!(compare.code, Some(130), "{}", compare.err);
    assert!(
        compare.out.contains("interrupted after "),
        "{}",
        compare.out
    );
    assert!(
        compare
            .err
            .contains("not played: @canyon with side.heroes.player=random"),
        "{}",
        compare.err
    );
}

#[test]
fn ctrl_c_shows_no_part_of_a_search() {
    let home = folder();
    let vary = "side.heroes.Dirk.classes[0].dice=1..6";
    // So near the share of a setting that no search ends soon.
    let aim = [
        "--target",
        "heroes=0.41086",
        "--tolerance",
        "0.00001",
        "--max-trials",
        "1e15",
    ];
    let tune = interrupted(
        home.path(),
        &[&["tune", "@canyon", "--vary", vary][..], &aim, &SIMPLE].concat(),
    );
    assert_eq!((tune.code, tune.out.as_str()), (Some(130), ""));
    insta::assert_snapshot!(tune.err, @"interrupted: no result for @canyon");
    let advise = interrupted(
        home.path(),
        &[&["advise", "@canyon"][..], &aim, &SIMPLE].concat(),
    );
    assert_eq!((advise.code, advise.out.as_str()), (Some(130), ""));
    insta::assert_snapshot!(advise.err, @"interrupted: no result for @canyon");
}

#[cfg(feature = "frames")]
#[test]
fn ctrl_c_leaves_samples_of_exactly_the_trials_that_the_figures_are_of() {
    let home = folder();
    let run = ["run", "@canyon", "-n", "1e15", "-f", "json"];
    let samples = ["--samples", "rows.parquet"];
    let json = interrupted(home.path(), &[&run[..], &samples].concat());
    assert_eq!(json.code, Some(130), "{}", json.err);
    let result: Value = serde_json::from_str(&json.out).unwrap();
    let trials = result["trials"].as_u64().unwrap();
    let said = format!(
        "\nrows.parquet has the samples of {} trials\n",
        grouped(trials)
    );
    // A busy machine may also report that the output is incomplete.
    assert!(trials > 0 && json.err.contains(&said), "{}", json.err);
    let path = home.path().join("rows.parquet");
    let rows = super::samples::read(&path);
    assert_eq!(rows.len() as u64, trials);
    for outcome in result["outcomes"].as_array().unwrap() {
        let name = outcome["name"].as_str().unwrap();
        let outcomes = super::samples::texts(&rows, "outcome").into_iter();
        let count = outcomes.filter(|row| *row == Some(name)).count();
        assert_eq!(outcome["count"].as_u64(), Some(count as u64));
    }
    assert_eq!(names(home.path()), ["rows.parquet"]);
    // A complete run of the same number of trials gives the same file.
    let rows = std::fs::read(&path).unwrap();
    let trials = trials.to_string();
    let again = ["run", "@canyon", "-n", &trials, "-q"];
    let again = super::call_in(home.path(), &[&again[..], &samples].concat());
    assert_eq!(again.code, Some(0), "{}", again.err);
    assert!(std::fs::read(&path).unwrap() == rows);
}

#[test]
fn ctrl_c_does_not_wait_for_a_solver() {
    let home = folder();
    std::fs::write(home.path().join("long.toml"), LONG).unwrap();
    let expecting = format!("{QUICK}[expect.outcomes]\nsuccess = [0.1, 0.9]\n");
    std::fs::write(home.path().join("quick.toml"), expecting).unwrap();
    let both = ["quick.toml", "long.toml"];
    for (command, said, stdout) in [
        ("exact", "interrupted: no result for long.toml\n", "exactly"),
        ("run", "interrupted: no result for long.toml\n", "exactly"),
        (
            "check",
            "interrupted: no result for long.toml\n",
            "1 file was not checked",
        ),
    ]
    .into_iter()
    .skip(size(2, 0))
    {
        let (answer, took) = timed(home.path(), &[&[command], &both[..]].concat());
        assert_eq!(answer.code, Some(130), "{command}: {}", answer.err);
        assert!(took < SOON, "{command} took {took:?}");
        assert!(answer.err.ends_with(said), "{command}: {}", answer.err);
        // Results that were finished before are shown.
        assert!(answer.out.contains(stdout), "{command}: {}", answer.out);
    }
    let (report, took) = timed(home.path(), &["report", "long.toml", "--out", "pages"]);
    assert_eq!(report.code, Some(130), "{}", report.err);
    assert!(took < SOON, "{took:?}");
    assert_eq!(
        report.err,
        "interrupted: no report on long.toml was written\n"
    );
    assert_eq!(names(home.path()), ["long.toml", "quick.toml"]);
}

#[test]
fn ctrl_c_does_not_wait_for_a_decision() {
    let home = folder();
    let endless = "side.heroes.player={name='rollout',playouts=1000000}";
    let run = ["run", "@canyon", "--set", endless];
    let (answer, took) = timed(home.path(), &run);
    assert_eq!((answer.code, answer.out.as_str()), (Some(130), ""));
    assert!(took < SOON, "{took:?}");
    assert_eq!(answer.err, "interrupted: no result for @canyon\n");
    // Trials in progress are dropped, and no partial file is left.
    let (kept, took) = timed(home.path(), &[&run[..], &["--checkpoint", "kept"]].concat());
    assert_eq!(kept.code, Some(130), "{}", kept.err);
    assert!(took < SOON, "{took:?}");
    assert!(kept.err.contains("nothing is saved"), "{}", kept.err);
    assert_eq!(names(home.path()), Vec::<String>::new());
}
