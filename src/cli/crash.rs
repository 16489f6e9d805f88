//! Panics: a bug in the program ends the work on one scenario and not that on the others, and its message names the
//! scenario.

use super::failure::Failure;
use std::any::Any;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Calls of [`isolated`] that are not finished.
static OPEN: AtomicUsize = AtomicUsize::new(0);
/// The panics that no call of [`isolated`] has reported yet: the message and the place in the sources.
static PANICS: Mutex<Vec<(String, String)>> = Mutex::new(Vec::new());

/// The payload's message where it is no text.
const NO_TEXT: &str = "no message";
/// Panic message of a scope in which a thread has panicked; the panic of that thread was noted before.
const OF_A_THREAD: &str = "a scoped thread panicked";

/// Replaces the message that the standard library prints for each panic: [`isolated`] reports it in one line instead.
/// With `RUST_BACKTRACE` both are printed. For a process of our own.
pub fn catch() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if OPEN.load(Ordering::Relaxed) > 0 {
            note(info);
            if std::env::var_os("RUST_BACKTRACE").is_none_or(|value| value == "0") {
                return;
            }
        }
        usual(info);
    }));
}

fn panics() -> MutexGuard<'static, Vec<(String, String)>> {
    PANICS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn note(info: &PanicHookInfo) {
    let place = info.location().map(ToString::to_string).unwrap_or_default();
    panics().push((text(info.payload()).to_owned(), place));
}

/// Does `work` for `about`, the name of a scenario or a command, and returns its result; if it panics, on any thread, a
/// failure that names `about` and the place of the panic.
pub fn isolated<T>(about: &str, work: impl FnOnce() -> T) -> Result<T, Failure> {
    struct Open;
    impl Drop for Open {
        fn drop(&mut self) {
            if OPEN.fetch_sub(1, Ordering::Relaxed) == 1 {
                panics().clear();
            }
        }
    }
    OPEN.fetch_add(1, Ordering::Relaxed);
    let _open = Open;
    // Whatever the work has changed is dropped with it, or is only added to.
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    done.map_err(|payload| Failure::Crashed(message(about, text(&*payload))))
}

/// The same for work that may fail by itself.
pub fn tried<T>(about: &str, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    isolated(about, work).and_then(|done| done)
}

/// The same for work with several failures.
pub fn tried_all<T>(
    about: &str,
    work: impl FnOnce() -> Result<T, Vec<Failure>>,
) -> Result<T, Vec<Failure>> {
    isolated(about, work).unwrap_or_else(|crash| Err(vec![crash]))
}

/// One line on a panic, and what to do about it.
fn message(about: &str, told: &str) -> String {
    let mut noted = panics();
    // The panics of other scenarios stay for their own messages. Where the message of a thread was replaced by that of
    // its scope, the first one is the cause.
    let own = noted
        .iter()
        .position(|(text, _)| text == told || told == OF_A_THREAD && text != OF_A_THREAD);
    let cause = own.map(|own| noted.remove(own));
    drop(noted);
    let (text, place) = cause.unwrap_or_else(|| (told.to_owned(), String::new()));
    let at = if place.is_empty() { "" } else { " at " };
    format!(
        "{about}: the program failed{at}{place}: {}\n\
         help: this is a bug in evenodds {}: please report this message, with the scenario and the command",
        text.replace('\n', " "),
        env!("CARGO_PKG_VERSION")
    )
}

fn text(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or(NO_TEXT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::parallel::{map, on_threads};

    fn told(failure: Failure) -> String {
        let mut failures = crate::cli::failure::Failures::default();
        let text = failure.message().unwrap_or_default().to_owned();
        failures.add(failure);
        assert_eq!(failures.code(), 3);
        text
    }

    fn overflow(index: usize) {
        assert!([1, 2, 3][index] > 0);
    }

    #[test]
    fn a_panic_on_any_thread_is_a_failure_that_names_the_scenario() {
        let ways: [&dyn Fn(); 4] = [
            &|| overflow(7),
            &|| on_threads(3, &|| overflow(7)),
            &|| drop(map(8, |index, (): &mut ()| overflow(index))),
            &|| rayon::scope(|scope| scope.spawn(|_| overflow(7))),
        ];
        for way in ways {
            let text = told(isolated("fights/three.toml", way).unwrap_err());
            assert!(
                text.starts_with("fights/three.toml: the program failed"),
                "{text}"
            );
            assert!(text.contains("index out of bounds"), "{text}");
            assert!(text.contains("please report this message"), "{text}");
        }
        assert_eq!(isolated("x", || 7).unwrap(), 7);
    }

    #[test]
    fn failures_of_the_work_itself_stay_as_they_are() {
        let failed = tried("x", || Err::<(), _>(Failure::Input("wrong".to_owned())));
        assert_eq!(failed.unwrap_err().message(), Some("wrong"));
        let failed = tried_all("x", || -> Result<(), _> { panic!("of two\nlines") });
        let text = told(failed.unwrap_err().remove(0));
        assert!(text.contains("of two lines\nhelp: "), "{text}");
    }
}
