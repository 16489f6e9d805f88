//! `evenodds check`: do scenarios keep what `[expect]` promises?

use super::arguments::{CheckArguments, Format, Playing};
use super::failure::{Failure, Failures, say};
use super::interrupts::last_words;
use super::progress::{Board, Progress};
use super::{input, output, places, play, typed};
use evenodds::analysis::{CheckPlan, Verdict, check};
use evenodds::report::{self, CheckReport, FaultyFile, check_screen};
use evenodds::scenario::Scenario;
use std::fmt::Write as _;
use std::time::Instant;

/// Judges all expectations of all files and shows what became of them.
pub fn show(arguments: &CheckArguments, failures: &mut Failures) -> Result<(), Failure> {
    let printing = arguments.printing();
    output::check(&printing)?;
    if let Some(path) = &arguments.junit {
        output::check_file(path, arguments.force)?;
    }
    let playing = arguments.playing();
    play::prepare(&playing);
    let mut report = CheckReport {
        alpha: arguments.alpha,
        allow_undecided: arguments.allow_undecided,
        ..CheckReport::default()
    };
    let scenarios = gather(arguments, &mut report, failures);
    let begun = Instant::now();
    for (index, scenario) in scenarios.iter().enumerate() {
        tell_at_the_end(&report, &scenarios[index..], arguments, begun);
        let checked = checked(scenario, arguments, &playing);
        let interrupted = checked.interrupted;
        report.checked.push(checked);
        if interrupted {
            let rest = scenarios[index + 1..].iter();
            report.not_judged = rest.map(|scenario| scenario.path.clone()).collect();
            failures.add(Failure::Interrupted(format!(
                "interrupted in {}: what is undecided there was not played to its end",
                scenario.path
            )));
            break;
        }
    }
    if let Some(path) = &arguments.junit {
        output::write(
            path,
            report::check_junit(&report).as_bytes(),
            arguments.force,
        )
        .unwrap_or_else(|failure| failures.add(failure));
    }
    for failure in broken(&report) {
        failures.add(failure);
    }
    // Of faults alone people have read already; a script reads them in the results.
    let nothing = report.checked.is_empty() && report.left_out.is_empty();
    if nothing && arguments.format == Format::Table {
        return Ok(());
    }
    output::deliver(&text(&report, arguments, begun)?, &printing)
}

/// What became of all expectations, as the command line wants it.
#[cfg_attr(
    not(feature = "frames"),
    expect(clippy::unnecessary_wraps, reason = "only frames can fail")
)]
fn text(
    report: &CheckReport,
    arguments: &CheckArguments,
    begun: Instant,
) -> Result<String, Failure> {
    Ok(match arguments.format {
        Format::Table => {
            let again = again(arguments);
            let printing = arguments.printing();
            let options = output::screen_options(&printing, Some(begun.elapsed()), &again);
            check_screen(report, &options)
        }
        Format::Json => report::check_json(report),
        Format::Markdown => report::check_markdown(report),
        #[cfg(feature = "frames")]
        Format::Csv => output::csv_of(evenodds::frames::check(&report.checked))?,
    })
}

/// If nobody can wait for the next scenario, what is known of those before is shown all the same.
fn tell_at_the_end(
    report: &CheckReport,
    left: &[Scenario],
    arguments: &CheckArguments,
    begun: Instant,
) {
    let report = CheckReport {
        not_judged: left.iter().map(|scenario| scenario.path.clone()).collect(),
        ..report.clone()
    };
    let known = (!report.checked.is_empty()).then(|| text(&report, arguments, begun));
    let (printing, junit) = (arguments.printing(), arguments.junit.clone());
    let force = arguments.force;
    let path = report.not_judged.first().cloned().unwrap_or_default();
    last_words(move || {
        // What is wrong with the places where they go is no news any more.
        if let Some(path) = junit {
            let _ = output::write(&path, report::check_junit(&report).as_bytes(), force);
        }
        if let Some(Ok(text)) = known {
            let _ = output::deliver(&text, &printing);
        }
        say(&format!("interrupted in {path}: nothing is known of it"));
    });
}

/// Opens all files, and those below folders. Whatever is wrong is said and goes into the report.
fn gather(
    arguments: &CheckArguments,
    report: &mut CheckReport,
    failures: &mut Failures,
) -> Vec<Scenario> {
    let sources = &arguments.sources;
    let (found, left_out) = input::gather(&sources.files);
    report.left_out = left_out;
    let mut scenarios = Vec::new();
    for named in found {
        let path = named.path.clone();
        let failure = match named.open(&sources.changes.assignments) {
            Ok(scenario) => {
                scenarios.push(scenario);
                continue;
            }
            Err(failure) => failure,
        };
        if let Some(message) = failure.message() {
            report.faulty.push(FaultyFile {
                path,
                message: message.to_owned(),
                unreadable: failure.is_storage(),
            });
        }
        failures.add(failure);
        if places::clash() {
            scenarios.clear();
            break;
        }
    }
    scenarios
}

/// Judges one scenario under a progress bar.
fn checked(
    scenario: &Scenario,
    arguments: &CheckArguments,
    playing: &Playing,
) -> evenodds::analysis::Checked {
    let plan = CheckPlan {
        trials: arguments.trials,
        most: arguments.max_trials,
        alpha: arguments.alpha,
        seed: play::seed(scenario, playing),
        threads: playing.threads.map_or(0, usize::from),
    };
    let progress = Progress::new(
        &scenario.title,
        plan.most_of(scenario),
        true,
        Board::alone(playing.quiet),
    );
    let checked = check(scenario, &plan, &progress);
    progress.finish();
    checked
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

/// The command that gives the same again.
fn again(arguments: &CheckArguments) -> String {
    let mut again = "evenodds check".to_owned();
    for file in &arguments.sources.files {
        let _ = write!(again, " {}", typed::file(file));
    }
    if let Some(trials) = arguments.trials {
        let _ = write!(again, " -n {trials}");
    }
    if let Some(most) = arguments.max_trials {
        let _ = write!(again, " --max-trials {most}");
    }
    if arguments.alpha != super::arguments::ALPHA {
        let _ = write!(again, " --alpha {}", arguments.alpha);
    }
    if let Some(seed) = arguments.pace.seed {
        let _ = write!(again, " -s {seed}");
    }
    if arguments.allow_undecided {
        again.push_str(" --allow-undecided");
    }
    for assignment in &arguments.sources.changes.assignments {
        again.push_str(&typed::option("--set", assignment));
    }
    again
}
