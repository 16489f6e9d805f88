//! Pool of six-sided dice in one machine word.

use std::fmt;

/// Number of faces of the dice in a [`Pool`].
pub const FACES: u32 = 6;

/// Multiset of six-sided dice: byte *f* - 1 of the word counts the dice that show face *f*.
/// At most 255 dice may show one face. [`Pool::sum`] is exact while the sum is below 256: for up to
/// 42 dice. [`Pool::large_sum`] sums larger pools.
///
/// ```
/// use evenodds_core::dice::Pool;
/// let pool = Pool::from_faces(&[6, 4, 6]);
/// assert_eq!(pool.sum(), 16);
/// assert_eq!(pool.above(4).to_string(), "{6,6}");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Pool(u64);

impl Pool {
    /// Pool without dice.
    pub const EMPTY: Self = Self(0);

    /// Returns the pool whose byte *f* - 1 counts the dice of face *f*; the two high bytes are 0.
    #[inline]
    pub const fn from_word(word: u64) -> Self {
        Self(word)
    }

    /// Returns the word of the pool.
    #[inline]
    pub const fn word(self) -> u64 {
        self.0
    }

    /// Returns the pool of the given faces; faces outside 1 to 6 are left out.
    pub fn from_faces(faces: &[u32]) -> Self {
        faces
            .iter()
            .filter(|face| (1..=FACES).contains(face))
            .fold(Self::EMPTY, |pool, &face| pool.with(face))
    }

    /// Returns a pool with one die of `face` (1 to 6).
    #[inline]
    pub const fn one(face: u32) -> Self {
        Self(1 << (8 * (face - 1)))
    }

    /// Returns whether there are no dice.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of dice, up to 255.
    #[inline]
    pub const fn len(self) -> u32 {
        ((self.0.wrapping_mul(0x0000_0101_0101_0101) >> 40) & 0xff) as u32
    }

    /// Returns the sum of all faces, for pools of up to 42 dice.
    ///
    /// A single multiplication adds up the counts times their faces in byte 5.
    #[inline]
    pub const fn sum(self) -> u32 {
        ((self.0.wrapping_mul(0x0000_0102_0304_0506) >> 40) & 0xff) as u32
    }

    /// Returns the sum of all faces of a pool of any size.
    pub fn large_sum(self) -> u32 {
        (1..=FACES).map(|face| face * self.count(face)).sum()
    }

    /// Returns the number of dice that show `face` (1 to 6).
    #[inline]
    pub const fn count(self, face: u32) -> u32 {
        ((self.0 >> (8 * (face - 1))) & 0xff) as u32
    }

    /// Returns the highest face; 0 for an empty pool.
    #[inline]
    pub const fn highest(self) -> u32 {
        (64 - self.0.leading_zeros()).div_ceil(8)
    }

    /// Returns the lowest face; 0 for an empty pool.
    #[inline]
    pub const fn lowest(self) -> u32 {
        if self.0 == 0 {
            0
        } else {
            self.0.trailing_zeros() / 8 + 1
        }
    }

    /// Returns the lowest face that is `face` (1 to 6) or more; 0 if there is none.
    #[inline]
    pub const fn lowest_from(self, face: u32) -> u32 {
        Self(self.0 & !Self::mask(face - 1)).lowest()
    }

    /// Returns the dice above `face` (0 to 6): those that remain after an attack with that face.
    #[inline]
    pub const fn above(self, face: u32) -> Self {
        Self(self.0 & !Self::mask(face))
    }

    /// Returns the dice of `face` (0 to 6) or less: those that an attack with that face removes.
    #[inline]
    pub const fn up_to(self, face: u32) -> Self {
        Self(self.0 & Self::mask(face))
    }

    /// Returns the pool with one more die of `face` (1 to 6).
    #[inline]
    #[must_use]
    pub const fn with(self, face: u32) -> Self {
        Self(self.0 + Self::one(face).0)
    }

