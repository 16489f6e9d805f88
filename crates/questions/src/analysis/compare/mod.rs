//! Test whether one contest differs from another, trial by trial on common random numbers.
//!
//! - `figures`: the figures that both contests have, and the requested ones; `difference`: the
//!   difference of one figure.
//! - `pairs`: plays both contests, trial by trial; `control`: adjusts differences of shares by
//!   control variates; `pilot`: decides whether that saves time.
//! - `multiple`: correction for more than one comparison.
//!
//! Shares are compared by the trials in which only one of the two contests has the outcome, means
//! by the differences of the values. Both have a confidence sequence, valid at any stopping time,
//! so playing stops as soon as all figures are decided. If both contests can be solved, no trials
//! are played.

mod control;
mod difference;
mod figures;
mod multiple;
mod pairs;
mod pilot;

pub use difference::{ComparedFigure, Difference, Pairing};
pub(super) use figures::figures as common_figures;
pub use multiple::{alpha_of_each, correct_together, lead_figure};

use super::study::{SeededTrials, Study, affordable};
use super::{ALPHA, SEED};
use crate::contest::ConfiguredPlayers;
use crate::scenario::Scenario;
use crate::sim::{Progress, ScenarioIdentity, StopReason, next_look};
use figures::{CommonFigure, figures, only};
pub(super) use pairs::Pairs;
use pilot::pair_control;

/// Upper bound on the default limit on the trials of each contest.
pub const MOST_COMPARE_TRIALS: u64 = 10_000_000;
/// Default time budget of each contest on two cores, in seconds.
const SECONDS: u64 = 30;

/// A figure that a comparison is to decide.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestedFigure {
    /// Name of an outcome, or `mean.METRIC`.
    pub name: String,
    /// Equivalence margin, in shares or in units of the metric. `None` for the plan's margin if the
    /// figure is an outcome; a mean without a margin can only be found different.
    pub margin: Option<f64>,
}

/// Default margin: the largest difference of shares that does not matter.
pub const MARGIN: f64 = 0.005;

/// Figures, margins and limits of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparePlan {
    /// The requested figures; if empty, the shares of all common outcomes.
    pub figures: Vec<RequestedFigure>,
    /// Equivalence margin of shares.
    pub margin: f64,
    /// Half-width of the interval of every requested share at which to stop, if any.
    pub precision: Option<f64>,
    /// Probability that any of the verdicts is wrong.
    pub alpha: f64,
    /// Limit on the trials of each contest; `None` for as many as take about half a minute, at most
    /// [`MOST_COMPARE_TRIALS`].
    pub most: Option<u64>,
    /// The random seed, 0 to 2^63 - 1.
    pub seed: u64,
    /// Number of worker threads; 0 for one per core.
    pub threads: usize,
    /// Size of all chunks of work, for tests; `None` to adapt to the speed of the workers.
    pub chunk: Option<u64>,
}

/// The defaults of `compare`, with random seed 1, on all cores.
impl Default for ComparePlan {
    fn default() -> Self {
        Self {
            figures: Vec::new(),
            margin: MARGIN,
            precision: None,
            alpha: ALPHA,
            most: None,
            seed: SEED,
            threads: 0,
            chunk: None,
        }
    }
}

impl ComparePlan {
    /// Returns the limit on the trials of these two scenarios.
    pub fn most_of(&self, first: &Scenario, second: &Scenario) -> u64 {
        let usual = || {
            let each = [first, second]
                .map(|one| affordable(one.contest.as_ref(), SECONDS, MOST_COMPARE_TRIALS));
            each[0].min(each[1])
        };
        self.most.unwrap_or_else(usual).max(1)
    }
}

/// Error of a comparison.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CompareError {
    /// The contests have no outcome or metric in common.
    #[error(
        "{0} and {1} have no outcome and no metric in common; the outcomes of the first are {2}, of the \
         second {3}"
    )]
    NothingInCommon(String, String, String, String),
    /// There is no common outcome, and no figure was requested.
    #[error(
        "{0} and {1} have no outcome in common that is compared by default: name a figure with \
         --figure; both have {2}"
    )]
    NoOutcome(String, String, String),
    /// Unknown figures: the error and the accepted names, one line each.
    #[error("{0}")]
    Figures(String),
}

