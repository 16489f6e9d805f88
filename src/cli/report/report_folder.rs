//! The folder of the reports: locked for one call at a time, and cleared of the leftovers of killed calls.

use super::super::failure::Failure;
use super::super::output;
use crate::document::{file, printable_path};
use crate::report::UNFINISHED;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

/// Exclusive lock on a folder, released when dropped.
pub struct ReportFolder<'a> {
    folder: &'a Path,
    /// Locked file or folder; the system releases the lock even if the program is killed.
    lock: Option<File>,
}

impl<'a> ReportFolder<'a> {
    /// Creates and locks the folder, and removes the leftovers of killed calls.
    ///
    /// # Errors
    /// The folder cannot be created, or another call has locked it.
    pub fn take(folder: &'a Path) -> Result<Self, Failure> {
        let failed = |error: &io::Error| {
            Failure::Storage(format!(
                "cannot write reports to {}: {}",
                printable_path(folder),
                file::reason(error)
            ))
        };
        fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        let lock = match locked(folder) {
            Ok(file) => Some(file),
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::Storage(format!(
                    "another call is writing reports to {}; wait until it ends, or choose another --out",
                    printable_path(folder)
                )));
            }
            // Some file systems do not support locks.
            Err(TryLockError::Error(_)) => None,
        };
        if lock.is_some() {
            clear(folder).map_err(|error| failed(&error))?;
        }
        Ok(Self { folder, lock })
    }
}

impl Drop for ReportFolder<'_> {
    fn drop(&mut self) {
        // A lock file in the folder is removed first; a lock on the folder itself is held until the
        // folder is removed.
        if cfg!(windows) {
            self.lock = None;
        }
        // Removes the folder only if it is empty.
        let _ = fs::remove_dir(self.folder);
    }
}

/// Locks the folder itself.
#[cfg(not(windows))]
fn locked(folder: &Path) -> Result<File, TryLockError> {
    let file = File::open(folder).map_err(TryLockError::Error)?;
    file.try_lock()?;
    Ok(file)
}

/// Creates a lock file in the folder, since Windows cannot lock folders. No other process can open it, and
/// the system removes it when this process ends.
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

/// Removes the leftovers of killed calls. Unfinished folders belong to calls with the lock; an unfinished
/// file may belong to another command that is still running.
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
