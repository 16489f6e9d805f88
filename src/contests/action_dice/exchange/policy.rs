//! The best splits: against a fixed player the split with the best score, round by round; against each
//! other the mixes at which neither side gains.
//!
//! The score of a side is its chance to win and half the chance that nobody does. With so many rounds
//! left the score of each choice is the mean of the scores with one round fewer, so they are found
//! backwards from the last round (R. Bellman, *Dynamic Programming*, 1957). Where both sides choose, a
//! round is a matrix whose saddle point both play (L. S. Shapley, *Stochastic games*, Proceedings of the
//! National Academy of Sciences 39, 1953).

use super::chances::Chances;
use super::players::ALL_OUT;
use super::{DRAW, Exchange, Hits, Player};
use crate::stats::saddle;
use std::collections::BTreeMap;

/// The weights of the splits 0 to 7; together [`WHOLE`].
pub(super) type Mix = [u32; ALL_OUT + 1];

/// The sum of the weights of a mix: mixes are played as they are kept, to a millionth.
pub(super) const WHOLE: u32 = 1_000_000;

/// Scores that differ by less count as equal, and the first split is taken.
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
        // What the first side scores from there on.
        let mut scores: BTreeMap<Hits, f64> = all.iter().map(|&hits| (hits, 0.5)).collect();
        for _ in 0..exchange.options.max_rounds {
            let mut now = BTreeMap::new();
            for &hits in &all {
                let mut score = |row: usize, column: usize| -> f64 {
                    let ends = chances.after(hits, [row, column]).iter();
                    let value = |after: &Hits| match exchange.ended(*after) {
                        Some(0) => 1.0,
                        Some(DRAW) => 0.5,
                        Some(_) => 0.0,
                        None => scores[after],
                    };
                    ends.map(|(after, chance)| chance * value(after)).sum()
                };
                let matrix: Vec<Vec<f64>> = rows
                    .iter()
                    .map(|&row| columns.iter().map(|&column| score(row, column)).collect())
                    .collect();
                let (value, mixes) = chosen(&matrix, thinks);
                now.insert(hits, value);
                for side in 0..2 {
                    if thinks[side] {
                        policy.mixes[side].push(mixes[side]);
                    }
                }
            }
            scores = now;
        }
        policy
    }
}

/// What both sides choose in a matrix of scores for the first, and its value then. A side that does not
/// think has a single row or column.
fn chosen(matrix: &[Vec<f64>], thinks: [bool; 2]) -> (f64, [Mix; 2]) {
    if thinks == [true; 2]
        && let Some(found) = saddle(matrix)
    {
        let mixes = [mix(&found.rows), mix(&found.columns)];
        let share = |mix: &Mix, split: usize| f64::from(mix[split]) / f64::from(WHOLE);
        let mut value = 0.0;
        for (row, scores) in matrix.iter().enumerate() {
            for (column, score) in scores.iter().enumerate() {
                value += share(&mixes[0], row) * share(&mixes[1], column) * score;
            }
        }
        return (value, mixes);
    }
    let pure = |split: usize| {
        let mut mix = [0; ALL_OUT + 1];
        mix[split] = WHOLE;
        mix
    };
    let mut best = (matrix[0][0], [0, 0]);
    for (row, scores) in matrix.iter().enumerate() {
        for (column, &score) in scores.iter().enumerate() {
            let gain = if thinks[0] {
                score - best.0
            } else {
                best.0 - score
            };
            if gain > EQUAL {
                best = (score, [row, column]);
            }
        }
    }
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
