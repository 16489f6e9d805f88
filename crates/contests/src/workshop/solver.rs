//! Optimal play by dynamic programming over all Crafts, in integers.
//!
//! With *s* dice of Supply left there are 6^s equally likely rolls. Let V(s, c) be the number of
//! rolls with which optimal play completes the Craft c: 6^s if it is complete, else 0 for s = 0 and
//!
//! ```text
//! V(s, c) = max over k = 1..s of  sum over the 6^k rolls of k dice of  max over faces f among them of b(s - k, c, f)
//! b(j, c, f) = the larger of V(j, c) and V(j, c') for every c' that is c with one die replaced by f
//! ```
//!
//! Only the best of the rolled faces counts. So with the six b in ascending order, x1 to x6, the
//! sum is that of xi (i^k - (i - 1)^k), where the factor is the number of rolls with the best xi.
//! All values are exact and at most 6^9, since the k dice and the rest have 6^s rolls in total.
//!
//! All later layers j + 1, j + 2, ... use the values b of layer j, so each b is computed once.
//! Crafts that differ only in their smallest pile are computed together: their *rest*, all piles
//! but the smallest, has the same replacements, each of which leads to the row of another rest.

use super::piles::{DICE, PILES, REPLACEMENTS, repeats};
use super::plan::{KEEP, SLOT_BITS, Slot, Word, rolling, slot, word};
use super::ranks::{self, MOST_SOLVED};
use evenodds_core::contest::{deadline, parallel};

/// Number of faces of a die.
const FACES: usize = 6;
/// Number of Crafts that are processed together; a row is seven times as wide.
const WIDTH: usize = 8;
/// Number of rests that a thread takes together.
const RESTS_AT_A_TIME: usize = 512;
/// Number of low bits of a candidate for its face and slot.
const CODE_BITS: u32 = 7;
/// Number of low bits of a value that contain 15 minus the dice to roll, so that of equal values
/// the one with the fewest dice is largest.
const DICE_BITS: u32 = 4;
const MOST_DICE: u32 = (1 << DICE_BITS) - 1;
/// Maximum number of Supply dice: six of a Class and three for bonuses. 6^9 above seven bits of
/// code fits into 31 bits.
pub const MOST_SUPPLY: u32 = 9;

/// Values and plans for all Crafts of `size` piles with up to `supply` dice.
#[derive(Debug)]
pub(super) struct SolvedCrafts {
    /// V(s, c), above the dice to roll, as `values[s][rank]`.
    pub values: Vec<Vec<u32>>,
    /// Plans with 1 to `supply` dice left, Craft by Craft, for locality: play continues at the same
    /// Craft or a nearby one.
    plans: Vec<Word>,
    supply: usize,
}

impl SolvedCrafts {
    /// Returns the plan for the Craft of a rank with `supply` dice left, at least 1.
    #[inline]
    pub(super) fn plan(&self, rank: usize, supply: u32) -> Word {
        self.plans[rank * self.supply + supply as usize - 1]
    }
}

/// Returns the number of successes of a value, out of 6^s.
#[inline]
pub(super) fn count(value: u32) -> u32 {
    value >> DICE_BITS
}

/// Returns the number of dice to roll for a value; 0 if the Craft is complete.
#[inline]
fn dice(value: u32) -> u32 {
    MOST_DICE - (value & MOST_DICE)
}

/// Returns the low bits of a candidate: lower faces give larger ones, then larger slots do.
#[inline]
fn code(face: usize, slot: Slot) -> i32 {
    ((FACES - 1 - face) as i32) << SLOT_BITS | slot as i32
}

/// Returns the face, from 1, and the slot of a candidate.
#[inline]
fn decode(candidate: i32) -> (u32, Slot) {
    let code = candidate as u32 & ((1 << CODE_BITS) - 1);
    (FACES as u32 - (code >> SLOT_BITS), code & KEEP)
}

