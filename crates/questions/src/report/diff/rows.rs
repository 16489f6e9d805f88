//! Tables of the changes, with notes.

use super::super::table::{NONE, Table};
use super::super::text::{clean, counted, decimal, few, joined, number, p_value};
use super::name;
use crate::analysis::{ChangeVerdict, Diff, FigureDiff, ScenarioDiff};
use crate::records::{Cell, Columns};
use crate::stats::{Figure, Interval};

/// Maximum number of figures shown for a scenario; JSON and CSV have all.
const MOST_FIGURES: usize = 4;

/// Returns the figures that changed significantly: outcomes first, then in order of their p-values.
pub fn changed(diff: &Diff) -> Table {
    let scenarios = diff.scenarios.iter();
    let rows = scenarios.flat_map(|one| {
        let mut figures: Vec<&FigureDiff> = one.with_verdict(ChangeVerdict::Changed).collect();
        figures.sort_by(|one, other| {
            let is_mean = |figure: &FigureDiff| figure.name.starts_with("mean.");
            let p = |figure: &FigureDiff| figure.p.unwrap_or(1.0);
            let first = is_mean(one).cmp(&is_mean(other));
            first.then(p(one).total_cmp(&p(other)))
        });
        let more = figures.len().saturating_sub(MOST_FIGURES);
        figures.truncate(MOST_FIGURES);
        let more = (more > 0).then_some(DiffRow::More(more));
        rows(one, figures).chain(more).collect::<Vec<_>>()
    });
    table(rows)
}

/// Returns the first outcome of each scenario in which no figure changed significantly.
pub fn open(diff: &Diff) -> Table {
    let is_open = |one: &&ScenarioDiff| one.verdict == ChangeVerdict::Open;
    let open = diff.scenarios.iter().filter(is_open);
    table(open.flat_map(|one| rows(one, one.with_verdict(ChangeVerdict::Open).take(1))))
}

/// A row of a table.
#[derive(Clone, Copy)]
enum DiffRow<'a> {
    /// A figure, with its scenario in the first row of the scenario only.
    Figure(Option<&'a ScenarioDiff>, &'a FigureDiff),
    /// Number of figures that are not shown.
    More(usize),
}

impl<'a> DiffRow<'a> {
    /// Returns the cell for a figure; empty in other rows.
    fn cell<T: Cell>(self, get: impl Fn(&'a FigureDiff) -> T) -> String {
        match self {
            Self::Figure(_, figure) => get(figure).text(),
            Self::More(_) => String::new(),
        }
    }
}

/// Returns the rows of a scenario; only the first row has its path.
fn rows<'a>(
    changed: &'a ScenarioDiff,
    figures: impl IntoIterator<Item = &'a FigureDiff>,
) -> impl Iterator<Item = DiffRow<'a>> {
    let figures = figures.into_iter().enumerate();
    figures.map(move |(number, figure)| DiffRow::Figure((number == 0).then_some(changed), figure))
}

fn table<'a>(rows: impl Iterator<Item = DiffRow<'a>>) -> Table {
    let is_exact = |figure: Option<Figure>| figure.is_some_and(|one| one.is_exact());
    let is_exact = |figure: &FigureDiff| is_exact(figure.old) && is_exact(figure.new);
    let shown = |figure: &FigureDiff, one: Option<Figure>| one.map(|one| value(figure, one.value));
    let columns = Columns::of(rows)
        .cell("scenario", |row| match row {
            DiffRow::Figure(Some(changed), _) => name(changed),
            _ => String::new(),
        })
        .cell("figure", |row| match row {
            DiffRow::Figure(_, figure) => clean(&figure.name),
            DiffRow::More(more) => format!("and {more} more"),
        })
        .words()
        .cell("old", |row| row.cell(|figure| shown(figure, figure.old)))
        .cell("new", |row| row.cell(|figure| shown(figure, figure.new)))
        .cell("difference", |row| {
            row.cell(|figure| figure.difference().map(|one| signed(figure, one)))
        })
        .cell("interval", |row| {
            row.cell(|figure| {
                let ends = |one: Interval| [one.low, one.high].map(|end| signed(figure, end));
                let ends = figure.interval.map(|one| ends(one).join(" to "));
                let exactly = is_exact(figure).then(|| "exactly".to_owned());
                exactly.or(ends)
            })
        })
        .cell("p", |row| {
            row.cell(|figure| figure.p.filter(|_| !is_exact(figure)).map(p_value))
        });
    Table {
        stacks: true,
        ..Table::of(&columns.shown)
    }
}

/// Returns the number of decimals that show the interval.
fn places(figure: &FigureDiff) -> usize {
    let scale = if figure.is_share() { 100.0 } else { 1.0 };
    let width = figure.interval.map_or(0.0, |one| one.high - one.low) * scale;
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
    number(value, figure.is_share(), places(figure))
}

/// Returns a difference with its sign, for shares in percentage points.
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

/// Returns notes about what the tables do not show.
pub fn notes(diff: &Diff) -> Vec<(&'static str, String)> {
    let list = |fits: &dyn Fn(&ScenarioDiff) -> bool| {
        joined(
            diff.scenarios.iter().filter(|one| fits(one)).map(name),
            ", ",
        )
    };
    let has = |verdict| move |one: &ScenarioDiff| one.verdict == verdict;
    let broken = diff.scenarios.iter().flat_map(|one| {
        let lines = one.broken.iter();
        lines.map(move |line| format!("{}: {}", name(one), clean(line)))
    });
    let mut notes = vec![
        ("no longer holds", joined(broken, "; ")),
        (
            "no longer a scenario",
            list(&ScenarioDiff::is_no_longer_valid),
        ),
        (
            "changed contest",
            list(&|one: &ScenarioDiff| one.is_edited() && one.verdict != ChangeVerdict::Fault),
        ),
        ("different figures", other_figures(diff)),
        ("new", list(&has(ChangeVerdict::New))),
        ("gone", list(&has(ChangeVerdict::Gone))),
        (
            "not comparable",
            list(&|one: &ScenarioDiff| {
                one.verdict == ChangeVerdict::Fault && !one.is_no_longer_valid()
            }),
        ),
    ];
    if diff.tested > 0 {
        notes.push((
            "certainty",
            format!(
                "the family-wise false-positive rate is at most {:.3}%; p is adjusted for {} by Holm's \
                 method; each interval by itself has 95% confidence",
                diff.alpha * 100.0,
                counted(diff.tested as u64, "figure")
            )
            .replace(".000%", "%"),
        ));
    }
    notes
}

/// Returns the scenarios whose sets of figures differ, with the new and the removed figures.
fn other_figures(diff: &Diff) -> String {
    let some = |one: &ScenarioDiff, verdict: ChangeVerdict| {
        let figures = one.with_verdict(verdict);
        let names = few(figures.map(|figure| clean(&figure.name)), MOST_FIGURES);
        (!names.is_empty()).then(|| format!("{} {names}", verdict.name()))
    };
    let all = diff.scenarios.iter().filter_map(|one| {
        let parts = [ChangeVerdict::New, ChangeVerdict::Gone].map(|verdict| some(one, verdict));
        let parts = joined(parts.into_iter().flatten(), ", ");
        (!parts.is_empty()).then(|| format!("{}: {parts}", name(one)))
    });
    joined(all, "; ")
}
