//! Perfect play, looked up: what a Craft is worth with so many dice of Supply, how many of them to
//! roll, and which die to replace by what was rolled.

use super::craft::{Craft, Placed, Replacement};
use super::piles::{DICE, repeats};
use super::solver::{self, Solved};
use crate::dice::Pool;

/// A plan in one word: six codes of seven bits, faces from the best one on, and above them the dice
/// to roll. A code is 6 less the face, and below it in four bits 14 less the place of the die that is
/// to be replaced, or [`KEEP`].
pub(super) type Word = u64;

/// The place of a die where none is to be replaced.
pub(super) const KEEP: u32 = 15;
const CODE_BITS: u32 = 7;
const FACES: u32 = 6;

/// Faces from the best one on as a word.
#[inline]
pub(super) fn word(codes: &[i32; FACES as usize]) -> Word {
    let mut word = 0;
    for &code in codes.iter().rev() {
        word = word << CODE_BITS | code as u64;
    }
    word
}

/// The part of a word that says how many dice to roll.
#[inline]
pub(super) fn rolling(dice: u32) -> Word {
    u64::from(dice) << (CODE_BITS * FACES)
}

/// What to do in a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan(Word);

impl Plan {
    /// How many dice to roll; 0 where the Craft is complete.
    #[inline]
    pub(super) fn dice(self) -> u32 {
        (self.0 >> (CODE_BITS * FACES)) as u32
    }

    /// The faces from the best one on, each with the place of the die that it is to replace, if any.
    #[inline]
    fn codes(self) -> impl Iterator<Item = (u32, Option<usize>)> {
        (0..FACES).map(move |rank| {
            let code = (self.0 >> (CODE_BITS * rank)) as u32;
            let slot = code & KEEP;
            let place = (slot != KEEP).then(|| (KEEP - 1 - slot) as usize);
            (FACES - (code >> 4 & 7), place)
        })
    }

    /// The faces from the best one on, each with the pile and the die of the sorted Craft that it is to
    /// replace, if any.
    pub(super) fn ranking(self) -> [(u8, Option<(usize, usize)>); FACES as usize] {
        let mut ranking = [(0, None); FACES as usize];
        for (entry, (face, place)) in ranking.iter_mut().zip(self.codes()) {
            let place = place.map(|place| (place / DICE, place % DICE));
            *entry = (face as u8, place);
        }
        ranking
    }

    /// Which die on the table to replace by one of those that were rolled, if any.
    #[inline]
    fn replacement(self, craft: &Craft, placed: &Placed, rolled: Pool) -> Option<Replacement> {
        let best = self.codes().find(|&(face, _)| rolled.count(face) > 0);
        let (face, Some(place)) = best? else {
            return None;
        };
        let (pile, die) = craft.place(placed, place / DICE, place % DICE);
        let face = face as u8;
        Some(Replacement { pile, die, face })
    }
}

/// What to do in a round with the dice as they lie on the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    plan: Plan,
    placed: Placed,
}

impl Round {
    /// How many dice to roll.
    #[inline]
    pub(super) fn dice(&self) -> u32 {
        self.plan.dice()
    }

    /// Which die to replace by one of those that were rolled, if any.
    #[inline]
    pub(super) fn replacement(&self, craft: &Craft, rolled: Pool) -> Option<Replacement> {
        self.plan.replacement(craft, &self.placed, rolled)
    }
}

/// All Crafts of as many piles, solved.
#[derive(Debug)]
pub struct Perfect {
    solved: Solved,
}

impl Perfect {
    /// Solves all Crafts of `size` piles, three to five, with up to `supply` dice, 1 to
    /// [`MOST_SUPPLY`](super::MOST_SUPPLY), on all cores.
    pub fn solve(size: usize, supply: u32) -> Self {
        Self {
            solved: solver::solve(size, supply),
        }
    }

    /// What to do with `supply` dice left, 1 or more.
    #[inline]
    pub(super) fn round(&self, craft: &Craft, supply: u32) -> Round {
        let placed = craft.placed();
        let plan = self.plan_of(placed.sorted.rank(), supply);
        Round { plan, placed }
    }

    /// The plan for the sorted Craft of that rank.
    #[inline]
    pub(super) fn plan_of(&self, rank: usize, supply: u32) -> Plan {
        Plan(self.solved.plan(rank, supply))
    }

    /// In how many of the 6^`supply` ways for the Supply to fall the best play completes a Craft.
    pub fn worth(&self, craft: &Craft, supply: u32) -> u32 {
        self.worth_of(craft.sorted().rank(), supply)
    }

