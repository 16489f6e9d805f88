//! The report on one scenario.

use super::super::again::replay;
use super::super::arguments::Playing;
use super::super::failure::Failure;
use super::super::interrupts::finishing;
use super::super::progress::{Board, Doing, Job};
use super::super::{drama, ladder, play, sweep, tune};
use super::ReportArguments;
use crate::analysis::{Drama, DramaPlan, Ladder, LadderPlan, Sweep, SweepPlan, TunePlan, Tuning};
use crate::report::{
    Around, Background, Order, ReportInput, Summary, Told, check_folder, drama_answer,
    ladder_answer, nearby_answer, sweep_answer, tune_answer, write_folder,
};
use crate::scenario::Scenario;
use crate::sim::{Results, StopReason};
use std::path::Path;

/// What became of the report on a scenario.
pub enum Made {
    /// It was written now.
    Written,
    /// It was there, made to the same order.
    There,
}

/// Writes the report on a scenario to a folder, unless it is there already; with `png` also its charts as PNG.
pub fn make(
    scenario: &Scenario,
    folder: &Path,
    arguments: &ReportArguments,
    (png, around): (bool, Around),
    job: &Job,
) -> Result<Made, Vec<Failure>> {
    let playing = Playing {
        // The others of the job have theirs; whoever is free helps.
        threads: Some(1),
        ..arguments.playing.clone()
    };
    check_folder(folder).map_err(|error| stored(&error))?;
    let asked = play::asked(scenario, &playing);
    let order = Order {
        scenario: &scenario.identity(),
        text: scenario.whole_text(),
        assignments: &scenario.whole_assignments(),
        seed: asked.plan.seed,
        trials: asked.trials,
        precision: asked.plan.precision,
        ladder: arguments.extras.ladder,
        drama: arguments.extras.drama,
        stronger: !arguments.extras.no_stronger,
        changes: !arguments.extras.no_changes,
        stories: !arguments.extras.no_stories,
        around,
        safe_csv: arguments.csv.safe_csv,
        // Without charts it is no other report.
        png: png && cfg!(feature = "charts"),
        handout: arguments.extras.handout,
    };
    let key = order.key();
    if !arguments.again && Summary::finished(folder, &key).is_some() {
        return Ok(Made::There);
    }
    let board = Board::Among(job);
    let mut shown = play::play_among(scenario, &playing, "report", board);
    if shown.results.stopped == StopReason::Interrupted {
        return Err(vec![interrupted(scenario)]);
    }
    let ladder = ladder_of(scenario, arguments, &playing, board).map_err(|one| vec![one])?;
    let drama = drama_of(scenario, arguments, &playing, board).map_err(|one| vec![one])?;
    let sweep = sweep_of(scenario, &playing, board)?;
    let tuning = tuning_of(scenario, &playing, board).map_err(|one| vec![one])?;
    if !arguments.extras.no_stronger {
        let glanced = (shown.results.trials, ladder.as_ref());
        let skill = play::glance(scenario, &playing, glanced, board);
        shown.skill = skill.map_err(|_| vec![interrupted(scenario)])?;
    }
    let changes = if arguments.extras.no_changes {
        None
    } else {
        let found = play::changes(scenario, &playing, shown.results.trials, board);
        found.map_err(|_| vec![interrupted(scenario)])?
    };
    let told = told(scenario, arguments, &shown.results);
    let line = Doing::new(&scenario.title, "draws and writes", board);
    let _finishing = finishing(&format!("the report on {}", scenario.path));
    let mut command = shown.command.clone();
    if ladder.is_some() {
        command.push_str(" --ladder");
    }
    if drama.is_some() {
        command.push_str(" --drama");
    }
    if arguments.extras.no_stronger {
        command.push_str(" --no-stronger");
    }
    if arguments.extras.no_changes {
        command.push_str(" --no-changes");
    }
    if arguments.extras.no_stories {
        command.push_str(" --no-stories");
    }
    if arguments.extras.handout {
        command.push_str(" --handout");
    }
    if arguments.csv.safe_csv {
        command.push_str(" --safe-csv");
    }
    let mut answers = Vec::new();
    let own = shown.results.outcomes.first().and_then(|one| one.share);
    let own = own.unwrap_or(0.5);
    answers.extend(changes.map(|changes| nearby_answer(&changes, own, &replay(scenario))));
    answers.extend(ladder.as_ref().map(ladder_answer));
    answers.extend(sweep.as_ref().map(sweep_answer));
    answers.extend(tuning.as_ref().map(|tuning| tune_answer(tuning, None)));
    answers.extend(drama.as_ref().map(|drama| drama_answer(drama, None)));
    let is_told = arguments.extras.handout && !arguments.extras.no_stories;
    let (seed, trials) = (shown.results.seed, shown.results.trials);
    let typical = is_told.then(|| Told::typical(scenario, &replay(scenario), seed, trials));
    let typical = typical.flatten();
    let input = ReportInput {
        results: &shown.results,
        scenario: scenario.whole_text(),
        command: &command,
        key: &key,
        safe_csv: arguments.csv.safe_csv,
        png,
        handout: arguments.extras.handout,
        background: Background {
            notes: &scenario.notes,
            line_up: &scenario.line_up(),
            told: &told,
            typical: typical.as_ref(),
            ..shown.background()
        },
        around,
        answers: &answers,
    };
    let written = write_folder(&input, folder);
    drop(line);
    written
        .map(|()| Made::Written)
        .map_err(|error| stored(&error))
}

