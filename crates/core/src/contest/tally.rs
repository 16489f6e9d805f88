//! Integer counts over many trials.

use super::{ControlSums, ControlVariate, Describe, Record};
use crate::stats::Histogram;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Maximum number of a metric's values that are counted in an array.
const WIDEST: i64 = 1 << 12;

/// Range of a metric's values, and offset of their counts in a block.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Lane {
    lowest: i64,
    width: usize,
    start: usize,
}

/// Counts of outcomes, and of every metric's values by outcome.
///
/// Merging adds the counts, so the total does not depend on how trials are split or in which order
/// tallies are merged. Adding a trial does not allocate if its values are in the expected ranges of
/// the metrics.
#[derive(Clone, Debug)]
pub struct Tally {
    outcomes: Vec<u64>,
    lanes: Vec<Lane>,
    stride: usize,
    /// Counts, in a block of length `stride` for each outcome, with a lane for each metric.
    counts: Vec<u64>,
    /// Counts of values outside their lanes, by (metric, outcome, value).
    overflow: BTreeMap<(usize, usize, i64), u64>,
    timelines: Vec<Histogram>,
    /// Sums of the control variate, if it is counted.
    control: Option<ControlSums>,
}

/// The counts of a tally as plain lists, for files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TallyCounts {
    /// Number of trials by outcome.
    outcomes: Vec<u64>,
    /// For each outcome and metric, pairs of a value and its number of trials, in ascending order
    /// of values.
    values: Vec<Vec<Vec<(i64, u64)>>>,
    /// For each timeline, pairs of a time and its number of ends, in ascending order of times.
    timelines: Vec<Vec<(i64, u64)>>,
    /// Sums of the control variate, if it is counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    control: Option<ControlSums>,
}

impl TallyCounts {
    /// Returns the counts with the metrics in another order: for each, its place in this one.
    #[must_use]
    pub fn arranged(&self, places: &[usize]) -> Self {
        let arranged = |metrics: &Vec<Vec<(i64, u64)>>| {
            let each = places.iter().map(|&place| metrics.get(place));
            each.flatten().cloned().collect()
        };
        Self {
            values: self.values.iter().map(arranged).collect(),
            ..self.clone()
        }
    }
}

impl Tally {
    /// Returns an empty tally for the outcomes, metrics and timelines of the contest.
    pub fn new(contest: &(impl Describe + ?Sized)) -> Self {
        let outcomes = contest.outcomes().len();
        let mut stride = 0;
        let lanes: Vec<Lane> = contest
            .metrics()
            .iter()
            .map(|metric| {
                let (lowest, highest) = metric.expected;
                let width = highest.saturating_sub(lowest).clamp(0, WIDEST - 1) as usize + 1;
                let start = stride;
                stride += width;
                Lane {
                    lowest,
                    width,
                    start,
                }
            })
            .collect();
        Self {
            outcomes: vec![0; outcomes],
            lanes,
            stride,
            counts: vec![0; stride * outcomes],
            overflow: BTreeMap::new(),
            timelines: contest
                .timelines()
                .iter()
                .map(|_| Histogram::new(0, 63))
                .collect(),
            control: None,
        }
    }

    /// Returns this empty tally with sums for a control variate, if its settings are given.
    pub fn with_control(mut self, control: Option<&ControlVariate>) -> Self {
        self.control = control.cloned().map(ControlSums::new);
        self
    }

    /// Returns the sums of the control variate, if it is counted.
    pub fn control(&self) -> Option<&ControlSums> {
        self.control.as_ref()
    }

    /// Adds one trial with its control variate, as in [`ControlSums::add`].
    #[inline]
    pub fn add_controlled(&mut self, record: &Record, control: i64) {
        self.add(record);
        if let Some(sums) = &mut self.control {
            sums.add(record.outcome, control);
        }
    }

    /// Adds one trial.
    #[inline]
    pub fn add(&mut self, record: &Record) {
        let outcome = record.outcome;
        self.outcomes[outcome] += 1;
        let block = &mut self.counts[outcome * self.stride..][..self.stride];
        for (metric, (lane, &value)) in self.lanes.iter().zip(&record.values).enumerate() {
            let index = value.wrapping_sub(lane.lowest) as usize;
            if index < lane.width {
                block[lane.start + index] += 1;
            } else {
                add_overflow(&mut self.overflow, (metric, outcome, value));
            }
        }
        for &(timeline, time) in &record.ends {
            self.timelines[timeline as usize].add(time, 1);
        }
    }

