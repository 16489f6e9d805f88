//! The expectations of scenarios as rows of text.

use super::super::results::identified;
use super::super::text::{clean, decimal, decimals, digits, grouped, trimmed};
use crate::analysis::{CheckResult, Method, TestedExpectation};
use crate::records::Columns;
use crate::scenario::{Expectation, Quantity};
use crate::stats::Interval;

/// Returns a row for each expectation. `low` and `high` are missing where the interval is open.
pub fn columns<'a>(
    rows: &[(&'a CheckResult, &'a TestedExpectation)],
) -> Columns<(&'a CheckResult, &'a TestedExpectation)> {
    identified(rows.iter().copied(), |(checked, result)| {
        let scenario = &checked.scenario;
        (scenario, &scenario.hash, checked.seed, result.trials)
    })
    .cell("file", |(checked, _)| clean(&checked.scenario.path))
    .both("expectation", "name", |(_, one)| {
        one.expectation.quantity.name()
    })
    .all("verdict", |(_, one)| one.verdict.name())
    .cell("verdict", |(_, one)| one.verdict.word())
    .cell("expectation", |(_, one)| {
        clean(&one.expectation.quantity.name())
    })
    .all("value", |(_, one)| one.value)
    .cell("figure", |(_, one)| figure(one).0)
    .all("low", |(_, one)| one.interval.low)
    .all("high", |(_, one)| one.interval.high)
    .cell("interval", |(_, one)| figure(one).1)
    .words()
    .all("from", |(_, one)| one.expectation.low)
    .all("to", |(_, one)| one.expectation.high)
    .cell("expected", |(_, one)| expected(one))
    .words()
    .all("method", |(_, one)| one.method.name())
    .json("trials", |(_, one)| one.trials)
    .cell("trials", |(_, one)| match one.method {
        Method::Exact => "exact".to_owned(),
        _ => grouped(one.trials),
    })
    .json("outside", |(_, one)| one.outside)
}

fn is_share(result: &TestedExpectation) -> bool {
    matches!(result.expectation.quantity, Quantity::Outcome(_))
}

/// Returns the figure and its interval.
pub fn figure(result: &TestedExpectation) -> (String, String) {
    let interval = result.interval;
    let Some(value) = result.value else {
        return ("?".to_owned(), String::new());
    };
    if is_share(result) {
        let places = decimals(value, interval.low, interval.high).max(2);
        let figure = format!("{}%", digits(value, places));
        let show = |end: f64| digits(end, places);
        return (figure, known(interval, result.method, "%", show));
    }
    // Values of a metric are whole numbers, and so are its quantiles, minimum and maximum.
    let whole = !matches!(
        result.expectation.quantity,
        Quantity::Metric("mean" | "sd", _)
    );
    let places = if whole { 0 } else { 3 };
    let show = |end: f64| decimal(end, places);
    (show(value), known(interval, result.method, "", show))
}

/// Returns an interval, half-open where it is unbounded; `exactly` for an exact figure.
fn known(interval: Interval, method: Method, unit: &str, show: impl Fn(f64) -> String) -> String {
    let Interval { low, high } = interval;
    match (low.is_finite(), high.is_finite()) {
        _ if method == Method::Exact && high - low <= 1e-9 => "exactly".to_owned(),
        (false, false) => "anything".to_owned(),
        (true, false) => format!("{}{unit} or more", show(low)),
        (false, true) => format!("{}{unit} or less", show(high)),
        (true, true) if show(low) == show(high) => format!("{}{unit}", show(low)),
        (true, true) => format!("{} to {}{unit}", show(low), show(high)),
    }
}

/// Returns an expected range: `20 to 30%`.
pub fn expected(result: &TestedExpectation) -> String {
    let (scale, unit) = if is_share(result) {
        (100.0, "%")
    } else {
        (1.0, "")
    };
    let Expectation { low, high, .. } = result.expectation;
    let (low, high) = (trimmed(low * scale, 6), trimmed(high * scale, 6));
    if low == high {
        format!("{low}{unit}")
    } else {
        format!("{low} to {high}{unit}")
    }
}

/// Returns notes about the figures of a scenario.
pub fn notes(checked: &CheckResult) -> Vec<(String, String)> {
    let outside = checked.expectations.iter().filter(|one| one.outside > 0);
    let notes = outside.map(|one| {
        let values = grouped(one.outside);
        let note =
            format!("{values} values outside the bounds of the metric were replaced by the bounds");
        (clean(&one.expectation.quantity.name()), note)
    });
    notes.collect()
}

/// Returns the path of a file, with the title if that adds anything.
pub fn heading(checked: &CheckResult) -> String {
    let path = clean(&checked.scenario.path);
    let title = clean(&checked.scenario.title);
    let stem = std::path::Path::new(path.trim_start_matches('@')).file_stem();
    if title.is_empty() || stem.is_some_and(|stem| stem.to_string_lossy() == title.as_str()) {
        path
    } else {
        format!("{path}  {title}")
    }
}
