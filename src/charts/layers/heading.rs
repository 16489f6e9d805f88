//! What stands above and below every chart: title, subtitle, legend; notes. And the chart without data.

use super::marks::Sign;
use super::palette::SOFT_INK;
use super::paper::Paper;
use super::sheet::{Align, Sheet};
use super::text::{LABEL, SMALL, SUBTITLE, clean};

/// What a legend explains.
pub type Legend<'a> = Vec<(Sign, &'a str)>;

/// Above the title.
const TOP: f64 = 20.0;
/// The most entries of a legend.
const MOST_ENTRIES: usize = 12;
/// The widest label of a legend.
const ENTRY_LIMIT: f64 = 220.0;
/// From one line of a legend to the next.
const LEGEND_LINE: f64 = 22.0;
/// Between a sign and its label.
const SIGN_GAP: f64 = 7.0;
/// The most lines of a note.
const MOST_LINES: usize = 4;
/// The height of a line of notes.
const NOTE_LINE: f64 = 19.0;

impl Sheet {
    /// A sheet with title, subtitle and legend.
    pub fn new(paper: Paper, title: &str, subtitle: &str, legend: Legend) -> Self {
        let mut sheet = Self::blank(paper);
        let (room, margin, letters) = (sheet.room(), sheet.margin(), paper.title());
        let mut y = TOP;
        for line in letters.wrap(&clean(title), room, paper.count(2, 4)) {
            sheet.text(line, (margin, y), Align::TopLeft, letters);
            y += letters.size + 6.0;
        }
        for line in SUBTITLE.wrap(&clean(subtitle), room, paper.count(3, 6)) {
            sheet.text(line, (margin, y + 1.0), Align::TopLeft, SUBTITLE);
            y += 20.0;
        }
        if !legend.is_empty() {
            y = sheet.legend(legend, y + 4.0);
        }
        sheet.height = y + 14.0;
        sheet
    }

    /// The entries side by side, in as many lines as they need; how far down they reach.
    fn legend(&mut self, legend: Legend, top: f64) -> f64 {
        let more = legend.len().saturating_sub(MOST_ENTRIES);
        let more = (more > 0).then(|| (Sign::None, format!("and {more} more")));
        let entries = legend.into_iter().take(MOST_ENTRIES);
        let entries = entries.map(|(sign, label)| (sign, LABEL.name(label, ENTRY_LIMIT)));
        let (mut x, mut bottom) = (0.0, top + LEGEND_LINE);
        let (margin, room) = (self.margin(), self.paper.width() - 2.0 * self.margin());
        for (sign, label) in entries.chain(more) {
            let length = sign.width() + SIGN_GAP + LABEL.width(&label);
            if x > 0.0 && x + length > room {
                (x, bottom) = (0.0, bottom + LEGEND_LINE);
            }
            let (left, middle) = (margin + x, bottom - 12.0);
            let after = (left + sign.width() + SIGN_GAP, middle);
            let belongs = matches!(sign, Sign::Block(_) | Sign::Line(_));
            let to = if belongs {
                label.clone()
            } else {
                String::new()
            };
            self.belonging(&to, |sheet| {
                sheet.sign(sign, (left, middle));
                sheet.text(label, after, Align::Left, LABEL);
            });
            x += length + 22.0;
        }
        bottom
    }

    /// Notes, each in as few lines as it needs, from `top` on; how far down they reach.
    pub fn lines(&mut self, notes: impl IntoIterator<Item = String>, top: f64) -> f64 {
        let (mut y, margin) = (top, self.margin());
        let room = self.paper.width() - 2.0 * margin;
        for note in notes {
            for line in SMALL.wrap(&note, room, MOST_LINES) {
                self.text(line, (margin, y), Align::TopLeft, SMALL);
                y += NOTE_LINE;
            }
        }
        y
    }

    /// The notes at the foot of a chart, from `top` on, where the chart ends if there are none.
    pub fn notes(&mut self, notes: impl IntoIterator<Item = String>, top: f64) {
        self.height = self.lines(notes, top) + 6.0;
    }

    /// The chart that has nothing to show, and says so.
    pub fn without_data(paper: Paper, title: &str, subtitle: &str) -> Self {
        let mut sheet = Self::new(paper, title, subtitle, Vec::new());
        let middle = (sheet.width / 2.0, sheet.height + 45.0);
        let letters = LABEL.in_color(SOFT_INK);
        sheet.text("no data", middle, Align::Middle, letters);
        sheet.height += 110.0;
        sheet
    }
}

/// A note on what is left out, if anything is; `what` is what is counted, such as " rows".
pub fn left_out(shown: usize, all: usize, what: &str) -> Option<String> {
    (shown < all).then(|| format!("The first {shown} of {all}{what} are shown."))
}
