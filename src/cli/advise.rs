//! `evenodds advise`: which single change brings a contest nearest to a target?

use super::again::{again, replay};
use super::answer::{Wanted, ask, check_chart};
use super::arguments::AdviseArguments;
use super::failure::{Failure, Failures};
use super::interrupts::last_line;
use super::progress::{Board, Progress};
use super::{input, play, tune};
use evenodds::analysis::{
    ADVISE_TRIALS, Advice, AdviseError, AdvisePlan, SHARE_TOLERANCE, SLOW_ADVISE_TRIALS, advise,
};
use evenodds::report::advise_answer;
use evenodds::scenario::Scenario;

/// Plays all changes of one step and shows them.
pub fn show(arguments: &AdviseArguments, failures: &mut Failures) -> Result<(), Failure> {
    let wanted = Wanted::new(&arguments.output)?;
    let chart = arguments.drawn.chart.as_deref();
    check_chart(chart, &arguments.output)?;
    let playing = arguments.pace.playing(arguments.trials);
    play::prepare(&playing);
    let scenario = input::scenario(
        &arguments.source.file,
        &arguments.source.changes.assignments,
    )?;
    let plan = AdvisePlan {
        seed: play::seed(&scenario, &playing),
        threads: playing.threads.map_or(0, usize::from),
        ..asked(&scenario, arguments)?
    };
    let half = format!(
        "interrupted: half of the changes compare nothing, so nothing is said about {}",
        scenario.path
    );
    last_line(&half);
    let mut is_met = true;
    ask(&wanted, chart, &half, || {
        let advice = played(&scenario, &plan, Board::alone(arguments.pace.quiet))?;
        Ok(advice.map(|advice| {
            is_met = advice.is_met();
            let again = again("advise", &scenario, arguments.trials, plan.seed);
            (advise_answer(&advice, Some(&replay(&scenario))), again)
        }))
    })?;
    if !is_met {
        failures.add(Failure::Unmet);
    }
    Ok(())
}

/// Plays the changes under a progress bar; `None` after Ctrl-C.
fn played(scenario: &Scenario, plan: &AdvisePlan, board: Board) -> Result<Option<Advice>, Failure> {
    let usual = if scenario.contest.is_slow() {
        SLOW_ADVISE_TRIALS
    } else {
        ADVISE_TRIALS
    };
    let progress = Progress::new(&scenario.title, plan.most.unwrap_or(usual), true, board);
    let found = advise(scenario, plan, &progress);
    progress.finish();
    found.map_err(|error| match error {
        AdviseError::Unreadable(refused) => input::failure(&scenario.path, refused),
        other => Failure::Input(format!("{}: {other}", scenario.path)),
    })
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
