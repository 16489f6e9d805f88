//! Results of a contest: shares, intervals, means and quantiles, computed from counts in a fixed
//! order.

use super::flow::{FlowResult, flow};
use super::plan::StopReason;
use super::run::Finished;
use crate::contest::{
    ConfiguredPlayers, Contest, Describe, ExactDistribution, Metric, OutcomeOwner, Scale,
};
use crate::stats::{
    AdjustedShare, Histogram, Interval, Moments, confidence_sequence, exact_moments,
    exact_quantile, factor, shares_of_whole, wilson,
};
use serde::ser::{SerializeMap, SerializeTuple};
use serde::{Deserialize, Serialize, Serializer};

/// Version of the JSON format of results.
pub const RESULTS_FORMAT: u32 = 1;
/// Confidence level of all intervals.
pub const LEVEL: f64 = 0.95;

/// Quantiles of metrics, with their names in files and results.
pub const QUANTILES: [(&str, f64); 5] = [
    ("p05", 0.05),
    ("p25", 0.25),
    ("p50", 0.5),
    ("p75", 0.75),
    ("p95", 0.95),
];

/// Identity of the scenario that was played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScenarioIdentity {
    /// File name as typed by the user, `-` for standard input, or `@name` for a built-in scenario.
    pub path: String,
    /// Title of the scenario.
    pub title: String,
    /// Kind of the contest.
    pub kind: String,
    /// Hash of the contest's content: equal hashes give equal trials.
    pub hash: String,
}

/// Kind of the intervals of shares.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct IntervalKind {
    /// Method: `wilson`, `confidence_sequence`, `control_variate`, `betting` or `exact`.
    pub method: &'static str,
    /// Confidence level of each interval, such as 0.95.
    pub level: f64,
    /// Number of trials without a control variate that are as precise as one with it; `None`
    /// without a control variate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factor: Option<f64>,
}

/// Share of one outcome.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OutcomeResult {
    /// Name of the outcome.
    pub name: String,
    /// Number of trials with this outcome; `None` for exact answers.
    pub count: Option<u64>,
    /// Share of all trials; `None` without trials.
    pub share: Option<f64>,
    /// Lower end of the interval of the share.
    pub low: f64,
    /// Upper end of the interval of the share.
    pub high: f64,
    /// Exact probability, if known.
    pub exact: Option<f64>,
    /// Clause that describes the outcome, such as `heroes win`.
    #[serde(skip)]
    pub phrase: String,
    /// Whether the outcome is shown even if it never occurred.
    #[serde(skip)]
    pub always_shown: bool,
    /// Owner of the outcome.
    #[serde(skip)]
    pub owner: OutcomeOwner,
}

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
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MetricResult {
    /// Name of the metric, such as `taken_out.Dirk`.
    pub name: String,
    /// Unit of the values.
    pub unit: &'static str,
    /// Number of trials in which the metric was measured. `None` for metrics that every trial has,
    /// and for exact answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// Share of the trials in which the metric was measured. `None` without trials, or for metrics
    /// that every trial has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    /// Mean of the values.
    pub mean: Option<f64>,
    /// Standard deviation of the values.
    pub sd: Option<f64>,
    /// Lower end of the interval for the mean.
    pub low: Option<f64>,
    /// Upper end of the interval for the mean.
    pub high: Option<f64>,
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
    #[serde(skip)]
    pub base: &'static str,
    /// Description; may be empty.
    #[serde(skip)]
    pub help: &'static str,
    /// Subject of the metric; may be empty.
    #[serde(skip)]
    pub subject: String,
    /// Section in which reports show the subject; may be empty.
    #[serde(skip)]
    pub section: String,
    /// Scale of the values.
    #[serde(skip)]
    pub scale: Scale,
    /// Exact distribution of the same metric, if it is known beside that of the trials.
    #[serde(skip)]
    pub exact: Option<Box<MetricResult>>,
}

impl Results {
    /// Returns a metric over the trials with an outcome: the exact distribution if it is known.
    pub fn best_by_outcome<'a>(&'a self, outcome: &str, metric: &str) -> Option<&'a MetricResult> {
        let find = |all: &'a [(String, Vec<MetricResult>)]| {
            let (_, metrics) = all.iter().find(|(name, _)| name == outcome)?;
            metric_named(metrics, metric)
        };
        find(&self.exact_by_outcome).or_else(|| find(&self.by_outcome))
    }

    /// Returns the number of sides, or 1 if there is a single participant under test.
    pub fn sides(&self) -> usize {
        let outcomes = self.outcomes.iter();
        let owned = outcomes.filter(|one| one.owner == OutcomeOwner::Participant);
        owned.count()
    }

    /// Returns the metric that is the score, if there is one and it has a mean.
    pub fn score(&self) -> Option<&MetricResult> {
        let base = self.scored?;
        let mut metrics = self.metrics.iter();
        metrics.find(|one| one.base == base && one.subject.is_empty() && one.mean.is_some())
    }
}

