//! The folder into which reports go: one call at a time, and nothing left over from one that was
//! killed.

use super::super::failure::Failure;
use evenodds::document::shown;
use evenodds::report::UNFINISHED;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

/// A folder that is ours as long as this lives.
pub struct Place<'a> {
    folder: &'a Path,
    /// The lock goes with it, also if the program is killed.
    _lock: Option<File>,
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
        let lock = match opened(folder).map(|file| (file.try_lock(), file)) {
            Ok((Ok(()), file)) => Some(file),
            Ok((Err(TryLockError::WouldBlock), _)) => {
                return Err(Failure::Storage(format!(
                    "another call is writing reports to {}: wait for it, or choose another --out",
                    shown(folder)
                )));
            }
            // Not every file system has locks.
            Ok((Err(TryLockError::Error(_)), _)) | Err(_) => None,
        };
        if lock.is_some() {
            clear(folder).map_err(|error| failed(&error))?;
        }
        Ok(Self {
            folder,
            _lock: lock,
        })
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        // One that was made in vain; a folder with anything in it stays.
        let _ = fs::remove_dir(self.folder);
    }
}

/// What is locked: where folders can be opened, the folder itself.
#[cfg(unix)]
fn opened(folder: &Path) -> io::Result<File> {
    File::open(folder)
}

#[cfg(not(unix))]
fn opened(folder: &Path) -> io::Result<File> {
    File::create(folder.join(".evenodds.lock"))
}

/// Takes away what killed calls were just writing.
fn clear(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
