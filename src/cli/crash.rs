//! Isolation of panics: a bug in the program ends the work on one scenario only, and the message names that
//! scenario. The panic hook of the standard library has already printed the location in the source.

use super::failure::Failure;
use std::any::Any;
use std::panic::{self, AssertUnwindSafe};

/// Runs `work` and returns its result. `about` is the name of a scenario or a command.
///
/// # Errors
/// The work panics, on any thread; the failure names `about`.
pub fn isolated<T>(about: &str, work: impl FnOnce() -> T) -> Result<T, Failure> {
    // State that the work changes is dropped with it, or only appended to.
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    done.map_err(|payload| Failure::Crashed(message(about, text(&*payload))))
}

/// Runs fallible work like [`isolated`].
pub fn tried<T>(about: &str, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    isolated(about, work).and_then(|done| done)
}

/// Runs work with more than one possible failure like [`isolated`].
pub fn tried_all<T>(
    about: &str,
    work: impl FnOnce() -> Result<T, Vec<Failure>>,
) -> Result<T, Vec<Failure>> {
    isolated(about, work).unwrap_or_else(|crash| Err(vec![crash]))
}

/// Returns the message about a panic, with a request to report it.
fn message(about: &str, description: &str) -> String {
    format!(
        "{about}: the program failed: {}\n\
         help: this is a bug in evenodds {}: please report this message and the one before it, with the scenario and \
         the command",
        description.replace('\n', " "),
        env!("CARGO_PKG_VERSION")
    )
}

fn text(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::parallel::{map, on_threads};

    fn description(failure: &Failure) -> String {
        assert!(matches!(failure, Failure::Crashed(_)));
        failure.message().unwrap_or_default().to_owned()
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
            let text = description(&isolated("fights/three.toml", way).unwrap_err());
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
        let text = description(&failed.unwrap_err()[0]);
        assert!(text.contains("of two lines\nhelp: "), "{text}");
    }
}
