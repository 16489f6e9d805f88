//! Values along a numeric axis: a line through points with a band for the interval. Values of
//! categories: points with whiskers, without a line, since there are no values between categories.

use super::choices;
use crate::charts::layers::{
    Align, Axis, INK, Marker, Plot, Rgb, SMALL, Sheet, SheetFormat, Stroke, Symbol, TARGET, area,
    color, figure, left_out, near_enough, text_or,
};
use crate::charts::{Curve, CurvePoint};
use crate::stats::Interval;

const HEIGHT: f64 = 320.0;
/// Room above the plot area for the label of the highest point.
const ABOVE: f64 = 16.0;
/// Maximum number of points; a note has the number of the rest.
pub(super) const MOST_POINTS: usize = 2_500;
/// Maximum number of categories, which have separate marks.
const MOST_CHOICES: usize = 100;
/// Maximum number of points with markers.
const MOST_MARKERS: usize = 60;
/// Blank space at both ends of the axis, so that points there are not clipped.
const PADDING: f64 = 24.0;
/// Maximum width of a label.
pub(super) const LABEL_LIMIT: f64 = 120.0;
/// Gap between two labels.
const LABEL_GAP: f64 = 8.0;
/// Gap between a label and the edge of the sheet.
const BORDER: f64 = 4.0;
/// Vertical change of the line around a point beyond which it would run through a label above the
/// point.
const STEEP: f64 = 24.0;
/// Distance of a label above its point.
const LIFT: f64 = 16.0;
/// Additional gap between the axis and the notes; the border below the notes shrinks by as much.
const NOTE_DROP: f64 = 4.0;

/// Maximum number of points with tooltips; with more points there are none.
const MOST_TOOLTIPS: usize = 120;

/// Point with its position in pixels.
struct PlacedPoint<'a> {
    x: f64,
    y: f64,
    low: f64,
    high: f64,
    point: &'a CurvePoint,
}

impl Curve {
    pub(super) fn layers(&self, sheet_format: SheetFormat) -> Option<Sheet> {
        let usable =
            |point: &&CurvePoint| point.value.is_finite() && (!self.ordered || point.x.is_finite());
        let mut points: Vec<&CurvePoint> = self.points.iter().filter(usable).collect();
        let count = points.len();
        points.truncate(if self.ordered {
            MOST_POINTS
        } else {
            MOST_CHOICES
        });
        if points.is_empty() {
            return None;
        }
        let scale = self.scale(&points);
        if sheet_format.is_narrow() && !self.ordered {
            return Some(choices::layers(self, sheet_format, &points, &scale));
        }
        let tint = color(self.color);
        let mut sheet = Sheet::new(
            sheet_format,
            &self.title,
            &self.subtitle,
            self.legend(&points),
        );
        let mut plot = Plot::new(&sheet, sheet_format.height(HEIGHT), scale, (ABOVE, 0.0));
        let placed = self.placed(&points, &plot);
        let ends = (plot.left, plot.right);
        self.draw_target(&mut sheet, |value| plot.y(value), ends, true);
        if self.ordered {
            draw_band(&mut sheet, &placed, tint);
        }
        plot.y_axis(&mut sheet, &self.y_label);
        self.draw_labels(&mut sheet, &plot, &placed);
        plot.x_axis(&mut sheet, &self.x_label);
        if self.ordered {
            let line = placed.iter().map(|one| (one.x, one.y));
            sheet.path(line.collect(), Stroke::solid(tint, 2));
        } else {
            draw_whiskers(&mut sheet, &placed);
        }
        if placed.len() <= MOST_MARKERS || !self.ordered {
            for one in &placed {
                sheet.marker(Marker::Circle, (one.x, one.y), tint);
            }
        }
        self.draw_words(&mut sheet, &placed, plot.left);
        if placed.len() <= MOST_TOOLTIPS {
            let half = (plot.right - plot.left) / placed.len() as f64 / 2.0;
            for one in &placed {
                plot.tooltip(
                    &mut sheet,
                    one.x,
                    half.max(4.0),
                    &self.tooltip_text(one.point),
                );
            }
        }
        sheet.notes(left_out(points.len(), count, ""), plot.end + NOTE_DROP);
        sheet.height -= NOTE_DROP;
        Some(sheet)
    }

