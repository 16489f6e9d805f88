//! `evenodds report`: a page with charts, and every figure in files.

use super::arguments::ReportArguments;
use super::failure::{Failure, Failures};
use super::{drama, input, ladder, output, play, sweep, tune};
use evenodds::analysis::{
    Drama, DramaPlan, Ladder, LadderPlan, Sweep, SweepPlan, TunePlan, Tuning,
};
use evenodds::report::{Names, ReportInput, check_folder, scenario_name, write_folder};
use evenodds::scenario::Scenario;
use evenodds::sim::StopReason;

/// Plays all scenarios and writes a folder of files for each.
pub fn report(arguments: &ReportArguments, failures: &mut Failures) -> Result<(), Failure> {
    play::prepare(&arguments.playing);
    let mut names = Names::default();
    for scenario in input::scenarios(&arguments.sources, failures) {
        let folder = arguments
            .out
            .join(names.unique(&scenario_name(&scenario.path)));
        if let Err(error) = check_folder(&folder, arguments.force) {
            failures.add(Failure::Storage(error.to_string()));
            continue;
        }
        let mut shown = play::play(&scenario, &arguments.playing, "report");
        if shown.results.stopped == StopReason::Interrupted {
            failures.add(interrupted(&scenario));
            break;
        }
        let ladder = match ladder_of(&scenario, arguments) {
            Ok(ladder) => ladder,
            Err(failure) => {
                let ends = matches!(failure, Failure::Interrupted(_));
                failures.add(failure);
                if ends {
                    break;
                }
                continue;
            }
        };
        let drama = match drama_of(&scenario, arguments) {
            Ok(drama) => drama,
            Err(failure) => {
                // Only Ctrl-C keeps a judge from its work.
                failures.add(failure);
                break;
            }
        };
        let sweep = match sweep_of(&scenario, arguments, failures) {
            Ok(sweep) => sweep,
            Err(failure) => {
                let ends = matches!(failure, Failure::Interrupted(_));
                failures.add(failure);
                if ends {
                    break;
                }
                continue;
            }
        };
        let tuning = match tuning_of(&scenario, arguments) {
            Ok(tuning) => tuning,
            Err(failure) => {
                let ends = matches!(failure, Failure::Interrupted(_));
                failures.add(failure);
                if ends {
                    break;
                }
                continue;
            }
        };
        shown.results.better = play::better(&scenario, &arguments.playing, ladder.as_ref());
        let mut command = shown.command.clone();
        if ladder.is_some() {
            command.push_str(" --ladder");
        }
        if drama.is_some() {
            command.push_str(" --drama");
        }
        let input = ReportInput {
            results: &shown.results,
            scenario: scenario.whole_text(),
            command: &command,
            verdicts: &shown.verdicts,
            ladder: ladder.as_ref(),
            drama: drama.as_ref(),
            sweep: sweep.as_ref(),
            tuning: tuning.as_ref(),
        };
        match write_folder(&input, &folder, arguments.force) {
            Ok(()) => {
                let page = folder.join(if cfg!(feature = "charts") {
                    "index.html"
                } else {
                    "results.json"
                });
                output::print(&format!("{}: {}\n", scenario.title, page.display()))?;
            }
            Err(error) => failures.add(Failure::Storage(error.to_string())),
        }
    }
    Ok(())
}

/// The ladder of a scenario, where it is wanted and somebody decides something. Its cells have as
/// many trials as those of `evenodds ladder`, or as many as the run, whichever are fewer.
fn ladder_of(scenario: &Scenario, arguments: &ReportArguments) -> Result<Option<Ladder>, Failure> {
    if !arguments.ladder || scenario.seats.is_empty() {
        return Ok(None);
    }
    let plan = LadderPlan {
        most: arguments.playing.trials,
        ..ladder::plan(scenario, &arguments.playing)
    };
    let ladder = ladder::played(scenario, &plan, arguments.playing.quiet)?;
    ladder.map(Some).ok_or_else(|| interrupted(scenario))
}

/// The drama of a scenario, where it is wanted and can be measured, in as many trials as `evenodds drama`
/// plays, or as many as the run, whichever are fewer.
fn drama_of(scenario: &Scenario, arguments: &ReportArguments) -> Result<Option<Drama>, Failure> {
    if !arguments.drama || scenario.contest.appraised().is_none() {
        return Ok(None);
    }
    let plan = DramaPlan {
        most: arguments.playing.trials,
        ..drama::plan(scenario, &arguments.playing)
    };
    let found = drama::played(scenario, &plan, arguments.playing.quiet)?.drama;
    if found.stopped == StopReason::Interrupted {
        return Err(interrupted(scenario));
    }
    Ok(Some(found))
}

/// The sweep of a scenario, where its file asks for one; in no setting more trials than those of the run.
fn sweep_of(
    scenario: &Scenario,
    arguments: &ReportArguments,
    failures: &mut Failures,
) -> Result<Option<Sweep>, Failure> {
    if scenario.sweep.is_none() {
        return Ok(None);
    }
    let plan = SweepPlan {
        most: arguments.playing.trials,
        ..sweep::plan(scenario, &arguments.playing)
    };
    let Some(grid) = sweep::checked(scenario, &plan, failures) else {
        return Ok(None);
    };
    match sweep::played(scenario, &grid, arguments.playing.quiet) {
        Ok(sweep) => Ok(Some(sweep)),
        Err(Failure::Interrupted(_)) => Err(interrupted(scenario)),
        Err(other) => Err(other),
    }
}

/// What it takes to meet the target of the scenario's `[tune]`, where it has one. Whether it is met is
/// for `evenodds tune` to judge; the report only shows it.
fn tuning_of(scenario: &Scenario, arguments: &ReportArguments) -> Result<Option<Tuning>, Failure> {
    let Some(plan) = tune::plan_of(scenario) else {
        return Ok(None);
    };
    let playing = &arguments.playing;
    let plan = TunePlan {
        seed: play::seed(scenario, playing),
        threads: playing.threads.map_or(0, usize::from),
        ..plan
    };
    let tuning = tune::played(scenario, &plan, playing.quiet)?;
    tuning.map(Some).ok_or_else(|| interrupted(scenario))
}

/// A report is there whole or not at all.
fn interrupted(scenario: &Scenario) -> Failure {
    Failure::Interrupted(format!(
        "interrupted: no report on {} was written, nor on any scenario after it",
        scenario.path
    ))
}
