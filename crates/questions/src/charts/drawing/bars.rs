//! Horizontal bars for shares: outcomes, and yes/no shares in sections.

use crate::charts::layers::{
    AXIS, Align, Axis, BACKGROUND, GRID, LABEL, Point, Rgb, SMALL, STRONG, Sheet, SheetFormat,
    Symbol, clean, color, decimals, left_out, percent, share, text_or,
};
use crate::charts::{ShareBars, ShareRow, ShareSection, YesNoBars};
use crate::stats::Interval;

/// Maximum number of bars, which limits the size of a picture; a note has the number of the rest.
const MOST_ROWS: usize = 100;
/// Maximum width of the label area.
const LABEL_LIMIT: f64 = 250.0;
const BESIDE: f64 = 100.0;
/// Distance of a label above its bar.
const LIFT: f64 = 21.0;
/// Gap between labels and bars, and between the longest bar and its numbers.
const GAP: f64 = 10.0;
/// Gap between a share and its interval.
const RANGE_GAP: f64 = 9.0;
/// Minimum length of a whisker, in pixels; shorter ones are illegible.
const SHORTEST_WHISKER: f64 = 3.0;
/// Decimals of exact shares of a whole, in percent.
const EXACT_DIGITS: usize = 2;
/// Default title of the axis.
const X_LABEL: &str = "share of trials";

impl ShareBars {
    pub(super) fn layers(&self, sheet_format: SheetFormat) -> Option<Sheet> {
        // Many bars are drawn closer together.
        let many = self.rows.len() > 15;
        let (pitch, bar) = if many { (28.0, 17.0) } else { (40.0, 22.0) };
        BarChart {
            title: &self.title,
            subtitle: &self.subtitle,
            interval: &self.interval,
            x_label: X_LABEL,
            sections: vec![("", &self.rows)],
            pitch,
            bar,
            ranges: true,
            parts: true,
        }
        .layers(sheet_format)
    }
}

impl YesNoBars {
    pub(super) fn layers(&self, sheet_format: SheetFormat) -> Option<Sheet> {
        fn section(section: &ShareSection) -> (&str, &[ShareRow]) {
            (&section.label, &section.rows)
        }
        BarChart {
            title: &self.title,
            subtitle: &self.subtitle,
            interval: &self.interval,
            x_label: text_or(&self.x_label, X_LABEL),
            sections: self.sections.iter().map(section).collect(),
            pitch: 25.0,
            bar: 15.0,
            ranges: false,
            parts: false,
        }
        .layers(sheet_format)
    }
}

/// Common form of both kinds of bar charts.
struct BarChart<'a> {
    title: &'a str,
    subtitle: &'a str,
    interval: &'a str,
    x_label: &'a str,
    sections: Vec<(&'a str, &'a [ShareRow])>,
    /// Distance between the tops of two consecutive bars.
    pitch: f64,
    /// Height of a bar.
    bar: f64,
    /// True if intervals are printed next to shares.
    ranges: bool,
    /// True if bars are parts of a whole, which readers can select one by one.
    parts: bool,
}

/// Bar with its texts, ready to be drawn.
struct Bar {
    color: Rgb,
    label: String,
    share: Option<f64>,
    interval: Option<(f64, f64)>,
    percent: String,
    range: String,
}

impl Bar {
    fn new(row: &ShareRow, ranges: bool, limit: f64) -> Self {
        let Interval { low, high } = row.interval;
        let interval = share(low).zip(share(high));
        let interval = interval.filter(|(low, high)| low < high);
        let digits = match interval {
            None if ranges => EXACT_DIGITS,
            _ => decimals(low, high),
        };
        let known = share(row.share);
        let range = interval.filter(|_| ranges);
        let range = range.map(|(low, high)| (low * 100.0, high * 100.0));
        Self {
            color: color(row.color),
            label: LABEL.name(&row.label, limit),
            share: known,
            interval,
            percent: known.map_or("no data".to_owned(), |share| percent(share, digits)),
            range: range.map_or(String::new(), |(low, high)| {
                format!("{low:.digits$}–{high:.digits$}")
            }),
        }
    }

    /// Returns the tooltip: label, share and interval.
    fn tooltip_text(&self) -> String {
        let mut words = format!("{}: {}", self.label, self.percent);
        if let Some((low, high)) = self.interval {
            let digits = decimals(low, high);
            let [low, high] = [low, high].map(|end| end * 100.0);
            words = format!("{words}, interval {low:.digits$}–{high:.digits$}%");
        }
        words
    }

