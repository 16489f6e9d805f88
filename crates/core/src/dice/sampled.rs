//! Dice from random streams: one 64-bit random word for a whole throw, without bias.
//!
//! More than one die comes from a random word by the method of Brackett-Rozinsky & Lemire, *Batched
//! Ranged Random Integer Generation* (Software: Practice and Experience 55, 2025): multiply the
//! word by the number of faces, take the high half as a face and continue with the low half. All
//! faces together are uniform if words are rejected whose last low half is below 2^64 modulo the
//! product of the face counts.
//!
//! Faces are read from the front, so a throw of five dice begins with the same four faces as a
//! throw of four. Thus one die more or less does not change the others.

use super::stream::{Stream, mixed, roller_key, seed_key, trial_key};
use super::{Dice, Pool, Roller};

/// Largest number of six-sided dice from one word: 6^24 is the last power below 2^64.
const DICE_PER_WORD: u32 = 24;
/// Number of dice that [`Dice::run_length`] reads from one word. Eight are enough for most runs,
/// and 100^8 is below 2^64.
const RUN_DICE_PER_WORD: u32 = 8;

/// Pools by number of dice, up to four, indexed by their faces as digits in base six.
static TABLES: [&[u64]; 5] = [&[], &ONE, &TWO, &THREE, &FOUR];
static ONE: [u64; 6] = face_table();
static TWO: [u64; 36] = face_table();
static THREE: [u64; 216] = face_table();
static FOUR: [u64; 1296] = face_table();

const fn face_table<const N: usize>() -> [u64; N] {
    let mut table = [0; N];
    let mut index = 0;
    while index < N {
        let mut size = N;
        let mut number = index;
        while size > 1 {
            table[index] += Pool::one(number as u32 % 6 + 1).word();
            number /= 6;
            size /= 6;
        }
        index += 1;
    }
    table
}

const POWERS_OF_SIX: [u64; DICE_PER_WORD as usize + 1] = {
    let mut powers = [1; DICE_PER_WORD as usize + 1];
    let mut index = 1;
    while index < powers.len() {
        powers[index] = powers[index - 1] * 6;
        index += 1;
    }
    powers
};

/// Dice from the streams of (seed, trial, roller).
/// ```
/// use evenodds_core::dice::{Dice, Sampled};
/// let names = ["Dirk".to_owned(), "Emily".to_owned()];
/// let mut dice = Sampled::new(42, &names);
/// dice.start(7);
/// let pool = dice.pool(0, 4);
/// dice.start(7);
/// dice.pool(1, 6); // another roller: Dirk's dice stay the same
/// assert_eq!(dice.pool(0, 4), pool);
/// ```
#[derive(Clone, Debug)]
pub struct Sampled {
    seed: u64,
    rollers: Vec<u64>,
    streams: Vec<Stream>,
}

impl Sampled {
    /// Creates streams for the rollers of these names, at trial 0.
    pub fn new(seed: u64, rollers: &[String]) -> Self {
        let rollers: Vec<u64> = rollers.iter().map(|name| roller_key(name)).collect();
        let streams = rollers.iter().map(|&key| Stream::new(0, key)).collect();
        let mut sampled = Self {
            seed: seed_key(seed),
            rollers,
            streams,
        };
        sampled.start(0);
        sampled
    }

    /// Switches to the streams of another seed; [`Sampled::start`] must be called next.
    #[inline]
    pub fn reseed(&mut self, seed: u64) {
        self.seed = seed_key(seed);
    }

    /// Resets every roller to its first roll of trial number `trial`.
    #[inline]
    pub fn start(&mut self, trial: u64) {
        let key = trial_key(self.seed, trial);
        for (stream, &roller) in self.streams.iter_mut().zip(&self.rollers) {
            *stream = Stream::new(key, roller);
        }
    }

    #[inline]
    fn word(&mut self, roller: Roller) -> u64 {
        self.streams[roller].next_word()
    }
}

