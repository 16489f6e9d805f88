//! Flow of trials through a contest: its links, with the mean number of times each was taken.

use super::results::MetricResult;
use crate::contest::Describe;

/// Flow through a contest; each figure is a mean over everything that began at the first node.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowResult {
    /// Counted unit that begins at the first node, such as `trials`.
    pub unit: &'static str,
    /// Nodes; the first one is the start.
    pub nodes: Vec<FlowNodeResult>,
    /// Links between the nodes.
    pub links: Vec<FlowLinkResult>,
    /// Names of the metrics for injuries on the way.
    pub hurt: Vec<String>,
}

/// Node of a flow: a stage, or an end.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowNodeResult {
    /// Name of the node.
    pub name: String,
    /// Index of the outcome, if the node is an end.
    pub end: Option<usize>,
    /// Share that reached the node, 0 to 1.
    pub share: f64,
    /// Name of the metric for reaching the node, if there is one.
    pub reached: Option<String>,
    /// Name of the metric for success at the node.
    pub won: Option<String>,
    /// Costs of passing the node: a heading, and the name of the metric.
    pub costs: Vec<(&'static str, String)>,
}

/// Link between two nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowLinkResult {
    /// Index of the node where it begins.
    pub from: usize,
    /// Index of the node where it ends.
    pub to: usize,
    /// Mean number of times it was taken: a share if it can be taken only once.
    pub mean: f64,
    /// Name of the metric that counted it.
    pub metric: String,
}

/// Returns the flow of a contest with these metrics, or `None` if it has no flow or nothing was
/// counted.
pub(super) fn flow(
    contest: &(impl Describe + ?Sized),
    metrics: &[MetricResult],
) -> Option<FlowResult> {
    let flow = contest.flow()?;
    let about = contest.metrics();
    let mean = |position: usize| {
        let name = about.get(position)?.name();
        let metric = metrics.iter().find(|metric| metric.name == name)?;
        Some(metric.mean? / f64::from(flow.of.max(1)))
    };
    let named = |position: usize| about[position].name();
    let links = flow.links.iter().map(|link| {
        Some(FlowLinkResult {
            from: link.from,
            to: link.to,
            mean: mean(link.metric)?,
            metric: named(link.metric),
        })
    });
    let links: Vec<FlowLinkResult> = links.collect::<Option<_>>()?;
    let nodes = flow.nodes.iter().enumerate().map(|(position, node)| {
        let entered = links.iter().filter(|link| link.to == position);
        // Not `sum`, which is −0 without items.
        let entered = || {
            entered
                .map(|link| link.mean)
                .fold(0.0, |sum, mean| sum + mean)
        };
        let begun = if position == 0 { Some(1.0) } else { None };
        FlowNodeResult {
            name: node.name.clone(),
            end: node.end,
            share: node
                .reached
                .and_then(mean)
                .or(begun)
                .unwrap_or_else(entered)
                .min(1.0),
            reached: node.reached.map(named),
            won: node.won.map(named),
            costs: (node.costs.iter())
                .map(|&(heading, metric)| (heading, named(metric)))
                .collect(),
        }
    });
    Some(FlowResult {
        unit: flow.unit,
        nodes: nodes.collect(),
        links,
        hurt: flow.hurt.into_iter().map(named).collect(),
    })
}
