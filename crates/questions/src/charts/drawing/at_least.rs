//! Complementary distribution ("at least x"): the share of trials with at least x, by group and for
//! all trials.

use std::collections::BTreeMap;

use crate::charts::bins::{number, totals};
use crate::charts::layers::{
    AXIS, Axis, Plot, Point, Sheet, SheetFormat, Stroke, Symbol, color, cut, left_out, percent,
    text_or,
};
use crate::charts::{AtLeast, HistogramGroup};

const HEIGHT: f64 = 300.0;
/// Share below which curves are cut, once all of them are below it.
const LEAST_VISIBLE: f64 = 0.005;
/// Minimum width of a step, in pixels, for steps to be drawn.
const NARROWEST_STEP: f64 = 4.0;
/// Minimum distance, in pixels, between the points of a curve without steps.
const LEAST_DISTANCE: f64 = 7.0;
/// Dash patterns of the groups; the curve of all trials is a broad solid line.
///
/// The first two colors differ in lightness, so the curve of the first group may be solid.
const DASHES: [&str; 4] = ["", "8 4", "2 3", "10 3 2 3"];
/// Maximum number of groups; more curves could not be distinguished.
const MOST_GROUPS: usize = 10;

/// Step curve of one group: for each value the share of trials with at least that value.
struct StepCurve<'a> {
    label: &'a str,
    stroke: Stroke,
    steps: Vec<(i64, f64)>,
}

impl AtLeast {
    pub(super) fn layers(&self, sheet_format: SheetFormat) -> Option<Sheet> {
        let groups = self
            .groups
            .iter()
            .map(|group| (group, totals(&group.counts)));
        let groups: Vec<_> = groups.filter(|(_, totals)| !totals.is_empty()).collect();
        let mut all = BTreeMap::new();
        for (value, share) in groups.iter().flat_map(|(_, totals)| totals) {
            *all.entry(*value).or_insert(0.0) += share;
        }
        let (&low, &highest) = (all.keys().next()?, all.keys().next_back()?);
        let curves = curves(&groups, Some(&all).filter(|_| !self.separate));
        let (lowest, low) = (low, first_falling(&curves).unwrap_or(low));
        let low = cut(highest, low, lowest);
        let high = cut(low, last_visible(&curves).unwrap_or(highest), highest);

        // A single curve needs no legend, unless it has a name.
        let named = |curve: &&StepCurve| curves.len() > 1 || !curve.label.trim().is_empty();
        let legend = curves.iter().filter(named);
        let legend = legend.map(|curve| (Symbol::Line(curve.stroke), curve.label));
        let mut sheet = Sheet::new(sheet_format, &self.title, &self.subtitle, legend.collect());
        let height = sheet_format.height(HEIGHT);
        let mut plot =
            Plot::new(&sheet, height, Axis::shares(1.0), (0.0, 0.0)).over((low, high), (0.5, 0.5));
        let y_label = text_or(&self.y_label, "share of trials with at least this many");
        plot.y_axis(&mut sheet, y_label);
        plot.x_ticks(&mut sheet);
        plot.x_axis(&mut sheet, &self.x_label);
        // All trials come first, as a broad gray line below the others.
        for curve in curves.iter().rev() {
            sheet.in_group(curve.label, |sheet| {
                sheet.path(curve.outline(&plot, (low, high)), curve.stroke);
            });
        }
        for (value, half) in plot.stops((low, high)) {
            let shares = curves.iter().map(|curve| (curve.label, curve.at(value)));
            let words = format!("{} or more: {}", number(value), each(shares));
            plot.tooltip(&mut sheet, plot.x(value as f64), half, &words);
        }
        let beyond = (high < highest).then(|| {
            let all = if self.separate {
                "Each exceeds"
            } else {
                "Fewer than 0.5% of the trials of each group exceed"
            };
            let rarely = if self.separate {
                " with less than 0.5%"
            } else {
                ""
            };
            let (high, highest) = (number(high), number(highest));
            format!("{all} {high}{rarely}; the highest value is {highest}.")
        });
        let below = (low > lowest).then(|| {
            let (low, lowest) = (number(low), number(lowest));
            if self.separate {
                format!(
                    "Each is {low} or more with a probability of more than 99.5%; the lowest value is \
                     {lowest}."
                )
            } else {
                format!(
                    "More than 99.5% of the trials of each group have {low} or more; the lowest \
                     value is {lowest}."
                )
            }
        });
        let notes = left_out(groups.len().min(MOST_GROUPS), groups.len(), " groups");
        sheet.notes(notes.into_iter().chain(below).chain(beyond), plot.end);
        Some(sheet)
    }
}

