//! What stronger players would change: a glance at the ladder, small enough to go with every run.
//!
//! It takes a quarter of the work of the run at most. Work is what contests say of themselves
//! ([`Effort`]), never a time, so that the same run has the same glance on every machine.

use super::Ladder;
use super::seating;
use super::study::Luck;
use crate::contest::{Effort, PlayerHelp};
use crate::scenario::{LoadError, Scenario};
use crate::sim::Watch;

/// What the share of the first outcome is with a stronger player.
#[derive(Clone, Debug, PartialEq)]
pub struct Stronger {
    /// The player.
    pub player: &'static str,
    /// The seat that it has; all of them if `None`.
    pub seat: Option<String>,
    /// How many seats there are.
    pub seats: usize,
    /// The share, good for whole percents.
    pub share: f64,
}

/// Trials of each figure at most: enough for whole percents that are off by two at most.
const TRIALS: u64 = 4_000;
/// With fewer than these, which are off by three at most, there are no figures.
const LEAST: u64 = 1_000;
/// The part of a run's work that the glance may take.
const SHARE: u64 = 4;
/// Contests in which more than so many roll dice take too long for a glance.
const MOST_ROLLERS: usize = 64;
/// More seats than these are not looked at one by one.
const MOST_SEATS: usize = 3;

/// A run that is given a glance at stronger players.
#[derive(Clone, Copy, Debug)]
pub struct Glanced<'a> {
    /// Its seed.
    pub seed: u64,
    /// How many trials it had.
    pub trials: u64,
    /// Worker threads; 0 for one a core.
    pub threads: usize,
    /// A ladder of the same scenario, whose figures cost nothing.
    pub ladder: Option<&'a Ladder>,
}

/// A seat with a stronger player, all of them if `None`, and the scenario with it.
type Changed = (Option<usize>, Scenario);

/// Why there are no figures.
enum NoGlance {
    /// The run was too short for figures that are worth reading.
    TooShort,
    /// Somebody ended it.
    Cancelled,
}

/// How the share of the first outcome changes with the strongest quick player in each seat in turn,
/// and in all of them, against those that the scenario names. The same trials of the same seed in
/// all; exact where there is a solver, and figures that the ladder has already are taken from it. Empty
/// where nobody decides anything, where the strongest sit there already, for contests that are too
/// large for a glance, and where the run was too short for figures that are worth reading. `None` if
/// `watch` cancelled it.
pub fn stronger(
    scenario: &Scenario,
    glanced: &Glanced,
    watch: &dyn Watch,
) -> Option<Vec<Stronger>> {
    let seats = &scenario.seats;
    if seats.is_empty() || scenario.contest.who_rolls().len() > MOST_ROLLERS {
        return Some(Vec::new());
    }
    let Some((player, changed)) = changed(scenario) else {
        return Some(Vec::new());
    };
    let shares = match shares(scenario, &changed, glanced, watch) {
        Ok(shares) => shares,
        Err(NoGlance::TooShort) => Vec::new(),
        Err(NoGlance::Cancelled) => return None,
    };
    let figures = changed.iter().zip(shares);
    let better = figures.map(|((seat, _), share)| Stronger {
        player: player.name,
        seat: seat.map(|seat| seats[seat].name.clone()),
        seats: seats.len(),
        share,
    });
    Some(better.collect())
}

/// The strongest quick player, and the scenario with it in each seat in turn and in all of them, where
/// that is another one and not too slow. `None` if the file accepts no such player.
fn changed(scenario: &Scenario) -> Option<(&'static PlayerHelp, Vec<Changed>)> {
    let seats = &scenario.seats;
    let (player, all) = strongest(scenario)?;
    let alone = match seats.len() {
        2..=MOST_SEATS => 0..seats.len(),
        _ => 0..0,
    };
    let alone = alone.filter_map(|seat| {
        let mut players: Vec<&str> = seats.iter().map(|seat| seat.player).collect();
        players[seat] = player.name;
        Some((Some(seat), seating::seated(scenario, &players).ok()?))
    });
    let mut known = vec![scenario.hash.clone()];
    let mut found: Vec<Changed> = alone.chain([(None, all)]).collect();
    found.retain(|(_, changed)| {
        let is_new = !changed.contest.is_slow() && !known.contains(&changed.hash);
        known.push(changed.hash.clone());
        is_new
    });
    Some((player, found))
}

