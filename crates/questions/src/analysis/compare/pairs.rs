//! Plays two contests on the same trial numbers and joins their records, trial by trial.

use super::control::{PairControl, PairControlSums};
use super::difference::{
    ComparedFigure, Decisions, Difference, MeanDifference, PairedData, PairedSums,
};
use super::figures::{CommonFigure, CommonMetric, FigureIndex};
use crate::analysis::study::statistic::Event;
use crate::analysis::study::{Sample, SeededTrials};
use crate::contest::{Contest, Describe};
use crate::sim::in_chunks;
use crate::stats::{Discordance, merge_each};
use std::ops::Range;

/// Number of buffered values of the first contest until the second has played the same trials: few
/// enough for the processor's cache.
const BUFFERED: usize = 1 << 14;
/// Maximum number of trials of one contest before the other one's turn.
const MOST_IN_TURN: usize = 1 << 12;
/// Minimum number of trials in a turn, so that the setup does not cost more than playing.
const FEWEST_IN_TURN: usize = 1 << 7;

/// Outcomes of both contests and sums of their metrics, over all trials.
#[derive(Clone, Debug)]
struct PairCounts {
    /// Numbers of trials by outcome of the first contest (rows) and of the second (columns).
    ends: Vec<u64>,
    columns: usize,
    /// Sums of each common metric.
    sums_of_pairs: Vec<PairedSums>,
    /// Sums of the control variates, if any.
    controls: PairControlSums,
}

impl PairCounts {
    fn trials(&self) -> u64 {
        self.ends.iter().sum()
    }

    /// Returns the data of an outcome, given its index in each contest.
    fn outcomes(
        &self,
        [first, second]: [usize; 2],
        control: Option<&PairControl>,
    ) -> PairedData<'_> {
        let both = self.ends[first * self.columns + second];
        let row = &self.ends[first * self.columns..][..self.columns];
        let column = self.ends.iter().skip(second).step_by(self.columns);
        let (row, column): (u64, u64) = (row.iter().sum(), column.sum());
        let pairs = Discordance {
            trials: self.trials(),
            first: row - both,
            second: column - both,
        };
        let adjusted = control
            .and_then(|control| control.adjusted(&self.controls, [first, second], (&pairs, row)));
        PairedData::Share(pairs, both, adjusted)
    }

    /// Returns the data of any of some outcomes of each contest.
    fn events(&self, [first, second]: [&[usize]; 2]) -> PairedData<'_> {
        let (mut both, mut pairs) = (0, Discordance::default());
        for (place, count) in self.ends.iter().enumerate() {
            let is_first = first.contains(&(place / self.columns));
            let is_second = second.contains(&(place % self.columns));
            both += if is_first && is_second { *count } else { 0 };
            pairs.first += if is_first && !is_second { *count } else { 0 };
            pairs.second += if is_second && !is_first { *count } else { 0 };
        }
        pairs.trials = self.trials();
        PairedData::Share(pairs, both, None)
    }

    fn merge(&mut self, other: &Self) {
        merge_each(&mut self.ends, &other.ends, |sum, count| *sum += count);
        let sums = &mut self.sums_of_pairs;
        merge_each(sums, &other.sums_of_pairs, PairedSums::merge);
        self.controls.merge(&other.controls);
    }
}

/// Returns the data of a yes-or-no metric. The differences are -1, 0 or 1, so their sum of squares
/// is the number of discordant trials.
fn yes(sums_of_pairs: &PairedSums) -> PairedData<'_> {
    let difference = &sums_of_pairs.difference;
    let (sum, squares) = (difference.sum(), difference.squares());
    let pairs = Discordance {
        trials: difference.count(),
        first: ((squares - sum) / 2) as u64,
        second: i128::midpoint(squares, sum) as u64,
    };
    PairedData::Share(pairs, sums_of_pairs.first.sum() as u64 - pairs.first, None)
}

