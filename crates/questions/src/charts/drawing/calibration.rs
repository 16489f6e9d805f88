//! Calibration of predicted probabilities: a point for each bin against the diagonal, and below the
//! plot the share of trials in each bin.
//!
//! Also known as a reliability diagram. The bars below show which points are based on few trials.

use crate::charts::layers::{
    AXIS, Align, Axis, INK, Marker, Plot, SMALL, SOFT_INK, Sheet, SheetFormat, Stroke, Symbol,
    color, percent, share, text_or,
};
use crate::charts::{Calibration, CalibrationPoint};

const HEIGHT: f64 = 330.0;
/// Height of the bars below the plot.
const STRIP: f64 = 56.0;
/// Height of the title and the numbers above the bars.
const STRIP_HEAD: f64 = 40.0;
/// Maximum number of points; more could not be distinguished.
const MOST_POINTS: usize = 50;
/// Blank space at both ends of the axis, so that points at 0 and 1 are not clipped.
const PADDING: f64 = 14.0;

impl Calibration {
    pub(super) fn layers(&self, sheet_format: SheetFormat) -> Option<Sheet> {
        let known = |point: &&CalibrationPoint| !point.predicted.is_nan() && !point.share.is_nan();
        let points: Vec<_> = self.points.iter().filter(known).take(MOST_POINTS).collect();
        if points.is_empty() {
            return None;
        }
        let tint = color(self.color);
        let diagonal = Stroke::solid(SOFT_INK, 1).dashed("6 5");
        let y_label = text_or(&self.y_label, "share of trials");
        let legend = vec![
            (Symbol::Marker(Marker::Circle, tint), y_label),
            (Symbol::Whisker, text_or(&self.interval, "interval")),
            (Symbol::Line(diagonal), "as estimated"),
        ];
        let mut sheet = Sheet::new(sheet_format, &self.title, &self.subtitle, legend);
        let mut plot = Plot::new(
            &sheet,
            sheet_format.height(HEIGHT),
            Axis::shares(1.0),
            (0.0, 0.0),
        );
        let room = plot.right - plot.left - 2.0 * PADDING;
        let left = plot.left + PADDING;
        let x = |value: f64| left + room * value;
        plot.y_axis(&mut sheet, y_label);
        for (tick, label) in Axis::shares(1.0).ticks {
            plot.x_tick(&mut sheet, x(tick), &label);
        }
        plot.x_axis(&mut sheet, text_or(&self.x_label, "estimated chance"));
        let ends = [0.0, 1.0].map(|end| (x(end), plot.y(end)));
        sheet.path(ends.to_vec(), diagonal);
        let predicted = |point: &CalibrationPoint| x(point.predicted.clamp(0.0, 1.0));
        for point in &points {
            let ends = share(point.interval.low).zip(share(point.interval.high));
            if let Some((low, high)) = ends.filter(|(low, high)| low < high) {
                let x = predicted(point);
                sheet.whisker((x, plot.y(low)), (x, plot.y(high)), (4.0, 0.0));
            }
        }
        for point in &points {
            let place = (predicted(point), plot.y(point.share));
            sheet.marker(Marker::Circle, place, tint);
            let words = format!(
                "estimated {}, observed {}",
                percent(point.predicted.clamp(0.0, 1.0), 1),
                percent(point.share.clamp(0.0, 1.0), 1)
            );
            let (x, y) = place;
            sheet.tooltip((x - 9.0, y - 9.0), (x + 9.0, y + 9.0), &words);
        }
        self.draw_strip(&mut sheet, &plot, &points, x);
        Some(sheet)
    }

    /// Draws the share of trials in each bin.
    fn draw_strip(
        &self,
        sheet: &mut Sheet,
        plot: &Plot,
        points: &[&CalibrationPoint],
        x: impl Fn(f64) -> f64,
    ) {
        let title = SMALL.fit(&self.weight_label, sheet.room());
        let margin = sheet.margin();
        sheet.text(title, (margin, plot.end), Align::TopLeft, SMALL);
        let bottom = plot.end + STRIP_HEAD + STRIP;
        let weight = |point: &CalibrationPoint| share(point.weight).unwrap_or(0.0);
        let most = points.iter().map(|point| weight(point)).fold(0.0, f64::max);
        for point in points {
            let Some((from, to)) = share(point.from).zip(share(point.to)) else {
                continue;
            };
            let (from, to) = (x(from) + 2.0, x(to) - 2.0);
            let high = STRIP * weight(point) / most.max(f64::MIN_POSITIVE);
            // A positive weight is at least one pixel high.
            let high = if weight(point) > 0.0 {
                high.max(1.0)
            } else {
                0.0
            };
            if to > from && high > 0.0 {
                sheet.rectangle((from, bottom - high), (to, bottom), color(self.color));
            }
            let label = percent(weight(point), 0);
            if SMALL.width(&label) <= to - from {
                let place = (f64::midpoint(from, to), bottom - high - 9.0);
                sheet.text(label, place, Align::Middle, SMALL.in_color(INK));
            }
        }
        sheet.line((plot.left, bottom), (plot.right, bottom), AXIS, 1);
        sheet.height = bottom + 12.0;
    }
}
