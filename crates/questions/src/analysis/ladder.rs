//! Player matrix: every pairing of players for the seats of a scenario.
//!
//! A cell is the scenario with a player in each seat, as in `--set`. All cells are played on common
//! random numbers: the same trial numbers of the same seed. Where trials are expensive, a control
//! variate makes the shares more precise. A player with settings in the file
//! keeps them in every seat. With two seats every pairing is a cell. With more seats, the cells are
//! the pairings in which all seats but one have the same player, since all pairings would be too
//! many to play or to read.

use super::seating;
use super::study::{SeededTrials, affordable, in_turn};
use crate::contest::{Cost, PlayerHelp, Seat};
use crate::document::{distinct, unknown};
use crate::scenario::{LoadError, Scenario};
use crate::sim::{OutcomeResult, Progress, Results, ScenarioIdentity};

/// Upper bound on the default number of trials of a cell.
pub const TRIALS: u64 = 100_000;
/// Default time budget of a cell on two cores, in seconds.
const SECONDS: u64 = 1;
/// Time limit of a cell on two cores, in seconds. Players with slower cells take part only if
/// named.
const MOST_SECONDS: u64 = 10;

/// Settings of a player matrix.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LadderPlan {
    /// Names of the players; `None` for all that are valid in the scenario and not too slow.
    pub players: Option<Vec<String>>,
    /// Trials of each cell; `None` for as many as take about a second, at most [`TRIALS`].
    pub trials: Option<u64>,
    /// Limit on the trials of a cell, unless `trials` is given.
    pub most: Option<u64>,
    /// The random seed, 0 to 2^63 - 1.
    pub seed: u64,
    /// Number of worker threads; 0 for one per core.
    pub threads: usize,
}

/// Error of a player matrix.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LadderError {
    /// Contests of this kind have no decisions.
    #[error("contests of kind {0} have no decisions, so there is no player matrix")]
    NoSeats(&'static str),
    /// The kind has no player with this name.
    #[error("{0}")]
    Unknown(String),
    /// A requested player, or every player, is not valid in the scenario.
    #[error("{0}")]
    Refused(#[from] LoadError),
}

/// The scenario with a player in each seat.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerPairing {
    /// The player of each seat, in the order of the seats.
    pub players: Vec<&'static str>,
    /// Results of the cell.
    pub results: Results,
}

impl PlayerPairing {
    /// Returns the result of an outcome.
    pub fn outcome(&self, name: &str) -> Option<&OutcomeResult> {
        let mut outcomes = self.results.outcomes.iter();
        outcomes.find(|outcome| outcome.name == name)
    }
}

/// Player that is not valid in every seat, or is too slow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OmittedPlayer {
    /// Name of the player.
    pub player: &'static str,
    /// Reason of the first error, else the values that it accepts, or the estimated time.
    pub reason: String,
}

/// A player matrix: all cells.
#[derive(Clone, Debug, PartialEq)]
pub struct LadderResult {
    /// The scenario before any player was assigned.
    pub scenario: ScenarioIdentity,
    /// The random seed of all cells.
    pub seed: u64,
    /// The seats.
    pub seats: Vec<Seat>,
    /// Players of the matrix; each takes every seat.
    pub players: Vec<&'static str>,
    /// Players of the kind that are not valid in this scenario, are not valid against the other
    /// players, or are too slow.
    pub left_out: Vec<OmittedPlayer>,
    /// Players with settings in the file, with these settings.
    pub settings: Vec<String>,
    /// The cells, those with the first player in the first seat first.
    pub cells: Vec<PlayerPairing>,
}

