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
        let axes = Axes::of_numbers(heading.height(), HEIGHT, (lowest, highest));
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
            for point in &points {
                let (left, right) = edges(point);
                for (low, high, color) in [
                    (point.low, point.high, outer),
                    (point.lower, point.upper, inner),
                ] {
                    let top = axes.y(high as f64 + 0.5);
                    let bottom = axes.y(low as f64 - 0.5);
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
