//! A Craft: piles of dice with their places.

use super::piles::{self, DICE};
use super::ranks::{self, MOST_SOLVED};
use std::fmt;

/// Minimum number of piles of a Craft.
pub const FEWEST_PILES: usize = 3;
/// Maximum number of piles of a Craft: even if nine of ten piles do not match, the largest Supply,
/// nine dice, may suffice.
pub const MOST_PILES: usize = 10;
/// Maximum spread: 18 points in one pile and 3 in another.
pub(super) const MOST_SPREAD: u8 = 15;
/// Number of bits for the index of a pile.
const PLACE_BITS: u32 = 3;

/// Three to ten piles of three dice. Piles and dice keep their places; a new die takes the place of
/// the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Craft {
    size: u8,
    /// Faces, 1 to 6; 0 in absent piles.
    faces: [[u8; DICE]; MOST_PILES],
}

/// Replacement of a die of the Craft with a die of the Supply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// Index of the pile.
    pub pile: usize,
    /// Index of the die in the pile.
    pub die: usize,
    /// New face, 1 to 6.
    pub face: u8,
}

impl Craft {
    /// Creates a Craft of these piles; `None` unless there are three to ten, with faces of 1 to 6.
    pub fn new(piles: &[[u8; DICE]]) -> Option<Self> {
        let fits = (FEWEST_PILES..=MOST_PILES).contains(&piles.len());
        let dice = piles.iter().flatten().all(|face| (1..=6).contains(face));
        (fits && dice).then(|| {
            let mut faces = [[0; DICE]; MOST_PILES];
            faces[..piles.len()].copy_from_slice(piles);
            Self {
                size: piles.len() as u8,
                faces,
            }
        })
    }

    /// Creates a Craft of `size` piles, three to ten, whose dice are drawn by `face`, which returns
    /// 1 to 6.
    #[inline]
    pub(super) fn rolled(size: usize, mut face: impl FnMut() -> u8) -> Self {
        let mut faces = [[0; DICE]; MOST_PILES];
        for die in faces[..size].as_flattened_mut() {
            *die = face();
        }
        Self {
            size: size as u8,
            faces,
        }
    }

    /// Returns the faces, pile by pile.
    #[inline]
    pub fn piles(&self) -> &[[u8; DICE]] {
        &self.faces[..usize::from(self.size)]
    }

    /// Returns the totals of the piles; 0 for absent piles.
    #[inline]
    pub fn totals(&self) -> [u8; MOST_PILES] {
        let mut totals = [0; MOST_PILES];
        for (total, [a, b, c]) in totals.iter_mut().zip(self.piles()) {
            *total = a + b + c;
        }
        totals
    }

    /// Returns the highest pile total minus the lowest, 0 to 15; 0 for a complete Craft.
    #[inline]
    pub fn spread(&self) -> u8 {
        let totals = self.totals();
        let (mut low, mut high) = (totals[0], totals[0]);
        for &total in &totals[1..usize::from(self.size)] {
            low = low.min(total);
            high = high.max(total);
        }
        high - low
    }

    /// Returns whether all piles have the same total.
    #[inline]
    pub fn is_complete(&self) -> bool {
        self.spread() == 0
    }

    /// Replaces a die.
    #[inline]
    pub fn replace(&mut self, replacement: Replacement) {
        self.faces[replacement.pile][replacement.die] = replacement.face;
    }

    /// Returns the Craft after a replacement.
    #[must_use]
    pub fn with(mut self, replacement: Replacement) -> Self {
        self.replace(replacement);
        self
    }

    /// Returns the numbers of the piles with their places, for at most [`MOST_SOLVED`] piles.
    #[inline]
    pub(super) fn placed(&self) -> PlacedCraft {
        let mut keys = [u16::MAX; MOST_SOLVED];
        for (place, (key, &pile)) in keys.iter_mut().zip(self.piles()).enumerate() {
            *key = key_of(place, pile);
        }
        PlacedCraft {
            size: self.size,
            keys,
            sorted: sorted(keys, self.size),
        }
    }

    /// Returns the numbers of the piles, ascending.
    #[inline]
    pub(super) fn sorted(&self) -> Sorted {
        self.placed().sorted()
    }

    /// Returns the Craft with its piles and their dice in ascending order.
    pub(super) fn in_order(mut self) -> Self {
        let piles = &mut self.faces[..usize::from(self.size)];
        for pile in &mut *piles {
            *pile = piles::PILE_FACES[usize::from(piles::number(*pile))];
        }
        piles.sort_unstable_by_key(|&pile| piles::number(pile));
        self
    }

    /// Returns the place of a die, given its place in the sorted Craft; the first one of identical
    /// dice.
    #[inline]
    pub(super) fn place(&self, placed: &PlacedCraft, pile: usize, die: usize) -> (usize, usize) {
        let key = placed.sorted[pile];
        let shown = piles::PILE_FACES[usize::from(key >> PLACE_BITS)][die];
        let pile = usize::from(key & ((1 << PLACE_BITS) - 1));
        let [first, second, _] = self.faces[pile];
        // The die is one of the three dice of the pile.
        let die = usize::from(first != shown) + usize::from(first != shown && second != shown);
        (pile, die)
    }

