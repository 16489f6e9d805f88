//! Main figure of a contest under other players than its own, at a low enough cost to be part of
//! every run.
//!
//! A contest whose players are not good is also played by good ones, and a contest of good players
//! by simple ones. Trials and solving are bounded by the estimated cost of a contest ([`Cost`]),
//! not by measured time and not by the number of trials of the run. So the same contest and seed
//! give the same figure in every run, on every machine.

use super::LadderResult;
use super::seating;
use super::study::SeededTrials;
use crate::contest::{Cost, Level, PlayerHelp};
use crate::scenario::Scenario;
use crate::sim::{Progress, Results};
use crate::stats::Figure;
use serde::Serialize;
use std::ops::RangeInclusive;

/// Level of a scenario's players, with its main figure under the other players.
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
    /// The figure under other players; `None` if there are none or it costs too much.
    pub other: Option<OtherPlay>,
}

/// Main figure of a scenario with one player in every seat.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OtherPlay {
    /// Level of the player.
    #[serde(skip)]
    pub level: PlayLevel,
    /// Name of the player.
    pub player: &'static str,
    /// The figure.
    #[serde(flatten)]
    pub figure: Figure,
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
    pub(super) fn of(scenario: &Scenario) -> Self {
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

/// Number of trials per figure: 95% intervals of less than ±1 percentage point for every share.
const TRIALS: u64 = 9_604;
/// Minimum number of trials per figure: 95% intervals of about ±10 percentage points.
const LEAST: u64 = 100;
/// Upper bound on the work for the figure, in nanoseconds: half a second on two cores.
pub(super) const WORK: u64 = Cost::SECOND / 2;
/// Upper bound on the time to solve the contest of the other players, in nanoseconds.
const MOST_SOLVING: u64 = 2 * Cost::SECOND;
/// Maximum number of rollers in a contest for which the figures are computed.
const MOST_ROLLERS: usize = 64;

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

/// The user cancelled the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

impl Skill {
    /// Returns the level of a scenario's players, without a figure; `None` if the contest has no
    /// decisions.
    pub fn of(scenario: &Scenario) -> Option<Self> {
        let seats = scenario.seats.len();
        (seats > 0).then(|| Self {
            seats,
            good: good(scenario),
            simple: simple(scenario),
            played: PlayLevel::of(scenario),
            other: None,
        })
    }

    /// Returns the main figure with players of a level in every seat, if known; `own` is that with
    /// the scenario's own players.
    pub fn at(&self, level: PlayLevel, own: Option<Figure>) -> Option<OtherPlay> {
        if self.played != level {
            return self.other.filter(|other| other.level == level);
        }
        let player = match level {
            PlayLevel::Good => self.good,
            PlayLevel::Simple => self.simple,
            PlayLevel::Other => None,
        };
        let (player, figure) = player.zip(own)?;
        Some(OtherPlay {
            level,
            player,
            figure,
        })
    }

    /// Returns the player whose figure is shown beside that of the scenario, with its level: the good
    /// one, or the simple one if the scenario already has a good one or none is valid.
    fn others(&self) -> Option<(PlayLevel, &'static str)> {
        let of = |level, player: Option<&'static str>| {
            player
                .filter(|_| self.played != level)
                .map(|name| (level, name))
        };
        let good = of(PlayLevel::Good, self.good);
        good.or_else(|| of(PlayLevel::Simple, self.simple))
    }
}