impl MetricResult {
    /// Returns the metric with its exact distribution, if that is among the `known` ones.
    fn beside(self, known: &[Self]) -> Self {
        let exact = metric_named(known, &self.name).cloned().map(Box::new);
        Self { exact, ..self }
    }

    /// Returns the exact distribution if it is known, else that of the trials.
    pub fn best(&self) -> &Self {
        self.exact.as_deref().unwrap_or(self)
    }

    /// Returns the exact mean, if it is known beside that of the trials.
    pub fn exact_mean(&self) -> Option<f64> {
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

/// Conditions on the trials that were counted, with their share of all trials.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GivenConditions {
    /// The conditions, all of which hold: `turns>=10`.
    pub conditions: Vec<String>,
    /// Number of all trials.
    pub played: u64,
    /// Share of the trials that meet the conditions.
    pub share: f64,
    /// Lower end of the interval of the share.
    pub low: f64,
    /// Upper end of the interval of the share.
    pub high: f64,
}

impl GivenConditions {
    /// Returns the conditions as a clause: `turns>=10 and outcome=heroes`.
    pub fn clause(&self) -> String {
        self.conditions.join(" and ")
    }
}

/// Results of a run or a solver for a scenario.
///
/// The JSON has the fields in this order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Results {
    /// Version of the JSON format.
    pub format: u32,
    /// Version of the program.
    pub tool: &'static str,
    /// Scenario that was played.
    pub scenario: ScenarioIdentity,
    /// Random seed.
    pub seed: u64,
    /// Number of the first trial.
    pub first_trial: u64,
    /// Number of trials; 0 for exact answers.
    pub trials: u64,
    /// Reason for stopping.
    pub stopped: StopReason,
    /// Kind of the intervals of the shares.
    pub interval: IntervalKind,
    /// Outcomes in the contest's order.
    pub outcomes: Vec<OutcomeResult>,
    /// Metrics over all trials.
    pub metrics: Vec<MetricResult>,
    /// Metrics by outcome, as (outcome, metrics), without outcomes that never occurred.
    #[serde(serialize_with = "as_map")]
    pub by_outcome: Vec<(String, Vec<MetricResult>)>,
    /// Exact metrics by outcome, of a run for which they are known; also those of outcomes that never
    /// occurred.
    #[serde(skip)]
    pub exact_by_outcome: Vec<(String, Vec<MetricResult>)>,
    /// Timelines of the contest, with their end times.
    pub timelines: Vec<TimelineResult>,
    /// Conditions on the counted trials, if any; all other figures are conditional on them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<GivenConditions>,
    /// Configured players; empty without decisions.
    #[serde(skip)]
    pub players: ConfiguredPlayers,
    /// Base names of the metrics for a short summary.
    #[serde(skip)]
    pub highlights: Vec<&'static str>,
    /// Base name of the metric that is the score, if any.
    #[serde(skip)]
    pub scored: Option<&'static str>,
    /// Flow through the contest, computed from the metrics, if the contest has stages.
    #[serde(skip)]
    pub flow: Option<FlowResult>,
}

fn as_map<S: Serializer>(
    pairs: &[(String, Vec<MetricResult>)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(pairs.len()))?;
    for (name, metrics) in pairs {
        map.serialize_entry(name, metrics)?;
    }
    map.end()
}

