//! Layout of a flow: the items of each row, with their order, widths and positions.

use std::ops::RangeInclusive;

use super::graph::Graph;
use super::label::{Label, NodeText};
use crate::charts::ChartLink;
use crate::charts::layers::{LabelStyle, place_apart};

/// Gap between neighboring items.
const GAP: f64 = 16.0;
/// Gap between a node and the text beside it.
pub const BESIDE: f64 = 8.0;
/// Gap between back links.
pub const BACK_LINK_GAP: f64 = 8.0;
/// Minimum width of a node.
const NARROWEST: f64 = 4.0;
/// Maximum scale in pixels, and the scale to reach if names allow it.
const WIDEST: f64 = 500.0;
const WIDE: f64 = 300.0;
/// Maximum fraction of the room for back links.
const WIDEST_BACK_LINKS: f64 = 0.2;
/// Room to which the limits apply, and limits on the width of names beside nodes and of long words
/// in them.
const USUAL: f64 = 680.0;
const LIMITS: [(f64, f64); 4] = [(170.0, 260.0), (130.0, 200.0), (105.0, 150.0), (85.0, 85.0)];
/// Number of passes that improve the order and the positions.
const SWEEPS: usize = 12;

/// Item of a row: a node, or a band that passes through the row.
#[derive(Default)]
pub struct RowItem {
    /// The node, or the target of a passing band.
    pub node: usize,
    /// True if it is a passing band.
    pub passes: bool,
    pub row: usize,
    pub weight: f64,
    /// Width, and left end, in pixels.
    pub width: f64,
    pub x: f64,
    /// Text of a node; `None` for a passing band.
    pub label: Option<Label>,
}

impl RowItem {
    /// Returns the width of the item, including the text beside it.
    fn slot(&self) -> f64 {
        match &self.label {
            Some(label) if !label.inside => self.width + BESIDE + label.width,
            _ => self.width,
        }
    }

    fn middle(&self) -> f64 {
        self.x + self.width / 2.0
    }
}

/// Items and parts of a flow with their positions.
pub struct FlowPlacement {
    pub items: Vec<RowItem>,
    /// Parts of the links, from an item to an item in the next row.
    pub parts: Vec<ChartLink>,
    /// Items of each row from left to right.
    pub rows: Vec<Vec<usize>>,
    /// Width in pixels of a mean of 1.
    pub scale: f64,
    /// Fonts of the labels.
    pub label_style: LabelStyle,
}

/// Returns the width of a band.
pub fn width(mean: f64, scale: f64) -> f64 {
    (mean * scale).max(1.0)
}

/// Returns the left end of the upward part of each back link. It is to the left of all that it
/// encloses: other back links, and items, whose left end `edge` returns for a range of rows.
pub fn lanes(graph: &Graph, scale: f64, edge: impl Fn(RangeInclusive<usize>) -> f64) -> Vec<f64> {
    // First and last row beside each part, and its left end.
    let mut lanes: Vec<(usize, usize, f64)> = Vec::new();
    for link in &graph.back_links {
        let [from, to] = [link.from, link.to].map(|end| graph.nodes[end].row);
        let is_beside = |lane: &&(usize, usize, f64)| lane.0 <= from && to <= lane.1;
        let beside = lanes.iter().filter(is_beside).map(|lane| lane.2);
        let free = beside.fold(edge(to..=from), f64::min);
        let width = width(link.mean, scale).round();
        lanes.push((to, from, free - BACK_LINK_GAP - width));
    }
    lanes.into_iter().map(|lane| lane.2).collect()
}

/// Returns the room for back links at the left.
fn back_link_room(graph: &Graph, scale: f64) -> f64 {
    let lanes = lanes(graph, scale, |_| 0.0).into_iter();
    -lanes.fold(0.0, f64::min)
}

impl FlowPlacement {
    /// Lays out a graph between `left` and `right`.
    pub fn new(graph: &Graph, (left, right): (f64, f64), label_style: LabelStyle) -> Self {
        let mut placed = Self::of(graph, label_style);
        placed.order(graph);
        placed.size(graph, right - left);
        let back_link_room = back_link_room(graph, placed.scale);
        placed.put(left + back_link_room, right);
        placed.center((left, right), back_link_room);
        placed
    }

    fn of(graph: &Graph, label_style: LabelStyle) -> Self {
        let nodes = graph.nodes.iter().enumerate();
        let items = nodes.map(|(node, one)| RowItem {
            node,
            row: one.row,
            weight: one.weight,
            ..RowItem::default()
        });
        let mut placed = Self {
            items: items.collect(),
            parts: Vec::new(),
            rows: vec![Vec::new(); graph.rows],
            scale: 1.0,
            label_style,
        };
        for link in &graph.links {
            placed.follow(graph, link);
        }
        for (index, item) in placed.items.iter().enumerate() {
            placed.rows[item.row].push(index);
        }
        placed
    }

