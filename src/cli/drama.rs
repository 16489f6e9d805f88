//! `evenodds drama`: how does it go? Leads, choices, who sits out, luck against decisions.

use super::arguments::{DramaArguments, Format, Playing, Printing};
use super::failure::{Failure, Failures};
use super::progress::{Board, Progress};
use super::{input, output, play, typed};
use evenodds::analysis::{Drama, DramaPlan, drama};
use evenodds::report::{self, drama_screen};
use evenodds::scenario::Scenario;
use evenodds::sim::StopReason;
use std::time::{Duration, Instant};

/// Measures the drama of all scenarios and shows it.
pub fn show(arguments: &DramaArguments, failures: &mut Failures) -> Result<(), Failure> {
    let printing = arguments.output.printing();
    output::check(&printing)?;
    let playing = arguments.playing();
    play::prepare(&playing);
    let scenarios = input::scenarios(&arguments.sources, failures);
    let mut measured = Vec::new();
    for scenario in &scenarios {
        let plan = DramaPlan {
            trials: arguments.trials,
            ..plan(scenario, &playing)
        };
        match played(scenario, &plan, Board::alone(arguments.pace.quiet)) {
            Ok(found) => {
                let drama = &found.drama;
                if drama.stopped == StopReason::Interrupted {
                    failures.add(Failure::Interrupted(format!(
                        "interrupted: {} has {} finished trials, and its figures are of those; what \
                         comes after it was not played",
                        scenario.path, drama.trials
                    )));
                    measured.push((scenario, found));
                    break;
                }
                measured.push((scenario, found));
            }
            Err(failure) => failures.add(failure),
        }
    }
    if measured.is_empty() {
        return Ok(());
    }
    let all = || measured.iter().map(|(_, found)| found.drama.clone());
    let text = match printing.format {
        Format::Table => screens(&measured, &printing),
        // A script that named several files gets an array, though some of them may have failed.
        Format::Json if arguments.sources.files.len() > 1 => {
            report::drama_json_array(&all().collect::<Vec<_>>())
        }
        Format::Json => all().map(|drama| report::drama_json(&drama)).collect(),
        Format::Markdown => report::drama_markdown(&all().collect::<Vec<_>>()),
        #[cfg(feature = "frames")]
        Format::Csv => {
            let dramas: Vec<Drama> = all().collect();
            output::csv_of(evenodds::frames::drama(&dramas))?
        }
    };
    output::deliver(&text, &printing)
}

/// What the screen shows of all scenarios, with blank lines between them.
fn screens(measured: &[(&Scenario, Measured)], printing: &Printing) -> String {
    let mut text = String::new();
    for (scenario, found) in measured {
        if !text.is_empty() {
            text.push('\n');
        }
        let drama = &found.drama;
        let same = format!(
            "{} -s {}{}",
            typed::file(&scenario.path),
            drama.seed,
            typed::assignments(scenario)
        );
        let again = format!(
            "evenodds drama {} -n {} -s {}{}",
            typed::file(&scenario.path),
            drama.trials,
            drama.seed,
            typed::assignments(scenario)
        );
        // What was read from standard input cannot be told by another call.
        let trace = if scenario.path == "-" {
            String::new()
        } else {
            format!("evenodds trace {same}")
        };
        let options = output::screen_options(printing, Some(found.elapsed), &again);
        text.push_str(&drama_screen(drama, &options, &trace));
    }
    text
}

/// Seed and threads as asked for, and trials as many as usual.
pub fn plan(scenario: &Scenario, playing: &Playing) -> DramaPlan {
    DramaPlan {
        seed: playing.seed.or(scenario.seed).unwrap_or(play::SEED),
        threads: playing.threads.map_or(0, usize::from),
        ..DramaPlan::default()
    }
}

/// Drama with what only the screen shows.
pub struct Measured {
    /// What was found out.
    pub drama: Drama,
    /// How long it took.
    pub elapsed: Duration,
}

/// Measures the drama of a scenario under a progress bar.
pub fn played(scenario: &Scenario, plan: &DramaPlan, board: Board) -> Result<Measured, Failure> {
    let progress = Progress::new(&scenario.title, plan.work_of(scenario), false, board);
    let begun = Instant::now();
    let found = drama(scenario, plan, &progress);
    let elapsed = begun.elapsed();
    progress.finish();
    match found {
        Ok(drama) => Ok(Measured { drama, elapsed }),
        Err(reason) => Err(Failure::Input(format!("{}: {reason}", scenario.path))),
    }
}
