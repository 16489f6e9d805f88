//! Ctrl-C: how work ends that somebody no longer wants.
//!
//! The first one asks: trials end within moments, and what is finished is shown or kept. Whoever does
//! not look up in time (a solver, a decision that takes minutes, a chart) is not waited for: the program
//! ends by itself after a short grace. Only what would be left half done is finished before that, and is
//! said. The second Ctrl-C ends the program at once.

use crate::document::printable;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

/// How many looks work may go on after the first Ctrl-C, or after something was finished, before the
/// program ends without it: 0.6 seconds, and longer where the machine is too busy to look that often.
const GRACE: u32 = 30;
/// The time between two looks.
const PAUSE: Duration = Duration::from_millis(20);

/// Ctrl-C of a process, or of a call from another program.
#[derive(Default)]
pub struct Interrupts {
    /// How often it was pressed.
    count: AtomicU32,
    state: Mutex<State>,
}

/// What has to be known to end the program.
#[derive(Default)]
struct State {
    /// What is just being finished, with numbers of their own.
    open: Vec<(u64, String)>,
    /// How many there ever were.
    named: u64,
    /// What nobody is to find: files that are not whole, folders that are empty.
    unfinished: Vec<PathBuf>,
    /// What is told of the work that is finished.
    last_words: Option<LastWords>,
    /// How many of them were finished.
    finished: u64,
    /// Who is ending the program.
    ending: Option<ThreadId>,
}

type LastWords = Box<dyn FnOnce() + Send>;

impl Interrupts {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the first Ctrl-C end the work cleanly and the second one end the program at once.
    pub fn catch(self: &Arc<Self>) {
        let own = self.clone();
        // Without a handler Ctrl-C ends the program at once, which is no worse than before.
        let _ = ctrlc::set_handler(move || {
            if own.count.fetch_add(1, Ordering::Relaxed) > 0 {
                own.state().clear();
                std::process::exit(130);
            }
            // Without a thread nobody waits for the grace, and the second Ctrl-C still ends everything.
            let own = own.clone();
            let _ = thread::Builder::new().spawn(move || own.end_in_time());
        });
    }

    /// Asks the work to end, as the first Ctrl-C does; nobody ends the program.
    pub fn interrupt(&self) {
        self.count.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns whether Ctrl-C was pressed.
    pub fn interrupted(&self) -> bool {
        self.count.load(Ordering::Relaxed) > 0
    }

    /// Begins something that is finished also after a first Ctrl-C: `what` is it, as in `the report on
    /// @canyon`.
    pub fn finishing(self: &Arc<Self>, what: &str) -> Finishing {
        let mut state = self.state();
        if state
            .ending
            .is_some_and(|ending| ending != thread::current().id())
        {
            drop(state);
            // The program ends this very moment.
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

    /// Notes a file that is not whole yet, or a folder that is to go if it is empty.
    pub fn unfinished(self: &Arc<Self>, path: PathBuf) -> Unfinished {
        self.state().unfinished.push(path.clone());
        Unfinished(self.clone(), path)
    }

    /// Sets what is done if the program ends without waiting for the work that goes on now, in place of what was to be
    /// done before.
    pub fn last_words(&self, words: impl FnOnce() + Send + 'static) {
        self.state().last_words = Some(Box::new(words));
    }

    /// Ends the program unless whatever goes on ends by itself before.
    fn end_in_time(&self) {
        let mut said = false;
        let (mut looks, mut finished) = (0, 0);
        loop {
            let mut state = self.state();
            looks = if state.finished == finished {
                looks + 1
            } else {
                0
            };
            finished = state.finished;
            if let Some((_, what)) = state.open.first() {
                if !said {
                    said = true;
                    eprintln!(
                        "interrupted: {} is finished first; Ctrl-C once more ends at once",
                        printable(what)
                    );
                }
            } else if looks > GRACE {
                state.ending = Some(thread::current().id());
                let words = state.last_words.take();
                state.clear();
                drop(state);
                if std::io::stderr().is_terminal() {
                    // The rest of a progress line.
                    eprint!("\r\x1b[K");
                }
                match words {
                    Some(words) => words(),
                    None => eprintln!(
                        "interrupted: what was going on would have taken longer, and nothing is left of it"
                    ),
                }
                std::process::exit(130);
            }
            drop(state);
            thread::sleep(PAUSE);
        }
    }
}

impl State {
    /// Takes away what nobody is to find.
    fn clear(&mut self) {
        // The last ones first: files before their folders.
        for path in self.unfinished.drain(..).rev() {
            // Nobody is left to tell if that fails.
            let _ = std::fs::remove_file(&path).or_else(|_| std::fs::remove_dir(&path));
        }
    }
}

/// As long as this lives the first Ctrl-C does not end the program: something is written that must not
/// be left half done.
pub struct Finishing(Arc<Interrupts>, u64);

impl Drop for Finishing {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.open.retain(|(number, _)| *number != self.1);
        state.finished += 1;
    }
}

/// Something that is taken away if the program ends before it is whole.
pub struct Unfinished(Arc<Interrupts>, PathBuf);

impl Drop for Unfinished {
    fn drop(&mut self) {
        self.0.state().unfinished.retain(|path| *path != self.1);
    }
}