/// Solves all Crafts of `size` piles, three to five, with up to `supply` dice, 1 to 9.
pub(super) fn solve(size: usize, supply: u32) -> SolvedCrafts {
    let crafts = ranks::count(size);
    let mut values = initial_values(size, supply);
    let mut plans = vec![0; crafts * supply as usize];
    let neighbors = neighbors(size - 2);
    let mut rows = vec![[0; PILES]; ranks::count(size - 1)];
    let supply = supply as usize;
    for left in 0..supply {
        fill_rows(&values[left], size, &mut rows);
        let step = LayerInputs {
            size,
            supply,
            left,
            rows: &rows,
            neighbors: &neighbors,
        };
        let (_, later) = values.split_at_mut(left + 1);
        parallel::each(blocks(size, supply, later, &mut plans), |block| {
            step.solve_block(block);
        });
    }
    choose_plans(&values, &mut plans);
    SolvedCrafts {
        values,
        plans,
        supply,
    }
}

/// Returns the values of complete Crafts, and 0 for all others, which are not yet solved.
fn initial_values(size: usize, supply: u32) -> Vec<Vec<u32>> {
    let mut complete = Vec::new();
    let mut piles = [0; MOST_SOLVED];
    let piles = &mut piles[..size];
    for rank in 0..ranks::count(size) {
        deadline::check();
        // Piles are in ascending order of totals.
        let [low, high] = [piles[0], piles[size - 1]].map(super::piles::total);
        if low == high {
            complete.push(rank);
        }
        ranks::advance(piles);
    }
    let layer = |left| {
        let mut layer = vec![0; ranks::count(size)];
        for &rank in &complete {
            layer[rank] = 6_u32.pow(left) << DICE_BITS | MOST_DICE;
        }
        layer
    };
    (0..=supply).map(layer).collect()
}

/// Returns, for each multiset of `size` piles, its ranks with each of the 56 piles added.
fn neighbors(size: usize) -> Vec<[u32; PILES]> {
    let mut piles = [0; MOST_SOLVED];
    let piles = &mut piles[..size];
    (0..ranks::count(size))
        .map(|_| {
            let ranks = ranks::with_each(piles);
            ranks::advance(piles);
            ranks
        })
        .collect()
}

/// Copies a layer of values into rows. The row of a rest has the values of the Crafts with each
/// pile added to it.
fn fill_rows(layer: &[u32], size: usize, rows: &mut [[i32; PILES]]) {
    let chunks: Vec<_> = rows.chunks_mut(RESTS_AT_A_TIME).enumerate().collect();
    parallel::each(chunks, |(chunk, rows)| {
        let mut rest = [0; MOST_SOLVED];
        let rest = &mut rest[..size - 1];
        ranks::unrank(chunk * RESTS_AT_A_TIME, rest);
        for row in rows {
            let ranks = ranks::with_each(rest);
            for (value, rank) in row.iter_mut().zip(ranks) {
                *value = (count(layer[rank as usize]) << CODE_BITS) as i32;
            }
            ranks::advance(rest);
        }
    });
}

/// A part of the Crafts: those with consecutive rests.
struct RestBlock<'a> {
    first_rest: usize,
    rests: usize,
    /// Values of the later layers.
    later: Vec<&'a mut [u32]>,
    /// Rankings of the faces, by Craft, then by layer.
    rankings: &'a mut [Word],
}

