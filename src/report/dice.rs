//! The answer of `dice`: exact distributions of expressions side by side.

use super::answer::{Answer, Media};
use super::figure::Figure;
use super::json::{Body, JsonLayout};
use super::results::AnswerRows;
use super::table::Table;
use super::text::{clean, trimmed};
use super::words::percent;
use crate::charts::{Chart, ColorRole, HistogramChart, HistogramGroup, Line, Survival};
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
        let mean = exact_moments(&one.values).map_or(0.0, |moments| moments.mean);
        let mean = format!("{name} has mean {}", trimmed(mean, 4));
        let marks = marks
            .iter()
            .map(|&mark| format!("at least {mark} with {}", percent(one.at_least(mark), 3)));
        joined([mean].into_iter().chain(marks), ", ")
    });
    let sentence = format!("{}.", joined(claims, "; "));
    let records = all
        .iter()
        .flat_map(|one| one.values.iter().map(move |&value| (one, value)));
    let records = Columns::of(records)
        .file("expression", |(one, _)| one.text.as_str())
        .file("value", |(_, value)| value.0)
        .file("probability", |(_, value)| value.1);
    let summary = Table::new(
        ["", "mean", "sd", "lowest"]
            .into_iter()
            .map(str::to_owned)
            .chain(SHOWN_QUANTILES.iter().map(|one| one.0.to_owned()))
            .chain(["highest".to_owned()]),
        all.iter().zip(&names).map(|(one, name)| row(one, name)),
    );
    Answer {
        blocks: vec![
            Media::All.table("", summary),
            Media::All.table(
                "Probability of each value, and of at least it",
                values(all, &names),
            ),
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

/// Returns the row of an expression in the summary.
fn row(one: &LineDistribution, name: &str) -> Vec<String> {
    let moments = exact_moments(&one.values);
    let end = |value: Option<&(i64, f64)>| value.map_or_else(String::new, |one| one.0.to_string());
    let mut cells = vec![name.to_owned()];
    let (mean, sd) = moments.map_or((0.0, 0.0), |moments| (moments.mean, moments.sd));
    cells.extend([trimmed(mean, 4), trimmed(sd, 4), end(one.values.first())]);
    let quantiles = SHOWN_QUANTILES
        .iter()
        .map(|&(_, share)| exact_quantile(&one.values, share));
    cells.extend(quantiles.map(|value| value.map_or_else(String::new, |value| value.to_string())));
    cells.push(end(one.values.last()));
    cells
}

/// Returns the table of values: for each expression the probability of the value, and of at least
/// the value.
fn values(all: &[LineDistribution], names: &[String]) -> Table {
    let mut shown: BTreeSet<i64> = all
        .iter()
        .flat_map(|one| one.values.iter().map(|value| value.0))
        .collect();
    if shown.len() > MOST_ROWS {
        shown.retain(|&value| {
            all.iter()
                .any(|one| one.at_least(value) > RARE && one.at_most(value) > RARE)
        });
    }
    // A long list keeps every nth value.
    let every = shown.len().div_ceil(MOST_ROWS).max(1);
    let shown: Vec<i64> = shown.into_iter().step_by(every).collect();
    let headings = names
        .iter()
        .flat_map(|name| [name.clone(), "or more".to_owned()]);
    let rows = shown.iter().map(|&value| {
        let mut cells = vec![value.to_string()];
        for one in all {
            let place = one.values.binary_search_by_key(&value, |one| one.0);
            let chance = place.map_or(0.0, |place| one.values[place].1);
            cells.extend([percent(chance, 2), percent(one.at_least(value), 2)]);
        }
        cells
    });
    let mut table = Table::new(["value".to_owned()].into_iter().chain(headings), rows);
    if let [one] = all {
        let most = one.values.iter().map(|value| value.1).fold(0.0, f64::max);
        table.bars = shown
            .iter()
            .map(|value| {
                let place = one.values.binary_search_by_key(value, |one| one.0).ok()?;
                Some(one.values[place].1 / most)
            })
            .collect();
    }
    table
}

/// Returns the chart: the bars of one distribution, or the survival curves of more than one.
fn chart(all: &[LineDistribution], names: &[String], title: &str) -> Chart {
    if let [one] = all {
        return Chart::Histogram(HistogramChart {
            title: title.to_owned(),
            subtitle: "exact distribution".to_owned(),
            x_label: "value".to_owned(),
            y_label: "probability".to_owned(),
            groups: vec![HistogramGroup {
                label: String::new(),
                color: ColorRole::Series(0),
                counts: one.values.clone(),
            }],
        });
    }
    let lines = all
        .iter()
        .zip(names)
        .enumerate()
        .map(|(index, (one, name))| {
            let points = one
                .values
                .iter()
                .map(|value| (value.0, one.at_least(value.0)))
                .collect();
            Line {
                label: name.clone(),
                group: String::new(),
                color: ColorRole::Series(index),
                points,
            }
        });
    Chart::Survival(Survival {
        title: title.to_owned(),
        subtitle: "exact probability of at least each value".to_owned(),
        x_label: "value".to_owned(),
        y_label: "probability of at least x".to_owned(),
        lines: lines.collect(),
    })
}

fn body(all: &[LineDistribution], marks: &[i64]) -> Json {
    let each = all.iter().map(|one| {
        let moments = exact_moments(&one.values);

        let marks: Vec<Json> = (marks.iter())
            .map(|&mark| {
                json!({"value": mark, "at_least": one.at_least(mark), "at_most": one.at_most(mark)})
            })
            .collect();
        let mut body = json!({
            "expression": one.text,
            "mean": moments.map(|moments| moments.mean),
            "sd": moments.map(|moments| moments.sd),
        });
        for (name, share) in QUANTILES {
            body[name] = json!(exact_quantile(&one.values, share));
        }
        body["marks"] = json!(marks);
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