/// Plays all pairings. Calls `finished` with the number of finished cells and their total, at the
/// start and after each. Returns `None` if `progress` cancelled it: a partial matrix compares nothing.
///
/// # Errors
/// Fails if the contest has no seats, or if a requested player is unknown or rejected by the file.
pub fn ladder(
    scenario: &Scenario,
    plan: &LadderPlan,
    progress: &dyn Progress,
    finished: &dyn Fn(usize, usize),
) -> Result<Option<LadderResult>, LadderError> {
    if scenario.seats.is_empty() || scenario.kind.players.is_empty() {
        return Err(LadderError::NoSeats(scenario.kind.name));
    }
    let (mut players, mut left_out) = players(scenario, plan.players.as_deref())?;
    if plan.players.is_none() {
        leave_out_slow(scenario, plan, &mut players, &mut left_out);
    }
    let sitting = |profile: Vec<usize>| -> Vec<&'static str> {
        let players = profile.into_iter().map(|player| players[player]);
        names(&players.collect::<Vec<_>>())
    };
    let profiles = profiles(scenario.seats.len(), players.len()).into_iter();
    let profiles: Vec<Vec<&'static str>> = profiles.map(sitting).collect();
    let seated = |sitting: &Vec<&str>| seating::seated(scenario, sitting);
    let variants: Result<Vec<Scenario>, LoadError> = profiles.iter().map(seated).collect();
    let Some(results) = played(variants?, plan, progress, finished) else {
        return Ok(None);
    };
    let cells = profiles.into_iter().zip(results);
    let cells = cells.map(|(players, results)| PlayerPairing { players, results });
    Ok(Some(LadderResult {
        scenario: scenario.identity(),
        seed: plan.seed,
        seats: scenario.seats.clone(),
        players: names(&players),
        left_out,
        settings: settings(&scenario.seats, &players),
        cells: cells.collect(),
    }))
}

/// Plays variants of a scenario in turn, on common random numbers; with a control variate where that
/// saves time. Returns `None` if `progress` cancelled it.
pub(super) fn played(
    variants: Vec<Scenario>,
    plan: &LadderPlan,
    progress: &dyn Progress,
    finished: &dyn Fn(usize, usize),
) -> Option<Vec<Results>> {
    let seeded = SeededTrials::new(plan.seed, plan.threads, progress);
    in_turn(variants, finished, |_, variant| {
        let trials = trials(plan, variant);
        let control = seeded.control(variant.contest.as_ref(), (trials, None));
        let seeded = SeededTrials {
            control: control.as_ref(),
            ..seeded
        };
        seeded.results(variant, 0..trials, None)
    })
}

/// Returns the requested players, else all valid ones, and the players left out.
fn players(
    scenario: &Scenario,
    wanted: Option<&[String]>,
) -> Result<(Vec<&'static PlayerHelp>, Vec<OmittedPlayer>), LadderError> {
    let known = scenario.kind.players;
    let mut players: Vec<&'static PlayerHelp> = Vec::new();
    if let Some(wanted) = wanted {
        for name in wanted {
            let player = find(known, name)?;
            if !players.contains(&player) {
                seating::everywhere(scenario, player.name)?;
                players.push(player);
            }
        }
        return Ok((players, Vec::new()));
    }
    let mut left_out = Vec::new();
    let mut refusal = None;
    for player in scenario.known_players() {
        match seating::everywhere(scenario, player.name) {
            Ok(_) => players.push(player),
            Err(error) => {
                left_out.push(OmittedPlayer {
                    player: player.name,
                    reason: reason(&error),
                });
                refusal = Some(error);
            }
        }
    }
    while let Some((place, error)) = at_odds(scenario, &players) {
        left_out.push(OmittedPlayer {
            player: players.remove(place).name,
            reason: reason(&error),
        });
    }
    match refusal {
        Some(error) if players.is_empty() => Err(error.into()),
        _ => Ok((players, left_out)),
    }
}

/// Removes the players with cells that take too long by the cost estimate, except the fastest one.
fn leave_out_slow(
    scenario: &Scenario,
    plan: &LadderPlan,
    players: &mut Vec<&'static PlayerHelp>,
    left_out: &mut Vec<OmittedPlayer>,
) {
    let cost = |player: &PlayerHelp| {
        let scenario = seating::everywhere(scenario, player.name).ok()?;
        let trials = trials(plan, &scenario);
        let all = scenario.contest.cost().per_trial.saturating_mul(trials);
        Some((all / Cost::SECOND, trials))
    };
    let costs: Vec<_> = players.iter().map(|player| cost(player)).collect();
    let fastest = costs.iter().flatten().min().copied();
    let mut costs = costs.into_iter();
    players.retain(|player| {
        let cost = costs.next().flatten();
        let slow = cost > fastest && cost > Some((MOST_SECONDS, u64::MAX));
        if let Some((seconds, trials)) = cost.filter(|_| slow) {
            left_out.push(OmittedPlayer {
                player: player.name,
                reason: format!(
                    "about {seconds} s for {trials} trials; name it in --players to include it"
                ),
            });
        }
        !slow
    });
}

