//! Failures while working: a full disk, a folder without write permission, a closed pipe, and
//! Ctrl-C pressed twice.

use super::{QUICK, folder, names};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Calls the program with a file size limit of `blocks` blocks, which has the effect of a full
/// disk.
fn on_a_full_disk(home: &Path, blocks: u32, arguments: &[&str]) -> Output {
    let shell = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    Command::new("sh")
        .args(["-c", &shell, env!("CARGO_BIN_EXE_evenodds")])
        .args(arguments)
        .current_dir(home)
        .output()
        .unwrap()
}

/// Returns all calls that write files, with the name of the file; `fight.toml` exists.
fn writers() -> Vec<(&'static str, Vec<&'static str>)> {
    let mut writers = vec![
        (
            "out",
            vec!["run", "fight.toml", "-n", "100", "-f", "json", "-o", "out"],
        ),
        (
            "out",
            vec![
                "run",
                "fight.toml",
                "-n",
                "100",
                "--shard",
                "1/2",
                "-o",
                "out",
            ],
        ),
        (
            "kept",
            vec!["run", "fight.toml", "-n", "100", "--checkpoint", "kept"],
        ),
        (
            "junit.xml",
            vec!["check", "fight.toml", "--junit", "junit.xml"],
        ),
        ("report", vec!["report", "fight.toml", "-n", "100"]),
        ("report", vec!["report", "fight.toml", "@duel", "-n", "100"]),
    ];
    if cfg!(feature = "charts") {
        let sweep = [
            "sweep",
            "fight.toml",
            "--vary",
            "difficulty=5..9",
            "--chart",
            "map.svg",
        ];
        writers.push(("map.svg", sweep.to_vec()));
    }
    writers
}

fn home() -> tempfile::TempDir {
    let home = folder();
    let text = format!("{QUICK}[expect.outcomes]\nsuccess = [0.0, 1.0]\n");
    fs::write(home.path().join("fight.toml"), text).unwrap();
    home
}

#[test]
fn a_full_disk_is_reported_and_leaves_no_partial_file() {
    for (target, arguments) in writers() {
        let home = home();
        let answer = on_a_full_disk(home.path(), 0, &arguments);
        let said = String::from_utf8_lossy(&answer.stderr);
        assert_eq!(answer.status.code(), Some(3), "{arguments:?}: {said}");
        assert!(
            said.contains("it is larger than the disk"),
            "{arguments:?}: {said}"
        );
        assert_eq!(names(home.path()), ["fight.toml"], "{target}: {said}");
    }
}

