//! The answer of `dice`: exact distributions of expressions side by side.

use super::answer::{Answer, Media};
use super::figure::Figure;
use super::json::{Body, JsonLayout};
use super::results::AnswerRows;
use super::table::Table;
use super::text::{clean, percent, trimmed};
use crate::charts::{AtLeast, Chart, ColorRole, HistogramChart, HistogramGroup};
use crate::contests::dice::LineDistribution;
use crate::document::joined;
use crate::records::Columns;
use crate::sim::QUANTILES;
use crate::stats::{exact_moments, exact_quantile};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

const LAYOUT: JsonLayout = JsonLayout {
    lines: &["probabilities"],
    rows: &["marks"],
};
/// Maximum number of rows of the table of values; with more, the rarest at the ends are left out.
const MOST_ROWS: usize = 40;
/// Probability of the values at each end that long tables leave out.
const RARE: f64 = 1e-4;
/// Quantiles of the summary, with their headings.
const SHOWN_QUANTILES: [(&str, f64); 3] = [("5%", 0.05), ("median", 0.5), ("95%", 0.95)];

/// Returns the answer for expressions. The sentence states the probabilities of reaching `marks`.
pub fn dice_answer(all: &[LineDistribution], marks: &[i64]) -> Answer {
    let names: Vec<String> = all.iter().map(|one| clean(&one.text)).collect();
    let title = joined(&names, " and ");
    let claims = all.iter().zip(&names).map(|(one, name)| {
        let mean = format!("{name} has mean {}", trimmed(mean_and_sd(one).0, 4));
        let chance = |mark: i64| percent(one.at_least(mark), 3);
        let marks = marks
            .iter()
            .map(|&mark| format!("at least {mark} with {}", chance(mark)));
        joined([mean].into_iter().chain(marks), ", ")
    });
    let sentence = format!("{}.", joined(claims, "; "));
    let (table, caption) = values(all, &names);
    let value = |one| move |&value| (one, value);
    let records = all.iter().flat_map(|one| one.values.iter().map(value(one)));
    let records = Columns::of(records)
        .file("expression", |(one, _)| one.text.as_str())
        .file("value", |(_, value)| value.0)
        .file("probability", |(_, value)| value.1);
    Answer {
        blocks: vec![
            Media::All.table("", summary(all, &names)),
            Media::All.table(caption, table),
        ],
        facts: "exact, no trials".to_owned(),
        charts: vec![Figure::answer("dice", chart(all, &names, &title))],
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
fn summary(all: &[LineDistribution], names: &[String]) -> Table {
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
fn mean_and_sd(one: &LineDistribution) -> (f64, f64) {
    exact_moments(&one.values).map_or((0.0, 0.0), |moments| (moments.mean, moments.sd))
}

/// Returns the table of values: for each expression the probability of the value, and of at least
/// the value; with its caption, which says how many values it leaves out.
fn values(all: &[LineDistribution], names: &[String]) -> (Table, String) {
    let shown = all.iter().flat_map(|one| &one.values);
    let mut shown: BTreeSet<i64> = shown.map(|value| value.0).collect();
    let count = shown.len();
    if shown.len() > MOST_ROWS {
        let is_usual =
            |one: &LineDistribution, value| one.at_least(value) > RARE && one.at_most(value) > RARE;
        shown.retain(|&value| all.iter().any(|one| is_usual(one, value)));
    }
    // A long list keeps every nth value.
    let every = shown.len().div_ceil(MOST_ROWS).max(1);
    let shown: Vec<i64> = shown.into_iter().step_by(every).collect();
    let mut caption = "Probability of each value, and of at least it".to_owned();
    if shown.len() < count {
        caption = format!("{caption}; {} of {count} values", shown.len());
    }
    let chance = |one: &LineDistribution, value: i64| {
        let place = one.values.binary_search_by_key(&value, |one| one.0);
        place.map_or(0.0, |place| one.values[place].1)
    };
    let mut columns = Columns::of(&shown).cell("value", ToString::to_string);
    for (one, name) in all.iter().zip(names) {
        columns = columns
            .cell(name.as_str(), |&value| percent(chance(one, value), 2))
            .cell("or more", |&value| percent(one.at_least(value), 2));
    }
    let mut table = Table::of(&columns.shown);
    if let [one] = all {
        let most = one.values.iter().map(|value| value.1).fold(0.0, f64::max);
        let bars = shown.iter().map(|&value| Some(chance(one, value) / most));
        table.bars = bars.collect();
    }
    (table, caption)
}

/// Returns the chart: the bars of one distribution, or curves of at least each value for more.
fn chart(all: &[LineDistribution], names: &[String], title: &str) -> Chart {
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

fn body(all: &[LineDistribution], marks: &[i64]) -> Json {
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
