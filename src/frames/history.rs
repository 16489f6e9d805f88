//! Nights of a history as Parquet files: the rows of a night after a column with its label.
//!
//! The metadata of a file contain a hash of all of its bytes. Reading damaged pages makes polars abort the program, so
//! it only ever reads what it wrote.

use super::FrameError;
use super::exchange::records;
use super::write::noted_parquet;
use crate::records::{Column, Records, Values};
use polars::prelude::{KeyValueMetadata, ParquetReader, PolarsError, SerReader};
use polars_parquet::parquet::read::read_metadata;
use std::io::Cursor;
use std::ops::Range;

/// The version of the format of histories: which columns and notes a file has.
pub const HISTORY_FORMAT: u32 = 1;
/// The note of a file with the version of its format.
const FORMAT: &str = "evenodds.history";
/// The note of a file with the version of the program that wrote it.
const VERSION: &str = "evenodds.version";
/// The note of a file with the hash of all its bytes, computed with zeros in place of the hash.
const SEAL: &str = "evenodds.hash";
/// Bytes between the name of a note and its value: the head of a field of bytes, and their number.
const BETWEEN: usize = 2;
/// Letters of a hash.
const HASH: usize = 64;
/// The first column.
const NIGHT: &str = "night";

/// Why the rows of a night cannot be read from a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NightError {
    /// The system cannot read it.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    /// Something else wrote it.
    #[error("it is no file that --history wrote")]
    Foreign,
    /// Its bytes are not those that were written.
    #[error("it is damaged: its bytes are not those that --history wrote")]
    Damaged,
    /// A version of the program with another format wrote it.
    #[error("its format is {0}; this program reads format {HISTORY_FORMAT}")]
    Format(String),
    /// Its rows cannot be read.
    #[error("its rows cannot be read ({0})")]
    Rows(#[from] FrameError),
    /// It contains the rows of another night.
    #[error("it has the rows of the night {0}, which is not its name")]
    Label(String),
}

/// Returns the bytes of the file of a night, the same for the same rows.
///
/// # Errors
/// Only when the library for frames fails.
pub fn night_parquet(label: &str, rows: &Records) -> Result<Vec<u8>, FrameError> {
    let labels = Values::Texts(vec![Some(label.to_owned()); rows.len()]);
    let mut all = Records {
        columns: vec![Column {
            name: NIGHT.to_owned(),
            values: labels,
        }],
    };
    all.columns.extend(rows.columns.iter().cloned());
    let notes = [
        (FORMAT, HISTORY_FORMAT.to_string()),
        (VERSION, env!("CARGO_PKG_VERSION").to_owned()),
        (SEAL, "0".repeat(HASH)),
    ];
    let notes = notes.map(|(name, value)| (name.to_owned(), value));
    let notes = KeyValueMetadata::from_static(notes.into());
    let mut bytes = noted_parquet(&all, Some(notes))?;
    let place = seal(&bytes)
        .ok_or_else(|| PolarsError::ComputeError("the note of the hash was not written".into()))?;
    let hash = hash(&bytes, &place);
    bytes[place].copy_from_slice(hash.as_bytes());
    Ok(bytes)
}

/// Reads the nights of a file: one, or the many of a history that is a single file, as earlier versions wrote it. A
/// night without rows is missing.
///
/// # Errors
/// If `--history` did not write these bytes.
pub fn read_nights(bytes: &[u8]) -> Result<Vec<(String, Records)>, NightError> {
    let place = seal(bytes).ok_or(NightError::Foreign)?;
    if bytes[place.clone()] != *hash(bytes, &place).as_bytes() {
        return Err(NightError::Damaged);
    }
    let metadata = read_metadata(&mut Cursor::new(bytes)).map_err(FrameError::from)?;
    let mut notes = metadata.key_value_metadata.into_iter().flatten();
    let format = notes.find(|note| note.key == FORMAT);
    match format.and_then(|note| note.value) {
        None => return Err(NightError::Foreign),
        Some(format) if format != HISTORY_FORMAT.to_string() => {
            return Err(NightError::Format(format));
        }
        Some(_) => {}
    }
    let rows = ParquetReader::new(Cursor::new(bytes)).finish();
    let rows = records(&rows.map_err(FrameError::from)?)?;
    let labels = rows.column(NIGHT).map(|labels| labels.values.clone());
    let Some(Values::Texts(labels)) = labels else {
        return Err(NightError::Foreign);
    };
    let mut nights: Vec<(String, Vec<usize>)> = Vec::new();
    for (row, label) in labels.into_iter().enumerate() {
        let label = label.unwrap_or_default();
        match nights.last_mut().filter(|last| last.0 == label) {
            Some((_, rows)) => rows.push(row),
            None => nights.push((label, vec![row])),
        }
    }
    let of_rows = |(label, numbers): (String, Vec<usize>)| {
        let others = rows.columns.iter().filter(|column| column.name != NIGHT);
        let columns = others.map(|column| Column {
            name: column.name.clone(),
            values: column.values.picked(&numbers),
        });
        let columns = columns.collect();
        (label, Records { columns })
    };
    Ok(nights.into_iter().map(of_rows).collect())
}

/// Returns the place of the hash in the bytes of a file; `None` if there is none.
fn seal(bytes: &[u8]) -> Option<Range<usize>> {
    let mut places = bytes.windows(SEAL.len());
    let name = places.rposition(|place| place == SEAL.as_bytes())?;
    let start = name + SEAL.len() + BETWEEN;
    let end = start + HASH;
    (end <= bytes.len()).then_some(start..end)
}

/// Returns the hash of a file with zeros in its place.
fn hash(bytes: &[u8], place: &Range<usize>) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&bytes[..place.start]);
    hasher.update(&[b'0'; HASH]);
    hasher.update(&bytes[place.end..]);
    hasher.finalize().to_hex().to_string()
}

#[cfg(test)]
mod tests;
