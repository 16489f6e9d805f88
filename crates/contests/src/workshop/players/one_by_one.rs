//! `one_by_one`: rolls one die per round, and makes the replacement that brings the pile totals
//! closest together.

use crate::workshop::craft::{Craft, Replacement};
use crate::workshop::piles::{DICE, number};

/// Returns the replacement with the smallest spread, if that is smaller than the current one. Ties
/// go to the pile with the lower [number], then to the lower die in it.
pub(in crate::workshop) fn replacement(craft: &Craft, face: u8) -> Option<Replacement> {
    let totals = craft.totals();
    // The two lowest and the two highest totals.
    let (mut low, mut high) = ([u8::MAX; 2], [0; 2]);
    for &total in &totals[..craft.piles().len()] {
        low = [low[0].min(total), low[1].min(low[0].max(total))];
        high = [high[0].max(total), high[1].max(high[0].min(total))];
    }
    let mut smallest = high[0] - low[0];
    let mut best: Option<Replacement> = None;
    for (pile, (&dice, &total)) in craft.piles().iter().zip(&totals).enumerate() {
        let others = (
            if total == low[0] { low[1] } else { low[0] },
            if total == high[0] { high[1] } else { high[0] },
        );
        let widest = others.1 - others.0;
        if widest > smallest || widest == smallest && best.is_none() {
            // The spread of the other piles alone is too large, whatever this pile becomes.
            continue;
        }
        let (spread, die) = best_of_pile(dice, others, face);
        let is_lower = |best: Replacement| number(dice) < number(craft.piles()[best.pile]);
        if spread < smallest || spread == smallest && best.is_some_and(is_lower) {
            smallest = spread;
            best = Some(Replacement { pile, die, face });
        }
    }
    best
}

/// Returns the smallest spread after `face` replaces a die of this pile, and the lowest die with
/// that spread. The other piles' totals range from `others.0` to `others.1`.
#[inline]
fn best_of_pile(dice: [u8; DICE], others: (u8, u8), face: u8) -> (u8, usize) {
    let sum: u8 = dice.iter().sum();
    let mut best = (u8::MAX, u8::MAX, 0);
    for (die, old) in dice.into_iter().enumerate() {
        let total = sum - old + face;
        let spread = others.1.max(total) - others.0.min(total);
        if (spread, old) < (best.0, best.1) {
            best = (spread, old, die);
        }
    }
    (best.0, best.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(piles: &[[u8; DICE]], face: u8) -> Option<(usize, usize)> {
        let craft = Craft::new(piles).unwrap();
        replacement(&craft, face).map(|new| {
            assert_eq!(new.face, face);
            (new.pile, new.die)
        })
    }

    #[test]
    fn a_die_goes_where_it_leaves_the_smallest_spread() {
        // 6, 10, 15: a 1 for the 6 leaves 6, 10, 10.
        assert_eq!(chosen(&[[1, 2, 3], [2, 4, 4], [6, 5, 4]], 1), Some((2, 0)));
        // A 6 for the 1 leaves 11, 10, 15.
        assert_eq!(chosen(&[[1, 2, 3], [2, 4, 4], [6, 5, 4]], 6), Some((0, 0)));
    }

    #[test]
    fn ties_go_to_the_first_pile_and_die() {
        // 8, 11, 14: a 3 for a 5 leaves 8, 11, 12; in pile 1 it leaves a spread of 5, and in pile 2
        // no smaller one than now.
        let piles = [[3, 3, 2], [4, 4, 3], [5, 5, 4]];
        assert_eq!(chosen(&piles, 3), Some((2, 0)));
        // A spread of 1 in any of three ways: ties go to the first one.
        assert_eq!(chosen(&[[1, 2, 6], [2, 2, 5], [3, 3, 5]], 2), Some((2, 0)));
        // The two piles of 8 are equal: a 3 for the 2 in either leaves the other at 8.
        assert_eq!(chosen(&[[3, 3, 2], [3, 3, 2], [3, 3, 3]], 3), None);
    }

    #[test]
    fn replacements_must_reduce_the_spread() {
        assert_eq!(chosen(&[[1, 1, 1], [1, 1, 1], [6, 6, 6]], 6), None);
        assert_eq!(chosen(&[[1, 1, 2], [1, 1, 1], [1, 1, 1]], 2), None);
    }
}
