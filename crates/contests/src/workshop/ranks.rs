//! Numbering of multisets of piles, without gaps.
//!
//! Piles p1 <= p2 <= ... <= pn, counted from 0, have the rank
//! C(p1, 1) + C(p2 + 1, 2) + ... + C(pn + n - 1, n): the combinatorial number system (D. E. Knuth,
//! *The Art of Computer Programming* 4A, 7.2.1.3) for multisets. The smallest pile contributes
//! least, so multisets that differ only in it are adjacent.

use super::piles::PILES;

/// Maximum number of piles of a solved Craft: there are 55,525,372 Crafts of six piles, which take
/// gigabytes.
pub const MOST_SOLVED: usize = 5;
/// Number of upper arguments of binomial coefficients that ranks need.
const TOP: usize = PILES + MOST_SOLVED;

/// `BINOMIALS[k][n]` is the binomial coefficient C(n, k).
static BINOMIALS: [[u32; TOP]; MOST_SOLVED + 1] = binomials();

const fn binomials() -> [[u32; TOP]; MOST_SOLVED + 1] {
    let mut table = [[0; TOP]; MOST_SOLVED + 1];
    let mut n = 0;
    while n < TOP {
        table[0][n] = 1;
        let mut k = 1;
        while k <= MOST_SOLVED {
            if n > 0 {
                table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            }
            k += 1;
        }
        n += 1;
    }
    table
}

/// Returns the number of multisets of `size` piles, up to [`MOST_SOLVED`].
pub(super) fn count(size: usize) -> usize {
    BINOMIALS[size][PILES + size - 1] as usize
}

/// Returns the rank of a multiset with its piles in ascending order.
#[inline]
pub(super) fn rank(piles: &[u8]) -> usize {
    let mut rank = 0;
    for (position, &pile) in piles.iter().enumerate() {
        rank += BINOMIALS[position + 1][usize::from(pile) + position];
    }
    rank as usize
}

/// Returns the rank of the smallest multiset of `piles`, in ascending order, and one more pile:
/// pile 0. The multisets with another pile, up to the lowest of `piles`, follow it.
pub(super) fn first_with(piles: &[u8]) -> usize {
    let mut rank = 0;
    for (position, &pile) in piles.iter().enumerate() {
        rank += BINOMIALS[position + 2][usize::from(pile) + position + 1];
    }
    rank as usize
}

/// Writes the multiset of a rank into `piles`, in ascending order.
pub(super) fn unrank(rank: usize, piles: &mut [u8]) {
    let mut left = rank as u32;
    for position in (0..piles.len()).rev() {
        let row = &BINOMIALS[position + 1];
        let fitting = row[position..][..PILES].partition_point(|&count| count <= left);
        // Pile 0 adds 0 to the rank, so at least one pile fits.
        let pile = fitting.saturating_sub(1);
        left -= row[pile + position];
        piles[position] = pile as u8;
    }
}

/// Advances a multiset, its piles ascending, to the next rank, or from the last to the first.
#[inline]
pub(super) fn advance(piles: &mut [u8]) {
    for position in 0..piles.len() {
        let most = match piles.get(position + 1) {
            Some(&next) => next,
            None => PILES as u8 - 1,
        };
        if piles[position] < most {
            piles[position] += 1;
            return;
        }
        piles[position] = 0;
    }
}

/// Returns the ranks of `piles`, in ascending order and fewer than [`MOST_SOLVED`], with each of
/// the 56 piles added.
pub(super) fn with_each(piles: &[u8]) -> [u32; PILES] {
    let mut ranks = [0; PILES];
    // The index of piles above the new one is higher by one.
    let mut others = first_with(piles) as u32;
    let mut start = 0;
    for position in 0..=piles.len() {
        let end = match piles.get(position) {
            Some(&pile) => usize::from(pile) + 1,
            None => PILES,
        };
        let row = &BINOMIALS[position + 1][position..];
        for pile in start..end {
            ranks[pile] = others + row[pile];
        }
        start = end;
        if let Some(&pile) = piles.get(position) {
            let place = usize::from(pile) + position;
            others = others - BINOMIALS[position + 2][place + 1] + BINOMIALS[position + 1][place];
        }
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crafts_are_counted_by_size() {
        assert_eq!([3, 4, 5].map(count), [30_856, 455_126, 5_461_512]);
    }

    #[test]
    fn ranks_have_no_gaps_and_can_be_decoded() {
        for size in 1..=3 {
            let mut piles = vec![0; size];
            let mut read = vec![0; size];
            for expected in 0..count(size) {
                assert!(piles.is_sorted());
                assert_eq!(rank(&piles), expected);
                unrank(expected, &mut read);
                assert_eq!(read, piles);
                advance(&mut piles);
            }
            assert_eq!(piles, vec![0; size]);
        }
        let last = [PILES as u8 - 1; MOST_SOLVED];
        assert_eq!(rank(&last), count(MOST_SOLVED) - 1);
    }

    #[test]
    fn with_each_matches_the_rank_of_all_piles() {
        for size in 1..MOST_SOLVED {
            for step in 0..500 {
                let mut piles = vec![0; size];
                unrank(step * 7919 % count(size), &mut piles);
                let ranks = with_each(&piles);
                for (pile, &with) in (0..).zip(&ranks) {
                    let mut all = piles.clone();
                    all.push(pile);
                    all.sort_unstable();
                    assert_eq!(with as usize, rank(&all), "{piles:?} {pile}");
                }
                assert_eq!(ranks[0] as usize, first_with(&piles));
            }
        }
    }
}
