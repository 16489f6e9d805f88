//! What changed as rows of text, and what else there is to say.

use super::super::table::{NONE, Table};
use super::super::text::{clean, counted, decimal};
use super::super::words::percent;
use super::name;
use crate::analysis::{ChangeVerdict, Diff, FigureDiff, ScenarioDiff, Value};

/// How many figures of a scenario are shown; all are in JSON and CSV.
const MOST_FIGURES: usize = 4;

/// The figures that are others beyond doubt, outcomes first, then those that are the least likely.
pub fn changed(diff: &Diff) -> Table {
    let scenarios = diff.scenarios.iter();
    let rows = scenarios.flat_map(|one| {
        let mut figures: Vec<&FigureDiff> = one
            .figures
            .iter()
            .filter(|figure| figure.verdict == ChangeVerdict::Changed)
            .collect();
        figures.sort_by(|one, other| {
            let is_mean = |figure: &FigureDiff| figure.name.starts_with("mean.");
            let p = |figure: &FigureDiff| figure.p.unwrap_or(1.0);
            let first = is_mean(one).cmp(&is_mean(other));
            first.then(p(one).total_cmp(&p(other)))
        });
        let more = figures.len().saturating_sub(MOST_FIGURES);
        figures.truncate(MOST_FIGURES);
        let mut rows: Vec<Vec<String>> = rows(one, &figures);
        if more > 0 {
            let mut row = vec![String::new(); rows.first().map_or(1, Vec::len)];
            if let Some(cell) = row.get_mut(1) {
                *cell = format!("and {more} more");
            }
            rows.push(row);
        }
        rows
    });
    table(rows)
}

/// The first outcome of scenarios in which nothing changed beyond doubt.
pub fn open(diff: &Diff) -> Table {
    let open = diff
        .scenarios
        .iter()
        .filter(|one| one.verdict == ChangeVerdict::Open);
    let rows = open.flat_map(|one| {
        let figures = one.figures.iter();
        let first = figures
            .filter(|figure| figure.verdict == ChangeVerdict::Open)
            .take(1);
        rows(one, &first.collect::<Vec<_>>())
    });
    table(rows)
}

fn table(rows: impl Iterator<Item = Vec<String>>) -> Table {
    let headings = [
        "scenario",
        "figure",
        "old",
        "new",
        "difference",
        "interval",
        "p",
    ];
    Table {
        stacks: true,
        left: vec![1],
        ..Table::new(headings, rows)
    }
}

/// The path stands in the first row alone.
fn rows(changed: &ScenarioDiff, figures: &[&FigureDiff]) -> Vec<Vec<String>> {
    let row = |(number, figure): (usize, &&FigureDiff)| {
        let path = if number == 0 {
            name(changed)
        } else {
            String::new()
        };
        let interval = figure.interval.map(|one| {
            format!(
                "{} to {}",
                signed(figure, one.low),
                signed(figure, one.high)
            )
        });
        let none = || NONE.to_owned();
        let is_exact = |value: Option<Value>| value.is_some_and(|one| one.trials() == 0);
        let exact = is_exact(figure.old) && is_exact(figure.new);
        vec![
            path,
            clean(&figure.name),
            figure
                .old
                .map_or_else(none, |one| value(figure, one.value())),
            figure
                .new
                .map_or_else(none, |one| value(figure, one.value())),
            figure
                .difference()
                .map_or_else(none, |one| signed(figure, one)),
            if exact {
                "exactly".to_owned()
            } else {
                interval.unwrap_or_else(none)
            },
            match figure.p {
                _ if exact => NONE.to_owned(),
                Some(p) if p < 0.0001 => "< 0.0001".to_owned(),
                Some(p) => format!("{p:.4}"),
                None => none(),
            },
        ]
    };
    figures.iter().enumerate().map(row).collect()
}

