//! How trials flow through a contest: the ways that it tells of, with how often each was taken.

use super::results::MetricResult;
use crate::contest::Describe;

/// The ways through a contest, each figure a mean over everything that began at the first node.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowResult {
    /// What began at the first node, such as `trials`.
    pub unit: &'static str,
    /// The nodes, the first one where everything begins.
    pub nodes: Vec<FlowNodeResult>,
    /// The ways between them.
    pub links: Vec<FlowLinkResult>,
    /// The names of the metrics that say who was hurt on the way.
    pub hurt: Vec<String>,
}

/// A place that is passed, or an end.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowNodeResult {
    /// Its name.
    pub name: String,
    /// The position of the outcome that it is, if it is an end.
    pub end: Option<usize>,
    /// The share that came there at all.
    pub share: f64,
    /// The name of the metric that says whether it was passed, where there is one.
    pub reached: Option<String>,
    /// The name of the metric that says whether it went well there.
    pub won: Option<String>,
    /// What passing it costs: a heading, and the name of the metric.
    pub costs: Vec<(&'static str, String)>,
}

/// A way from a node to the next.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowLinkResult {
    /// The position of the node where it begins.
    pub from: usize,
    /// The position of the node where it ends.
    pub to: usize,
    /// How often it was taken on average: a share where it cannot be taken twice.
    pub mean: f64,
    /// The name of the metric that counted it.
    pub metric: String,
}

/// The flow of a contest by these figures; `None` where it has none, or where nothing was counted.
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
        // The sum of nothing is 0, not the -0 of `sum`.
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
