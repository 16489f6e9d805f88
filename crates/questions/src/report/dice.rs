//! The answer of `dice`: exact distributions of expressions side by side.

use super::answer::{Answer, Media};
use super::chart::ReportChart;
use super::json::{Body, JsonLayout};
use super::results::AnswerRows;
use super::table::Table;
use super::text::{clean, percent, trimmed};
use crate::charts::terminal::bar;
use crate::charts::{AtLeast, Chart, ColorRole, HistogramChart, HistogramGroup};
use crate::document::joined;
use crate::expressions::ExpressionDistribution;
use crate::records::Columns;
use crate::sim::QUANTILES;
use crate::stats::{exact_moments, exact_quantile};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

const LAYOUT: JsonLayout = JsonLayout {
    lines: &["probabilities"],
    rows: &["marks"],
};
/// Longest bar beside a probability of more than one expression, in character cells.
const LONGEST_BAR: usize = 10;
/// Maximum number of rows of the table of values; with more values, rows are ranges.
const MOST_ROWS: usize = 40;
/// Probability of the values at each end that long tables put into their first and last row.
const RARE: f64 = 1e-4;
/// Quantiles of the summary, with their headings.
const SHOWN_QUANTILES: [(&str, f64); 3] = [("5%", 0.05), ("median", 0.5), ("95%", 0.95)];

/// Returns the answer for expressions. The sentence states the probabilities of reaching `marks`.
pub fn dice_answer(all: &[ExpressionDistribution], marks: &[i64]) -> Answer {
    let names: Vec<String> = all.iter().map(|one| clean(&one.text)).collect();
    let title = joined(&names, " and ");
    let claims = all.iter().zip(&names).map(|(one, name)| {
        let note = one.note.as_ref().map(|note| format!(" ({})", clean(note)));
        let mean = format!(
            "{name} has mean {}{}",
            trimmed(mean_and_sd(one).0, 4),
            note.unwrap_or_default()
        );
        let chance = |mark: i64| percent(one.at_least(mark), 3);
        let marks = marks
            .iter()
            .map(|&mark| format!("at least {mark} with {}", chance(mark)));
        joined([mean].into_iter().chain(marks), ", ")
    });
    let sentence = format!("{}.", joined(claims, "; "));
    let (heading, rows) = ranges(all);
    let value = |one| move |&value| (one, value);
    let records = all.iter().flat_map(|one| one.values.iter().map(value(one)));
    let records = Columns::of(records)
        .file("expression", |(one, _)| one.text.as_str())
        .file("value", |(_, value)| value.0)
        .file("probability", |(_, value)| value.1);
    Answer {
        blocks: vec![
            Media::All.table("", summary(all, &names)),
            Media::Screen.table(heading.as_str(), values(all, &names, &rows, true)),
            Media::Documents.table(heading, values(all, &names, &rows, false)),
        ],
        facts: "exact, no trials".to_owned(),
        charts: vec![ReportChart::answer("dice", chart(all, &names, &title))],
        ..Answer::new(
            ("dice", "Dice"),
            title.clone(),
            sentence,
            (
                Body::new(body(all, marks), LAYOUT),
                AnswerRows::Own(records.end()),
            ),
        )
    }
}

/// Returns a table with a row for each expression.
fn summary(all: &[ExpressionDistribution], names: &[String]) -> Table {
    let number = |value: Option<i64>| value.map(|value| value.to_string()).unwrap_or_default();
    let mut columns = Columns::of(all.iter().zip(names))
        .cell("", |(_, name)| name.as_str())
        .cell("mean", |(one, _)| trimmed(mean_and_sd(one).0, 4))
        .cell("sd", |(one, _)| trimmed(mean_and_sd(one).1, 4))
        .cell("lowest", |(one, _)| {
            number(one.values.first().map(|value| value.0))
        });
    for (name, share) in SHOWN_QUANTILES {
        columns = columns.cell(name, |(one, _)| number(exact_quantile(&one.values, share)));
    }
    let columns = columns.cell("highest", |(one, _)| {
        number(one.values.last().map(|value| value.0))
    });
    Table::of(&columns.shown)
}
fn mean_and_sd(one: &ExpressionDistribution) -> (f64, f64) {
    exact_moments(&one.values).map_or((0.0, 0.0), |moments| (moments.mean, moments.sd))
}

/// Returns the ranges of values that are the rows of the table: single values if there are few,
/// else ranges of equally many values. The first and the last range have the rare values too.
fn rows(all: &[ExpressionDistribution], values: &BTreeSet<i64>) -> Vec<(i64, i64)> {
    if values.len() <= MOST_ROWS {
        return values.iter().map(|&value| (value, value)).collect();
    }
    let is_usual = |one: &ExpressionDistribution, value| {
        one.at_least(value) > RARE && one.at_most(value) > RARE
    };
    let usual = |value: &i64| all.iter().any(|one| is_usual(one, *value));
    let usual: Vec<i64> = values.iter().copied().filter(usual).collect();
    let size = usual.len().div_ceil(MOST_ROWS).max(1);
    let ranges = usual.chunks(size);
    let mut rows: Vec<(i64, i64)> = ranges
        .map(|range| (range[0], range[range.len() - 1]))
        .collect();
    if let (Some(first), Some(&lowest)) = (rows.first_mut(), values.first()) {
        first.0 = lowest;
    }
    if let (Some(last), Some(&highest)) = (rows.last_mut(), values.last()) {
        last.1 = highest;
    }
    rows
}

