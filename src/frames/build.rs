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
            rows.push((owner, outcome, metric));
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

pub(super) fn column<T>(name: &str, values: Vec<T>) -> Column
where
    Series: NamedFrom<Vec<T>, [T]>,
{
    Series::new(name.into(), values).into()
}

#[cfg(test)]
mod tests {
    use super::super::{Frame, VariedValues};
    use super::*;
    use crate::contest::Scale;
    use crate::sim::{Bin, Identity, IntervalKind, OutcomeResult, StopReason};

    fn metric(weights: &[(i64, Weight)]) -> MetricResult {
        MetricResult {
            name: "turns".to_owned(),
            unit: "turns",
            mean: Some(1.5),
            sd: Some(0.5),
            low: Some(1.4),
            high: Some(1.6),
            min: Some(1),
            p05: Some(1),
            p25: Some(1),
            p50: Some(1),
            p75: Some(2),
            p95: Some(2),
            max: Some(2),
            histogram: weights
                .iter()
                .map(|&(value, weight)| Bin { value, weight })
                .collect(),
            base: "turns",
            subject: String::new(),
            section: String::new(),
            scale: Scale::Number,
        }
    }

    fn results(path: &str) -> Results {
        let outcome = |name: &str, count| OutcomeResult {
            name: name.to_owned(),
            count: Some(count),
            share: Some(count as f64 / 4.0),
            low: 0.1,
            high: 0.9,
            exact: None,
            phrase: String::new(),
            usual: true,
        };
        let counts = [(1, Weight::Count(3)), (2, Weight::Count(1))];
        Results {
            format: 1,
            tool: "0.0.0",
            scenario: Identity {
                path: path.to_owned(),
                title: "T".to_owned(),
                kind: "quick".to_owned(),
                hash: "abc".to_owned(),
            },
            seed: 1,
            first_trial: 0,
            trials: 4,
            stopped: StopReason::Trials,
            interval: IntervalKind {
                method: "wilson",
                level: 0.95,
            },
            outcomes: vec![outcome("success", 3), outcome("failure", 1)],
            metrics: vec![metric(&counts)],
            by_outcome: vec![
                ("success".to_owned(), vec![metric(&counts[..1])]),
                ("failure".to_owned(), vec![metric(&counts[1..])]),
            ],
            timelines: Vec::new(),
            players: String::new(),
            better: Vec::new(),
            highlights: Vec::new(),
        }
    }

    fn csv(frame: Frame, results: &[Results], varied: &[VariedKey]) -> String {
        let mut bytes = Vec::new();
        let mut frame = frame.build(results, varied).unwrap();
        super::super::write_csv(&mut frame, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    fn key(name: &str, values: VariedValues) -> VariedKey {
        VariedKey {
            name: name.to_owned(),
            values,
        }
    }

    #[test]
    fn outcomes_of_a_sweep_carry_the_varied_keys() {
        let varied = [
            key("difficulty", VariedValues::Integers(vec![9, 10])),
            key(
                "rules.half",
                VariedValues::Texts(vec!["up".to_owned(), "down".to_owned()]),
            ),
        ];
        insta::assert_snapshot!(
            csv(Frame::Outcomes, &[results("a.toml"), results("b.toml")], &varied),
            @"
        scenario,kind,hash,seed,trials,difficulty,rules.half,outcome,count,share,low,high,exact
        a.toml,quick,abc,1,4,9,up,success,3,0.75,0.1,0.9,
        a.toml,quick,abc,1,4,9,up,failure,1,0.25,0.1,0.9,
        b.toml,quick,abc,1,4,10,down,success,3,0.75,0.1,0.9,
        b.toml,quick,abc,1,4,10,down,failure,1,0.25,0.1,0.9,
        "
        );
    }

    #[test]
    fn metrics_come_over_all_trials_and_by_outcome() {
        insta::assert_snapshot!(csv(Frame::Metrics, &[results("a.toml")], &[]), @"
        scenario,kind,hash,seed,trials,metric,unit,outcome,mean,sd,low,high,min,p05,p25,p50,p75,p95,max
        a.toml,quick,abc,1,4,turns,turns,,1.5,0.5,1.4,1.6,1,1,1,1,2,2,2
        a.toml,quick,abc,1,4,turns,turns,success,1.5,0.5,1.4,1.6,1,1,1,1,2,2,2
        a.toml,quick,abc,1,4,turns,turns,failure,1.5,0.5,1.4,1.6,1,1,1,1,2,2,2
        ");
    }

    #[test]
    fn the_shares_of_a_histogram_are_those_within_its_outcome() {
        insta::assert_snapshot!(csv(Frame::Histograms, &[results("a.toml")], &[]), @"
        scenario,kind,hash,seed,trials,metric,outcome,value,count,share
        a.toml,quick,abc,1,4,turns,,1,3,0.75
        a.toml,quick,abc,1,4,turns,,2,1,0.25
        a.toml,quick,abc,1,4,turns,success,1,3,1.0
        a.toml,quick,abc,1,4,turns,failure,2,1,1.0
        ");
    }

    #[test]
    fn a_key_may_be_called_like_a_column() {
        let varied = [key("seed", VariedValues::Numbers(vec![0.5]))];
        let text = csv(Frame::Outcomes, &[results("a.toml")], &varied);
        assert!(text.starts_with("scenario,kind,hash,seed,trials,seed_varied,outcome,"));
    }

    #[test]
    fn every_result_needs_a_value_of_every_key() {
        let varied = [key("x", VariedValues::Switches(vec![true, false]))];
        let error = outcomes(&[results("a.toml")], &varied).unwrap_err();
        assert_eq!(error.to_string(), "`x` has 2 values for 1 results");
    }

    #[test]
    fn no_results_make_a_frame_without_rows() {
        for frame in Frame::ALL {
            let built = frame.build(&[], &[]).unwrap();
            assert_eq!(built.height(), 0);
            assert!(csv(frame, &[], &[]).starts_with("scenario,kind,hash,seed,trials,"));
        }
    }
}
