//! Encodes records as CSV and Parquet. Equal records give equal bytes.

use super::FrameError;
use crate::document::printable_csv;
use crate::records::{ColumnValues, Records};
use polars::prelude::{
    Column, CsvWriter, DataFrame, KeyValueMetadata, NamedFrom, ParquetCompression, ParquetWriter,
    SerWriter, Series,
};

/// Number of rows in a group of a Parquet file. It is explicit so that the bytes do not depend on
/// defaults of polars.
const ROW_GROUP: usize = 1 << 18;

/// Returns records as CSV.
///
/// The first line has the headings, lines end with LF, null is empty, and only cells that need
/// quotes have them. Numbers are the shortest text that parses to the same bits. Terminal control
/// characters are escaped.
///
/// # Errors
/// Returns an error only if polars fails.
pub fn csv(records: &Records) -> Result<String, FrameError> {
    let mut bytes = Vec::new();
    CsvWriter::new(&mut bytes)
        .with_line_terminator("\n".into())
        .n_threads(1)
        .finish(&mut frame(records)?)?;
    Ok(printable_csv(&String::from_utf8_lossy(&bytes)).into_owned())
}

/// Returns records as Parquet, compressed with Zstandard.
///
/// # Errors
/// Returns an error only if polars fails.
pub fn parquet(records: &Records) -> Result<Vec<u8>, FrameError> {
    noted_parquet(records, None)
}

/// Returns records as Parquet with `notes` as metadata of the file.
pub(super) fn noted_parquet(
    records: &Records,
    notes: Option<KeyValueMetadata>,
) -> Result<Vec<u8>, FrameError> {
    let mut bytes = Vec::new();
    ParquetWriter::new(&mut bytes)
        .with_compression(ParquetCompression::Zstd(None))
        .with_row_group_size(Some(ROW_GROUP))
        .set_parallel(false)
        .with_key_value_metadata(notes)
        .finish(&mut frame(records)?)?;
    Ok(bytes)
}

/// Returns records as a polars frame.
///
/// # Errors
/// Returns an error if polars cannot build it, for example because two columns have the same name.
pub fn frame(records: &Records) -> Result<DataFrame, FrameError> {
    let columns = records.columns.iter().map(|column| {
        let name = column.name.as_str().into();
        let series = match &column.values {
            ColumnValues::Texts(values) => {
                let texts: Vec<Option<&str>> = values.iter().map(Option::as_deref).collect();
                Series::new(name, texts)
            }
            ColumnValues::Counts(values) => Series::new(name, values),
            ColumnValues::Integers(values) => Series::new(name, values),
            ColumnValues::Numbers(values) => Series::new(name, values),
            ColumnValues::Flags(values) => Series::new(name, values),
        };
        Column::from(series)
    });
    Ok(DataFrame::new(records.len(), columns.collect())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::Column as Named;
    use polars::prelude::{CsvReader, ParquetReader, SerReader};
    use std::io::Cursor;

    fn records() -> Records {
        let column = |name: &str, values| Named {
            name: name.to_owned(),
            values,
        };
        let texts = [Some("a, \"b\""), None, Some("Ж\n2"), Some("")];
        let texts = texts.map(|text| text.map(str::to_owned)).to_vec();
        let shares = vec![Some(0.1), Some(1.0 / 3.0), None, Some(3.84e-6)];
        let counts = vec![Some(1_u64), Some(1 << 40), None, Some(0)];
        Records {
            columns: vec![
                column("outcome", ColumnValues::Texts(texts)),
                column("share", ColumnValues::Numbers(shares)),
                column("count", ColumnValues::Counts(counts)),
            ],
        }
    }

    #[test]
    fn csv_has_lf_ends_and_the_shortest_numbers() {
        assert_eq!(
            csv(&records()).unwrap(),
            "outcome,share,count\n\"a, \"\"b\"\"\",0.1,1\n,0.3333333333333333,\
             1099511627776\n\"Ж\n2\",,\n\"\",3.84e-6,0\n"
        );
    }

    #[test]
    fn what_was_written_reads_back() {
        let frame = frame(&records()).unwrap();
        let bytes = parquet(&records()).unwrap();
        let read = ParquetReader::new(Cursor::new(bytes)).finish().unwrap();
        assert!(read.equals_missing(&frame));
        let text = csv(&records()).unwrap();
        let read = CsvReader::new(Cursor::new(text)).finish().unwrap();
        let shares = |frame: &DataFrame| frame.column("share").unwrap().clone();
        assert!(shares(&read).equals_missing(&shares(&frame)));
    }

    #[test]
    fn the_same_records_give_the_same_bytes() {
        assert_eq!(parquet(&records()).unwrap(), parquet(&records()).unwrap());
        assert_eq!(csv(&records()).unwrap(), csv(&records()).unwrap());
    }
}
