//! `report --history`: a file that grows by a night.

use super::super::call::Call;
use super::super::failure::Failure;
use super::super::interrupts::Unfinished;
use super::super::lock::Lock;
use super::super::output::{self, Draft, Target};
use crate::document::shown;
use crate::frames::{FrameError, History, HistoryError};
use crate::records::Records;
use crate::report::{Listed, NIGHT_COLUMNS, SHOWN_NIGHTS, clean, counted, tidy_records};
use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use std::ffi::OsStr;
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// The file beside a history that is locked from when a history in that folder is read until it is written.
const LOCK: &str = ".evenodds-history.lock";
/// The time between two tries to get the lock.
const PAUSE: Duration = Duration::from_millis(20);
/// How long a call waits for the lock before it says so.
const PATIENCE: Duration = Duration::from_secs(1);

/// Where nights are kept.
#[derive(Clone, Debug, Args)]
pub struct HistoryArguments {
    /// Keep every figure of every night in a Parquet file, and show in the index how each scenario went over the
    /// last 30 nights. The file is made if it is not there; with --night
    #[arg(long, value_name = "FILE.parquet", conflicts_with = "shard")]
    history: Option<PathBuf>,
    /// What the rows of this call are called in the history, such as its date: --night "$(date -I)". A night of
    /// that name that is there is replaced
    #[arg(long, value_name = "LABEL", requires = "history", value_parser = NonEmptyStringValueParser::new())]
    night: Option<String>,
}

/// The history of a call.
pub struct Kept<'a> {
    call: &'a Call,
    path: &'a Path,
    night: &'a str,
}

impl HistoryArguments {
    /// The history that is asked for, as far as the command line tells.
    pub fn kept<'a>(&'a self, call: &'a Call, is_batch: bool) -> Result<Option<Kept<'a>>, Failure> {
        let Some(path) = self.history.as_deref() else {
            return Ok(None);
        };
        let mut wrong = Vec::new();
        if !is_batch {
            wrong.push(
                "what is kept are the figures of an index, and a report on a single file has none: name a folder of \
                 scenarios, or several"
                    .to_owned(),
            );
        }
        if path.extension().is_none_or(|ending| ending != "parquet") {
            wrong.push(format!(
                "what is written is Parquet, and the name has to say so: {}",
                shown(&path.with_extension("parquet"))
            ));
        }
        if self.night.is_none() {
            wrong.push(
                "the night needs a name, since results do not hang on the clock: add one, such as --night \
                 \"$(date -I)\""
                    .to_owned(),
            );
        }
        match &self.night {
            Some(night) if wrong.is_empty() => Ok(Some(Kept { call, path, night })),
            _ => {
                let wrong = wrong.iter();
                let lines = wrong.map(|why| format!("--history {}: {why}", shown(path)));
                Err(Failure::Input(lines.collect::<Vec<_>>().join("\n")))
            }
        }
    }
}

/// A history with this night in it, as it is to be written.
pub struct Grown<'a> {
    kept: &'a Kept<'a>,
    history: History,
    /// Whether the night was there before.
    again: bool,
    /// How many it has now.
    figures: u64,
    /// No other call reads the history to change it before this one is written.
    _lock: (Unfinished, Lock),
}

