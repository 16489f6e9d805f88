//! Several small matrices with the same rows and columns, and one scale of colours for all.

use super::canvas::{Anchor, Level, WIDTH, sheet};
use super::data::Multiples;
use super::error::ChartError;
use super::heading::{Heading, LABEL, MARGIN, NOTE_LINE, SMALL, STRONG, no_data, notes};
use super::heat_map::{draw_cell, draw_columns, draw_ends};
use super::scale::share;
use super::text::{clean, clean_label, shorten, width};

/// The most matrices, rows and columns; more are counted in a note.
const MOST_PANELS: usize = 24;
const MOST_ROWS: usize = 40;
const MOST_COLUMNS: usize = 40;
/// The most matrices side by side.
const MOST_BESIDE: usize = 4;
/// Cells of matrices that stand side by side are at least so wide, that values fit in.
const LEAST_CELL: f64 = 38.0;
const WIDEST_CELL: f64 = 80.0;
const CELL_HEIGHT: f64 = 28.0;
/// White between cells.
const GAP: f64 = 2.0;
/// Between matrices.
const BETWEEN: f64 = 26.0;
/// The widest name of a row.
const ROW_LIMIT: f64 = 100.0;
/// A matrix' name and those of its columns, above its cells.
const PANEL_HEAD: f64 = 50.0;
/// Below its cells.
const PANEL_FOOT: f64 = 18.0;

impl Multiples {
    /// The chart as SVG.
    ///
    /// # Errors
    /// Only when the drawing library fails; any data can be drawn.
    pub fn svg(&self) -> Result<String, ChartError> {
        let cells = self
            .panels
            .iter()
            .flat_map(|panel| panel.cells.iter().flatten());
        let mut values = cells.flatten();
        let any = values.any(|(value, _)| share(*value).is_some());
        if self.rows.is_empty() || self.columns.is_empty() || !any {
            return no_data(&self.title, &self.subtitle);
        }
        let rows = &self.rows[..self.rows.len().min(MOST_ROWS)];
        let columns = &self.columns[..self.columns.len().min(MOST_COLUMNS)];
        let panels = &self.panels[..self.panels.len().min(MOST_PANELS)];
        let names: Vec<String> = rows
            .iter()
            .map(|row| shorten(&clean_label(row), LABEL.size, LABEL.weight, ROW_LIMIT))
            .collect();
        let widest = names
            .iter()
            .map(|name| width(name, LABEL.size, LABEL.weight).ceil() + 8.0)
            .fold(0.0, f64::max);
        let room = |beside: usize| {
            let gaps = (beside - 1) as f64 * BETWEEN;
            (WIDTH - 2.0 * MARGIN - gaps) / beside as f64
        };
        let cell_of = |beside| ((room(beside) - widest) / columns.len() as f64).floor();
        let beside = (1..=MOST_BESIDE.min(panels.len()))
            .rev()
            .find(|&beside| cell_of(beside) >= LEAST_CELL)
            .unwrap_or(1);
        let cell = cell_of(beside).clamp(1.0, WIDEST_CELL);
        let pitch = PANEL_HEAD + rows.len() as f64 * CELL_HEIGHT + PANEL_FOOT;

        let heading = Heading::new(&self.title, &self.subtitle, Vec::new());
        let axes: Vec<String> = [("rows", &self.y_label), ("columns", &self.x_label)]
            .iter()
            .filter(|(_, label)| !label.trim().is_empty())
            .map(|(what, label)| {
                let label = format!("{what}: {}", clean(label));
                shorten(&label, SMALL.size, SMALL.weight, WIDTH - 2.0 * MARGIN)
            })
            .collect();
        let axes_top = heading.height();
        let top = axes_top + axes.len() as f64 * NOTE_LINE + 6.0;
        let bottom = top + panels.len().div_ceil(beside) as f64 * pitch;
        let mut remarks = Vec::new();
        for (shown, all, what) in [
            (rows.len(), self.rows.len(), "rows"),
            (columns.len(), self.columns.len(), "columns"),
            (panels.len(), self.panels.len(), "maps"),
        ] {
            if shown < all {
                remarks.push(format!("The first {shown} of {all} {what} are shown."));
            }
        }
        let notes_top = bottom + 44.0;
        let height = notes_top + remarks.len() as f64 * NOTE_LINE + 6.0;
        sheet(height, heading.head(), |canvas| {
            heading.draw(canvas)?;
            notes(canvas, &axes, axes_top)?;
            for (index, panel) in panels.iter().enumerate() {
                let left = MARGIN + (index % beside) as f64 * (room(beside) + BETWEEN);
                let top = top + (index / beside) as f64 * pitch;
                let start = left + widest;
                let name = shorten(
                    &clean_label(&panel.name),
                    STRONG.size,
                    STRONG.weight,
                    room(beside),
                );
                canvas.text(&name, (left, top), (Anchor::Start, Level::Top), STRONG)?;
                draw_columns(canvas, columns, (start, top + 27.0), cell)?;
                for (row, label) in names.iter().enumerate() {
                    let y = top + PANEL_HEAD + row as f64 * CELL_HEIGHT;
                    let before = (Anchor::End, Level::Middle);
                    canvas.text(label, (start - 8.0, y + CELL_HEIGHT / 2.0), before, LABEL)?;
                    for column in 0..columns.len() {
                        let x = start + column as f64 * cell;
                        let corners = ((x, y), (x + cell - GAP, y + CELL_HEIGHT - GAP));
                        let value = panel.cells.get(row).and_then(|row| row.get(column));
                        let value = value.and_then(Option::as_ref);
                        draw_cell(canvas, corners, value, 0.0, false)?;
                    }
                }
            }
            draw_ends(canvas, (MARGIN, bottom), &self.ends)?;
            notes(canvas, &remarks, notes_top)
        })
    }
}