    /// Draws the dice in columns, one per pile, with the totals below, and the die at `marked` in
    /// brackets.
    pub(super) fn picture(&self, marked: Option<(usize, usize)>) -> String {
        use fmt::Write as _;
        let mut text = String::from("pile ");
        for pile in 1..=self.piles().len() {
            let _ = write!(text, "{pile:4} ");
        }
        for die in 0..DICE {
            text.push_str("\n     ");
            for (position, pile) in self.piles().iter().enumerate() {
                let face = pile[die];
                let _ = if marked == Some((position, die)) {
                    write!(text, "  [{face}]")
                } else {
                    write!(text, "{face:4} ")
                };
            }
        }
        text.push_str("\ntotal");
        for &total in &self.totals()[..self.piles().len()] {
            let _ = write!(text, "{total:4} ");
        }
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        lines.join("\n")
    }
}

impl fmt::Display for Craft {
    /// Formats the Craft as in a file: `[[1,2,3],[4,5,6],[2,4,6]]`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let piles: Vec<String> = self
            .piles()
            .iter()
            .map(|[a, b, c]| format!("[{a},{b},{c}]"))
            .collect();
        write!(formatter, "[{}]", piles.join(","))
    }
}

/// Returns the sort key of a pile, with its number in the high bits and its place in the low bits.
/// The first one of identical piles has the smallest key.
#[inline]
fn key_of(place: usize, pile: [u8; DICE]) -> u16 {
    u16::from(piles::number(pile)) << PLACE_BITS | place as u16
}

/// Returns the keys of `size` piles in ascending order; keys of absent piles stay at the end.
#[inline]
fn sorted(mut keys: [u16; MOST_SOLVED], size: u8) -> [u16; MOST_SOLVED] {
    if size == 3 {
        let [one, two, three, ..] = keys;
        let (low, high) = (one.min(two), one.max(two));
        keys[0] = low.min(three);
        keys[1] = low.max(three).min(high);
        keys[2] = high.max(three);
        return keys;
    }
    // An optimal sorting network for five keys, with nine comparisons.
    for (first, second) in [
        (0, 3),
        (1, 4),
        (0, 2),
        (1, 3),
        (0, 1),
        (2, 4),
        (1, 2),
        (3, 4),
        (2, 3),
    ] {
        let (one, other) = (keys[first], keys[second]);
        keys[first] = one.min(other);
        keys[second] = one.max(other);
    }
    keys
}

/// A Craft as numbers of piles, with their places.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedCraft {
    size: u8,
    /// Keys by place; those of absent piles are above all others.
    keys: [u16; MOST_SOLVED],
    /// All keys in ascending order.
    sorted: [u16; MOST_SOLVED],
}

impl PlacedCraft {
    /// Returns the numbers of the piles, ascending.
    #[inline]
    pub(super) fn sorted(&self) -> Sorted {
        let mut piles = self.sorted.map(|key| (key >> PLACE_BITS) as u8);
        piles[usize::from(self.size)..].fill(0);
        Sorted {
            size: self.size,
            piles,
        }
    }

    /// Returns the rank of the Craft.
    #[inline]
    pub(super) fn rank(&self) -> usize {
        let piles = self.sorted.map(|key| (key >> PLACE_BITS) as u8);
        ranks::rank(&piles[..usize::from(self.size)])
    }

    /// Updates the pile at `place` after a replacement.
    #[inline]
    pub(super) fn replaced(&mut self, place: usize, pile: [u8; DICE]) {
        self.keys[place] = key_of(place, pile);
        self.sorted = sorted(self.keys, self.size);
    }
}

/// A Craft without places: the numbers of its piles in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sorted {
    size: u8,
    piles: [u8; MOST_SOLVED],
}

impl Sorted {
    /// Returns the Craft of this rank among those of `size` piles.
    pub(super) fn of_rank(rank: usize, size: usize) -> Self {
        let mut piles = [0; MOST_SOLVED];
        ranks::unrank(rank, &mut piles[..size]);
        Self {
            size: size as u8,
            piles,
        }
    }

    /// Yields all Crafts of `size` piles, by rank.
    pub(super) fn all(size: usize) -> impl Iterator<Item = Self> {
        let first = Self::of_rank(0, size);
        let next = move |craft: &Self| {
            let mut next = *craft;
            ranks::advance(&mut next.piles[..size]);
            Some(next)
        };
        std::iter::successors(Some(first), next).take(ranks::count(size))
    }

    /// Returns the numbers of the piles.
    #[inline]
    pub(super) fn piles(&self) -> &[u8] {
        &self.piles[..usize::from(self.size)]
    }

