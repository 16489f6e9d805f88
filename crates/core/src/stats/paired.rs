//! Difference of two shares counted in the same trials.

use super::{Interval, confidence_sequence};

/// Fraction of `alpha` for the direction of the discordant pairs. The rest is for their share,
/// which matters only for large differences.
const SIGN_ALPHA_SHARE: f64 = 0.9;

/// Numbers of discordant trials, in which only one of two contests with common random numbers had
/// an outcome, and of all trials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Discordance {
    /// Number of trials.
    pub trials: u64,
    /// Number of trials in which only the first contest had the outcome.
    pub first: u64,
    /// Number of trials in which only the second contest had the outcome.
    pub second: u64,
}

impl Discordance {
    /// Adds the counts of other trials.
    pub fn merge(&mut self, other: &Self) {
        self.trials += other.trials;
        self.first += other.first;
        self.second += other.second;
    }

    /// Returns the share of the second contest minus that of the first, or `None` without trials.
    pub fn difference(&self) -> Option<f64> {
        let difference = self.second as f64 - self.first as f64;
        (self.trials > 0).then(|| difference / self.trials as f64)
    }

    /// Returns the interval of the difference of the true shares, valid at any stopping time.
    ///
    /// Only discordant pairs carry information about the sign (Q. `McNemar`, *Note on the sampling
    /// error of the difference between correlated proportions*, Psychometrika 12, 1947). The
    /// difference is d (2 t - 1), where d is the share of discordant trials and t the share of
    /// these in which only the second contest had the outcome. Both have the
    /// [`confidence_sequence`] of a share, t at nine tenths of `alpha` and d at one tenth; the
    /// result is the range that is consistent with both. It excludes 0 if and only if the sequence
    /// of t excludes one half.
    pub fn sequence(&self, alpha: f64) -> Interval {
        let differing = self.first + self.second;
        let sign = confidence_sequence(self.second, differing, SIGN_ALPHA_SHARE * alpha);
        let share = confidence_sequence(differing, self.trials, (1.0 - SIGN_ALPHA_SHARE) * alpha);
        let product = |sign: f64, furthest: f64, nearest: f64| {
            let sign = 2.0 * sign - 1.0;
            sign * if sign > 0.0 { furthest } else { nearest }
        };
        Interval::new(
            -product(1.0 - sign.low, share.high, share.low),
            product(sign.high, share.high, share.low),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, Sampled};
    use evenodds_testing::size;

    #[test]
    fn swapping_the_contests_negates_the_difference() {
        let pairs = |first, second| Discordance {
            trials: 1_000,
            first,
            second,
        };
        for (first, second) in [(0, 0), (10, 0), (30, 50), (500, 400)] {
            let (one, other) = (pairs(first, second), pairs(second, first));
            let (interval, turned) = (one.sequence(0.05), other.sequence(0.05));
            assert!((interval.low + turned.high).abs() < 1e-12);
            let difference = one.difference().unwrap();
            assert!(interval.low <= difference && difference <= interval.high);
        }
        let nothing = Discordance::default().sequence(0.05);
        assert_eq!((nothing.low, nothing.high), (-1.0, 1.0));
    }

    #[test]
    fn equal_contests_are_soon_proven_equal() {
        let same = Discordance {
            trials: 10_000,
            first: 0,
            second: 0,
        };
        assert!(same.sequence(0.05).half_width() < 0.002);
    }

    #[test]
    fn the_sign_has_nine_tenths_of_alpha_and_the_discordant_share_one() {
        for second in 0..=60 {
            let pairs = Discordance {
                trials: 500,
                first: 60 - second,
                second,
            };
            let sign = confidence_sequence(second, 60, 0.18);
            let found = pairs.sequence(0.2);
            assert_eq!(found.low > 0.0, sign.low > 0.5, "{second}");
            assert_eq!(found.high < 0.0, sign.high < 0.5, "{second}");
        }
        // If only the second contest ever has the outcome, the difference has the upper bound of
        // the share of discordant trials.
        let all = Discordance {
            trials: 500,
            first: 0,
            second: 60,
        };
        let share = confidence_sequence(60, 500, 0.02);
        assert!((all.sequence(0.2).high - share.high).abs() < 1e-12);
    }

    #[test]
    fn it_misses_at_any_of_many_looks_at_most_as_often_as_alpha() {
        let (runs, most) = size((200, 62), (1_000, 251));
        // Percentages: only the first contest, only the second.
        for (first, second) in [(3, 3), (2, 10), (40, 20)] {
            let truth = f64::from(second - first) / 100.0;
            let mut dice = Sampled::new(5, &["pair".to_owned()]);
            let mut missed = 0;
            for run in 0..runs {
                dice.start(run);
                let mut pairs = Discordance::default();
                let ever = (0..40).any(|_| {
                    for _ in 0..25 {
                        let drawn = dice.die(0, 100) as i32;
                        pairs.trials += 1;
                        pairs.first += u64::from(drawn <= first);
                        pairs.second += u64::from(drawn > first && drawn <= first + second);
                    }
                    let interval = pairs.sequence(0.2);
                    interval.low > truth || interval.high < truth
                });
                missed += u64::from(ever);
            }
            // At most a fifth is expected; the bound is 4 standard errors more.
            assert!((1..=most).contains(&missed), "{first} {second}: {missed}");
        }
    }
}
