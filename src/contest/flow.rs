//! The flow of a contest with stages, such as a chain of scenes.

/// A graph of the paths of a trial from the first node to an end, with the metrics that count them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathFlow {
    /// The unit that starts at the first node, such as `trials` or `sessions`.
    pub unit: &'static str,
    /// Number of units that start in each trial.
    pub of: u32,
    /// The nodes; the first one is the start.
    pub nodes: Vec<FlowNode>,
    /// The links between them.
    pub links: Vec<FlowLink>,
    /// Indices of the metrics that count injuries, one for each character.
    pub hurt: Vec<usize>,
}

/// A stage, or an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowNode {
    /// Its name, such as `ambush`.
    pub name: String,
    /// Index of the outcome, if the node is an end. No link leaves an end.
    pub end: Option<usize>,
    /// Index of the metric that counts the units that reach the node. `None` if the metrics of the
    /// links to the node count them.
    pub reached: Option<usize>,
    /// Index of the metric of success at the node, if there is one.
    pub won: Option<usize>,
    /// Metrics of the costs of the node: (heading, index of the metric).
    pub costs: Vec<(&'static str, usize)>,
}

/// A link from a node to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowLink {
    /// Index of the first node.
    pub from: usize,
    /// Index of the second node; an earlier one if the link leads back.
    pub to: usize,
    /// Index of the metric that counts uses of the link.
    pub metric: usize,
}
