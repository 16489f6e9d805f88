//! Invalid, odd and partly valid input of every kind for twelve commands. The program must always
//! end in time with one of its exit codes, and all shares must be between 0 and 1.
//!
//! Valid changes of shipped scenarios are combined with every command and every option.
//!
//! Input number `k` is reproducible: it is drawn from the random stream of trial `k`.

mod dice;
mod make;
mod valid;

use evenodds_testing::size;
use make::{Input, Maker};
use rayon::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use valid::Changer;

/// Time limit of a call, unless slow players or solvers are used.
const LONGEST: Duration = Duration::from_secs(10);
/// Maximum difference of a share of dice from its exact value, in standard errors.
const MOST_ERRORS: f64 = 5.0;
/// Number of the slowest and of the largest calls that are printed.
const PRINTED: usize = 12;

/// Limits of the calls.
#[derive(Clone, Copy)]
struct Limits {
    /// Memory limit of a call, in megabytes.
    largest: u64,
    /// True if the inputs are about dice, whose solvers must end in time too; see
    /// [`wrong_of_dice`].
    of_dice: bool,
}

const USUAL: Limits = Limits {
    largest: 1_000,
    of_dice: false,
};
const OF_DICE: Limits = Limits {
    largest: 500,
    of_dice: true,
};

/// End of a call.
enum End {
    Code(Option<i32>),
    /// Stopped by the time limit.
    Endless,
    /// Stopped by the memory limit.
    Large,
}

/// Time and memory of a call.
struct Cost {
    number: u64,
    seconds: f64,
    megabytes: u64,
    arguments: Vec<String>,
}

/// Returns the peak memory of a process, in megabytes; 0 if the system does not report it.
fn peak(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or_default() / 1_000
}

/// Calls the program for an input, in a folder with its files; returns how it ended, and its peak
/// memory. A failure of an earlier call counts too.
fn call(home: &Path, input: &Input, longest: Duration, most: u64) -> (End, u64) {
    for (name, bytes) in &input.files {
        fs::write(home.join(name), bytes).unwrap();
    }
    let mut largest = 0;
    for arguments in &input.before {
        let (end, peak) = call_with(home, arguments, longest, most);
        largest = peak.max(largest);
        if !matches!(end, End::Code(Some(0))) {
            return (end, largest);
        }
    }
    let (end, peak) = call_with(home, &input.arguments, longest, most);
    (end, peak.max(largest))
}

/// Calls the program with these arguments.
fn call_with(home: &Path, arguments: &[String], longest: Duration, most: u64) -> (End, u64) {
    let file = |name: &str| File::create(home.join(name)).unwrap();
    let stdin = File::open(home.join(make::SCENARIO)).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_evenodds"))
        .args(arguments)
        .current_dir(home)
        .stdin(stdin)
        .stdout(file(".stdout"))
        .stderr(file(".stderr"))
        .spawn()
        .unwrap();
    let begun = Instant::now();
    let mut largest = 0;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return (End::Code(status.code()), largest);
        }
        largest = peak(child.id()).max(largest);
        let is_large = largest > most;
        if is_large || begun.elapsed() > longest {
            let _ = child.kill();
            let _ = child.wait();
            return (if is_large { End::Large } else { End::Endless }, largest);
        }
        std::thread::sleep(Duration::from_micros(if begun.elapsed().as_millis() < 50 {
            500
        } else {
            5_000
        }));
    }
}

