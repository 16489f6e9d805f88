//! Counts of whole numbers, merged exactly in any order.

use std::collections::BTreeMap;

/// Maximum length of the array; a map stores values outside its range.
const DENSE: usize = 4096;

/// Counts of whole numbers.
#[derive(Clone, Debug, Default)]
pub struct Histogram {
    lowest: i64,
    dense: Vec<u64>,
    sparse: BTreeMap<i64, u64>,
}

impl Histogram {
    /// Creates an empty histogram. An array stores values from `lowest` to `highest`, and a map
    /// stores all others.
    pub fn new(lowest: i64, highest: i64) -> Self {
        let width = highest.saturating_sub(lowest).clamp(0, DENSE as i64 - 1) as usize + 1;
        Self {
            lowest,
            dense: vec![0; width],
            sparse: BTreeMap::new(),
        }
    }

    /// Adds `times` to the count of `value`.
    #[inline]
    pub fn add(&mut self, value: i64, times: u64) {
        let index = value.wrapping_sub(self.lowest) as usize;
        if let Some(count) = self.dense.get_mut(index) {
            *count += times;
        } else {
            self.add_overflow(value, times);
        }
    }

    #[cold]
    fn add_overflow(&mut self, value: i64, times: u64) {
        if times > 0 {
            *self.sparse.entry(value).or_insert(0) += times;
        }
    }

    /// Adds all counts of `other`.
    pub fn merge(&mut self, other: &Self) {
        for (value, count) in other.iter() {
            self.add(value, count);
        }
    }

    /// Returns a copy without the counts of `value`.
    #[must_use]
    pub fn without(mut self, value: i64) -> Self {
        let index = value.wrapping_sub(self.lowest) as usize;
        match self.dense.get_mut(index) {
            Some(count) => *count = 0,
            None => drop(self.sparse.remove(&value)),
        }
        self
    }

    /// Yields the values with a positive count, in ascending order, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u64)> {
        let end = self.lowest + self.dense.len() as i64;
        let below = self.sparse.range(..self.lowest);
        let above = self.sparse.range(end..);
        let dense = self
            .dense
            .iter()
            .enumerate()
            .filter(|&(_, &count)| count > 0)
            .map(|(index, &count)| (self.lowest + index as i64, count));
        below
            .map(|(&value, &count)| (value, count))
            .chain(dense)
            .chain(above.map(|(&value, &count)| (value, count)))
    }

    /// Returns the sum of all counts.
    pub fn total(&self) -> u64 {
        self.iter().map(|(_, count)| count).sum()
    }

    /// Returns the smallest value such that at least the fraction `share` (0 to 1) of all values is
    /// less than or equal to it; `None` for an empty histogram.
    ///
    /// This is the inverse of the empirical distribution function: definition 1 of Hyndman & Fan,
    /// *Sample Quantiles in Statistical Packages*, 1996.
    pub fn quantile(&self, share: f64) -> Option<i64> {
        let total = self.total();
        let wanted = (share * total as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        let mut last = None;
        for (value, count) in self.iter() {
            seen += count;
            last = Some(value);
            if seen >= wanted {
                break;
            }
        }
        last
    }

    /// Returns the lowest and the highest value, or `None` for an empty histogram.
    pub fn range(&self) -> Option<(i64, i64)> {
        let mut values = self.iter().map(|(value, _)| value);
        let lowest = values.next()?;
        Some((lowest, values.last().unwrap_or(lowest)))
    }
}

impl PartialEq for Histogram {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Histogram {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn merging_adds_counts_in_any_order(
            left in prop::collection::vec((-50i64..6000, 1u64..5), 0..20),
            right in prop::collection::vec((-50i64..6000, 1u64..5), 0..20),
        ) {
            let build = |values: &[(i64, u64)], lowest| {
                let mut histogram = Histogram::new(lowest, lowest + 9);
                for &(value, times) in values { histogram.add(value, times); }
                histogram
            };
            let (a, b) = (build(&left, 0), build(&right, -7));
            let mut ab = a.clone();
            ab.merge(&b);
            let mut ba = b.clone();
            ba.merge(&a);
            prop_assert_eq!(&ab, &ba);
            let all: Vec<(i64, u64)> = left.iter().chain(&right).copied().collect();
            prop_assert_eq!(&ab, &build(&all, 3));
            prop_assert!(ab.iter().is_sorted());
            prop_assert_eq!(ab.total(), all.iter().map(|&(_, times)| times).sum::<u64>());
        }
    }

    #[test]
    fn quantiles_are_observed_values() {
        let mut histogram = Histogram::new(0, 5);
        assert_eq!(histogram.quantile(0.5), None);
        assert_eq!(histogram.range(), None);
        histogram.add(2, 1);
        assert_eq!(histogram.quantile(0.0), Some(2));
        histogram.add(4, 1);
        assert_eq!(histogram.quantile(0.5), Some(2));
        assert_eq!(histogram.quantile(0.51), Some(4));
        assert_eq!(histogram.quantile(1.0), Some(4));
        assert_eq!(histogram.range(), Some((2, 4)));
    }

    #[test]
    fn the_widest_range_takes_no_more_memory_than_the_array_allows() {
        let mut histogram = Histogram::new(i64::MIN, i64::MAX);
        histogram.add(i64::MAX, 1);
        histogram.add(i64::MIN, 1);
        assert_eq!(histogram.range(), Some((i64::MIN, i64::MAX)));
    }
}
