//! `evenodds report`: folders with pages, charts and all figures, for one scenario or a batch.

#[cfg(feature = "frames")]
mod history;
mod one;
mod parallel;
mod report_folder;

use super::arguments::{Csv, FolderSources};
use super::call::Call;
use super::crash;
use super::failure::Failure;
use super::input;
use super::library;
use super::output;
use super::progress::Job;
use super::question::prepare;
use super::sources::{NamedFile, gather};
use crate::ask::{TrialOptions, numbers};
use crate::document::{file, joined, printable_path};
#[cfg(feature = "frames")]
use crate::records::Records;
use crate::report::{
    FolderError, Listed, ListedScenario, RelatedPages, ReportExtras, Summary, UniqueNames,
    check_folder, clean, fault_key, scenario_name, write_fault,
};
use crate::sim::Share;
use clap::Args;
#[cfg(feature = "frames")]
use history::KeptHistory;
use one::ReportStatus;
use report_folder::ReportFolder;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Arguments of `report`.
#[derive(Debug, Args)]
#[command(after_help = "\
A folder means all scenarios below it. Scenarios are played concurrently, and each has a report in a \
folder of its own; a faulty file has a page with its faults. With more than one file, index.html links to \
all reports, and index.json has the same for programs. Charts are then SVG only, unless --png is given.

A report is written completely or not at all. A finished report is reused if content, seed, trials, options \
and build are the same, so after Ctrl-C or a crash the same command resumes; --again makes all anew.

A scenario with a [sweep] or [tune] table is also swept or tuned. No setting of a sweep has more trials than \
-n.")]
pub struct ReportArguments {
    #[command(flatten)]
    pub sources: FolderSources,
    #[command(flatten)]
    pub trial_options: TrialOptions,
    #[command(flatten)]
    pub extras: ReportExtras,
    /// Folder for the reports, each in a folder of its own
    #[arg(short, long, value_name = "DIR", value_hint = clap::ValueHint::DirPath, default_value = "report")]
    pub out: PathBuf,
    #[command(flatten)]
    pub csv: Csv,
    /// Also write charts as PNG with more than one scenario; a report on a single file always has them
    #[cfg_attr(feature = "charts", arg(long))]
    #[cfg_attr(not(feature = "charts"), arg(skip))]
    pub png: bool,
    /// Earlier folder of reports, for the changes since then in the index; may be the --out folder
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub since: Option<PathBuf>,
    #[cfg(feature = "frames")]
    #[command(flatten)]
    pub history: history::HistoryArguments,
    /// Copy evenodds.html, the page for browsers, from FILE to --out, and link the reports to it
    #[cfg_attr(feature = "charts", arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath))]
    #[cfg_attr(not(feature = "charts"), arg(skip))]
    pub app: Option<PathBuf>,
    /// Make only share I of N of the reports, without an index; a later call without --shard writes it
    #[arg(long, value_name = "I/N", value_parser = numbers::share, conflicts_with = "since")]
    pub shard: Option<Share>,
    /// Make all reports again, even those that are up to date
    #[arg(long)]
    pub again: bool,
    /// Exit with code 1 if an expectation fails or is undecided, as `evenodds check` does
    #[arg(long)]
    pub fail: bool,
}

/// Page of a report or of an index.
const PAGE: &str = "index.html";
/// The page for browsers, beside the reports.
const APP: &str = "evenodds.html";
/// Part of the page for browsers that no other page has.
const APP_MARK: &str = r#"<script type="text/plain" id="engine">"#;
/// Index for programs.
const LIST: &str = "index.json";
/// Files with all figures of all scenarios.
#[cfg(feature = "frames")]
const TABLES: [&str; 2] = ["results.csv", "results.parquet"];
#[cfg(not(feature = "frames"))]
const TABLES: [&str; 0] = [];

/// Returns the names of the files beside the folders of reports.
fn beside() -> impl Iterator<Item = &'static str> {
    [PAGE, LIST].into_iter().chain(TABLES)
}

