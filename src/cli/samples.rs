//! `run --samples`: writes a row per trial.

use super::call::Call;
use super::failure::Failure;
use super::output::{self, DraftFile, OutputTarget};
use crate::ask::{WorkProgress, replay};
use crate::document::{file, printable_path};
use crate::frames::SampleFile;
use crate::scenario::Scenario;
use crate::sim::{Finished, Plan, run_with_rows};
use std::fmt::Display;
use std::path::Path;

/// Checks that samples can be written to this path, before any trial is played.
pub fn check(call: &Call, path: &Path) -> Result<(), Failure> {
    if path.extension().is_none_or(|ending| ending != "parquet") {
        return Err(Failure::Input(format!(
            "--samples {}: expected a name that ends in .parquet, such as {}",
            printable_path(path),
            printable_path(&path.with_extension("parquet"))
        )));
    }
    match output::target(call, path)? {
        OutputTarget::File => Ok(()),
        OutputTarget::Device => Err(refused(
            path,
            &"it is not an ordinary file; choose another name",
        )),
    }
}

fn refused(path: &Path, why: &dyn Display) -> Failure {
    Failure::Storage(format!("cannot write {}: {why}", printable_path(path)))
}

/// Plays a plan and writes a row for each trial. The file is renamed into place when complete.
pub fn run(
    call: &Call,
    scenario: &Scenario,
    plan: &Plan,
    progress: &dyn WorkProgress,
    path: &Path,
) -> Result<Finished, Failure> {
    let draft = DraftFile::new(path).map_err(|error| refused(path, &file::reason(&error)))?;
    let _unfinished = call.unfinished(draft.temporary().to_owned());
    fill(call, scenario, plan, progress, path, draft)
}

fn fill(
    call: &Call,
    scenario: &Scenario,
    plan: &Plan,
    progress: &dyn WorkProgress,
    path: &Path,
    draft: DraftFile,
) -> Result<Finished, Failure> {
    let contest = scenario.contest.as_ref();
    let same = format!(" -s {}", plan.seed);
    let trace = format!("{} --trial K", replay(scenario).command("trace", &same));
    let about = [
        ("first_trial", plan.trials.start.to_string()),
        ("trace", trace),
    ];
    let wrong = |error| refused(path, &error);
    let rows = SampleFile::new(
        draft.file(),
        contest,
        &scenario.identity(),
        plan.seed,
        &about,
    );
    let rows = rows.map_err(wrong)?;
    let finished = run_with_rows(contest, plan, progress, &rows).map_err(wrong)?;
    let _finishing = call.finishing(&path.display().to_string());
    rows.finish().map_err(wrong)?;
    draft
        .keep()
        .map_err(|error| refused(path, &file::reason(&error)))?;
    Ok(finished)
}
