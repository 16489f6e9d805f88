//! Probabilities of all ends of a duel, computed forward round by round.

use super::pass::{Pass, Slots};
use super::round_graph::DuelGraph;
use super::solution::RoundDecisions;

/// Probabilities of the states of a duel, advanced one round at a time.
pub(in super::super) struct DuelFlow<'a> {
    graph: &'a DuelGraph,
    /// Chance that the next round begins in each state, by layer and distance.
    begins: Vec<f64>,
    pass: Pass<'a>,
}

/// Hits taken by both fighters at an end, with the probability of that end.
pub(in super::super) type End = ([u32; 2], f64);

impl<'a> DuelFlow<'a> {
    pub(super) fn new(graph: &'a DuelGraph, decisions_of_round: &'a RoundDecisions) -> Self {
        let mut begins = vec![0.0; graph.layers() * graph.roots.len()];
        begins[0] = 1.0;
        Self {
            graph,
            begins,
            pass: Pass::new(graph, decisions_of_round, Slots::ONE),
        }
    }

    /// Returns the hits taken in the states in which the duel continues, with their chances.
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

    /// Advances by one round, with `left` rounds left. Returns the hits taken at ends of the duel
    /// in this round, with their chances.
    pub(in super::super) fn round(&mut self, left: u32) -> Vec<End> {
        self.pass.round(&self.begins, left, u64::MAX);
        std::mem::swap(&mut self.begins, &mut self.pass.next);
        let ends = self.pass.ends.iter().enumerate();
        ends.map(|(place, &chance)| (self.graph.ended(place), chance))
            .filter(|end| end.1 > 0.0)
            .collect()
    }
}
