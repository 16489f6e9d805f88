//! What places are worth, and what is best at them: backward over the round, round by round from the last
//! one. Where it is known what is best, that is followed, and what nobody wins may count otherwise.

use super::chances::{Levels, Roll};
use super::graph::{Graph, Next, Node, Step};
use super::{EQUAL, Thoughts};
use crate::contest::deadline;

/// The worths of all places of a round, layer by layer: a layer is the hits that both have taken.
pub(super) struct Worth<'a> {
    graph: &'a Graph,
    /// What it is worth that nobody wins.
    nobody: f64,
    levels: Levels,
    /// The worth of the end of a round by layer and distance, to the first one: the chance to win, and
    /// half the chance that nobody does.
    ends: Vec<f64>,
    /// The same of this round.
    begun: Vec<f64>,
    /// Of a layer: the worth by place and cell.
    places: Vec<f64>,
    /// The worth of the places after strikes, by layer, place and cell.
    after: Vec<f64>,
    /// The worth of a way, by cell.
    way: Vec<f64>,
    /// Which way is best, by cell.
    best: Vec<u8>,
}

impl<'a> Worth<'a> {
    /// With half of what nobody wins, which is what everybody strives for.
    pub(super) fn new(graph: &'a Graph) -> Self {
        Self::counting(graph, 0.5)
    }

    /// With another share of what nobody wins.
    pub(super) fn counting(graph: &'a Graph, nobody: f64) -> Self {
        let cells = graph.levels.cells();
        let layers = graph.layers();
        let ends = vec![nobody; layers * graph.distances.len()];
        Self {
            graph,
            nobody,
            levels: graph.levels,
            begun: ends.clone(),
            ends,
            places: vec![0.0; graph.nodes.len() * cells],
            after: vec![0.0; layers * graph.after.len() * cells],
            way: vec![0.0; cells],
            best: vec![0; cells],
        }
    }

    /// Goes one round back, with so many rounds left then; false where that changes nothing.
    pub(super) fn round(&mut self, left: u32, thoughts: &mut Thoughts) -> bool {
        self.back(left, &mut Minds::Seek(thoughts))
    }

    /// The same, where it is known what is best.
    pub(super) fn follow(&mut self, left: u32, thoughts: &Thoughts) -> bool {
        self.back(left, &mut Minds::Follow(thoughts))
    }

    fn back(&mut self, left: u32, minds: &mut Minds) -> bool {
        for layer in (0..self.graph.layers()).rev() {
            self.layer(layer, left, minds);
            let cells = self.levels.cells();
            let distances = self.graph.roots.len();
            for (distance, root) in self.graph.roots.iter().enumerate() {
                self.begun[layer * distances + distance] = self.places[root.to * cells];
            }
        }
        let changes = self.begun != self.ends;
        std::mem::swap(&mut self.begun, &mut self.ends);
        changes
    }

    /// Goes over all places of a layer.
    fn layer(&mut self, layer: usize, left: u32, minds: &mut Minds) {
        for number in 0..self.graph.nodes.len() {
            deadline::check();
            self.place(layer, number, left, minds);
        }
        let cells = self.levels.cells();
        for (place, &number) in self.graph.after.iter().enumerate() {
            let to = (layer * self.graph.after.len() + place) * cells;
            let from = number * cells;
            self.after[to..to + cells].copy_from_slice(&self.places[from..from + cells]);
        }
    }

    /// What the ways from a place are worth with so many rounds left, in a cell, once all later rounds have
    /// been gone over; of the only way where nobody thinks there.
    pub(super) fn ways(
        &mut self,
        (left, layer): (u32, usize),
        (number, cell): (usize, usize),
        thoughts: &Thoughts,
    ) -> Vec<f64> {
        for layer in (layer..self.graph.layers()).rev() {
            self.layer(layer, left, &mut Minds::Follow(thoughts));
        }
        let Node::Best { steps, .. } = &self.graph.nodes[number] else {
            return vec![self.places[number * self.levels.cells() + cell]];
        };
        let ways = steps.iter().map(|step| {
            along(step, self.graph, &self.places, &mut self.way);
            self.way[cell]
        });
        ways.collect()
    }

