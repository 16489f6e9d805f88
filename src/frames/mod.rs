//! Frames: records as CSV and Parquet.
//!
//! This is the only module that uses polars. Records are in long form: a row is an outcome, a
//! metric or a value of a metric, of one scenario. All begin with the columns `scenario, kind,
//! hash, seed, trials` and one for each key that was varied. polars has its own threads: make files
//! outside of rayon tasks.
//!
//! [`night_parquet`] makes the file of a run of a history, and [`read_nights`] reads it back.
//!
//! [`SampleFile`] takes a row for every trial while they are played.

mod exchange;
mod history;
mod safe;
mod samples;
mod write;

pub use exchange::{ArrowArrayStream, arrow_stream, read_parquet, records};
pub use history::{HISTORY_FORMAT, NightError, night_parquet, read_nights};
pub use safe::safe_csv;
pub use samples::{SAMPLES_FORMAT, SampleFile, SampleGroup};
pub use write::{csv, frame, parquet};

pub use polars::prelude::DataFrame;
use polars::prelude::PolarsError;
use polars_parquet::parquet::error::ParquetError;

/// Reason why a file could not be made or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FrameError {
    /// polars could not build or write the frame.
    #[error("the frame cannot be made: {0}")]
    Polars(#[from] PolarsError),
    /// Rows could not be encoded.
    #[error("the rows cannot be encoded: {0}")]
    Parquet(#[from] ParquetError),
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(std::io::Error),
    /// The file cannot be written, for example because the disk is full.
    #[error("{0}")]
    Unwritable(std::io::Error),
}
