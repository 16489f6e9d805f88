//! Parquet: groups of rows are encoded and compressed apart from the file that takes them, and
//! files are read as records.

use super::FrameError;
use super::arrays::values;
use crate::records::{Column, Records};
use polars_arrow::array::Array;
use polars_parquet::parquet::error::{ParquetError, ParquetResult};
use polars_parquet::parquet::metadata::SchemaDescriptor;
use polars_parquet::parquet::read::read_metadata;
use polars_parquet::parquet::write::{FileWriter, WriteOptions as FileOptions};
use polars_parquet::read::{BasicDecompressor, PageReader, column_iter_to_arrays, infer_schema};
use polars_parquet::write::{
    CompressedPage, CompressionOptions, Compressor, DynIter, DynStreamingIterator, Encoding,
    ParquetType, StatisticsOptions, Version, WriteOptions, array_to_columns,
    fallible_streaming_iterator,
};
use std::io::{Cursor, Write};

/// Column with its encoding.
pub type Encoded = (Box<dyn Array>, Encoding);

/// Group of rows, encoded and compressed.
pub struct RowGroup {
    rows: u64,
    columns: Vec<Vec<CompressedPage>>,
}

impl RowGroup {
    /// Encodes rows. Equal rows give equal bytes.
    ///
    /// # Errors
    /// Returns an error if a column does not have its type.
    pub fn encode(
        rows: usize,
        arrays: Vec<Encoded>,
        types: &[ParquetType],
    ) -> Result<Self, FrameError> {
        let options = WriteOptions {
            statistics: StatisticsOptions::default(),
            version: Version::V1,
            compression: CompressionOptions::Snappy,
            data_page_size: None,
        };
        let columns = arrays
            .into_iter()
            .zip(types)
            .map(|((array, encoding), of)| {
                let mut compressed = Vec::new();
                for pages in array_to_columns(array, of.clone(), options, &[encoding])? {
                    let pages = pages.map(|page| {
                        page.map_err(|error| ParquetError::InvalidParameter(error.to_string()))
                    });
                    for page in Compressor::new_from_vec(pages, options.compression, Vec::new()) {
                        compressed.push(page?);
                    }
                }
                Ok(compressed)
            });
        Ok(Self {
            rows: rows as u64,
            columns: columns.collect::<Result<_, FrameError>>()?,
        })
    }

    /// Appends the rows to a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn write<W: Write>(&self, file: &mut FileWriter<W>) -> ParquetResult<()> {
        let columns = self.columns.iter().map(|pages| {
            let pages = pages.iter().map(ParquetResult::Ok);
            ParquetResult::Ok(DynStreamingIterator::new(
                fallible_streaming_iterator::convert(pages),
            ))
        });
        file.write(self.rows, DynIter::new(columns))
    }
}

/// Begins a file.
pub fn file<W: Write>(to: W, schema: SchemaDescriptor) -> FileWriter<W> {
    let options = FileOptions {
        write_statistics: true,
        version: Version::V1,
    };
    let program = format!("evenodds version {}", env!("CARGO_PKG_VERSION"));
    FileWriter::new(to, schema, options, Some(program))
}

/// Content of a Parquet file.
pub struct ParquetContent {
    /// Keys and values of its metadata.
    pub notes: Vec<(String, String)>,
    /// Rows of the file.
    pub records: Records,
}

/// Reads a Parquet file with flat columns that are not compressed, or compressed with Snappy, as
/// this program writes them.
///
/// # Errors
/// Returns an error if it is not such a file.
pub fn read_content(bytes: &[u8]) -> Result<ParquetContent, FrameError> {
    let metadata = read_metadata(&mut Cursor::new(bytes))?;
    let schema = infer_schema(&metadata)?;
    let mut columns = Vec::with_capacity(schema.len());
    for (index, field) in schema.iter_values().enumerate() {
        let mut chunks = Vec::with_capacity(metadata.row_groups.len());
        for group in &metadata.row_groups {
            let flat = group.parquet_columns().get(index).filter(|column| {
                let path = &column.descriptor().path_in_schema;
                path.len() == 1 && path[0] == field.name
            });
            let column = flat.ok_or_else(|| {
                ParquetError::FeatureNotSupported(format!("nested column {}", field.name))
            })?;
            let range = column.byte_range();
            let pages = bytes.get(range.start as usize..range.end as usize);
            let pages = pages.ok_or_else(|| {
                ParquetError::OutOfSpec("a column ends after the file".to_owned())
            })?;
            let pages = Cursor::new(pages.to_vec().into());
            let pages = PageReader::new(pages, column, Vec::new(), usize::MAX);
            let (arrays, _) = column_iter_to_arrays(
                vec![BasicDecompressor::new(pages, Vec::new())],
                vec![&column.descriptor().descriptor.primitive_type],
                field.clone(),
                None,
            )?;
            chunks.extend(arrays);
        }
        columns.push(Column {
            name: field.name.to_string(),
            values: values(&field.dtype, &chunks)?,
        });
    }
    let notes = metadata.key_value_metadata.into_iter().flatten();
    let notes = notes.map(|note| (note.key, note.value.unwrap_or_default()));
    Ok(ParquetContent {
        notes: notes.collect(),
        records: Records { columns },
    })
}

/// Reads the rows of a Parquet file.
///
/// # Errors
/// Returns an error if the file is missing or is not such a file; see [`read_content`].
pub fn read_parquet(path: &std::path::Path) -> Result<Records, FrameError> {
    let bytes = std::fs::read(path).map_err(FrameError::Unreadable)?;
    Ok(read_content(&bytes)?.records)
}
