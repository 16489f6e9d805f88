//! How far a trial is from the middle of many.

use super::Histogram;

/// The middle of many values, and how far they are spread around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Median {
    /// The median.
    pub value: i64,
    /// The quartile range, at least 1.
    pub range: i64,
}

impl Median {
    /// That of these values; 0 without any.
    pub fn of(values: &Histogram) -> Self {
        let quantile = |share| values.quantile(share).unwrap_or(0);
        Self {
            value: quantile(0.5),
            range: (quantile(0.75) - quantile(0.25)).max(1),
        }
    }

    /// How far several values, one of each, are from their medians: the sum of the distances, each
    /// measured in quartile ranges.
    ///
    /// ```
    /// use evenodds::stats::{Histogram, Median};
    /// let mut turns = Histogram::new(0, 10);
    /// for value in 1..=9 { turns.add(value, 1); }
    /// let median = Median::of(&turns);
    /// assert_eq!((median.value, median.range), (5, 4));
    /// assert_eq!(Median::distance(&[median, median], [3, 9]), 1.5);
    /// ```
    pub fn distance(all: &[Self], values: impl IntoIterator<Item = i64>) -> f64 {
        let distances = all.iter().zip(values);
        let distances =
            distances.map(|(one, value)| value.abs_diff(one.value) as f64 / one.range as f64);
        distances.sum()
    }
}
