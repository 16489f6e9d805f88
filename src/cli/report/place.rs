//! The folder into which reports go: one call at a time, and nothing left over from one that was
//! killed.

use super::super::failure::Failure;
use super::super::output;
use crate::document::shown;
use crate::report::UNFINISHED;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

/// A folder that is ours as long as this lives.
pub struct Place<'a> {
    folder: &'a Path,
    /// The lock goes with it, also if the program is killed.
    lock: Option<File>,
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
fn locked(folder: &Path) -> Result<File, TryLockError> {
    let file = File::open(folder).map_err(TryLockError::Error)?;
    file.try_lock()?;
    Ok(file)
}

/// A file in the folder, since folders cannot be locked. Nothing else can open it, and the system removes it with the
/// process that has it.
#[cfg(windows)]
fn locked(folder: &Path) -> Result<File, TryLockError> {
    use std::os::windows::fs::OpenOptionsExt;
    const GENERIC_WRITE: u32 = 0x4000_0000;
    const DELETE: u32 = 0x0001_0000;
    const FILE_FLAG_DELETE_ON_CLOSE: u32 = 0x0400_0000;
    const ERROR_SHARING_VIOLATION: i32 = 32;
    let file = File::options()
        .write(true)
        .create(true)
        .truncate(false)
        .access_mode(GENERIC_WRITE | DELETE)
        .share_mode(0)
        .custom_flags(FILE_FLAG_DELETE_ON_CLOSE)
        .open(folder.join(".evenodds.lock"));
    file.map_err(|error| match error.raw_os_error() {
        Some(ERROR_SHARING_VIOLATION) => TryLockError::WouldBlock,
        _ => TryLockError::Error(error),
    })
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
