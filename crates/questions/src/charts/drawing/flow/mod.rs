//! Sankey diagram of the flow between nodes, from top to bottom, since narrow screens are taller
//! than wide.
//!
//! Rows follow from the links: a node is below all its predecessors, and the ends are at the
//! bottom. Links to the same node share a band in the rows between. Back links run up at the left,
//! with arrows. Ends and their links have colors; all else is gray.

mod band;
mod graph;
mod label;
mod placement;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use crate::charts::ColorRole;
use crate::charts::layers::{
    Align, Point, Rgb, SOFT_INK, Sheet, SheetFormat, area, color, for_cell, percent, tint,
};
use crate::charts::{ChartLink, FlowChart};
use graph::Graph;
use label::{Label, line};
use placement::{BACK_LINK_GAP, BESIDE, FlowPlacement, RowItem, lanes, width};

/// Blank space above and below the text inside a node.
const PADDING: f64 = 6.0;
/// Minimum and maximum distance between rows, without the room for back links. The distance grows
/// with the horizontal distance that bands cover, by `SLOPE`. It is the minimum for more than
/// `MANY_ROWS` rows.
const LOW_PITCH: f64 = 44.0;
const PITCH: f64 = 120.0;
const SLOPE: f64 = 0.3;
const MANY_ROWS: usize = 12;
/// Height of an arrowhead.
const TIP: f64 = 11.0;
/// Maximum number of links in the text alternative.
const MOST_WORDS: usize = 40;

impl FlowChart {
    pub(super) fn layers(&self, sheet_format: SheetFormat) -> Option<Sheet> {
        let graph = Graph::of(self)?;
        let mut sheet = Sheet::new(sheet_format, &self.title, &self.subtitle, Vec::new());
        let room = (sheet.margin(), sheet.width - sheet.margin());
        let placed = FlowPlacement::new(&graph, room, sheet_format.large());
        let rows = row_heights(&graph, &placed, sheet.height + 4.0);
        let end = rows.last().map_or(sheet.height, |row| row.1);
        let drawing = Drawing {
            graph: &graph,
            placed: &placed,
            rows,
        };
        drawing.draw(&mut sheet);
        let left_out = (graph.left_out > 0).then(|| {
            let shown = graph.nodes.len();
            let all = shown + graph.left_out;
            format!("The {shown} of {all} scenes that are visited most often are shown.")
        });
        sheet.notes(left_out, end + 16.0);
        Some(sheet)
    }

    /// Describes the links as text, for readers who do not see the chart.
    pub(super) fn in_words(&self) -> String {
        let mut words = String::new();
        let taken = self.links.iter().filter(|link| link.mean > 0.0);
        for link in taken.take(MOST_WORDS) {
            if let (Some(from), Some(to)) = (self.nodes.get(link.from), self.nodes.get(link.to)) {
                let mean = percent(link.mean, 0);
                // Writing to a `String` cannot fail.
                let _ = write!(words, "; {} to {}: {mean}", from.label, to.label);
            }
        }
        words
    }
}

/// Returns the top and the bottom of each row.
fn row_heights(graph: &Graph, placed: &FlowPlacement, top: f64) -> Vec<(f64, f64)> {
    let mut y = top;
    let mut rows = Vec::new();
    for (row, items) in placed.rows.iter().enumerate() {
        y += room(graph, placed, |link| graph.nodes[link.to].row == row);
        if row > 0 {
            y += pitch(placed, row);
        }
        let labels = items
            .iter()
            .filter_map(|&item| placed.items[item].label.as_ref());
        let text = labels
            .map(Label::height)
            .fold(line(placed.label_style), f64::max);
        let height = text + 2.0 * PADDING;
        y = y.round();
        rows.push((y, y + height));
        y += height + room(graph, placed, |link| graph.nodes[link.from].row == row);
    }
    rows
}

/// Returns the distance between a row and the one before it.
fn pitch(placed: &FlowPlacement, row: usize) -> f64 {
    if placed.rows.len() > MANY_ROWS {
        return LOW_PITCH;
    }
    let items = &placed.items;
    let parts = placed.parts.iter().filter(|part| items[part.to].row == row);
    let sideways = parts.filter(|part| part.mean > 0.0).map(|part| {
        let (from, to) = (&items[part.from], &items[part.to]);
        (from.x - to.x)
            .abs()
            .min((from.x + from.width - to.x - to.width).abs())
    });
    (LOW_PITCH + SLOPE * sideways.fold(0.0, f64::max)).min(PITCH)
}

/// Returns the room for back links above or below a row.
fn room(graph: &Graph, placed: &FlowPlacement, is_own: impl Fn(&ChartLink) -> bool) -> f64 {
    let own = graph.back_links.iter().filter(|link| is_own(link));
    let widths = own.map(|link| width(link.mean, placed.scale).round() + BACK_LINK_GAP);
    let room: f64 = widths.sum();
    if room > 0.0 { room + TIP } else { 0.0 }
}

/// Returns the width of a band; 0 for a link that is never taken.
fn taken(mean: f64, scale: f64) -> f64 {
    if mean > 0.0 { width(mean, scale) } else { 0.0 }
}

struct Drawing<'a> {
    graph: &'a Graph<'a>,
    placed: &'a FlowPlacement,
    /// Top and bottom of each row.
    rows: Vec<(f64, f64)>,
}

