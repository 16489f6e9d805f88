//! Parts of a job on several threads, whose results come in order.

use crate::contest::parallel::on_threads;
use crate::sim::Hands;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Does `work` for each number below `count` on so many threads, and hands what it yields to `done` in
/// the order of the numbers, as soon as all before it are there. A thread without work is a free hand.
pub fn in_order<T: Send>(
    count: usize,
    threads: usize,
    hands: &Hands,
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
            // Only a thread that panicked poisons it, and its panic comes out of the scope.
            if let Ok(mut waiting) = waiting.lock() {
                let (first, early, done) = &mut *waiting;
                early.insert(number, result);
                while let Some(result) = early.remove(first) {
                    *first += 1;
                    done(result);
                }
            }
        }
        hands.free();
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
            let hands = Hands::new(0);
            let mut found = Vec::new();
            in_order(
                40,
                threads,
                &hands,
                |number| {
                    // The first ones take longest.
                    std::thread::sleep(Duration::from_micros(400 - 10 * number as u64));
                    number * number
                },
                |square| found.push(square),
            );
            let expected: Vec<usize> = (0..40).map(|number| number * number).collect();
            assert_eq!(found, expected);
            let free: Vec<_> = std::iter::from_fn(|| hands.take()).collect();
            assert_eq!(free.len(), threads, "all hands are free at the end");
        }
    }
}