/// Plays the scenario with the good player in every seat, or with the simple one if it already has
/// a good one, on the same random seed. The figure is exact if there is a solver. That of the ladder
/// is reused if it is as precise.
///
/// Returns `None` if the contest has no decisions.
///
/// # Errors
/// Fails if `progress` cancelled it.
pub fn skill(
    scenario: &Scenario,
    estimated_run: &EstimatedRun,
    progress: &dyn Progress,
) -> Result<Option<Skill>, Cancelled> {
    let Some(mut found) = Skill::of(scenario) else {
        return Ok(None);
    };
    let few_rollers = scenario.contest.rollers().len() <= MOST_ROLLERS;
    if let Some((level, player)) = found.others().filter(|_| few_rollers) {
        let seeded = SeededTrials::new(estimated_run.seed, estimated_run.threads, progress);
        let bounds = (estimated_run.ladder, (MOST_SOLVING, WORK));
        let results = played(scenario, player, bounds, &seeded)?;
        let figure = results.as_ref().and_then(Results::main_figure);
        found.other = figure.map(|figure| OtherPlay {
            level,
            player,
            figure,
        });
    }
    Ok(Some(found))
}

/// Plays a scenario with the simple player in every seat: exactly if there is a solver, else in
/// 9,604 trials. Returns `None` if the scenario itself has it in every seat, or if there is no
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
    let found = played(scenario, player, (None, (u64::MAX, u64::MAX)), seeded)?;
    Ok(found.map(|found| (player, found)))
}

/// Returns whether the scenario itself has this player in every seat, without errors and orders.
fn sits_everywhere(scenario: &Scenario, player: &str) -> bool {
    let mut seats = scenario.seats.iter();
    let sits = seats.all(|seat| seat.player == player && seat.own.is_empty());
    let description = scenario.contest.description();
    sits && description.errors.is_empty() && !description.has_orders
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

/// Returns the first simple player that is valid in every seat.
fn simple(scenario: &Scenario) -> Option<&'static str> {
    let players = scenario.kind.players.iter();
    let mut simple = players.filter(|player| player.level == Level::Simple);
    let accepted = |player: &&PlayerHelp| seating::everywhere(scenario, player.name).is_ok();
    simple.find(accepted).map(|player| player.name)
}

/// Returns the results of the scenario with one player in every seat: those of the ladder if it has
/// enough trials, else exact or sampled results if solving takes at most `solving` nanoseconds, in
/// as many trials as take `work` nanoseconds.
fn played(
    scenario: &Scenario,
    player: &'static str,
    (ladder, (solving, work)): (Option<&LadderResult>, (u64, u64)),
    seeded: &SeededTrials,
) -> Result<Option<Results>, Cancelled> {
    let Ok(variant) = seating::everywhere(scenario, player) else {
        return Ok(None);
    };
    let cells = ladder.into_iter().flat_map(|ladder| &ladder.cells);
    let mut cells = cells.map(|cell| &cell.results);
    let is_precise =
        |results: &&Results| results.scenario.hash == variant.hash && results.trials >= TRIALS;
    if let Some(results) = cells.find(is_precise) {
        return Ok(Some(results.clone()));
    }
    affordable_results(&variant, (solving, work), LEAST..=TRIALS, seeded)
}

