//! The command line as users and scripts meet it: exit codes, files, formats, words.

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Stdio;
use tempfile::TempDir;

/// The program, in a folder of its own, as no terminal sees it.
fn evenodds(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_evenodds"));
    command.current_dir(folder).env_remove("NO_COLOR");
    command
}

/// What a call gave back.
struct Answer {
    code: Option<i32>,
    out: String,
    err: String,
}

fn finish(command: &mut Command) -> Answer {
    let output = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Answer {
        code: output.status.code(),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

fn call_in(folder: &Path, arguments: &[&str]) -> Answer {
    finish(evenodds(folder).args(arguments))
}

/// Calls the program where no files matter.
fn call(arguments: &[&str]) -> Answer {
    call_in(&std::env::temp_dir(), arguments)
}

/// The standard output of a call that has to go well.
fn told(arguments: &[&str]) -> String {
    let answer = call(arguments);
    assert_eq!(answer.code, Some(0), "{arguments:?}: {}", answer.err);
    assert_eq!(answer.err, "", "{arguments:?}");
    answer.out
}

/// The standard error of a call that has to fail with `code` and print no results.
fn refused(code: i32, arguments: &[&str]) -> String {
    let answer = call(arguments);
    assert_eq!(answer.code, Some(code), "{arguments:?}: {}", answer.err);
    assert_eq!(answer.out, "", "{arguments:?}");
    assert!(!answer.err.is_empty(), "{arguments:?}");
    answer.err
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room for temporary files")
}

const QUICK: &str = "kind = \"quick\"\ndifficulty = 10\nactor = { name = \"Skinner\", dice = 2 }\n";

#[test]
fn a_call_that_goes_well_ends_with_0() {
    for arguments in [
        &["run", "@duel", "-n", "50"][..],
        &["exact", "@lockpick"],
        &["trace", "@duel"],
        &[
            "ladder",
            "@duel",
            "-n",
            "20",
            "--players",
            "finisher,random",
        ],
        &["drama", "@duel", "-n", "50"],
        &["new", "quick"],
        &["list"],
        &["schema", "abstract"],
        &["completions", "bash"],
        &["--help"],
        &["--version"],
    ] {
        assert!(!told(arguments).is_empty());
    }
}

#[test]
fn a_failed_expectation_is_said_and_is_no_failure_of_run() {
    let red = told(&[
        "run",
        "@duel",
        "-n",
        "2000",
        "--set",
        "side.red.Rosa.classes[0].dice=6",
    ]);
    assert!(red.contains("expected: red 49 to 51 %: FAILS"), "{red}");
}

#[test]
fn wrong_input_ends_with_2() {
    for arguments in [
        &["run"][..],
        &["run", "@duell"],
        &["run", "@duel", "--set", "rules.half=sideways"],
        &["run", "@duel", "--what"],
        &["run", "@duel", "-f", "xml"],
        &["run", "@duel", "-n", "10", "--force"],
        &["play", "@duel"],
        &["list", "chess"],
        &["new"],
        &["schema", "chess"],
        &["completions", "cobol"],
        &["drama"],
        &["drama", "@lockpick"],
        &["drama", "@duel", "-n", "0"],
        &["drama", "@duel", "--frame", "outcomes"],
        &["drama", "@duel", "--set", "rules.half=sideways"],
        &["ladder", "@lockpick"],
        &["ladder", "@duel", "@canyon"],
        &["ladder", "@duel", "--players", "finsher"],
        &[
            "ladder",
            "@duel",
            "-n",
            "10",
            "--set",
            "rules.half=sideways",
        ],
        &["trace", "@duel", "@canyon"],
        &["trace", "@duel", "--typical", "--trial", "1"],
    ] {
        refused(2, arguments);
    }
}

#[test]
fn no_exact_solver_ends_with_2_and_leaves_the_others_their_answers() {
    insta::assert_snapshot!(refused(2, &["exact", "@canyon"]), @"@canyon: only duels are solved exactly, fights of two sides with one combatant each; `run` it instead");
    let both = call(&["exact", "@canyon", "@lockpick"]);
    assert_eq!(both.code, Some(2));
    assert!(both.out.starts_with("A tricky lock:") && both.err.starts_with("@canyon:"));
}

#[test]
fn a_file_that_cannot_be_read_ends_with_3() {
    let home = folder();
    let missing = call_in(home.path(), &["run", "no.toml"]);
    assert_eq!((missing.code, missing.out.as_str()), (Some(3), ""));
    assert!(
        missing.err.starts_with("cannot read no.toml: "),
        "{}",
        missing.err
    );
    assert_eq!(call_in(home.path(), &["run", "."]).code, Some(3));
}

#[test]
fn the_name_of_a_built_in_scenario_without_its_at_is_understood() {
    let home = folder();
    let missing = call_in(home.path(), &["run", "canyon"]);
    assert_eq!(missing.code, Some(3));
    assert!(
        missing.err.contains("did you mean @canyon?"),
        "{}",
        missing.err
    );
}

#[test]
fn of_several_failures_the_highest_decides_and_good_files_are_played() {
    let home = folder();
    let file = |name: &str, text: &str| fs::write(home.path().join(name), text).unwrap();
    file("bad.toml", "kind = \"quick\"\n");
    file("good.toml", QUICK);
    for files in [
        ["bad.toml", "no.toml", "good.toml"],
        ["no.toml", "good.toml", "bad.toml"],
    ] {
        let answer = finish(
            evenodds(home.path())
                .arg("run")
                .args(files)
                .args(["-n", "50"]),
        );
        assert_eq!(answer.code, Some(3));
        assert!(
            answer.err.contains("bad.toml:1:1: difficulty is missing"),
            "{}",
            answer.err
        );
        assert!(answer.err.contains("cannot read no.toml"), "{}", answer.err);
        assert!(answer.out.starts_with("good: Skinner"), "{}", answer.out);
    }
    assert_eq!(
        call_in(home.path(), &["run", "bad.toml", "good.toml", "-n", "50"]).code,
        Some(2)
    );
}

#[test]
fn a_dash_is_standard_input() {
    let home = folder();
    let played = finish(
        evenodds(home.path())
            .args(["run", "-", "-n", "50"])
            .write_stdin(QUICK),
    );
    assert_eq!(played.code, Some(0), "{}", played.err);
    assert!(
        played.out.contains("evenodds run - -n 50 -s 1"),
        "{}",
        played.out
    );
    let wrong = finish(
        evenodds(home.path())
            .args(["run", "-"])
            .write_stdin("kind = 3\n"),
    );
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.starts_with("-:1:8: kind is 3: "), "{}", wrong.err);
    let twice = finish(
        evenodds(home.path())
            .args(["run", "-", "-", "-n", "50"])
            .write_stdin(QUICK),
    );
    assert_eq!(twice.code, Some(2));
    assert!(twice.err.contains("can be read only once"), "{}", twice.err);
}

#[test]
fn names_of_built_in_scenarios_are_listed_and_the_nearest_is_named() {
    insta::assert_snapshot!(refused(2, &["run", "@canyn"]), @"there is no built-in scenario @canyn: did you mean @canyon?; they are @beast, @canyon, @duel, @late-drones, @mass-scaled, @mass-whole, @siege, @talking-sword, @three-sides, @wounded, @lockpick, @challenging, @borderline, @climber");
    let list = told(&["list"]);
    for name in list
        .split_whitespace()
        .filter(|word| word.starts_with('@') && *word != "@NAME`)")
    {
        assert!(told(&["run", name, "-n", "20"]).contains(&format!("evenodds run {name} ")));
    }
}

#[test]
fn assignments_change_what_is_played_and_are_said_again() {
    let shown = told(&[
        "exact",
        "@climber",
        "--set",
        "skill=49",
        "--set",
        "rules.tie=tie",
    ]);
    assert!(
        shown.contains("44.44 %") && shown.contains("11.11 %"),
        "{shown}"
    );
    assert!(
        shown.contains("evenodds exact @climber --set skill=49 --set rules.tie=tie"),
        "{shown}"
    );
    let fault = refused(2, &["run", "@climber", "--set", "skil=3"]);
    assert!(
        fault.starts_with("--set:1:1: skil is not a key here: did you mean skill?"),
        "{fault}"
    );
}

#[test]
fn counts_of_trials_are_read_as_people_type_them() {
    for (typed, count) in [
        ("2e3", 2_000),
        ("1_500", 1_500),
        ("2k", 2_000),
        ("0.002M", 2_000),
    ] {
        let result = json(&["run", "@lockpick", "-n", typed, "-f", "json"]);
        assert_eq!(result["trials"], count, "{typed}");
    }
    for typed in ["0", "-5", "1.5", "many", "1e16", "2x", ""] {
        let message = refused(2, &["run", "@lockpick", "-n", typed]);
        assert!(
            message.contains("expected a whole number from 1 to 10^15"),
            "{typed}: {message}"
        );
    }
}

#[test]
fn seeds_have_63_bits() {
    let last = json(&[
        "run",
        "@lockpick",
        "-n",
        "10",
        "-s",
        "9223372036854775807",
        "-f",
        "json",
    ]);
    assert_eq!(last["seed"], i64::MAX);
    for typed in ["9223372036854775808", "-1", "x", "1e3"] {
        let message = refused(2, &["run", "@lockpick", "-s", typed]);
        assert!(
            message.contains("expected a whole number from 0 to 2^63 - 1"),
            "{message}"
        );
    }
}

#[test]
fn the_command_line_wins_over_the_file_and_both_over_the_defaults() {
    let home = folder();
    let text = format!("{QUICK}[run]\ntrials = 70\nseed = 5\n");
    fs::write(home.path().join("x.toml"), text).unwrap();
    let figures = |arguments: &[&str]| {
        let answer = finish(
            evenodds(home.path())
                .args(["run", "x.toml", "-f", "json"])
                .args(arguments),
        );
        let result: Value = serde_json::from_str(&answer.out).unwrap();
        (result["trials"].as_u64(), result["seed"].as_u64())
    };
    assert_eq!(figures(&[]), (Some(70), Some(5)));
    assert_eq!(figures(&["-n", "30", "-s", "6"]), (Some(30), Some(6)));
    assert_eq!(figures(&["--set", "run.trials=40"]), (Some(40), Some(5)));
}

#[test]
fn precision_ends_a_run_by_itself_and_carries_a_sequence() {
    let result = json(&["run", "@lockpick", "--precision", "0.05", "-f", "json"]);
    assert_eq!(result["stopped"], "precision");
    assert_ne!(result["interval"]["method"], "wilson");
    for outcome in result["outcomes"].as_array().unwrap() {
        let [low, high] = ["low", "high"].map(|end| outcome[end].as_f64().unwrap());
        assert!(high - low <= 0.1 + 1e-12);
    }
    let bounded = json(&[
        "run",
        "@lockpick",
        "--precision",
        "0.001",
        "-n",
        "500",
        "-f",
        "json",
    ]);
    assert_eq!(
        (&bounded["trials"], &bounded["stopped"]),
        (&500.into(), &"trials".into())
    );
    for typed in ["0", "0.5", "-0.1", "half"] {
        let message = refused(2, &["run", "@lockpick", "--precision", typed]);
        assert!(message.contains("expected a share"), "{message}");
    }
}

/// The results of a call in JSON.
fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&told(arguments)).expect("it is JSON")
}

