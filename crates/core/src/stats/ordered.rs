//! Confidence sequence for a quantile of whole numbers.

use super::{Histogram, confidence_sequence};

/// Returns the confidence sequence of a stream's quantile: its lowest and highest possible value,
/// given the values so far. It is valid at any stopping time. An unbounded end is `None`.
///
/// The quantile is the smallest value such that at least the fraction `share` of the stream does
/// not exceed it. A value is too low if the [`confidence_sequence`] of the fraction at or below it
/// is below `share`, and too high if that of the fraction below it is at least `share`. Either
/// error would exclude the true quantile, so each has half of `alpha`.
///
/// ```
/// use evenodds_core::stats::{Histogram, quantile_sequence};
/// let mut turns = Histogram::new(0, 10);
/// for value in 1..=9 { turns.add(value, 1_000); }
/// assert_eq!(quantile_sequence(&turns, 0.5, 0.05), (Some(5), Some(5)));
/// ```
pub fn quantile_sequence(values: &Histogram, share: f64, alpha: f64) -> (Option<i64>, Option<i64>) {
    let total = values.total();
    let mut below = 0;
    let (mut lowest, mut highest) = (None, None);
    let mut previous: Option<i64> = None;
    for (value, count) in values.iter() {
        if confidence_sequence(below, total, alpha / 2.0).low >= share {
            // At least this fraction is below any value above the previous one.
            highest = previous;
            break;
        }
        below += count;
        if confidence_sequence(below, total, alpha / 2.0).high < share {
            // The same fraction is at or below any value between two observed ones as at or below
            // the lower one.
            lowest = Some(value.saturating_add(1));
        }
        previous = Some(value);
    }
    (lowest, highest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, Sampled};
    use evenodds_testing::size;

    #[test]
    fn without_values_both_ends_are_unbounded() {
        assert_eq!(
            quantile_sequence(&Histogram::new(0, 5), 0.5, 0.05),
            (None, None)
        );
    }

    #[test]
    fn the_ends_converge_with_more_values() {
        let mut values = Histogram::new(1, 100);
        for value in 1..=100 {
            values.add(value, 1);
        }
        let (low, high) = quantile_sequence(&values, 0.5, 0.05);
        assert!(low.unwrap() > 25 && high.unwrap() < 75, "{low:?} {high:?}");
        for value in 1..=100 {
            values.add(value, 100_000);
        }
        assert_eq!(
            quantile_sequence(&values, 0.505, 0.05),
            (Some(51), Some(51))
        );
        // Exactly half of the values do not exceed 50, so 51 stays possible for any sample size.
        assert_eq!(quantile_sequence(&values, 0.5, 0.05), (Some(50), Some(51)));
    }

    #[test]
    fn each_end_is_that_of_the_sequence_of_a_share_at_half_of_alpha() {
        for ones in 0..=200 {
            let mut values = Histogram::new(1, 2);
            values.add(1, ones);
            values.add(2, 200 - ones);
            let (low, high) = quantile_sequence(&values, 0.5, 0.2);
            // The median is 1 if at least half of the values do not exceed 1.
            let sequence = confidence_sequence(ones, 200, 0.1);
            assert_eq!(low == Some(2), sequence.high < 0.5 && ones > 0, "{ones}");
            assert_eq!(high == Some(1), sequence.low >= 0.5 && ones < 200, "{ones}");
        }
    }

    #[test]
    fn it_misses_at_any_of_many_looks_at_most_as_often_as_alpha() {
        let mut dice = Sampled::new(6, &["die".to_owned()]);
        let mut missed = 0;
        let (runs, most) = size((200, 62), (1_000, 251));
        for run in 0..runs {
            dice.start(run);
            let mut values = Histogram::new(1, 10);
            let ever = (0..40).any(|_| {
                for _ in 0..10 {
                    values.add(i64::from(dice.die(0, 10)), 1);
                }
                // The median is 5: exactly half of the values do not exceed 5.
                let (low, high) = quantile_sequence(&values, 0.5, 0.2);
                low.is_some_and(|low| low > 5) || high.is_some_and(|high| high < 5)
            });
            missed += u64::from(ever);
        }
        // At most a fifth is expected; the bound is 4 standard errors more.
        assert!((1..=most).contains(&missed), "{missed}");
    }
}
