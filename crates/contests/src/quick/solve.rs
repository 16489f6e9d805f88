//! Exact solution of the Quick Formula.
//!
//! The total is *S* + 6 *K*, where *S* is the sum of the actor's dice and *K* the number of sixes
//! among the helpers' dice. They are independent. Both are counted in integers, out of 6^dice
//! equally likely throws; only the last step divides.

use super::{FAILURE, Quick, SUCCESS, together};
use evenodds_core::contest::{Describe, DistributionBuilder, ExactDistribution, NoExact, Solve};
use evenodds_core::dice::{Distribution, MOST_D6};

impl Solve for Quick {
    fn exact(&self) -> Result<ExactDistribution, NoExact> {
        let (points, sixes) = self
            .parts()
            .ok_or_else(|| NoExact(format!("more than {MOST_D6} dice are thrown")))?;
        let mut ends = DistributionBuilder::new(self);
        for (sum, first) in points.iter() {
            for (count, second) in sixes.iter() {
                let total = sum + 6 * count;
                let margin = total - self.difficulty;
                let outcome = if margin >= 0 { SUCCESS } else { FAILURE };
                let values = [total, margin, count];
                ends.add(outcome, &values[..self.metrics().len()], first * second);
            }
        }
        Ok(ends.build())
    }
}

impl Quick {
    /// Returns the distributions of the actor's points and the helpers' sixes; `None` if the number
    /// of all throws overflows 128 bits.
    fn parts(&self) -> Option<(Distribution, Distribution)> {
        let points = Distribution::of_dice(self.actor.dice, 6)?;
        let sixes = Distribution::of_hits(together(&self.helpers), 1, 6)?;
        points.total().checked_mul(sixes.total())?;
        Some((points, sixes))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Half, Thrower};
    use super::*;
    use evenodds_core::contest::conformance::{
        assert_enumerated, assert_sampled, assert_sums_to_one,
    };

    fn quick(difficulty: i64, actor: u32, helpers: &[u32]) -> Quick {
        let helpers = helpers.iter().enumerate();
        Quick::new(
            difficulty,
            Thrower::full("actor", actor),
            helpers
                .map(|(index, &dice)| Thrower::full(&format!("helper {index}"), dice))
                .collect(),
        )
    }

    fn success(quick: &Quick) -> f64 {
        quick.exact().unwrap().outcomes[SUCCESS]
    }

    #[test]
    fn three_dice_against_ten_succeed_in_135_of_216_throws() {
        assert_eq!(success(&quick(10, 3, &[])), 135.0 / 216.0);
    }

    #[test]
    fn certain_and_impossible_difficulties_have_exact_chances() {
        assert_eq!(success(&quick(2, 2, &[1])), 1.0);
        assert_eq!(success(&quick(19, 2, &[1])), 0.0);
        assert_eq!(success(&quick(18, 2, &[1])), 1.0 / 216.0);
        assert_eq!(success(&quick(i64::MAX, 6, &[6, 6])), 0.0);
    }

    #[test]
    fn the_solver_agrees_with_every_throw_enumerated() {
        for (difficulty, actor, helpers) in [
            (7, 1, &[][..]),
            (10, 3, &[]),
            (10, 2, &[6]),
            (13, 2, &[3, 1]),
            (12, 6, &[1, 1, 1]),
        ] {
            assert_enumerated(&quick(difficulty, actor, helpers), 10, 0.0);
        }
    }

    #[test]
    fn samples_agree_with_the_solver_within_four_standard_errors() {
        for actor in [1, 3, 6] {
            for helpers in [&[][..], &[2], &[6, 1, 4]] {
                for difficulty in [4, 10, 20] {
                    assert_sampled(&quick(difficulty, actor, helpers), 11, 20_000);
                }
            }
        }
        for half in [Half::Up, Half::Down] {
            let helpers = vec![Thrower::semi("helper", 5, half)];
            let actor = Thrower::semi("actor", 3, half);
            assert_sampled(&Quick::new(8, actor, helpers), 11, 20_000);
        }
    }

    #[test]
    fn half_of_three_dice_depends_on_rounding() {
        let share = |half| success(&Quick::new(6, Thrower::semi("x", 3, half), vec![]));
        assert_eq!(share(Half::Up), 26.0 / 36.0);
        assert_eq!(share(Half::Down), 1.0 / 6.0);
    }

    #[test]
    fn the_maximum_number_of_dice_is_solved_and_one_more_is_refused() {
        let most = quick(60, 1, &[6; 8]).exact().unwrap();
        assert_sums_to_one(&most);
        let refused = quick(60, 2, &[6; 8]).exact().unwrap_err();
        assert_eq!(refused.to_string(), "more than 49 dice are thrown");
    }
}
