//! Rows of trials, stored by columns.

use crate::contest::Record;
use std::ops::Range;

/// Number of rows to transpose together: large enough that columns seldom grow, small enough for
/// the L1 cache.
const BLOCK: usize = 64;
/// Approximate maximum number of values in a group, so that more than one group fits into memory.
const MOST_VALUES: u64 = 1 << 21;
/// Minimum and maximum number of rows in a group.
const ROWS: (u64, u64) = (1 << 10, 1 << 17);

/// Returns the number of rows in each group: a power of two that depends only on the number of
/// metrics.
pub(super) fn rows_in_group(metrics: usize) -> u64 {
    let rows = (MOST_VALUES / (metrics as u64 + 2)).clamp(ROWS.0, ROWS.1);
    1 << rows.ilog2()
}

/// Values of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowValues {
    /// Values that all fit into 16 bits, the usual case.
    Short(Vec<i16>),
    /// Values of which some need more than 16 bits.
    Long(Vec<i64>),
}

impl RowValues {
    /// Returns the number of values.
    pub fn len(&self) -> usize {
        match self {
            Self::Short(values) => values.len(),
            Self::Long(values) => values.len(),
        }
    }

    /// Returns whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn extend(&mut self, values: impl Iterator<Item = i64> + Clone) {
        match self {
            Self::Short(all) => {
                let before = all.len();
                let mut beyond = 0;
                all.extend(values.clone().map(|value| {
                    let short = value as i16;
                    beyond |= value ^ i64::from(short);
                    short
                }));
                if beyond != 0 {
                    all.truncate(before);
                    let mut long = widened(all);
                    long.extend(values);
                    *self = Self::Long(long);
                }
            }
            Self::Long(all) => all.extend(values),
        }
    }

    /// Appends the values of another column.
    fn append(&mut self, other: &Self) {
        match (&mut *self, other) {
            (Self::Short(all), Self::Short(others)) => all.extend_from_slice(others),
            (Self::Short(all), Self::Long(others)) => {
                let mut long = widened(all);
                long.extend_from_slice(others);
                *self = Self::Long(long);
            }
            (Self::Long(all), Self::Short(others)) => all.extend(widened(others)),
            (Self::Long(all), Self::Long(others)) => all.extend_from_slice(others),
        }
    }

    fn clear(&mut self) {
        match self {
            Self::Short(values) => values.clear(),
            Self::Long(_) => *self = Self::Short(Vec::new()),
        }
    }
}

fn widened(values: &[i16]) -> Vec<i64> {
    values.iter().map(|&value| value.into()).collect()
}

/// Rows of consecutive trials, by column: first the index of the outcome, then the contest's
/// metrics in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrialRows {
    trials: Range<u64>,
    columns: Vec<RowValues>,
}

impl TrialRows {
    /// Returns the trial numbers of the rows.
    pub fn trials(&self) -> Range<u64> {
        self.trials.clone()
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        (self.trials.end - self.trials.start) as usize
    }

    /// Returns whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.trials.is_empty()
    }

    /// Returns the columns, with a value for each row.
    pub fn columns(&self) -> &[RowValues] {
        &self.columns
    }

    /// Appends the rows of the next trials.
    pub(super) fn append(&mut self, next: &Self) {
        self.trials.end = next.trials.end;
        for (column, more) in self.columns.iter_mut().zip(&next.columns) {
            column.append(more);
        }
    }
}

/// Collector that converts records to rows.
pub(super) struct Collector {
    /// Values of the latest rows, not yet transposed.
    block: Vec<i64>,
    /// Number of columns.
    width: usize,
    columns: Vec<RowValues>,
}

impl Collector {
    /// Creates a collector for records with `metrics` values.
    pub fn new(metrics: usize) -> Self {
        let width = metrics + 1;
        Self {
            block: Vec::with_capacity(width * BLOCK),
            width,
            columns: vec![RowValues::Short(Vec::new()); width],
        }
    }

    /// Empties the columns and reserves capacity for `rows` rows.
    pub fn reserve(&mut self, rows: usize) {
        for column in &mut self.columns {
            column.clear();
            if let RowValues::Short(values) = column {
                values.reserve_exact(rows);
            }
        }
    }

    /// Adds the row of the next trial.
    #[inline]
    pub fn add(&mut self, record: &Record) {
        self.block.push(record.outcome as i64);
        self.block.extend_from_slice(&record.values);
        if self.block.len() >= self.width * BLOCK {
            self.transpose();
        }
    }

    /// Returns the added rows, which are those of `trials`, and empties the collector.
    pub fn take(&mut self, trials: Range<u64>) -> TrialRows {
        self.transpose();
        let empty = vec![RowValues::Short(Vec::new()); self.width];
        TrialRows {
            trials,
            columns: std::mem::replace(&mut self.columns, empty),
        }
    }

    /// Transposes the rows of the block into the columns.
    fn transpose(&mut self) {
        if self.block.is_empty() {
            return;
        }
        for (index, column) in self.columns.iter_mut().enumerate() {
            column.extend(self.block[index..].iter().step_by(self.width).copied());
        }
        self.block.clear();
    }
}
