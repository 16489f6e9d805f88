//! Work on a batch on more than one thread, with results in order.

use crate::contest::parallel::on_threads;
use crate::sim::WorkerPermits;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Runs `work` for each number below `count` on `threads` threads, and passes the results to `done` in
/// the order of the numbers, each as soon as all before it are complete. A thread that runs out of work
/// adds a permit to `permits`.
pub fn in_order<T: Send>(
    count: usize,
    threads: usize,
    permits: &WorkerPermits,
    work: impl Fn(usize) -> T + Sync,
    done: impl FnMut(T) + Send,
) {
    let next = AtomicUsize::new(0);
    let waiting = Mutex::new((0, BTreeMap::new(), done));
    let worker = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            let result = work(number);
            // Only a panicking thread poisons the lock, and its panic leaves the scope.
            if let Ok(mut waiting) = waiting.lock() {
                let (first, early, done) = &mut *waiting;
                early.insert(number, result);
                while let Some(result) = early.remove(first) {
                    *first += 1;
                    done(result);
                }
            }
        }
        permits.free();
    };
    on_threads(threads, &worker);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn results_come_in_order_from_any_number_of_threads() {
        for threads in [1, 2, 7] {
            let permits = WorkerPermits::new(0);
            let mut found = Vec::new();
            in_order(
                40,
                threads,
                &permits,
                |number| {
                    // Earlier numbers take longer.
                    std::thread::sleep(Duration::from_micros(400 - 10 * number as u64));
                    number * number
                },
                |square| found.push(square),
            );
            let expected: Vec<usize> = (0..40).map(|number| number * number).collect();
            assert_eq!(found, expected);
            let free: Vec<_> = std::iter::from_fn(|| permits.take()).collect();
            assert_eq!(free.len(), threads, "all hands are free at the end");
        }
    }
}
