//! The expectations of scenarios as rows of text.

use super::super::results::identified;
use super::super::text::{clean, decimal, decimals, digits, grouped, trimmed};
use crate::analysis::{CheckResult, TestedExpectation};
use crate::records::Columns;
use crate::scenario::{Expectation, Quantity};
use crate::stats::{Figure, FigureMethod, Interval};

/// Returns a row for each expectation. `low` and `high` are missing where the interval is open.
pub fn columns<'a>(
    rows: &[(&'a CheckResult, &'a TestedExpectation)],
) -> Columns<(&'a CheckResult, &'a TestedExpectation)> {
    identified(rows.iter().copied(), |(checked, result)| {
        let scenario = &checked.scenario;
        let trials = result.figure.trials;
        (scenario, &scenario.hash, checked.seed, trials)
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
    .figure("value", |(_, one)| Some(one.figure))
    .cell("figure", |(_, one)| figure(one).0)
    .cell("interval", |(_, one)| figure(one).1)
    .words()
    .all("from", |(_, one)| one.expectation.low)
    .all("to", |(_, one)| one.expectation.high)
    .cell("expected", |(_, one)| expected(one))
    .words()
    .all("method", |(_, one)| one.figure.method.name())
    .json("trials", |(_, one)| one.figure.trials)
    .cell("trials", |(_, one)| match one.figure.method {
        FigureMethod::Exact => "exact".to_owned(),
        _ => grouped(one.figure.trials),
    })
    .json("outside", |(_, one)| one.outside)
}

fn is_share(result: &TestedExpectation) -> bool {
    matches!(result.expectation.quantity, Quantity::Outcome(_))
}

/// Returns the figure and its interval.
pub fn figure(result: &TestedExpectation) -> (String, String) {
    let found = result.figure;
    let Some(value) = found.known() else {
        return ("?".to_owned(), String::new());
    };
    if is_share(result) {
        let places = decimals(value, found.interval.low, found.interval.high).max(2);
        let figure = format!("{}%", digits(value, places));
        return (figure, ends(&found, "%", |end| digits(end, places)));
    }
    // Values of a metric are whole numbers, and so are its quantiles, minimum and maximum.
    let whole = !matches!(
        result.expectation.quantity,
        Quantity::Metric("mean" | "sd", _)
    );
    let places = if whole { 0 } else { 3 };
    let show = |end: f64| decimal(end, places);
    (show(value), ends(&found, "", show))
}

/// Returns an interval, half-open where it is unbounded; `exactly` for an exact figure.
fn ends(figure: &Figure, unit: &str, show: impl Fn(f64) -> String) -> String {
    let Interval { low, high } = figure.interval;
    match (low.is_finite(), high.is_finite()) {
        _ if figure.is_exact() && high - low <= 1e-9 => "exactly".to_owned(),
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