#[test]
fn a_full_disk_keeps_the_existing_file() {
    for (target, arguments) in writers() {
        let home = home();
        let before = || {
            Command::new(env!("CARGO_BIN_EXE_evenodds"))
                .args(&arguments)
                .args(["-s", "5"])
                .current_dir(home.path())
                .output()
                .unwrap()
        };
        assert_eq!(before().status.code(), Some(0), "{arguments:?}");
        let path = home.path().join(target);
        // A checkpoint of another run is moved to a backup file, which other tests cover.
        if target == "kept" {
            continue;
        }
        let bytes = |path: &Path| {
            let file = if path.is_dir() {
                path.join("fight").join("results.json")
            } else {
                path.to_owned()
            };
            fs::read(file).unwrap()
        };
        let (held, all) = (bytes(&path), names(home.path()));
        let answer = on_a_full_disk(home.path(), 0, &arguments);
        assert_eq!(answer.status.code(), Some(3), "{arguments:?}");
        assert_eq!(bytes(&path), held, "{arguments:?}");
        assert_eq!(names(home.path()), all);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_unwritable_folder_is_always_reported() {
    let home = home();
    for (target, arguments) in writers() {
        // Even root cannot create a file there.
        let place = format!("/proc/{target}");
        let mut arguments: Vec<&str> = arguments
            .iter()
            .map(|&argument| {
                if argument == target {
                    place.as_str()
                } else {
                    argument
                }
            })
            .collect();
        if target == "report" {
            arguments[0] = "report";
            arguments.extend(["--out", &place]);
        }
        let answer = on_a_full_disk(home.path(), 1_000_000, &arguments);
        let said = String::from_utf8_lossy(&answer.stderr);
        assert_eq!(answer.status.code(), Some(3), "{arguments:?}: {said}");
        assert!(said.contains("/proc"), "{said}");
        assert_eq!(names(home.path()), ["fight.toml"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_standard_output_is_reported() {
    let home = home();
    for arguments in [
        &["run", "fight.toml", "-n", "10"][..],
        &["list"],
        &["report", "fight.toml", "-n", "10"],
    ] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let answer = Command::new(env!("CARGO_BIN_EXE_evenodds"))
            .args(arguments)
            .current_dir(home.path())
            .stdout(full)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&answer.stderr);
        assert_eq!(answer.status.code(), Some(3), "{arguments:?}: {said}");
        assert!(
            said.starts_with("error: cannot write to standard output: the disk is full"),
            "{said}"
        );
    }
}

#[test]
fn reports_are_made_even_if_standard_output_is_closed() {
    let home = home();
    let mut job = Command::new(env!("CARGO_BIN_EXE_evenodds"))
        .args(["report", "fight.toml", "@lockpick", "-n", "100", "-q"])
        .current_dir(home.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(job.stdout.take());
    let answer = job.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&answer.stderr), "");
    assert_eq!(answer.status.code(), Some(0));
    let report = home.path().join("report");
    for name in ["fight", "lockpick"] {
        assert!(report.join(name).join("report.json").is_file());
    }
    assert!(report.join("index.json").is_file());
}

#[cfg(feature = "frames")]
#[test]
fn leftovers_of_killed_runs_are_removed_and_files_in_use_are_not() {
    let home = home();
    let run = |trials: &str| {
        let mut run = Command::new(env!("CARGO_BIN_EXE_evenodds"));
        run.args([
            "run",
            "fight.toml",
            "-n",
            trials,
            "--samples",
            "rows.parquet",
        ]);
        run.current_dir(home.path()).stdout(Stdio::null());
        run
    };
    let hidden = || {
        names(home.path())
            .iter()
            .filter(|name| name.starts_with('.'))
            .count()
    };
    let mut endless = run("1e15").spawn().unwrap();
    for _ in 0..200 {
        if hidden() == 1 {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(run("100").status().unwrap().success());
    assert_eq!(hidden(), 1, "the other one continues");
    endless.kill().unwrap();
    endless.wait().unwrap();
    assert_eq!(hidden(), 1);
    assert!(run("100").status().unwrap().success());
    assert_eq!(names(home.path()), ["fight.toml", "rows.parquet"]);
}

#[test]
fn ctrl_c_twice_ends_at_once_and_leaves_nothing_under_a_final_name() {
    let home = home();
    // No trial ends before the test does, and the first Ctrl-C waits for the trials in progress.
    let slow = "kind = 'combat'\n[[side]]\nname = 'a'\nplayer = { name = 'rollout', playouts = 1000000 }\n\
                combatant = [{ name = 'A', count = 4, classes = [{ name = 'X', dice = 6 }] }]\n\
                [[side]]\nname = 'b'\nplayer = { name = 'rollout', playouts = 1000000 }\n\
                combatant = [{ name = 'B', count = 4, classes = [{ name = 'X', dice = 6 }] }]\n";
    fs::write(home.path().join("slow.toml"), slow).unwrap();
    let mut run = Command::new(env!("CARGO_BIN_EXE_evenodds"))
        .args(["run", "slow.toml", "-n", "1000", "-f", "json", "-o", "out"])
        .current_dir(home.path())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let interrupt = |run: &std::process::Child| {
        let sent = Command::new("kill")
            .args(["-INT", &run.id().to_string()])
            .status();
        assert!(sent.unwrap().success());
    };
    std::thread::sleep(Duration::from_millis(700));
    interrupt(&run);
    std::thread::sleep(Duration::from_millis(500));
    assert!(run.try_wait().unwrap().is_none(), "the first one waits");
    let second = Instant::now();
    interrupt(&run);
    let answer = run.wait_with_output().unwrap();
    assert!(second.elapsed() < Duration::from_secs(5));
    assert_eq!(answer.status.code(), Some(130));
    assert_eq!(names(home.path()), ["fight.toml", "slow.toml"]);
}
