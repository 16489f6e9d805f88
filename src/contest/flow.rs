//! The ways through a contest that goes from one place to another, such as a chain of scenes.

/// Where a trial may pass on its way from the first node to an end, and the metrics that count it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flow {
    /// What begins at the first node, such as `trials` or `sessions`.
    pub unit: &'static str,
    /// How often a trial begins there.
    pub of: u32,
    /// The nodes, the first one where everything begins.
    pub nodes: Vec<FlowNode>,
    /// The ways between them.
    pub links: Vec<FlowLink>,
    /// The positions of the metrics that say who was hurt on the way, one for each who may be.
    pub hurt: Vec<usize>,
}

/// A place that is passed, or an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowNode {
    /// Its name, such as `ambush`.
    pub name: String,
    /// The position of the outcome that it is, if it is an end: no way leads on from there.
    pub end: Option<usize>,
    /// The position of the metric that says whether it was passed at all, or how many of several
    /// times a trial began; without one the ways that lead there say it.
    pub reached: Option<usize>,
    /// The position of the metric that says whether it went well there, where somebody can say.
    pub won: Option<usize>,
    /// What passing it costs: a heading, and the position of the metric.
    pub costs: Vec<(&'static str, usize)>,
}

/// A way from a node to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowLink {
    /// The position of the node where it begins.
    pub from: usize,
    /// The position of the node where it ends; an earlier one where it leads back.
    pub to: usize,
    /// The position of the metric that counts how often it was taken.
    pub metric: usize,
}
