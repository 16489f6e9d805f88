//! A history: the rows of many nights in one Parquet file, each behind the name of its night.
//!
//! The file is read whole and written whole. Most figures are the same night after night, and the columns of many
//! nights stand in one group, so that a figure that stays costs next to nothing. Among its notes is a hash of all of
//! its bytes: polars gives up the program at pages that are spoilt, so that it only ever reads what it wrote.

use super::FrameError;
use super::exchange::records;
use super::write::{ROW_GROUP, frame};
use crate::records::{Column as Named, Records, Values};
use polars::prelude::{
    DataFrame, DataType, KeyValueMetadata, ParquetCompression, ParquetReader, ParquetWriter,
    PolarsError, SerReader,
};
use polars_parquet::parquet::error::ParquetError;
use polars_parquet::parquet::read::read_metadata;
use std::fmt::Write as _;
use std::io::{Cursor, Read, Seek, SeekFrom};
use std::ops::Range;

/// The version of the format of histories: which columns and notes there are.
pub const HISTORY_FORMAT: u32 = 1;
/// The note of a file that says it.
const MARK: &str = "evenodds.history";
/// The note of a file that says which version of the program wrote it.
const VERSION: &str = "evenodds.version";
/// The note of a file that has the hash of all its bytes, with zeros where the hash itself stands.
const SEAL: &str = "evenodds.hash";
/// What stands between the name of a note and 64 letters of its value: the head of a field of bytes, and how many.
const BETWEEN: [u8; 2] = [0x18, 64];
/// The zeros in place of a hash.
const BLANK: [u8; 64] = [b'0'; 64];
/// What Parquet files begin and end with.
const MAGIC: &[u8] = b"PAR1";
/// More than any history has, which nobody wants to be read to its end.
const MOST_BYTES: u64 = 1 << 31;
/// The column in front of those of the rows.
const NIGHT: &str = "night";

/// The rows of all nights.
#[derive(Debug)]
pub struct History {
    /// The nights in their order, each with its rows behind its name.
    nights: Vec<(String, DataFrame)>,
    /// What all of them look like, without a row.
    like: DataFrame,
}

