//! The ground of charts with two axes: grid and numbers upward, ticks below, what is measured beside.

use super::palette::{AXIS, GRID};
use super::scale::{Scale, whole_ticks};
use super::sheet::{Align, MARGIN, Point, Sheet, WIDTH};
use super::text::SMALL;
use crate::charts::bins::number;

/// Space between the y axis' title and the ground.
const Y_TITLE: f64 = 26.0;
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
            left: MARGIN + widest + 8.0,
            right: WIDTH - MARGIN - right,
            top,
            bottom: top + height,
            title_top: sheet.height,
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

    /// How far down its axis reaches with numbers and title.
    pub fn end(&self) -> f64 {
        self.bottom + BELOW
    }

    /// The grid, its numbers, the y axis' title above them.
    pub fn y_axis(&self, sheet: &mut Sheet, title: &str) {
        let title = SMALL.fit(title, WIDTH - 2.0 * MARGIN);
        sheet.text(title, (MARGIN, self.title_top), Align::TopLeft, SMALL);
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
        let x = held(x, SMALL.width(label), 4.0);
        sheet.text(label, (x, self.bottom + 10.0), Align::Top, SMALL);
    }

    /// The line at the bottom, drawn over what stands on it, and the x axis' title.
    pub fn x_axis(&self, sheet: &mut Sheet, title: &str) {
        sheet.line((self.left, self.bottom), (self.right, self.bottom), AXIS, 1);
        sheet.x_title(title, self.middle(), self.bottom + 31.0);
    }
}

impl Sheet {
    /// The title of an x axis, centred on x unless that would leave the sheet.
    pub fn x_title(&mut self, title: &str, x: f64, top: f64) {
        let title = SMALL.fit(title, WIDTH - 2.0 * MARGIN);
        let x = held(x, SMALL.width(&title), MARGIN);
        self.text(title, (x, top), Align::Top, SMALL);
    }
}

/// The x nearest to the wanted one on which something so wide can be centred, `border` pixels from the
/// edges of the sheet.
pub fn held(x: f64, width: f64, border: f64) -> f64 {
    let least = border + width / 2.0;
    x.clamp(least, (WIDTH - least).max(least))
}
