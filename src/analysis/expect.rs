//! The judge: whether figures keep what a scenario promises, or what somebody asks for.
//!
//! There is one for all questions. What is exact decides first; where the bound of the solver leaves it
//! open, and where there is no solver, the interval of the trials does.

use super::evidence::Evidence;
use super::study::statistic::Statistic;
use crate::contest::{Contest, Exact};
use crate::scenario::{Expectation, Quantity};
use crate::sim::Results;
use crate::stats::Interval;
use serde::{Deserialize, Serialize};

/// Exact answers are this good, of a number near 1: what is nearer to an end of a range is on it.
const ROUNDING: f64 = 1e-12;

/// How a figure stands to the range in which it is meant to lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Its whole interval lies within the range.
    Holds,
    /// Its whole interval lies outside.
    Fails,
    /// The interval crosses an end of the range, or there is no figure.
    Undecided,
}

/// How a figure is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By the exact answer.
    Exact,
    /// By the interval of a number of trials that was fixed before.
    Interval,
    /// By a confidence sequence.
    ConfidenceSequence,
    /// By the lowest or highest value of the trials that were played: one beyond the range shows that
    /// the promise is broken, but no number of trials shows that there is none.
    Trials,
}

impl Method {
    /// The word in results.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Interval => "interval",
            Self::ConfidenceSequence => "confidence_sequence",
            Self::Trials => "trials",
        }
    }
}

/// Compares an interval with a range. The ends of an exact answer are off by its rounding.
///
/// ```
/// use evenodds::analysis::{Verdict, verdict};
/// use evenodds::stats::Interval;
/// let interval = Interval { low: 0.24, high: 0.25 };
/// assert_eq!(verdict(interval, false, [0.2, 0.3]), Verdict::Holds);
/// assert_eq!(verdict(interval, false, [0.3, 0.4]), Verdict::Fails);
/// assert_eq!(verdict(interval, false, [0.245, 0.3]), Verdict::Undecided);
/// let exact = Interval::point(0.1 + 0.2);
/// assert_eq!(verdict(exact, true, [0.2, 0.3]), Verdict::Holds);
/// ```
pub fn verdict(interval: Interval, exact: bool, [low, high]: [f64; 2]) -> Verdict {
    let rounding = if exact { ROUNDING } else { 0.0 };
    let room = |end: f64| rounding * end.abs().max(1.0);
    let (low, high) = (low - room(low), high + room(high));
    if low <= interval.low && interval.high <= high {
        Verdict::Holds
    } else if interval.high < low || high < interval.low {
        Verdict::Fails
    } else {
        Verdict::Undecided
    }
}

/// Whether an expectation is kept, by what is known of its figure.
pub(super) fn judge(expectation: &Expectation, known: &Evidence) -> Verdict {
    let range @ [low, high] = [expectation.low, expectation.high];
    match (known.value, known.method) {
        (None, _) => Verdict::Undecided,
        // An extreme that lies within the range may yet be exceeded, and holds for these trials.
        (Some(value), Method::Trials) if low <= value && value <= high => Verdict::Holds,
        (Some(_), method) => verdict(known.interval, method == Method::Exact, range),
    }
}

/// How an expectation fared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpectationResult {
    /// Whether it holds.
    pub verdict: Verdict,
    /// What was meant, whether it holds, and what came out.
    pub line: String,
}

/// How each expectation of a contest fared, by the exact answer where there is one, and by results.
pub fn verdicts(
    expectations: &[Expectation],
    contest: &dyn Contest,
    exact: Option<&Exact>,
    results: &Results,
) -> Vec<ExpectationResult> {
    let promise = |expectation: &Expectation| {
        let statistic = Statistic::expected(&expectation.quantity, contest);
        let solved = statistic
            .zip(exact)
            .and_then(|(one, exact)| one.exact(contest, exact));
        let played = || Evidence::played(statistic?, contest, results);
        let judged = |known: Evidence| (judge(expectation, &known), known);
        let by_exact = solved.map(Evidence::exact).map(judged);
        let decided = by_exact.filter(|(verdict, _)| *verdict != Verdict::Undecided);
        let found = decided.or_else(|| played().map(judged)).or(by_exact);
        let verdict = found.map_or(Verdict::Undecided, |(verdict, _)| verdict);
        ExpectationResult {
            verdict,
            line: line(expectation, found.map(|(_, known)| known), verdict),
        }
    };
    expectations.iter().map(promise).collect()
}

fn line(expectation: &Expectation, found: Option<Evidence>, verdict: Verdict) -> String {
    let (low, high) = (expectation.low, expectation.high);
    let word = match verdict {
        Verdict::Holds => "holds",
        Verdict::Fails => "FAILS",
        Verdict::Undecided => "undecided",
    };
    let figure = |show: &dyn Fn(f64) -> String| {
        let found = found.and_then(|known| Some((known.value?, known.method)));
        match found {
            None => "it never came up".to_owned(),
            Some((value, Method::Exact)) => format!("exactly {}", show(value)),
            Some((value, _)) => show(value),
        }
    };
    match &expectation.quantity {
        Quantity::Outcome(name) => format!(
            "{name} {} to {} %: {word}, {}",
            trimmed(100.0 * low),
            trimmed(100.0 * high),
            figure(&|share| format!("{:.2} %", 100.0 * share))
        ),
        Quantity::Metric(statistic, metric) => format!(
            "{statistic} of {metric} {} to {}: {word}, {}",
            trimmed(low),
            trimmed(high),
            figure(&trimmed)
        ),
    }
}

/// At most three decimals, without idle zeros.
fn trimmed(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
