//! Binning of whole numbers for charts: equal bins with labels, a folded tail, weighted mean and
//! median.
//!
//! Bins have equal widths, so their heights are comparable. Only the first and the last bin may be
//! open; their labels, such as "≥ 40", show that. Shares are added in a fixed order, so results are
//! bitwise equal.

use std::collections::BTreeMap;

/// Share of the total weight below which a tail at one end may be folded.
const TAIL_SHARE: f64 = 0.005;
/// Minimum fraction of the axis that a folded tail covers.
const TAIL_LENGTH: f64 = 0.3;

/// Equal bins over a range of whole numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bins {
    /// Lowest value of the first bin.
    pub first: i64,
    /// Number of values in each bin, at least 1.
    pub width: i64,
    /// Number of bins, at least 1.
    pub len: usize,
    /// True if the first bin also contains all lower values.
    pub is_open_below: bool,
    /// True if the last bin also contains all higher values.
    pub is_open_above: bool,
}

impl Bins {
    /// Returns at most `limit` bins (at least 2) for pairs of value and weight, or `None` when no
    /// weight is positive.
    ///
    /// Widths are 1, 2, 5, 10, 20, 50 and so on; wider bins begin at multiples of the width.
    pub fn new(counts: &[(i64, f64)], limit: usize) -> Option<Self> {
        let totals = totals(counts);
        let (&low, &high) = (totals.keys().next()?, totals.keys().next_back()?);
        let limit = limit.max(2);
        let range = (i128::from(high) - i128::from(low) + 1) as f64;
        let upper = last_kept(totals.iter().rev(), range).map(|kept| kept.saturating_add(1));
        let lower = last_kept(totals.iter(), range).map(|kept| kept.saturating_sub(1));
        let (begin, end) = (lower.unwrap_or(low), upper.unwrap_or(high));
        let width = nice_width(begin, end, limit);
        let first = if width == 1 {
            begin
        } else {
            begin.div_euclid(width).saturating_mul(width)
        };
        let len = (i128::from(end) - i128::from(first)) / i128::from(width) + 1;
        Some(Self {
            first,
            width,
            len: usize::try_from(len).unwrap_or(limit).clamp(1, limit + 1),
            is_open_below: lower.is_some(),
            is_open_above: upper.is_some(),
        })
    }

    /// Returns a bin for each value from the lowest to the highest, or `None` when no weight is
    /// positive.
    pub fn each(counts: &[(i64, f64)]) -> Option<Self> {
        let totals = totals(counts);
        let (&low, &high) = (totals.keys().next()?, totals.keys().next_back()?);
        Some(Self {
            first: low,
            width: 1,
            len: usize::try_from(high.saturating_sub(low)).map_or(1, |range| range + 1),
            is_open_below: false,
            is_open_above: false,
        })
    }

    /// Returns the index of a value's bin; values outside the range fall into the nearer end.
    pub fn index(&self, value: i64) -> usize {
        let steps = (i128::from(value) - i128::from(self.first)).div_euclid(i128::from(self.width));
        usize::try_from(steps.max(0))
            .unwrap_or(usize::MAX)
            .min(self.len - 1)
    }

    /// Returns the lowest value of a bin.
    pub fn start(&self, bin: usize) -> i64 {
        let steps = i64::try_from(bin).unwrap_or(i64::MAX);
        self.first.saturating_add(self.width.saturating_mul(steps))
    }

    /// Returns the range of a bin as text: `7`, `20–29`, `≥ 40`, `≤ 9`.
    pub fn label(&self, bin: usize) -> String {
        let start = self.start(bin);
        let last = start.saturating_add(self.width - 1);
        if self.is_open_above && bin + 1 == self.len {
            format!("≥\u{a0}{}", number(start))
        } else if self.is_open_below && bin == 0 {
            format!("≤\u{a0}{}", number(last))
        } else if self.width == 1 {
            number(start)
        } else {
            // A dash next to a minus sign would be hard to read.
            let between = if start < 0 { " to " } else { "–" };
            format!("{}{between}{}", number(start), number(last))
        }
    }

