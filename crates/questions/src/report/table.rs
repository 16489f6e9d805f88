//! Tables of text and their alignment on a screen.

use super::text::{pad, shorten, width, wrap};
use crate::charts::terminal::bar;
use crate::records::ShownColumn;

pub use crate::records::NONE;

/// Number of spaces between columns.
pub const GAP: usize = 2;
/// Maximum width of the names in a row.
const WIDEST_NAME: usize = 52;
/// Longest bar, and shortest bar that is still readable, in character cells.
const LONGEST_BAR: usize = 30;
const SHORTEST_BAR: usize = 8;

/// A table: headings, and rows that begin with names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Headings; the first is that of the names.
    pub headings: Vec<String>,
    /// Rows, as long as the headings.
    pub rows: Vec<Vec<String>>,
    /// Number of name columns after the first.
    pub more_names: usize,
    /// Indices of left-aligned columns after the names; all others are right-aligned.
    pub left: Vec<usize>,
    /// Whether all columns after the names are as wide as the widest.
    pub even: bool,
    /// Whether the cells of each row go below its name if the columns do not fit; else the
    /// remaining columns go below the table.
    pub stacks: bool,
    /// Length of a bar after each row, 0 to 1, drawn if there is room; empty for no bars.
    pub bars: Vec<Option<f64>>,
    /// Lines above rows, such as the file of the next rows: index of the row, and text.
    pub above: Vec<(usize, String)>,
    /// Tone of the first cell of each row; may be empty.
    pub tones: Vec<Tone>,
}

/// Meaning of a cell, shown as its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Expected result.
    Good,
    /// Result that needs attention.
    Bad,
    /// Undecided.
    Open,
}

