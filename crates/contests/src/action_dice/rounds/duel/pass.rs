//! Chances of all nodes of a round, computed forward from its beginning to the beginning of the
//! next round or to an end.

use super::chances::{DefenceLevels, RollChances};
use super::counts::{CountedQuantity, DuelCounts};
use super::round_graph::{DuelGraph, EdgeTarget, GraphEdge, GraphNode};
use super::solution::RoundDecisions;
use evenodds_core::contest::deadline;

/// Forward evaluation of a round, layer by layer. If a quantity is counted, each node has one
/// *slot* for each count, with the chances of that count.
pub(super) struct Pass<'a> {
    graph: &'a DuelGraph,
    levels: DefenceLevels,
    decisions_of_round: &'a RoundDecisions,
    pub(super) slots: Slots,
    /// Chance that the next round begins here, by layer, distance and slot.
    pub(super) next: Vec<f64>,
    /// Chances of ends, by the hits of the first and of the second fighter and by slot.
    pub(super) ends: Vec<f64>,
    /// Chances in the current layer, by node, slot and cell.
    chances: Vec<f64>,
    reached: Vec<bool>,
    /// Chances of the nodes after strikes, by layer, node, slot and cell.
    after: Vec<f64>,
    /// Chances along a step, by slot and cell.
    along_step: Vec<f64>,
    /// Approximate number of steps taken.
    pub(super) work: u64,
}

/// The counted quantity and the number of its slots.
#[derive(Clone, Copy)]
pub(super) struct Slots {
    /// Quantity of one fighter; `None` counts nothing.
    pub(super) what: Option<(CountedQuantity, usize)>,
    pub(super) count: usize,
}

impl Slots {
    pub(super) const ONE: Self = Self {
        what: None,
        count: 1,
    };

    /// Returns the number of slots by which these counts move chances up.
    #[inline]
    fn up(self, counts: DuelCounts) -> usize {
        self.what
            .map_or(0, |(what, fighter)| counts.of(what, fighter))
    }
}

impl<'a> Pass<'a> {
    pub(super) fn new(
        graph: &'a DuelGraph,
        decisions_of_round: &'a RoundDecisions,
        slots: Slots,
    ) -> Self {
        let cells = graph.levels.cells() * slots.count;
        let (layers, most) = (graph.layers(), graph.hits + 1);
        Self {
            graph,
            levels: graph.levels,
            decisions_of_round,
            next: vec![0.0; layers * graph.roots.len() * slots.count],
            ends: vec![0.0; most * most * slots.count],
            chances: vec![0.0; graph.nodes.len() * cells],
            reached: vec![false; graph.nodes.len()],
            after: vec![0.0; layers * graph.after.len() * cells],
            along_step: vec![0.0; cells],
            slots,
            work: 0,
        }
    }

    /// Evaluates a round with `left` rounds left that begins with these chances by layer and
    /// distance. Returns false if all rounds together would exceed `most` steps.
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

    /// Initializes the chances of a layer from the start of the round and from strikes in earlier
    /// layers. Returns false if all are 0.
    fn begin(&mut self, layer: usize, begins: &[f64]) -> bool {
        let cells = self.levels.cells();
        let block = cells * self.slots.count;
        let nodes = self.graph.after.len();
        let distances = self.graph.roots.len();
        let begins = &begins[layer * distances..(layer + 1) * distances];
        let after = layer * nodes * block..(layer + 1) * nodes * block;
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

    /// Distributes the chances of a node over its steps.
    fn place(&mut self, layer: usize, number: usize, left: u32) {
        let cells = self.levels.cells();
        let slots = self.slots;
        let block = cells * slots.count;
        let node = &self.graph.nodes[number];
        self.work += (node.step_count() * block) as u64;
        let (below, rest) = self.chances.split_at_mut(number * block);
        let own = &rest[..block];
        let mut ways = LowerNodes {
            graph: self.graph,
            slots,
            below,
            reached: &mut self.reached,
        };
        match node {
            GraphNode::End { distance, unused } => {
                let place = (layer * self.graph.roots.len() + distance) * slots.count;
                let next = &mut self.next[place + slots.up(*unused)..place + slots.count];
                for (sum, own) in next.iter_mut().zip(own.chunks_exact(cells)) {
                    *sum += own.iter().sum::<f64>();
                }
            }
            GraphNode::Mix(steps) => {
                let share = 1.0 / steps.len() as f64;
                for step in steps {
                    for (along_step, chance) in self.along_step.iter_mut().zip(own) {
                        *along_step = share * chance;
                    }
                    ways.along(step, &self.along_step);
                }
            }
            GraphNode::Best {
                steps, decision, ..
            } => {
                let best = self.decisions_of_round.best(layer, *decision, left);
                for (number, step) in steps.iter().enumerate() {
                    let chunks = self.along_step.chunks_exact_mut(cells);
                    let slots = chunks.zip(own.chunks_exact(cells));
                    let any = slots.fold(false, |any, (along_step, own)| {
                        take_best(along_step, own, best, number) || any
                    });
                    if any {
                        ways.along(step, &self.along_step);
                    }
                }
            }
            GraphNode::Strike {
                chances,
                dived,
                fallen,
                next,
                place,
            } => {
                let strike = self.graph.strike(layer, chances, *dived);
                let (nodes, hits) = (self.graph.after.len(), self.graph.hits);
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
                        let now = [0, 1].map(|fighter: usize| strike.hits[fighter] + more[fighter]);
                        if now.contains(&hits) {
                            let end = now[0] * (hits + 1) + now[1];
                            self.ends[end * slots.count + slot + up_fallen] += own * chance;
                        } else {
                            let layer = now[0] * hits + now[1];
                            self.after[(layer * nodes + place) * block + ahead] += own * chance;
                        }
                    }
                }
            }
        }
    }
}

