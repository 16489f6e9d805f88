//! Verdicts on whether figures meet the expectations of a scenario or of a question.
//!
//! All questions use the same rule. An exact answer decides first. The interval of the trials
//! decides if there is no solver, or if the bound of the solver leaves the verdict open.

use super::evidence::evidence;
use super::study::statistic::Statistic;
use crate::contest::{Contest, ExactDistribution};
use crate::scenario::{Expectation, Quantity};
use crate::sim::Results;
use crate::stats::{Figure, FigureMethod, Interval, exact_decimal, trimmed};
use serde::{Deserialize, Serialize};

/// Rounding error of exact answers near 1: a value this close to a range's end counts as on it.
const ROUNDING: f64 = 1e-12;

/// Verdict on a figure and its expected range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The whole interval is within the range.
    Holds,
    /// The whole interval is outside the range.
    Fails,
    /// The interval crosses an end of the range, or there is no figure.
    Undecided,
}

impl Verdict {
    /// Returns the name in files and pages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Fails => "fails",
            Self::Undecided => "undecided",
        }
    }

    /// Returns the verb for one expectation, and for more than one.
    pub const fn verbs(self) -> [&'static str; 2] {
        match self {
            Self::Holds => ["holds", "hold"],
            Self::Fails => ["fails", "fail"],
            Self::Undecided => ["undecided", "undecided"],
        }
    }

    /// Returns the name in texts, where a failure is in capitals.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Fails => "FAILS",
            _ => self.name(),
        }
    }
}

/// Compares an interval with a range, allowing for the rounding error of exact answers.
///
/// ```
/// use evenodds_questions::analysis::{Verdict, verdict};
/// use evenodds_core::stats::Interval;
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

/// Returns the verdict on an expectation from its figure.
pub(super) fn evaluate(expectation: &Expectation, figure: &Figure) -> Verdict {
    let range @ [low, high] = [expectation.low, expectation.high];
    match (figure.known(), figure.method) {
        (None, _) => Verdict::Undecided,
        // An extreme within the range holds for these trials, although more trials may exceed it.
        (Some(value), FigureMethod::Extreme) if low <= value && value <= high => Verdict::Holds,
        _ => verdict(figure.interval, figure.is_exact(), range),
    }
}

/// Result of an expectation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "WrittenExpectation")]
pub struct ExpectationResult {
    /// Verdict on the expectation.
    pub verdict: Verdict,
    /// The expectation, the verdict and the figure, as one line.
    pub line: String,
    /// The expectation: `heroes 20 to 30%`.
    #[serde(skip)]
    pub expected: String,
}

/// Result of an expectation in a file, which has the expectation only as a part of the line.
#[derive(Deserialize)]
struct WrittenExpectation {
    verdict: Verdict,
    line: String,
}

impl From<WrittenExpectation> for ExpectationResult {
    fn from(WrittenExpectation { verdict, line }: WrittenExpectation) -> Self {
        // Names may contain a colon, the verdict and the figure do not.
        let expected = line
            .rsplit_once(": ")
            .map_or(&*line, |(expected, _)| expected);
        Self {
            verdict,
            expected: expected.to_owned(),
            line,
        }
    }
}

impl ExpectationResult {
    /// Returns the result with its line, from the expectation and the figure.
    fn new(expected: String, verdict: Verdict, figure: &str) -> Self {
        Self {
            verdict,
            line: format!("{expected}: {}, {figure}", verdict.word()),
            expected,
        }
    }
}

/// Returns the result of each expectation of a contest, from the exact answer if there is one, and
/// from results.
pub fn verdicts(
    expectations: &[Expectation],
    contest: &dyn Contest,
    exact: Option<&ExactDistribution>,
    results: &Results,
) -> Vec<ExpectationResult> {
    let promise = |expectation: &Expectation| {
        let statistic = Statistic::expected(&expectation.quantity, contest);
        let solved = statistic.and_then(|one| one.exact(contest, exact?));
        let played = || evidence((&expectation.quantity, statistic?), contest, results);
        let evaluated = |figure: Figure| (evaluate(expectation, &figure), figure);
        let by_exact = solved.map(evaluated);
        let decided = by_exact.filter(|(verdict, _)| *verdict != Verdict::Undecided);
        let found = decided.or_else(|| played().map(evaluated)).or(by_exact);
        let verdict = found.map_or(Verdict::Undecided, |(verdict, _)| verdict);
        let (expected, figure) = described(expectation, found.map(|(_, figure)| figure));
        ExpectationResult::new(expected, verdict, &figure)
    };
    expectations.iter().map(promise).collect()
}

/// Error of exact answers, which may change digits.
const EXACT_ERROR: f64 = 1e-9;
/// Maximum number of decimals of exact figures.
const EXACT_DECIMALS: usize = 3;

/// Returns the expectation and the figure as texts.
fn described(expectation: &Expectation, found: Option<Figure>) -> (String, String) {
    let (low, high) = (expectation.low, expectation.high);
    let figure = |scale: f64, unit: &str, show: &dyn Fn(f64) -> String| match found
        .and_then(|figure| Some((figure.known()? * scale, figure.is_exact())))
    {
        None => "it never occurred".to_owned(),
        Some((value, true)) => {
            let digits = exact_decimal(value, EXACT_ERROR * scale, EXACT_DECIMALS);
            format!("exactly {digits}{unit}")
        }
        Some((value, false)) => format!("{}{unit}", show(value)),
    };
    let number = |value: f64| trimmed(value, 3);
    match &expectation.quantity {
        Quantity::Outcome(name) => (
            format!(
                "{name} {} to {}%",
                number(100.0 * low),
                number(100.0 * high)
            ),
            figure(100.0, "%", &|percent| format!("{percent:.2}")),
        ),
        Quantity::Metric(statistic, metric) => (
            format!(
                "{statistic} of {metric} {} to {}",
                number(low),
                number(high)
            ),
            figure(1.0, "", &number),
        ),
    }
}
