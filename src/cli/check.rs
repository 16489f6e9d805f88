//! `evenodds check`: Do scenarios meet their expectations (`[expect]`)?

use super::again::of_all;
use super::answer::{Answered, Wanted};
use super::arguments::{ALPHA, FolderSources, Format, Output};
use super::call::Call;
use super::failure::Failure;
use super::progress::Board;
use super::question::prepare;
use super::{crash, input, output};
use crate::analysis::{CheckPlan, Checked, Verdict, check};
use crate::ask::{Observer as _, Pace, Work, numbers, typed};
use crate::report::{CheckReport, FaultyFile, check_answer, check_junit};
use crate::scenario::Scenario;
use clap::Args;
use std::path::PathBuf;
use std::time::Instant;

/// `check`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
An expectation holds if the whole interval of its figure lies within the expected range, and fails if \
it lies outside. Trials are doubled until all are decided or --max-trials is reached; what is still \
open then is undecided. Figures that can be solved exactly are, and nothing is played for them.

Exit codes: 0 all hold; 1 one fails, or is undecided without --allow-undecided; 2 a file is faulty, and \
the others are judged all the same; 3 reading or writing failed, or the program itself failed on a \
file; 130 interrupted.")]
pub struct CheckArguments {
    #[command(flatten)]
    pub sources: FolderSources,
    #[arg(
        long,
        value_name = "FILE",
        help = "Write JUnit XML to this file as well, for CI systems"
    )]
    pub junit: Option<PathBuf>,
    /// What no number of trials decided is no failure
    #[arg(long)]
    pub allow_undecided: bool,
    /// The most trials of each file [default: as many as about 30 s pay for on two cores, at most 10,000,000]
    #[arg(long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub max_trials: Option<u64>,
    /// Trials at the first look [default: what the scenario says, else 10,000; 1,000 with players who
    /// think long]
    #[arg(short = 'n', long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub trials: Option<u64>,
    /// The chance at which the verdict on an expectation may be wrong
    #[arg(long, value_name = "P", value_parser = numbers::alpha, default_value_t = ALPHA, allow_negative_numbers = true)]
    pub alpha: f64,
    #[command(flatten)]
    pub pace: Pace,
    #[command(flatten)]
    pub output: Output,
}

/// Judges all expectations of all files and shows what became of them.
pub fn show(arguments: &CheckArguments, call: &Call) -> Result<(), Failure> {
    let wanted = Wanted::new(call, &arguments.output)?;
    if let Some(path) = &arguments.junit {
        output::target(call, path)?;
    }
    prepare(call, &arguments.pace);
    let mut report = CheckReport {
        alpha: arguments.alpha,
        allow_undecided: arguments.allow_undecided,
        ..CheckReport::default()
    };
    let scenarios = gather(arguments, &mut report, call);
    let told = Told {
        call: call.clone(),
        wanted,
        arguments: arguments.clone(),
        begun: Instant::now(),
    };
    for (index, scenario) in scenarios.iter().enumerate() {
        told.at_the_end(&report, &scenarios[index..]);
        let checked = match crash::isolated(&scenario.path, || checked(call, scenario, arguments)) {
            Ok(checked) => checked,
            Err(crash) => {
                refuse(&mut report, &scenario.path, &crash);
                call.fail(crash);
                continue;
            }
        };
        let interrupted = checked.interrupted;
        report.checked.push(checked);
        if interrupted {
            let rest = scenarios[index + 1..].iter();
            report.not_judged = rest.map(|scenario| scenario.path.clone()).collect();
            call.fail(Failure::Interrupted(format!(
                "interrupted in {}: what is undecided there was not played to its end",
                scenario.path
            )));
            break;
        }
    }
    told.junit(&report)
        .unwrap_or_else(|failure| call.fail(failure));
    for failure in broken(&report) {
        call.fail(failure);
    }
    // Of faults alone people have read already; a script reads them in the results.
    let nothing = report.checked.is_empty() && report.left_out.is_empty();
    if nothing && arguments.output.format == Format::Table {
        return Ok(());
    }
    told.deliver(&report)
}

