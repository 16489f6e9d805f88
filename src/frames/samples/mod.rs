//! A row for every trial, as a Parquet file.

mod pages;

use super::FrameError;
use crate::contest::Contest;
use crate::sim::{Identity, RowSink, Rows};
use polars_parquet::parquet::error::{ParquetError, ParquetResult};
use polars_parquet::parquet::fallible_streaming_iterator::convert;
use polars_parquet::parquet::metadata::{Descriptor, KeyValue, SchemaDescriptor};
use polars_parquet::parquet::page::CompressedPage;
use polars_parquet::parquet::read::read_metadata;
use polars_parquet::parquet::schema::Repetition;
use polars_parquet::parquet::schema::types::{
    ParquetType, PhysicalType, PrimitiveConvertedType, PrimitiveLogicalType,
};
use polars_parquet::parquet::write::{
    DynIter, DynStreamingIterator, FileWriter, Version, WriteOptions,
};
use std::io::{BufWriter, Read, Seek, Write};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What the files of this program say of who made them, before its version.
const MAKER: &str = "evenodds version ";

/// A Parquet file that is being filled with a row for each trial: `trial`, `outcome` and then each
/// metric of the contest under its name in results. No column has nulls; all but `outcome`, which is
/// text, are whole numbers of 64 bits.
///
/// The same rows give the same bytes.
pub struct SampleFile<W: Write> {
    outcomes: Vec<String>,
    columns: Vec<Descriptor>,
    about: Vec<(String, String)>,
    file: Mutex<FileWriter<Noting<BufWriter<W>>>>,
    failed: Arc<OnceLock<std::io::Error>>,
}

/// A group of rows as pages, by columns.
pub struct SampleGroup {
    rows: usize,
    columns: Vec<Vec<CompressedPage>>,
}

impl<W: Write> SampleFile<W> {
    /// A file of the trials of a contest under a seed. `about` are further notes, as names and values;
    /// the file has the version of the program, the scenario and the seed among its key-value metadata
    /// without them.
    ///
    /// # Errors
    /// If the columns cannot be described.
    pub fn new(
        to: W,
        contest: &dyn Contest,
        identity: &Identity,
        seed: u64,
        about: &[(&str, String)],
    ) -> Result<Self, FrameError> {
        let mut fields = vec![number("trial")?, text("outcome")?];
        for metric in contest.metrics() {
            fields.push(number(&metric.name())?);
        }
        let schema = SchemaDescriptor::new("trials".into(), fields);
        let columns = schema.columns();
        let columns = columns.iter().map(|one| one.descriptor.clone()).collect();
        let failed = Arc::new(OnceLock::new());
        let to = Noting {
            to: BufWriter::new(to),
            failed: Arc::clone(&failed),
        };
        let options = WriteOptions {
            // Bounds are known of each column of each group; there is one page in each.
            write_statistics: false,
            version: Version::V1,
        };
        let version = env!("CARGO_PKG_VERSION");
        let maker = format!("{MAKER}{version}");
        let notes = [
            ("version", version.to_owned()),
            ("scenario", identity.path.clone()),
            ("kind", identity.kind.clone()),
            ("hash", identity.hash.clone()),
            ("seed", seed.to_string()),
        ];
        let about = notes.iter().chain(about);
        Ok(Self {
            outcomes: contest
                .outcomes()
                .iter()
                .map(|outcome| outcome.name.clone())
                .collect(),
            columns,
            about: about
                .map(|(name, value)| (format!("evenodds.{name}"), value.clone()))
                .collect(),
            file: Mutex::new(FileWriter::new(to, schema, options, Some(maker))),
            failed,
        })
    }

