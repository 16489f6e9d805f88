//! Plays a range of trials on all cores.
//!
//! Each worker takes the next numbers from one counter, plays them into its own tally and comes
//! back for more. So whatever the timing, the trials taken are always a contiguous prefix, and an
//! interrupted run ends with exactly those: nobody starts new ones and everybody finishes theirs.
//! Tallies are integers and merging is adding, so threads and pieces cannot show in the result.

use super::hands::Hands;
use super::results::StopReason;
use super::stopping::{next_look, precise_enough};
use crate::contest::{Contest, Tally};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a worker should play before it comes back: long enough that coming back costs
/// nothing, short enough that progress moves and Ctrl-C is answered.
const PIECE: Duration = Duration::from_millis(20);
/// The first piece of a worker, before it knows its speed.
const FIRST_PIECE: u64 = 16;
/// No piece is larger, so that the last ones of a run end at about the same time.
const LARGEST_PIECE: u64 = 1 << 20;

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
    /// The size of all pieces, for tests; `None` lets them follow the workers' speed.
    pub piece: Option<u64>,
}

/// Who watches a run.
pub trait Watch: Sync {
    /// `trials` more were finished. Called from any thread, some fifty times a second each.
    fn advanced(&self, trials: u64);

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
    (mut tally, mut next): (Tally, u64),
    stops: &dyn Fn(u64) -> u64,
    keep: &mut dyn FnMut(&Tally, Range<u64>),
) -> Finished {
    let first = plan.trials.start;
    let mut stopped = StopReason::Trials;
    while next < plan.trials.end {
        let played = next - first;
        let look = plan.precision.map_or(u64::MAX, |_| next_look(played));
        let stop = stops(played).max(played + 1);
        let end = first.saturating_add(look.min(stop)).min(plan.trials.end);
        next = play_section(contest, plan, next..end, watch, &mut tally);
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
    in_pieces(
        section,
        (plan.threads, plan.piece),
        watch,
        || Tally::new(contest),
        |trials, own| contest.play(plan.seed, trials, own),
        |own| tally.merge(&own),
    )
}

/// Plays the trials of `section` in pieces on so many threads (0 for one a core): each worker begins
/// with what `new` makes, `play` adds a range of trials to it, and `merge` is handed it at the end.
/// The size of pieces follows the workers' speed unless it is given. Returns the first number that
/// was not played; all before it were. Nothing may hang on how pieces fall or in which order workers
/// end.
pub fn in_pieces<Own: Send>(
    section: Range<u64>,
    (threads, piece): (usize, Option<u64>),
    watch: &dyn Watch,
    new: impl Fn() -> Own + Sync,
    play: impl Fn(Range<u64>, &mut Own) + Sync,
    merge: impl FnMut(Own) + Send,
) -> u64 {
    let threads = match threads {
        0 => rayon::current_num_threads(),
        threads => threads,
    };
    let hands = watch.hands().filter(|_| threads == 1);
    // As many as might come to help.
    let most = hands.map_or(threads, |_| rayon::current_num_threads());
    let next = AtomicU64::new(section.start);
    let stop = AtomicBool::new(false);
    let merge = Mutex::new(merge);
    // `call` is called whenever a worker comes back for more.
    let work = |call: &dyn Fn()| {
        let mut own = new();
        let mut size = piece.unwrap_or(FIRST_PIECE).max(1);
        while !stop.load(Ordering::Relaxed) {
            if watch.cancelled() {
                stop.store(true, Ordering::Relaxed);
                break;
            }
            let left = section.end.saturating_sub(next.load(Ordering::Relaxed));
            if left > size {
                call();
            }
            // The last pieces are small, so that no worker waits long for another.
            size = size.min((left / (4 * most as u64)).max(1));
            let start = next.fetch_add(size, Ordering::Relaxed);
            if start >= section.end {
                break;
            }
            let end = start.saturating_add(size).min(section.end);
            let begun = Instant::now();
            play(start..end, &mut own);
            watch.advanced(end - start);
            size = piece.unwrap_or_else(|| faster(end - start, begun.elapsed()));
        }
        // A worker that panicked never gets here, and its panic is handed on.
        if let Ok(mut merge) = merge.lock() {
            merge(own);
        }
    };
    match hands {
        Some(hands) => std::thread::scope(|scope| {
            let work = &work;
            work(&|| {
                if let Some(hand) = hands.take() {
                    // Without the thread there is no help, and the hand is free again.
                    let _ = std::thread::Builder::new().spawn_scoped(scope, move || {
                        work(&|| ());
                        drop(hand);
                    });
                }
            });
        }),
        None if threads == 1 => work(&|| ()),
        None => rayon::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|_| work(&|| ()));
            }
        }),
    }
    next.into_inner().min(section.end)
}

/// The size of the next piece after one of `trials` took `elapsed`.
fn faster(trials: u64, elapsed: Duration) -> u64 {
    let nanoseconds = elapsed.as_nanos().max(1);
    let wanted = u128::from(trials) * PIECE.as_nanos() / nanoseconds;
    // At most fourfold at once: the first pieces are too short to time well.
    (wanted as u64)
        .clamp(1, LARGEST_PIECE)
        .min(trials.saturating_mul(4).max(1))
}