/// Checks that existing files beside the folders of reports belong to an index of reports.
fn check_index(call: &Call, out: &Path) -> Result<(), Failure> {
    let files = beside().map(|name| out.join(name));
    let files: Vec<PathBuf> = files.filter(|path| path.exists()).collect();
    for path in &files {
        output::target(call, path)?;
    }
    let list = std::fs::read_to_string(out.join(LIST));
    let is_index = list.is_ok_and(|text| Listed::read(&text).is_ok());
    match files.first() {
        Some(path) if !is_index => Err(Failure::Storage(format!(
            "{} already exists and does not belong to an index of reports; choose another --out, or remove it",
            printable_path(path)
        ))),
        _ => Ok(()),
    }
}

/// Plays all scenarios and writes a folder of files for each, and an index for a batch.
pub fn report(arguments: &ReportArguments, call: &Call) -> Result<(), Failure> {
    prepare(call, arguments.trial_options.common.threads);
    let (found, _) = gather(&arguments.sources.files);
    let is_batch = found.len() > 1 || found.iter().any(|named| named.within.is_some());
    let out = &arguments.out;
    // Read before anything is written, since it may be the folder of this call.
    let earlier = earlier(arguments.since.as_deref(), out, is_batch)?;
    let planned = planned(found, out);
    apart(call, &planned, is_batch, out)?;
    if is_batch {
        check_index(call, out)?;
    }
    let app = arguments.app.as_deref().map(app).transpose()?;
    let place = ReportFolder::take(out)?;
    if let Some(app) = app {
        put(call, &out.join(APP), &app)?;
    }
    // An empty folder is removed again.
    let _unfinished = call.unfinished(out.clone());
    #[cfg(feature = "frames")]
    let kept = arguments.history.kept(call, is_batch, out, &|name| {
        beside().any(|own| name == own) || planned.iter().any(|one| name == one.name.as_str())
    })?;
    call.last_line(&match &planned[..] {
        [only] => unwritten(&only.path),
        _ => "interrupted: the finished reports are written, without an index; run the same command to resume"
            .to_owned(),
    });
    let share = arguments.shard.unwrap_or(Share::WHOLE);
    let share = share.of_trials(planned.len() as u64);
    let share = share.start as usize..share.end as usize;
    let count = share.len();
    let mut done = make_all(&planned, share, (arguments, is_batch), call);
    let written = done.entries.iter().filter(|one| one.folder.is_some());
    let written = written.count();
    let broken = arguments.fail && done.entries.iter().any(ListedScenario::is_broken);
    if call.interrupted() && written < count {
        return Err(Failure::Interrupted(match planned.len() {
            1 => unwritten(&planned[0].path),
            _ => format!(
                "interrupted: {written} of {count} reports are written, without an index; run the same command to \
                 resume"
            ),
        }));
    }
    if is_batch && written > 0 && arguments.shard.is_none() {
        let entries = std::mem::take(&mut done.entries);
        let listed = Listed::new(entries);
        let listed = match &earlier {
            Some(earlier) => listed.since(earlier),
            None => listed,
        };
        let done = (done.there, done.closed);
        #[cfg(feature = "frames")]
        index(call, listed, kept.as_ref(), done, arguments)?;
        #[cfg(not(feature = "frames"))]
        index(call, listed, done, arguments)?;
    }
    drop(place);
    if broken {
        call.fail(Failure::Unmet);
    }
    if done.closed {
        return Err(Failure::ClosedPipe);
    }
    Ok(())
}

