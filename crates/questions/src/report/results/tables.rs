//! The tables of results.

use super::super::table::Table;
#[cfg(feature = "charts")]
use super::super::text::capital;
use super::super::text::{clean, decimal, exact_percent, grouped, percent, whole};
use crate::contest::Scale;
use crate::records::Columns;
use crate::sim::{MetricResult, OutcomeResult, Results};

/// Returns the name, share, interval and count of each outcome; columns without figures are left
/// out. Where the exact share is known, it comes first, and that of the trials is the sample.
pub fn outcomes(results: &Results) -> Table {
    let outcomes = &results.outcomes;
    let counted = outcomes.iter().any(|outcome| outcome.count.is_some());
    let solved = outcomes.iter().any(|outcome| outcome.exact.is_some());
    let wide = |outcome: &OutcomeResult| outcome.shown_share().interval.half_width() > 5e-10;
    let ranged = counted || outcomes.iter().any(wide);
    let share = |share: Option<f64>| share.map(|share| percent(share, 3));
    let shown = results.outcomes.iter();
    let columns = Columns::of(shown.filter(|outcome| outcome.always_shown || is_seen(outcome)))
        .cell("outcome", |one| clean(&one.name))
        .cell_if(solved, "exact", |one| {
            one.exact.map(|exact| exact_percent(exact, 0.0))
        })
        .cell_if(counted, if solved { "sample" } else { "share" }, |one| {
            share(Some(one.share?.value))
        })
        .cell_if(ranged, "low", |one| {
            share(Some(one.shown_share().interval.low))
        })
        .cell_if(ranged, "high", |one| {
            share(Some(one.shown_share().interval.high))
        })
        .cell_if(counted, "count", |one| one.count.map(grouped));
    Table::of(&columns.shown)
}

/// Returns whether an outcome occurred or, without trials, has a positive share.
pub(in crate::report) fn is_seen(outcome: &OutcomeResult) -> bool {
    outcome.count.is_some_and(|count| count > 0)
        || (outcome.count.is_none() && outcome.share.is_some_and(|share| share.value > 0.0))
}

/// Returns all figures of metrics. Where the exact distribution is known, they are its figures, and
/// the mean of the trials with its interval is the sample.
pub fn metrics(metrics: &[MetricResult]) -> Table {
    let sometimes = metrics.iter().any(|metric| metric.share.is_some());
    let solved = metrics.iter().any(|metric| metric.exact.is_some());
    let sample = |heading: &str| {
        let which = if solved { "sample " } else { "" };
        format!("{which}{heading}")
    };
    let columns = Columns::of(metrics)
        .cell("metric", |one| clean(&one.name))
        .cell_if(sometimes, "in trials", |one| {
            let share = one.best().share;
            share.map_or_else(|| "all".to_owned(), |share| percent(share, 1))
        })
        .cell_if(solved, "exact mean", |one| {
            Some(figure(one, one.exact_mean()?.value))
        })
        .cell(sample("mean"), |one| Some(figure(one, one.mean?.value)))
        .cell(sample("low"), |one| {
            Some(figure(one, one.mean?.interval.low))
        })
        .cell(sample("high"), |one| {
            Some(figure(one, one.mean?.interval.high))
        })
        .cell("sd", |one| one.best().sd.map(|sd| decimal(sd, 2)))
        .cell("min", |one| one.best().min.map(whole))
        .cell("5%", |one| one.best().p05.map(whole))
        .cell("25%", |one| one.best().p25.map(whole))
        .cell("50%", |one| one.best().p50.map(whole))
        .cell("75%", |one| one.best().p75.map(whole))
        .cell("95%", |one| one.best().p95.map(whole))
        .cell("max", |one| one.best().max.map(whole));
    Table::of(&columns.shown)
}

/// Returns the means of all metrics over all trials, then over those of each outcome.
pub fn means(results: &Results) -> Table {
    let mut columns = Columns::of(&results.metrics)
        .cell("mean of", |one| clean(&one.name))
        .cell("all", |one| Some(figure(one, one.best_mean()?.value)));
    let known = |outcome: &&OutcomeResult| {
        let mut metrics = results.metrics.iter();
        metrics.any(|one| results.best_by_outcome(&outcome.name, &one.name).is_some())
    };
    for outcome in results.outcomes.iter().filter(known) {
        columns = columns.cell(clean(&outcome.name), |one| {
            let same = results.best_by_outcome(&outcome.name, &one.name);
            Some(figure(one, same?.mean?.value))
        });
    }
    Table::of(&columns.shown)
}

/// Returns the meanings of the names of outcomes and metrics, each name once.
#[cfg(feature = "charts")]
pub fn meanings(results: &Results) -> Table {
    let outcomes = results.outcomes.iter();
    let outcomes = outcomes.filter(|outcome| outcome.always_shown || is_seen(outcome));
    let outcomes = outcomes.map(|one| (clean(&one.name), capital(&clean(&one.phrase))));
    let mut rows: Vec<(String, String)> = outcomes.collect();
    let mut last = "";
    for metric in results.metrics.iter().filter(|one| !one.help.is_empty()) {
        if metric.base != last {
            rows.push((metric.base.to_owned(), capital(metric.help)));
        }
        last = metric.base;
    }
    let rows = rows.into_iter().map(|(name, meaning)| vec![name, meaning]);
    Table::new(["name", "meaning"], rows)
}

/// Returns a mean, in percent if the metric is yes or no.
fn figure(metric: &MetricResult, value: f64) -> String {
    match metric.scale {
        Scale::YesNo => percent(value.clamp(0.0, 1.0), 1),
        _ => decimal(value, 2),
    }
}
