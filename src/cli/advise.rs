//! `evenodds advise`: which single change brings a contest nearest to a target?

use super::arguments::{AdviseArguments, Format};
#[cfg(feature = "charts")]
use super::chart;
use super::failure::{Failure, Failures};
use super::interrupts::last_line;
use super::progress::{Board, Progress};
use super::{input, output, play, tune, typed};
use evenodds::analysis::{
    ADVISE_TRIALS, AdviseError, AdvisePlan, SHARE_TOLERANCE, SLOW_ADVISE_TRIALS, advise,
};
use evenodds::report::{self, advise_screen};
use evenodds::scenario::Scenario;
use std::fmt::Write as _;
use std::time::Instant;

/// Plays all changes of one step and shows them.
pub fn show(arguments: &AdviseArguments, failures: &mut Failures) -> Result<(), Failure> {
    let printing = arguments.output.printing();
    output::check(&printing)?;
    #[cfg(feature = "charts")]
    if let Some(path) = &arguments.output.chart {
        chart::check(path, printing.force)?;
    }
    let playing = arguments.playing();
    play::prepare(&playing);
    let scenario = input::scenario(&arguments.file, &arguments.changes.assignments)?;
    let plan = AdvisePlan {
        seed: play::seed(&scenario, &playing),
        threads: playing.threads.map_or(0, usize::from),
        ..asked(&scenario, arguments)?
    };
    let usual = if scenario.contest.is_slow() {
        SLOW_ADVISE_TRIALS
    } else {
        ADVISE_TRIALS
    };
    let most = plan.most.unwrap_or(usual);
    let half = format!(
        "interrupted: half of the changes compare nothing, so nothing is said about {}",
        scenario.path
    );
    last_line(&half);
    let begun = Instant::now();
    let progress = Progress::new(
        &scenario.title,
        most,
        true,
        Board::alone(arguments.pace.quiet),
    );
    let found = advise(&scenario, &plan, &progress);
    progress.finish();
    let found = found.map_err(|error| match error {
        AdviseError::Unreadable(refused) => input::failure(&scenario.path, refused),
        other => Failure::Input(format!("{}: {other}", scenario.path)),
    })?;
    let Some(advice) = found else {
        return Err(Failure::Interrupted(half));
    };
    // The chart first: what is printed may go into a pipe that nobody reads to its end.
    #[cfg(feature = "charts")]
    if let Some(path) = &arguments.output.chart
        && let Some(figure) = report::advise_figures(&advice).first()
    {
        chart::write(figure, path, printing.force)?;
    }
    let text = match printing.format {
        Format::Table => {
            let again = again(&scenario, arguments, &plan);
            let options = output::screen_options(&printing, Some(begun.elapsed()), &again);
            let run = format!(
                "evenodds run {}{}",
                typed::file(&scenario.path),
                typed::assignments(&scenario)
            );
            advise_screen(&advice, &options, &run, &|assignment| {
                typed::option("--set", assignment)
            })
        }
        Format::Json => report::advise_json(&advice),
        Format::Markdown => report::advise_markdown(&advice),
        #[cfg(feature = "frames")]
        Format::Csv => output::csv_of(evenodds::frames::advice(&advice))?,
    };
    output::deliver(&text, &printing)?;
    if !advice.is_met() {
        failures.add(Failure::Unmet);
    }
    Ok(())
}

/// What the command line asks for, and the scenario's `[tune]` where it says nothing.
fn asked(scenario: &Scenario, arguments: &AdviseArguments) -> Result<AdvisePlan, Failure> {
    let aim = &arguments.aim;
    let wrong = |problem: String| Failure::Input(format!("{}: {problem}", scenario.path));
    let target = tune::target(scenario, aim.target.as_deref()).map_err(wrong)?;
    let own = tune::own_target(scenario, aim.target.as_deref());
    let tolerance = aim.tolerance.or(own.and_then(|table| table.tolerance));
    let tolerance = tolerance.unwrap_or(SHARE_TOLERANCE);
    if let Some(accepted) = target.refuses_tolerance(tolerance) {
        return Err(wrong(format!("--tolerance {tolerance}: {accepted}")));
    }
    Ok(AdvisePlan {
        target,
        tolerance,
        alpha: tune::alpha(scenario, aim),
        trials: arguments.trials,
        most: aim.max_trials,
        only: arguments.only.clone(),
        slow: arguments.slow,
        seed: play::SEED,
        threads: 0,
    })
}

/// The command that gives the same advice again.
fn again(scenario: &Scenario, arguments: &AdviseArguments, plan: &AdvisePlan) -> String {
    let mut again = format!("evenodds advise {}", typed::file(&scenario.path));
    again.push_str(&tune::aim(&arguments.aim));
    for path in &arguments.only {
        again.push_str(&typed::option("--only", path));
    }
    if arguments.slow {
        again.push_str(" --slow");
    }
    if let Some(trials) = arguments.trials {
        let _ = write!(again, " -n {trials}");
    }
    let _ = write!(again, " -s {}", plan.seed);
    again.push_str(&typed::assignments(scenario));
    again
}
