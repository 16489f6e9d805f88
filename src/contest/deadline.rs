//! A deadline for long work: solvers and slow trials look at it, and unwind once it has passed.
//!
//! Unwinding needs no result for "stopped" in every solver, and leaves nothing half done: what a solver finds is kept
//! in cells that stay empty if it is unwound. Only work that is started with [`before`] has a deadline; it goes to all
//! threads that this work uses.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Instant;

thread_local! {
    /// The deadline of the work on this thread.
    static DEADLINE: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// The payload that work is unwound with.
struct Passed;

/// Does `work` and returns its result, or `None` if the deadline passes first. What `work` has changed by then stays
/// changed.
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

/// Returns the deadline of this thread, for other threads that do a part of its work.
pub fn current() -> Option<Instant> {
    DEADLINE.get()
}

/// Does `work` with the deadline of another thread, whose work it is a part of.
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

/// Unwinds the work of this thread if its deadline has passed. Costs about a nanosecond where there is none, and a look
/// at the clock where there is one.
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
    fn work_is_ended_once_its_deadline_has_passed_and_only_then() {
        assert_eq!(within(|| 7), Some(7));
        assert_eq!(before(None, || 7), Some(7));
        assert_eq!(within(endless), None);
        assert_eq!(current(), None);
        // An earlier result is not touched, and what was ended can be done again.
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
    fn other_panics_are_handed_on() {
        let ended = catch_unwind(|| within(|| resume_unwind(Box::new("a fault"))));
        assert_eq!(ended.unwrap_err().downcast_ref(), Some(&"a fault"));
    }
}
