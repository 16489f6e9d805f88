//! Comparisons that are made together, such as one change in all scenarios of a folder.

use super::super::answer::{Answer, Media, SummaryRow, seeds_in_short};
use super::super::batch::{BatchNotes, overview, table};
use super::super::chart::ReportChart;
use super::super::text::{clean, counted, distinct, grouped, joined, listed, numbered, p_value};
use super::columns;
use super::headline::{amount, changes, level, signed};
use crate::analysis::{ComparedFigure, Comparison, Difference};
use crate::charts::{Chart, RowMark, Targeted, TargetedRow};
use crate::sim::StopReason;
use crate::stats::Interval;

/// Returns the joint answer of comparisons: a row for each, with the largest difference first.
pub fn family_answer(comparisons: &[Comparison], alpha: f64, others: &BatchNotes) -> Answer {
    let mut rows: Vec<(&Comparison, &ComparedFigure)> = comparisons
        .iter()
        .flat_map(|one| decided(one).map(move |figure| (one, figure)))
        .collect();
    let size = |figure: &ComparedFigure| figure.difference.known().map_or(-1.0, f64::abs);
    // Shares and numbers have no common scale. The sort is stable, so ties keep the order of the
    // call.
    rows.sort_by(|(_, one), (_, other)| {
        let shares = other.difference.is_share().cmp(&one.difference.is_share());
        shares.then(size(other).total_cmp(&size(one)))
    });
    let same = same_changes(&rows);
    let shorts = rows.iter().map(|(one, figure)| row(one, figure, same));
    let blocks = vec![
        Media::All.table("", table(&shorts.collect::<Vec<_>>())),
        Media::All.notes(notes(comparisons, rows.len(), alpha)),
    ];
    let mut answer = overview(
        comparisons.len(),
        &found(&rows),
        (blocks, others),
        facts(comparisons),
    );
    answer.charts = charts(&rows, alpha);
    answer.origin = format!("alpha {alpha}");
    answer
}

/// Returns charts of the differences of comparisons that were made separately.
pub fn compare_charts(comparisons: &[Comparison]) -> Vec<ReportChart> {
    let alpha = comparisons.first().map_or(0.0, |one| one.alpha);
    let rows = comparisons.iter();
    let rows = rows.flat_map(|one| decided(one).map(move |figure| (one, figure)));
    charts(&rows.collect::<Vec<_>>(), alpha)
}

/// Yields the figures that the comparison decides.
pub fn decided(comparison: &Comparison) -> impl Iterator<Item = &ComparedFigure> {
    let figures = comparison.figures.iter();
    figures.filter(|one| one.verdict.is_some())
}

/// Returns the summary rows of a comparison.
pub fn summary_rows(comparison: &Comparison) -> Vec<SummaryRow> {
    let rows = decided(comparison).map(|figure| row(comparison, figure, false));
    rows.collect()
}

/// Returns a figure as a row; its name includes the changes unless all comparisons have the `same`.
pub(super) fn row(comparison: &Comparison, figure: &ComparedFigure, same: bool) -> SummaryRow {
    let verdict = match figure.verdict {
        Some(Difference::Undecided) if comparison.stopped == StopReason::Interrupted => {
            "interrupted"
        }
        Some(Difference::Within) => "within margin",
        Some(Difference::Different) => "different",
        Some(Difference::Undecided) => "undecided",
        None => "",
    };
    let p = figure.raised.map(|p| match comparison.stopped {
        StopReason::Exact => "exact".to_owned(),
        _ => p_value(p),
    });
    let columns = columns(comparison, [figure])
        .cell_if(p.is_some(), "p", |_| p.clone())
        .cell("verdict", |_| verdict);
    SummaryRow::called(label(comparison, same), columns)
}

/// Returns the scenario, with the changes unless all comparisons have the `same`.
fn label(comparison: &Comparison, same: bool) -> String {
    let path = clean(&comparison.first.path);
    match &comparison.changes[..] {
        _ if same => path,
        [] => format!("{path} / {}", clean(&comparison.second.path)),
        changes => {
            let changes = joined(changes.iter().map(|one| clean(one)), " ");
            format!("{path} {changes}")
        }
    }
}

/// Returns the number of figures with each verdict: `3 differ, 8 by no more than their margin, 1 is
/// undecided`.
pub(super) fn found(rows: &[(&Comparison, &ComparedFigure)]) -> String {
    let count = |verdict| {
        let with = rows.iter().filter(|row| row.1.verdict == Some(verdict));
        with.count()
    };
    let parts = numbered([
        (count(Difference::Different), "differs", "differ"),
        (
            count(Difference::Within),
            "differs by no more than the margin",
            "differ by no more than the margin",
        ),
        (
            count(Difference::Undecided),
            "is undecided",
            "are undecided",
        ),
    ]);
    match listed(parts) {
        none if none.is_empty() => "nothing was decided".to_owned(),
        found => found,
    }
}

