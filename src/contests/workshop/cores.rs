//! Work shared out to all cores.
//!
//! These are threads of their own and not rayon's. A table is made by the first worker of a run that
//! asks for it, while the others wait; rayon would let that worker take up another piece of the run
//! meanwhile, which asks for the table that is not there yet, and nobody would ever go on.

use std::sync::Mutex;

/// Does `work` once for each of `items`, on so many threads as rayon has; whatever it writes must
/// not hang on their order.
pub(super) fn each<T: Send>(items: Vec<T>, work: impl Fn(T) + Sync) {
    let threads = rayon::current_num_threads().min(items.len());
    let items = Mutex::new(items.into_iter());
    let next = || items.lock().ok().and_then(|mut items| items.next());
    let take_turns = || {
        while let Some(item) = next() {
            work(item);
        }
    };
    if threads <= 1 {
        take_turns();
        return;
    }
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(take_turns);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_worked_on_once() {
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
}