/// Trials from the worst to the best.
fn told(scenario: &Scenario, arguments: &ReportArguments, results: &Results) -> Vec<Told> {
    if arguments.extras.no_stories || results.trials == 0 {
        return Vec::new();
    }
    Told::from_worst_to_best(scenario, &replay(scenario), results.seed, results.trials)
}

fn stored(error: &crate::report::FolderError) -> Vec<Failure> {
    vec![Failure::Storage(error.to_string())]
}

/// The ladder of a scenario, where it is wanted and somebody decides something. Its cells have as
/// many trials as those of `evenodds ladder`, or as many as the run, whichever are fewer.
fn ladder_of(
    scenario: &Scenario,
    arguments: &ReportArguments,
    playing: &Playing,
    board: Board,
) -> Result<Option<Ladder>, Failure> {
    if !arguments.extras.ladder || scenario.seats.is_empty() {
        return Ok(None);
    }
    let plan = LadderPlan {
        most: playing.trials,
        ..ladder::plan(scenario, playing)
    };
    let ladder = ladder::played(scenario, &plan, board)?;
    ladder.map(Some).ok_or_else(|| interrupted(scenario))
}

/// The drama of a scenario, where it is wanted and can be measured, in as many trials as `evenodds drama`
/// plays, or as many as the run, whichever are fewer.
fn drama_of(
    scenario: &Scenario,
    arguments: &ReportArguments,
    playing: &Playing,
    board: Board,
) -> Result<Option<Drama>, Failure> {
    if !arguments.extras.drama || scenario.contest.appraised().is_none() {
        return Ok(None);
    }
    let plan = DramaPlan {
        most: playing.trials,
        ..drama::plan(scenario, playing)
    };
    let found = drama::played(scenario, &plan, board)?;
    if found.stopped == StopReason::Interrupted {
        return Err(interrupted(scenario));
    }
    Ok(Some(found))
}

/// The sweep of a scenario, where its file asks for one; in no setting more trials than those of the run.
fn sweep_of(
    scenario: &Scenario,
    playing: &Playing,
    board: Board,
) -> Result<Option<Sweep>, Vec<Failure>> {
    if scenario.sweep.is_none() {
        return Ok(None);
    }
    let plan = SweepPlan {
        most: playing.trials,
        ..sweep::plan(scenario, playing)
    };
    let grid = sweep::checked(scenario, &plan)?;
    match sweep::played(scenario, grid, board) {
        Ok(sweep) => Ok(Some(sweep)),
        Err(Failure::Interrupted(_)) => Err(vec![interrupted(scenario)]),
        Err(other) => Err(vec![other]),
    }
}

/// What it takes to meet the target of the scenario's `[tune]`, where it has one. Whether it is met is
/// for `evenodds tune` to judge; the report only shows it.
fn tuning_of(
    scenario: &Scenario,
    playing: &Playing,
    board: Board,
) -> Result<Option<Tuning>, Failure> {
    let Some(plan) = tune::plan_of(scenario) else {
        return Ok(None);
    };
    let plan = TunePlan {
        seed: play::seed(scenario, playing),
        threads: playing.threads.map_or(0, usize::from),
        ..plan
    };
    let tuning = tune::played(scenario, &plan, board)?;
    tuning.map(Some).ok_or_else(|| interrupted(scenario))
}

/// A report is there whole or not at all.
fn interrupted(scenario: &Scenario) -> Failure {
    Failure::Interrupted(format!(
        "interrupted: no report on {} was written",
        scenario.path
    ))
}
