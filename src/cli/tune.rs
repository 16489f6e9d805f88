//! `evenodds tune`: which value of a key, or which setting of several keys, meets a target?

use super::arguments::{AimArguments, Format, TuneArguments};
#[cfg(feature = "charts")]
use super::chart;
use super::failure::{Failure, Failures};
use super::interrupts::last_line;
use super::progress::{Board, Progress};
use super::{input, output, play, typed};
use evenodds::analysis::{
    SLOW_TUNE_TRIALS, TUNE_ALPHA, TUNE_TRIALS, TuneError, TunePlan, Tuning, Vary, tune,
};
use evenodds::report::{self, tune_screen};
use evenodds::scenario::{Scenario, Target, TuneTable};
use std::fmt::Write as _;
use std::time::Instant;

/// Looks for the setting that meets the target and shows it.
pub fn show(arguments: &TuneArguments, failures: &mut Failures) -> Result<(), Failure> {
    let printing = arguments.output.printing();
    output::check(&printing)?;
    #[cfg(feature = "charts")]
    if let Some(path) = &arguments.output.chart {
        chart::check(path, printing.force)?;
    }
    let playing = arguments.playing();
    play::prepare(&playing);
    let scenario = input::scenario(&arguments.file, &arguments.changes.assignments)?;
    let plan = TunePlan {
        seed: play::seed(&scenario, &playing),
        threads: playing.threads.map_or(0, usize::from),
        ..asked(&scenario, &arguments.vary, &arguments.aim)?
    };
    let begun = Instant::now();
    let half = format!(
        "interrupted: half a search proves nothing, so nothing is said about {}",
        scenario.path
    );
    last_line(&half);
    let Some(tuning) = played(&scenario, &plan, Board::alone(arguments.pace.quiet))? else {
        return Err(Failure::Interrupted(half));
    };
    // The chart first: what is printed may go into a pipe that nobody reads to its end.
    #[cfg(feature = "charts")]
    if let Some(path) = &arguments.output.chart
        && let Some(figure) = report::tune_figures(&tuning).first()
    {
        chart::write(figure, path, printing.force)?;
    }
    let text = match printing.format {
        Format::Table => tune_screen(
            &tuning,
            &output::screen_options(
                &printing,
                Some(begun.elapsed()),
                &again(&scenario, arguments, &plan),
            ),
            &run(&scenario, &tuning),
        ),
        Format::Json => report::tune_json(&tuning),
        Format::Markdown => report::tune_markdown(&tuning),
        #[cfg(feature = "frames")]
        Format::Csv => output::csv_of(evenodds::frames::tuning(&tuning))?,
    };
    output::deliver(&text, &printing)?;
    if !tuning.is_met() {
        failures.add(Failure::Unmet);
    }
    Ok(())
}

/// What the command line asks for, and the scenario's `[tune]` where it says nothing. All that is wrong
/// with it is told at once.
fn asked(scenario: &Scenario, vary: &[String], aim: &AimArguments) -> Result<TunePlan, Failure> {
    let table = scenario.tune.as_ref();
    let mut wrong = Vec::new();
    let mut keys = Vec::new();
    for text in vary {
        match text.parse::<Vary>() {
            Ok(key) => keys.push(key),
            Err(error) => wrong.push(format!("--vary {error}")),
        }
    }
    if vary.is_empty() {
        keys = table.map(|table| table.vary.clone()).unwrap_or_default();
        if keys.is_empty() {
            wrong.push(
                "--vary is missing: name a key and its values, as in --vary difficulty=8..16, or give \
                 the scenario a [tune] table"
                    .to_owned(),
            );
        }
    }
    let target = match target(scenario, aim.target.as_deref()) {
        Ok(target) => Some(target),
        Err(problem) => {
            wrong.push(problem);
            None
        }
    };
    let own = own_target(scenario, aim.target.as_deref());
    let tolerance = aim.tolerance.or(own.and_then(|table| table.tolerance));
    if let (Some(target), Some(tolerance)) = (&target, tolerance)
        && let Some(accepted) = target.refuses_tolerance(tolerance)
    {
        wrong.push(format!("--tolerance {tolerance}: {accepted}"));
    }
    match target {
        Some(target) if wrong.is_empty() => Ok(TunePlan {
            keys,
            target,
            tolerance,
            alpha: alpha(scenario, aim),
            most: aim.max_trials.or(table.and_then(|table| table.max_trials)),
            seed: play::SEED,
            threads: 0,
        }),
        _ => Err(Failure::Input(
            wrong
                .into_iter()
                .map(|problem| format!("{}: {problem}", scenario.path))
                .collect::<Vec<_>>()
                .join("\n"),
        )),
    }
}