    /// Returns the tooltip of a point: label, value and interval.
    pub(super) fn tooltip_text(&self, point: &CurvePoint) -> String {
        let number = |value: f64| figure(value, self.shares);
        let value = number(point.value);
        let mut words = format!("{}: {}", point.label, text_or(&point.words, &value));
        let Interval { low, high } = point.interval;
        if low < high {
            words = format!("{words}, from {} to {}", number(low), number(high));
        }
        words
    }

    /// Draws the target and its tolerance band: across the plot area, or through the rows.
    pub(super) fn draw_target(
        &self,
        sheet: &mut Sheet,
        place: impl Fn(f64) -> f64,
        (start, end): (f64, f64),
        across: bool,
    ) {
        let Some(target) = &self.target else { return };
        let at = |along: f64, value: f64| {
            if across {
                (along, value)
            } else {
                (value, along)
            }
        };
        let ends = [-target.tolerance, target.tolerance].map(|by| place(target.value + by));
        let [low, high] = ends;
        let (low, high) = (low.min(high), low.max(high).max(low.min(high) + 1.0));
        sheet.rectangle(at(start, low), at(end, high), near_enough());
        let middle = place(target.value);
        sheet.path(vec![at(start, middle), at(end, middle)], TARGET);
    }

    pub(super) fn legend(&self, points: &[&CurvePoint]) -> Vec<(Symbol, &str)> {
        let tint = color(self.color);
        let mut wanted = Vec::new();
        if let Some(target) = &self.target {
            wanted.push((Symbol::Line(TARGET), text_or(&target.label, "target")));
            if target.tolerance > 0.0 {
                let near = text_or(&target.band_label, "within tolerance");
                wanted.push((Symbol::Block(near_enough()), near));
            }
        }
        if !points.iter().any(|point| point.interval.half_width() > 0.0) {
            return wanted;
        }
        let interval = if self.ordered {
            Symbol::Block(area(tint))
        } else {
            Symbol::Whisker
        };
        wanted.push((Symbol::Marker(Marker::Circle, tint), &self.y_label));
        wanted.push((interval, text_or(&self.interval, "interval")));
        wanted
    }

    fn scale(&self, points: &[&CurvePoint]) -> Axis {
        let target = self.target.iter();
        let target = target.map(|one| (one.value - one.tolerance, one.value + one.tolerance));
        let highest = points
            .iter()
            .map(|point| point.interval.high.max(point.value));
        let highest = highest.chain(target.clone().map(|ends| ends.1));
        let highest = highest.filter(|value| value.is_finite());
        let highest = highest.fold(f64::NEG_INFINITY, f64::max);
        if self.shares {
            return Axis::shares(highest.clamp(0.0, 1.0));
        }
        let lowest = points
            .iter()
            .map(|point| point.interval.low.min(point.value));
        let lowest = lowest.chain(target.map(|ends| ends.0));
        let lowest = lowest.filter(|value| value.is_finite());
        let lowest = lowest.fold(f64::INFINITY, f64::min);
        // The axis includes 0, since heights are compared with it.
        Axis::numbers(lowest.min(0.0), highest.max(0.0))
    }

