//! Selected values, such as `>=5`, with known bounds, and selected faces of dice with symbols.

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

/// Values for which a rule throws a die again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rerolled {
    /// The selected values.
    Values(Selection),
    /// For a die with symbols, faces by index, as bits.
    Faces(u128),
}

impl Rerolled {
    /// Returns whether a value is selected.
    #[inline]
    pub fn has(self, value: i64) -> bool {
        match self {
            Self::Values(selection) => selection.has(value),
            Self::Faces(faces) => faces >> value & 1 != 0,
        }
    }
}
