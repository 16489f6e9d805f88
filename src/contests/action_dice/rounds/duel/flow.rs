//! How likely it is to come to each end, round by round from the first one.

use super::Thoughts;
use super::graph::Graph;
use super::pass::{Pass, Slots};

/// The chances of the rounds of a duel, one after another.
pub(in super::super) struct Flow<'a> {
    graph: &'a Graph,
    /// The chance that a round begins so, by layer and distance.
    begins: Vec<f64>,
    pass: Pass<'a>,
}

/// The chance of an end with so many hits taken.
pub(in super::super) type End = ([u32; 2], f64);

impl<'a> Flow<'a> {
    pub(super) fn new(graph: &'a Graph, thoughts: &'a Thoughts) -> Self {
        let mut begins = vec![0.0; graph.layers() * graph.roots.len()];
        begins[0] = 1.0;
        Self {
            graph,
            begins,
            pass: Pass::new(graph, thoughts, Slots::ONE),
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
        self.pass.round(&self.begins, left, u64::MAX);
        std::mem::swap(&mut self.begins, &mut self.pass.next);
        let ends = self.pass.ends.iter().enumerate();
        ends.map(|(place, &chance)| (self.graph.ended(place), chance))
            .filter(|end| end.1 > 0.0)
            .collect()
    }
}
