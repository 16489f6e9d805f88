//! One source of dice for the library and for the plain programs.

use crate::plain::dice::PlainDice;
use evenodds::dice::{Dice, Pool, Roller, Sampled};

/// Faces from the streams of the library, one draw a face, read by both programs alike: what a
/// roller gets hangs only on how often it rolled before.
pub struct Tape(Sampled);

impl Tape {
    pub fn new(seed: u64, rollers: usize) -> Self {
        let names: Vec<String> = (0..rollers).map(|roller| roller.to_string()).collect();
        Self(Sampled::new(seed, &names))
    }

    /// Goes on with another trial.
    #[allow(dead_code, reason = "benchmarks play many trials, tests one each")]
    pub fn start(&mut self, trial: u64) {
        self.0.start(trial);
    }
}

impl Dice for Tape {
    fn pool(&mut self, roller: Roller, count: u32) -> Pool {
        (0..count).fold(Pool::EMPTY, |pool, _| pool.with(self.0.die(roller, 6)))
    }

    fn die(&mut self, roller: Roller, sides: u32) -> u32 {
        self.0.die(roller, sides)
    }

    fn choose(&mut self, roller: Roller, options: u32) -> u32 {
        self.0.choose(roller, options)
    }
}

impl PlainDice for Tape {
    fn throw(&mut self, roller: usize, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.0.die(roller, 6) as u8).collect()
    }

    fn choose(&mut self, roller: usize, options: usize) -> usize {
        self.0.choose(roller, options as u32) as usize
    }
}
