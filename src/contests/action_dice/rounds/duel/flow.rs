//! How likely it is to come to each end: forward over the round, round by round from the first one.

use super::Thoughts;
use super::chances::{Levels, Roll};
use super::graph::{Graph, Node, Step};

/// The chances of all places of a round, layer by layer.
pub(in super::super) struct Flow<'a> {
    graph: &'a Graph,
    levels: Levels,
    thoughts: &'a Thoughts,
    /// The chance that a round begins so, by layer and distance.
    begins: Vec<f64>,
    /// The same of the next round.
    next: Vec<f64>,
    /// Of a layer: the chances by place and cell, and which places have any.
    chances: Vec<f64>,
    reached: Vec<bool>,
    /// The chances of the places after strikes that are known already, by layer, place and cell.
    after: Vec<f64>,
    /// The chances of those who take a way, by cell.
    way: Vec<f64>,
}

/// The chance of an end with so many hits taken.
pub(in super::super) type End = ([u32; 2], f64);

impl<'a> Flow<'a> {
    pub(super) fn new(graph: &'a Graph, thoughts: &'a Thoughts) -> Self {
        let cells = graph.levels.cells();
        let layers = graph.layers();
        let mut begins = vec![0.0; layers * graph.distances.len()];
        begins[0] = 1.0;
        Self {
            graph,
            levels: graph.levels,
            thoughts,
            next: vec![0.0; begins.len()],
            begins,
            chances: vec![0.0; graph.nodes.len() * cells],
            reached: vec![false; graph.nodes.len()],
            after: vec![0.0; layers * graph.after.len() * cells],
            way: vec![0.0; cells],
        }
    }

    /// The hits with which it goes on after the rounds so far, with their chances.
    pub(in super::super) fn open(&self) -> Vec<End> {
        let distances = self.graph.roots.len();
        let layers = self.begins.chunks_exact(distances).enumerate();
        layers
            .map(|(layer, chances)| {
                let hits = self.graph.taken(layer).map(|hits| hits as u32);
                (hits, chances.iter().sum())
            })
            .filter(|&(_, chance): &End| chance > 0.0)
            .collect()
    }

    /// Plays a round with so many rounds left: the hits of those who end it all, with their chances.
    pub(in super::super) fn round(&mut self, left: u32) -> Vec<End> {
        let most = self.graph.hits + 1;
        let mut ends = vec![0.0; most * most];
        self.next.fill(0.0);
        for layer in 0..self.graph.layers() {
            if self.begin(layer) {
                for number in (0..self.graph.nodes.len()).rev() {
                    if self.reached[number] {
                        self.place(layer, number, left, &mut ends);
                    }
                }
            }
        }
        std::mem::swap(&mut self.begins, &mut self.next);
        let hits = |place: usize| [place / most, place % most].map(|hits| hits as u32);
        let ends = ends.into_iter().enumerate();
        ends.map(|(place, chance)| (hits(place), chance))
            .filter(|end| end.1 > 0.0)
            .collect()
    }

    /// Puts down what comes to a layer from the beginning of the round, and by hits; false where
    /// nothing does.
    fn begin(&mut self, layer: usize) -> bool {
        let cells = self.levels.cells();
        let places = self.graph.after.len();
        let distances = self.graph.roots.len();
        let begins = layer * distances..(layer + 1) * distances;
        let after = layer * places * cells..(layer + 1) * places * cells;
        if self.begins[begins.clone()]
            .iter()
            .all(|&chance| chance == 0.0)
            && self.after[after.clone()]
                .iter()
                .all(|&chance| chance == 0.0)
        {
            return false;
        }
        self.chances.fill(0.0);
        self.reached.fill(false);
        for (&chance, &root) in self.begins[begins].iter().zip(&self.graph.roots) {
            self.chances[root * cells] += chance;
            self.reached[root] |= chance > 0.0;
        }
        for (chances, &number) in self.after[after.clone()]
            .chunks_exact(cells)
            .zip(&self.graph.after)
        {
            self.reached[number] |= chances.iter().any(|&chance| chance > 0.0);
            add(
                &mut self.chances[number * cells..(number + 1) * cells],
                chances,
                1.0,
            );
        }
        self.after[after].fill(0.0);
        true
    }

    /// Hands on what is at a place.
    fn place(&mut self, layer: usize, number: usize, left: u32, ends: &mut [f64]) {
        let cells = self.levels.cells();
        let (below, rest) = self.chances.split_at_mut(number * cells);
        let own = &rest[..cells];
        match &self.graph.nodes[number] {
            Node::End(distance) => {
                let place = layer * self.graph.roots.len() + distance;
                self.next[place] += own.iter().sum::<f64>();
            }
            Node::Mix(steps) => {
                let share = 1.0 / steps.len() as f64;
                for step in steps {
                    for (way, chance) in self.way.iter_mut().zip(own) {
                        *way = share * chance;
                    }
                    along(step, self.graph, &self.way, below, &mut self.reached);
                }
            }
            Node::Best { steps, thinks, .. } => {
                let best = self.thoughts.best(layer, *thinks, left);
                for (number, step) in steps.iter().enumerate() {
                    let mut any = false;
                    for ((way, chance), &best) in self.way.iter_mut().zip(own).zip(best) {
                        let takes = best as usize == number;
                        *way = if takes { *chance } else { 0.0 };
                        any |= takes && *chance > 0.0;
                    }
                    if any {
                        along(step, self.graph, &self.way, below, &mut self.reached);
                    }
                }
            }
            Node::Strike {
                chances,
                dived,
                to,
                place,
            } => {
                let strike = self.graph.strike(layer, chances, *dived);
                let places = self.graph.after.len();
                self.reached[*to] = true;
                for (cell, &own) in own.iter().enumerate() {
                    if own == 0.0 {
                        continue;
                    }
                    let [none, one, other, two] = strike.at(cell);
                    below[to * cells + cell] += own * none;
                    for (more, chance) in [([0, 1], one), ([1, 0], other), ([1, 1], two)] {
                        let now = [0, 1].map(|who: usize| strike.hits[who] + more[who]);
                        if now.contains(&self.graph.hits) {
                            ends[now[0] * (self.graph.hits + 1) + now[1]] += own * chance;
                        } else {
                            let layer = now[0] * self.graph.hits + now[1];
                            self.after[(layer * places + place) * cells + cell] += own * chance;
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

/// Hands on what takes a way.
fn along(step: &Step, graph: &Graph, way: &[f64], below: &mut [f64], reached: &mut [bool]) {
    let cells = graph.levels.cells();
    match step {
        Step::To(number) => {
            add(&mut below[number * cells..(number + 1) * cells], way, 1.0);
            reached[*number] = true;
        }
        Step::Throws { who, roll, to } => {
            let next = &mut below[to * cells..(to + 1) * cells];
            reached[*to] = true;
            let roll = &graph.rolls[*roll];
            let columns = graph.levels.columns();
            if *who == 0 {
                for column in 0..columns {
                    let cell = |row: usize| row * columns + column;
                    thrown(roll, graph.levels.rows(), way, next, cell);
                }
            } else {
                for row in 0..graph.levels.rows() {
                    thrown(roll, columns, way, next, |column| row * columns + column);
                }
            }
        }
        Step::Dives(ways) => {
            for (chance, number) in ways {
                add(
                    &mut below[number * cells..(number + 1) * cells],
                    way,
                    *chance,
                );
                reached[*number] = true;
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