impl Table {
    /// Returns a table with one column of names.
    pub fn new<H: Into<String>>(
        headings: impl IntoIterator<Item = H>,
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> Self {
        Self {
            headings: headings.into_iter().map(Into::into).collect(),
            rows: rows.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Returns a table of columns, the names first.
    pub fn of(columns: &[ShownColumn]) -> Self {
        Self::of_rows(
            columns,
            0..columns.first().map_or(0, |names| names.cells.len()),
        )
    }

    /// Returns a table of the selected rows of columns.
    pub fn of_rows(columns: &[ShownColumn], rows: impl IntoIterator<Item = usize>) -> Self {
        let row = |row: usize| columns.iter().map(|one| one.cells[row].clone()).collect();
        let is_words = |&column: &usize| columns[column].is_words;
        Self {
            left: (1..columns.len()).filter(is_words).collect(),
            ..Self::new(
                columns.iter().map(|one| one.heading.clone()),
                rows.into_iter().map(row),
            )
        }
    }

    /// Returns the lines of the table on a screen of `room` cells. `margin` precedes every line,
    /// except the lines of `above`.
    pub(super) fn lines(&self, room: usize, margin: &str, color: bool) -> Vec<String> {
        let inner = room - margin.len();
        let widths = self.widths(inner);
        let mut parts = self.column_groups(&widths, inner);
        let stacked = self.stacks && parts.len() > 1;
        if stacked {
            parts = vec![Vec::new()];
        }
        let mut lines = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                lines.push(String::new());
            }
            if !stacked && !self.rows.is_empty() {
                lines.push(format!(
                    "{margin}{}",
                    self.line(&self.headings, part, &widths, None)
                ));
            }
            for (number, row) in self.rows.iter().enumerate() {
                lines.extend(self.above(number, room));
                let tone = self.tones.get(number).filter(|_| color);
                lines.push(format!("{margin}{}", self.line(row, part, &widths, tone)));
                if stacked {
                    lines.extend(self.below(row, inner).map(|line| format!("{margin}{line}")));
                }
            }
        }
        lines.extend(self.above(self.rows.len(), room));
        if let [_] = &parts[..] {
            self.add_bars(&mut lines, room);
        }
        lines
    }

    /// Returns the number of name columns.
    fn names(&self) -> usize {
        1 + self.more_names
    }

    /// Returns the width of each column.
    fn widths(&self, inner: usize) -> Vec<usize> {
        let widest = |(column, heading): (usize, &String)| {
            let cells = self.rows.iter().map(|row| width(&row[column]));
            cells.fold(width(heading), usize::max)
        };
        let headings = self.headings.iter().enumerate();
        let mut widths: Vec<usize> = headings.map(widest).collect();
        if self.more_names == 0 && !self.stacks {
            widths[0] = widths[0].min(WIDEST_NAME).min(inner * 3 / 5);
        }
        if self.even {
            let figures = &mut widths[1 + self.more_names..];
            let widest = figures.iter().copied().max().unwrap_or(0);
            figures.fill(widest);
        }
        widths
    }

    /// Returns the columns after the names, in groups that fit beside the names.
    fn column_groups(&self, widths: &[usize], inner: usize) -> Vec<Vec<usize>> {
        let names = self.names();
        let taken = widths[..names].iter().sum::<usize>() + (names - 1) * GAP;
        let mut parts: Vec<Vec<usize>> = Vec::new();
        let mut used = 0;
        for (column, &own) in widths.iter().enumerate().skip(names) {
            match parts.last_mut() {
                Some(part) if taken + used + GAP + own <= inner => part.push(column),
                _ => {
                    parts.push(vec![column]);
                    used = 0;
                }
            }
            used += GAP + own;
        }
        parts
    }

    /// Returns a line with the names of a row and the cells of some columns.
    fn line(
        &self,
        row: &[String],
        part: &[usize],
        widths: &[usize],
        tone: Option<&Tone>,
    ) -> String {
        let mut line = String::new();
        for column in (0..self.names()).chain(part.iter().copied()) {
            if column > 0 {
                line.push_str(&" ".repeat(GAP));
            }
            let room = widths[column];
            let cell = shorten(&row[column], room);
            if column < self.names() || self.left.contains(&column) {
                let cell = pad(&cell, room);
                line.push_str(&match tone.filter(|_| column == 0) {
                    Some(tone) => tone.painted(&cell),
                    None => cell,
                });
            } else {
                line.push_str(&" ".repeat(room.saturating_sub(width(&cell))));
                line.push_str(&cell);
            }
        }
        line
    }

    /// Returns the lines above a row.
    fn above(&self, row: usize, room: usize) -> impl Iterator<Item = String> {
        let texts = self.above.iter().filter(move |text| text.0 == row);
        texts.flat_map(move |(_, text)| {
            // Splitting at single spaces preserves the two spaces between a path and a title.
            let words: Vec<&str> = text.split(' ').collect();
            wrap(&words, room)
        })
    }

    /// Returns the cells of a row that go below its names if there is no room beside them.
    fn below(&self, row: &[String], inner: usize) -> impl Iterator<Item = String> {
        let cells = self.headings.iter().zip(row).skip(self.names());
        let cells = cells.filter(|(_, cell)| !cell.is_empty());
        let cells = cells.map(|(heading, cell)| format!("{heading} {cell},"));
        let mut cells: Vec<String> = cells.collect();
        if let Some(last) = cells.last_mut() {
            last.pop();
        }
        let lines = wrap(&cells, inner.saturating_sub(GAP).max(20));
        lines
            .into_iter()
            .map(move |line| format!("{:GAP$}{line}", ""))
    }

    /// Appends the bars to the lines of the rows, if there is room for them.
    fn add_bars(&self, lines: &mut [String], room: usize) {
        let widest = lines.iter().map(|line| width(line)).max().unwrap_or(0);
        let length = room.saturating_sub(widest + GAP).min(LONGEST_BAR);
        if length < SHORTEST_BAR {
            return;
        }
        for (line, share) in lines.iter_mut().skip(1).zip(&self.bars) {
            if let Some(share) = share {
                *line = format!("{}{}", pad(line, widest + GAP), bar(*share, length));
            }
        }
    }
}

impl Tone {
    /// Returns the text in its color.
    fn painted(self, text: &str) -> String {
        let code = match self {
            Self::Good => "32",
            Self::Bad => "1;31",
            Self::Open => "33",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}
