//! The answer of `compare`: what differs between two contests.

mod along;
mod explain;
mod headline;
mod multiple;
mod restrict;
mod rows;
#[cfg(test)]
mod sample;
#[cfg(test)]
mod tests;

pub use along::values_answer;
pub use explain::explain_answer;
pub use multiple::{compare_charts, family_answer};
pub use restrict::restrict_answer;

use super::answer::{Answer, Media};
use super::json::{self, Body, JsonLayout};
use super::results::{AnswerRows, identified};
use super::text::clean;
use crate::analysis::{ComparedFigure, Comparison, Difference};
use crate::records::Columns;
use crate::sim::StopReason;
use headline::{between, signed, value};
use serde_json::{Value as Json, json};

const LAYOUT: JsonLayout = JsonLayout {
    lines: &["a", "b", "interval"],
    rows: &["figures"],
};

/// Returns the answer of `compare`.
pub fn compare_answer(comparison: &Comparison) -> Answer {
    let headline = headline::headline(comparison);
    let (first, second) = headline::titles(comparison);
    let columns = columns(comparison, &comparison.figures);
    let mut blocks = vec![Media::All.table("", rows::decided(comparison))];
    for (on, all) in [(Media::Screen, false), (Media::Documents, true)] {
        let further = rows::further(comparison, all);
        if !further.rows.is_empty() {
            blocks.push(on.table("", further));
        }
    }
    blocks.push(Media::All.notes(rows::notes(comparison)));
    let is_open = |one: &ComparedFigure| one.verdict == Some(Difference::Undecided);
    if comparison.figures.iter().any(is_open) && comparison.stopped == StopReason::Trials {
        blocks.push(Media::Screen.text(
            "undecided: more trials (--max-trials) or a wider margin (--margin) may decide it",
        ));
    }
    let played = rows::played(comparison);
    let [one, other] = [&comparison.first, &comparison.second].map(|one| clean(&one.hash));
    let body = Body::new(json(comparison, &columns), LAYOUT);
    Answer {
        blocks,
        facts: match comparison.stopped {
            StopReason::Exact => played,
            _ => format!("{played}, seed {}", comparison.seed),
        },
        seed: (comparison.stopped != StopReason::Exact).then_some(comparison.seed),
        origin: format!("hashes {one} and {other}"),
        charts: compare_charts(std::slice::from_ref(comparison)),
        summary_rows: multiple::summary_rows(comparison),
        ..Answer::new(
            ("compare", "Differences"),
            format!("{first} / {second}"),
            headline,
            (body, AnswerRows::Own(columns.end())),
        )
    }
}

/// Returns a row for each figure; `scenario, kind, hash` are those of A. `verdict` is missing for
/// figures that were not requested.
fn columns<'a>(
    comparison: &'a Comparison,
    figures: impl IntoIterator<Item = &'a ComparedFigure>,
) -> Columns<&'a ComparedFigure> {
    let (first, second) = (&comparison.first, &comparison.second);
    let columns = identified(figures, |_| {
        (first, &first.hash, comparison.seed, comparison.trials)
    })
    .file("against", |_| second.path.as_str())
    .file("against_hash", |_| second.hash.as_str())
    .file("changes", |_| comparison.changes.join(" "))
    .both("figure", "name", |row| row.name.as_str())
    .cell("figure", |row| clean(&row.name))
    .all("verdict", |row| row.verdict.map(Difference::name))
    .all("margin", |row| row.margin)
    .all("a", |row| row.first)
    .cell("A", |row| value(row, row.first))
    .all("b", |row| row.second)
    .cell("B", |row| value(row, row.second))
    .figure("difference", |row| Some(row.difference))
    .cell("difference", |row| {
        row.difference.known().map(|one| signed(row, one))
    })
    .cell("interval", between)
    .json("alpha", |row| row.alpha)
    .all("only_a", |row| row.discordant.map(|count| count[0]))
    .all("only_b", |row| row.discordant.map(|count| count[1]))
    .json("outside", |row| row.outside)
    .all("pairing", |row| row.pairing.map(|pairing| pairing.factor));
    let has_control = comparison.figures.iter().any(|one| one.factor.is_some());
    let columns = if has_control {
        columns.json("factor", |row| row.factor)
    } else {
        columns
    };
    // A single comparison needs no correction of its p-value.
    if comparison.figures.iter().any(|one| one.raised.is_some()) {
        let p = columns.all("p", |row| row.p);
        p.all("p_holm", |row| row.raised)
    } else {
        columns
    }
}

fn json(comparison: &Comparison, columns: &Columns<&ComparedFigure>) -> Json {
    let interval = match comparison.stopped {
        StopReason::Exact => json::interval("exact", 1.0),
        _ => json::interval("confidence_sequence", 1.0 - comparison.alpha),
    };
    json::answer(json!({
        "a": comparison.first,
        "b": comparison.second,
        "changes": comparison.changes,
        "seed": comparison.seed,
        "trials": comparison.trials,
        "stopped": comparison.stopped,
        "interval": interval,
        "otherwise": comparison.otherwise,
        "figures": json::rows(&columns.json),
        "only_a": comparison.only[0],
        "only_b": comparison.only[1],
    }))
}
