//! Solution of a duel, and the optimal decisions of its rounds.

use super::round_graph::DuelGraph;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::OnceLock;

/// Solution of a duel, each part computed on first use.
#[derive(Default)]
pub(in super::super) struct Duel {
    pub(super) graph: OnceLock<Result<DuelGraph, String>>,
    pub(super) decisions_of_round: OnceLock<RoundDecisions>,
    pub(super) ends: OnceLock<[Vec<Vec<f64>>; 2]>,
}

impl fmt::Debug for Duel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Duel")
    }
}

/// Optimal decisions in all nodes of a round, by the number of rounds left.
#[derive(Clone, Debug, Default)]
pub(super) struct RoundDecisions {
    /// Number of decisions in a layer.
    decisions: usize,
    /// Changes of the optimal choice, by layer and decision: the number of rounds left from which
    /// on the choice is optimal, and the choice by cell.
    all: Vec<Vec<(u32, Box<[u8]>)>>,
}

impl RoundDecisions {
    pub(super) fn new(layers: usize, decisions: usize) -> Self {
        Self {
            decisions,
            all: vec![Vec::new(); layers * decisions],
        }
    }

    /// Stores the optimal choices with `left` rounds left, if they differ from those with fewer.
    pub(super) fn note(&mut self, layer: usize, decision: usize, left: u32, best: &[u8]) {
        let known = &mut self.all[layer * self.decisions + decision];
        if known.last().is_none_or(|(_, last)| **last != *best) {
            known.push((left, best.into()));
        }
    }

    /// Returns the numbers of rounds left at which any decision changes.
    pub(super) fn changes(&self) -> Vec<u32> {
        let changes = self.all.iter().flatten().map(|&(from, _)| from);
        let changes: BTreeSet<u32> = changes.collect();
        changes.into_iter().collect()
    }

    /// Returns the optimal choices with `left` rounds left, by cell.
    pub(super) fn best(&self, layer: usize, decision: usize, left: u32) -> &[u8] {
        let known = &self.all[layer * self.decisions + decision];
        let index = known.partition_point(|&(from, _)| from <= left);
        index.checked_sub(1).map_or(&[], |index| &known[index].1)
    }
}
