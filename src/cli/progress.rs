//! Progress on the terminal.

use super::call::Call;
use super::embedded;
use crate::analysis::{Deadlines, Listen, SettledChange};
use crate::report::{clean, settled_line};
use crate::sim::{Hands, Watch};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Where bars go, and whose threads play.
#[derive(Clone, Copy)]
pub enum Board<'a> {
    /// A bar at a time; quiet without any.
    Alone {
        /// The call whose bar it is.
        call: &'a Call,
        /// No bar.
        quiet: bool,
    },
    /// One of several scenarios that are played at once.
    Among(&'a Job),
}

impl<'a> Board<'a> {
    /// A board for one scenario after the other.
    pub fn alone(call: &'a Call, quiet: bool) -> Self {
        Self::Alone { call, quiet }
    }

    fn show(self, bar: ProgressBar) -> ProgressBar {
        match self {
            Self::Alone { call, quiet } => {
                bar.set_draw_target(target(call, quiet));
                bar
            }
            // Above the line of the whole.
            Self::Among(job) => job.bars.insert_before(&job.whole, bar),
        }
    }

    fn call(self) -> &'a Call {
        match self {
            Self::Alone { call, .. } => call,
            Self::Among(job) => &job.call,
        }
    }

    fn hands(self) -> Option<&'a Hands> {
        match self {
            Self::Alone { .. } => None,
            Self::Among(job) => Some(&job.hands),
        }
    }
}

/// Several scenarios at once: a line for each that is being worked on, and one for the whole.
pub struct Job {
    call: Call,
    bars: MultiProgress,
    whole: ProgressBar,
    /// Threads that help whoever has one left to play.
    pub hands: Hands,
}

impl Job {
    /// A job of so many parts, of which `free` threads have none.
    pub fn new(call: &Call, parts: usize, free: usize, quiet: bool) -> Self {
        let bars = MultiProgress::with_draw_target(target(call, quiet));
        let whole = bars.add(ProgressBar::new(parts as u64));
        whole.set_style(style(match parts {
            // Its own line says all.
            1 => "",
            _ => "{wide_bar:.cyan} {pos} of {len} reports, {elapsed} so far, {eta} left",
        }));
        Self {
            call: call.clone(),
            bars,
            whole,
            hands: Hands::new(free),
        }
    }

    /// One part is done.
    pub fn advance(&self) {
        self.whole.inc(1);
    }

    /// Does something while no bar is on the screen, such as printing.
    pub fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bars.suspend(work)
    }

    /// Takes everything off the screen.
    pub fn finish(&self) {
        self.whole.finish_and_clear();
    }
}

/// The templates are fixed and right; the default style would do too.
fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// A progress bar on standard error, if that is a terminal.
pub struct Progress<'a> {
    bar: ProgressBar,
    board: Board<'a>,
}

impl<'a> Progress<'a> {
    /// A bar for a run of at most `trials`, called `title`. With `open_end` the run may stop long
    /// before, so no more than its latest end is promised.
    pub fn new(title: &str, trials: u64, open_end: bool, board: Board<'a>) -> Self {
        let bar = ProgressBar::with_draw_target(Some(trials), ProgressDrawTarget::hidden());
        bar.set_style(style(if open_end {
            "{msg}  {prefix}{spinner} {human_pos} of at most {human_len} trials, at most {eta} left"
        } else {
            "{msg}  {prefix}{spinner} {wide_bar:.cyan} {percent:>3} %  {human_pos} of {human_len} trials, {eta} left"
        }));
        bar.set_message(clean(title));
        let bar = board.show(bar);
        // What the first trial solves may take long.
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        Self { bar, board }
    }

    /// Takes the bar off the screen.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watch for Progress<'_> {
    fn advanced(&self, trials: u64) {
        self.bar.inc(trials);
    }

    fn solving(&self, now: bool) {
        self.bar.set_prefix(if now { SOLVING } else { "" });
    }

    fn cancelled(&self) -> bool {
        self.board.call().interrupted()
    }

    fn hands(&self) -> Option<&Hands> {
        self.board.hands()
    }
}

/// A progress bar over pairings of players, settings, or whatever else is played one after another.
pub struct Steps<'a> {
    bar: ProgressBar,
    board: Board<'a>,
}

