//! Finds a trial worth telling.

use crate::contest::{Contest, Metric, Record, Scale};
use crate::document::{few, nearest};
use crate::stats::{Histogram, Median};
use std::cmp::{Ordering, Reverse};

/// The most names that a message lists.
const MOST_NAMED: usize = 40;
/// Units of time.
const TIMES: [&str; 2] = ["turns", "rounds"];

/// Why no trial was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// The text is no condition.
    #[error(
        "`{0}` is no condition: write outcome=NAME, or a metric, one of =, !=, <, <=, > and >=, and a number, as in turns>=10"
    )]
    Unreadable(String),
    /// The contest has no such outcome or metric.
    #[error("there is no {what} `{name}` here{suggestion}; there are {known}")]
    Unknown {
        /// `outcome` or `metric`.
        what: &'static str,
        /// The name typed.
        name: String,
        /// The nearest name, as a question; may be empty.
        suggestion: String,
        /// All names.
        known: String,
    },
    /// No trial fulfils the conditions.
    #[error("none of the first {within} trials fulfils that; look at more with --within")]
    None {
        /// How many were looked at.
        within: u64,
    },
}

/// Something that a trial may fulfil.
#[derive(Clone, Debug)]
pub struct Condition(Kind);

#[derive(Clone, Debug)]
enum Kind {
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

/// Whether a value that stands so to another is accepted.
type Accepts = fn(Ordering) -> bool;

/// Longer operators first, so that `<=` is not read as `<`.
const OPERATORS: [(&str, Accepts); 6] = [
    ("!=", Ordering::is_ne),
    ("<=", Ordering::is_le),
    (">=", Ordering::is_ge),
    ("=", Ordering::is_eq),
    ("<", Ordering::is_lt),
    (">", Ordering::is_gt),
];

impl Condition {
    /// Reads `outcome=heroes` or `turns>=10`.
    ///
    /// # Errors
    /// The text is no condition, or names what the contest does not have.
    pub fn read(text: &str, contest: &dyn Contest) -> Result<Self, SearchError> {
        let unreadable = || SearchError::Unreadable(text.to_owned());
        // The first operator in the text; of two that begin there the longer one.
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
            let names: Vec<String> = contest
                .outcomes()
                .iter()
                .map(|outcome| outcome.name.clone())
                .collect();
            let position = position("outcome", value, &names)?;
            return Ok(Self(Kind::Outcome { position, is }));
        }
        let number = value.parse().map_err(|_| unreadable())?;
        let position = metric(contest, name)?;
        Ok(Self(Kind::Metric {
            position,
            accepts,
            number,
            never: contest.metrics()[position].never,
        }))
    }

    /// Whether a trial fulfils it.
    pub fn holds(&self, record: &Record) -> bool {
        match self.0 {
            Kind::Outcome { position, is } => (record.outcome == position) == is,
            Kind::Metric {
                position,
                accepts,
                number,
                never,
            } => {
                let value = record.values[position];
                if never == Some(value) && value != number {
                    // What never happened is neither before nor after anything.
                    return accepts(Ordering::Less) && accepts(Ordering::Greater);
                }
                accepts(value.cmp(&number))
            }
        }
    }
}

fn metric(contest: &dyn Contest, name: &str) -> Result<usize, SearchError> {
    let names: Vec<String> = contest.metrics().iter().map(Metric::name).collect();
    position("metric", name, &names)
}

fn position(what: &'static str, name: &str, names: &[String]) -> Result<usize, SearchError> {
    names
        .iter()
        .position(|known| known == name)
        .ok_or_else(|| SearchError::Unknown {
            what,
            name: name.to_owned(),
            suggestion: nearest::nearest(name, names.iter().map(String::as_str))
                .map_or_else(String::new, |near| format!(": did you mean {near}?")),
            known: few(names, MOST_NAMED),
        })
}

/// The first of the trials 0 to `within` - 1 that fulfils all conditions.
///
/// # Errors
/// None of them does.
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

/// Of the trials 0 to `within` - 1 the first with the highest value of a metric.
///
/// # Errors
/// The contest has no such metric.
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

/// Of the trials 0 to `within` - 1 that end in the commonest way, the first of those nearest to
/// their medians: the sum over the metrics of the summary of |value - median| / quartile range.
///
/// # Errors
/// There are no trials to look at.
pub fn typical_trial(contest: &dyn Contest, seed: u64, within: u64) -> Result<u64, SearchError> {
    let mut counts = vec![0_u64; contest.outcomes().len()];
    let summary: Vec<usize> = (0..contest.metrics().len())
        .filter(|&metric| {
            contest
                .highlights()
                .contains(&contest.metrics()[metric].base)
        })
        .collect();
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
    let medians = histograms[commonest].iter().zip(&summary);
    let medians: Vec<Median> = medians
        .map(
            |(histogram, &metric)| match contest.metrics()[metric].scale {
                Scale::Number | Scale::Path(_) => Median::of(histogram),
                Scale::YesNo | Scale::OutOf(_) => Median {
                    range: 1,
                    ..Median::of(histogram)
                },
            },
        )
        .collect();
    let mut best: Option<(f64, u64)> = None;
    contest.watch(seed, 0..within, &mut |trial, record| {
        if record.outcome == commonest {
            let values = summary.iter().map(|&metric| record.values[metric]);
            let distance = Median::distance(&medians, values);
            if best.is_none_or(|(nearest, _)| distance < nearest) {
                best = Some((distance, trial));
            }
        }
        // Nothing is nearer than the medians themselves.
        best.is_none_or(|(nearest, _)| nearest > 0.0)
    });
    best.map(|(_, trial)| trial)
        .ok_or(SearchError::None { within })
}
/// Up to five of the trials 0 to `within` - 1, from the worst for the first outcome to the best: those in which
/// another came up before those in which it did, and among each by what a summary shows first: a quick end is the
/// more clear, be it good or bad, and of all that is no time more are better.
pub fn from_worst_to_best(contest: &dyn Contest, seed: u64, within: u64) -> Vec<u64> {
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
        (0, all) | (all, 0) => [0, all / 4, all / 2, all * 3 / 4, all.saturating_sub(1)],
        (bad, _) => [0, bad / 2, bad - 1, bad, trials.len() - 1],
    };
    let told = places.into_iter().filter_map(|place| trials.get(place));
    let mut told: Vec<u64> = told.map(|&(_, _, trial)| trial).collect();
    told.dedup();
    told
}
