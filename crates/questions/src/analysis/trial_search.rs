//! Search for trials to narrate.

use crate::contest::{Contest, Cost, Record, Scale};
use crate::document::unknown;
use crate::scenario::unknown_metric;
use crate::stats::{Histogram, Median};
use std::cmp::{Ordering, Reverse};

/// Units of metrics that measure time.
const TIMES: [&str; 2] = ["turns", "rounds"];

/// Error of a search for a trial.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// The text is not a valid condition.
    #[error(
        "`{0}` is not a condition: expected outcome=NAME, or a metric, one of =, !=, <, <=, > and >=, and a number, as in turns>=10"
    )]
    Unreadable(String),
    /// The contest has no such outcome or metric.
    #[error("{0}")]
    Unknown(String),
    /// The contest has no position evaluation.
    #[error(
        "--closest: the contest has no position evaluation, so no side leads; use --typical or --find"
    )]
    NotEvaluated,
    /// No trial has a decision.
    #[error("--closest: none of the first {within} trials has a decision, so no side leads")]
    Undecided {
        /// Number of trials searched.
        within: u64,
    },
    /// No trial meets the conditions.
    #[error(
        "none of the first {within} trials meets the conditions; search more trials with --within"
    )]
    None {
        /// Number of trials searched.
        within: u64,
    },
}

/// A condition on a trial.
#[derive(Clone, Debug)]
pub struct Condition(SearchKind);

#[derive(Clone, Debug)]
enum SearchKind {
    Outcome {
        position: usize,
        is: bool,
    },
    Metric {
        position: usize,
        accepts: Accepts,
        number: i64,
        /// The value that means "not measured".
        never: Option<i64>,
    },
}

/// Predicate on the order of a value and the condition's number.
type Accepts = fn(Ordering) -> bool;

/// Longer operators come first, so that `<=` is not read as `<`.
const OPERATORS: [(&str, Accepts); 6] = [
    ("!=", Ordering::is_ne),
    ("<=", Ordering::is_le),
    (">=", Ordering::is_ge),
    ("=", Ordering::is_eq),
    ("<", Ordering::is_lt),
    (">", Ordering::is_gt),
];

impl Condition {
    /// Parses `outcome=heroes` or `turns>=10`.
    ///
    /// # Errors
    /// Fails if the text is not a condition, or if the contest has no such outcome or metric.
    pub fn read(text: &str, contest: &dyn Contest) -> Result<Self, SearchError> {
        let unreadable = || SearchError::Unreadable(text.to_owned());
        // The first operator in the text; of two at the same place, the longer one.
        let (start, operator, accepts) = OPERATORS
            .iter()
            .filter_map(|&(operator, accepts)| Some((text.find(operator)?, operator, accepts)))
            .min_by_key(|&(start, operator, _)| (start, Reverse(operator.len())))
            .ok_or_else(unreadable)?;
        let name = text[..start].trim();
        let value = text[start + operator.len()..].trim();
        if name == "outcome" {
            let is = match operator {
                "=" => true,
                "!=" => false,
                _ => return Err(unreadable()),
            };
            let names = contest.outcomes().iter().map(|one| &*one.name);
            let names: Vec<&str> = names.collect();
            let place = names.iter().position(|known| *known == value);
            let unknown = || SearchError::Unknown(unknown("outcome", value, &names));
            let position = place.ok_or_else(unknown)?;
            return Ok(Self(SearchKind::Outcome { position, is }));
        }
        let number = value.parse().map_err(|_| unreadable())?;
        let position = metric(contest, name)?;
        Ok(Self(SearchKind::Metric {
            position,
            accepts,
            number,
            never: contest.metrics()[position].never,
        }))
    }

    /// Returns whether trials with an outcome can meet the condition.
    pub fn allows(&self, outcome: usize) -> bool {
        match self.0 {
            SearchKind::Outcome { position, is } => (outcome == position) == is,
            SearchKind::Metric { .. } => true,
        }
    }

    /// Returns whether a trial meets the condition.
    pub fn holds(&self, record: &Record) -> bool {
        match self.0 {
            SearchKind::Outcome { position, is } => (record.outcome == position) == is,
            SearchKind::Metric {
                position,
                accepts,
                number,
                never,
            } => {
                let value = record.values[position];
                if never == Some(value) && value != number {
                    // A time that was not reached is neither before nor after any other, so only
                    // `!=` holds.
                    return accepts(Ordering::Less) && accepts(Ordering::Greater);
                }
                accepts(value.cmp(&number))
            }
        }
    }
}

fn metric(contest: &dyn Contest, name: &str) -> Result<usize, SearchError> {
    let place = contest.metrics().iter().position(|one| one.name() == name);
    place.ok_or_else(|| SearchError::Unknown(unknown_metric(name, contest)))
}

/// Returns the first of the trials 0 to `within` - 1 that meets all conditions.
///
/// # Errors
/// Fails if none does.
pub fn find_trial(
    contest: &dyn Contest,
    seed: u64,
    within: u64,
    conditions: &[Condition],
) -> Result<u64, SearchError> {
    let mut found = None;
    contest.watch(seed, 0..within, &mut |trial, record| {
        let holds = conditions.iter().all(|condition| condition.holds(record));
        if holds {
            found = Some(trial);
        }
        !holds
    });
    found.ok_or(SearchError::None { within })
}

