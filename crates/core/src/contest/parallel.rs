//! Parallel work on threads outside any pool.
//!
//! The first worker of a run that needs a solved table computes it, while the others wait. On the
//! threads of its pool, it would take other tasks of the pool while waiting. Such a task may need
//! the same table, which would deadlock.

use super::deadline;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::ScopedJoinHandle;

/// Calls `work` once for each of `items`, on as many threads as rayon has, in no fixed order.
pub fn each<T: Send>(items: Vec<T>, work: impl Fn(T) + Sync) {
    let count = items.len();
    let items = Mutex::new(items.into_iter());
    let next = || items.lock().ok().and_then(|mut items| items.next());
    together(count, &|| {
        while let Some(item) = next() {
            deadline::check();
            work(item);
        }
    });
}

/// Returns the results of `make` for all numbers below `count`, in order. Each thread passes its
/// own buffer to `make`.
pub fn map<T: Send, R: Default>(count: usize, make: impl Fn(usize, &mut R) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let made: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(count));
    together(count, &|| {
        let mut room = R::default();
        let mut own = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                break;
            }
            deadline::check();
            own.push((index, make(index, &mut room)));
        }
        if let Ok(mut made) = made.lock() {
            made.extend(own);
        }
    });
    // Only a panic poisons the lock, and `together` has resumed any panic.
    let mut made = made.into_inner().unwrap_or_default();
    made.sort_unstable_by_key(|(index, _)| *index);
    made.into_iter().map(|(_, thing)| thing).collect()
}

/// Runs the same `work` on all threads, but at most `most`, including this one.
fn together(most: usize, work: &(impl Fn() + Sync)) {
    on_threads(rayon::current_num_threads().min(most), work);
}

/// Runs the same `work` on `threads` threads: this one and new ones, which inherit its deadline.
/// Resumes the first panic of any of them after all have ended.
pub fn on_threads(threads: usize, work: &(impl Fn() + Sync)) {
    let until = deadline::current();
    let there = || deadline::under(until, work);
    std::thread::scope(|scope| {
        // If threads cannot be created, the work runs on fewer, at worst only on this one.
        let others = (1..threads)
            .filter_map(|_| std::thread::Builder::new().spawn_scoped(scope, there).ok());
        let others: Vec<_> = others.collect();
        work();
        join(others);
    });
}

/// Waits for threads of a scope, and resumes the first panic of any of them. Without joining, the
/// scope would replace the panic payload with its own.
pub fn join(threads: Vec<ScopedJoinHandle<'_, ()>>) {
    let ends: Vec<_> = threads.into_iter().map(ScopedJoinHandle::join).collect();
    if let Some(payload) = ends.into_iter().find_map(Result::err) {
        resume_unwind(payload);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_processed_once() {
        let mut squares = vec![0; 1_000];
        let items: Vec<(usize, &mut [usize])> = squares.chunks_mut(7).enumerate().collect();
        each(items, |(chunk, squares)| {
            for (index, square) in squares.iter_mut().enumerate() {
                *square += (7 * chunk + index).pow(2);
            }
        });
        assert!(
            squares
                .iter()
                .enumerate()
                .all(|(index, &square)| square == index * index)
        );
    }

    #[test]
    fn rows_are_written_in_order() {
        let squares = map(1_000, |index, room: &mut usize| {
            *room += 1;
            index * index
        });
        assert!(
            squares
                .iter()
                .enumerate()
                .all(|(index, &square)| square == index * index)
        );
        assert!(map(0, |index, (): &mut ()| index).is_empty());
    }
}
