//! `run --checkpoint`, `run --shard` and `merge`.

use super::{SIMPLE, call, call_in, folder, names, refused, stdout};
use evenodds::BUILD;
use evenodds::sim::Shard;
use evenodds_testing::size;
use std::fs;
use std::path::Path;

/// Returns the results of a scenario from a single run of `trials` trials.
fn whole(trials: &str) -> String {
    stdout(&["run", "@lockpick", "-n", trials, "-f", "json"])
}

fn keep(home: &Path, trials: &str) -> super::Answer {
    call_in(
        home,
        &[
            "run",
            "@lockpick",
            "-n",
            trials,
            "-f",
            "json",
            "--checkpoint",
            "kept",
        ],
    )
}

#[test]
fn shards_come_together_to_the_bytes_of_one_run() {
    for of in ["1", "2", "7"] {
        let home = folder();
        let count: u64 = of.parse().unwrap();
        let parts: Vec<String> = (1..=count)
            .rev()
            .map(|index| format!("part-{index}"))
            .collect();
        for (index, part) in (1..=count).rev().zip(&parts) {
            let share = format!("{index}/{of}");
            let answer = call_in(
                home.path(),
                &[
                    "run",
                    "@lockpick",
                    "-n",
                    "5000",
                    "--shard",
                    &share,
                    "-o",
                    part,
                ],
            );
            assert_eq!(
                (answer.code, answer.out.as_str()),
                (Some(0), ""),
                "{}",
                answer.err
            );
        }
        let mut arguments = vec!["merge", "-f", "json"];
        arguments.extend(parts.iter().map(String::as_str));
        let merged = call_in(home.path(), &arguments);
        assert_eq!(merged.code, Some(0), "{}", merged.err);
        assert_eq!(merged.out, whole("5000"));
        #[cfg(feature = "frames")]
        {
            let csv = |arguments: &[&str]| {
                let csv = ["-f", "csv", "--frame", "histograms"];
                call_in(home.path(), &[arguments, &csv[..]].concat()).out
            };
            let mut merge = vec!["merge"];
            merge.extend(parts.iter().map(String::as_str));
            assert_eq!(csv(&merge), csv(&["run", "@lockpick", "-n", "5000"]));
        }
    }
}

#[test]
fn a_merged_run_is_the_scenario_with_its_changes_and_the_files_that_it_uses() {
    let home = folder();
    fs::write(
        home.path().join("watch.toml"),
        "[[side]]\nname = 'watch'\ncombatant = [{ name = 'Ann', classes = [{ name = 'A', dice = 3 }] }]\n",
    )
    .unwrap();
    fs::write(
        home.path().join("night.toml"),
        "kind = 'combat'\ntitle = 'Night'\nuse = ['watch.toml', '@canyon-ambushers']\n",
    )
    .unwrap();
    let run = [
        "run",
        "night.toml",
        "-n",
        "900",
        "--set",
        "side.watch.Ann.classes[0].dice=6",
    ];
    for index in ["1", "2"] {
        let (share, part) = (format!("{index}/2"), format!("part-{index}"));
        let shard = ["--shard", share.as_str(), "-o", part.as_str()];
        let answer = call_in(home.path(), &[&run[..], &shard[..]].concat());
        assert_eq!(answer.code, Some(0), "{}", answer.err);
    }
    let whole = call_in(home.path(), &[&run[..], &["-f", "json"]].concat());
    // `merge` needs only the shards, not the scenario or its files.
    fs::remove_file(home.path().join("night.toml")).unwrap();
    fs::remove_file(home.path().join("watch.toml")).unwrap();
    let merged = call_in(home.path(), &["merge", "part-1", "part-2", "-f", "json"]);
    assert_eq!(merged.code, Some(0), "{}", merged.err);
    assert_eq!(merged.out, whole.out);
    let screen = call_in(home.path(), &["merge", "part-2", "part-1"]).out;
    let again = "evenodds run night.toml -n 900 -s 1 --set 'side.watch.Ann.classes[0].dice=6'";
    assert!(screen.contains(again), "{screen}");
}

