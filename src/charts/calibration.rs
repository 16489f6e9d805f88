//! Judged chances against what came of them: a point for each bin on a diagonal, and below it how many
//! trials each bin holds.
//!
//! Known as a reliability diagram; the bars of its lower part are what keeps a reader from trusting a
//! point that stands for next to nothing.

use super::axes::{Axes, BELOW};
use super::canvas::{Anchor, Canvas, Letters, Level, WIDTH, sheet};
use super::data::{Calibration, CalibrationPoint};
use super::error::ChartError;
use super::heading::{Heading, MARGIN, SMALL, Shape, Sign, no_data};
use super::palette::{AXIS, INK, SOFT_INK, color};
use super::scale::{percent, share, tick_label};
use super::text::{clean, shorten, width};

const HEIGHT: f64 = 330.0;
/// The bars below.
const STRIP: f64 = 56.0;
/// Above the bars: their title and their figures.
const STRIP_HEAD: f64 = 40.0;
/// The most points; more are left out. Nobody tells more apart.
const MOST_POINTS: usize = 50;
/// Blank space at both ends of the axis, so that points at 0 and 1 stand free.
const PADDING: f64 = 14.0;
const DIAGONAL: &str = "6 5";

impl Calibration {
    /// The chart as SVG.
    ///
    /// # Errors
    /// Only when the drawing library fails; any data can be drawn.
    pub fn svg(&self) -> Result<String, ChartError> {
        let points: Vec<&CalibrationPoint> = self
            .points
            .iter()
            .filter(|point| share(point.judged).is_some() && share(point.share).is_some())
            .take(MOST_POINTS)
            .collect();
        if points.is_empty() {
            return no_data(&self.title, &self.subtitle);
        }
        let tint = color(self.color);
        let or = |text: &str, other: &str| {
            let text = if text.trim().is_empty() { other } else { text };
            text.to_owned()
        };
        let legend = vec![
            (
                Sign::Marker(Shape::Circle, tint),
                or(&self.y_label, "share of trials"),
            ),
            (Sign::Whisker, or(&self.interval, "interval")),
            (Sign::Line(SOFT_INK, 1, DIAGONAL), "as judged".to_owned()),
        ];
        let heading = Heading::new(&self.title, &self.subtitle, legend);
        let axes = Axes::new(heading.height(), HEIGHT, 1.0, (0.0, 0.0));
        let strip_top = axes.bottom + BELOW + STRIP_HEAD;
        let x = |value: f64| axes.left + PADDING + (axes.right - axes.left - 2.0 * PADDING) * value;
        sheet(strip_top + STRIP + 12.0, heading.head(), |canvas| {
            heading.draw(canvas)?;
            axes.draw(canvas, &or(&self.y_label, "share of trials"))?;
            for tick in 0..=5 {
                let value = f64::from(tick) / 5.0;
                axes.x_tick(canvas, x(value), &tick_label(value, 0.2))?;
            }
            axes.draw_base(canvas, &or(&self.x_label, "judged chance"))?;
            let diagonal = [(x(0.0), axes.y(0.0)), (x(1.0), axes.y(1.0))];
            canvas.path(&diagonal, SOFT_INK, 1, DIAGONAL)?;
            for point in &points {
                draw_interval(canvas, point, &axes, x)?;
            }
            for point in &points {
                let place = (
                    x(point.judged.clamp(0.0, 1.0)),
                    axes.y(point.share.clamp(0.0, 1.0)),
                );
                Shape::Circle.draw(canvas, place, tint)?;
            }
            self.draw_strip(canvas, &points, (axes.left, axes.right, strip_top), x)
        })
    }

    /// How many trials each bin holds.
    fn draw_strip(
        &self,
        canvas: &mut Canvas,
        points: &[&CalibrationPoint],
        (left, right, top): (f64, f64, f64),
        x: impl Fn(f64) -> f64,
    ) -> Result<(), ChartError> {
        let weight = |point: &CalibrationPoint| share(point.weight).unwrap_or(0.0);
        let most = points.iter().map(|point| weight(point)).fold(0.0, f64::max);
        let title = shorten(
            &clean(&self.weight_label),
            SMALL.size,
            SMALL.weight,
            WIDTH - 2.0 * MARGIN,
        );
        let above = (MARGIN, top - STRIP_HEAD);
        canvas.text(&title, above, (Anchor::Start, Level::Top), SMALL)?;
        let bottom = top + STRIP;
        for point in points {
            let (Some(from), Some(to)) = (share(point.from), share(point.to)) else {
                continue;
            };
            let (from, to) = (x(from) + 2.0, x(to) - 2.0);
            let high = STRIP * weight(point) / most.max(f64::MIN_POSITIVE);
            // What is more than nothing shows at least as a line.
            let high = if weight(point) > 0.0 {
                high.max(1.0)
            } else {
                0.0
            };
            if to > from && high > 0.0 {
                canvas.rectangle((from, bottom - high), (to, bottom), color(self.color))?;
            }
            let label = percent(weight(point), 0);
            if width(&label, SMALL.size, SMALL.weight) <= to - from + 3.0 {
                let letters = Letters {
                    color: INK,
                    ..SMALL
                };
                let place = (f64::midpoint(from, to), bottom - high - 9.0);
                canvas.text(&label, place, (Anchor::Middle, Level::Middle), letters)?;
            }
        }
        canvas.line((left, bottom), (right, bottom), AXIS, 1)
    }
}

/// A whisker between the ends of an interval, with caps.
fn draw_interval(
    canvas: &mut Canvas,
    point: &CalibrationPoint,
    axes: &Axes,
    x: impl Fn(f64) -> f64,
) -> Result<(), ChartError> {
    let (Some(low), Some(high)) = (share(point.low), share(point.high)) else {
        return Ok(());
    };
    if low >= high {
        return Ok(());
    }
    let x = x(point.judged.clamp(0.0, 1.0));
    canvas.line((x, axes.y(low)), (x, axes.y(high)), INK, 2)?;
    for end in [low, high] {
        canvas.line((x - 4.0, axes.y(end)), (x + 4.0, axes.y(end)), INK, 2)?;
    }
    Ok(())
}
