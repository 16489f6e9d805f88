//! Runs that record a row for every trial.

use super::chunks::{Chunking, Groups, in_grouped_chunks};
use super::plan::{Plan, Progress};
use super::reorder::{ReorderBuffer, RowSink};
use super::rows::{Collector, rows_in_group};
use super::run::{Finished, in_sections};
use crate::contest::{Contest, Tally};

/// Plays trials like [`run`](super::run()), and passes a row of every finished trial to `sink`, in
/// order.
///
/// # Errors
/// Returns the first error of the sink, which has then not received all rows.
pub fn run_with_rows<S: RowSink>(
    contest: &dyn Contest,
    plan: &Plan,
    progress: &dyn Progress,
    sink: &S,
) -> Result<Finished, S::Error> {
    let metrics = contest.metrics().len();
    let groups = Groups {
        first: plan.trials.start,
        size: rows_in_group(metrics),
    };
    let threads = match plan.threads {
        0 => rayon::current_num_threads(),
        threads => threads,
    };
    // One group for each worker and two spare ones, so that no worker waits while a group is
    // written.
    let buffer = ReorderBuffer::new(sink, groups, threads as u64 + 2);
    let chunking = Chunking {
        threads,
        chunk: plan.chunk,
        groups: Some(groups),
    };
    let nothing = (Tally::new(contest), plan.trials.start);
    let finished = in_sections(
        plan,
        nothing,
        &|_| u64::MAX,
        &mut |_, _| {},
        &mut |section, tally| {
            in_grouped_chunks(
                &chunking,
                section,
                progress,
                || (Tally::new(contest), Collector::new(metrics)),
                |trials, (tally, collector)| {
                    let guard = ReleaseGuard(&buffer);
                    if !guard.0.wait_for_room(trials.start) {
                        return false;
                    }
                    collector.reserve((trials.end - trials.start) as usize);
                    contest.watch(plan.seed, trials.clone(), &mut |_, record| {
                        tally.add(record);
                        collector.add(record);
                        true
                    });
                    guard.0.push(collector.take(trials))
                },
                |(own, _)| tally.merge(&own),
            )
        },
    );
    buffer.finish()?;
    Ok(finished)
}

/// Guard that wakes the waiting workers if one panics, since its group will never be complete.
struct ReleaseGuard<'a, S: RowSink>(&'a ReorderBuffer<'a, S>);

impl<S: RowSink> Drop for ReleaseGuard<'_, S> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.abort();
        }
    }
}
