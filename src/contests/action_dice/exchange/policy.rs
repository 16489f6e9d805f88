//! The best splits: against a fixed player those that win most often, round by round; against each
//! other the mixes at which neither side gains.
//!
//! With so many rounds left the chances of each choice are the mean of the chances with one round fewer,
//! so they are found backwards from the last round (R. Bellman, *Dynamic Programming*, 1957). Against a
//! fixed player the split with the best chance to win is taken, of equals the one with the least chance
//! that the other side wins, of equals the one that ends sooner, of equals the first. Where both sides choose, a
//! round is a matrix of scores, the chance to win and half the chance of no winner, and both play its saddle
//! point (L. S. Shapley, *Stochastic games*, Proceedings of the National Academy of Sciences 39, 1953): of single
//! splits, where some are one, those that end sooner.
//!
//! Without the number of rounds a side that cannot lose would defend with all dice until the last round.

use super::chances::Chances;
use super::players::ALL_OUT;
use super::{Exchange, Hits, Player};
use crate::stats::saddle;
use std::collections::BTreeMap;

/// The weights of the splits 0 to 7; together [`WHOLE`].
pub(super) type Mix = [u32; ALL_OUT + 1];

/// The sum of the weights of a mix: mixes are played as they are kept, to a millionth.
pub(super) const WHOLE: u32 = 1_000_000;

/// Chances that differ by less count as equal.
const EQUAL: f64 = 1e-12;
/// Numbers of rounds that differ by less count as equal, and the first split is taken.
const SOONER: f64 = 1e-9;

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
        let mut known: BTreeMap<Hits, Future> =
            all.iter().map(|&hits| (hits, Future::default())).collect();
        for _ in 0..exchange.options.max_rounds {
            let mut now = BTreeMap::new();
            for &hits in &all {
                let mut of_choice = |row: usize, column: usize| -> Future {
                    let mut sum = Future {
                        rounds: 1.0,
                        ..Future::default()
                    };
                    for (after, chance) in chances.after(hits, [row, column]) {
                        sum.add(
                            *chance,
                            match exchange.ended(*after) {
                                Some(winner) => Future::ended(winner),
                                None => known[after],
                            },
                        );
                    }
                    sum
                };
                let matrix: Vec<Vec<Future>> = rows
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
            known = now;
        }
        policy
    }
}

/// Expectations of the rest of the exchange.
#[derive(Clone, Copy, Debug, Default)]
struct Future {
    /// The chances of both sides to win.
    wins: [f64; 2],
    /// The expected number of rounds that are still to begin.
    rounds: f64,
}

impl Future {
    /// The end, won by side 0 or 1, or by neither with any other outcome.
    fn ended(outcome: usize) -> Self {
        Self {
            wins: [0, 1].map(|own| f64::from(own == outcome)),
            rounds: 0.0,
        }
    }

    fn add(&mut self, chance: f64, more: Self) {
        for (sum, win) in self.wins.iter_mut().zip(more.wins) {
            *sum += chance * win;
        }
        self.rounds += chance * more.rounds;
    }

    /// The score of the first side: its chance to win, and half the chance of no winner.
    fn score(&self) -> f64 {
        0.5 + (self.wins[0] - self.wins[1]) / 2.0
    }
}

/// Returns what follows from the best choices of both sides in a matrix, and these choices. A side that
/// does not think has a single row or column.
fn chosen(matrix: &[Vec<Future>], thinks: [bool; 2]) -> (Future, [Mix; 2]) {
    let pure = |row: usize, column: usize| {
        let mixes = [row, column].map(|split| {
            let mut mix = [0; ALL_OUT + 1];
            mix[split] = WHOLE;
            mix
        });
        (matrix[row][column], mixes)
    };
    if thinks == [true; 2] {
        let scores: Vec<Vec<f64>> = matrix
            .iter()
            .map(|row| row.iter().map(Future::score).collect())
            .collect();
        if let Some([row, column]) = pure_saddle(matrix, &scores) {
            return pure(row, column);
        }
        if let Some(found) = saddle(&scores) {
            let mixes = [mix(&found.rows), mix(&found.columns)];
            let share = |mix: &Mix, split: usize| f64::from(mix[split]) / f64::from(WHOLE);
            let mut sum = Future::default();
            for (row, cells) in matrix.iter().enumerate() {
                for (column, &future) in cells.iter().enumerate() {
                    sum.add(share(&mixes[0], row) * share(&mixes[1], column), future);
                }
            }
            return (sum, mixes);
        }
    }
    let own = usize::from(!thinks[0]);
    let is_better = |new: Future, old: Future| {
        let gain = new.wins[own] - old.wins[own];
        let spares = old.wins[1 - own] - new.wins[1 - own];
        let is_sooner = new.rounds < old.rounds - SOONER;
        gain > EQUAL || gain >= -EQUAL && (spares > EQUAL || spares >= -EQUAL && is_sooner)
    };
    let mut best = [0, 0];
    for (row, cells) in matrix.iter().enumerate() {
        for (column, &future) in cells.iter().enumerate() {
            if is_better(future, matrix[best[0]][best[1]]) {
                best = [row, column];
            }
        }
    }
    pure(best[0], best[1])
}

/// The splits of both sides at which neither gains by any other, of several those that end sooner, of equals the
/// first; none where a side has to mix.
fn pure_saddle(matrix: &[Vec<Future>], scores: &[Vec<f64>]) -> Option<[usize; 2]> {
    let least = |row: &Vec<f64>| row.iter().copied().fold(f64::INFINITY, f64::min);
    let most = |column: usize| {
        let scores = scores.iter().map(|row| row[column]);
        scores.fold(f64::NEG_INFINITY, f64::max)
    };
    let mut best: Option<[usize; 2]> = None;
    for (row, cells) in matrix.iter().enumerate() {
        for (column, future) in cells.iter().enumerate() {
            let is_saddle = most(column) - least(&scores[row]) <= EQUAL;
            let is_sooner = best
                .is_none_or(|[row, column]| future.rounds < matrix[row][column].rounds - SOONER);
            if is_saddle && is_sooner {
                best = Some([row, column]);
            }
        }
    }
    best
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
