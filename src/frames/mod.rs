//! Frames: results as columns, and CSV and Parquet made of them.
//!
//! The only place with polars. Frames are in long form: a row is an outcome, a metric or a value of
//! a metric, of one scenario; every frame begins with the columns `scenario, kind, hash, seed,
//! trials` and one for each key that a sweep varied. polars has threads of its own: build frames
//! outside of rayon tasks.
//!
//! [`SampleFile`] is no frame: it takes a row for every trial while they are played, faster than
//! polars encodes any.

mod advice;
mod build;
mod check;
mod compare;
mod drama;
mod safe;
mod samples;
mod tuning;
mod varied;
mod write;

pub use advice::advice;
pub use build::{histograms, metrics, outcomes};
pub use check::check;
pub use compare::compare;
pub use drama::drama;
pub use safe::safe_csv;
pub use samples::{SampleFile, SampleGroup, is_samples};
pub use tuning::tuning;
pub use varied::{VariedKey, VariedValues};
pub use write::{write_csv, write_parquet};

use crate::sim::Results;
pub use polars::prelude::DataFrame;
use polars::prelude::PolarsError;
use polars_parquet::parquet::error::ParquetError;

/// The frames that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A row for each outcome.
    Outcomes,
    /// A row for each metric, over all trials and by outcome.
    Metrics,
    /// A row for each value of each metric, over all trials and by outcome.
    Histograms,
}

impl Frame {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Outcomes, Self::Metrics, Self::Histograms];

    /// The name, which is that of its files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Outcomes => "outcomes",
            Self::Metrics => "metrics",
            Self::Histograms => "histograms",
        }
    }

    /// Builds the frame; see [`outcomes`], [`metrics`] and [`histograms`].
    ///
    /// # Errors
    /// If a varied key does not have a value for each of `results`.
    pub fn build(self, results: &[Results], varied: &[VariedKey]) -> Result<DataFrame, FrameError> {
        match self {
            Self::Outcomes => outcomes(results, varied),
            Self::Metrics => metrics(results, varied),
            Self::Histograms => histograms(results, varied),
        }
    }
}

/// Why a frame could not be built or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FrameError {
    /// A varied key with too many or too few values.
    #[error("`{key}` has {values} values for {results} results")]
    Length {
        /// The key.
        key: String,
        /// How many values it has.
        values: usize,
        /// How many results there are.
        results: usize,
    },
    /// polars could not build or write the frame.
    #[error("the frame cannot be made: {0}")]
    Polars(#[from] PolarsError),
    /// Rows could not be encoded.
    #[error("the rows cannot be encoded: {0}")]
    Parquet(#[from] ParquetError),
    /// The file cannot be written, such as for want of room.
    #[error("{0}")]
    Unwritable(std::io::Error),
}