/// Returns the exact results of a scenario, else sampled ones in as many trials as take `work`
/// nanoseconds. `None` if preparing the contest takes more than `solving` nanoseconds, or if the
/// trials would be fewer than the least of `trials`.
///
/// # Errors
/// Fails if the work was cancelled.
pub(super) fn affordable_results(
    scenario: &Scenario,
    (solving, work): (u64, u64),
    trials: RangeInclusive<u64>,
    seeded: &SeededTrials,
) -> Result<Option<Results>, Cancelled> {
    if seeded.progress.cancelled() {
        return Err(Cancelled);
    }
    let contest = scenario.contest.as_ref();
    let Cost { setup, per_trial } = contest.cost();
    if setup > solving {
        return Ok(None);
    }
    if let Some(exact) = seeded.exact(scenario, 0) {
        let results = Results::exact(scenario.identity(), contest, seeded.seed, &exact);
        return Ok(Some(results));
    }
    let most = (*trials.end()).min(work / per_trial.max(1));
    if most < *trials.start() {
        return Ok(None);
    }
    let results = seeded.results(scenario, 0..most, None);
    results.map(Some).ok_or(Cancelled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{LadderPlan, ladder};
    use crate::scenario::open;
    use crate::sim::NoProgress;

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
        skill(&scenario, &after(1_000_000, None), &NoProgress).unwrap()
    }

    const FINISHERS: [&str; 2] = [
        "side.heroes.player=finisher",
        "side.ambushers.player=finisher",
    ];

    fn other(found: &Skill) -> (PlayLevel, &'static str) {
        let other = found.other.unwrap();
        // The promise: less than a point to each side.
        assert!(other.figure.interval.half_width() < 0.01);
        (other.level, other.player)
    }

    #[test]
    fn the_second_figure_is_of_good_play_unless_the_first_is() {
        let within = |found: &Skill, share: f64| {
            let value = found.other.unwrap().figure.value;
            // Four standard errors.
            assert!((value - share).abs() < 0.02, "{value} {share}");
        };
        let good_play = found("@canyon", &[]).unwrap();
        assert_eq!(good_play.played, PlayLevel::Good);
        assert_eq!(other(&good_play), (PlayLevel::Simple, "finisher"));
        within(&good_play, 0.243);
        for set in [&FINISHERS[..], &FINISHERS[..1]] {
            let played = found("@canyon", set).unwrap();
            assert_ne!(played.played, PlayLevel::Good);
            assert_eq!(other(&played), (PlayLevel::Good, "expert"));
            within(&played, 0.503);
        }
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
    fn the_figure_of_a_ladder_is_used_if_it_is_as_precise() {
        let scenario = open("@canyon", &[]).unwrap();
        let figure = |trials| {
            let plan = LadderPlan {
                trials: Some(trials),
                players: Some(vec!["finisher".to_owned()]),
                ..LadderPlan::default()
            };
            let played = ladder(&scenario, &plan, &NoProgress, &|_, _| {});
            let played = played.unwrap().unwrap();
            let found = skill(&scenario, &after(1, Some(&played)), &NoProgress);
            found.unwrap().unwrap().other.unwrap().figure
        };
        assert!(figure(10).interval.half_width() < 0.01);
        assert!(figure(20_000).interval.half_width() < 0.006_5);
    }

    #[test]
    fn the_figure_depends_on_neither_threads_nor_the_length_of_the_run() {
        for name in ["@three-sides", "@heist"] {
            let scenario = open(name, &[]).unwrap();
            let figure = |(threads, trials)| {
                let estimated_run = EstimatedRun {
                    threads,
                    ..after(trials, None)
                };
                skill(&scenario, &estimated_run, &NoProgress).unwrap()
            };
            let all = [(1, 1), (3, 1_000), (1, 10_000_000)].map(figure);
            assert!(all[0].as_ref().is_some_and(|one| one.other.is_some()));
            assert!(all.iter().all(|one| *one == all[0]), "{name}");
        }
    }

    #[test]
    fn the_work_of_slow_players_is_bounded() {
        use std::sync::atomic::{AtomicU64, Ordering};
        struct Counting(AtomicU64);
        impl Progress for Counting {
            fn advanced(&self, trials: u64) {
                self.0.fetch_add(trials, Ordering::Relaxed);
            }
        }
        let scenario = open("@canyon", &[]).unwrap();
        let counting = Counting(AtomicU64::new(0));
        let seeded = SeededTrials::new(1, 0, &counting);
        let trial = seating::everywhere(&scenario, "rollout");
        let trial = trial.unwrap().contest.cost().per_trial;
        let bounds = |trials: u64| (None, (0, trial * trials));
        let results = played(&scenario, "rollout", bounds(LEAST), &seeded).unwrap();
        assert_eq!(results.unwrap().trials, LEAST);
        assert_eq!(counting.0.load(Ordering::Relaxed), LEAST);
        assert!(
            played(&scenario, "rollout", bounds(LEAST - 1), &seeded)
                .unwrap()
                .is_none()
        );
    }

    #[test]
    fn a_cancelled_run_has_no_figures() {
        struct AlwaysCancelled;
        impl Progress for AlwaysCancelled {
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
