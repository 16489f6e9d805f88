//! Formats and destinations of results: extensions, contradictions, files that must stay.

use super::{call_in, folder, names, stdout};
#[cfg(feature = "frames")]
use super::{evenodds, finish, refused};
use std::fs;

const RUN: [&str; 4] = ["run", "@lockpick", "-n", "300"];

#[test]
fn the_extension_of_an_output_decides_its_format() {
    let home = folder();
    let formats = [
        ("json", "json"),
        ("md", "markdown"),
        #[cfg(feature = "frames")]
        ("csv", "csv"),
        #[cfg(feature = "charts")]
        ("html", "html"),
        ("JSON", "json"),
    ];
    for (ending, format) in formats {
        let file = format!("out.{ending}");
        for more in [&["-o", &file][..], &["-o", &file, "-f", format]] {
            let answer = call_in(home.path(), &[&RUN, more].concat());
            assert_eq!(
                (answer.code, answer.out.as_str()),
                (Some(0), ""),
                "{}",
                answer.err
            );
            let written = fs::read_to_string(home.path().join(&file)).unwrap();
            assert_eq!(
                written,
                stdout(&[&RUN[..], &["-f", format]].concat()),
                "{file}"
            );
            fs::remove_file(home.path().join(&file)).unwrap();
        }
        let other = if format == "json" { "markdown" } else { "json" };
        let answer = call_in(
            home.path(),
            &[&RUN, &["-o", &file, "-f", other][..]].concat(),
        );
        assert_eq!(answer.code, Some(2));
        assert!(
            answer
                .err
                .contains(&format!("--out {file}: the extension is that of {format}"))
        );
        assert!(!home.path().join(&file).exists());
    }
    for question in [
        &["exact", "@lockpick"][..],
        &["sweep", "@lockpick", "--vary", "difficulty=8..9"],
        &["dice", "3d6"],
        &["check", "@lockpick"],
    ] {
        let answer = call_in(home.path(), &[question, &["-o", "any.json"]].concat());
        assert_eq!(answer.code, Some(0), "{question:?}: {}", answer.err);
        let written = fs::read(home.path().join("any.json")).unwrap();
        assert!(
            serde_json::from_slice::<serde_json::Value>(&written).is_ok(),
            "{question:?}"
        );
    }
    // Other names have a table, or the format of `-f`.
    assert_eq!(
        call_in(home.path(), &[&RUN, &["-o", "results"][..]].concat()).code,
        Some(0)
    );
    let table = fs::read_to_string(home.path().join("results")).unwrap();
    assert!(table.starts_with("A tricky lock:"), "{table}");
}

#[test]
fn results_never_replace_a_scenario_or_become_a_picture() {
    let home = folder();
    fs::write(home.path().join("b.toml"), "kind = 'quick'\n").unwrap();
    for (name, reason) in [
        ("b.toml", "not TOML"),
        ("new.toml", "not TOML"),
        ("x.svg", "--chart"),
    ] {
        let answer = call_in(home.path(), &[&RUN, &["-o", name][..]].concat());
        assert_eq!(answer.code, Some(2), "{name}");
        assert!(answer.err.contains(reason), "{}", answer.err);
    }
    assert_eq!(names(home.path()), ["b.toml"]);
    assert_eq!(
        fs::read_to_string(home.path().join("b.toml")).unwrap(),
        "kind = 'quick'\n"
    );
}

#[cfg(feature = "frames")]
#[test]
fn parquet_is_the_frame_of_csv_and_needs_a_file() {
    let home = folder();
    refused(2, &[&RUN[..], &["-f", "parquet"]].concat());
    refused(2, &[&RUN[..], &["-f", "parquet", "-o", "-"]].concat());
    for frame in ["outcomes", "metrics", "histograms"] {
        for file in ["x.parquet", "x"] {
            let output = ["-f", "parquet", "--frame", frame, "-o", file];
            assert_eq!(
                call_in(home.path(), &[&RUN, &output[..]].concat()).code,
                Some(0)
            );
        }
        let [named, other] =
            ["x.parquet", "x"].map(|file| fs::read(home.path().join(file)).unwrap());
        assert_eq!(named, other);
        assert_eq!(
            (&named[..4], &named[named.len() - 4..]),
            (&b"PAR1"[..], &b"PAR1"[..])
        );
        // A report writes the same frame.
        let report = [
            "report",
            "@lockpick",
            "-n",
            "300",
            "--no-stories",
            "--no-changes",
        ];
        assert_eq!(call_in(home.path(), &report).code, Some(0));
        let kept = home
            .path()
            .join("report/lockpick")
            .join(format!("{frame}.parquet"));
        assert_eq!(fs::read(kept).unwrap(), named, "{frame}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_is_not_the_file_of_standard_input() {
    let home = folder();
    let text = stdout(&["new", "@lockpick"]);
    let path = home.path().join("input");
    fs::write(&path, &text).unwrap();
    let mut run = std::process::Command::new(env!("CARGO_BIN_EXE_evenodds"));
    run.args(["run", "-", "-n", "50", "-o", "input"])
        .current_dir(home.path());
    let output = run.stdin(fs::File::open(&path).unwrap()).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(
        error.contains("is the same file as standard input"),
        "{error}"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_for_every_output() {
    for arguments in [
        &["--help"][..],
        &["run", "--help"],
        &["--version"],
        &["list"],
    ] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_evenodds"));
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let output = command.args(arguments).stdout(full).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{arguments:?}: {error}");
        assert!(error.contains("cannot write to standard output"), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn a_limit_of_file_sizes_does_not_end_a_call_that_writes_to_the_cache() {
    let home = folder();
    let program = env!("CARGO_BIN_EXE_evenodds");
    // A file of the cache is larger than the limit of one block.
    let script = format!("ulimit -f 0; EVENODDS_CACHE=cache '{program}' exact @bomb | cat");
    let mut shell = std::process::Command::new("bash");
    let output = shell
        .args(["-o", "pipefail", "-c", &script])
        .current_dir(home.path())
        .output();
    let output = output.unwrap();
    let (out, error) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert_eq!(output.status.code(), Some(0), "{error}");
    assert!(out.contains("exactly"), "{out}");
}

#[cfg(feature = "frames")]
#[test]
fn labels_that_a_system_cannot_keep_are_refused_before_any_work() {
    let home = folder();
    let report = |label: &str| {
        let files = [
            "report",
            "@lockpick",
            "@duel",
            "-n",
            "20",
            "--no-stories",
            "--no-changes",
        ];
        let history = ["--history", "nights", "--night", label];
        finish(evenodds(home.path()).args(files).args(history))
    };
    for label in ["CON", "nul.2026", "com1", "a.", "a ", &"x".repeat(300)] {
        assert_eq!(report(label).code, Some(2), "{label}");
    }
    assert_eq!(names(home.path()), Vec::<String>::new());
    assert_eq!(report("A1").code, Some(0));
    let answer = report("a1");
    assert_eq!(answer.code, Some(2));
    assert!(answer.err.contains("the history has A1"), "{}", answer.err);
    assert_eq!(report("A1").code, Some(0));
}