/// Returns one of two players that are not valid against each other, with the error: the slow one,
/// else the later one.
fn at_odds(scenario: &Scenario, players: &[&PlayerHelp]) -> Option<(usize, LoadError)> {
    let seats = scenario.seats.len();
    let all = 0..players.len();
    let others = |one: usize| all.clone().filter(move |&other| other != one);
    let mut pairs = all
        .clone()
        .flat_map(|one| others(one).map(move |other| (one, other)));
    pairs.find_map(|(one, other)| {
        let mut sitting = vec![players[other].name; seats];
        *sitting.first_mut()? = players[one].name;
        let error = seating::seated(scenario, &sitting).err()?;
        let is_slow = |place: &usize| players[*place].slow;
        let slower = [one, other].into_iter().filter(is_slow).max();
        Some((slower.unwrap_or(one.max(other)), error))
    })
}

pub(super) fn find(
    known: &'static [PlayerHelp],
    name: &str,
) -> Result<&'static PlayerHelp, LadderError> {
    let names = || known.iter().map(|player| player.name).collect::<Vec<_>>();
    let found = known.iter().find(|player| player.name == name);
    found.ok_or_else(|| LadderError::Unknown(unknown("player", name, &names())))
}

/// Returns a short reason why a player is not valid in the scenario.
pub(super) fn reason(error: &LoadError) -> String {
    let fault = match error {
        LoadError::Faults(faults) => faults.iter().next(),
        _ => None,
    };
    let text = match fault {
        Some(fault) => fault
            .reason
            .clone()
            .unwrap_or_else(|| fault.accepted.clone()),
        None => error.to_string(),
    };
    // A message may have further lines of advice.
    text.lines().next().unwrap_or_default().to_owned()
}

/// Returns the players with settings in the file, with these settings.
fn settings(seats: &[Seat], players: &[&PlayerHelp]) -> Vec<String> {
    let given = players
        .iter()
        .filter_map(|one| seating::settings(seats, one.name));
    given.map(str::to_owned).collect()
}

/// Returns the pairings as player indices by seat: all pairings for up to two seats; for more
/// seats, those in which all seats but one have the same player.
pub(super) fn profiles(seats: usize, players: usize) -> Vec<Vec<usize>> {
    let mut profiles = Vec::new();
    for seat in 0..seats {
        for own in 0..players {
            for others in 0..players {
                let mut profile = vec![others; seats];
                profile[seat] = own;
                profiles.push(profile);
            }
        }
    }
    distinct(profiles)
}

/// Returns the number of trials of a cell. It does not depend on measured time, which differs from
/// run to run.
fn trials(plan: &LadderPlan, cell: &Scenario) -> u64 {
    let most = plan.most.unwrap_or(TRIALS).min(TRIALS);
    let usual = || affordable(cell.contest.as_ref(), SECONDS, most);
    plan.trials.unwrap_or_else(usual)
}

