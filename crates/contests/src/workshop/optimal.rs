//! Lookup of optimal play: the value of a Craft with a number of Supply dice, the number of dice to
//! roll, and the die to replace.

use super::craft::{Craft, PlacedCraft, Replacement};
use super::piles::{DICE, repeats};
use super::plan::{FACES, RoundPlan};
use super::solver::{self, SolvedCrafts};
use evenodds_core::dice::Pool;

/// Solution for all Crafts with the same number of piles.
#[derive(Debug)]
pub struct SolvedWorkshop {
    solved: SolvedCrafts,
}

impl SolvedWorkshop {
    /// Solves all Crafts of `size` piles, three to five, with up to `supply` dice, 1 to
    /// [`MOST_SUPPLY`](super::MOST_SUPPLY), on all cores.
    pub fn solve(size: usize, supply: u32) -> Self {
        Self {
            solved: solver::solve(size, supply),
        }
    }

    /// Returns the plan for the sorted Craft of a rank with `supply` dice left, at least 1.
    #[inline]
    pub(super) fn plan_of(&self, rank: usize, supply: u32) -> RoundPlan {
        RoundPlan(self.solved.plan(rank, supply))
    }

    /// Returns the replacement, if any, with one of the dice rolled by this plan, with `left` dice
    /// left.
    #[inline]
    pub(super) fn replacement(
        &self,
        plan: RoundPlan,
        craft: &Craft,
        placed: &PlacedCraft,
        left: u32,
        rolled: Pool,
    ) -> Option<Replacement> {
        let face = rolled.lowest();
        if rolled.distinct_count() > 1 {
            return self.best_replacement(craft, left, rolled);
        }
        let (pile, die) = plan.place(face)?;
        let (pile, die) = craft.place(placed, pile, die);
        let face = face as u8;
        Some(Replacement { pile, die, face })
    }

    /// Returns the number of rolls, of 6^`supply` rolls of the Supply, with which optimal play
    /// completes a Craft.
    pub fn value(&self, craft: &Craft, supply: u32) -> u32 {
        self.value_of(craft.sorted().rank(), supply)
    }

    /// Returns the same number for the sorted Craft of a rank.
    pub(super) fn value_of(&self, rank: usize, supply: u32) -> u32 {
        solver::count(self.solved.values[supply as usize][rank])
    }

    /// Returns the same number if `dice` dice of the Supply, 1 to `supply`, are rolled now, for a
    /// Craft that is not complete.
    pub fn value_of_rolling(&self, craft: &Craft, supply: u32, dice: u32) -> u32 {
        let sorted = craft.sorted();
        let left = supply - dice;
        let mut best = [self.value(craft, left); FACES as usize];
        for (pile, &number) in sorted.piles().iter().enumerate() {
            for die in (0..DICE).filter(|&die| !repeats(number, die)) {
                for (face, best) in (1..).zip(&mut best) {
                    *best = self
                        .value_of(sorted.rank_with(pile, die, face), left)
                        .max(*best);
                }
            }
        }
        best.sort_unstable();
        let ways = |rank: u32| rank.pow(dice) - (rank - 1).pow(dice);
        (1..).zip(best).map(|(rank, best)| best * ways(rank)).sum()
    }

    /// Returns the best replacement with one of the rolled faces, with `supply` dice left; `None`
    /// to keep all dice.
    pub fn best_replacement(
        &self,
        craft: &Craft,
        supply: u32,
        rolled: Pool,
    ) -> Option<Replacement> {
        let placed = craft.placed();
        let sorted = placed.sorted();
        let mut best = (self.value(craft, supply), None);
        for face in rolled.distinct() {
            for (pile, &number) in sorted.piles().iter().enumerate() {
                for die in (0..DICE).filter(|&die| !repeats(number, die)) {
                    let value = self.value_of(sorted.rank_with(pile, die, face as u8), supply);
                    if value > best.0 {
                        best = (value, Some((pile, die, face as u8)));
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
    fn a_plan_reaches_the_value_of_its_craft_with_the_fewest_dice() {
        let perfect = SolvedWorkshop::solve(3, 5);
        for (rank, sorted) in Sorted::all(3).enumerate().step_by(37) {
            let craft = sorted.craft();
            for supply in 1..=5 {
                let plan = perfect.plan_of(rank, supply);
                if craft.is_complete() {
                    assert_eq!(
                        (plan.dice(), perfect.value(&craft, supply)),
                        (0, 6_u32.pow(supply))
                    );
                    continue;
                }
                let value = |dice| perfect.value_of_rolling(&craft, supply, dice);
                let best = (1..=supply).map(value).max().unwrap();
                assert_eq!(best, perfect.value(&craft, supply));
                assert_eq!(
                    (1..=supply).find(|&dice| value(dice) == best),
                    Some(plan.dice())
                );
            }
        }
    }

    #[test]
    fn a_plan_makes_the_first_best_replacement() {
        let perfect = SolvedWorkshop::solve(4, 4);
        for sorted in Sorted::all(4).step_by(1_009) {
            // The same dice in other places.
            let mut piles = sorted.craft().piles().to_vec();
            piles.rotate_left(1);
            piles[2].reverse();
            let craft = Craft::new(&piles).unwrap();
            if craft.is_complete() {
                continue;
            }
            for supply in 1..=4 {
                let placed = craft.placed();
                let plan = perfect.plan_of(placed.rank(), supply);
                let dice = plan.dice();
                for seed in 0..30 {
                    let faces: Vec<u32> = (0..dice)
                        .map(|die| (seed * 7 + die * 5 + seed / 6) % 6 + 1)
                        .collect();
                    let rolled = Pool::from_faces(&faces);
                    assert_eq!(
                        perfect.replacement(plan, &craft, &placed, supply - dice, rolled),
                        perfect.best_replacement(&craft, supply - dice, rolled),
                        "{craft} {supply} {rolled}"
                    );
                }
            }
        }
    }

    #[test]
    fn rolling_one_die_at_a_time_is_optimal() {
        // This is not a known theorem. A used die may be replaced again, which for all Crafts
        // compensates for not having seen later dice.
        for (size, supply) in [(3, 9), (4, 3)] {
            let perfect = SolvedWorkshop::solve(size, supply);
            for supply in 1..=supply {
                let plans = (0..ranks::count(size)).map(|rank| perfect.plan_of(rank, supply));
                assert!(plans.map(RoundPlan::dice).all(|dice| dice <= 1));
            }
        }
    }
}
