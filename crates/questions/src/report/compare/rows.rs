//! Tables of the figures of two contests, with notes.

use super::super::table::Table;
use super::super::text::{clean, control_note, decimal, few, grouped, joined, percent};
use super::headline::{amount, level, titles};
use super::{columns, multiple};
use crate::analysis::{ComparedFigure, Comparison, Difference};
use crate::contest::ConfiguredPlayers;
use crate::records::ShownColumn;
use crate::sim::StopReason;

/// Maximum number of names in a note.
const MOST_NAMED: usize = 8;

/// Returns the table of the decided figures.
pub fn decided(comparison: &Comparison) -> Table {
    let shown = multiple::decided(comparison).filter(|one| !is_idle(one));
    let columns = columns(comparison, shown);
    table(&columns.cell("verdict", verdict).words().shown)
}

/// Share of an exact answer below which an outcome counts as one that never occurs.
const NEGLIGIBLE: f64 = 1e-9;

/// Returns whether the figure is an outcome that never occurred and is not always shown.
pub(super) fn is_idle(figure: &ComparedFigure) -> bool {
    let shares = [figure.first, figure.second];
    let never = shares
        .iter()
        .all(|share| share.is_some_and(|share| share.abs() < NEGLIGIBLE));
    never && !figure.always_shown && figure.verdict == Some(Difference::Within)
}

/// Returns the table of the other figures: all, or those that a summary highlights.
pub fn further(comparison: &Comparison, all: bool) -> Table {
    let is_shown = |base: &&str| all || comparison.highlights.contains(base);
    let figures = comparison.figures.iter();
    let further = figures.filter(|one| one.verdict.is_none() && is_shown(&one.base));
    table(&columns(comparison, further).shown)
}

/// Returns a table whose name column has no heading.
fn table(columns: &[ShownColumn]) -> Table {
    let mut table = Table::of(columns);
    table.headings[0].clear();
    table.stacks = true;
    table
}

/// Returns the verdict as a cell.
fn verdict(figure: &ComparedFigure) -> String {
    match (figure.verdict, figure.margin) {
        (Some(Difference::Different), _) => "different".to_owned(),
        (Some(Difference::Undecided), _) => "undecided".to_owned(),
        (Some(Difference::Within), Some(margin)) => {
            format!("no larger than {}", amount(figure, margin))
        }
        (Some(Difference::Within), None) => "the same".to_owned(),
        (None, _) => String::new(),
    }
}

/// Returns notes: the meaning of A and B, the confidence, and the effect of common random numbers.
pub fn notes(comparison: &Comparison) -> Vec<(&'static str, String)> {
    let (first, second) = titles(comparison);
    let with = |title: String, players: &ConfiguredPlayers| match players {
        none if none.is_empty() => title,
        players => format!("{title} ({})", clean(&players.to_string())),
    };
    let mut notes = vec![
        ("A", with(first, &comparison.players[0])),
        ("B", with(second, &comparison.players[1])),
    ];
    if comparison.stopped != StopReason::Exact {
        let level = level(comparison.alpha);
        let certainty = if comparison.figures.iter().any(|one| one.raised.is_some()) {
            format!(
                "the interval has {level}% confidence, so that the intervals of all comparisons hold \
                 together; verdicts are adjusted for all comparisons by Holm's method"
            )
        } else {
            let together = match multiple::decided(comparison).count() {
                0 | 1 => "the verdict has",
                _ => "all verdicts together have",
            };
            format!(
                "{together} {level}% confidence at any stopping time; other intervals hold individually"
            )
        };
        notes.push(("certainty", certainty));
        let first = multiple::decided(comparison).next();
        notes.extend(common_random_numbers(comparison, first));
    }
    let idle = comparison.figures.iter().filter(|one| is_idle(one));
    let idle = joined(idle.map(|one| clean(&one.name)), ", ");
    if !idle.is_empty() {
        notes.push(("never", format!("{idle}, in neither contest")));
    }
    for figure in multiple::decided(comparison).filter(|one| one.outside > 0) {
        let note = format!(
            "{}: in {} trials a value outside the bounds of the metric was replaced by the bound",
            clean(&figure.name),
            grouped(figure.outside)
        );
        notes.push(("bounds", note));
    }
    for (label, names) in ["only in A", "only in B"].into_iter().zip(&comparison.only) {
        notes.push((label, few(names.iter().map(|name| clean(name)), MOST_NAMED)));
    }
    notes
}

/// Returns notes on how common random numbers affected the comparison, mainly for the first figure.
fn common_random_numbers(
    comparison: &Comparison,
    first: Option<&ComparedFigure>,
) -> Vec<(&'static str, String)> {
    if comparison.trials == 0 {
        return Vec::new();
    }
    let part = |count: u64| percent(count as f64 / comparison.trials as f64, 2);
    let mut text = format!(
        "{} of the trials have different outcomes in A and B",
        part(comparison.otherwise)
    );
    if let Some(figure) = first
        && let Some([one, other]) = figure.discordant
    {
        text = format!(
            "{text}; {} in {} only in A, in {} only in B",
            clean(&figure.name),
            part(one),
            part(other)
        );
    }
    let pairing = first.and_then(|figure| Some((clean(&figure.name), figure.pairing?.factor)));
    let pairing = pairing.map(|(name, factor)| {
        let times = decimal(factor, 1);
        let text = format!(
            "without common random numbers, {name} would need {times} times as many trials"
        );
        ("pairing", text)
    });
    let factors = comparison.figures.iter().map(|figure| figure.factor);
    let precision = control_note(factors, "figure").map(|note| ("precision", note));
    let notes = [("discordance", text)].into_iter().chain(pairing);
    notes.chain(precision).collect()
}

/// Returns the number of trials: `12,207 trials of each`.
pub fn played(comparison: &Comparison) -> String {
    let trials = format!("{} trials of each", grouped(comparison.trials));
    match comparison.stopped {
        StopReason::Exact => "exact, no trials".to_owned(),
        StopReason::Interrupted => format!("interrupted after {trials}"),
        StopReason::Decided | StopReason::Precision | StopReason::Trials => trials,
    }
}