impl Kept<'_> {
    /// Whether the file may be written and is a history, if it is there: asked before anything is played. The folder
    /// of the reports is there by now, and says which names in it are its own.
    pub fn check(&self, out: &Path, is_own: &dyn Fn(&OsStr) -> bool) -> Result<(), Failure> {
        let place = output::destination(self.path);
        let folder = output::folder_of(&place).canonicalize().ok();
        let is_beside =
            folder.is_some_and(|folder| out.canonicalize().is_ok_and(|out| out == folder));
        if is_beside && place.file_name().is_some_and(is_own) {
            return Err(Failure::Input(format!(
                "--history {}: the reports have that name for themselves: choose another one",
                shown(self.path)
            )));
        }
        match output::target(self.call, self.path)? {
            Target::Device => return Err(self.refused("it is no file; name one")),
            Target::File => {}
        }
        if let Some(file) = self.open()? {
            let empty = self.empty()?;
            empty.check(file).map_err(|error| self.foreign(&error))?;
        }
        // Nobody waits for a night to hear that it cannot be kept.
        let begun = Draft::new(self.path);
        begun.map(drop).map_err(|error| {
            self.refused(&format!(
                "no file can be made in its folder ({}); see that the place can be written and has room",
                error.kind()
            ))
        })
    }

    /// The history with the figures of this night, locked until it is written.
    pub fn grown(&self, rows: &Records) -> Result<Grown<'_>, Failure> {
        let lock = self.locked()?;
        let mut history = self.empty()?;
        if let Some(file) = self.open()? {
            history = history.read(file).map_err(|error| self.foreign(&error))?;
        }
        let again = history.nights().any(|night| night == self.night);
        history
            .put(self.night, rows)
            .map_err(|error| self.unmade(&error))?;
        Ok(Grown {
            kept: self,
            history,
            again,
            figures: rows.len() as u64,
            _lock: lock,
        })
    }

    /// Waits until no other call changes a history in the same folder.
    fn locked(&self) -> Result<(Unfinished, Lock), Failure> {
        // Beside the file itself, so that all links to it lead to the same lock.
        let place = output::destination(self.path);
        let path = output::folder_of(&place).join(LOCK);
        let begun = Instant::now();
        let mut is_told = false;
        loop {
            match Lock::take(&path) {
                // The first is dropped first: nothing is removed here that another call may have by then.
                Ok(lock) => return Ok((self.call.unfinished(path), lock)),
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => return Err(self.refused(&error.to_string())),
            }
            if self.call.interrupted() {
                return Err(Failure::Interrupted(format!(
                    "interrupted: {} is not in {} yet; the same command continues",
                    clean(self.night),
                    shown(self.path)
                )));
            }
            if !is_told && begun.elapsed() > PATIENCE {
                is_told = true;
                self.call.say(&format!(
                    "waiting for {}: another call is writing a history in this folder",
                    shown(&path)
                ));
            }
            thread::sleep(PAUSE);
        }
    }

    fn empty(&self) -> Result<History, Failure> {
        History::new(&tidy_records(&[])).map_err(|error| self.unmade(&error))
    }

    /// The file, where there is one.
    fn open(&self) -> Result<Option<File>, Failure> {
        match File::open(self.path) {
            Ok(file) => Ok(Some(file)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.foreign(&error.into())),
        }
    }

    fn foreign(&self, error: &HistoryError) -> Failure {
        Failure::Storage(format!(
            "--history {}: {error}; it stays as it is: name another file, which need not be there, or one that \
             --history wrote",
            shown(self.path)
        ))
    }

    fn unmade(&self, error: &FrameError) -> Failure {
        self.refused(&error.to_string())
    }

    fn refused(&self, why: &str) -> Failure {
        Failure::Storage(format!("cannot write {}: {why}", shown(self.path)))
    }
}

impl Grown<'_> {
    /// The index with its last nights.
    pub fn shown(&self, listed: Listed) -> Result<Listed, Failure> {
        let rows = self.history.last(SHOWN_NIGHTS, &NIGHT_COLUMNS);
        let rows = rows.map_err(|error| self.kept.unmade(&error))?;
        Ok(listed.with_nights(&rows))
    }

    /// Writes it, where it is not as it should be, and says so. After that other calls may change it.
    pub fn write(self) -> Result<String, Failure> {
        let path = self.kept.path;
        let bytes = self.history.parquet();
        let bytes = bytes.map_err(|error| self.kept.unmade(&error))?;
        if !std::fs::read(path).is_ok_and(|old| old == bytes) {
            output::write(self.kept.call, path, &bytes)?;
        }
        Ok(format!(
            "{}: {}; {} is {}, with {}",
            shown(path),
            counted(self.history.nights().len() as u64, "night"),
            clean(self.kept.night),
            if self.again { "replaced" } else { "new" },
            counted(self.figures, "figure")
        ))
    }
}
