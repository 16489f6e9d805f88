//! Survival curves: step lines with their names at their ends.

use std::collections::BTreeMap;

use crate::charts::bins::number;
use crate::charts::layers::{
    Align, Axis, INK, LABEL, Marker, Plot, Point, SMALL, Sheet, SheetFormat, Stroke, Symbol, color,
    cut, for_text, leader, left_out, percent, place_labels, shade, share, text_or,
};
use crate::charts::{ColorRole, Line, Survival};

const HEIGHT: f64 = 320.0;
/// Distance between labels.
const LABEL_PITCH: f64 = 18.0;
/// Distance between names below the chart.
const NAME_PITCH: f64 = 22.0;
/// Maximum number of lines in a tooltip.
const MOST_TOOLTIPS: usize = 12;
/// Maximum width of a name at a line's end.
const NAME_LIMIT: f64 = 190.0;
/// Gap between the plot area and the labels, for markers and leaders.
const LEADER: f64 = 34.0;
/// Gap between a percentage and a name.
const LABEL_GAP: f64 = 8.0;
/// Maximum number of lines; more could not be distinguished.
const MOST_LINES: usize = 30;
/// Height of the labels of marks above the plot area.
const MARK_ROOM: f64 = 18.0;
/// Maximum width of the label of a mark.
const MARK_LIMIT: f64 = 60.0;
/// Minimum change of any line for the axis to continue; the rest of the axis is cut.
const LEAST_CHANGE: f64 = 0.002;
/// Dash patterns of the lines of one group.
const DASHES: [&str; 5] = ["", "8 4", "2 3", "10 3 2 3", "14 5"];

/// Line with its texts and style, ready to be drawn.
struct SurvivalLine<'a> {
    name: String,
    percent: String,
    stroke: Stroke,
    marker: Marker,
    points: &'a [(i64, f64)],
}

impl Survival {
    pub(super) fn layers(&self, sheet_format: SheetFormat) -> Option<Sheet> {
        let lines = self.lines.iter().map(|line| (line, points(line)));
        let mut whole: Vec<_> = lines.filter(|(_, points)| !points.is_empty()).collect();
        let count = whole.len();
        whole.truncate(MOST_LINES);
        let groups = groups(&whole);
        let lines = falling(&whole, &groups);
        let points = || lines.iter().flat_map(|line| line.points);
        let low = points().map(|point| point.0).min()?;
        let highest = points().map(|point| point.0).max()?;
        let high = cut(low, last_move(&lines).unwrap_or(highest), highest);

        let names = groups.iter().enumerate().filter(|_| groups.len() > 1);
        let symbol = |index: usize, role| Symbol::Marker(Marker::of(index), color(role));
        let legend = names.map(|(index, &(name, role))| (symbol(index, role), name));
        let mut sheet = Sheet::new(sheet_format, &self.title, &self.subtitle, legend.collect());
        let percents = LABEL.widest(lines.iter().map(|line| &line.percent)).ceil();
        let names = LABEL.widest(lines.iter().map(|line| &line.name)).ceil();
        let narrow = sheet_format.is_narrow();
        let (height, right) = if narrow {
            // The names are below the chart.
            (sheet_format.height(HEIGHT), 10.0)
        } else {
            let height = HEIGHT.max(lines.len() as f64 * LABEL_PITCH);
            (height, LEADER + percents + LABEL_GAP + names)
        };
        // The room after the last x shows the last level.
        let range = (i128::from(high) - i128::from(low)) as f64;
        let above = if self.marks.is_empty() {
            0.0
        } else {
            MARK_ROOM
        };
        let mut plot = Plot::new(&sheet, height, Axis::shares(1.0), (above, right))
            .over((low, high), (0.0, 1.0_f64.max(range * 0.03)));
        plot.y_axis(&mut sheet, text_or(&self.y_label, "share of trials"));
        plot.x_ticks(&mut sheet);
        plot.x_axis(&mut sheet, &self.x_label);
        for line in &lines {
            sheet.path(line.outline(&plot, high), line.stroke);
        }
        draw_marks(&mut sheet, &plot, &self.marks, high);
        if narrow {
            plot.end = draw_names(&mut sheet, &plot, &lines, high);
        } else {
            draw_labels(&mut sheet, &plot, &lines, percents, high);
        }
        for (x, half) in plot.stops((low, high)) {
            let shares = lines.iter().take(MOST_TOOLTIPS);
            let shares = shares.map(|line| format!("{} {}", line.name, percent(line.at(x), 0)));
            let shares: Vec<String> = shares.collect();
            let words = format!("{}: {}", number(x), shares.join(", "));
            plot.tooltip(&mut sheet, plot.x(x as f64) + half, half, &words);
        }
        let of_trials = self.y_label.trim().is_empty();
        let beyond = (high < highest).then(|| {
            format!(
                "After {} every line changes by less than 0.2%{}; the data continue to {}.",
                number(high),
                if of_trials { " of trials" } else { "" },
                number(highest)
            )
        });
        let notes = left_out(lines.len(), count, "");
        sheet.notes(notes.into_iter().chain(beyond), plot.end);
        Some(sheet)
    }
}