/// A sample of two contests on common random numbers, with the figures that both have.
pub struct Pairs<'a> {
    contests: [&'a dyn Contest; 2],
    chunk: Option<u64>,
    /// Control variates, if they save time.
    control: Option<PairControl>,
    /// Number of the first trial.
    start: u64,
    /// The common figures, with the decisions so far.
    figures: Vec<(CommonFigure, Decisions)>,
    /// The metrics with the statistics of the difference of their means.
    metrics: Vec<(CommonMetric, MeanDifference)>,
    total: PairCounts,
}

impl<'a> Pairs<'a> {
    /// Returns an empty sample. The size of chunks of work adapts to the workers' speed unless
    /// `chunk` is given.
    pub fn new(
        contests: [&'a dyn Contest; 2],
        (figures, metrics): (Vec<CommonFigure>, Vec<CommonMetric>),
        chunk: Option<u64>,
    ) -> Self {
        let [rows, columns] = contests.map(|contest| contest.outcomes().len());
        let mean = |both: CommonMetric| (both, MeanDifference::new(both));
        let undecided = |figure| (figure, Decisions::default());
        Self {
            contests,
            chunk,
            control: None,
            start: 0,
            figures: figures.into_iter().map(undecided).collect(),
            total: PairCounts {
                ends: vec![0; rows * columns],
                columns,
                sums_of_pairs: vec![PairedSums::default(); metrics.len()],
                controls: PairControlSums::default(),
            },
            metrics: metrics.into_iter().map(mean).collect(),
        }
    }

    /// Returns this empty sample with control variates, and with trials from number `start` on.
    pub fn with_control(mut self, control: PairControl, start: u64) -> Self {
        self.total.controls = control.sums();
        (self.control, self.start) = (Some(control), start);
        self
    }

    /// Returns the data of an outcome, given its index in each contest.
    pub fn outcome(&self, positions: [usize; 2]) -> PairedData<'_> {
        self.total.outcomes(positions, self.control.as_ref())
    }

    /// Returns the data of a figure.
    fn seen(&self, figure: &CommonFigure) -> PairedData<'_> {
        match figure.place {
            FigureIndex::Outcome(positions) => self.outcome(positions),
            FigureIndex::Successes => {
                let [first, second] = self.contests.map(|one| Event::Success.outcomes(one));
                self.total.events([&first, &second])
            }
            FigureIndex::Metric(place) if figure.reported.difference.is_share() => {
                yes(&self.total.sums_of_pairs[place])
            }
            FigureIndex::Metric(place) => {
                PairedData::Mean(&self.total.sums_of_pairs[place], &self.metrics[place].1)
            }
        }
    }

    /// Updates the decisions. Returns true if all requested figures are decided. If `precision` is
    /// given, the interval of every difference of shares must also have at most that half-width.
    pub fn look(&mut self, precision: Option<f64>) -> bool {
        let mut all = true;
        for index in 0..self.figures.len() {
            let (figure, decided) = &self.figures[index];
            if figure.asked.is_none() {
                continue;
            }
            let reported = &figure.reported;
            let interval = self.seen(figure).interval(reported.alpha);
            let decided = decided.look(interval, reported.margin);
            all &= decided.verdict() != Difference::Undecided;
            all &= !reported.difference.is_share()
                || precision.is_none_or(|half| interval.half_width() <= half);
            self.figures[index].1 = decided;
        }
        all
    }

    /// Returns a compared figure by index.
    pub fn compared(&self, figure: usize) -> ComparedFigure {
        let (figure, decided) = &self.figures[figure];
        figure.sampled(&self.seen(figure), *decided)
    }

    /// Returns all compared figures.
    pub fn all(&self) -> Vec<ComparedFigure> {
        let all = 0..self.figures.len();
        all.map(|figure| self.compared(figure)).collect()
    }

    /// Yields the number of trials with each outcome of the first contest and of the second.
    pub fn ends(&self) -> impl Iterator<Item = ([usize; 2], u64)> {
        let columns = self.total.columns;
        let ends = self.total.ends.iter().enumerate();
        ends.map(move |(place, count)| ([place / columns, place % columns], *count))
    }

    /// Returns the number of trials with outcomes of different names.
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

    fn play(&mut self, end: u64, seeded: &SeededTrials<'_>) -> Option<()> {
        let empty = PairCounts {
            ends: vec![0; self.total.ends.len()],
            columns: self.total.columns,
            sums_of_pairs: vec![PairedSums::default(); self.metrics.len()],
            controls: self
                .control
                .as_ref()
                .map_or_else(Default::default, PairControl::sums),
        };
        let metrics: Vec<CommonMetric> = self.metrics.iter().map(|(both, _)| *both).collect();
        let in_turn = (BUFFERED / (metrics.len() + 2)).clamp(FEWEST_IN_TURN, MOST_IN_TURN) as u64;
        let mut block = empty.clone();
        let played = in_chunks(
            self.start + self.trials()..self.start + end,
            (seeded.threads, self.chunk),
            seeded.progress,
            || (empty.clone(), Vec::new()),
            |mut trials, (own, kept)| {
                while !trials.is_empty() {
                    let next = trials.end.min(trials.start + in_turn);
                    let part = trials.start..next;
                    let controls = (self.control.as_ref(), seeded.seed);
                    join(self.contests, controls, part, &metrics, own, kept);
                    trials.start = next;
                }
            },
            |(own, _)| block.merge(&own),
        );
        if played < self.start + end {
            return None;
        }
        for ((_, mean), sums_of_pairs) in self.metrics.iter_mut().zip(&block.sums_of_pairs) {
            mean.add(sums_of_pairs);
        }
        self.total.merge(&block);
        Some(())
    }
}

