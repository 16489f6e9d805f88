//! The picture of the answer: the first chart of a scenario, with the headline as its title.

use super::super::chart::{ReportChart, Topic};
use super::super::text::{capital, clean, join_parts, words};
use super::figures::{all_figures, basis, group, nothing_is_known};
use super::headline::headline;
use super::outcomes::{condition, outcome_color};
use crate::charts::{Chart, HistogramChart, HistogramGroup, OpposedSide};
use crate::contest::{OutcomeOwner, Scale};
use crate::sim::{MetricResult, Results};

/// Returns the charts of `results`, in the order of the report. The first one is the
/// [picture](Topic::Picture) of the answer.
pub fn figures(results: &Results) -> Vec<ReportChart> {
    let mut figures = all_figures(results);
    let picture = survivors(results, &mut figures).unwrap_or_else(|| {
        let place = figures.iter().position(|figure| is_answer(results, figure));
        figures.remove(place.unwrap_or(0))
    });
    figures.insert(0, titled(results, picture));
    figures
}

/// Returns whether a chart of a contest without two opposed sides shows its answer: the paths of an
/// evening, the score, or the first highlight; with more than two sides the outcomes.
fn is_answer(results: &Results, figure: &ReportChart) -> bool {
    let is_score = |score: &MetricResult| figure.name == score.name;
    match figure.chart {
        Chart::Flow(_) => true,
        _ if results.flow.is_some() => false,
        Chart::Histogram(_) | Chart::Bands(_) => {
            results
                .score()
                .map_or(figure.topic == Topic::Number, is_score)
                && results.sides() <= 2
        }
        Chart::ShareBars(_) => results.sides() > 2,
        _ => false,
    }
}

/// Returns a chart as the picture of the answer, with the headline as its title.
fn titled(results: &Results, figure: ReportChart) -> ReportChart {
    let headline = headline(results, None);
    let mut chart = figure.chart;
    let (title, subtitle) = match &mut chart {
        Chart::Histogram(chart) => (&mut chart.title, &mut chart.subtitle),
        Chart::Bands(chart) => (&mut chart.title, &mut chart.subtitle),
        Chart::Flow(chart) => (&mut chart.title, &mut chart.subtitle),
        Chart::ShareBars(chart) => (&mut chart.title, &mut chart.subtitle),
        _ => return ReportChart { chart, ..figure },
    };
    let about = std::mem::replace(title, capital(&headline.main_clause));
    // The headline names the condition on the trials.
    let condition = condition(results);
    let about = about.strip_suffix(&condition).unwrap_or(&about);
    let basis = subtitle.replace(&condition, "");
    *subtitle = join_parts([about, &headline.condition, &basis], " · ");
    ReportChart {
        topic: Topic::Picture,
        chart,
        ..figure
    }
}

/// Returns the numbers that the winner of two sides has left, if there are metrics of both. Their own
/// charts become details.
fn survivors(results: &Results, figures: &mut Vec<ReportChart>) -> Option<ReportChart> {
    if nothing_is_known(results) || results.score().is_some() || results.flow.is_some() {
        return None;
    }
    let outcomes = 0..results.outcomes.len();
    let is_owned = |outcome: &usize| results.outcomes[*outcome].owner != OutcomeOwner::Unowned;
    let owned: Vec<usize> = outcomes.filter(is_owned).collect();
    let &[first, second] = &owned[..] else {
        return None;
    };
    let left = |outcome: usize| {
        let name = &results.outcomes[outcome].name;
        let counts = ["survivors", "standing", "state"].iter();
        let mut metrics = counts.filter_map(|base| {
            let mut metrics = results.metrics.iter();
            metrics.find(|one| one.base == *base && one.subject == *name)
        });
        metrics.next()
    };
    let metrics = [left(second)?, left(first)?];
    let is_left = |(winner, own, other): (usize, &MetricResult, &MetricResult)| {
        let name = &results.outcomes[winner].name;
        let all = |metric: &MetricResult, holds: fn(i64) -> bool| {
            let found = results.best_by_outcome(name, &metric.name);
            found.is_none_or(|found| found.histogram.iter().all(|bin| holds(bin.value)))
        };
        all(own, |value| value >= 0) && all(other, |value| value == 0)
    };
    // A state counts what is left only if the loser has nothing.
    let [of_second, of_first] = metrics;
    let ends = [(second, of_second, of_first), (first, of_first, of_second)];
    if metrics.iter().any(|metric| metric.base == "state") && !ends.into_iter().all(is_left) {
        return None;
    }
    // Of one against one, the winner has always one left.
    if metrics.iter().all(|metric| metric.scale == Scale::YesNo) {
        return None;
    }
    let (mut more, story): (Vec<ReportChart>, Vec<ReportChart>) = (figures.drain(..))
        .partition(|figure| metrics.iter().any(|metric| metric.name == figure.name));
    figures.extend(story);
    for figure in &mut more {
        figure.topic = Topic::More;
    }
    figures.append(&mut more);
    let mut groups = Vec::new();
    for (outcome, found) in results.outcomes.iter().enumerate() {
        let sign = match outcome {
            _ if outcome == first => 1,
            _ if outcome == second => -1,
            _ => 0,
        };
        let mut group = if sign == 0 {
            HistogramGroup {
                label: words(&found.name),
                color: outcome_color(results, outcome),
                counts: vec![(0, found.best().map_or(0.0, |share| share.value))],
            }
        } else {
            let metric = metrics[usize::from(sign > 0)];
            group(results, metric, outcome).unwrap_or_default()
        };
        for (value, _) in &mut group.counts {
            *value *= sign;
        }
        groups.push(group);
    }
    let side = |(outcome, [before, after]): (usize, [&str; 2])| {
        let one = &results.outcomes[outcome];
        let clause = if one.is_only_named() {
            words(&one.name)
        } else {
            clean(&one.phrase)
        };
        OpposedSide {
            name: words(&one.name),
            x_label: format!("{before}{clause}, by the number left{after}"),
        }
    };
    let chart = HistogramChart {
        title: "How many the winner has left".to_owned(),
        subtitle: basis(results, metrics),
        groups,
        opposed: Some([(second, ["← ", ""]), (first, ["", " →"])].map(side)),
        ..HistogramChart::default()
    };
    Some(ReportChart::new(
        "winner-left",
        Topic::Picture,
        Chart::Histogram(chart),
    ))
}