/// Makes a range of the planned reports, on all cores.
fn make_all(
    planned: &[ReportPlan],
    range: Range<usize>,
    (arguments, is_batch): (&ReportArguments, bool),
    call: &Call,
) -> ReportProgress {
    let common = &arguments.trial_options.common;
    let all = match common.threads {
        Some(threads) => threads.into(),
        None => rayon::current_num_threads(),
    };
    let count = range.len();
    let threads = all.min(count);
    let job = Job::new(call, count, all - threads, common.quiet);
    let mut done = ReportProgress::default();
    parallel::in_order(
        count,
        threads,
        &job.permits,
        |number| {
            let number = range.start + number;
            let one = &planned[number];
            let name = |number: usize| planned.get(number).map(|one| one.name.as_str());
            let related = RelatedPages {
                index: is_batch,
                before: number.checked_sub(1).and_then(name),
                after: name(number + 1),
                app: None,
            };
            let png = !is_batch || arguments.png;
            let outcome = one.made(call, arguments, (png, related), &job);
            job.advance();
            (one, outcome)
        },
        |(one, outcome)| job.aside(|| done.take(one, outcome, call)),
    );
    job.finish();
    done
}

/// Returns the message of an interrupted call for one report.
fn unwritten(path: &str) -> String {
    format!("interrupted: no report on {path} was written")
}

/// Report to make.
struct ReportPlan {
    /// File as typed or found.
    path: String,
    /// True if the file is below a folder among the arguments.
    is_below: bool,
    /// Name of the report's folder.
    name: String,
    /// Path of the report's folder.
    folder: PathBuf,
    /// File to open. The worker takes it and drops the scenario afterwards, which may have large tables.
    file: Mutex<Option<NamedFile>>,
}

/// Plans a report for each file.
fn planned(found: Vec<NamedFile>, out: &Path) -> Vec<ReportPlan> {
    let mut names = UniqueNames::without(&beside().collect::<Vec<_>>());
    let one = |named: NamedFile| {
        let within = named.within.as_ref();
        let name = names.unique(&scenario_name(within.unwrap_or(&named.path)));
        ReportPlan {
            path: named.path.clone(),
            is_below: within.is_some(),
            folder: out.join(&name),
            name,
            file: Mutex::new(Some(named)),
        }
    };
    found.into_iter().map(one).collect()
}

/// Checks that no report overwrites a scenario.
fn apart(call: &Call, planned: &[ReportPlan], is_batch: bool, out: &Path) -> Result<(), Failure> {
    for one in planned {
        call.places().scenario(&one.path)?;
    }
    let files = beside().filter(|_| is_batch);
    let files: Vec<PathBuf> = files.map(|name| out.join(name)).collect();
    call.places()
        .reports(planned.iter().map(|one| &*one.folder), &files)
}

/// Result of making a report.
#[derive(Default)]
struct ReportOutcome {
    title: String,
    /// Status of the report; `None` if there is none.
    made: Option<ReportStatus>,
    /// Failure of the scenario, which has a page of its own.
    fault: Option<Failure>,
    /// Other failures.
    failures: Vec<Failure>,
}

impl ReportPlan {
    /// Makes the report, or a page with the faults of the file. `drawn` has whether charts are also PNG,
    /// and the neighbors of the page.
    fn made(
        &self,
        call: &Call,
        arguments: &ReportArguments,
        drawn: (bool, RelatedPages),
        job: &Job,
    ) -> ReportOutcome {
        let mut outcome = ReportOutcome {
            title: self.path.clone(),
            ..ReportOutcome::default()
        };
        let file = self.file.lock().ok().and_then(|mut file| file.take());
        let Some(named) = file.filter(|_| !call.interrupted()) else {
            return outcome;
        };
        let made = match input::open(named, call, &arguments.sources.changes.assignments) {
            Ok(mut scenario) => {
                input::play(call, &mut scenario);
                outcome.title.clone_from(&scenario.title);
                crash::isolated(&self.path, || {
                    one::make(call, &scenario, &self.folder, arguments, drawn, job).map(Some)
                })
            }
            Err(fault) => Err(fault),
        };
        // The faults of the file, or a panic, have a page instead.
        let made = made.unwrap_or_else(|fault| {
            let made = self.fault(call, &fault, arguments);
            outcome.fault = Some(fault);
            made.map_err(|error| vec![Failure::Storage(error.to_string())])
        });
        match made {
            Ok(made) => outcome.made = made,
            Err(failures) => outcome.failures = failures,
        }
        outcome
    }

