//! The report on one scenario.

use super::super::call::Call;
use super::super::failure::Failure;
use super::super::progress::{Job, ProgressDisplay};
use super::{APP, ReportArguments};
use crate::analysis::{LadderResult, Tuning};
use crate::ask::{
    self, Context, Question, ScenarioAnswer, ShowProgress as _, TrialOptions, Work, replay, run,
};
use crate::cli::library;
use crate::report::{
    NarratedTrial, RelatedPages, ReportExtras, ReportFlags, ReportInput, ResultContext, Summary,
    SummaryRequest, check_folder, nearby_answer, write_folder,
};
use crate::scenario::{Link, Scenario};
use crate::sim::{OutcomeResult, Results, StopReason};
use std::path::Path;

/// Status of a report.
pub enum ReportStatus {
    /// Written by this call.
    Written,
    /// Up to date from an earlier call with the same parameters.
    UpToDate,
}

/// Writes the report on a scenario to a folder, unless it is up to date; with `png` also charts as PNG.
pub fn make(
    call: &Call,
    scenario: &Scenario,
    folder: &Path,
    arguments: &ReportArguments,
    (png, related): (bool, RelatedPages),
    job: &Job,
) -> Result<ReportStatus, Vec<Failure>> {
    let mut trial_options = arguments.trial_options.clone();
    // One thread per report; idle threads help through worker permits.
    trial_options.common.threads = Some(1);
    check_folder(folder).map_err(|error| stored(&error))?;
    if let Some(why) = trial_options.refused(scenario) {
        let text = format!("{}: {why}", scenario.path);
        return Err(vec![Failure::Input(text)]);
    }
    let asked = run::asked(scenario, &trial_options);
    let link = arguments.app.as_ref().and_then(|_| {
        let link = Link {
            seed: trial_options.common.seed.or(scenario.seed),
            ..Link::to(scenario)
        };
        // A scenario too long for a link has none.
        Some(format!("{APP}#{}", link.fragment().ok()?))
    });
    let related = RelatedPages {
        app: link.as_deref(),
        ..related
    };
    let flags = ReportFlags {
        extras: arguments.extras,
        safe_csv: arguments.csv.safe_csv,
        // Without the feature, the option makes no difference.
        png: png && cfg!(feature = "charts"),
    };
    let order = SummaryRequest {
        build: library().build,
        scenario: &scenario.identity(),
        text: scenario.whole_text(),
        assignments: &scenario.whole_assignments(),
        seed: asked.plan.seed,
        trials: asked.trials,
        precision: asked.plan.precision,
        estimator: asked.plan.estimator,
        flags,
        related,
    };
    let key = order.key();
    if !arguments.again && Summary::finished(folder, &key).is_some() {
        return Ok(ReportStatus::UpToDate);
    }
    let board = &ProgressDisplay::Among(job);
    let shown = run::play(scenario, &trial_options, "report", board);
    let mut shown = shown.map_err(|problem| vec![Failure::of(&scenario.path, problem)])?;
    if shown.results.stopped == StopReason::Interrupted {
        return Err(vec![interrupted(scenario)]);
    }
    let further = further(scenario, arguments.extras, &trial_options, board)?;
    if !arguments.extras.no_stronger {
        let ladder = further.ladder.as_ref().map(|one| &one.found);
        let glanced = (shown.results.trials, ladder);
        let beside = run::quick_estimate(scenario, &trial_options, glanced, board);
        (shown.skill, shown.readings) = beside.map_err(|_| vec![interrupted(scenario)])?;
    }
    let mut changes = None;
    if !arguments.extras.no_changes {
        let found = run::changes(scenario, &trial_options, shown.results.trials, board);
        changes = found.map_err(|_| vec![interrupted(scenario)])?;
    }
    let narrated_trials = sample_games(scenario, arguments, &shown.results);
    let line = board.begin(&scenario.title, Work::Other("drawing and writing"));
    let _finishing = call.finishing(&format!("the report on {}", scenario.path));
    let extras = ReportExtras {
        ladder: further.ladder.is_some(),
        drama: further.drama.is_some(),
        ..arguments.extras
    };
    let command = shown.command.clone() + &ask::options(&extras) + &ask::options(&arguments.csv);
    let mut answers = Vec::new();
    let own = shown.results.outcomes.first().and_then(OutcomeResult::best);
    let own = own.map_or(0.5, |share| share.value);
    answers.extend(changes.map(|changes| nearby_answer(&changes, own, &replay(scenario))));
    let ladder = further.ladder.map(ScenarioAnswer::bare);
    let tune = further.tune.map(ScenarioAnswer::bare);
    let further = [ladder, further.sweep, tune, further.drama];
    answers.extend(further.into_iter().flatten().map(|one| one.answer));
    let input = ReportInput {
        results: &shown.results,
        scenario: scenario.whole_text(),
        command: &command,
        key: &key,
        flags,
        result_context: ResultContext {
            notes: &scenario.notes,
            line_up: &scenario.line_up(),
            narrated_trials: &narrated_trials,
            ..shown.result_context()
        },
        related,
        answers: &answers,
    };
    let written = write_folder(&input, folder);
    drop(line);
    written.map_err(|error| stored(&error))?;
    Ok(ReportStatus::Written)
}

