//! `run --checkpoint`, `run --shard` and `run --samples`: resumable runs, parts of runs, and runs that write
//! a row per trial.

use super::answer::Outputs as _;
use super::arguments::{Framed, Output, ShardOptions};
use super::call::Call;
use super::call_files::{destination, folder_of};
use super::failure::Failure;
use super::library;
use super::output::{self, DraftFile};
use super::progress::ProgressDisplay;
use super::question::QuestionArguments;
use crate::ask::{Run, RunPlan, ScreenResults, WorkProgress, run as play, shards as files};
use crate::contest::Tally;
use crate::document::file::{self, ReadError};
use crate::document::{grouped, printable, printable_path};
use crate::scenario::Scenario;
use crate::sim::{
    Finished, Shard, ShardError, Share, ShareEstimator, StopReason, metric_names, next_stop,
    run_from,
};
use std::fs;
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Minimum time between two saves of a checkpoint.
const PAUSE: Duration = Duration::from_millis(250);

/// Plays a scenario, or a share of it, with a checkpoint or with a row per trial. Returns `None` for a
/// share, which is written as a part.
pub fn run(
    scenario: &Scenario,
    asking: &QuestionArguments<Run, Framed>,
    shard_options: &ShardOptions,
    call: &Call,
) -> Result<Option<ScreenResults>, Failure> {
    let mut asked = play::asked(scenario, &asking.question.trial_options);
    if let Some(why) = asking.question.trial_options.refused(scenario) {
        return Err(Failure::Input(format!("{}: {why}", scenario.path)));
    }
    if shard_options.samples.is_some() {
        asked.plan.estimator = ShareEstimator::Plain;
    }
    let share = shard_options.shard.unwrap_or(Share::WHOLE);
    if shard_options.shard.is_some() {
        check_part_output(asking.outputs.output())?;
        asked.plan.trials = share.of_trials(asked.trials);
    }
    let blank = blank(scenario, &asked, share);
    let path = shard_options.checkpoint.as_deref();
    let start = match path {
        Some(path) => begin(call, path, scenario, &blank)?,
        None => None,
    };
    let nothing = || (Tally::new(scenario.contest.as_ref()), blank.first_trial);
    let (tally, next) = start.unwrap_or_else(nothing);
    if let Some(path) = path {
        call.exit_message(kept_in(call, &scenario.path, path));
    }
    let board = &ProgressDisplay::alone(call, asking.question.trial_options.common.quiet);
    // A share has no results and no exact answer.
    let exact = match shard_options.shard {
        None => play::solved(scenario, asked.trials, board),
        Some(_) => None,
    };
    let progress = play::show_progress(scenario, &asked.plan, board);
    crate::sim::Progress::advanced(&*progress, next - blank.first_trial);
    let mut keeper = path.map(|path| CheckpointWriter::new(call, path, &blank, next));
    let sampled = sampled(call, scenario, &asked, &*progress, shard_options);
    let finished = sampled.unwrap_or_else(|| {
        Ok(run_from(
            scenario.contest.as_ref(),
            &asked.plan,
            &*progress,
            (tally, next),
            &next_stop,
            &mut |tally, trials| {
                if let Some(keeper) = &mut keeper {
                    keeper.note(tally, trials.end);
                }
            },
        ))
    });
    drop(progress);
    let finished = finished?;
    let saved = keeper.is_some_and(|keeper| keeper.finish(&finished));
    let saved = path.filter(|_| saved);
    let is_interrupted = finished.stopped == StopReason::Interrupted;
    if is_interrupted {
        let mut text = outcome_message(scenario, &finished, &asked, saved);
        if let Some(path) = &shard_options.samples {
            text.push_str(&samples_message(path, &finished));
        }
        call.fail(Failure::Interrupted(text));
    }
    if shard_options.shard.is_none() {
        let finished = (&finished, exact.as_ref());
        let shown = play::screen_results(scenario, &asked, finished, "run");
        return shown
            .map(Some)
            .map_err(|problem| Failure::of(&scenario.path, problem));
    }
    if !is_interrupted {
        let part = filled(&blank, &finished.tally, finished.trials.end);
        let text = String::from_utf8_lossy(&part.to_bytes()).into_owned();
        output::deliver(call, &text, asking.outputs.output())?;
    }
    Ok(None)
}

/// Checks that a part goes to a file or to another program.
fn check_part_output(output: &Output) -> Result<(), Failure> {
    if output.out.is_none() && std::io::stdout().is_terminal() {
        return Err(Failure::Input(
            "--shard writes a part for `evenodds merge`; pass a file with -o".to_owned(),
        ));
    }
    Ok(())
}

