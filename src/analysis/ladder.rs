//! Every pairing of players for the seats of a scenario: how much does play decide?
//!
//! A cell of a ladder is the scenario with a player assigned to each seat, as `--set` would do it,
//! played over the same trial numbers of the same seed as all other cells: the same luck. A player with
//! settings has those that the file gives it, wherever it sits. With two
//! seats every pairing is a cell. With more, the pairings are those in which one seat has one player
//! and all others another, since all of them together would be too many to play or to read.

use super::seating;
use super::study::{Luck, affordable, in_turn};
use crate::contest::{Effort, PlayerHelp, Seat};
use crate::document::nearest;
use crate::scenario::{LoadError, Scenario};
use crate::sim::{Identity, OutcomeResult, Results, Watch};

/// Upper bound on the default number of trials of a cell.
pub const TRIALS: u64 = 100_000;
/// Time that a cell may take on two cores by default, in seconds.
const SECONDS: u64 = 1;
/// Players whose cells would take longer than this on two cores take part only if they are named, in seconds.
const MOST_SECONDS: u64 = 10;

/// What to play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LadderPlan {
    /// The players by name; where `None` all that the file accepts and that are not too slow for it.
    pub players: Option<Vec<String>>,
    /// Trials of each cell; where `None` as many as about a second pays for, at most [`TRIALS`].
    pub trials: Option<u64>,
    /// No cell has more trials than this unless `trials` says so.
    pub most: Option<u64>,
    /// The seed, 0 to 2^63 - 1.
    pub seed: u64,
    /// Worker threads; 0 for one a core.
    pub threads: usize,
}

/// Why there is no ladder.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LadderError {
    /// Nobody decides anything in contests of this kind.
    #[error("a contest of kind {0} has no players of its own, so there is no ladder")]
    NoSeats(&'static str),
    /// The kind has no player of that name.
    #[error("there is no player `{name}` here{suggestion}; there are {known}")]
    Unknown {
        /// The name typed.
        name: String,
        /// The nearest name, as a question; may be empty.
        suggestion: String,
        /// All names.
        known: String,
    },
    /// The file refuses a player that was asked for, or all there are.
    #[error("{0}")]
    Refused(#[from] LoadError),
}

/// The scenario with a player in each seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The player of each seat, in the order of the seats.
    pub players: Vec<&'static str>,
    /// What came of it.
    pub results: Results,
}

impl Cell {
    /// How often an outcome came up.
    pub fn outcome(&self, name: &str) -> Option<&OutcomeResult> {
        let mut outcomes = self.results.outcomes.iter();
        outcomes.find(|outcome| outcome.name == name)
    }
}

/// A player that the file does not accept in every seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its name.
    pub player: &'static str,
    /// Why, as the first fault says what is accepted.
    pub reason: String,
}

/// All cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    /// The scenario before any player was assigned.
    pub scenario: Identity,
    /// The seed of all cells.
    pub seed: u64,
    /// The seats.
    pub seats: Vec<Seat>,
    /// The players that take turns in them.
    pub players: Vec<&'static str>,
    /// Players of the kind that this file does not accept, or not against the others.
    pub left_out: Vec<LeftOut>,
    /// Those of the players who play with settings of the file, as it gives them.
    pub settings: Vec<String>,
    /// The pairings, those of the first player in the first seat first.
    pub cells: Vec<Cell>,
}

