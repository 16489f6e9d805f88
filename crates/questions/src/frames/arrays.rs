//! Records as Arrow arrays and back, and their exchange with other libraries in the same process
//! through the C stream interface of Arrow
//! (<https://arrow.apache.org/docs/format/CStreamInterface.html>).

use super::FrameError;
use crate::records::{ColumnValues, Records};
use polars_arrow::array::{
    Array, BooleanArray, PrimitiveArray, StructArray, Utf8Array, Utf8ViewArray,
};
use polars_arrow::datatypes::{ArrowDataType, ArrowSchema, Field};
use polars_arrow::ffi::export_iterator;
use polars_arrow::types::NativeType;
use polars_parquet::parquet::error::ParquetError;

pub use polars_arrow::ffi::ArrowArrayStream;

/// Returns the names and types of columns with these arrays.
///
/// # Errors
/// Returns an error if two columns have the same name.
pub(super) fn schema(
    records: &Records,
    arrays: &[Box<dyn Array>],
) -> Result<ArrowSchema, FrameError> {
    let fields = records.columns.iter().zip(arrays).map(|(column, array)| {
        let name = column.name.as_str();
        (
            name.into(),
            Field::new(name.into(), array.dtype().clone(), true),
        )
    });
    Ok(ArrowSchema::from_iter_check_duplicates(fields)?)
}

/// Returns the values of a column, with strings as views.
pub(super) fn array(values: &ColumnValues) -> Box<dyn Array> {
    fn numbers<T: NativeType>(values: &[Option<T>]) -> Box<dyn Array> {
        values
            .iter()
            .copied()
            .collect::<PrimitiveArray<T>>()
            .boxed()
    }
    match values {
        ColumnValues::Texts(values) => Utf8ViewArray::from_slice(values).boxed(),
        ColumnValues::Counts(values) => numbers(values),
        ColumnValues::Integers(values) => numbers(values),
        ColumnValues::Numbers(values) => numbers(values),
        ColumnValues::Flags(values) => values.iter().copied().collect::<BooleanArray>().boxed(),
    }
}

/// Returns records as a stream of one record batch. Strings are encoded as offsets and bytes, which
/// all readers support.
///
/// # Errors
/// Returns an error if two columns have the same name.
pub fn arrow_stream(records: &Records) -> Result<ArrowArrayStream, FrameError> {
    let columns = records.columns.iter().map(|column| match &column.values {
        ColumnValues::Texts(values) => values
            .iter()
            .map(Option::as_ref)
            .collect::<Utf8Array<i64>>()
            .boxed(),
        other => array(other),
    });
    let arrays: Vec<Box<dyn Array>> = columns.collect();
    let schema = schema(records, &arrays)?;
    let kind = ArrowDataType::Struct(schema.iter_values().cloned().collect());
    let batch = StructArray::try_new(kind.clone(), records.len(), arrays, None)?;
    let batches = std::iter::once(Ok(batch.boxed()));
    let field = Field::new("".into(), kind, false);
    Ok(export_iterator(Box::new(batches), field))
}

/// Returns the values of the chunks of a column: strings, integers, floats or booleans.
///
/// # Errors
/// Returns an error if they have another type.
pub(super) fn values(
    kind: &ArrowDataType,
    chunks: &[Box<dyn Array>],
) -> Result<ColumnValues, FrameError> {
    /// Returns the values of chunks of one type; `value` returns that of a row.
    fn all<A: Array + Clone, T>(
        chunks: &[Box<dyn Array>],
        value: impl Fn(&A, usize) -> T,
    ) -> Vec<Option<T>> {
        let arrays = chunks
            .iter()
            .filter_map(|chunk| chunk.as_any().downcast_ref::<A>());
        let rows = arrays.flat_map(|array| (0..array.len()).map(move |row| (array, row)));
        rows.map(|(array, row)| (!array.is_null(row)).then(|| value(array, row)))
            .collect()
    }
    Ok(match kind {
        ArrowDataType::Utf8View => {
            let text = |array: &Utf8ViewArray, row| array.value(row).to_owned();
            ColumnValues::Texts(all(chunks, text))
        }
        ArrowDataType::UInt64 => ColumnValues::Counts(all(chunks, PrimitiveArray::value)),
        ArrowDataType::Int64 => ColumnValues::Integers(all(chunks, PrimitiveArray::value)),
        ArrowDataType::Float64 => ColumnValues::Numbers(all(chunks, PrimitiveArray::value)),
        ArrowDataType::Boolean => ColumnValues::Flags(all(chunks, BooleanArray::value)),
        other => {
            let text = format!("a column of type {other:?}");
            return Err(ParquetError::FeatureNotSupported(text).into());
        }
    })
}
