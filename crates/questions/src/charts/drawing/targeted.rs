//! Values against a target: a row for each value, with its interval; the target as a line, and its
//! tolerance as a band.
//!
//! With a base, rows are bars that start there: a tornado chart, if the longest come first. Without
//! one they are points.

use crate::charts::layers::{
    AXIS, Align, Axis, BACKGROUND, GRID, INK, LABEL, LabelStyle, Marker, Rgb, SMALL, SOFT_INK,
    STRONG, Sheet, SheetFormat, Stroke, Symbol, TARGET, color, figure, left_out, near_enough,
    text_or,
};
use crate::charts::{ColorRole, RowMark, Targeted, TargetedRow};
use crate::stats::Interval;

/// Maximum number of rows; a note has the number of the rest.
const MOST_ROWS: usize = 100;
/// Maximum width of the labels, and of the values at the right.
const LABEL_LIMIT: f64 = 310.0;
const FIGURE_LIMIT: f64 = 130.0;
/// Gap between the labels or values and the rows.
const GAP: f64 = 12.0;
/// Distance between rows, for up to `MANY` rows and for more.
const PITCH: f64 = 34.0;
const LOW_PITCH: f64 = 24.0;
const MANY: usize = 16;
/// Additional distance if labels and values are above their rows.
const LIFT: f64 = 18.0;
/// Half of a bar's height.
const HALF_BAR: f64 = 8.0;
/// Area of the rows, between their labels and their values.
struct RowArea {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    scale: Axis,
}

impl Targeted {
    pub(super) fn layers(&self, sheet_format: SheetFormat) -> Option<Sheet> {
        let rows = &self.rows[..self.rows.len().min(MOST_ROWS)];
        let scale = self.scale(rows).filter(|_| !rows.is_empty())?;
        let name = |row: &TargetedRow| label_style(row, LABEL).name(&row.label, LABEL_LIMIT);
        let names: Vec<String> = rows.iter().map(name).collect();
        let bold = SMALL.bold();
        let figure = |row: &TargetedRow| bold.fit(&row.figure, FIGURE_LIMIT);
        let figures: Vec<String> = rows.iter().map(figure).collect();

        let mut sheet = Sheet::new(sheet_format, &self.title, &self.subtitle, self.legend(rows));
        let pitch = if rows.len() > MANY { LOW_PITCH } else { PITCH };
        let (margin, end) = (sheet.margin(), sheet.width - sheet.margin());
        let before = STRONG.widest(&names).ceil() + GAP;
        let behind = bold.widest(&figures).ceil() + GAP;
        // On a narrow sheet, labels and values that take too much room are above their rows.
        let above = sheet_format.is_narrow() && before + behind > sheet.room() * 0.45;
        let lift = if above { LIFT } else { 0.0 };
        let pitch = pitch + lift;
        let rows_area = RowArea {
            left: if above { margin + 8.0 } else { margin + before },
            right: if above { end - 8.0 } else { end - behind },
            top: sheet.height,
            bottom: sheet.height + rows.len() as f64 * pitch + 4.0,
            scale,
        };
        let [left, right] = self.near().map(|end| rows_area.x(end));
        let lower_right = (right.max(left + 1.0), rows_area.bottom);
        sheet.rectangle((left, rows_area.top), lower_right, near_enough());
        let more = rows_area.axis(&mut sheet, &self.x_label);
        if let Some(base) = self.base {
            rows_area.line(&mut sheet, base, Stroke::solid(AXIS, 1));
        } else {
            // The target line is above bars but below points.
            rows_area.line(&mut sheet, self.target, TARGET);
        }
        for (index, row) in rows.iter().enumerate() {
            let start = rows_area.top + index as f64 * pitch;
            let middle = start + lift + (pitch - lift) / 2.0 - if above { 4.0 } else { 0.0 };
            if !above {
                let before = (rows_area.left - GAP, middle);
                sheet.text(&names[index], before, Align::Right, label_style(row, LABEL));
                let figure = &figures[index];
                sheet.text(figure, (end, middle), Align::Right, label_style(row, SMALL));
            }
            if row.value.is_finite() {
                self.draw_row(&mut sheet, &rows_area, row, middle);
            }
            sheet.tooltip(
                (margin, start),
                (end, start + pitch),
                &self.tooltip_text(row),
            );
        }
        if self.base.is_some() {
            rows_area.line(&mut sheet, self.target, TARGET);
        }
        let above = rows.iter().enumerate().filter(|_| above);
        for (index, row) in above {
            let y = rows_area.top + index as f64 * pitch + 11.0;
            let name = label_style(row, LABEL).shorten(&names[index], sheet.room() - behind);
            // A blank rectangle hides the lines below the text.
            let width = label_style(row, LABEL).width(&name);
            for (from, to) in [(margin, margin + width), (end - behind + GAP, end)] {
                sheet.rectangle((from - 2.0, y - 8.0), (to + 2.0, y + 6.0), BACKGROUND);
            }
            sheet.text(name, (margin, y), Align::Left, label_style(row, LABEL));
            sheet.text(
                &figures[index],
                (end, y),
                Align::Right,
                label_style(row, SMALL),
            );
        }
        let notes = left_out(rows.len(), self.rows.len(), "");
        sheet.notes(notes, rows_area.bottom + 52.0 + more);
        Some(sheet)
    }

    fn tooltip_text(&self, row: &TargetedRow) -> String {
        let number = |value: f64| figure(value, self.shares);
        let mut words = format!("{}: {}", row.label, row.figure);
        let Interval { low, high } = row.interval;
        if low < high {
            words = format!("{words}, from {} to {}", number(low), number(high));
        }
        words
    }