fn keys(value: &Value) -> Vec<&str> {
    let object = value.as_object().expect("it is an object");
    object.keys().map(String::as_str).collect()
}

#[test]
fn json_has_the_promised_keys_in_their_order_and_shares_that_add_to_1() {
    for name in ["@duel", "@lockpick", "@climber"] {
        for command in ["run", "exact"] {
            let mut arguments = vec![command, name, "-f", "json"];
            if command == "run" {
                arguments.extend(["-n", "3000"]);
            }
            let result = json(&arguments);
            let promised = [
                "format",
                "tool",
                "scenario",
                "seed",
                "first_trial",
                "trials",
                "stopped",
                "interval",
                "outcomes",
                "metrics",
                "by_outcome",
            ];
            assert_eq!(keys(&result)[..promised.len()], promised);
            assert_eq!(keys(&result["scenario"]), ["path", "title", "kind", "hash"]);
            assert_eq!(keys(&result["interval"]), ["method", "level"]);
            let outcomes = result["outcomes"].as_array().unwrap();
            let mut sum = 0.0;
            for outcome in outcomes {
                assert_eq!(
                    keys(outcome),
                    ["name", "count", "share", "low", "high", "exact"]
                );
                assert_eq!(outcome["count"].is_null(), command == "exact");
                sum += outcome["share"].as_f64().unwrap();
            }
            assert!((sum - 1.0).abs() < 1e-12, "{sum}");
            if (command, name) == ("exact", "@duel") {
                // Duels are solved without metrics.
                assert_eq!(result["metrics"], serde_json::json!([]));
                continue;
            }
            let metric = &result["metrics"][0];
            assert_eq!(
                keys(metric),
                [
                    "name",
                    "unit",
                    "mean",
                    "sd",
                    "low",
                    "high",
                    "min",
                    "p05",
                    "p25",
                    "p50",
                    "p75",
                    "p95",
                    "max",
                    "histogram"
                ]
            );
            for name in keys(&result["by_outcome"]) {
                assert!(outcomes.iter().any(|outcome| outcome["name"] == name));
            }
        }
    }
}

