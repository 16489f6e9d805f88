//! Output of results: formats, colors, files and pipes.

use super::{call, call_in, evenodds, finish, folder, refused, stdout};
use evenodds_testing::size;
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

/// A short call for each question.
const QUESTIONS: [&str; 9] = [
    "run @canyon @climber -n 5000 -s 3",
    "run @duel --precision 0.02",
    "check @canyon @lockpick -n 1k --max-trials 20k",
    "compare @three-sides --vary side.navy.player=random --max-trials 20k",
    "sweep @canyon --vary side.heroes.Dirk.classes[0].dice=3..4 -n 700",
    "tune @three-sides --vary side.navy.player=random,finisher --target navy=0.3 --max-trials 20k",
    "advise @canyon --target heroes=0.5 --budget off --only side.ambushers --tolerance 0.05",
    "drama @canyon -n 200",
    "ladder @three-sides -n 150 --players finisher,random",
];

#[test]
fn the_same_call_gives_the_same_bytes_on_any_number_of_threads() {
    let formats: &[&str] = if cfg!(feature = "frames") {
        &["json", "markdown", "csv"]
    } else {
        &["json", "markdown"]
    };
    // By default each question in one of the formats.
    let step = size(formats.len(), 1);
    for (number, question) in QUESTIONS.into_iter().enumerate() {
        for format in formats.iter().skip(number % step).step_by(step) {
            let on = |threads| {
                let words = question.split(' ');
                let words: Vec<&str> = words.chain(["-j", threads, "-f", format]).collect();
                let answer = call(&words);
                assert!(!answer.out.is_empty() && !answer.out.contains('\r'));
                (answer.code, answer.out)
            };
            let one = on("1");
            assert_eq!(one, on("3"), "{question} {format}");
            if size(false, true) {
                assert_eq!(one, on("8"), "{question} {format}");
            }
        }
    }
}

#[test]
fn csv_is_a_format_only_where_frames_are_built() {
    if cfg!(feature = "frames") {
        let rows = stdout(&["run", "@duel", "-n", "50", "-f", "csv"]);
        assert!(
            rows.starts_with("scenario,kind,hash,seed,trials,players,outcome"),
            "{rows}"
        );
    } else {
        refused(2, &["run", "@duel", "-n", "50", "-f", "csv"]);
    }
}

#[test]
fn colors_are_for_terminals_unless_requested() {
    assert!(!stdout(&["run", "@duel", "-n", "50"]).contains('\u{1b}'));
    assert!(stdout(&["run", "@duel", "-n", "50", "--color", "always"]).contains('\u{1b}'));
}

#[test]
fn results_replace_a_file_whole() {
    let home = folder();
    let file = home.path().join("results.txt");
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
        fs::write(&file, "x".repeat(100_000)).unwrap();
        let saved = save(&["-f", format]);
        assert_eq!(
            (saved.code, saved.out.as_str()),
            (Some(0), ""),
            "{format}: {}",
            saved.err
        );
        let text = fs::read_to_string(&file).unwrap();
        assert!(!text.is_empty() && !text.contains("xxx"), "{format}");
    }
    assert_eq!(save(&["-f", "json"]).code, Some(0));
    assert!(serde_json::from_slice::<Value>(&fs::read(&file).unwrap()).is_ok());
    assert_eq!(save(&["--shard", "1/2"]).code, Some(0));
    assert!(fs::read(&file).unwrap().starts_with(b"evenodds part "));
    assert_eq!(
        fs::read_dir(home.path()).unwrap().count(),
        1,
        "nothing else is left"
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
    // The output exceeds the buffer of a pipe, so writing continues after the reader closes it.
    let files = ["@lockpick"; 40];
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_evenodds"))
        .env("EVENODDS_CACHE", "off")
        .arg("run")
        .args(files)
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
fn names_of_unfinished_files_are_refused() {
    let home = folder();
    let place = home.path().join(".evenodds-kept.json");
    let message = refused(
        3,
        &[
            "run",
            "@lockpick",
            "-n",
            "10",
            "-q",
            "-o",
            place.to_str().unwrap(),
        ],
    );
    assert!(message.contains("choose another name"), "{message}");
    assert!(!place.exists());
}
