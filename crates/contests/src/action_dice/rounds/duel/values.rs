//! Values of all nodes of a round, computed backward, round by round from the last one. It can also
//! follow known optimal decisions, with another value for an end without a winner.

use super::chances::{DefenceLevels, RollChances};
use super::round_graph::{DuelGraph, EdgeTarget, GraphEdge, GraphNode};
use super::solution::RoundDecisions;
use evenodds_core::contest::deadline;

/// Tolerance for equal values.
const EQUAL: f64 = 1e-12;
/// Tolerance for equal expected numbers of rounds.
const SOONER: f64 = 1e-9;

/// Values of all nodes of a round, layer by layer. A *layer* is a pair of hits taken.
pub(super) struct RoundValues<'a> {
    graph: &'a DuelGraph,
    /// Chance that the first fighter wins, plus a share of the chance of no winner.
    value: ExpectedQuantity<'a>,
    /// Expected number of rounds still to begin; of equal decisions, the one with fewer is better.
    rounds: ExpectedQuantity<'a>,
    /// Best step, by cell.
    best: Vec<u8>,
}

impl<'a> RoundValues<'a> {
    /// Creates values that include half of the chance of no winner: the score of the game.
    pub(super) fn new(graph: &'a DuelGraph) -> Self {
        Self::counting(graph, 0.5)
    }

    /// Creates values that include the share `no_winner` of the chance of no winner.
    pub(super) fn counting(graph: &'a DuelGraph, no_winner: f64) -> Self {
        Self {
            graph,
            value: ExpectedQuantity::new(graph, [1.0, 0.0, no_winner], no_winner),
            rounds: ExpectedQuantity::new(graph, [0.0; 3], 0.0),
            best: vec![0; graph.levels.cells()],
        }
    }

    /// Solves the round that begins with `left` rounds left, and stores the best decisions in
    /// `decisions_of_round`. Returns whether any value differs from those of the round after it.
    pub(super) fn round(&mut self, left: u32, decisions_of_round: &mut RoundDecisions) -> bool {
        for layer in (0..self.graph.layers()).rev() {
            for (number, node) in self.graph.nodes.iter().enumerate() {
                deadline::check();
                match node {
                    GraphNode::Best {
                        fighter, decision, ..
                    } => {
                        self.decide(*fighter, number);
                        decisions_of_round.note(layer, *decision, left, &self.best);
                    }
                    _ => {
                        for expected in [&mut self.value, &mut self.rounds] {
                            expected.fixed(layer, number);
                        }
                    }
                }
            }
            self.value.finish(layer, 0.0);
            self.rounds.finish(layer, 1.0);
        }
        let changes = [&mut self.value, &mut self.rounds].map(ExpectedQuantity::turn);
        changes.contains(&true)
    }

    /// Evaluates the round with known decisions, for the value alone.
    pub(super) fn follow(&mut self, left: u32, decisions_of_round: &RoundDecisions) -> bool {
        for layer in (0..self.graph.layers()).rev() {
            self.value.known(layer, left, decisions_of_round);
            self.value.finish(layer, 0.0);
        }
        self.value.turn()
    }

    /// Returns the values at the end of the round that is solved next.
    pub(super) fn ends(&self) -> &[f64] {
        &self.value.ends
    }

    /// Sets the values at the end of the round that is solved next.
    pub(super) fn end_with(&mut self, ends: &[f64]) {
        self.value.ends.copy_from_slice(ends);
    }

    /// Returns the values of the steps from a node, in a cell, once all later rounds are solved. A
    /// node without a decision has one value.
    pub(super) fn step_values(
        &mut self,
        (left, layer): (u32, usize),
        (number, cell): (usize, usize),
        decisions_of_round: &RoundDecisions,
    ) -> Vec<f64> {
        let value = &mut self.value;
        for layer in (layer..self.graph.layers()).rev() {
            value.known(layer, left, decisions_of_round);
            value.keep_after(layer);
        }
        let GraphNode::Best { steps, .. } = &self.graph.nodes[number] else {
            return vec![value.nodes[number * self.graph.levels.cells() + cell]];
        };
        let ways = steps
            .iter()
            .map(|step| along(step, self.graph, &value.nodes, &mut value.along_step)[cell]);
        ways.collect()
    }