impl Results {
    /// Returns the results of a finished run, with exact probabilities if known.
    ///
    /// `by_itself` selects confidence sequences, which are valid for runs that stop at a
    /// data-dependent time.
    pub fn sampled(
        identity: ScenarioIdentity,
        contest: &dyn Contest,
        seed: u64,
        finished: &Finished,
        by_itself: bool,
        exact: Option<&ExactDistribution>,
    ) -> Self {
        let tally = &finished.tally;
        let trials = tally.trials();
        let control = tally.control();
        let adjusted = control.map(|control| control.shares(tally.outcomes()));
        let shares = adjusted.as_deref().map(shares_of_whole);
        let outcomes = contest
            .outcomes()
            .iter()
            .zip(tally.outcomes())
            .enumerate()
            .map(|(index, (outcome, &count))| {
                let adjusted = adjusted.as_ref().map(|shares| &shares[index]);
                let share = shares
                    .as_ref()
                    .map_or_else(|| count as f64 / trials as f64, |shares| shares[index]);
                let interval = match (adjusted, control) {
                    (Some(share), Some(control)) if control.control.is_sequence() => {
                        share.sequence(1.0 - LEVEL, control.bet())
                    }
                    (Some(share), _) => share.interval(LEVEL),
                    (None, _) if by_itself => confidence_sequence(count, trials, 1.0 - LEVEL),
                    (None, _) => wilson(count, trials, LEVEL),
                };
                OutcomeResult {
                    name: outcome.name.clone(),
                    count: Some(count),
                    share: (trials > 0).then_some(share),
                    // `min` and `max` ignore the share without trials, which is not a number.
                    low: interval.low.min(share),
                    high: interval.high.max(share),
                    exact: exact.map(|exact| exact.outcomes[index]),
                    phrase: outcome.phrase.clone(),
                    always_shown: outcome.always_shown,
                    owner: outcome.owner,
                }
            })
            .collect();
        let by_outcome: Vec<Vec<Histogram>> = (0..contest.outcomes().len())
            .map(|outcome| {
                (0..contest.metrics().len())
                    .map(|metric| tally.histogram(metric, outcome))
                    .collect()
            })
            .collect();
        let overall = (0..contest.metrics().len()).map(|metric| {
            let (lowest, highest) = contest.metrics()[metric].expected;
            let mut sum = Histogram::new(lowest, highest);
            for histograms in &by_outcome {
                sum.merge(&histograms[metric]);
            }
            sum
        });
        let overall = overall.enumerate();
        let known = exact.map_or(Vec::new(), |exact| solved_overall(contest, exact));
        let metrics: Vec<MetricResult> = overall
            .map(|(metric, histogram)| counted(contest, metric, histogram).beside(&known))
            .collect();
        let exact_by_outcome = exact.map_or(Vec::new(), |exact| solved_by_outcome(contest, exact));
        let method = match control.map(|sums| sums.control.is_sequence()) {
            Some(true) => "betting",
            Some(false) => "control_variate",
            None if by_itself => "confidence_sequence",
            None => "wilson",
        };
        let controlled = control.filter(|sums| sums.control.openings > 0 && trials > 0);
        let shares = controlled.and(adjusted.as_ref());
        let factor = shares.map(|shares| factor(shares.iter().map(AdjustedShare::variances)));
        Self {
            seed,
            first_trial: finished.trials.start,
            trials,
            stopped: finished.stopped,
            interval: IntervalKind {
                method,
                level: LEVEL,
                factor,
            },
            outcomes,
            flow: flow(contest, mean_of(&metrics)),
            metrics,
            by_outcome: split(contest, |outcome| {
                if tally.outcomes()[outcome] == 0 {
                    return Vec::new();
                }
                by_outcome[outcome]
                    .iter()
                    .enumerate()
                    .map(|(metric, histogram)| {
                        let known = exact_by_outcome.get(outcome);
                        let known = known.map_or(&[][..], |(_, metrics)| metrics);
                        counted(contest, metric, histogram.clone()).beside(known)
                    })
                    .collect()
            }),
            exact_by_outcome,
            timelines: contest
                .timelines()
                .iter()
                .enumerate()
                .map(|(index, timeline)| TimelineResult {
                    name: format!("{}.{}", timeline.base, timeline.subject),
                    unit: timeline.unit,
                    of: timeline.of,
                    ended: bins(tally.timeline(index)),
                    base: timeline.base,
                    section: timeline.section.clone(),
                    subject: timeline.subject.clone(),
                })
                .collect(),
            ..Self::blank(identity, contest)
        }
    }

    /// Returns the results of a solver.
    pub fn exact(
        identity: ScenarioIdentity,
        contest: &dyn Contest,
        seed: u64,
        exact: &ExactDistribution,
    ) -> Self {
        let outcomes = contest
            .outcomes()
            .iter()
            .zip(&exact.outcomes)
            .map(|(outcome, &share)| OutcomeResult {
                name: outcome.name.clone(),
                count: None,
                share: Some(share),
                low: (share - exact.bound).max(0.0),
                high: (share + exact.bound).min(1.0),
                exact: Some(share),
                phrase: outcome.phrase.clone(),
                always_shown: outcome.always_shown,
                owner: outcome.owner,
            })
            .collect();
        let metrics = solved_overall(contest, exact);
        Self {
            seed,
            outcomes,
            flow: flow(contest, mean_of(&metrics)),
            metrics,
            by_outcome: solved_by_outcome(contest, exact),
            ..Self::blank(identity, contest)
        }
    }

    fn blank(scenario: ScenarioIdentity, contest: &(impl Describe + ?Sized)) -> Self {
        Self {
            format: RESULTS_FORMAT,
            tool: env!("CARGO_PKG_VERSION"),
            scenario,
            seed: 0,
            first_trial: 0,
            trials: 0,
            stopped: StopReason::Exact,
            interval: IntervalKind {
                method: "exact",
                level: 1.0,
                factor: None,
            },
            outcomes: Vec::new(),
            metrics: Vec::new(),
            by_outcome: Vec::new(),
            exact_by_outcome: Vec::new(),
            timelines: Vec::new(),
            given: None,
            players: contest.players(),
            highlights: contest.highlights().to_vec(),
            scored: contest.scored(),
            flow: None,
        }
    }
}

