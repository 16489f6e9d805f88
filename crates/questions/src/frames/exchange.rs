//! Exchange of frames with other libraries in the same process, through the C stream interface of
//! Arrow (<https://arrow.apache.org/docs/format/CStreamInterface.html>), and conversion of frames
//! to records.

use super::FrameError;
use crate::records::{Column, ColumnValues, Records};
use polars::prelude::{ArrowField, CompatLevel, DataFrame, DataType, PolarsResult, SchemaExt};
use polars_arrow::array::{Array, StructArray};
use polars_arrow::datatypes::ArrowDataType;
use polars_arrow::ffi::export_iterator;

pub use polars_arrow::ffi::ArrowArrayStream;

/// Returns a frame as a stream of one record batch. Strings are encoded as offsets and bytes, which
/// all readers support.
///
/// # Errors
/// Returns an error only if polars fails.
pub fn arrow_stream(frame: &DataFrame) -> Result<ArrowArrayStream, FrameError> {
    let level = CompatLevel::oldest();
    let mut frame = frame.clone();
    frame.rechunk_mut();
    let schema = frame.schema().to_arrow(level);
    let kind = ArrowDataType::Struct(schema.iter_values().cloned().collect());
    let of_kind = kind.clone();
    let batches: Vec<PolarsResult<Box<dyn Array>>> = frame
        .iter_chunks(level, false)
        .map(|batch| {
            let (rows, values) = (batch.len(), batch.into_arrays());
            let batch = StructArray::try_new(of_kind.clone(), rows, values, None)?;
            Ok(Box::new(batch) as Box<dyn Array>)
        })
        .collect();
    let field = ArrowField::new("".into(), kind, false);
    Ok(export_iterator(Box::new(batches.into_iter()), field))
}

/// Returns the values of a frame as records: strings, integers, floats and booleans.
///
/// # Errors
/// Returns an error only if polars fails.
pub fn records(frame: &DataFrame) -> Result<Records, FrameError> {
    let mut columns = Vec::new();
    for column in frame.columns() {
        let series = column.as_materialized_series();
        let values = match series.dtype() {
            DataType::Boolean => ColumnValues::Flags(series.bool()?.iter().collect()),
            DataType::Float32 | DataType::Float64 => {
                let numbers = series.cast(&DataType::Float64)?;
                ColumnValues::Numbers(numbers.f64()?.iter().collect())
            }
            kind if kind.is_unsigned_integer() => {
                let counts = series.cast(&DataType::UInt64)?;
                ColumnValues::Counts(counts.u64()?.iter().collect())
            }
            kind if kind.is_integer() => {
                let integers = series.cast(&DataType::Int64)?;
                ColumnValues::Integers(integers.i64()?.iter().collect())
            }
            _ => {
                let texts = series.cast(&DataType::String)?;
                let texts = texts.str()?.iter();
                ColumnValues::Texts(texts.map(|text| text.map(str::to_owned)).collect())
            }
        };
        columns.push(Column {
            name: column.name().to_string(),
            values,
        });
    }
    Ok(Records { columns })
}

/// Reads a Parquet file as a frame.
///
/// # Errors
/// Returns an error if the file is missing or is not a Parquet file.
pub fn read_parquet(path: &std::path::Path) -> Result<DataFrame, FrameError> {
    let bytes = std::fs::read(path).map_err(FrameError::Unreadable)?;
    Ok(super::parquet::read_content(&bytes)?.frame)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frames::frame;

    #[test]
    fn values_survive_a_round_trip_through_a_frame() {
        let column = |name: &str, values| Column {
            name: name.to_owned(),
            values,
        };
        let all = Records {
            columns: vec![
                column(
                    "text",
                    ColumnValues::Texts(vec![Some("Ж".to_owned()), None]),
                ),
                column("count", ColumnValues::Counts(vec![Some(u64::MAX), None])),
                column("integer", ColumnValues::Integers(vec![Some(-7), None])),
                column("number", ColumnValues::Numbers(vec![Some(0.1), None])),
                column("flag", ColumnValues::Flags(vec![Some(true), None])),
            ],
        };
        assert_eq!(records(&frame(&all).unwrap()).unwrap(), all);
    }
}
