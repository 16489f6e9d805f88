//! The figures of two contests as rows of text, and what else there is to say.

use super::super::table::{NONE, Table};
use super::super::text::{clean, decimal, grouped};
use super::super::words::percent;
use super::claim::{amount, level, signed, titles, values};
use crate::analysis::{Compared, Comparison, Difference};
use crate::sim::StopReason;

/// The figures that were decided on.
pub fn decided(comparison: &Comparison) -> Table {
    let mut table = table(shown(comparison));
    table.headings.push("verdict".to_owned());
    table.left = vec![table.headings.len() - 1];
    for (row, figure) in table.rows.iter_mut().zip(shown(comparison)) {
        row.push(verdict(figure));
    }
    table
}

/// Those of them that have a row.
fn shown(comparison: &Comparison) -> impl Iterator<Item = &Compared> {
    let decided = comparison.figures.iter();
    decided.filter(|one| one.verdict.is_some() && !is_idle(one))
}

/// Whether it is an outcome that hardly anybody expects, and that never came up.
fn is_idle(figure: &Compared) -> bool {
    let never = figure.first == Some(0.0) && figure.second == Some(0.0);
    never && !figure.usual && figure.verdict == Some(Difference::Within)
}

/// The figures beside them; those that a summary shows, or all.
pub fn further(comparison: &Comparison, all: bool) -> Table {
    table(
        comparison.figures.iter().filter(|one| {
            one.verdict.is_none() && (all || comparison.highlights.contains(&one.base))
        }),
    )
}

fn table<'a>(figures: impl Iterator<Item = &'a Compared>) -> Table {
    let headings = ["", "A", "B", "difference", "interval"];
    Table {
        stacks: true,
        ..Table::new(headings, figures.map(row))
    }
}

fn row(figure: &Compared) -> Vec<String> {
    let (first, second) = values(figure);
    vec![
        clean(&figure.name),
        first,
        second,
        figure
            .difference
            .map_or_else(|| NONE.to_owned(), |difference| signed(figure, difference)),
        between(figure),
    ]
}

/// Where the true difference is: `-10.40 to -9.60`.
pub fn between(figure: &Compared) -> String {
    let interval = figure.interval;
    if interval.half_width() <= 1e-9 {
        return "exactly".to_owned();
    }
    let [low, high] = [interval.low, interval.high].map(|end| signed(figure, end));
    format!("{low} to {high}")
}

/// What was found, as a cell.
pub fn verdict(figure: &Compared) -> String {
    match figure.verdict {
        Some(Difference::Different) => "different".to_owned(),
        Some(Difference::Undecided) => "undecided".to_owned(),
        Some(Difference::Within) => match figure.margin {
            Some(margin) => format!("no larger than {}", amount(figure, margin)),
            None => "the same".to_owned(),
        },
        None => String::new(),
    }
}

/// What the letters stand for, how sure it is, and what the same luck did, each under a word.
pub fn notes(comparison: &Comparison) -> Vec<(&'static str, String)> {
    let (first, second) = titles(comparison);
    let with = |title: String, players: &str| {
        if players.is_empty() {
            title
        } else {
            format!("{title} ({})", clean(players))
        }
    };
    let mut notes = vec![
        ("A", with(first, &comparison.players[0])),
        ("B", with(second, &comparison.players[1])),
    ];
    if comparison.stopped != StopReason::Exact {
        let verdicts = comparison
            .figures
            .iter()
            .filter(|one| one.verdict.is_some());
        let together = if verdicts.count() > 1 {
            "all verdicts together are"
        } else {
            "the verdict is"
        };
        let level = level(comparison);
        let certainty = if comparison.figures.iter().any(|one| one.raised.is_some()) {
            format!(
                "the interval holds with {level} %, so that those of all comparisons made together do; verdicts \
                 are corrected for all of them (Holm)"
            )
        } else {
            format!(
                "{together} right with {level} %, however long it was played; other intervals each by itself"
            )
        };
        notes.push(("certainty", certainty));
        notes.extend(luck(comparison));
    }
    let idle: Vec<String> = comparison
        .figures
        .iter()
        .filter(|one| is_idle(one))
        .map(|one| clean(&one.name))
        .collect();
    if !idle.is_empty() {
        notes.push(("never", format!("{}: in neither", idle.join(", "))));
    }
    for figure in &comparison.figures {
        if figure.outside > 0 && figure.verdict.is_some() {
            notes.push((
                "bounds",
                format!(
                    "{}: in {} trials a value beyond the bounds of the metric was taken as the bound",
                    clean(&figure.name),
                    grouped(figure.outside)
                ),
            ));
        }
    }
    for (label, names) in ["only in A", "only in B"].into_iter().zip(&comparison.only) {
        if !names.is_empty() {
            notes.push((label, listed(names)));
        }
    }
    notes
}

/// What the same luck did.
fn luck(comparison: &Comparison) -> Vec<(&'static str, String)> {
    if comparison.trials == 0 {
        return Vec::new();
    }
    let share = comparison.otherwise as f64 / comparison.trials as f64;
    let mut text = format!("{} of the trials end otherwise", percent(share, 2));
    let mut figures = comparison
        .figures
        .iter()
        .filter(|one| one.verdict.is_some());
    let first = figures.next();
    if let Some(figure) = first
        && let Some([one, other]) = figure.discordant
    {
        let part = |count: u64| percent(count as f64 / comparison.trials as f64, 2);
        text = format!(
            "{text}; {} in {} only with A, in {} only with B",
            clean(&figure.name),
            part(one),
            part(other)
        );
    }
    let mut notes = vec![("same luck", text)];
    if let Some(figure) = first
        && let Some(pairing) = figure.pairing
    {
        notes.push((
            "pairing",
            format!(
                "on luck of their own {} would have taken {} times as many trials",
                clean(&figure.name),
                decimal(pairing.factor, 1)
            ),
        ));
    }
    notes
}

/// The names, the first of them where they are many.
fn listed(names: &[String]) -> String {
    const MOST: usize = 8;
    let shown: Vec<String> = names.iter().take(MOST).map(|name| clean(name)).collect();
    match names.len().saturating_sub(MOST) {
        0 => shown.join(", "),
        further => format!("{} and {further} more", shown.join(", ")),
    }
}

/// How many trials: `12,207 trials of each`.
pub fn played(comparison: &Comparison) -> String {
    let trials = format!("{} trials of each", grouped(comparison.trials));
    match comparison.stopped {
        StopReason::Exact => "exact, nothing was played".to_owned(),
        StopReason::Interrupted => format!("interrupted after {trials}"),
        StopReason::Decided | StopReason::Precision | StopReason::Trials => trials,
    }
}
