//! Results of a contest: shares, intervals, means and quantiles, computed from counts in a fixed
//! order. The submodule computes those of metrics.

mod figures;

use super::flow::{FlowResult, flow};
use super::plan::StopReason;
use super::run::Finished;
use crate::contest::{
    ConfiguredPlayers, Contest, Describe, ExactDistribution, MainFigure, Outcome, OutcomeOwner,
    Scale, Tally,
};
use crate::stats::{
    AdjustedShare, Figure, FigureKind, FigureMethod, Interval, confidence_sequence, factor,
    shares_of_whole, wilson,
};
use figures::{bins, counted_metrics, mean_of, solved_by_outcome, solved_overall};
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
#[derive(Clone, Debug, PartialEq)]
pub struct OutcomeResult {
    /// Name of the outcome.
    pub name: String,
    /// Number of trials with this outcome; `None` for exact answers.
    pub count: Option<u64>,
    /// Share of all trials, or the answer of the solver; `None` without trials.
    pub share: Option<Figure>,
    /// Exact probability, if known.
    pub exact: Option<f64>,
    /// Clause that describes the outcome, such as `heroes win`.
    pub phrase: String,
    /// Whether the outcome is shown even if it never occurred.
    pub always_shown: bool,
    /// Owner of the outcome.
    pub owner: OutcomeOwner,
}

impl OutcomeResult {
    fn new(
        outcome: &Outcome,
        count: Option<u64>,
        share: Option<Figure>,
        exact: Option<f64>,
    ) -> Self {
        Self {
            name: outcome.name.clone(),
            count,
            share,
            exact,
            phrase: outcome.phrase.clone(),
            always_shown: outcome.always_shown,
            owner: outcome.owner,
        }
    }

    /// Returns the exact share if it is known, else that of the trials.
    pub fn best(&self) -> Option<Figure> {
        match self.share {
            Some(share) if share.is_exact() => Some(share),
            share => self
                .exact
                .map(|exact| Figure::exact(FigureKind::Share, exact))
                .or(share),
        }
    }

    /// Returns whether the outcome has only a name, and no clause of its own.
    pub fn is_only_named(&self) -> bool {
        self.phrase == Outcome::named(&self.name)
    }

    /// Returns the share; without trials, not a number with the interval from 0 to 1.
    pub fn shown_share(&self) -> Figure {
        let none = Figure::share(0, 0, wilson(0, 0, LEVEL));
        self.share.unwrap_or(none)
    }
}

impl Serialize for OutcomeResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("count", &self.count)?;
        map.serialize_entry("share", &self.share.map(|share| share.value))?;
        let known = self.shown_share();
        for (name, field) in Figure::FIELDS {
            map.serialize_entry(name, &field(&known))?;
        }
        map.serialize_entry("exact", &self.exact)?;
        map.end()
    }
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
        // Successes that are added up are those of one side.
        let added = match &self.main {
            MainFigure::Successes(successes) => successes.len() - 1,
            _ => 0,
        };
        owned.count().saturating_sub(added)
    }

    /// Returns the main figure: the mean of the score, else the share of the main outcome; the exact
    /// one if it is known, `None` without trials.
    pub fn main_figure(&self) -> Option<Figure> {
        match self.score() {
            Some(score) => score.best_mean(),
            None => self.main_outcome()?.best(),
        }
    }

    /// Returns the outcome whose share is the main figure if there is no score: one of the outcomes,
    /// or all successes as one.
    pub fn main_outcome(&self) -> Option<&OutcomeResult> {
        match &self.main {
            MainFigure::Successes(successes) => match successes[..] {
                [success] => self.outcomes.get(success),
                _ => self.successes.as_ref(),
            },
            MainFigure::MostLikely => {
                let share = |one: &OutcomeResult| one.best().map_or(0.0, |share| share.value);
                // The first of equally likely ones, and none of trials that were cut off.
                let outcomes = self.outcomes.iter().rev().filter(|one| one.always_shown);
                outcomes.max_by(|one, other| share(one).total_cmp(&share(other)))
            }
            MainFigure::First | MainFigure::Score(_) => self.outcomes.first(),
        }
    }

    /// Returns the metric that is the score, if there is one and it has a mean.
    pub fn score(&self) -> Option<&MetricResult> {
        let MainFigure::Score(name) = &self.main else {
            return None;
        };
        metric_named(&self.metrics, name).filter(|score| score.mean.is_some())
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

/// Conditions on the trials that were counted, with their share of all trials.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GivenConditions {
    /// The conditions, all of which hold: `turns>=10`.
    pub conditions: Vec<String>,
    /// Number of all trials.
    pub played: u64,
    /// Share of the trials that meet the conditions.
    #[serde(flatten, serialize_with = "Figure::as_share")]
    pub share: Figure,
}

