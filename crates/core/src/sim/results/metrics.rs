//! Distributions of metrics, and of the times of timelines.

use super::figures::bins;
use crate::contest::{Contest, Scale, Tally};
use crate::stats::Figure;
use serde::ser::{SerializeMap, SerializeTuple};
use serde::{Serialize, Serializer};

/// Quantiles of metrics, with their names in files and results.
pub const QUANTILES: [(&str, f64); 5] = [
    ("p05", 0.05),
    ("p25", 0.25),
    ("p50", 0.5),
    ("p75", 0.75),
    ("p95", 0.95),
];

/// Weight of a value in a histogram.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ValueWeight {
    /// Number of trials.
    Count(u64),
    /// Probability.
    Share(f64),
}

impl ValueWeight {
    /// Returns the weight as a number.
    pub fn value(self) -> f64 {
        match self {
            Self::Count(count) => count as f64,
            Self::Share(share) => share,
        }
    }
}

/// Distribution of a metric over the trials in which it was measured. Figures are `None` without
/// such trials.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricResult {
    /// Name of the metric, such as `taken_out.Dirk`.
    pub name: String,
    /// Unit of the values.
    pub unit: &'static str,
    /// Number of trials in which the metric was measured. `None` for metrics that every trial has,
    /// and for exact answers.
    pub count: Option<u64>,
    /// Share of the trials in which the metric was measured. `None` without trials, or for metrics
    /// that every trial has.
    pub share: Option<f64>,
    /// Mean of the values; for a yes-or-no metric, a share.
    pub mean: Option<Figure>,
    /// Standard deviation of the values.
    pub sd: Option<f64>,
    /// Lowest value.
    pub min: Option<i64>,
    /// 5th percentile.
    pub p05: Option<i64>,
    /// 25th percentile.
    pub p25: Option<i64>,
    /// Median.
    pub p50: Option<i64>,
    /// 75th percentile.
    pub p75: Option<i64>,
    /// 95th percentile.
    pub p95: Option<i64>,
    /// Highest value.
    pub max: Option<i64>,
    /// Values, ascending, with their weights.
    pub histogram: Vec<Bin>,
    /// Name of the metric without the subject.
    pub base: &'static str,
    /// Description; may be empty.
    pub help: &'static str,
    /// Subject of the metric; may be empty.
    pub subject: String,
    /// Section in which reports show the subject; may be empty.
    pub section: String,
    /// Scale of the values.
    pub scale: Scale,
    /// Exact distribution of the same metric, if it is known beside that of the trials.
    pub exact: Option<Box<MetricResult>>,
}

impl Serialize for MetricResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("unit", self.unit)?;
        if let Some(count) = self.count {
            map.serialize_entry("count", &count)?;
        }
        if let Some(share) = self.share {
            map.serialize_entry("share", &share)?;
        }
        map.serialize_entry("mean", &self.mean.map(|mean| mean.value))?;
        map.serialize_entry("sd", &self.sd)?;
        for (name, field) in Figure::FIELDS {
            map.serialize_entry(name, &self.mean.as_ref().and_then(field))?;
        }
        map.serialize_entry("min", &self.min)?;
        for (name, _) in QUANTILES {
            map.serialize_entry(name, &self.quantile(name))?;
        }
        map.serialize_entry("max", &self.max)?;
        map.serialize_entry("histogram", &self.histogram)?;
        map.end()
    }
}

impl MetricResult {
    /// Returns the metric with its exact distribution, if that is among the `known` ones.
    pub(super) fn beside(self, known: &[Self]) -> Self {
        let exact = metric_named(known, &self.name).cloned().map(Box::new);
        Self { exact, ..self }
    }

    /// Returns the exact distribution if it is known, else that of the trials.
    pub fn best(&self) -> &Self {
        self.exact.as_deref().unwrap_or(self)
    }

    /// Returns the exact mean if it is known, else that of the trials.
    pub fn best_mean(&self) -> Option<Figure> {
        let exact = self.exact.as_ref();
        exact.map_or(self.mean, |exact| exact.mean)
    }

    /// Returns the exact mean, if it is known beside that of the trials.
    pub fn exact_mean(&self) -> Option<Figure> {
        self.exact.as_ref()?.mean
    }

    /// Returns a quantile by name, one of [`QUANTILES`].
    pub fn quantile(&self, word: &str) -> Option<i64> {
        let values = [self.p05, self.p25, self.p50, self.p75, self.p95];
        let place = QUANTILES.iter().position(|(known, _)| *known == word)?;
        values[place]
    }
}

/// A value of a histogram with its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// The value.
    pub value: i64,
    /// Weight of the value.
    pub weight: ValueWeight,
}

impl Serialize for Bin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut pair = serializer.serialize_tuple(2)?;
        pair.serialize_element(&self.value)?;
        pair.serialize_element(&self.weight)?;
        pair.end()
    }
}

/// Distribution of the times at which subjects left a state, such as combatants who went down.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TimelineResult {
    /// Name of the timeline, such as `standing.Dirk`.
    pub name: String,
    /// Unit of time.
    pub unit: &'static str,
    /// Number of subjects at the start of each trial.
    pub of: u32,
    /// End times, ascending, with their counts, without subjects that stayed in the state.
    pub ended: Vec<Bin>,
    /// Name of the timeline without the subject.
    #[serde(skip)]
    pub base: &'static str,
    /// Section in which reports show the timeline.
    #[serde(skip)]
    pub section: String,
    /// Subject of the timeline.
    #[serde(skip)]
    pub subject: String,
}

/// Returns the timelines of trials.
pub(super) fn timelines(contest: &dyn Contest, tally: &Tally) -> Vec<TimelineResult> {
    let timelines = contest.timelines().iter().enumerate();
    let results = timelines.map(|(index, timeline)| TimelineResult {
        name: format!("{}.{}", timeline.base, timeline.subject),
        unit: timeline.unit,
        of: timeline.of,
        ended: bins(tally.timeline(index)),
        base: timeline.base,
        section: timeline.section.clone(),
        subject: timeline.subject.clone(),
    });
    results.collect()
}

/// Returns the metric of a name.
pub fn metric_named<'a>(metrics: &'a [MetricResult], name: &str) -> Option<&'a MetricResult> {
    metrics.iter().find(|metric| metric.name == name)
}