/// Why a file is no history.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HistoryError {
    /// The system does not let it be read.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    /// It is more than any history has.
    #[error("it is too large for a history")]
    Size,
    /// It has no byte.
    #[error("it is empty, and a history never is")]
    Empty,
    /// It is something else.
    #[error("it is no whole Parquet file")]
    Other,
    /// It does not say that it is a history.
    #[error("it is Parquet, but no history: `{SEAL}` is not among its metadata")]
    Foreign,
    /// Its bytes are not those that were written.
    #[error("it was a history, and its bytes are not those that were written")]
    Spoilt,
    /// A version of the program with another format wrote it.
    #[error("its format is {0}, and this program has format {HISTORY_FORMAT}")]
    Format(String),
    /// It has other columns.
    #[error("its columns are {found}, and those of a history {wanted}")]
    Columns {
        /// What it has.
        found: String,
        /// What it should have.
        wanted: String,
    },
    /// Its end cannot be read.
    #[error("what it says of itself cannot be read ({0})")]
    End(#[from] ParquetError),
    /// Its rows cannot be read.
    #[error("its rows cannot be read ({0})")]
    Rows(#[from] PolarsError),
}

impl History {
    /// A history without nights, of rows with the columns of these records.
    ///
    /// # Errors
    /// Only when the library for frames fails.
    pub fn new(like: &Records) -> Result<Self, FrameError> {
        Ok(Self {
            nights: Vec::new(),
            like: frame(&named("", like))?.head(Some(0)),
        })
    }

    /// Takes in the nights of a file, which has the columns of this history.
    ///
    /// # Errors
    /// If it is no history, or cannot be read.
    pub fn read(mut self, file: impl Read + Seek) -> Result<Self, HistoryError> {
        let bytes = self.bytes(file)?;
        let rows = ParquetReader::new(Cursor::new(bytes)).finish()?;
        for (night, first, count) in runs(&rows)? {
            let part = rows.slice(first as i64, count);
            match self.nights.iter_mut().find(|known| known.0 == night) {
                Some((_, known)) => {
                    known.vstack_mut(&part)?;
                }
                None => self.nights.push((night, part)),
            }
        }
        Ok(self)
    }

    /// Whether a file is a history with the columns of this one, without making rows of it.
    ///
    /// # Errors
    /// If it is none, or cannot be read.
    pub fn check(&self, file: impl Read + Seek) -> Result<(), HistoryError> {
        self.bytes(file).map(drop)
    }

    /// The bytes of a file that is a history with the columns of this one.
    fn bytes(&self, mut file: impl Read + Seek) -> Result<Vec<u8>, HistoryError> {
        if file.seek(SeekFrom::End(0))? > MOST_BYTES {
            return Err(HistoryError::Size);
        }
        file.rewind()?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        if bytes.is_empty() {
            return Err(HistoryError::Empty);
        }
        let end = footer(&bytes).ok_or(HistoryError::Other)?;
        let hash = seal(&bytes, end).ok_or(HistoryError::Foreign)?;
        if bytes[hash.clone()] != *hash_of(&bytes, &hash).as_bytes() {
            return Err(HistoryError::Spoilt);
        }
        let metadata = read_metadata(&mut Cursor::new(&bytes))?;
        let notes = metadata.key_value_metadata.iter().flatten();
        let mut format = notes.filter(|note| note.key == MARK);
        let format = format.find_map(|note| note.value.as_deref());
        match format {
            None => return Err(HistoryError::Foreign),
            Some(format) if format != HISTORY_FORMAT.to_string() => {
                return Err(HistoryError::Format(format.to_owned()));
            }
            Some(_) => {}
        }
        let schema = polars_parquet::arrow::read::infer_schema(&metadata)?;
        let found = schema
            .iter_values()
            .map(|field| (field.name.to_string(), DataType::from_arrow_field(field)));
        let found: Vec<(String, DataType)> = found.collect();
        let wanted = self.like.columns().iter();
        let wanted = wanted.map(|column| (column.name().to_string(), column.dtype().clone()));
        let wanted: Vec<(String, DataType)> = wanted.collect();
        if found == wanted {
            Ok(bytes)
        } else {
            Err(HistoryError::Columns {
                found: listed(&found),
                wanted: listed(&wanted),
            })
        }
    }

    /// Puts the rows of a night in the place of those that it has, or behind all others.
    ///
    /// # Errors
    /// Only when the library for frames fails.
    pub fn put(&mut self, night: &str, rows: &Records) -> Result<(), FrameError> {
        let rows = frame(&named(night, rows))?;
        match self.nights.iter_mut().find(|known| known.0 == night) {
            Some(known) => known.1 = rows,
            None => self.nights.push((night.to_owned(), rows)),
        }
        Ok(())
    }

    /// The names of the nights.
    pub fn nights(&self) -> impl ExactSizeIterator<Item = &str> {
        self.nights.iter().map(|night| night.0.as_str())
    }

    /// These columns of the rows of the last nights, at most so many.
    ///
    /// # Errors
    /// Only when the library for frames fails.
    pub fn last(&self, nights: usize, columns: &[&str]) -> Result<Records, FrameError> {
        let first = self.nights.len().saturating_sub(nights);
        let rows = self.stacked(first)?.select(columns.iter().copied())?;
        records(&rows)
    }

    /// The bytes of the file: the same for the same nights.
    ///
    /// # Errors
    /// Only when the library for frames fails.
    pub fn parquet(&self) -> Result<Vec<u8>, FrameError> {
        let mut rows = self.stacked(0)?;
        // Groups are cut by their size alone, not by which nights came from where.
        rows.rechunk_mut();
        let notes = [
            (MARK, HISTORY_FORMAT.to_string()),
            (VERSION, env!("CARGO_PKG_VERSION").to_owned()),
            (SEAL, String::from_utf8_lossy(&BLANK).into_owned()),
        ];
        let notes = notes.map(|(name, value)| (name.to_owned(), value));
        let mut bytes = Vec::new();
        ParquetWriter::new(&mut bytes)
            .with_compression(ParquetCompression::Zstd(None))
            .with_row_group_size(Some(ROW_GROUP))
            .set_parallel(false)
            .with_key_value_metadata(Some(KeyValueMetadata::from_static(notes.into())))
            .finish(&mut rows)?;
        let hash = footer(&bytes).and_then(|end| seal(&bytes, end));
        let hash = hash.ok_or_else(|| {
            PolarsError::ComputeError("the note of the hash was not written".into())
        })?;
        let text = hash_of(&bytes, &hash);
        bytes[hash].copy_from_slice(text.as_bytes());
        Ok(bytes)
    }

    /// The rows of the nights from this one on.
    fn stacked(&self, first: usize) -> Result<DataFrame, PolarsError> {
        let mut all = self.like.clone();
        for (_, rows) in &self.nights[first..] {
            all.vstack_mut(rows)?;
        }
        Ok(all)
    }
}

/// Where the end of a Parquet file says what is in it; `None` if this is none.
fn footer(bytes: &[u8]) -> Option<Range<usize>> {
    let rest = bytes.strip_prefix(MAGIC)?.strip_suffix(MAGIC)?;
    let (_, length) = rest.split_last_chunk()?;
    let end = bytes.len() - MAGIC.len() - length.len();
    let start = end.checked_sub(u32::from_le_bytes(*length) as usize)?;
    (start >= MAGIC.len()).then_some(start..end)
}

/// Where the hash of a file stands in its end; `None` if there is none.
fn seal(bytes: &[u8], end: Range<usize>) -> Option<Range<usize>> {
    let before = [SEAL.as_bytes(), &BETWEEN].concat();
    let mut places = bytes[end.clone()].windows(before.len());
    let start = end.start + places.rposition(|place| place == before)? + before.len();
    let hash = start..start + BLANK.len();
    (hash.end <= end.end).then_some(hash)
}

/// The hash of a file, with zeros where it stands.
fn hash_of(bytes: &[u8], place: &Range<usize>) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&bytes[..place.start]);
    hasher.update(&BLANK);
    hasher.update(&bytes[place.end..]);
    hasher.finalize().to_hex().to_string()
}

