//! What stronger players would change: a glance at the ladder, small enough to go with every run.

use super::Ladder;
use super::seating;
use crate::contest::PlayerHelp;
use crate::scenario::{LoadError, Scenario};
use crate::sim::{Better, LEVEL, Plan, Watch, run};

/// Trials of each figure: enough for whole percents that are off by two at most.
const TRIALS: u64 = 4_000;
/// Contests in which more than so many roll dice take too long for a glance.
const MOST_ROLLERS: usize = 64;
/// More seats than these are not looked at one by one.
const MOST_SEATS: usize = 3;

/// How the share of the first outcome changes with the strongest quick player in each seat in turn,
/// and in all of them, against those that the scenario names. The same trials of the same seed in
/// all; exact where there is a solver, and figures that `ladder` has already are taken from it. Empty
/// where nobody decides anything, where the strongest sit there already, and for contests that are too
/// large for a glance. `watch` must not end it early.
pub fn stronger(
    scenario: &Scenario,
    seed: u64,
    threads: usize,
    ladder: Option<&Ladder>,
    watch: &dyn Watch,
) -> Vec<Better> {
    let seats = &scenario.seats;
    if seats.is_empty() || scenario.contest.who_rolls().len() > MOST_ROLLERS {
        return Vec::new();
    }
    let Some((player, all)) = strongest(scenario) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let alone = match seats.len() {
        2..=MOST_SEATS => 0..seats.len(),
        _ => 0..0,
    };
    for seat in alone {
        let mut players: Vec<&str> = seats.iter().map(|seat| seat.player).collect();
        players[seat] = player.name;
        if let Ok(changed) = seating::seated(scenario, &players) {
            found.push((Some(seat), changed));
        }
    }
    found.push((None, all));
    let mut known = vec![scenario.hash.clone()];
    let mut figures = Vec::new();
    for (seat, changed) in found {
        if changed.contest.is_slow() || known.contains(&changed.hash) {
            continue;
        }
        known.push(changed.hash.clone());
        if let Some(share) = share(&changed, (seed, threads), ladder, watch) {
            figures.push(Better {
                player: player.name,
                seat: seat.map(|seat| seats[seat].name.clone()),
                seats: seats.len(),
                share,
            });
        }
    }
    figures
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

/// How often the first outcome comes up; `None` if nothing was played.
fn share(
    scenario: &Scenario,
    (seed, threads): (u64, usize),
    ladder: Option<&Ladder>,
    watch: &dyn Watch,
) -> Option<f64> {
    let mut cells = ladder.into_iter().flat_map(|ladder| &ladder.cells);
    let cell = cells.find(|cell| cell.results.scenario.hash == scenario.hash);
    if let Some(cell) = cell {
        return cell.results.outcomes.first()?.share;
    }
    if let Ok(exact) = scenario.contest.exact() {
        return exact.outcomes.first().copied();
    }
    let plan = Plan {
        seed,
        trials: 0..TRIALS,
        threads,
        precision: None,
        alpha: 1.0 - LEVEL,
        piece: None,
    };
    let tally = run(scenario.contest.as_ref(), &plan, watch).tally;
    let count = *tally.outcomes().first()?;
    Some(count as f64 / tally.trials() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{LadderPlan, ladder};
    use crate::scenario::open;
    use crate::sim::Unwatched;

    fn figures(name: &str, sets: &[&str]) -> Vec<(Option<String>, f64)> {
        let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
        let figures = stronger(&open(name, &sets).unwrap(), 1, 0, None, &Unwatched);
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
        for better in stronger(&scenario, 0, 0, Some(&played), &Unwatched) {
            assert_eq!((better.share * 10.0).fract(), 0.0, "{better:?}");
        }
    }

    #[test]
    fn threads_do_not_matter() {
        let scenario = open("@three-sides", &[]).unwrap();
        assert_eq!(
            stronger(&scenario, 3, 1, None, &Unwatched),
            stronger(&scenario, 3, 3, None, &Unwatched)
        );
    }
}
