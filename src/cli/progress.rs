//! Progress bars on the terminal.

use super::call::Call;
use super::session;
use crate::analysis::{AdviseProgress, Deadlines, SettledChange};
use crate::ask::{self, ProgressBars, Work};
use crate::report::{clean, settled_line};
use crate::sim::{Progress, WorkerPermits};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Destination of progress bars.
#[derive(Clone, Copy)]
pub enum ProgressDisplay<'a> {
    /// One bar at a time.
    Alone {
        /// Call that owns the bar.
        call: &'a Call,
        /// True if the bar is hidden.
        quiet: bool,
    },
    /// One of the bars of a job that plays scenarios concurrently.
    Among(&'a Job),
}

impl<'a> ProgressDisplay<'a> {
    /// Creates the destination for scenarios that are played in turn.
    pub fn alone(call: &'a Call, quiet: bool) -> Self {
        Self::Alone { call, quiet }
    }

    fn show(self, bar: ProgressBar) -> ProgressBar {
        match self {
            Self::Alone { call, quiet } => {
                bar.set_draw_target(target(call, quiet));
                bar
            }
            // Above the bar of the whole job.
            Self::Among(job) => job.bars.insert_before(&job.whole, bar),
        }
    }

    fn call(self) -> &'a Call {
        match self {
            Self::Alone { call, .. } => call,
            Self::Among(job) => &job.call,
        }
    }

    fn worker_permits(self) -> Option<&'a WorkerPermits> {
        match self {
            Self::Alone { .. } => None,
            Self::Among(job) => Some(&job.permits),
        }
    }
}

/// Concurrent work on a batch of scenarios: a bar for each one in progress, and one for the whole job.
pub struct Job {
    call: Call,
    bars: MultiProgress,
    whole: ProgressBar,
    /// Worker permits of idle threads, for the scenarios still in progress.
    pub permits: WorkerPermits,
}

impl Job {
    /// Creates a job of `parts` scenarios, with worker permits for `free` threads that have none.
    pub fn new(call: &Call, parts: usize, free: usize, quiet: bool) -> Self {
        let bars = MultiProgress::with_draw_target(target(call, quiet));
        let whole = bars.add(ProgressBar::new(parts as u64));
        whole.set_style(style(match parts {
            // The scenario's own bar suffices.
            1 => "",
            _ => "{wide_bar:.cyan} {pos} of {len} reports, {elapsed} so far, {eta} left",
        }));
        Self {
            call: call.clone(),
            bars,
            whole,
            permits: WorkerPermits::new(free),
        }
    }

    /// Reports that one scenario is finished.
    pub fn advance(&self) {
        self.whole.inc(1);
    }

    /// Runs `work`, such as printing, while all bars are hidden.
    pub fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bars.suspend(work)
    }

    /// Removes all bars.
    pub fn finish(&self) {
        self.whole.finish_and_clear();
    }
}

/// Returns the style of a template. Templates are constants; an invalid one would give the default style.
fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Fraction of the time limit of `advise` for trying changes; the rest is for comparing the nearest.
const TRYING: f64 = 0.7;
/// Extra time for the first change, without which there is no answer.
const FIRST: Duration = Duration::from_millis(700);
/// Prefix of a bar while its contest is being solved.
const SOLVING: &str = "solving ";

/// Template of a spinner, for work of unknown length.
const SPINNER: &str = "{msg}  {prefix} {spinner} {elapsed}";

impl ProgressBars for ProgressDisplay<'_> {
    fn begin<'a>(&'a self, title: &str, work: Work<'_>) -> Box<dyn ask::WorkProgress + 'a> {
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
        // The first trial may run a solver for a long time.
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
        Box::new(ScreenBar {
            bar,
            board: *self,
            counts: matches!(work, Work::Trials { .. }),
            deadlines,
        })
    }
}

/// Progress bar that is removed when dropped.
struct ScreenBar<'a> {
    bar: ProgressBar,
    board: ProgressDisplay<'a>,
    /// True if the bar counts trials.
    counts: bool,
    deadlines: Option<Deadlines>,
}

impl Drop for ScreenBar<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl ask::WorkProgress for ScreenBar<'_> {
    fn reached(&self, done: usize, all: usize) {
        self.bar.set_length(all as u64);
        self.bar.set_position(done as u64);
    }
}

impl Progress for ScreenBar<'_> {
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

    fn worker_permits(&self) -> Option<&WorkerPermits> {
        self.board.worker_permits()
    }
}

impl AdviseProgress for ScreenBar<'_> {
    fn settled(&self, settled: &SettledChange<'_>) {
        let prefix = if settled.is_first { "" } else { "refining: " };
        self.bar.set_prefix(prefix);
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

/// Returns the draw target: the host program's receiver, or standard error if it is a terminal. Hidden if
/// `quiet`.
fn target(call: &Call, quiet: bool) -> ProgressDrawTarget {
    if let Some(target) = session::target(call).filter(|_| !quiet) {
        return target;
    }
    if quiet || !std::io::stderr().is_terminal() {
        ProgressDrawTarget::hidden()
    } else {
        ProgressDrawTarget::stderr_with_hz(10)
    }
}