    /// The same for the sorted Craft of that rank.
    pub(super) fn worth_of(&self, rank: usize, supply: u32) -> u32 {
        solver::count(self.solved.values[supply as usize][rank])
    }

    /// The same if `dice` of the Supply are rolled now, 1 to `supply`, for a Craft that is not
    /// complete.
    pub fn worth_of_rolling(&self, craft: &Craft, supply: u32, dice: u32) -> u32 {
        let sorted = craft.sorted();
        let left = supply - dice;
        let mut best = [self.worth(craft, left); FACES as usize];
        for (pile, &number) in sorted.piles().iter().enumerate() {
            for die in (0..DICE).filter(|&die| !repeats(number, die)) {
                for (face, best) in (1..).zip(&mut best) {
                    *best = self
                        .worth_of(sorted.rank_with(pile, die, face), left)
                        .max(*best);
                }
            }
        }
        best.sort_unstable();
        let falls = |rank: u32| rank.pow(dice) - (rank - 1).pow(dice);
        (1..).zip(best).map(|(rank, best)| best * falls(rank)).sum()
    }

    /// The best replacement by one of the faces that were rolled, `supply` dice being left; `None` to
    /// keep all.
    pub fn best_replacement(
        &self,
        craft: &Craft,
        supply: u32,
        rolled: Pool,
    ) -> Option<Replacement> {
        let placed = craft.placed();
        let sorted = placed.sorted;
        let mut best = (self.worth(craft, supply), None);
        for face in rolled.distinct() {
            for (pile, &number) in sorted.piles().iter().enumerate() {
                for die in (0..DICE).filter(|&die| !repeats(number, die)) {
                    let worth = self.worth_of(sorted.rank_with(pile, die, face as u8), supply);
                    if worth > best.0 {
                        best = (worth, Some((pile, die, face as u8)));
                    }
                }
            }
        }
        let (pile, die, face) = best.1?;
        let (pile, die) = craft.place(&placed, pile, die);
        Some(Replacement { pile, die, face })
    }
}

#[cfg(test)]
mod tests {
    use super::super::craft::Sorted;
    use super::super::ranks;
    use super::*;

    #[test]
    fn a_plan_is_worth_what_its_craft_is_and_rolls_the_fewest_dice_for_it() {
        let perfect = Perfect::solve(3, 5);
        for (rank, sorted) in Sorted::all(3).enumerate().step_by(37) {
            let craft = Craft::new(&sorted.faces()).unwrap();
            for supply in 1..=5 {
                let plan = perfect.plan_of(rank, supply);
                if craft.is_complete() {
                    assert_eq!(
                        (plan.dice(), perfect.worth(&craft, supply)),
                        (0, 6_u32.pow(supply))
                    );
                    continue;
                }
                let worth = |dice| perfect.worth_of_rolling(&craft, supply, dice);
                let best = (1..=supply).map(worth).max().unwrap();
                assert_eq!(best, perfect.worth(&craft, supply));
                assert_eq!(
                    (1..=supply).find(|&dice| worth(dice) == best),
                    Some(plan.dice())
                );
            }
        }
    }

    #[test]
    fn a_plan_replaces_the_best_die_and_of_equals_the_first() {
        let perfect = Perfect::solve(4, 4);
        for sorted in Sorted::all(4).step_by(1_009) {
            // The same dice in other places.
            let mut piles = sorted.faces();
            piles.rotate_left(1);
            piles[2].reverse();
            let craft = Craft::new(&piles).unwrap();
            if craft.is_complete() {
                continue;
            }
            for supply in 1..=4 {
                let round = perfect.round(&craft, supply);
                let dice = round.dice();
                for seed in 0..30 {
                    let faces: Vec<u32> = (0..dice)
                        .map(|die| (seed * 7 + die * 5 + seed / 6) % 6 + 1)
                        .collect();
                    let rolled = Pool::from_faces(&faces);
                    assert_eq!(
                        round.replacement(&craft, rolled),
                        perfect.best_replacement(&craft, supply - dice, rolled),
                        "{craft} {supply} {rolled}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_die_at_a_time_is_as_good_as_more_at_once() {
        // No theorem that we know of: a die that was used may be replaced again, and for all Crafts
        // that makes up for not having seen what comes next.
        for (size, supply) in [(3, 9), (4, 3)] {
            let perfect = Perfect::solve(size, supply);
            for supply in 1..=supply {
                let plans = (0..ranks::count(size)).map(|rank| perfect.plan_of(rank, supply));
                assert!(plans.map(Plan::dice).all(|dice| dice <= 1));
            }
        }
    }
}