/// How many places behind the point show the interval.
fn places(figure: &FigureDiff) -> usize {
    let scale = if figure.is_share() { 100.0 } else { 1.0 };
    let width = figure
        .interval
        .map_or(0.0, |one| (one.high - one.low) * scale);
    let size = match width {
        width if width > 0.0 && width.is_finite() => width,
        _ => figure.difference().unwrap_or(0.0).abs() * scale,
    };
    match size {
        size if size >= 1.0 => 1,
        size if size >= 0.1 => 2,
        size if size > 0.0 => 3,
        _ => 1,
    }
}

fn value(figure: &FigureDiff, value: f64) -> String {
    if figure.is_share() {
        percent(value, places(figure))
    } else {
        decimal(value, places(figure))
    }
}

/// A difference with its sign; of shares in percentage points.
fn signed(figure: &FigureDiff, difference: f64) -> String {
    if !difference.is_finite() {
        return NONE.to_owned();
    }
    let scale = if figure.is_share() { 100.0 } else { 1.0 };
    let text = decimal(difference * scale, places(figure));
    let is_zero = text.chars().all(|one| matches!(one, '0' | '.'));
    if text.starts_with('-') || is_zero {
        text
    } else {
        format!("+{text}")
    }
}

/// What is to be said beside the tables.
pub fn notes(diff: &Diff) -> Vec<(&'static str, String)> {
    let list = |fits: &dyn Fn(&ScenarioDiff) -> bool| {
        let fitting = diff.scenarios.iter().filter(|one| fits(one));
        let names: Vec<String> = fitting.map(name).collect();
        names.join(", ")
    };
    let has = |verdict| move |one: &ScenarioDiff| one.verdict == verdict;
    let broken = diff.scenarios.iter().flat_map(|one| {
        let lines = one.broken.iter();
        lines.map(move |line| format!("{}: {}", name(one), clean(line)))
    });
    let mut notes = vec![
        ("no longer holds", broken.collect::<Vec<_>>().join("; ")),
        ("no scenario any more", list(&ScenarioDiff::is_spoilt)),
        (
            "another contest",
            list(&|one: &ScenarioDiff| one.is_edited() && one.verdict != ChangeVerdict::Fault),
        ),
        ("other figures", other_figures(diff)),
        ("new", list(&has(ChangeVerdict::New))),
        ("gone", list(&has(ChangeVerdict::Gone))),
        (
            "not comparable",
            list(&|one: &ScenarioDiff| one.verdict == ChangeVerdict::Fault && !one.is_spoilt()),
        ),
    ];
    if diff.tested > 0 {
        notes.push((
            "certainty",
            format!(
                "the chance that anything is called changed, though nothing did, is at most {:.3} %; p is corrected for {} by \
                 Holm's procedure, intervals are those of each figure by itself, at 95 %",
                diff.alpha * 100.0,
                counted(diff.tested as u64, "figure")
            )
            .replace(".000 %", " %"),
        ));
    }
    notes.retain(|note| !note.1.is_empty());
    notes
}

/// The scenarios whose figures are not those that they were, with what is new and gone of them.
fn other_figures(diff: &Diff) -> String {
    let some = |one: &ScenarioDiff, verdict: ChangeVerdict| -> Option<String> {
        let figures = one
            .figures
            .iter()
            .filter(|figure| figure.verdict == verdict);
        let names: Vec<String> = figures.map(|figure| clean(&figure.name)).collect();
        let shown = names.iter().take(MOST_FIGURES).cloned().collect::<Vec<_>>();
        let more = names.len().saturating_sub(MOST_FIGURES);
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        (!names.is_empty()).then(|| format!("{} {}{more}", verdict.name(), shown.join(", ")))
    };
    let all = diff.scenarios.iter().filter_map(|one| {
        let parts = [ChangeVerdict::New, ChangeVerdict::Gone].map(|verdict| some(one, verdict));
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| format!("{}: {}", name(one), parts.join(", ")))
    });
    all.collect::<Vec<_>>().join("; ")
}
