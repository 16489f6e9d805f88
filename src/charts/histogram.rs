//! The distribution of a whole number, stacked by group.
//!
//! Stacked, not side by side: the outline is the distribution over all trials, and with many values
//! there is no room for several bars each. How groups differ shows in [`super::AtLeast`].

use super::axes::{Axes, BELOW};
use super::bins::{Bins, mean, median, number};
use super::canvas::{Anchor, Canvas, Level, sheet};
use super::data::{Histogram, HistogramGroup};
use super::error::ChartError;
use super::heading::{Heading, NOTE_LINE, SMALL, Sign, no_data, notes};
use super::palette::{INK, PAPER, color};
use super::text::{clean, width};

const HEIGHT: f64 = 280.0;
/// The most bars: at this number each still has about ten pixels.
const MOST_BINS: usize = 60;
/// Space above the bars for the words at the median.
const MEDIAN_ROOM: f64 = 18.0;

impl Histogram {
    /// The chart as SVG.
    ///
    /// # Errors
    /// Only when the drawing library fails; any data can be drawn.
    pub fn svg(&self) -> Result<String, ChartError> {
        let counts: Vec<(i64, f64)> = self
            .groups
            .iter()
            .flat_map(|group| group.counts.iter().copied())
            .collect();
        let Some(bins) = Bins::new(&counts, MOST_BINS) else {
            return no_data(&self.title, &self.subtitle);
        };
        let groups: Vec<&HistogramGroup> = self
            .groups
            .iter()
            .filter(|group| group.counts.iter().any(|pair| pair.1 > 0.0))
            .collect();
        // One group needs no legend, unless it has a name.
        let legend: Vec<(Sign, String)> = groups
            .iter()
            .filter(|group| groups.len() > 1 || !group.label.trim().is_empty())
            .map(|group| (Sign::Block(color(group.color)), group.label.clone()))
            .collect();
        let heading = Heading::new(&self.title, &self.subtitle, legend);
        let heights = bins.sums(&counts);
        let largest = heights.iter().copied().fold(0.0, f64::max);
        let axes = Axes::new(heading.height(), HEIGHT, largest, (MEDIAN_ROOM, 0.0));
        // Bars of equally many whole pixels, from the left; only few and broad ones are centred.
        let room = axes.right - axes.left - 8.0;
        let pitch = (room / bins.len as f64).floor().clamp(1.0, 64.0);
        let start = (f64::midpoint(axes.left, axes.right) - pitch * bins.len as f64 / 2.0).floor();
        let start = if pitch < 64.0 { axes.left + 4.0 } else { start };

        let remarks = remarks(&bins, &counts);
        let y_label = if self.y_label.trim().is_empty() {
            "share of all trials"
        } else {
            &self.y_label
        };
        let notes_top = axes.bottom + BELOW;
        let height = notes_top + remarks.len() as f64 * NOTE_LINE + 6.0;
        sheet(height, heading.head(), |canvas| {
            heading.draw(canvas)?;
            axes.draw(canvas, y_label)?;
            let mut below = vec![0.0; bins.len];
            let gap = if pitch >= 6.0 {
                (pitch * 0.14).round().clamp(1.0, 8.0)
            } else {
                0.0
            };
            for group in &groups {
                for (bin, share) in bins.sums(&group.counts).into_iter().enumerate() {
                    if share <= 0.0 {
                        continue;
                    }
                    let left = start + bin as f64 * pitch;
                    let (base, tip) = (axes.y(below[bin]), axes.y(below[bin] + share));
                    below[bin] += share;
                    let corner = (left + pitch - gap, base.round());
                    canvas.rectangle((left, tip.round()), corner, color(group.color))?;
                }
            }
            let centre = |bin: usize| start + bin as f64 * pitch + (pitch - gap) / 2.0;
            if let Some((median, mean)) = median(&counts).zip(mean(&counts)) {
                let x = centre(bins.index(median));
                let words = format!("median {}, mean {}", number(median), mean_label(mean));
                draw_median(canvas, &axes, x, &words)?;
            }
            draw_ticks(canvas, &axes, &bins, pitch, centre)?;
            axes.draw_base(canvas, &self.x_label)?;
            notes(canvas, &remarks, notes_top)
        })
    }
}

/// What the bars do not say of themselves.
fn remarks(bins: &Bins, counts: &[(i64, f64)]) -> Vec<String> {
    let mut remarks = Vec::new();
    if bins.width > 1 {
        let which = if bins.open {
            "Each bar but the last"
        } else {
            "Each bar"
        };
        remarks.push(format!("{which} holds {} values.", number(bins.width)));
    }
    if bins.open {
        let last = bins.len - 1;
        let highest = counts
            .iter()
            .filter(|pair| pair.1 > 0.0 && pair.1.is_finite())
            .map(|pair| pair.0)
            .max();
        let highest = highest.map_or(String::new(), |highest| {
            format!(", up to {}", number(highest))
        });
        remarks.push(format!(
            "The last bar holds everything from {}{highest}.",
            number(bins.start(last))
        ));
    }
    remarks
}

/// A mean with a decimal where it is small enough for one to mean something.
fn mean_label(mean: f64) -> String {
    if mean.abs() >= 100.0 {
        number(mean.round() as i64)
    } else {
        let sign = if mean <= -0.05 { "\u{2212}" } else { "" };
        format!("{sign}{:.1}", mean.abs())
    }
}

/// A dashed line through the bars with words above it.
fn draw_median(canvas: &mut Canvas, axes: &Axes, x: f64, words: &str) -> Result<(), ChartError> {
    let line = [(x, axes.top - 3.0), (x, axes.bottom)];
    // White between the dashes keeps the line apart from dark bars.
    canvas.path(&line, PAPER, 1, "")?;
    canvas.path(&line, INK, 1, "4 3")?;
    let half = width(words, SMALL.size, SMALL.weight) / 2.0;
    let middle = x.clamp(axes.left + half, axes.right - half);
    canvas.text(
        words,
        (middle, axes.top - 13.0),
        (Anchor::Middle, Level::Middle),
        SMALL,
    )
}

/// Labels below the bars: every n-th that fits, and always that of an open last one.
fn draw_ticks(
    canvas: &mut Canvas,
    axes: &Axes,
    bins: &Bins,
    pitch: f64,
    centre: impl Fn(usize) -> f64,
) -> Result<(), ChartError> {
    let measure = |bin: usize| width(&bins.label(bin), SMALL.size, SMALL.weight);
    let last = bins.len - 1;
    let widest = (0..bins.len).map(measure).fold(0.0, f64::max) + 12.0;
    let every = [1, 2, 5, 10, 20, 50, 100]
        .into_iter()
        .find(|&every| f64::from(every) * pitch >= widest)
        .unwrap_or(100) as usize;
    // Labels stand where bins begin at round numbers.
    let stride = i128::from(bins.width) * every as i128;
    let offset = (0..every)
        .find(|&bin| i128::from(bins.start(bin)).rem_euclid(stride) == 0)
        .unwrap_or(0);
    for bin in (offset..bins.len).step_by(every) {
        let hits_last = bins.open
            && bin != last
            && centre(last) - centre(bin) < f64::midpoint(measure(last), measure(bin)) + 8.0;
        if !(hits_last || bins.open && bin == last) {
            axes.x_tick(canvas, centre(bin), &clean(&bins.label(bin)))?;
        }
    }
    if bins.open {
        axes.x_tick(canvas, centre(last), &bins.label(last))?;
    }
    Ok(())
}