/// Plays with a row per trial, if requested. There is no checkpoint then, so the run begins with its
/// first trial.
fn sampled(
    call: &Call,
    scenario: &Scenario,
    asked: &RunPlan,
    progress: &dyn WorkProgress,
    shard_options: &ShardOptions,
) -> Option<Result<Finished, Failure>> {
    let path = shard_options.samples.as_deref()?;
    #[cfg(feature = "frames")]
    return Some(super::samples::run(
        call,
        scenario,
        &asked.plan,
        progress,
        path,
    ));
    #[cfg(not(feature = "frames"))]
    {
        let _ = (call, scenario, asked, progress, path);
        None
    }
}

/// Returns the exit message of a run with a checkpoint, for trials that do not end in time.
fn kept_in(call: &Call, scenario: &str, path: &Path) -> impl FnOnce() + Send + 'static {
    let (call, scenario, path) = (call.clone(), scenario.to_owned(), path.to_owned());
    move || {
        call.say(&if path.is_file() {
            format!(
                "interrupted: {scenario} is saved in {}; run the same command to resume",
                path.display()
            )
        } else {
            format!("interrupted: {scenario} has no finished trials, so nothing is saved")
        });
    }
}

/// Returns the message about an interrupted run.
fn outcome_message(
    scenario: &Scenario,
    finished: &Finished,
    asked: &RunPlan,
    saved: Option<&Path>,
) -> String {
    let done = finished.trials.end - finished.trials.start;
    let wanted = asked.plan.trials.end - asked.plan.trials.start;
    let path = &scenario.path;
    let [done, of] = [done, wanted].map(grouped);
    match saved {
        Some(file) => format!(
            "interrupted: {done} of {of} trials of {path} are saved in {}; run the same command to resume",
            printable_path(file)
        ),
        None if finished.trials.start == 0 && asked.trials == wanted => {
            format!(
                "interrupted: the figures of {path} are those of {done} finished trials; pass --checkpoint to be \
                 able to resume a run"
            )
        }
        None => format!(
            "interrupted: no part of {path} was written after {done} of {of} trials of this share; pass \
             --checkpoint to be able to resume a run"
        ),
    }
}

/// Returns the further line about the samples of an interrupted run.
fn samples_message(path: &Path, finished: &Finished) -> String {
    let rows = grouped(finished.trials.end - finished.trials.start);
    format!(
        "\n{} has the samples of {rows} trials",
        printable_path(path)
    )
}

/// Returns the part without trials.
fn blank(scenario: &Scenario, asked: &RunPlan, share: Share) -> Shard {
    let first_trial = asked.plan.trials.start;
    Shard {
        tool: env!("CARGO_PKG_VERSION").to_owned(),
        build: library().build(),
        scenario: scenario.identity(),
        text: scenario.whole_text().to_owned(),
        assignments: scenario.whole_assignments(),
        seed: asked.plan.seed,
        run: asked.trials,
        precision: asked.plan.precision,
        estimator: asked.plan.estimator,
        share,
        first_trial,
        end: first_trial,
        metrics: metric_names(scenario.contest.as_ref()),
        counts: Tally::new(scenario.contest.as_ref()).counts(),
    }
}

fn filled(blank: &Shard, tally: &Tally, end: u64) -> Shard {
    Shard {
        end,
        counts: tally.counts(),
        ..blank.clone()
    }
}

/// Loads the tally and the next trial from a checkpoint of this run. Renames a checkpoint that is truncated
/// or belongs to another run.
///
/// # Errors
/// The file cannot be read, or is not a checkpoint.
fn begin(
    call: &Call,
    path: &Path,
    scenario: &Scenario,
    blank: &Shard,
) -> Result<Option<(Tally, u64)>, Failure> {
    let refused =
        |why: String| Failure::Storage(format!("cannot use {}: {why}", printable_path(path)));
    let read = match files::read(path) {
        Err(ReadError::System(error)) if error.kind() == ErrorKind::NotFound => {
            let place = destination(path);
            let folder = folder_of(&place);
            let missing = || {
                refused(format!(
                    "the folder {} does not exist",
                    printable_path(folder)
                ))
            };
            return folder.is_dir().then_some(None).ok_or_else(missing);
        }
        Err(error) => return Err(refused(files::unread(&error))),
        Ok(Err(ShardError::Foreign)) => {
            return Err(refused(
                "the file exists and is not a checkpoint; choose another name".to_owned(),
            ));
        }
        Ok(read) => read,
    };
    let held = read.map_err(|error| error.to_string()).and_then(|part| {
        same_run(&part, blank)?;
        let tally = part
            .tally(scenario.contest.as_ref())
            .map_err(|error| error.to_string())?;
        Ok((tally, part.end))
    });
    match held {
        Ok(held) => Ok(Some(held)),
        Err(why) => {
            let aside = back_up(path).map_err(|error| refused(error.to_string()))?;
            call.say(&format!(
                "{}: {why}; the file is renamed to {}, and the run starts from the beginning",
                printable_path(path),
                printable_path(&aside)
            ));
            Ok(None)
        }
    }
}