/// Draws marks up to an x: a dashed line with the label above it.
fn draw_marks(sheet: &mut Sheet, plot: &Plot, marks: &[(i64, String)], high: i64) {
    let mut taken: Vec<(f64, f64)> = Vec::new();
    for (x, label) in marks.iter().filter(|mark| mark.0 <= high) {
        let x = plot.x(*x as f64);
        let label = SMALL.name(label, MARK_LIMIT);
        let half = SMALL.width(&label) / 2.0 + 4.0;
        let middle = sheet.clamped(x, 2.0 * half, 2.0);
        let (from, to) = (middle - half, middle + half);
        if taken.iter().any(|other| from < other.1 && other.0 < to) {
            continue;
        }
        taken.push((from, to));
        let line = vec![(x, plot.top - 3.0), (x, plot.bottom)];
        sheet.path(line, Stroke::solid(INK, 1).dashed("4 3"));
        sheet.text(label, (middle, plot.top - 13.0), Align::Middle, SMALL);
    }
}

/// Returns the points of a line in ascending order, without those that are not numbers.
fn points(line: &Line) -> Vec<(i64, f64)> {
    let known = |&(x, value): &(i64, f64)| Some((x, share(value)?));
    let points: BTreeMap<i64, f64> = line.points.iter().filter_map(known).collect();
    points.into_iter().collect()
}

/// Returns the groups in order of appearance, each with the color of its first line.
fn groups<'a>(lines: &[(&'a Line, Vec<(i64, f64)>)]) -> Vec<(&'a str, ColorRole)> {
    let mut groups: Vec<(&str, ColorRole)> = Vec::new();
    for (line, _) in lines {
        if !groups.iter().any(|(name, _)| *name == line.group) {
            groups.push((&line.group, line.color));
        }
    }
    groups
}

/// Assigns shades, dashes and markers. Dashes differ within a group. Markers differ between groups,
/// or between lines if there is only one group.
fn falling<'a>(
    lines: &'a [(&Line, Vec<(i64, f64)>)],
    groups: &[(&str, ColorRole)],
) -> Vec<SurvivalLine<'a>> {
    let falling = lines.iter().enumerate().map(|(index, (line, points))| {
        let earlier = || lines[..index].iter().map(|(line, _)| line);
        let of_color = earlier().filter(|other| other.color == line.color).count();
        let of_group = earlier().filter(|other| other.group == line.group).count();
        let group = groups.iter().position(|(name, _)| *name == line.group);
        let marker = if groups.len() > 1 {
            group.unwrap_or(0)
        } else {
            index
        };
        let last = points.last().map_or(0.0, |point| point.1);
        SurvivalLine {
            name: LABEL.name(&line.label, NAME_LIMIT),
            percent: percent(last, 0),
            stroke: Stroke::solid(shade(color(line.color), of_color), 2)
                .dashed(DASHES[of_group % DASHES.len()]),
            marker: Marker::of(marker),
            points,
        }
    });
    falling.collect()
}

