//! Frames: records as CSV and Parquet.
//!
//! This is the only module that uses polars, for Arrow arrays and Parquet files.
//!
//! Records are in long form: each row is an outcome, a metric or a value of a metric of one
//! scenario. The first columns are `scenario, kind, hash, seed, trials`, then one for each varied
//! key.
//!
//! [`history_parquet`] creates the file of a run in a history, and [`read_history`] reads it.
//!
//! [`SampleFile`] receives a row for each trial during a run.

mod arrays;
mod history;
mod parquet;
mod safe;
mod samples;
mod write;

pub use arrays::{ArrowArrayStream, arrow_stream};
pub use history::{HISTORY_FORMAT, HistoryError, history_parquet, read_history};
pub use parquet::{ParquetContent, RowGroup, read_content, read_parquet};
pub use safe::safe_csv;
pub use samples::{SAMPLES_FORMAT, SampleFile};
pub use write::{csv, parquet};

use polars_error::PolarsError;
use polars_parquet::parquet::error::ParquetError;

/// Error of creating, reading or writing a file of records.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FrameError {
    /// The columns could not be converted.
    #[error("cannot convert the columns: {0}")]
    Polars(#[from] PolarsError),
    /// The rows could not be encoded.
    #[error("cannot encode the rows: {0}")]
    Parquet(#[from] ParquetError),
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(std::io::Error),
    /// The file cannot be written, for example because the disk is full.
    #[error("{0}")]
    Unwritable(std::io::Error),
}
