//! Results as records: a row for each outcome, for each metric, or for each value of a metric.

use crate::records::{Column, Records, RecordsBuilder};
use crate::sim::{Bin, Identity, MetricResult, OutcomeResult, Results, Weight};

/// The records that results have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A row for each outcome: `outcome, count, share, low, high, exact`. `count` is missing for exact answers,
    /// `exact` where nothing is known.
    Outcomes,
    /// A row for each metric, over all trials (without `outcome`) and then over those of each outcome:
    /// `metric, unit, outcome, mean, sd, low, high, min, p05, p25, p50, p75, p95, max`; where some metric is not
    /// measured in every trial, also `count, share` of the trials in which it is.
    Metrics,
    /// A row for each value of each metric, over all trials (without `outcome`) and then over those of each
    /// outcome: `metric, outcome, value, count, share`. `share` is that of the trials with this outcome, or of all
    /// trials, in which the metric was measured; `count` is missing for exact answers.
    Histograms,
}

impl Frame {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Outcomes, Self::Metrics, Self::Histograms];

    /// The name, which is that of its files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Outcomes => "outcomes",
            Self::Metrics => "metrics",
            Self::Histograms => "histograms",
        }
    }
}

/// The rows of an answer.
#[derive(Clone, Debug)]
pub enum Rows {
    /// Rows of its own.
    Own(Records),
    /// Those of results, of which there are several kinds.
    Results {
        /// The results.
        results: Vec<Results>,
        /// Keys that differ between them, with a value for each.
        varied: Vec<Column>,
    },
}

impl Rows {
    /// The rows; of results those of a frame, behind `scenario, kind, hash, seed, trials` and the varied keys.
    pub fn records(&self, frame: Frame) -> Records {
        match self {
            Self::Own(records) => records.clone(),
            Self::Results { results, varied } => of_results(results, varied, frame),
        }
    }
}

/// The rows of several answers to one question, one below the other.
pub fn all_records<'a>(rows: impl IntoIterator<Item = &'a Rows>, frame: Frame) -> Records {
    let mut all = Records::default();
    for one in rows {
        all.append(one.records(frame));
    }
    all
}

/// The columns with which all records begin.
pub(in crate::report) fn identified<'a, Row>(
    rows: &'a [Row],
    identity: impl Fn(&'a Row) -> &'a Identity,
    hash: impl Fn(&'a Row) -> &'a str,
    (seed, trials): (impl Fn(&'a Row) -> u64, impl Fn(&'a Row) -> u64),
) -> RecordsBuilder<'a, Row> {
    RecordsBuilder::new(rows)
        .all("scenario", |row| identity(row).path.as_str())
        .all("kind", |row| identity(row).kind.as_str())
        .all("hash", hash)
        .all("seed", seed)
        .all("trials", trials)
}

fn of_results(results: &[Results], varied: &[Column], frame: Frame) -> Records {
    let all = results.iter().enumerate();
    let measured = || -> Vec<Measured> {
        let all = results.iter().enumerate();
        all.flat_map(|(owner, one)| each_metric(owner, one))
            .collect()
    };
    let (owners, own) = match frame {
        Frame::Outcomes => {
            let rows =
                all.flat_map(|(owner, one)| one.outcomes.iter().map(move |row| (owner, row)));
            outcomes(&rows.collect::<Vec<_>>())
        }
        Frame::Metrics => metrics(&measured()),
        Frame::Histograms => histograms(&measured()),
    };
    let identity = |&owner: &usize| &results[owner].scenario;
    let common = identified(
        &owners,
        identity,
        |owner| identity(owner).hash.as_str(),
        (
            |&owner: &usize| results[owner].seed,
            |&owner: &usize| results[owner].trials,
        ),
    )
    .some("players", |&owner: &usize| results[owner].player_names());
    let varied = varied.iter().map(|key| Column {
        name: key.name.clone(),
        values: key.values.picked(&owners),
    });
    common.end().with_varied(varied, own)
}

fn outcomes(rows: &[(usize, &OutcomeResult)]) -> (Vec<usize>, Records) {
    let records = RecordsBuilder::new(rows)
        .all("outcome", |row| row.1.name.as_str())
        .some("count", |row| row.1.count)
        .some("share", |row| row.1.share)
        .all("low", |row| row.1.low)
        .all("high", |row| row.1.high)
        .some("exact", |row| row.1.exact)
        .end();
    (rows.iter().map(|row| row.0).collect(), records)
}

/// A metric with the position of its results, and the outcome of the trials that it is about.
struct Measured<'a> {
    owner: usize,
    outcome: Option<&'a str>,
    metric: &'a MetricResult,
}

/// Every metric over all trials, then by outcome.
fn each_metric(owner: usize, results: &Results) -> impl Iterator<Item = Measured<'_>> {
    let all = results.metrics.iter().map(|metric| (None, metric));
    let by_outcome = results.by_outcome.iter().flat_map(|(outcome, metrics)| {
        let metrics = metrics.iter();
        metrics.map(move |metric| (Some(outcome.as_str()), metric))
    });
    all.chain(by_outcome)
        .map(move |(outcome, metric)| Measured {
            owner,
            outcome,
            metric,
        })
}

fn metrics(rows: &[Measured]) -> (Vec<usize>, Records) {
    let records = RecordsBuilder::new(rows)
        .all("metric", |row| row.metric.name.as_str())
        .all("unit", |row| row.metric.unit)
        .some("outcome", |row| row.outcome)
        .some("mean", |row| row.metric.mean)
        .some("sd", |row| row.metric.sd)
        .some("low", |row| row.metric.low)
        .some("high", |row| row.metric.high)
        .some("min", |row| row.metric.min)
        .some("p05", |row| row.metric.p05)
        .some("p25", |row| row.metric.p25)
        .some("p50", |row| row.metric.p50)
        .some("p75", |row| row.metric.p75)
        .some("p95", |row| row.metric.p95)
        .some("max", |row| row.metric.max);
    let records = if rows.iter().any(|row| row.metric.share.is_some()) {
        records
            .some("count", |row| row.metric.count)
            .some("share", |row| row.metric.share)
    } else {
        records
    };
    (rows.iter().map(|row| row.owner).collect(), records.end())
}

fn histograms(rows: &[Measured]) -> (Vec<usize>, Records) {
    let bins: Vec<(&Measured, &Bin, f64)> = rows
        .iter()
        .flat_map(|row| {
            let bins = &row.metric.histogram;
            let whole: f64 = bins.iter().map(|bin| bin.weight.value()).sum();
            bins.iter().map(move |bin| (row, bin, whole))
        })
        .collect();
    let records = RecordsBuilder::new(&bins)
        .all("metric", |(row, ..)| row.metric.name.as_str())
        .some("outcome", |(row, ..)| row.outcome)
        .all("value", |(_, bin, _)| bin.value)
        .some("count", |(_, bin, _)| match bin.weight {
            Weight::Count(count) => Some(count),
            Weight::Share(_) => None,
        })
        .all("share", |(_, bin, whole)| match bin.weight {
            Weight::Count(count) => count as f64 / whole,
            Weight::Share(share) => share,
        })
        .end();
    (bins.iter().map(|(row, ..)| row.owner).collect(), records)
}

#[cfg(all(test, feature = "frames"))]
mod tests;
