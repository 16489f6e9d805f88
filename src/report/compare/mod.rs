//! What `compare` answers: what differs between two contests.

mod claim;
mod family;
mod rows;
#[cfg(test)]
mod sample;
#[cfg(test)]
mod tests;

pub use family::{compare_charts, family_answer};

use super::answer::{Answer, On};
use super::json::{Body, Json, Layout};
use super::results::{Rows, identified};
use super::text::clean;
use crate::analysis::{Comparison, Difference};
use crate::records::Records;
use crate::sim::{IntervalKind, StopReason};

/// How its JSON is laid out.
const LAYOUT: Layout = Layout {
    lines: &["a", "b", "interval"],
    rows: &["figures"],
};

/// The answer to what differs between two contests.
pub fn compare_answer(comparison: &Comparison) -> Answer {
    let claim = claim::claim(comparison);
    let (first, second) = claim::titles(comparison);
    let records = records(comparison);
    let mut blocks = vec![On::All.table("", rows::decided(comparison))];
    for (on, all) in [(On::Screen, false), (On::Paper, true)] {
        let further = rows::further(comparison, all);
        if !further.rows.is_empty() {
            blocks.push(on.table("", further));
        }
    }
    blocks.push(On::All.notes(rows::notes(comparison)));
    let verdicts = comparison.figures.iter().map(|one| one.verdict);
    let is_open = verdicts
        .into_iter()
        .any(|one| one == Some(Difference::Undecided));
    if is_open && comparison.stopped == StopReason::Trials {
        blocks.push(On::Screen.text(
            "undecided: more trials (--max-trials) or a wider margin (--margin) may decide it",
        ));
    }
    let played = rows::played(comparison);
    Answer {
        question: "compare",
        heading: "What differs",
        title: format!("{first} / {second}"),
        sentence: claim.clone(),
        closes: false,
        leads: false,
        opens: false,
        claim,
        blocks,
        facts: match comparison.stopped {
            StopReason::Exact => played,
            _ => format!("{played}, seed {}", comparison.seed),
        },
        origin: format!(
            "hashes {} and {}",
            clean(&comparison.first.hash),
            clean(&comparison.second.hash)
        ),
        charts: Vec::new(),
        short: family::short(comparison),
        json: Body::new(json(comparison, &records), LAYOUT),
        rows: Rows::Own(records.picked(&[
            "scenario",
            "kind",
            "hash",
            "seed",
            "trials",
            "against",
            "against_hash",
            "changes",
            "figure",
            "verdict",
            "margin",
            "a",
            "b",
            "difference",
            "low",
            "high",
            "only_a",
            "only_b",
            "pairing",
            "p",
            "p_holm",
        ])),
    }
}

/// A row for each figure; `scenario, kind, hash` are those of A. `verdict` is missing for figures that were not to be
/// decided.
fn records(comparison: &Comparison) -> Records {
    let (first, second) = (&comparison.first, &comparison.second);
    let own = identified(
        &comparison.figures,
        |_| first,
        |_| first.hash.as_str(),
        (|_| comparison.seed, |_| comparison.trials),
    );
    let mut own = own
        .all("against", |_| second.path.as_str())
        .all("against_hash", |_| second.hash.as_str())
        .all("changes", |_| comparison.changes.join(" "))
        .all("figure", |row| row.name.as_str())
        .some("verdict", |row| row.verdict.map(Difference::name))
        .some("margin", |row| row.margin)
        .some("a", |row| row.first)
        .some("b", |row| row.second)
        .some("difference", |row| row.difference)
        .all("low", |row| row.interval.low)
        .all("high", |row| row.interval.high)
        .all("alpha", |row| row.alpha)
        .some("only_a", |row| Some(row.discordant?[0]))
        .some("only_b", |row| Some(row.discordant?[1]))
        .all("outside", |row| row.outside)
        .some("pairing", |row| Some(row.pairing?.factor));
    // Of a single comparison nothing has to be raised.
    if is_of_family(comparison) {
        own = own.some("p", |row| row.p).some("p_holm", |row| row.raised);
    }
    own.end()
}

/// Whether it was made together with others.
fn is_of_family(comparison: &Comparison) -> bool {
    comparison.figures.iter().any(|one| one.raised.is_some())
}

fn json(comparison: &Comparison, records: &Records) -> Json {
    let exact = comparison.stopped == StopReason::Exact;
    let interval = IntervalKind {
        method: if exact {
            "exact"
        } else {
            "confidence_sequence"
        },
        level: if exact { 1.0 } else { 1.0 - comparison.alpha },
    };
    let mut figures = vec![
        ("name", "figure"),
        ("verdict", "verdict"),
        ("margin", "margin"),
        ("a", "a"),
        ("b", "b"),
        ("difference", "difference"),
        ("low", "low"),
        ("high", "high"),
        ("alpha", "alpha"),
        ("only_a", "only_a"),
        ("only_b", "only_b"),
        ("outside", "outside"),
        ("pairing", "pairing"),
    ];
    if is_of_family(comparison) {
        figures.extend([("p", "p"), ("p_holm", "p_holm")]);
    }
    Json::answer([
        ("a", (&comparison.first).into()),
        ("b", (&comparison.second).into()),
        ("changes", Json::list(&comparison.changes)),
        ("seed", comparison.seed.into()),
        ("trials", comparison.trials.into()),
        ("stopped", comparison.stopped.name().into()),
        ("interval", interval.into()),
        ("otherwise", comparison.otherwise.into()),
        ("figures", Json::records(records, &figures).into()),
        ("only_a", Json::list(&comparison.only[0])),
        ("only_b", Json::list(&comparison.only[1])),
    ])
}
