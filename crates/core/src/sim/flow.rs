//! Flow of trials through a contest: its links, with the mean number of times that each was taken.

use crate::contest::{Describe, FlowCost};

/// Flow through a contest. All figures are means per unit that starts at the first node.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowResult {
    /// Plural noun for the units, such as `trials`.
    pub unit: &'static str,
    /// Number of units per trial.
    pub of: u32,
    /// Nodes; the first one is the start.
    pub nodes: Vec<FlowNodeResult>,
    /// Links between the nodes.
    pub links: Vec<FlowLinkResult>,
    /// Names of the metrics for injuries along the flow.
    pub injury_metrics: Vec<String>,
}

/// Node of a flow: a stage or an outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowNodeResult {
    /// Name of the node.
    pub name: String,
    /// Index of the outcome; `None` for a stage.
    pub end: Option<usize>,
    /// Share of the units that reached the node, 0 to 1.
    pub share: f64,
    /// Name of the metric that counts arrivals at the node, if any.
    pub reached: Option<String>,
    /// Name of the metric of success at the node, if any.
    pub won: Option<String>,
    /// Costs of passing the node, each with the name of its metric.
    pub costs: Vec<(FlowCost, String)>,
}

/// Link between two nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowLinkResult {
    /// Index of the source node.
    pub from: usize,
    /// Index of the target node.
    pub to: usize,
    /// Mean number of times that the link was taken; a share if it can be taken only once.
    pub mean: f64,
    /// Name of the metric that counts the link.
    pub metric: String,
}

/// Returns the flow of a contest from the means of its metrics by name, or `None` if the contest has
/// no flow or no unit entered it.
pub(super) fn flow(
    contest: &(impl Describe + ?Sized),
    mean_of: impl Fn(&str) -> Option<f64>,
) -> Option<FlowResult> {
    let flow = contest.description().flow.as_ref()?;
    let about = contest.metrics();
    let mean = |position: usize| {
        let name = about.get(position)?.name();
        Some(mean_of(&name)? / f64::from(flow.of.max(1)))
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
        // `sum` would return −0 for no items.
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
                .map(|&(cost, metric)| (cost, named(metric)))
                .collect(),
        }
    });
    Some(FlowResult {
        unit: flow.unit,
        of: flow.of,
        nodes: nodes.collect(),
        links,
        injury_metrics: flow.injury_metrics.iter().copied().map(named).collect(),
    })
}
