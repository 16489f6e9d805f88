//! Exact results of `one_by_one` with three rolled piles, over all 216^3 arrangements.
//!
//! This player depends on places: of equally good replacements it makes the first. So the Crafts
//! are all arrangements of dice, not the far fewer multisets of piles. Let W(t, c) be the number of
//! rolls of t dice that complete the Craft c, with one die per round:
//!
//! ```text
//! W(t, c) = 6^t                             if c is complete
//! W(0, c) = 0                               if it is not
//! W(t + 1, c) = sum over faces f of W(t, c after f)
//! ```
//!
//! This holds since the player's use of a face does not depend on the number of dice left.

use super::craft::MOST_SPREAD;
use super::piles::DICE;
use super::players::one_by_one::best_of_pile;
use crate::contest::parallel;

/// Number of faces of a die.
const FACES: usize = 6;
/// Number of arrangements of three dice.
const PILES: usize = FACES * FACES * FACES;
/// Number of totals of a pile, 0 to 18.
const TOTALS: usize = 19;
/// Number of piles of supported Crafts.
pub(super) const SIZE: usize = 3;

/// Counts by spread at the start.
type BySpread = [u64; MOST_SPREAD as usize + 1];

/// Results by number of Supply dice, from 0.
pub(super) struct OneByOneCounts {
    /// Number of rolls of t dice that complete a Craft, as `wins[t]`, summed over all Crafts of
    /// each spread.
    pub wins: Vec<BySpread>,
    /// Number of Crafts of each spread.
    pub crafts: BySpread,
}

/// Returns the faces of an ordered pile, given its number: faces minus one as base-6 digits.
fn faces(pile: usize) -> [u8; DICE] {
    [pile / 36, pile / 6 % 6, pile % 6].map(|face| face as u8 + 1)
}

/// Choices for a pile, given the lowest and highest total of the other piles. For each face: the
/// smallest spread after the face replaces a die, and the pile with that spread.
struct PlaceChoices(Vec<[(u8, u8); FACES]>);

impl PlaceChoices {
    fn new() -> Self {
        let mut choices = vec![[(0, 0); FACES]; PILES * TOTALS * TOTALS];
        for pile in 0..PILES {
            for low in 3..TOTALS {
                for high in low..TOTALS {
                    let choice = &mut choices[Self::place(pile, low, high)];
                    for (face, choice) in (1..).zip(choice) {
                        let others = (low as u8, high as u8);
                        let (spread, die) = best_of_pile(faces(pile), others, face);
                        let weight = [36, 6, 1][die];
                        let old = faces(pile)[die];
                        let new = pile + usize::from(face) * weight - usize::from(old) * weight;
                        *choice = (spread, new as u8);
                    }
                }
            }
        }
        Self(choices)
    }

    fn place(pile: usize, low: usize, high: usize) -> usize {
        (low * TOTALS + high) * PILES + pile
    }

    #[inline]
    fn of(&self, pile: usize, one: usize, other: usize) -> &[(u8, u8); FACES] {
        &self.0[Self::place(pile, one.min(other), one.max(other))]
    }

    /// Returns the Craft of these piles after each face.
    #[inline]
    fn after(&self, piles: [usize; SIZE], totals: [usize; SIZE], now: u8) -> [usize; FACES] {
        let choices = [
            self.of(piles[0], totals[1], totals[2]),
            self.of(piles[1], totals[0], totals[2]),
            self.of(piles[2], totals[0], totals[1]),
        ];
        std::array::from_fn(|face| {
            let (mut smallest, mut after) = (now, piles);
            for (position, choice) in choices.iter().enumerate() {
                let (spread, pile) = choice[face];
                if spread < smallest {
                    smallest = spread;
                    after = piles;
                    after[position] = usize::from(pile);
                }
            }
            number(after)
        })
    }
}

/// Returns the number of a Craft, given the arrangement of its dice.
#[inline]
fn number(piles: [usize; SIZE]) -> usize {
    (piles[0] * PILES + piles[1]) * PILES + piles[2]
}

/// Solves all Crafts for 0 to `supply` dice.
pub(super) fn count_one_by_one(supply: u32) -> OneByOneCounts {
    let choices = PlaceChoices::new();
    let totals: Vec<usize> = (0..PILES)
        .map(|pile| faces(pile).into_iter().map(usize::from).sum())
        .collect();
    let mut counts = OneByOneCounts {
        wins: Vec::new(),
        crafts: BySpread::default(),
    };
    let mut values: Vec<u32> = Vec::new();
    for rolled in 0..=supply {
        let mut next = vec![0; PILES * PILES * PILES];
        let mut sums = vec![(BySpread::default(), BySpread::default()); PILES];
        let parts = next.chunks_mut(PILES * PILES).zip(&mut sums).enumerate();
        parallel::each(parts.collect(), |(first, (next, sums))| {
            for (index, next) in next.iter_mut().enumerate() {
                let piles = [first, index / PILES, index % PILES];
                let totals = piles.map(|pile| totals[pile]);
                let [low, high] = [totals.iter().min(), totals.iter().max()];
                let now = high.zip(low).map_or(0, |(high, low)| high - low);
                *next = if now == 0 {
                    6_u32.pow(rolled)
                } else if rolled == 0 {
                    0
                } else {
                    let after = choices.after(piles, totals, now as u8);
                    after.into_iter().map(|craft| values[craft]).sum()
                };
                sums.0[now] += u64::from(*next);
                sums.1[now] += 1;
            }
        });
        let mut wins = BySpread::default();
        counts.crafts = BySpread::default();
        for (own_wins, crafts) in sums {
            for spread in 0..wins.len() {
                wins[spread] += own_wins[spread];
                counts.crafts[spread] += crafts[spread];
            }
        }
        counts.wins.push(wins);
        values = next;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::super::craft::Craft;
    use super::super::players::one_by_one;
    use super::*;

    #[test]
    fn choices_match_the_player() {
        let choices = PlaceChoices::new();
        for step in 0..20_000 {
            let craft = step * 503 % (PILES * PILES * PILES);
            let piles = [craft / PILES / PILES, craft / PILES % PILES, craft % PILES];
            let table = Craft::new(&piles.map(faces)).unwrap();
            let totals = piles.map(|pile| faces(pile).iter().map(|&face| face as usize).sum());
            let after = choices.after(piles, totals, table.spread());
            for (face, after) in (1..).zip(after) {
                let expected = match one_by_one::replacement(&table, face) {
                    Some(replacement) => table.with(replacement),
                    None => table,
                };
                let found = [after / PILES / PILES, after / PILES % PILES, after % PILES];
                assert_eq!(expected.piles(), found.map(faces), "{table} {face}");
            }
        }
    }

    #[test]
    fn all_crafts_are_counted() {
        let counts = count_one_by_one(0);
        assert_eq!(counts.crafts.iter().sum::<u64>(), 6_u64.pow(9));
        assert_eq!(counts.wins[0][0], counts.crafts[0]);
        assert_eq!(counts.wins[0].iter().sum::<u64>(), counts.crafts[0]);
    }
}
