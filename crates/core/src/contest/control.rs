//! Control variate of a contest: the estimated chance of its first side after the opening throws.
//!
//! The estimate for each trial's opening is compared with the mean over further openings, which are
//! thrown but not played. The difference has mean 0, so it can be subtracted from the outcome
//! without bias.

use crate::stats::{AdjustedShare, PowerSums};
use serde::{Deserialize, Serialize};

/// Number of units in a chance of 1, as counted.
pub const CHANCE_UNITS: u32 = 1 << 10;
/// Maximum number of further openings per trial.
pub const MOST_OPENINGS: u32 = 32;
/// Number of units in a slope of 1.
pub const SLOPE_UNITS: f64 = 64.0;
/// Number of units in a bet of 1.
const BET_UNITS: f64 = 65_536.0;

/// Settings of an estimate of shares, fixed before the first trial.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ControlVariate {
    /// Number of further openings per trial; 0 for no control variate.
    pub openings: u32,
    /// Slope of the control variate by outcome, in units of 1/64.
    slopes: Vec<i32>,
    /// Fraction of the capital that confidence sequences bet, in units of 1/65,536; 0 for a fixed
    /// number of trials.
    bet: u32,
}

impl ControlVariate {
    /// Creates settings with these slopes, one for each outcome. The last slope is adjusted to make
    /// their sum zero, so that the shares add up to 1.
    pub fn new(openings: u32, slopes: &[f64], bet: f64) -> Self {
        let units = |slope: &f64| (slope * SLOPE_UNITS).round().clamp(-256.0, 256.0) as i32;
        let mut slopes: Vec<i32> = slopes.iter().map(units).collect();
        if let Some((last, others)) = slopes.split_last_mut() {
            *last = -others.iter().sum::<i32>();
        }
        Self {
            openings: openings.min(MOST_OPENINGS),
            slopes,
            bet: (bet * BET_UNITS).clamp(0.0, BET_UNITS / 2.0) as u32,
        }
    }

    /// Returns the slope for an outcome, in units of 1 / [`SLOPE_UNITS`].
    pub fn slope(&self, outcome: usize) -> i64 {
        i64::from(self.slopes[outcome])
    }

    /// Returns whether the intervals are confidence sequences.
    pub fn is_sequence(&self) -> bool {
        self.bet > 0
    }
}

/// Settings and sums of an estimate of shares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ControlSums {
    /// Settings of the estimate.
    pub control: ControlVariate,
    /// Sums of powers of the control variate over the trials of each outcome, in units of
    /// `openings` × [`CHANCE_UNITS`].
    sums: Vec<PowerSums>,
}

impl ControlSums {
    /// Creates sums without trials.
    pub fn new(control: ControlVariate) -> Self {
        Self {
            sums: vec![PowerSums::default(); control.slopes.len()],
            control,
        }
    }

    /// Returns whether the sums fit this number of outcomes, and the settings their limits.
    pub(super) fn fits(&self, outcomes: usize) -> bool {
        [self.sums.len(), self.control.slopes.len()] == [outcomes; 2]
            && self.control.openings <= MOST_OPENINGS
    }

    /// Adds a trial with this outcome and control variate, in units of `openings` ×
    /// [`CHANCE_UNITS`].
    #[inline]
    pub fn add(&mut self, outcome: usize, control: i64) {
        self.sums[outcome].add(control);
    }

    /// Adds all trials of `other`, which must have the same settings.
    pub fn merge(&mut self, other: &Self) {
        for (sums, more) in self.sums.iter_mut().zip(&other.sums) {
            sums.merge(more);
        }
    }

    /// Returns the adjusted share of each outcome; `counts` has the numbers of trials by outcome.
    pub fn shares(&self, counts: &[u64]) -> Vec<AdjustedShare> {
        let slopes = self.control.slopes.iter();
        self.with_slopes(counts, slopes.map(|&slope| f64::from(slope) / SLOPE_UNITS))
    }

    /// Returns the variance of the control variate, and its covariance with each outcome.
    pub fn regression(&self, counts: &[u64]) -> (f64, Vec<f64>) {
        let each = self.with_slopes(counts, std::iter::repeat(-1.0));
        let each = each.iter().map(AdjustedShare::regression);
        let (spreads, covariances): (Vec<f64>, Vec<f64>) = each.unzip();
        (spreads.first().copied().unwrap_or(0.0), covariances)
    }

    fn with_slopes(&self, counts: &[u64], slopes: impl Iterator<Item = f64>) -> Vec<AdjustedShare> {
        let mut of_all = PowerSums::default();
        for sums in &self.sums {
            of_all.merge(sums);
        }
        let trials = (counts.iter().sum(), &of_all);
        let unit = 1.0 / f64::from(CHANCE_UNITS * self.control.openings.max(1));
        let each = counts.iter().zip(&self.sums).zip(slopes);
        each.map(|((&count, sums), slope)| AdjustedShare::new((count, sums), trials, unit, slope))
            .collect()
    }

    /// Returns the bet of confidence sequences, as a fraction of the capital.
    pub fn bet(&self) -> f64 {
        f64::from(self.control.bet) / BET_UNITS
    }
}
