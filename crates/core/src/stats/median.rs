//! Distance of a trial's values from the medians over all trials.

use super::Histogram;

/// Median and interquartile range of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Median {
    /// Median.
    pub value: i64,
    /// Interquartile range, at least 1.
    pub range: i64,
}

impl Median {
    /// Returns the median and the interquartile range of `values`; the median is 0 if there are
    /// none.
    pub fn of(values: &Histogram) -> Self {
        let quantile = |share| values.quantile(share).unwrap_or(0);
        Self {
            value: quantile(0.5),
            range: (quantile(0.75) - quantile(0.25)).max(1),
        }
    }

    /// Returns the sum of the distances between `values` and their medians `all`, each in units of
    /// the interquartile range.
    ///
    /// ```
    /// use evenodds_core::stats::{Histogram, Median};
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
