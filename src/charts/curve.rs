//! A value for each of several numbers: a line through its points with a band for the interval; or for
//! each of several choices: points with whiskers, which no line joins since nothing lies between them.

use super::axes::{Axes, BELOW};
use super::canvas::{Anchor, Canvas, Letters, Level, WIDTH, sheet};
use super::data::{Curve, CurvePoint};
use super::error::ChartError;
use super::heading::{Heading, NOTE_LINE, SMALL, Shape, Sign, no_data, notes};
use super::palette::{INK, Rgb, area, color};
use super::text::{clean, clean_label, shorten, width};

const HEIGHT: f64 = 320.0;
/// Room above the ground for the words of the highest point.
const ABOVE: f64 = 16.0;
/// The most points; more are counted in a note.
const MOST_POINTS: usize = 2_500;
/// The same for choices, which are drawn one by one.
const MOST_CHOICES: usize = 100;
/// From so many points on they have no markers of their own.
const MOST_MARKERS: usize = 60;
/// Blank space at both ends of the axis, so that points there stand free.
const PADDING: f64 = 24.0;
/// The widest label below a number.
const LABEL_LIMIT: f64 = 120.0;
/// Between two labels.
const LABEL_GAP: f64 = 8.0;
/// A line that falls or rises by more between the neighbours of a point would run through a word above it.
const STEEP: f64 = 24.0;
/// From a point up to its words.
const LIFT: f64 = 16.0;

/// A point with where it is drawn.
struct Placed<'a> {
    x: f64,
    y: f64,
    low: f64,
    high: f64,
    point: &'a CurvePoint,
}

impl Curve {
    /// The chart as SVG.
    ///
    /// # Errors
    /// Only when the drawing library fails; any data can be drawn.
    pub fn svg(&self) -> Result<String, ChartError> {
        let mut points: Vec<&CurvePoint> = self
            .points
            .iter()
            .filter(|point| point.value.is_finite() && (!self.ordered || point.x.is_finite()))
            .collect();
        if points.is_empty() {
            return no_data(&self.title, &self.subtitle);
        }
        let most = if self.ordered {
            MOST_POINTS
        } else {
            MOST_CHOICES
        };
        let mut remarks = Vec::new();
        if points.len() > most {
            remarks.push(format!("The first {most} of {} are shown.", points.len()));
            points.truncate(most);
        }
        let tint = color(self.color);
        let has_doubt = |point: &&CurvePoint| point.low < point.high;
        let mut legend = Vec::new();
        if points.iter().any(has_doubt) {
            let interval = if self.interval.trim().is_empty() {
                "interval"
            } else {
                &self.interval
            };
            let sign = if self.ordered {
                Sign::Block(area(tint))
            } else {
                Sign::Whisker
            };
            legend.push((
                Sign::Marker(Shape::Circle, tint),
                clean_label(&self.y_label),
            ));
            legend.push((sign, interval.to_owned()));
        }
        let heading = Heading::new(&self.title, &self.subtitle, legend);
        let axes = self.axes(&points, heading.height());
        let placed = self.placed(&points, &axes);
        let notes_top = axes.bottom + BELOW + 4.0;
        let height = notes_top + remarks.len() as f64 * NOTE_LINE + 2.0;
        sheet(height, heading.head(), |canvas| {
            heading.draw(canvas)?;
            if self.ordered {
                draw_band(canvas, &placed, tint)?;
            }
            axes.draw(canvas, &self.y_label)?;
            self.draw_labels(canvas, &placed, &axes)?;
            axes.draw_base(canvas, &self.x_label)?;
            if self.ordered {
                let line: Vec<(f64, f64)> = placed.iter().map(|one| (one.x, one.y)).collect();
                canvas.path(&line, tint, 2, "")?;
            } else {
                for one in &placed {
                    draw_whisker(canvas, one)?;
                }
            }
            if placed.len() <= MOST_MARKERS || !self.ordered {
                for one in &placed {
                    Shape::Circle.draw(canvas, (one.x, one.y), tint)?;
                }
            }
            draw_words(canvas, &placed, self.ordered)?;
            notes(canvas, &remarks, notes_top)
        })
    }

    fn axes(&self, points: &[&CurvePoint], top: f64) -> Axes {
        let finite = |value: f64| Some(value).filter(|value| value.is_finite());
        let highest = points
            .iter()
            .filter_map(|point| finite(point.high.max(point.value)))
            .fold(f64::NEG_INFINITY, f64::max);
        if self.shares {
            return Axes::new(top, HEIGHT, highest.clamp(0.0, 1.0), (ABOVE, 0.0));
        }
        let lowest = points
            .iter()
            .filter_map(|point| finite(point.low.min(point.value)))
            .fold(f64::INFINITY, f64::min);
        // Heights are compared with nothing, so nothing is on the axis.
        Axes::of_numbers(top, HEIGHT, (lowest.min(0.0), highest.max(0.0)), ABOVE)
    }

