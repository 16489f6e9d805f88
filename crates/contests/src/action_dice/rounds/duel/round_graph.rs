//! Graph of all nodes of a round: built once and evaluated round by round.
//!
//! Nodes do not include the defense rolls in force: each node has a value, or a chance, for every
//! pair of rolls. A defense roll is therefore one step, whatever its result.

use super::chances::{DefenceLevels, Hits, RollChances};
use super::counts::DuelCounts;
use super::duel_state::DuelState;
use std::collections::HashMap;

/// Maximum of nodes times cells; several arrays have this length, with 8 bytes per entry.
pub(super) const MOST_CELLS: usize = 16_000_000;

/// Number of a node. The steps from a node lead only to lower numbers.
pub(super) type Number = usize;

/// Target of a step, with the counts that the step adds.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeTarget {
    pub(super) to: Number,
    pub(super) counts: DuelCounts,
}

impl EdgeTarget {
    /// Returns the target with these counts added.
    pub(super) fn with(self, more: DuelCounts) -> Self {
        Self {
            counts: self.counts.plus(more),
            ..self
        }
    }
}

/// A step to other nodes.
#[derive(Clone, Debug)]
pub(super) enum GraphEdge {
    /// A step without a roll.
    To(EdgeTarget),
    /// A defense roll of `fighter`; the higher of the old and the new roll is then in force.
    Throws {
        fighter: usize,
        roll: usize,
        next: EdgeTarget,
    },
    /// A dive for cover: the target for each result of the roll, with its chance.
    Dives(Vec<(f64, EdgeTarget)>),
}

#[derive(Clone, Debug)]
pub(super) enum GraphNode {
    /// End of the round, at the distance with this index, with the unused dice.
    End { distance: usize, unused: DuelCounts },
    /// Steps of equal chance.
    Mix(Vec<GraphEdge>),
    /// Decision of `fighter`. `decision` is its index, `waits` that of the step for waiting, if
    /// legal.
    Best {
        fighter: usize,
        steps: Vec<GraphEdge>,
        decision: usize,
        waits: Option<usize>,
    },
    /// Attacks that are compared with defenses.
    Strike {
        /// Indices of the hit chances, by the set of fighters that one more hit puts out.
        chances: [usize; 4],
        /// Levels of the dives for cover from the attacks.
        dived: [u32; 2],
        /// Counts added if a fighter falls.
        fallen: DuelCounts,
        /// Target if both fighters remain standing, and the index of the strike among all strikes.
        next: EdgeTarget,
        place: usize,
    },
}

/// All nodes of a round.
#[derive(Clone, Debug, Default)]
pub(super) struct DuelGraph {
    pub(super) nodes: Vec<GraphNode>,
    pub(super) numbers: HashMap<DuelState, EdgeTarget>,
    pub(super) levels: DefenceLevels,
    /// Number of hits that puts a fighter out. A *layer* is a pair of hits taken.
    pub(super) hits: usize,
    pub(super) rolls: Vec<RollChances>,
    pub(super) chances: Vec<Vec<Hits>>,
    /// Distances at which a round can begin; the first is that of the first round.
    pub(super) distances: Vec<u32>,
    /// Start of a round, by index of the distance.
    pub(super) roots: Vec<EdgeTarget>,
    /// Nodes after strikes, by index of the strike.
    pub(super) after: Vec<Number>,
    /// Number of decision nodes.
    pub(super) decisions: usize,
}

impl DuelGraph {
    /// Returns the number of steps; the cost of evaluating a round is proportional to it.
    pub(super) fn step_count(&self) -> usize {
        self.nodes.iter().map(GraphNode::step_count).sum()
    }

    /// Returns the hits that the fighters have taken in a layer.
    pub(super) fn taken(&self, layer: usize) -> [usize; 2] {
        [layer / self.hits, layer % self.hits]
    }

    /// Returns the hits that the fighters have taken at an end, given by its index.
    pub(super) fn ended(&self, place: usize) -> [u32; 2] {
        let most = self.hits + 1;
        [place / most, place % most].map(|hits| hits as u32)
    }

    /// Returns the number of layers.
    pub(super) fn layers(&self) -> usize {
        self.hits * self.hits
    }

    /// Returns the strike in a layer. `chances` and `dived` are those of the [`GraphNode::Strike`].
    pub(super) fn strike(&self, layer: usize, chances: &[usize; 4], dived: [u32; 2]) -> Strike<'_> {
        let hits = self.taken(layer);
        let falls = hits.map(|hits| hits + 1 == self.hits);
        Strike {
            hits,
            falls,
            chances: &self.chances[chances[usize::from(falls[0]) + 2 * usize::from(falls[1])]],
            columns: self.levels.columns(),
            dived: dived.map(|level| level as usize),
        }
    }
}

/// A strike in a layer: attacks that are compared with defenses.
pub(super) struct Strike<'a> {
    /// Hits that each fighter has taken.
    pub(super) hits: [usize; 2],
    /// For each fighter, true if one more hit puts it out.
    pub(super) falls: [bool; 2],
    /// Chances of hits, by cell of the defenses.
    chances: &'a [Hits],
    columns: usize,
    dived: [usize; 2],
}

impl Strike<'_> {
    /// Returns the chances of hits in a cell; a dive replaces a lower defense roll.
    #[inline]
    pub(super) fn at(&self, cell: usize) -> Hits {
        if self.dived == [0; 2] {
            return self.chances[cell];
        }
        let row = (cell / self.columns).max(self.dived[0]);
        let column = (cell % self.columns).max(self.dived[1]);
        self.chances[row * self.columns + column]
    }
}

impl GraphNode {
    /// Returns the number of steps from the node.
    pub(super) fn step_count(&self) -> usize {
        match self {
            Self::End { .. } => 1,
            Self::Mix(steps) | Self::Best { steps, .. } => {
                steps.iter().map(GraphEdge::step_count).sum()
            }
            Self::Strike { .. } => 4,
        }
    }
}

impl GraphEdge {
    pub(super) fn step_count(&self) -> usize {
        match self {
            Self::To(_) => 1,
            Self::Throws { .. } => 3,
            Self::Dives(ways) => ways.len(),
        }
    }
}