/// Sets the chances along a step to those of the cells in which the step is the best one. Returns
/// whether any of them is positive.
#[inline]
fn take_best(along_step: &mut [f64], own: &[f64], best: &[u8], step: usize) -> bool {
    let mut any = false;
    for ((along_step, chance), &best) in along_step.iter_mut().zip(own).zip(best) {
        let takes = best as usize == step;
        *along_step = if takes { *chance } else { 0.0 };
        any |= takes && *chance > 0.0;
    }
    any
}

/// Adds `share` times `chances` to the chances `to`.
fn add(to: &mut [f64], chances: &[f64], share: f64) {
    for (sum, chance) in to.iter_mut().zip(chances) {
        *sum += share * chance;
    }
}

/// Lower nodes than the current one; its steps lead to these.
struct LowerNodes<'a> {
    graph: &'a DuelGraph,
    slots: Slots,
    below: &'a mut [f64],
    reached: &'a mut [bool],
}

impl LowerNodes<'_> {
    /// Returns the chances of a step's target, from the slot of the added count on. Counts beyond
    /// the last slot are impossible, so they are dropped.
    fn to(&mut self, next: EdgeTarget) -> &mut [f64] {
        self.reached[next.to] = true;
        let cells = self.graph.levels.cells();
        let block = cells * self.slots.count;
        let from = next.to * block + self.slots.up(next.counts) * cells;
        &mut self.below[from..(next.to + 1) * block]
    }

    /// Adds the chances along a step to the chances of its targets.
    fn along(&mut self, step: &GraphEdge, along_step: &[f64]) {
        let graph = self.graph;
        match step {
            GraphEdge::To(next) => add(self.to(*next), along_step, 1.0),
            GraphEdge::Throws {
                fighter,
                roll,
                next,
            } => {
                let roll = &graph.rolls[*roll];
                let (rows, columns) = (graph.levels.rows(), graph.levels.columns());
                let slots = self.to(*next).chunks_exact_mut(rows * columns);
                for (next, along_step) in slots.zip(along_step.chunks_exact(rows * columns)) {
                    if *fighter == 0 {
                        for column in 0..columns {
                            thrown(roll, rows, along_step, next, |row| row * columns + column);
                        }
                    } else {
                        for row in 0..rows {
                            thrown(roll, columns, along_step, next, |column| {
                                row * columns + column
                            });
                        }
                    }
                }
            }
            GraphEdge::Dives(ways) => {
                for (chance, next) in ways {
                    add(self.to(*next), along_step, *chance);
                }
            }
        }
    }
}

/// Adds the chances after a roll; the higher of that roll and the one in force counts.
fn thrown(
    roll: &RollChances,
    levels: usize,
    along_step: &[f64],
    next: &mut [f64],
    cell: impl Fn(usize) -> usize,
) {
    let mut lower = 0.0;
    for level in 0..levels {
        let here = cell(level);
        next[here] += along_step[here] * roll.up_to[level] + lower * roll.exactly[level];
        lower += along_step[here];
    }
}