/// Splits the Crafts into blocks.
fn blocks<'a>(
    size: usize,
    supply: usize,
    later: &'a mut [Vec<u32>],
    rankings: &'a mut [Word],
) -> Vec<RestBlock<'a>> {
    let rests = ranks::count(size - 1);
    let mut layers: Vec<&mut [u32]> = later.iter_mut().map(Vec::as_mut_slice).collect();
    let mut rankings = rankings;
    let mut done = 0;
    let mut rest = [0; MOST_SOLVED];
    let rest = &mut rest[..size - 1];
    (0..rests)
        .step_by(RESTS_AT_A_TIME)
        .map(|first_rest| {
            let next = first_rest + RESTS_AT_A_TIME;
            let end = if next < rests {
                ranks::unrank(next, rest);
                ranks::first_with(rest)
            } else {
                ranks::count(size)
            };
            let length = end - done;
            done = end;
            RestBlock {
                first_rest,
                rests: RESTS_AT_A_TIME.min(rests - first_rest),
                // All blocks together have the length of the whole.
                later: layers
                    .iter_mut()
                    .map(|layer| layer.split_off_mut(..length).unwrap_or_default())
                    .collect(),
                rankings: rankings
                    .split_off_mut(..length * supply)
                    .unwrap_or_default(),
            }
        })
        .collect()
}

/// Shared inputs for the processing of a layer.
struct LayerInputs<'a> {
    size: usize,
    supply: usize,
    /// The current layer, which is the number of dice left after a replacement.
    left: usize,
    rows: &'a [[i32; PILES]],
    neighbors: &'a [[u32; PILES]],
}

/// Best candidates of each face, for Crafts that are processed together.
type Best = [[i32; WIDTH]; FACES];

impl LayerInputs<'_> {
    /// Computes the best candidates of each face on this layer, and raises the values of later
    /// layers.
    fn solve_block(&self, block: RestBlock) {
        let RestBlock {
            first_rest,
            rests,
            mut later,
            rankings,
        } = block;
        let mut rest = [0; MOST_SOLVED];
        let rest = &mut rest[..self.size - 1];
        ranks::unrank(first_rest, rest);
        let mut at = 0;
        let mut replaced = Replaced::default();
        for number in first_rest..first_rest + rests {
            self.replace(rest, &mut replaced);
            let row = &self.rows[number];
            let crafts = usize::from(rest[0]) + 1;
            for start in (0..crafts).step_by(WIDTH) {
                let width = WIDTH.min(crafts - start);
                let mut best = self.best(row, &replaced, start);
                smallest_pile(row, start, width, &mut best);
                sort(&mut best);
                let place = at + start..at + start + width;
                for (column, craft) in place.clone().enumerate() {
                    rankings[craft * self.supply + self.left] =
                        word(&best.map(|face| decode(face[column])));
                }
                update_values(&best, place, &mut later);
            }
            at += crafts;
            ranks::advance(rest);
        }
    }

    /// Collects the rows in which one die of the rest is replaced, by face.
    fn replace(&self, rest: &[u8], replaced: &mut Replaced) {
        replaced.count = 0;
        let mut others = [0; MOST_SOLVED];
        let others = &mut others[..rest.len() - 1];
        for (position, &pile) in rest.iter().enumerate() {
            if position > 0 && rest[position - 1] == pile {
                continue;
            }
            others[..position].copy_from_slice(&rest[..position]);
            others[position..].copy_from_slice(&rest[position + 1..]);
            let ranks = &self.neighbors[ranks::rank(others)];
            for die in (0..DICE).filter(|&die| !repeats(pile, die)) {
                let slot = slot(position + 1, die);
                let replacements = &REPLACEMENTS[usize::from(pile)][die];
                replaced.rows[replaced.count] =
                    (slot, replacements.map(|pile| ranks[usize::from(pile)]));
                replaced.count += 1;
            }
        }
    }

    /// Returns the best candidates of each face if no die of the smallest pile is replaced.
    #[inline]
    fn best(&self, row: &[i32; PILES], replaced: &Replaced, start: usize) -> Best {
        let kept = columns(row, start);
        let mut best: Best = std::array::from_fn(|face| {
            let code = code(face, KEEP);
            kept.map(|value| value | code)
        });
        for (slot, rows) in &replaced.rows[..replaced.count] {
            for (face, (best, &row)) in best.iter_mut().zip(rows).enumerate() {
                let values = columns(&self.rows[row as usize], start);
                let code = code(face, *slot);
                for (best, value) in best.iter_mut().zip(values) {
                    *best = (*best).max(value | code);
                }
            }
        }
        best
    }
}

