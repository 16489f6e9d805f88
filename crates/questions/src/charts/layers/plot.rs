//! Plot area of charts with two axes: grid, ticks and titles.

use super::palette::{AXIS, GRID};
use super::scale::{Axis, whole_ticks};
use super::sheet::{Align, Point, Sheet};
use super::text::{SMALL, clean};
use crate::charts::bins::number;

/// Height of the title of the y axis.
const Y_TITLE: f64 = 26.0;
/// Maximum number of tooltips along an axis.
const MOST_STOPS: i128 = 48;
/// Line height of the x axis title.
const TITLE_LINE: f64 = 17.0;
/// Height of the ticks and the title below the plot area.
const BELOW: f64 = 52.0;

/// Position of the plot area, and the mapping of values to pixels.
pub struct Plot {
    /// Left side of the plot area.
    pub left: f64,
    /// Right side of the plot area.
    pub right: f64,
    /// Top of the plot area.
    pub top: f64,
    /// Bottom of the plot area.
    pub bottom: f64,
    /// Top of the title of the y axis.
    title_top: f64,
    /// Bottom of the x axis, with ticks and title.
    pub end: f64,
    y: Axis,
    x: Axis,
}

impl Plot {
    /// Creates a plot area of `height` pixels below the content of the sheet, with `(above, right)`
    /// pixels free above it and to its right.
    pub fn new(sheet: &Sheet, height: f64, y: Axis, (above, right): Point) -> Self {
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
            x: Axis {
                low: 0.0,
                high: 1.0,
                ticks: Vec::new(),
            },
        }
    }

    /// Adds an x axis of whole numbers, with as many round ticks as fit, and with space at both
    /// ends in units of the numbers.
    pub fn over(mut self, (low, high): (i64, i64), (before, after): Point) -> Self {
        let widest = SMALL.widest(&[number(low), number(high)]);
        let room = (self.right - self.left) / (widest + 24.0);
        let ticks = whole_ticks(low, high, (room as usize).min(20)).into_iter();
        self.x = Axis {
            low: low as f64 - before,
            high: high as f64 + after,
            ticks: ticks.map(|tick| (tick as f64, number(tick))).collect(),
        };
        self
    }

    /// Returns the y of a value, clamped to the axis.
    pub fn y(&self, value: f64) -> f64 {
        self.bottom - (self.bottom - self.top) * self.y.part(value)
    }

    /// Returns the x of a value, clamped to the axis.
    pub fn x(&self, value: f64) -> f64 {
        self.left + (self.right - self.left) * self.x.part(value)
    }

    /// Returns the x halfway between both sides.
    pub fn middle(&self) -> f64 {
        f64::midpoint(self.left, self.right)
    }

    /// Draws the grid with its numbers and the title of the y axis.
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

    /// Draws the ticks of the x axis.
    pub fn x_ticks(&self, sheet: &mut Sheet) {
        for (tick, label) in &self.x.ticks {
            self.x_tick(sheet, self.x(*tick), label);
        }
    }

    /// Draws a small tick below the plot area with a label.
    pub fn x_tick(&self, sheet: &mut Sheet, x: f64, label: &str) {
        sheet.line((x, self.bottom), (x, self.bottom + 4.0), AXIS, 1);
        let x = sheet.clamped(x, SMALL.width(label), 4.0);
        sheet.text(label, (x, self.bottom + 10.0), Align::Top, SMALL);
    }

    /// Draws the bottom line, above marks, and the title of the x axis.
    pub fn x_axis(&mut self, sheet: &mut Sheet, title: &str) {
        sheet.line((self.left, self.bottom), (self.right, self.bottom), AXIS, 1);
        self.end += sheet.x_title(title, self.middle(), self.bottom + 31.0);
    }

    /// Yields whole numbers along the x axis, few enough for tooltips, each with half of its width
    /// in pixels.
    pub fn stops(&self, (low, high): (i64, i64)) -> impl Iterator<Item = (i64, f64)> + use<> {
        let range = i128::from(high) - i128::from(low) + 1;
        let step = range.div_euclid(MOST_STOPS) + i128::from(range % MOST_STOPS > 0);
        let step = i64::try_from(step.max(1)).unwrap_or(i64::MAX);
        let half = (self.x(low as f64 + step as f64) - self.x(low as f64)) / 2.0;
        let next = move |last: &i64| last.checked_add(step).filter(|&next| next <= high);
        std::iter::successors(Some(low), next).map(move |value| (value, half))
    }

    /// Adds a tooltip for the plot area around x, from `x - half` to `x + half`.
    pub fn tooltip(&self, sheet: &mut Sheet, x: f64, half: f64, words: &str) {
        let (left, right) = ((x - half).max(self.left), (x + half).min(self.right));
        sheet.tooltip((left, self.top), (right, self.bottom), words);
    }
}

impl Sheet {
    /// Draws the title of an x axis, centered on x if that keeps it on the sheet. Returns its
    /// height beyond a single line.
    pub fn x_title(&mut self, title: &str, x: f64, top: f64) -> f64 {
        let lines = self.format.count(1, 2);
        let lines = SMALL.wrap(&clean(title), self.room(), lines);
        let more = lines.len().saturating_sub(1) as f64 * TITLE_LINE;
        for (index, line) in lines.into_iter().enumerate() {
            let x = self.clamped(x, SMALL.width(&line), self.margin());
            let y = top + index as f64 * TITLE_LINE;
            self.text(line, (x, y), Align::Top, SMALL);
        }
        more
    }

    /// Returns the x nearest to the desired one at which something of this width can be centered,
    /// `border` pixels from the edges.
    pub fn clamped(&self, x: f64, width: f64, border: f64) -> f64 {
        let least = border + width / 2.0;
        x.clamp(least, (self.width - least).max(least))
    }
}
