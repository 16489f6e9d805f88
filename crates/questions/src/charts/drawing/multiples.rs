//! Small multiples: matrices with the same rows and columns, and a common color scale.

use crate::charts::Multiples;
use crate::charts::layers::{
    Align, LABEL, Matrix, SMALL, STRONG, Sheet, SheetFormat, cell_width, clean, has_value, left_out,
};

/// Maximum numbers of matrices, rows and columns; a note has the numbers of the rest.
const MOST_PANELS: usize = 24;
const MOST_ROWS: usize = 40;
const MOST_COLUMNS: usize = 40;
/// Maximum number of matrices side by side.
const MOST_BESIDE: usize = 4;
/// Minimum width of cells in matrices side by side, for values to fit, on a wide and a narrow
/// sheet.
const LEAST_CELL: [f64; 2] = [38.0, 30.0];
const WIDEST_CELL: f64 = 80.0;
const CELL_HEIGHT: f64 = 28.0;
/// Gap between matrices.
const BETWEEN: f64 = 26.0;
/// Maximum width of a row's name.
const ROW_LIMIT: f64 = 100.0;
/// Gap between names and cells.
const ROW_GAP: f64 = 8.0;
/// Height above the cells of a matrix, and the part of it down to the column names.
const PANEL_HEAD: f64 = 50.0;
const COLUMN_NAMES: f64 = 27.0;
/// Blank space below the cells.
const PANEL_FOOT: f64 = 18.0;

impl Multiples {
    pub(super) fn layers(&self, sheet_format: SheetFormat) -> Option<Sheet> {
        let any = self.panels.iter().any(|panel| has_value(&panel.cells));
        if self.rows.is_empty() || self.columns.is_empty() || !any {
            return None;
        }
        let rows = self.rows.iter().take(MOST_ROWS);
        let rows: Vec<String> = rows.map(|row| LABEL.name(row, ROW_LIMIT)).collect();
        let columns = &self.columns[..self.columns.len().min(MOST_COLUMNS)];
        let panels = &self.panels[..self.panels.len().min(MOST_PANELS)];
        let names = LABEL.widest(&rows).ceil() + ROW_GAP;
        let margin = sheet_format.margin();
        let least = sheet_format.either(LEAST_CELL[0], LEAST_CELL[1]);
        let room = |beside: usize| {
            let gaps = (beside - 1) as f64 * BETWEEN;
            (sheet_format.width() - 2.0 * margin - gaps) / beside as f64
        };
        let cell = |beside: usize| ((room(beside) - names) / columns.len() as f64).floor();
        let beside = (1..=MOST_BESIDE.min(panels.len()))
            .rev()
            .find(|&beside| cell(beside) >= least)
            .unwrap_or(1);
        let (single, across) = cell_width(sheet_format, margin + names, columns.len(), WIDEST_CELL);
        let cell = if beside == 1 { single } else { cell(beside) };
        let matrix = Matrix {
            rows: &rows,
            columns,
            cell: (cell.clamp(1.0, WIDEST_CELL), CELL_HEIGHT),
            gap: ROW_GAP,
            even: 0.0,
            shares: false,
        };
        let steps = matrix.steps(sheet_format);
        let pitch = PANEL_HEAD + steps + matrix.height() + PANEL_FOOT;

        let mut sheet = Sheet::new(sheet_format, &self.title, &self.subtitle, Vec::new());
        sheet.width = across;
        let axes = [("rows", &self.y_label), ("columns", &self.x_label)];
        let axes = axes
            .into_iter()
            .filter(|(_, label)| !label.trim().is_empty());
        let axes = axes.map(|(what, label)| {
            let label = format!("{what}: {}", clean(label));
            SMALL.shorten(&label, sheet_format.width() - 2.0 * margin)
        });
        let top = sheet.lines(axes, sheet.height) + 6.0;
        for (index, panel) in panels.iter().enumerate() {
            let left = margin + (index % beside) as f64 * (room(beside) + BETWEEN);
            let top = top + (index / beside) as f64 * pitch;
            let name = STRONG.name(&panel.name, room(beside));
            sheet.text(name, (left, top), Align::TopLeft, STRONG);
            let corner = (left + names, top + PANEL_HEAD + steps);
            matrix.draw(&mut sheet, &panel.cells, corner, top + COLUMN_NAMES);
        }
        let bottom = top + panels.len().div_ceil(beside) as f64 * pitch;
        sheet.color_ends((margin, bottom), 0.0, &self.ends);
        let notes = [
            left_out(rows.len(), self.rows.len(), " rows"),
            left_out(columns.len(), self.columns.len(), " columns"),
            left_out(panels.len(), self.panels.len(), " maps"),
        ];
        sheet.notes(notes.into_iter().flatten(), bottom + 44.0);
        Some(sheet)
    }
}