#[test]
fn parts_that_do_not_make_a_run_are_refused_and_named() {
    let home = folder();
    for (part, arguments) in [
        ("one", &["@canyon", "-n", "90", "--shard", "1/3"][..]),
        ("two", &["@canyon", "-n", "90", "--shard", "2/3"]),
        (
            "seed",
            &["@canyon", "-n", "90", "--shard", "3/3", "-s", "7"],
        ),
        ("duel", &["@duel", "-n", "90", "--shard", "3/3", "-s", "42"]),
    ] {
        let run = [&["run"], arguments, &["-o", part]].concat();
        assert_eq!(call_in(home.path(), &run).code, Some(0));
    }
    let bytes = fs::read(home.path().join("one")).unwrap();
    fs::write(home.path().join("torn"), &bytes[..bytes.len() - 9]).unwrap();
    fs::write(home.path().join("thesis"), "my thesis").unwrap();
    let refused = |parts: &[&str], code| {
        let answer = call_in(home.path(), &[&["merge"], parts].concat());
        assert_eq!((answer.code, answer.out.as_str()), (Some(code), ""));
        answer.err
    };
    insta::assert_snapshot!(refused(&["one", "two"], 2), @"trials 60 to 89 are missing");
    insta::assert_snapshot!(refused(&["one", "two", "one"], 2), @"
    trials 0 to 29 are included twice, in one and in one
    trials 60 to 89 are missing
    ");
    insta::assert_snapshot!(refused(&["two", "seed"], 2), @"seed has seed 7, but two has 42: they are shards of different runs");
    let other = refused(&["two", "duel"], 2);
    assert!(
        other.contains("duel has hash ") && other.contains("shards of different runs"),
        "{other}"
    );
    insta::assert_snapshot!(refused(&["thesis", "torn", "one"], 2), @"
    thesis: it is not a shard
    torn: it is truncated or changed: its content does not match its first line
    ");
    assert!(refused(&["one", "gone"], 3).starts_with("cannot read gone: "));
}

#[test]
fn shares_and_checkpoints_are_of_one_run_of_a_known_length() {
    insta::assert_snapshot!(refused(2, &["run", "@canyon", "@duel", "--checkpoint", "x"]), @"--checkpoint: expected one scenario, because it applies to one run; name one FILE");
    for share in ["0/3", "4/3", "1", "a/b", "1/0"] {
        refused(2, &["run", "@duel", "--shard", share]);
    }
    refused(2, &["run", "@duel", "--shard", "1/2", "--precision", "0.1"]);
    refused(2, &["run", "@duel", "--shard", "1/2", "-f", "json"]);
}

#[test]
fn a_finished_checkpoint_answers_without_trials_and_a_longer_run_resumes_it() {
    let home = folder();
    assert_eq!(keep(home.path(), "3000").out, whole("3000"));
    assert_eq!(keep(home.path(), "3000").out, whole("3000"));
    let answer = keep(home.path(), "7000");
    assert_eq!((answer.out, answer.err.as_str()), (whole("7000"), ""));
    // A checkpoint with more trials than requested cannot be resumed.
    let shorter = keep(home.path(), "2000");
    assert_eq!(shorter.out, whole("2000"));
    insta::assert_snapshot!(shorter.err, @"kept: it has trials up to 6999; expected at most 1999; the file is renamed to kept.aside, and the run starts from the beginning");
}

#[test]
fn a_checkpoint_of_another_run_is_renamed_and_reported() {
    let home = folder();
    let kept = home.path().join("kept");
    keep(home.path(), "3000");
    let bytes = fs::read(&kept).unwrap();
    let mut changed = bytes.clone();
    let place = changed.len() / 2;
    changed[place] ^= 1;
    let newer = String::from_utf8(bytes.clone())
        .unwrap()
        .replacen("part 3", "part 9", 1);
    let mut said = String::new();
    for wrong in [
        &b""[..],
        b"evenodds pa",
        &bytes[..bytes.len() / 2],
        &changed,
        newer.as_bytes(),
    ] {
        fs::write(&kept, wrong).unwrap();
        let answer = keep(home.path(), "3000");
        assert_eq!(answer.out, whole("3000"));
        assert_eq!(fs::read(&kept).unwrap(), bytes);
        said.push_str(&answer.err);
    }
    insta::assert_snapshot!(said, @"
    kept: it is truncated or changed: its content does not match its first line; the file is renamed to kept.aside, and the run starts from the beginning
    kept: it is truncated or changed: its content does not match its first line; the file is renamed to kept.aside-2, and the run starts from the beginning
    kept: it is truncated or changed: its content does not match its first line; the file is renamed to kept.aside-3, and the run starts from the beginning
    kept: it is truncated or changed: its content does not match its first line; the file is renamed to kept.aside-4, and the run starts from the beginning
    kept: it has format version 9; expected version 3; the file is renamed to kept.aside-5, and the run starts from the beginning
    ");
    assert_eq!(fs::read(home.path().join("kept.aside")).unwrap(), b"");
    assert_eq!(names(home.path()).len(), 6);
    let other = call_in(
        home.path(),
        &[
            "run",
            "@lockpick",
            "-n",
            "3000",
            "-s",
            "7",
            "--checkpoint",
            "kept",
            "-q",
        ],
    );
    insta::assert_snapshot!(other.err, @"kept: it has seed 1; expected 7; the file is renamed to kept.aside-6, and the run starts from the beginning");
    let precise = call_in(
        home.path(),
        &[
            "run",
            "@lockpick",
            "-s",
            "7",
            "--precision",
            "0.1",
            "--checkpoint",
            "kept",
            "-q",
        ],
    );
    insta::assert_snapshot!(precise.err, @"kept: it has a run with no --precision; expected --precision 0.1; the file is renamed to kept.aside-7, and the run starts from the beginning");
}

#[test]
fn a_finished_run_with_a_precision_prints_the_same_answer_again() {
    let home = folder();
    for (name, more) in [
        ("@lockpick", &[][..]),
        ("@canyon", &SIMPLE),
        ("@lockpick", &["-n", "700"]),
    ] {
        let kept = format!("kept-{}", more.len());
        let run = [
            "run",
            name,
            "--precision",
            "0.03",
            "--checkpoint",
            &kept,
            "-f",
            "json",
        ];
        let run = [&run[..], more].concat();
        let answers = [(), (), ()].map(|()| call_in(home.path(), &run));
        assert_eq!((answers[0].code, &*answers[0].err), (Some(0), ""));
        for again in &answers[1..] {
            assert_eq!(again.out, answers[0].out, "{name}");
        }
    }
}

#[test]
fn parts_of_another_build_are_refused_though_the_version_is_the_same() {
    const OTHER: &str = "0123456789abcdef";
    let home = folder();
    let run = "run @lockpick -n 40 -q --shard";
    for (share, name) in [("1/2", "one"), ("2/2", "two")] {
        let arguments: Vec<&str> = run.split(' ').chain([share, "-o", name]).collect();
        assert_eq!(call_in(home.path(), &arguments).code, Some(0));
    }
    fs::create_dir(home.path().join("parts")).unwrap();
    let bytes = fs::read(home.path().join("two")).unwrap();
    let mut part = Shard::from_bytes(&bytes).unwrap();
    assert_eq!(part.build, BUILD);
    part.build = OTHER.to_owned();
    for name in ["other", "kept", "parts/other"] {
        fs::write(home.path().join(name), part.to_bytes()).unwrap();
    }
    fs::copy(home.path().join("one"), home.path().join("parts/one")).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    let by = format!(
        "was played by version {version}, build {OTHER}, but this is version {version}, build {BUILD}"
    );
    for (call, code, stdout) in [
        (
            "merge other one",
            2,
            format!("other {by}; merge parts with the build that played them\n"),
        ),
        (
            "merge one other",
            2,
            format!(
                "other has build {OTHER}, but one has {BUILD}: they are shards of different runs\n"
            ),
        ),
        (
            "sweep @lockpick -n 40 -q --vary difficulty=10 --parts parts",
            2,
            format!("parts/other {by}\n"),
        ),
        (
            "run @lockpick -n 40 -q --shard 2/2 --checkpoint kept -o again",
            0,
            format!(
                "kept: it {by}; the file is renamed to kept.aside, and the run starts from the beginning\n"
            ),
        ),
    ] {
        let answer = call_in(home.path(), &call.split(' ').collect::<Vec<_>>());
        assert_eq!(
            (answer.code, answer.out.as_str()),
            (Some(code), ""),
            "{call}"
        );
        assert_eq!(answer.err, stdout, "{call}");
    }
    // Started anew, the checkpoint has the bytes of this build.
    assert_eq!(fs::read(home.path().join("again")).unwrap(), bytes);
}

#[test]
fn an_unwritable_checkpoint_is_reported_before_any_trial() {
    let home = folder();
    let answer = call_in(
        home.path(),
        &[
            "run",
            "@canyon",
            "-n",
            "1e15",
            "--checkpoint",
            "nowhere/kept",
        ],
    );
    insta::assert_snapshot!(answer.err, @"cannot use nowhere/kept: the folder nowhere does not exist");
    assert_eq!(answer.code, Some(3));
    let answer = call_in(
        home.path(),
        &["run", "@canyon", "-n", "1e15", "--checkpoint", "."],
    );
    assert_eq!(answer.code, Some(3), "{}", answer.err);
}

#[cfg(unix)]
#[test]
fn a_run_killed_repeatedly_ends_with_the_same_bytes() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let (calls, least, trials) = size((4, 1, "60000"), (20, 5, "250000"));
    let home = folder();
    let mut random: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut killed = 0;
    for _ in 0..calls {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let mut run = Command::new(env!("CARGO_BIN_EXE_evenodds"))
            .env("EVENODDS_CACHE", "off")
            .args([
                "run",
                "@canyon",
                "-n",
                trials,
                "-f",
                "json",
                "--checkpoint",
                "kept",
            ])
            .current_dir(home.path())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(100 + (random >> 33) % 400));
        // SIGKILL cannot be caught.
        let _ = run.kill();
        let answer = run.wait_with_output().unwrap();
        killed += u32::from(!answer.status.success());
        assert_eq!(String::from_utf8_lossy(&answer.stderr), "");
    }
    assert!(killed >= least, "{killed}");
    let run = ["run", "@canyon", "-n", trials, "-f", "json"];
    let answer = call_in(home.path(), &[&run[..], &["--checkpoint", "kept"]].concat());
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    assert_eq!(answer.out, call(&run).out);
}
