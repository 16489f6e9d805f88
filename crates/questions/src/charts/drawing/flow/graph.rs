//! Graph of a flow: the nodes and links that are drawn, and the row of each node.

use std::collections::BTreeMap;

use crate::charts::layers::share;
use crate::charts::{ChartLink, ChartNode, FlowChart};

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
    /// Links to a lower row.
    pub links: Vec<ChartLink>,
    /// Back links that are taken, the shortest first, since longer ones enclose them.
    pub back_links: Vec<ChartLink>,
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
            let (from, to) = (place(from)?, place(to)?);
            Some(ChartLink { from, to, mean })
        });
        let mut links: Vec<ChartLink> = drawn.collect();
        links.sort_by(|a, b| b.mean.total_cmp(&a.mean));
        links.truncate(MOST_LINKS);
        links.sort_by_key(|link| (link.from, link.to));
        let (back_links, links) = with_back_links(links, kept.len());
        let nodes = kept.iter().map(|&node| RowNode {
            given: &flow.nodes[node],
            row: 0,
            weight: weights[node],
        });
        let mut graph = Self {
            nodes: nodes.collect(),
            links,
            back_links,
            rows: 0,
            left_out: known - kept.len(),
        };
        graph.assign_rows();
        let nodes = &graph.nodes;
        let length = |link: &ChartLink| nodes[link.from].row - nodes[link.to].row;
        graph.back_links.retain(|link| link.mean > 0.0);
        graph.back_links.sort_by_key(length);
        Some(graph)
    }

    /// Places each node below all its predecessors, and all ends at the bottom.
    fn assign_rows(&mut self) {
        // The longest path has fewer links than there are nodes, so this number of passes suffices.
        for _ in 0..self.nodes.len() {
            for link in &self.links {
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
}

/// Returns the links that close a cycle, and the others, which are acyclic.
fn with_back_links(links: Vec<ChartLink>, nodes: usize) -> (Vec<ChartLink>, Vec<ChartLink>) {
    /// Follows the links of a node. `is_open` has the nodes that were found, with whether they are
    /// on the path to this one.
    fn follow(
        node: usize,
        links: &[ChartLink],
        is_open: &mut [Option<bool>],
        is_back: &mut [bool],
    ) {
        if is_open[node].is_some() {
            return;
        }
        is_open[node] = Some(true);
        for (link, back) in links.iter().enumerate().filter(|one| one.1.from == node) {
            is_back[link] = is_open[back.to] == Some(true);
            follow(back.to, links, is_open, is_back);
        }
        is_open[node] = Some(false);
    }
    let (mut is_open, mut is_back) = (vec![None; nodes], vec![false; links.len()]);
    for start in 0..nodes {
        follow(start, &links, &mut is_open, &mut is_back);
    }
    let mut is_back = is_back.into_iter();
    links
        .into_iter()
        .partition(|_| is_back.next() == Some(true))
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
    let mut flows = vec![(0.0, 0.0); flow.nodes.len()];
    for (&(from, to), mean) in links {
        flows[from].0 += mean;
        flows[to].1 += mean;
    }
    let nodes = flow.nodes.iter().zip(flows);
    let weights = nodes.map(|(node, (left, came)): (_, (f64, f64))| {
        came.max(left).max(share(node.share).unwrap_or(0.0))
    });
    weights.collect()
}
