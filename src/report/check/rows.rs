//! The expectations of scenarios as rows of text.

use super::super::text::{clean, decimal, grouped};
use super::super::words::{decimals, digits};
use super::verdict_word;
use crate::analysis::{Checked, Judged, Method};
use crate::scenario::Quantity;
use crate::stats::Interval;

/// The headings of the columns.
pub const HEADINGS: [&str; 6] = [
    "verdict",
    "expectation",
    "figure",
    "interval",
    "expected",
    "trials",
];

/// The cells of an expectation, under [`HEADINGS`].
pub fn row(judged: &Judged) -> [String; 6] {
    let expectation = &judged.expectation;
    let promised = Interval {
        low: expectation.low,
        high: expectation.high,
    };
    let share = matches!(expectation.quantity, Quantity::Outcome(_));
    let (figure, interval) = figure(judged, share);
    [
        verdict_word(judged.verdict).to_owned(),
        clean(&expectation.quantity.name()),
        figure,
        interval,
        range(promised, share, trimmed),
        match judged.method {
            Method::Exact => "exact".to_owned(),
            _ => grouped(judged.trials),
        },
    ]
}

/// The figure, and where the true one is.
fn figure(judged: &Judged, share: bool) -> (String, String) {
    let interval = judged.interval;
    let Some(value) = judged.value else {
        return ("?".to_owned(), String::new());
    };
    if share {
        let places = decimals(value, interval.low, interval.high).max(2);
        let figure = format!("{} %", digits(value, places));
        let show = |end: f64| digits(end, places);
        return (figure, known(interval, judged.method, " %", show));
    }
    // Values of a metric are whole numbers, and so are its quantiles and ends.
    let whole = !matches!(
        judged.expectation.quantity,
        Quantity::Metric("mean" | "sd", _)
    );
    let places = if whole { 0 } else { 3 };
    let show = |end: f64| decimal(end, places);
    (show(value), known(interval, judged.method, "", show))
}

/// An interval, open where nothing bounds it; nothing where it is the figure itself.
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

/// An expected range: `20 to 30 %`.
fn range(range: Interval, share: bool, show: impl Fn(f64) -> String) -> String {
    let (scale, unit) = if share { (100.0, " %") } else { (1.0, "") };
    let (low, high) = (show(range.low * scale), show(range.high * scale));
    if low == high {
        format!("{low}{unit}")
    } else {
        format!("{low} to {high}{unit}")
    }
}

/// At most six decimals, without idle zeros: as the file has it.
fn trimmed(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0" } else { text }.to_owned()
}

/// What else has to be known to read the figures of a scenario.
pub fn notes(checked: &Checked) -> Vec<(String, String)> {
    let mut notes = Vec::new();
    for judged in &checked.expectations {
        let name = clean(&judged.expectation.quantity.name());
        if judged.outside > 0 {
            let values = grouped(judged.outside);
            let note =
                format!("{values} values beyond the bounds of the metric were taken as the bounds");
            notes.push((name, note));
        }
    }
    notes
}

/// What a file is called: its path, and its title where that says more.
pub fn heading(checked: &Checked) -> (String, String) {
    let path = clean(&checked.scenario.path);
    let title = clean(&checked.scenario.title);
    let stem = std::path::Path::new(path.trim_start_matches('@')).file_stem();
    let same = stem.is_some_and(|stem| stem.to_string_lossy() == title.as_str());
    (path, if same { String::new() } else { title })
}