    /// Adds a link row by row. Links to the same node share items in the rows that they pass.
    fn follow(&mut self, graph: &Graph, link: &ChartLink) {
        let mut from = link.from;
        for row in graph.nodes[link.from].row + 1..graph.nodes[link.to].row {
            let mut items = self.items.iter();
            let found = items.position(|one| one.passes && one.row == row && one.node == link.to);
            let passing = found.unwrap_or(self.items.len());
            if found.is_none() {
                self.items.push(RowItem {
                    node: link.to,
                    passes: true,
                    row,
                    ..RowItem::default()
                });
            }
            self.items[passing].weight += link.mean;
            self.join(from, passing, link.mean);
            from = passing;
        }
        self.join(from, link.to, link.mean);
    }

    fn join(&mut self, from: usize, to: usize, mean: f64) {
        let mut parts = self.parts.iter_mut();
        match parts.find(|part| part.from == from && part.to == to) {
            Some(part) => part.mean += mean,
            None => self.parts.push(ChartLink { from, to, mean }),
        }
    }

    /// Orders the rows so that few links cross.
    fn order(&mut self, graph: &Graph) {
        let mut best = (self.crossings(graph), self.rows.clone());
        for sweep in 0..2 * SWEEPS {
            let down = sweep % 2 == 0;
            if sweep == SWEEPS {
                // Sorts again from the reverse order, since the result depends on the initial
                // order.
                for row in &mut self.rows {
                    row.sort_unstable_by(|a, b| b.cmp(a));
                }
            }
            for row in self.swept(down) {
                let places = self.places();
                let wish = |item: usize| self.attraction(item, down, |other| places[other]);
                let mut order: Vec<(f64, usize)> = self.rows[row]
                    .iter()
                    .map(|&item| (wish(item).unwrap_or(places[item]), item))
                    .collect();
                order.sort_by(|a, b| a.0.total_cmp(&b.0));
                self.rows[row] = order.into_iter().map(|(_, item)| item).collect();
            }
            self.swap(graph);
            let crossings = self.crossings(graph);
            if crossings < best.0 {
                best = (crossings, self.rows.clone());
            }
        }
        self.rows = best.1;
    }

    /// Returns all rows, from the top or from the bottom.
    fn swept(&self, down: bool) -> impl Iterator<Item = usize> + use<> {
        let count = self.rows.len();
        (0..count).map(move |step| if down { step } else { count - 1 - step })
    }

    /// Swaps neighbors as long as that reduces crossings.
    fn swap(&mut self, graph: &Graph) {
        for row in 0..self.rows.len() {
            for place in 1..self.rows[row].len() {
                let before = self.crossings(graph);
                self.rows[row].swap(place - 1, place);
                if self.crossings(graph) >= before {
                    self.rows[row].swap(place - 1, place);
                }
            }
        }
    }

    /// Returns the relative position of each item in its row, 0 to 1.
    fn places(&self) -> Vec<f64> {
        let mut places = vec![0.0; self.items.len()];
        for row in &self.rows {
            for (place, &item) in row.iter().enumerate() {
                places[item] = (place as f64 + 0.5) / row.len() as f64;
            }
        }
        places
    }

    /// Returns the weighted mean position of an item's predecessors (`up`), or its successors.
    fn attraction(&self, item: usize, up: bool, place: impl Fn(usize) -> f64) -> Option<f64> {
        let own = self.parts.iter().filter_map(|part| match up {
            true if part.to == item => Some((part.from, part.mean)),
            false if part.from == item => Some((part.to, part.mean)),
            _ => None,
        });
        let (mut all, mut sum) = (0.0, 0.0);
        for (other, mean) in own {
            // Links that are never taken get a small weight.
            let mean = mean + 1e-6;
            all += mean;
            sum += mean * place(other);
        }
        (all > 0.0).then(|| sum / all)
    }

    /// Returns the total weight of all crossings. Two crossing parts count with the smaller of their
    /// means, an end of a back link with the weight of the items to its left, at most its own mean.
    fn crossings(&self, graph: &Graph) -> f64 {
        let places = self.places();
        let mut sum = 0.0;
        for (index, a) in self.parts.iter().enumerate() {
            for b in &self.parts[index + 1..] {
                if self.items[a.from].row == self.items[b.from].row
                    && (places[a.from] < places[b.from]) != (places[a.to] < places[b.to])
                    && a.from != b.from
                    && a.to != b.to
                {
                    sum += a.mean.min(b.mean) + 0.03;
                }
            }
        }
        for link in &graph.back_links {
            for end in [link.from, link.to] {
                let row = self.rows[self.items[end].row].iter();
                let left = row.take_while(|&&item| item != end);
                let left: f64 = left.map(|&item| self.items[item].weight + 0.03).sum();
                sum += left.min(link.mean + 0.03);
            }
        }
        // In a tie, ends keep their order.
        for row in &self.rows {
            let transposed = row.windows(2).filter(|pair| pair[0] > pair[1]).count();
            sum += 1e-3 * transposed as f64;
        }
        sum
    }