#[test]
fn json_of_several_files_is_an_array_even_if_one_of_them_fails() {
    let both = json(&["run", "@duel", "@lockpick", "-n", "50", "-f", "json"]);
    assert_eq!(both.as_array().map(Vec::len), Some(2));
    let one = call(&["run", "@duell", "@lockpick", "-n", "50", "-f", "json"]);
    assert_eq!(one.code, Some(2));
    let one: Value = serde_json::from_str(&one.out).unwrap();
    assert_eq!(one.as_array().map(Vec::len), Some(1));
}

#[test]
fn the_same_call_gives_the_same_bytes_on_any_number_of_threads() {
    let mut formats = vec![vec!["json"], vec!["markdown"]];
    if cfg!(feature = "frames") {
        formats.push(vec!["csv"]);
        formats.push(vec!["csv", "--frame", "metrics"]);
        formats.push(vec!["csv", "--frame", "histograms"]);
    }
    for format in formats {
        let bytes = |threads| {
            let mut arguments = vec![
                "run", "@canyon", "@climber", "-n", "5000", "-s", "3", "-j", threads,
            ];
            arguments.push("-f");
            arguments.extend(&format);
            told(&arguments)
        };
        let alone = bytes("1");
        assert!(alone == bytes("1") && alone == bytes("4"), "{format:?}");
        assert!(!alone.contains('\r'));
    }
    let told = |threads| {
        told(&[
            "run",
            "@duel",
            "--precision",
            "0.02",
            "-j",
            threads,
            "-f",
            "json",
        ])
    };
    assert!(told("1") == told("4"));
}