    /// Finds the best step from a node for `fighter`, by cell, and sets the values of the node. Ties
    /// go to the step with fewer expected rounds, then to the first step other than waiting.
    fn decide(&mut self, fighter: usize, number: usize) {
        let GraphNode::Best { steps, waits, .. } = &self.graph.nodes[number] else {
            return;
        };
        let cells = self.graph.levels.cells();
        let (below, own) = self.value.nodes.split_at_mut(number * cells);
        let (rounds_below, own_rounds) = self.rounds.nodes.split_at_mut(number * cells);
        let (own, own_rounds) = (&mut own[..cells], &mut own_rounds[..cells]);
        let sign = if fighter == 0 { 1.0 } else { -1.0 };
        let acts = (0..steps.len()).filter(|step| Some(*step) != *waits);
        for (place, number) in acts.chain(*waits).enumerate() {
            let step = &steps[number];
            let values = along(step, self.graph, below, &mut self.value.along_step);
            let rounds = along(step, self.graph, rounds_below, &mut self.rounds.along_step);
            if place == 0 {
                own.copy_from_slice(values);
                own_rounds.copy_from_slice(rounds);
                self.best.fill(number as u8);
                continue;
            }
            let known = own.iter_mut().zip(&mut *own_rounds).zip(&mut self.best);
            for (((value, rounds), best), (&new, &long)) in known.zip(values.iter().zip(rounds)) {
                let gain = sign * (new - *value);
                let is_sooner = gain >= -EQUAL && long < *rounds - SOONER;
                if gain > EQUAL || is_sooner {
                    (*value, *rounds, *best) = (new, long, number as u8);
                }
            }
        }
    }
}

/// An expected quantity at all nodes of a round.
struct ExpectedQuantity<'a> {
    graph: &'a DuelGraph,
    /// Values of the ends: the second fighter falls, the first falls, or both fall simultaneously.
    falls: [f64; 3],
    /// Values at the end of a round, by layer and distance.
    ends: Vec<f64>,
    /// Values at the beginning of the current round, by layer and distance.
    begun: Vec<f64>,
    /// Values in the current layer, by node and cell.
    nodes: Vec<f64>,
    /// Values at the nodes after strikes, by layer, node and cell.
    after: Vec<f64>,
    /// Values along a step, by cell.
    along_step: Vec<f64>,
}

impl<'a> ExpectedQuantity<'a> {
    /// Creates a quantity with these values for falls, and with `end` after the last round.
    fn new(graph: &'a DuelGraph, falls: [f64; 3], end: f64) -> Self {
        let cells = graph.levels.cells();
        let layers = graph.layers();
        let ends = vec![end; layers * graph.distances.len()];
        Self {
            graph,
            falls,
            begun: ends.clone(),
            ends,
            nodes: vec![0.0; graph.nodes.len() * cells],
            after: vec![0.0; layers * graph.after.len() * cells],
            along_step: vec![0.0; cells],
        }
    }

    /// Solves all nodes of a layer with known decisions.
    fn known(&mut self, layer: usize, left: u32, decisions_of_round: &RoundDecisions) {
        for (number, node) in self.graph.nodes.iter().enumerate() {
            deadline::check();
            match node {
                GraphNode::Best { decision, .. } => {
                    self.follow(number, decisions_of_round.best(layer, *decision, left));
                }
                _ => self.fixed(layer, number),
            }
        }
    }

    /// Completes a layer; adds `round` to the values at the beginning of the round.
    fn finish(&mut self, layer: usize, round: f64) {
        self.keep_after(layer);
        let cells = self.graph.levels.cells();
        let distances = self.graph.roots.len();
        for (distance, root) in self.graph.roots.iter().enumerate() {
            self.begun[layer * distances + distance] = round + self.nodes[root.to * cells];
        }
    }

    /// Stores the values at nodes after strikes, for layers with fewer hits.
    fn keep_after(&mut self, layer: usize) {
        let cells = self.graph.levels.cells();
        for (place, &number) in self.graph.after.iter().enumerate() {
            let to = (layer * self.graph.after.len() + place) * cells;
            let from = number * cells;
            self.after[to..to + cells].copy_from_slice(&self.nodes[from..from + cells]);
        }
    }

    /// Moves to the previous round. Returns whether any value differs between this round and the
    /// one after it.
    fn turn(&mut self) -> bool {
        let changes = self.begun != self.ends;
        std::mem::swap(&mut self.begun, &mut self.ends);
        changes
    }

    /// Sets the values of a decision node to those of the known choices, by cell.
    fn follow(&mut self, number: usize, best: &[u8]) {
        let GraphNode::Best { steps, .. } = &self.graph.nodes[number] else {
            return;
        };
        let cells = self.graph.levels.cells();
        let (below, rest) = self.nodes.split_at_mut(number * cells);
        let own = &mut rest[..cells];
        for (number, step) in steps.iter().enumerate() {
            if best.iter().all(|&best| usize::from(best) != number) {
                continue;
            }
            let values = along(step, self.graph, below, &mut self.along_step);
            for ((own, value), &best) in own.iter_mut().zip(values).zip(best) {
                if usize::from(best) == number {
                    *own = *value;
                }
            }
        }
    }

