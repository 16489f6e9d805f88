//! Difference of the scores of two strategies with common random numbers.

use super::{Interval, normal_quantile};

/// Number of units in a score of 1; a win scores 1.
const SCORE_SCALE: f64 = 2.0;

/// Differences between the scores of two strategies in the same games. Scores are in half points: 0
/// for a loss, 1 for a draw, 2 for a win.
///
/// ```
/// use evenodds_core::stats::PairedScores;
/// let pairs = PairedScores::of(&[2, 2, 0, 1], &[2, 0, 0, 0]);
/// assert_eq!(pairs.mean(), Some(0.375));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairedScores {
    /// Number of games.
    pub pairs: u64,
    /// Sum of the differences.
    pub sum: i64,
    /// Sum of the squares of the differences.
    pub squares: u64,
}

impl PairedScores {
    /// Creates the sums of the differences, `first` minus `second`, from scores in the same order.
    pub fn of(first: &[u8], second: &[u8]) -> Self {
        let mut found = Self::default();
        for (&first, &second) in first.iter().zip(second) {
            let difference = i64::from(first) - i64::from(second);
            found.pairs += 1;
            found.sum += difference;
            found.squares += (difference * difference) as u64;
        }
        found
    }

    /// Returns the mean difference, or `None` without games.
    pub fn mean(&self) -> Option<f64> {
        (self.pairs > 0).then(|| self.sum as f64 / SCORE_SCALE / self.pairs as f64)
    }

    /// Returns the interval of the true difference at confidence `level`, which must be above 0 and
    /// below 1.
    ///
    /// This is the interval for matched pairs of D. G. Bonett and R. M. Price (*Adjusted Wald
    /// confidence interval for a difference of binomial proportions based on paired data*, Journal
    /// of Educational and Behavioral Statistics 37, 2012): one is added to each of the two
    /// discordant counts, and the mean difference gets the normal quantile. With draws there are
    /// more than two nonzero differences, so their sum and sum of squares replace the counts.
    pub fn interval(&self, level: f64) -> Interval {
        if self.pairs == 0 {
            return Interval::new(-1.0, 1.0);
        }
        let games = self.pairs as f64 + 2.0;
        let mean = self.sum as f64 / SCORE_SCALE / games;
        let squares = self.squares as f64 / (SCORE_SCALE * SCORE_SCALE) + 2.0;
        let variance = (squares / games - mean * mean).max(0.0);
        let half = normal_quantile(level) * (variance / games).sqrt();
        Interval::new((mean - half).max(-1.0), (mean + half).min(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, Sampled};

    #[test]
    fn the_interval_has_the_values_of_its_formula() {
        // 1,600 pairs, of which 86 and 150 are discordant. With one added to each, the difference
        // is 64 / 1,602, and its standard error is the root of (238 - 64^2 / 1,602) / 1,602^2.
        let mut first = vec![0; 1600];
        let mut second = vec![0; 1600];
        first[..150].fill(2);
        second[150..236].fill(2);
        let interval = PairedScores::of(&first, &second).interval(0.95);
        assert!((interval.low - 0.021_177_280).abs() < 1e-6, "{interval:?}");
        assert!((interval.high - 0.058_722_845).abs() < 1e-6, "{interval:?}");
    }

    #[test]
    fn strategies_that_never_differ_are_not_distinguished() {
        let same = PairedScores::of(&[2; 1000], &[2; 1000]);
        let interval = same.interval(0.95);
        assert!(interval.low < 0.0 && interval.high > 0.0 && interval.half_width() < 0.003);
        let nothing = PairedScores::default();
        assert_eq!((nothing.mean(), nothing.interval(0.95).low), (None, -1.0));
    }

    #[test]
    fn it_has_about_its_nominal_coverage() {
        // Probabilities in percent: only the first wins, only the second wins, the first is half a
        // point better.
        for (first, second, half) in [(3, 3, 0), (2, 10, 4), (30, 20, 20), (0, 2, 0)] {
            let truth = f64::from(first - second) / 100.0 + f64::from(half) / 200.0;
            let mut dice = Sampled::new(8, &["pair".to_owned()]);
            let mut missed = 0;
            for run in 0..2_000 {
                dice.start(run);
                let mut pairs = PairedScores::default();
                for _ in 0..200 {
                    let drawn = dice.die(0, 100) as i32;
                    let difference = if drawn <= first {
                        2
                    } else if drawn <= first + second {
                        -2
                    } else {
                        i64::from(drawn <= first + second + half)
                    };
                    pairs.pairs += 1;
                    pairs.sum += difference;
                    pairs.squares += (difference * difference) as u64;
                }
                let interval = pairs.interval(0.95);
                missed += u32::from(interval.low > truth || interval.high < truth);
            }
            // 100 of 2,000 are expected; 139 is 4 standard errors more.
            assert!(missed <= 139, "{first} {second} {half}: {missed}");
        }
    }
}