/// Rows of rests with one die replaced: the slot of the die, and a row for each face.
#[derive(Default)]
struct Replaced {
    rows: [(Slot, [u32; FACES]); DICE * (MOST_SOLVED - 1)],
    count: usize,
}

/// Returns adjacent columns of a row.
#[inline]
fn columns(row: &[i32; PILES], start: usize) -> [i32; WIDTH] {
    std::array::from_fn(|column| row[start + column])
}

/// Adds the candidates that replace a die of the smallest pile, for the same rest.
#[inline]
fn smallest_pile(row: &[i32; PILES], start: usize, width: usize, best: &mut Best) {
    for column in 0..width {
        let pile = start + column;
        for (die, replacements) in REPLACEMENTS[pile].iter().enumerate() {
            for (face, best) in best.iter_mut().enumerate() {
                let value = row[usize::from(replacements[face])] | code(face, slot(0, die));
                best[column] = best[column].max(value);
            }
        }
    }
}

/// Sorts the six faces of each column, the best first, with an optimal network of twelve
/// comparisons.
#[inline]
fn sort(best: &mut Best) {
    const COMPARISONS: [(usize, usize); 12] = [
        (1, 2),
        (4, 5),
        (0, 2),
        (3, 5),
        (0, 1),
        (3, 4),
        (2, 5),
        (0, 3),
        (1, 4),
        (2, 4),
        (1, 3),
        (2, 3),
    ];
    for (first, second) in COMPARISONS {
        let (one, other) = (best[first], best[second]);
        best[first] = std::array::from_fn(|column| one[column].max(other[column]));
        best[second] = std::array::from_fn(|column| one[column].min(other[column]));
    }
}

/// Raises the values of the later layers if rolling down to this layer is better: 1 die from the
/// first of them, 2 from the second, and so on.
#[inline]
fn update_values(best: &Best, place: std::ops::Range<usize>, later: &mut [&mut [u32]]) {
    // The sum of xi (i^k - (i - 1)^k) is that of i^k (xi - next), with 0 after the best.
    let mut parts: Best = std::array::from_fn(|rank| {
        let worse = &best[FACES - 1 - rank];
        match rank {
            0..5 => std::array::from_fn(|column| {
                (worse[column] >> CODE_BITS) - (best[FACES - 2 - rank][column] >> CODE_BITS)
            }),
            _ => worse.map(|value| value >> CODE_BITS),
        }
    });
    for (rolled, layer) in (1..).zip(later) {
        let mut sums = [0; WIDTH];
        for (rank, part) in (1..).zip(&mut parts) {
            for (sum, part) in sums.iter_mut().zip(part) {
                *part *= rank;
                *sum += *part;
            }
        }
        for (value, sum) in layer[place.clone()].iter_mut().zip(sums) {
            *value = (*value).max((sum as u32) << DICE_BITS | (MOST_DICE - rolled));
        }
    }
}

/// Converts the rankings of faces to plans: for s dice left, the number to roll, and the ranking on
/// the layer that this leads to.
fn choose_plans(values: &[Vec<u32>], plans: &mut [Word]) {
    const CRAFTS_AT_A_TIME: usize = 1 << 14;
    let supply = values.len() - 1;
    let chunks: Vec<_> = plans
        .chunks_mut(CRAFTS_AT_A_TIME * supply)
        .enumerate()
        .collect();
    parallel::each(chunks, |(chunk, plans)| {
        let first = chunk * CRAFTS_AT_A_TIME;
        for (rank, plans) in (first..).zip(plans.chunks_exact_mut(supply)) {
            // In descending order, since a plan overwrites a ranking that only plans with more dice
            // left need.
            for left in (1..=supply).rev() {
                let rolled = dice(values[left][rank]);
                if rolled > 1 {
                    plans[left - 1] = plans[left - rolled as usize];
                }
                plans[left - 1] |= rolling(rolled);
            }
        }
    });
}
