//! Lines of a screen: a sentence, paragraphs, aligned tables, and at the end how to see it again.

use super::screen::{ScreenOptions, duration, glued};
use super::tables::Table;
use super::text::{clean, pad, shorten, width, wrap};

/// Blanks at the left of everything but the sentence.
pub const MARGIN: &str = "  ";
/// Blanks between columns.
pub const GAP: usize = 2;
/// The widest first column.
const WIDEST_NAME: usize = 52;

/// A screen that is filled from top to bottom.
pub struct Lines {
    lines: Vec<String>,
    /// The cells of a line behind its margin.
    inner: usize,
}

impl Lines {
    /// Begins with the sentence that can be read aloud.
    pub fn new(sentence: &str, options: &ScreenOptions) -> Self {
        let room = options.width.max(40);
        let mut lines = wrapped(sentence, room);
        if options.color {
            for line in &mut lines {
                *line = format!("\u{1b}[1m{line}\u{1b}[0m");
            }
        }
        Self {
            lines,
            inner: room - MARGIN.len(),
        }
    }

    /// An empty line.
    pub fn gap(&mut self) {
        self.lines.push(String::new());
    }

    /// Text that is broken into lines.
    pub fn paragraph(&mut self, text: &str) {
        self.rows(&wrapped(text, self.inner));
    }

    /// The cells of a line behind its margin.
    pub fn inner(&self) -> usize {
        self.inner
    }

    /// Lines that are laid out already.
    pub fn rows(&mut self, rows: &[String]) {
        self.lines
            .extend(rows.iter().map(|row| format!("{MARGIN}{row}")));
    }

    /// A table in aligned columns.
    pub fn table(&mut self, table: &Table) {
        self.rows(&aligned(table, self.inner));
    }

    /// Names with what there is to say about each, and behind them names with a command each. A command
    /// that is broken over lines could not be copied, so it may be wider than the screen.
    pub fn notes<N: AsRef<str>>(&mut self, notes: &[(N, String)], commands: &[(String, String)]) {
        let names = notes.iter().map(|note| width(note.0.as_ref()));
        let names = names.chain(commands.iter().map(|note| width(&note.0)));
        let label = names.max().unwrap_or(0);
        for (name, text) in notes {
            let room = self.inner.saturating_sub(label + GAP).max(20);
            for (index, line) in wrapped(text, room).iter().enumerate() {
                let name = if index == 0 { name.as_ref() } else { "" };
                self.lines
                    .push(format!("{MARGIN}{}  {line}", pad(name, label)));
            }
        }
        for (name, command) in commands {
            let command = clean(command);
            self.lines
                .push(format!("{MARGIN}{}  {command}", pad(name, label)));
        }
    }

    /// Ends with what was done, how long it took and the command that does it again.
    pub fn finish(mut self, facts: &str, options: &ScreenOptions) -> String {
        let mut facts = facts.to_owned();
        if let Some(elapsed) = options.elapsed {
            facts = format!("{facts}, {}", duration(elapsed));
        }
        let command = clean(options.command);
        if command.is_empty() {
            self.paragraph(&facts);
        } else if width(&facts) + 3 + width(&command) <= self.inner {
            self.lines.push(format!("{MARGIN}{facts} · {command}"));
        } else {
            self.paragraph(&facts);
            self.lines.push(format!("{MARGIN}{command}"));
        }
        let mut text = String::new();
        for line in self.lines {
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// Words in lines, with each `%` on the line of its figure.
pub fn wrapped(text: &str, room: usize) -> Vec<String> {
    let words = text.split_whitespace().map(str::to_owned).collect();
    wrap(&glued(words), room)
}

/// The rows in aligned columns, names to the left and figures to the right; columns that do not fit
/// beside the others stand below them, with the rows' names once more.
pub fn aligned(table: &Table, room: usize) -> Vec<String> {
    let most = WIDEST_NAME.min(room * 3 / 5);
    let name = |row: &[String]| shorten(&row[0], most);
    let widths: Vec<usize> = (0..table.headings.len())
        .map(|column| {
            let cells = table.rows.iter().map(|row| width(&row[column]));
            cells
                .chain([width(&table.headings[column])])
                .max()
                .unwrap_or(0)
        })
        .collect();
    let names = widths[0].min(most);
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut taken = 0;
    for (column, &own) in widths.iter().enumerate().skip(1) {
        let fits = names + taken + GAP + own <= room;
        match parts.last_mut() {
            Some(part) if fits => part.push(column),
            _ => {
                parts.push(vec![column]);
                taken = 0;
            }
        }
        taken += GAP + own;
    }
    let mut lines = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            lines.push(String::new());
        }
        for row in std::iter::once(&table.headings).chain(&table.rows) {
            let mut line = pad(&name(row), names);
            for &column in part {
                let blanks = GAP + widths[column] - width(&row[column]);
                line.push_str(&" ".repeat(blanks));
                line.push_str(&row[column]);
            }
            lines.push(line);
        }
    }
    lines
}