#[test]
fn csv_is_a_format_only_where_frames_are_built() {
    if cfg!(feature = "frames") {
        let rows = told(&["run", "@duel", "-n", "50", "-f", "csv"]);
        assert!(
            rows.starts_with("scenario,kind,hash,seed,trials,outcome"),
            "{rows}"
        );
    } else {
        refused(2, &["run", "@duel", "-n", "50", "-f", "csv"]);
    }
}

#[test]
fn colours_are_for_terminals_unless_asked_for() {
    assert!(!told(&["run", "@duel", "-n", "50"]).contains('\u{1b}'));
    assert!(told(&["run", "@duel", "-n", "50", "--color", "always"]).contains('\u{1b}'));
}

#[test]
fn results_go_to_a_file_that_is_replaced_only_if_it_is_ours() {
    let home = folder();
    let file = home.path().join("results.txt");
    let long = [
        "--set",
        "side.red.Rosa.classes[0].dice=5",
        "--set",
        "rules.last_blow=draw",
    ];
    let mut formats = vec!["table", "json", "markdown"];
    if cfg!(feature = "frames") {
        formats.push("csv");
    }
    let save = |arguments: &[&str]| {
        finish(
            evenodds(home.path())
                .args(["run", "@duel", "-n", "50", "-o", "results.txt"])
                .args(arguments),
        )
    };
    for format in formats {
        // Each of them replaces the one before.
        for further in [&[][..], &long] {
            let saved = save(&[&["-f", format], further].concat());
            assert_eq!(
                (saved.code, saved.out.as_str()),
                (Some(0), ""),
                "{format}: {}",
                saved.err
            );
            assert!(!fs::read(&file).unwrap().is_empty());
        }
    }
    fs::write(&file, "my thesis").unwrap();
    let refused = save(&["-f", "json"]);
    assert_eq!(refused.code, Some(3));
    assert!(refused.err.contains("--force"), "{}", refused.err);
    assert_eq!(fs::read_to_string(&file).unwrap(), "my thesis");
    assert_eq!(save(&["-f", "json", "--force"]).code, Some(0));
    assert!(serde_json::from_slice::<Value>(&fs::read(&file).unwrap()).is_ok());
    assert_eq!(
        fs::read_dir(home.path()).unwrap().count(),
        1,
        "nothing else is left behind"
    );
}

#[test]
fn places_that_cannot_be_written_end_with_3() {
    let home = folder();
    for place in [".", "no/such/folder.json"] {
        let answer = call_in(home.path(), &["run", "@duel", "-n", "50", "-o", place]);
        assert_eq!(answer.code, Some(3), "{place}");
        assert!(answer.err.starts_with("cannot write "), "{}", answer.err);
        assert!(
            !answer.err.contains(".evenodds-") && !answer.err.contains(".tmp"),
            "{}",
            answer.err
        );
    }
    let shown = call_in(home.path(), &["run", "@duel", "-n", "50", "-o", "-"]);
    assert!(shown.code == Some(0) && shown.out.starts_with("Duel at dawn"));
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn a_new_file_has_the_usual_permissions_and_a_pipe_stays_one() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt};
    let home = folder();
    fs::write(home.path().join("usual"), "").unwrap();
    assert_eq!(
        call_in(home.path(), &["run", "@duel", "-n", "50", "-o", "new"]).code,
        Some(0)
    );
    let mode = |name: &str| {
        fs::metadata(home.path().join(name))
            .unwrap()
            .permissions()
            .mode()
    };
    assert_eq!(mode("new"), mode("usual"));
    let pipe = home.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if made.is_ok_and(|status| status.success()) {
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read_to_string(pipe).unwrap()
        });
        assert_eq!(
            call_in(home.path(), &["run", "@duel", "-n", "50", "-o", "pipe"]).code,
            Some(0)
        );
        assert!(reader.join().unwrap().starts_with("Duel at dawn"));
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    }
}

