//! Matrix of colored cells with values in them, and the color scale.

use super::palette::{BACKGROUND, GRID, INK, Rgb, diverging, for_value};
use super::scale::share;
use super::sheet::{Align, Point, Sheet};
use super::sheet_format::SheetFormat;
use super::text::{LABEL, SMALL, STRONG, clean};

/// Position on the color scale and text of each cell, row by row; `None` for an empty cell.
pub type Cells = [Vec<Option<(f64, String)>>];

/// Minimum cell width for every column to show its name.
const NAMED_CELL: f64 = 38.0;
/// Minimum cell width for missing values to be marked.
const MARKED_CELL: f64 = 20.0;
/// Minimum cell width on a narrow sheet, which fits two digits; wide maps must be scrolled.
const LEAST_CELL: f64 = 25.0;
/// Maximum number of columns whose names have a line each, if they are too wide to be side by side.
const MOST_STEPS: usize = 12;
/// Height of one of these lines.
const STEP: f64 = 18.0;
/// Gap between cells.
const GAP: f64 = 2.0;
/// Color scale: length, height and number of steps.
const LENGTH: f64 = 240.0;
const HEIGHT: f64 = 12.0;
const COLORS: usize = 48;

/// Common properties of a chart's matrices.
pub struct Matrix<'a> {
    /// Names of the rows, shortened to fit.
    pub rows: &'a [String],
    /// Names of the columns.
    pub columns: &'a [String],
    /// Width and height of a cell.
    pub cell: Point,
    /// Gap between the names of the rows and the cells.
    pub gap: f64,
    /// Position at which the colors diverge, from 0 to 1.
    pub even: f64,
    /// True if the values are shares, which can replace texts that are too long for their cells.
    pub shares: bool,
}

impl Matrix<'_> {
    /// Returns the height of all cells.
    pub fn height(&self) -> f64 {
        self.rows.len() as f64 * self.cell.1
    }

    /// Returns the additional height of the column names beyond one line.
    pub fn steps(&self, sheet_format: SheetFormat) -> f64 {
        if sheet_format.is_narrow() && self.is_stepped() {
            (self.columns.len() - 1) as f64 * STEP
        } else {
            0.0
        }
    }

    /// Returns whether the names of the columns are too wide to be side by side, but few enough for
    /// a line each.
    fn is_stepped(&self) -> bool {
        let (width, count) = (self.cell.0, self.columns.len());
        let is_number = |name: &String| name.trim().parse::<f64>().is_ok();
        let too_wide = LABEL.widest(self.columns) > width - 4.0;
        too_wide && (2..=MOST_STEPS).contains(&count) && !self.columns.iter().all(is_number)
    }

    /// Draws the cells with the names of rows and columns.
    pub fn draw(&self, sheet: &mut Sheet, cells: &Cells, (left, top): Point, names_top: f64) {
        if sheet.format.is_narrow() && self.is_stepped() {
            self.draw_steps(sheet, (left, names_top), top);
        } else {
            self.draw_columns(sheet, (left, names_top));
        }
        let (width, height) = self.cell;
        // Either all cells show their texts, or none does.
        let fits = |cell: &(f64, String)| STRONG.width(&clean(&cell.1)) <= width - GAP - 4.0;
        let short = !cells.iter().flatten().flatten().all(fits);
        for (row, name) in self.rows.iter().enumerate() {
            let y = top + row as f64 * height;
            let before = (left - self.gap, y + height / 2.0);
            sheet.text(name, before, Align::Right, LABEL);
            for column in 0..self.columns.len() {
                let x = left + column as f64 * width;
                let cell = cells.get(row).and_then(|row| row.get(column));
                let lower_right = (x + width - GAP, y + height - GAP);
                let cell = cell.and_then(Option::as_ref);
                self.draw_cell(sheet, (x, y), lower_right, (cell, short));
                if let Some((_, words)) = cell {
                    let words = format!("{name}, {}: {words}", self.columns[column]);
                    sheet.tooltip((x, y), lower_right, &words);
                }
            }
        }
    }

    /// Draws a frame around a cell.
    pub fn outline(&self, sheet: &mut Sheet, (left, top): Point, (row, column): (usize, usize)) {
        if row >= self.rows.len() || column >= self.columns.len() {
            return;
        }
        let (width, height) = self.cell;
        let (x, y) = (left + column as f64 * width, top + row as f64 * height);
        sheet.frame((x, y), (x + width - GAP, y + height - GAP));
    }

    /// Draws the names above the columns, or as many of them as fit.
    fn draw_columns(&self, sheet: &mut Sheet, (left, top): Point) {
        let width = self.cell.0;
        let narrow = width < NAMED_CELL;
        let mut taken = f64::NEG_INFINITY;
        for (index, column) in self.columns.iter().enumerate() {
            let name = LABEL.name(column, if narrow { 60.0 } else { width - 4.0 });
            let middle = left + (index as f64 + 0.5) * width;
            let half = LABEL.width(&name) / 2.0;
            let on_sheet = middle - half >= 0.0 && middle + half <= sheet.width;
            if narrow && (middle - half < taken + 6.0 || !on_sheet) {
                continue;
            }
            taken = middle + half;
            sheet.text(name, (middle, top), Align::Top, LABEL);
        }
    }

    /// Draws the names of the columns one below the other, each with a line down to its column.
    fn draw_steps(&self, sheet: &mut Sheet, (left, top): Point, bottom: f64) {
        let place = |index: usize| left + (index as f64 + 0.5) * self.cell.0;
        let line = |index: usize| top + index as f64 * STEP;
        // Names must not reach into the next matrix.
        let right = left + self.columns.len() as f64 * self.cell.0;
        let right = right.min(sheet.width - sheet.margin());
        for index in 0..self.columns.len() {
            let x = place(index);
            sheet.line((x, line(index)), (x, bottom - 3.0), GRID, 1);
        }
        for (index, column) in self.columns.iter().enumerate() {
            let name = LABEL.name(column, right - left);
            let width = LABEL.width(&name);
            let most = right - width;
            let (x, y) = ((place(index) - 5.0).min(most), line(index));
            // A blank rectangle hides the lines to other columns.
            sheet.rectangle(
                (x - 2.0, y - 2.0),
                (x + width + 2.0, y + STEP - 4.0),
                BACKGROUND,
            );
            sheet.text(name, (x, y), Align::TopLeft, LABEL);
        }
    }

    fn draw_cell(
        &self,
        sheet: &mut Sheet,
        (left, top): Point,
        (right, bottom): Point,
        (cell, short): (Option<&(f64, String)>, bool),
    ) {
        let middle = (f64::midpoint(left, right), f64::midpoint(top, bottom));
        let room = right - left;
        let Some((value, words)) = cell.and_then(|(value, words)| Some((share(*value)?, words)))
        else {
            if room >= MARKED_CELL {
                sheet.text("–", middle, Align::Middle, SMALL);
            }
            return;
        };
        let color = cell_color(value, self.even);
        sheet.rectangle((left, top), (right, bottom), color);
        let words = self.fitting((value, short), &clean(words), room - 4.0);
        sheet.text(
            words,
            middle,
            Align::Middle,
            STRONG.in_color(for_value(color)),
        );
    }

    /// Returns the text of a cell if it fits, else its value if that fits, else an empty string.
    fn fitting(&self, (value, short): (f64, bool), words: &str, room: f64) -> String {
        let first = words
            .split(' ')
            .next()
            .unwrap_or_default()
            .trim_end_matches('%');
        let words = if short && self.shares { "" } else { words };
        let shorter_still = if self.shares {
            format!("{:.0}", value * 100.0)
        } else {
            first.to_owned()
        };
        // ">99.9" may be shortened to ">99", which is also true.
        let shorter = match first.split_once('.') {
            Some((whole, _)) if whole.starts_with('>') => whole,
            _ => "",
        };
        let fits = |text: &&str| STRONG.width(text) <= room;
        let all = [words, &shorter_still, shorter];
        let fitting = all.into_iter().find(|text| !text.is_empty() && fits(text));
        fitting.unwrap_or_default().to_owned()
    }
}

