//! Plays two contests over the same trial numbers and joins what they yield, trial by trial.

use super::difference::{Compared, Decided, Difference, Seen};
use super::figures::{Both, Common, Place};
use crate::analysis::study::{Luck, Sample};
use crate::contest::{Contest, Describe};
use crate::sim::in_chunks;
use crate::stats::{BoundedMean, Discordance, Interval, Sums};
use std::ops::Range;

/// Values of the first contest that are kept until the second one has played the same trials: few
/// enough to stay near the processor.
const KEPT: usize = 1 << 14;
/// The most trials that are played of one contest before the other one has its turn.
const MOST_IN_TURN: usize = 1 << 12;
/// The fewest, so that setting up the table does not cost more than playing.
const FEWEST_IN_TURN: usize = 1 << 7;

/// The values of a metric that both have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Joined {
    /// Of the first contest.
    pub first: Sums,
    /// Of the second contest.
    pub second: Sums,
    /// Of the second less the first, trial by trial; nothing where a trial may have no value.
    pub difference: Sums,
    /// In how many trials a value was beyond the bounds, and taken as the bound.
    pub outside: u64,
}

impl Joined {
    fn merge(&mut self, other: &Self) {
        self.first.merge(&other.first);
        self.second.merge(&other.second);
        self.difference.merge(&other.difference);
        self.outside += other.outside;
    }
}

/// What trials of two contests add up to.
#[derive(Clone, Debug)]
struct Block {
    /// How often the first ended so and the second so, row by row.
    ends: Vec<u64>,
    columns: usize,
    /// Of each metric that both have.
    joined: Vec<Joined>,
}

impl Block {
    fn trials(&self) -> u64 {
        self.ends.iter().sum()
    }

    /// In which trials outcomes of both contests came up, by their positions.
    fn outcomes(&self, [first, second]: [usize; 2]) -> Seen<'_> {
        let both = self.ends[first * self.columns + second];
        let row = &self.ends[first * self.columns..][..self.columns];
        let column = self.ends.iter().skip(second).step_by(self.columns);
        let (row, column): (u64, u64) = (row.iter().sum(), column.sum());
        let pairs = Discordance {
            trials: self.trials(),
            first: row - both,
            second: column - both,
        };
        Seen::Share(pairs, both)
    }

    fn merge(&mut self, other: &Self) {
        for (sum, count) in self.ends.iter_mut().zip(&other.ends) {
            *sum += count;
        }
        for (sum, joined) in self.joined.iter_mut().zip(&other.joined) {
            sum.merge(joined);
        }
    }
}

/// In which trials yes was said in both contests: of differences of -1, 0 and 1 the squares count those that
/// are not 0.
fn yes(joined: &Joined) -> Seen<'_> {
    let (sum, squares) = (joined.difference.sum(), joined.difference.squares());
    let pairs = Discordance {
        trials: joined.difference.count(),
        first: ((squares - sum) / 2) as u64,
        second: i128::midpoint(squares, sum) as u64,
    };
    Seen::Share(pairs, joined.first.sum() as u64 - pairs.first)
}

/// Running statistics of the difference of two means.
#[derive(Clone, Debug)]
pub enum Means {
    /// The mean of the differences, trial by trial.
    Paired(BoundedMean),
    /// Both means, each over the trials that have a value.
    Apart([BoundedMean; 2]),
}

impl Means {
    fn new(both: Both) -> Self {
        let (low, high) = both.bounds;
        if both.is_apart() {
            let mean = BoundedMean::new(low, high);
            return Self::Apart([mean.clone(), mean]);
        }
        let range = high.saturating_sub(low).max(1);
        Self::Paired(BoundedMean::near(-range, range, 0))
    }

    fn add(&mut self, joined: &Joined) {
        match self {
            Self::Paired(mean) => mean.add_sums(&joined.difference),
            Self::Apart(means) => {
                for (mean, sums) in means.iter_mut().zip([&joined.first, &joined.second]) {
                    mean.add_sums(sums);
                }
            }
        }
    }

    /// Returns the interval for the true difference, valid at any stopping time: of two means each has half of `alpha`.
    pub fn interval(&self, alpha: f64) -> Interval {
        match self {
            Self::Paired(mean) => mean.interval(alpha),
            Self::Apart(means) => {
                let [first, second] = [0, 1].map(|one: usize| means[one].interval(alpha / 2.0));
                Interval {
                    low: second.low - first.high,
                    high: second.high - first.low,
                }
            }
        }
    }
}

/// Two contests on the same luck, and what is known of the figures that both have.
pub struct Pairs<'a> {
    contests: [&'a dyn Contest; 2],
    chunk: Option<u64>,
    /// The figures with what was decided on them.
    figures: Vec<(Common, Decided)>,
    /// The metrics with what is known of the difference of their means.
    metrics: Vec<(Both, Means)>,
    total: Block,
}

