//! Chance of the first outcome under good play and under simple play, at a low enough cost to be
//! part of every run.
//!
//! The variants take at most a quarter of the work of the run. Work is the estimated cost of a
//! contest ([`Effort`]), not measured time, so the same run gives the same figures on every
//! machine.

use super::LadderResult;
use super::seating;
use super::study::SeededTrials;
use crate::contest::{Contest, Effort, Level, PlayerHelp};
use crate::scenario::Scenario;
use crate::sim::{MetricResult, OutcomeResult, Results, StopReason, Watch};

/// Main figure of a scenario under good play and under simple play.
#[derive(Clone, Debug, PartialEq)]
pub struct Skill {
    /// Number of seats, 1 or more.
    pub seats: usize,
    /// The good player in every seat of the scenario, else the strongest one that is not slow and
    /// is valid in the scenario; `None` if there is none.
    pub good: Option<&'static str>,
    /// Simple player, if it is valid in the scenario.
    pub simple: Option<&'static str>,
    /// Level of the scenario's own players.
    pub played: PlayLevel,
    /// The figure with `good` in every seat; `None` if the scenario already has a good player in
    /// every seat, or if the run was too short to include it.
    pub good_play: Option<PlayFigure>,
    /// The figure with `simple` in every seat; `None` if the scenario already has it, or if the run
    /// was too short to include it.
    pub simple_play: Option<PlayFigure>,
}

/// Level of play of a scenario's own players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayLevel {
    /// The same good player in every seat.
    Good,
    /// The simple player in every seat.
    Simple,
    /// Any other combination of players.
    Other,
}

impl PlayLevel {
    fn of(scenario: &Scenario) -> Self {
        let all = |wanted: Level| {
            let players = scenario.kind.players.iter();
            let mut names = players.filter(|player| player.level == wanted);
            names.any(|player| sits_everywhere(scenario, player.name))
        };
        if all(Level::Good) {
            Self::Good
        } else if all(Level::Simple) {
            Self::Simple
        } else {
            Self::Other
        }
    }
}

/// Share of the first outcome, 0 to 1, or mean of the score if the kind has one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayFigure {
    /// The figure.
    pub value: f64,
    /// Lower end of the 95% interval.
    pub low: f64,
    /// Upper end of the 95% interval.
    pub high: f64,
    /// Whether the figure was solved; the ends then differ by the solver's bound at most.
    pub exact: bool,
}

impl PlayFigure {
    /// Returns the main figure of results, if there is one.
    fn of(results: &Results) -> Option<Self> {
        match results.score() {
            Some(score) => Self::of_score(score, results),
            None => Self::of_outcome(results.outcomes.first()?, results),
        }
    }

    /// Returns the mean of a metric of the results; `None` if it was never measured.
    pub fn of_score(score: &MetricResult, results: &Results) -> Option<Self> {
        let value = score.mean?;
        Some(Self {
            value,
            low: score.low.unwrap_or(value),
            high: score.high.unwrap_or(value),
            exact: results.stopped == StopReason::Exact,
        })
    }

    /// Returns the share of an outcome of the results, the exact one of a run that has both; `None`
    /// if neither is known.
    pub fn of_outcome(outcome: &OutcomeResult, results: &Results) -> Option<Self> {
        let is_run = results.stopped != StopReason::Exact;
        if let Some(value) = outcome.exact.filter(|_| is_run) {
            return Some(Self {
                value,
                low: value,
                high: value,
                exact: true,
            });
        }
        Some(Self {
            value: outcome.share?,
            low: outcome.low,
            high: outcome.high,
            exact: !is_run,
        })
    }
}

/// Maximum number of trials per figure: 95% intervals of at most ±1.6 percentage points.
const TRIALS: u64 = 4_000;
/// Minimum number of trials per figure: 95% intervals of about ±3 percentage points.
const LEAST: u64 = 1_000;
/// Divisor of a run's work that gives the work for the figures: a quarter.
const SHARE: u64 = 4;
/// Maximum number of rollers in a contest for which the figures are computed.
const MOST_ROLLERS: usize = 64;

/// Upper bound on the solving time that counts as work of a run, in nanoseconds, so that the
/// figures do not prolong a short run.
const MOST_SOLVED: u64 = 20_000_000_000;

/// The run that the figures accompany.
#[derive(Clone, Copy, Debug)]
pub struct EstimatedRun<'a> {
    /// Random seed of the run.
    pub seed: u64,
    /// Number of trials of the run.
    pub trials: u64,
    /// Number of worker threads; 0 for one per core.
    pub threads: usize,
    /// A ladder of the same scenario; its figures are reused.
    pub ladder: Option<&'a LadderResult>,
}

impl EstimatedRun<'_> {
    /// Returns the work that the figures may take, in nanoseconds.
    pub(super) fn work(&self, contest: &dyn Contest) -> u64 {
        let Effort { once, trial } = contest.effort();
        let once = once.min(MOST_SOLVED);
        once.saturating_add(trial.saturating_mul(self.trials)) / SHARE
    }
}

