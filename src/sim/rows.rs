//! Rows of trials, collected by columns.

use crate::contest::Record;
use std::ops::Range;

/// Rows that are turned into columns at once: so many that the columns' ends are seldom changed
/// between, and so few that they lie in the nearest cache.
const BLOCK: usize = 64;
/// No group of rows has more values than about this, so that some of them fit into memory.
const MOST_VALUES: u64 = 1 << 21;
/// The fewest and the most rows in a group.
const ROWS: (u64, u64) = (1 << 10, 1 << 17);

/// How many rows the groups of a contest have: a power of two that hangs on nothing but the number
/// of its metrics.
pub(super) fn rows_in_group(metrics: usize) -> u64 {
    let rows = (MOST_VALUES / (metrics as u64 + 2)).clamp(ROWS.0, ROWS.1);
    1 << rows.ilog2()
}

/// The values of one column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// All of them are this short, as they nearly always are.
    Short(Vec<i16>),
    /// Some are not.
    Long(Vec<i64>),
}

impl Values {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Short(values) => values.len(),
            Self::Long(values) => values.len(),
        }
    }

    /// Whether there are none.
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

    /// Puts others behind them.
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

/// Rows of trials that follow each other, by columns: the position of the outcome first, and then the
/// contest's metrics in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    trials: Range<u64>,
    columns: Vec<Values>,
}

impl Rows {
    /// The numbers of the trials, one for each row.
    pub fn trials(&self) -> Range<u64> {
        self.trials.clone()
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        (self.trials.end - self.trials.start) as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.trials.is_empty()
    }

    /// The columns, with a value for each row.
    pub fn columns(&self) -> &[Values] {
        &self.columns
    }

    /// Puts the rows of the next trials behind them.
    pub(super) fn append(&mut self, next: &Self) {
        self.trials.end = next.trials.end;
        for (column, more) in self.columns.iter_mut().zip(&next.columns) {
            column.append(more);
        }
    }
}

/// Turns records into rows.
pub(super) struct Collector {
    /// A value for each column, and that for each of some rows.
    block: Vec<i64>,
    /// How many columns there are.
    width: usize,
    columns: Vec<Values>,
}

impl Collector {
    /// For records with so many values.
    pub fn new(metrics: usize) -> Self {
        let width = metrics + 1;
        Self {
            block: Vec::with_capacity(width * BLOCK),
            width,
            columns: vec![Values::Short(Vec::new()); width],
        }
    }

    /// Makes room for so many rows.
    pub fn expect(&mut self, rows: usize) {
        for column in &mut self.columns {
            column.clear();
            if let Values::Short(values) = column {
                values.reserve_exact(rows);
            }
        }
    }

    /// Takes down the row of the next trial.
    #[inline]
    pub fn add(&mut self, record: &Record) {
        self.block.push(record.outcome as i64);
        self.block.extend_from_slice(&record.values);
        if self.block.len() >= self.width * BLOCK {
            self.turn();
        }
    }

    /// The rows of these trials, whose records were added.
    pub fn take(&mut self, trials: Range<u64>) -> Rows {
        self.turn();
        let empty = vec![Values::Short(Vec::new()); self.width];
        Rows {
            trials,
            columns: std::mem::replace(&mut self.columns, empty),
        }
    }

    /// Turns the rows of the block into columns.
    fn turn(&mut self) {
        if self.block.is_empty() {
            return;
        }
        for (index, column) in self.columns.iter_mut().enumerate() {
            column.extend(self.block[index..].iter().step_by(self.width).copied());
        }
        self.block.clear();
    }
}
