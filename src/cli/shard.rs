//! Files with parts of runs, as `merge` and `run --checkpoint` read them.

use evenodds::document::file::{self, ReadError};
use evenodds::sim::{Shard, ShardError};
use std::path::Path;

/// Reads a part; of a file that is none no more than shows it.
pub fn read(path: &Path) -> Result<Result<Shard, ShardError>, ReadError> {
    let (file, length) = file::open(path)?;
    Ok(Shard::read(file, length)?)
}

/// Why a file was not read.
pub fn unread(error: &ReadError) -> String {
    match error {
        ReadError::Kind(kind) => format!("it is {kind}; name a file"),
        ReadError::Size => "it is too large".to_owned(),
        ReadError::System(reason) => reason.to_string(),
    }
}
