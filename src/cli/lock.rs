//! A lock for several processes: a file that one of them has, and that is gone without any.

use std::fs::{self, File, OpenOptions, TryLockError};
#[cfg(not(windows))]
use std::io;
use std::path::{Path, PathBuf};

/// A lock that is held. The system frees it with the process, however that ends.
pub struct Lock {
    path: PathBuf,
    /// `None` once it is given back.
    file: Option<File>,
}

impl Lock {
    /// Takes the lock that is the file `path`, which is made for it. A file system without locks gives it to everyone.
    ///
    /// # Errors
    /// `WouldBlock` if another process has it, or gives it back at this moment: to be tried again. Other errors are
    /// those of the system.
    pub fn take(path: &Path) -> Result<Self, TryLockError> {
        let file = locked(path)?;
        Ok(Self {
            path: path.to_owned(),
            file: Some(file),
        })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Removed while it is held: see `locked`. On Windows the system removes it with its only handle.
        if cfg!(not(windows)) {
            let _ = fs::remove_file(&self.path);
        }
        self.file = None;
    }
}

/// The file, locked. Only the process that has the lock removes the file, so one that is locked and still has its
/// name is the lock; one without a name is what another process has just given back.
#[cfg(not(windows))]
fn locked(path: &Path) -> Result<File, TryLockError> {
    // Opening a pipe would wait for its reader.
    if fs::symlink_metadata(path).is_ok_and(|about| !about.is_file()) {
        let error = format!("{} is no ordinary file", path.display());
        return Err(TryLockError::Error(io::Error::other(error)));
    }
    let mut options = OpenOptions::new();
    let file = options.write(true).create(true).truncate(false).open(path);
    // One that a killed call of another user left can be read and locked.
    let file = file.or_else(|error| match error.kind() {
        io::ErrorKind::PermissionDenied => File::open(path),
        _ => Err(error),
    });
    let file = file.map_err(TryLockError::Error)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(TryLockError::WouldBlock),
        Ok(()) if !is_named(&file, path) => Err(TryLockError::WouldBlock),
        // Not every file system has locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// Returns whether an open file is the one at this path.
#[cfg(not(windows))]
fn is_named(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let node = |about: fs::Metadata| (about.dev(), about.ino());
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(file), Ok(named)) => node(file) == node(named),
        _ => false,
    }
}

/// The file, opened so that nothing else can open it; the system removes it with the process that has it.
#[cfg(windows)]
fn locked(path: &Path) -> Result<File, TryLockError> {
    use std::os::windows::fs::OpenOptionsExt;
    const GENERIC_WRITE: u32 = 0x4000_0000;
    const DELETE: u32 = 0x0001_0000;
    const FILE_FLAG_DELETE_ON_CLOSE: u32 = 0x0400_0000;
    const ERROR_SHARING_VIOLATION: i32 = 32;
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .access_mode(GENERIC_WRITE | DELETE)
        .share_mode(0)
        .custom_flags(FILE_FLAG_DELETE_ON_CLOSE)
        .open(path);
    file.map_err(|error| match error.raw_os_error() {
        Some(ERROR_SHARING_VIOLATION) => TryLockError::WouldBlock,
        _ => TryLockError::Error(error),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::thread;

    #[test]
    fn a_lock_has_one_holder_at_a_time_and_leaves_no_file() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("lock");
        let (holders, taken) = (AtomicU32::new(0), AtomicU32::new(0));
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..500 {
                        let lock = loop {
                            match Lock::take(&path) {
                                Ok(lock) => break lock,
                                Err(TryLockError::WouldBlock) => thread::yield_now(),
                                Err(TryLockError::Error(error)) => panic!("{error}"),
                            }
                        };
                        assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0);
                        taken.fetch_add(1, Ordering::SeqCst);
                        thread::yield_now();
                        holders.fetch_sub(1, Ordering::SeqCst);
                        drop(lock);
                    }
                });
            }
        });
        assert_eq!(taken.into_inner(), 2_000);
        assert!(!path.exists());
    }
}