impl GivenConditions {
    /// Returns the conditions as a clause: `turns>=10 and outcome=heroes`.
    pub fn clause(&self) -> String {
        self.conditions.join(" and ")
    }
}

/// A limit of the file that cuts off trials.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CutOffShare {
    /// Key of the limit, such as `limit.rounds`.
    pub key: &'static str,
    /// Value of the limit.
    pub most: u32,
    /// What is limited, as a plural, such as `rounds`.
    #[serde(skip)]
    pub unit: &'static str,
    /// Share of the trials that are cut off: exact, or an upper bound of the exact one, if the exact
    /// answer is known, else that of the trials.
    pub share: f64,
    /// Number of these trials, if the share is that of trials.
    pub count: Option<u64>,
}

/// Largest share of trials that are cut off without a word.
const NEGLIGIBLE_CUT: f64 = 1e-6;

/// Returns the limits of a contest that cut off a notable share.
fn cut_off(
    contest: &dyn Contest,
    outcomes: &[OutcomeResult],
    exact: Option<&ExactDistribution>,
) -> Vec<CutOffShare> {
    let cutoffs = contest.description().cutoffs.iter();
    let shares = cutoffs.map(|cutoff| {
        let outcome = cutoff.outcome.map(|outcome| &outcomes[outcome]);
        let share = match outcome {
            Some(outcome) => outcome.best().map_or(0.0, |share| share.value),
            None => exact.map_or(0.0, |exact| exact.cut_off),
        };
        let counted = outcome.filter(|_| exact.is_none());
        CutOffShare {
            key: cutoff.key,
            most: cutoff.most,
            unit: cutoff.unit,
            share,
            count: counted.and_then(|outcome| outcome.count),
        }
    });
    shares.filter(|one| one.share > NEGLIGIBLE_CUT).collect()
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
    /// The successes as one outcome, if the main figure adds up more than one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub successes: Option<OutcomeResult>,
    /// Limits of the file that cut off a notable share of the trials.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cut_off: Vec<CutOffShare>,
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
    /// The main figure.
    #[serde(skip)]
    pub main: MainFigure,
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
        let shares = sampled_shares(tally, adjusted.as_deref(), by_itself);
        let outcomes = contest.outcomes().iter().zip(tally.outcomes()).zip(shares);
        let outcomes = outcomes
            .enumerate()
            .map(|(index, ((outcome, &count), share))| {
                let exact = exact.map(|exact| exact.outcomes[index]);
                OutcomeResult::new(outcome, Some(count), share, exact)
            });
        let outcomes: Vec<OutcomeResult> = outcomes.collect();
        let successes = successes(contest, &outcomes, |outcomes| {
            let count = outcomes.iter().filter_map(|one| one.count).sum();
            let interval = if by_itself {
                confidence_sequence(count, trials, 1.0 - LEVEL)
            } else {
                wilson(count, trials, LEVEL)
            };
            let share = Figure::share(count, trials, interval);
            (Some(count), (trials > 0).then_some(share))
        });
        let exact_by_outcome = exact.map_or(Vec::new(), |exact| solved_by_outcome(contest, exact));
        let (metrics, by_outcome) = counted_metrics(contest, tally, exact, &exact_by_outcome);
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
            cut_off: cut_off(contest, &outcomes, exact),
            outcomes,
            successes,
            flow: flow(contest, mean_of(&metrics)),
            metrics,
            by_outcome,
            exact_by_outcome,
            timelines: timelines(contest, tally),
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
            .map(|(outcome, &share)| {
                let figure = solved_share(share, exact.bound);
                OutcomeResult::new(outcome, None, Some(figure), Some(share))
            });
        let outcomes: Vec<OutcomeResult> = outcomes.collect();
        let successes = successes(contest, &outcomes, |outcomes| {
            let share: f64 = outcomes.iter().filter_map(|one| one.exact).sum();
            let bound = exact.bound * outcomes.len() as f64;
            (None, Some(solved_share(share.min(1.0), bound)))
        });
        let metrics = solved_overall(contest, exact);
        Self {
            seed,
            cut_off: cut_off(contest, &outcomes, Some(exact)),
            outcomes,
            successes,
            flow: flow(contest, mean_of(&metrics)),
            metrics,
            by_outcome: solved_by_outcome(contest, exact),
            ..Self::blank(identity, contest)
        }
    }

    fn blank(scenario: ScenarioIdentity, contest: &(impl Describe + ?Sized)) -> Self {
        let description = contest.description();
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
            players: description.players.clone(),
            highlights: description.highlights.to_vec(),
            main: description.main.clone(),
            successes: None,
            cut_off: Vec::new(),
            flow: None,
        }
    }
}