    /// Returns the sum of the weights in each bin.
    pub fn sums(&self, counts: &[(i64, f64)]) -> Vec<f64> {
        let mut sums = vec![0.0; self.len];
        for (value, weight) in totals(counts) {
            sums[self.index(value)] += weight;
        }
        sums
    }
}

/// Returns the total weight of each value, in ascending order; ignores weights that are not
/// positive and finite.
pub fn totals(counts: &[(i64, f64)]) -> BTreeMap<i64, f64> {
    let mut totals = BTreeMap::new();
    for &(value, weight) in counts {
        if weight.is_finite() && weight > 0.0 {
            *totals.entry(value).or_insert(0.0) += weight;
        }
    }
    totals
}

/// Returns the weighted mean, or `None` if the total weight is 0 or infinite.
pub fn mean(counts: &[(i64, f64)]) -> Option<f64> {
    let totals = totals(counts);
    let whole: f64 = totals.values().sum();
    (whole > 0.0 && whole.is_finite()).then(|| {
        totals
            .iter()
            .map(|(&value, weight)| value as f64 * (weight / whole))
            .sum()
    })
}

/// Returns the lowest value with at least half of the weight at or below it, or `None` without
/// weight.
pub fn median(counts: &[(i64, f64)]) -> Option<i64> {
    let totals = totals(counts);
    let whole: f64 = totals.values().sum();
    let mut below = 0.0;
    for (&value, weight) in &totals {
        below += weight;
        // A rounding error in the sum must not push an exact half to the next value.
        if below >= whole * (0.5 - 1e-12) {
            return Some(value);
        }
    }
    totals.keys().next_back().copied()
}

