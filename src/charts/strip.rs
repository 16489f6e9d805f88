//! Shares of a whole as one bar without a word, for places where many stand below each other.

use super::canvas::{WIDTH, sheet};
use super::data::ShareStrip;
use super::error::ChartError;
use super::finish::Head;
use super::palette::{AXIS, INK, PAPER, color};
use super::scale::share;

/// Height of the bar, and of the marks that stand out of it.
const BAR: f64 = 36.0;
const MARK: f64 = 8.0;
/// Between two parts.
const GAP: f64 = 2.0;

impl ShareStrip {
    /// The chart as SVG. Half and half is marked above and below, since that is what people look for.
    ///
    /// # Errors
    /// Only when the drawing library fails; any data can be drawn.
    pub fn svg(&self) -> Result<String, ChartError> {
        let parts: Vec<(f64, _)> = self
            .parts
            .iter()
            .filter_map(|part| Some((share(part.0)?, color(part.1))))
            .collect();
        sheet(BAR + 2.0 * MARK, &Head::new(&self.title, ""), |canvas| {
            let (top, bottom) = (MARK, MARK + BAR);
            let mut done = 0.0;
            for (share, color) in parts {
                let (left, right) = (WIDTH * done, WIDTH * (done + share).min(1.0));
                canvas.rectangle((left, top), (right, bottom), color)?;
                if done > 0.0 {
                    canvas.rectangle((left - GAP, top), (left + GAP, bottom), PAPER)?;
                }
                done += share;
            }
            let middle = WIDTH / 2.0;
            for (from, to, shade) in [(0.0, MARK - 1.0, INK), (bottom + 1.0, bottom + MARK, INK)] {
                canvas.line((middle, from), (middle, to), shade, 3)?;
            }
            for end in [1.0, WIDTH - 2.0] {
                canvas.line((end, bottom), (end, bottom + MARK), AXIS, 2)?;
            }
            Ok(())
        })
    }
}
