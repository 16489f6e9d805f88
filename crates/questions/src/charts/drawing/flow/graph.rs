//! Graph of a flow: the nodes and links that are drawn, and the row of each node.

use std::collections::BTreeMap;

use crate::charts::layers::share;
use crate::charts::{ChartNode, FlowChart};

/// Maximum numbers of nodes and links; only the largest are drawn.
const MOST_NODES: usize = 24;
const MOST_LINKS: usize = 150;
/// Maximum number of nodes in a row.
const MOST_IN_ROW: usize = 4;
/// Maximum mean of a link.
const MOST_MEAN: f64 = 1_000.0;

/// Nodes in rows, and the links between them.
pub struct Graph<'a> {
    pub nodes: Vec<RowNode<'a>>,
    pub links: Vec<RowLink>,
    /// Number of rows.
    pub rows: usize,
    /// Number of nodes that are not drawn.
    pub left_out: usize,
}

/// Node of a flow with its row.
pub struct RowNode<'a> {
    pub given: &'a ChartNode,
    pub row: usize,
    /// Mean number of passes through the node.
    pub weight: f64,
}

/// Link between two nodes.
#[derive(Clone, Copy)]
pub struct RowLink {
    pub from: usize,
    pub to: usize,
    pub mean: f64,
    /// Whether the link closes a cycle.
    pub back: bool,
}

impl<'a> Graph<'a> {
    /// Returns the graph of a flow, or `None` if no node has a share.
    pub fn of(flow: &'a FlowChart) -> Option<Self> {
        let links = links(flow);
        let weights = weights(flow, &links);
        let mut kept: Vec<usize> = (0..flow.nodes.len()).collect();
        kept.retain(|&node| share(flow.nodes[node].share).is_some());
        let known = kept.len();
        if known == 0 {
            return None;
        }
        // The start comes first, then the largest nodes; ties keep their order.
        kept.sort_by(|&a, &b| {
            (b == 0, weights[b])
                .partial_cmp(&(a == 0, weights[a]))
                .unwrap_or(a.cmp(&b))
        });
        kept.truncate(MOST_NODES);
        kept.sort_unstable();
        let place = |node: usize| kept.iter().position(|&one| one == node);
        let drawn = links.iter().filter_map(|(&(from, to), &mean)| {
            Some(RowLink {
                from: place(from)?,
                to: place(to)?,
                mean,
                back: false,
            })
        });
        let mut links: Vec<RowLink> = drawn.collect();
        links.sort_by(|a, b| b.mean.total_cmp(&a.mean));
        links.truncate(MOST_LINKS);
        links.sort_by_key(|link| (link.from, link.to));
        let nodes = kept.iter().map(|&node| RowNode {
            given: &flow.nodes[node],
            row: 0,
            weight: weights[node],
        });
        let mut graph = Self {
            nodes: nodes.collect(),
            links,
            rows: 1,
            left_out: known - kept.len(),
        };
        graph.mark_back_links();
        graph.assign_rows();
        Some(graph)
    }

    /// Marks the links that close a cycle; the remaining links are acyclic.
    fn mark_back_links(&mut self) {
        let mut state = vec![RowState::New; self.nodes.len()];
        for start in 0..self.nodes.len() {
            self.find_back_links(start, &mut state);
        }
    }

    fn find_back_links(&mut self, node: usize, state: &mut [RowState]) {
        if state[node] != RowState::New {
            return;
        }
        state[node] = RowState::Open;
        for index in 0..self.links.len() {
            let RowLink { from, to, .. } = self.links[index];
            if from == node {
                self.links[index].back = state[to] == RowState::Open;
                self.find_back_links(to, state);
            }
        }
        state[node] = RowState::Done;
    }

    /// Places each node below all its predecessors, and all ends at the bottom.
    fn assign_rows(&mut self) {
        // The longest path has fewer links than there are nodes, so this number of passes suffices.
        for _ in 0..self.nodes.len() {
            for link in self.links.iter().filter(|link| !link.back) {
                let below = self.nodes[link.from].row + 1;
                let node = &mut self.nodes[link.to];
                node.row = node.row.max(below);
            }
        }
        let is_end = |node: &RowNode| node.given.end.is_some();
        let on_the_way = self.nodes.iter().filter(|node| !is_end(node));
        let last = on_the_way.map(|node| node.row + 1).max().unwrap_or(0);
        for node in self.nodes.iter_mut().filter(|node| is_end(node)) {
            node.row = last;
        }
        let mut placed = vec![0; self.nodes.len()];
        self.rows = 0;
        for row in 0..=last {
            let mut abreast: Vec<usize> = (0..self.nodes.len()).collect();
            abreast.retain(|&node| self.nodes[node].row == row);
            let parts = abreast.len().div_ceil(MOST_IN_ROW).max(1);
            let each = abreast.len().div_ceil(parts).max(1);
            for part in abreast.chunks(each) {
                for &node in part {
                    placed[node] = self.rows;
                }
                self.rows += 1;
            }
        }
        for (node, row) in self.nodes.iter_mut().zip(placed) {
            node.row = row;
        }
    }

    /// Returns the back links that are taken, the shortest first, since longer ones enclose them.
    pub fn back_links(&self) -> Vec<RowLink> {
        let taken = self.links_that(true).filter(|link| link.mean > 0.0);
        let mut links: Vec<RowLink> = taken.copied().collect();
        links.sort_by_key(|link| {
            let far = self.nodes[link.from].row - self.nodes[link.to].row;
            (far, link.from, link.to)
        });
        links
    }

    /// Returns the forward links, or the back links.
    pub fn links_that(&self, back: bool) -> impl Iterator<Item = &RowLink> {
        self.links.iter().filter(move |link| link.back == back)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum RowState {
    New,
    Open,
    Done,
}

/// Returns the valid links, with the means of equal links added.
fn links(flow: &FlowChart) -> BTreeMap<(usize, usize), f64> {
    let mut links = BTreeMap::new();
    let is_known = |node: usize| {
        let node = flow.nodes.get(node)?;
        share(node.share).map(|_| node.end.is_some())
    };
    for link in &flow.links {
        if link.mean.is_nan() || is_known(link.from) != Some(false) || is_known(link.to).is_none() {
            continue;
        }
        let mean: &mut f64 = links.entry((link.from, link.to)).or_insert(0.0);
        *mean = (*mean + link.mean.max(0.0)).min(MOST_MEAN);
    }
    links
}

/// Returns the weight of each node: the maximum of its inflow, outflow and share.
fn weights(flow: &FlowChart, links: &BTreeMap<(usize, usize), f64>) -> Vec<f64> {
    let nodes = flow.nodes.iter().enumerate();
    let weights = nodes.map(|(position, node)| {
        let sum = |is_own: &dyn Fn(&(usize, usize)) -> bool| -> f64 {
            let own = links.iter().filter(|(link, _)| is_own(link));
            own.map(|(_, mean)| mean).sum()
        };
        let came = sum(&|&(_, to)| to == position);
        let left = sum(&|&(from, _)| from == position);
        came.max(left).max(share(node.share).unwrap_or(0.0))
    });
    weights.collect()
}
