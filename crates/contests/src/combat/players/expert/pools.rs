//! Numbering of the pools of up to six dice.

use evenodds_core::dice::Pool;

/// Number of pools of up to six dice, including the empty pool, whose number is 0.
pub(super) const POOLS: usize = 924;

/// Terms of a pool's number, for two cumulative counts together (three bits each).
///
/// Six cumulative counts describe a pool: its dice of at most 1, 2, … 6. Adding face - 1 to each
/// gives six different numbers below twelve. The combinatorial number system ranks such sets
/// without gaps: the rank is the sum of "number choose position".
static RANKS: [[u16; 64]; 3] = {
    let mut ranks = [[0; 64]; 3];
    let mut pair = 0;
    while pair < 3 {
        let mut counts = 0;
        while counts < 64 {
            let (low, high) = (counts & 7, counts >> 3);
            let position = 2 * pair;
            ranks[pair][counts] =
                choose(low + position, position + 1) + choose(high + position + 1, position + 2);
            counts += 1;
        }
        pair += 1;
    }
    ranks
};

/// Returns the binomial coefficient "`from` choose `size`".
const fn choose(from: usize, size: usize) -> u16 {
    if size > from {
        return 0;
    }
    let mut sets = 1;
    let mut taken = 0;
    while taken < size {
        sets = sets * (from - taken) / (taken + 1);
        taken += 1;
    }
    sets as u16
}

/// Returns the number of a pool of up to six dice, below [`POOLS`].
#[inline]
pub(super) fn number(pool: Pool) -> usize {
    // Byte f - 1 counts the dice of at most f.
    let counts = pool.word().wrapping_mul(0x0000_0101_0101_0101);
    let pairs = counts | counts >> 5;
    let rank = |pair: usize| usize::from(RANKS[pair][(pairs >> (16 * pair)) as usize & 63]);
    rank(0) + rank(1) + rank(2)
}

/// Properties of a pool, and the numbers of the pools that result from losing dice.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub(super) struct Losses {
    above: [u16; 6],
    without: [u16; 6],
    initiative: u8,
    dice: u8,
    /// Bit *f* - 1 is set if a die shows face *f*.
    faces: u8,
}

impl Losses {
    /// Returns the entries of all pools, indexed by pool number.
    pub(super) fn of_all() -> Box<[Self; POOLS]> {
        let mut all = vec![Self::default(); POOLS];
        for pool in every() {
            all[number(pool)] = Self::of(pool);
        }
        all.try_into().expect("the list has `POOLS` entries")
    }

    fn of(pool: Pool) -> Self {
        let by_face = |left: &dyn Fn(u32) -> Pool| {
            std::array::from_fn(|face| number(left(face as u32 + 1)) as u16)
        };
        Self {
            above: by_face(&|face| pool.above(face)),
            without: by_face(&|face| match pool.count(face) {
                0 => pool,
                _ => pool.without(face),
            }),
            initiative: pool.sum() as u8,
            dice: pool.len() as u8,
            faces: pool.distinct().map(|face| 1 << (face - 1)).sum(),
        }
    }

    /// Returns the number of the pool that an attack with `face` leaves.
    #[inline]
    pub(super) fn above(&self, face: u32) -> usize {
        usize::from(self.above[(face - 1) as usize])
    }

    /// Returns the number of the pool without a die of `face`, which it must have.
    #[inline]
    pub(super) fn without(&self, face: u32) -> usize {
        usize::from(self.without[(face - 1) as usize])
    }

    #[inline]
    pub(super) fn initiative(&self) -> u32 {
        u32::from(self.initiative)
    }

    /// Returns the number of dice.
    #[inline]
    pub(super) fn dice(&self) -> u32 {
        u32::from(self.dice)
    }

    /// Returns the faces that the dice show, ascending and without repetition.
    #[inline]
    pub(super) fn faces(&self) -> impl Iterator<Item = u32> + use<> {
        let mut left = u32::from(self.faces);
        std::iter::from_fn(move || {
            let face = left.trailing_zeros() + 1;
            left &= left.wrapping_sub(1);
            (face < 7).then_some(face)
        })
    }
}

/// Yields every pool of up to six dice.
pub(super) fn every() -> impl Iterator<Item = Pool> {
    let mut pools = vec![Pool::EMPTY];
    let mut of_fewer = 0..1;
    for _ in 0..6 {
        for position in of_fewer.clone() {
            let pool = pools[position];
            pools.extend((pool.highest().max(1)..=6).map(|face| pool.with(face)));
        }
        of_fewer = of_fewer.end..pools.len();
    }
    pools.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pool_numbers_are_unique() {
        let mut seen = [false; POOLS];
        for pool in every() {
            let number = number(pool);
            assert!(!seen[number], "{pool}");
            seen[number] = true;
        }
        assert!(seen.iter().all(|&seen| seen));
        assert_eq!(number(Pool::EMPTY), 0);
    }
}
