//! Plays two contests over the same trial numbers and joins what they yield, trial by trial.

use super::ComparePlan;
use super::figure::Watched;
use crate::contest::Contest;
use crate::sim::{Watch, in_pieces};
use crate::stats::Sums;
use std::ops::Range;

/// Values of the first contest that are kept until the second one has played the same trials: few
/// enough to stay near the processor.
const KEPT: usize = 1 << 14;
/// The most trials that are played of one contest before the other one has its turn.
const MOST_IN_TURN: usize = 1 << 12;
/// The fewest, so that setting up the table does not cost more than playing.
const FEWEST_IN_TURN: usize = 1 << 7;

/// A metric that both contests have.
#[derive(Clone, Copy, Debug)]
struct Both {
    /// Its position in each.
    positions: [usize; 2],
    /// The bounds between which values are taken as they are.
    bounds: (i64, i64),
}

/// The values of a metric that both have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Joined {
    /// Of the first contest.
    pub(super) first: Sums,
    /// Of the second contest.
    pub(super) second: Sums,
    /// Of the second less the first, trial by trial.
    pub(super) difference: Sums,
    /// In how many trials a value was beyond the bounds, and taken as the bound.
    pub(super) outside: u64,
}

impl Joined {
    /// Adds other trials.
    pub(super) fn merge(&mut self, other: &Self) {
        self.first.merge(&other.first);
        self.second.merge(&other.second);
        self.difference.merge(&other.difference);
        self.outside += other.outside;
    }
}

/// What trials of two contests add up to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// How often the first ended so and the second so, row by row.
    ends: Vec<u64>,
    columns: usize,
    joined: Vec<Option<Joined>>,
}

impl Block {
    /// How often the first contest ended as `first` and the second one not as `second`, the other way
    /// round, and how often both did.
    pub(super) fn outcomes(&self, first: usize, second: usize) -> [u64; 3] {
        let both = self.ends[first * self.columns + second];
        let row = &self.ends[first * self.columns..][..self.columns];
        let column = self.ends.iter().skip(second).step_by(self.columns);
        let (row, column): (u64, u64) = (row.iter().sum(), column.sum());
        [row - both, column - both, both]
    }

    /// How many trials there were.
    pub(super) fn trials(&self) -> u64 {
        self.ends.iter().sum()
    }

    /// The values of the metric of a figure, by the figure's position.
    pub(super) fn joined(&self, figure: usize) -> Option<&Joined> {
        self.joined.get(figure)?.as_ref()
    }

    fn merge(&mut self, other: &Self) {
        for (sum, count) in self.ends.iter_mut().zip(&other.ends) {
            *sum += count;
        }
        for (sum, joined) in self.joined.iter_mut().zip(&other.joined) {
            if let (Some(sum), Some(joined)) = (sum, joined) {
                sum.merge(joined);
            }
        }
    }
}

/// Two contests on the same luck.
pub(super) struct Pairs {
    metrics: Vec<Option<Both>>,
    empty: Block,
    total: Block,
    /// For each outcome of the first the position of that of the same name in the second.
    same: Vec<Option<usize>>,
}

impl Pairs {
    /// Nothing played yet.
    pub(super) fn new((first, second): (&dyn Contest, &dyn Contest), figures: &[Watched]) -> Self {
        let metrics: Vec<Option<Both>> = figures
            .iter()
            .map(|figure| {
                let (positions, bounds) = figure.metric()?;
                Some(Both { positions, bounds })
            })
            .collect();
        let (rows, columns) = (first.outcomes().len(), second.outcomes().len());
        let empty = Block {
            ends: vec![0; rows * columns],
            columns,
            joined: metrics
                .iter()
                .map(|metric| metric.map(|_| Joined::default()))
                .collect(),
        };
        let same = first.outcomes().iter().map(|one| {
            let mut others = second.outcomes().iter();
            others.position(|other| other.name == one.name)
        });
        Self {
            metrics,
            total: empty.clone(),
            empty,
            same: same.collect(),
        }
    }

    /// Plays these trials of both; `None` if somebody ended it before all were played.
    pub(super) fn play(
        &self,
        contests: (&dyn Contest, &dyn Contest),
        plan: &ComparePlan,
        section: Range<u64>,
        watch: &dyn Watch,
    ) -> Option<Block> {
        let mut block = self.empty.clone();
        let metrics: Vec<(usize, Both)> = self
            .metrics
            .iter()
            .enumerate()
            .filter_map(|(figure, metric)| Some((figure, (*metric)?)))
            .collect();
        let end = section.end;
        let in_turn = (KEPT / (metrics.len() + 1)).clamp(FEWEST_IN_TURN, MOST_IN_TURN) as u64;
        let played = in_pieces(
            section,
            (plan.threads, plan.piece),
            watch,
            || (self.empty.clone(), Vec::new()),
            |mut trials, (own, kept)| {
                while !trials.is_empty() {
                    let next = trials.end.min(trials.start + in_turn);
                    join(contests, plan.seed, trials.start..next, &metrics, own, kept);
                    trials.start = next;
                }
            },
            |(own, _)| block.merge(&own),
        );
        (played == end).then_some(block)
    }

    /// Adds a block to the total.
    pub(super) fn merge(&mut self, block: &Block) {
        self.total.merge(block);
    }

    /// In how many trials the two did not end by the same name.
    pub(super) fn otherwise(&self) -> u64 {
        let same: u64 = self
            .same
            .iter()
            .enumerate()
            .filter_map(|(row, column)| {
                Some(self.total.ends[row * self.total.columns + (*column)?])
            })
            .sum();
        self.total.trials() - same
    }
}

/// Plays a few trials of the first contest, keeps what they yield, and joins it to the second's.
fn join(
    (first, second): (&dyn Contest, &dyn Contest),
    seed: u64,
    trials: Range<u64>,
    metrics: &[(usize, Both)],
    own: &mut Block,
    kept: &mut Vec<i64>,
) {
    kept.clear();
    first.watch(seed, trials.clone(), &mut |_, record| {
        kept.push(record.outcome as i64);
        kept.extend(
            metrics
                .iter()
                .map(|(_, both)| record.values[both.positions[0]]),
        );
        true
    });
    let mut rows = kept.chunks_exact(metrics.len() + 1);
    second.watch(seed, trials, &mut |_, record| {
        // Both play the same trials, so there is a row for each.
        let Some((outcome, values)) = rows.next().and_then(<[i64]>::split_first) else {
            return false;
        };
        own.ends[*outcome as usize * own.columns + record.outcome] += 1;
        for ((figure, both), &value) in metrics.iter().zip(values) {
            let Some(joined) = &mut own.joined[*figure] else {
                continue;
            };
            let other = record.values[both.positions[1]];
            let (low, high) = both.bounds;
            let (one, two) = (value.clamp(low, high), other.clamp(low, high));
            joined.outside += u64::from(one != value || two != other);
            joined.first.add(one);
            joined.second.add(two);
            joined.difference.add(two - one);
        }
        true
    });
}
