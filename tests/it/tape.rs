//! A common source of dice for the library and the plain programs.

use crate::plain::dice::{PlainDice, PlayoutLuck};
use evenodds::dice::{Dice, Pool, Roller, Sampled};

/// Faces from the streams of the library, one draw a face, read by both programs alike. The rolls
/// of a roller depend only on its number of earlier rolls.
pub struct Tape {
    dice: Sampled,
    /// Rollers of the library in play-outs.
    thinkers: Vec<String>,
}

impl Tape {
    pub fn new(seed: u64, rollers: usize) -> Self {
        let names: Vec<String> = (0..rollers).map(|roller| roller.to_string()).collect();
        Self {
            dice: Sampled::new(seed, &names),
            thinkers: Vec::new(),
        }
    }

    /// Returns the same source with support for play-outs: `rollers` are those of the library's
    /// fight.
    pub fn thinking(self, rollers: Vec<String>) -> Self {
        Self {
            thinkers: rollers,
            ..self
        }
    }

    /// Continues with another trial.
    #[allow(dead_code, reason = "benchmarks play many trials, tests one each")]
    pub fn start(&mut self, trial: u64) {
        self.dice.start(trial);
    }
}

impl Dice for Tape {
    fn pool(&mut self, roller: Roller, count: u32) -> Pool {
        (0..count).fold(Pool::EMPTY, |pool, _| pool.with(self.dice.die(roller, 6)))
    }

    fn die(&mut self, roller: Roller, sides: u32) -> u32 {
        self.dice.die(roller, sides)
    }

    fn choose(&mut self, roller: Roller, options: u32) -> u32 {
        self.dice.choose(roller, options)
    }
}

impl PlainDice for Tape {
    fn throw(&mut self, roller: usize, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.dice.die(roller, 6) as u8).collect()
    }

    fn choose(&mut self, roller: usize, options: usize) -> usize {
        self.dice.choose(roller, options as u32) as usize
    }

    fn playouts(&mut self, roller: usize) -> PlayoutLuck {
        let half = 1 << 31;
        let high = u64::from(self.dice.choose(roller, half));
        let seed = high << 31 | u64::from(self.dice.choose(roller, half));
        let rollers = self.thinkers.clone();
        Box::new(move |playout| {
            let mut dice = Sampled::new(seed, &rollers);
            dice.start(playout as u64);
            Box::new(Thrown(dice))
        })
    }
}

/// The library's dice for the plain program: a throw is one roll.
pub struct Thrown(pub Sampled);

impl PlainDice for Thrown {
    fn throw(&mut self, roller: usize, count: usize) -> Vec<u8> {
        // A single die from a word is the same as a pool of one.
        let pool = self.0.pool(roller, count as u32);
        pool.faces().map(|face| face as u8).collect()
    }

    fn choose(&mut self, roller: usize, options: usize) -> usize {
        self.0.choose(roller, options as u32) as usize
    }
}