    /// Returns the pool with one die of `face` (1 to 6) removed, which must be present.
    #[inline]
    #[must_use]
    pub const fn without(self, face: u32) -> Self {
        Self(self.0 - Self::one(face).0)
    }

    /// Returns all dice of both pools.
    #[inline]
    #[must_use]
    pub const fn joined(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// Returns whether any face is in both pools; each face must have fewer than 128 dice.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        // A count above 0 carries into the high bit of its byte.
        let (low, high) = (0x7f7f_7f7f_7f7f, 0x8080_8080_8080);
        (self.0 + low) & (other.0 + low) & high != 0
    }

    /// Returns the pool without the dice of `other`, all of which it must contain.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }

    /// Returns an iterator over the faces, ascending, once per die.
    pub fn faces(self) -> impl Iterator<Item = u32> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let face = rest.lowest();
            (face > 0).then(|| {
                rest = rest.without(face);
                face
            })
        })
    }

    /// Returns an iterator over the distinct faces, ascending.
    pub fn distinct(self) -> impl Iterator<Item = u32> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let face = rest.lowest();
            rest = rest.above(face);
            (face > 0).then_some(face)
        })
    }

    /// Returns the number of distinct faces.
    #[inline]
    pub const fn distinct_count(self) -> u32 {
        // A byte below 128 plus 127 has its top bit set exactly when it is not 0; a byte of 128 or
        // more has it already.
        let low = self.0 & 0x0000_7f7f_7f7f_7f7f;
        let set = ((low + 0x0000_7f7f_7f7f_7f7f) | self.0) & 0x0000_8080_8080_8080;
        set.count_ones()
    }

    #[inline]
    const fn mask(face: u32) -> u64 {
        (1 << (8 * face)) - 1
    }
}

impl fmt::Display for Pool {
    /// Formats a pool as `{2,4,4}`, ascending.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("{")?;
        for (index, face) in self.faces().enumerate() {
            if index > 0 {
                formatter.write_str(",")?;
            }
            write!(formatter, "{face}")?;
        }
        formatter.write_str("}")
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_pool_answers_as_a_list_of_faces_would(faces in prop::collection::vec(1u32..=6, 0..30), face in 1u32..=6) {
            let mut faces = faces;
            faces.sort_unstable();
            let pool = Pool::from_faces(&faces);
            prop_assert_eq!(pool.faces().collect::<Vec<_>>(), faces.clone());
            prop_assert_eq!(pool.len() as usize, faces.len());
            prop_assert_eq!(pool.sum(), faces.iter().sum::<u32>());
            prop_assert_eq!(pool.large_sum(), faces.iter().sum::<u32>());
            prop_assert_eq!(pool.highest(), faces.last().copied().unwrap_or(0));
            prop_assert_eq!(pool.lowest(), faces.first().copied().unwrap_or(0));
            prop_assert_eq!(pool.lowest_from(face), faces.iter().copied().find(|&f| f >= face).unwrap_or(0));
            prop_assert_eq!(pool.count(face) as usize, faces.iter().filter(|&&f| f == face).count());
            prop_assert_eq!(pool.above(face).faces().collect::<Vec<_>>(), faces.iter().copied().filter(|&f| f > face).collect::<Vec<_>>());
            prop_assert_eq!(pool.above(face).joined(pool.up_to(face)), pool);
            prop_assert_eq!(pool.with(face).without(face), pool);
            let mut distinct = faces.clone();
            distinct.dedup();
            prop_assert_eq!(pool.distinct_count() as usize, distinct.len());
            prop_assert_eq!(pool.distinct().collect::<Vec<_>>(), distinct);
        }
    }

    #[test]
    fn a_pool_reads_as_on_the_table() {
        assert_eq!(Pool::from_faces(&[4, 2, 4, 9]).to_string(), "{2,4,4}");
        assert_eq!(Pool::EMPTY.to_string(), "{}");
    }
}