    /// Returns the largest share that the axis must cover.
    fn reach(&self) -> f64 {
        let ends = [self.share, self.interval.map(|(_, high)| high)];
        ends.into_iter().flatten().fold(0.0, f64::max)
    }
}

/// Bars below one heading.
struct BarSection {
    label: String,
    bars: Vec<Bar>,
    /// Space above the bars.
    head: f64,
}

/// Horizontal extent of the bars, and their axis.
struct BarExtent {
    left: f64,
    right: f64,
    scale: Axis,
    /// Height of labels above their bars; 0 if labels are to the left.
    lift: f64,
}

impl BarChart<'_> {
    fn layers(&self, sheet_format: SheetFormat) -> Option<Sheet> {
        let limit = sheet_format.either(
            LABEL_LIMIT,
            sheet_format.width() - 2.0 * sheet_format.margin(),
        );
        let sections = self.shown_sections(limit);
        let bars: Vec<&Bar> = sections.iter().flat_map(|section| &section.bars).collect();
        if bars.is_empty() {
            return None;
        }
        let columns = BarExtent::new(sheet_format, &bars);
        let pitch = self.pitch + columns.lift;
        let mut legend = Vec::new();
        if bars.iter().any(|bar| columns.whisker(bar).is_some()) {
            legend.push((Symbol::Whisker, text_or(self.interval, "interval")));
        }
        let mut sheet = Sheet::new(sheet_format, self.title, self.subtitle, legend);
        let mut y = sheet.height + 4.0;
        let heads: f64 = sections.iter().map(|section| section.head).sum();
        let bottom = y + heads + bars.len() as f64 * pitch;
        columns.draw_axis(&mut sheet, self.x_label, bottom);
        for section in &sections {
            y += section.head;
            let label = STRONG.shorten(&section.label, sheet.room());
            let margin = sheet.margin();
            sheet.text(label, (margin, y - 13.0), Align::Left, STRONG);
            let end = y + section.bars.len() as f64 * pitch;
            columns.draw_grid(&mut sheet, y, end);
            for bar in &section.bars {
                let middle = y + columns.lift + self.pitch / 2.0;
                let to = if self.parts { &bar.label } else { "" };
                sheet.in_group(to, |sheet| {
                    columns.draw_bar(sheet, bar, middle, self.bar / 2.0);
                });
                let ends = (margin, sheet.width - margin);
                sheet.tooltip((ends.0, y), (ends.1, y + pitch), &bar.tooltip_text());
                y += pitch;
            }
        }
        let count = self.sections.iter().map(|(_, rows)| rows.len()).sum();
        sheet.notes(left_out(bars.len(), count, ""), bottom + 52.0);
        Some(sheet)
    }

    /// Returns the sections that have bars, with at most `MOST_ROWS` bars in all.
    fn shown_sections(&self, limit: f64) -> Vec<BarSection> {
        let mut room = MOST_ROWS;
        let mut shown = Vec::new();
        for (label, rows) in &self.sections {
            let rows = &rows[..rows.len().min(room)];
            room -= rows.len();
            if rows.is_empty() {
                continue;
            }
            let label = clean(label);
            let head = match (label.is_empty(), shown.is_empty()) {
                (true, true) => 0.0,
                (true, false) => 12.0,
                (false, true) => 24.0,
                (false, false) => 36.0,
            };
            let bars = rows.iter().map(|row| Bar::new(row, self.ranges, limit));
            let bars = bars.collect();
            shown.push(BarSection { label, bars, head });
        }
        shown
    }
}

impl BarExtent {
    /// Fits the plot area between the widest labels and numbers.
    fn new(sheet_format: SheetFormat, bars: &[&Bar]) -> Self {
        let labels = LABEL.widest(bars.iter().map(|bar| &bar.label)).ceil();
        let percents = STRONG.widest(bars.iter().map(|bar| &bar.percent)).ceil();
        let ranges = SMALL.widest(bars.iter().map(|bar| &bar.range)).ceil();
        let range_gap = if ranges > 0.0 { RANGE_GAP } else { 0.0 };
        // On a narrow sheet, labels and intervals beside the bars would leave hardly any room for
        // them.
        let above = sheet_format.is_narrow() && (labels > BESIDE || ranges > 0.0);
        let behind = percents + if above { 0.0 } else { range_gap + ranges };
        Self {
            left: sheet_format.margin() + if above { 0.0 } else { labels + GAP },
            right: sheet_format.width() - sheet_format.margin() - behind - GAP,
            lift: if above { LIFT } else { 0.0 },
            scale: Axis::shares(bars.iter().map(|bar| bar.reach()).fold(0.0, f64::max)),
        }
    }

