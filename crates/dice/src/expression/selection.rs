//! Selected values, such as `>=5`, with known bounds.

/// Selected values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Selection {
    /// Lowest value.
    pub least: i64,
    /// Highest value.
    pub most: i64,
    /// True if the values outside the bounds are selected instead.
    pub inverted: bool,
}

impl Selection {
    /// Returns whether a value is selected.
    #[inline]
    pub fn has(self, value: i64) -> bool {
        (self.least <= value && value <= self.most) != self.inverted
    }
}
