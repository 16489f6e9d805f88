//! A row for every trial, as a Parquet file.

mod footer;
mod pages;
mod thrift;

use super::FrameError;
use crate::contest::Contest;
use crate::sim::{Identity, RowSink, Rows};
use footer::{Column, Footer};
use pages::Chunk;
use polars_parquet::parquet::error::ParquetResult;
use std::io::{ErrorKind, Write};
use std::sync::{Mutex, PoisonError};

/// What Parquet files begin and end with.
const MAGIC: &[u8] = b"PAR1";
/// The version of the format of samples: which columns and notes there are.
pub const SAMPLES_FORMAT: u32 = 1;

/// A Parquet file that is being filled with a row for each trial: `trial`, `outcome` and then each
/// metric of the contest under its name in results. All but `outcome`, which is text, are whole numbers of 64
/// bits. Only metrics that are not measured in every trial have nulls: in the trials in which they are not.
///
/// The same rows give the same bytes.
pub struct SampleFile<W> {
    outcomes: Vec<String>,
    notes: Vec<(String, String)>,
    /// The value of each metric that means "not measured".
    never: Vec<Option<i64>>,
    file: Mutex<Place<W>>,
}

/// How far a file has got.
struct Place<W> {
    to: W,
    offset: u64,
    footer: Footer,
}

/// A group of rows as bytes.
pub struct SampleGroup {
    rows: u64,
    bytes: Vec<u8>,
    chunks: Vec<Chunk>,
}

impl<W: Write> SampleFile<W> {
    /// Begins a file of the trials of a contest under a seed. Among its key-value metadata are the versions
    /// of the format and of the program, the scenario and the seed, and then further `notes`, as names and values; all names
    /// begin with `evenodds.`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(
        mut to: W,
        contest: &dyn Contest,
        identity: &Identity,
        seed: u64,
        notes: &[(&str, String)],
    ) -> Result<Self, FrameError> {
        to.write_all(MAGIC).map_err(FrameError::Unwritable)?;
        let numbers = contest
            .metrics()
            .iter()
            .map(|metric| (metric.name(), false, metric.never.is_some()));
        let columns = [
            ("trial".to_owned(), false, false),
            ("outcome".to_owned(), true, false),
        ]
        .into_iter()
        .chain(numbers)
        .map(|(name, text, optional)| Column {
            name,
            text,
            optional,
        })
        .collect();
        let always = [
            ("format", SAMPLES_FORMAT.to_string()),
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
            ("scenario", identity.path.clone()),
            ("kind", identity.kind.clone()),
            ("hash", identity.hash.clone()),
            ("seed", seed.to_string()),
        ];
        let outcomes = contest.outcomes().iter();
        Ok(Self {
            outcomes: outcomes.map(|outcome| outcome.name.clone()).collect(),
            notes: always
                .iter()
                .chain(notes)
                .map(|(name, value)| (format!("evenodds.{name}"), value.clone()))
                .collect(),
            never: contest.metrics().iter().map(|one| one.never).collect(),
            file: Mutex::new(Place {
                to,
                offset: MAGIC.len() as u64,
                footer: Footer::new(columns),
            }),
        })
    }

    /// Writes the end of the file and gives back what it was written to.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> Result<W, FrameError> {
        let place = self.file.into_inner();
        let Place { mut to, footer, .. } = place.unwrap_or_else(PoisonError::into_inner);
        let maker = format!("evenodds version {}", env!("CARGO_PKG_VERSION"));
        let mut bytes = footer.end(&self.notes, &maker);
        // A file says in 31 bits how long its end is.
        let length = i32::try_from(bytes.len())
            .map_err(|_| FrameError::Unwritable(ErrorKind::FileTooLarge.into()))?;
        bytes.extend(length.to_le_bytes());
        bytes.extend(MAGIC);
        let written = to.write_all(&bytes).and_then(|()| to.flush());
        written.map_err(FrameError::Unwritable)?;
        Ok(to)
    }

    fn group(&self, rows: &Rows) -> ParquetResult<SampleGroup> {
        let mut bytes = Vec::new();
        let mut chunks = vec![pages::counting(&rows.trials(), &mut bytes)?];
        if let [outcomes, metrics @ ..] = rows.columns() {
            chunks.push(pages::words(&self.outcomes, outcomes, &mut bytes)?);
            for (values, &never) in metrics.iter().zip(&self.never) {
                chunks.push(pages::whole_numbers(values, never, &mut bytes)?);
            }
        }
        Ok(SampleGroup {
            rows: rows.len() as u64,
            bytes,
            chunks,
        })
    }
}

impl<W: Write + Send> RowSink for SampleFile<W> {
    type Group = SampleGroup;
    type Error = FrameError;

    fn encode(&self, rows: &Rows) -> Result<SampleGroup, FrameError> {
        Ok(self.group(rows)?)
    }

    fn write(&self, group: SampleGroup) -> Result<(), FrameError> {
        let mut place = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = place.to.write_all(&group.bytes);
        written.map_err(FrameError::Unwritable)?;
        let offset = place.offset;
        place.footer.note(group.rows, &group.chunks, offset);
        place.offset += group.bytes.len() as u64;
        Ok(())
    }
}