    /// Writes the end of the file and gives back what it was written to.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> Result<W, FrameError> {
        let mut file = self
            .file
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let notes = self.about.into_iter();
        let notes = notes
            .map(|(name, value)| KeyValue::new(name, value))
            .collect();
        file.end(Some(notes))
            .map_err(|error| said(&self.failed, error))?;
        let to = file.into_inner().to.into_inner();
        to.map_err(|error| FrameError::Unwritable(error.into_error()))
    }

    fn columns(&self, rows: &Rows) -> ParquetResult<Vec<Vec<CompressedPage>>> {
        let mut columns = Vec::with_capacity(self.columns.len());
        let [trial, outcome, metrics @ ..] = &self.columns[..] else {
            return Ok(columns);
        };
        let [outcomes, values @ ..] = rows.columns() else {
            return Ok(columns);
        };
        columns.push(pages::counting(&rows.trials(), trial)?);
        columns.push(pages::words(&self.outcomes, outcomes, outcome)?);
        for (metric, values) in metrics.iter().zip(values) {
            columns.push(pages::whole_numbers(values, metric)?);
        }
        Ok(columns)
    }
}

impl<W: Write + Send> RowSink for SampleFile<W> {
    type Group = SampleGroup;
    type Error = FrameError;

    fn encode(&self, rows: &Rows) -> Result<SampleGroup, FrameError> {
        let columns = self
            .columns(rows)
            .map_err(|error| said(&self.failed, error))?;
        Ok(SampleGroup {
            rows: rows.len(),
            columns,
        })
    }

    fn write(&self, group: SampleGroup) -> Result<(), FrameError> {
        let columns = group.columns.iter().map(|pages| {
            let pages = pages.iter().map(Ok);
            Ok::<_, ParquetError>(DynStreamingIterator::new(convert(pages)))
        });
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write(group.rows as u64, DynIter::new(columns))
            .map_err(|error| said(&self.failed, error))
    }
}

/// Whether this is a file of samples that this program wrote; an empty file counts too, since nothing
/// is lost with it.
///
/// # Errors
/// If it cannot be read.
pub fn is_samples(mut file: impl Read + Seek) -> std::io::Result<bool> {
    if file.seek(std::io::SeekFrom::End(0))? == 0 {
        return Ok(true);
    }
    file.rewind()?;
    let maker = read_metadata(&mut file)
        .ok()
        .and_then(|metadata| metadata.created_by);
    Ok(maker.is_some_and(|maker| maker.starts_with(MAKER)))
}

fn number(name: &str) -> ParquetResult<ParquetType> {
    let required = Repetition::Required;
    ParquetType::try_from_primitive(name.into(), PhysicalType::Int64, required, None, None, None)
}

fn text(name: &str) -> ParquetResult<ParquetType> {
    ParquetType::try_from_primitive(
        name.into(),
        PhysicalType::ByteArray,
        Repetition::Required,
        Some(PrimitiveConvertedType::Utf8),
        Some(PrimitiveLogicalType::String),
        None,
    )
}

/// The reason of a failure: that of the writing if there is one, which the library would wrap into
/// words of its own.
fn said(failed: &OnceLock<std::io::Error>, error: ParquetError) -> FrameError {
    match failed.get() {
        Some(reason) => FrameError::Unwritable(copy(reason)),
        None => FrameError::Parquet(error),
    }
}

fn copy(error: &std::io::Error) -> std::io::Error {
    match error.raw_os_error() {
        Some(code) => std::io::Error::from_raw_os_error(code),
        None => std::io::Error::new(error.kind(), error.to_string()),
    }
}

/// Keeps in mind why it could not write.
struct Noting<W> {
    to: W,
    failed: Arc<OnceLock<std::io::Error>>,
}

impl<W> Noting<W> {
    fn note<T>(&self, done: std::io::Result<T>) -> std::io::Result<T> {
        if let Err(error) = &done
            && error.kind() != std::io::ErrorKind::Interrupted
        {
            let _ = self.failed.set(copy(error));
        }
        done
    }
}

impl<W: Write> Write for Noting<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let done = self.to.write(bytes);
        self.note(done)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        let done = self.to.flush();
        self.note(done)
    }
}
