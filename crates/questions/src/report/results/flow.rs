//! The paths through a contest of linked scenes: the chart, and the most frequent path.

use super::super::chart::{ReportChart, Topic};
use super::super::table::Table;
use super::super::text::{clean, decimal, percent};
use super::figures::basis;
use super::outcomes::outcome_color;
use crate::charts::{Chart, ChartLink, ChartNode, FlowChart};
use crate::contest::{CostFigure, FlowCost};
use crate::records::Columns;
use crate::sim::{FlowLinkResult, FlowNodeResult, FlowResult, MetricResult, Results, metric_named};
use std::borrow::Cow;

/// Share above which an end is called the only one.
const ALWAYS: f64 = 0.9995;

/// Returns the chart of the paths, if there are any.
pub(super) fn figure(results: &Results) -> Option<ReportChart> {
    let flow = results.flow.as_ref()?;
    let is_known = |&end: &usize| end < results.outcomes.len();
    let nodes = flow.nodes.iter().map(|node| ChartNode {
        label: clean(&node.name),
        share: node.share,
        end: node
            .end
            .filter(is_known)
            .map(|end| outcome_color(results, end)),
    });
    let links = flow.links.iter().map(|link| ChartLink {
        from: link.from,
        to: link.to,
        mean: link.mean,
    });
    let again = flow.nodes.iter().enumerate().any(|(position, node)| {
        let left = flow.links.iter().filter(|link| link.from == position);
        left.map(|link| link.mean).sum::<f64>() > node.share * 1.005 + 0.005
    });
    let times = if again {
        ", × mean number of visits"
    } else {
        ""
    };
    let taken = flow.links.iter();
    let taken = taken.filter_map(|link| metric_named(&results.metrics, &link.metric));
    Some(ReportChart::new(
        "flow",
        Topic::Ending,
        Chart::Flow(FlowChart {
            title: "Paths to each outcome".to_owned(),
            subtitle: format!(
                "share of {} that reach each scene{times} · {}",
                flow.unit,
                basis(results, taken)
            ),
            nodes: nodes.collect(),
            links: links.collect(),
        }),
    ))
}

/// Returns the most frequent end as a sentence: `The most frequent ending is captured, at ambush
/// (76%).`
pub fn most_often(results: &Results) -> Option<String> {
    let flow = results.flow.as_ref()?;
    let is_last = |link: &&FlowLinkResult| flow.nodes[link.to].end.is_some();
    let last = flow.links.iter().filter(is_last);
    // In a tie, the first one wins.
    let most = last.reduce(|most, link| if link.mean > most.mean { link } else { most })?;
    if most.mean <= 0.0 {
        return None;
    }
    let name = |node: usize| clean(&flow.nodes[node].name);
    let (from, to) = (name(most.from), name(most.to));
    let end = if most.mean > ALWAYS {
        format!("The only ending is {to}, at {from}")
    } else {
        let share = percent(most.mean, 0);
        format!("The most frequent ending is {to}, at {from} ({share})")
    };
    Some(match most_hurt(results, flow) {
        Some(hurt) => format!("{end}; {hurt}."),
        None => format!("{end}."),
    })
}

/// Returns the most frequent casualty as a clause: `Emily is hurt most often (31%)`.
fn most_hurt(results: &Results, flow: &FlowResult) -> Option<String> {
    let hurt = flow.injury_metrics.iter().filter_map(|name| {
        let metric = metric_named(&results.metrics, name)?;
        Some((&metric.subject, metric.best_mean()?.value))
    });
    let hurt: Vec<(&String, f64)> = hurt.collect();
    let most = hurt.iter().map(|&(_, share)| share).fold(0.0, f64::max);
    let mut those = hurt.iter().filter(|&&(_, share)| share == most);
    let (actor, _) = those.next().filter(|_| most > 0.0)?;
    let (actor, share) = (clean(actor), percent(most, 0));
    Some(match (hurt.len(), those.next()) {
        (1, _) => format!("{actor} is hurt in {share} of trials"),
        (_, None) => format!("{actor} is hurt most often ({share})"),
        (_, Some((other, _))) => {
            let other = clean(other);
            format!("{actor} and {other} are hurt most often ({share} each)")
        }
    })
}

fn mean(metrics: &[MetricResult], name: &str) -> Option<f64> {
    Some(metric_named(metrics, name)?.best_mean()?.value)
}