/// Returns the heading of the table of values, and the ranges of its rows.
fn ranges(all: &[ExpressionDistribution]) -> (String, Vec<(i64, i64)>) {
    let values = all.iter().flat_map(|one| &one.values);
    let values: BTreeSet<i64> = values.map(|value| value.0).collect();
    let rows = rows(all, &values);
    let heading = if rows.len() == values.len() {
        "Probability of each value, and of at least that value".to_owned()
    } else {
        format!(
            "Probability of {} values in {} ranges, and of at least the lowest of each range",
            values.len(),
            rows.len()
        )
    };
    (heading, rows)
}

/// Returns the table of values: for each expression the probability of the value or the range, and
/// of at least its lowest value. On a screen, the probabilities have bars, all of one scale.
fn values(
    all: &[ExpressionDistribution],
    names: &[String],
    rows: &[(i64, i64)],
    on_screen: bool,
) -> Table {
    let chance = |one: &ExpressionDistribution, (low, high): (i64, i64)| {
        let within = |place: i64| one.values.partition_point(|value| value.0 < place);
        let range = &one.values[within(low)..within(high + 1)];
        range.iter().map(|value| value.1).sum::<f64>()
    };
    let label = |&(low, high): &(i64, i64)| match (low, high) {
        _ if low == high => low.to_string(),
        _ if low < 0 => format!("{low} to {high}"),
        _ => format!("{low}–{high}"),
    };
    let chances = all
        .iter()
        .flat_map(|one| rows.iter().map(move |&row| chance(one, row)));
    let most = chances.fold(0.0, f64::max);
    let has_columns_of_bars = on_screen && all.len() > 1;
    let mut columns = Columns::of(rows).cell("value", label);
    let (mut sums, mut bars) = (Vec::new(), Vec::new());
    for (one, name) in all.iter().zip(names) {
        columns = columns.cell(name.as_str(), |&row| percent(chance(one, row), 2));
        if has_columns_of_bars {
            bars.push(columns.shown.len());
            columns = columns
                .cell("", |&row| bar(chance(one, row) / most, LONGEST_BAR))
                .words();
        }
        sums.push(columns.shown.len());
        columns = columns.cell("or more", |&(low, _)| percent(one.at_least(low), 2));
    }
    let mut table = Table::of(&columns.shown);
    table.optional = vec![sums, bars];
    if let [one] = all {
        let lengths = rows.iter().map(|&row| Some(chance(one, row) / most));
        table.bars = lengths.collect();
    }
    table
}

/// Returns the chart: the bars of one distribution, or curves of at least each value for more.
fn chart(all: &[ExpressionDistribution], names: &[String], title: &str) -> Chart {
    if let [one] = all {
        return Chart::Histogram(HistogramChart {
            title: title.to_owned(),
            subtitle: "exact distribution".to_owned(),
            x_label: "value".to_owned(),
            y_label: "probability".to_owned(),
            groups: vec![HistogramGroup {
                counts: one.values.clone(),
                ..HistogramGroup::default()
            }],
            opposed: None,
        });
    }
    let groups = all.iter().zip(names).enumerate();
    let groups = groups.map(|(index, (one, name))| HistogramGroup {
        label: name.clone(),
        color: ColorRole::Series(index),
        counts: one.values.clone(),
    });
    Chart::AtLeast(AtLeast {
        title: title.to_owned(),
        subtitle: "exact probability of at least each value".to_owned(),
        x_label: "value".to_owned(),
        y_label: "probability of at least x".to_owned(),
        groups: groups.collect(),
        separate: true,
    })
}

fn body(all: &[ExpressionDistribution], marks: &[i64]) -> Json {
    let each = all.iter().map(|one| {
        let moments = exact_moments(&one.values);

        let mark = |&mark: &i64| {
            json!({"value": mark, "at_least": one.at_least(mark), "at_most": one.at_most(mark)})
        };
        let mut body = json!({
            "expression": one.text,
            "mean": moments.map(|moments| moments.mean),
            "sd": moments.map(|moments| moments.sd),
        });
        for (name, share) in QUANTILES {
            body[name] = json!(exact_quantile(&one.values, share));
        }
        body["marks"] = marks.iter().map(mark).collect();
        body["probabilities"] = json!(one.values);
        body
    });
    let each: Vec<Json> = each.collect();
    json!({
        "format": 1,
        "tool": env!("CARGO_PKG_VERSION"),
        "expressions": each,
    })
}
