//! The folder into which reports go: one call at a time, and nothing left over from one that was
//! killed.

use super::super::failure::Failure;
#[cfg(windows)]
use super::super::lock::Lock;
use super::super::output;
use crate::document::shown;
use crate::report::UNFINISHED;
#[cfg(not(windows))]
use std::fs::File;
use std::fs::{self, TryLockError};
use std::io;
use std::path::Path;

/// The lock of a folder: the folder itself where folders can be locked.
#[cfg(not(windows))]
type Held = File;
#[cfg(windows)]
type Held = Lock;

/// A folder that is ours as long as this lives.
pub struct Place<'a> {
    folder: &'a Path,
    /// The lock goes with it, also if the program is killed.
    lock: Option<Held>,
}

impl<'a> Place<'a> {
    /// Takes the folder, which is made if it is not there, and clears it of what killed calls left.
    pub fn take(folder: &'a Path) -> Result<Self, Failure> {
        let failed = |error: &io::Error| {
            Failure::Storage(format!(
                "cannot write reports to {}: {error}",
                shown(folder)
            ))
        };
        fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        let lock = match locked(folder) {
            Ok(file) => Some(file),
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::Storage(format!(
                    "another call is writing reports to {}: wait for it, or choose another --out",
                    shown(folder)
                )));
            }
            // Not every file system has locks.
            Err(TryLockError::Error(_)) => None,
        };
        if lock.is_some() {
            clear(folder).map_err(|error| failed(&error))?;
        }
        Ok(Self { folder, lock })
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        // Where the lock is a file in the folder, it goes first; where it is the folder, nobody else may
        // take that before it is gone.
        if cfg!(windows) {
            self.lock = None;
        }
        // One that was made in vain; a folder with anything in it stays.
        let _ = fs::remove_dir(self.folder);
    }
}

/// The folder itself, locked.
#[cfg(not(windows))]
fn locked(folder: &Path) -> Result<Held, TryLockError> {
    let file = File::open(folder).map_err(TryLockError::Error)?;
    file.try_lock()?;
    Ok(file)
}

/// A file in the folder, since folders cannot be locked.
#[cfg(windows)]
fn locked(folder: &Path) -> Result<Held, TryLockError> {
    Lock::take(&folder.join(".evenodds.lock"))
}

/// Removes what killed calls were writing. Folders are written by the call that has the lock alone; a file may be what
/// a call of another sort is writing.
fn clear(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let is_unfinished = entry.file_name().to_string_lossy().starts_with(UNFINISHED);
        if is_unfinished && entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        }
    }
    output::tidy(folder, output::UNFINISHED)
}
