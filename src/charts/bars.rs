//! Horizontal bars for shares: outcomes, and many yes/no shares in sections.

use super::canvas::{Anchor, Canvas, Level, WIDTH, sheet};
use super::data::{ShareBars, ShareRow, ShareSection, YesNoBars};
use super::error::ChartError;
use super::heading::{
    Heading, LABEL, MARGIN, NOTE_LINE, SMALL, STRONG, Sign, exact_marker, no_data, notes, whisker,
};
use super::palette::{AXIS, GRID, PAPER, Rgb, color};
use super::scale::{decimals, percent, share, share_axis, share_ticks, tick_label};
use super::text::{Weight, clean, clean_label, shorten, width};

/// The most bars; more are counted in a note. Nobody reads further, and pictures stay bounded.
const MOST_ROWS: usize = 100;
/// The widest area for labels.
const LABEL_LIMIT: f64 = 250.0;
/// A whisker shorter than this would look like a smudge at the bar's end.
const SHORTEST_WHISKER: f64 = 3.0;

/// What differs between the two kinds of chart.
struct Style {
    /// From one bar to the next.
    pitch: f64,
    bar: f64,
    /// Whether the interval is written out beside the share.
    intervals: bool,
}

impl ShareBars {
    /// The chart as SVG.
    ///
    /// # Errors
    /// Only when the drawing library fails; any data can be drawn.
    pub fn svg(&self) -> Result<String, ChartError> {
        let section = ShareSection {
            label: String::new(),
            rows: self.rows.clone(),
        };
        // Many bars move closer together.
        let (pitch, bar) = if self.rows.len() > 15 {
            (28.0, 17.0)
        } else {
            (40.0, 22.0)
        };
        let style = Style {
            pitch,
            bar,
            intervals: true,
        };
        bars(
            &self.title,
            &self.subtitle,
            (&self.interval, "share of trials"),
            &[section],
            &style,
        )
    }
}

impl YesNoBars {
    /// The chart as SVG.
    ///
    /// # Errors
    /// Only when the drawing library fails; any data can be drawn.
    pub fn svg(&self) -> Result<String, ChartError> {
        let x_label = if self.x_label.trim().is_empty() {
            "share of trials"
        } else {
            &self.x_label
        };
        let style = Style {
            pitch: 25.0,
            bar: 15.0,
            intervals: false,
        };
        bars(
            &self.title,
            &self.subtitle,
            (&self.interval, x_label),
            &self.sections,
            &style,
        )
    }
}

/// A bar ready to be drawn.
struct Bar {
    color: Rgb,
    label: String,
    share: Option<f64>,
    interval: Option<(f64, f64)>,
    exact: Option<f64>,
    percent: String,
    range: String,
}

impl Bar {
    fn new(row: &ShareRow, style: &Style) -> Self {
        let interval = share(row.low)
            .zip(share(row.high))
            .filter(|(low, high)| low < high);
        let digits = decimals(row.low, row.high);
        let share_drawn = share(row.share);
        let range = match interval {
            Some((low, high)) if style.intervals => {
                format!("{:.digits$}–{:.digits$}", low * 100.0, high * 100.0)
            }
            _ => String::new(),
        };
        Self {
            color: color(row.color),
            label: shorten(
                &clean_label(&row.label),
                LABEL.size,
                LABEL.weight,
                LABEL_LIMIT,
            ),
            share: share_drawn,
            interval,
            exact: row.exact.and_then(share),
            percent: share_drawn.map_or("no data".to_owned(), |share| percent(share, digits)),
            range,
        }
    }

    /// The largest number that the axis has to hold.
    fn reach(&self) -> f64 {
        let ends = [self.share, self.interval.map(|(_, high)| high), self.exact];
        ends.into_iter().flatten().fold(0.0, f64::max)
    }
}

