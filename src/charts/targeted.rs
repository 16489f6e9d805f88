//! Figures against a target: a row for each, with its interval; the target as a line, what is near
//! enough to it as a band.
//!
//! Where a base is given, rows are bars from there: a tornado chart, if the longest come first. Else
//! they are points.

use super::canvas::{Anchor, Canvas, Letters, Level, WIDTH, sheet};
use super::data::{ColorRole, RowMark, Targeted, TargetedRow};
use super::error::ChartError;
use super::heading::{
    Heading, LABEL, MARGIN, NOTE_LINE, SMALL, STRONG, Shape, Sign, no_data, notes, whisker,
};
use super::palette::{AXIS, GRID, INK, Rgb, SOFT_INK, color, diverging};
use super::scale::tick_label;
use super::text::{Weight, clean, clean_label, shorten, width};

/// The most rows; more are counted in a note.
const MOST_ROWS: usize = 100;
/// The widest area for labels, and for the figures behind the rows.
const LABEL_LIMIT: f64 = 310.0;
const FIGURE_LIMIT: f64 = 130.0;
/// From one row to the next, and where they are many.
const PITCH: f64 = 34.0;
const LOW_PITCH: f64 = 24.0;
const MANY: usize = 16;
/// Half of a bar's height.
const HALF_BAR: f64 = 8.0;
/// The dashes of the target's line.
const TARGET: &str = "7 4";
/// About so many ticks.
const TICKS: f64 = 6.0;

/// The stretch of numbers that is shown.
struct Stretch {
    low: f64,
    high: f64,
    step: f64,
}

impl Targeted {
    /// The chart as SVG.
    ///
    /// # Errors
    /// Only when the drawing library fails; any data can be drawn.
    pub fn svg(&self) -> Result<String, ChartError> {
        let rows = &self.rows[..self.rows.len().min(MOST_ROWS)];
        let stretch = self.stretch(rows);
        let Some(stretch) = stretch.filter(|_| !rows.is_empty()) else {
            return no_data(&self.title, &self.subtitle);
        };
        let labels: Vec<String> = rows
            .iter()
            .map(|row| {
                let letters = letters(row, LABEL);
                let label = clean_label(&row.label);
                shorten(&label, letters.size, letters.weight, LABEL_LIMIT)
            })
            .collect();
        let figures: Vec<String> = rows
            .iter()
            .map(|row| shorten(&clean(&row.figure), SMALL.size, Weight::Bold, FIGURE_LIMIT))
            .collect();
        let widest = |texts: &[String], size: f64| {
            let widths = texts.iter().map(|text| width(text, size, Weight::Bold));
            widths.fold(0.0, f64::max).ceil()
        };
        let left = MARGIN + widest(&labels, LABEL.size) + 12.0;
        let right = WIDTH - MARGIN - widest(&figures, SMALL.size) - 12.0;
        let scale = |value: f64| {
            let part = (value - stretch.low) / (stretch.high - stretch.low);
            left + (right - left) * part.clamp(0.0, 1.0)
        };

        let heading = Heading::new(&self.title, &self.subtitle, self.legend(rows));
        let pitch = if rows.len() > MANY { LOW_PITCH } else { PITCH };
        let top = heading.height();
        let bottom = top + rows.len() as f64 * pitch + 4.0;
        let mut remarks = Vec::new();
        if rows.len() < self.rows.len() {
            remarks.push(format!(
                "The first {} of {} are shown.",
                rows.len(),
                self.rows.len()
            ));
        }
        let notes_top = bottom + 52.0;
        let height = notes_top + remarks.len() as f64 * NOTE_LINE + 6.0;
        sheet(height, heading.head(), |canvas| {
            heading.draw(canvas)?;
            let band = [self.target - self.tolerance, self.target + self.tolerance].map(scale);
            canvas.rectangle(
                (band[0], top),
                (band[1].max(band[0] + 1.0), bottom),
                band_color(),
            )?;
            self.draw_axis(canvas, &stretch, (top, bottom), scale)?;
            if let Some(base) = self.base {
                canvas.line((scale(base), top), (scale(base), bottom), AXIS, 1)?;
            }
            // Behind points, before bars.
            let line = [(scale(self.target), top), (scale(self.target), bottom)];
            if self.base.is_none() {
                canvas.path(&line, INK, 2, TARGET)?;
            }
            for (index, row) in rows.iter().enumerate() {
                let middle = top + (index as f64 + 0.5) * pitch;
                let before = (Anchor::End, Level::Middle);
                let place = (left - 12.0, middle);
                canvas.text(&labels[index], place, before, letters(row, LABEL))?;
                self.draw_row(canvas, row, middle, scale)?;
                let place = (WIDTH - MARGIN, middle);
                canvas.text(&figures[index], place, before, letters(row, SMALL))?;
            }
            if self.base.is_some() {
                canvas.path(&line, INK, 2, TARGET)?;
            }
            notes(canvas, &remarks, notes_top)
        })
    }

