//! The plain ground for charts over whole numbers: a percent axis upward, numbers to the right.

use super::bins::number;
use super::canvas::{Anchor, Canvas, Level, WIDTH};
use super::error::ChartError;
use super::heading::{MARGIN, SMALL};
use super::palette::{AXIS, GRID};
use super::scale::{number_ticks, share_axis, share_ticks, tick_label, whole_ticks};
use super::text::{clean, shorten, width};

/// Space between the y axis' title and the ground.
const Y_TITLE: f64 = 26.0;
/// The most numbers beside the y axis, where each is a whole one.
const MOST_NUMBERS: usize = 12;
/// Space below the ground for numbers and the x axis' title.
pub(super) const BELOW: f64 = 52.0;

/// Where the ground is and how shares and numbers map to it.
pub(super) struct Axes {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
    /// The top of the y axis' title.
    title_top: f64,
    /// What the bottom and the top stand for.
    ends: (f64, f64),
    /// The ticks with their words.
    ticks: Vec<(f64, String)>,
}

impl Axes {
    /// Below `top`, `height` pixels high, for shares up to `largest`, with `(above, right)` pixels left
    /// free above it and to its right.
    pub(super) fn new(top: f64, height: f64, largest: f64, (above, right): (f64, f64)) -> Self {
        let axis = share_axis(largest);
        let ticks = share_ticks(axis).into_iter();
        let ticks = ticks.map(|tick| (tick, tick_label(tick, axis.1))).collect();
        Self::over(top, height, (0.0, axis.0), ticks, (above, right))
    }

    /// The same for numbers that are no shares, from `low` to `high` at least.
    pub(super) fn of_numbers(top: f64, height: f64, (low, high): (f64, f64), above: f64) -> Self {
        let ticks = number_ticks(low, high);
        let ends = match (ticks.first(), ticks.last()) {
            (Some(first), Some(last)) => (first.0, last.0),
            _ => (low, high),
        };
        Self::over(top, height, ends, ticks, (above, 0.0))
    }

    /// The same for whole numbers, each with half a unit around it.
    pub(super) fn of_whole_numbers(top: f64, height: f64, (low, high): (i64, i64)) -> Self {
        let ticks = whole_ticks(low, high, MOST_NUMBERS).into_iter();
        let ticks = ticks.map(|tick| (tick as f64, number(tick))).collect();
        let ends = (low as f64 - 0.5, high as f64 + 0.5);
        Self::over(top, height, ends, ticks, (0.0, 0.0))
    }

    fn over(
        top: f64,
        height: f64,
        ends: (f64, f64),
        ticks: Vec<(f64, String)>,
        (above, right): (f64, f64),
    ) -> Self {
        let widest = ticks
            .iter()
            .map(|(_, label)| width(label, SMALL.size, SMALL.weight).ceil())
            .fold(0.0, f64::max);
        Self {
            left: MARGIN + widest + 8.0,
            right: WIDTH - MARGIN - right,
            top: top + Y_TITLE + above,
            bottom: top + Y_TITLE + above + height,
            title_top: top,
            ends,
            ticks,
        }
    }

    /// How far down a value is; the nearer end for one beyond them.
    pub(super) fn y(&self, value: f64) -> f64 {
        let (low, high) = self.ends;
        let part = (value - low) / (high - low).max(f64::MIN_POSITIVE);
        self.bottom - (self.bottom - self.top) * part.clamp(0.0, 1.0)
    }

    /// The grid, its numbers, the y axis' title above them.
    pub(super) fn draw(&self, canvas: &mut Canvas, y_label: &str) -> Result<(), ChartError> {
        let limit = WIDTH - 2.0 * MARGIN;
        let title = shorten(&clean(y_label), SMALL.size, SMALL.weight, limit);
        canvas.text(
            &title,
            (MARGIN, self.title_top),
            (Anchor::Start, Level::Top),
            SMALL,
        )?;
        for (tick, label) in &self.ticks {
            let y = self.y(*tick);
            canvas.line((self.left, y), (self.right, y), GRID, 1)?;
            canvas.text(
                label,
                (self.left - 8.0, y),
                (Anchor::End, Level::Middle),
                SMALL,
            )?;
        }
        Ok(())
    }

    /// The line at the bottom, drawn over what stands on it, and the x axis' title.
    pub(super) fn draw_base(&self, canvas: &mut Canvas, x_label: &str) -> Result<(), ChartError> {
        canvas.line((self.left, self.bottom), (self.right, self.bottom), AXIS, 1)?;
        let middle = f64::midpoint(self.left, self.right);
        let title = shorten(
            &clean(x_label),
            SMALL.size,
            SMALL.weight,
            WIDTH - 2.0 * MARGIN,
        );
        // Centred below the ground unless that would leave the sheet.
        let half = width(&title, SMALL.size, SMALL.weight) / 2.0;
        let middle = middle.clamp(MARGIN + half, (WIDTH - MARGIN - half).max(MARGIN + half));
        let place = (middle, self.bottom + 31.0);
        canvas.text(&title, place, (Anchor::Middle, Level::Top), SMALL)
    }

    /// A label below the ground with a small tick.
    pub(super) fn x_tick(
        &self,
        canvas: &mut Canvas,
        x: f64,
        label: &str,
    ) -> Result<(), ChartError> {
        canvas.line((x, self.bottom), (x, self.bottom + 4.0), AXIS, 1)?;
        let half = width(label, SMALL.size, SMALL.weight) / 2.0;
        let place = (x.clamp(half + 4.0, WIDTH - half - 4.0), self.bottom + 10.0);
        canvas.text(label, place, (Anchor::Middle, Level::Top), SMALL)
    }
}

/// A stretch of whole numbers laid across the ground.
pub(super) struct WholeNumbers {
    pub low: i64,
    pub high: i64,
    /// What is added at both ends, in units of the numbers.
    pub padding: (f64, f64),
}

impl WholeNumbers {
    pub(super) fn x(&self, axes: &Axes, value: f64) -> f64 {
        let start = self.low as f64 - self.padding.0;
        let end = self.high as f64 + self.padding.1;
        let part = (value - start) / (end - start).max(f64::MIN_POSITIVE);
        axes.left + (axes.right - axes.left) * part.clamp(0.0, 1.0)
    }

    /// As many round numbers as there is room for.
    pub(super) fn draw_ticks(&self, canvas: &mut Canvas, axes: &Axes) -> Result<(), ChartError> {
        let widest = [self.low, self.high]
            .map(|end| width(&number(end), SMALL.size, SMALL.weight))
            .into_iter()
            .fold(0.0, f64::max);
        let room = (axes.right - axes.left) / (widest + 24.0);
        for tick in whole_ticks(self.low, self.high, (room as usize).min(20)) {
            axes.x_tick(canvas, self.x(axes, tick as f64), &number(tick))?;
        }
        Ok(())
    }
}
