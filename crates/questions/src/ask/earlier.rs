//! Loads earlier results for `diff`.

use super::Problem;
use crate::analysis::LoadedScenario;
use crate::document::file::{self, ReadError, read};
use crate::document::printable_path;
use crate::report::{Listed, Summary};
use std::path::Path;

/// Reads all results in a file or a folder of reports.
///
/// # Errors
/// The path cannot be read, or has no results.
pub fn loaded_reports(path: &Path) -> Result<Vec<LoadedScenario>, Problem> {
    if !path.is_dir() {
        return results(path);
    }
    let index = path.join("index.json");
    if index.is_file() {
        let text = text(&index)?;
        let listed = Listed::read(&text).map_err(|error| {
            Problem::Input(format!(
                "{}: not an index of `evenodds report`: {error}",
                printable_path(&index)
            ))
        })?;
        return loaded_reports_in(path, listed.scenarios());
    }
    if let Some(summary) = Summary::read(path) {
        return report(path, None, &summary);
    }
    Err(Problem::Input(format!(
        "{}: not a folder of reports, because it has neither index.json nor report.json; expected a folder that \
         `evenodds report` wrote, or a file of results",
        printable_path(path)
    )))
}

/// Reads the results of all `reports` below `path`. Each report is a scenario file, the name of its
/// own folder, and its summary.
///
/// # Errors
/// A report cannot be read, or has no results.
pub fn loaded_reports_in<'a>(
    path: &Path,
    reports: impl Iterator<Item = (&'a str, Option<&'a str>, Option<&'a Summary>)>,
) -> Result<Vec<LoadedScenario>, Problem> {
    let mut all = Vec::new();
    for (file, folder, summary) in reports {
        all.extend(reported(path, file, folder, summary)?);
    }
    Ok(all)
}

/// Reads the results of an entry of an index.
fn reported(
    path: &Path,
    file: &str,
    folder: Option<&str>,
    summary: Option<&Summary>,
) -> Result<Vec<LoadedScenario>, Problem> {
    match (folder, summary) {
        (Some(folder), Some(summary)) => report(&path.join(folder), Some(folder), summary),
        _ => Ok(vec![LoadedScenario::faulty(file, "it has no report")]),
    }
}

/// Reads the results of a report.
fn report(
    path: &Path,
    folder: Option<&str>,
    summary: &Summary,
) -> Result<Vec<LoadedScenario>, Problem> {
    let folder = folder.map(str::to_owned);
    if let Some(fault) = &summary.fault {
        return Ok(vec![LoadedScenario {
            folder,
            ..LoadedScenario::faulty(&summary.scenario.path, fault)
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

fn results(path: &Path) -> Result<Vec<LoadedScenario>, Problem> {
    LoadedScenario::read(&text(path)?)
        .map_err(|error| Problem::Input(format!("{}: {error}", printable_path(path))))
}

fn text(path: &Path) -> Result<String, Problem> {
    let name = printable_path(path);
    let bytes = read(path).map_err(|error| match error {
        ReadError::Kind(kind) => {
            Problem::Input(format!("{name}: it is {kind}; expected a file of results"))
        }
        ReadError::Size => Problem::Input(format!("{name}: it is too large for a file of results")),
        ReadError::System(error) => {
            Problem::Storage(format!("cannot read {name}: {}", file::reason(&error)))
        }
    })?;
    String::from_utf8(bytes)
        .map_err(|_| Problem::Input(format!("{name}: not UTF-8; expected a file of results")))
}
