//! Drama: how a contest develops, rather than its outcome. The figures are leads and their changes,
//! the time at which the contest is settled, choices, departures, and the effects of the opening
//! throws, the dice and the decisions. Every figure is defined in docs/reference/drama.md.
//!
//! - `trial_statistics`: the statistics of one trial; `counts`: integer counts over many trials.
//! - `pilot`: the reliability of the position evaluation, on trials of its own.
//! - `result`: the figures from the counts; `list`: all figures in one list; `evaluated_trial`: the
//!   chances along a typical and the closest trial.

mod counts;
mod evaluated_trial;
mod list;
mod pilot;
mod result;
mod trial_statistics;

pub use counts::{BINS, DEPTHS};
pub use evaluated_trial::{EvaluatedTrial, Swing, closest_trial};
pub use list::{DramaFigure, drama_list};
pub use pilot::PILOT_FROM;
pub use result::{
    ActorDrama, ChangeSources, Comebacks, DecidedPlay, DecisionShares, Depth, DramaFigures,
    EvaluatedBin, ExtremeTrial, FinalLead, LeadChanges, MeanEstimate, Opening, Pilot, PilotSide,
    Proportion, SideDrama,
};
pub use trial_statistics::{ChanceParts, SAFE, TrialStatistics};

use super::typical_trial;
use crate::contest::{ActingSide, Description, Evaluate};
use crate::scenario::Scenario;
use crate::sim::{Progress, StopReason, in_chunks};
use counts::DramaCounts;
use pilot::PilotCounts;
use std::cmp::Reverse;

/// Default number of trials.
pub const DRAMA_TRIALS: u64 = 10_000;
/// Default number of trials with slow players.
pub const SLOW_DRAMA_TRIALS: u64 = 1_000;

/// Settings of a drama analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DramaPlan {
    /// Number of trials, from trial 0; `None` for [`DRAMA_TRIALS`], or [`SLOW_DRAMA_TRIALS`] with
    /// slow players.
    pub trials: Option<u64>,
    /// Limit on the trials, unless `trials` is given.
    pub most: Option<u64>,
    /// The random seed, 0 to 2^63 - 1.
    pub seed: u64,
    /// Number of worker threads; 0 for one per core.
    pub threads: usize,
}

impl DramaPlan {
    /// Returns the number of shown trials of a scenario.
    pub fn trials_of(&self, scenario: &Scenario) -> u64 {
        let evaluation = scenario.contest.evaluation();
        let usual = if evaluation.is_some_and(Evaluate::is_slow) {
            SLOW_DRAMA_TRIALS
        } else {
            DRAMA_TRIALS
        };
        self.trials
            .unwrap_or_else(|| self.most.unwrap_or(usual).min(usual))
    }

    /// Returns the total number of trials, including those of the pilot.
    pub fn work_of(&self, scenario: &Scenario) -> u64 {
        let shown = self.trials_of(scenario);
        let pilot = pilot::pilot_trials(shown);
        shown.saturating_add(pilot.end - pilot.start)
    }
}

/// Error of a drama analysis.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DramaError {
    /// Contests of this kind have no position evaluation.
    #[error(
        "contests of kind {0} have no position evaluation, so their drama cannot be measured; `run` the scenario instead"
    )]
    NoEvaluator(&'static str),
}

/// Plays a scenario with its own players, on the same trials as `run`, and computes its drama
/// figures. If `progress` cancels it, the figures cover the finished trials.
///
/// # Errors
/// Fails if the contest has no position evaluation.
pub fn drama(
    scenario: &Scenario,
    plan: &DramaPlan,
    progress: &dyn Progress,
) -> Result<DramaFigures, DramaError> {
    let contest = scenario.contest.as_ref();
    let evaluator = contest
        .evaluation()
        .ok_or(DramaError::NoEvaluator(scenario.kind.name))?;
    let trials = plan.trials_of(scenario);
    let Description { sides, actors, .. } = contest.description();
    let mut check = PilotCounts::new(sides.len());
    let pilot = pilot::pilot_trials(trials);
    in_chunks(
        pilot,
        (plan.threads, None),
        progress,
        || (PilotCounts::new(sides.len()), TrialStatistics::default()),
        |trials, (own, statistics)| own.play(evaluator, actors, plan.seed, trials, statistics),
        |(own, _)| check.merge(&own),
    );
    let new = || DramaCounts::new(contest.outcomes().len(), sides.len(), actors.len());
    let mut counts = new();
    let played = in_chunks(
        0..trials,
        (plan.threads, None),
        progress,
        || (new(), TrialStatistics::default()),
        |trials, (own, statistics)| count(evaluator, actors, plan.seed, trials, own, statistics),
        |(own, _)| counts.merge(&own),
    );
    let shown = |trial: u64| EvaluatedTrial::new(contest, evaluator, (plan.seed, trial));
    let typical = (trials > 0).then(|| typical_trial(contest, plan.seed, None).ok());
    let typical = typical.flatten().map(shown);
    let closest = counts.closest.map(|(_, Reverse(trial))| shown(trial));
    Ok(result::drama(
        scenario.identity(),
        contest,
        (sides, actors),
        plan.seed,
        if played < trials {
            StopReason::Interrupted
        } else {
            StopReason::Trials
        },
        (evaluator.evaluator(), evaluator.assessor()),
        check.result(sides),
        &counts,
        (typical, closest),
    ))
}

fn count(
    evaluator: &dyn Evaluate,
    actors: &[ActingSide],
    seed: u64,
    trials: std::ops::Range<u64>,
    counts: &mut DramaCounts,
    statistics: &mut TrialStatistics,
) {
    evaluator.evaluate_trials(seed, trials, &mut |trial, trajectory| {
        statistics.read(trajectory, actors);
        counts.add(trial, trajectory, statistics, actors);
        true
    });
}
