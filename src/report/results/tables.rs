//! The tables of results.

use super::super::table::{NONE, Table};
#[cfg(feature = "charts")]
use super::super::text::capital;
use super::super::text::{clean, decimal, grouped, whole};
use super::super::words::percent;
use crate::contest::Scale;
use crate::sim::{MetricResult, OutcomeResult, Results};

/// Name, share, interval, exact share and count of each outcome; columns without any figure are left out.
pub fn outcomes(results: &Results) -> Table {
    let counted = results
        .outcomes
        .iter()
        .any(|outcome| outcome.count.is_some());
    let solved = results
        .outcomes
        .iter()
        .any(|outcome| outcome.exact.is_some());
    let wide = |outcome: &OutcomeResult| outcome.high - outcome.low > 1e-9;
    let ranged = counted || results.outcomes.iter().any(wide);
    let decimals = 3;
    let mut headings = vec!["outcome"];
    if counted {
        headings.push("share");
    }
    if ranged {
        headings.extend(["low", "high"]);
    }
    if solved {
        headings.push("exact");
    }
    if counted {
        headings.push("count");
    }
    let share = |share: Option<f64>| {
        share.map_or_else(|| NONE.to_owned(), |share| percent(share, decimals))
    };
    let shown = results.outcomes.iter();
    let shown = shown.filter(|outcome| outcome.usual || is_seen(outcome));
    let rows = shown.map(|outcome| {
        let mut row = vec![clean(&outcome.name)];
        if counted {
            row.push(share(outcome.share));
        }
        if ranged {
            row.push(share(Some(outcome.low)));
            row.push(share(Some(outcome.high)));
        }
        if solved {
            row.push(share(outcome.exact));
        }
        if counted {
            row.push(outcome.count.map_or_else(|| NONE.to_owned(), grouped));
        }
        row
    });
    Table::new(headings, rows)
}

/// Whether an outcome came up, or can.
pub(in crate::report) fn is_seen(outcome: &OutcomeResult) -> bool {
    outcome.count.is_some_and(|count| count > 0)
        || (outcome.count.is_none() && outcome.share.is_some_and(|share| share > 0.0))
}

/// All figures of metrics.
pub fn metrics(metrics: &[MetricResult]) -> Table {
    let mut headings = vec![
        "metric", "mean", "low", "high", "sd", "min", "5 %", "25 %", "50 %", "75 %", "95 %", "max",
    ];
    let sometimes = metrics.iter().any(|metric| metric.share.is_some());
    if sometimes {
        headings.insert(1, "in trials");
    }
    let rows = metrics.iter().map(|metric| {
        let mut row = vec![clean(&metric.name)];
        if sometimes {
            let share = metric.share.map(|share| percent(share, 1));
            row.push(share.unwrap_or_else(|| "all".to_owned()));
        }
        row.extend([metric.mean, metric.low, metric.high].map(|value| figure(metric, value)));
        row.push(
            metric
                .sd
                .map_or_else(|| NONE.to_owned(), |sd| decimal(sd, 2)),
        );
        let quantiles = [
            metric.min, metric.p05, metric.p25, metric.p50, metric.p75, metric.p95, metric.max,
        ];
        row.extend(quantiles.map(|value| value.map_or_else(|| NONE.to_owned(), whole)));
        row
    });
    Table::new(headings, rows)
}

/// The means of all metrics over all trials and, beside them, over those of each outcome.
pub fn means(results: &Results) -> Table {
    let seen: Vec<&(String, Vec<MetricResult>)> = results
        .by_outcome
        .iter()
        .filter(|(_, metrics)| !metrics.is_empty())
        .collect();
    let mut headings = vec!["mean of".to_owned(), "all".to_owned()];
    headings.extend(seen.iter().map(|(outcome, _)| clean(outcome)));
    let rows = results.metrics.iter().map(|metric| {
        let mut row = vec![clean(&metric.name), figure(metric, metric.mean)];
        row.extend(seen.iter().map(|(_, metrics)| {
            let same = metrics.iter().find(|other| other.name == metric.name);
            figure(metric, same.and_then(|same| same.mean))
        }));
        row
    });
    Table::new(headings, rows)
}

/// What the names of outcomes and metrics mean, each name once.
#[cfg(feature = "charts")]
pub fn meanings(results: &Results) -> Table {
    let outcomes = results.outcomes.iter();
    let outcomes = outcomes.filter(|outcome| outcome.usual || is_seen(outcome));
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
    Table::new(["name", "what it tells"], rows)
}

/// A mean, in percent where the metric is yes or no.
fn figure(metric: &MetricResult, value: Option<f64>) -> String {
    match (value, metric.scale) {
        (None, _) => NONE.to_owned(),
        (Some(value), Scale::YesNo) => percent(value.clamp(0.0, 1.0), 1),
        (Some(value), _) => decimal(value, 2),
    }
}
