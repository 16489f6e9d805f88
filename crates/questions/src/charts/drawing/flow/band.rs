//! Bands of a flow: from row to row, through a row, and backward.

use crate::charts::layers::{AXIS, BACKGROUND, PathSegment, Point, Rgb, Sheet, Stroke};

/// Minimum width of a band; a narrower one is drawn as a line.
const NARROW: f64 = 3.0;
/// Width of the gap on each side of a band.
const RIM: f64 = 1.0;
/// Overlap of a band with the bands that it continues.
const OVER: f64 = 2.0;
/// Inner radius of the corners of back links.
const ROUND: f64 = 6.0;
/// Distance of the control points of a quarter circle from its ends, in radii.
const QUARTER: f64 = 0.5523;

/// Draws a band between the left ends of its edges, with a thin gap to other bands.
pub fn draw(sheet: &mut Sheet, (from, to): (Point, Point), width: f64, color: Rgb) {
    if width < NARROW {
        let half = width / 2.0;
        let (from, to) = ((from.0 + half, from.1), (to.0 + half, to.1));
        let stroke = Stroke::solid(color, width.round().max(1.0) as u32);
        sheet.curve(from, vec![bend(from, to)], stroke);
        return;
    }
    for (rim, color) in [(-RIM, BACKGROUND), (RIM / 2.0, color)] {
        let left = [from, to].map(|(x, y)| (x + rim, y));
        let right = [from, to].map(|(x, y)| (x + width - rim, y));
        let outline = vec![
            bend(left[0], left[1]),
            PathSegment::Line(right[1]),
            bend(right[1], right[0]),
        ];
        sheet.area(left[0], outline, color);
    }
}

/// Draws a band straight down through a row, overlapping the ends of the bands that it joins.
pub fn draw_through(sheet: &mut Sheet, (left, top): Point, (right, bottom): Point, color: Rgb) {
    let rim = if right - left < NARROW {
        0.0
    } else {
        RIM / 2.0
    };
    let (left, top, right, bottom) = (left + rim, top - OVER, right - rim, bottom + OVER);
    let outline = [(left, bottom), (right, bottom), (right, top)].map(PathSegment::Line);
    sheet.area((left, top), outline.to_vec(), color);
}

/// Draws the link to a node that is never reached.
pub fn draw_unused(sheet: &mut Sheet, from: Point, to: Point) {
    let stroke = Stroke::solid(AXIS, 1).dashed("2 4");
    sheet.curve(from, vec![bend(from, to)], stroke);
}

/// Returns a curve with vertical tangents at both ends.
fn bend(from: Point, to: Point) -> PathSegment {
    let middle = f64::midpoint(from.1, to.1);
    PathSegment::Curve((from.0, middle), (to.0, middle), to)
}

/// Back link: down from a node, up at the left, and down into another node from above.
pub struct Route {
    /// Center of the start.
    pub start: Point,
    /// Height, in sheet coordinates, at which the link turns left.
    pub down: f64,
    /// Horizontal center of the upward part.
    pub lane: f64,
    /// Height at which the link turns right.
    pub up: f64,
    /// Center of the end.
    pub end: Point,
    pub width: f64,
    pub color: Rgb,
}

impl Route {
    /// Draws the band.
    pub fn draw(&self, sheet: &mut Sheet) {
        let corners = [
            self.start,
            (self.start.0, self.down),
            (self.lane, self.down),
            (self.lane, self.up),
            (self.end.0, self.up),
            self.end,
        ];
        let steps = rounded(&corners, self.width / 2.0 + ROUND);
        let width = self.width.max(1.0) as u32;
        sheet.curve(
            corners[0],
            steps.clone(),
            Stroke::solid(BACKGROUND, width + 2),
        );
        sheet.curve(corners[0], steps, Stroke::solid(self.color, width));
    }

    /// Draws arrowheads at the end and on the upward part.
    pub fn draw_tip(&self, sheet: &mut Sheet) {
        let half = (self.width / 3.0).clamp(5.0, 9.0);
        let mut tip = |(x, y): Point, height: f64| {
            sheet.polygon(
                vec![(x - half, y - height), (x + half, y - height), (x, y)],
                AXIS,
            );
        };
        tip(self.end, half * 1.2);
        let middle = f64::midpoint(self.up, self.down);
        tip((self.lane, middle - half * 0.6), -half * 1.2);
    }
}

/// Joins corners with straight lines and quarter circles; radii shrink if there is little room.
fn rounded(corners: &[Point], radius: f64) -> Vec<PathSegment> {
    let mut steps = Vec::new();
    for index in 1..corners.len() - 1 {
        let [before, corner, after] = [corners[index - 1], corners[index], corners[index + 1]];
        // All lines are horizontal or vertical, so the Manhattan distance is the length.
        let length = |other: Point| (other.0 - corner.0).abs() + (other.1 - corner.1).abs();
        let room = |other: Point, is_last: bool| length(other) / if is_last { 1.0 } else { 2.0 };
        let radius = radius
            .min(room(before, index == 1))
            .min(room(after, index + 2 == corners.len()));
        let towards = |other: Point, far: f64| {
            let part = far / length(other).max(1e-9);
            let along = |from: f64, to: f64| from + (to - from) * part;
            (along(corner.0, other.0), along(corner.1, other.1))
        };
        let control = radius * (1.0 - QUARTER);
        steps.push(PathSegment::Line(towards(before, radius)));
        steps.push(PathSegment::Curve(
            towards(before, control),
            towards(after, control),
            towards(after, radius),
        ));
    }
    steps.extend(corners.last().map(|&end| PathSegment::Line(end)));
    steps
}