/// Plays all pairings. `finished` is called with how many cells are done and how many there are, at
/// the start and after each. `None` if `watch` cancelled it: half a ladder compares nothing.
///
/// # Errors
/// The contest has no seats, or a player that was asked for is unknown or refused by the file.
pub fn ladder(
    scenario: &Scenario,
    plan: &LadderPlan,
    watch: &dyn Watch,
    finished: &dyn Fn(usize, usize),
) -> Result<Option<Ladder>, LadderError> {
    if scenario.seats.is_empty() || scenario.kind.players.is_empty() {
        return Err(LadderError::NoSeats(scenario.kind.name));
    }
    let (mut players, mut left_out) = players(scenario, plan.players.as_deref())?;
    if plan.players.is_none() {
        leave_out_slow(scenario, plan, &mut players, &mut left_out);
    }
    let profiles: Vec<Vec<&PlayerHelp>> = profiles(scenario.seats.len(), players.len())
        .into_iter()
        .map(|profile| profile.into_iter().map(|player| players[player]).collect())
        .collect();
    let variants: Result<Vec<Scenario>, LoadError> = profiles
        .iter()
        .map(|sitting| seating::seated(scenario, &names(sitting)))
        .collect();
    let luck = Luck::new(plan.seed, plan.threads, watch);
    let cells = in_turn(variants?, finished, |index, variant| {
        let sitting = &profiles[index];
        Some(Cell {
            players: names(sitting),
            results: luck.results(variant, 0..trials(plan, variant), None)?,
        })
    });
    let Some(cells) = cells else {
        return Ok(None);
    };
    Ok(Some(Ladder {
        scenario: scenario.identity(),
        seed: plan.seed,
        seats: scenario.seats.clone(),
        players: names(&players),
        left_out,
        settings: settings(&scenario.seats, &players),
        cells,
    }))
}

/// The players that are asked for, else all that the file accepts, with those that it does not.
fn players(
    scenario: &Scenario,
    wanted: Option<&[String]>,
) -> Result<(Vec<&'static PlayerHelp>, Vec<LeftOut>), LadderError> {
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
    for player in known {
        match seating::everywhere(scenario, player.name) {
            Ok(_) => players.push(player),
            Err(error) => {
                left_out.push(LeftOut {
                    player: player.name,
                    reason: reason(&error),
                });
                refusal = Some(error);
            }
        }
    }
    while let Some((place, error)) = at_odds(scenario, &players) {
        left_out.push(LeftOut {
            player: players.remove(place).name,
            reason: reason(&error),
        });
    }
    match refusal {
        Some(error) if players.is_empty() => Err(error.into()),
        _ => Ok((players, left_out)),
    }
}

/// Removes the players whose cells would take too long by the cost estimate, the fastest one excepted.
fn leave_out_slow(
    scenario: &Scenario,
    plan: &LadderPlan,
    players: &mut Vec<&'static PlayerHelp>,
    left_out: &mut Vec<LeftOut>,
) {
    let cost = |player: &PlayerHelp| {
        let scenario = seating::everywhere(scenario, player.name).ok()?;
        let trials = trials(plan, &scenario);
        let all = scenario.contest.effort().trial.saturating_mul(trials);
        Some((all / Effort::SECOND, trials))
    };
    let costs: Vec<_> = players.iter().map(|player| cost(player)).collect();
    let fastest = costs.iter().flatten().min().copied();
    let mut costs = costs.into_iter();
    players.retain(|player| {
        let cost = costs.next().flatten();
        let slow = cost > fastest && cost > Some((MOST_SECONDS, u64::MAX));
        if let Some((seconds, trials)) = cost.filter(|_| slow) {
            left_out.push(LeftOut {
                player: player.name,
                reason: format!(
                    "about {seconds} s for {trials} trials; name it in --players to include it"
                ),
            });
        }
        !slow
    });
}

/// One of two players who do not play against each other, with what the file says to that: the one who takes longer,
/// else the later one.
fn at_odds(scenario: &Scenario, players: &[&PlayerHelp]) -> Option<(usize, LoadError)> {
    let seats = scenario.seats.len();
    let pairs =
        (0..players.len()).flat_map(|one| (0..players.len()).map(move |other| (one, other)));
    pairs
        .filter(|(one, other)| one != other)
        .find_map(|(one, other)| {
            let mut sitting = vec![players[other].name; seats];
            *sitting.first_mut()? = players[one].name;
            let error = seating::seated(scenario, &sitting).err()?;
            let slower = [one, other]
                .into_iter()
                .filter(|&place| players[place].slow)
                .max();
            Some((slower.unwrap_or(one.max(other)), error))
        })
}