/// Returns the high and the low half of `word` times `faces`: the next number below `faces`, and
/// the word for the numbers after it.
#[inline]
fn split(word: u64, faces: u64) -> (u64, u64) {
    let product = u128::from(word) * u128::from(faces);
    ((product >> 64) as u64, product as u64)
}

/// Returns whether a word must be drawn again, given its last low half, and the product of the
/// numbers of faces of the dice read from it.
#[inline]
fn rejected(low: u64, product: u64) -> bool {
    // The first comparison is nearly always false and saves the division.
    low < product && low < product.wrapping_neg() % product
}

/// Returns a replacement for a rejected word of the same roll.
#[cold]
fn redraw(word: u64) -> u64 {
    mixed(word ^ 0x5bd1_e995_9e37_79b9)
}

/// Returns `count` dice from one word, 1 to [`DICE_PER_WORD`].
#[inline]
fn pool_from(word: u64, count: u32) -> Pool {
    let (dice, low) = decode(word, count);
    if rejected(low, POWERS_OF_SIX[count as usize]) {
        return redrawn_pool(word, count);
    }
    dice
}

/// Returns the dice that a word encodes, and the last low half.
#[inline]
fn decode(word: u64, count: u32) -> (Pool, u64) {
    let mut low = word;
    let mut dice = 0;
    let mut left = count;
    while left > 4 {
        let (number, rest) = split(low, 1296);
        dice += FOUR[number as usize];
        low = rest;
        left -= 4;
    }
    // The last one to four dice take a single multiplication, whatever their number.
    let table = TABLES[left as usize];
    let (number, low) = split(low, table.len() as u64);
    dice += table[number as usize];
    (Pool::from_word(dice), low)
}

/// Returns more than [`DICE_PER_WORD`] dice.
///
/// Further words of a large throw are derived from the first, so that the throw remains one roll of
/// its stream.
#[cold]
fn large_pool(word: u64, count: u32) -> Pool {
    let mut more = Stream::new(word, 0);
    let mut pool = pool_from(word, DICE_PER_WORD);
    let mut left = count - DICE_PER_WORD;
    while left > 0 {
        let now = left.min(DICE_PER_WORD);
        pool = pool.joined(pool_from(more.next_word(), now));
        left -= now;
    }
    pool
}

/// Draws the dice from replacements of a rejected word.
#[cold]
fn redrawn_pool(mut word: u64, count: u32) -> Pool {
    loop {
        word = redraw(word);
        let (dice, low) = decode(word, count);
        if !rejected(low, POWERS_OF_SIX[count as usize]) {
            return dice;
        }
    }
}

/// Returns a number below `options` from one word.
#[inline]
fn number_from(mut word: u64, options: u32) -> u32 {
    loop {
        let (number, low) = split(word, u64::from(options));
        if !rejected(low, u64::from(options)) {
            return number as u32;
        }
        word = redraw(word);
    }
}

impl Dice for Sampled {
    #[inline]
    fn pool(&mut self, roller: Roller, count: u32) -> Pool {
        if count == 0 {
            return Pool::EMPTY;
        }
        let word = self.word(roller);
        if count <= DICE_PER_WORD {
            pool_from(word, count)
        } else {
            large_pool(word, count)
        }
    }

    #[inline]
    fn die(&mut self, roller: Roller, sides: u32) -> u32 {
        number_from(self.word(roller), sides) + 1
    }

    #[inline]
    fn choose(&mut self, roller: Roller, options: u32) -> u32 {
        number_from(self.word(roller), options)
    }

