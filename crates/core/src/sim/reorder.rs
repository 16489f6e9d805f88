//! Buffer that collects rows in groups, encodes the groups, and writes them in order.

use super::chunks::Groups;
use super::rows::TrialRows;
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Receiver of rows, group by group.
///
/// All groups of a run have the same number of trials except the last one. Their boundaries depend
/// only on the plan and the contest's metrics.
pub trait RowSink: Sync {
    /// Encoded group, ready to be written.
    type Group: Send;
    /// Error of encoding or writing.
    type Error: Send;

    /// Encodes a group. Called on any thread, and simultaneously for different groups.
    ///
    /// # Errors
    /// Any error ends the run.
    fn encode(&self, rows: &TrialRows) -> Result<Self::Group, Self::Error>;

    /// Writes the groups in order, one after another.
    ///
    /// # Errors
    /// Any error ends the run.
    fn write(&self, group: Self::Group) -> Result<(), Self::Error>;
}

/// Maximum number of rows at which neighboring blocks of rows are joined.
///
/// With slow players a chunk has only one or two rows. Separate vectors for each chunk and column
/// would then take far more memory than their contents.
const MERGE_LIMIT: usize = 1 << 12;

/// Buffer between workers, which finish rows in any order, and a sink, which receives groups in
/// order.
pub(super) struct ReorderBuffer<'a, S: RowSink> {
    sink: &'a S,
    groups: Groups,
    /// Number of groups that may be started before the first of them is written.
    ahead: u64,
    state: Mutex<ReorderState<S>>,
    /// Signaled when a group has been written, or the run has failed.
    moved: Condvar,
}

struct ReorderState<S: RowSink> {
    /// Incomplete groups, by index.
    open: BTreeMap<u64, PendingGroup>,
    /// Encoded groups waiting for earlier ones.
    encoded: BTreeMap<u64, S::Group>,
    /// Number of groups written.
    written: u64,
    /// True if a thread is writing.
    writing: bool,
    /// True if the run has failed.
    aborted: bool,
    error: Option<S::Error>,
}

/// Rows of an incomplete group, in blocks by the number of their first trial.
#[derive(Default)]
struct PendingGroup {
    rows: u64,
    parts: BTreeMap<u64, TrialRows>,
}

impl PendingGroup {
    /// Adds rows; joins them with neighboring blocks if both are small.
    fn add(&mut self, rows: TrialRows) {
        self.rows += rows.len() as u64;
        let start = rows.trials().start;
        let before = self.parts.range_mut(..start).next_back();
        let joins = |before: &TrialRows, rows: &TrialRows| {
            before.trials().end == rows.trials().start && before.len() + rows.len() <= MERGE_LIMIT
        };
        let place = match before {
            Some((&place, before)) if joins(before, &rows) => {
                before.append(&rows);
                place
            }
            _ => {
                self.parts.insert(start, rows);
                start
            }
        };
        let Some(end) = self.parts.get(&place).map(|rows| rows.trials().end) else {
            return;
        };
        if let Some(following) = self.parts.remove(&end) {
            match self.parts.get_mut(&place) {
                Some(rows) if joins(rows, &following) => rows.append(&following),
                _ => drop(self.parts.insert(end, following)),
            }
        }
    }

    /// Joins all blocks; returns `None` if there are none.
    fn merge(self) -> Option<TrialRows> {
        self.parts.into_values().reduce(|mut all, next| {
            all.append(&next);
            all
        })
    }
}

impl<'a, S: RowSink> ReorderBuffer<'a, S> {
    pub fn new(sink: &'a S, groups: Groups, ahead: u64) -> Self {
        Self {
            sink,
            groups,
            ahead,
            state: Mutex::new(ReorderState {
                open: BTreeMap::new(),
                encoded: BTreeMap::new(),
                written: 0,
                writing: false,
                aborted: false,
                error: None,
            }),
            moved: Condvar::new(),
        }
    }

    /// Waits until the group of this trial may be started. Returns false if the run has failed.
    ///
    /// The next group to write may always be started, so there is no deadlock.
    pub fn wait_for_room(&self, trial: u64) -> bool {
        let group = self.groups.of(trial);
        let mut state = self.lock();
        while !state.aborted && group >= state.written + self.ahead {
            state = self
                .moved
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        !state.aborted
    }

    /// Adds rows of a single group. The thread that completes a group encodes it while others play.
    /// Returns false if the run has failed.
    pub fn push(&self, rows: TrialRows) -> bool {
        let group = self.groups.of(rows.trials().start);
        let mut state = self.lock();
        let open = state.open.entry(group).or_default();
        open.add(rows);
        if open.rows < self.groups.size {
            return !state.aborted;
        }
        let full = state.open.remove(&group);
        drop(state);
        full.is_none_or(|full| self.encode_and_write(group, full))
    }

    /// Writes the remaining groups after all trials; the last group may be incomplete.
    ///
    /// # Errors
    /// Returns the first error of the sink.
    pub fn finish(self) -> Result<(), S::Error> {
        let open = std::mem::take(&mut self.lock().open);
        for (group, rows) in open {
            self.encode_and_write(group, rows);
        }
        let state = self
            .state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        state.error.map_or(Ok(()), Err)
    }

    /// Marks the run as failed and wakes all waiting threads.
    pub fn abort(&self) {
        self.lock().aborted = true;
        self.moved.notify_all();
    }

    /// Encodes a group, then writes it and all groups next in order, unless another thread is
    /// writing. Returns false if the run has failed.
    fn encode_and_write(&self, group: u64, rows: PendingGroup) -> bool {
        let Some(rows) = rows.merge() else {
            return true;
        };
        let encoded = self.sink.encode(&rows);
        drop(rows);
        let mut state = self.lock();
        match encoded {
            Ok(encoded) => state.encoded.insert(group, encoded),
            Err(error) => return self.fail(state, error),
        };
        if state.writing {
            return !state.aborted;
        }
        state.writing = true;
        loop {
            let written = state.written;
            let Some(next) = state.encoded.remove(&written) else {
                break;
            };
            if state.aborted {
                break;
            }
            drop(state);
            let done = self.sink.write(next);
            state = self.lock();
            if let Err(error) = done {
                return self.fail(state, error);
            }
            state.written += 1;
            self.moved.notify_all();
        }
        state.writing = false;
        !state.aborted
    }

    fn fail(&self, mut state: MutexGuard<'_, ReorderState<S>>, error: S::Error) -> bool {
        state.aborted = true;
        state.error.get_or_insert(error);
        drop(state);
        self.moved.notify_all();
        false
    }

    fn lock(&self) -> MutexGuard<'_, ReorderState<S>> {
        // No thread holds the lock while it plays, encodes or writes, so a panic there cannot
        // poison it.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
