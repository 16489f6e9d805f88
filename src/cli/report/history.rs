//! `report --history`: a folder with a Parquet file per run.

use super::super::call::Call;
use super::super::failure::Failure;
use super::super::interrupts::Unfinished;
use super::super::output::{self, DraftFile, OutputTarget};
use super::put;
use crate::document::{file, printable_path};
use crate::frames::{HistoryError, history_parquet, read_history};
use crate::records::Records;
use crate::report::{Listed, SHOWN_RUNS, counted, is_device};
use clap::Args;
use std::ffi::OsStr;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

/// File extension of a run in the history.
const PARQUET: &str = "parquet";

/// Options of the history.
#[derive(Clone, Debug, Args)]
pub struct HistoryArguments {
    /// Add all figures to the history in this folder, and show the trends of the last 30 runs in the
    /// index; with --night
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath, requires = "night", conflicts_with = "shard")]
    history: Option<PathBuf>,
    /// Label of this run in the history, such as "$(date -I)"; replaces a run with the same label, and
    /// runs are sorted by label
    #[arg(long, value_name = "LABEL", requires = "history", value_parser = label)]
    night: Option<String>,
}

/// Maximum number of bytes of a label. Most systems have a limit of 255 for names of files.
const LONGEST_LABEL: usize = 120;

/// Checks the label of a run, which is also the name of its file and must be valid on every platform.
fn label(text: &str) -> Result<String, String> {
    if !is_label(text) {
        let accepted = "letters, digits, spaces, `-`, `_`, `.` and `+`";
        return Err(format!(
            "expected a label of {accepted} that begins with a letter or digit"
        ));
    }
    let stem = text.split('.').next().unwrap_or_default().trim_end();
    if text.len() > LONGEST_LABEL {
        Err(format!("expected a label of at most {LONGEST_LABEL} bytes"))
    } else if text.ends_with(['.', ' ']) {
        Err("expected a label that does not end with a dot or a space".to_owned())
    } else if is_device(stem) {
        Err(format!(
            "{stem} is the name of a device on Windows; expected another label"
        ))
    } else {
        Ok(text.to_owned())
    }
}

/// Returns whether a text can be the label of a run. Earlier versions accepted all of these.
fn is_label(text: &str) -> bool {
    let is_safe = |letter: char| letter.is_alphanumeric() || "-_.+ ".contains(letter);
    text.starts_with(char::is_alphanumeric) && text.chars().all(is_safe)
}

/// History of a call.
pub struct KeptHistory<'a> {
    call: &'a Call,
    folder: PathBuf,
    night: &'a str,
    _unfinished: Unfinished,
}

impl Drop for KeptHistory<'_> {
    fn drop(&mut self) {
        // Removes the folder only if it is empty.
        let _ = fs::remove_dir(&self.folder);
    }
}

impl HistoryArguments {
    /// Prepares the history for this run, before anything is played. `out` is the folder of the reports,
    /// which exists already; `is_own` returns whether a name in it belongs to the reports.
    ///
    /// # Errors
    /// The history cannot be written, is part of the reports, or the report has no index.
    pub fn kept<'a>(
        &'a self,
        call: &'a Call,
        is_batch: bool,
        out: &Path,
        is_own: &dyn Fn(&OsStr) -> bool,
    ) -> Result<Option<KeptHistory<'a>>, Failure> {
        let Some((path, night)) = self.history.as_deref().zip(self.night.as_deref()) else {
            return Ok(None);
        };
        let wrong = |why| Failure::Input(format!("--history {}: {why}", printable_path(path)));
        if !is_batch {
            return Err(wrong(
                "expected a folder of scenarios or more than one file, because a report on a single file has no index",
            ));
        }
        // Earlier versions wrote a single file with all runs.
        let is_parquet = path.extension() == Some(OsStr::new(PARQUET));
        let nights = if is_parquet && path.is_file() {
            read(path).map_err(|error| foreign(path, &error))?
        } else {
            Vec::new()
        };
        let mut folder = path.to_owned();
        if is_parquet {
            folder.set_extension("");
        }
        let failed = |error: std::io::Error| refused(&folder, &error);
        fs::create_dir_all(&folder).map_err(failed)?;
        let kept = KeptHistory {
            call,
            folder: folder.clone(),
            night,
            _unfinished: call.unfinished(folder.clone()),
        };
        let place = folder.canonicalize().map_err(failed)?;
        if let Ok(within) = place.strip_prefix(out.canonicalize().map_err(failed)?)
            && within.iter().next().is_none_or(is_own)
        {
            return Err(wrong(
                "reports are written to this folder; choose another one",
            ));
        }
        output::tidy(&folder, output::UNFINISHED).map_err(failed)?;
        kept.copy(&nights)?;
        kept.check()?;
        Ok(Some(kept))
    }
}