    fn x(&self, share: f64) -> f64 {
        self.left + (self.right - self.left) * share / self.scale.high
    }

    /// Returns the ends of a bar's whisker, if it is long enough to be drawn.
    fn whisker(&self, bar: &Bar) -> Option<(f64, f64)> {
        let ends = bar.interval.map(|(low, high)| (self.x(low), self.x(high)));
        ends.filter(|(low, high)| high - low >= SHORTEST_WHISKER)
    }

    /// Draws the ticks and the title below the bars.
    fn draw_axis(&self, sheet: &mut Sheet, title: &str, bottom: f64) {
        let mut taken = f64::NEG_INFINITY;
        for (tick, label) in &self.scale.ticks {
            let half = SMALL.width(label) / 2.0;
            let x = sheet.clamped(self.x(*tick), 2.0 * half, 2.0);
            if x - half < taken + 6.0 {
                continue;
            }
            taken = x + half;
            sheet.text(label, (x, bottom + 8.0), Align::Top, SMALL);
        }
        let title = SMALL.fit(title, sheet.width - sheet.margin() - self.left);
        sheet.text(title, (self.left, bottom + 29.0), Align::TopLeft, SMALL);
    }

    /// Draws the grid lines of a section, none of which runs through a heading.
    fn draw_grid(&self, sheet: &mut Sheet, top: f64, bottom: f64) {
        for (tick, _) in &self.scale.ticks {
            let shade = if *tick == 0.0 { AXIS } else { GRID };
            let x = self.x(*tick);
            sheet.line((x, top - 2.0), (x, bottom + 2.0), shade, 1);
        }
    }

    /// Draws a bar with its label, whisker and numbers.
    fn draw_bar(&self, sheet: &mut Sheet, bar: &Bar, middle: f64, half: f64) {
        if self.lift > 0.0 {
            let above = middle - half - 11.0;
            let end = sheet.width - sheet.margin();
            let room = sheet.room() - SMALL.width(&bar.range) - GAP;
            let label = LABEL.shorten(&bar.label, room);
            sheet.text(label, (self.left, above), Align::Left, LABEL);
            sheet.text(&bar.range, (end, above), Align::Right, SMALL);
        } else {
            let before = (self.left - GAP, middle);
            sheet.text(&bar.label, before, Align::Right, LABEL);
        }
        let mut reach = self.left;
        if let Some(share) = bar.share.filter(|share| *share > 0.0) {
            // A positive share is at least one pixel wide.
            reach = self.x(share).max(self.left + 1.0);
            let lower_right = (reach, middle + half);
            sheet.rectangle((self.left, middle - half), lower_right, bar.color);
        }
        if let Some((low, high)) = self.whisker(bar) {
            sheet.whisker((low, middle), (high, middle), (0.0, half * 0.45));
            reach = reach.max(high);
        }
        let ranges = self.lift == 0.0;
        draw_numbers(sheet, bar, (reach + 8.0, middle), ranges);
    }
}

/// Draws the numbers of a bar after its whisker.
fn draw_numbers(sheet: &mut Sheet, bar: &Bar, (start, middle): Point, ranges: bool) {
    let label_style = if bar.share.is_some() { STRONG } else { SMALL };
    let after = start + label_style.width(&bar.percent);
    let range = if ranges { bar.range.as_str() } else { "" };
    let end = if range.is_empty() {
        after
    } else {
        after + RANGE_GAP + SMALL.width(range)
    };
    // A blank rectangle hides the grid lines under the numbers.
    let lower_right = (end + 3.0, middle + 8.0);
    sheet.rectangle((start - 3.0, middle - 8.0), lower_right, BACKGROUND);
    sheet.text(&bar.percent, (start, middle), Align::Left, label_style);
    sheet.text(range, (after + RANGE_GAP, middle), Align::Left, SMALL);
}
