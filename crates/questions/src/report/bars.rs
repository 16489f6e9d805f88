//! The outcomes of a scenario as bars on a screen, with the highlighted metrics below.

use super::results::Highlight;
use super::table::GAP;
use super::text::{clean, labelled, pad, percent, shorten, width, words, wrap};
use crate::charts::terminal::bar;
use crate::sim::OutcomeResult;

/// Longest bar in character cells.
const LONGEST_BAR: usize = 22;
/// Shortest bar that is still readable, in character cells.
const SHORTEST_BAR: usize = 8;
/// Widest label in character cells.
const WIDEST_LABEL: usize = 24;
/// Width of the left margin.
const MARGIN: usize = super::screen::MARGIN.len();
/// Maximum number of lines of a highlight for it to be placed beside another one.
const LINES_BESIDE: usize = 3;
/// ANSI colors of the bars, in turn: blue, yellow, green, magenta, cyan.
const COLORS: [u8; 5] = [34, 33, 32, 35, 36];

/// Bars and highlights.
#[derive(Clone, Debug)]
pub struct Bars {
    /// Outcomes that are shown, each with its position among all.
    pub outcomes: Vec<(usize, OutcomeResult)>,
    /// Highlighted metrics.
    pub highlights: Vec<Highlight>,
    /// Distribution of the first highlight, as a sparkline.
    pub shape: Option<String>,
}

impl Bars {
    /// Returns the width of the names before the bars.
    pub(super) fn label(&self) -> usize {
        let outcomes = self.outcomes.iter();
        let outcomes =
            outcomes.map(|(_, outcome)| shorten(&words(&clean(&outcome.name)), WIDEST_LABEL));
        let labels = outcomes.chain(self.highlights.iter().map(label));
        labels.map(|label| width(&label)).max().unwrap_or(0)
    }

    /// Returns the lines for a screen with `width` cells.
    pub(super) fn lines(&self, width: usize, color: bool) -> Vec<String> {
        let beside = self.outcomes.len() == 2 && width >= 80;
        let mut columns = ColumnWidths {
            label: self.label(),
            left: width - MARGIN,
            right: None,
        };
        if beside {
            let half = (columns.left - GAP) / 2;
            (columns.left, columns.right) = (half, Some(columns.left - GAP - half));
        }
        let bars = bars(&self.outcomes, &mut columns, color);
        let rows = bars.chunks(if beside { 2 } else { 1 });
        let mut lines: Vec<String> = rows.map(|pair| row(pair, &columns)).collect();
        let mut highlights: Vec<(String, Vec<String>)> = self
            .highlights
            .iter()
            .map(|one| (label(one), one.pieces()))
            .collect();
        if let Some((_, pieces)) = highlights.first_mut() {
            pieces.extend(self.shape.clone());
        }
        lines.extend(highlight_lines(&highlights, &columns));
        lines
    }
}

struct ColumnWidths {
    label: usize,
    left: usize,
    /// `None` if there is only one column.
    right: Option<usize>,
}

impl ColumnWidths {
    /// Returns the width of the text after a label in a column of `cell` cells.
    fn text(&self, cell: usize) -> usize {
        cell.saturating_sub(self.label + GAP).max(SHORTEST_BAR)
    }

    /// Returns the total width of a line.
    fn whole(&self) -> usize {
        self.left + self.right.map_or(0, |right| GAP + right)
    }

    /// Moves the width that the left column does not need to the right one.
    fn narrow_left(&mut self, needed: usize) {
        if let Some(right) = &mut self.right
            && needed < self.left
        {
            *right += self.left - needed;
            self.left = needed;
        }
    }
}

