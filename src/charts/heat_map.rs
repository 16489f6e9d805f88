//! A matrix of shares: a coloured cell for each, with its value printed in it.
//!
//! The colours part at the even share, on both sides of a near white: blue above, vermilion below,
//! which colour-blind readers tell apart. In print without colours the printed values say it.

use super::canvas::{Anchor, Canvas, Letters, Level, WIDTH, sheet};
use super::data::HeatMap;
use super::error::ChartError;
use super::heading::{Heading, LABEL, MARGIN, NOTE_LINE, SMALL, STRONG, no_data, notes};
use super::palette::{INK, Rgb, diverging, for_cell};
use super::scale::share;
use super::text::{Weight, clean, clean_label, shorten, width};

/// The most rows and columns; more are counted in a note.
const MOST_ROWS: usize = 100;
const MOST_COLUMNS: usize = 50;
/// Cells below this width share names: every so many columns has its own.
const NAMED_CELL: f64 = 38.0;
/// No sign for a missing value is drawn in cells below this width.
const MARKED_CELL: f64 = 20.0;
/// The widest area for the rows' labels.
const LABEL_LIMIT: f64 = 210.0;
/// The widest and the highest cell.
const WIDEST_CELL: f64 = 150.0;
const CELL_HEIGHT: f64 = 44.0;
/// Many rows move closer together.
const LOW_CELL_HEIGHT: f64 = 26.0;
/// White between cells.
const GAP: f64 = 2.0;
/// The scale of colours below the cells: its width, height and number of steps.
const SCALE: (f64, f64, usize) = (240.0, 12.0, 48);

impl HeatMap {
    /// The chart as SVG.
    ///
    /// # Errors
    /// Only when the drawing library fails; any data can be drawn.
    pub fn svg(&self) -> Result<String, ChartError> {
        let mut values = self.cells.iter().flatten().flatten();
        let any = values.any(|(value, _)| share(*value).is_some());
        if self.rows.is_empty() || self.columns.is_empty() || !any {
            return no_data(&self.title, &self.subtitle);
        }
        let rows = &self.rows[..self.rows.len().min(MOST_ROWS)];
        let columns = &self.columns[..self.columns.len().min(MOST_COLUMNS)];
        let labels: Vec<String> = rows
            .iter()
            .map(|row| shorten(&clean_label(row), LABEL.size, LABEL.weight, LABEL_LIMIT))
            .collect();
        let y_label = clean(&self.y_label);
        let y_label = shorten(&y_label, SMALL.size, SMALL.weight, LABEL_LIMIT);
        let widest = labels
            .iter()
            .map(|label| width(label, LABEL.size, LABEL.weight))
            .fold(width(&y_label, SMALL.size, SMALL.weight), f64::max);
        let left = MARGIN + widest.ceil() + 12.0;
        let cell = ((WIDTH - MARGIN - left) / columns.len() as f64)
            .floor()
            .min(WIDEST_CELL);
        let pitch = if rows.len() > 12 {
            LOW_CELL_HEIGHT
        } else {
            CELL_HEIGHT
        };

        let heading = Heading::new(&self.title, &self.subtitle, Vec::new());
        let names_top = heading.height() + if self.x_label.is_empty() { 0.0 } else { 21.0 };
        let top = names_top + 22.0;
        let bottom = top + rows.len() as f64 * pitch;
        let mut remarks = Vec::new();
        for (shown, all, what) in [
            (rows.len(), self.rows.len(), "rows"),
            (columns.len(), self.columns.len(), "columns"),
        ] {
            if shown < all {
                remarks.push(format!("The first {shown} of {all} {what} are shown."));
            }
        }
        let notes_top = bottom + 58.0;
        let height = notes_top + remarks.len() as f64 * NOTE_LINE + 6.0;

        sheet(height, heading.head(), |canvas| {
            heading.draw(canvas)?;
            let room = WIDTH - MARGIN - left;
            let x_label = shorten(&clean(&self.x_label), SMALL.size, SMALL.weight, room);
            let start = (Anchor::Start, Level::Top);
            canvas.text(&x_label, (left, heading.height()), start, SMALL)?;
            let end = (Anchor::End, Level::Top);
            canvas.text(&y_label, (left - 12.0, names_top + 2.0), end, SMALL)?;
            draw_columns(canvas, columns, (left, names_top + 1.0), cell)?;
            for (index, label) in labels.iter().enumerate() {
                let y = top + index as f64 * pitch;
                let before = (Anchor::End, Level::Middle);
                canvas.text(label, (left - 12.0, y + pitch / 2.0), before, LABEL)?;
                let cells = self.cells.get(index).map_or(&[][..], Vec::as_slice);
                for column in 0..columns.len() {
                    let x = left + column as f64 * cell;
                    let corners = ((x, y), (x + cell - GAP, y + pitch - GAP));
                    let value = cells.get(column).and_then(Option::as_ref);
                    draw_cell(canvas, corners, value, self.even, self.ends.is_none())?;
                }
            }
            match &self.ends {
                Some(ends) => draw_ends(canvas, (left, bottom + 14.0), ends)?,
                None => self.draw_scale(canvas, (left, bottom + 14.0))?,
            }
            notes(canvas, &remarks, notes_top)
        })
    }

