//! Ctrl-C: cancellation of the work, and the end of the program.
//!
//! The first Ctrl-C cancels: trials end within moments, and finished results are printed or saved. Work that
//! does not check for cancellation in time (a solver, a decision that takes minutes, a chart) is abandoned:
//! the program exits after a short grace period. Only critical sections, such as writing a file, are finished
//! first, with a message. The second Ctrl-C ends the program at once.

use crate::document::printable;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

/// Number of checks in the grace period after the first Ctrl-C, or after a critical section: 0.6 s,
/// or longer on a machine too busy to check that often.
const GRACE: u32 = 30;
/// Time between two checks.
const PAUSE: Duration = Duration::from_millis(20);

/// Interrupts of a process, or of an API call.
#[derive(Default)]
pub struct Interrupts {
    /// Number of interrupts so far.
    count: AtomicU32,
    state: Mutex<InterruptState>,
}

/// State for the end of the program.
#[derive(Default)]
struct InterruptState {
    /// Open critical sections, with their numbers.
    open: Vec<(u64, String)>,
    /// Number of critical sections so far.
    named: u64,
    /// Files and folders to remove at exit.
    unfinished: Vec<PathBuf>,
    /// Exit message.
    exit_action: Option<ExitAction>,
    /// Number of finished critical sections.
    finished: u64,
    /// Thread that is ending the program.
    ending: Option<ThreadId>,
}

type ExitAction = Box<dyn FnOnce() + Send>;

impl Interrupts {
    fn state(&self) -> MutexGuard<'_, InterruptState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Installs the handler for Ctrl-C. A write beyond the limit of file sizes then fails, instead of
    /// ending the program.
    pub fn catch(self: &Arc<Self>) {
        #[cfg(unix)]
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
        let own = self.clone();
        // Without a handler, Ctrl-C ends the program at once, which is acceptable.
        let _ = ctrlc::set_handler(move || {
            if own.count.fetch_add(1, Ordering::Relaxed) > 0 {
                own.state().clear();
                std::process::exit(130);
            }
            // Without a thread there is no grace period, but the second Ctrl-C still ends the program.
            let own = own.clone();
            let _ = thread::Builder::new().spawn(move || own.end_in_time());
        });
    }

    /// Cancels the work, like a first Ctrl-C that never ends the process.
    pub fn interrupt(&self) {
        self.count.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns whether the work was cancelled.
    pub fn interrupted(&self) -> bool {
        self.count.load(Ordering::Relaxed) > 0
    }

    /// Begins a critical section, which is finished even after a first Ctrl-C. `what` names the work in
    /// messages, such as `the report on @canyon`.
    pub fn finishing(self: &Arc<Self>, what: &str) -> Finishing {
        let mut state = self.state();
        let is_other = |ending| ending != thread::current().id();
        if state.ending.is_some_and(is_other) {
            drop(state);
            // The program is ending.
            loop {
                thread::park();
            }
        }
        state.named += 1;
        let number = state.named;
        state.open.push((number, what.to_owned()));
        drop(state);
        Finishing(self.clone(), number)
    }

    /// Registers an incomplete file, or a folder, to be removed at exit; a folder only if it is empty.
    pub fn unfinished(self: &Arc<Self>, path: PathBuf) -> Unfinished {
        self.state().unfinished.push(path.clone());
        Unfinished(self.clone(), path)
    }

    /// Replaces the exit message: an action for the case that the program ends without waiting for its work.
    pub fn exit_message(&self, words: impl FnOnce() + Send + 'static) {
        self.state().exit_action = Some(Box::new(words));
    }

    /// Ends the program after the grace period, unless it ends by itself before.
    fn end_in_time(&self) {
        let mut is_reported = false;
        let (mut looks, mut finished) = (0, 0);
        loop {
            let mut state = self.state();
            looks += 1;
            if state.finished != finished {
                (looks, finished) = (0, state.finished);
            }
            if let Some((_, what)) = state.open.first() {
                if !is_reported {
                    is_reported = true;
                    eprintln!(
                        "interrupted: finishing {}; press Ctrl-C again to end at once",
                        printable(what)
                    );
                }
            } else if looks > GRACE {
                state.ending = Some(thread::current().id());
                let words = state.exit_action.take();
                state.clear();
                drop(state);
                if std::io::stderr().is_terminal() {
                    // Clears the progress line.
                    eprint!("\r\x1b[K");
                }
                match words {
                    Some(words) => words(),
                    None => eprintln!(
                        "interrupted: the work did not end in time, and its results are lost"
                    ),
                }
                std::process::exit(130);
            }
            drop(state);
            thread::sleep(PAUSE);
        }
    }
}

impl InterruptState {
    /// Removes incomplete files and empty folders.
    fn clear(&mut self) {
        // In reverse order: files before their folders.
        for path in self.unfinished.drain(..).rev() {
            // Errors cannot be handled at exit.
            let _ = std::fs::remove_file(&path).or_else(|_| std::fs::remove_dir(&path));
        }
    }
}

/// Guard of a critical section: while it exists, the first Ctrl-C does not end the program.
pub struct Finishing(Arc<Interrupts>, u64);

impl Drop for Finishing {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.open.retain(|(number, _)| *number != self.1);
        state.finished += 1;
    }
}

/// Guard of an incomplete file or an empty folder, which is removed if the program ends first.
pub struct Unfinished(Arc<Interrupts>, PathBuf);

impl Drop for Unfinished {
    fn drop(&mut self) {
        self.0.state().unfinished.retain(|path| *path != self.1);
    }
}
