//! Text above and below every chart: title, subtitle, legend, notes; the chart without data.

use super::marks::Symbol;
use super::palette::SOFT_INK;
use super::sheet::{Align, Sheet};
use super::sheet_format::SheetFormat;
use super::text::{LABEL, SMALL, SUBTITLE, clean};

/// Entries of a legend: a symbol and its label.
pub type Legend<'a> = Vec<(Symbol, &'a str)>;

/// Blank space above the title.
const TOP: f64 = 20.0;
/// Maximum number of entries in a legend.
const MOST_ENTRIES: usize = 12;
/// Maximum width of a label in a legend.
const ENTRY_LIMIT: f64 = 220.0;
/// Line height of a legend.
const LEGEND_LINE: f64 = 22.0;
/// Gap between a symbol and its label.
const SIGN_GAP: f64 = 7.0;
/// Maximum number of lines of a note.
const MOST_LINES: usize = 4;
/// Line height of notes.
const NOTE_LINE: f64 = 19.0;

impl Sheet {
    /// Creates a sheet with title, subtitle and legend.
    pub fn new(sheet_format: SheetFormat, title: &str, subtitle: &str, legend: Legend) -> Self {
        let mut sheet = Self::blank(sheet_format);
        let (room, margin, label_style) = (sheet.room(), sheet.margin(), sheet_format.title());
        let mut y = TOP;
        for line in label_style.wrap(&clean(title), room, sheet_format.count(2, 4)) {
            sheet.text(line, (margin, y), Align::TopLeft, label_style);
            y += label_style.size + 6.0;
        }
        for line in SUBTITLE.wrap(&clean(subtitle), room, sheet_format.count(3, 6)) {
            sheet.text(line, (margin, y + 1.0), Align::TopLeft, SUBTITLE);
            y += 20.0;
        }
        if !legend.is_empty() {
            y = sheet.legend(legend, y + 4.0);
        }
        sheet.height = y + 14.0;
        sheet
    }

    /// Draws the entries side by side, in as many lines as necessary; returns the y of their
    /// bottom.
    fn legend(&mut self, legend: Legend, top: f64) -> f64 {
        let more = legend.len().saturating_sub(MOST_ENTRIES);
        let more = (more > 0).then(|| (Symbol::None, format!("and {more} more")));
        let entries = legend.into_iter().take(MOST_ENTRIES);
        let entries = entries.map(|(symbol, label)| (symbol, LABEL.name(label, ENTRY_LIMIT)));
        let (mut x, mut bottom) = (0.0, top + LEGEND_LINE);
        let (margin, room) = (self.margin(), self.format.width() - 2.0 * self.margin());
        for (symbol, label) in entries.chain(more) {
            let length = symbol.width() + SIGN_GAP + LABEL.width(&label);
            if x > 0.0 && x + length > room {
                (x, bottom) = (0.0, bottom + LEGEND_LINE);
            }
            let (left, middle) = (margin + x, bottom - 12.0);
            let after = (left + symbol.width() + SIGN_GAP, middle);
            let belongs = matches!(symbol, Symbol::Block(_) | Symbol::Line(_));
            let to = if belongs {
                label.clone()
            } else {
                String::new()
            };
            self.in_group(&to, |sheet| {
                sheet.symbol(symbol, (left, middle));
                sheet.text(label, after, Align::Left, LABEL);
            });
            x += length + 22.0;
        }
        bottom
    }

    /// Draws lines of text, each wrapped, from `top` on; returns the y of their bottom.
    pub fn lines(&mut self, notes: impl IntoIterator<Item = String>, top: f64) -> f64 {
        let (mut y, margin) = (top, self.margin());
        let room = self.format.width() - 2.0 * margin;
        for note in notes {
            for line in SMALL.wrap(&note, room, MOST_LINES) {
                self.text(line, (margin, y), Align::TopLeft, SMALL);
                y += NOTE_LINE;
            }
        }
        y
    }

    /// Draws the notes from `top` on, where the chart then ends.
    pub fn notes(&mut self, notes: impl IntoIterator<Item = String>, top: f64) {
        self.height = self.lines(notes, top) + 6.0;
    }

    /// Creates a chart that shows "no data".
    pub fn without_data(sheet_format: SheetFormat, title: &str, subtitle: &str) -> Self {
        let mut sheet = Self::new(sheet_format, title, subtitle, Vec::new());
        let middle = (sheet.width / 2.0, sheet.height + 45.0);
        let label_style = LABEL.in_color(SOFT_INK);
        sheet.text("no data", middle, Align::Middle, label_style);
        sheet.height += 110.0;
        sheet
    }
}

/// Returns a note on items that are left out, if any; `what` is their noun, such as " rows".
pub fn left_out(shown: usize, all: usize, what: &str) -> Option<String> {
    (shown < all).then(|| format!("The first {shown} of {all}{what} are shown."))
}