/// Returns the fault of the answer to an input, if any.
fn wrong(home: &Path, end: &End) -> Option<String> {
    let text = |name: &str| fs::read(home.join(name)).unwrap_or_default();
    let (out, err) = (text(".stdout"), text(".stderr"));
    let err = String::from_utf8_lossy(&err);
    let End::Code(code) = end else {
        return None;
    };
    let panics = ["panicked at", "the program failed"];
    if !matches!(code, Some(0..=4)) || panics.iter().any(|words| err.contains(words)) {
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

/// Returns the first share outside 0 to 1, anywhere in a value.
fn outside(value: &Value) -> Option<f64> {
    match value {
        Value::Array(values) => values.iter().find_map(outside),
        Value::Object(entries) => {
            // The bounds of a metric are those of its mean.
            let of_share: &[&str] = match ["share", "unit"].map(|key| entries.contains_key(key)) {
                [true, false] => &["share", "low", "high", "exact"],
                [true, true] => &["share"],
                [false, _] => &[],
            };
            let found = of_share
                .iter()
                .filter_map(|&key| entries.get(key)?.as_f64())
                .find(|share| !(0.0..=1.0).contains(share));
            found.or_else(|| entries.values().find_map(outside))
        }
        _ => None,
    }
}

/// Returns the fault of an answer about dice: a sample that contradicts its exact value.
fn wrong_of_dice(home: &Path, end: &End) -> Option<String> {
    if matches!(end, End::Code(Some(3))) {
        return Some("ended with 3".to_owned());
    }
    let out = fs::read(home.join(".stdout")).unwrap_or_default();
    let value: Value = serde_json::from_slice(&out).ok()?;
    let trials = value["trials"].as_f64()?;
    let outcomes = value["outcomes"].as_array()?;
    outcomes.iter().find_map(|outcome| {
        let (share, exact) = (outcome["share"].as_f64()?, outcome["exact"].as_f64()?);
        let error = (exact * (1.0 - exact) / trials).sqrt();
        // The sum of many rare cases is not normal; one case is allowed in any sample.
        let far = (share - exact).abs() > MOST_ERRORS * error + 1.0 / trials;
        far.then(|| format!("has a share of {share}, but {exact} exactly"))
    })
}

/// Calls the program for the inputs of these numbers, and prints the number of calls by exit code,
/// the slowest and the largest.
///
/// # Panics
/// If an answer is wrong, takes too long without a slow player, or takes too much memory; of inputs
/// about dice also if less than a third is accepted.
fn fuzz(numbers: std::ops::Range<u64>, limits: Limits, input: impl Fn(u64) -> Input + Sync) {
    let begun = Instant::now();
    let ends = Mutex::new(BTreeMap::<String, u64>::new());
    let costs = Mutex::new(Vec::new());
    let problems: Vec<String> = numbers
        .clone()
        .into_par_iter()
        .map_init(super::folder, |home, number| {
            let input = input(number);
            let home = home.path();
            let begun = Instant::now();
            let may_think = !limits.of_dice && input.thinks();
            let (mut end, megabytes) = call(home, &input, LONGEST, limits.largest);
            costs.lock().unwrap().push(Cost {
                number,
                seconds: begun.elapsed().as_secs_f64(),
                megabytes,
                arguments: input.arguments.clone(),
            });
            if matches!(end, End::Endless) && !may_think {
                // Retries with a longer limit, as the machine may have been busy.
                (end, _) = call(home, &input, 4 * LONGEST, limits.largest);
            }
            let name = match end {
                End::Code(code) => format!("{} {code:?}", input.command()),
                End::Endless => format!("{} stopped", input.command()),
                End::Large => format!("{} too large", input.command()),
            };
            *ends.lock().unwrap().entry(name).or_default() += 1;
            let problem = wrong(home, &end).or_else(|| match end {
                End::Endless if !may_think => Some("does not end".to_owned()),
                End::Large => Some(format!("takes more than {} MB", limits.largest)),
                _ if limits.of_dice => wrong_of_dice(home, &end),
                _ => None,
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
    let ends = ends.into_inner().unwrap();
    println!("{ends:#?}");
    if limits.of_dice {
        let accepted = ends.iter().filter(|end| !end.0.ends_with("Some(2)"));
        let accepted: u64 = accepted.map(|end| end.1).sum();
        assert!(3 * accepted >= numbers.end - numbers.start, "{accepted}");
    }
    let mut costs = costs.into_inner().unwrap();
    costs.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
    print("the slowest", &costs);
    costs.sort_by_key(|cost| std::cmp::Reverse(cost.megabytes));
    print("the largest", &costs);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn print(what: &str, costs: &[Cost]) {
    println!("{what}:");
    for cost in costs.iter().take(PRINTED) {
        let Cost {
            number,
            seconds,
            megabytes,
            arguments,
        } = cost;
        println!("  input {number}: {seconds:.1} s, {megabytes} MB: {arguments:?}");
    }
}

/// Returns the numbers of a long run: `FUZZ_COUNT` from `FUZZ_FIRST` on, or a hundred thousand.
fn numbers() -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok()?.parse().ok();
    let first = number("FUZZ_FIRST").unwrap_or(0);
    first..first + number("FUZZ_COUNT").unwrap_or(100_000)
}

#[test]
fn some_fuzzed_inputs_of_all_commands_are_answered() {
    let maker = Maker::new(true);
    fuzz(0..size(30, 240), USUAL, |number| maker.input(number));
}

#[test]
fn some_valid_changes_of_shipped_scenarios_are_answered_by_all_commands() {
    let changer = Changer::new(true);
    fuzz(0..size(8, 60), USUAL, |number| changer.input(number));
}

#[test]
fn some_random_files_and_lines_of_dice_are_answered_within_limits() {
    fuzz(0..size(60, 200), OF_DICE, dice::input);
}

#[test]
#[ignore = "half an hour: FUZZ_COUNT=30000 cargo test --release --test it -- --ignored --nocapture random_files"]
fn many_random_files_and_lines_of_dice_are_answered_within_limits() {
    fuzz(numbers(), OF_DICE, dice::input);
}

#[test]
#[ignore = "an hour: cargo test --release --test it -- --ignored --nocapture valid_changes"]
fn a_hundred_thousand_valid_changes_of_shipped_scenarios_are_answered_by_all_commands() {
    let changer = Changer::new(false);
    fuzz(numbers(), USUAL, |number| changer.input(number));
}

#[test]
#[ignore = "ten minutes: cargo test --release --no-default-features --test it -- --ignored --nocapture fuzzed_inputs"]
fn a_hundred_thousand_fuzzed_inputs_of_all_commands_are_answered() {
    let maker = Maker::new(false);
    fuzz(numbers(), USUAL, |number| maker.input(number));
}