/// The scenario's own table, where the target is its own: its tolerance means that target.
pub fn own_target<'a>(scenario: &'a Scenario, typed: Option<&str>) -> Option<&'a TuneTable> {
    scenario.tune.as_ref().filter(|_| typed.is_none())
}

/// The target of the command line, else that of the scenario.
pub fn target(scenario: &Scenario, typed: Option<&str>) -> Result<Target, String> {
    let own = scenario.tune.as_ref().map(|table| table.target.as_str());
    let Some(text) = typed.or(own) else {
        return Err(
            "--target is missing: say what is meant, as in --target success=0.6, or give the scenario a \
             [tune] table"
                .to_owned(),
        );
    };
    Target::read(text, scenario.contest.as_ref()).map_err(|error| format!("--target {error}"))
}

/// The chance of an error that the command line allows, else the scenario, else the usual one.
pub fn alpha(scenario: &Scenario, aim: &AimArguments) -> f64 {
    let own = scenario.tune.as_ref().and_then(|table| table.alpha);
    aim.alpha.or(own).unwrap_or(TUNE_ALPHA)
}

/// What the scenario's `[tune]` asks for, for reports; `None` where it has none.
pub fn plan_of(scenario: &Scenario) -> Option<TunePlan> {
    let table = scenario.tune.as_ref()?;
    Some(TunePlan {
        keys: table.vary.clone(),
        // Loading the file has read it before.
        target: target(scenario, None).ok()?,
        tolerance: table.tolerance,
        alpha: table.alpha.unwrap_or(TUNE_ALPHA),
        most: table.max_trials,
        seed: play::SEED,
        threads: 0,
    })
}

/// Searches under a progress bar; `None` after Ctrl-C.
pub fn played(
    scenario: &Scenario,
    plan: &TunePlan,
    board: Board,
) -> Result<Option<Tuning>, Failure> {
    let usual = if scenario.contest.is_slow() {
        SLOW_TUNE_TRIALS
    } else {
        TUNE_TRIALS
    };
    let progress = Progress::new(&scenario.title, plan.most.unwrap_or(usual), true, board);
    let found = tune(scenario, plan, &progress);
    progress.finish();
    found.map_err(|error| match error {
        TuneError::Refused(refused) => input::failure(&scenario.path, refused),
        other => Failure::Input(format!("{}: {other}", scenario.path)),
    })
}

/// The command that plays the answer.
fn run(scenario: &Scenario, tuning: &Tuning) -> String {
    let mut run = format!("evenodds run {}", typed::file(&scenario.path));
    run.push_str(&typed::assignments(scenario));
    for assignment in tuning.assignments(tuning.best()) {
        run.push_str(&typed::option("--set", &assignment));
    }
    run
}

/// The command that searches in the same way again.
fn again(scenario: &Scenario, arguments: &TuneArguments, plan: &TunePlan) -> String {
    let mut again = format!("evenodds tune {}", typed::file(&scenario.path));
    for vary in &arguments.vary {
        again.push_str(&typed::option("--vary", vary));
    }
    again.push_str(&aim(&arguments.aim));
    let _ = write!(again, " -s {}", plan.seed);
    again.push_str(&typed::assignments(scenario));
    again
}

/// The arguments that say what is meant, as they are typed.
pub fn aim(aim: &AimArguments) -> String {
    let mut text = String::new();
    if let Some(target) = &aim.target {
        text.push_str(&typed::option("--target", target));
    }
    if let Some(tolerance) = aim.tolerance {
        let _ = write!(text, " --tolerance {tolerance}");
    }
    if let Some(alpha) = aim.alpha {
        let _ = write!(text, " --alpha {alpha}");
    }
    if let Some(most) = aim.max_trials {
        let _ = write!(text, " --max-trials {most}");
    }
    text
}
