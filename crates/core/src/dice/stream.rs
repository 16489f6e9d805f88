//! Streams of random numbers in which the n-th roll of a roller is a pure function of (seed, trial,
//! roller, n).
//!
//! - The seed is mixed into a key. The key of trial *t* is the *t*-th output of a `SplitMix64`
//!   generator that starts at the seed's key.
//! - The key of a roller is a hash of its name.
//! - The roller's stream in a trial is the `SplitMix64` generator that starts at the sum of both
//!   keys. Roll *n* is its *n*-th output. Thus a stream takes only an addition to set up, and does
//!   not depend on other rollers or their numbers of rolls.
//!
//! `SplitMix64` is Steele, Lea & Flood, *Fast splittable pseudorandom number generators* (OOPSLA
//! 2014), with David Stafford's thirteenth mixing function. The keys of seeds and rollers use the
//! implementation of `rand_xoshiro`. Trials and rolls use the one in this module, because the
//! crate's is not inlined. A test compares both.

use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

/// Distance between the states of two consecutive outputs of a `SplitMix64` generator.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Stream of one roller in one trial: the state of its generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream(u64);

impl Stream {
    /// Returns the stream of the roller with key `roller` in the trial with key `trial`.
    #[inline]
    pub fn new(trial: u64, roller: u64) -> Self {
        Self(trial.wrapping_add(roller))
    }

    /// Returns the 64 bits of the next roll.
    #[inline]
    pub fn next_word(&mut self) -> u64 {
        let word = mixed(self.0);
        self.0 = self.0.wrapping_add(STEP);
        word
    }
}

/// Returns the first output of a `SplitMix64` generator that starts at `state`.
#[inline]
pub(super) fn mixed(state: u64) -> u64 {
    let state = state.wrapping_add(STEP);
    let state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}

/// Returns the key of trial number `trial` under a mixed seed.
#[inline]
pub fn trial_key(seed_key: u64, trial: u64) -> u64 {
    mixed(seed_key.wrapping_add(trial.wrapping_mul(STEP)))
}

/// Mixes a seed, so that neighboring seeds share no trial keys.
pub(super) fn seed_key(seed: u64) -> u64 {
    key(seed ^ 0x6576_656e_6f64_6473)
}

fn key(state: u64) -> u64 {
    SplitMix64::seed_from_u64(state).next_u64()
}

/// Returns the key of the roller with this name: FNV-1a over its bytes (Fowler, Noll & Vo), mixed.
pub fn roller_key(name: &str) -> u64 {
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    key(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These values are guaranteed: results of a seed stay the same in all versions.
    #[test]
    fn the_streams_are_pinned() {
        let key = trial_key(seed_key(42), 7);
        let mut stream = Stream::new(key, roller_key("heroes/Dirk"));
        let words: Vec<u64> = (0..3).map(|_| stream.next_word()).collect();
        assert_eq!(key, 17_117_209_909_898_646_911);
        assert_eq!(roller_key("heroes/Dirk"), 5_080_130_522_299_207_215);
        assert_eq!(
            words,
            [
                2_484_583_830_382_942_499,
                15_198_894_634_430_255_082,
                1_785_362_941_416_423_652,
            ]
        );
    }

    #[test]
    fn the_generator_is_that_of_rand_xoshiro() {
        for state in [0, 1, 42, u64::MAX, 0x6576_656e_6f64_6473] {
            let mut stream = Stream::new(state, 0);
            let mut generator = SplitMix64::seed_from_u64(state);
            for _ in 0..100 {
                assert_eq!(stream.next_word(), generator.next_u64());
            }
        }
    }

    #[test]
    fn a_roll_depends_on_seed_trial_roller_and_number_alone() {
        let word = |seed, trial, name, number: usize| {
            let mut stream = Stream::new(trial_key(seed_key(seed), trial), roller_key(name));
            (0..=number).map(|_| stream.next_word()).last()
        };
        assert_eq!(word(1, 5, "a", 3), word(1, 5, "a", 3));
        assert_ne!(word(1, 5, "a", 3), word(2, 5, "a", 3));
        assert_ne!(word(1, 5, "a", 3), word(1, 6, "a", 3));
        assert_ne!(word(1, 5, "a", 3), word(1, 5, "b", 3));
        assert_ne!(word(1, 5, "a", 3), word(1, 5, "a", 4));
    }
}