fn names(players: &[&PlayerHelp]) -> Vec<&'static str> {
    players.iter().map(|player| player.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::open_simple as open;
    use crate::sim::{NoProgress, Plan, run};

    fn plan(players: &[&str], trials: u64, threads: usize) -> LadderPlan {
        LadderPlan {
            players: Some(players.iter().map(|&name| name.to_owned()).collect()),
            trials: Some(trials),
            most: None,
            seed: 7,
            threads,
        }
    }

    fn played(name: &str, plan: &LadderPlan) -> LadderResult {
        let scenario = open(name, &[]).unwrap();
        let played = ladder(&scenario, plan, &NoProgress, &|_, _| {});
        played.unwrap().expect("the work is not cancelled")
    }

    #[test]
    fn every_cell_is_the_run_with_the_same_assignments() {
        let plan = plan(&["random", "finisher"], 300, 0);
        let ladder = played("@canyon", &plan);
        assert_eq!(ladder.cells.len(), 4);
        for cell in &ladder.cells {
            let assignments: Vec<String> = ladder
                .seats
                .iter()
                .zip(&cell.players)
                .map(|(seat, player)| format!("side.{}.player={player}", seat.name))
                .collect();
            let single = open("@canyon", &assignments).unwrap();
            let contest = single.contest.as_ref();
            let trials = Plan {
                threads: 1,
                ..Plan::new(7, 0..300)
            };
            let finished = run(contest, &trials, &NoProgress);
            let results = Results::sampled(single.identity(), contest, 7, &finished, false, None);
            assert_eq!(cell.results, results);
        }
    }

    #[test]
    fn results_do_not_depend_on_threads() {
        let one = played("@three-sides", &plan(&["brawler", "random"], 200, 1));
        let three = played("@three-sides", &plan(&["brawler", "random"], 200, 3));
        assert_eq!(one, three);
    }

    #[test]
    fn with_three_seats_at_most_one_seat_differs() {
        let ladder = played("@three-sides", &plan(&["brawler", "random"], 50, 0));
        let cells: Vec<String> = ladder
            .cells
            .iter()
            .map(|cell| cell.players.join(" "))
            .collect();
        assert_eq!(
            cells,
            [
                "brawler brawler brawler",
                "brawler random random",
                "random brawler brawler",
                "random random random",
                "random brawler random",
                "brawler random brawler",
                "random random brawler",
                "brawler brawler random",
            ]
        );
        assert_eq!(ladder.seats[2].own, ["Merchant"]);
    }

    #[test]
    fn a_player_keeps_the_settings_of_the_file_in_every_seat() {
        let sets = ["side.blue.player={ name = 'rollout', playouts = 3 }".to_owned()];
        let scenario = open("@duel", &sets).unwrap();
        let plan = plan(&["rollout", "random"], 20, 0);
        let ladder = ladder(&scenario, &plan, &NoProgress, &|_, _| {});
        let ladder = ladder.unwrap().unwrap();
        assert_eq!(ladder.settings, ["{name = \"rollout\", playouts = 3}"]);
        let first = sets
            .iter()
            .cloned()
            .chain(["side.red.player={ name = 'rollout', playouts = 3 }".to_owned()]);
        let first = open("@duel", &first.collect::<Vec<_>>()).unwrap();
        assert_eq!(ladder.cells[0].results.scenario.hash, first.hash);
        let plain = open("@duel", &["side.red.player=rollout".to_owned()]).unwrap();
        assert_ne!(plain.hash, first.hash);
    }

    #[test]
    fn slow_players_get_fewer_trials_regardless_of_speed() {
        let of = |plan: &LadderPlan, names: [&str; 2]| {
            let scenario = open("@canyon", &[]).unwrap();
            trials(plan, &seating::seated(&scenario, &names).unwrap())
        };
        let usual = LadderPlan::default();
        assert_eq!(of(&usual, ["finisher", "random"]), 100_000);
        assert_eq!(of(&usual, ["finisher", "rollout"]), 5_000);
        let most = LadderPlan {
            most: Some(2_000),
            ..LadderPlan::default()
        };
        assert_eq!(of(&most, ["finisher", "random"]), 2_000);
        assert_eq!(of(&most, ["rollout", "random"]), 2_000);
        assert_eq!(of(&plan(&[], 7_000, 0), ["rollout", "random"]), 7_000);
    }

    #[test]
    fn players_too_slow_for_a_large_fight_take_part_only_if_named() {
        let scenario = open("@canyon", &["side[1].combatant[1].count=126".to_owned()]).unwrap();
        let found = players(&scenario, None).unwrap();
        let (mut left, mut left_out) = found.clone();
        leave_out_slow(&scenario, &LadderPlan::default(), &mut left, &mut left_out);
        let names = |all: &[OmittedPlayer]| all.iter().map(|one| one.player).collect::<Vec<_>>();
        assert_eq!(
            names(&left_out),
            [&names(&found.1)[..], &["rollout"]].concat()
        );
        assert_eq!(left.len() + 1, found.0.len());
        let canyon = open("@canyon", &[]).unwrap();
        let (mut all, mut none) = players(&canyon, None).unwrap();
        let before = (all.clone(), none.clone());
        leave_out_slow(&canyon, &LadderPlan::default(), &mut all, &mut none);
        assert_eq!((all, none), before);
    }

    #[test]
    fn a_cancelled_ladder_has_no_result() {
        let scenario = open("@duel", &[]).unwrap();
        let cancelled = ladder(
            &scenario,
            &LadderPlan::default(),
            &AlwaysCancelled,
            &|_, _| {},
        );
        assert!(cancelled.unwrap().is_none());
    }

    struct AlwaysCancelled;

    impl Progress for AlwaysCancelled {
        fn advanced(&self, _: u64) {}

        fn cancelled(&self) -> bool {
            true
        }
    }

    #[test]
    fn unknown_players_and_contests_without_players_are_rejected() {
        let error = |name: &str, players: &[&str]| {
            let scenario = open(name, &[]).unwrap();
            let plan = plan(players, 10, 1);
            ladder(&scenario, &plan, &NoProgress, &|_, _| {})
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            error("@duel", &["finsher"]),
            "unknown player finsher; did you mean finisher? The players are random, brawler, \
             finisher, rollout, expert, optimal"
        );
        assert_eq!(
            error("@lockpick", &[]),
            "contests of kind quick have no decisions, so there is no player matrix"
        );
    }
}
