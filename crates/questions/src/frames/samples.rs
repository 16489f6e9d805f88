//! Parquet files with a row for every trial.

use super::FrameError;
use super::parquet::{Encoded, RowGroup, file};
use crate::contest::Contest;
use crate::sim::{RowSink, RowValues, ScenarioIdentity, TrialRows};
use polars_arrow::array::{DictionaryArray, PrimitiveArray, Utf8ViewArray};
use polars_arrow::datatypes::{ArrowDataType, ArrowSchema, Field};
use polars_parquet::parquet::error::ParquetError;
use polars_parquet::parquet::metadata::KeyValue;
use polars_parquet::parquet::write::FileWriter;
use polars_parquet::write::{Encoding, ParquetType, to_parquet_schema};
use std::io::{Error, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Version of the format of samples: the columns and metadata of a file.
pub const SAMPLES_FORMAT: u32 = 1;

/// Parquet file under construction, with a row for each trial. The columns are `trial`, `outcome`
/// and each metric of the contest by its name in results.
///
/// The column `outcome` is a string; all others are 64-bit integers. A metric is null in trials
/// that do not have it.
///
/// Equal rows give equal bytes.
pub struct SampleFile<W: Write> {
    outcomes: Utf8ViewArray,
    /// Value of each metric that means "not measured".
    never: Vec<Option<i64>>,
    columns: Vec<ParquetType>,
    notes: Vec<KeyValue>,
    file: Mutex<FileWriter<RecordingWriter<W>>>,
    failed: SharedError,
}

/// I/O error that stopped writing, kept here since the Parquet library keeps only its message.
type SharedError = Arc<Mutex<Option<Error>>>;

/// Writer that records the error of the inner writer.
struct RecordingWriter<W> {
    to: W,
    failed: SharedError,
}

impl<W> RecordingWriter<W> {
    fn checked<T>(&self, done: std::io::Result<T>) -> std::io::Result<T> {
        done.map_err(|error| {
            let kind = error.kind();
            *lock(&self.failed) = Some(error);
            kind.into()
        })
    }
}

impl<W: Write> Write for RecordingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.to.write(bytes);
        self.checked(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        let flushed = self.to.flush();
        self.checked(flushed)
    }
}

/// Locks a value. The value is complete even if a thread panicked while holding the lock.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<W: Write> SampleFile<W> {
    /// Creates a file for the trials of a contest with a seed.
    ///
    /// Its key-value metadata contain the versions of the format and of the program, the scenario,
    /// the seed and further `notes`, as keys and values. All keys begin with `evenodds.`.
    ///
    /// # Errors
    /// Returns an error if two metrics of the contest have the same name.
    pub fn new(
        to: W,
        contest: &dyn Contest,
        identity: &ScenarioIdentity,
        seed: u64,
        notes: &[(&str, String)],
    ) -> Result<Self, FrameError> {
        let field = |name: &str, kind: ArrowDataType, is_optional| {
            (name.into(), Field::new(name.into(), kind, is_optional))
        };
        let numbers = contest.metrics().iter();
        let numbers = numbers
            .map(|metric| field(&metric.name(), ArrowDataType::Int64, metric.never.is_some()));
        let first = [
            field("trial", ArrowDataType::Int64, false),
            field("outcome", ArrowDataType::Utf8View, false),
        ];
        let schema = ArrowSchema::from_iter_check_duplicates(first.into_iter().chain(numbers))?;
        let schema = to_parquet_schema(&schema)?;
        let always = [
            ("format", SAMPLES_FORMAT.to_string()),
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
            ("scenario", identity.path.clone()),
            ("kind", identity.kind.clone()),
            ("hash", identity.hash.clone()),
            ("seed", seed.to_string()),
        ];
        let notes = always.iter().chain(notes);
        let notes = notes.map(|(name, value)| KeyValue {
            key: format!("evenodds.{name}"),
            value: Some(value.clone()),
        });
        let outcomes = contest.outcomes().iter();
        let outcomes: Vec<&str> = outcomes.map(|outcome| outcome.name.as_str()).collect();
        let failed = SharedError::default();
        let to = RecordingWriter {
            to,
            failed: Arc::clone(&failed),
        };
        Ok(Self {
            outcomes: Utf8ViewArray::from_slice_values(outcomes),
            never: contest.metrics().iter().map(|one| one.never).collect(),
            columns: schema.fields().to_vec(),
            notes: notes.collect(),
            file: Mutex::new(file(to, schema)),
            failed,
        })
    }

    /// Returns the I/O error that caused an error of the Parquet library, else that error itself.
    fn failure(&self, error: ParquetError) -> FrameError {
        match lock(&self.failed).take() {
            Some(error) => FrameError::Unwritable(error),
            None => error.into(),
        }
    }

    /// Writes the end of the file and returns the inner writer.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn finish(self) -> Result<W, FrameError> {
        let ended = lock(&self.file).end(Some(self.notes.clone()));
        ended.map_err(|error| self.failure(error))?;
        let file = self.file.into_inner();
        Ok(file.unwrap_or_else(PoisonError::into_inner).into_inner().to)
    }

    /// Returns the columns of rows.
    fn arrays(&self, rows: &TrialRows) -> Result<Vec<Encoded>, FrameError> {
        let trials = rows.trials().map(|trial| trial as i64);
        let trials = PrimitiveArray::from_vec(trials.collect());
        let mut arrays: Vec<Encoded> = vec![(Box::new(trials), Encoding::DeltaBinaryPacked)];
        if let [outcomes, metrics @ ..] = rows.columns() {
            let keys = numbers(outcomes).map(|outcome| outcome as u16);
            let keys = PrimitiveArray::from_vec(keys.collect());
            let outcomes =
                DictionaryArray::try_from_keys(keys, self.outcomes.clone().boxed(), false)?;
            arrays.push((Box::new(outcomes), Encoding::RleDictionary));
            for (values, &never) in metrics.iter().zip(&self.never) {
                let array = match never {
                    Some(never) => {
                        let values = numbers(values).map(|one| (one != never).then_some(one));
                        values.collect()
                    }
                    None => PrimitiveArray::from_vec(numbers(values).collect()),
                };
                arrays.push((Box::new(array), Encoding::RleDictionary));
            }
        }
        Ok(arrays)
    }
}

fn numbers(values: &RowValues) -> Box<dyn Iterator<Item = i64> + '_> {
    match values {
        RowValues::Short(values) => Box::new(values.iter().map(|&value| value.into())),
        RowValues::Long(values) => Box::new(values.iter().copied()),
    }
}

impl<W: Write + Send> RowSink for SampleFile<W> {
    type Group = RowGroup;
    type Error = FrameError;

    fn encode(&self, rows: &TrialRows) -> Result<RowGroup, FrameError> {
        RowGroup::encode(rows.len(), self.arrays(rows)?, &self.columns)
    }

    fn write(&self, group: RowGroup) -> Result<(), FrameError> {
        let written = group.write(&mut lock(&self.file));
        written.map_err(|error| self.failure(error))
    }
}
