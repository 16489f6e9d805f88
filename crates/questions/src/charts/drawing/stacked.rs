//! Shares of a whole along a numeric axis: areas on top of each other, with the shares at both ends.

use super::curve::{LABEL_LIMIT, MOST_POINTS, draw_tick_labels, ordered_x};
use crate::charts::layers::{
    Align, Axis, BACKGROUND, Plot, Point, SMALL, Sheet, SheetFormat, Stroke, Symbol, color,
    for_cell, left_out, percent, share, text_or,
};
use crate::charts::{AreaLayer, StackedAreas};

const HEIGHT: f64 = 300.0;
/// Maximum number of layers; more could not be distinguished.
const MOST_LAYERS: usize = 12;
/// Maximum number of points that are marked by a line.
const MOST_MARKED: usize = 40;
/// Maximum number of points with tooltips; with more points there are none.
const MOST_TOOLTIPS: usize = 120;
/// Minimum height of an area at its ends for its share to be printed there.
const LEAST_PRINTED: f64 = 18.0;
/// Gap between the end of an area and its share.
const PRINT_GAP: f64 = 7.0;

/// Point with its index in the data and its position.
struct PlacedPoint<'a> {
    index: usize,
    x: f64,
    label: &'a str,
}

impl StackedAreas {
    pub(super) fn layers(&self, sheet_format: SheetFormat) -> Option<Sheet> {
        let has_share = |index: usize| {
            let shares = self.layers.iter().map(|layer| share_at(layer, index));
            shares.sum::<f64>() > 0.0
        };
        let points = self.points.iter().enumerate();
        let points = points.filter(|(index, (x, _))| x.is_finite() && has_share(*index));
        let mut points: Vec<(usize, &(f64, String))> = points.collect();
        points.sort_by(|(_, one), (_, other)| one.0.total_cmp(&other.0));
        let count = points.len();
        points.truncate(MOST_POINTS);
        let ends = (points.first()?.1.0, points.last()?.1.0);

        let layers = &self.layers[..self.layers.len().min(MOST_LAYERS)];
        let legend = layers.iter();
        let legend = legend.map(|layer| (Symbol::Block(color(layer.color)), &*layer.label));
        let mut sheet = Sheet::new(sheet_format, &self.title, &self.subtitle, legend.collect());
        let height = sheet_format.height(HEIGHT);
        let mut plot = Plot::new(&sheet, height, Axis::shares(1.0), (0.0, 0.0));
        let points = points.into_iter().map(|(index, (x, label))| PlacedPoint {
            index,
            x: ordered_x(&plot, ends, *x),
            label,
        });
        let points: Vec<PlacedPoint> = points.collect();
        plot.y_axis(&mut sheet, text_or(&self.y_label, "share of trials"));
        let labels = points.iter().map(|one| (one.x, one.label));
        draw_tick_labels(&mut sheet, &plot, labels, LABEL_LIMIT);
        let mut below: Vec<f64> = vec![0.0; points.len()];
        for layer in layers {
            let above = points.iter().zip(&below);
            let above = above.map(|(one, below)| below + share_at(layer, one.index));
            let above: Vec<f64> = above.collect();
            sheet.in_group(&layer.label, |sheet| {
                draw_area(sheet, &plot, &points, (&below, &above), layer);
            });
            below = above;
        }
        if points.len() <= MOST_MARKED {
            for one in &points {
                let top = (one.x, plot.top);
                sheet.line(top, (one.x, plot.bottom), BACKGROUND, 1);
            }
        }
        plot.x_axis(&mut sheet, &self.x_label);
        if points.len() <= MOST_TOOLTIPS {
            let half = (plot.right - plot.left) / points.len() as f64 / 2.0;
            for one in &points {
                let shares = layers.iter().map(|layer| {
                    let share = percent(share_at(layer, one.index), 1);
                    format!("{} {share}", layer.label)
                });
                let words = format!("{}: {}", one.label, shares.collect::<Vec<_>>().join(", "));
                plot.tooltip(&mut sheet, one.x, half.max(4.0), &words);
            }
        }
        let notes = [
            left_out(points.len(), count, ""),
            left_out(layers.len(), self.layers.len(), " layers"),
        ];
        sheet.notes(notes.into_iter().flatten(), plot.end);
        Some(sheet)
    }
}

/// Returns the share of a layer at a point; 0 if it has none.
fn share_at(layer: &AreaLayer, index: usize) -> f64 {
    let known = layer.shares.get(index).copied().and_then(share);
    known.unwrap_or(0.0)
}

/// Draws a layer between two heights at each point, with its shares at both ends.
fn draw_area(
    sheet: &mut Sheet,
    plot: &Plot,
    points: &[PlacedPoint],
    (below, above): (&[f64], &[f64]),
    layer: &AreaLayer,
) {
    let line = |heights: &[f64]| -> Vec<Point> {
        let line = points.iter().zip(heights);
        let mut line: Vec<Point> = line.map(|(one, &height)| (one.x, plot.y(height))).collect();
        // An area at a single point is as wide as the plot.
        if let [(_, y)] = line[..] {
            line = vec![(plot.left, y), (plot.right, y)];
        }
        line
    };
    let (lower, upper) = (line(below), line(above));
    let outline = lower.iter().chain(upper.iter().rev()).copied();
    sheet.polygon(outline.collect(), color(layer.color));
    sheet.path(upper.clone(), Stroke::solid(BACKGROUND, 1));
    let last = points.len() - 1;
    let style = SMALL.in_color(for_cell(color(layer.color)));
    let at = [
        (0, 0, Align::Left, PRINT_GAP),
        (last, lower.len() - 1, Align::Right, -PRINT_GAP),
    ];
    for (point, end, align, gap) in at.into_iter().take(points.len()) {
        let (low, high) = (lower[end].1, upper[end].1);
        if low - high >= LEAST_PRINTED {
            let words = percent(share_at(layer, points[point].index), 0);
            let place = (lower[end].0 + gap, f64::midpoint(low, high));
            sheet.text(words, place, align, style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::{Chart, ColorRole};

    #[test]
    fn areas_are_ordered_by_their_numbers_and_fill_the_whole() {
        let layer = |label: &str, color, shares: [f64; 3]| AreaLayer {
            label: label.to_owned(),
            color: ColorRole::Series(color),
            shares: shares.to_vec(),
        };
        let chart = StackedAreas {
            points: [3.0, 1.0, 2.0].map(|x: f64| (x, format!("n={x}"))).to_vec(),
            layers: vec![
                layer("win", 0, [0.6, 0.2, 0.3]),
                layer("draw", 1, [0.1, 0.3, 0.3]),
                layer("loss", 2, [0.3, 0.5, 0.4]),
            ],
            ..StackedAreas::default()
        };
        let svg = Chart::StackedAreas(chart).svg().unwrap();
        assert_eq!(svg.matches("<polygon").count(), 3);
        assert!(svg.find("n=1").unwrap() < svg.find("n=3").unwrap());
        assert!(svg.contains("n=3: win 60.0%, draw 10.0%, loss 30.0%"));
        for end in [">20%<", ">60%<", ">50%<"] {
            assert!(svg.contains(end), "{end}");
        }
    }
}
