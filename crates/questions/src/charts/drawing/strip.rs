//! Shares of a whole as one bar without text, for long lists.

use crate::charts::ChartError;
use crate::charts::ShareStrip;
use crate::charts::layers::{AXIS, BACKGROUND, INK, Sheet, SheetFormat, color, share};

/// Height of the bar, and of the marks that extend beyond it.
const BAR: f64 = 36.0;
const MARK: f64 = 8.0;
/// Gap between two parts.
const GAP: f64 = 2.0;

impl ShareStrip {
    /// Renders the strip as SVG. Marks above and below show one half, the usual point of reference.
    ///
    /// # Errors
    /// Fails only if the drawing library fails; any data can be drawn.
    pub fn svg(&self) -> Result<String, ChartError> {
        let (top, bottom) = (MARK, MARK + BAR);
        let mut sheet = Sheet::blank(SheetFormat::Wide);
        let width = sheet.width;
        let mut done = 0.0;
        for &(part, role) in &self.parts {
            let Some(part) = share(part) else { continue };
            let (left, right) = (width * done, width * (done + part).min(1.0));
            sheet.rectangle((left, top), (right, bottom), color(role));
            if done > 0.0 {
                sheet.rectangle((left - GAP, top), (left + GAP, bottom), BACKGROUND);
            }
            done += part;
        }
        let middle = width / 2.0;
        for (from, to) in [(0.0, MARK - 1.0), (bottom + 1.0, bottom + MARK)] {
            sheet.line((middle, from), (middle, to), INK, 3);
        }
        for end in [1.0, width - 2.0] {
            sheet.line((end, bottom), (end, bottom + MARK), AXIS, 2);
        }
        sheet.height = bottom + MARK;
        sheet.svg(&self.title, "")
    }
}
