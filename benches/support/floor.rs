//! Floor of a contest: a program that draws the same dice and does nothing else.

use evenodds::contest::{Record, Rules, Silent};
use evenodds::dice::{Dice, Pool, Roller, Sampled};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Call to a source of dice.
#[derive(Clone, Copy)]
enum Draw {
    Pool(Roller, u32),
    Die(Roller, u32),
    Choose(Roller, u32),
    Run(Roller, u32, u32),
}

/// Recorded draws of the first trials of a contest.
pub struct Floor {
    draws: Vec<Draw>,
    /// Index of the end of each trial in `draws`.
    ends: Vec<usize>,
}

/// Source of dice that records the calls.
struct Noting<'a> {
    dice: &'a mut Sampled,
    draws: &'a mut Vec<Draw>,
}

impl Dice for Noting<'_> {
    fn pool(&mut self, roller: Roller, count: u32) -> Pool {
        self.draws.push(Draw::Pool(roller, count));
        self.dice.pool(roller, count)
    }

    fn die(&mut self, roller: Roller, sides: u32) -> u32 {
        self.draws.push(Draw::Die(roller, sides));
        self.dice.die(roller, sides)
    }

    fn choose(&mut self, roller: Roller, options: u32) -> u32 {
        self.draws.push(Draw::Choose(roller, options));
        self.dice.choose(roller, options)
    }

    fn run_length(
        &mut self,
        roller: Roller,
        sides: u32,
        stop: u32,
        seen: &mut impl FnMut(u32),
    ) -> u32 {
        self.draws.push(Draw::Run(roller, sides, stop));
        self.dice.run_length(roller, sides, stop, seen)
    }
}

impl Floor {
    /// Records the draws of the trials 0 to `trials` - 1.
    pub fn of<R: Rules>(rules: &R, seed: u64, trials: u64) -> Self {
        let mut dice = Sampled::new(seed, &rules.rollers());
        let mut state = rules.state();
        let mut record = Record::new(rules);
        let (mut draws, mut ends) = (Vec::new(), Vec::new());
        for trial in 0..trials {
            dice.start(trial);
            record.ends.clear();
            let mut noting = Noting {
                dice: &mut dice,
                draws: &mut draws,
            };
            rules.trial(&mut noting, &mut state, &mut Silent, &mut record);
            ends.push(draws.len());
        }
        Self { draws, ends }
    }

    /// Draws the dice of `trials` trials: the recorded calls, repeated with new trial numbers. Returns
    /// a sum that depends on all of them, so that the compiler removes none.
    pub fn draw(&self, dice: &mut Sampled, trials: u64) -> u64 {
        let mut sum = 0;
        let mut played = 0;
        while played < trials {
            let mut first = 0;
            for &end in &self.ends {
                dice.start(played);
                for &draw in &self.draws[first..end] {
                    sum += match draw {
                        Draw::Pool(roller, count) => dice.pool(roller, count).word(),
                        Draw::Die(roller, sides) => u64::from(dice.die(roller, sides)),
                        Draw::Choose(roller, options) => u64::from(dice.choose(roller, options)),
                        Draw::Run(roller, sides, stop) => {
                            u64::from(dice.run_length(roller, sides, stop, &mut |_| ()))
                        }
                    };
                }
                first = end;
                played += 1;
                if played == trials {
                    break;
                }
            }
        }
        sum
    }

    /// Draws one word per recorded call from a single Xoshiro256++ generator, seeded for each trial.
    /// This is the cost of streams without rollers, without the conversion of words to dice.
    pub fn draw_from_one_generator(&self, trials: u64) -> u64 {
        let mut sum = 0_u64;
        let mut played = 0;
        while played < trials {
            let mut first = 0;
            for &end in &self.ends {
                let mut generator = Xoshiro256PlusPlus::seed_from_u64(played);
                for _ in first..end {
                    sum = sum.wrapping_add(generator.next_u64());
                }
                first = end;
                played += 1;
                if played == trials {
                    break;
                }
            }
        }
        sum
    }
}