fn notes(comparisons: &[Comparison], figures: usize, alpha: f64) -> Vec<(&'static str, String)> {
    let all_changes = distinct(comparisons.iter().map(changes)).join("; or with ");
    let mut notes = vec![
        ("A", "each scenario, unchanged".to_owned()),
        ("B", format!("with {all_changes}")),
    ];
    let is_played = |one: &Comparison| one.stopped != StopReason::Exact;
    if comparisons.iter().any(is_played) {
        let percent = level(alpha);
        notes.push((
            "certainty",
            format!(
                "intervals are simultaneous at {percent}% confidence and valid at any stopping time; \
                 p is adjusted for {} by Holm's method, and a figure differs if it is {alpha} or less",
                counted(figures as u64, "figure")
            ),
        ));
        notes.push((
            "pairing",
            "both contests of a row use common random numbers: the same seed and trial numbers"
                .to_owned(),
        ));
    }
    notes
}

fn facts(comparisons: &[Comparison]) -> String {
    let trials: u64 = comparisons.iter().map(|one| one.trials).sum();
    if trials == 0 {
        return "exact, no trials".to_owned();
    }
    let seed = seeds_in_short(comparisons.iter().map(|one| one.seed).collect());
    format!("{} trials of A and of B, {seed}", grouped(trials))
}

/// Returns forest plots: each difference with its interval, a line at 0, and the margin as a band.
/// Shares and numbers have separate charts.
fn charts(rows: &[(&Comparison, &ComparedFigure)], alpha: f64) -> Vec<ReportChart> {
    let (shares, means): (Vec<_>, Vec<_>) = rows
        .iter()
        .copied()
        .partition(|row| row.1.difference.is_share());
    let all = [
        ("differences", shares, true),
        ("differences-of-means", means, false),
    ];
    let drawn = all.into_iter().filter(|(_, rows, _)| !rows.is_empty());
    let drawn = drawn.map(|(name, rows, shares)| {
        ReportChart::answer(name, Chart::Targeted(forest(&rows, shares, alpha)))
    });
    drawn.collect()
}

fn forest(rows: &[(&Comparison, &ComparedFigure)], shares: bool, alpha: f64) -> Targeted {
    let scale = if shares { 100.0 } else { 1.0 };
    // The band is drawn only if all rows have the same margin.
    let common = rows.first().and_then(|row| row.1.margin);
    let common = common.filter(|_| rows.iter().all(|row| row.1.margin == common));
    let first = rows.first().map(|row| row.1);
    let same =
        |row: &(&Comparison, &ComparedFigure)| Some(&row.1.name) == first.map(|one| &one.name);
    let same_name = rows.iter().all(same);
    let same_changes = same_changes(rows);
    let is_one = rows
        .windows(2)
        .all(|pair| std::ptr::eq(pair[0].0, pair[1].0));
    let folder = folder(rows);
    let title = match rows {
        [(one, _), ..] if same_changes && !one.changes.is_empty() => {
            format!("Effect of {}", changes(one))
        }
        _ => "Differences".to_owned(),
    };
    let rows = rows.iter().map(|(comparison, figure)| {
        let path = label(comparison, same_changes);
        // The common folder is left out, as labels have little room.
        let path = path.strip_prefix(&folder).unwrap_or(&path);
        let difference = figure.difference;
        let Interval { low, high } = difference.interval;
        TargetedRow {
            label: match (same_name, is_one) {
                (_, true) => clean(&figure.name),
                (true, false) => path.to_owned(),
                (false, false) => format!("{path}: {}", clean(&figure.name)),
            },
            value: difference.value * scale,
            interval: Interval::new(low * scale, high * scale),
            figure: signed(figure, difference.value),
            mark: match figure.verdict {
                Some(Difference::Different) => RowMark::Answer,
                _ => RowMark::Plain,
            },
        }
    });
    Targeted {
        title,
        subtitle: SUBTITLE.to_owned(),
        interval: intervals(alpha),
        x_label: axis(shares).to_owned(),
        tolerance: common.unwrap_or(0.0) * scale,
        target_label: "no difference".to_owned(),
        band_label: match (common, first) {
            (Some(margin), Some(figure)) => within(figure, margin),
            _ => String::new(),
        },
        rows: rows.collect(),
        ..Targeted::default()
    }
}

/// Subtitle of charts of differences.
pub(super) const SUBTITLE: &str = "B − A, on common random numbers";

/// Returns the legend of the intervals.
pub(super) fn intervals(alpha: f64) -> String {
    format!("simultaneous {}% intervals", level(alpha))
}

/// Returns the title of the axis of differences.
pub(super) const fn axis(shares: bool) -> &'static str {
    if shares {
        "difference of shares, in percentage points"
    } else {
        "difference of means"
    }
}

/// Returns the legend of the margin.
pub(super) fn within(figure: &ComparedFigure, margin: f64) -> String {
    format!("within {}", amount(figure, margin))
}

fn same_changes(rows: &[(&Comparison, &ComparedFigure)]) -> bool {
    let first = rows.first().map(|row| &row.0.changes);
    rows.iter().all(|row| Some(&row.0.changes) == first)
}

/// Returns the folder that contains all scenarios, with the final separator; may be empty.
fn folder(rows: &[(&Comparison, &ComparedFigure)]) -> String {
    let paths: Vec<String> = rows.iter().map(|row| clean(&row.0.first.path)).collect();
    let first = paths.first().map_or("", String::as_str);
    let ends = first.rmatch_indices(['/', '\\']);
    let is_common = |folder: &&str| paths.iter().all(|path| path.starts_with(*folder));
    let common = ends.map(|(end, _)| &first[..=end]).find(is_common);
    common.unwrap_or_default().to_owned()
}