    /// Writes a page with the faults of the file, if the file exists.
    fn fault(
        &self,
        call: &Call,
        fault: &Failure,
        arguments: &ReportArguments,
    ) -> Result<Option<ReportStatus>, FolderError> {
        let Some(message) = fault.message() else {
            return Ok(None);
        };
        if !self.is_below && !Path::new(&self.path).is_file() {
            return Ok(None);
        }
        let _finishing = call.finishing(&format!("the page on {}", self.path));
        check_folder(&self.folder)?;
        let key = fault_key(&library().build(), &self.path, message);
        if !arguments.again && Summary::finished(&self.folder, &key).is_some() {
            return Ok(Some(ReportStatus::UpToDate));
        }
        write_fault(&library().build(), &self.path, message, &self.folder)?;
        Ok(Some(ReportStatus::Written))
    }
}

/// Results of the reports so far.
#[derive(Default)]
struct ReportProgress {
    entries: Vec<ListedScenario>,
    /// Number of reports that were up to date before.
    there: usize,
    /// True if standard output is closed.
    closed: bool,
}

impl ReportProgress {
    /// Prints the status of a report and adds it to the index.
    fn take(&mut self, one: &ReportPlan, outcome: ReportOutcome, call: &Call) {
        if let Some(made) = &outcome.made {
            let page = match &outcome.fault {
                _ if cfg!(feature = "charts") => PAGE,
                None => "results.json",
                Some(_) => "error.txt",
            };
            let is_there = matches!(made, ReportStatus::UpToDate);
            self.there += usize::from(is_there);
            let fault = outcome.fault.as_ref().map(|_| "faults");
            let notes = [fault, is_there.then_some("up to date")];
            let title = clean(&outcome.title);
            let mut line = format!("{title}: {}", printable_path(&one.folder.join(page)));
            match joined(notes.into_iter().flatten(), ", ") {
                none if none.is_empty() => {}
                notes => line = format!("{line} ({notes})"),
            }
            self.say(&line, call);
        }
        let made = outcome.made.is_some();
        let wrong: Vec<Failure> = outcome.fault.into_iter().chain(outcome.failures).collect();
        self.entries.push(ListedScenario {
            path: one.path.clone(),
            folder: made.then(|| one.name.clone()),
            // Always read back from the disk, so that the index does not depend on which reports are new.
            summary: made.then(|| Summary::read(&one.folder)).flatten(),
            failure: (wrong.iter().filter(|_| !made).find_map(Failure::message)).map(str::to_owned),
            since: None,
            nightly: None,
        });
        for failure in wrong {
            // An interruption is reported once, at the end.
            if !matches!(failure, Failure::Interrupted(_)) {
                call.fail(failure);
            }
        }
    }

    /// Prints a line. Reports are made even if standard output is closed.
    fn say(&mut self, line: &str, call: &Call) {
        if self.closed {
            return;
        }
        match call.print(&format!("{line}\n")) {
            Ok(()) => {}
            Err(Failure::ClosedPipe) => self.closed = true,
            Err(failure) => {
                self.closed = true;
                call.fail(failure);
            }
        }
    }
}

/// Reads the page for browsers.
fn app(path: &Path) -> Result<Vec<u8>, Failure> {
    let wrong = |why: String| Failure::Input(format!("--app {}: {why}", printable_path(path)));
    let read = std::fs::read(path);
    let text = read.map_err(|error| {
        let help = match error.kind() {
            std::io::ErrorKind::NotFound => "; build it with web/build.sh",
            _ => "",
        };
        wrong(format!("{}{help}", file::reason(&error)))
    })?;
    let mark = APP_MARK.as_bytes();
    if !text.windows(mark.len()).any(|part| part == mark) {
        return Err(wrong(
            "expected evenodds.html, the page for browsers; build it with web/build.sh".to_owned(),
        ));
    }
    Ok(text)
}