/// The strongest player that is quick and that the file accepts, with the scenario that has it in
/// every seat.
fn strongest(scenario: &Scenario) -> Option<(&'static PlayerHelp, Scenario)> {
    let quick = scenario.kind.players.iter().filter(|player| !player.slow);
    quick.rev().find_map(|player| {
        let all: Result<Scenario, LoadError> = seating::everywhere(scenario, player);
        Some((player, all.ok()?))
    })
}

/// How often the first outcome comes up in each.
fn shares(
    scenario: &Scenario,
    changed: &[Changed],
    glanced: &Glanced,
    watch: &dyn Watch,
) -> Result<Vec<f64>, NoGlance> {
    let luck = Luck::new(glanced.seed, glanced.threads, watch);
    let laddered = |one: &Scenario| {
        let mut cells = glanced.ladder.into_iter().flat_map(|ladder| &ladder.cells);
        let cell = cells.find(|cell| cell.results.scenario.hash == one.hash)?;
        cell.results.outcomes.first()?.share
    };
    let mut shares: Vec<Option<f64>> = changed.iter().map(|(_, one)| laddered(one)).collect();
    let open = |shares: &[Option<f64>]| -> Vec<usize> {
        (0..shares.len())
            .filter(|&one| shares[one].is_none())
            .collect()
    };
    let effort = |one: usize| changed[one].1.contest.effort();
    let Effort { once, trial } = scenario.contest.effort();
    let whole = once.saturating_add(trial.saturating_mul(glanced.trials));
    let solving = open(&shares).into_iter().map(|one| effort(one).once);
    let Some(left) = (whole / SHARE).checked_sub(solving.sum()) else {
        return Err(NoGlance::TooShort);
    };
    for one in open(&shares) {
        if watch.cancelled() {
            return Err(NoGlance::Cancelled);
        }
        let exact = luck.exact(changed[one].1.contest.as_ref());
        shares[one] = exact.and_then(|exact| exact.outcomes.first().copied());
    }
    let sampled = open(&shares);
    let together: u64 = sampled.iter().map(|&one| effort(one).trial).sum();
    let trials = TRIALS.min(left / together.max(1));
    if !sampled.is_empty() && trials < LEAST {
        return Err(NoGlance::TooShort);
    }
    for one in sampled {
        let contest = changed[one].1.contest.as_ref();
        let tally = luck.tally(contest, 0..trials).ok_or(NoGlance::Cancelled)?;
        let count = tally.outcomes().first();
        shares[one] = count.map(|&count| count as f64 / trials as f64);
    }
    Ok(shares.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{LadderPlan, ladder};
    use crate::scenario::open;
    use crate::sim::Unwatched;

    /// After so many trials of seed 1.
    fn after(trials: u64, ladder: Option<&Ladder>) -> Glanced<'_> {
        Glanced {
            seed: 1,
            trials,
            threads: 0,
            ladder,
        }
    }

    fn figures(name: &str, sets: &[&str]) -> Vec<(Option<String>, f64)> {
        let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
        let scenario = open(name, &sets).unwrap();
        let figures = stronger(&scenario, &after(1_000_000, None), &Unwatched).unwrap();
        let pairs = figures.into_iter();
        pairs.map(|better| (better.seat, better.share)).collect()
    }

    #[test]
    fn each_seat_gets_the_strongest_player_and_then_all_do() {
        let figures = figures("@canyon", &[]);
        let seats: Vec<Option<&str>> = figures.iter().map(|(seat, _)| seat.as_deref()).collect();
        assert_eq!(seats, [Some("heroes"), Some("ambushers"), None]);
        // The shares of the players' comparison, 60, 17 and 50 %.
        for ((_, share), known) in figures.iter().zip([0.60, 0.17, 0.50]) {
            assert!((share - known).abs() < 0.025, "{share} {known}");
        }
    }

    #[test]
    fn seats_that_the_strongest_have_already_are_left_out() {
        let both = ["side.heroes.player=expert", "side.ambushers.player=expert"];
        let one = figures("@canyon", &both[..1]);
        assert_eq!(one.len(), 1, "{one:?}");
        assert!(figures("@canyon", &both).is_empty());
        assert!(figures("@lockpick", &[]).is_empty());
    }

    #[test]
    fn slow_pairings_are_left_out() {
        let figures = figures("@canyon", &["side.heroes.player=rollout"]);
        let seats: Vec<Option<&str>> = figures.iter().map(|(seat, _)| seat.as_deref()).collect();
        assert_eq!(seats, [Some("heroes"), None]);
    }

    #[test]
    fn a_ladder_s_figures_are_used() {
        let scenario = open("@duel", &[]).unwrap();
        let plan = LadderPlan {
            trials: Some(10),
            ..LadderPlan::default()
        };
        let played = ladder(&scenario, &plan, &Unwatched, &|_, _| {});
        let played = played.unwrap().unwrap();
        // Also after a run that would be too short for figures of its own.
        let figures = stronger(&scenario, &after(1, Some(&played)), &Unwatched).unwrap();
        assert_eq!(figures.len(), 3);
        for better in figures {
            assert_eq!((better.share * 10.0).fract(), 0.0, "{better:?}");
        }
    }

    #[test]
    fn threads_do_not_matter() {
        let scenario = open("@three-sides", &[]).unwrap();
        let glanced = after(10_000_000, None);
        let [one, three] = [1, 3].map(|threads| {
            let glanced = Glanced { threads, ..glanced };
            stronger(&scenario, &glanced, &Unwatched).unwrap()
        });
        assert!(!one.is_empty());
        assert_eq!(one, three);
    }

    #[test]
    fn it_takes_a_quarter_of_the_work_of_a_run_at_most() {
        use std::sync::atomic::{AtomicU64, Ordering};
        struct Counting(AtomicU64);
        impl Watch for Counting {
            fn advanced(&self, trials: u64) {
                self.0.fetch_add(trials, Ordering::Relaxed);
            }
        }
        for (name, trials, figures, played) in [
            ("@canyon", 1_000, 0, 0),
            ("@canyon", 200_000, 0, 0),
            ("@canyon", 500_000, 3, 6_147),
            ("@canyon", 1_000_000, 3, 12_000),
            ("@siege", 50, 0, 0),
            ("@siege", 1_000_000, 0, 0),
            // Here players are solved, and that takes as long as so many trials.
            ("@surgery", 50, 0, 0),
            ("@surgery", 1_000_000, 1, 0),
        ] {
            let scenario = open(name, &[]).unwrap();
            let watch = Counting(AtomicU64::new(0));
            let found = stronger(&scenario, &after(trials, None), &watch).unwrap();
            let counted = watch.0.into_inner();
            assert_eq!((found.len(), counted), (figures, played), "{name} {trials}");
        }
    }

    #[test]
    fn whoever_cancels_it_gets_nothing() {
        struct Cancelled;
        impl Watch for Cancelled {
            fn advanced(&self, _trials: u64) {}
            fn cancelled(&self) -> bool {
                true
            }
        }
        let scenario = open("@canyon", &[]).unwrap();
        let glanced = after(1_000_000, None);
        assert_eq!(stronger(&scenario, &glanced, &Cancelled), None);
    }
}