/// Returns the share that a solver found, with its bound.
fn solved_share(share: f64, bound: f64) -> Figure {
    Figure {
        interval: Interval::new((share - bound).max(0.0), (share + bound).min(1.0)),
        ..Figure::exact(FigureKind::Share, share)
    }
}

/// Returns the successes of a contest as one outcome, if its main figure adds up more than one.
/// `added` returns the number of their trials and their share.
fn successes(
    contest: &dyn Contest,
    outcomes: &[OutcomeResult],
    added: impl Fn(&[&OutcomeResult]) -> (Option<u64>, Option<Figure>),
) -> Option<OutcomeResult> {
    let MainFigure::Successes(successes) = &contest.description().main else {
        return None;
    };
    if successes.len() < 2 {
        return None;
    }
    let all: Vec<&OutcomeResult> = successes.iter().map(|&one| &outcomes[one]).collect();
    let names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
    let name = names.join(" or ");
    let phrase = if all.iter().all(|one| one.is_only_named()) {
        Outcome::named(&name)
    } else {
        let mut phrases: Vec<&str> = Vec::new();
        for one in &all {
            if !phrases.contains(&&*one.phrase) {
                phrases.push(&one.phrase);
            }
        }
        phrases.join(" or ")
    };
    let exact: Option<f64> = all.iter().map(|one| one.exact).sum();
    let (count, share) = added(&all);
    let exact = exact.map(|exact| exact.min(1.0));
    Some(OutcomeResult::new(
        &Outcome::new(name, phrase),
        count,
        share,
        exact,
    ))
}

/// Returns the shares of the outcomes in trials; `None` without trials.
fn sampled_shares(
    tally: &Tally,
    adjusted: Option<&[AdjustedShare]>,
    by_itself: bool,
) -> Vec<Option<Figure>> {
    let (trials, control) = (tally.trials(), tally.control());
    if trials == 0 {
        return vec![None; tally.outcomes().len()];
    }
    let whole = adjusted.map(shares_of_whole);
    let counts = tally.outcomes().iter().enumerate();
    let shares = counts.map(|(index, &count)| {
        let adjusted = adjusted.map(|shares| &shares[index]);
        let interval = match (adjusted, control) {
            (Some(share), Some(control)) if control.control.is_sequence() => {
                share.sequence(1.0 - LEVEL, control.bet())
            }
            (Some(share), _) => share.interval(LEVEL),
            (None, _) if by_itself => confidence_sequence(count, trials, 1.0 - LEVEL),
            (None, _) => wilson(count, trials, LEVEL),
        };
        let plain = Figure::share(count, trials, interval);
        let figure = match (adjusted, &whole) {
            (Some(share), Some(whole)) => Figure {
                method: FigureMethod::ControlVariate,
                value: whole[index],
                standard_error: Some((share.variances().1 / trials as f64).sqrt()),
                ..plain
            },
            _ if by_itself => Figure {
                method: FigureMethod::Sequence,
                ..plain
            },
            _ => plain,
        };
        Some(figure.containing_itself())
    });
    shares.collect()
}

/// Returns the timelines of trials.
fn timelines(contest: &dyn Contest, tally: &Tally) -> Vec<TimelineResult> {
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