#[test]
fn a_closed_pipe_ends_quietly_with_0() {
    // Far more than a pipe holds, so that writing goes on after the reader has left.
    let files = vec!["@canyon"; 40];
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_evenodds"))
        .arg("run")
        .args(&files)
        .args(["-n", "200", "-f", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "[\n");
    drop(output);
    let mut errors = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut errors)
        .unwrap();
    assert_eq!(
        (child.wait().unwrap().code(), errors.as_str()),
        (Some(0), "")
    );
}

#[test]
fn a_chosen_trial_is_told() {
    let number = |arguments: &[&str]| {
        let mut call = vec!["trace", "@duel", "-f", "json"];
        call.extend(arguments);
        json(&call)
    };
    assert_eq!(number(&[])["trial"], 0);
    assert_eq!(number(&["--trial", "2e3"])["trial"], 2_000);
    let blue = number(&["--find", "outcome=blue", "--find", "turns>=3"]);
    assert_eq!(blue["outcome"], "blue");
    assert!(blue["metrics"]["turns"].as_i64() >= Some(3));
    let longest = number(&["--extreme", "turns", "--within", "500"]);
    let again = number(&["--trial", &longest["trial"].to_string()]);
    assert_eq!(longest["lines"], again["lines"]);
    assert!(longest["metrics"]["turns"].as_i64() >= blue["metrics"]["turns"].as_i64());
    assert!(number(&["--typical"])["trial"].is_u64());
    let story = told(&["trace", "@duel", "--trial", "7", "-s", "3"]);
    assert!(
        story.ends_with("again    evenodds trace @duel --trial 7 -s 3\n"),
        "{story}"
    );
}

#[test]
fn a_trial_that_cannot_be_found_is_said_with_the_nearest_name() {
    let message = |arguments: &[&str]| refused(2, &[&["trace", "@lockpick"], arguments].concat());
    insta::assert_snapshot!(message(&["--find", "outcome=sucess"]), @"@lockpick: there is no outcome `sucess` here: did you mean success?; there are success, failure");
    insta::assert_snapshot!(message(&["--find", "totl>3"]), @"@lockpick: there is no metric `totl` here: did you mean total?; there are total, margin, helper_sixes");
    insta::assert_snapshot!(message(&["--extreme", "margins"]), @"@lockpick: there is no metric `margins` here: did you mean margin?; there are total, margin, helper_sixes");
    insta::assert_snapshot!(message(&["--find", "total"]), @"@lockpick: `total` is no condition: write outcome=NAME, or a metric, one of =, !=, <, <=, > and >=, and a number, as in turns>=10");
    insta::assert_snapshot!(message(&["--find", "total>4.5"]), @"@lockpick: `total>4.5` is no condition: write outcome=NAME, or a metric, one of =, !=, <, <=, > and >=, and a number, as in turns>=10");
    insta::assert_snapshot!(message(&["--find", "total>500", "--within", "1k"]), @"@lockpick: none of the first 1000 trials fulfils that; look at more with --within");
    assert!(message(&["--trial", "-1"]).contains("the number of a trial"));
}

/// The names of everything below a folder.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn a_report_goes_to_a_folder_that_is_replaced_only_if_it_is_ours() {
    let home = folder();
    let write = |arguments: &[&str]| {
        finish(
            evenodds(home.path())
                .args(["report", "@lockpick", "-n", "200", "--out", "out/now"])
                .args(arguments),
        )
    };
    let first = write(&[]);
    assert_eq!(first.code, Some(0), "{}", first.err);
    assert!(first.out.starts_with("A tricky lock: "), "{}", first.out);
    let reports = home.path().join("out").join("now");
    let [name] = names(&reports).try_into().expect("one report");
    let report = reports.join(name);
    let files = names(&report);
    assert!(
        files.contains(&"results.json".to_owned()) && files.contains(&"scenario.toml".to_owned())
    );
    assert_eq!(
        files.contains(&"index.html".to_owned()),
        cfg!(feature = "charts")
    );
    assert_eq!(
        files.contains(&"outcomes.parquet".to_owned()),
        cfg!(feature = "frames")
    );
    let results = fs::read(report.join("results.json")).unwrap();
    assert_eq!(write(&[]).code, Some(0));
    assert_eq!(fs::read(report.join("results.json")).unwrap(), results);
    fs::write(report.join("diary.txt"), "dear diary").unwrap();
    let refused = write(&[]);
    assert_eq!((refused.code, refused.out.as_str()), (Some(3), ""));
    assert!(
        refused.err.contains("diary.txt") && refused.err.contains("--force"),
        "{}",
        refused.err
    );
    assert_eq!(
        fs::read_to_string(report.join("diary.txt")).unwrap(),
        "dear diary"
    );
    assert_eq!(write(&["--force"]).code, Some(0));
    assert_eq!(names(&report), files);
}