/// Returns the label, figure and bar of each outcome, with their width; narrows the left column to
/// fit.
fn bars(
    shown: &[(usize, OutcomeResult)],
    columns: &mut ColumnWidths,
    color: bool,
) -> Vec<(String, usize)> {
    let is_wide = |(_, one): &(usize, OutcomeResult)| {
        one.exact.is_none() && one.shown_share().interval.half_width() > 0.01
    };
    let decimals = if shown.iter().any(is_wide) { 1 } else { 2 };
    let outcomes = || shown.iter().map(|(_, outcome)| outcome);
    let share = |one: &OutcomeResult| {
        let best = one.best()?;
        Some(if best.is_whole() { 1.0 } else { best.value })
    };
    let figure = |one: &OutcomeResult| match share(one) {
        Some(share) => percent(share, decimals),
        None => "?".to_owned(),
    };
    // The share of the trials is a note beside the exact one.
    let sample = |one: &OutcomeResult| match (one.count, one.exact, one.share) {
        (Some(_), Some(exact), Some(share)) if (exact - share.value).abs() > 1e-12 => {
            format!("sample {}", percent(share.value, decimals))
        }
        _ => String::new(),
    };
    let figures: Vec<String> = outcomes().map(figure).collect();
    let samples: Vec<String> = outcomes().map(sample).collect();
    let widest = |texts: &[String]| texts.iter().map(|text| width(text)).max().unwrap_or(0);
    let (figure_width, sample_width) = (widest(&figures), widest(&samples));
    let beside = if sample_width > 0 {
        sample_width + GAP
    } else {
        0
    };
    let used = figure_width + GAP + beside;
    let room = columns.text(columns.left).saturating_sub(used);
    let bar_width = room.min(LONGEST_BAR);
    columns.narrow_left(columns.label + GAP + used + bar_width);
    let columns = &*columns;
    shown
        .iter()
        .zip(figures.iter().zip(&samples))
        .map(|((index, outcome), (figure, sample))| {
            let label = shorten(&words(&clean(&outcome.name)), WIDEST_LABEL);
            let figure = format!("{}{figure}", " ".repeat(figure_width - width(figure)));
            let mut text = format!("{}  {figure}", pad(&label, columns.label));
            if sample_width > 0 {
                text = format!("{text}  {}", pad(sample, sample_width));
            }
            let drawn = bar(share(outcome).unwrap_or(0.0), bar_width);
            let cells = width(&text) + GAP + width(&drawn);
            if color && !drawn.is_empty() {
                let code = COLORS[index % COLORS.len()];
                (format!("{text}  \u{1b}[{code}m{drawn}\u{1b}[0m"), cells)
            } else {
                (format!("{text}  {drawn}"), cells)
            }
        })
        .collect()
}

/// Joins cells side by side. The width of each is given, since ANSI codes take no room.
fn row(cells: &[(String, usize)], columns: &ColumnWidths) -> String {
    let mut line = " ".repeat(MARGIN);
    for (text, used) in cells {
        let blanks = (columns.left + GAP).saturating_sub(*used);
        line.extend([text, &*" ".repeat(blanks)]);
    }
    line
}

/// Returns highlights side by side if there are two columns and the left one is short; else one
/// below the other.
fn highlight_lines(highlights: &[(String, Vec<String>)], columns: &ColumnWidths) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = highlights;
    while let [(label, pieces), others @ ..] = rest {
        if let (Some(right), Some((second_label, second))) = (columns.right, others.first()) {
            let left = wrap(pieces, columns.text(columns.left));
            let right = wrap(second, columns.text(right));
            if left.len() == 1 && right.len() <= LINES_BESIDE {
                lines.extend(side_by_side(
                    (label, &left),
                    (second_label, &right),
                    columns,
                ));
                rest = &others[1..];
                continue;
            }
        }
        let wrapped = wrap(pieces, columns.text(columns.whole()));
        let labelled = labelled(label, &wrapped, columns.label);
        lines.extend(labelled.map(|line| format!("{}{line}", " ".repeat(MARGIN))));
        rest = others;
    }
    lines
}

fn side_by_side(
    (first, left): (&str, &[String]),
    (second, right): (&str, &[String]),
    columns: &ColumnWidths,
) -> Vec<String> {
    let mut left = labelled(first, left, columns.label);
    let line = labelled(second, right, columns.label).map(|right| {
        let left = left.next().unwrap_or_default();
        let used = width(&left);
        row(&[(left, used), (right, 0)], columns)
    });
    line.collect()
}

/// Returns the label of a highlight, shortened to the widest label.
fn label(highlight: &Highlight) -> String {
    shorten(&highlight.label, WIDEST_LABEL)
}