/// Returns a row for each scene: its costs, and its effect on the final outcome.
pub fn stages(results: &Results) -> Option<Table> {
    let flow = results.flow.as_ref()?;
    let best = results.outcomes.first()?;
    let nodes = flow.nodes.iter();
    let stages: Vec<&FlowNodeResult> = nodes.filter(|node| node.won.is_some()).collect();
    let seen = |name: &str| mean(&results.metrics, name);
    let kinds = stages.first()?.costs.iter().map(|&(kind, _)| kind);
    // Costs that no scene has are left out.
    let costs = kinds.enumerate().filter(|&(cost, _)| {
        let mut names = stages.iter().map(|stage| stage.costs[cost].1.as_str());
        names.any(|name| seen(name).is_some_and(|mean| mean > 0.0))
    });
    let costs: Vec<(usize, FlowCost)> = costs.collect();
    // If a trial plays the scenes more than once, its outcome describes only the last time.
    let decides = flow.of == 1;
    let among = |metrics: &[MetricResult], name: &Option<String>| {
        let mean = name.as_deref().and_then(|name| mean(metrics, name));
        mean.unwrap_or(0.0)
    };
    let reached = |stage: &FlowNodeResult| among(&results.metrics, &stage.reached);
    let won = |stage: &FlowNodeResult| among(&results.metrics, &stage.won);
    // The share among the trials with the best outcome, as a share of all.
    let of_well = |name: &Option<String>| {
        let metric = name.as_deref();
        let metric = metric.and_then(|name| results.best_by_outcome(&best.name, name));
        let share = best.best().map_or(0.0, |share| share.value);
        share
            * metric
                .and_then(|metric| metric.mean)
                .map_or(0.0, |mean| mean.value)
    };
    let share = |part: f64, of: f64| (of > 0.0).then(|| percent((part / of).clamp(0.0, 1.0), 1));
    let name = clean(&best.name);
    let mut columns = Columns::of(stages)
        .cell("scene", |stage| clean(&stage.name))
        .cell("reached", |stage| percent(stage.share, 1))
        .cell("succeeds", |stage| share(won(stage), reached(stage)))
        .cell_if(decides, format!("{name} after success"), |stage| {
            share(of_well(&stage.won), won(stage))
        })
        .cell_if(decides, format!("{name} after failure"), |stage| {
            let well = of_well(&stage.reached) - of_well(&stage.won);
            share(well, reached(stage) - won(stage))
        });
    for (cost, kind) in costs {
        columns = columns.cell(kind.heading, |stage| {
            let (mean, reached) = (seen(&stage.costs[cost].1)?, reached(stage));
            match kind.figure {
                CostFigure::Share => share(mean, reached),
                CostFigure::Mean => Some(decimal(mean, 2)),
                CostFigure::PerVisit => (reached > 0.0).then(|| decimal(mean / reached, 2)),
            }
        });
    }
    Some(Table::of(&columns.shown))
}

/// Returns the results without the metrics that the flow chart shows.
pub fn without(results: &Results) -> Cow<'_, Results> {
    let Some(flow) = &results.flow else {
        return Cow::Borrowed(results);
    };
    let mut rest = results.clone();
    let by_outcome = rest.by_outcome.iter_mut().map(|(_, metrics)| metrics);
    for metrics in std::iter::once(&mut rest.metrics).chain(by_outcome) {
        let of_stages = |name: &String| {
            let mut nodes = flow.nodes.iter();
            nodes.any(|node| node.costs.iter().any(|(_, cost)| cost == name))
        };
        let shown = |name: &String| flow.links.iter().any(|link| link.metric == *name);
        metrics.retain(|metric| !shown(&metric.name) && !of_stages(&metric.name));
    }
    Cow::Owned(rest)
}

#[cfg(test)]
mod tests {
    use super::super::super::sample::Ambush;
    use super::super::figures;
    use super::*;

    /// Returns the results of an ambush that leads to a rest or to its second outcome; the rest
    /// leads to its first.
    fn results(captured: f64) -> Results {
        let mut results = Ambush::new().results(500);
        let node = |name: &str, end, share| FlowNodeResult {
            name: name.to_owned(),
            end,
            share,
            reached: None,
            won: None,
            costs: Vec::new(),
        };
        let link = |from, to, mean, metric: &str| FlowLinkResult {
            from,
            to,
            mean,
            metric: metric.to_owned(),
        };
        results.flow = Some(FlowResult {
            unit: "trials",
            of: 1,
            nodes: vec![
                node("ambush", None, 1.0),
                node("rest", None, 1.0 - captured),
                node("heroes", Some(0), 1.0 - captured),
                node("ambushers", Some(1), captured),
            ],
            links: vec![
                link(0, 1, 1.0 - captured, "turns_taken.Dirk"),
                link(1, 2, 1.0 - captured, "turns_taken.Emily"),
                link(0, 3, captured, "rerolls"),
            ],
            injury_metrics: Vec::new(),
        });
        results
    }

    #[test]
    fn the_most_frequent_path_is_reported() {
        let claim_of = |captured| most_often(&results(captured)).unwrap();
        assert_eq!(
            claim_of(0.756),
            "The most frequent ending is ambushers, at ambush (76%)."
        );
        assert_eq!(
            claim_of(0.2),
            "The most frequent ending is heroes, at rest (80%)."
        );
        assert_eq!(claim_of(0.0), "The only ending is heroes, at rest.");
        assert_eq!(most_often(&Ambush::new().results(500)), None);
    }

    #[test]
    fn the_chart_has_the_colors_of_the_outcomes() {
        let results = results(0.756);
        let figures = figures(&results);
        assert_eq!(figures[0].name, "flow");
        let Chart::Flow(flow) = &figures[0].chart else {
            panic!("the flow is a chart of its own");
        };
        assert_eq!(flow.nodes[0].end, None);
        assert_eq!(flow.nodes[3].end, Some(outcome_color(&results, 1)));
    }

    #[test]
    fn metrics_in_the_flow_chart_have_no_other_charts() {
        let results = results(0.756);
        let rest = without(&results);
        assert!(rest.metrics.iter().all(|metric| metric.name != "rerolls"));
        assert_eq!(rest.metrics.len() + 3, results.metrics.len());
        assert!(figures(&results).iter().all(|one| one.name != "rerolls"));
    }
}
