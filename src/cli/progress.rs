//! Progress on the terminal.

use super::call::Call;
use super::embedded;
use crate::analysis::{Deadlines, Listen, SettledChange};
use crate::ask::{self, Observer, Work};
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

/// The part of its time after which advice tries no further change: those that may be the nearest take the rest.
const TRYING: f64 = 0.7;
/// Further time for the first change, without which there is no answer.
const FIRST: Duration = Duration::from_millis(700);
/// What stands before a bar as long as its contest is being solved.
const SOLVING: &str = "solving ";

/// A line of unknown length.
const SPINNER: &str = "{msg}  {prefix} {spinner} {elapsed}";

impl Observer for Board<'_> {
    fn begin<'a>(&'a self, title: &str, work: Work<'_>) -> Box<dyn ask::Progress + 'a> {
        let (length, template) = match work {
            Work::Trials { most, open_end } => (
                Some(most),
                if open_end {
                    "{msg}  {prefix}{spinner} {human_pos} of at most {human_len} trials, at most {eta} left"
                } else {
                    "{msg}  {prefix}{spinner} {wide_bar:.cyan} {percent:>3}%  {human_pos} of {human_len} trials, {eta} left"
                }
                .to_owned(),
            ),
            Work::Steps(noun) => (
                Some(0),
                format!("{{msg}}  {{prefix}}{{wide_bar:.cyan}} {{pos}} of {{len}} {noun}, {{eta}} left"),
            ),
            Work::Changes(_) => (
                Some(0),
                "{msg}  {prefix}{wide_bar:.cyan} {pos} of {len} changes, {eta} left".to_owned(),
            ),
            Work::Other(_) => (None, SPINNER.to_owned()),
        };
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden());
        bar.set_style(style(&template));
        if let Work::Other(doing) = work {
            bar.set_prefix(doing.to_owned());
        }
        bar.set_message(clean(title));
        let bar = self.show(bar);
        // What the first trial solves may take long.
        if matches!(work, Work::Trials { .. } | Work::Other(_)) && !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        let deadlines = match work {
            Work::Changes(Some(budget)) => {
                let now = Instant::now();
                Some(Deadlines {
                    trying: now + budget.mul_f64(TRYING),
                    comparing: now + budget,
                    first: now + budget + FIRST,
                })
            }
            _ => None,
        };
        Box::new(Line {
            bar,
            board: *self,
            counts: matches!(work, Work::Trials { .. }),
            deadlines,
        })
    }
}

/// A line on the screen, until it is dropped.
struct Line<'a> {
    bar: ProgressBar,
    board: Board<'a>,
    /// Whether it counts trials.
    counts: bool,
    deadlines: Option<Deadlines>,
}

impl Drop for Line<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl ask::Progress for Line<'_> {
    fn reached(&self, done: usize, all: usize) {
        self.bar.set_length(all as u64);
        self.bar.set_position(done as u64);
    }
}

impl Watch for Line<'_> {
    fn advanced(&self, trials: u64) {
        if self.counts {
            self.bar.inc(trials);
        } else {
            self.bar.tick();
        }
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

impl Listen for Line<'_> {
    fn settled(&self, settled: &SettledChange<'_>) {
        self.bar.set_length(settled.all as u64);
        self.bar.set_position(settled.number as u64);
        if settled.step.is_none() || settled.leads {
            self.bar.println(settled_line(settled));
        }
    }

    fn comparing(&self, rivals: usize) {
        self.bar.set_style(style(SPINNER));
        self.bar
            .set_prefix(format!("comparing the {rivals} nearest"));
    }

    fn deadlines(&self) -> Option<Deadlines> {
        self.deadlines
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
