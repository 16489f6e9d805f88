//! Calls that are killed at random moments: a repeated call leaves the same bytes as an undisturbed
//! one.

use super::{QUICK, call_in, files, folder, names};
use evenodds::dice::{Dice, Sampled};
use evenodds_testing::size;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// A call that writes files.
struct Case {
    name: &'static str,
    arguments: Vec<&'static str>,
    /// Creates the files that the call reads.
    prepare: fn(&Path),
}

fn words(call: &'static str) -> Vec<&'static str> {
    call.split(' ').collect()
}

/// Creates scenarios in a folder `all`.
fn several(home: &Path) {
    fs::create_dir(home.join("all")).unwrap();
    for number in 0..6 {
        let text = QUICK.replace("10", &format!("{}", 8 + number));
        fs::write(home.join("all").join(format!("lock-{number}.toml")), text).unwrap();
    }
}

/// Returns calls whose files are read by other calls, one of them with `rows` rows. They take long
/// enough for a kill to interrupt them at work.
fn cases(rows: &'static str) -> Vec<Case> {
    let mut cases = vec![
        Case {
            name: "run --checkpoint",
            arguments: words("run @canyon -n 110k -f json --checkpoint kept -o out.json"),
            prepare: |_| {},
        },
        Case {
            name: "report",
            arguments: words("report all -n 300k -j 2 --out out"),
            prepare: several,
        },
        Case {
            name: "run --shard",
            arguments: words("run @canyon -n 110k --shard 2/3 -o part"),
            prepare: |_| {},
        },
        Case {
            name: "sweep --parts",
            arguments: words(
                "sweep @canyon -n 5000 -q --vary rules.half=up,down --parts parts -f json -o out.json",
            ),
            prepare: |home| {
                fs::create_dir(home.join("parts")).unwrap();
                for half in ["up", "down"] {
                    let run = format!(
                        "run @canyon -n 5000 -q --shard 1/1 --set rules.half={half} -o parts/{half}"
                    );
                    let run: Vec<&str> = run.split(' ').collect();
                    assert_eq!(call_in(home, &run).code, Some(0));
                }
            },
        },
        Case {
            name: "merge",
            arguments: words("merge one two -f json -o out.json"),
            prepare: |home| {
                for (share, part) in [("1/2", "one"), ("2/2", "two")] {
                    let run = ["run", "@canyon", "-n", "5000", "--shard", share, "-o", part];
                    assert_eq!(call_in(home, &run).code, Some(0));
                }
            },
        },
    ];
    if cfg!(feature = "frames") {
        cases.push(Case {
            name: "report --history",
            arguments: words(
                "report all -n 300 -q --no-changes --no-stories --out out --history nights --night 1",
            ),
            prepare: several,
        });
        cases.push(Case {
            name: "run --samples",
            arguments: words("run @canyon -f json --samples rows.parquet -o out.json -n")
                .into_iter()
                .chain([rows])
                .collect(),
            prepare: |_| {},
        });
    }
    cases
}

/// Kills a call repeatedly at random moments, and compares the final files with those of an
/// undisturbed call.
fn survives(case: &Case, kills: u32) {
    let whole = folder();
    (case.prepare)(whole.path());
    let begun = Instant::now();
    let answer = call_in(whole.path(), &case.arguments);
    let longest = begun.elapsed();
    assert_eq!(answer.code, Some(0), "{}: {}", case.name, answer.err);
    let expected = files(whole.path());

    let home = folder();
    (case.prepare)(home.path());
    let inputs = files(home.path());
    let mut dice = Sampled::new(1, &[case.name.to_owned()]);
    let (mut killed, mut tries) = (0, 0);
    while killed < kills {
        dice.start(tries);
        tries += 1;
        assert!(
            tries < 40 * u64::from(kills),
            "{}: {killed} kills",
            case.name
        );
        let mut call = Command::new(env!("CARGO_BIN_EXE_evenodds"))
            .args(&case.arguments)
            .current_dir(home.path())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A random moment within the duration of an undisturbed call.
        std::thread::sleep(longest.mul_f64(f64::from(dice.choose(0, 1_000)) / 1_000.0));
        // SIGKILL cannot be caught.
        let _ = call.kill();
        let answer = call.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&answer.stderr), "", "{}", case.name);
        let now = files(home.path());
        for (name, bytes) in &inputs {
            assert!(
                now.get(name) == Some(bytes),
                "{}: {name} changed",
                case.name
            );
        }
        if !answer.status.success() {
            killed += 1;
            continue;
        }
        // The call finished before the kill, so the next one starts anew.
        assert!(
            without_hidden(now) == expected,
            "{}: other bytes",
            case.name
        );
        for name in names(home.path()) {
            let path = home.path().join(&name);
            if path.is_dir()
                && !inputs
                    .keys()
                    .any(|input| input.starts_with(&format!("{name}/")))
            {
                fs::remove_dir_all(path).unwrap();
            } else if path.is_file() && !inputs.contains_key(&name) {
                fs::remove_file(path).unwrap();
            }
        }
    }
    let answer = call_in(home.path(), &case.arguments);
    assert_eq!(
        (answer.code, answer.err.as_str()),
        (Some(0), ""),
        "{}",
        case.name
    );
    assert!(files(home.path()) == expected, "{}: other bytes", case.name);
    println!("{}: {killed} kills in {tries} calls", case.name);
}

/// Drops temporary files, which a call leaves alone as other calls may be writing them.
fn without_hidden(mut files: BTreeMap<String, Vec<u8>>) -> BTreeMap<String, Vec<u8>> {
    files.retain(|name, _| !name.starts_with('.'));
    files
}

#[test]
fn merging_samples_and_histories_survive_being_killed() {
    for case in cases(size("10k", "100k")) {
        if ["merge", "run --samples", "report --history"].contains(&case.name) {
            survives(&case, size(1, 3));
        }
    }
}

#[test]
#[ignore = "some minutes: cargo test --release --test it -- --ignored --nocapture fifty_kills"]
fn fifty_kills_of_each_leave_the_same_bytes() {
    for case in cases("1M") {
        survives(&case, 50);
    }
}