/// Writes the index if it is not up to date, and prints its path.
fn index(
    call: &Call,
    listed: Listed,
    #[cfg(feature = "frames")] kept: Option<&KeptHistory>,
    (there, closed): (usize, bool),
    arguments: &ReportArguments,
) -> Result<(), Failure> {
    // If the figures cannot be read back, the index is still written.
    #[cfg(feature = "frames")]
    let records = crate::ask::earlier::loaded_reports_in(&arguments.out, listed.scenarios())
        .map_err(|problem| Failure::of("", problem))
        .map(|held| crate::report::tidy_records(&held));
    #[cfg(feature = "frames")]
    let (listed, kept) = match (kept, &records) {
        // The index does not depend on the history, which may fail.
        (Some(kept), Ok(records)) => kept.add(records, listed.clone()).unwrap_or_else(|failure| {
            call.fail(failure);
            (listed, String::new())
        }),
        _ => (listed, String::new()),
    };
    #[cfg(not(feature = "frames"))]
    let (listed, kept) = (listed, "");
    let all = listed.reports.len();
    let files = [
        (LIST, listed.json()),
        #[cfg(feature = "charts")]
        (
            PAGE,
            crate::report::index_page(&listed)
                .map_err(|error| Failure::Storage(error.to_string()))?,
        ),
    ];
    let mut page = PathBuf::new();
    for (name, text) in files {
        page = arguments.out.join(name);
        put(call, &page, text.as_bytes())?;
    }
    #[cfg(feature = "frames")]
    tables(call, &records?, arguments)?;
    if closed {
        return Ok(());
    }
    let before = match there {
        0 => String::new(),
        _ if there == all => " (all up to date)".to_owned(),
        _ => format!(" ({there} up to date)"),
    };
    let changed = match listed.changed() {
        empty if empty.is_empty() => empty,
        changed => format!("{changed}\n"),
    };
    call.print(&format!(
        "{}: {}{before}\n{changed}{kept}",
        listed.in_short(),
        printable_path(&page)
    ))
}

/// Writes a file beside the reports, if its contents differ.
fn put(call: &Call, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if std::fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    output::write(call, path, bytes)
}

/// Writes all figures of all scenarios, as read back from the reports.
#[cfg(feature = "frames")]
fn tables(call: &Call, records: &Records, arguments: &ReportArguments) -> Result<(), Failure> {
    use crate::frames::{csv, parquet, safe_csv};
    let text = csv(records);
    let text = if arguments.csv.safe_csv {
        safe_csv(&text)
    } else {
        text
    };
    let table = parquet(records).map_err(|error| Failure::Storage(error.to_string()))?;
    let [in_csv, in_parquet] = TABLES.map(|name| arguments.out.join(name));
    put(call, &in_csv, text.as_bytes())?;
    put(call, &in_parquet, &table)
}

/// Reads the index of an earlier folder of reports.
fn earlier(folder: Option<&Path>, out: &Path, is_batch: bool) -> Result<Option<Listed>, Failure> {
    let Some(folder) = folder else {
        return Ok(None);
    };
    let wrong =
        |text: String| Failure::Input(format!("--since {}: {text}", printable_path(folder)));
    if !is_batch {
        return Err(wrong(
            "expected a folder of scenarios or more than one file, because a report on a single file has no index"
                .to_owned(),
        ));
    }
    let path = folder.join(LIST);
    // The first of many runs into the same folder has no earlier one.
    if folder == out && !path.exists() {
        return Ok(None);
    }
    let text = std::fs::read_to_string(&path).map_err(|error| {
        wrong(format!(
            "cannot read {LIST} in this folder: {}; expected a folder of reports with an index, which `evenodds \
             report` wrote",
            file::reason(&error)
        ))
    })?;
    let read = Listed::read(&text);
    read.map(Some).map_err(|error| {
        wrong(format!(
            "{LIST} is not an index of `evenodds report`: {error}"
        ))
    })
}
