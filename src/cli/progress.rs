//! Progress on the terminal, and Ctrl-C.

use evenodds::sim::Watch;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

/// How often Ctrl-C was pressed.
static INTERRUPTS: AtomicU32 = AtomicU32::new(0);

/// A file that nobody is to find half written, if the program ends at once.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Says which file is to go if the program ends at once; with `None` there is no such file any more.
#[cfg(feature = "frames")]
pub fn unfinished(path: Option<PathBuf>) {
    if let Ok(mut unfinished) = UNFINISHED.lock() {
        *unfinished = path;
    }
}

/// Makes the first Ctrl-C end the run cleanly and the second one end the program at once.
pub fn catch_interrupts() {
    // Without a handler Ctrl-C ends the program at once, which is no worse than before.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTS.fetch_add(1, Ordering::Relaxed) > 0 {
            // Nobody comes back to tidy up.
            if let Ok(mut unfinished) = UNFINISHED.lock()
                && let Some(path) = unfinished.take()
            {
                let _ = std::fs::remove_file(path);
            }
            std::process::exit(130);
        }
    });
}

/// A progress bar on standard error, if that is a terminal.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar for a run of at most `trials`, called `title`. With `open_end` the run may stop long
    /// before, so no end is promised.
    pub fn new(title: &str, trials: u64, open_end: bool, quiet: bool) -> Self {
        let bar = ProgressBar::with_draw_target((!open_end).then_some(trials), target(quiet));
        let template = if open_end {
            "{msg}  {human_pos} trials, {per_sec}"
        } else {
            "{msg}  {wide_bar:.cyan} {percent:>3} %  {human_pos} of {human_len} trials, {eta} left"
        };
        // The templates are fixed and right; the default style would do too.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(title.to_owned());
        Self { bar }
    }

    /// Takes the bar off the screen.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watch for Progress {
    fn advanced(&self, trials: u64) {
        self.bar.inc(trials);
    }

    fn cancelled(&self) -> bool {
        INTERRUPTS.load(Ordering::Relaxed) > 0
    }
}

/// A progress bar over pairings of players, settings, or whatever else is played one after another.
pub struct Steps {
    bar: ProgressBar,
}

impl Steps {
    /// A bar for the scenario called `title`, over what is called `noun`.
    pub fn new(title: &str, noun: &str, quiet: bool) -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), target(quiet));
        // The template is right; the default style would do too.
        let template = format!("{{msg}}  {{wide_bar:.cyan}} {{pos}} of {{len}} {noun}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        bar.set_message(title.to_owned());
        Self { bar }
    }

    /// So many of so many are played.
    pub fn reached(&self, done: usize, all: usize) {
        self.bar.set_length(all as u64);
        self.bar.set_position(done as u64);
    }

    /// Takes the bar off the screen.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watch for Steps {
    fn advanced(&self, _trials: u64) {}

    fn cancelled(&self) -> bool {
        INTERRUPTS.load(Ordering::Relaxed) > 0
    }
}

/// Standard error, if that is a terminal and progress is wanted.
fn target(quiet: bool) -> ProgressDrawTarget {
    if quiet || !std::io::stderr().is_terminal() {
        ProgressDrawTarget::hidden()
    } else {
        ProgressDrawTarget::stderr_with_hz(10)
    }
}
