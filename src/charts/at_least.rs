//! "At least x": how the share of trials falls as more is asked for, by group and for all.

use std::collections::BTreeMap;

use super::axes::{Axes, BELOW, WholeNumbers};
use super::bins::{number, totals};
use super::canvas::sheet;
use super::data::{AtLeast, ColorRole};
use super::error::ChartError;
use super::heading::{Heading, NOTE_LINE, Sign, no_data, notes};
use super::palette::{AXIS, Rgb, color};

const HEIGHT: f64 = 300.0;
/// Curves are cut where no more than this share is left in any of them...
const LEFT_OVER: f64 = 0.005;
/// ...if that saves at least this part of the axis.
const WORTH_CUTTING: f64 = 0.3;
/// Steps narrower than this many pixels are not drawn as steps.
const NARROWEST_STEP: f64 = 4.0;
/// The least distance of the points of a curve without steps.
const THINNEST: f64 = 7.0;
/// Dash patterns of the groups; all trials together have a broad solid line.
const DASHES: [&str; 4] = ["", "8 4", "2 3", "10 3 2 3"];
/// The most groups; more would be a tangle.
const MOST_GROUPS: usize = 10;

/// One curve: at each value the share that is at least that.
struct Curve {
    label: String,
    color: Rgb,
    dash: &'static str,
    stroke: u32,
    steps: Vec<(i64, f64)>,
}

impl Curve {
    /// The share at a value.
    fn at(&self, value: i64) -> f64 {
        let next = self.steps.partition_point(|&(step, _)| step < value);
        self.steps.get(next).map_or(0.0, |&(_, share)| share)
    }
}

impl AtLeast {
    /// The chart as SVG.
    ///
    /// # Errors
    /// Only when the drawing library fails; any data can be drawn.
    pub fn svg(&self) -> Result<String, ChartError> {
        let groups: Vec<(&str, ColorRole, BTreeMap<i64, f64>)> = self
            .groups
            .iter()
            .map(|group| (group.label.as_str(), group.color, totals(&group.counts)))
            .filter(|(_, _, totals)| !totals.is_empty())
            .collect();
        let mut all = BTreeMap::new();
        for (value, share) in groups.iter().flat_map(|(_, _, totals)| totals) {
            *all.entry(*value).or_insert(0.0) += share;
        }
        let (Some(&low), Some(&highest)) = (all.keys().next(), all.keys().next_back()) else {
            return no_data(&self.title, &self.subtitle);
        };
        let mut curves: Vec<Curve> = groups
            .iter()
            .take(MOST_GROUPS)
            .enumerate()
            .map(|(index, (label, role, totals))| Curve {
                label: (*label).to_owned(),
                color: color(*role),
                // The first colours differ in lightness, so the first group may be solid.
                dash: DASHES[index % DASHES.len()],
                stroke: 2,
                steps: survival(totals),
            })
            .collect();
        if groups.len() > 1 {
            curves.push(Curve {
                label: "all trials".to_owned(),
                color: AXIS,
                dash: "",
                stroke: 4,
                steps: survival(&all),
            });
        }
        let high = cut(&curves, low, highest);
        let mut remarks = Vec::new();
        if groups.len() > MOST_GROUPS {
            remarks.push(format!(
                "The first {MOST_GROUPS} of {} groups are shown.",
                groups.len()
            ));
        }
        if high < highest {
            remarks.push(format!(
                "Less than 0.5\u{a0}% of any group's trials go beyond {}; the highest value is {}.",
                number(high),
                number(highest)
            ));
        }

        // One curve needs no legend, unless it has a name.
        let legend = curves
            .iter()
            .filter(|curve| curves.len() > 1 || !curve.label.trim().is_empty())
            .map(|curve| {
                (
                    Sign::Line(curve.color, curve.stroke, curve.dash),
                    curve.label.clone(),
                )
            })
            .collect();
        let heading = Heading::new(&self.title, &self.subtitle, legend);
        let axes = Axes::new(heading.height(), HEIGHT, 1.0, (0.0, 0.0));
        let numbers = WholeNumbers {
            low,
            high,
            padding: (0.5, 0.5),
        };
        let y_label = if self.y_label.trim().is_empty() {
            "share of trials with at least this many"
        } else {
            &self.y_label
        };
        let notes_top = axes.bottom + BELOW;
        let height = notes_top + remarks.len() as f64 * NOTE_LINE + 6.0;
        sheet(height, heading.head(), |canvas| {
            heading.draw(canvas)?;
            axes.draw(canvas, y_label)?;
            numbers.draw_ticks(canvas, &axes)?;
            axes.draw_base(canvas, &self.x_label)?;
            // All trials are drawn first, a broad grey line below the others.
            for curve in curves.iter().rev() {
                let points = outline(curve, &numbers, &axes);
                canvas.path(&points, curve.color, curve.stroke, curve.dash)?;
            }
            notes(canvas, &remarks, notes_top)
        })
    }
}

