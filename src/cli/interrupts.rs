//! Ctrl-C: how work ends that somebody no longer wants.
//!
//! The first one asks: trials end within moments, and what is finished is shown or kept. Whoever does
//! not look up in time (a solver, a decision that takes minutes, a chart) is not waited for: the program
//! ends by itself after a short grace. Only what would be left half done is finished before that, and is
//! said. The second Ctrl-C ends the program at once.

use super::failure::say;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

/// How many looks work may go on after the first Ctrl-C, or after something was finished, before the
/// program ends without it: 0.6 seconds, and longer where the machine is too busy to look that often.
const GRACE: u32 = 30;
/// The time between two looks.
const PAUSE: Duration = Duration::from_millis(20);

/// How often Ctrl-C was pressed.
static INTERRUPTS: AtomicU32 = AtomicU32::new(0);

static STATE: Mutex<State> = Mutex::new(State {
    open: Vec::new(),
    named: 0,
    unfinished: Vec::new(),
    last_words: None,
    finished: 0,
    ending: None,
});

/// What has to be known to end the program.
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

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the first Ctrl-C end the work cleanly and the second one end the program at once.
pub fn catch() {
    // Without a handler Ctrl-C ends the program at once, which is no worse than before.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTS.fetch_add(1, Ordering::Relaxed) > 0 {
            let mut state = state();
            clear(&mut state);
            std::process::exit(130);
        }
        // Without a thread nobody waits for the grace, and the second Ctrl-C still ends everything.
        let _ = thread::Builder::new().spawn(end_in_time);
    });
}

/// Asks the work to end, as the first Ctrl-C does; nobody ends the program.
pub fn interrupt() {
    INTERRUPTS.fetch_add(1, Ordering::Relaxed);
}

/// Whatever was asked to end has ended.
pub fn forget() {
    INTERRUPTS.store(0, Ordering::Relaxed);
    state().last_words = None;
}

/// Whether Ctrl-C was pressed.
pub fn interrupted() -> bool {
    INTERRUPTS.load(Ordering::Relaxed) > 0
}

/// As long as this lives the first Ctrl-C does not end the program: something is written that must not
/// be left half done.
pub struct Finishing(u64);

/// Begins something that is finished also after a first Ctrl-C: `what` is it, as in `the report on
/// @canyon`.
pub fn finishing(what: &str) -> Finishing {
    let mut state = state();
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
    Finishing(number)
}

impl Drop for Finishing {
    fn drop(&mut self) {
        let mut state = state();
        state.open.retain(|(number, _)| *number != self.0);
        state.finished += 1;
    }
}

/// Something that is taken away if the program ends before it is whole.
pub struct Unfinished(PathBuf);

/// A file that is not whole yet, or a folder that is to go if it is empty.
pub fn unfinished(path: PathBuf) -> Unfinished {
    state().unfinished.push(path.clone());
    Unfinished(path)
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        state().unfinished.retain(|path| *path != self.0);
    }
}

/// What is told if the program ends without waiting for the work that goes on now; it replaces what was
/// to be told before.
pub fn last_words(words: impl FnOnce() + Send + 'static) {
    state().last_words = Some(Box::new(words));
}

/// The same, of one line.
pub fn last_line(line: &str) {
    let line = line.to_owned();
    last_words(move || say(&line));
}

/// Ends the program unless whatever goes on ends by itself before.
fn end_in_time() {
    let mut said = false;
    let (mut looks, mut finished) = (0, 0);
    loop {
        let mut state = state();
        looks = if state.finished == finished {
            looks + 1
        } else {
            0
        };
        finished = state.finished;
        if let Some((_, what)) = state.open.first() {
            if !said {
                said = true;
                say(&format!(
                    "interrupted: {what} is finished first; Ctrl-C once more ends at once"
                ));
            }
        } else if looks > GRACE {
            state.ending = Some(thread::current().id());
            let words = state.last_words.take();
            clear(&mut state);
            drop(state);
            if std::io::stderr().is_terminal() {
                // The rest of a progress line.
                eprint!("\r\x1b[K");
            }
            match words {
                Some(words) => words(),
                None => say(
                    "interrupted: what was going on would have taken longer, and nothing is left of it",
                ),
            }
            std::process::exit(130);
        }
        drop(state);
        thread::sleep(PAUSE);
    }
}

/// Takes away what nobody is to find.
fn clear(state: &mut State) {
    // The last ones first: files before their folders.
    for path in state.unfinished.drain(..).rev() {
        // Nobody is left to tell if that fails.
        let _ = std::fs::remove_file(&path).or_else(|_| std::fs::remove_dir(&path));
    }
}
