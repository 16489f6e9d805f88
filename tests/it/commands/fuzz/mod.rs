//! Wrong, odd and half-right input of every kind for twelve commands: whatever it is, the program answers, with one
//! of its exit codes, in time, and with shares that are shares.
//!
//! Input number `k` is always the same: it is drawn from the stream of the trial of that number.

mod make;

use make::{Input, Maker};
use rayon::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What a call may take, unless players think or solvers solve in it.
const LONGEST: Duration = Duration::from_secs(10);

/// How a call ended.
enum End {
    Code(Option<i32>),
    /// It was stopped.
    Endless,
}

/// Calls the program for an input, in a folder with its files.
fn call(home: &Path, input: &Input, longest: Duration) -> End {
    for (name, bytes) in &input.files {
        fs::write(home.join(name), bytes).unwrap();
    }
    let file = |name: &str| File::create(home.join(name)).unwrap();
    let stdin = File::open(home.join(make::SCENARIO)).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_evenodds"))
        .args(&input.arguments)
        .current_dir(home)
        .stdin(stdin)
        .stdout(file(".stdout"))
        .stderr(file(".stderr"))
        .spawn()
        .unwrap();
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return End::Code(status.code());
        }
        if begun.elapsed() > longest {
            let _ = child.kill();
            let _ = child.wait();
            return End::Endless;
        }
        std::thread::sleep(Duration::from_micros(if begun.elapsed().as_millis() < 50 {
            500
        } else {
            5_000
        }));
    }
}

/// What is wrong with the answer to an input, if anything is.
fn wrong(home: &Path, end: &End) -> Option<String> {
    let text = |name: &str| fs::read(home.join(name)).unwrap_or_default();
    let (out, err) = (text(".stdout"), text(".stderr"));
    let err = String::from_utf8_lossy(&err);
    let End::Code(code) = end else {
        return None;
    };
    if !matches!(code, Some(0..=3)) || err.contains("panicked at") {
        return Some(format!("ended with {code:?}: {err}"));
    }
    if matches!(code, Some(2 | 3)) && err.trim().is_empty() {
        return Some(format!("ended with {code:?} and said nothing"));
    }
    if err.contains('\u{1b}') || out.contains(&0x1b) {
        return Some("steers the terminal".to_owned());
    }
    for bytes in [out, text("out")] {
        if let Ok(value) = serde_json::from_slice::<Value>(&bytes)
            && let Some(share) = outside(&value)
        {
            return Some(format!("has a share of {share}"));
        }
    }
    None
}

/// A share that is none, anywhere in a value.
fn outside(value: &Value) -> Option<f64> {
    match value {
        Value::Array(values) => values.iter().find_map(outside),
        Value::Object(entries) => {
            let of_share = ["share", "low", "high", "exact"].into_iter();
            let of_share = of_share.filter(|_| entries.contains_key("share"));
            let found = of_share
                .filter_map(|key| entries.get(key)?.as_f64())
                .find(|share| !(0.0..=1.0).contains(share));
            found.or_else(|| entries.values().find_map(outside))
        }
        _ => None,
    }
}

/// Answers to inputs of these numbers: by exit code, and those that took too long although nobody thinks in them.
fn fuzz(numbers: std::ops::Range<u64>, quick: bool) {
    let maker = Maker::new(quick);
    let begun = Instant::now();
    let ends = Mutex::new(BTreeMap::<String, u64>::new());
    let problems: Vec<String> = numbers
        .clone()
        .into_par_iter()
        .map_init(super::folder, |home, number| {
            let input = maker.input(number);
            let home = home.path();
            let begun = Instant::now();
            let mut end = call(home, &input, LONGEST);
            if begun.elapsed() > LONGEST / 4 {
                let seconds = begun.elapsed().as_secs_f64();
                println!("input {number}, {seconds:.1} s: {:?}", input.arguments);
            }
            if matches!(end, End::Endless) && !input.thinks() {
                // Once more with patience: other programs may have had the machine.
                end = call(home, &input, 4 * LONGEST);
            }
            let name = match end {
                End::Code(code) => format!("{} {code:?}", input.command()),
                End::Endless => format!("{} stopped", input.command()),
            };
            *ends.lock().unwrap().entry(name).or_default() += 1;
            let problem = wrong(home, &end).or_else(|| {
                let hangs = matches!(end, End::Endless) && !input.thinks();
                hangs.then(|| "does not end".to_owned())
            });
            if problem.is_some() || number % 64 == 0 {
                for name in super::names(home) {
                    let path = home.join(name);
                    let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
                }
            }
            problem.map(|problem| format!("input {number} {problem}\n{input}"))
        })
        .flatten()
        .collect();
    println!(
        "{} inputs in {:.0} s",
        numbers.end - numbers.start,
        begun.elapsed().as_secs_f64()
    );
    println!("{:#?}", ends.lock().unwrap());
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn some_fuzzed_inputs_of_all_commands_are_answered() {
    fuzz(0..240, true);
}

#[test]
#[ignore = "ten minutes: cargo test --release --no-default-features --test it -- --ignored --nocapture fuzzed_inputs"]
fn a_hundred_thousand_fuzzed_inputs_of_all_commands_are_answered() {
    let number = |name: &str| std::env::var(name).ok()?.parse().ok();
    let first = number("FUZZ_FIRST").unwrap_or(0);
    fuzz(
        first..first + number("FUZZ_COUNT").unwrap_or(100_000),
        false,
    );
}