impl KeptHistory<'_> {
    /// Checks that the file of this run can be written.
    fn check(&self) -> Result<(), Failure> {
        let path = self.path(self.night);
        let labels = self
            .labels()
            .map_err(|error| refused(&self.folder, &error))?;
        let is_same = |label: &&String| {
            **label != self.night && label.to_lowercase() == self.night.to_lowercase()
        };
        if let Some(other) = labels.iter().find(is_same) {
            return Err(Failure::Input(format!(
                "--night {}: the history has {other}, which is the same file on some systems; choose another \
                 label",
                self.night
            )));
        }
        if let OutputTarget::Device = output::target(self.call, &path)? {
            return Err(refused(
                &path,
                &"it is not an ordinary file; choose another --night",
            ));
        }
        if path.exists() {
            self.rows(self.night)
                .map_err(|error| foreign(&path, &error))?;
        }
        let begun = DraftFile::new(&path);
        begun.map(drop).map_err(|error| {
            let why = format!(
                "no file can be created in its folder: {}; check the permissions and the free space",
                file::reason(&error)
            );
            refused(&path, &why)
        })
    }

    /// Writes the runs of a single file, except those that the folder has already.
    fn copy(&self, nights: &[(String, Records)]) -> Result<(), Failure> {
        let mut written = 0;
        for (night, rows) in nights {
            if let Err(error) = label(night) {
                self.call.say(&format!(
                    "{}: the run {night} is not copied: {error}",
                    printable_path(&self.folder)
                ));
            } else if !self.path(night).exists() {
                self.write(night, rows)?;
                written += 1;
            }
        }
        if written > 0 {
            self.call.say(&format!(
                "{}: {} copied from the single file, which is not changed",
                printable_path(&self.folder),
                counted(written, "run")
            ));
        }
        Ok(())
    }

    /// Writes this run. Returns the index with the last runs, and a line that reports what was written.
    pub fn add(&self, rows: &Records, listed: Listed) -> Result<(Listed, String), Failure> {
        let was_there = self.path(self.night).exists();
        self.write(self.night, rows)?;
        let labels = self.labels();
        let labels = labels.map_err(|error| refused(&self.folder, &error))?;
        let readable = labels
            .iter()
            .rev()
            .filter_map(|night| match self.rows(night) {
                Ok(rows) => Some((night.clone(), rows)),
                Err(error) => {
                    let path = printable_path(&self.path(night));
                    let line = format!("{path}: {error}; the index omits this run");
                    self.call.say(&line);
                    None
                }
            });
        let mut shown_nights: Vec<(String, Records)> = readable.take(SHOWN_RUNS).collect();
        shown_nights.reverse();
        let line = format!(
            "{}: {}; {} is {}, with {}\n",
            printable_path(&self.folder),
            counted(labels.len() as u64, "run"),
            self.night,
            if was_there { "replaced" } else { "new" },
            counted(rows.len() as u64, "figure")
        );
        Ok((listed.with_history(&shown_nights), line))
    }

    /// Returns the labels of all runs in order, from the names of their files.
    fn labels(&self) -> std::io::Result<Vec<String>> {
        let mut labels = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            let is_night = path.extension() == Some(OsStr::new(PARQUET)) && path.is_file();
            let stem = path.file_stem().and_then(OsStr::to_str);
            let stem = stem.filter(|stem| is_night && is_label(stem));
            labels.extend(stem.map(str::to_owned));
        }
        labels.sort();
        Ok(labels)
    }

    /// Reads the rows of a run.
    fn rows(&self, night: &str) -> Result<Records, HistoryError> {
        let mut nights = read(&self.path(night))?;
        match nights.iter().find(|one| one.0 != night) {
            Some((other, _)) => Err(HistoryError::Label(other.clone())),
            None => Ok(nights.pop().map(|one| one.1).unwrap_or_default()),
        }
    }

    /// Writes the rows of a run, unless its file has them already.
    fn write(&self, night: &str, rows: &Records) -> Result<(), Failure> {
        let path = self.path(night);
        // Another call may have removed the folder while it was empty.
        let made = fs::create_dir_all(&self.folder);
        made.map_err(|error| refused(&path, &file::reason(&error)))?;
        let bytes = history_parquet(night, rows);
        let bytes = bytes.map_err(|error| refused(&path, &error))?;
        put(self.call, &path, &bytes)
    }

    fn path(&self, night: &str) -> PathBuf {
        self.folder.join(format!("{night}.{PARQUET}"))
    }
}

/// Maximum size of a file that is read, in bytes; a file with a million figures is much smaller.
const LARGEST: u64 = 1 << 31;

fn read(path: &Path) -> Result<Vec<(String, Records)>, HistoryError> {
    if fs::metadata(path)?.len() > LARGEST {
        return Err(HistoryError::Foreign);
    }
    read_history(&fs::read(path)?)
}

fn foreign(path: &Path, error: &HistoryError) -> Failure {
    Failure::Storage(format!(
        "--history {}: {error}; move the file away, or choose another name",
        printable_path(path)
    ))
}

fn refused(path: &Path, why: &dyn Display) -> Failure {
    Failure::Storage(format!("cannot write {}: {why}", printable_path(path)))
}