/// Draws either kind.
fn bars(
    title: &str,
    subtitle: &str,
    (interval, x_label): (&str, &str),
    sections: &[ShareSection],
    style: &Style,
) -> Result<String, ChartError> {
    let count: usize = sections.iter().map(|section| section.rows.len()).sum();
    if count == 0 {
        return no_data(title, subtitle);
    }
    let mut room = MOST_ROWS;
    let shown: Vec<(String, Vec<Bar>)> = sections
        .iter()
        .map(|section| {
            let rows = &section.rows[..section.rows.len().min(room)];
            room -= rows.len();
            let bars = rows.iter().map(|row| Bar::new(row, style)).collect();
            (clean(&section.label), bars)
        })
        .filter(|(_, bars): &(String, Vec<Bar>)| !bars.is_empty())
        .collect();
    let all = || shown.iter().flat_map(|(_, bars)| bars);

    let axis = share_axis(all().map(Bar::reach).fold(0.0, f64::max));
    let widest = |text: fn(&Bar) -> &str, size: f64, weight: Weight| {
        all()
            .map(|bar| width(text(bar), size, weight).ceil())
            .fold(0.0, f64::max)
    };
    let label_width = widest(|bar| &bar.label, LABEL.size, LABEL.weight);
    let percent_width = widest(|bar| &bar.percent, STRONG.size, STRONG.weight);
    let range_width = widest(|bar| &bar.range, SMALL.size, SMALL.weight);
    let range_gap = if range_width > 0.0 { 9.0 } else { 0.0 };
    let left = MARGIN + label_width + 10.0;
    let right = WIDTH - MARGIN - percent_width - range_gap - range_width - 10.0;
    let x = |share: f64| left + (right - left) * share / axis.0;

    let long = |bar: &Bar| {
        bar.interval
            .is_some_and(|(low, high)| x(high) - x(low) >= SHORTEST_WHISKER)
    };
    let mut legend = Vec::new();
    if all().any(long) {
        let name = if interval.trim().is_empty() {
            "interval"
        } else {
            interval
        };
        legend.push((Sign::Whisker, name.to_owned()));
    }
    if all().any(|bar| bar.exact.is_some()) {
        legend.push((Sign::Exact, "exact".to_owned()));
    }
    let heading = Heading::new(title, subtitle, legend);
    let mut remarks = Vec::new();
    if count > MOST_ROWS {
        remarks.push(format!("The first {MOST_ROWS} of {count} are shown."));
    }

    let top = heading.height();
    let mut bottom = top + 4.0;
    for (index, (label, bars)) in shown.iter().enumerate() {
        bottom += section_height(label, index) + bars.len() as f64 * style.pitch;
    }
    let notes_top = bottom + 52.0;
    let height = notes_top + remarks.len() as f64 * NOTE_LINE + 6.0;

    sheet(height, heading.head(), |canvas| {
        heading.draw(canvas)?;
        for tick in share_ticks(axis) {
            let place = (x(tick), bottom + 8.0);
            let label = tick_label(tick, axis.1);
            canvas.text(&label, place, (Anchor::Middle, Level::Top), SMALL)?;
        }
        let x_label = shorten(
            &clean(x_label),
            SMALL.size,
            SMALL.weight,
            WIDTH - MARGIN - left,
        );
        canvas.text(
            &x_label,
            (left, bottom + 29.0),
            (Anchor::Start, Level::Top),
            SMALL,
        )?;
        let mut y = top + 4.0;
        for (index, (label, bars)) in shown.iter().enumerate() {
            let head = section_height(label, index);
            if !label.is_empty() {
                let label = shorten(label, STRONG.size, STRONG.weight, WIDTH - 2.0 * MARGIN);
                let place = (MARGIN, y + head - 13.0);
                canvas.text(&label, place, (Anchor::Start, Level::Middle), STRONG)?;
            }
            y += head;
            // Each section has its own stretch of grid, so that headings stand free.
            let end = y + bars.len() as f64 * style.pitch;
            for tick in share_ticks(axis) {
                let shade = if tick == 0.0 { AXIS } else { GRID };
                canvas.line((x(tick), y - 2.0), (x(tick), end + 2.0), shade, 1)?;
            }
            for bar in bars {
                draw_bar(canvas, bar, (left, y + style.pitch / 2.0), style, x)?;
                y += style.pitch;
            }
        }
        notes(canvas, &remarks, notes_top)
    })
}

/// Space above a section's bars.
fn section_height(label: &str, index: usize) -> f64 {
    match (label.is_empty(), index) {
        (true, 0) => 0.0,
        (true, _) => 12.0,
        (false, 0) => 24.0,
        (false, _) => 36.0,
    }
}

fn draw_bar(
    canvas: &mut Canvas,
    bar: &Bar,
    (left, middle): (f64, f64),
    style: &Style,
    x: impl Fn(f64) -> f64,
) -> Result<(), ChartError> {
    let half = style.bar / 2.0;
    let end_of_label = (Anchor::End, Level::Middle);
    canvas.text(&bar.label, (left - 10.0, middle), end_of_label, LABEL)?;
    let mut reach = left;
    if let Some(share) = bar.share {
        // What is more than nothing shows at least as a line.
        let end = if share > 0.0 {
            x(share).max(left + 1.0)
        } else {
            left
        };
        if share > 0.0 {
            canvas.rectangle((left, middle - half), (end, middle + half), bar.color)?;
        }
        reach = end;
    }
    if let Some((low, high)) = bar.interval
        && x(high) - x(low) >= SHORTEST_WHISKER
    {
        whisker(canvas, (x(low), x(high)), middle, half * 0.45)?;
        reach = reach.max(x(high));
    }
    if let Some(exact) = bar.exact {
        exact_marker(canvas, (x(exact), middle - half + 3.0))?;
        reach = reach.max(x(exact) + 4.0);
    }
    let start = (Anchor::Start, Level::Middle);
    let letters = if bar.share.is_some() { STRONG } else { SMALL };
    let after = reach + 8.0 + width(&bar.percent, letters.size, letters.weight);
    let end = if bar.range.is_empty() {
        after
    } else {
        after + 9.0 + width(&bar.range, SMALL.size, SMALL.weight)
    };
    // Grid lines stop behind numbers.
    canvas.rectangle(
        (reach + 5.0, middle - 8.0),
        (end + 3.0, middle + 8.0),
        PAPER,
    )?;
    canvas.text(&bar.percent, (reach + 8.0, middle), start, letters)?;
    canvas.text(&bar.range, (after + 9.0, middle), start, SMALL)
}
