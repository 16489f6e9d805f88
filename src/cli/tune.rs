//! `evenodds tune`: which value of a key, or which setting of several keys, meets a target?

use super::again::{again, replay, typed};
use super::answer::{Wanted, check_chart};
use super::arguments::{AimArguments, Drawn, FolderSources, Output, Pace};
use super::failure::{Failure, Failures};
use super::progress::{Board, Progress};
use super::several::{self, Asked};
use super::{input, numbers, play};
use crate::analysis::{TUNE_ALPHA, TuneError, TunePlan, Tuning, Vary, tune};
use crate::report::tune_answer;
use crate::scenario::{Scenario, Target, TuneTable};
use clap::Args;

/// `tune`.
#[derive(Debug, Args)]
#[command(after_help = "\
VALUES are numbers from A to B as A..B or A..B/STEP, or values parted by commas: 1..6, 0.1..0.5/0.1, \
up,down. With several keys all of their settings are tried, and all that meet the target are shown.

Every setting carries a confidence sequence of its own, so that with a confidence of 1 - alpha all that \
is said is true, however long was played. What can be solved exactly is not played. In the end the \
answer is played again on fresh trials, at most 100,000 (5,000 with players who think long) and no more than \
--max-trials.

The scenario's own [tune] table says what to look for where the command line does not.

Exit codes: 0 a setting is proven to meet the target; 1 none is (there is none, two are equally near, or \
trials ran out); 2 wrong input; 3 reading or writing failed, or the program itself failed; 130 interrupted.")]
pub struct TuneArguments {
    #[command(flatten)]
    pub sources: FolderSources,
    /// A key that may be turned, with its values (repeatable): difficulty=8..16,
    /// side.heroes.Dirk.classes[0].dice=1..6 [default: those of the scenario's [tune] table]
    #[arg(long = "vary", value_name = "PATH=VALUES")]
    pub vary: Vec<String>,
    #[command(flatten)]
    pub aim: AimArguments,
    /// The same as --max-trials
    #[arg(short = 'n', long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true, conflicts_with = "max_trials")]
    pub trials: Option<u64>,
    #[command(flatten)]
    pub pace: Pace,
    #[command(flatten)]
    pub drawn: Drawn,
    #[command(flatten)]
    pub output: Output,
}

/// Looks for the setting of each scenario that meets the target and shows it.
pub fn show(arguments: &TuneArguments, failures: &mut Failures) -> Result<(), Failure> {
    let wanted = Wanted::new(&arguments.output)?;
    let chart = arguments.drawn.chart.as_deref();
    check_chart(chart)?;
    let playing = arguments.pace.playing(None);
    play::prepare(&playing);
    let asked_of_all = Asked {
        command: "tune",
        sources: &arguments.sources,
        wanted,
        chart,
        again: typed(None, arguments.pace.seed),
    };
    let half = |scenario: &Scenario| {
        format!(
            "interrupted: half a search proves nothing, so nothing is said about {}",
            scenario.path
        )
    };
    let mut is_met = true;
    several::each(&asked_of_all, failures, half, |scenario| {
        let wrong = |failure| vec![failure];
        let plan = TunePlan {
            seed: play::seed(scenario, &playing),
            threads: playing.threads.map_or(0, usize::from),
            ..asked(scenario, &arguments.vary, &arguments.aim).map_err(wrong)?
        };
        let plan = TunePlan {
            most: arguments.trials.or(plan.most),
            ..plan
        };
        let board = Board::alone(arguments.pace.quiet);
        let tuning = played(scenario, &plan, board).map_err(wrong)?;
        Ok(tuning.map(|tuning| {
            is_met &= tuning.is_met();
            let again = again("tune", scenario, None, plan.seed);
            (tune_answer(&tuning, Some(&replay(scenario))), again)
        }))
    })?;
    if !is_met {
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
    let progress = Progress::new(&scenario.title, plan.most_of(scenario), true, board);
    let found = tune(scenario, plan, &progress);
    progress.finish();
    found.map_err(|error| match error {
        TuneError::Refused(refused) => input::failure(&scenario.path, refused),
        other => Failure::Input(format!("{}: {other}", scenario.path)),
    })
}