    /// The worth of a place in all cells.
    fn place(&mut self, layer: usize, number: usize, left: u32, minds: &mut Minds) {
        let cells = self.levels.cells();
        let (below, rest) = self.places.split_at_mut(number * cells);
        let own = &mut rest[..cells];
        match &self.graph.nodes[number] {
            Node::End { distance, .. } => {
                own.fill(self.ends[layer * self.graph.roots.len() + distance]);
            }
            Node::Mix(steps) => {
                own.fill(0.0);
                let share = 1.0 / steps.len() as f64;
                for step in steps {
                    along(step, self.graph, below, &mut self.way);
                    for (sum, worth) in own.iter_mut().zip(&self.way) {
                        *sum += share * worth;
                    }
                }
            }
            Node::Best { steps, thinks, .. } if minds.known().is_some() => {
                let best = minds
                    .known()
                    .map_or(&[][..], |known| known.best(layer, *thinks, left));
                for (number, step) in steps.iter().enumerate() {
                    if best.iter().all(|&best| usize::from(best) != number) {
                        continue;
                    }
                    along(step, self.graph, below, &mut self.way);
                    for ((own, way), &best) in own.iter_mut().zip(&self.way).zip(best) {
                        if usize::from(best) == number {
                            *own = *way;
                        }
                    }
                }
            }
            Node::Best { who, steps, thinks } => {
                self.best.fill(0);
                along(&steps[0], self.graph, below, own);
                let sign = if *who == 0 { 1.0 } else { -1.0 };
                for (way, step) in steps.iter().enumerate().skip(1) {
                    along(step, self.graph, below, &mut self.way);
                    let cells = own.iter_mut().zip(&mut self.best).zip(&self.way);
                    for ((worth, best), new) in cells {
                        if sign * (new - *worth) > EQUAL {
                            (*worth, *best) = (*new, way as u8);
                        }
                    }
                }
                if let Minds::Seek(thoughts) = minds {
                    thoughts.note(layer, *thinks, left, &self.best);
                }
            }
            Node::Strike {
                chances,
                dived,
                next: Next { to, .. },
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
                // What follows one hit, and two.
                let first = if falls[1] {
                    Err(1.0)
                } else {
                    Ok(from(layer + 1))
                };
                let second = if falls[0] {
                    Err(0.0)
                } else {
                    Ok(from(layer + self.graph.hits))
                };
                let both = match falls {
                    [true, true] => Err(self.nobody),
                    [true, false] => Err(0.0),
                    [false, true] => Err(1.0),
                    [false, false] => Ok(from(layer + self.graph.hits + 1)),
                };
                let at = |worth: Result<&[f64], f64>, cell: usize| match worth {
                    Ok(worths) => worths[cell],
                    Err(worth) => worth,
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

/// How those decide who think.
enum Minds<'a> {
    /// What is best is found out, and kept.
    Seek(&'a mut Thoughts),
    /// It is known.
    Follow(&'a Thoughts),
}

impl Minds<'_> {
    fn known(&self) -> Option<&Thoughts> {
        match self {
            Self::Seek(_) => None,
            Self::Follow(known) => Some(known),
        }
    }
}

/// The worth of a way in all cells.
fn along(step: &Step, graph: &Graph, below: &[f64], way: &mut [f64]) {
    let cells = graph.levels.cells();
    let of = |number: usize| &below[number * cells..(number + 1) * cells];
    match step {
        Step::To(next) => way.copy_from_slice(of(next.to)),
        Step::Throws { who, roll, next } => {
            let to = of(next.to);
            let roll = &graph.rolls[*roll];
            if *who == 0 {
                thrown_by_rows(roll, graph.levels, to, way);
            } else {
                thrown_by_columns(roll, graph.levels, to, way);
            }
        }
        Step::Dives(ways) => {
            way.fill(0.0);
            for (chance, next) in ways {
                for (sum, worth) in way.iter_mut().zip(of(next.to)) {
                    *sum += chance * worth;
                }
            }
        }
    }
}

/// The first one throws: what is lower than what is in force leaves it as it is.
fn thrown_by_rows(roll: &Roll, levels: Levels, to: &[f64], way: &mut [f64]) {
    let columns = levels.columns();
    // Row by row from the highest down: in the row below is what higher rolls are worth together.
    for row in (0..levels.rows()).rev() {
        let (lower, higher) = way.split_at_mut((row + 1) * columns);
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
        for (own, to) in way[range.clone()].iter_mut().zip(&to[range]) {
            *own += up_to * to;
        }
    }
}

/// The second one throws.
fn thrown_by_columns(roll: &Roll, levels: Levels, to: &[f64], way: &mut [f64]) {
    let columns = levels.columns();
    for (way, to) in way.chunks_exact_mut(columns).zip(to.chunks_exact(columns)) {
        let mut higher = 0.0;
        for column in (0..columns).rev() {
            way[column] = higher + roll.up_to[column] * to[column];
            higher += roll.exactly[column] * to[column];
        }
    }
}
