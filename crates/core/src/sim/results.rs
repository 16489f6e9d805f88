//! Results of a contest: shares, intervals, means and quantiles, computed from counts in a fixed
//! order. `outcomes` has the shares, `metrics` the distributions of metrics and timelines, which
//! `figures` computes.

mod figures;
mod metrics;
mod outcomes;

pub use metrics::{Bin, MetricResult, QUANTILES, TimelineResult, ValueWeight, metric_named};
pub use outcomes::{CutOffShare, OutcomeResult};

use super::flow::{FlowResult, flow};
use super::plan::StopReason;
use super::run::Finished;
use crate::contest::{
    ConfiguredPlayers, Contest, Describe, ExactDistribution, MainFigure, OutcomeOwner,
};
use crate::stats::{AdjustedShare, Figure, confidence_sequence, factor, wilson};
use figures::{counted_metrics, mean_of, solved_by_outcome, solved_overall};
use metrics::timelines;
use outcomes::{cut_off, sampled_shares, solved_share, successes};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

/// Version of the JSON format of results.
pub const RESULTS_FORMAT: u32 = 1;
/// Confidence level of all intervals.
pub const LEVEL: f64 = 0.95;

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
                // Of equally likely outcomes the first one, but none of trials that were cut off.
                let outcomes = self.outcomes.iter().rev().filter(|one| one.always_shown);
                outcomes.max_by(|one, other| share(one).total_cmp(&share(other)))
            }
            MainFigure::First | MainFigure::Score(_) | MainFigure::Metric(_) => {
                self.outcomes.first()
            }
        }
    }

    /// Returns an outcome by name, or all successes as one by theirs.
    pub fn outcome_named(&self, name: &str) -> Option<&OutcomeResult> {
        let mut outcomes = self.outcomes.iter().chain(&self.successes);
        outcomes.find(|one| one.name == name)
    }

    /// Returns the metric that is the score, if there is one and it has a mean.
    pub fn score(&self) -> Option<&MetricResult> {
        let (MainFigure::Score(name) | MainFigure::Metric(name)) = &self.main else {
            return None;
        };
        metric_named(&self.metrics, name).filter(|score| score.mean.is_some())
    }
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
