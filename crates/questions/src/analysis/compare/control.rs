//! Control variates of the differences of shares: the chances of both contests at their openings.

use crate::contest::{CHANCE_UNITS, SLOPE_UNITS};
use crate::stats::{AdjustedShare, Discordance, PowerSums, merge_each};

/// Settings of the control variates, fixed before the first trial.
#[derive(Clone, Debug)]
pub struct PairControl {
    /// Number of further openings per trial.
    pub openings: u32,
    /// The adjusted outcomes.
    pub outcomes: Vec<AdjustedOutcome>,
}

/// An outcome whose difference is adjusted.
#[derive(Clone, Debug)]
pub struct AdjustedOutcome {
    /// Index of the outcome in each contest.
    pub positions: [usize; 2],
    /// Slope of the control variate of each contest, in units of 1 / [`SLOPE_UNITS`].
    pub slopes: [i64; 2],
    /// Fraction of the capital that the sequence bets.
    pub bet: f64,
}

/// Sums of the control variates over pairs of trials.
#[derive(Clone, Debug, Default)]
pub struct PairControlSums {
    /// Sum of the control variate of each contest.
    controls: [i128; 2],
    /// Sums of the adjustments of each adjusted outcome, over the pairs with the outcome only in
    /// the second contest, in neither or both, and only in the first.
    adjustments: Vec<[PowerSums; 3]>,
}

/// The adjusted data of an outcome.
#[derive(Clone, Copy, Debug)]
pub struct AdjustedPair {
    /// The adjusted share in the first contest.
    pub first: f64,
    /// The difference of the shares.
    pub difference: AdjustedShare,
    /// Fraction of the capital that the sequence bets.
    pub bet: f64,
}

impl PairControl {
    /// Returns sums without trials.
    pub fn sums(&self) -> PairControlSums {
        PairControlSums {
            controls: [0; 2],
            adjustments: vec![Default::default(); self.outcomes.len()],
        }
    }

    /// Adds a pair of trials with these outcomes and control variates.
    pub fn add(&self, sums: &mut PairControlSums, outcomes: [usize; 2], controls: [i64; 2]) {
        for (sum, control) in sums.controls.iter_mut().zip(controls) {
            *sum += i128::from(control);
        }
        for (one, adjustments) in self.outcomes.iter().zip(&mut sums.adjustments) {
            let [first, second] = [0, 1].map(|side: usize| outcomes[side] == one.positions[side]);
            let class = 1 + usize::from(first) - usize::from(second);
            let [a, b] = [0, 1].map(|side: usize| one.slopes[side] * controls[side]);
            adjustments[class].add(a - b);
        }
    }

    /// Returns the adjusted data of an outcome; `None` if it is not adjusted. `first` is the number
    /// of pairs with the outcome in the first contest.
    pub fn adjusted(
        &self,
        sums: &PairControlSums,
        positions: [usize; 2],
        (pairs, first): (&Discordance, u64),
    ) -> Option<AdjustedPair> {
        let mut outcomes = self.outcomes.iter();
        let place = outcomes.position(|one| one.positions == positions)?;
        let outcome = &self.outcomes[place];
        let unit = 1.0 / (SLOPE_UNITS * f64::from(CHANCE_UNITS * self.openings.max(1)));
        let [only_second, same, only_first] = sums.adjustments[place];
        let unchanged = pairs.trials - pairs.first - pairs.second;
        let slopes = outcome.slopes.map(|slope| slope as f64 / SLOPE_UNITS);
        let adjustment = outcome.slopes[0] as f64 * sums.controls[0] as f64 * unit;
        let trials = pairs.trials.max(1) as f64;
        Some(AdjustedPair {
            first: (first as f64 - adjustment) / trials,
            difference: AdjustedShare::difference(
                [
                    (pairs.second, only_second),
                    (unchanged, same),
                    (pairs.first, only_first),
                ],
                unit,
                slopes,
            ),
            bet: outcome.bet,
        })
    }
}

impl PairControlSums {
    /// Adds the sums of other pairs.
    pub fn merge(&mut self, other: &Self) {
        merge_each(&mut self.controls, &other.controls, |sum, more| {
            *sum += more;
        });
        merge_each(&mut self.adjustments, &other.adjustments, |sums, more| {
            merge_each(sums, more, PowerSums::merge);
        });
    }
}
