//! Figures against a target: a row for each, with its interval; the target as a line, what is near
//! enough to it as a band.
//!
//! Where a base is given, rows are bars from there: a tornado chart, if the longest come first. Else
//! they are points.

use super::{ColorRole, RowMark, Targeted, TargetedRow};
use crate::charts::layers::{
    AXIS, Align, GRID, INK, LABEL, Letters, Marker, PAPER, Paper, Rgb, SMALL, SOFT_INK, STRONG,
    Scale, Sheet, Sign, Stroke, color, diverging, left_out, or, percent,
};

/// The most rows; more are counted in a note.
const MOST_ROWS: usize = 100;
/// The widest area for labels, and for the figures behind the rows.
const LABEL_LIMIT: f64 = 310.0;
const FIGURE_LIMIT: f64 = 130.0;
/// Between these and the rows.
const GAP: f64 = 12.0;
/// From one row to the next, and where they are many.
const PITCH: f64 = 34.0;
const LOW_PITCH: f64 = 24.0;
const MANY: usize = 16;
/// How much more where names and figures stand above their rows.
const LIFT: f64 = 18.0;
/// Half of a bar's height.
const HALF_BAR: f64 = 8.0;
/// The target's line.
const TARGET: Stroke = Stroke::solid(INK, 2).dashed("7 4");

/// Where figures are, between the labels of their rows and their words.
struct Ground {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    scale: Scale,
}

impl Targeted {
    pub(super) fn layers(&self, paper: Paper) -> Option<Sheet> {
        let rows = &self.rows[..self.rows.len().min(MOST_ROWS)];
        let scale = self.scale(rows).filter(|_| !rows.is_empty())?;
        let name = |row: &TargetedRow| letters(row, LABEL).name(&row.label, LABEL_LIMIT);
        let names: Vec<String> = rows.iter().map(name).collect();
        let bold = SMALL.bold();
        let figure = |row: &TargetedRow| bold.fit(&row.figure, FIGURE_LIMIT);
        let figures: Vec<String> = rows.iter().map(figure).collect();

        let mut sheet = Sheet::new(paper, &self.title, &self.subtitle, self.legend(rows));
        let pitch = if rows.len() > MANY { LOW_PITCH } else { PITCH };
        let (margin, end) = (sheet.margin(), sheet.width - sheet.margin());
        let before = STRONG.widest(&names).ceil() + GAP;
        let behind = bold.widest(&figures).ceil() + GAP;
        // Where there is little room, names and figures stand above their rows.
        let above = paper.is_narrow() && before + behind > sheet.room() * 0.45;
        let lift = if above { LIFT } else { 0.0 };
        let pitch = pitch + lift;
        let ground = Ground {
            left: if above { margin + 8.0 } else { margin + before },
            right: if above { end - 8.0 } else { end - behind },
            top: sheet.height,
            bottom: sheet.height + rows.len() as f64 * pitch + 4.0,
            scale,
        };
        let [left, right] = self.near().map(|end| ground.x(end));
        let lower_right = (right.max(left + 1.0), ground.bottom);
        sheet.rectangle((left, ground.top), lower_right, near_enough());
        let more = ground.axis(&mut sheet, &self.x_label);
        if let Some(base) = self.base {
            ground.line(&mut sheet, base, Stroke::solid(AXIS, 1));
        } else {
            // Behind points, before bars.
            ground.line(&mut sheet, self.target, TARGET);
        }
        for (index, row) in rows.iter().enumerate() {
            let start = ground.top + index as f64 * pitch;
            let middle = start + lift + (pitch - lift) / 2.0 - if above { 4.0 } else { 0.0 };
            if !above {
                let before = (ground.left - GAP, middle);
                sheet.text(&names[index], before, Align::Right, letters(row, LABEL));
                let figure = &figures[index];
                sheet.text(figure, (end, middle), Align::Right, letters(row, SMALL));
            }
            if row.value.is_finite() {
                self.draw_row(&mut sheet, &ground, row, middle);
            }
            sheet.spot((margin, start), (end, start + pitch), &self.told(row));
        }
        if self.base.is_some() {
            ground.line(&mut sheet, self.target, TARGET);
        }
        let above = rows.iter().enumerate().filter(|_| above);
        for (index, row) in above {
            let y = ground.top + index as f64 * pitch + 11.0;
            let name = letters(row, LABEL).shorten(&names[index], sheet.room() - behind);
            // Lines pass behind words.
            let width = letters(row, LABEL).width(&name);
            for (from, to) in [(margin, margin + width), (end - behind + GAP, end)] {
                sheet.rectangle((from - 2.0, y - 8.0), (to + 2.0, y + 6.0), PAPER);
            }
            sheet.text(name, (margin, y), Align::Left, letters(row, LABEL));
            sheet.text(&figures[index], (end, y), Align::Right, letters(row, SMALL));
        }
        let notes = left_out(rows.len(), self.rows.len(), "");
        sheet.notes(notes, ground.bottom + 52.0 + more);
        Some(sheet)
    }

