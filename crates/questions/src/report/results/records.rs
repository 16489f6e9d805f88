//! Results as records: a row for each outcome, for each metric, or for each value of a metric.

use crate::records::{Column, Columns, Records};
use crate::sim::{
    Bin, GivenConditions, MetricResult, OutcomeResult, Results, ScenarioIdentity, ValueWeight,
};
use crate::stats::Figure;

/// Kinds of records of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFrame {
    /// A row for each outcome: `outcome, count, share, low, high, standard_error, exact`. `count` is missing for
    /// exact answers, `exact` if it is not known.
    Outcomes,
    /// A row for each metric, over all trials (without `outcome`) and then over those of each
    /// outcome: `metric, unit, outcome, mean, sd, low, high, standard_error, min, p05, p25, p50, p75, p95,
    /// max`;
    /// where some metric is not measured in every trial, also `count, share` of the trials in which
    /// it is.
    Metrics,
    /// A row for each value of each metric, over all trials (without `outcome`) and then over those
    /// of each outcome: `metric, outcome, value, count, share`. `share` is that of the trials with
    /// this outcome, or of all trials, in which the metric was measured; `count` is missing for
    /// exact answers.
    Histograms,
}

impl RecordFrame {
    /// All kinds of records.
    pub const ALL: [Self; 3] = [Self::Outcomes, Self::Metrics, Self::Histograms];

    /// Returns the name, which is also the name of the files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Outcomes => "outcomes",
            Self::Metrics => "metrics",
            Self::Histograms => "histograms",
        }
    }
}

/// Rows of an answer.
#[derive(Clone, Debug)]
pub enum AnswerRows {
    /// Records of the answer itself.
    Own(Records),
    /// Results, which have records of every [`RecordFrame`].
    Results {
        /// The results.
        results: Vec<Results>,
        /// Keys that differ between the results, each with a value for each result.
        varied: Vec<Column>,
    },
}

impl AnswerRows {
    /// Returns the records; for results those of `frame`, after `scenario, kind, hash, seed,
    /// trials, players`, the conditions on the trials if any (`given`), and the varied keys.
    pub fn records(&self, frame: RecordFrame) -> Records {
        match self {
            Self::Own(records) => records.clone(),
            Self::Results { results, varied } => of_results(results, varied, frame),
        }
    }
}

/// Returns the records of answers to the same question, concatenated.
pub fn all_records<'a>(
    rows: impl IntoIterator<Item = &'a AnswerRows>,
    frame: RecordFrame,
) -> Records {
    let mut all = Records::default();
    for one in rows {
        all.append(one.records(frame));
    }
    all
}

/// Returns the leading columns of all records, which lists in JSON omit: the scenario, the hash of
/// a row, its seed and its trials.
pub(in crate::report) fn identified<'a, Row: Copy>(
    rows: impl IntoIterator<Item = Row>,
    identity: impl Fn(Row) -> (&'a ScenarioIdentity, &'a str, u64, u64),
) -> Columns<Row> {
    Columns::of(rows)
        .file("scenario", |row| identity(row).0.path.as_str())
        .file("kind", |row| identity(row).0.kind.as_str())
        .file("hash", |row| identity(row).1)
        .file("seed", |row| identity(row).2)
        .file("trials", |row| identity(row).3)
}

fn of_results(results: &[Results], varied: &[Column], frame: RecordFrame) -> Records {
    let all = results.iter().enumerate();
    let measured = all.clone().flat_map(|(owner, one)| each_metric(owner, one));
    let (owners, own) = match frame {
        RecordFrame::Outcomes => outcomes(
            all.flat_map(|(owner, one)| one.outcomes.iter().map(move |row| (owner, row)))
                .collect(),
        ),
        RecordFrame::Metrics => metrics(measured.collect()),
        RecordFrame::Histograms => histograms(measured.collect()),
    };
    let mut common = identified(owners.iter().map(|&owner| &results[owner]), |one| {
        (&one.scenario, &one.scenario.hash, one.seed, one.trials)
    })
    .file("players", |one| one.players.names());
    if results.iter().any(|one| one.given.is_some()) {
        common = common.file("given", |one| {
            one.given.as_ref().map(GivenConditions::clause)
        });
    }
    let varied = varied.iter().map(|key| Column {
        name: key.name.clone(),
        values: key.values.select_rows(&owners),
    });
    common.end().with_varied(varied, own)
}