/// Returns the sample games: a typical one, then from the worst to the best.
fn sample_games(
    scenario: &Scenario,
    arguments: &ReportArguments,
    results: &Results,
) -> Vec<NarratedTrial> {
    if arguments.extras.no_stories || results.trials == 0 {
        return Vec::new();
    }
    NarratedTrial::samples(scenario, &replay(scenario), results.seed, results.trials)
}

fn stored(error: &crate::report::FolderError) -> Vec<Failure> {
    vec![Failure::Storage(error.to_string())]
}

/// Answers to the other questions of a report.
struct Further {
    ladder: Option<ScenarioAnswer<LadderResult>>,
    sweep: Option<ScenarioAnswer>,
    tune: Option<ScenarioAnswer<Tuning>>,
    drama: Option<ScenarioAnswer>,
}

/// Asks the other questions of a report. Cells of the ladder, settings of the sweep and the drama have at
/// most `trial_options.trials` trials each.
///
/// - The ladder if it is requested and the scenario has seats for players.
/// - The drama if it is requested and positions can be evaluated.
/// - The sweep if the file has a `[sweep]` table.
/// - The tuning if the file has a `[tune]` table. An unmet target does not affect the exit code.
fn further(
    scenario: &Scenario,
    extras: ReportExtras,
    trial_options: &TrialOptions,
    board: &ProgressDisplay,
) -> Result<Further, Vec<Failure>> {
    let context = Context {
        most: trial_options.trials,
        ..Context::new(board)
    };
    let common = || trial_options.common.clone();
    let has_ladder = extras.ladder && !scenario.seats.is_empty();
    let has_drama = extras.drama && scenario.contest.evaluation().is_some();
    let (has_sweep, has_tune) = (scenario.sweep.is_some(), scenario.tune.is_some());
    let at = (scenario, &context);
    Ok(Further {
        ladder: asked(has_ladder, at, |one: &mut ask::Ladder| {
            one.common = common();
        })?,
        sweep: asked(has_sweep, at, |one: &mut ask::Sweep| one.common = common())?,
        tune: asked(has_tune, at, |one: &mut ask::Tune| one.common = common())?,
        drama: asked(has_drama, at, |one: &mut ask::Drama| one.common = common())?,
    })
}
/// Asks a question, if the report has it. A partial answer counts as an interruption.
fn asked<Q: Question + Default>(
    is_wanted: bool,
    (scenario, context): (&Scenario, &Context<'_>),
    adjust: impl FnOnce(&mut Q),
) -> Result<Option<ScenarioAnswer<Q::Found>>, Vec<Failure>> {
    if !is_wanted {
        return Ok(None);
    }
    let mut question = Q::default();
    adjust(&mut question);
    let found = question.ask(scenario, context);
    let found = found.map_err(|problems| Failure::all(&scenario.path, problems))?;
    let whole = found.filter(|found| found.part.is_none());
    whole.map(Some).ok_or_else(|| vec![interrupted(scenario)])
}

/// Returns the failure of an interrupted report.
fn interrupted(scenario: &Scenario) -> Failure {
    Failure::Interrupted(format!(
        "interrupted: no report on {} was written",
        scenario.path
    ))
}