/// For each value the share, within the whole, of what is at least that.
fn survival(totals: &BTreeMap<i64, f64>) -> Vec<(i64, f64)> {
    let whole: f64 = totals.values().sum();
    let mut above = 0.0;
    let mut steps: Vec<(i64, f64)> = totals
        .iter()
        .rev()
        .map(|(&value, share)| {
            above += share;
            (value, (above / whole).min(1.0))
        })
        .collect();
    steps.reverse();
    steps
}

/// The value at which to end the axis: before a long tail in which next to nothing is left.
fn cut(curves: &[Curve], low: i64, highest: i64) -> i64 {
    let end = curves
        .iter()
        .filter_map(|curve| {
            let kept = curve
                .steps
                .iter()
                .rev()
                .find(|&&(_, share)| share >= LEFT_OVER);
            kept.map(|&(value, _)| value)
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

/// The corners of a curve. Around each value there is a level stretch half a unit to both sides, so
/// that the height right above a number on the axis is that number's, not an edge. Where units are
/// too narrow for steps to be seen, the heights of neighbouring numbers are joined instead.
fn outline(curve: &Curve, numbers: &WholeNumbers, axes: &Axes) -> Vec<(f64, f64)> {
    let unit = numbers.x(axes, numbers.low as f64 + 1.0) - numbers.x(axes, numbers.low as f64);
    let half = if unit < NARROWEST_STEP { 0.0 } else { 0.5 };
    let mut points = vec![(axes.left, axes.y(curve.at(numbers.low)))];
    for &(value, share) in &curve.steps {
        if value > numbers.high {
            break;
        }
        points.push((numbers.x(axes, value as f64 + half), axes.y(share)));
        let next = value.checked_add(1).map_or(0.0, |next| curve.at(next));
        let begin = value as f64 + 1.0 - half;
        points.push((numbers.x(axes, begin), axes.y(next)));
        // A curve that has come down runs along the bottom no further.
        if axes.bottom - axes.y(next) < 0.5 {
            return if half == 0.0 {
                thinned(&points)
            } else {
                points
            };
        }
    }
    points.extend(points.last().map(|&(_, y)| (axes.right, y)));
    if half == 0.0 {
        thinned(&points)
    } else {
        points
    }
}

/// Without the points that are hardly apart: between whole pixels they would make a smooth curve
/// jagged. Both ends of a jump stay.
fn thinned(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let far = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).abs() + (a.1 - b.1).abs() >= THINNEST;
    let mut kept: Vec<(f64, f64)> = Vec::new();
    for (index, &point) in points.iter().enumerate() {
        let from_last = kept.last().is_none_or(|&last| far(last, point));
        let to_next = points.get(index + 1).is_none_or(|&next| far(point, next));
        if from_last || to_next {
            kept.push(point);
        }
    }
    kept
}