#[test]
fn every_kind_can_be_listed_described_and_begun() {
    let home = folder();
    for kind in evenodds::contests::KINDS {
        assert!(told(&["list"]).contains(kind.summary));
        let about = told(&["list", kind.name]);
        for key in kind.keys {
            assert!(
                about.contains(&format!("  {}", key.name)),
                "{}: {about}",
                key.name
            );
        }
        assert!(
            about.lines().all(|line| line.chars().count() <= 100),
            "{about}"
        );
        let schema: Value = serde_json::from_str(&told(&["schema", kind.name])).unwrap();
        assert_eq!(schema["properties"]["kind"]["oneOf"][0]["const"], kind.name);
        let file = told(&["new", kind.name]);
        let played = finish(
            evenodds(home.path())
                .args(["run", "-", "-n", "100"])
                .write_stdin(file),
        );
        assert_eq!(played.code, Some(0), "{}", played.err);
    }
}

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = told(&["completions", shell]);
        assert!(
            script.contains("evenodds") && script.contains("precision"),
            "{shell}"
        );
    }
}

#[test]
fn no_command_asks_for_one_and_shows_the_help() {
    let answer = call(&[]);
    assert_eq!(answer.code, Some(2));
    assert!(
        answer.err.contains("Usage: evenodds <COMMAND>"),
        "{}",
        answer.err
    );
}

#[test]
fn help_mentions_no_command_that_is_not_there() {
    let all = told(&["--help"]);
    let commands: Vec<&str> = all
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.len() > 5 && commands.contains(&"run"), "{all}");
    let mut texts = vec![all.clone(), told(&["list"]), told(&["new", "combat"])];
    for command in &commands {
        if *command != "help" {
            texts.push(told(&[command, "--help"]));
        }
    }
    for text in texts {
        let words: Vec<&str> = text.split_whitespace().collect();
        for pair in words.windows(2) {
            if pair[0].trim_start_matches(['`', '(']) != "evenodds" {
                continue;
            }
            let named = pair[1].trim_matches(|character: char| !character.is_alphanumeric());
            if named.chars().all(|letter| letter.is_ascii_lowercase()) && !named.is_empty() {
                assert!(commands.contains(&named), "`evenodds {named}` in\n{text}");
            }
        }
        for command in [
            "ladder", "sweep", "tune", "advise", "compare", "check", "merge",
        ] {
            let mentioned = words.iter().any(|word| word.trim_matches('`') == command);
            assert!(
                !mentioned || commands.contains(&command),
                "{command} in\n{text}"
            );
        }
    }
}

