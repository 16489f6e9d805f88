//! The flow of a contest with stages, such as a chain of scenes.

/// Graph of the paths of a trial from the first node to an end, with the metrics that count them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathFlow {
    /// Unit that starts at the first node, such as `trials` or `sessions`.
    pub unit: &'static str,
    /// Number of units per trial.
    pub of: u32,
    /// Nodes; the first one is the start.
    pub nodes: Vec<FlowNode>,
    /// Links between the nodes.
    pub links: Vec<FlowLink>,
    /// Indices of the metrics that count injuries, one for each character.
    pub injury_metrics: Vec<usize>,
}

/// A stage, or an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowNode {
    /// Name of the node, such as `ambush`.
    pub name: String,
    /// Index of the outcome, for an end, which no link leaves.
    pub end: Option<usize>,
    /// Index of the metric that counts units reaching the node; `None` if the metrics of its
    /// incoming links do.
    pub reached: Option<usize>,
    /// Index of the metric of success at the node, if any.
    pub won: Option<usize>,
    /// Costs of the node, each with the index of its metric.
    pub costs: Vec<(FlowCost, usize)>,
}

/// A cost of passing a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowCost {
    /// Heading of the cost in tables.
    pub heading: &'static str,
    /// Figure that tables show.
    pub figure: CostFigure,
}

/// Figure of a cost that tables show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostFigure {
    /// Share of the visits with the cost.
    Share,
    /// Mean per visit.
    PerVisit,
    /// Mean of the metric itself, such as what is left after the node.
    Mean,
}

/// A link from a node to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowLink {
    /// Index of the node that the link leaves.
    pub from: usize,
    /// Index of the node that the link enters; an earlier one if the link leads back.
    pub to: usize,
    /// Index of the metric that counts uses of the link.
    pub metric: usize,
}