impl<'a> Pairs<'a> {
    /// Nothing played yet. The size of chunks of work follows the workers' speed unless it is given.
    pub fn new(
        contests: [&'a dyn Contest; 2],
        figures: Vec<Common>,
        metrics: Vec<Both>,
        chunk: Option<u64>,
    ) -> Self {
        let [rows, columns] = contests.map(|contest| contest.outcomes().len());
        let mean = |both: Both| (both, Means::new(both));
        let undecided = |figure| (figure, Decided::default());
        Self {
            contests,
            chunk,
            figures: figures.into_iter().map(undecided).collect(),
            total: Block {
                ends: vec![0; rows * columns],
                columns,
                joined: vec![Joined::default(); metrics.len()],
            },
            metrics: metrics.into_iter().map(mean).collect(),
        }
    }

    /// What the trials say of a figure.
    fn seen(&self, figure: &Common) -> Seen<'_> {
        match figure.place {
            Place::Outcome(positions) => self.total.outcomes(positions),
            Place::Metric(place) if figure.told.is_share => yes(&self.total.joined[place]),
            Place::Metric(place) => Seen::Mean(&self.total.joined[place], &self.metrics[place].1),
        }
    }

    /// Looks at the figures that are to be decided on: whether all are, and the difference of every share
    /// among them is known to within +-`precision`, where that is asked for.
    pub fn look(&mut self, precision: Option<f64>) -> bool {
        let mut all = true;
        for index in 0..self.figures.len() {
            let (figure, decided) = &self.figures[index];
            if figure.asked.is_none() {
                continue;
            }
            let told = &figure.told;
            let interval = self.seen(figure).interval(told.alpha);
            let decided = decided.look(interval, told.margin);
            all &= decided.verdict() != Difference::Undecided;
            all &= !told.is_share || precision.is_none_or(|half| interval.half_width() <= half);
            self.figures[index].1 = decided;
        }
        all
    }

    /// What is known of a figure, by its position.
    pub fn compared(&self, figure: usize) -> Compared {
        let (figure, decided) = &self.figures[figure];
        figure.sampled(&self.seen(figure), *decided)
    }

    /// What is known of all figures.
    pub fn all(&self) -> Vec<Compared> {
        let all = 0..self.figures.len();
        all.map(|figure| self.compared(figure)).collect()
    }

    /// In how many trials the two did not end by the same name.
    pub fn otherwise(&self) -> u64 {
        let [first, second] = self.contests.map(Describe::outcomes);
        let mut same = 0;
        for (row, one) in first.iter().enumerate() {
            let column = second.iter().position(|other| other.name == one.name);
            same += column.map_or(0, |column| {
                self.total.ends[row * self.total.columns + column]
            });
        }
        self.total.trials() - same
    }
}

impl Sample for Pairs<'_> {
    fn trials(&self) -> u64 {
        self.total.trials()
    }

    fn play(&mut self, end: u64, luck: &Luck<'_>) -> Option<()> {
        let empty = Block {
            ends: vec![0; self.total.ends.len()],
            columns: self.total.columns,
            joined: vec![Joined::default(); self.metrics.len()],
        };
        let metrics: Vec<Both> = self.metrics.iter().map(|(both, _)| *both).collect();
        let in_turn = (KEPT / (metrics.len() + 1)).clamp(FEWEST_IN_TURN, MOST_IN_TURN) as u64;
        let mut block = empty.clone();
        let played = in_chunks(
            self.trials()..end,
            (luck.threads, self.chunk),
            luck.watch,
            || (empty.clone(), Vec::new()),
            |mut trials, (own, kept)| {
                while !trials.is_empty() {
                    let next = trials.end.min(trials.start + in_turn);
                    join(
                        self.contests,
                        luck.seed,
                        trials.start..next,
                        &metrics,
                        own,
                        kept,
                    );
                    trials.start = next;
                }
            },
            |(own, _)| block.merge(&own),
        );
        if played < end {
            return None;
        }
        for ((_, mean), joined) in self.metrics.iter_mut().zip(&block.joined) {
            mean.add(joined);
        }
        self.total.merge(&block);
        Some(())
    }
}

/// Plays a few trials of the first contest, keeps what they yield, and joins it to the second's.
fn join(
    [first, second]: [&dyn Contest; 2],
    seed: u64,
    trials: Range<u64>,
    metrics: &[Both],
    own: &mut Block,
    kept: &mut Vec<i64>,
) {
    kept.clear();
    first.watch(seed, trials.clone(), &mut |_, record| {
        kept.push(record.outcome as i64);
        let values = metrics.iter().map(|both| record.values[both.positions[0]]);
        kept.extend(values);
        true
    });
    let mut rows = kept.chunks_exact(metrics.len() + 1);
    second.watch(seed, trials, &mut |_, record| {
        // Both play the same trials, so there is a row for each.
        let Some((outcome, values)) = rows.next().and_then(<[i64]>::split_first) else {
            return false;
        };
        own.ends[*outcome as usize * own.columns + record.outcome] += 1;
        for ((joined, both), &value) in own.joined.iter_mut().zip(metrics).zip(values) {
            let other = record.values[both.positions[1]];
            let (low, high) = both.bounds;
            let (one, two) = (value.clamp(low, high), other.clamp(low, high));
            if both.is_apart() {
                for (sums, taken, value, never) in [
                    (&mut joined.first, one, value, both.never[0]),
                    (&mut joined.second, two, other, both.never[1]),
                ] {
                    if never != Some(value) {
                        sums.add(taken);
                        joined.outside += u64::from(taken != value);
                    }
                }
                continue;
            }
            joined.outside += u64::from(one != value || two != other);
            joined.first.add(one);
            joined.second.add(two);
            joined.difference.add(two - one);
        }
        true
    });
}
