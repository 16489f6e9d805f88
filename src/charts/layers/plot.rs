//! The ground of charts with two axes: grid and numbers upward, ticks below, what is measured beside.

use super::palette::{AXIS, GRID};
use super::scale::{Scale, whole_ticks};
use super::sheet::{Align, Point, Sheet};
use super::text::{SMALL, clean};
use crate::charts::bins::number;

/// Space between the y axis' title and the ground.
const Y_TITLE: f64 = 26.0;
/// The most places along an axis that have words.
const MOST_STOPS: i128 = 48;
/// From a line of the x axis' title to the next.
const TITLE_LINE: f64 = 17.0;
/// Space below the ground for numbers and the x axis' title.
const BELOW: f64 = 52.0;

/// Where the ground is, and how values map to it.
pub struct Plot {
    /// Its left side.
    pub left: f64,
    /// Its right side.
    pub right: f64,
    /// Its top.
    pub top: f64,
    /// Its bottom.
    pub bottom: f64,
    /// The top of the y axis' title.
    title_top: f64,
    /// How far down its axis reaches with numbers and title.
    pub end: f64,
    y: Scale,
    x: Scale,
}

impl Plot {
    /// Below what is on the sheet, `height` pixels high, with `(above, right)` pixels left free above it
    /// and to its right.
    pub fn new(sheet: &Sheet, height: f64, y: Scale, (above, right): Point) -> Self {
        let widest = SMALL.widest(y.ticks.iter().map(|(_, label)| label)).ceil();
        let top = sheet.height + Y_TITLE + above;
        Self {
            left: sheet.margin() + widest + 8.0,
            right: sheet.width - sheet.margin() - right,
            top,
            bottom: top + height,
            title_top: sheet.height,
            end: top + height + BELOW,
            y,
            x: Scale {
                low: 0.0,
                high: 1.0,
                ticks: Vec::new(),
            },
        }
    }

    /// The same with an x axis of whole numbers, with as many round ones as there is room for, and space
    /// at both ends in units of the numbers.
    pub fn over(mut self, (low, high): (i64, i64), (before, after): Point) -> Self {
        let widest = SMALL.widest(&[number(low), number(high)]);
        let room = (self.right - self.left) / (widest + 24.0);
        let ticks = whole_ticks(low, high, (room as usize).min(20)).into_iter();
        self.x = Scale {
            low: low as f64 - before,
            high: high as f64 + after,
            ticks: ticks.map(|tick| (tick as f64, number(tick))).collect(),
        };
        self
    }

    /// How far down a value is; the nearer end for one beyond them.
    pub fn y(&self, value: f64) -> f64 {
        self.bottom - (self.bottom - self.top) * self.y.part(value)
    }

    /// How far to the right a value is; the nearer end for one beyond them.
    pub fn x(&self, value: f64) -> f64 {
        self.left + (self.right - self.left) * self.x.part(value)
    }

    /// Half-way between its sides.
    pub fn middle(&self) -> f64 {
        f64::midpoint(self.left, self.right)
    }

    /// The grid, its numbers, the y axis' title above them.
    pub fn y_axis(&self, sheet: &mut Sheet, title: &str) {
        let title = SMALL.fit(title, sheet.room());
        sheet.text(
            title,
            (sheet.margin(), self.title_top),
            Align::TopLeft,
            SMALL,
        );
        for (tick, label) in &self.y.ticks {
            let y = self.y(*tick);
            sheet.line((self.left, y), (self.right, y), GRID, 1);
            sheet.text(label, (self.left - 8.0, y), Align::Right, SMALL);
        }
    }

    /// The ticks of the x axis.
    pub fn x_ticks(&self, sheet: &mut Sheet) {
        for (tick, label) in &self.x.ticks {
            self.x_tick(sheet, self.x(*tick), label);
        }
    }

    /// A label below the ground with a small tick.
    pub fn x_tick(&self, sheet: &mut Sheet, x: f64, label: &str) {
        sheet.line((x, self.bottom), (x, self.bottom + 4.0), AXIS, 1);
        let x = sheet.held(x, SMALL.width(label), 4.0);
        sheet.text(label, (x, self.bottom + 10.0), Align::Top, SMALL);
    }

    /// The line at the bottom, drawn over what stands on it, and the x axis' title.
    pub fn x_axis(&mut self, sheet: &mut Sheet, title: &str) {
        sheet.line((self.left, self.bottom), (self.right, self.bottom), AXIS, 1);
        self.end += sheet.x_title(title, self.middle(), self.bottom + 31.0);
    }

    /// Whole numbers along the x axis, few enough for words at each, with half of the room of each.
    pub fn stops(&self, (low, high): (i64, i64)) -> impl Iterator<Item = (i64, f64)> + use<> {
        let range = i128::from(high) - i128::from(low) + 1;
        let step = range.div_euclid(MOST_STOPS) + i128::from(range % MOST_STOPS > 0);
        let step = i64::try_from(step.max(1)).unwrap_or(i64::MAX);
        let half = (self.x(low as f64 + step as f64) - self.x(low as f64)) / 2.0;
        let next = move |last: &i64| last.checked_add(step).filter(|&next| next <= high);
        std::iter::successors(Some(low), next).map(move |value| (value, half))
    }

    /// Words for the stretch of the ground around x, half so wide to both sides.
    pub fn spot(&self, sheet: &mut Sheet, x: f64, half: f64, words: &str) {
        let (left, right) = ((x - half).max(self.left), (x + half).min(self.right));
        sheet.spot((left, self.top), (right, self.bottom), words);
    }
}

impl Sheet {
    /// The title of an x axis, centred on x unless that would leave the sheet; how much further down it reaches than
    /// a single line.
    pub fn x_title(&mut self, title: &str, x: f64, top: f64) -> f64 {
        let lines = self.paper.count(1, 2);
        let lines = SMALL.wrap(&clean(title), self.room(), lines);
        let more = lines.len().saturating_sub(1) as f64 * TITLE_LINE;
        for (index, line) in lines.into_iter().enumerate() {
            let x = self.held(x, SMALL.width(&line), self.margin());
            let y = top + index as f64 * TITLE_LINE;
            self.text(line, (x, y), Align::Top, SMALL);
        }
        more
    }

    /// The x nearest to the wanted one on which something so wide can be centred, `border` pixels from the
    /// edges.
    pub fn held(&self, x: f64, width: f64, border: f64) -> f64 {
        let least = border + width / 2.0;
        x.clamp(least, (self.width - least).max(least))
    }
}
