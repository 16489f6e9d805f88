//! Distribution of a whole number, stacked by group.
//!
//! The bars are stacked rather than side by side, so that the outline is the distribution over all
//! trials, and since many values leave room for only one bar each. [`crate::charts::AtLeast`] shows
//! how groups differ.

use crate::charts::bins::{Bins, mean, median, number, round_steps, totals};
use crate::charts::layers::{
    Align, Axis, BACKGROUND, INK, Plot, SMALL, Sheet, SheetFormat, Stroke, Symbol, clean, color,
    percent, text_or,
};
use crate::charts::{HistogramChart, HistogramGroup, OpposedSide};

const HEIGHT: f64 = 280.0;
/// Maximum number of bars on a wide and a narrow sheet, so that each has about ten pixels.
const MOST_BINS: [usize; 2] = [60, 34];
/// Maximum width of a bar with its gap.
const BROADEST: f64 = 64.0;
/// Height of the label of the median above the bars.
const MEDIAN_ROOM: f64 = 18.0;

impl HistogramChart {
    pub(super) fn layers(&self, sheet_format: SheetFormat) -> Option<Sheet> {
        let most = sheet_format.count(MOST_BINS[0], MOST_BINS[1]);
        let (all, step) = match &self.opposed {
            Some(_) => steps(&self.groups, most),
            None => (self.groups.clone(), 1),
        };
        let counts = all.iter().flat_map(|group| &group.counts);
        let counts: Vec<(i64, f64)> = counts.copied().collect();
        let bins = match &self.opposed {
            Some(_) => Bins::each(&counts)?,
            None => Bins::new(&counts, most)?,
        };
        let shown = |group: &&HistogramGroup| group.counts.iter().any(|pair| pair.1 > 0.0);
        let groups: Vec<&HistogramGroup> = all.iter().filter(shown).collect();
        // A single group needs no legend, unless it has a name.
        let named = |group: &&&HistogramGroup| groups.len() > 1 || !group.label.trim().is_empty();
        let legend = groups.iter().filter(named);
        let legend = legend.map(|group| (Symbol::Block(color(group.color)), group.label.as_str()));
        let mut sheet = Sheet::new(sheet_format, &self.title, &self.subtitle, legend.collect());
        let largest = bins.sums(&counts).into_iter().fold(0.0, f64::max);
        let height = sheet_format.height(HEIGHT);
        let mut plot = Plot::new(&sheet, height, Axis::shares(largest), (MEDIAN_ROOM, 0.0));
        let columns = PixelColumns::new(&plot, bins.len);
        plot.y_axis(&mut sheet, text_or(&self.y_label, "share of all trials"));
        draw_bars(&mut sheet, &plot, &columns, &bins, &groups);
        if let Some((median, mean)) = median(&counts).zip(mean(&counts)) {
            let x = columns.middle(bins.index(median));
            let words = match &self.opposed {
                Some(sides) => format!("median: {}", result_of(sides, median, step)),
                None => format!("median {}, mean {}", number(median), mean_label(mean)),
            };
            draw_median(&mut sheet, &plot, x, &words);
        }
        let labels: Vec<String> = match &self.opposed {
            Some(_) => (0..bins.len)
                .map(|bin| left_label(bins.start(bin), step))
                .collect(),
            None => (0..bins.len).map(|bin| bins.label(bin)).collect(),
        };
        draw_ticks(&mut sheet, &plot, &columns, (&bins, &labels));
        plot.x_axis(&mut sheet, &self.x_label);
        if let Some(sides) = &self.opposed {
            draw_sides(&mut sheet, &plot, sides);
        }
        draw_tooltips(&mut sheet, &plot, &columns, (&bins, &labels, &groups));
        let notes = match &self.opposed {
            Some(_) => Vec::new(),
            None => notes(&bins, &counts),
        };
        sheet.notes(notes, plot.end);
        Some(sheet)
    }
}

