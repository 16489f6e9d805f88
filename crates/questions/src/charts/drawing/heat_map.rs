//! Matrix of shares: a colored cell for each, with the value printed in it.
//!
//! The colors diverge from near white at the even share: blue above, vermilion below, which
//! color-blind readers can distinguish. In print without colors, the values remain readable.

use crate::charts::HeatMap;
use crate::charts::layers::{
    Align, LABEL, Matrix, SMALL, Sheet, SheetFormat, Symbol, cell_width, has_value, left_out, share,
};

/// Maximum numbers of rows and columns; a note has the numbers of the rest.
const MOST_ROWS: usize = 100;
const MOST_COLUMNS: usize = 50;
/// Maximum width of the row labels, on a wide sheet and on a narrow one.
const LABEL_LIMIT: [f64; 2] = [210.0, 118.0];
/// Number of columns above which a map with fewer rows is transposed on a narrow sheet.
const MOST_ABREAST: usize = 7;
/// Gap between labels and cells.
const LABEL_GAP: f64 = 12.0;
/// Maximum width and height of a cell.
const WIDEST_CELL: f64 = 150.0;
const CELL_HEIGHT: f64 = 44.0;
/// Number of rows above which cells are lower.
const MANY: usize = 12;
const LOW_CELL_HEIGHT: f64 = 26.0;

impl HeatMap {
    pub(super) fn layers(&self, sheet_format: SheetFormat) -> Option<Sheet> {
        if sheet_format.is_narrow() && self.columns.len() > MOST_ABREAST.max(self.rows.len()) {
            return self.transposed().layout(sheet_format);
        }
        self.layout(sheet_format)
    }

    /// Returns the transposed map.
    fn transposed(&self) -> Self {
        let cell = |row: usize, column: usize| self.cells.get(row)?.get(column)?.clone();
        let row = |column: usize| (0..self.rows.len()).map(move |row| cell(row, column));
        Self {
            x_label: self.y_label.clone(),
            y_label: self.x_label.clone(),
            columns: self.rows.clone(),
            rows: self.columns.clone(),
            outlined: self
                .outlined
                .iter()
                .map(|&(row, column)| (column, row))
                .collect(),
            cells: (0..self.columns.len())
                .map(|column| row(column).collect())
                .collect(),
            ..self.clone()
        }
    }

    fn layout(&self, sheet_format: SheetFormat) -> Option<Sheet> {
        if self.rows.is_empty() || self.columns.is_empty() || !has_value(&self.cells) {
            return None;
        }
        let limit = sheet_format.either(LABEL_LIMIT[0], LABEL_LIMIT[1]);
        let rows = self.rows.iter().take(MOST_ROWS);
        let rows: Vec<String> = rows.map(|row| LABEL.name(row, limit)).collect();
        let columns = &self.columns[..self.columns.len().min(MOST_COLUMNS)];
        let y_label = SMALL.fit(&self.y_label, limit);
        let widest = LABEL.widest(&rows).max(SMALL.width(&y_label));
        let left = sheet_format.margin() + widest.ceil() + LABEL_GAP;
        let (width, across) = cell_width(sheet_format, left, columns.len(), WIDEST_CELL);
        let height = if rows.len() > MANY {
            LOW_CELL_HEIGHT
        } else {
            CELL_HEIGHT
        };
        let matrix = Matrix {
            rows: &rows,
            columns,
            cell: (width, height),
            gap: LABEL_GAP,
            even: self.even,
            shares: self.ends.is_none(),
        };

        let legend = match (self.outlined.is_empty(), self.outlined_label.trim()) {
            (true, _) | (_, "") => Vec::new(),
            (false, label) => vec![(Symbol::Outline, label)],
        };
        let mut sheet = Sheet::new(sheet_format, &self.title, &self.subtitle, legend);
        sheet.width = across;
        let room = sheet_format.width() - sheet_format.margin() - left;
        let x_label = SMALL.fit(&self.x_label, sheet_format.either(room, sheet.room()));
        // A name that is too long starts farther to the left.
        let most = sheet_format.width() - sheet_format.margin() - SMALL.width(&x_label);
        sheet.text(
            x_label,
            (left.min(most), sheet.height),
            Align::TopLeft,
            SMALL,
        );
        let names_top = sheet.height + if self.x_label.is_empty() { 0.0 } else { 21.0 };
        let before = (left - LABEL_GAP, names_top + 2.0);
        sheet.text(y_label, before, Align::TopRight, SMALL);
        let top = names_top + 22.0 + matrix.steps(sheet_format);
        matrix.draw(&mut sheet, &self.cells, (left, top), names_top + 1.0);
        for &(row, column) in &self.outlined {
            matrix.outline(&mut sheet, (left, top), (row, column));
        }
        let bottom = top + matrix.height();
        let scale = (left, bottom + 14.0);
        if let Some(ends) = &self.ends {
            sheet.color_ends(scale, self.even, ends);
        } else {
            let even = share(self.even).unwrap_or(0.5);
            let words = format!("{:.0}%", even * 100.0);
            let labels = [
                (0.0, "0%", Align::TopLeft),
                (even, &words, Align::Top),
                (1.0, "100%", Align::TopRight),
            ];
            sheet.color_scale(scale, even, &labels);
        }
        let notes = [
            left_out(rows.len(), self.rows.len(), " rows"),
            left_out(columns.len(), self.columns.len(), " columns"),
        ];
        sheet.notes(notes.into_iter().flatten(), bottom + 58.0);
        Some(sheet)
    }
}