fn find(known: &'static [PlayerHelp], name: &str) -> Result<&'static PlayerHelp, LadderError> {
    let names = || known.iter().map(|player| player.name);
    known
        .iter()
        .find(|player| player.name == name)
        .ok_or_else(|| LadderError::Unknown {
            name: name.to_owned(),
            suggestion: nearest::nearest(name, names())
                .map_or_else(String::new, |near| format!(": did you mean {near}?")),
            known: names().collect::<Vec<_>>().join(", "),
        })
}

/// Why a file refuses a player, in few words.
fn reason(error: &LoadError) -> String {
    let fault = match error {
        LoadError::Faults(faults) => faults.iter().next(),
        _ => None,
    };
    let text = fault.map_or_else(|| error.to_string(), |fault| fault.accepted.clone());
    let text = text.strip_prefix("any other player: ").unwrap_or(&text);
    text.lines().next().unwrap_or_default().to_owned()
}

/// The players who play with settings of the file.
fn settings(seats: &[Seat], players: &[&PlayerHelp]) -> Vec<String> {
    let given = players
        .iter()
        .map(|player| seating::value(seats, player.name));
    given.filter(|value| value.starts_with('{')).collect()
}

/// Which player sits where, as positions: all pairings of up to two seats; of more those in which
/// all seats but one have the same player.
fn profiles(seats: usize, players: usize) -> Vec<Vec<usize>> {
    let mut profiles = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for seat in 0..seats {
        for own in 0..players {
            for others in 0..players {
                let mut profile = vec![others; seats];
                profile[seat] = own;
                if seen.insert(profile.clone()) {
                    profiles.push(profile);
                }
            }
        }
    }
    profiles
}

/// How many trials a cell has. The time that a player takes plays no part: it is not the same twice.
fn trials(plan: &LadderPlan, cell: &Scenario) -> u64 {
    let usual = || {
        affordable(
            cell.contest.as_ref(),
            SECONDS,
            plan.most.unwrap_or(TRIALS).min(TRIALS),
        )
    };
    plan.trials.unwrap_or_else(usual)
}

fn names(players: &[&PlayerHelp]) -> Vec<&'static str> {
    players.iter().map(|player| player.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::open_simple as open;
    use crate::sim::{Plan, Unwatched, run};

    fn plan(players: &[&str], trials: u64, threads: usize) -> LadderPlan {
        LadderPlan {
            players: Some(players.iter().map(|&name| name.to_owned()).collect()),
            trials: Some(trials),
            most: None,
            seed: 7,
            threads,
        }
    }

    fn played(name: &str, plan: &LadderPlan) -> Ladder {
        let scenario = open(name, &[]).unwrap();
        let played = ladder(&scenario, plan, &Unwatched, &|_, _| {});
        played.unwrap().expect("nobody cancels it")
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
                seed: 7,
                trials: 0..300,
                threads: 1,
                precision: None,
                alpha: 0.05,
                chunk: None,
            };
            let finished = run(contest, &trials, &Unwatched);
            let results = Results::sampled(single.identity(), contest, 7, &finished, false, None);
            assert_eq!(cell.results, results);
        }
    }

    #[test]
    fn threads_do_not_matter() {
        let one = played("@three-sides", &plan(&["brawler", "random"], 200, 1));
        let three = played("@three-sides", &plan(&["brawler", "random"], 200, 3));
        assert_eq!(one, three);
    }

    #[test]
    fn of_three_seats_one_at_a_time_plays_otherwise() {
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
        let ladder = ladder(&scenario, &plan, &Unwatched, &|_, _| {});
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
    fn slow_players_get_fewer_trials_whatever_the_time() {
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
        let names = |all: &[LeftOut]| all.iter().map(|one| one.player).collect::<Vec<_>>();
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
    fn a_cancelled_ladder_is_none() {
        let scenario = open("@duel", &[]).unwrap();
        let cancelled = ladder(&scenario, &LadderPlan::default(), &Never, &|_, _| {});
        assert!(cancelled.unwrap().is_none());
    }

    struct Never;

    impl Watch for Never {
        fn advanced(&self, _: u64) {}

        fn cancelled(&self) -> bool {
            true
        }
    }

    #[test]
    fn unknown_players_and_contests_without_any_are_refused() {
        let error = |name: &str, players: &[&str]| {
            let scenario = open(name, &[]).unwrap();
            let plan = plan(players, 10, 1);
            ladder(&scenario, &plan, &Unwatched, &|_, _| {})
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            error("@duel", &["finsher"]),
            "there is no player `finsher` here: did you mean finisher?; there are random, brawler, \
             finisher, rollout, expert, optimal"
        );
        assert_eq!(
            error("@lockpick", &[]),
            "a contest of kind quick has no players of its own, so there is no ladder"
        );
    }
}