/// Calls the program for a run without end, lets it work for a moment and interrupts it.
#[cfg(unix)]
fn interrupted(folder: &Path, arguments: &[&str]) -> Answer {
    let child = std::process::Command::new(env!("CARGO_BIN_EXE_evenodds"))
        .args(arguments)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1_500));
    let sent = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    Answer {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_run_with_130_and_what_was_finished() {
    let home = folder();
    let table = interrupted(home.path(), &["run", "@canyon", "@duel", "-n", "1e15"]);
    assert_eq!(table.code, Some(130), "{}", table.err);
    assert!(table.out.contains("interrupted after "), "{}", table.out);
    assert!(table.err.contains("@duel was not played"), "{}", table.err);
    let json = interrupted(home.path(), &["run", "@canyon", "-n", "1e15", "-f", "json"]);
    assert_eq!(json.code, Some(130), "{}", json.err);
    let result: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(result["stopped"], "interrupted");
    let trials = result["trials"].as_u64().unwrap();
    assert!(
        trials > 0 && json.err.contains(&trials.to_string()),
        "{}",
        json.err
    );
    // The same trials played on purpose give the same figures.
    let again = told(&["run", "@canyon", "-n", &trials.to_string(), "-f", "json"]);
    assert_eq!(
        again.replace("\"trials\",\n", "\"interrupted\",\n"),
        json.out
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_no_report_behind() {
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
fn a_ladder_holds_the_runs_with_the_same_assignments() {
    let ladder = json(&[
        "ladder",
        "@duel",
        "-n",
        "300",
        "-s",
        "5",
        "--players",
        "random,brawler",
        "-f",
        "json",
        "--set",
        "side.red.Rosa.classes[0].dice=5",
    ]);
    assert_eq!(
        keys(&ladder),
        [
            "format", "tool", "scenario", "seed", "interval", "outcome", "seats", "players",
            "left_out", "cells"
        ]
    );
    assert_eq!(ladder["outcome"], "red");
    let cells = ladder["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 4);
    for cell in cells {
        assert_eq!(keys(cell), ["players", "hash", "trials", "outcomes"]);
        let red = format!("side.red.player={}", cell["players"][0].as_str().unwrap());
        let blue = format!("side.blue.player={}", cell["players"][1].as_str().unwrap());
        let run = json(&[
            "run",
            "@duel",
            "-n",
            "300",
            "-s",
            "5",
            "-f",
            "json",
            "--set",
            "side.red.Rosa.classes[0].dice=5",
            "--set",
            &red,
            "--set",
            &blue,
        ]);
        assert_eq!(cell["hash"], run["scenario"]["hash"]);
        let outcomes = cell["outcomes"].as_array().unwrap();
        for (own, other) in outcomes.iter().zip(run["outcomes"].as_array().unwrap()) {
            assert_eq!(keys(own), ["name", "count", "share", "low", "high"]);
            for key in keys(own) {
                assert_eq!(own[key].to_string(), other[key].to_string());
            }
        }
    }
}

#[test]
fn a_ladder_is_the_same_on_any_number_of_threads() {
    let on = |threads| {
        told(&[
            "ladder",
            "@three-sides",
            "-n",
            "150",
            "--players",
            "finisher,random",
            "-j",
            threads,
            "-f",
            "json",
        ])
    };
    assert_eq!(on("1"), on("3"));
}

#[test]
fn a_ladder_of_three_sides_has_a_table_for_each_and_says_who_keeps_a_player() {
    let text = told(&[
        "ladder",
        "@three-sides",
        "-n",
        "100",
        "--players",
        "finisher,random",
    ]);
    for side in ["pirates", "navy", "guards"] {
        let caption = format!("rows are players of {side}, columns of all others");
        assert!(text.contains(&caption), "{text}");
    }
    assert!(
        text.contains("Merchant of guards keeps its own player"),
        "{text}"
    );
    assert!(
        text.contains("8 pairings, 100 trials each, seed 1"),
        "{text}"
    );
    let again = "evenodds ladder @three-sides --players finisher,random -n 100 -s 1";
    assert!(text.trim_end().ends_with(again), "{text}");
}

#[test]
fn a_ladder_that_cannot_be_says_why() {
    insta::assert_snapshot!(
        refused(2, &["ladder", "@lockpick"]),
        @"@lockpick: a contest of kind quick has no players: nobody decides anything, so there is no ladder"
    );
    insta::assert_snapshot!(
        refused(2, &["ladder", "@duel", "--players", "finsher"]),
        @"@duel: there is no player `finsher` here: did you mean finisher?; there are random, brawler, finisher, rollout, optimal, expert"
    );
}

#[test]
fn a_ladder_goes_to_a_file_that_is_replaced_only_if_it_is_ours() {
    let home = folder();
    for format in ["table", "json", "markdown"] {
        for _ in 0..2 {
            let answer = call_in(
                home.path(),
                &[
                    "ladder",
                    "@duel",
                    "-n",
                    "20",
                    "--players",
                    "random,brawler",
                    "-f",
                    format,
                    "-o",
                    "ladder.out",
                ],
            );
            assert_eq!(answer.code, Some(0), "{}", answer.err);
        }
    }
}

#[test]
fn a_report_has_a_ladder_if_asked_for_where_there_are_players() {
    let home = folder();
    let arguments = ["report", "@duel", "@lockpick", "-n", "20", "--ladder"];
    let answer = call_in(home.path(), &arguments);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let report = home.path().join("report");
    let text = fs::read_to_string(report.join("duel").join("ladder.json")).unwrap();
    let ladder: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(ladder["cells"][0]["trials"], 20);
    if cfg!(feature = "charts") {
        let page = |name: &str| fs::read_to_string(report.join(name).join("index.html")).unwrap();
        assert!(page("duel").contains("Who plays how well"));
        assert!(page("duel").contains("of the time") && page("duel").contains("--ladder"));
        assert!(!page("lockpick").contains("Who plays how well"));
    }
    assert!(!report.join("lockpick").join("ladder.json").exists());
}

#[test]
fn drama_is_an_object_or_an_array_and_counts_the_trials_of_the_run() {
    let arguments = ["-n", "300", "-s", "5", "-f", "json"];
    let one = json(&[&["drama", "@duel"], &arguments[..]].concat());
    assert_eq!(
        keys(&one),
        [
            "format",
            "tool",
            "interval",
            "scenario",
            "seed",
            "trials",
            "stopped",
            "judge",
            "turns",
            "leads",
            "settled",
            "aftermath",
            "comebacks",
            "choices",
            "sides",
            "actors",
            "typical"
        ]
    );
    let run = json(&[&["run", "@duel"], &arguments[..]].concat());
    assert_eq!(one["sides"][0]["won"]["count"], run["outcomes"][0]["count"]);
    assert_eq!(one["turns"]["mean"], run["metrics"][0]["mean"]);
    let both = json(&[&["drama", "@duel", "@three-sides"], &arguments[..]].concat());
    assert_eq!(both[0], one);
    assert_eq!(both[1]["sides"].as_array().unwrap().len(), 3);
}

#[test]
fn drama_is_the_same_on_any_number_of_threads() {
    let on = |threads| {
        told(&[
            "drama", "@canyon", "-n", "2000", "-j", threads, "-f", "json",
        ])
    };
    let one = on("1");
    for threads in ["2", "3", "8"] {
        assert_eq!(on(threads), one);
    }
}

#[test]
fn what_nobody_judges_has_no_drama_and_leaves_the_others_theirs() {
    insta::assert_snapshot!(refused(2, &["drama", "@lockpick"]), @"@lockpick: nobody judges how a contest of kind quick stands while it goes on, so its drama cannot be measured; `run` it instead");
    let both = call(&["drama", "@lockpick", "@duel", "-n", "50", "-f", "json"]);
    assert_eq!(both.code, Some(2));
    let shown: Value = serde_json::from_str(&both.out).unwrap();
    assert_eq!(shown.as_array().unwrap().len(), 1);
}

#[test]
fn the_screen_ends_with_the_command_and_names_trials_to_tell() {
    let text = told(&["drama", "@canyon", "-n", "400", "--set", "rules.half=down"]);
    let again = "evenodds drama @canyon -n 400 -s 42 --set rules.half=down";
    assert!(text.trim_end().ends_with(again), "{text}");
    let traces: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split_once("evenodds trace ").map(|(_, rest)| rest))
        .collect();
    assert_eq!(traces.len(), 3, "{text}");
    for trace in traces {
        let arguments: Vec<&str> = std::iter::once("trace").chain(trace.split(' ')).collect();
        assert!(told(&arguments).lines().count() > 5, "{trace}");
    }
}

#[test]
fn drama_goes_to_a_file_that_is_replaced_only_if_it_is_ours() {
    let home = folder();
    let mut formats = vec!["table", "json", "markdown"];
    if cfg!(feature = "frames") {
        formats.push("csv");
    }
    for format in formats {
        for _ in 0..2 {
            let arguments = [
                "drama",
                "@duel",
                "-n",
                "20",
                "-f",
                format,
                "-o",
                "drama.out",
            ];
            let answer = call_in(home.path(), &arguments);
            assert_eq!(answer.code, Some(0), "{}", answer.err);
        }
    }
    fs::write(home.path().join("drama.out"), "mine").unwrap();
    let answer = call_in(
        home.path(),
        &["drama", "@duel", "-n", "20", "-o", "drama.out"],
    );
    assert_eq!(answer.code, Some(3));
}

#[test]
fn a_report_has_drama_if_asked_for_where_positions_are_judged() {
    let home = folder();
    let arguments = ["report", "@duel", "@lockpick", "-n", "50", "--drama"];
    let answer = call_in(home.path(), &arguments);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let report = home.path().join("report");
    let text = fs::read_to_string(report.join("duel").join("drama.json")).unwrap();
    let drama: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(drama["trials"], 50);
    if cfg!(feature = "charts") {
        let page = |name: &str| fs::read_to_string(report.join(name).join("index.html")).unwrap();
        assert!(page("duel").contains("id=\"drama\"") && page("duel").contains("--drama"));
        assert!(!page("lockpick").contains("id=\"drama\""));
        assert!(report.join("duel/charts/drama-opening.svg").exists());
    }
    assert_eq!(
        report.join("duel/drama.csv").exists(),
        cfg!(feature = "frames")
    );
    assert!(!report.join("lockpick").join("drama.json").exists());
}
