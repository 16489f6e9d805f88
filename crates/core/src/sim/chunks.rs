//! Distribution of trials over workers, chunk by chunk.
//!
//! Each worker takes the next trial numbers from a shared counter, and plays them before it takes
//! more. So the trials taken are a contiguous prefix, whatever the timing. After an interruption no
//! worker takes new trials, and every worker finishes those that it took.

use super::permits::WorkerPermits;
use super::plan::{Plan, Progress};
use crate::contest::parallel::{join, on_threads};
use crate::contest::{Contest, Tally, deadline};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Target duration of a chunk: long enough for negligible overhead, short enough for smooth
/// progress and a quick response to Ctrl-C.
const CHUNK: Duration = Duration::from_millis(20);
/// Size of a worker's first chunk, before its speed is measured.
const FIRST_CHUNK: u64 = 16;
/// Maximum size of a chunk without a clock.
const LARGEST_UNTIMED_CHUNK: u64 = 1 << 12;
/// Maximum size of a chunk, so that all workers end a run at about the same time.
const LARGEST_CHUNK: u64 = 1 << 20;

/// Plays `section` on all workers and returns the first number that was not played.
pub(super) fn play_section(
    contest: &dyn Contest,
    plan: &Plan,
    section: Range<u64>,
    progress: &dyn Progress,
    tally: &mut Tally,
) -> u64 {
    let control = tally.control().map(|sums| sums.control.clone());
    let control = control.as_ref();
    let new = || Tally::new(contest).with_control(control);
    in_chunks(
        section,
        (plan.threads, plan.chunk),
        progress,
        || (contest.trials_for(plan.seed, control), new()),
        |trials, (own, counts)| own.play(trials, counts),
        |(mut own, mut counts)| {
            own.finish(&mut counts);
            tally.merge(&counts);
        },
    )
}

/// Plays the trials of `section` in chunks on `threads` threads (0 for one per core), and returns
/// the first number that was not played.
///
/// Each worker starts with a value from `new`. `play` adds ranges of trials to it, and `merge`
/// receives it at the end. Chunk sizes adapt to each worker's speed. All trials before the returned
/// number were played. Results must not depend on chunk boundaries or on the order in which workers
/// end.
pub fn in_chunks<Own>(
    section: Range<u64>,
    (threads, chunk): (usize, Option<u64>),
    progress: &dyn Progress,
    new: impl Fn() -> Own + Sync,
    play: impl Fn(Range<u64>, &mut Own) + Sync,
    merge: impl FnMut(Own) + Send,
) -> u64 {
    let chunking = Chunking {
        threads,
        chunk,
        groups: None,
    };
    let play = |trials, own: &mut Own| {
        play(trials, own);
        true
    };
    in_grouped_chunks(&chunking, section, progress, new, play, merge)
}

/// Division of trials into chunks, and number of threads.
pub(super) struct Chunking {
    /// Worker threads; 0 for one per core.
    pub threads: usize,
    /// Fixed size of all chunks; `None` to adapt to each worker's speed.
    pub chunk: Option<u64>,
    /// Groups of trials; a chunk never crosses a group boundary.
    pub groups: Option<Groups>,
}

/// Consecutive groups of trials of equal size.
#[derive(Clone, Copy)]
pub(super) struct Groups {
    /// Number of the first trial of the first group.
    pub first: u64,
    /// Number of trials in each group.
    pub size: u64,
}

impl Groups {
    /// Returns the index of a trial's group, from 0.
    pub fn of(self, trial: u64) -> u64 {
        (trial - self.first) / self.size
    }

    /// Returns the number after that of a group's last trial.
    pub fn end(self, group: u64) -> u64 {
        let trials = self.size.saturating_mul(group.saturating_add(1));
        self.first.saturating_add(trials)
    }
}

impl Chunking {
    /// Returns the end of a chunk that begins at `start` and has at most `size` trials.
    fn end(&self, start: u64, size: u64, section: &Range<u64>) -> u64 {
        let end = start.saturating_add(size).min(section.end);
        self.groups
            .map_or(end, |groups| end.min(groups.end(groups.of(start))))
    }
}

