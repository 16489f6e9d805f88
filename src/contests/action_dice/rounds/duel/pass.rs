//! The chances of all places of a round: forward from where it begins to where the next one does, or to
//! an end.

use super::Thoughts;
use super::chances::{Levels, Roll};
use super::counts::{Counted, Counts};
use super::graph::{Graph, Next, Node, Step};
use crate::contest::deadline;

/// A round gone over forward, layer by layer. Where something is counted, each place has the chances of
/// every number of it, one after another: a *slot* each.
pub(super) struct Pass<'a> {
    graph: &'a Graph,
    levels: Levels,
    thoughts: &'a Thoughts,
    pub(super) slots: Slots,
    /// The chance that the next round begins so, by layer, distance and slot.
    pub(super) next: Vec<f64>,
    /// The chances of those who end it all, by the hits of the first and of the second and by slot.
    pub(super) ends: Vec<f64>,
    /// Of a layer: the chances by place, slot and cell, and which places have any.
    chances: Vec<f64>,
    reached: Vec<bool>,
    /// The chances of the places after strikes that are known already, by layer, place, slot and cell.
    after: Vec<f64>,
    /// The chances of those who take a way, by slot and cell.
    way: Vec<f64>,
    /// About how many steps have been taken.
    pub(super) work: u64,
}

/// What is counted, and how many numbers of it there are: from 0 up to one below.
#[derive(Clone, Copy)]
pub(super) struct Slots {
    /// Nothing where it is `None`.
    pub(super) what: Option<(Counted, usize)>,
    pub(super) count: usize,
}

impl Slots {
    /// Nothing is counted.
    pub(super) const ONE: Self = Self {
        what: None,
        count: 1,
    };

    /// By how many slots counts lead on.
    #[inline]
    fn up(self, counts: Counts) -> usize {
        self.what.map_or(0, |(what, who)| counts.of(what, who))
    }
}

impl<'a> Pass<'a> {
    pub(super) fn new(graph: &'a Graph, thoughts: &'a Thoughts, slots: Slots) -> Self {
        let cells = graph.levels.cells() * slots.count;
        let (layers, most) = (graph.layers(), graph.hits + 1);
        Self {
            graph,
            levels: graph.levels,
            thoughts,
            next: vec![0.0; layers * graph.roots.len() * slots.count],
            ends: vec![0.0; most * most * slots.count],
            chances: vec![0.0; graph.nodes.len() * cells],
            reached: vec![false; graph.nodes.len()],
            after: vec![0.0; layers * graph.after.len() * cells],
            way: vec![0.0; cells],
            slots,
            work: 0,
        }
    }

    /// Plays a round with so many rounds left, which begins with these chances by layer and distance.
    /// False where that would take more than so many steps, all rounds together.
    pub(super) fn round(&mut self, begins: &[f64], left: u32, most: u64) -> bool {
        self.next.fill(0.0);
        self.ends.fill(0.0);
        for layer in 0..self.graph.layers() {
            if self.begin(layer, begins) {
                for number in (0..self.graph.nodes.len()).rev() {
                    deadline::check();
                    if self.reached[number] {
                        self.place(layer, number, left);
                    }
                }
            }
            if self.work > most {
                return false;
            }
        }
        true
    }

    /// Puts down what comes to a layer from the beginning of the round, and by hits; false where
    /// nothing does.
    fn begin(&mut self, layer: usize, begins: &[f64]) -> bool {
        let cells = self.levels.cells();
        let block = cells * self.slots.count;
        let places = self.graph.after.len();
        let distances = self.graph.roots.len();
        let begins = &begins[layer * distances..(layer + 1) * distances];
        let after = layer * places * block..(layer + 1) * places * block;
        if begins.iter().all(|&chance| chance == 0.0)
            && self.after[after.clone()]
                .iter()
                .all(|&chance| chance == 0.0)
        {
            return false;
        }
        self.chances.fill(0.0);
        self.reached.fill(false);
        self.work += self.chances.len() as u64;
        for (&chance, root) in begins.iter().zip(&self.graph.roots) {
            let slot = self.slots.up(root.counts);
            self.chances[root.to * block + slot * cells] += chance;
            self.reached[root.to] |= chance > 0.0;
        }
        for (chances, &number) in self.after[after.clone()]
            .chunks_exact(block)
            .zip(&self.graph.after)
        {
            self.reached[number] |= chances.iter().any(|&chance| chance > 0.0);
            add(
                &mut self.chances[number * block..(number + 1) * block],
                chances,
                1.0,
            );
        }
        self.after[after].fill(0.0);
        true
    }

