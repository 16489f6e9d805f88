//! The report on one scenario.

use super::super::call::Call;
use super::super::failure::Failure;
use super::super::progress::{Board, Job};
use super::{Extras, ReportArguments};
use crate::analysis::{Drama, Ladder, Sweep, Tuning};
use crate::ask::{self, Observer as _, Playing, Work, replay, run};
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
    call: &Call,
    scenario: &Scenario,
    folder: &Path,
    arguments: &ReportArguments,
    (png, around): (bool, Around),
    job: &Job,
) -> Result<Made, Vec<Failure>> {
    let mut playing = arguments.playing.clone();
    // The others of the job have theirs; whoever is free helps.
    playing.pace.threads = Some(1);
    check_folder(folder).map_err(|error| stored(&error))?;
    let asked = run::asked(scenario, &playing);
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
    let board = &Board::Among(job);
    let mut shown = run::play(scenario, &playing, "report", board);
    if shown.results.stopped == StopReason::Interrupted {
        return Err(vec![interrupted(scenario)]);
    }
    let further = further(scenario, arguments.extras, &playing, board)?;
    let Further {
        ladder,
        drama,
        sweep,
        tuning,
    } = &further;
    if !arguments.extras.no_stronger {
        let glanced = (shown.results.trials, ladder.as_ref());
        let skill = run::glance(scenario, &playing, glanced, board);
        shown.skill = skill.map_err(|_| vec![interrupted(scenario)])?;
    }
    let changes = if arguments.extras.no_changes {
        None
    } else {
        let found = run::changes(scenario, &playing, shown.results.trials, board);
        found.map_err(|_| vec![interrupted(scenario)])?
    };
    let told = told(scenario, arguments, &shown.results);
    let line = board.begin(&scenario.title, Work::Other("draws and writes"));
    let _finishing = call.finishing(&format!("the report on {}", scenario.path));
    let mut command = shown.command.clone();
    let flags = [
        (ladder.is_some(), " --ladder"),
        (drama.is_some(), " --drama"),
        (arguments.extras.no_stronger, " --no-stronger"),
        (arguments.extras.no_changes, " --no-changes"),
        (arguments.extras.no_stories, " --no-stories"),
        (arguments.extras.handout, " --handout"),
        (arguments.csv.safe_csv, " --safe-csv"),
    ];
    command.extend(flags.into_iter().filter(|flag| flag.0).map(|flag| flag.1));
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

/// What else a report shows of a scenario.
struct Further {
    ladder: Option<Ladder>,
    drama: Option<Drama>,
    sweep: Option<Sweep>,
    tuning: Option<Tuning>,
}

/// Asks the further questions of a report. None has more trials, in a cell or setting, than the run.
///
/// - The ladder and the drama are there where they are wanted, and somebody decides something or positions can be
///   judged;
/// - the sweep where the file has a `[sweep]`;
/// - tuning where it has a `[tune]`. Whether the target is met is for `evenodds tune` to judge; the report only shows
///   what it takes.
fn further(
    scenario: &Scenario,
    extras: Extras,
    playing: &Playing,
    board: &Board,
) -> Result<Further, Vec<Failure>> {
    let most = playing.trials;
    let pace = || playing.pace.clone();
    let wrong = |problem| vec![Failure::of(&scenario.path, problem)];
    let all = |problems| Failure::all(&scenario.path, problems);
    let half = || vec![interrupted(scenario)];
    let mut further = Further {
        ladder: None,
        drama: None,
        sweep: None,
        tuning: None,
    };
    if extras.ladder && !scenario.seats.is_empty() {
        let asked = ask::Ladder {
            pace: pace(),
            ..ask::Ladder::default()
        };
        let found = asked.played(scenario, most, board).map_err(wrong)?;
        further.ladder = Some(found.ok_or_else(half)?);
    }
    if extras.drama && scenario.contest.appraised().is_some() {
        let asked = ask::Drama {
            pace: pace(),
            ..ask::Drama::default()
        };
        let found = asked.played(scenario, most, board).map_err(wrong)?;
        if found.stopped == StopReason::Interrupted {
            return Err(half());
        }
        further.drama = Some(found);
    }
    if scenario.sweep.is_some() {
        let asked = ask::Sweep {
            pace: pace(),
            ..ask::Sweep::default()
        };
        let grid = asked.grid(scenario, most).map_err(all)?;
        let found = ask::Sweep::played(scenario, grid, board).map_err(|_| half())?;
        further.sweep = Some(found);
    }
    if scenario.tune.is_some() {
        let asked = ask::Tune {
            pace: pace(),
            ..ask::Tune::default()
        };
        let plan = asked.plan(scenario).map_err(all)?;
        let found = ask::Tune::played(scenario, &plan, board).map_err(wrong)?;
        further.tuning = Some(found.ok_or_else(half)?);
    }
    Ok(further)
}

/// A report is there whole or not at all.
fn interrupted(scenario: &Scenario) -> Failure {
    Failure::Interrupted(format!(
        "interrupted: no report on {} was written",
        scenario.path
    ))
}
