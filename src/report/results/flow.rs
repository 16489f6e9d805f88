//! The ways through a contest that goes from place to place: the chart, and the one that most take.

use super::super::figure::{Figure, Topic};
use super::super::text::clean;
use super::super::words::percent;
use super::figures::{of_trials, outcome_color};
use crate::charts::{Chart, Flow, FlowLink, FlowNode};
use crate::sim::{FlowLinkResult, Results};
use std::borrow::Cow;

/// A way beyond this share is always the one.
const ALWAYS: f64 = 0.9995;

/// The chart of the ways, where there are some.
pub(super) fn figure(results: &Results) -> Option<Figure> {
    let flow = results.flow.as_ref()?;
    let nodes = flow.nodes.iter().map(|node| FlowNode {
        label: clean(&node.name),
        share: node.share,
        end: node
            .end
            .filter(|&end| end < results.outcomes.len())
            .map(|end| outcome_color(results, end)),
    });
    let links = flow.links.iter().map(|link| FlowLink {
        from: link.from,
        to: link.to,
        mean: link.mean,
    });
    let again = flow.nodes.iter().enumerate().any(|(position, node)| {
        let left = flow.links.iter().filter(|link| link.from == position);
        left.map(|link| link.mean).sum::<f64>() > node.share * 1.005 + 0.005
    });
    let times = if again {
        ", × how often on average"
    } else {
        ""
    };
    Some(Figure {
        name: "flow".to_owned(),
        topic: Topic::Ending,
        chart: Chart::Flow(Flow {
            title: "The way to each end".to_owned(),
            subtitle: format!(
                "share of {} that came there{times} · {}",
                flow.unit,
                of_trials(results)
            ),
            nodes: nodes.collect(),
            links: links.collect(),
        }),
    })
}

/// Where it ends most often, as a sentence: `Most often it ends behind ambush, with captured (75.6 %).`
pub fn most_often(results: &Results) -> Option<String> {
    let flow = results.flow.as_ref()?;
    let is_last = |link: &&FlowLinkResult| flow.nodes[link.to].end.is_some();
    // Of equal ones the first.
    let mut last = flow.links.iter().filter(is_last);
    let first = last.next()?;
    let most = last.fold(
        first,
        |most, link| if link.mean > most.mean { link } else { most },
    );
    if most.mean <= 0.0 {
        return None;
    }
    let name = |node: usize| clean(&flow.nodes[node].name);
    let (from, to) = (name(most.from), name(most.to));
    Some(if most.mean > ALWAYS {
        format!("It always ends behind {from}, with {to}.")
    } else {
        let share = percent(most.mean, 0);
        format!("Most often it ends behind {from}, with {to} ({share}).")
    })
}

/// The results without the metrics that the chart of the ways shows.
pub fn without(results: &Results) -> Cow<'_, Results> {
    let Some(flow) = &results.flow else {
        return Cow::Borrowed(results);
    };
    let mut rest = results.clone();
    let by_outcome = rest.by_outcome.iter_mut().map(|(_, metrics)| metrics);
    for metrics in std::iter::once(&mut rest.metrics).chain(by_outcome) {
        metrics.retain(|metric| !flow.links.iter().any(|link| link.metric == metric.name));
    }
    Cow::Owned(rest)
}

#[cfg(test)]
mod tests {
    use super::super::super::sample::Ambush;
    use super::super::figures;
    use super::*;
    use crate::sim::{FlowNodeResult, FlowResult};

    /// An ambush that leads to a rest or to its second outcome, and the rest to its first.
    fn results(captured: f64) -> Results {
        let mut results = Ambush::new().results(500);
        let node = |name: &str, end, share| FlowNodeResult {
            name: name.to_owned(),
            end,
            share,
        };
        let link = |from, to, mean, metric: &str| FlowLinkResult {
            from,
            to,
            mean,
            metric: metric.to_owned(),
        };
        results.flow = Some(FlowResult {
            unit: "trials",
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
        });
        results
    }

    #[test]
    fn the_way_that_most_take_is_said() {
        let said = |captured| most_often(&results(captured)).unwrap();
        assert_eq!(
            said(0.756),
            "Most often it ends behind ambush, with ambushers (76 %)."
        );
        assert_eq!(
            said(0.2),
            "Most often it ends behind rest, with heroes (80 %)."
        );
        assert_eq!(said(0.0), "It always ends behind rest, with heroes.");
        assert_eq!(most_often(&Ambush::new().results(500)), None);
    }

    #[test]
    fn the_chart_follows_the_outcomes_and_has_their_colours() {
        let results = results(0.756);
        let figures = figures(&results);
        assert_eq!(figures[1].name, "flow");
        let Chart::Flow(flow) = &figures[1].chart else {
            panic!("the flow is a chart of its own");
        };
        assert_eq!(flow.nodes[0].end, None);
        assert_eq!(flow.nodes[3].end, Some(outcome_color(&results, 1)));
    }

    #[test]
    fn what_the_chart_shows_has_no_others() {
        let results = results(0.756);
        let rest = without(&results);
        assert!(rest.metrics.iter().all(|metric| metric.name != "rerolls"));
        assert_eq!(rest.metrics.len() + 3, results.metrics.len());
        assert!(figures(&results).iter().all(|one| one.name != "rerolls"));
    }
}