    /// Hands on what is at a place.
    fn place(&mut self, layer: usize, number: usize, left: u32) {
        let cells = self.levels.cells();
        let slots = self.slots;
        let block = cells * slots.count;
        let node = &self.graph.nodes[number];
        self.work += (node.ways() * block) as u64;
        let (below, rest) = self.chances.split_at_mut(number * block);
        let own = &rest[..block];
        let mut ways = Ways {
            graph: self.graph,
            slots,
            below,
            reached: &mut self.reached,
        };
        match node {
            Node::End { distance, unused } => {
                let place = (layer * self.graph.roots.len() + distance) * slots.count;
                let next = &mut self.next[place + slots.up(*unused)..place + slots.count];
                for (sum, own) in next.iter_mut().zip(own.chunks_exact(cells)) {
                    *sum += own.iter().sum::<f64>();
                }
            }
            Node::Mix(steps) => {
                let share = 1.0 / steps.len() as f64;
                for step in steps {
                    for (way, chance) in self.way.iter_mut().zip(own) {
                        *way = share * chance;
                    }
                    ways.along(step, &self.way);
                }
            }
            Node::Best { steps, thinks, .. } => {
                let best = self.thoughts.best(layer, *thinks, left);
                for (number, step) in steps.iter().enumerate() {
                    let mut any = false;
                    let chunks = self.way.chunks_exact_mut(cells);
                    for (way, own) in chunks.zip(own.chunks_exact(cells)) {
                        for ((way, chance), &best) in way.iter_mut().zip(own).zip(best) {
                            let takes = best as usize == number;
                            *way = if takes { *chance } else { 0.0 };
                            any |= takes && *chance > 0.0;
                        }
                    }
                    if any {
                        ways.along(step, &self.way);
                    }
                }
            }
            Node::Strike {
                chances,
                dived,
                fallen,
                next,
                place,
            } => {
                let strike = self.graph.strike(layer, chances, *dived);
                let (places, hits) = (self.graph.after.len(), self.graph.hits);
                let (up, up_fallen) = (slots.up(next.counts), slots.up(*fallen));
                ways.reached[next.to] = true;
                for (place_of, &own) in own.iter().enumerate() {
                    if own == 0.0 {
                        continue;
                    }
                    let (slot, cell) = (place_of / cells, place_of % cells);
                    let [none, one, other, two] = strike.at(cell);
                    let ahead = (slot + up) * cells + cell;
                    ways.below[next.to * block + ahead] += own * none;
                    for (more, chance) in [([0, 1], one), ([1, 0], other), ([1, 1], two)] {
                        let now = [0, 1].map(|who: usize| strike.hits[who] + more[who]);
                        if now.contains(&hits) {
                            let end = now[0] * (hits + 1) + now[1];
                            self.ends[end * slots.count + slot + up_fallen] += own * chance;
                        } else {
                            let layer = now[0] * hits + now[1];
                            self.after[(layer * places + place) * block + ahead] += own * chance;
                        }
                    }
                }
            }
        }
    }
}

/// Adds a share of some chances to others.
fn add(to: &mut [f64], chances: &[f64], share: f64) {
    for (sum, chance) in to.iter_mut().zip(chances) {
        *sum += share * chance;
    }
}

/// Where ways lead: the places below.
struct Ways<'a> {
    graph: &'a Graph,
    slots: Slots,
    below: &'a mut [f64],
    reached: &'a mut [bool],
}

impl Ways<'_> {
    /// A place, from the slot on to which a way leads up. What would lead beyond the last one has no
    /// chance.
    fn to(&mut self, next: Next) -> &mut [f64] {
        self.reached[next.to] = true;
        let cells = self.graph.levels.cells();
        let block = cells * self.slots.count;
        let from = next.to * block + self.slots.up(next.counts) * cells;
        &mut self.below[from..(next.to + 1) * block]
    }

    /// Hands on what takes a way.
    fn along(&mut self, step: &Step, way: &[f64]) {
        let graph = self.graph;
        match step {
            Step::To(next) => add(self.to(*next), way, 1.0),
            Step::Throws { who, roll, next } => {
                let roll = &graph.rolls[*roll];
                let (rows, columns) = (graph.levels.rows(), graph.levels.columns());
                let slots = self.to(*next).chunks_exact_mut(rows * columns);
                for (next, way) in slots.zip(way.chunks_exact(rows * columns)) {
                    if *who == 0 {
                        for column in 0..columns {
                            thrown(roll, rows, way, next, |row| row * columns + column);
                        }
                    } else {
                        for row in 0..rows {
                            thrown(roll, columns, way, next, |column| row * columns + column);
                        }
                    }
                }
            }
            Step::Dives(ways) => {
                for (chance, next) in ways {
                    add(self.to(*next), way, *chance);
                }
            }
        }
    }
}

/// A throw: what is lower than what is in force leaves it as it is.
fn thrown(
    roll: &Roll,
    levels: usize,
    way: &[f64],
    next: &mut [f64],
    cell: impl Fn(usize) -> usize,
) {
    let mut lower = 0.0;
    for level in 0..levels {
        let here = cell(level);
        next[here] += way[here] * roll.up_to[level] + lower * roll.exactly[level];
        lower += way[here];
    }
}
