//! The Field: a triangle of dice, as bit masks.
//!
//! Row `r` (0 is the apex) and column `c` (0 to `r`) are bit `8 r + c`, so that six shifts give all
//! neighbors of a set, and bits are in reading order. A shift over the edge of a row gives bits
//! outside every Field.

use evenodds_core::dice::Pool;

/// Minimum number of rows of a Field.
pub const LEAST_ROWS: u32 = 3;
/// Maximum number of rows of a Field.
pub const MOST_ROWS: u32 = 7;

/// A set of places on a Field.
pub type Places = u64;

/// A Field with its dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Field {
    rows: u32,
    /// All places.
    pub all: Places,
    /// The three corners, which are open at the start.
    pub corners: Places,
    /// Places of the dice that show each face; index 0 is empty.
    of_face: [Places; 7],
    /// Places of the dice that show at most each face.
    up_to: [Places; 7],
}

/// Returns the number of dice of a Field with this number of rows.
pub const fn size(rows: u32) -> u32 {
    rows * (rows + 1) / 2
}

/// All places of a Field by its number of rows.
static ALL: [Places; MOST_ROWS as usize + 1] = {
    let mut all = [0; MOST_ROWS as usize + 1];
    let mut rows = 0;
    while rows < MOST_ROWS {
        let row = ((1 << (rows + 1)) - 1) << (8 * rows);
        all[rows as usize + 1] = all[rows as usize] | row;
        rows += 1;
    }
    all
};

/// Returns the number of rows of a Field with this number of dice; `None` if no Field has it.
pub fn rows_of(dice: usize) -> Option<u32> {
    (LEAST_ROWS..=MOST_ROWS).find(|&rows| size(rows) as usize == dice)
}

/// Returns the place of a die by its index, apex first, row by row.
#[inline]
pub const fn place(position: u32) -> Places {
    1 << PLACES[position as usize]
}

static PLACES: [u8; size(MOST_ROWS) as usize] = {
    let mut places = [0; size(MOST_ROWS) as usize];
    let (mut row, mut position) = (0, 0);
    while row < MOST_ROWS {
        let mut column = 0;
        while column <= row {
            places[position] = (8 * row + column) as u8;
            position += 1;
            column += 1;
        }
        row += 1;
    }
    places
};

/// Returns a set with all its neighbors, on the Field or outside.
#[inline]
pub const fn touched(set: Places) -> Places {
    // Right and lower right, left and upper left.
    let (right, left) = (set | set << 1, set | set >> 1);
    right | left | right << 8 | left >> 8
}

/// Yields the places of a set in order.
pub fn each(mut set: Places) -> impl Iterator<Item = Places> {
    std::iter::from_fn(move || {
        let next = set & set.wrapping_neg();
        set ^= next;
        (next != 0).then_some(next)
    })
}

impl Field {
    /// Creates a Field without dice.
    pub fn empty(rows: u32) -> Self {
        let last = 8 * (rows - 1);
        Self {
            rows,
            all: ALL[rows as usize],
            corners: 1 | 1 << last | 1 << (last + rows - 1),
            of_face: [0; 7],
            up_to: [0; 7],
        }
    }

    /// Creates a Field whose dice are drawn by `face`, which returns 1 to 6.
    #[inline]
    pub fn rolled(rows: u32, mut face: impl FnMut() -> u32) -> Self {
        let mut field = Self::empty(rows);
        for row in 0..rows {
            let mut place = 1 << (8 * row);
            for _ in 0..=row {
                field.of_face[face() as usize] |= place;
                place <<= 1;
            }
        }
        let mut places = 0;
        for (up_to, of_face) in field.up_to.iter_mut().zip(field.of_face) {
            places |= of_face;
            *up_to = places;
        }
        field
    }

    /// Creates a Field of these faces, apex first; `None` if no Field has this number of dice.
    pub fn from_faces(faces: &[u32]) -> Option<Self> {
        let mut faces = faces.iter().copied();
        let rows = rows_of(faces.len())?;
        Some(Self::rolled(rows, || faces.next().unwrap_or(0)))
    }

