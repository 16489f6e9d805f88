//! Runs of a range of trials on all cores.
//!
//! Tallies are integers and are merged by addition, so results do not depend on threads or chunks.

use super::chunks::play_section;
use super::control::control_of_run;
use super::plan::{Plan, Progress, StopReason};
use super::stopping::{next_look, precise_enough};
use crate::contest::{Contest, ControlVariate, Tally};
use std::ops::Range;

/// Result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Tally of the trials.
    pub tally: Tally,
    /// Trials that were played: a contiguous prefix of the planned trials.
    pub trials: Range<u64>,
    /// Reason for stopping.
    pub stopped: StopReason,
}

/// Plays trials until all are played, the result is precise enough, or the run is cancelled.
pub fn run(contest: &dyn Contest, plan: &Plan, progress: &dyn Progress) -> Finished {
    let nothing = (Tally::new(contest), plan.trials.start);
    run_from(
        contest,
        plan,
        progress,
        nothing,
        &|_| u64::MAX,
        &mut |_, _| {},
    )
}

/// Plays all trials of a plan, with the settings of a control variate if given, whatever the plan's
/// own estimator.
pub fn run_controlled(
    contest: &dyn Contest,
    plan: &Plan,
    control: Option<&ControlVariate>,
    progress: &dyn Progress,
) -> Finished {
    let start = (Tally::new(contest).with_control(control), plan.trials.start);
    in_sections(
        plan,
        start,
        &|_| u64::MAX,
        &mut |_, _| {},
        &mut |section, tally| play_section(contest, plan, section, progress, tally),
    )
}

/// Plays trials like [`run`], but resumes from a tally of the trials up to the number in `start`.
///
/// `stops` maps a number of trials to the next one at which `keep` is called with the tally and its
/// trials; it is also called at the end. A run can be resumed from these tallies.
pub fn run_from(
    contest: &dyn Contest,
    plan: &Plan,
    progress: &dyn Progress,
    (mut tally, next): (Tally, u64),
    stops: &dyn Fn(u64) -> u64,
    keep: &mut dyn FnMut(&Tally, Range<u64>),
) -> Finished {
    if next == plan.trials.start {
        tally = tally.with_control(control_of_run(contest, plan, progress).as_ref());
    }
    let start = (tally, next);
    in_sections(plan, start, stops, keep, &mut |section, tally| {
        play_section(contest, plan, section, progress, tally)
    })
}

/// Plays a plan section by section, and checks the precision between sections.
///
/// `play` adds the trials of a section to the tally and returns the first number that was not
/// played.
pub(super) fn in_sections(
    plan: &Plan,
    (mut tally, mut next): (Tally, u64),
    stops: &dyn Fn(u64) -> u64,
    keep: &mut dyn FnMut(&Tally, Range<u64>),
    play: &mut dyn FnMut(Range<u64>, &mut Tally) -> u64,
) -> Finished {
    let first = plan.trials.start;
    let precise = |tally: &Tally, next: u64| {
        let played = next - first;
        let is_look = played > 0 && next_look(played - 1) == played;
        (is_look || next == plan.trials.end)
            && plan.precision.is_some_and(|half_width| {
                precise_enough(tally.outcomes(), tally.control(), plan.alpha, half_width)
            })
    };
    // A run that is resumed may have ended.
    let mut stopped = if next > first && precise(&tally, next) {
        StopReason::Precision
    } else {
        StopReason::Trials
    };
    while next < plan.trials.end && stopped == StopReason::Trials {
        let played = next - first;
        let look = plan.precision.map_or(u64::MAX, |_| next_look(played));
        let stop = stops(played).max(played + 1);
        let end = first.saturating_add(look.min(stop)).min(plan.trials.end);
        next = play(next..end, &mut tally);
        if next < end {
            stopped = StopReason::Interrupted;
            break;
        }
        if precise(&tally, next) {
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
