//! A whole number over time: where most trials are after each step, as bands of quantiles.
//!
//! A whole number takes a row of the ground, half a unit up and down, so that a band whose ends are
//! equal is still one row high.

use super::axes::{Axes, BELOW, WholeNumbers};
use super::canvas::sheet;
use super::data::{Band, Bands};
use super::error::ChartError;
use super::heading::{Heading, NOTE_LINE, Sign, no_data, notes};
use super::palette::{INK, color, tint};
use crate::charts::ColorRole;

const HEIGHT: f64 = 300.0;
/// The most points: at this number each still has a pixel.
const MOST_POINTS: usize = 600;
/// How much of the colour the outer and the inner band have.
const OUTER: f64 = 0.22;
const INNER: f64 = 0.55;

impl Bands {
    /// The chart as SVG.
    ///
    /// # Errors
    /// Only when the drawing library fails; any data can be drawn.
    pub fn svg(&self) -> Result<String, ChartError> {
        let mut points: Vec<&Band> = self
            .points
            .iter()
            .filter(|point| point.mean.is_finite())
            .collect();
        points.sort_by_key(|point| point.x);
        points.dedup_by_key(|point| point.x);
        let count = points.len();
        points.truncate(MOST_POINTS);
        let (Some(first), Some(last)) = (points.first(), points.last()) else {
            return no_data(&self.title, &self.subtitle);
        };
        let lowest = points.iter().map(|point| point.low).min().unwrap_or(0);
        let highest = points.iter().map(|point| point.high).max().unwrap_or(0);
        let base = color(ColorRole::Series(0));
        let (outer, inner) = (tint(base, OUTER), tint(base, INNER));
        let legend = vec![
            (Sign::Block(outer), "90 % of trials".to_owned()),
            (Sign::Block(inner), "middle half".to_owned()),
            (Sign::Line(base, 3, ""), "median".to_owned()),
            (Sign::Line(INK, 2, "2 3"), "mean".to_owned()),
        ];
        let heading = Heading::new(&self.title, &self.subtitle, legend);
        let axes = Axes::of_whole_numbers(heading.height(), HEIGHT, (lowest, highest));
        let numbers = WholeNumbers {
            low: first.x,
            high: last.x,
            padding: (0.5, 0.5),
        };
        let mut remarks = Vec::new();
        if count > points.len() {
            remarks.push(format!("The first {} of {count} are shown.", points.len()));
        }
        let edges = |point: &Band| {
            let edge = |x: f64| numbers.x(&axes, x);
            (edge(point.x as f64 - 0.5), edge(point.x as f64 + 0.5))
        };
        let notes_top = axes.bottom + BELOW;
        let height = notes_top + remarks.len() as f64 * NOTE_LINE + 6.0;
        sheet(height, heading.head(), |canvas| {
            heading.draw(canvas)?;
            axes.draw(canvas, &self.y_label)?;
            numbers.draw_ticks(canvas, &axes)?;
            for (range, color) in [(outer_range as Range, outer), (inner_range, inner)] {
                // Neighbours that are alike are one rectangle, without seams.
                let is_alike =
                    |a: &&Band, b: &&Band| range(a) == range(b) && a.x.checked_add(1) == Some(b.x);
                for alike in points.chunk_by(is_alike) {
                    let (Some(first), Some(last)) = (alike.first(), alike.last()) else {
                        continue;
                    };
                    let (low, high) = range(first);
                    let top = axes.y(high as f64 + 0.5);
                    let bottom = axes.y(low as f64 - 0.5);
                    let (left, right) = (edges(first).0, edges(last).1);
                    canvas.rectangle((left, top), (right, bottom), color)?;
                }
            }
            let mut medians = Vec::new();
            for point in &points {
                let (left, right) = edges(point);
                let y = axes.y(point.middle as f64);
                medians.extend([(left, y), (right, y)]);
            }
            canvas.path(&medians, base, 3, "")?;
            let means: Vec<(f64, f64)> = points
                .iter()
                .map(|point| (numbers.x(&axes, point.x as f64), axes.y(point.mean)))
                .collect();
            canvas.path(&means, INK, 2, "2 3")?;
            axes.draw_base(canvas, &self.x_label)?;
            notes(canvas, &remarks, notes_top)
        })
    }
}

/// What a band holds at a time.
type Range = fn(&Band) -> (i64, i64);

fn outer_range(point: &Band) -> (i64, i64) {
    (point.low, point.high)
}

fn inner_range(point: &Band) -> (i64, i64) {
    (point.lower, point.upper)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn band(x: i64, low: i64, high: i64) -> Band {
        Band {
            x,
            low,
            lower: low,
            middle: low,
            upper: high,
            high,
            mean: low as f64,
        }
    }

    fn rectangles(points: Vec<Band>) -> usize {
        let chart = Bands {
            points,
            ..Bands::default()
        };
        chart.svg().unwrap().matches("<rect").count()
    }

    #[test]
    fn neighbours_that_are_alike_are_one_rectangle_a_band() {
        let one = rectangles(vec![band(0, 1, 2)]);
        assert_eq!(
            rectangles(vec![band(0, 1, 2), band(1, 1, 2), band(2, 1, 2)]),
            one
        );
        assert_eq!(rectangles(vec![band(0, 1, 2), band(1, 1, 3)]), one + 2);
        // Where a time is left out there is nothing to see.
        assert_eq!(rectangles(vec![band(0, 1, 2), band(2, 1, 2)]), one + 2);
    }
}