/// Where to tell what became of expectations.
#[derive(Clone)]
struct Told {
    call: Call,
    wanted: Wanted,
    arguments: CheckArguments,
    begun: Instant,
}

impl Told {
    fn deliver(&self, report: &CheckReport) -> Result<(), Failure> {
        self.wanted.deliver(&[Answered {
            answer: check_answer(report),
            elapsed: Some(self.begun.elapsed()),
            again: of_all(
                &self.call,
                "check",
                &self.arguments.sources,
                &typed(self.arguments.trials, self.arguments.pace.seed),
            ),
        }])
    }

    /// Writes `JUnit` XML, where it is wanted.
    fn junit(&self, report: &CheckReport) -> Result<(), Failure> {
        let Some(path) = &self.arguments.junit else {
            return Ok(());
        };
        output::write(&self.call, path, check_junit(report).as_bytes())
    }

    /// If nobody can wait for the next scenario, what is known of those before is shown all the same.
    fn at_the_end(&self, report: &CheckReport, left: &[Scenario]) {
        let report = CheckReport {
            not_judged: left.iter().map(|scenario| scenario.path.clone()).collect(),
            ..report.clone()
        };
        let told = self.clone();
        self.call.last_words(move || {
            // What is wrong with the places where they go is no news any more.
            let _ = told.junit(&report);
            if !report.checked.is_empty() {
                let _ = told.deliver(&report);
            }
            let path = report.not_judged.first().cloned().unwrap_or_default();
            told.call
                .say(&format!("interrupted in {path}: nothing is known of it"));
        });
    }
}

/// Opens all files, and those below folders. Whatever is wrong is said and goes into the report.
fn gather(arguments: &CheckArguments, report: &mut CheckReport, call: &Call) -> Vec<Scenario> {
    let sources = &arguments.sources;
    let (found, left_out) = input::gather(&sources.files);
    report.left_out = left_out;
    let mut scenarios = Vec::new();
    for named in found {
        let path = named.path.clone();
        let failure = match named.open(call, &sources.changes.assignments) {
            Ok(scenario) => {
                scenarios.push(scenario);
                continue;
            }
            Err(failure) => failure,
        };
        refuse(report, &path, &failure);
        call.fail(failure);
        if call.places().clash() {
            scenarios.clear();
            break;
        }
    }
    scenarios
}

/// Lists a file that could not be judged.
fn refuse(report: &mut CheckReport, path: &str, failure: &Failure) {
    if let Some(message) = failure.message() {
        report.faulty.push(FaultyFile {
            path: path.to_owned(),
            message: message.to_owned(),
            unreadable: failure.is_storage(),
        });
    }
}

/// Judges one scenario under a progress bar.
fn checked(call: &Call, scenario: &Scenario, arguments: &CheckArguments) -> Checked {
    let pace = &arguments.pace;
    let plan = CheckPlan {
        trials: arguments.trials,
        most: arguments.max_trials,
        alpha: arguments.alpha,
        seed: pace.seed(scenario),
        threads: pace.threads(),
    };
    let most = plan.most_of(scenario);
    let open_end = true;
    let board = Board::alone(call, pace.quiet);
    let progress = board.begin(&scenario.title, Work::Trials { most, open_end });
    check(scenario, &plan, &*progress)
}

/// What ends the program with 1.
fn broken(report: &CheckReport) -> Vec<Failure> {
    let fails = report.count(Verdict::Fails);
    let undecided = report.count(Verdict::Undecided);
    let mut texts = Vec::new();
    if fails > 0 {
        texts.push(match fails {
            1 => "1 expectation fails".to_owned(),
            many => format!("{many} expectations fail"),
        });
    }
    // Of an interrupted check nobody knows yet.
    let interrupted = report.checked.iter().any(|checked| checked.interrupted);
    if undecided > 0 && !report.allow_undecided && !interrupted {
        texts.push(match undecided {
            1 => "1 expectation is undecided, and that is not allowed without --allow-undecided"
                .to_owned(),
            many => format!(
                "{many} expectations are undecided, and that is not allowed without --allow-undecided"
            ),
        });
    }
    texts.into_iter().map(Failure::Broken).collect()
}
