//! Tables of text and their alignment on a screen.

use super::text::{distinct, joined, pad, shorten, width, wrap};
use crate::charts::terminal::bar;
use crate::records::ShownColumn;

pub use crate::records::NONE;

/// Number of spaces between columns.
pub const GAP: usize = 2;
/// Maximum width of the names in a row.
const WIDEST_NAME: usize = 52;
/// Minimum width of the names if they are shortened to make room for a column.
const NARROWEST_NAME: usize = 24;
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
    /// True if all columns after the names are as wide as the widest.
    pub even: bool,
    /// True if the cells of each row go below its name if the columns do not fit; else columns are
    /// left out, and a line below the table names them.
    pub stacks: bool,
    /// Groups of columns that are left out first if the columns do not fit, in this order; then
    /// follow the columns at the end.
    pub optional: Vec<Vec<usize>>,
    /// Table with shorter cells, shown instead if the columns do not fit.
    pub compact: Option<Box<Table>>,
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
        let mut widths = self.widths(inner);
        let (mut shown, left_out) = self.fitting(&mut widths, inner);
        let fits = left_out.is_empty();
        if let Some(compact) = self.compact.as_ref().filter(|_| !fits) {
            return compact.lines(room, margin, color);
        }
        let stacked = self.stacks && !fits;
        if stacked {
            shown.clear();
        }
        let mut lines = Vec::new();
        if !stacked && !self.rows.is_empty() {
            let headings = self.line(&self.headings, &shown, &widths, None);
            lines.push(format!("{margin}{headings}"));
        }
        for (number, row) in self.rows.iter().enumerate() {
            lines.extend(self.above(number, room));
            let tone = self.tones.get(number).filter(|_| color);
            lines.push(format!("{margin}{}", self.line(row, &shown, &widths, tone)));
            if stacked {
                lines.extend(self.below(row, inner).map(|line| format!("{margin}{line}")));
            }
        }
        lines.extend(self.above(self.rows.len(), room));
        if fits {
            self.add_bars(&mut lines, room);
        } else if !stacked {
            let note = self.left_out(&left_out, inner);
            lines.extend(note.iter().map(|line| format!("{margin}{line}")));
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

    /// Returns the columns after the names that fit beside them, and those that are left out.
    /// Narrows the names, or a single column, if that is enough.
    fn fitting(&self, widths: &mut [usize], inner: usize) -> (Vec<usize>, Vec<usize>) {
        let names = self.names();
        let mut shown: Vec<usize> = (names..widths.len()).collect();
        let mut left_out = Vec::new();
        let mut optional = self.optional.iter();
        loop {
            let names = widths[..names].iter().sum::<usize>() + (names - 1) * GAP;
            let columns = shown.iter().map(|&column| GAP + widths[column]);
            let excess = (names + columns.sum::<usize>()).saturating_sub(inner);
            if excess == 0 {
                break;
            }
            let next = optional.next();
            if next.is_none() && !self.stacks {
                if widths[0] >= NARROWEST_NAME + excess {
                    widths[0] -= excess;
                    break;
                }
                if let [only] = shown[..] {
                    widths[only] = widths[only].saturating_sub(excess).max(1);
                    break;
                }
            }
            let next = next.cloned().or_else(|| Some(vec![*shown.last()?]));
            let Some(next) = next else { break };
            shown.retain(|column| !next.contains(column));
            left_out.extend(next);
        }
        left_out.sort_unstable();
        (shown, left_out)
    }

    /// Returns the line that names the columns that are left out; those of bars have no heading.
    fn left_out(&self, columns: &[usize], inner: usize) -> Vec<String> {
        let names = columns.iter().map(|&column| self.headings[column].as_str());
        let names = joined(distinct(names.filter(|name| !name.is_empty())), ", ");
        if names.is_empty() {
            return Vec::new();
        }
        let text = format!("no room for: {names}");
        wrap(&text.split(' ').collect::<Vec<_>>(), inner)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let row = |name: &str| {
            [name, "12.3%", "12.0–12.6%", "meets"]
                .map(str::to_owned)
                .to_vec()
        };
        Table {
            optional: vec![vec![2]],
            ..Table::new(
                ["setting", "heroes", "interval", "role"],
                [
                    row("count 3 and dice 2"),
                    row("count 12 and dice 2, at the second of two doors"),
                ],
            )
        }
    }

    fn lines(table: &Table, room: usize) -> String {
        table.lines(room, "", false).join("\n")
    }

    #[test]
    fn optional_columns_are_left_out_first_and_names_are_shortened() {
        insta::assert_snapshot!(lines(&table(), 66), @"
        setting                                  heroes    interval   role
        count 3 and dice 2                        12.3%  12.0–12.6%  meets
        count 12 and dice 2, at the second of…    12.3%  12.0–12.6%  meets
        ");
        insta::assert_snapshot!(lines(&table(), 44), @"
        setting                     heroes   role
        count 3 and dice 2           12.3%  meets
        count 12 and dice 2, at t…   12.3%  meets
        no room for: interval
        ");
        insta::assert_snapshot!(lines(&table(), 34), @"
        setting               heroes
        count 3 and dice 2     12.3%
        count 12 and dice 2…   12.3%
        no room for: interval, role
        ");
    }

    #[test]
    fn a_compact_table_is_shown_where_the_other_one_does_not_fit() {
        let compact = Table::new(["n"], [vec!["1".to_owned()]]);
        let with = Table {
            compact: Some(Box::new(compact)),
            ..table()
        };
        assert_eq!(lines(&with, 40), "n\n1");
        assert_eq!(lines(&with, 80), lines(&table(), 80));
    }
}