/// Returns the metric of a name.
pub fn metric_named<'a>(metrics: &'a [MetricResult], name: &str) -> Option<&'a MetricResult> {
    metrics.iter().find(|metric| metric.name == name)
}

/// Returns the exact metrics over all trials.
fn solved_overall(contest: &dyn Contest, exact: &ExactDistribution) -> Vec<MetricResult> {
    let metrics = exact.metrics.iter();
    metrics
        .map(|metric| solved(contest, metric.metric, &metric.overall()))
        .collect()
}

/// Returns the exact metrics of each outcome that is possible.
fn solved_by_outcome(
    contest: &dyn Contest,
    exact: &ExactDistribution,
) -> Vec<(String, Vec<MetricResult>)> {
    split(contest, |outcome| {
        let metrics = exact.metrics.iter();
        let possible = metrics.filter(|metric| !metric.by_outcome[outcome].is_empty());
        possible
            .map(|metric| solved(contest, metric.metric, &metric.by_outcome[outcome]))
            .collect()
    })
}

fn split(
    contest: &dyn Contest,
    metrics: impl Fn(usize) -> Vec<MetricResult>,
) -> Vec<(String, Vec<MetricResult>)> {
    contest
        .outcomes()
        .iter()
        .enumerate()
        .map(|(index, outcome)| (outcome.name.clone(), metrics(index)))
        .collect()
}

fn bins(histogram: &Histogram) -> Vec<Bin> {
    histogram
        .iter()
        .map(|(value, count)| Bin {
            value,
            weight: ValueWeight::Count(count),
        })
        .collect()
}

/// Returns the function from the name of a metric to its mean.
fn mean_of(metrics: &[MetricResult]) -> impl Fn(&str) -> Option<f64> {
    |name| metric_named(metrics, name)?.best().mean
}

/// Returns the figures of a metric from counts.
fn counted(contest: &dyn Contest, metric: usize, histogram: Histogram) -> MetricResult {
    let about = &contest.metrics()[metric];
    let all = histogram.total();
    let histogram = about.measured(histogram);
    let mut moments = Moments::of(&histogram, LEVEL);
    if let Some(moments) = &mut moments
        && about.scale == Scale::YesNo
    {
        // The mean of a yes/no metric is a share with the interval of a share, which has a positive
        // width even if no value is 1.
        let yes = histogram.iter().filter(|&(value, _)| value == 1);
        let yes = yes.map(|(_, count)| count).sum();
        moments.interval = wilson(yes, histogram.total(), LEVEL);
    }
    let count = about.never.map(|_| histogram.total());
    let share = count.filter(|_| all > 0);
    figures(
        about,
        (count, share.map(|count| count as f64 / all as f64)),
        moments,
        histogram.range(),
        |share| histogram.quantile(share),
        bins(&histogram),
    )
}

/// Returns the figures of a metric from probabilities, whose sum may be less than 1.
fn solved(contest: &dyn Contest, metric: usize, masses: &[(i64, f64)]) -> MetricResult {
    let about = &contest.metrics()[metric];
    let all: f64 = masses.iter().map(|&(_, mass)| mass).sum();
    let (share, shares) = about.distribution(masses);
    figures(
        about,
        (None, about.never.filter(|_| all > 0.0).map(|_| share / all)),
        exact_moments(&shares),
        shares
            .first()
            .zip(shares.last())
            .map(|(&(low, _), &(high, _))| (low, high)),
        |share| exact_quantile(&shares, share),
        shares
            .iter()
            .map(|&(value, share)| Bin {
                value,
                weight: ValueWeight::Share(share),
            })
            .collect(),
    )
}

fn figures(
    about: &Metric,
    (count, share): (Option<u64>, Option<f64>),
    moments: Option<Moments>,
    range: Option<(i64, i64)>,
    quantile: impl Fn(f64) -> Option<i64>,
    histogram: Vec<Bin>,
) -> MetricResult {
    let interval: Option<Interval> = moments.map(|moments| moments.interval);
    MetricResult {
        name: about.name(),
        unit: about.unit,
        count,
        share,
        mean: moments.map(|moments| moments.mean),
        sd: moments.map(|moments| moments.sd),
        low: interval.map(|interval| interval.low),
        high: interval.map(|interval| interval.high),
        min: range.map(|(low, _)| low),
        p05: quantile(0.05),
        p25: quantile(0.25),
        p50: quantile(0.50),
        p75: quantile(0.75),
        p95: quantile(0.95),
        max: range.map(|(_, high)| high),
        histogram,
        base: about.base,
        help: about.help,
        subject: about.subject.clone(),
        section: about.section.clone(),
        scale: about.scale,
        exact: None,
    }
}
