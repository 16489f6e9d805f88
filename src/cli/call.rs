//! State of a call of the command line: its output, files, exit code and interrupts.
//!
//! Each call has a state of its own, so a process can make concurrent calls.

use super::call_files::CallFiles;
use super::failure::Failure;
use super::interrupts::{Finishing, Interrupts, Unfinished};
use super::solutions::SolutionFolder;
use crate::document::{Fault, printable};
use crate::report::Answer;
use crate::scenario::SolutionStore;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Result of a call from another program.
#[derive(Clone, Debug, Default)]
pub struct CallResult {
    /// Answers to the questions.
    pub answers: Vec<Answer>,
    /// True if more than one answer was requested, although some may be missing.
    pub several: bool,
    /// Text of the answers as a terminal would show it.
    pub shown: String,
    /// Text of each answer as a terminal would show it alone.
    pub screens: Vec<String>,
    /// Other text for standard output: narrations, lists, paths of files.
    pub printed: String,
    /// Text for standard error.
    pub messages_text: String,
    /// Faults of files, each with its position.
    pub faults: Vec<Fault>,
    /// Exit code.
    pub code: u8,
}

/// Receiver of the lines of progress bars, up to ten times a second.
pub type Screen = Arc<dyn Fn(&str) + Send + Sync>;

/// Call of the command line. Clones share its state.
#[derive(Clone)]
pub struct Call(Arc<CallState>);

struct CallState {
    interrupts: Arc<Interrupts>,
    /// Exit code so far.
    code: AtomicU8,
    places: Mutex<CallFiles>,
    /// Host program, for an API call.
    host: Option<Host>,
    /// Store of exact answers, if the call has one.
    solutions: OnceLock<Arc<dyn SolutionStore>>,
}

/// Host program that makes the call.
struct Host {
    called: Mutex<CallResult>,
    texts: Vec<(String, String)>,
    is_closed: bool,
    screen: Screen,
}

impl Call {
    /// Creates a call that prints to the terminal.
    pub fn new(interrupts: Arc<Interrupts>) -> Self {
        Self::of(interrupts, None)
    }

    /// Creates an API call, whose output is captured for the host program. `texts` are scenarios by name; a closed call
    /// reads no others from files.
    pub fn hosted(
        interrupts: Arc<Interrupts>,
        texts: Vec<(String, String)>,
        is_closed: bool,
        screen: Screen,
    ) -> Self {
        let called = Mutex::default();
        Self::of(
            interrupts,
            Some(Host {
                called,
                texts,
                is_closed,
                screen,
            }),
        )
    }

    fn of(interrupts: Arc<Interrupts>, host: Option<Host>) -> Self {
        Self(Arc::new(CallState {
            interrupts,
            code: AtomicU8::new(0),
            places: Mutex::default(),
            host,
            solutions: OnceLock::new(),
        }))
    }

    /// Sets the store of exact answers.
    pub fn use_solutions(&self, store: Option<SolutionFolder>) {
        if let Some(store) = store {
            // A call sets it once, before it opens scenarios.
            let _ = self.0.solutions.set(Arc::new(store));
        }
    }

    /// Returns the store of exact answers, if the call has one.
    pub fn solutions(&self) -> Option<Arc<dyn SolutionStore>> {
        self.0.solutions.get().cloned()
    }

    /// Returns whether this is an API call.
    pub fn is_hosted(&self) -> bool {
        self.0.host.is_some()
    }

    /// Returns whether scenarios cannot be read from files.
    pub fn is_closed(&self) -> bool {
        self.0.host.as_ref().is_some_and(|host| host.is_closed)
    }

    /// Takes the captured result.
    pub fn called(&self) -> CallResult {
        let host = self.0.host.as_ref();
        let called = host.map(|host| std::mem::take(&mut *lock(&host.called)));
        CallResult {
            code: self.code(),
            ..called.unwrap_or_default()
        }
    }

    /// Captures output for the host program. Returns `false` if there is none.
    pub fn capture(&self, capture: impl FnOnce(&mut CallResult)) -> bool {
        let host = self.0.host.as_ref();
        host.map(|host| capture(&mut lock(&host.called))).is_some()
    }

    /// Returns the text of the host program's scenario with this name.
    pub fn text(&self, name: &str) -> Option<&str> {
        let mut texts = self.0.host.as_ref()?.texts.iter();
        let (_, text) = texts.find(|(known, _)| known == name)?;
        Some(text)
    }

