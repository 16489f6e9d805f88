//! Who is still there after x: step lines with their names at their ends.

use std::collections::BTreeMap;

use super::axes::{Axes, BELOW, WholeNumbers};
use super::bins::number;
use super::canvas::{Anchor, Canvas, Letters, Level, sheet};
use super::data::{ColorRole, Line, Survival};
use super::error::ChartError;
use super::heading::{Heading, LABEL, NOTE_LINE, Shape, Sign, no_data, notes};
use super::palette::{GRID, Rgb, color, for_text, shade};
use super::scale::{percent, share};
use super::spread::spread;
use super::text::{clean_label, shorten, width};

const HEIGHT: f64 = 320.0;
/// From one label to the next.
const LABEL_PITCH: f64 = 18.0;
/// The widest name at a line's end.
const NAME_LIMIT: f64 = 190.0;
/// From the ground to the labels: room for markers and leaders.
const LEADER: f64 = 34.0;
/// The most lines; more would be a tangle.
const MOST_LINES: usize = 30;
/// The axis is cut where no line changes by more than this any more...
const STILL: f64 = 0.002;
/// ...if that saves at least this part of the axis.
const WORTH_CUTTING: f64 = 0.3;
/// Dash patterns of the lines of one group.
const DASHES: [&str; 5] = ["", "8 4", "2 3", "10 3 2 3", "14 5"];

/// A line ready to be drawn.
struct Drawn {
    name: String,
    percent: String,
    color: Rgb,
    dash: &'static str,
    shape: Shape,
    points: Vec<(i64, f64)>,
}

impl Survival {
    /// The chart as SVG.
    ///
    /// # Errors
    /// Only when the drawing library fails; any data can be drawn.
    pub fn svg(&self) -> Result<String, ChartError> {
        let whole: Vec<(&Line, Vec<(i64, f64)>)> = self
            .lines
            .iter()
            .map(|line| (line, points(line)))
            .filter(|(_, points)| !points.is_empty())
            .collect();
        let count = whole.len();
        let groups = groups(&whole);
        let lines = drawn(&whole[..count.min(MOST_LINES)], &groups);
        let ends = lines
            .iter()
            .flat_map(|line| line.points.iter().map(|point| point.0));
        let (Some(low), Some(highest)) = (ends.clone().min(), ends.max()) else {
            return no_data(&self.title, &self.subtitle);
        };
        let high = cut(&lines, low, highest);
        let mut remarks = Vec::new();
        if count > lines.len() {
            remarks.push(format!("The first {} of {count} are shown.", lines.len()));
        }
        if high < highest {
            let shares_of_trials = self.y_label.trim().is_empty();
            let of = if shares_of_trials { " of trials" } else { "" };
            remarks.push(format!(
                "After {} no line moves by as much as 0.2\u{a0}%{of}; the data go on to {}.",
                number(high),
                number(highest)
            ));
        }

        let legend = if groups.len() > 1 {
            groups
                .iter()
                .enumerate()
                .map(|(index, (name, role))| {
                    (
                        Sign::Marker(Shape::of(index), color(*role)),
                        (*name).to_owned(),
                    )
                })
                .collect()
        } else {
            Vec::new()
        };
        let heading = Heading::new(&self.title, &self.subtitle, legend);
        let widest = |text: fn(&Drawn) -> &str| {
            lines
                .iter()
                .map(|line| width(text(line), LABEL.size, LABEL.weight).ceil())
                .fold(0.0, f64::max)
        };
        let (percents, names) = (widest(|line| &line.percent), widest(|line| &line.name));
        let height = HEIGHT.max(lines.len() as f64 * LABEL_PITCH);
        let axes = Axes::new(
            heading.height(),
            height,
            1.0,
            (0.0, LEADER + percents + 8.0 + names),
        );
        // The last level is seen as a level, too.
        let range = (i128::from(high) - i128::from(low)) as f64;
        let numbers = WholeNumbers {
            low,
            high,
            padding: (0.0, 1.0_f64.max(range * 0.03)),
        };
        let y_label = if self.y_label.trim().is_empty() {
            "share of trials"
        } else {
            &self.y_label
        };
        let notes_top = axes.bottom + BELOW;
        sheet(
            notes_top + remarks.len() as f64 * NOTE_LINE + 6.0,
            heading.head(),
            |canvas| {
                heading.draw(canvas)?;
                axes.draw(canvas, y_label)?;
                numbers.draw_ticks(canvas, &axes)?;
                axes.draw_base(canvas, &self.x_label)?;
                for line in &lines {
                    canvas.path(&outline(line, &numbers, &axes), line.color, 2, line.dash)?;
                }
                draw_labels(canvas, &lines, &axes, percents, high)?;
                notes(canvas, &remarks, notes_top)
            },
        )
    }
}

/// The points of a line in rising order, without those that are not numbers.
fn points(line: &Line) -> Vec<(i64, f64)> {
    let mut points = BTreeMap::new();
    for &(x, value) in &line.points {
        if let Some(value) = share(value) {
            points.insert(x, value);
        }
    }
    points.into_iter().collect()
}