/// The user cancelled the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

/// Plays the scenario with the good player and with the simple player, on the same random seed. The
/// figures are exact if there is a solver; those in the ladder are reused.
///
/// Returns `None` if the contest has no decisions.
///
/// # Errors
/// Fails if `watch` cancelled it.
pub fn skill(
    scenario: &Scenario,
    estimated_run: &EstimatedRun,
    watch: &dyn Watch,
) -> Result<Option<Skill>, Cancelled> {
    let seats = &scenario.seats;
    if seats.is_empty() {
        return Ok(None);
    }
    let mut found = Skill {
        seats: seats.len(),
        good: good(scenario),
        simple: simple(scenario),
        played: PlayLevel::of(scenario),
        good_play: None,
        simple_play: None,
    };
    if scenario.contest.dice_rollers().len() > MOST_ROLLERS {
        return Ok(Some(found));
    }
    let seeded = SeededTrials::new(estimated_run.seed, estimated_run.threads, watch);
    let missing = |player: Option<&'static str>, played| player.filter(|_| found.played != played);
    let wanted = [
        missing(found.good, PlayLevel::Good),
        missing(found.simple, PlayLevel::Simple),
    ];
    let count = wanted.iter().flatten().count() as u64;
    let work = estimated_run.work(scenario.contest.as_ref()) / count.max(1);
    let figure = |player: Option<&'static str>| match player {
        Some(player) => {
            let found = played(scenario, player, (estimated_run.ladder, work), &seeded)?;
            Ok(found.as_ref().and_then(PlayFigure::of))
        }
        None => Ok(None),
    };
    found.good_play = figure(wanted[0])?;
    found.simple_play = figure(wanted[1])?;
    Ok(Some(found))
}

/// Plays a scenario with the simple player in every seat: exactly if there is a solver, else at
/// most 4,000 trials. Returns `None` if the scenario itself has it in every seat, or if there is no
/// such player.
///
/// # Errors
/// Fails if the work was cancelled.
pub(super) fn simple_play(
    scenario: &Scenario,
    seeded: &SeededTrials,
) -> Result<Option<(&'static str, Results)>, Cancelled> {
    let Some(player) = simple(scenario) else {
        return Ok(None);
    };
    if PlayLevel::of(scenario) == PlayLevel::Simple {
        return Ok(None);
    }
    let found = played(scenario, player, (None, u64::MAX), seeded)?;
    Ok(found.map(|found| (player, found)))
}

/// Returns whether the scenario itself has this player in every seat.
fn sits_everywhere(scenario: &Scenario, player: &str) -> bool {
    let mut seats = scenario.seats.iter();
    seats.all(|seat| seat.player == player && seat.own.is_empty())
}

/// Returns the good player in every seat of the scenario, else the strongest one that is not slow
/// and is valid in the scenario.
fn good(scenario: &Scenario) -> Option<&'static str> {
    let players = scenario.kind.players.iter().rev();
    let mut good = players.filter(|player| player.level == Level::Good);
    let mut own = good.clone();
    if let Some(own) = own.find(|player| sits_everywhere(scenario, player.name)) {
        return Some(own.name);
    }
    let accepted = |player: &&PlayerHelp| seating::everywhere(scenario, player.name).is_ok();
    let quick = |player: &&PlayerHelp| !player.slow && accepted(player);
    good.find(quick).map(|player| player.name)
}

/// Returns the simple player, if it is valid in every seat.
fn simple(scenario: &Scenario) -> Option<&'static str> {
    let mut players = scenario.kind.players.iter();
    let player = players.find(|player| player.level == Level::Simple)?;
    let is_accepted = seating::everywhere(scenario, player.name).is_ok();
    is_accepted.then_some(player.name)
}

