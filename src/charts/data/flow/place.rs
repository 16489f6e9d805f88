//! Where everything of a flow stands: what passes through each row, in which order, how wide, and where.

use std::ops::RangeInclusive;

use super::graph::{Graph, Link};
use super::label::{Label, Type, Words};

/// Between what stands side by side.
const GAP: f64 = 16.0;
/// From a place to its words beside it.
pub const BESIDE: f64 = 8.0;
/// Between ways back.
pub const LANE_GAP: f64 = 8.0;
/// The narrowest place.
const NARROWEST: f64 = 4.0;
/// How wide the whole is at most, and how wide it should be if names allow, in the usual room.
const WIDEST: f64 = 500.0;
const WIDE: f64 = 300.0;
/// The part of the room that ways back may take.
const WIDEST_LANES: f64 = 0.2;
/// How wide names beside places may be, and long words in them; the first that does is taken.
const USUAL: f64 = 680.0;
const LIMITS: [(f64, f64); 4] = [(170.0, 260.0), (130.0, 200.0), (105.0, 150.0), (85.0, 85.0)];
/// How often orders and places are improved.
const SWEEPS: usize = 12;

/// Something that stands in a row: a place, or what passes by on its way further down.
pub struct Item {
    /// The place, or the one to which it goes.
    pub node: usize,
    /// Whether it passes by.
    pub passes: bool,
    pub row: usize,
    pub weight: f64,
    /// How wide it is, and its left end.
    pub width: f64,
    pub x: f64,
    /// What is written; nothing where something passes by.
    pub label: Option<Label>,
}

impl Item {
    /// How much room it takes with its words.
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

/// A part of a way: from an item to one in the next row.
pub struct Part {
    pub from: usize,
    pub to: usize,
    pub mean: f64,
}

/// Everything in its place.
pub struct Placed {
    pub items: Vec<Item>,
    pub parts: Vec<Part>,
    /// The items of each row from left to right.
    pub rows: Vec<Vec<usize>>,
    /// How many pixels the whole has.
    pub scale: f64,
    /// How it is written.
    pub letters: Type,
}

/// The width of a band.
pub fn width(mean: f64, scale: f64) -> f64 {
    (mean * scale).max(1.0)
}

/// How much room the ways back take at the left, each beside those within it.
pub fn lanes(graph: &Graph, scale: f64) -> f64 {
    let mut lanes: Vec<(usize, usize, f64)> = Vec::new();
    for link in graph.back() {
        let (from, to) = (graph.nodes[link.from].row, graph.nodes[link.to].row);
        let beside = lanes.iter().filter(|lane| lane.0 <= from && to <= lane.1);
        let within = beside.map(|lane| lane.2).fold(0.0, f64::max);
        lanes.push((
            to,
            from,
            within + width(link.mean, scale).round() + LANE_GAP,
        ));
    }
    lanes.iter().map(|lane| lane.2).fold(0.0, f64::max)
}

impl Placed {
    /// A graph between `left` and `right`.
    pub fn new(graph: &Graph, (left, right): (f64, f64), letters: Type) -> Self {
        let mut placed = Self::of(graph, letters);
        placed.order(graph);
        placed.size(graph, right - left);
        let lanes = lanes(graph, placed.scale);
        placed.put(left + lanes, right);
        placed.center((left, right), lanes);
        placed
    }

    fn of(graph: &Graph, letters: Type) -> Self {
        let nodes = graph.nodes.iter().enumerate();
        let items = nodes.map(|(node, one)| Item {
            node,
            passes: false,
            row: one.row,
            weight: one.weight,
            width: 0.0,
            x: 0.0,
            label: None,
        });
        let mut placed = Self {
            items: items.collect(),
            parts: Vec::new(),
            rows: vec![Vec::new(); graph.rows],
            scale: 1.0,
            letters,
        };
        for link in graph.ways(false) {
            placed.follow(graph, link);
        }
        for (index, item) in placed.items.iter().enumerate() {
            placed.rows[item.row].push(index);
        }
        placed
    }