    /// Which colour stands for which share.
    fn draw_scale(&self, canvas: &mut Canvas, (left, top): (f64, f64)) -> Result<(), ChartError> {
        let (length, height, _) = SCALE;
        draw_colors(canvas, (left, top), self.even)?;
        let even = share(self.even).unwrap_or(0.5);
        for (value, anchor) in [
            (0.0, Anchor::Start),
            (even, Anchor::Middle),
            (1.0, Anchor::End),
        ] {
            let x = left + value * length;
            canvas.line((x, top), (x, top + height + 3.0), INK, 1)?;
            let label = format!("{:.0}\u{a0}%", value * 100.0);
            canvas.text(&label, (x, top + height + 8.0), (anchor, Level::Top), SMALL)?;
        }
        Ok(())
    }
}

/// All colours of a scale in a row.
fn draw_colors(canvas: &mut Canvas, (left, top): (f64, f64), even: f64) -> Result<(), ChartError> {
    let (length, height, steps) = SCALE;
    let step = length / steps as f64;
    for index in 0..steps {
        let middle = (index as f64 + 0.5) / steps as f64;
        let x = left + index as f64 * step;
        canvas.rectangle((x, top), (x + step, top + height), tint(middle, even))?;
    }
    Ok(())
}

/// The scale of colours of places from 0 to 1, with what they stand for at its ends.
pub(super) fn draw_ends(
    canvas: &mut Canvas,
    (left, top): (f64, f64),
    (low, high): &(String, String),
) -> Result<(), ChartError> {
    let (length, height, _) = SCALE;
    draw_colors(canvas, (left, top), 0.0)?;
    for (x, label, anchor) in [
        (left, low, Anchor::Start),
        (left + length, high, Anchor::End),
    ] {
        canvas.line((x, top), (x, top + height + 3.0), INK, 1)?;
        let label = shorten(&clean(label), SMALL.size, SMALL.weight, length / 2.0 - 8.0);
        canvas.text(&label, (x, top + height + 8.0), (anchor, Level::Top), SMALL)?;
    }
    Ok(())
}

/// The names above the columns; of narrow ones as many as there is room for.
pub(super) fn draw_columns(
    canvas: &mut Canvas,
    columns: &[String],
    (left, top): (f64, f64),
    cell: f64,
) -> Result<(), ChartError> {
    let mut taken = f64::NEG_INFINITY;
    for (index, column) in columns.iter().enumerate() {
        let limit = if cell < NAMED_CELL { 60.0 } else { cell - 4.0 };
        let name = shorten(&clean_label(column), LABEL.size, LABEL.weight, limit);
        let middle = left + (index as f64 + 0.5) * cell;
        let half = width(&name, LABEL.size, LABEL.weight) / 2.0;
        let on_sheet = middle - half >= 0.0 && middle + half <= WIDTH;
        if cell < NAMED_CELL && (middle - half < taken + 6.0 || !on_sheet) {
            continue;
        }
        taken = middle + half;
        let above = (Anchor::Middle, Level::Top);
        canvas.text(&name, (middle, top), above, LABEL)?;
    }
    Ok(())
}

/// The colour of a share.
fn tint(value: f64, even: f64) -> Rgb {
    let even = share(even).unwrap_or(0.5);
    // Each end has its full colour, however far the even share is from it.
    let reach = if value < even { even } else { 1.0 - even };
    diverging((value - even) / reach.max(f64::MIN_POSITIVE))
}

/// A cell with its value in it; one whose value is a share may have a shorter label made of it.
pub(super) fn draw_cell(
    canvas: &mut Canvas,
    ((left, top), (right, bottom)): ((f64, f64), (f64, f64)),
    value: Option<&(f64, String)>,
    even: f64,
    is_share: bool,
) -> Result<(), ChartError> {
    let middle = (f64::midpoint(left, right), f64::midpoint(top, bottom));
    let place = (Anchor::Middle, Level::Middle);
    let Some((value, label)) = value.and_then(|(value, label)| Some((share(*value)?, label)))
    else {
        let mark = if right - left < MARKED_CELL {
            ""
        } else {
            "–"
        };
        return canvas.text(mark, middle, place, SMALL);
    };
    let color = tint(value, even);
    canvas.rectangle((left, top), (right, bottom), color)?;
    let letters = Letters {
        color: for_cell(color),
        ..STRONG
    };
    // Where a label does not fit the value alone may; else colour has to do.
    let label = clean(label);
    let fits = |text: &str| width(text, letters.size, Weight::Bold) <= right - left - 4.0;
    let first = label.split([' ', '\u{a0}']).next().unwrap_or("");
    let short = if is_share {
        format!("{:.0}", value * 100.0)
    } else {
        first.to_owned()
    };
    // More than 99.9 is more than 99, too.
    let shorter = match first.split_once('.') {
        Some((whole, _)) if whole.starts_with('>') => whole,
        _ => "",
    };
    let text = [label.as_str(), short.as_str(), shorter, ""]
        .into_iter()
        .find(|text| fits(text));
    canvas.text(text.unwrap_or_default(), middle, place, letters)
}
