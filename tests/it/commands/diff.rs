//! Tests of `diff`.

use super::{call_in, folder, json_in, refused};
use std::fs;
use std::path::Path;

const LOCK: &str = "kind = 'quick'\ndifficulty = 10\nactor = { name = 'Ann', dice = 3 }\n[expect.outcomes]\nsuccess = [0.55, 0.75]\n";

fn put(home: &Path, name: &str, text: &str) {
    fs::create_dir_all(home.join("all")).unwrap();
    fs::write(home.join("all").join(name), text).unwrap();
}

/// Writes reports on all scenarios to the folder `out`.
fn night(home: &Path, out: &str, seed: &str) {
    let answer = call_in(
        home,
        &["report", "all", "-n", "2000", "-s", seed, "--out", out],
    );
    assert!(
        answer.code == Some(0) || answer.code == Some(2),
        "{}",
        answer.err
    );
}

#[test]
fn two_runs_show_what_is_new_gone_changed_and_failing() {
    let home = folder();
    let home = home.path();
    for name in ["easier.toml", "kept.toml", "gone.toml", "spoilt.toml"] {
        put(home, name, LOCK);
    }
    night(home, "yesterday", "1");
    put(home, "easier.toml", &LOCK.replace("10", "4"));
    put(home, "spoilt.toml", "kind = 'quick'\n");
    put(home, "new.toml", LOCK);
    fs::remove_file(home.join("all/gone.toml")).unwrap();
    night(home, "tonight", "1");
    let stdout = call_in(home, &["diff", "yesterday", "tonight"]);
    assert_eq!((stdout.code, stdout.err.as_str()), (Some(0), ""));
    insta::assert_snapshot!(stdout.out);
    let comment = call_in(
        home,
        &["diff", "yesterday", "tonight", "-f", "markdown", "--fail"],
    );
    assert_eq!(comment.code, Some(1));
    insta::assert_snapshot!(comment.out);
    let back = call_in(home, &["diff", "tonight", "tonight", "--fail"]);
    assert_eq!(back.code, Some(0), "{}", back.out);
}

#[test]
fn programs_read_every_figure() {
    let home = folder();
    let home = home.path();
    put(home, "lock.toml", LOCK);
    for (file, seed) in [("old.json", "1"), ("new.json", "2")] {
        let played = call_in(
            home,
            &[
                "run",
                "all/lock.toml",
                "-n",
                "500",
                "-s",
                seed,
                "-f",
                "json",
                "-o",
                file,
            ],
        );
        assert_eq!(played.code, Some(0), "{}", played.err);
    }
    let found = json_in(home, &["diff", "old.json", "new.json", "-f", "json"]);
    // Shares are exact, whatever the seed.
    let scenario = &found["scenarios"][0];
    let [success, total] = ["success", "mean.total"].map(|name| {
        let figures = scenario["figures"].as_array().unwrap();
        figures
            .iter()
            .find(|one| one["name"] == name)
            .unwrap()
            .clone()
    });
    assert_eq!(success["verdict"], "same");
    assert_eq!(total["verdict"], "open");
    let [low, by, high] = ["low", "difference", "high"].map(|name| total[name].as_f64().unwrap());
    assert!(low < by && by < high, "{total}");
    assert_eq!(
        (
            scenario["old"]["seed"].as_u64(),
            scenario["new"]["seed"].as_u64()
        ),
        (Some(1), Some(2))
    );
    if cfg!(feature = "frames") {
        let rows = call_in(home, &["diff", "old.json", "new.json", "-f", "csv"]);
        assert!(
            rows.out
                .starts_with("scenario,kind,scenario_verdict,old_hash,new_hash,old_seed,new_seed,"),
            "{}",
            rows.out
        );
    }
}

#[test]
fn files_without_results_are_named_on_both_sides() {
    let home = folder();
    fs::write(home.path().join("a.json"), "{}").unwrap();
    fs::create_dir(home.path().join("empty")).unwrap();
    let answer = call_in(home.path(), &["diff", "a.json", "empty"]);
    assert_eq!(answer.code, Some(2));
    insta::assert_snapshot!(answer.err);
    assert!(refused(3, &["diff", "nowhere", "nowhere"]).starts_with("cannot read nowhere:"));
}