    fn legend(&self, rows: &[TargetedRow]) -> Vec<(Sign, String)> {
        let or = |text: &str, other: &str| {
            let text = if text.trim().is_empty() { other } else { text };
            text.to_owned()
        };
        let mut legend = vec![(Sign::Line(INK, 2, TARGET), or(&self.target_label, "target"))];
        if self.tolerance > 0.0 {
            legend.push((
                Sign::Block(band_color()),
                or(&self.band_label, "near enough"),
            ));
        }
        if self.base.is_some() {
            legend.push((Sign::Line(AXIS, 1, ""), or(&self.base_label, "now")));
        }
        if rows.iter().any(|row| row.low < row.high) {
            legend.push((Sign::Whisker, or(&self.interval, "interval")));
        }
        legend
    }

    /// The stretch that holds all rows, the target with its band, and the base. `None` if nothing is a
    /// number.
    fn stretch(&self, rows: &[TargetedRow]) -> Option<Stretch> {
        let ends = [
            Some(self.target - self.tolerance),
            Some(self.target + self.tolerance),
            self.base,
        ];
        let shown = rows
            .iter()
            .filter(|row| row.value.is_finite())
            .flat_map(|row| [row.low, row.value, row.high]);
        let all = ends.into_iter().flatten().chain(shown);
        // Far-off numbers have no place on paper, and no steps in an f64.
        let usable = all.filter(|value| value.is_finite() && value.abs() < 1e12);
        // Shares beyond their ends are drawn at the nearer one.
        let usable = usable.map(|value| {
            if self.shares {
                value.clamp(0.0, 1.0)
            } else {
                value
            }
        });
        let (low, high) = usable.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        if low > high {
            return None;
        }
        let room = (high - low).max(if self.shares {
            0.002
        } else {
            high.abs() * 0.02 + 0.1
        });
        let step = round_step(room / TICKS).min(if self.shares { 0.2 } else { f64::INFINITY });
        let mut stretch = Stretch {
            low: (low / step).floor() * step,
            high: (high / step).ceil() * step,
            step,
        };
        if self.shares {
            stretch.low = stretch.low.clamp(0.0, 1.0 - step);
            stretch.high = stretch.high.clamp(stretch.low + step, 1.0);
        }
        Some(stretch)
    }

    fn draw_axis(
        &self,
        canvas: &mut Canvas,
        stretch: &Stretch,
        (top, bottom): (f64, f64),
        scale: impl Fn(f64) -> f64,
    ) -> Result<(), ChartError> {
        let count = ((stretch.high - stretch.low) / stretch.step).round() as usize;
        for index in 0..=count.min(40) {
            let value = stretch.low + index as f64 * stretch.step;
            let x = scale(value);
            canvas.line((x, top), (x, bottom), GRID, 1)?;
            let label = if self.shares {
                tick_label(if value.abs() < 1e-9 { 0.0 } else { value }, stretch.step)
            } else {
                number_label(value, stretch.step)
            };
            let below = (Anchor::Middle, Level::Top);
            canvas.text(&label, (x, bottom + 8.0), below, SMALL)?;
        }
        let title = shorten(
            &clean(&self.x_label),
            SMALL.size,
            SMALL.weight,
            WIDTH - 2.0 * MARGIN,
        );
        let half = width(&title, SMALL.size, SMALL.weight) / 2.0;
        let middle = f64::midpoint(scale(stretch.low), scale(stretch.high));
        let middle = middle.clamp(MARGIN + half, (WIDTH - MARGIN - half).max(MARGIN + half));
        let place = (middle, bottom + 29.0);
        canvas.text(&title, place, (Anchor::Middle, Level::Top), SMALL)
    }