/// Returns the width of a cell, and the sheet width for `columns` of them after `before` pixels.
pub fn cell_width(
    sheet_format: SheetFormat,
    before: f64,
    columns: usize,
    widest: f64,
) -> (f64, f64) {
    let count = columns.max(1) as f64;
    let room = sheet_format.width() - sheet_format.margin() - before;
    let width = (room / count).floor().min(widest);
    if sheet_format.is_narrow() && width < LEAST_CELL {
        return (
            LEAST_CELL,
            before + LEAST_CELL * count + sheet_format.margin(),
        );
    }
    (width, sheet_format.width())
}

/// Returns whether any cell has a value.
pub fn has_value(cells: &Cells) -> bool {
    let mut cells = cells.iter().flatten().flatten();
    cells.any(|(value, _)| share(*value).is_some())
}

/// Returns the color of a position between 0 and 1.
fn cell_color(value: f64, even: f64) -> Rgb {
    let even = share(even).unwrap_or(0.5);
    // Both ends have the full color, however near they are to the even position.
    let reach = if value < even { even } else { 1.0 - even };
    diverging((value - even) / reach.max(f64::MIN_POSITIVE))
}

impl Sheet {
    /// Draws the color scale with labels below their positions.
    pub fn color_scale(&mut self, (left, top): Point, even: f64, labels: &[(f64, &str, Align)]) {
        let step = LENGTH / COLORS as f64;
        // Left-aligned with the cells if there is room.
        let left = left.min(self.format.width() - self.margin() - LENGTH);
        for index in 0..COLORS {
            let middle = (index as f64 + 0.5) / COLORS as f64;
            let x = left + index as f64 * step;
            let color = cell_color(middle, even);
            // Up to the end, since the background would shine through seams between steps.
            self.rectangle((x, top), (left + LENGTH, top + HEIGHT), color);
        }
        let placed = labels.iter().map(|&(place, label, align)| {
            let x = left + place * LENGTH;
            let label = SMALL.fit(label, LENGTH / 2.0 - 8.0);
            let width = SMALL.width(&label);
            let start = match align {
                Align::TopLeft => x,
                Align::TopRight => x - width,
                _ => x - width / 2.0,
            };
            (x, label, align, (start, start + width))
        });
        let placed: Vec<_> = placed.collect();
        let middle = placed.iter().find(|one| one.2 == Align::Top);
        let middle = middle.map(|one| one.3);
        for (x, label, align, ends) in placed {
            self.line((x, top), (x, top + HEIGHT + 3.0), INK, 1);
            // The label of an end is omitted if it would overlap the middle one.
            let hits = middle.is_some_and(|other| ends.0 < other.1 + 6.0 && other.0 < ends.1 + 6.0);
            if align == Align::Top || !hits {
                self.text(label, (x, top + HEIGHT + 8.0), align, SMALL);
            }
        }
    }

    /// Draws the color scale for values that are not shares, with labels of both ends.
    pub fn color_ends(&mut self, at: Point, even: f64, (low, high): &(String, String)) {
        let labels = [
            (0.0, low.as_str(), Align::TopLeft),
            (1.0, high, Align::TopRight),
        ];
        self.color_scale(at, even, &labels);
    }
}
