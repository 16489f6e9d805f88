//! Exact distributions of checks, opposed rolls and orders of action.

use super::checks::{DifficultyCheck, FAILURE, InitiativeCheck, Opposed, SUCCESS, TIE, ahead};
use evenodds_core::contest::{Describe, DistributionBuilder, ExactDistribution, NoExact, Solve};
use evenodds_core::dice::{Distribution, FACES, MOST_D6};

impl Solve for DifficultyCheck {
    fn exact(&self) -> Result<ExactDistribution, NoExact> {
        let mut ends = DistributionBuilder::new(self);
        for (total, ways) in counted(self.roll.distribution())?.iter() {
            let margin = total - self.difficulty;
            let outcome = if margin >= 0 { SUCCESS } else { FAILURE };
            ends.add(outcome, &[total, margin], ways);
        }
        Ok(ends.build())
    }
}

impl Solve for Opposed {
    fn exact(&self) -> Result<ExactDistribution, NoExact> {
        let first = counted(self.rolls[0].distribution())?;
        let second = counted(self.rolls[1].distribution())?;
        let mut ends = DistributionBuilder::new(self);
        each_pair(&first, &second, |a, b, chance| {
            ends.add(ahead([a, b]), &[a, b, a - b], chance);
        });
        Ok(ends.build())
    }
}

impl Solve for InitiativeCheck {
    fn exact(&self) -> Result<ExactDistribution, NoExact> {
        let sums =
            |roller: usize| counted(Distribution::of_dice(self.actors[roller].action, FACES));
        let (first, second) = (sums(0)?, sums(1)?);
        let mut ends = DistributionBuilder::new(self);
        match self.first_by_dice() {
            TIE => each_pair(&first, &second, |a, b, chance| {
                let outcome = ahead([a, b]);
                ends.add_outcome(outcome, chance);
                ends.add_value(0, outcome, a, chance);
                ends.add_value(1, outcome, b, chance);
            }),
            // The number of dice decides; the sums do not affect the outcome.
            roller => {
                ends.add_outcome(roller, 1.0);
                for (metric, sums) in [first, second].iter().enumerate() {
                    for (sum, chance) in sums.probabilities() {
                        ends.add_value(metric, roller, sum, chance);
                    }
                }
            }
        }
        for roller in 0..2 {
            let yes = match self.declares() {
                Some(first) => f64::from(first == roller),
                None => 0.5,
            };
            for outcome in 0..self.outcomes().len() {
                let share: f64 = ends.outcomes()[outcome];
                for (value, chance) in [(0, share * (1.0 - yes)), (1, share * yes)] {
                    if chance > 0.0 {
                        ends.add_value(2 + roller, outcome, value, chance);
                    }
                }
            }
        }
        Ok(ends.build())
    }
}

/// Returns the distribution of a roll.
///
/// # Errors
/// Returns the reason if the distribution of the roll is not available.
fn counted(roll: Option<Distribution>) -> Result<Distribution, NoExact> {
    roll.ok_or_else(|| NoExact(format!("more than {MOST_D6} dice are thrown")))
}

/// Calls `see` for all pairs of values of two independent numbers, with the chance of the pair.
fn each_pair(first: &Distribution, second: &Distribution, mut see: impl FnMut(i64, i64, f64)) {
    let second: Vec<(i64, f64)> = second.probabilities().collect();
    for (a, chance) in first.probabilities() {
        for &(b, other) in &second {
            see(a, b, chance * other);
        }
    }
}