/// Plays a few trials of the first contest, buffers their records, and joins them to those of the
/// second. Also needs the control variates, if any, and the random seed.
fn join(
    [first, second]: [&dyn Contest; 2],
    (control, seed): (Option<&PairControl>, u64),
    trials: Range<u64>,
    metrics: &[CommonMetric],
    own: &mut PairCounts,
    kept: &mut Vec<i64>,
) {
    kept.clear();
    let openings = control.map_or(0, |control| control.openings);
    first.watch_controlled((seed, openings), trials.clone(), &mut |record, control| {
        kept.extend([record.outcome as i64, control]);
        let values = metrics.iter().map(|both| record.values[both.positions[0]]);
        kept.extend(values);
        true
    });
    let mut rows = kept.chunks_exact(metrics.len() + 2);
    second.watch_controlled((seed, openings), trials, &mut |record, second_control| {
        // Both contests play the same trials, so each has a row for this trial.
        let Some([outcome, first_control, values @ ..]) = rows.next() else {
            return false;
        };
        own.ends[*outcome as usize * own.columns + record.outcome] += 1;
        if let Some(control) = control {
            let outcomes = [*outcome as usize, record.outcome];
            control.add(
                &mut own.controls,
                outcomes,
                [*first_control, second_control],
            );
        }
        for ((sums_of_pairs, both), &value) in own.sums_of_pairs.iter_mut().zip(metrics).zip(values)
        {
            let other = record.values[both.positions[1]];
            let (low, high) = both.bounds;
            let (one, two) = (value.clamp(low, high), other.clamp(low, high));
            if both.is_unpaired() {
                for (sums, taken, value, never) in [
                    (&mut sums_of_pairs.first, one, value, both.never[0]),
                    (&mut sums_of_pairs.second, two, other, both.never[1]),
                ] {
                    if never != Some(value) {
                        sums.add(taken);
                        sums_of_pairs.outside += u64::from(taken != value);
                    }
                }
                continue;
            }
            sums_of_pairs.outside += u64::from(one != value || two != other);
            sums_of_pairs.first.add(one);
            sums_of_pairs.second.add(two);
            sums_of_pairs.difference.add(two - one);
        }
        true
    });
}