impl Drawing<'_> {
    fn draw(&self, sheet: &mut Sheet) {
        let mut below = vec![0.0; self.placed.items.len()];
        let mut above = below.clone();
        for (item, one) in self.placed.items.iter().enumerate() {
            let (came, left) = self.sums(item);
            above[item] = one.x + ((one.width - came) / 2.0).max(0.0);
            below[item] = one.x + ((one.width - left) / 2.0).max(0.0);
        }
        let returns = self.returns(&mut below, &mut above);
        for route in &returns {
            route.draw(sheet);
        }
        self.draw_parts(sheet, (&mut below, &mut above));
        for route in &returns {
            route.draw_tip(sheet);
        }
        for item in &self.placed.items {
            self.draw_item(sheet, item);
        }
    }

    /// Returns the total widths of the incoming and the outgoing bands of an item.
    fn sums(&self, item: usize) -> (f64, f64) {
        let scale = self.placed.scale;
        let (mut came, mut left) = (0.0, 0.0);
        for part in self.placed.parts.iter().chain(&self.graph.back_links) {
            let width = taken(part.mean, scale);
            came += if part.to == item { width } else { 0.0 };
            left += if part.from == item { width } else { 0.0 };
        }
        (came, left)
    }

    /// Returns the routes of the back links, which start and end at the left.
    fn returns(&self, below: &mut [f64], above: &mut [f64]) -> Vec<band::Route> {
        let scale = self.placed.scale;
        let lanes = lanes(self.graph, scale, |rows| self.placed.left(rows));
        let mut under = vec![0.0; self.graph.rows];
        let mut over = under.clone();
        let mut routes = Vec::new();
        for (link, left) in self.graph.back_links.iter().zip(lanes) {
            let width = width(link.mean, scale).round();
            let [from, to] = [link.from, link.to].map(|end| self.graph.nodes[end].row);
            let bottom = self.rows[from].1;
            let top = self.rows[to].0;
            let down = bottom + BACK_LINK_GAP + under[from] + width / 2.0;
            let up = top - TIP - BACK_LINK_GAP - over[to] - width / 2.0;
            under[from] += width + BACK_LINK_GAP;
            over[to] += width + BACK_LINK_GAP;
            let (start, end) = (below[link.from] + width / 2.0, above[link.to] + width / 2.0);
            below[link.from] += width;
            above[link.to] += width;
            routes.push(band::Route {
                start: (start, bottom),
                down,
                lane: left + width / 2.0,
                up,
                end: (end, top),
                width,
                color: tint(SOFT_INK, 0.14),
            });
        }
        routes
    }

    /// Draws the bands from row to row, the largest first, so that small ones stay visible.
    fn draw_parts(&self, sheet: &mut Sheet, (below, above): (&mut [f64], &mut [f64])) {
        let FlowPlacement {
            items,
            parts,
            scale,
            ..
        } = self.placed;
        let mut ends: Vec<(Point, Point)> = vec![Default::default(); parts.len()];
        let mut order: Vec<usize> = (0..parts.len()).collect();
        order.sort_by(|&a, &b| items[parts[a].to].x.total_cmp(&items[parts[b].to].x));
        for &part in &order {
            let from = parts[part].from;
            ends[part].0 = (below[from], self.rows[items[from].row].1);
            below[from] += taken(parts[part].mean, *scale);
        }
        order.sort_by(|&a, &b| items[parts[a].from].x.total_cmp(&items[parts[b].from].x));
        for &part in &order {
            let to = parts[part].to;
            ends[part].1 = (above[to], self.rows[items[to].row].0);
            above[to] += taken(parts[part].mean, *scale);
        }
        order.sort_by(|&a, &b| parts[b].mean.total_cmp(&parts[a].mean));
        for part in order {
            let (from, to) = ends[part];
            let mean = parts[part].mean;
            let target = &items[parts[part].to];
            if mean > 0.0 {
                let color = self.color_towards(target.node);
                band::draw(sheet, (from, to), width(mean, *scale), color);
            } else if target.weight <= 0.0 {
                band::draw_unused(sheet, from, to);
            }
        }
    }

    /// Returns the color of a band to a node.
    fn color_towards(&self, node: usize) -> Rgb {
        match self.graph.nodes[node].given.end {
            Some(ColorRole::Neutral) | None => tint(SOFT_INK, 0.2),
            Some(role) => area(color(role)),
        }
    }

    fn draw_item(&self, sheet: &mut Sheet, item: &RowItem) {
        let (top, bottom) = self.rows[item.row];
        let right = item.x + item.width;
        if item.passes {
            if item.weight > 0.0 {
                let color = self.color_towards(item.node);
                band::draw_through(sheet, (item.x, top), (right, bottom), color);
            } else {
                band::draw_unused(sheet, (item.x, top), (item.x, bottom));
            }
            return;
        }
        let node = &self.graph.nodes[item.node];
        let fill = node.given.end.map_or(SOFT_INK, color);
        sheet.rectangle((item.x, top), (right, bottom), fill);
        let Some(label) = &item.label else { return };
        let style = self.placed.label_style;
        let (x, align, style) = if label.inside {
            let middle = item.x + item.width / 2.0;
            (middle, Align::Middle, style.in_color(for_cell(fill)))
        } else {
            let x = (right + BESIDE).min(sheet.width - label.width);
            (x, Align::Left, style)
        };
        let mut y = f64::midpoint(top, bottom) - (label.height() - line(style)) / 2.0;
        for text in &label.lines {
            sheet.text(text, (x, y), align, style.bold());
            y += line(style);
        }
        sheet.text(&label.figure, (x, y), align, style);
    }
}