    /// Returns the host program's receiver of progress.
    pub fn screen(&self) -> Option<Screen> {
        self.0.host.as_ref().map(|host| host.screen.clone())
    }

    /// Reports a failure. The exit code is the highest of all failures.
    pub fn fail(&self, failure: Failure) {
        let code = self.print_failure(failure);
        self.0.code.fetch_max(code, Ordering::Relaxed);
    }

    /// Reports all failures but the last, which it returns.
    ///
    /// # Errors
    /// There is a failure.
    pub fn fail_all(&self, mut failures: Vec<Failure>) -> Result<(), Failure> {
        let last = failures.pop();
        for failure in failures {
            self.fail(failure);
        }
        last.map_or(Ok(()), Err)
    }

    /// Prints a failure to standard error and returns its exit code.
    fn print_failure(&self, failure: Failure) -> u8 {
        let (text, code) = match failure {
            Failure::InapplicableKey { fault, .. } => return self.print_failure(*fault),
            Failure::Faulty {
                plain,
                styled,
                unreadable,
                faults,
            } => {
                let is_kept = self.capture(|called| called.faults.extend(faults));
                self.print_raw_message(if is_kept { &plain } else { &styled });
                return if unreadable { 3 } else { 2 };
            }
            Failure::ClosedPipe => return 0,
            Failure::Unmet => return 1,
            Failure::Broken(text) => (text, 1),
            Failure::Input(text) => (self.error(text), 2),
            Failure::Storage(text) | Failure::Crashed(text) => (self.error(text), 3),
            Failure::Untested(text) => (text, 4),
            Failure::Interrupted(text) => (text, 130),
        };
        self.say(&text);
        code
    }

    /// Returns a message as it is printed; that of a host program has no mark.
    fn error(&self, text: String) -> String {
        if self.is_hosted() {
            return text;
        }
        format!("error: {text}")
    }

    /// Returns the exit code so far.
    pub fn code(&self) -> u8 {
        self.0.code.load(Ordering::Relaxed)
    }

    /// Prints lines to standard error. Control characters other than line ends are escaped, since names in
    /// the lines are untrusted.
    pub fn say(&self, text: &str) {
        let lines: Vec<_> = text.lines().map(printable).collect();
        self.print_raw_message(&lines.join("\n"));
    }

    /// Prints lines that are safe for a terminal to standard error. Errors of writing are ignored.
    pub fn print_raw_message(&self, text: &str) {
        if !self.capture(|called| called.messages_text.extend([text.trim_end(), "\n"])) {
            let columns = super::output::columns(&console::Term::stderr());
            let text = text.trim_end();
            let text = columns.map_or_else(
                || text.to_owned(),
                |columns| super::output::wrapped(text, columns),
            );
            let _ = writeln!(std::io::stderr().lock(), "{text}");
        }
    }

    /// Prints to standard output.
    pub fn print(&self, text: &str) -> Result<(), Failure> {
        if self.capture(|called| called.printed.push_str(text)) {
            return Ok(());
        }
        let _finishing = self.finishing("the output");
        let mut output = std::io::stdout().lock();
        let written = output
            .write_all(text.as_bytes())
            .and_then(|()| output.flush());
        written.map_err(|error| super::output::unprinted(&error))
    }

    /// Returns whether the call was interrupted.
    pub fn interrupted(&self) -> bool {
        self.0.interrupts.interrupted()
    }

    /// Begins a critical section, which is finished even after a first Ctrl-C. `what` names the work in
    /// messages, such as `the report on @canyon`.
    pub fn finishing(&self, what: &str) -> Finishing {
        self.0.interrupts.finishing(what)
    }

    /// Registers an incomplete file, or a folder, to be removed at exit; a folder only if it is empty.
    pub fn unfinished(&self, path: PathBuf) -> Unfinished {
        self.0.interrupts.unfinished(path)
    }

    /// Sets the exit message: an action for the case that the program ends without waiting for its work.
    pub fn exit_message(&self, words: impl FnOnce() + Send + 'static) {
        // A host program is never ended, and the action would keep this call in memory.
        if !self.is_hosted() {
            self.0.interrupts.exit_message(words);
        }
    }

    /// Sets the exit message to a line for standard error.
    pub fn last_line(&self, line: &str) {
        let (call, line) = (self.clone(), line.to_owned());
        self.exit_message(move || call.say(&line));
    }

    /// Returns the files that the call reads and writes.
    pub fn places(&self) -> MutexGuard<'_, CallFiles> {
        lock(&self.0.places)
    }
}

/// Locks a value, even after a panic: all changes under these locks are atomic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
