//! The best splits: against a fixed player those that win most often, round by round; against each
//! other the mixes at which neither side gains.
//!
//! With so many rounds left the chances of each choice are the mean of the chances with one round fewer,
//! so they are found backwards from the last round (R. Bellman, *Dynamic Programming*, 1957). Against a
//! fixed player the split with the best chance to win is taken, of equals the one with the least chance
//! that the other side wins, of equals the first. Where both sides choose, a round is a matrix of
//! scores, the chance to win and half the chance that nobody does, and both play its saddle point (L. S.
//! Shapley, *Stochastic games*, Proceedings of the National Academy of Sciences 39, 1953).

use super::chances::Chances;
use super::players::ALL_OUT;
use super::{Exchange, Hits, Player};
use crate::stats::saddle;
use std::collections::BTreeMap;

/// The weights of the splits 0 to 7; together [`WHOLE`].
pub(super) type Mix = [u32; ALL_OUT + 1];

/// The sum of the weights of a mix: mixes are played as they are kept, to a millionth.
pub(super) const WHOLE: u32 = 1_000_000;

/// Chances that differ by less count as equal, and the first split is taken.
const EQUAL: f64 = 1e-12;

/// What the best players choose.
#[derive(Clone, Debug)]
pub(super) struct Policy {
    /// How many hits put the second side out.
    width: u32,
    /// How many hits put the first side out, times the width.
    stride: usize,
    /// By side, then by rounds left less one, then by hits; empty for fixed players.
    mixes: [Vec<Mix>; 2],
}

impl Policy {
    /// What a side chooses with so many rounds left.
    #[inline]
    pub(super) fn mix(&self, side: usize, left: u32, hits: Hits) -> &Mix {
        let place = (hits[0] * self.width + hits[1]) as usize;
        &self.mixes[side][(left as usize - 1) * self.stride + place]
    }

    /// Finds it.
    pub(super) fn solve(exchange: &Exchange) -> Self {
        let thinks = [0, 1].map(|side: usize| exchange.sides[side].player == Player::Best);
        let [rows, columns] = [0, 1].map(|side| exchange.choices(side));
        let all: Vec<Hits> = exchange.unended().collect();
        let mut policy = Self {
            width: exchange.most_hits(1),
            stride: all.len(),
            mixes: [Vec::new(), Vec::new()],
        };
        let mut chances = Chances::new(exchange);
        // How likely either side wins from there on.
        let mut wins: BTreeMap<Hits, Wins> = all.iter().map(|&hits| (hits, [0.0; 2])).collect();
        for _ in 0..exchange.options.max_rounds {
            let mut now = BTreeMap::new();
            for &hits in &all {
                let mut of_choice = |row: usize, column: usize| -> Wins {
                    let mut sums = [0.0; 2];
                    for (after, chance) in chances.after(hits, [row, column]) {
                        let later = match exchange.ended(*after) {
                            Some(side @ (0 | 1)) => [0, 1].map(|own| f64::from(own == side)),
                            Some(_) => [0.0; 2],
                            None => wins[after],
                        };
                        for (sum, win) in sums.iter_mut().zip(later) {
                            *sum += chance * win;
                        }
                    }
                    sums
                };
                let matrix: Vec<Vec<Wins>> = rows
                    .iter()
                    .map(|&row| {
                        columns
                            .iter()
                            .map(|&column| of_choice(row, column))
                            .collect()
                    })
                    .collect();
                let (value, mixes) = chosen(&matrix, thinks);
                now.insert(hits, value);
                for side in 0..2 {
                    if thinks[side] {
                        policy.mixes[side].push(mixes[side]);
                    }
                }
            }
            wins = now;
        }
        policy
    }
}

/// The chances of both sides to win.
type Wins = [f64; 2];

/// What both sides choose in a matrix, and their chances then. A side that does not think has a single
/// row or column.
fn chosen(matrix: &[Vec<Wins>], thinks: [bool; 2]) -> (Wins, [Mix; 2]) {
    let scores: Vec<Vec<f64>> = matrix
        .iter()
        .map(|row| {
            row.iter()
                .map(|wins| 0.5 + (wins[0] - wins[1]) / 2.0)
                .collect()
        })
        .collect();
    if thinks == [true; 2]
        && let Some(found) = saddle(&scores)
    {
        let mixes = [mix(&found.rows), mix(&found.columns)];
        let share = |mix: &Mix, split: usize| f64::from(mix[split]) / f64::from(WHOLE);
        let mut sums = [0.0; 2];
        for (row, cells) in matrix.iter().enumerate() {
            for (column, wins) in cells.iter().enumerate() {
                let chance = share(&mixes[0], row) * share(&mixes[1], column);
                for (sum, win) in sums.iter_mut().zip(wins) {
                    *sum += chance * win;
                }
            }
        }
        return (sums, mixes);
    }
    let own = usize::from(!thinks[0]);
    let is_better = |new: Wins, old: Wins| {
        let gain = new[own] - old[own];
        gain > EQUAL || gain >= -EQUAL && new[1 - own] < old[1 - own] - EQUAL
    };
    let mut best = (matrix[0][0], [0, 0]);
    for (row, cells) in matrix.iter().enumerate() {
        for (column, &wins) in cells.iter().enumerate() {
            if is_better(wins, best.0) {
                best = (wins, [row, column]);
            }
        }
    }
    let pure = |split: usize| {
        let mut mix = [0; ALL_OUT + 1];
        mix[split] = WHOLE;
        mix
    };
    (best.0, best.1.map(pure))
}

/// Weights in millionths: rounded down, and the rest to the largest remainders, of equals the first.
fn mix(weights: &[f64]) -> Mix {
    let mut mix = [0; ALL_OUT + 1];
    let mut remainders = Vec::new();
    for (split, &weight) in weights.iter().enumerate() {
        let exact = weight * f64::from(WHOLE);
        mix[split] = exact as u32;
        remainders.push((exact - f64::from(mix[split]), split));
    }
    remainders.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let given: u32 = mix.iter().sum();
    for (_, split) in remainders
        .into_iter()
        .take(WHOLE.saturating_sub(given) as usize)
    {
        mix[split] += 1;
    }
    mix
}