fn outcomes(rows: Vec<(usize, &OutcomeResult)>) -> (Vec<usize>, Records) {
    let owners = rows.iter().map(|row| row.0).collect();
    let columns = Columns::of(rows)
        .file("outcome", |(_, row)| row.name.as_str())
        .file("count", |(_, row)| row.count)
        .file("share", |(_, row)| Some(row.share?.value))
        .file_fields(&Figure::FIELDS, |(_, row)| Some(row.shown_share()))
        .file("exact", |(_, row)| row.exact);
    (owners, columns.end())
}

/// A metric with the index of its results and the outcome of its trials.
#[derive(Clone, Copy)]
struct MetricRecord<'a> {
    owner: usize,
    outcome: Option<&'a str>,
    metric: &'a MetricResult,
}

/// Yields every metric over all trials, then by outcome.
fn each_metric(owner: usize, results: &Results) -> impl Iterator<Item = MetricRecord<'_>> {
    let all = results.metrics.iter().map(|metric| (None, metric));
    let by_outcome = results.by_outcome.iter().flat_map(|(outcome, metrics)| {
        let metrics = metrics.iter();
        metrics.map(move |metric| (Some(outcome.as_str()), metric))
    });
    all.chain(by_outcome)
        .map(move |(outcome, metric)| MetricRecord {
            owner,
            outcome,
            metric,
        })
}

fn metrics(rows: Vec<MetricRecord>) -> (Vec<usize>, Records) {
    let owners = rows.iter().map(|row| row.owner).collect();
    let sometimes = rows.iter().any(|row| row.metric.share.is_some());
    let mut columns = Columns::of(rows)
        .file("metric", |row| row.metric.name.as_str())
        .file("unit", |row| row.metric.unit)
        .file("outcome", |row| row.outcome)
        .file("mean", |row| Some(row.metric.mean?.value))
        .file("sd", |row| row.metric.sd)
        .file_fields(&Figure::FIELDS, |row| row.metric.mean)
        .file("min", |row| row.metric.min)
        .file("p05", |row| row.metric.p05)
        .file("p25", |row| row.metric.p25)
        .file("p50", |row| row.metric.p50)
        .file("p75", |row| row.metric.p75)
        .file("p95", |row| row.metric.p95)
        .file("max", |row| row.metric.max);
    if sometimes {
        let counts = columns.file("count", |row| row.metric.count);
        columns = counts.file("share", |row| row.metric.share);
    }
    (owners, columns.end())
}

fn histograms(rows: Vec<MetricRecord>) -> (Vec<usize>, Records) {
    let bins = rows.into_iter().flat_map(|row| {
        let bins = &row.metric.histogram;
        let whole: f64 = bins.iter().map(|bin| bin.weight.value()).sum();
        bins.iter().map(move |bin| (row, bin, whole))
    });
    let bins: Vec<(MetricRecord, &Bin, f64)> = bins.collect();
    let owners = bins.iter().map(|(row, ..)| row.owner).collect();
    let columns = Columns::of(bins)
        .file("metric", |(row, ..)| row.metric.name.as_str())
        .file("outcome", |(row, ..)| row.outcome)
        .file("value", |(_, bin, _)| bin.value)
        .file("count", |(_, bin, _)| match bin.weight {
            ValueWeight::Count(count) => Some(count),
            ValueWeight::Share(_) => None,
        })
        .file("share", |(_, bin, whole)| match bin.weight {
            ValueWeight::Count(count) => count as f64 / whole,
            ValueWeight::Share(share) => share,
        });
    (owners, columns.end())
}

#[cfg(all(test, feature = "frames"))]
mod tests;
