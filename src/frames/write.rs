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

#[cfg(test)]
mod tests {
    use super::*;
    use polars::prelude::{CsvReader, ParquetReader, SerReader, df};
    use std::io::Cursor;

    fn frame() -> DataFrame {
        df!(
            "outcome" => [Some("a, \"b\""), None, Some("Ж\n2"), Some("")],
            "share" => [Some(0.1), Some(1.0 / 3.0), None, Some(3.84e-6)],
            "count" => [Some(1_u64), Some(1 << 40), None, Some(0)]
        )
        .unwrap()
    }

    fn csv(frame: &mut DataFrame) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_csv(frame, &mut bytes).unwrap();
        bytes
    }

    fn parquet(frame: &mut DataFrame) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_parquet(frame, &mut bytes).unwrap();
        bytes
    }

    #[test]
    fn csv_has_lf_ends_and_the_shortest_numbers() {
        assert_eq!(
            String::from_utf8(csv(&mut frame())).unwrap(),
            "outcome,share,count\n\"a, \"\"b\"\"\",0.1,1\n,0.3333333333333333,\
             1099511627776\n\"Ж\n2\",,\n\"\",3.84e-6,0\n"
        );
    }

    #[test]
    fn what_was_written_reads_back() {
        let bytes = parquet(&mut frame());
        let read = ParquetReader::new(Cursor::new(bytes)).finish().unwrap();
        assert!(read.equals_missing(&frame()));
        let bytes = csv(&mut frame());
        let read = CsvReader::new(Cursor::new(bytes)).finish().unwrap();
        assert!(
            read.column("share")
                .unwrap()
                .equals_missing(frame().column("share").unwrap())
        );
    }

    #[test]
    fn the_same_frame_gives_the_same_bytes() {
        assert_eq!(parquet(&mut frame()), parquet(&mut frame()));
        assert_eq!(csv(&mut frame()), csv(&mut frame()));
    }
}
