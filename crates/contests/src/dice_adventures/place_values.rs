//! Values for all possessions of a party of bounded wealth.
//!
//! A *place* is (weapons, money, provisions), where *money* is gold plus provisions, and money plus
//! twice the weapons is at most the bound. Places are ordered by weapons, then money, then
//! provisions: for each number of weapons, the places of a lower bound are a prefix of those of a
//! higher bound.

/// Returns the offset of (money, provisions) among the places with the same number of weapons.
#[inline]
pub(super) const fn goods_index(money: u32, provisions: u32) -> usize {
    (money * (money + 1) / 2 + provisions) as usize
}

/// Returns the index of the first place with this number of weapons.
#[inline]
pub(super) const fn start(bound: u32, weapons: u32) -> usize {
    // The sum of (n - 2w)(n + 1 - 2w) / 2 over all w below `weapons`, with n = bound + 1.
    let n = bound as usize + 1;
    (SUMS[n] - SUMS[n.saturating_sub(2 * weapons as usize)]) as usize
}

/// Sums of every other triangular number: T(n) + T(n - 2) + T(n - 4) + …, by n.
static SUMS: [u32; MOST_BOUND as usize + 2] = {
    let mut sums = [0; MOST_BOUND as usize + 2];
    let mut n = 1;
    while n < sums.len() {
        let triangle = (n * (n + 1) / 2) as u32;
        sums[n] = triangle + if n < 2 { 0 } else { sums[n - 2] };
        n += 1;
    }
    sums
};

/// Highest supported bound, above the wealth in any game.
const MOST_BOUND: u32 = 62;

/// Returns the number of places within a bound.
pub(super) const fn size(bound: u32) -> usize {
    start(bound, bound / 2 + 1)
}

/// Iterates over all pairs (weapons, money) within the bound, in the order of places.
pub(super) fn rows(bound: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..=bound / 2)
        .flat_map(move |weapons| (0..=bound - 2 * weapons).map(move |money| (weapons, money)))
}

/// A value for each place.
#[derive(Clone, Debug, Default)]
pub(super) struct PlaceValues {
    /// Maximum wealth.
    pub bound: u32,
    /// Values by place, [`size`] of them.
    pub values: Vec<f64>,
}

impl PlaceValues {
    /// Creates a grid filled with one value.
    pub(super) fn new(bound: u32, value: f64) -> Self {
        Self {
            bound,
            values: vec![value; size(bound)],
        }
    }

    /// Returns the position of a place, which must be within the bound.
    #[inline]
    pub(super) fn index(&self, weapons: u32, money: u32, provisions: u32) -> usize {
        start(self.bound, weapons) + goods_index(money, provisions)
    }

    /// Returns the value of a place within the bound.
    #[inline]
    pub(super) fn at(&self, weapons: u32, money: u32, provisions: u32) -> f64 {
        self.values[self.index(weapons, money, provisions)]
    }

    /// Raises each value to the value at the same place of `other`, which has the same bound.
    pub(super) fn raise_to(&mut self, other: &Self) {
        for (value, &other) in self.values.iter_mut().zip(&other.values) {
            *value = if other > *value { other } else { *value };
        }
    }

    /// Returns the values of a row, by number of provisions from 0 to `money`.
    #[inline]
    pub(super) fn row(&self, weapons: u32, money: u32) -> &[f64] {
        let start = self.index(weapons, money, 0);
        &self.values[start..=start + money as usize]
    }

    /// Returns the values of a row for modification.
    #[inline]
    pub(super) fn row_mut(&mut self, weapons: u32, money: u32) -> &mut [f64] {
        let start = self.index(weapons, money, 0);
        &mut self.values[start..=start + money as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_has_its_own_index() {
        for bound in 0..24 {
            let grid = PlaceValues::new(bound, 0.0);
            let mut next = 0;
            for (weapons, money) in rows(bound) {
                for provisions in 0..=money {
                    assert_eq!(grid.index(weapons, money, provisions), next);
                    next += 1;
                }
            }
            assert_eq!((next, grid.values.len()), (size(bound), size(bound)));
        }
    }
}