/// Plays trials like [`in_chunks`], with chunks that stay within groups, if there are any.
///
/// If `play` returns false, the run has failed and the returned number is meaningless.
pub(super) fn in_grouped_chunks<Own>(
    chunking: &Chunking,
    section: Range<u64>,
    progress: &dyn Progress,
    new: impl Fn() -> Own + Sync,
    play: impl Fn(Range<u64>, &mut Own) -> bool + Sync,
    merge: impl FnMut(Own) + Send,
) -> u64 {
    let threads = match chunking.threads {
        0 => rayon::current_num_threads(),
        threads => threads,
    };
    let permits = progress.worker_permits().filter(|_| threads == 1);
    // Maximum number of workers, including helpers.
    let most = permits.map_or(threads, |_| rayon::current_num_threads());
    let next = AtomicU64::new(section.start);
    let stop = AtomicBool::new(false);
    let merge = Mutex::new(merge);
    // `call` runs before each chunk if enough trials are left.
    let work = |call: &dyn Fn()| {
        let _ends = EndsAll(&stop);
        let mut own = new();
        let mut size = chunking.chunk.unwrap_or(FIRST_CHUNK).max(1);
        while !stop.load(Ordering::Relaxed) {
            deadline::check();
            if progress.cancelled() {
                stop.store(true, Ordering::Relaxed);
                break;
            }
            let left = section.end.saturating_sub(next.load(Ordering::Relaxed));
            if left > size {
                call();
            }
            // Chunks shrink toward the end, so that workers end at about the same time.
            size = size.min((left / (4 * most as u64)).max(1));
            let taken = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |start| {
                (start < section.end).then(|| chunking.end(start, size, &section))
            });
            let Ok(start) = taken else {
                break;
            };
            let end = chunking.end(start, size, &section);
            let begun = now();
            if !play(start..end, &mut own) {
                stop.store(true, Ordering::Relaxed);
                break;
            }
            progress.advanced(end - start);
            size = chunking.chunk.unwrap_or_else(|| match begun {
                Some(begun) => faster(end - start, begun.elapsed()),
                None => (2 * size).min(LARGEST_UNTIMED_CHUNK),
            });
        }
        // A worker that panics does not reach this; its panic is propagated.
        if let Ok(mut merge) = merge.lock() {
            merge(own);
        }
    };
    let workers = Workers {
        threads,
        permits,
        // Workers that fill groups wait for each other.
        may_wait: chunking.groups.is_some(),
    };
    workers.run(&work);
    next.into_inner()
}

/// Threads on which the workers of a run play.
struct Workers<'a> {
    /// Number of threads, without helpers.
    threads: usize,
    /// Permits for helpers of a run on one thread; `None` for no helpers.
    permits: Option<&'a WorkerPermits>,
    /// True if workers may wait for each other.
    may_wait: bool,
}

impl Workers<'_> {
    /// Runs `work` on all threads. It gets a function to call before each chunk if enough trials are
    /// left for a helper.
    fn run(&self, work: &(impl Fn(&dyn Fn()) + Sync)) {
        let until = deadline::current();
        let alone = || deadline::under(until, || work(&|| ()));
        if let Some(permits) = self.permits {
            std::thread::scope(|scope| {
                let helpers = Mutex::new(Vec::new());
                work(&|| {
                    if let (Some(permit), Ok(mut helpers)) = (permits.take(), helpers.lock()) {
                        // Without a new thread, the permit is released and this worker continues
                        // alone.
                        let helper = std::thread::Builder::new().spawn_scoped(scope, move || {
                            alone();
                            drop(permit);
                        });
                        helpers.extend(helper);
                    }
                });
                join(helpers.into_inner().unwrap_or_default());
            });
        } else if self.threads == 1 {
            alone();
        } else if self.may_wait {
            // A pool worker that waits within a trial may steal another worker's whole job, which
            // would deadlock.
            on_threads(self.threads, &alone);
        } else {
            rayon::scope(|scope| {
                for _ in 0..self.threads {
                    scope.spawn(|_| alone());
                }
            });
        }
    }
}

/// Guard that stops all other workers if one panics, instead of at the end of a long run.
struct EndsAll<'a>(&'a AtomicBool);

impl Drop for EndsAll<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// Returns the current time; `None` in browsers, which have no system clock. Without a clock,
/// chunks grow to a fixed size.
fn now() -> Option<Instant> {
    (!cfg!(all(target_family = "wasm", target_os = "unknown"))).then(Instant::now)
}

/// Returns the size of the next chunk after one of `trials` trials took `elapsed`.
fn faster(trials: u64, elapsed: Duration) -> u64 {
    let nanoseconds = elapsed.as_nanos().max(1);
    let wanted = u128::from(trials) * CHUNK.as_nanos() / nanoseconds;
    // Growth is at most fourfold, since the first chunks are too short for precise timing.
    (wanted as u64)
        .clamp(1, LARGEST_CHUNK)
        .min(trials.saturating_mul(4).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::NoProgress;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn a_panic_of_one_worker_stops_all_workers() {
        // Without the guard, the other workers would play all remaining trials.
        let play = |trials: Range<u64>, (): &mut ()| {
            assert!(trials.start > 0, "the first trial fails");
            std::thread::sleep(Duration::from_micros(10));
        };
        let ended = catch_unwind(AssertUnwindSafe(|| {
            in_chunks(0..u64::MAX, (4, Some(1)), &NoProgress, || (), play, |()| {})
        }));
        let payload = ended.unwrap_err();
        assert_eq!(payload.downcast_ref(), Some(&"the first trial fails"));
    }
}
