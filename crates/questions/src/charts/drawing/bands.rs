//! Whole number over time: bands of quantiles over the trials at each step.
//!
//! A whole number covers half a unit above and below, so that a band with equal ends still has a
//! height of one unit.

use crate::charts::bins::number;
use crate::charts::layers::{
    Axis, INK, Plot, Rgb, Sheet, SheetFormat, Stroke, Symbol, color, left_out, tint,
};
use crate::charts::{Band, Bands, ColorRole};

const HEIGHT: f64 = 300.0;
/// Maximum number of points, so that each has at least one pixel.
const MOST_POINTS: usize = 600;
/// Maximum number of points with tooltips; with more points there are none.
const MOST_TOOLTIPS: usize = 80;
/// Tints of the outer and the inner band, 0 to 1.
const OUTER: f64 = 0.22;
const INNER: f64 = 0.55;

impl Bands {
    pub(super) fn layers(&self, sheet_format: SheetFormat) -> Option<Sheet> {
        let points = self.points.iter().filter(|point| point.mean.is_finite());
        let mut points: Vec<&Band> = points.collect();
        points.sort_by_key(|point| point.x);
        points.dedup_by_key(|point| point.x);
        let count = points.len();
        points.truncate(MOST_POINTS);
        let (first, last) = (points.first()?, points.last()?);
        let lowest = points.iter().map(|point| point.low).min()?;
        let highest = points.iter().map(|point| point.high).max()?;

        let base = color(ColorRole::Series(0));
        let (outer, inner) = (tint(base, OUTER), tint(base, INNER));
        let median = Stroke::solid(base, 3);
        let mean = Stroke::solid(INK, 2).dashed("2 3");
        let legend = vec![
            (Symbol::Block(outer), "90% of trials"),
            (Symbol::Block(inner), "middle half"),
            (Symbol::Line(median), "median"),
            (Symbol::Line(mean), "mean"),
        ];
        let mut sheet = Sheet::new(sheet_format, &self.title, &self.subtitle, legend);
        let height = sheet_format.height(HEIGHT);
        let mut plot = Plot::new(&sheet, height, Axis::whole(lowest, highest), (0.0, 0.0))
            .over((first.x, last.x), (0.5, 0.5));
        plot.y_axis(&mut sheet, &self.y_label);
        plot.x_ticks(&mut sheet);
        let most = |point: &Band| (point.low, point.high);
        let half = |point: &Band| (point.lower, point.upper);
        draw_band(&mut sheet, &plot, &points, outer, most);
        draw_band(&mut sheet, &plot, &points, inner, half);
        let levels = points.iter().flat_map(|point| {
            let (left, right) = edges(&plot, point);
            let y = plot.y(point.middle as f64);
            [(left, y), (right, y)]
        });
        sheet.path(levels.collect(), median);
        let means = |point: &&Band| (plot.x(point.x as f64), plot.y(point.mean));
        sheet.path(points.iter().map(means).collect(), mean);
        plot.x_axis(&mut sheet, &self.x_label);
        if points.len() <= MOST_TOOLTIPS {
            for point in &points {
                let (left, right) = edges(&plot, point);
                let (x, half) = (f64::midpoint(left, right), (right - left) / 2.0);
                plot.tooltip(&mut sheet, x, half, &tooltip_text(point));
            }
        }
        sheet.notes(left_out(points.len(), count, ""), plot.end);
        Some(sheet)
    }
}

/// Formats the tooltip of a point.
fn tooltip_text(point: &Band) -> String {
    let [x, low, lower, middle, upper, high] = [
        point.x,
        point.low,
        point.lower,
        point.middle,
        point.upper,
        point.high,
    ]
    .map(number);
    format!("{x}: median {middle}, middle half {lower} to {upper}, 90% {low} to {high}")
}

/// Returns the left and right end of a point's column.
fn edges(plot: &Plot, point: &Band) -> (f64, f64) {
    let x = point.x as f64;
    (plot.x(x - 0.5), plot.x(x + 0.5))
}

/// Draws the band that `range` selects. Equal neighbors become one rectangle, without seams.
fn draw_band(
    sheet: &mut Sheet,
    plot: &Plot,
    points: &[&Band],
    color: Rgb,
    range: impl Fn(&Band) -> (i64, i64),
) {
    let is_alike = |a: &&Band, b: &&Band| range(a) == range(b) && a.x.checked_add(1) == Some(b.x);
    for alike in points.chunk_by(is_alike) {
        let (Some(first), Some(last)) = (alike.first(), alike.last()) else {
            continue;
        };
        let (low, high) = range(first);
        let upper_left = (edges(plot, first).0, plot.y(high as f64 + 0.5));
        let lower_right = (edges(plot, last).1, plot.y(low as f64 - 0.5));
        sheet.rectangle(upper_left, lower_right, color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::Chart;

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
        Chart::Bands(chart).svg().unwrap().matches("<rect").count()
    }

    #[test]
    fn equal_neighbors_are_one_rectangle_per_band() {
        let one = rectangles(vec![band(0, 1, 2)]);
        assert_eq!(
            rectangles(vec![band(0, 1, 2), band(1, 1, 2), band(2, 1, 2)]),
            one
        );
        assert_eq!(rectangles(vec![band(0, 1, 2), band(1, 1, 3)]), one + 2);
        // A missing time leaves a gap.
        assert_eq!(rectangles(vec![band(0, 1, 2), band(2, 1, 2)]), one + 2);
    }
}