impl<'a> Steps<'a> {
    /// A bar for the scenario called `title`, over what is called `noun`.
    pub fn new(title: &str, noun: &str, board: Board<'a>) -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        bar.set_style(style(&format!(
            "{{msg}}  {{prefix}}{{wide_bar:.cyan}} {{pos}} of {{len}} {noun}, {{eta}} left"
        )));
        bar.set_message(clean(title));
        let bar = board.show(bar);
        Self { bar, board }
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

impl Watch for Steps<'_> {
    fn advanced(&self, _trials: u64) {}

    fn solving(&self, now: bool) {
        self.bar.set_prefix(if now { SOLVING } else { "" });
    }

    fn cancelled(&self) -> bool {
        self.board.call().interrupted()
    }

    fn hands(&self) -> Option<&Hands> {
        self.board.hands()
    }
}

/// The part of its time after which advice tries no further change: those that may be the nearest take the rest.
const TRYING: f64 = 0.7;
/// Further time for the first change, without which there is no answer.
const FIRST: Duration = Duration::from_millis(700);

/// A bar over the changes of advice, and above it a line for each that is nearer to the target than those before.
pub struct Changes<'a> {
    bar: ProgressBar,
    board: Board<'a>,
    deadlines: Option<Deadlines>,
}

impl<'a> Changes<'a> {
    /// A bar for the scenario called `title`, with so much time from now on.
    pub fn new(title: &str, budget: Option<Duration>, board: Board<'a>) -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        bar.set_style(style(
            "{msg}  {prefix}{wide_bar:.cyan} {pos} of {len} changes, {eta} left",
        ));
        bar.set_message(clean(title));
        let bar = board.show(bar);
        let deadlines = budget.map(|budget| {
            let now = Instant::now();
            Deadlines {
                trying: now + budget.mul_f64(TRYING),
                comparing: now + budget,
                first: now + budget + FIRST,
            }
        });
        Self {
            bar,
            board,
            deadlines,
        }
    }

    /// Takes the bar off the screen.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watch for Changes<'_> {
    fn advanced(&self, _trials: u64) {
        self.bar.tick();
    }

    fn solving(&self, now: bool) {
        self.bar.set_prefix(if now { SOLVING } else { "" });
    }

    fn cancelled(&self) -> bool {
        self.board.call().interrupted()
    }
}

impl Listen for Changes<'_> {
    fn settled(&self, settled: &SettledChange<'_>) {
        self.bar.set_length(settled.all as u64);
        self.bar.set_position(settled.number as u64);
        if settled.step.is_none() || settled.leads {
            self.bar.println(settled_line(settled));
        }
    }

    fn comparing(&self, rivals: usize) {
        self.bar
            .set_style(style("{msg}  {prefix} {spinner} {elapsed}"));
        self.bar
            .set_prefix(format!("comparing the {rivals} nearest"));
    }

    fn deadlines(&self) -> Option<Deadlines> {
        self.deadlines
    }
}

/// What stands before a bar as long as its contest is being solved.
const SOLVING: &str = "solving ";

/// A line that says what is being done, where nobody knows how long it takes.
pub struct Doing<'a> {
    bar: ProgressBar,
    board: Board<'a>,
}

impl<'a> Doing<'a> {
    /// A line about the scenario called `title`.
    pub fn new(title: &str, doing: &str, board: Board<'a>) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        bar.set_style(style("{msg}  {prefix} {spinner} {elapsed}"));
        bar.set_prefix(doing.to_owned());
        bar.set_message(clean(title));
        let bar = board.show(bar);
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        Self { bar, board }
    }
}

impl Drop for Doing<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Watch for Doing<'_> {
    fn advanced(&self, _trials: u64) {}

    fn cancelled(&self) -> bool {
        self.board.call().interrupted()
    }

    fn hands(&self) -> Option<&Hands> {
        self.board.hands()
    }
}

/// Standard error, if that is a terminal and progress is wanted; in a call from another program whoever looks on.
fn target(call: &Call, quiet: bool) -> ProgressDrawTarget {
    if let Some(target) = embedded::target(call).filter(|_| !quiet) {
        return target;
    }
    if quiet || !std::io::stderr().is_terminal() {
        ProgressDrawTarget::hidden()
    } else {
        ProgressDrawTarget::stderr_with_hz(10)
    }
}