    /// Adds a way row by row. What goes to one place passes by together.
    fn follow(&mut self, graph: &Graph, link: &Link) {
        let mut from = link.from;
        for row in graph.nodes[link.from].row + 1..graph.nodes[link.to].row {
            let mut items = self.items.iter();
            let found = items.position(|one| one.passes && one.row == row && one.node == link.to);
            let passing = found.unwrap_or(self.items.len());
            if found.is_none() {
                self.items.push(Item {
                    node: link.to,
                    passes: true,
                    row,
                    weight: 0.0,
                    width: 0.0,
                    x: 0.0,
                    label: None,
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
            None => self.parts.push(Part { from, to, mean }),
        }
    }

    /// Orders the rows so that few ways cross.
    fn order(&mut self, graph: &Graph) {
        let mut best = (self.crossings(graph), self.rows.clone());
        for sweep in 0..2 * SWEEPS {
            let down = sweep % 2 == 0;
            if sweep == SWEEPS {
                // Once more from the other side: what it comes to hangs on where it begins.
                for row in &mut self.rows {
                    row.sort_unstable_by(|a, b| b.cmp(a));
                }
            }
            let rows: Vec<usize> = if down {
                (0..self.rows.len()).collect()
            } else {
                (0..self.rows.len()).rev().collect()
            };
            for row in rows {
                let places = self.places();
                let wish = |item: usize| self.drawn_to(item, down, |other| places[other]);
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

    /// Swaps neighbours as long as that saves crossings.
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

    /// Where each item stands in its row, 0 to 1.
    fn places(&self) -> Vec<f64> {
        let mut places = vec![0.0; self.items.len()];
        for row in &self.rows {
            for (place, &item) in row.iter().enumerate() {
                places[item] = (place as f64 + 0.5) / row.len() as f64;
            }
        }
        places
    }

    /// The mean of where those stand from which it comes, or to which it goes.
    fn drawn_to(&self, item: usize, up: bool, place: impl Fn(usize) -> f64) -> Option<f64> {
        let own = self.parts.iter().filter_map(|part| match up {
            true if part.to == item => Some((part.from, part.mean)),
            false if part.from == item => Some((part.to, part.mean)),
            _ => None,
        });
        let (mut all, mut sum) = (0.0, 0.0);
        for (other, mean) in own {
            // What nobody ever takes still has a direction.
            let mean = mean + 1e-6;
            all += mean;
            sum += mean * place(other);
        }
        (all > 0.0).then(|| sum / all)
    }

    /// How much crosses: of each two parts the smaller, and what stands left of a way back.
    fn crossings(&self, graph: &Graph) -> f64 {
        let mut rank = vec![0; self.items.len()];
        for row in &self.rows {
            for (place, &item) in row.iter().enumerate() {
                rank[item] = place;
            }
        }
        let mut sum = 0.0;
        for (index, a) in self.parts.iter().enumerate() {
            for b in &self.parts[index + 1..] {
                if self.items[a.from].row == self.items[b.from].row
                    && (rank[a.from] < rank[b.from]) != (rank[a.to] < rank[b.to])
                    && a.from != b.from
                    && a.to != b.to
                {
                    sum += a.mean.min(b.mean) + 0.03;
                }
            }
        }
        for link in graph.ways(true).filter(|link| link.mean > 0.0) {
            for end in [link.from, link.to] {
                let row = &self.rows[self.items[end].row];
                let left = row.iter().take(rank[end]);
                let left: f64 = left.map(|&item| self.items[item].weight + 0.03).sum();
                sum += left.min(link.mean + 0.03);
            }
        }
        // Where nothing else decides, ends keep their order.
        for row in &self.rows {
            let turned = row.windows(2).filter(|pair| pair[0] > pair[1]).count();
            sum += 1e-3 * turned as f64;
        }
        sum
    }

    /// Finds the largest scale at which everything has room.
    fn size(&mut self, graph: &Graph, room: f64) {
        let words = graph.nodes.iter();
        let words: Vec<Words> = words
            .map(|node| Words::of(node.given, node.weight, self.letters))
            .collect();
        let mut best: Option<(bool, f64, Vec<Label>)> = None;
        // Of less room names take as large a part.
        let part = (room / USUAL).min(1.0);
        for (limit, word) in LIMITS.map(|(limit, word)| (limit * part, word * part)) {
            let beside: Vec<Label> = words.iter().map(|one| one.beside(limit, word)).collect();
            let mut scale = WIDEST;
            while scale > 20.0 && !self.fits(graph, scale, room, (&words, &beside)) {
                scale *= 0.97;
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
        let (_, scale, beside) = best.unwrap_or((true, 20.0, Vec::new()));
        self.scale = scale;
        for item in &mut self.items {
            item.width = bar(item, scale);
            if !item.passes {
                let inside = words[item.node].inside(item.width);
                item.label = inside.or_else(|| beside.get(item.node).cloned());
            }
        }
    }

    fn fits(
        &self,
        graph: &Graph,
        scale: f64,
        room: f64,
        (words, beside): (&[Words], &[Label]),
    ) -> bool {
        let lanes = lanes(graph, scale);
        if lanes > room * WIDEST_LANES {
            return false;
        }
        self.rows.iter().all(|row| {
            let slots = row.iter().map(|&item| {
                let item = &self.items[item];
                let width = bar(item, scale);
                if item.passes || words[item.node].inside(width).is_some() {
                    width
                } else {
                    width + BESIDE + beside[item.node].width
                }
            });
            let gaps = GAP * row.len().saturating_sub(1) as f64;
            slots.sum::<f64>() + gaps + lanes <= room
        })
    }

    /// Puts the items where their ways are straight, as far as there is room.
    fn put(&mut self, left: f64, right: f64) {
        let middle = f64::midpoint(left, right);
        for row in 0..self.rows.len() {
            self.settle(row, (left, right), |_, _| Some(middle));
        }
        for sweep in 0..2 * SWEEPS {
            let down = sweep % 2 == 0;
            let count = self.rows.len();
            for step in 0..count {
                let row = if down { step } else { count - 1 - step };
                self.settle(row, (left, right), |placed, item| {
                    let middle =
                        |up: bool| placed.drawn_to(item, up, |other| placed.items[other].middle());
                    if sweep < SWEEPS {
                        return middle(down);
                    }
                    if placed.items[item].passes {
                        // What passes by bends once, at its beginning.
                        return middle(false);
                    }
                    // In the end between what is above and what is below.
                    let (above, below) = (middle(true), middle(false));
                    let both = above.zip(below).map(|(a, b)| f64::midpoint(a, b));
                    both.or(above).or(below)
                });
            }
        }
    }

    /// Where the leftmost item of these rows begins: what goes back is left of it.
    pub fn left(&self, rows: RangeInclusive<usize>) -> f64 {
        let items = self.rows[rows].iter().flatten();
        items
            .map(|&item| self.items[item].x)
            .fold(f64::MAX, f64::min)
    }

    /// Moves everything to the middle, with the ways back that are at the left.
    fn center(&mut self, (left, right): (f64, f64), lanes: f64) {
        let ends = self.items.iter().map(|item| item.x + item.slot());
        let (first, last) = (
            self.left(0..=self.rows.len() - 1) - lanes,
            ends.fold(f64::MIN, f64::max),
        );
        let shift = f64::midpoint(left, right) - f64::midpoint(first, last);
        // What is wider than the room begins where the room does.
        let shift = shift.max(left - first);
        for item in &mut self.items {
            item.x += shift;
        }
    }

    /// Puts a row as near as possible to what its items wish for their middles.
    fn settle(
        &mut self,
        row: usize,
        (left, right): (f64, f64),
        wish: impl Fn(&Self, usize) -> Option<f64>,
    ) {
        let row = self.rows[row].clone();
        let slots: Vec<f64> = row.iter().map(|&item| self.items[item].slot()).collect();
        let free = right - left - slots.iter().sum::<f64>();
        let gap = GAP
            .min(free / row.len().saturating_sub(1).max(1) as f64)
            .max(0.0);
        // Groups that touch: the first item, the length, the weight, the weighted sum of wanted starts.
        let mut groups: Vec<(usize, f64, f64, f64)> = Vec::new();
        let start = |&(_, length, weight, sum): &(usize, f64, f64, f64)| {
            (sum / weight).min(right - length).max(left)
        };
        for (place, &item) in row.iter().enumerate() {
            let one = &self.items[item];
            let wanted = wish(self, item).map_or(one.x, |middle| middle - one.width / 2.0);
            let weight = one.weight + 0.02;
            groups.push((place, slots[place], weight, weight * wanted));
            while let [.., before, last] = groups.as_slice() {
                if start(before) + before.1 + gap <= start(last) {
                    break;
                }
                let shift = before.1 + gap;
                let joined = (
                    before.0,
                    shift + last.1,
                    before.2 + last.2,
                    before.3 + last.3 - last.2 * shift,
                );
                groups.truncate(groups.len() - 2);
                groups.push(joined);
            }
        }
        for (index, group) in groups.iter().enumerate() {
            let end = groups.get(index + 1).map_or(row.len(), |next| next.0);
            let mut x = start(group);
            for place in group.0..end {
                self.items[row[place]].x = x;
                x += slots[place] + gap;
            }
        }
    }
}

/// How wide an item is.
fn bar(item: &Item, scale: f64) -> f64 {
    let least = if item.passes { 1.0 } else { NARROWEST };
    (item.weight * scale).max(least)
}