/// Returns the first of the trials 0 to `within` - 1 with the highest value of a metric.
///
/// # Errors
/// Fails if the contest has no such metric.
pub fn extreme_trial(
    contest: &dyn Contest,
    seed: u64,
    within: u64,
    name: &str,
) -> Result<u64, SearchError> {
    let metric = metric(contest, name)?;
    let mut best = None;
    contest.watch(seed, 0..within, &mut |trial, record| {
        let value = record.values[metric];
        if best.is_none_or(|(highest, _)| value > highest) {
            best = Some((value, trial));
        }
        true
    });
    best.map(|(_, trial)| trial)
        .ok_or(SearchError::None { within })
}

/// Returns the number of trials among which the typical one is chosen if no number is given: as many
/// as take about 0.1 s on two cores, at most 10,000, and at least 100, or as many as take a quarter
/// of a second if that is fewer. It depends on the estimated cost, so the typical trial of a contest
/// and seed is the same everywhere.
fn typical_within(contest: &dyn Contest) -> u64 {
    let within = |part: u64| Cost::SECOND / part / contest.cost().per_trial.max(1);
    within(10).clamp(within(4).clamp(4, 100), 10_000)
}

/// Returns the most typical of the trials 0 to `within` - 1 with the most frequent outcome: the
/// first of those nearest to their medians. The distance is the sum over the summary's metrics of
/// |value - median| / quartile range.
///
/// # Errors
/// Fails if there are no trials.
pub fn typical_trial(
    contest: &dyn Contest,
    seed: u64,
    within: Option<u64>,
) -> Result<u64, SearchError> {
    let within = within.unwrap_or_else(|| typical_within(contest));
    let mut counts = vec![0_u64; contest.outcomes().len()];
    let base = |metric: usize| contest.metrics()[metric].base;
    let is_highlight = |&metric: &usize| contest.description().highlights.contains(&base(metric));
    let summary = 0..contest.metrics().len();
    let summary: Vec<usize> = summary.filter(is_highlight).collect();
    let mut histograms = vec![vec![Histogram::new(0, 63); summary.len()]; counts.len()];
    contest.watch(seed, 0..within, &mut |_, record| {
        counts[record.outcome] += 1;
        for (histogram, &metric) in histograms[record.outcome].iter_mut().zip(&summary) {
            histogram.add(record.values[metric], 1);
        }
        true
    });
    let most = counts.iter().copied().max().unwrap_or(0);
    let commonest = counts.iter().position(|&count| count == most);
    let Some(commonest) = commonest.filter(|_| most > 0) else {
        return Err(SearchError::None { within });
    };
    let median = |(histogram, &metric): (&Histogram, &usize)| {
        let mut median = Median::of(histogram);
        if let Scale::YesNo | Scale::OutOf(_) = contest.metrics()[metric].scale {
            median.range = 1;
        }
        median
    };
    let medians = histograms[commonest].iter().zip(&summary);
    let medians: Vec<Median> = medians.map(median).collect();
    let mut best: Option<(f64, u64)> = None;
    contest.watch(seed, 0..within, &mut |trial, record| {
        if record.outcome == commonest {
            let values = summary.iter().map(|&metric| record.values[metric]);
            let distance = Median::distance(&medians, values);
            if best.is_none_or(|(nearest, _)| distance < nearest) {
                best = Some((distance, trial));
            }
        }
        // No later trial can be nearer than one at all medians.
        best.is_none_or(|(nearest, _)| nearest > 0.0)
    });
    best.map(|(_, trial)| trial)
        .ok_or(SearchError::None { within })
}

/// Returns the typical trial and up to four of the trials 0 to `within` - 1, from the worst for the
/// first outcome to the best, each with its name. Trials without that outcome come before those with
/// it, each ordered by the leading metric: in time units a shorter trial is the clearer win or loss,
/// in other units more is better.
pub fn sample_trials(contest: &dyn Contest, seed: u64, within: u64) -> Vec<(&'static str, u64)> {
    let metric = contest.leading().map(|position| {
        let unit = contest.metrics()[position].unit;
        (position, TIMES.contains(&unit))
    });
    let mut trials: Vec<(bool, i64, u64)> = Vec::new();
    contest.watch(seed, 0..within, &mut |trial, record| {
        let good = record.outcome == 0;
        let value = metric.map_or(0, |(position, is_time)| {
            let value = record.values[position];
            if is_time && good { -value } else { value }
        });
        trials.push((good, value, trial));
        true
    });
    trials.sort_unstable();
    let good = trials.partition_point(|&(good, ..)| !good);
    let places = match (good, trials.len() - good) {
        (0, all) | (all, 0) => [0, all / 4, all * 3 / 4, all.saturating_sub(1)],
        (bad, good) => [0, bad / 2, bad + good / 2, bad + good - 1],
    };
    let ranked = ["worst", "bad", "good", "best"].into_iter().zip(places);
    let ranked = ranked.filter_map(|(name, place)| Some((name, trials.get(place)?.2)));
    let mut chosen: Vec<(&'static str, u64)> = Vec::new();
    let typical = typical_trial(contest, seed, None).map(|trial| ("typical", trial));
    for one in typical.into_iter().chain(ranked) {
        if chosen.iter().all(|known| known.1 != one.1) {
            chosen.push(one);
        }
    }
    chosen
}
