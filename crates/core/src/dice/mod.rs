//! Dice, independent of contests: packed pools, streams of random numbers, sources of dice, and
//! exact distributions of sums.
//!
//! Rules are generic over [`Dice`], the source of their dice: [`Sampled`] (a random stream for each
//! roller), [`Scripted`] (a list of faces) or [`Enumerated`] (every result with its probability).

mod distribution;
mod enumerated;
mod pool;
mod sampled;
mod scripted;
mod stream;

pub use distribution::{Distribution, MOST_D6};
pub use enumerated::{Enumerated, Exploration};
pub use pool::{FACES, Pool};
pub use sampled::Sampled;
pub use scripted::{ScriptExhausted, Scripted};
pub use stream::{Stream, roller_key, trial_key};

/// Roller: an index into the list of names that its contest declares.
pub type Roller = usize;

/// Source of dice. Every call is the next *roll* of its roller, so an extra roll by one roller
/// never changes the rolls of another.
pub trait Dice {
    /// Throws `count` six-sided dice together, 0 to 1,000. A throw of 0 dice returns an empty pool
    /// and does not count as a roll.
    fn pool(&mut self, roller: Roller, count: u32) -> Pool;

    /// Throws one die of `sides` faces and returns 1 to `sides`. `sides` is 1 or more.
    fn die(&mut self, roller: Roller, sides: u32) -> u32;

    /// Draws one of `options` possibilities with equal probability, 0 to `options` - 1. `options`
    /// is 1 or more. Used for drawing lots and for policy randomness.
    fn choose(&mut self, roller: Roller, options: u32) -> u32;

    /// Throws dice of `sides` faces one after another until one shows `stop` or less, and returns
    /// the number of those before it. `seen` receives each face in order. 1 <= `stop` <= `sides`.
    fn run_length(
        &mut self,
        roller: Roller,
        sides: u32,
        stop: u32,
        seen: &mut impl FnMut(u32),
    ) -> u32 {
        let mut active = 0;
        loop {
            let face = self.die(roller, sides);
            seen(face);
            if face <= stop || self.abandoned() {
                return active;
            }
            active += 1;
        }
    }

    /// Returns whether the result of this play will be dropped: an enumeration is past its depth,
    /// or a script is exhausted. Long loops may then end at once.
    #[inline]
    fn abandoned(&self) -> bool {
        false
    }
}