    /// Computes the values of a node without a decision, in all cells.
    fn fixed(&mut self, layer: usize, number: usize) {
        let cells = self.graph.levels.cells();
        let (below, rest) = self.nodes.split_at_mut(number * cells);
        let own = &mut rest[..cells];
        match &self.graph.nodes[number] {
            GraphNode::Best { .. } => {}
            GraphNode::End { distance, .. } => {
                own.fill(self.ends[layer * self.graph.roots.len() + distance]);
            }
            GraphNode::Mix(steps) => {
                own.fill(0.0);
                let share = 1.0 / steps.len() as f64;
                for step in steps {
                    let values = along(step, self.graph, below, &mut self.along_step);
                    for (sum, value) in own.iter_mut().zip(values) {
                        *sum += share * value;
                    }
                }
            }
            GraphNode::Strike {
                chances,
                dived,
                next: EdgeTarget { to, .. },
                place,
                ..
            } => {
                let strike = self.graph.strike(layer, chances, *dived);
                let falls = strike.falls;
                let from = |other: usize| {
                    let start = (other * self.graph.after.len() + place) * cells;
                    &self.after[start..start + cells]
                };
                let same = &below[to * cells..(to + 1) * cells];
                let [second_falls, first_falls, both_fall] = self.falls;
                // Values after a hit of one fighter, and after hits of both.
                let first = if falls[1] {
                    Err(second_falls)
                } else {
                    Ok(from(layer + 1))
                };
                let second = if falls[0] {
                    Err(first_falls)
                } else {
                    Ok(from(layer + self.graph.hits))
                };
                let both = match falls {
                    [true, true] => Err(both_fall),
                    [true, false] => Err(first_falls),
                    [false, true] => Err(second_falls),
                    [false, false] => Ok(from(layer + self.graph.hits + 1)),
                };
                let at = |value: Result<&[f64], f64>, cell: usize| match value {
                    Ok(worths) => worths[cell],
                    Err(value) => value,
                };
                for (cell, own) in own.iter_mut().enumerate() {
                    let [none, one, other, two] = strike.at(cell);
                    *own = none * same[cell]
                        + one * at(first, cell)
                        + other * at(second, cell)
                        + two * at(both, cell);
                }
            }
        }
    }
}

/// Returns the values along a step in all cells, computed in `along_step` if necessary.
fn along<'a>(
    step: &GraphEdge,
    graph: &DuelGraph,
    below: &'a [f64],
    along_step: &'a mut [f64],
) -> &'a [f64] {
    let cells = graph.levels.cells();
    let of = |number: usize| &below[number * cells..(number + 1) * cells];
    match step {
        GraphEdge::To(next) => return of(next.to),
        GraphEdge::Throws {
            fighter,
            roll,
            next,
        } => {
            let to = of(next.to);
            let roll = &graph.rolls[*roll];
            if *fighter == 0 {
                thrown_by_rows(roll, graph.levels, to, along_step);
            } else {
                thrown_by_columns(roll, graph.levels, to, along_step);
            }
        }
        GraphEdge::Dives(ways) => {
            along_step.fill(0.0);
            for (chance, next) in ways {
                for (sum, value) in along_step.iter_mut().zip(of(next.to)) {
                    *sum += chance * value;
                }
            }
        }
    }
    along_step
}

/// Computes the values before a roll of the first fighter; the higher of that roll and the one in
/// force counts.
fn thrown_by_rows(roll: &RollChances, levels: DefenceLevels, to: &[f64], along_step: &mut [f64]) {
    let columns = levels.columns();
    // Goes from the highest row down, so that the sum over all higher rolls is known.
    for row in (0..levels.rows()).rev() {
        let (lower, higher) = along_step.split_at_mut((row + 1) * columns);
        let own = &mut lower[row * columns..];
        if row + 1 < levels.rows() {
            let exactly = roll.exactly[row + 1];
            let next = &to[(row + 1) * columns..(row + 2) * columns];
            for ((own, higher), next) in own.iter_mut().zip(&higher[..columns]).zip(next) {
                *own = higher + exactly * next;
            }
        } else {
            own.fill(0.0);
        }
    }
    for row in 0..levels.rows() {
        let up_to = roll.up_to[row];
        let range = row * columns..(row + 1) * columns;
        for (own, to) in along_step[range.clone()].iter_mut().zip(&to[range]) {
            *own += up_to * to;
        }
    }
}

/// Computes the values before a roll of the second fighter.
fn thrown_by_columns(
    roll: &RollChances,
    levels: DefenceLevels,
    to: &[f64],
    along_step: &mut [f64],
) {
    /// Number of rows whose sums are interleaved, because each addition to one row waits for the
    /// previous one.
    const ROWS: usize = 4;
    let columns = levels.columns();
    let all_along = along_step.chunks_mut(ROWS * columns);
    for (along_step, to) in all_along.zip(to.chunks(ROWS * columns)) {
        let rows = to.len() / columns;
        let mut higher = [0.0; ROWS];
        for column in (0..columns).rev() {
            let (up_to, exactly) = (roll.up_to[column], roll.exactly[column]);
            for (row, higher) in higher[..rows].iter_mut().enumerate() {
                let cell = row * columns + column;
                along_step[cell] = *higher + up_to * to[cell];
                *higher += exactly * to[cell];
            }
        }
    }
}