    fn draw_row(
        &self,
        canvas: &mut Canvas,
        row: &TargetedRow,
        middle: f64,
        scale: impl Fn(f64) -> f64,
    ) -> Result<(), ChartError> {
        if !row.value.is_finite() {
            return Ok(());
        }
        let x = scale(row.value);
        let tint = self.tint(row);
        if let Some(base) = self.base {
            let (start, end) = (scale(base).min(x), scale(base).max(x));
            // What changes nothing shows at least as a line.
            let corners = (
                (start, middle - HALF_BAR),
                (end.max(start + 1.0), middle + HALF_BAR),
            );
            canvas.rectangle(corners.0, corners.1, tint)?;
        }
        if row.low < row.high {
            whisker(canvas, (scale(row.low), scale(row.high)), middle, 4.0)?;
        }
        if self.base.is_none() {
            let shape = if row.mark == RowMark::Answer {
                Shape::Diamond
            } else {
                Shape::Circle
            };
            shape.draw(canvas, (x, middle), tint)?;
        }
        Ok(())
    }

    fn tint(&self, row: &TargetedRow) -> Rgb {
        match (self.base, row.mark) {
            (Some(base), _) if row.value < base => color(ColorRole::Series(1)),
            (None, RowMark::Out) => color(ColorRole::Neutral),
            _ => color(ColorRole::Series(0)),
        }
    }
}

/// What is near enough: lighter than anything that is drawn on it.
fn band_color() -> Rgb {
    diverging(-0.16)
}

/// Names of answers stand out, those of what is ruled out stand back.
fn letters(row: &TargetedRow, usual: Letters) -> Letters {
    match row.mark {
        RowMark::Answer => Letters {
            size: usual.size,
            ..STRONG
        },
        RowMark::Plain => Letters {
            color: INK,
            ..usual
        },
        RowMark::Out => Letters {
            color: SOFT_INK,
            ..usual
        },
    }
}

/// The round number next above: 1, 2 or 5 times a power of ten.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.max(1e-9).log10().floor());
    let factors = [1.0, 2.0, 5.0, 10.0];
    let step = factors.map(|factor| factor * power);
    step.into_iter()
        .find(|step| *step >= least * 0.999_999)
        .unwrap_or(10.0 * power)
}

/// A number with the decimals that its step needs.
fn number_label(value: f64, step: f64) -> String {
    let decimals = (-step.log10().floor()).clamp(0.0, 9.0) as usize;
    let label = format!("{value:.decimals$}");
    if label
        .trim_start_matches('-')
        .chars()
        .all(|digit| "0.".contains(digit))
    {
        "0".to_owned()
    } else {
        label
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_and_their_numbers_are_round() {
        assert_eq!(round_step(0.013), 0.02);
        assert_eq!(round_step(3.0), 5.0);
        assert_eq!(round_step(100.0), 100.0);
        assert_eq!(number_label(2.500_000_001, 0.5), "2.5");
        assert_eq!(number_label(-0.000_1, 1.0), "0");
        assert_eq!(number_label(40.0, 20.0), "40");
    }

    #[test]
    fn a_stretch_holds_all_that_is_drawn() {
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
        let stretch = chart.stretch(&chart.rows).unwrap();
        assert!(stretch.low <= 0.35 && stretch.high >= 0.999 && stretch.high <= 1.0);
    }
}