/// Returns groups with equal steps from zero to both ends in place of their values, and the number of
/// values of a step; at most `most` steps.
fn steps(groups: &[HistogramGroup], most: usize) -> (Vec<HistogramGroup>, i64) {
    let counts = groups.iter().flat_map(|group| &group.counts);
    let values = counts.map(|pair| pair.0);
    let ends = (values.clone().min().unwrap_or(0), values.max().unwrap_or(0));
    let half = |end: i64, step: i128| (i128::from(end).abs() + step - 1) / step;
    let fits = |step: &i128| half(ends.0.min(0), *step) + half(ends.1.max(0), *step) < most as i128;
    let step = round_steps().find(fits).map(i64::try_from);
    let step = step.and_then(Result::ok).unwrap_or(i64::MAX);
    let stepped = |group: &HistogramGroup| HistogramGroup {
        counts: (group.counts.iter())
            .map(|&(value, share)| {
                let steps = half(value, i128::from(step)) as i64;
                (value.signum() * steps, share)
            })
            .collect(),
        ..group.clone()
    };
    (groups.iter().map(stepped).collect(), step)
}

/// Returns the values of a step from zero: `3`, `11–20`.
fn left_label(steps: i64, step: i64) -> String {
    let far = steps.saturating_abs().saturating_mul(step);
    if step == 1 || far == 0 {
        number(far)
    } else {
        format!("{}–{}", number(far.saturating_sub(step - 1)), number(far))
    }
}

/// Returns steps from zero as the result of one of two opposed sides.
fn result_of(sides: &[OpposedSide; 2], steps: i64, step: i64) -> String {
    let name = match steps.signum() {
        -1 => &sides[0].name,
        1 => &sides[1].name,
        _ => return "no winner".to_owned(),
    };
    format!("{}, {} left", clean(name), left_label(steps, step))
}

/// Draws the titles of both halves below the axis.
fn draw_sides(sheet: &mut Sheet, plot: &Plot, sides: &[OpposedSide; 2]) {
    let top = plot.bottom + 31.0;
    let room = (plot.right - plot.left) / 2.0 - 8.0;
    let ends = [(plot.left, Align::TopLeft), (plot.right, Align::TopRight)];
    for (side, (x, align)) in sides.iter().zip(ends) {
        let title = SMALL.name(&side.x_label, room);
        sheet.text(title, (x, top), align, SMALL);
    }
}

/// Adds a tooltip for each column.
fn draw_tooltips(
    sheet: &mut Sheet,
    plot: &Plot,
    columns: &PixelColumns,
    (bins, labels, groups): (&Bins, &[String], &[&HistogramGroup]),
) {
    let sums = groups.iter().map(|group| bins.sums(&group.counts));
    let sums: Vec<Vec<f64>> = sums.collect();
    for bin in 0..bins.len {
        let all: f64 = sums.iter().map(|sums| sums[bin]).sum();
        let mut words = format!("{}: {}", labels[bin], percent(all, 1));
        let parts = groups.iter().zip(&sums).filter(|(_, sums)| sums[bin] > 0.0);
        let parts = parts.map(|(group, sums)| format!("{} {}", group.label, percent(sums[bin], 1)));
        let parts: Vec<String> = parts.collect();
        if groups.len() > 1 && !parts.is_empty() {
            words = format!("{words} ({})", parts.join(", "));
        }
        let x = columns.left(bin) + columns.pitch / 2.0;
        plot.tooltip(sheet, x, columns.pitch / 2.0, &words);
    }
}

/// Columns of equal width in whole pixels, from the left; centered only if they are few and broad.
struct PixelColumns {
    /// Left end of the first bar.
    start: f64,
    /// Distance between the left ends of two consecutive bars.
    pitch: f64,
    /// Blank part of the pitch.
    gap: f64,
}

impl PixelColumns {
    fn new(plot: &Plot, count: usize) -> Self {
        let count = count as f64;
        let room = plot.right - plot.left - 8.0;
        let pitch = (room / count).floor().clamp(1.0, BROADEST);
        let start = if pitch < BROADEST {
            plot.left + 4.0
        } else {
            (plot.middle() - pitch * count / 2.0).floor()
        };
        let gap = if pitch >= 6.0 {
            (pitch * 0.14).round().clamp(1.0, 8.0)
        } else {
            0.0
        };
        Self { start, pitch, gap }
    }

    fn left(&self, bin: usize) -> f64 {
        self.start + bin as f64 * self.pitch
    }

    fn middle(&self, bin: usize) -> f64 {
        self.left(bin) + (self.pitch - self.gap) / 2.0
    }
}

