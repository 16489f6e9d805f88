//! The report on one scenario.

use super::super::call::Call;
use super::super::failure::Failure;
use super::super::progress::{Job, ProgressDisplay};
use super::{APP, ReportArguments};
use crate::analysis::{
    Advice, DramaFigures, ERROR_RATES, LadderResult, SweepResult, Tuning, can_err,
};
use crate::ask::{
    self, Context, ProgressBars as _, Question, ScenarioAnswer, ScreenResults, TrialOptions, Work,
    replay, run,
};
use crate::cli::library;
use crate::report::{
    Answer, NarratedTrial, RelatedPages, ReportExtras, ReportFlags, ReportInput, ResultContext,
    Summary, SummaryRequest, check_folder, nearby_answer, own_share, write_folder,
};
use crate::scenario::{Link, Scenario};
use crate::sim::{Results, StopReason};
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
    let link = arguments.app.as_ref();
    let link = link.and_then(|_| app_link(scenario, &trial_options));
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
    let key = key(scenario, &trial_options, (flags, related));
    if !arguments.again && Summary::finished(folder, &key).is_some() {
        return Ok(ReportStatus::UpToDate);
    }
    let board = &ProgressDisplay::Among(job);
    let played = Played::new(scenario, arguments.extras, &trial_options, board)?;
    let narrated_trials = sample_games(scenario, arguments, &played.shown.results);
    let line = board.begin(&scenario.title, Work::Other("drawing and writing"));
    let _finishing = call.finishing(&format!("the report on {}", scenario.path));
    let command = played.command(arguments);
    let Played {
        shown,
        further,
        changes,
    } = played;
    let changes = changes.map(|changes| {
        let own = own_share(&changes, &shown.results);
        nearby_answer(&changes, own, &replay(scenario))
    });
    let answers: Vec<Answer> = changes.into_iter().chain(further.answers()).collect();
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

/// Returns the address of the scenario in the page for browsers; `None` if it is too long for a link.
fn app_link(scenario: &Scenario, trial_options: &TrialOptions) -> Option<String> {
    let link = Link {
        seed: trial_options.common.seed.or(scenario.seed),
        ..Link::to(scenario)
    };
    Some(format!("{APP}#{}", link.fragment().ok()?))
}

/// Returns the key of the report: reports with the same key have the same content.
fn key(
    scenario: &Scenario,
    trial_options: &TrialOptions,
    (flags, related): (ReportFlags, RelatedPages<'_>),
) -> String {
    let asked = run::asked(scenario, trial_options);
    let request = SummaryRequest {
        build: &library().build(),
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
    request.key()
}

/// Everything that is played for a report.
struct Played {
    shown: ScreenResults,
    further: Further,
    /// Effects of single changes, if requested.
    changes: Option<Advice>,
}

impl Played {
    /// Plays the scenario, then the other questions of the report.
    fn new(
        scenario: &Scenario,
        extras: ReportExtras,
        trial_options: &TrialOptions,
        board: &ProgressDisplay,
    ) -> Result<Self, Vec<Failure>> {
        let shown = run::play(scenario, trial_options, "report", board);
        let mut shown = shown.map_err(|problem| vec![Failure::of(&scenario.path, problem)])?;
        if shown.results.stopped == StopReason::Interrupted {
            return Err(vec![interrupted(scenario)]);
        }
        let further = further(scenario, extras, trial_options, board)?;
        if !extras.no_stronger {
            let ladder = further.ladder.as_ref().and_then(|one| one.found.as_ref());
            let glanced = (shown.results.trials, ladder);
            let beside = run::quick_estimate(scenario, trial_options, glanced, board);
            (shown.skill, shown.readings) = beside.map_err(|_| vec![interrupted(scenario)])?;
        }
        let mut changes = None;
        if !extras.no_changes {
            let found = run::changes(scenario, trial_options, shown.results.trials, board);
            changes = found.map_err(|_| vec![interrupted(scenario)])?;
        }
        Ok(Self {
            shown,
            further,
            changes,
        })
    }

    /// Returns the reproduce command, without the sections that the scenario cannot have.
    fn command(&self, arguments: &ReportArguments) -> String {
        let extras = ReportExtras {
            ladder: self.further.ladder.is_some(),
            drama: self.further.drama.is_some(),
            ..arguments.extras
        };
        self.shown.command.clone() + &ask::options(&extras) + &ask::options(&arguments.csv)
    }
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
    ladder: Option<ScenarioAnswer<Option<LadderResult>>>,
    errors: Option<ScenarioAnswer<Option<LadderResult>>>,
    sweep: Option<ScenarioAnswer<SweepResult>>,
    tune: Option<ScenarioAnswer<Option<Tuning>>>,
    drama: Option<ScenarioAnswer<DramaFigures>>,
}

impl Further {
    /// Yields the answers in the order of the report.
    fn answers(self) -> impl Iterator<Item = Answer> {
        let all = [
            self.ladder.map(|one| one.answer),
            self.errors.map(|one| one.answer),
            self.sweep.map(|one| one.answer),
            self.tune.map(|one| one.answer),
            self.drama.map(|one| one.answer),
        ];
        all.into_iter().flatten()
    }
}

/// Asks the other questions of a report. Cells of the ladder, settings of the sweep and the drama have at
/// most `trial_options.trials` trials each.
///
/// - The ladder if it is requested and the scenario has seats for players, and their errors if they can
///   err.
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
        errors: asked(
            has_ladder && can_err(scenario),
            at,
            |one: &mut ask::Ladder| {
                one.errors = ERROR_RATES.map(str::to_owned).into();
                one.common = common();
            },
        )?,
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
    Failure::Interrupted(super::unwritten(&scenario.path))
}