/// Returns the results of the scenario with one player in every seat: those of the ladder if it has
/// them, else exact or sampled results if they cost at most `work` nanoseconds.
fn played(
    scenario: &Scenario,
    player: &'static str,
    (ladder, work): (Option<&LadderResult>, u64),
    seeded: &SeededTrials,
) -> Result<Option<Results>, Cancelled> {
    if seeded.watch.cancelled() {
        return Err(Cancelled);
    }
    let Ok(variant) = seating::everywhere(scenario, player) else {
        return Ok(None);
    };
    let mut cells = ladder.into_iter().flat_map(|ladder| &ladder.cells);
    if let Some(cell) = cells.find(|cell| cell.results.scenario.hash == variant.hash) {
        return Ok(Some(cell.results.clone()));
    }
    let contest = variant.contest.as_ref();
    let Effort { once, trial } = contest.effort();
    let Some(left) = work.checked_sub(once) else {
        return Ok(None);
    };
    if let Some(exact) = seeded.exact(&variant) {
        let results = Results::exact(variant.identity(), contest, seeded.seed, &exact);
        return Ok(Some(results));
    }
    let trials = TRIALS.min(left / trial.max(1));
    if trials < LEAST {
        return Ok(None);
    }
    let results = seeded.results(&variant, 0..trials, None);
    results.map(Some).ok_or(Cancelled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{LadderPlan, ladder};
    use crate::scenario::open;
    use crate::sim::Unwatched;

    fn after(trials: u64, ladder: Option<&LadderResult>) -> EstimatedRun<'_> {
        EstimatedRun {
            seed: 1,
            trials,
            threads: 0,
            ladder,
        }
    }

    fn found(name: &str, sets: &[&str]) -> Option<Skill> {
        let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
        let scenario = open(name, &sets).unwrap();
        skill(&scenario, &after(1_000_000, None), &Unwatched).unwrap()
    }

    const FINISHERS: [&str; 2] = [
        "side.heroes.player=finisher",
        "side.ambushers.player=finisher",
    ];

    #[test]
    fn good_play_and_simple_play_have_the_shares_of_the_ladder() {
        let good_play = found("@canyon", &[]).unwrap();
        assert_eq!(
            (good_play.good, good_play.simple, good_play.played),
            (Some("expert"), Some("finisher"), PlayLevel::Good)
        );
        assert_eq!(good_play.good_play, None);
        assert!((good_play.simple_play.unwrap().value - 0.243).abs() < 0.025);
        let simple_play = found("@canyon", &FINISHERS).unwrap();
        assert_eq!(
            (simple_play.played, simple_play.simple_play),
            (PlayLevel::Simple, None)
        );
        assert!((simple_play.good_play.unwrap().value - 0.50).abs() < 0.025);
        let mixed = found("@canyon", &FINISHERS[..1]).unwrap();
        assert_eq!(mixed.played, PlayLevel::Other);
        assert_eq!(
            (mixed.good_play, mixed.simple_play),
            (simple_play.good_play, good_play.simple_play)
        );
    }

    #[test]
    fn every_kind_with_decisions_has_good_and_simple_play() {
        for (name, good, simple) in [
            ("@prospect", "optimal", "thrifty"),
            ("@bomb", "optimal", "one_by_one"),
            ("@adventurers", "optimal", "greedy"),
            ("@tavern-brawl", "optimal", "guarded"),
            // The scenario already has this good player, although `optimal` is stronger.
            ("@duel", "expert", "finisher"),
        ] {
            let found = found(name, &[]).unwrap();
            assert_eq!(
                (found.good, found.simple),
                (Some(good), Some(simple)),
                "{name}"
            );
        }
        assert_eq!(found("@lockpick", &[]), None);
    }

    #[test]
    fn the_figures_of_a_ladder_are_used() {
        let scenario = open("@canyon", &[]).unwrap();
        let plan = LadderPlan {
            trials: Some(10),
            players: Some(vec!["finisher".to_owned()]),
            ..LadderPlan::default()
        };
        let played = ladder(&scenario, &plan, &Unwatched, &|_, _| {});
        let played = played.unwrap().unwrap();
        // Figures from the ladder are also used for runs that are too short to play them.
        let skill = skill(&scenario, &after(1, Some(&played)), &Unwatched)
            .unwrap()
            .unwrap();
        assert_eq!((skill.simple_play.unwrap().value * 10.0).fract(), 0.0);
    }

    #[test]
    fn results_do_not_depend_on_threads() {
        let scenario = open("@three-sides", &[]).unwrap();
        let estimated_run = after(10_000_000, None);
        let [one, three] = [1, 3].map(|threads| {
            let estimated_run = EstimatedRun {
                threads,
                ..estimated_run
            };
            skill(&scenario, &estimated_run, &Unwatched).unwrap()
        });
        assert!(
            one.as_ref()
                .is_some_and(|one| one.good_play.is_some() && one.simple_play.is_some())
        );
        assert_eq!(one, three);
    }

    #[test]
    fn the_figures_take_at_most_a_quarter_of_the_work_of_a_run() {
        use std::sync::atomic::{AtomicU64, Ordering};
        struct Counting(AtomicU64);
        impl Watch for Counting {
            fn advanced(&self, trials: u64) {
                self.0.fetch_add(trials, Ordering::Relaxed);
            }
        }
        for (sets, trials, played) in [
            (&[][..], 100, 0),
            (&[][..], 10_000, 4_000),
            (&FINISHERS[..], 10_000, 0),
            (&FINISHERS[..], 1_000_000, 4_000),
        ] {
            let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
            let scenario = open("@canyon", &sets).unwrap();
            let counting = Counting(AtomicU64::new(0));
            skill(&scenario, &after(trials, None), &counting).unwrap();
            assert_eq!(
                counting.0.load(Ordering::Relaxed),
                played,
                "{sets:?} {trials}"
            );
        }
    }

    #[test]
    fn a_cancelled_run_has_no_figures() {
        struct AlwaysCancelled;
        impl Watch for AlwaysCancelled {
            fn advanced(&self, _trials: u64) {}
            fn cancelled(&self) -> bool {
                true
            }
        }
        let scenario = open("@canyon", &[]).unwrap();
        assert_eq!(
            skill(&scenario, &after(1_000_000, None), &AlwaysCancelled),
            Err(Cancelled)
        );
    }
}