/// Result of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The first scenario, A.
    pub first: ScenarioIdentity,
    /// The second scenario, B.
    pub second: ScenarioIdentity,
    /// The players of A and of B, as phrases; may be empty.
    pub players: [ConfiguredPlayers; 2],
    /// The changes from A to B, as `PATH=VALUE`; empty if B is a separate file.
    pub changes: Vec<String>,
    /// The random seed.
    pub seed: u64,
    /// Number of trials of each contest.
    pub trials: u64,
    /// Reason for stopping.
    pub stopped: StopReason,
    /// Probability that any of the verdicts is wrong.
    pub alpha: f64,
    /// The requested figures, then all other common means.
    pub figures: Vec<ComparedFigure>,
    /// Number of trials in which the outcomes of A and B have different names.
    pub otherwise: u64,
    /// Outcomes and metrics of A only, and of B only.
    pub only: [Vec<String>; 2],
    /// The bases of the metrics for a summary.
    pub highlights: Vec<&'static str>,
}

/// Compares two scenarios. `changes` are those from the first to the second.
///
/// # Errors
/// Fails if they have nothing in common, or lack a requested figure.
pub fn compare(
    (first, second): (&Scenario, &Scenario),
    changes: &[String],
    plan: &ComparePlan,
    progress: &dyn Progress,
) -> Result<Comparison, CompareError> {
    let contests = [first.contest.as_ref(), second.contest.as_ref()];
    let [a, b] = contests;
    let (figures, metrics) = figures((first, second), plan)?;
    let mut comparison = Comparison {
        first: first.identity(),
        second: second.identity(),
        players: [a.players(), b.players()],
        changes: changes.to_vec(),
        seed: plan.seed,
        trials: 0,
        stopped: StopReason::Exact,
        alpha: plan.alpha,
        figures: Vec::new(),
        otherwise: 0,
        only: [only(a, b), only(b, a)],
        highlights: a.description().highlights.to_vec(),
    };
    let seeded = SeededTrials::new(plan.seed, plan.threads, progress);
    let most = plan.most_of(first, second);
    if let Some(one) = seeded.exact(first, most)
        && let Some(other) = seeded.exact(second, most)
    {
        let answer = |figure: &CommonFigure| (figure.asked, figure.exact(contests, [&one, &other]));
        let answers: Vec<_> = figures.iter().map(answer).collect();
        let is_known = |(asked, answer): &(Option<usize>, Option<ComparedFigure>)| {
            asked.is_none() || answer.is_some()
        };
        if answers.iter().all(is_known) {
            comparison.figures = answers.into_iter().filter_map(|one| one.1).collect();
            return Ok(comparison);
        }
    }
    let control = pair_control(contests, &figures, (plan, most), seeded);
    let pairs = Pairs::new(contests, (figures, metrics), plan.chunk);
    let pairs = match control {
        Some(control) => pairs.with_control(control, 0),
        None => pairs,
    };
    let mut study = Study {
        variants: vec![pairs],
        most,
        seeded,
    };
    let ended = study.run(|study| {
        let (trials, most) = (study.trials(), study.most);
        if trials > 0 && study.variants[0].look(plan.precision) {
            comparison.stopped = StopReason::Decided;
        } else if trials >= most {
            comparison.stopped = StopReason::Trials;
        } else {
            return vec![(0, next_look(trials))];
        }
        Vec::new()
    });
    if ended.is_none() {
        comparison.stopped = StopReason::Interrupted;
    }
    comparison.trials = study.trials();
    comparison.otherwise = study.variants[0].otherwise();
    comparison.figures = study.variants[0].all();
    Ok(comparison)
}

#[cfg(test)]
mod tests;