    fn placed<'a>(&self, points: &[&'a CurvePoint], plot: &Plot) -> Vec<PlacedPoint<'a>> {
        let xs = || points.iter().map(|point| point.x);
        let least = xs().fold(f64::INFINITY, f64::min);
        let most = xs().fold(f64::NEG_INFINITY, f64::max);
        let band = (plot.right - plot.left) / points.len() as f64;
        let x = |index: usize, x: f64| {
            if self.ordered {
                ordered_x(plot, (least, most), x)
            } else {
                plot.left + (index as f64 + 0.5) * band
            }
        };
        let end = |end: f64, value: f64| plot.y(if end.is_finite() { end } else { value });
        let placed = points.iter().enumerate().map(|(index, point)| PlacedPoint {
            x: x(index, point.x),
            y: plot.y(point.value),
            low: end(point.interval.low, point.value),
            high: end(point.interval.high, point.value),
            point,
        });
        placed.collect()
    }

    /// Draws as many labels below the points as fit.
    fn draw_labels(&self, sheet: &mut Sheet, plot: &Plot, placed: &[PlacedPoint]) {
        let limit = if self.ordered {
            LABEL_LIMIT
        } else {
            let band = (plot.right - plot.left) / placed.len() as f64;
            (band - LABEL_GAP).max(LABEL_LIMIT / 2.0)
        };
        let labels = placed.iter().map(|one| (one.x, one.point.label.as_str()));
        draw_tick_labels(sheet, plot, labels, limit);
    }

    /// Draws labels above their points; if they would overlap, those at the ends have priority.
    fn draw_words(&self, sheet: &mut Sheet, placed: &[PlacedPoint], left_end: f64) {
        let last = placed.len().saturating_sub(1);
        let mut taken: Vec<(f64, f64)> = Vec::new();
        for index in [0, last].into_iter().chain(1..last) {
            let one = &placed[index];
            let words = SMALL.fit(&one.point.words, LABEL_LIMIT);
            let half = SMALL.width(&words) / 2.0;
            // Labels avoid the line: to the right where it falls, to the left where it rises.
            let fall = placed[(index + 1).min(last)].y - placed[index.saturating_sub(1)].y;
            let aside = match self.ordered && fall.abs() > STEEP {
                true if fall > 0.0 => half - 6.0,
                true => 6.0 - half,
                false => 0.0,
            };
            let wanted = one.x + aside;
            // Labels must not cover the numbers of the axis.
            let middle = sheet
                .clamped(wanted, 2.0 * half, BORDER)
                .max(left_end + half);
            // A label that cannot move sideways moves up.
            let lift = LIFT + (wanted - middle).abs().min(LIFT);
            let (left, right) = (middle - half, middle + half);
            let free = |&(from, to): &(f64, f64)| right + LABEL_GAP < from || to + LABEL_GAP < left;
            if taken.iter().all(free) {
                taken.push((left, right));
                let place = (f64::midpoint(left, right), one.high.min(one.y) - lift);
                sheet.text(words, place, Align::Middle, SMALL.in_color(INK));
            }
        }
    }
}

/// Returns the x of a number on an axis from `least` to `most`, with blank space at both ends.
pub(super) fn ordered_x(plot: &Plot, (least, most): (f64, f64), x: f64) -> f64 {
    if most > least {
        // Terms are halved, since the whole range may exceed that of an `f64`.
        let part = (x / 2.0 - least / 2.0) / (most / 2.0 - least / 2.0);
        plot.left + PADDING + (plot.right - plot.left - 2.0 * PADDING) * part
    } else {
        plot.middle()
    }
}

/// Draws as many of the labels below their positions as fit, each at most `limit` wide.
pub(super) fn draw_tick_labels<'a>(
    sheet: &mut Sheet,
    plot: &Plot,
    labels: impl Iterator<Item = (f64, &'a str)>,
    limit: f64,
) {
    let mut taken = f64::NEG_INFINITY;
    for (x, label) in labels {
        let label = SMALL.name(label, limit);
        let width = SMALL.width(&label);
        let middle = sheet.clamped(x, width, BORDER);
        if middle - width / 2.0 >= taken + LABEL_GAP {
            taken = middle + width / 2.0;
            plot.x_tick(sheet, x, &label);
        }
    }
}

/// Draws the area between the ends of the intervals.
fn draw_band(sheet: &mut Sheet, placed: &[PlacedPoint], tint: Rgb) {
    if placed.len() < 2 {
        return draw_whiskers(sheet, placed);
    }
    let lower = placed.iter().map(|one| (one.x, one.low));
    let upper = placed.iter().rev().map(|one| (one.x, one.high));
    sheet.polygon(lower.chain(upper).collect(), area(tint));
}

/// Draws a whisker for each interval.
fn draw_whiskers(sheet: &mut Sheet, placed: &[PlacedPoint]) {
    for one in placed {
        if one.point.interval.half_width() > 0.0 {
            sheet.whisker((one.x, one.low), (one.x, one.high), (4.0, 0.0));
        }
    }
}
