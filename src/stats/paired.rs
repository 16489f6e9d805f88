//! How far two shares are apart that were counted on the same trials.

use super::{Interval, confidence_sequence};

/// The part of `alpha` that is spent on which of the two has it where they differ; the rest is spent
/// on how often they differ, which matters only where the difference is large.
const ON_THE_SIGN: f64 = 0.9;

/// Trials in which two contests met the same luck, by which of them had an outcome.
///
/// ```
/// use evenodds::stats::Discordance;
/// let pairs = Discordance { trials: 10_000, first: 100, second: 300 };
/// assert_eq!(pairs.difference(), Some(0.02));
/// let interval = pairs.sequence(0.05);
/// assert!(interval.low > 0.010 && interval.high < 0.032);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Discordance {
    /// How many trials.
    pub trials: u64,
    /// How many in which only the first contest had the outcome.
    pub first: u64,
    /// How many in which only the second had it.
    pub second: u64,
}

impl Discordance {
    /// Adds other trials.
    pub fn merge(&mut self, other: &Self) {
        self.trials += other.trials;
        self.first += other.first;
        self.second += other.second;
    }

    /// The share of the second less that of the first; none without trials.
    pub fn difference(&self) -> Option<f64> {
        let difference = self.second as f64 - self.first as f64;
        (self.trials > 0).then(|| difference / self.trials as f64)
    }

    /// Where the difference of the true shares is, valid however often one looks.
    ///
    /// Only the discordant pairs tell the contests apart (Q. `McNemar`, *Note on the sampling error of
    /// the difference between correlated proportions*, Psychometrika 12, 1947). The difference is d
    /// (2 t - 1), where d is the share of trials that are discordant and t the share of these that
    /// go to the second. Each of both has the [`confidence_sequence`] of a share, t at nine tenths of
    /// `alpha` and d at one, and the answer is all that they allow together. It leaves out 0 just if
    /// t's leaves out a half.
    pub fn sequence(&self, alpha: f64) -> Interval {
        let differing = self.first + self.second;
        let sign = confidence_sequence(self.second, differing, ON_THE_SIGN * alpha);
        let share = confidence_sequence(differing, self.trials, (1.0 - ON_THE_SIGN) * alpha);
        let product = |sign: f64, furthest: f64, nearest: f64| {
            let sign = 2.0 * sign - 1.0;
            sign * if sign > 0.0 { furthest } else { nearest }
        };
        Interval {
            low: -product(1.0 - sign.low, share.high, share.low),
            high: product(sign.high, share.high, share.low),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, Sampled};

    #[test]
    fn swapping_the_contests_turns_the_difference_over() {
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
    fn equal_contests_are_known_to_be_equal_soon() {
        let same = Discordance {
            trials: 10_000,
            first: 0,
            second: 0,
        };
        assert!(same.sequence(0.05).half_width() < 0.002);
    }

    #[test]
    fn the_sign_has_nine_tenths_of_alpha_and_how_many_differ_one() {
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
        // Where all go to the second, the highest difference is the highest share of those that differ.
        let all = Discordance {
            trials: 500,
            first: 0,
            second: 60,
        };
        let share = confidence_sequence(60, 500, 0.02);
        assert!((all.sequence(0.2).high - share.high).abs() < 1e-12);
    }

    #[test]
    fn it_misses_at_any_of_many_looks_no_more_often_than_it_promises() {
        // (only the first, only the second) in percent.
        for (first, second) in [(3, 3), (2, 10), (40, 20)] {
            let truth = f64::from(second - first) / 100.0;
            let mut dice = Sampled::new(5, &["pair".to_owned()]);
            let mut missed = 0;
            for run in 0..1_000 {
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
            // The promise is 200 in 1,000; 4 standard errors above would be 251.
            assert!((1..=251).contains(&missed), "{first} {second}: {missed}");
        }
    }
}
