//! Curve of unordered categories on a narrow sheet: a row for each category, with its name above
//! and its value at the right.

use crate::charts::layers::{
    AXIS, Align, Axis, GRID, INK, LABEL, Marker, SMALL, STRONG, Sheet, SheetFormat, Stroke, clean,
    color, left_out,
};
use crate::charts::{Curve, CurvePoint};
use crate::stats::Interval;

/// Distance between rows, and between the top of a row and its line.
const PITCH: f64 = 46.0;
const DOWN: f64 = 32.0;
/// Gap between the plot area and the values at the right.
const GAP: f64 = 12.0;
/// Maximum width of the values.
const WORDS_LIMIT: f64 = 90.0;
/// Height of the ticks and the title below the plot area.
const BELOW: f64 = 52.0;

/// Draws the points of a curve, one row per point.
pub fn layers(
    curve: &Curve,
    sheet_format: SheetFormat,
    points: &[&CurvePoint],
    scale: &Axis,
) -> Sheet {
    let tint = color(curve.color);
    let mut sheet = Sheet::new(
        sheet_format,
        &curve.title,
        &curve.subtitle,
        curve.legend(points),
    );
    let words: Vec<String> = points
        .iter()
        .map(|point| STRONG.fit(&point.words, WORDS_LIMIT))
        .collect();
    let left = sheet.margin() + 8.0;
    let right = sheet.width - sheet.margin() - STRONG.widest(&words).ceil() - GAP;
    let (top, x) = (sheet.height, |value: f64| {
        left + (right - left) * scale.part(value)
    });
    let bottom = top + points.len() as f64 * PITCH + 4.0;
    curve.draw_target(&mut sheet, x, (top, bottom), false);
    for (tick, label) in &scale.ticks {
        let place = x(*tick);
        sheet.line((place, top), (place, bottom), GRID, 1);
        let place = sheet.clamped(place, SMALL.width(label), 2.0);
        sheet.text(label, (place, bottom + 8.0), Align::Top, SMALL);
    }
    for (index, (point, words)) in points.iter().zip(words).enumerate() {
        let start = top + index as f64 * PITCH;
        let y = start + DOWN;
        let (margin, end) = (sheet.margin(), sheet.width - sheet.margin());
        let name = LABEL.name(&point.label, sheet.room());
        sheet.text(name, (margin, start + 6.0), Align::TopLeft, LABEL);
        sheet.path(
            vec![(left, y), (right, y)],
            Stroke::solid(AXIS, 1).dashed("1 4"),
        );
        let Interval { low, high } = point.interval;
        if low < high {
            let end = |end: f64| x(if end.is_finite() { end } else { point.value });
            sheet.whisker((end(low), y), (end(high), y), (0.0, 4.0));
        }
        sheet.marker(Marker::Circle, (x(point.value), y), tint);
        sheet.text(words, (end, y), Align::Right, STRONG.in_color(INK));
        let tooltip_text = curve.tooltip_text(point);
        sheet.tooltip((margin, start), (end, start + PITCH), &tooltip_text);
    }
    let more = sheet.x_title(
        &clean(&curve.y_label),
        f64::midpoint(left, right),
        bottom + 29.0,
    );
    let notes = left_out(points.len(), curve.points.len(), "");
    sheet.notes(notes, bottom + BELOW + more);
    sheet
}