/// Formats the share of each curve at a value.
fn each<'a>(shares: impl Iterator<Item = (&'a str, f64)>) -> String {
    let words = shares.map(|(name, share)| match name.trim() {
        "" => percent(share, 1),
        name => format!("{name} {}", percent(share, 1)),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Returns a curve for each group, and one for `all` trials if there are at least two groups.
fn curves<'a>(
    groups: &[(&'a HistogramGroup, BTreeMap<i64, f64>)],
    all: Option<&BTreeMap<i64, f64>>,
) -> Vec<StepCurve<'a>> {
    let shown = groups.iter().take(MOST_GROUPS).enumerate();
    let of_groups = shown.map(|(index, (group, totals))| StepCurve {
        label: &group.label,
        stroke: Stroke::solid(color(group.color), 2).dashed(DASHES[index % DASHES.len()]),
        steps: falling(totals),
    });
    let of_all = all.filter(|_| groups.len() > 1).map(|all| StepCurve {
        label: "all trials",
        stroke: Stroke::solid(AXIS, 4),
        steps: falling(all),
    });
    of_groups.chain(of_all).collect()
}

/// Returns, for each value, the fraction of the total weight at or above it.
fn falling(totals: &BTreeMap<i64, f64>) -> Vec<(i64, f64)> {
    let whole: f64 = totals.values().sum();
    let mut above = 0.0;
    let downward = totals.iter().rev().map(|(&value, share)| {
        above += share;
        (value, (above / whole).min(1.0))
    });
    let mut steps: Vec<(i64, f64)> = downward.collect();
    steps.reverse();
    steps
}

/// Returns the last value at which any curve is at least `LEAST_VISIBLE`.
fn last_visible(curves: &[StepCurve]) -> Option<i64> {
    let last = |curve: &StepCurve| {
        let mut steps = curve.steps.iter().rev();
        let step = steps.find(|(_, share)| *share >= LEAST_VISIBLE);
        step.map(|step| step.0)
    };
    curves.iter().filter_map(last).max()
}

/// Returns the last value that all curves reach with more than 1 - `LEAST_VISIBLE`.
fn first_falling(curves: &[StepCurve]) -> Option<i64> {
    let first = |curve: &StepCurve| {
        let mut steps = curve.steps.iter().rev();
        let step = steps.find(|(_, share)| *share > 1.0 - LEAST_VISIBLE);
        step.map(|step| step.0)
    };
    curves.iter().filter_map(first).min()
}

impl StepCurve<'_> {
    /// Returns the share of trials with at least `value`.
    fn at(&self, value: i64) -> f64 {
        let next = self.steps.partition_point(|&(step, _)| step < value);
        self.steps.get(next).map_or(0.0, |&(_, share)| share)
    }

    /// Returns the corners of the curve from the lowest to the highest value.
    ///
    /// Each value has a level stretch of half a unit on both sides, so that the height above a tick
    /// is that of its value. If units are too narrow for visible steps, lines join the heights of
    /// neighboring values instead.
    fn outline(&self, plot: &Plot, (low, high): (i64, i64)) -> Vec<Point> {
        let unit = plot.x(low as f64 + 1.0) - plot.x(low as f64);
        if unit < NARROWEST_STEP {
            thinned(&self.corners(plot, (low, high), 0.0))
        } else {
            self.corners(plot, (low, high), 0.5)
        }
    }

    /// Returns the corners with level stretches of `half` a unit on both sides of each value.
    fn corners(&self, plot: &Plot, (low, high): (i64, i64), half: f64) -> Vec<Point> {
        let mut points = vec![(plot.left, plot.y(self.at(low)))];
        for &(value, share) in self
            .steps
            .iter()
            .filter(|step| (low..=high).contains(&step.0))
        {
            points.push((plot.x(value as f64 + half), plot.y(share)));
            let next = value.checked_add(1).map_or(0.0, |next| self.at(next));
            let begin = value as f64 + 1.0 - half;
            points.push((plot.x(begin), plot.y(next)));
            // A curve that has reached 0 is not continued along the bottom.
            if plot.bottom - plot.y(next) < 0.5 {
                return points;
            }
        }
        points.extend(points.last().map(|&(_, y)| (plot.right, y)));
        points
    }
}

/// Removes points that nearly coincide with a neighbor, since rounding to whole pixels would make a
/// smooth curve jagged. Both ends of a jump are kept.
fn thinned(points: &[Point]) -> Vec<Point> {
    let far = |a: Point, b: Point| (a.0 - b.0).abs() + (a.1 - b.1).abs() >= LEAST_DISTANCE;
    let mut kept: Vec<Point> = Vec::new();
    for (index, &point) in points.iter().enumerate() {
        let from_last = kept.last().is_none_or(|&last| far(last, point));
        let to_next = points.get(index + 1).is_none_or(|&next| far(point, next));
        if from_last || to_next {
            kept.push(point);
        }
    }
    kept
}
