//! Drama: how a contest goes rather than how it ends. Who leads and how often that changes, when it
//! is settled, what there is to choose, who sits out, what the opening throws settle, what the dice
//! and what the decisions do. Every figure is defined in docs/drama.md.
//!
//! - `reading`: what the course of one trial says; `counts`: what many add up to, in integers.
//! - `pilot`: whether the judge is right about this table, on trials of its own.
//! - `result`: the figures made of the counts; `list`: all of them in a row; `typical`: a trial to
//!   show.

mod counts;
mod list;
mod pilot;
mod reading;
mod result;
mod typical;

pub use counts::{BINS, DEPTHS, TYPICAL_WITHIN};
pub use list::{DramaFigure, drama_list};
pub use pilot::{PILOT_FROM, Pilot, PilotSide};
pub use reading::{Parts, Reading, SAFE};
pub use result::{
    ActorDrama, Aftermath, Choices, Comebacks, Depth, Drama, Estimate, JudgedBin, Leads, Luck,
    MarkedTrial, Opening, Proportion, Settled, SideDrama,
};
pub use typical::Typical;

use crate::contest::{Actor, Appraise};
use crate::scenario::Scenario;
use crate::sim::{StopReason, Watch, in_chunks};
use counts::Counts;
use pilot::PilotCounts;

/// Trials where nobody says otherwise.
pub const DRAMA_TRIALS: u64 = 10_000;
/// Trials with slow players, where nobody says otherwise.
pub const SLOW_DRAMA_TRIALS: u64 = 1_000;

/// What to play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DramaPlan {
    /// The trials 0 to this; [`DRAMA_TRIALS`], or [`SLOW_DRAMA_TRIALS`] with slow players, where
    /// `None`.
    pub trials: Option<u64>,
    /// No more trials than this unless `trials` says so.
    pub most: Option<u64>,
    /// The seed, 0 to 2^63 - 1.
    pub seed: u64,
    /// Worker threads; 0 for one a core.
    pub threads: usize,
}

impl DramaPlan {
    /// How many trials of a scenario are shown.
    pub fn trials_of(&self, scenario: &Scenario) -> u64 {
        let judge = scenario.contest.appraised();
        let usual = if judge.is_some_and(Appraise::is_slow) {
            SLOW_DRAMA_TRIALS
        } else {
            DRAMA_TRIALS
        };
        self.trials
            .unwrap_or_else(|| self.most.unwrap_or(usual).min(usual))
    }

    /// How many trials are played in all: those that are shown, and the pilot's.
    pub fn work_of(&self, scenario: &Scenario) -> u64 {
        let shown = self.trials_of(scenario);
        let pilot = pilot::pilot_trials(shown);
        shown.saturating_add(pilot.end - pilot.start)
    }
}

/// Why drama cannot be measured.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DramaError {
    /// Positions of such contests are not judged.
    #[error(
        "nobody judges how a contest of kind {0} stands while it goes on, so its drama cannot be measured; `run` it instead"
    )]
    NoJudge(&'static str),
}

/// Plays a scenario by its own players, the same trials as `run`, and measures its drama. After an
/// interruption by `watch` the figures are those of the trials that were finished.
///
/// # Errors
/// Nobody judges positions of such a contest.
pub fn drama(
    scenario: &Scenario,
    plan: &DramaPlan,
    watch: &dyn Watch,
) -> Result<Drama, DramaError> {
    let contest = scenario.contest.as_ref();
    let appraise = contest
        .appraised()
        .ok_or(DramaError::NoJudge(scenario.kind.name))?;
    let trials = plan.trials_of(scenario);
    let (sides, actors) = (appraise.sides(), appraise.actors());
    let mut check = PilotCounts::new(sides.len());
    let pilot = pilot::pilot_trials(trials);
    in_chunks(
        pilot,
        (plan.threads, None),
        watch,
        || (PilotCounts::new(sides.len()), Reading::default()),
        |trials, (own, reading)| own.play(appraise, &actors, plan.seed, trials, reading),
        |(own, _)| check.merge(&own),
    );
    let new = || Counts::new(contest.outcomes().len(), sides.len(), actors.len());
    let mut counts = new();
    let played = in_chunks(
        0..trials,
        (plan.threads, None),
        watch,
        || (new(), Reading::default()),
        |trials, (own, reading)| count(appraise, &actors, plan.seed, trials, own, reading),
        |(own, _)| counts.merge(&own),
    );
    let typical = typical::typical(contest, appraise, plan.seed, &counts);
    Ok(result::drama(
        scenario.identity(),
        contest,
        (&sides, &actors),
        plan.seed,
        if played < trials {
            StopReason::Interrupted
        } else {
            StopReason::Trials
        },
        (appraise.judge(), appraise.assessor()),
        check.result(&sides),
        &counts,
        typical,
    ))
}

fn count(
    appraise: &dyn Appraise,
    actors: &[Actor],
    seed: u64,
    trials: std::ops::Range<u64>,
    counts: &mut Counts,
    reading: &mut Reading,
) {
    appraise.appraise(seed, trials, &mut |trial, trajectory| {
        reading.read(trajectory, actors);
        counts.add(trial, trajectory, reading, actors);
        true
    });
}
