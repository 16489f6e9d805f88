//! Work shared out among threads.
//!
//! Tables are solved by whoever asks first, and that may be a worker of a run while the others wait.
//! A worker of a pool that waits for help takes up other work of that pool meanwhile, which might ask
//! for the same tables and wait for itself. These threads belong to no pool.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// `make` of each number below `count`, in that order, with room of its own for each thread.
pub(super) fn share_out<T: Send, R: Default>(
    count: usize,
    make: impl Fn(usize, &mut R) -> T + Sync,
) -> Vec<T> {
    let threads = rayon::current_num_threads().min(count).max(1);
    let next = AtomicUsize::new(0);
    let made: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(count));
    let work = || {
        let mut room = R::default();
        let mut own = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                break;
            }
            own.push((index, make(index, &mut room)));
        }
        if let Ok(mut made) = made.lock() {
            made.extend(own);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // Without the thread there are fewer, down to this one.
            let _ = std::thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    // Only a thread that panicked poisons it, and its panic has come out of the scope already.
    let mut made = made.into_inner().unwrap_or_default();
    made.sort_unstable_by_key(|(index, _)| *index);
    made.into_iter().map(|(_, thing)| thing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_comes_in_order() {
        let squares = share_out(1_000, |index, room: &mut usize| {
            *room += 1;
            index * index
        });
        assert!(
            squares
                .iter()
                .enumerate()
                .all(|(index, &square)| square == index * index)
        );
        assert!(share_out(0, |index, (): &mut ()| index).is_empty());
    }
}