    /// Adds all counts of `other`, which must be a tally of the same contest.
    pub fn merge(&mut self, other: &Self) {
        for (sum, count) in self.outcomes.iter_mut().zip(&other.outcomes) {
            *sum += count;
        }
        for (sum, count) in self.counts.iter_mut().zip(&other.counts) {
            *sum += count;
        }
        for (&place, &count) in &other.overflow {
            *self.overflow.entry(place).or_insert(0) += count;
        }
        for (sum, timeline) in self.timelines.iter_mut().zip(&other.timelines) {
            sum.merge(timeline);
        }
        if let (Some(sum), Some(other)) = (&mut self.control, &other.control) {
            sum.merge(other);
        }
    }

    /// Returns all counts as plain lists.
    pub fn counts(&self) -> TallyCounts {
        let metrics = 0..self.lanes.len();
        TallyCounts {
            outcomes: self.outcomes.clone(),
            values: (0..self.outcomes.len())
                .map(|outcome| {
                    let values = |metric| self.histogram(metric, outcome).iter().collect();
                    metrics.clone().map(values).collect()
                })
                .collect(),
            timelines: self
                .timelines
                .iter()
                .map(|timeline| timeline.iter().collect())
                .collect(),
            control: self.control.clone(),
        }
    }

    /// Returns the tally of these counts; `None` if they do not match the contest's outcomes,
    /// metrics and timelines, with one value of every metric per trial.
    pub fn from_counts(contest: &(impl Describe + ?Sized), counts: &TallyCounts) -> Option<Self> {
        let mut tally = Self::new(contest);
        let shape = (tally.outcomes.len(), tally.timelines.len());
        if shape != (counts.outcomes.len(), counts.timelines.len())
            || counts.values.len() != shape.0
        {
            return None;
        }
        let fits = |control: &ControlSums| control.fits(shape.0);
        if !counts.control.as_ref().is_none_or(fits) {
            return None;
        }
        tally.control.clone_from(&counts.control);
        tally.outcomes.clone_from(&counts.outcomes);
        for (outcome, metrics) in counts.values.iter().enumerate() {
            if metrics.len() != tally.lanes.len() {
                return None;
            }
            for (metric, values) in metrics.iter().enumerate() {
                let mut trials = 0_u64;
                for &(value, count) in values {
                    trials = trials.checked_add(count)?;
                    tally.count(metric, outcome, value, count);
                }
                if trials != counts.outcomes[outcome] {
                    return None;
                }
            }
        }
        for (timeline, ends) in tally.timelines.iter_mut().zip(&counts.timelines) {
            for &(time, count) in ends {
                timeline.add(time, count);
            }
        }
        Some(tally)
    }

    /// Adds a number of trials to an outcome, without values of metrics.
    pub fn count_outcome(&mut self, outcome: usize, times: u64) {
        self.outcomes[outcome] += times;
    }

    /// Adds a number of ends at a time to a timeline.
    pub fn count_ends(&mut self, timeline: usize, time: i64, times: u64) {
        self.timelines[timeline].add(time, times);
    }

    /// Adds a number of trials to a value of a metric.
    pub fn count(&mut self, metric: usize, outcome: usize, value: i64, times: u64) {
        let lane = &self.lanes[metric];
        let index = value.wrapping_sub(lane.lowest) as usize;
        if index < lane.width {
            self.counts[outcome * self.stride + lane.start + index] += times;
        } else if times > 0 {
            *self.overflow.entry((metric, outcome, value)).or_insert(0) += times;
        }
    }

    /// Returns the number of trials.
    pub fn trials(&self) -> u64 {
        self.outcomes.iter().sum()
    }

    /// Returns the number of trials by outcome.
    pub fn outcomes(&self) -> &[u64] {
        &self.outcomes
    }

    /// Returns the values of a metric in the trials with an outcome, both given by index.
    pub fn histogram(&self, metric: usize, outcome: usize) -> Histogram {
        let lane = &self.lanes[metric];
        let mut histogram = Histogram::new(lane.lowest, lane.lowest + lane.width as i64 - 1);
        let start = outcome * self.stride + lane.start;
        for (index, &count) in self.counts[start..start + lane.width].iter().enumerate() {
            histogram.add(lane.lowest + index as i64, count);
        }
        let range = (metric, outcome, i64::MIN)..=(metric, outcome, i64::MAX);
        for (&(_, _, value), &count) in self.overflow.range(range) {
            histogram.add(value, count);
        }
        histogram
    }

    /// Returns the times at which a timeline ended, over all trials and units.
    pub fn timeline(&self, timeline: usize) -> &Histogram {
        &self.timelines[timeline]
    }
}

#[cold]
fn add_overflow(overflow: &mut BTreeMap<(usize, usize, i64), u64>, place: (usize, usize, i64)) {
    *overflow.entry(place).or_insert(0) += 1;
}

impl PartialEq for Tally {
    fn eq(&self, other: &Self) -> bool {
        self.outcomes == other.outcomes
            && self.lanes == other.lanes
            && self.counts == other.counts
            && self.overflow == other.overflow
            && self.timelines == other.timelines
            && self.control == other.control
    }
}

impl Eq for Tally {}