    /// Returns the ends of the tolerance band.
    fn near(&self) -> [f64; 2] {
        [self.target - self.tolerance, self.target + self.tolerance]
    }

    fn legend(&self, rows: &[TargetedRow]) -> Vec<(Symbol, &str)> {
        let mut legend = vec![(Symbol::Line(TARGET), text_or(&self.target_label, "target"))];
        if self.tolerance > 0.0 {
            let near = text_or(&self.band_label, "within tolerance");
            legend.push((Symbol::Block(near_enough()), near));
        }
        // Without a target, its line is that of the base.
        if self
            .base
            .is_some_and(|base| base.to_bits() != self.target.to_bits())
        {
            let base = Symbol::Line(Stroke::solid(AXIS, 1));
            legend.push((base, text_or(&self.base_label, "now")));
        }
        if rows.iter().any(|row| row.interval.half_width() > 0.0) {
            legend.push((Symbol::Whisker, text_or(&self.interval, "interval")));
        }
        legend
    }

    /// Returns an axis that contains all rows, the target with its band, and the base; `None` if no
    /// value is a number.
    fn scale(&self, rows: &[TargetedRow]) -> Option<Axis> {
        let shown = rows.iter().filter(|row| row.value.is_finite());
        let shown = shown.flat_map(|row| [row.interval.low, row.value, row.interval.high]);
        let all = self.near().into_iter().chain(self.base).chain(shown);
        // Extreme numbers would leave no room for the others, and have no steps in an `f64`.
        let usable = all.filter(|value| value.is_finite() && value.abs() < 1e12);
        // Shares outside 0 to 1 are drawn at the nearer end.
        let most = if self.shares {
            0.0..=1.0
        } else {
            f64::MIN..=f64::MAX
        };
        let usable = usable.map(|value| value.clamp(*most.start(), *most.end()));
        let (low, high) = usable
            .map(|value| (value, value))
            .reduce(|ends, (value, _)| (ends.0.min(value), ends.1.max(value)))?;
        Some(Axis::around(low, high, self.shares))
    }

    fn draw_row(&self, sheet: &mut Sheet, rows_area: &RowArea, row: &TargetedRow, middle: f64) {
        let x = rows_area.x(row.value);
        let tint = self.tint(row);
        if let Some(base) = self.base {
            let base = rows_area.x(base);
            // A bar without length is at least one pixel wide.
            let end = base.max(x).max(base.min(x) + 1.0);
            let upper_left = (base.min(x), middle - HALF_BAR);
            sheet.rectangle(upper_left, (end, middle + HALF_BAR), tint);
        }
        let Interval { low, high } = row.interval;
        if low < high {
            let end = |end: f64| (rows_area.x(end), middle);
            sheet.whisker(end(low), end(high), (0.0, 4.0));
        }
        if self.base.is_none() {
            let marker = match row.mark {
                RowMark::Answer => Marker::Diamond,
                RowMark::Plain | RowMark::Out => Marker::Circle,
            };
            sheet.marker(marker, (x, middle), tint);
        }
    }

    fn tint(&self, row: &TargetedRow) -> Rgb {
        match (self.base, row.mark) {
            (Some(base), _) if row.value < base => color(ColorRole::Series(1)),
            (None, RowMark::Out) => color(ColorRole::Neutral),
            _ => color(ColorRole::Series(0)),
        }
    }
}

impl RowArea {
    fn x(&self, value: f64) -> f64 {
        self.left + (self.right - self.left) * self.scale.part(value)
    }

    /// Draws a vertical line through all rows.
    fn line(&self, sheet: &mut Sheet, value: f64, stroke: Stroke) {
        let x = self.x(value);
        sheet.path(vec![(x, self.top), (x, self.bottom)], stroke);
    }

    /// Draws ticks and title, and returns the additional height of the title.
    fn axis(&self, sheet: &mut Sheet, title: &str) -> f64 {
        let mut taken = f64::NEG_INFINITY;
        for (tick, label) in &self.scale.ticks {
            self.line(sheet, *tick, Stroke::solid(GRID, 1));
            let half = SMALL.width(label) / 2.0;
            let x = sheet.clamped(self.x(*tick), 2.0 * half, 2.0);
            if x - half < taken + 6.0 {
                continue;
            }
            taken = x + half;
            sheet.text(label, (x, self.bottom + 8.0), Align::Top, SMALL);
        }
        let middle = f64::midpoint(self.left, self.right);
        sheet.x_title(title, middle, self.bottom + 29.0)
    }
}

/// Returns the text style of a row: bold for answers, gray for rows that are ruled out.
fn label_style(row: &TargetedRow, usual: LabelStyle) -> LabelStyle {
    match row.mark {
        RowMark::Answer => usual.in_color(INK).bold(),
        RowMark::Plain => usual.in_color(INK),
        RowMark::Out => usual.in_color(SOFT_INK),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_contains_all_drawn_values() {
        let chart = Targeted {
            shares: true,
            target: 0.4,
            tolerance: 0.05,
            rows: vec![TargetedRow {
                value: 0.98,
                interval: Interval::new(0.96, 0.999),
                ..TargetedRow::default()
            }],
            ..Targeted::default()
        };
        let scale = chart.scale(&chart.rows).unwrap();
        assert!(scale.low <= 0.35 && scale.high >= 0.999 && scale.high <= 1.0);
    }
}