/// Draws the bars of each group on top of those of the previous groups.
fn draw_bars(
    sheet: &mut Sheet,
    plot: &Plot,
    columns: &PixelColumns,
    bins: &Bins,
    groups: &[&HistogramGroup],
) {
    let mut below = vec![0.0; bins.len];
    for group in groups {
        sheet.in_group(&group.label, |sheet| {
            for (bin, share) in bins.sums(&group.counts).into_iter().enumerate() {
                if share <= 0.0 {
                    continue;
                }
                let left = columns.left(bin);
                let (base, tip) = (plot.y(below[bin]), plot.y(below[bin] + share));
                below[bin] += share;
                let corner = (left + columns.pitch - columns.gap, base.round());
                sheet.rectangle((left, tip.round()), corner, color(group.color));
            }
        });
    }
}

/// Draws a dashed line through the bars with a label above it.
fn draw_median(sheet: &mut Sheet, plot: &Plot, x: f64, words: &str) {
    let line = vec![(x, plot.top - 3.0), (x, plot.bottom)];
    // White between the dashes keeps the line visible on dark bars.
    sheet.path(line.clone(), Stroke::solid(BACKGROUND, 1));
    sheet.path(line, Stroke::solid(INK, 1).dashed("4 3"));
    // The label may be wider than a narrow plot, and even wider than the sheet.
    let words = SMALL.shorten(words, sheet.room());
    let width = SMALL.width(&words);
    let middle = if width <= plot.right - plot.left {
        x.clamp(plot.left + width / 2.0, plot.right - width / 2.0)
    } else {
        sheet.clamped(x, width, sheet.margin())
    };
    sheet.text(words, (middle, plot.top - 13.0), Align::Middle, SMALL);
}

/// Draws the labels below the bars: every n-th that fits, and always those of open bins.
fn draw_ticks(
    sheet: &mut Sheet,
    plot: &Plot,
    columns: &PixelColumns,
    (bins, labels): (&Bins, &[String]),
) {
    let last = bins.len - 1;
    let widest = SMALL.widest(labels) + 12.0;
    let every = [1, 2, 5, 10, 20, 50, 100]
        .into_iter()
        .find(|&every| every as f64 * columns.pitch >= widest)
        .unwrap_or(100);
    // Labels are at bins that begin at round numbers.
    let stride = i128::from(bins.width) * every as i128;
    let offset = (0..every)
        .find(|&bin| i128::from(bins.start(bin)).rem_euclid(stride) == 0)
        .unwrap_or(0);
    let open = [(bins.is_open_below, 0), (bins.is_open_above, last)];
    let open = open.iter().filter(|one| one.0).map(|one| one.1);
    let hits_open = |bin: usize| {
        open.clone().any(|open| {
            let room = (columns.middle(open) - columns.middle(bin)).abs();
            let widths = [open, bin].map(|bin| SMALL.width(&labels[bin]));
            room < f64::midpoint(widths[0], widths[1]) + 8.0
        })
    };
    let closed = (offset..bins.len).step_by(every);
    for bin in closed.filter(|&bin| !hits_open(bin)).chain(open.clone()) {
        plot.x_tick(sheet, columns.middle(bin), &labels[bin]);
    }
}

/// Returns the notes about bin widths and open bins.
fn notes(bins: &Bins, counts: &[(i64, f64)]) -> Vec<String> {
    let mut notes = Vec::new();
    if bins.width > 1 {
        let which = match (bins.is_open_below, bins.is_open_above) {
            (false, false) => "Each bar",
            (false, true) => "Each bar but the last",
            (true, false) => "Each bar but the first",
            (true, true) => "Each bar but the first and the last",
        };
        notes.push(format!("{which} covers {} values.", number(bins.width)));
    }
    let values = totals(counts);
    if let (true, Some(&lowest)) = (bins.is_open_below, values.keys().next()) {
        let (end, lowest) = (number(bins.start(1) - 1), number(lowest));
        notes.push(format!(
            "The first bar covers all values from {lowest} to {end}."
        ));
    }
    if let (true, Some(&highest)) = (bins.is_open_above, values.keys().next_back()) {
        let (start, highest) = (number(bins.start(bins.len - 1)), number(highest));
        notes.push(format!(
            "The last bar covers all values from {start}, up to {highest}."
        ));
    }
    notes
}

/// Formats a mean, with one decimal below 100.
fn mean_label(mean: f64) -> String {
    if mean.abs() >= 100.0 {
        number(mean.round() as i64)
    } else {
        let symbol = if mean <= -0.05 { "\u{2212}" } else { "" };
        format!("{symbol}{:.1}", mean.abs())
    }
}
