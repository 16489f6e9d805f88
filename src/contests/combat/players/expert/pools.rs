//! Pools of up to six dice by number.

use crate::contests::combat::fight::Fight;
use crate::dice::Pool;

/// How many pools of up to six dice there are, the empty one included: it is number 0.
pub(super) const POOLS: usize = 924;

/// What the dice of a face and below add to the number of a pool.
///
/// A pool is six counts of dice of at most 1, 2, ... 6. Face - 1 added to each makes six different
/// numbers below twelve, and sets of six such numbers have a rank without gaps: the sum of
/// "number choose position".
///
/// Two positions at a time: three bits for each of two counts.
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

/// How many sets of `size` there are of `from` things.
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

/// The number of a pool of up to six dice, below [`POOLS`].
#[inline]
pub(super) fn number(pool: Pool) -> usize {
    // Byte f - 1 counts the dice of f or less.
    let counts = pool.word().wrapping_mul(0x0000_0101_0101_0101);
    let pairs = counts | counts >> 5;
    let rank = |pair: usize| usize::from(RANKS[pair][(pairs >> (16 * pair)) as usize & 63]);
    rank(0) + rank(1) + rank(2)
}

/// The numbers of the pools that lie on a table, found once: of so many seats, those of others each
/// time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers([u16; Self::SEATS]);

impl Numbers {
    const SEATS: usize = 32;

    #[inline]
    pub(super) fn of(fight: &Fight) -> Self {
        let mut numbers = [0; Self::SEATS];
        for (number, seat) in numbers.iter_mut().zip(&fight.seats) {
            if !seat.pool.is_empty() {
                *number = self::number(seat.pool) as u16;
            }
        }
        Self(numbers)
    }

    /// The number of the pool of that seat.
    #[inline]
    pub(super) fn of_seat(&self, fight: &Fight, seat: usize) -> usize {
        match self.0.get(seat) {
            Some(&number) => usize::from(number),
            None => number(fight.seats[seat].pool),
        }
    }
}

/// A pool of up to six dice and what becomes of it, by number.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub(super) struct Losses {
    above: [u16; 6],
    without: [u16; 6],
    initiative: u8,
    dice: u8,
    /// Bit *f* - 1 is set where a die shows face *f*.
    faces: u8,
}

impl Losses {
    /// Those of every pool by its number.
    pub(super) fn of_all() -> Box<[Self; POOLS]> {
        let mut all = vec![Self::default(); POOLS];
        for (pool, _) in every() {
            all[number(pool)] = Self::of(pool);
        }
        all.try_into().expect("there are so many pools")
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

    /// What an attack with that face leaves.
    #[inline]
    pub(super) fn above(&self, face: u32) -> usize {
        usize::from(self.above[(face - 1) as usize])
    }

    /// What is left without one die of that face, which the pool has.
    #[inline]
    pub(super) fn without(&self, face: u32) -> usize {
        usize::from(self.without[(face - 1) as usize])
    }

    #[inline]
    pub(super) fn initiative(&self) -> u32 {
        u32::from(self.initiative)
    }

    /// How many dice there are.
    #[inline]
    pub(super) fn dice(&self) -> u32 {
        u32::from(self.dice)
    }

    /// The faces that dice show, ascending.
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

/// Every pool of up to six dice, with the number of throws that show it.
pub(super) fn every() -> impl Iterator<Item = (Pool, u32)> {
    let mut pools = vec![Pool::EMPTY];
    let mut of_fewer = 0..1;
    for _ in 0..6 {
        for position in of_fewer.clone() {
            let pool = pools[position];
            pools.extend((pool.highest().max(1)..=6).map(|face| pool.with(face)));
        }
        of_fewer = of_fewer.end..pools.len();
    }
    pools.into_iter().map(|pool| {
        let orders = (1..=6).map(|face| factorial(pool.count(face)));
        (pool, factorial(pool.len()) / orders.product::<u32>())
    })
}

fn factorial(number: u32) -> u32 {
    (1..=number).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pool_has_a_number_of_its_own() {
        let mut seen = [false; POOLS];
        for (pool, _) in every() {
            let number = number(pool);
            assert!(!seen[number], "{pool}");
            seen[number] = true;
        }
        assert!(seen.iter().all(|&seen| seen));
        assert_eq!(number(Pool::EMPTY), 0);
    }

    #[test]
    fn throws_are_counted() {
        for dice in 0..=6 {
            let throws: u32 = every()
                .filter(|(pool, _)| pool.len() == dice)
                .map(|(_, throws)| throws)
                .sum();
            assert_eq!(throws, 6_u32.pow(dice));
        }
    }
}