    /// A row in words.
    fn told(&self, row: &TargetedRow) -> String {
        let number = |value: f64| {
            if self.shares {
                percent(value.clamp(0.0, 1.0), 1)
            } else {
                format!("{value:.2}")
            }
        };
        let mut words = format!("{}: {}", row.label, row.figure);
        if row.low < row.high {
            words = format!("{words}, from {} to {}", number(row.low), number(row.high));
        }
        words
    }

    /// The ends of what is near enough.
    fn near(&self) -> [f64; 2] {
        [self.target - self.tolerance, self.target + self.tolerance]
    }

    fn legend(&self, rows: &[TargetedRow]) -> Vec<(Sign, &str)> {
        let mut legend = vec![(Sign::Line(TARGET), or(&self.target_label, "target"))];
        if self.tolerance > 0.0 {
            let near = or(&self.band_label, "near enough");
            legend.push((Sign::Block(near_enough()), near));
        }
        if self.base.is_some() {
            let base = Sign::Line(Stroke::solid(AXIS, 1));
            legend.push((base, or(&self.base_label, "now")));
        }
        if rows.iter().any(|row| row.low < row.high) {
            legend.push((Sign::Whisker, or(&self.interval, "interval")));
        }
        legend
    }

    /// What holds all rows, the target with its band, and the base. `None` if nothing is a number.
    fn scale(&self, rows: &[TargetedRow]) -> Option<Scale> {
        let shown = rows.iter().filter(|row| row.value.is_finite());
        let shown = shown.flat_map(|row| [row.low, row.value, row.high]);
        let all = self.near().into_iter().chain(self.base).chain(shown);
        // Far-off numbers have no place on paper, and no steps in an f64.
        let usable = all.filter(|value| value.is_finite() && value.abs() < 1e12);
        // Shares beyond their ends are drawn at the nearer one.
        let most = if self.shares {
            0.0..=1.0
        } else {
            f64::MIN..=f64::MAX
        };
        let usable = usable.map(|value| value.clamp(*most.start(), *most.end()));
        let (low, high) = usable
            .map(|value| (value, value))
            .reduce(|ends, (value, _)| (ends.0.min(value), ends.1.max(value)))?;
        Some(Scale::around(low, high, self.shares))
    }

    fn draw_row(&self, sheet: &mut Sheet, ground: &Ground, row: &TargetedRow, middle: f64) {
        let x = ground.x(row.value);
        let tint = self.tint(row);
        if let Some(base) = self.base {
            let base = ground.x(base);
            // What changes nothing shows at least as a line.
            let end = base.max(x).max(base.min(x) + 1.0);
            let upper_left = (base.min(x), middle - HALF_BAR);
            sheet.rectangle(upper_left, (end, middle + HALF_BAR), tint);
        }
        if row.low < row.high {
            let [low, high] = [row.low, row.high].map(|end| (ground.x(end), middle));
            sheet.whisker(low, high, (0.0, 4.0));
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

impl Ground {
    fn x(&self, value: f64) -> f64 {
        self.left + (self.right - self.left) * self.scale.part(value)
    }

    /// A line through all rows.
    fn line(&self, sheet: &mut Sheet, value: f64, stroke: Stroke) {
        let x = self.x(value);
        sheet.path(vec![(x, self.top), (x, self.bottom)], stroke);
    }

    /// How much further down it reaches than usual.
    fn axis(&self, sheet: &mut Sheet, title: &str) -> f64 {
        let mut taken = f64::NEG_INFINITY;
        for (tick, label) in &self.scale.ticks {
            self.line(sheet, *tick, Stroke::solid(GRID, 1));
            let half = SMALL.width(label) / 2.0;
            let x = sheet.held(self.x(*tick), 2.0 * half, 2.0);
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

/// What is near enough: lighter than anything that is drawn on it.
fn near_enough() -> Rgb {
    diverging(-0.16)
}

/// Names of answers stand out, those of what is ruled out stand back.
fn letters(row: &TargetedRow, usual: Letters) -> Letters {
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
    fn a_scale_holds_all_that_is_drawn() {
        let chart = Targeted {
            shares: true,
            target: 0.4,
            tolerance: 0.05,
            rows: vec![TargetedRow {
                value: 0.98,
                low: 0.96,
                high: 0.999,
                ..TargetedRow::default()
            }],
            ..Targeted::default()
        };
        let scale = chart.scale(&chart.rows).unwrap();
        assert!(scale.low <= 0.35 && scale.high >= 0.999 && scale.high <= 1.0);
    }
}
