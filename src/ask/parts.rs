//! Files with parts of runs, as `merge`, `run --checkpoint` and `sweep --parts` read them.

use super::Problem;
use crate::document::file::{self, ReadError};
use crate::document::shown;
use crate::sim::{Shard, ShardError};
use std::io;
use std::path::{Path, PathBuf};

/// Reads a part; of a file that is none no more than shows it.
///
/// # Errors
/// Why the file could not be read, and inside, why it is no part.
pub fn read(path: &Path) -> Result<Result<Shard, ShardError>, ReadError> {
    let (file, length) = file::open(path)?;
    Ok(Shard::read(file, length)?)
}

/// Reads all parts in a folder, in the order of their names. Files that are no parts are passed over.
///
/// # Errors
/// Why the folder or a part could not be read.
pub fn read_all(folder: &Path) -> Result<Vec<(String, Shard)>, Problem> {
    let failed = |error: io::Error| {
        Problem::Storage(format!(
            "cannot read the parts in {}: {error}",
            shown(folder)
        ))
    };
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in folder.read_dir().map_err(failed)? {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.sort();
    let (mut parts, mut wrong) = (Vec::new(), Vec::new());
    for path in paths.iter().filter(|path| path.is_file()) {
        let name = shown(path);
        match read(path) {
            Ok(Ok(part)) => parts.push((name, part)),
            Ok(Err(ShardError::Foreign)) => {}
            Ok(Err(error)) => wrong.push(format!("{name}: {error}")),
            Err(error) => wrong.push(format!("cannot read {name}: {}", unread(&error))),
        }
    }
    if wrong.is_empty() {
        Ok(parts)
    } else {
        Err(Problem::Input(wrong.join("\n")))
    }
}

/// Why a file was not read.
pub fn unread(error: &ReadError) -> String {
    match error {
        ReadError::Kind(kind) => format!("it is {kind}; name a file"),
        ReadError::Size => "it is too large".to_owned(),
        ReadError::System(reason) => reason.to_string(),
    }
}