/// Returns the x after which no line changes by `LEAST_CHANGE` or more.
fn last_move(lines: &[SurvivalLine]) -> Option<i64> {
    let still = |line: &SurvivalLine| {
        let last = line.points.last()?.1;
        let moves = |point: &(i64, f64)| (point.1 - last).abs() >= LEAST_CHANGE;
        let moved = line.points.iter().rposition(moves);
        let still = moved.map_or(0, |moved| moved + 1);
        line.points.get(still).map(|point| point.0)
    };
    lines.iter().filter_map(still).max()
}

impl SurvivalLine<'_> {
    /// Returns the value at x: that of the last point at or before x, else of the first point.
    fn at(&self, x: i64) -> f64 {
        let next = self.points.partition_point(|&(point, _)| point <= x);
        let point = self.points.get(next.saturating_sub(1));
        point.map_or(0.0, |point| point.1)
    }

    /// Returns the corners of the line: each level lasts until the next x, the last one to the end
    /// of the axis.
    fn outline(&self, plot: &Plot, high: i64) -> Vec<Point> {
        let mut corners: Vec<Point> = Vec::new();
        for &(x, value) in self.points.iter().filter(|point| point.0 <= high) {
            let (x, y) = (plot.x(x as f64), plot.y(value));
            corners.extend(corners.last().map(|&(_, before)| (x, before)));
            corners.push((x, y));
        }
        corners.extend(corners.last().map(|&(_, y)| (plot.right, y)));
        corners
    }
}

/// Draws the names of the lines below the chart, the highest first, each with its symbol and last
/// share. Returns the bottom of the names.
fn draw_names(sheet: &mut Sheet, plot: &Plot, lines: &[SurvivalLine], high: i64) -> f64 {
    let mut order: Vec<&SurvivalLine> = lines.iter().collect();
    order.sort_by(|a, b| b.at(high).total_cmp(&a.at(high)));
    let mut y = plot.end + 6.0;
    let (left, right) = (sheet.margin(), sheet.width - sheet.margin());
    for line in order {
        let end = plot.y(line.at(high));
        sheet.marker(line.marker, (plot.right, end), line.stroke.color);
        sheet.path(vec![(left, y), (left + 44.0, y)], line.stroke);
        sheet.marker(line.marker, (left + 22.0, y), line.stroke.color);
        let label_style = LABEL.in_color(for_text(line.stroke.color));
        sheet.text(&line.name, (left + 54.0, y), Align::Left, label_style);
        sheet.text(&line.percent, (right, y), Align::Right, LABEL.in_color(INK));
        y += NAME_PITCH;
    }
    y
}

/// Draws markers at the ends of the lines, and beside them percentages and names, moved apart.
fn draw_labels(sheet: &mut Sheet, plot: &Plot, lines: &[SurvivalLine], percents: f64, high: i64) {
    let ends: Vec<f64> = lines.iter().map(|line| plot.y(line.at(high))).collect();
    let places = place_labels(&ends, LABEL_PITCH, plot.top, plot.bottom);
    let left = plot.right + LEADER;
    for ((line, &end), &place) in lines.iter().zip(&ends).zip(&places) {
        if (place - end).abs() > 2.0 {
            let bend = vec![
                (plot.right + 7.0, end),
                (left - 8.0, place),
                (left - 3.0, place),
            ];
            sheet.path(bend, Stroke::solid(leader(line.stroke.color), 1));
        }
    }
    for ((line, &end), &place) in lines.iter().zip(&ends).zip(&places) {
        sheet.marker(line.marker, (plot.right, end), line.stroke.color);
        let label_style = LABEL.in_color(for_text(line.stroke.color));
        let share = (left + percents, place);
        sheet.text(&line.percent, share, Align::Right, label_style);
        let name = (left + percents + LABEL_GAP, place);
        sheet.text(&line.name, name, Align::Left, label_style);
    }
}