    /// Determines the largest scale at which all items fit.
    fn size(&mut self, graph: &Graph, room: f64) {
        let words = graph.nodes.iter();
        let words = words.map(|node| NodeText::of(node.given, node.weight, self.label_style));
        let words: Vec<NodeText> = words.collect();
        let mut best: Option<(bool, f64, Vec<Label>)> = None;
        // With less room, names get the same fraction of it.
        let part = (room / USUAL).min(1.0);
        for (limit, word) in LIMITS.map(|(limit, word)| (limit * part, word * part)) {
            let beside: Vec<Label> = words.iter().map(|one| one.beside(limit, word)).collect();
            let mut scale = WIDEST;
            self.resize(scale, (&words, &beside));
            while scale > 20.0 && !self.fits(graph, room) {
                scale *= 0.97;
                self.resize(scale, (&words, &beside));
            }
            let whole = !beside.iter().any(|label| label.cut);
            let better = match &best {
                None => true,
                Some((known, former, _)) if *known == whole => *former < WIDE && scale > *former,
                Some((known, former, _)) => !known && scale > former * 0.5,
            };
            if better {
                best = Some((whole, scale, beside));
            }
        }
        if let Some((_, scale, beside)) = best {
            self.resize(scale, (&words, &beside));
        }
    }

    /// Sets the scale, with the widths and the labels that follow from it.
    fn resize(&mut self, scale: f64, (words, beside): (&[NodeText], &[Label])) {
        self.scale = scale;
        for item in &mut self.items {
            let least = if item.passes { 1.0 } else { NARROWEST };
            item.width = (item.weight * scale).max(least);
            if !item.passes {
                let inside = words[item.node].inside(item.width);
                item.label = inside.or_else(|| Some(beside[item.node].clone()));
            }
        }
    }

    /// Returns whether the items of each row and the back links have room beside each other.
    fn fits(&self, graph: &Graph, room: f64) -> bool {
        let back_link_room = back_link_room(graph, self.scale);
        back_link_room <= room * WIDEST_BACK_LINKS
            && self.rows.iter().all(|row| {
                let slots = row.iter().map(|&item| self.items[item].slot());
                let gaps = GAP * row.len().saturating_sub(1) as f64;
                slots.sum::<f64>() + gaps + back_link_room <= room
            })
    }

    /// Places the items so that links are as straight as the room allows.
    fn put(&mut self, left: f64, right: f64) {
        let middle = f64::midpoint(left, right);
        for row in 0..self.rows.len() {
            self.settle(row, (left, right), |_, _| Some(middle));
        }
        for sweep in 0..2 * SWEEPS {
            let down = sweep % 2 == 0;
            for row in self.swept(down) {
                self.settle(row, (left, right), |placed, item| {
                    let middle = |up: bool| {
                        placed.attraction(item, up, |other| placed.items[other].middle())
                    };
                    if sweep < SWEEPS {
                        return middle(down);
                    }
                    if placed.items[item].passes {
                        // A passing band bends once, at its beginning.
                        return middle(false);
                    }
                    // The last sweeps use the mean of predecessors and successors.
                    let (above, below) = (middle(true), middle(false));
                    let both = above.zip(below).map(|(a, b)| f64::midpoint(a, b));
                    both.or(above).or(below)
                });
            }
        }
    }

    /// Returns the left end of the leftmost item in these rows, beside which back links run.
    pub fn left(&self, rows: RangeInclusive<usize>) -> f64 {
        let items = self.rows[rows].iter().flatten();
        let lefts = items.map(|&item| self.items[item].x);
        lefts.fold(f64::MAX, f64::min)
    }

    /// Centers the layout, including the back links at the left.
    fn center(&mut self, (left, right): (f64, f64), back_link_room: f64) {
        let ends = self.items.iter().map(|item| item.x + item.slot());
        let first = self.left(0..=self.rows.len() - 1) - back_link_room;
        let last = ends.fold(f64::MIN, f64::max);
        let shift = f64::midpoint(left, right) - f64::midpoint(first, last);
        // A layout wider than the room starts at its left end.
        let shift = shift.max(left - first);
        for item in &mut self.items {
            item.x += shift;
        }
    }

    /// Places the items of a row as near as possible to their desired centers.
    fn settle(
        &mut self,
        row: usize,
        (left, right): (f64, f64),
        wish: impl Fn(&Self, usize) -> Option<f64>,
    ) {
        let row = self.rows[row].clone();
        let items = row.iter().map(|&item| {
            let one = &self.items[item];
            let wanted = wish(self, item).map_or(one.x, |middle| middle - one.width / 2.0);
            (wanted, one.slot(), one.weight + 0.02)
        });
        let items: Vec<(f64, f64, f64)> = items.collect();
        let free = right - left - items.iter().map(|item| item.1).sum::<f64>();
        let gap = GAP
            .min(free / row.len().saturating_sub(1).max(1) as f64)
            .max(0.0);
        for (&item, x) in row.iter().zip(place_apart(&items, gap, left, right)) {
            self.items[item].x = x;
        }
    }
}
