//! Deadlines for long work: solvers and slow trials check the deadline, and unwind once it has
//! passed.
//!
//! Because of unwinding, solvers need no return value for an interruption, and store no partial
//! results: the cells for their results stay empty. Only work inside [`before`] has a deadline,
//! which applies to all its threads.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Instant;

thread_local! {
    static DEADLINE: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Panic payload of work whose deadline has passed.
struct Passed;

/// Runs `work` and returns its result, or `None` if the deadline passes first. Side effects of
/// `work` up to then remain.
pub fn before<T>(deadline: Option<Instant>, work: impl FnOnce() -> T) -> Option<T> {
    if deadline.is_none() {
        return Some(work());
    }
    match catch_unwind(AssertUnwindSafe(|| under(deadline, work))) {
        Ok(done) => Some(done),
        Err(payload) if payload.is::<Passed>() => None,
        Err(payload) => resume_unwind(payload),
    }
}

/// Returns the deadline of this thread, for other threads that share its work.
pub fn current() -> Option<Instant> {
    DEADLINE.get()
}

/// Runs `work` with this deadline, then restores the previous deadline of the thread.
pub fn under<T>(deadline: Option<Instant>, work: impl FnOnce() -> T) -> T {
    struct Restored(Option<Instant>);
    impl Drop for Restored {
        fn drop(&mut self) {
            DEADLINE.set(self.0);
        }
    }
    let _restored = Restored(DEADLINE.replace(deadline));
    work()
}

/// Unwinds the work of this thread if its deadline has passed. Costs about a nanosecond without a
/// deadline, and a clock read with one.
#[inline]
pub fn check() {
    if let Some(deadline) = DEADLINE.get() {
        check_clock(deadline);
    }
}

#[cold]
fn check_clock(deadline: Instant) {
    if Instant::now() >= deadline {
        resume_unwind(Box::new(Passed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::parallel;
    use std::sync::OnceLock;
    use std::time::Duration;

    fn within<T>(work: impl FnOnce() -> T) -> Option<T> {
        before(Some(Instant::now() + Duration::from_millis(20)), work)
    }

    fn endless() -> u32 {
        loop {
            check();
        }
    }

    #[test]
    fn work_ends_only_after_its_deadline_has_passed() {
        assert_eq!(within(|| 7), Some(7));
        assert_eq!(before(None, || 7), Some(7));
        assert_eq!(within(endless), None);
        assert_eq!(current(), None);
        // A finished result is kept, and stopped work can be repeated.
        let cell = OnceLock::new();
        assert_eq!(within(|| *cell.get_or_init(endless)), None);
        assert_eq!(*cell.get_or_init(|| 3), 3);
    }

    #[test]
    fn a_deadline_ends_the_work_of_all_threads() {
        let ended = within(|| {
            parallel::on_threads(4, &|| {
                endless();
            });
        });
        assert_eq!(ended, None);
        let ended = within(|| {
            parallel::map(1_000, |_, (): &mut ()| {
                std::thread::sleep(Duration::from_millis(1));
            })
        });
        assert_eq!(ended, None);
    }

    #[test]
    fn other_panics_are_propagated() {
        let ended = catch_unwind(|| within(|| resume_unwind(Box::new("a fault"))));
        assert_eq!(ended.unwrap_err().downcast_ref(), Some(&"a fault"));
    }
}