    /// Returns the Craft with its piles and their dice in ascending order.
    pub(super) fn craft(self) -> Craft {
        let mut faces = [[0; DICE]; MOST_PILES];
        for (faces, &pile) in faces.iter_mut().zip(self.piles()) {
            *faces = piles::PILE_FACES[usize::from(pile)];
        }
        Craft {
            size: self.size,
            faces,
        }
    }

    /// Returns the rank among the Crafts with the same number of piles.
    #[inline]
    pub(super) fn rank(self) -> usize {
        ranks::rank(self.piles())
    }

    /// Returns the highest pile total minus the lowest.
    pub(super) fn spread(self) -> u32 {
        // Piles are in ascending order of totals.
        match self.piles() {
            [low, .., high] => piles::total(*high) - piles::total(*low),
            _ => 0,
        }
    }

    /// Returns the number of rolls that give this Craft, with piles and dice in any order.
    pub(super) fn ways(self) -> u64 {
        let (mut ways, mut alike) = (1, 0);
        for (position, &pile) in self.piles().iter().enumerate() {
            let again = position > 0 && self.piles[position - 1] == pile;
            alike = if again { alike + 1 } else { 1 };
            // n! divided by the factorials of the numbers of identical piles, factor by factor.
            ways = ways * (position as u64 + 1) / alike * piles::ways(pile);
        }
        ways
    }

    /// Returns the rank after the die of index `die` in the pile of index `pile` has become `face`.
    #[inline]
    pub(super) fn rank_with(self, pile: usize, die: usize, face: u8) -> usize {
        let mut piles = self.piles;
        let old = usize::from(piles[pile]);
        piles[pile] = piles::REPLACEMENTS[old][die][usize::from(face) - 1];
        let piles = &mut piles[..usize::from(self.size)];
        // Only the new pile may be out of order.
        let mut at = pile;
        while at > 0 && piles[at - 1] > piles[at] {
            piles.swap(at - 1, at);
            at -= 1;
        }
        while at + 1 < piles.len() && piles[at + 1] < piles[at] {
            piles.swap(at + 1, at);
            at += 1;
        }
        ranks::rank(piles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn craft() -> Craft {
        Craft::new(&[[6, 1, 3], [5, 5, 6], [3, 6, 1], [2, 2, 2]]).unwrap()
    }

    #[test]
    fn spread_is_the_highest_total_minus_the_lowest() {
        assert_eq!(craft().totals()[..5], [10, 16, 10, 6, 0]);
        assert_eq!(craft().spread(), 10);
        assert_eq!(craft().sorted().spread(), 10);
        let whole = Craft::new(&[[1, 2, 3], [2, 2, 2], [4, 1, 1]]).unwrap();
        assert!(whole.is_complete() && !craft().is_complete());
    }

    #[test]
    fn a_craft_has_three_to_ten_piles_with_faces_of_a_die() {
        assert_eq!(Craft::new(&[[1, 2, 3]; 2]), None);
        assert_eq!(Craft::new(&[[1, 2, 3]; 11]), None);
        assert_eq!(Craft::new(&[[1, 2, 7]; 3]), None);
        assert_eq!(Craft::new(&[[0, 2, 3]; 3]), None);
        assert!(Craft::new(&[[1, 6, 3]; 10]).is_some());
    }

    #[test]
    fn places_of_the_sorted_craft_map_back_to_the_craft() {
        let craft = craft();
        let placed = craft.placed();
        let sorted = placed.sorted();
        assert_eq!(sorted.piles().len(), 4);
        // In ascending order: 2+2+2, twice 1+3+6, then 5+5+6.
        assert_eq!(craft.place(&placed, 0, 2), (3, 0));
        assert_eq!(craft.place(&placed, 1, 0), (0, 1));
        assert_eq!(craft.place(&placed, 2, 2), (2, 1));
        assert_eq!(craft.place(&placed, 3, 1), (1, 0));
        let replacement = Replacement {
            pile: 1,
            die: 0,
            face: 2,
        };
        let rank = craft.with(replacement).sorted().rank();
        assert_eq!(sorted.rank_with(3, 0, 2), rank);
    }

    #[test]
    fn crafts_of_three_piles_have_6_to_the_ninth_ways() {
        let all: u64 = Sorted::all(3).map(Sorted::ways).sum();
        assert_eq!(all, 6_u64.pow(9));
        for (rank, craft) in Sorted::all(4).enumerate().step_by(101) {
            assert_eq!((craft.rank(), craft), (rank, Sorted::of_rank(rank, 4)));
        }
    }

    #[test]
    fn a_picture_shows_piles_as_columns() {
        insta::assert_snapshot!(craft().picture(Some((1, 2))), @r"
        pile    1    2    3    4
                6    5    3    2
                1    5    6    2
                3   [6]   1    2
        total  10   16   10    6
        ");
        assert_eq!(craft().to_string(), "[[6,1,3],[5,5,6],[3,6,1],[2,2,2]]");
    }
}