/// Checks that the trials of a part are the first ones of a run.
///
/// # Errors
/// The part belongs to another run; the text has the first difference.
fn same_run(part: &Shard, run: &Shard) -> Result<(), String> {
    type Get = fn(&Shard) -> String;
    let precision: Get = |part| match part.precision {
        Some(half) => format!("--precision {half}"),
        None => "no --precision".to_owned(),
    };
    let required: [(&str, Get); 6] = [
        ("kind", |part| part.scenario.kind.clone()),
        ("a contest with hash", |part| part.scenario.hash.clone()),
        ("seed", |part| part.seed.to_string()),
        ("first trial", |part| part.first_trial.to_string()),
        ("a run with", precision),
        ("estimator", |part| part.estimator.name()),
    ];
    if let Some(foreign) = part.foreign_program(&library().build()) {
        return Err(format!("it {foreign}"));
    }
    for (what, get) in required {
        let (this, that) = (get(part), get(run));
        if this != that {
            let this = printable(&this);
            return Err(format!("it has {what} {this}; expected {that}"));
        }
    }
    let end = run.share.of_trials(run.run).end;
    if part.end > end {
        return Err(format!(
            "it has trials up to {}; expected at most {}",
            part.end - 1,
            end.saturating_sub(1)
        ));
    }
    Ok(())
}

/// Renames a file to `….aside`, or `….aside-2` and so on, and returns the new path. A symbolic link to it
/// stays.
fn back_up(path: &Path) -> std::io::Result<PathBuf> {
    let path = destination(path);
    for number in 1_u32.. {
        let mut name = path.as_os_str().to_owned();
        name.push(if number == 1 {
            ".aside".to_owned()
        } else {
            format!(".aside-{number}")
        });
        let aside = PathBuf::from(name);
        if fs::symlink_metadata(&aside).is_err() {
            fs::rename(&path, &aside)?;
            return Ok(aside);
        }
    }
    Err(std::io::Error::from(ErrorKind::AlreadyExists))
}

/// Writer of checkpoints during a run.
struct CheckpointWriter<'a> {
    call: &'a Call,
    path: &'a Path,
    blank: &'a Shard,
    /// Time and end of trials of the last save.
    last: (Instant, Option<u64>),
    failed: Option<Failure>,
}

impl<'a> CheckpointWriter<'a> {
    fn new(call: &'a Call, path: &'a Path, blank: &'a Shard, next: u64) -> Self {
        let kept = (next > blank.first_trial).then_some(next);
        Self {
            call,
            path,
            blank,
            last: (Instant::now(), kept),
            failed: None,
        }
    }

    /// Saves the trials before `end` if a save is due.
    fn note(&mut self, tally: &Tally, end: u64) {
        if self.last.0.elapsed() >= PAUSE {
            self.keep(tally, end);
        }
    }

    /// Saves the trials before `end`. After an error the run continues; the failure is reported at the end.
    fn keep(&mut self, tally: &Tally, end: u64) {
        if self.last.1 == Some(end) {
            return;
        }
        let bytes = filled(self.blank, tally, end).to_bytes();
        match save(self.call, self.path, &bytes) {
            Ok(()) => {
                self.last = (Instant::now(), Some(end));
                self.failed = None;
            }
            Err(error) => {
                self.last.0 = Instant::now();
                self.failed = Some(Failure::Storage(format!(
                    "cannot save the run in {}: {}; it can be resumed only from an earlier save, if \
                     there is one",
                    printable_path(self.path),
                    file::reason(&error)
                )));
            }
        }
    }

    /// Saves all trials and reports a failure. Returns whether they are saved.
    fn finish(mut self, finished: &Finished) -> bool {
        self.keep(&finished.tally, finished.trials.end);
        match self.failed {
            None => true,
            Some(failure) => {
                self.call.fail(failure);
                false
            }
        }
    }
}

/// Writes a file completely, or keeps the existing one.
fn save(call: &Call, path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let _finishing = call.finishing(&format!("the checkpoint {}", path.display()));
    let draft = DraftFile::new(path)?;
    draft.file().write_all(bytes)?;
    draft.keep()
}
