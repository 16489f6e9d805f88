//! Worker permits shared by concurrent runs: idle threads help runs that are still busy.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Pool of permits for the idle threads of a job.
///
/// A job with concurrent runs gives each run one thread. Spare threads, and threads whose runs have
/// ended, help the remaining runs.
#[derive(Debug, Default)]
pub struct WorkerPermits {
    free: AtomicUsize,
}

impl WorkerPermits {
    /// Creates a pool of `free` permits.
    pub fn new(free: usize) -> Self {
        Self {
            free: AtomicUsize::new(free),
        }
    }

    /// Adds a permit for a thread that has become idle.
    pub fn free(&self) {
        self.free.fetch_add(1, Ordering::Relaxed);
    }

    /// Takes a permit if any is free. Dropping the permit returns it to the pool.
    pub fn take(&self) -> Option<WorkerPermit<'_>> {
        let one_less = |free: usize| free.checked_sub(1);
        self.free
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less)
            .ok()
            .map(|_| WorkerPermit(self))
    }
}

/// Permit for one additional thread.
#[derive(Debug)]
pub struct WorkerPermit<'a>(&'a WorkerPermits);

impl Drop for WorkerPermit<'_> {
    fn drop(&mut self) {
        self.0.free();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permits_are_limited_to_the_number_free() {
        let permits = WorkerPermits::new(2);
        let first = permits.take();
        let second = permits.take();
        assert!(first.is_some() && second.is_some() && permits.take().is_none());
        drop(first);
        assert!(permits.take().is_some());
        permits.free();
        let both = (permits.take(), permits.take());
        assert!(both.0.is_some() && both.1.is_some() && permits.take().is_none());
    }
}
