//! `evenodds diff`: what changed between two results, or two folders of reports.

use super::answer::{Answered, Wanted};
use super::arguments::Output;
use super::call::Call;
use super::failure::Failure;
use crate::analysis::{DIFF_ALPHA, Held, diff};
use crate::ask::numbers;
use crate::document::file::{ReadError, read};
use crate::document::shown;
use crate::report::{Listed, Summary, diff_answer};
use clap::Args;
use std::path::{Path, PathBuf};

/// `diff`.
#[derive(Debug, Args)]
#[command(after_help = "\
OLD and NEW are results (`run --format json`, `results.json`) or folders that `evenodds report` wrote:
  evenodds report scenarios --out tonight
  evenodds diff yesterday tonight --format markdown --fail

A figure is called changed only where luck does not explain it, corrected for the number of figures (Holm's \
procedure). Seeds, trials and contests may differ between both sides.")]
pub struct DiffArguments {
    /// What was: a file of results, or a folder of reports
    #[arg(value_name = "OLD", value_hint = clap::ValueHint::AnyPath)]
    pub old: PathBuf,
    /// What is
    #[arg(value_name = "NEW", value_hint = clap::ValueHint::AnyPath)]
    pub new: PathBuf,
    /// End with exit code 1 if a figure changed beyond doubt, an expectation no longer holds, or a file is no
    /// scenario any more
    #[arg(long)]
    pub fail: bool,
    /// The chance that anything is called changed though nothing is
    #[arg(long, value_name = "P", value_parser = numbers::alpha, default_value_t = DIFF_ALPHA, allow_negative_numbers = true)]
    pub alpha: f64,
    #[command(flatten)]
    pub output: Output,
}

/// Shows what changed.
pub fn show(arguments: &DiffArguments, call: &Call) -> Result<(), Failure> {
    let wanted = Wanted::new(call, &arguments.output)?;
    let sides = [&arguments.old, &arguments.new].map(|path| held(path));
    let [old, new] = match sides {
        [Ok(old), Ok(new)] => [old, new],
        sides => {
            // What is wrong with either is said at once.
            for wrong in sides.into_iter().filter_map(Result::err) {
                call.fail(wrong);
            }
            return Ok(());
        }
    };
    let found = diff(old, new, arguments.alpha);
    wanted.deliver(&[Answered {
        answer: diff_answer(&found),
        elapsed: None,
        again: String::new(),
    }])?;
    if arguments.fail && found.wants_a_look() {
        call.fail(Failure::Unmet);
    }
    Ok(())
}

/// All results that a file or a folder holds.
pub fn held(path: &Path) -> Result<Vec<Held>, Failure> {
    if !path.is_dir() {
        return results(path);
    }
    let index = path.join("index.json");
    if index.is_file() {
        let text = text(&index)?;
        let listed = Listed::read(&text).map_err(|error| {
            Failure::Input(format!(
                "{}: it is no index of this program: {error}",
                shown(&index)
            ))
        })?;
        return held_in(path, listed.parts());
    }
    if let Some(summary) = Summary::read(path) {
        return report(path, None, &summary);
    }
    Err(Failure::Input(format!(
        "{}: it is no folder of reports: neither index.json nor report.json is in it; name what `evenodds report` wrote, or \
         a file of results",
        shown(path)
    )))
}

/// All results of the reports in a folder: the file of each, its own folder, and what it says of itself.
pub fn held_in<'a>(
    path: &Path,
    reports: impl Iterator<Item = (&'a str, Option<&'a str>, Option<&'a Summary>)>,
) -> Result<Vec<Held>, Failure> {
    let mut all = Vec::new();
    for (file, folder, summary) in reports {
        all.extend(reported(path, file, folder, summary)?);
    }
    Ok(all)
}

/// What an index lists.
fn reported(
    path: &Path,
    file: &str,
    folder: Option<&str>,
    summary: Option<&Summary>,
) -> Result<Vec<Held>, Failure> {
    match (folder, summary) {
        (Some(folder), Some(summary)) => report(&path.join(folder), Some(folder), summary),
        // No report was made of it.
        _ => Ok(vec![Held::faulty(file, "it has no report")]),
    }
}

/// The results of one report.
fn report(path: &Path, folder: Option<&str>, summary: &Summary) -> Result<Vec<Held>, Failure> {
    let folder = folder.map(str::to_owned);
    if let Some(fault) = &summary.fault {
        return Ok(vec![Held {
            folder,
            ..Held::faulty(&summary.scenario.path, fault)
        }]);
    }
    let mut all = results(&path.join("results.json"))?;
    let file = path.join("scenario.toml");
    for one in &mut all {
        one.folder.clone_from(&folder);
        one.expectations.clone_from(&summary.expectations);
        one.file = file.to_str().filter(|_| file.is_file()).map(str::to_owned);
    }
    Ok(all)
}

fn results(path: &Path) -> Result<Vec<Held>, Failure> {
    Held::read(&text(path)?).map_err(|error| Failure::Input(format!("{}: {error}", shown(path))))
}

fn text(path: &Path) -> Result<String, Failure> {
    let name = shown(path);
    let bytes = read(path).map_err(|error| match error {
        ReadError::Kind(kind) => Failure::Input(format!("{name}: it is {kind}, and no results")),
        ReadError::Size => Failure::Input(format!("{name}: it is too large for results")),
        ReadError::System(error) => Failure::Storage(format!("cannot read {name}: {error}")),
    })?;
    String::from_utf8(bytes)
        .map_err(|_| Failure::Input(format!("{name}: it is no text, and so no results")))
}
