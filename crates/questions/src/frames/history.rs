//! Parquet files of the runs in a history: a column with the label of the run, then the columns of
//! its rows.
//!
//! The metadata of each file contain a hash of all of its bytes. Damaged pages make polars abort
//! the program, so only unchanged files that this program wrote are read.

use super::FrameError;
use super::parquet::read_content;
use super::write::parquet_with_metadata;
use crate::records::{Column, ColumnValues, Records};
use polars_error::PolarsError;
use std::ops::Range;

/// Version of the format of histories: the columns and metadata of a file.
pub const HISTORY_FORMAT: u32 = 1;
/// Metadata key of the version of the format.
const FORMAT_KEY: &str = "evenodds.history";
/// Metadata key of the version of the program that wrote the file.
const VERSION_KEY: &str = "evenodds.version";
/// Metadata key of the hash of all bytes, computed with zeros in place of the hash.
const HASH_KEY: &str = "evenodds.hash";
/// Number of bytes between a metadata key and its value: the header of a byte field, and its
/// length.
const VALUE_OFFSET: usize = 2;
/// Length of a hash in hexadecimal digits.
const HASH_LENGTH: usize = 64;
/// Name of the first column.
const RUN_COLUMN: &str = "night";

/// Reason why the rows of a run cannot be read from a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HistoryError {
    /// The file cannot be read.
    #[error("it cannot be read: {}", crate::document::file::reason(.0))]
    Unreadable(#[from] std::io::Error),
    /// Another program wrote the file.
    #[error("it was not written by --history")]
    Foreign,
    /// The file has changed since it was written.
    #[error("it is damaged: its bytes differ from those that --history wrote")]
    Damaged,
    /// A version of the program with another format wrote the file.
    #[error("its format is {0}; expected format {HISTORY_FORMAT}")]
    Format(String),
    /// The rows cannot be read.
    #[error("its rows cannot be read ({0})")]
    Rows(#[from] FrameError),
    /// The file contains the rows of another run.
    #[error("its rows belong to run {0}, which is not its file name")]
    Label(String),
}

/// Returns the bytes of a run's file. Equal rows give equal bytes.
///
/// # Errors
/// Returns an error only if polars fails.
pub fn history_parquet(label: &str, rows: &Records) -> Result<Vec<u8>, FrameError> {
    let labels = ColumnValues::Texts(vec![Some(label.to_owned()); rows.len()]);
    let mut all = Records {
        columns: vec![Column {
            name: RUN_COLUMN.to_owned(),
            values: labels,
        }],
    };
    all.columns.extend(rows.columns.iter().cloned());
    let notes = [
        (FORMAT_KEY, HISTORY_FORMAT.to_string()),
        (VERSION_KEY, env!("CARGO_PKG_VERSION").to_owned()),
        (HASH_KEY, "0".repeat(HASH_LENGTH)),
    ];
    let mut bytes = parquet_with_metadata(&all, &notes)?;
    let place = hash_range(&bytes).ok_or_else(|| {
        PolarsError::ComputeError("the metadata entry of the hash was not written".into())
    })?;
    let hash = hash(&bytes, &place);
    bytes[place].copy_from_slice(hash.as_bytes());
    Ok(bytes)
}

/// Reads the runs of a file: one, or all runs of a history if an earlier version wrote it as a
/// single file. Runs without rows are left out.
///
/// # Errors
/// Returns an error if `--history` did not write these bytes.
pub fn read_history(bytes: &[u8]) -> Result<Vec<(String, Records)>, HistoryError> {
    let place = hash_range(bytes).ok_or(HistoryError::Foreign)?;
    if bytes[place.clone()] != *hash(bytes, &place).as_bytes() {
        return Err(HistoryError::Damaged);
    }
    let content = read_content(bytes)?;
    let format = content.notes.iter().find(|note| note.0 == FORMAT_KEY);
    match format.map(|note| note.1.clone()) {
        None => return Err(HistoryError::Foreign),
        Some(format) if format != HISTORY_FORMAT.to_string() => {
            return Err(HistoryError::Format(format));
        }
        Some(_) => {}
    }
    let rows = content.records;
    let labels = rows.column(RUN_COLUMN).map(|labels| labels.values.clone());
    let Some(ColumnValues::Texts(labels)) = labels else {
        return Err(HistoryError::Foreign);
    };
    let mut runs: Vec<(String, Vec<usize>)> = Vec::new();
    for (row, label) in labels.into_iter().enumerate() {
        let label = label.unwrap_or_default();
        match runs.last_mut().filter(|last| last.0 == label) {
            Some((_, rows)) => rows.push(row),
            None => runs.push((label, vec![row])),
        }
    }
    let with_rows = |(label, numbers): (String, Vec<usize>)| {
        let others = rows
            .columns
            .iter()
            .filter(|column| column.name != RUN_COLUMN);
        let columns = others.map(|column| Column {
            name: column.name.clone(),
            values: column.values.select_rows(&numbers),
        });
        let columns = columns.collect();
        (label, Records { columns })
    };
    Ok(runs.into_iter().map(with_rows).collect())
}

/// Returns the range of the hash in the bytes of a file, or `None` if there is none.
fn hash_range(bytes: &[u8]) -> Option<Range<usize>> {
    let mut places = bytes.windows(HASH_KEY.len());
    let name = places.rposition(|place| place == HASH_KEY.as_bytes())?;
    let start = name + HASH_KEY.len() + VALUE_OFFSET;
    let end = start + HASH_LENGTH;
    (end <= bytes.len()).then_some(start..end)
}

/// Returns the hash of a file with zeros in place of the hash.
fn hash(bytes: &[u8], place: &Range<usize>) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&bytes[..place.start]);
    hasher.update(&[b'0'; HASH_LENGTH]);
    hasher.update(&bytes[place.end..]);
    hasher.finalize().to_hex().to_string()
}

#[cfg(test)]
mod tests;
