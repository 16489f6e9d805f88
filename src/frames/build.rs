//! Results into columns.

use super::{FrameError, VariedKey};
use crate::sim::{MetricResult, Results, Weight};
use polars::prelude::{Column, DataFrame, NamedFrom, Series};

/// A row for each outcome of each scenario: `outcome, count, share, low, high, exact` behind the
/// columns that all frames have. `count` is null for exact answers, `exact` where nothing is known.
///
/// # Errors
/// If a varied key does not have a value for each of `results`.
pub fn outcomes(results: &[Results], varied: &[VariedKey]) -> Result<DataFrame, FrameError> {
    let mut owners = Vec::new();
    let mut rows = Vec::new();
    for (owner, result) in results.iter().enumerate() {
        for outcome in &result.outcomes {
            owners.push(owner);
            rows.push(outcome);
        }
    }
    let own = vec![
        column(
            "outcome",
            rows.iter().map(|row| row.name.as_str()).collect::<Vec<_>>(),
        ),
        column(
            "count",
            rows.iter().map(|row| row.count).collect::<Vec<_>>(),
        ),
        column(
            "share",
            rows.iter().map(|row| row.share).collect::<Vec<_>>(),
        ),
        column("low", rows.iter().map(|row| row.low).collect::<Vec<_>>()),
        column("high", rows.iter().map(|row| row.high).collect::<Vec<_>>()),
        column(
            "exact",
            rows.iter().map(|row| row.exact).collect::<Vec<_>>(),
        ),
    ];
    frame(results, varied, &owners, own)
}

/// A row for each metric of each scenario, over all trials (`outcome` is null) and then over the
/// trials of each outcome: `metric, unit, outcome, mean, sd, low, high, min, p05, p25, p50, p75, p95,
/// max` behind the columns that all frames have.
///
/// # Errors
/// If a varied key does not have a value for each of `results`.
pub fn metrics(results: &[Results], varied: &[VariedKey]) -> Result<DataFrame, FrameError> {
    let mut rows = Vec::new();
    for (owner, result) in results.iter().enumerate() {
        each_metric(result, |outcome, metric| {
            rows.push((owner, outcome, metric))
        });
    }
    let owners: Vec<usize> = rows.iter().map(|row| row.0).collect();
    let floats = |name: &str, get: fn(&MetricResult) -> Option<f64>| {
        column(name, rows.iter().map(|row| get(row.2)).collect::<Vec<_>>())
    };
    let whole = |name: &str, get: fn(&MetricResult) -> Option<i64>| {
        column(name, rows.iter().map(|row| get(row.2)).collect::<Vec<_>>())
    };
    let own = vec![
        column(
            "metric",
            rows.iter()
                .map(|row| row.2.name.as_str())
                .collect::<Vec<_>>(),
        ),
        column(
            "unit",
            rows.iter().map(|row| row.2.unit).collect::<Vec<_>>(),
        ),
        column("outcome", rows.iter().map(|row| row.1).collect::<Vec<_>>()),
        floats("mean", |metric| metric.mean),
        floats("sd", |metric| metric.sd),
        floats("low", |metric| metric.low),
        floats("high", |metric| metric.high),
        whole("min", |metric| metric.min),
        whole("p05", |metric| metric.p05),
        whole("p25", |metric| metric.p25),
        whole("p50", |metric| metric.p50),
        whole("p75", |metric| metric.p75),
        whole("p95", |metric| metric.p95),
        whole("max", |metric| metric.max),
    ];
    frame(results, varied, &owners, own)
}

/// A row for each value of each metric of each scenario, over all trials (`outcome` is null) and
/// then over the trials of each outcome: `metric, outcome, value, count, share` behind the columns
/// that all frames have. `share` is that of the trials with this outcome, or of all trials where
/// `outcome` is null; `count` is null for exact answers.
///
/// # Errors
/// If a varied key does not have a value for each of `results`.
pub fn histograms(results: &[Results], varied: &[VariedKey]) -> Result<DataFrame, FrameError> {
    struct Row<'a> {
        outcome: Option<&'a str>,
        metric: &'a str,
        value: i64,
        count: Option<u64>,
        share: f64,
    }
    let mut owners = Vec::new();
    let mut rows = Vec::new();
    for (owner, result) in results.iter().enumerate() {
        each_metric(result, |outcome, metric| {
            let whole: f64 = metric.histogram.iter().map(|bin| bin.weight.value()).sum();
            for bin in &metric.histogram {
                owners.push(owner);
                rows.push(Row {
                    outcome,
                    metric: &metric.name,
                    value: bin.value,
                    count: match bin.weight {
                        Weight::Count(count) => Some(count),
                        Weight::Share(_) => None,
                    },
                    share: match bin.weight {
                        Weight::Count(count) => count as f64 / whole,
                        Weight::Share(share) => share,
                    },
                });
            }
        });
    }
    let own = vec![
        column(
            "metric",
            rows.iter().map(|row| row.metric).collect::<Vec<_>>(),
        ),
        column(
            "outcome",
            rows.iter().map(|row| row.outcome).collect::<Vec<_>>(),
        ),
        column(
            "value",
            rows.iter().map(|row| row.value).collect::<Vec<_>>(),
        ),
        column(
            "count",
            rows.iter().map(|row| row.count).collect::<Vec<_>>(),
        ),
        column(
            "share",
            rows.iter().map(|row| row.share).collect::<Vec<_>>(),
        ),
    ];
    frame(results, varied, &owners, own)
}

/// Every metric over all trials, then by outcome.
fn each_metric<'a>(results: &'a Results, mut take: impl FnMut(Option<&'a str>, &'a MetricResult)) {
    for metric in &results.metrics {
        take(None, metric);
    }
    for (outcome, metrics) in &results.by_outcome {
        for metric in metrics {
            take(Some(outcome), metric);
        }
    }
}

/// The columns that all frames have, for rows of `results[owners[row]]`, and then its own.
fn frame(
    results: &[Results],
    varied: &[VariedKey],
    owners: &[usize],
    own: Vec<Column>,
) -> Result<DataFrame, FrameError> {
    let texts = |name: &str, get: fn(&Results) -> &str| {
        column(
            name,
            owners
                .iter()
                .map(|&owner| get(&results[owner]))
                .collect::<Vec<_>>(),
        )
    };
    let counts = |name: &str, get: fn(&Results) -> u64| {
        column(
            name,
            owners
                .iter()
                .map(|&owner| get(&results[owner]))
                .collect::<Vec<_>>(),
        )
    };
    let mut columns = vec![
        texts("scenario", |results| &results.scenario.path),
        texts("kind", |results| &results.scenario.kind),
        texts("hash", |results| &results.scenario.hash),
        counts("seed", |results| results.seed),
        counts("trials", |results| results.trials),
    ];
    let mut names: Vec<String> = columns
        .iter()
        .chain(&own)
        .map(|column| column.name().to_string())
        .collect();
    for key in varied {
        key.check(results.len())?;
        // A key may be called as one of our columns is, such as `seed`.
        let mut name = key.name.clone();
        while names.contains(&name) {
            name.push_str("_varied");
        }
        columns.push(key.column(&name, owners));
        names.push(name);
    }
    columns.extend(own);
    Ok(DataFrame::new(owners.len(), columns)?)
}

fn column<T>(name: &str, values: Vec<T>) -> Column
where
    Series: NamedFrom<Vec<T>, [T]>,
{
    Series::new(name.into(), values).into()
}