    #[inline]
    fn run_length(
        &mut self,
        roller: Roller,
        sides: u32,
        stop: u32,
        seen: &mut impl FnMut(u32),
    ) -> u32 {
        let mut active = 0;
        if sides > 100 {
            // The results of eight such dice may not fit into a word.
            loop {
                let face = self.die(roller, sides);
                seen(face);
                if face <= stop {
                    return active;
                }
                active += 1;
            }
        }
        let product = u64::from(sides).pow(RUN_DICE_PER_WORD);
        loop {
            let mut word = self.word(roller);
            loop {
                let mut low = word;
                for _ in 0..RUN_DICE_PER_WORD {
                    low = low.wrapping_mul(u64::from(sides));
                }
                if !rejected(low, product) {
                    break;
                }
                word = redraw(word);
            }
            for _ in 0..RUN_DICE_PER_WORD {
                let (number, low) = split(word, u64::from(sides));
                word = low;
                seen(number as u32 + 1);
                if number < u64::from(stop) {
                    return active;
                }
                active += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(count: usize) -> Vec<String> {
        (0..count).map(|index| format!("roller {index}")).collect()
    }

    /// These values are guaranteed: results of a seed stay the same in all versions.
    #[test]
    fn the_die_sampler_is_pinned() {
        let mut dice = Sampled::new(1, &names(2));
        let mut lines = Vec::new();
        for trial in [0, 1, 1_000_000_007] {
            dice.start(trial);
            let mut run = Vec::new();
            let length = dice.run_length(1, 5, 1, &mut |face| run.push(face));
            lines.push(format!(
                "{trial}: {} {} {} {} {} {length} {run:?}",
                dice.pool(0, 4),
                dice.pool(0, 1),
                dice.pool(0, 30),
                dice.die(1, 100),
                dice.choose(1, 7),
            ));
        }
        assert_eq!(
            lines,
            [
                "0: {1,2,6,6} {4} {1,1,1,2,2,2,2,2,3,3,3,3,3,3,4,4,4,4,4,4,5,5,5,5,5,6,6,6,6,6} 4 5 2 [4, 2, 1]",
                "1: {4,5,6,6} {6} {1,1,1,1,1,1,2,2,2,3,3,3,3,3,3,4,4,4,4,4,5,5,5,5,5,6,6,6,6,6} 93 0 1 [4, 1]",
                "1000000007: {1,2,5,6} {1} {1,1,1,1,2,2,2,2,2,2,2,3,3,3,3,3,3,3,4,4,4,5,5,5,5,5,5,6,6,6} 59 2 1 [2, 1]",
            ]
        );
    }

    #[test]
    fn a_larger_throw_begins_with_the_smaller_one() {
        let mut dice = Sampled::new(9, &names(1));
        for trial in 0..1_000 {
            let mut before = Pool::EMPTY;
            // With more than twelve dice, rejected words, whose replacements have other faces, are
            // frequent enough to fail the test.
            for count in 1..=12 {
                dice.start(trial);
                let pool = dice.pool(0, count);
                assert_eq!(pool.len(), count);
                assert!(
                    (1..=6).all(|face| pool.count(face) >= before.count(face)),
                    "{before} is not part of {pool}"
                );
                before = pool;
            }
        }
    }

    #[test]
    fn faces_are_read_from_the_front_of_the_word() {
        // The word is slightly above 2^64 / 6 * 3, so the first face is 4.
        let word = u64::MAX / 6 * 3 + 10;
        assert_eq!(pool_from(word, 1), Pool::one(4));
        assert_eq!(number_from(word, 6) + 1, 4);
    }

    #[test]
    fn words_that_would_make_some_faces_likelier_are_drawn_again() {
        // 2^64 mod 6 is 4, so low halves below 4 are rejected.
        assert!(rejected(0, 6) && rejected(3, 6) && !rejected(4, 6));
        // With 8-bit words and 6 faces, the same rule can be checked for all words.
        let mut counts = [0; 6];
        for word in 0u16..256 {
            let product = word * 6;
            if (product & 0xff) >= 256 % 6 {
                counts[(product >> 8) as usize] += 1;
            }
        }
        assert_eq!(counts, [42; 6]);
    }

    #[test]
    fn no_dice_are_no_roll() {
        let mut dice = Sampled::new(3, &names(1));
        let first = dice.pool(0, 6);
        dice.start(0);
        assert_eq!(dice.pool(0, 0), Pool::EMPTY);
        assert_eq!(dice.pool(0, 6), first);
    }
}