/// Formats a whole number with a true minus sign, and thin spaces between thousands from five
/// digits on.
pub fn number(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut text = String::with_capacity(digits.len() + 8);
    if value < 0 {
        text.push('\u{2212}');
    }
    for (index, digit) in digits.chars().enumerate() {
        if digits.len() > 4 && index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// Returns the last value before a long thin tail, if there is one to fold. The values, with their
/// weights, come from the end of the tail; `range` is the length of the axis.
///
/// The folded bin begins next to that value, so that no empty bins lie between; a bin of several
/// values may contain it.
fn last_kept<'a>(
    values: impl Iterator<Item = (&'a i64, &'a f64)> + Clone,
    range: f64,
) -> Option<i64> {
    let whole: f64 = values.clone().map(|one| one.1).sum();
    let (&end, _) = values.clone().next()?;
    let mut tail = 0.0;
    let mut kept = values.skip_while(|&(_, weight)| {
        tail += weight;
        tail < whole * TAIL_SHARE
    });
    let &kept = kept.next()?.0;
    let length = i128::from(end).abs_diff(i128::from(kept)) as f64;
    (length >= range * TAIL_LENGTH && range > 8.0).then_some(kept)
}

/// Returns the smallest round width for which at most `limit` bins cover `low` to `high`.
fn nice_width(low: i64, high: i64, limit: usize) -> i64 {
    let range = i128::from(high) - i128::from(low) + 1;
    let limit = limit as i128;
    // A start at a multiple of the width may need one more bin.
    let covers = |width: &i128| match width {
        1 => range <= limit,
        _ => range / width + 1 < limit,
    };
    let width = round_steps().find(covers).map(i64::try_from);
    width.and_then(Result::ok).unwrap_or(i64::MAX)
}

/// Yields the round steps 1, 2, 5, 10, 20, 50 and so on, far beyond the range of an `i64`.
pub(super) fn round_steps() -> impl Iterator<Item = i128> {
    (0..30).flat_map(|power| [1, 2, 5].map(|factor| factor * 10_i128.pow(power)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn even(range: std::ops::RangeInclusive<i64>) -> Vec<(i64, f64)> {
        let count = (range.end() - range.start() + 1) as f64;
        range.map(|value| (value, 1.0 / count)).collect()
    }

    #[test]
    fn few_values_get_a_bin_each() {
        let bins = Bins::new(&even(3..=9), 40).unwrap();
        assert_eq!((bins.first, bins.width, bins.len), (3, 1, 7));
        assert_eq!(bins.label(0), "3");
    }

    #[test]
    fn hundreds_of_values_get_equal_round_bins() {
        let bins = Bins::new(&even(7..=611), 40).unwrap();
        assert_eq!((bins.first, bins.width), (0, 20));
        assert_eq!(bins.label(1), "20–39");
        let below_zero = Bins::new(&even(-100..=100), 20).unwrap();
        assert_eq!(below_zero.label(0), "−100 to −81");
        assert!(bins.len <= 40);
    }

    #[test]
    fn a_long_thin_tail_is_folded_and_labeled() {
        let mut counts = vec![(1, 0.5), (2, 0.3), (3, 0.198)];
        counts.extend((10..=60).map(|value| (value, 0.002 / 51.0)));
        let bins = Bins::new(&counts, 40).unwrap();
        assert!(bins.is_open_above && !bins.is_open_below);
        assert_eq!(bins.label(bins.len - 1), "≥\u{a0}4");
        let sums = bins.sums(&counts);
        assert!((sums.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!((sums[bins.len - 1] - 0.002).abs() < 1e-9);
    }

    #[test]
    fn both_tails_are_folded() {
        let tails = (-200..=200).map(|value| (value, 0.002 / 401.0));
        let counts: Vec<_> = tails.chain([(1, 0.5), (2, 0.3), (3, 0.198)]).collect();
        let bins = Bins::new(&counts, 40).unwrap();
        assert_eq!(
            (bins.label(0), bins.label(bins.len - 1)),
            ("≤\u{a0}0".into(), "≥\u{a0}4".into())
        );
        assert!((bins.sums(&counts).iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn the_widest_range_does_not_overflow() {
        let counts = [(i64::MIN, 0.5), (i64::MAX, 0.5)];
        let bins = Bins::new(&counts, 10).unwrap();
        assert!(bins.len <= 11);
        assert!((bins.sums(&counts).iter().sum::<f64>() - 1.0).abs() < 1e-9);
        for bin in 0..bins.len {
            assert!(!bins.label(bin).is_empty());
        }
    }

    #[test]
    fn weights_that_are_not_positive_numbers_do_not_count() {
        assert_eq!(Bins::new(&[(1, f64::NAN), (2, -1.0), (3, 0.0)], 10), None);
        assert_eq!(mean(&[(1, f64::NAN)]), None);
        assert_eq!(median(&[]), None);
    }

    #[test]
    fn the_median_is_the_lowest_value_that_reaches_a_half() {
        assert_eq!(median(&[(1, 0.5), (2, 0.5)]), Some(1));
        assert_eq!(median(&[(5, 0.2), (1, 0.1), (9, 0.7)]), Some(9));
    }

    #[test]
    fn thousands_are_separated_from_five_digits_on() {
        assert_eq!(number(1234), "1234");
        assert_eq!(number(-1_234_567), "−1\u{202f}234\u{202f}567");
    }

    proptest::proptest! {
        #[test]
        fn every_weight_is_in_exactly_one_bin(
            counts in proptest::collection::vec((proptest::num::i64::ANY, 0.0..1.0f64), 0..30),
            limit in 0usize..60,
        ) {
            if let Some(bins) = Bins::new(&counts, limit) {
                let whole: f64 = counts.iter().map(|pair| pair.1).sum();
                let sum: f64 = bins.sums(&counts).iter().sum();
                proptest::prop_assert!((sum - whole).abs() < 1e-9);
                proptest::prop_assert!(bins.len <= limit.max(2) + 1);
            }
        }
    }
}