/// The rows behind the name of their night.
fn named(night: &str, rows: &Records) -> Records {
    let mut all = Records {
        columns: vec![Named {
            name: NIGHT.to_owned(),
            values: Values::Texts(vec![Some(night.to_owned()); rows.len()]),
        }],
    };
    all.columns.extend(rows.columns.iter().cloned());
    all
}

/// Which rows that follow each other are of one night: its name, the first of them, and how many.
fn runs(rows: &DataFrame) -> Result<Vec<(String, usize, usize)>, PolarsError> {
    let mut runs: Vec<(String, usize, usize)> = Vec::new();
    for (row, night) in rows.column(NIGHT)?.str()?.iter().enumerate() {
        let night = night.unwrap_or_default();
        match runs.last_mut().filter(|run| run.0 == night) {
            Some(run) => run.2 += 1,
            None => runs.push((night.to_owned(), row, 1)),
        }
    }
    Ok(runs)
}

/// Columns in a line: `night (str), seed (u64)`.
fn listed(columns: &[(String, DataType)]) -> String {
    let mut text = String::new();
    for (name, kind) in columns {
        let between = if text.is_empty() { "" } else { ", " };
        // Writing to a String cannot fail.
        let _ = write!(text, "{between}{name} ({kind})");
    }
    text
}

#[cfg(test)]
mod tests;
