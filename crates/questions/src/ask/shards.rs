//! Reads parts of runs for `merge`, `run --checkpoint` and `sweep --parts`.

use super::Problem;
use crate::document::file::{self, ReadError};
use crate::document::printable_path;
use crate::sim::{Shard, ShardError};
use std::io;
use std::path::{Path, PathBuf};

/// Reads a part. Stops reading any other file as soon as it is known not to be a part.
///
/// # Errors
/// The outer error is a file that cannot be read, the inner one a file that is not a valid part.
pub fn read(path: &Path) -> Result<Result<Shard, ShardError>, ReadError> {
    let (file, length) = file::open(path)?;
    Ok(Shard::read(file, length)?)
}

/// Reads all parts in a folder, in the order of their names. Skips other files.
///
/// # Errors
/// The folder or a part cannot be read.
pub fn read_all(folder: &Path) -> Result<Vec<(String, Shard)>, Vec<Problem>> {
    let failed = |error: io::Error| {
        vec![Problem::Storage(format!(
            "cannot read the parts in {}: {}",
            printable_path(folder),
            file::reason(&error)
        ))]
    };
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in folder.read_dir().map_err(failed)? {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.sort();
    let (mut parts, mut wrong) = (Vec::new(), Vec::new());
    for path in paths.iter().filter(|path| path.is_file()) {
        let name = printable_path(path);
        match read(path) {
            Ok(Ok(part)) => parts.push((name, part)),
            Ok(Err(ShardError::Foreign)) => {}
            Ok(Err(error)) => wrong.push(Problem::Input(format!("{name}: {error}"))),
            Err(error) => wrong.push(Problem::Input(format!(
                "cannot read {name}: {}",
                unread(&error)
            ))),
        }
    }
    if wrong.is_empty() {
        Ok(parts)
    } else {
        Err(wrong)
    }
}

/// Returns the reason why a file was not read, as a phrase after a colon.
pub fn unread(error: &ReadError) -> String {
    match error {
        ReadError::Kind(kind) => format!("it is {kind}; expected a file"),
        ReadError::Size => "it is too large".to_owned(),
        ReadError::System(error) => file::reason(error),
    }
}
