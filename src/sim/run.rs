//! Plays a range of trials on all cores.
//!
//! Tallies are integers and merging is adding, so threads and chunks cannot show in the result.

use super::chunks::in_chunks;
use super::hands::Hands;
use super::results::StopReason;
use super::stopping::{next_look, precise_enough};
use crate::contest::{Contest, Tally};
use std::ops::Range;

/// What to play and when to stop.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The seed, 0 to 2^63 - 1.
    pub seed: u64,
    /// The numbers of the trials to play at most.
    pub trials: Range<u64>,
    /// Worker threads; 0 for one a core.
    pub threads: usize,
    /// Stop at the first look at which every outcome's confidence sequence is within +- this.
    pub precision: Option<f64>,
    /// 1 minus the confidence of the intervals, such as 0.05.
    pub alpha: f64,
    /// The size of all chunks, for tests; `None` lets them follow the workers' speed.
    pub chunk: Option<u64>,
}

/// Who watches a run.
pub trait Watch: Sync {
    /// `trials` more were finished. Called from any thread, some fifty times a second each.
    fn advanced(&self, trials: u64);

    /// Whether a contest is being solved from now on, of which no trials tell.
    fn solving(&self, _now: bool) {}

    /// Whether to end the run early.
    fn cancelled(&self) -> bool {
        false
    }

    /// The threads that help whoever plays on one thread, where it is one of several runs that share
    /// them.
    fn hands(&self) -> Option<&Hands> {
        None
    }
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn advanced(&self, _trials: u64) {}
}

/// A finished run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// What the trials added up to.
    pub tally: Tally,
    /// The trials that were played: a contiguous prefix of those planned.
    pub trials: Range<u64>,
    /// Why the run ended.
    pub stopped: StopReason,
}

/// Plays trials until the plan is fulfilled, precise enough or cancelled.
pub fn run(contest: &dyn Contest, plan: &Plan, watch: &dyn Watch) -> Finished {
    let nothing = (Tally::new(contest), plan.trials.start);
    run_on(contest, plan, watch, nothing, &|_| u64::MAX, &mut |_, _| {})
}

/// Like [`run`], going on from a tally of the trials up to the number beside it. `stops` says which
/// number of trials comes next, after so many, at which `keep` is shown the tally with the trials that
/// it holds; it is shown the last one too. What it keeps can be gone on from.
pub fn run_on(
    contest: &dyn Contest,
    plan: &Plan,
    watch: &dyn Watch,
    start: (Tally, u64),
    stops: &dyn Fn(u64) -> u64,
    keep: &mut dyn FnMut(&Tally, Range<u64>),
) -> Finished {
    in_sections(plan, start, stops, keep, &mut |section, tally| {
        play_section(contest, plan, section, watch, tally)
    })
}

/// Plays a plan section by section, with a look at what there is between them. `play` adds the trials
/// of a section to the tally and returns the first number that was not played.
pub(super) fn in_sections(
    plan: &Plan,
    (mut tally, mut next): (Tally, u64),
    stops: &dyn Fn(u64) -> u64,
    keep: &mut dyn FnMut(&Tally, Range<u64>),
    play: &mut dyn FnMut(Range<u64>, &mut Tally) -> u64,
) -> Finished {
    let first = plan.trials.start;
    let mut stopped = StopReason::Trials;
    while next < plan.trials.end {
        let played = next - first;
        let look = plan.precision.map_or(u64::MAX, |_| next_look(played));
        let stop = stops(played).max(played + 1);
        let end = first.saturating_add(look.min(stop)).min(plan.trials.end);
        next = play(next..end, &mut tally);
        if next < end {
            stopped = StopReason::Interrupted;
            break;
        }
        if let Some(half_width) = plan.precision
            && (next - first == look || next == plan.trials.end)
            && precise_enough(tally.outcomes(), next - first, plan.alpha, half_width)
        {
            stopped = StopReason::Precision;
            break;
        }
        if next - first == stop && next < plan.trials.end {
            keep(&tally, first..next);
        }
    }
    keep(&tally, first..next);
    Finished {
        tally,
        trials: first..next,
        stopped,
    }
}

/// Plays `section` on all workers and returns the first number that was not played.
fn play_section(
    contest: &dyn Contest,
    plan: &Plan,
    section: Range<u64>,
    watch: &dyn Watch,
    tally: &mut Tally,
) -> u64 {
    in_chunks(
        section,
        (plan.threads, plan.chunk),
        watch,
        || Tally::new(contest),
        |trials, own| contest.play(plan.seed, trials, own),
        |own| tally.merge(&own),
    )
}