    fn placed<'a>(&self, points: &[&'a CurvePoint], axes: &Axes) -> Vec<Placed<'a>> {
        let (least, most) = points.iter().fold(
            (f64::INFINITY, f64::NEG_INFINITY),
            |(least, most), point| (least.min(point.x), most.max(point.x)),
        );
        let room = axes.right - axes.left - 2.0 * PADDING;
        let band = (axes.right - axes.left) / points.len() as f64;
        let height = |value: f64| {
            let value = if self.shares {
                value.clamp(0.0, 1.0)
            } else {
                value
            };
            axes.y(value).clamp(axes.top, axes.bottom)
        };
        points
            .iter()
            .enumerate()
            .map(|(index, point)| Placed {
                x: if !self.ordered {
                    axes.left + (index as f64 + 0.5) * band
                } else if most > least {
                    // Halves, since the whole range may be more than a number holds.
                    let part = (point.x / 2.0 - least / 2.0) / (most / 2.0 - least / 2.0);
                    axes.left + PADDING + room * part
                } else {
                    f64::midpoint(axes.left, axes.right)
                },
                y: height(point.value),
                low: height(if point.low.is_finite() {
                    point.low
                } else {
                    point.value
                }),
                high: height(if point.high.is_finite() {
                    point.high
                } else {
                    point.value
                }),
                point,
            })
            .collect()
    }

    /// The names below the points, as many as there is room for.
    fn draw_labels(
        &self,
        canvas: &mut Canvas,
        placed: &[Placed],
        axes: &Axes,
    ) -> Result<(), ChartError> {
        let limit = if self.ordered {
            LABEL_LIMIT
        } else {
            let band = (axes.right - axes.left) / placed.len() as f64;
            (band - LABEL_GAP).max(LABEL_LIMIT / 2.0)
        };
        let mut taken = f64::NEG_INFINITY;
        for one in placed {
            let label = clean_label(&one.point.label);
            let label = shorten(&label, SMALL.size, SMALL.weight, limit);
            let half = width(&label, SMALL.size, SMALL.weight) / 2.0;
            // The axis moves labels at the ends of the sheet inwards.
            let middle = one.x.clamp(half + 4.0, WIDTH - half - 4.0);
            if middle - half < taken + LABEL_GAP {
                continue;
            }
            taken = middle + half;
            axes.x_tick(canvas, one.x, &label)?;
        }
        Ok(())
    }
}

/// The area between the ends of the intervals.
fn draw_band(canvas: &mut Canvas, placed: &[Placed], tint: Rgb) -> Result<(), ChartError> {
    if placed.len() < 2 {
        return placed.iter().try_for_each(|one| draw_whisker(canvas, one));
    }
    let lower = placed.iter().map(|one| (one.x, one.low));
    let upper = placed.iter().rev().map(|one| (one.x, one.high));
    let corners: Vec<(f64, f64)> = lower.chain(upper).collect();
    canvas.polygon(&corners, area(tint))
}

/// A whisker between the ends of an interval, with caps.
fn draw_whisker(canvas: &mut Canvas, one: &Placed) -> Result<(), ChartError> {
    if one.point.low >= one.point.high {
        return Ok(());
    }
    canvas.line((one.x, one.low), (one.x, one.high), INK, 2)?;
    for end in [one.low, one.high] {
        canvas.line((one.x - 4.0, end), (one.x + 4.0, end), INK, 2)?;
    }
    Ok(())
}

/// The values above their points: where they would overlap, those of the ends come first.
fn draw_words(canvas: &mut Canvas, placed: &[Placed], ordered: bool) -> Result<(), ChartError> {
    let letters = Letters {
        color: INK,
        ..SMALL
    };
    let words: Vec<String> = placed
        .iter()
        .map(|one| {
            shorten(
                &clean(&one.point.words),
                SMALL.size,
                SMALL.weight,
                LABEL_LIMIT,
            )
        })
        .collect();
    let last = placed.len().saturating_sub(1);
    let span = |index: usize| {
        let half = width(&words[index], SMALL.size, SMALL.weight) / 2.0;
        // Away from the line: to the right of where it comes down from, to the left of where it rises to.
        let before = placed[index.saturating_sub(1)].y;
        let fall = placed[(index + 1).min(last)].y - before;
        let aside = match ordered && fall.abs() > STEEP {
            true if fall > 0.0 => half - 6.0,
            true => 6.0 - half,
            false => 0.0,
        };
        let x = (placed[index].x + aside).clamp(half + 4.0, WIDTH - half - 4.0);
        (x - half, x + half)
    };
    let mut taken: Vec<(f64, f64)> = Vec::new();
    for index in [0, last].into_iter().chain(1..last) {
        let (left, right) = span(index);
        let free = |&(from, to): &(f64, f64)| right + LABEL_GAP < from || to + LABEL_GAP < left;
        if !taken.iter().all(free) {
            continue;
        }
        taken.push((left, right));
        let one = &placed[index];
        let place = (f64::midpoint(left, right), one.high.min(one.y) - LIFT);
        canvas.text(
            &words[index],
            place,
            (Anchor::Middle, Level::Middle),
            letters,
        )?;
    }
    Ok(())
}