/// The groups in order of appearance, each with the colour of its first line.
fn groups<'a>(lines: &[(&'a Line, Vec<(i64, f64)>)]) -> Vec<(&'a str, ColorRole)> {
    let mut groups: Vec<(&str, ColorRole)> = Vec::new();
    for (line, _) in lines.iter().take(MOST_LINES) {
        if !groups.iter().any(|(name, _)| *name == line.group) {
            groups.push((&line.group, line.color));
        }
    }
    groups
}

/// Lines with their shades, dashes and markers. Dashes tell the lines of a group apart, markers the
/// groups, or the lines where there is but one group.
fn drawn(lines: &[(&Line, Vec<(i64, f64)>)], groups: &[(&str, ColorRole)]) -> Vec<Drawn> {
    lines
        .iter()
        .enumerate()
        .map(|(index, (line, points))| {
            let earlier = || lines[..index].iter().map(|(line, _)| line);
            let of_color = earlier().filter(|other| other.color == line.color).count();
            let of_group = earlier().filter(|other| other.group == line.group).count();
            let group = groups.iter().position(|(name, _)| *name == line.group);
            let shape = if groups.len() > 1 {
                group.unwrap_or(0)
            } else {
                index
            };
            let last = points.last().map_or(0.0, |point| point.1);
            Drawn {
                name: shorten(
                    &clean_label(&line.label),
                    LABEL.size,
                    LABEL.weight,
                    NAME_LIMIT,
                ),
                percent: percent(last, 0),
                color: shade(color(line.color), of_color),
                dash: DASHES[of_group % DASHES.len()],
                shape: Shape::of(shape),
                points: points.clone(),
            }
        })
        .collect()
}

/// The value of a line at x: that of the last point at or before it, or of the first point.
fn at(line: &Drawn, x: i64) -> f64 {
    let next = line.points.partition_point(|&(point, _)| point <= x);
    line.points
        .get(next.saturating_sub(1))
        .map_or(0.0, |point| point.1)
}

/// The x at which to end the axis: before a long tail in which next to nothing changes.
fn cut(lines: &[Drawn], low: i64, highest: i64) -> i64 {
    let end = lines
        .iter()
        .filter_map(|line| {
            let last = line.points.last()?.1;
            let moved = line
                .points
                .iter()
                .rposition(|point| (point.1 - last).abs() >= STILL);
            let still = moved.map_or(0, |moved| moved + 1);
            line.points.get(still).map(|point| point.0)
        })
        .max()
        .unwrap_or(highest);
    let saved = (i128::from(highest) - i128::from(end)) as f64;
    let range = (i128::from(highest) - i128::from(low)) as f64;
    if saved >= range * WORTH_CUTTING && range > 8.0 {
        end
    } else {
        highest
    }
}

/// The corners of a line: each level lasts until the next x, the last one to the end of the axis.
fn outline(line: &Drawn, numbers: &WholeNumbers, axes: &Axes) -> Vec<(f64, f64)> {
    let mut corners: Vec<(f64, f64)> = Vec::new();
    for &(x, value) in line.points.iter().filter(|point| point.0 <= numbers.high) {
        let (x, y) = (numbers.x(axes, x as f64), axes.y(value));
        if let Some(&(_, before)) = corners.last() {
            corners.push((x, before));
        }
        corners.push((x, y));
    }
    if let Some(&(_, y)) = corners.last() {
        corners.push((axes.right, y));
    }
    corners
}

/// Markers at the ends of the lines, and beside them percentages and names, moved apart.
fn draw_labels(
    canvas: &mut Canvas,
    lines: &[Drawn],
    axes: &Axes,
    percents: f64,
    high: i64,
) -> Result<(), ChartError> {
    let ends: Vec<f64> = lines.iter().map(|line| axes.y(at(line, high))).collect();
    let places = spread(&ends, LABEL_PITCH, axes.top, axes.bottom);
    let label_left = axes.right + LEADER;
    for ((line, &end), &place) in lines.iter().zip(&ends).zip(&places) {
        if (place - end).abs() > 2.0 {
            let bend = [
                (axes.right + 7.0, end),
                (label_left - 8.0, place),
                (label_left - 3.0, place),
            ];
            canvas.path(&bend, shade_of_leader(line.color), 1, "")?;
        }
    }
    for ((line, &end), &place) in lines.iter().zip(&ends).zip(&places) {
        line.shape.draw(canvas, (axes.right, end), line.color)?;
        let letters = Letters {
            color: for_text(line.color),
            ..LABEL
        };
        let right = (Anchor::End, Level::Middle);
        canvas.text(
            &line.percent,
            (label_left + percents, place),
            right,
            letters,
        )?;
        let left = (label_left + percents + 8.0, place);
        canvas.text(&line.name, left, (Anchor::Start, Level::Middle), letters)?;
    }
    Ok(())
}

/// Leaders are lighter than lines.
fn shade_of_leader(color: Rgb) -> Rgb {
    let light = |channel: u8, grid: u8| u8::midpoint(channel, grid);
    Rgb(
        light(color.0, GRID.0),
        light(color.1, GRID.1),
        light(color.2, GRID.2),
    )
}
