//! A report as a folder of files, written atomically: completely or not at all.
//!
//! All files are written to a new folder beside the target, which is then renamed. An existing
//! folder is replaced only if it is empty, or an older report with nothing else in it.

use super::ReportInput;
use super::ResultContext;
#[cfg(feature = "charts")]
use super::fault::fault_page;
use super::json::json;
#[cfg(feature = "charts")]
use super::names::{UniqueNames, safe_name};
#[cfg(feature = "charts")]
use super::page::{PageError, drawn, handout, page_of};
#[cfg(feature = "frames")]
use super::results::RecordFrame;
use super::results::results_answer;
use super::summary::{SUMMARY, Summary, write_synced};
#[cfg(feature = "charts")]
use crate::charts::{ChartError, png};
use crate::document::file;
#[cfg(feature = "frames")]
use crate::frames::{self, FrameError};
#[cfg(feature = "charts")]
use rayon::prelude::*;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Prefix of the name of a report while it is being written. Such folders can be removed if no
/// other process is writing reports beside them.
pub const UNFINISHED: &str = ".evenodds-report-";

/// File of the printable page.
#[cfg(feature = "charts")]
const HANDOUT: &str = "handout.html";

/// An error while writing a folder.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// The folder exists and is neither empty nor an older report.
    #[error("{path} exists and contains {found}; choose another folder, or empty this one")]
    Foreign {
        /// Target folder.
        path: PathBuf,
        /// Name of a file that does not belong to a report.
        found: String,
    },
    /// The path is not a folder that a report may create or replace.
    #[error("{path} cannot become a report folder: it is {found}; choose another path")]
    Place {
        /// Target folder.
        path: PathBuf,
        /// Kind of the object at the path, such as `a link`.
        found: &'static str,
    },
    /// Reading or writing failed.
    #[error("{path}: {}; check the permissions and the free space", file::reason(.source))]
    File {
        /// File or folder.
        path: PathBuf,
        /// Cause.
        source: io::Error,
    },
    /// The page or a chart failed.
    #[cfg(feature = "charts")]
    #[error(transparent)]
    Page(#[from] PageError),
    /// A chart could not be converted to a picture.
    #[cfg(feature = "charts")]
    #[error(transparent)]
    Picture(#[from] ChartError),
    /// A frame could not be written.
    #[cfg(feature = "frames")]
    #[error(transparent)]
    Frame(#[from] FrameError),
}

/// Writes a report about one scenario to the folder `into`, which is created, or replaced if it is
/// empty or an older report.
///
/// With the Cargo feature `charts` there are `index.html` and the `charts` as SVG, and as PNG on
/// request; with `frames` the frames as CSV and Parquet. `results.json`, `scenario.toml` and the
/// summary `report.json` are always written.
///
/// # Errors
/// Fails if the folder contains anything else or a file cannot be written. An existing report is
/// then kept.
pub fn write_folder(input: &ReportInput, into: &Path) -> Result<(), FolderError> {
    create_or_replace(into, |folder| {
        fill(input, folder)?;
        describe(Summary::of(input), folder)
    })
}

/// Writes the fault of the file `path`, which is not a scenario, to the folder `into` in place of a
/// report: `error.txt`, and `index.html` with the Cargo feature `charts`.
///
/// # Errors
/// Fails under the same conditions as [`write_folder`].
pub fn write_fault(build: &str, path: &str, message: &str, into: &Path) -> Result<(), FolderError> {
    create_or_replace(into, |folder| {
        write(
            &folder.join("error.txt"),
            format!("{}\n", message.trim_end()),
        )?;
        #[cfg(feature = "charts")]
        write(&folder.join("index.html"), fault_page(path, message)?)?;
        describe(Summary::of_fault(build, path, message), folder)
    })
}

fn describe(summary: Summary, folder: &Path) -> Result<(), FolderError> {
    let written = summary.write(folder);
    written.map_err(|source| failed(&folder.join(SUMMARY), source))
}

/// Creates the folder `into` or replaces an older one; `fill` writes its files.
fn create_or_replace(
    into: &Path,
    fill: impl FnOnce(&Path) -> Result<(), FolderError>,
) -> Result<(), FolderError> {
    let occupied = look(into)?;
    let parent = match into.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(parent).map_err(|source| failed(parent, source))?;
    let nearby = tempfile::Builder::new()
        .prefix(UNFINISHED)
        .tempdir_in(parent)
        .map_err(|source| failed(parent, source))?;
    // Only the current user can read the temporary folder; the folder within it has the usual
    // permissions.
    let fresh = nearby.path().join("report");
    make(&fresh)?;
    fill(&fresh)?;
    if !occupied {
        return fs::rename(&fresh, into).map_err(|source| failed(into, source));
    }
    let old = nearby.path().join("replaced");
    fs::rename(into, &old).map_err(|source| failed(into, source))?;
    let Err(source) = fs::rename(&fresh, into) else {
        return Ok(());
    };
    if fs::rename(&old, into).is_err() {
        // If the old report cannot be restored, it must survive the temporary folder.
        return Err(failed(&nearby.keep().join("replaced"), source));
    }
    Err(failed(into, source))
}

/// Checks that a report may be written to `into`, see [`write_folder`].
///
/// # Errors
/// Fails if the folder contains anything that must not be replaced.
pub fn check_folder(into: &Path) -> Result<(), FolderError> {
    look(into).map(drop)
}

/// Returns whether `into` exists and may be replaced.
fn look(into: &Path) -> Result<bool, FolderError> {
    let place = |found| FolderError::Place {
        path: into.to_owned(),
        found,
    };
    if into.file_name().is_none() {
        return Err(place("not the name of a folder"));
    }
    let about = match fs::symlink_metadata(into) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(source) => return Err(failed(into, source)),
        Ok(about) => about,
    };
    if about.is_symlink() {
        return Err(place("a link"));
    }
    if !about.is_dir() {
        return Err(place("a file"));
    }
    if holds_us(into) {
        return Err(place("the working folder or a folder above it"));
    }
    match foreign(into)? {
        None => Ok(true),
        Some(found) => Err(FolderError::Foreign {
            path: into.to_owned(),
            found,
        }),
    }
}

/// Returns whether the current directory is `folder` or below it.
fn holds_us(folder: &Path) -> bool {
    match (
        fs::canonicalize(folder),
        std::env::current_dir().and_then(fs::canonicalize),
    ) {
        (Ok(folder), Ok(here)) => here.starts_with(folder),
        _ => false,
    }
}

/// Returns a name in the folder that is not in the file list of an older report; `None` for an
/// empty folder.
fn foreign(folder: &Path) -> Result<Option<String>, FolderError> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(|source| failed(folder, source))? {
        let entry = entry.map_err(|source| failed(folder, source))?;
        names.push(entry.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    if names.is_empty() {
        return Ok(None);
    }
    let Some(summary) = Summary::read(folder) else {
        return Ok(Some(format!("no {SUMMARY} from evenodds")));
    };
    let is_listed = |name: &&String| *name == SUMMARY || summary.has(name);
    let foreign = names.iter().find(|name| !is_listed(name));
    Ok(foreign.map(|name| format!("`{name}`, which is not from a report")))
}

/// Writes all files of the report. The page comes last, as it links to the others.
fn fill(input: &ReportInput, folder: &Path) -> Result<(), FolderError> {
    let mut files = vec!["results.json".to_owned()];
    let results = folder.join(&files[0]);
    let mut put = |name: String, bytes: &[u8]| {
        let written = write(&folder.join(&name), bytes);
        files.push(name);
        written
    };
    let own = ResultContext {
        skill: input.result_context.skill,
        readings: input.result_context.readings,
        ..ResultContext::default()
    };
    let own = results_answer(input.results, &own);
    write_synced(&results, json(&own).as_bytes()).map_err(|source| failed(&results, source))?;
    let scenario = input.scenario.replace("\r\n", "\n");
    put("scenario.toml".to_owned(), scenario.as_bytes())?;
    for answer in input.answers {
        let name = format!("{}.json", answer.question);
        put(name, json(answer).as_bytes())?;
    }
    #[cfg(feature = "frames")]
    {
        let frames = RecordFrame::ALL.into_iter();
        let frames = frames.map(|frame| (frame.name(), own.rows.records(frame)));
        let answers = input.answers.iter();
        let answers =
            answers.map(|answer| (answer.question, answer.rows.records(RecordFrame::Outcomes)));
        for (name, records) in frames.chain(answers) {
            let mut csv = frames::csv(&records);
            if input.flags.safe_csv {
                csv = frames::safe_csv(&csv);
            }
            put(format!("{name}.csv"), csv.as_bytes())?;
            put(format!("{name}.parquet"), &frames::parquet(&records)?)?;
        }
    }
    #[cfg(feature = "charts")]
    {
        if input.flags.extras.handout {
            files.push(HANDOUT.to_owned());
        }
        write_charts(input, folder, &files)?;
    }
    Ok(())
}

#[cfg(feature = "charts")]
fn write_charts(input: &ReportInput, folder: &Path, files: &[String]) -> Result<(), FolderError> {
    let charts = drawn(input)?;
    write(&folder.join("index.html"), page_of(input, &charts, files)?)?;
    if input.flags.extras.handout {
        write(&folder.join(HANDOUT), handout(input)?)?;
    }
    let pictures = folder.join("charts");
    make(&pictures)?;
    let mut names = UniqueNames::default();
    let charts = charts.iter();
    let charts = charts.map(|chart| (names.unique(&safe_name(&chart.name)), &chart.svg));
    let charts: Vec<(String, &String)> = charts.collect();
    for (name, svg) in &charts {
        write(&pictures.join(format!("{name}.svg")), svg)?;
    }
    if !input.flags.png {
        return Ok(());
    }
    // Pictures take most of the time and are independent of each other.
    let write_png =
        |(name, svg): &(String, &String)| write(&pictures.join(format!("{name}.png")), png(svg)?);
    let written: Vec<Result<(), FolderError>> = charts.par_iter().map(write_png).collect();
    // Returns the first error in the order of files, whichever occurred first.
    written.into_iter().collect()
}

fn make(folder: &Path) -> Result<(), FolderError> {
    fs::create_dir(folder).map_err(|source| failed(folder, source))
}

fn write(file: &Path, bytes: impl AsRef<[u8]>) -> Result<(), FolderError> {
    fs::write(file, bytes).map_err(|source| failed(file, source))
}

fn failed(path: &Path, source: io::Error) -> FolderError {
    FolderError::File {
        path: path.to_owned(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::Ambush;
    use super::*;
    use crate::report::{ReportFlags, ResultContext};
    use crate::sim::Results;

    fn input(results: &Results) -> ReportInput<'_> {
        ReportInput {
            results,
            scenario: "kind = \"combat\"\r\n",
            command: "evenodds run canyon.toml",
            key: "",
            flags: ReportFlags {
                png: true,
                ..ReportFlags::default()
            },
            result_context: ResultContext::default(),
            related: super::super::RelatedPages::default(),
            answers: &[],
        }
    }

    /// Drawing many pictures would slow down the tests.
    fn few_charts(trials: u64) -> Results {
        let mut results = Ambush::new().results(trials);
        results.metrics.truncate(1);
        results
    }

    /// Returns all files below a folder with their bytes, in order.
    fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                found.extend(files(&path));
            } else {
                found.push((path.clone(), fs::read(&path).unwrap()));
            }
        }
        found.sort();
        found
    }

    #[test]
    fn the_same_results_give_the_same_bytes_and_old_reports_are_replaced() {
        let place = tempfile::tempdir().unwrap();
        let into = place.path().join("reports").join("canyon");
        let results = few_charts(500);
        write_folder(&input(&results), &into).unwrap();
        let first = files(&into);
        write_folder(&input(&few_charts(100)), &into).unwrap();
        assert_ne!(files(&into), first);
        write_folder(&input(&results), &into).unwrap();
        assert_eq!(files(&into), first);
        let beside: Vec<_> = fs::read_dir(place.path().join("reports"))
            .unwrap()
            .collect();
        assert_eq!(beside.len(), 1, "nothing temporary stays");
        for (path, bytes) in &first {
            let is_text = path
                .extension()
                .is_some_and(|end| end != "png" && end != "parquet");
            assert!(!is_text || !bytes.contains(&b'\r'), "{}", path.display());
        }
    }

    #[test]
    fn the_folder_contains_the_files_of_enabled_features() {
        let place = tempfile::tempdir().unwrap();
        let into = place.path().join("canyon");
        write_folder(&input(&few_charts(500)), &into).unwrap();
        let mut names: Vec<String> = fs::read_dir(&into)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        let all = [
            "charts",
            "histograms.csv",
            "histograms.parquet",
            "index.html",
            "metrics.csv",
            "metrics.parquet",
            "outcomes.csv",
            "outcomes.parquet",
            "report.json",
            "results.json",
            "scenario.toml",
        ];
        let expected: Vec<&str> = all
            .into_iter()
            .filter(|name| {
                let always = ["report.json", "results.json", "scenario.toml"].contains(name);
                let drawn = ["charts", "index.html"].contains(name);
                always || cfg!(feature = "charts") && drawn || cfg!(feature = "frames") && !drawn
            })
            .collect();
        assert_eq!(names, expected);
    }

    #[test]
    fn other_folders_and_files_stay() {
        let place = tempfile::tempdir().unwrap();
        let results = few_charts(100);
        let into = place.path().join("notes");
        fs::create_dir(&into).unwrap();
        write_folder(&input(&results), &into).expect("an empty folder is free");
        fs::write(into.join("diary.txt"), "mine").unwrap();
        let error = write_folder(&input(&results), &into).unwrap_err();
        assert!(error.to_string().ends_with(
            "exists and contains `diary.txt`, which is not from a report; choose another folder, or \
             empty this one"
        ));
        assert_eq!(fs::read(into.join("diary.txt")).unwrap(), b"mine");
        fs::remove_file(into.join("diary.txt")).unwrap();
        write_folder(&input(&results), &into).unwrap();

        fs::write(into.join(SUMMARY), "{\"tool\": 1}").unwrap();
        let error = write_folder(&input(&results), &into).unwrap_err();
        assert!(matches!(error, FolderError::Foreign { .. }));

        let file = place.path().join("file");
        fs::write(&file, "mine").unwrap();
        let error = write_folder(&input(&results), &file).unwrap_err();
        assert!(matches!(error, FolderError::Place { .. }));
    }

    #[test]
    fn a_report_that_cannot_be_written_leaves_nothing() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("file");
        fs::write(&file, "mine").unwrap();
        let error = write_folder(&input(&few_charts(100)), &file.join("x")).unwrap_err();
        assert!(matches!(error, FolderError::File { .. }), "{error}");
        assert_eq!(files(place.path()), [(file, b"mine".to_vec())]);
    }

    #[test]
    fn the_working_folder_is_never_replaced() {
        let results = few_charts(100);
        let here = std::env::current_dir().unwrap();
        for place in [Path::new("/"), Path::new(".."), &here] {
            let error = write_folder(&input(&results), place).unwrap_err();
            assert!(matches!(error, FolderError::Place { .. }), "{error}");
        }
    }
}
