//! Where groups of rows are put together, encoded and handed on in order.

use super::chunks::Groups;
use super::rows::Rows;
use super::samples::RowSink;
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Neighbouring rows are put together up to so many: with slow players chunks have one row or two,
/// and a vector for each column of each would take up far more than what is in them.
const SMALL: usize = 1 << 12;

/// Groups of rows on their way into a sink.
pub(super) struct ReorderBuffer<'a, S: RowSink> {
    sink: &'a S,
    groups: Groups,
    /// How many groups may be begun before the first of them is written.
    ahead: u64,
    state: Mutex<State<S>>,
    /// Told when a group was written, and when all is over.
    moved: Condvar,
}

struct State<S: RowSink> {
    /// Groups that are not full: rows by their first trial.
    open: BTreeMap<u64, Open>,
    /// Groups that wait for those before them.
    encoded: BTreeMap<u64, S::Group>,
    /// How many groups were written.
    written: u64,
    /// Whether somebody is writing.
    writing: bool,
    /// Whether it makes no sense to go on.
    given_up: bool,
    error: Option<S::Error>,
}

/// The rows of a group so far.
#[derive(Default)]
struct Open {
    rows: u64,
    parts: BTreeMap<u64, Rows>,
}

impl Open {
    /// Adds rows, together with their neighbours as long as they are few.
    fn add(&mut self, rows: Rows) {
        self.rows += rows.len() as u64;
        let start = rows.trials().start;
        let before = self.parts.range_mut(..start).next_back();
        let joins = |before: &Rows, rows: &Rows| {
            before.trials().end == rows.trials().start && before.len() + rows.len() <= SMALL
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
        if let Some(behind) = self.parts.remove(&end) {
            match self.parts.get_mut(&place) {
                Some(rows) if joins(rows, &behind) => rows.append(&behind),
                _ => drop(self.parts.insert(end, behind)),
            }
        }
    }

    /// All of them as one.
    fn join(self) -> Option<Rows> {
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
            state: Mutex::new(State {
                open: BTreeMap::new(),
                encoded: BTreeMap::new(),
                written: 0,
                writing: false,
                given_up: false,
                error: None,
            }),
            moved: Condvar::new(),
        }
    }

    /// Waits until the group of this trial may be begun; false if nothing more is wanted. The group
    /// that comes next may always be, so somebody always goes on.
    pub fn wait_for_room(&self, trial: u64) -> bool {
        let group = self.groups.of(trial);
        let mut state = self.lock();
        while !state.given_up && group >= state.written + self.ahead {
            state = self
                .moved
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        !state.given_up
    }

    /// Takes rows, all of one group. Who brings the last ones of a group encodes it, while others
    /// play. False if nothing more is wanted.
    pub fn put(&self, rows: Rows) -> bool {
        let group = self.groups.of(rows.trials().start);
        let mut state = self.lock();
        let open = state.open.entry(group).or_default();
        open.add(rows);
        if open.rows < self.groups.size {
            return !state.given_up;
        }
        let full = state.open.remove(&group);
        drop(state);
        full.is_none_or(|full| self.hand_on(group, full))
    }

    /// Hands on what is left, once nobody plays any more: the last group need not be full.
    ///
    /// # Errors
    /// What the sink said.
    pub fn finish(self) -> Result<(), S::Error> {
        let open = std::mem::take(&mut self.lock().open);
        for (group, rows) in open {
            self.hand_on(group, rows);
        }
        let state = self
            .state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        state.error.map_or(Ok(()), Err)
    }

    /// Nobody need wait any longer.
    pub fn give_up(&self) {
        self.lock().given_up = true;
        self.moved.notify_all();
    }

    /// Encodes a group, and writes it and all those that waited for it unless somebody does so already.
    fn hand_on(&self, group: u64, rows: Open) -> bool {
        let Some(rows) = rows.join() else {
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
            return !state.given_up;
        }
        state.writing = true;
        loop {
            let written = state.written;
            let Some(next) = state.encoded.remove(&written) else {
                break;
            };
            if state.given_up {
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
        !state.given_up
    }

    fn fail(&self, mut state: MutexGuard<'_, State<S>>, error: S::Error) -> bool {
        state.given_up = true;
        state.error.get_or_insert(error);
        drop(state);
        self.moved.notify_all();
        false
    }

    fn lock(&self) -> MutexGuard<'_, State<S>> {
        // No lock is held while anything is played, encoded or written.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