    /// Returns whether two Fields have the same dice.
    #[inline]
    pub fn has_same_faces(&self, other: &Self) -> bool {
        // All words are combined before the only comparison: Fields usually differ, so early exits
        // do not pay.
        let faces = self.of_face.iter().zip(&other.of_face);
        faces.fold(0, |differs, (one, two)| differs | (one ^ two)) == 0
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Returns the places of the dice that show `face`, 1 to 6.
    #[inline]
    pub fn showing(&self, face: u32) -> Places {
        self.of_face[face as usize]
    }

    /// Returns the places of the dice that show at most `face`, 0 to 6.
    #[inline]
    pub fn up_to(&self, face: u32) -> Places {
        self.up_to[face as usize]
    }

    /// Returns the face of the die at a place.
    #[inline]
    pub fn face(&self, place: Places) -> u32 {
        (1..=6)
            .find(|&face| self.showing(face) & place != 0)
            .unwrap_or(0)
    }

    /// Returns the set of faces of the dice at these places.
    pub fn faces(&self, places: Places) -> Faces {
        (1..=6).fold(Faces::NONE, |faces, face| {
            if self.showing(face) & places == 0 {
                faces
            } else {
                faces.with(face)
            }
        })
    }

    /// Returns the dice at these places as a pool.
    pub fn pool(&self, places: Places) -> Pool {
        let count = |face| u64::from((self.showing(face) & places).count_ones());
        Pool::from_word((1..=6).fold(0, |word, face| word | count(face) << (8 * (face - 1))))
    }

    /// Returns the numbers shown by at least two dice, each of which may be the Prize.
    #[inline]
    pub fn eligible(&self) -> Faces {
        (1..=6).fold(Faces::NONE, |faces, face| {
            let showing = self.showing(face);
            if showing & showing.wrapping_sub(1) == 0 {
                faces
            } else {
                faces.with(face)
            }
        })
    }

    /// Returns the places that can be explored next, whatever their cost.
    #[inline]
    pub fn open(&self, explored: Places) -> Places {
        (touched(explored) | self.corners) & self.all & !explored
    }
}

/// A set of faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Faces(u8);

/// Number of faces of each set.
static LENGTHS: [u8; 1 << 7] = {
    let mut lengths = [0; 1 << 7];
    let mut set = 0;
    while set < lengths.len() {
        lengths[set] = set.count_ones() as u8;
        set += 1;
    }
    lengths
};

impl Faces {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Returns the set with an additional face, 1 to 6.
    #[inline]
    #[must_use]
    pub const fn with(self, face: u32) -> Self {
        Self(self.0 | 1 << face)
    }

    /// Returns the difference of two sets.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the intersection of two sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns whether the set contains a face.
    #[inline]
    pub const fn has(self, face: u32) -> bool {
        self.0 >> face & 1 == 1
    }

    /// Returns the union of two sets.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the set with the given [`word`](Self::word).
    #[inline]
    pub const fn from_word(word: u32) -> Self {
        Self(word as u8 & 0x7f)
    }

    /// Returns the set as a number of 7 bits.
    #[inline]
    pub const fn word(self) -> u64 {
        self.0 as u64
    }

    /// Returns the number of faces, by table, since not all target processors count bits.
    #[inline]
    pub const fn len(self) -> u32 {
        LENGTHS[(self.0 & 0x7f) as usize] as u32
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Iterates over the faces, ascending.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = u32> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let face = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            (face < 8).then_some(face)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touched_places_are_the_neighbors() {
        for rows in LEAST_ROWS..=MOST_ROWS {
            let field = Field::empty(rows);
            assert_eq!(field.all.count_ones(), size(rows));
            // A place touches its neighbors in its row and in the rows above and below.
            for row in 0..rows {
                for column in 0..=row {
                    let mut touching = 0;
                    for (down, right) in [(0, -1), (0, 1), (-1, -1), (-1, 0), (1, 0), (1, 1)] {
                        let (row, column) = (row as i32 + down, column as i32 + right);
                        if (0..rows as i32).contains(&row) && (0..=row).contains(&column) {
                            touching |= place(size(row as u32) + column as u32);
                        }
                    }
                    let here = place(size(row) + column);
                    assert_eq!(
                        touched(here) & field.all,
                        here | touching,
                        "{rows} {row} {column}"
                    );
                }
            }
        }
    }

    #[test]
    fn corners_are_the_ends_of_the_first_and_last_rows() {
        let field = Field::empty(4);
        assert_eq!(field.corners, place(0) | place(6) | place(9));
    }

    #[test]
    fn field_sizes_are_triangular_numbers() {
        let sizes: Vec<usize> = (0..=40).filter(|&dice| rows_of(dice).is_some()).collect();
        assert_eq!(sizes, [6, 10, 15, 21, 28]);
    }

    #[test]
    fn numbers_shown_twice_are_eligible() {
        let field = Field::from_faces(&[3, 1, 5, 2, 2, 6, 4, 1, 3, 5]).unwrap();
        assert_eq!(field.eligible().iter().collect::<Vec<_>>(), [1, 2, 3, 5]);
        assert_eq!(field.pool(field.all).to_string(), "{1,1,2,2,3,3,4,5,5,6}");
        assert_eq!(field.face(place(5)), 6);
    }
}
