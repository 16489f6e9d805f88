//! `matcher`: rolls one die per round, and works toward the total that all piles can reach soonest.
//!
//! For each total from 3 to 18 a pile is *off* if it has another total, and *far* if no single die
//! can give it that total. A total *needs* a replacement for each pile that is off, and another one
//! for each that is far.

use crate::workshop::craft::{Craft, Replacement};
use crate::workshop::piles::{DICE, PILE_FACES, PILES, number};

/// Lowest total of a pile.
const LOWEST: u32 = 3;
/// Number of totals of a pile.
const TOTALS: usize = 16;
const FACES: u32 = 6;

/// Number of bits for the number of piles that a face brings to a total: at most ten.
const FACE_BITS: u32 = 4;
/// Number of bits for each of the higher numbers.
const BITS: u32 = 8;
/// Lowest bit of the number of piles that are off.
const OFF: u32 = FACES * FACE_BITS;
/// Lowest bit of the number of piles that are far.
const FAR: u32 = OFF + BITS;
/// Lowest bit of the number of pairs of a pile and a face that brings it to the total.
const WAYS: u32 = FAR + BITS;

/// Contribution of each pile to each total, in one word; the words of piles can be added.
static DISTANCES: [[u64; TOTALS]; PILES] = distances();

const fn distances() -> [[u64; TOTALS]; PILES] {
    let mut distances = [[0; TOTALS]; PILES];
    let mut pile = 0;
    while pile < PILES {
        let [a, b, c] = PILE_FACES[pile];
        let sum = a as i32 + b as i32 + c as i32;
        let mut total = 0;
        while total < TOTALS {
            distances[pile][total] = distance([a, b, c], total as i32 + LOWEST as i32 - sum);
            total += 1;
        }
        pile += 1;
    }
    distances
}

/// Returns the word of a pile that is `missing` points below the total.
const fn distance(pile: [u8; DICE], missing: i32) -> u64 {
    if missing == 0 {
        return 0;
    }
    let (mut faces, mut ways) = (0, 0);
    let mut die = 0;
    while die < DICE {
        let face = pile[die] as i32 + missing;
        if 1 <= face && face <= FACES as i32 {
            let bit = 1 << (FACE_BITS * (face as u32 - 1));
            if faces & bit == 0 {
                ways += 1;
            }
            faces |= bit;
        }
        die += 1;
    }
    let far = if faces == 0 { 1 } else { 0 };
    faces | 1 << OFF | far << FAR | ways << WAYS
}

/// Returns the rating of the best total, from the words of all totals, with `left` dice of Supply.
/// Totals that need at most `left` replacements come first, then those with the fewest needed, with
/// the most faces that bring any pile to the total, and with the most ways to do so.
#[inline]
fn value(words: impl Iterator<Item = u64>, left: u32) -> u32 {
    let values = words.map(|word| {
        let part = |bit: u32| (word >> bit) as u32 & ((1 << BITS) - 1);
        let needed = part(OFF) + part(FAR);
        let in_reach = u32::from(needed <= left);
        // A face counts if any of the four bits of its nibble is set.
        let nibbles = word | word >> 1 | word >> 2 | word >> 3;
        let faces = (nibbles & 0x0011_1111).count_ones();
        in_reach << 24 | (u32::from(u8::MAX) - needed) << 16 | faces << 8 | part(WAYS)
    });
    values.max().unwrap_or(0)
}

/// Returns the replacement with the best rating with `left` dice left, if that is better than none.
/// Ties go to the pile with the lower [number], then to the lower die in it.
pub(in crate::workshop) fn replacement(craft: &Craft, left: u32, face: u8) -> Option<Replacement> {
    let mut all = [0; TOTALS];
    for &dice in craft.piles() {
        let words = &DISTANCES[usize::from(number(dice))];
        for (sum, word) in all.iter_mut().zip(words) {
            *sum += word;
        }
    }
    let mut most = value(all.into_iter(), left);
    let mut best: Option<Replacement> = None;
    for (pile, &dice) in craft.piles().iter().enumerate() {
        let now = &DISTANCES[usize::from(number(dice))];
        for die in 0..DICE {
            let mut new = dice;
            new[die] = face;
            let then = &DISTANCES[usize::from(number(new))];
            let words = all.iter().zip(now).zip(then);
            let value = value(words.map(|((all, now), then)| all - now + then), left);
            let order = |pile: usize, die: usize| {
                let dice = craft.piles()[pile];
                (number(dice), dice[die])
            };
            let is_lower = |best: Replacement| order(pile, die) < order(best.pile, best.die);
            if value > most || value == most && best.is_some_and(is_lower) {
                most = value;
                best = Some(Replacement { pile, die, face });
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(piles: &[[u8; DICE]], left: u32, face: u8) -> Option<(usize, usize)> {
        let craft = Craft::new(piles).unwrap();
        replacement(&craft, left, face).map(|new| {
            assert_eq!(new.face, face);
            (new.pile, new.die)
        })
    }

    #[test]
    fn a_die_brings_a_pile_to_the_most_common_total() {
        // Five piles of 10; a 4 in place of the 1 brings the sixth to 10.
        let mut piles = [[4, 3, 3]; 6];
        piles[5] = [2, 1, 4];
        assert_eq!(chosen(&piles, 0, 4), Some((5, 1)));
        // Only a 4 helps, so a 6 is not used.
        assert_eq!(chosen(&piles, 0, 6), None);
    }

    #[test]
    fn a_pile_out_of_reach_is_brought_within_reach() {
        // The pile of 3 needs two dice to reach 10. A 6 in place of any of its dice leaves 8; ties
        // go to the first die.
        let mut piles = [[4, 3, 3]; 7];
        piles[2] = [1, 1, 1];
        assert_eq!(chosen(&piles, 3, 6), Some((2, 0)));
        // A 2 leaves 4, from which no single die leads to 10 either.
        assert_eq!(chosen(&piles, 3, 2), None);
    }

    #[test]
    fn words_of_ten_piles_can_be_added() {
        for words in &DISTANCES {
            let most = words.iter().map(|word| word >> WAYS).max().unwrap();
            assert!(most <= DICE as u64 && 10 * most < 1 << BITS);
        }
    }
}
