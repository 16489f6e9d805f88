//! Frames into bytes: the same bytes for the same frame.

use super::FrameError;
use polars::prelude::{CsvWriter, DataFrame, ParquetCompression, ParquetWriter, SerWriter};
use std::io::Write;

/// Rows in a group of a Parquet file; written down so that no default of polars decides the bytes.
const ROW_GROUP: usize = 1 << 18;

/// Writes CSV: a line of headings, LF line ends, no text for null, quotes only where they are needed,
/// numbers as the shortest text that reads back as the same bits.
///
/// # Errors
/// If `to` cannot be written.
pub fn write_csv(frame: &mut DataFrame, to: impl Write) -> Result<(), FrameError> {
    CsvWriter::new(to)
        .with_line_terminator("\n".into())
        .n_threads(1)
        .finish(frame)?;
    Ok(())
}

/// Writes Parquet, compressed with Zstandard.
///
/// # Errors
/// If `to` cannot be written.
pub fn write_parquet(frame: &mut DataFrame, to: impl Write) -> Result<(), FrameError> {
    ParquetWriter::new(to)
        .with_compression(ParquetCompression::Zstd(None))
        .with_row_group_size(Some(ROW_GROUP))
        .set_parallel(false)
        .finish(frame)?;
    Ok(())
}
