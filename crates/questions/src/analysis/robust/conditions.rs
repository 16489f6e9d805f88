//! Conditions under which a setting must meet its target: pairings of players, values of keys, and
//! error rates of the players.

use crate::analysis::ladder::{OmittedPlayer, find, profiles, reason};
use crate::analysis::seating;
use crate::contest::{PlayerHelp, Seat};
use crate::document::distinct;
use crate::scenario::{LoadError, Scenario, TextError, Vary};

/// Maximum number of conditions.
pub const MOST_CONDITIONS: usize = 100;

/// Assignments under which a setting is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayCondition {
    /// The condition in words: `finisher v expert, 20% errors of heroes`.
    pub name: String,
    /// Assignments of the condition, in the syntax of `--set`.
    pub assignments: Vec<String>,
}

/// All conditions of a robust tuning.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Conditions {
    /// The conditions: the pairings, each with every value of the keys, each with every error rate.
    pub all: Vec<PlayCondition>,
    /// Paired players; empty if the players of the file play.
    pub players: Vec<&'static str>,
    /// Players of a range that are left out.
    pub left_out: Vec<OmittedPlayer>,
    /// Noun for a condition: `pairing`.
    pub noun: &'static str,
}

/// Error in the conditions.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConditionError {
    /// A text is not a range or list of players, or a key with listed values.
    #[error("--for-all {0}")]
    Text(#[from] TextError),
    /// Contests of this kind have no decisions.
    #[error(
        "contests of kind {0} have no decisions, so there are no players to pair and no errors; \
         expected --for-all with a key, such as rules.half or PATH=VALUES"
    )]
    NoSeats(&'static str),
    /// There are too many conditions.
    #[error(
        "--for-all: {0} conditions are too many; expected at most {MOST_CONDITIONS}: name fewer \
         players, values or error rates"
    )]
    TooMany(String),
    /// A player or a value is not valid in the scenario.
    #[error("{0}")]
    Refused(#[from] LoadError),
}

type Players = (Vec<&'static str>, Vec<OmittedPlayer>);

/// Returns all combinations of the players, keys and error rates that are given.
///
/// # Errors
/// Fails if a text is not understood, a named player is not valid in the scenario, or there are
/// more than [`MOST_CONDITIONS`] conditions.
pub fn conditions(
    scenario: &Scenario,
    for_all: &[String],
    rates: &[f64],
) -> Result<Conditions, ConditionError> {
    let mut found = Conditions::default();
    let mut keys: Vec<Vary> = Vec::new();
    for text in for_all {
        let twice = |problem: &str| Err(wrong(text, problem.to_owned()).into());
        if let Some((players, left_out)) = players(scenario, text)? {
            if !found.players.is_empty() {
                return twice("players are given twice; name all of them in one --for-all");
            }
            (found.players, found.left_out) = (players, left_out);
        } else {
            let key = key(scenario, text)?;
            if keys.iter().any(|other| other.path == key.path) {
                return twice("the key is given twice; name all its values in one --for-all");
            }
            keys.push(key);
        }
    }
    let seats = scenario.seats.len();
    if seats == 0 && !rates.is_empty() {
        return Err(ConditionError::NoSeats(scenario.kind.name));
    }
    let pairings: Vec<Option<Vec<&'static str>>> = if found.players.is_empty() {
        vec![None]
    } else {
        let all = profiles(seats, found.players.len()).into_iter();
        let named = |profile: Vec<usize>| profile.into_iter().map(|one| found.players[one]);
        all.map(|profile| Some(named(profile).collect())).collect()
    };
    let erring = erring(seats, rates);
    let sizes = keys.iter().map(|key| key.values.len());
    let sizes = [pairings.len()].into_iter().chain(sizes);
    let sizes: Vec<usize> = sizes.chain([erring.len()]).filter(|&one| one > 1).collect();
    let count = sizes
        .iter()
        .fold(1, |all: usize, one| all.saturating_mul(*one));
    if count > MOST_CONDITIONS {
        let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
        let product = match &sizes[..] {
            [single] => single.clone(),
            all => format!("{} = {count}", all.join(" x ")),
        };
        return Err(ConditionError::TooMany(product));
    }
    for pairing in &pairings {
        let mut with_keys = vec![PlayCondition {
            name: pairing
                .as_ref()
                .map_or_else(String::new, |all| all.join(" v ")),
            assignments: Vec::new(),
        }];
        for key in &keys {
            let one = |before: &PlayCondition, value: usize| PlayCondition {
                name: and(
                    &before.name,
                    &format!("{} {}", key.name(1), key.label(value)),
                ),
                assignments: [&before.assignments[..], &[key.assignment(value)]].concat(),
            };
            let all = with_keys.iter();
            let all = all.flat_map(|before| (0..key.values.len()).map(|value| one(before, value)));
            with_keys = all.collect();
        }
        for before in &with_keys {
            found.all.extend(erring.iter().map(|erring| {
                let seat = |seat| seated(scenario, seat, pairing.as_deref(), erring.as_ref());
                let seats = (0..seats).filter_map(seat);
                PlayCondition {
                    name: and(&before.name, &errors_in_words(scenario, erring.as_ref())),
                    assignments: before.assignments.iter().cloned().chain(seats).collect(),
                }
            }));
        }
    }
    found.noun = match (keys.is_empty() && rates.is_empty(), seats) {
        (true, 1) => "player",
        (true, _) => "pairing",
        _ => "condition",
    };
    Ok(found)
}

fn wrong(text: &str, problem: String) -> TextError {
    TextError {
        text: text.trim().to_owned(),
        problem,
    }
}

/// Joins two parts of a name, either of which may be empty.
fn and(first: &str, then: &str) -> String {
    let comma = if first.is_empty() || then.is_empty() {
        ""
    } else {
        ", "
    };
    format!("{first}{comma}{then}")
}

/// Parses a range `A..B`, a list `A,B` or the name of a player; returns `None` for another text.
fn players(scenario: &Scenario, text: &str) -> Result<Option<Players>, ConditionError> {
    let known = scenario.kind.players;
    let is_known = |name: &str| known.iter().any(|player| player.name == name.trim());
    if text.contains('=') || !(text.contains(',') || text.contains("..") || is_known(text)) {
        return Ok(None);
    }
    if scenario.seats.is_empty() || known.is_empty() {
        return Err(ConditionError::NoSeats(scenario.kind.name));
    }
    let named =
        |name: &str| find(known, name.trim()).map_err(|error| wrong(text, error.to_string()));
    if let Some((first, last)) = text.split_once("..") {
        let ends = [named(first)?, named(last)?];
        return range(scenario, text, ends).map(Some);
    }
    let players = text.split(',').map(named).collect::<Result<Vec<_>, _>>()?;
    let players = distinct(players.into_iter().map(|player| player.name));
    for player in &players {
        seating::everywhere(scenario, player)?;
    }
    Ok(Some((players, Vec::new())))
}

/// Returns the players from `first` to `last`, weakest first as in the list of the kind. Slow
/// players between the ends, and those that are not valid in the scenario, are left out.
fn range(
    scenario: &Scenario,
    text: &str,
    [first, last]: [&PlayerHelp; 2],
) -> Result<Players, ConditionError> {
    let known = scenario.kind.players;
    let place = |player: &PlayerHelp| known.iter().position(|one| one.name == player.name);
    let all = place(first)
        .zip(place(last))
        .and_then(|(first, last)| known.get(first..=last));
    let Some(all) = all else {
        let problem = "the range is empty; expected the weaker player first, in the order of";
        let problem = format!("{problem} `evenodds list {}`", scenario.kind.name);
        return Err(wrong(text, problem).into());
    };
    let (mut players, mut left_out) = (Vec::new(), Vec::new());
    for player in all
        .iter()
        .filter(|player| scenario.known_players().any(|one| one == *player))
    {
        let is_end = [first.name, last.name].contains(&player.name);
        let reason = match seating::everywhere(scenario, player.name) {
            Err(error) if is_end => return Err(error.into()),
            Err(error) => reason(&error),
            Ok(_) if is_end || !player.slow => {
                players.push(player.name);
                continue;
            }
            Ok(_) => "slow; name it in a list to include it".to_owned(),
        };
        left_out.push(OmittedPlayer {
            player: player.name,
            reason,
        });
    }
    Ok((players, left_out))
}

/// Parses a key with values, or a key whose accepted values are a list of names or yes and no.
fn key(scenario: &Scenario, text: &str) -> Result<Vary, TextError> {
    let path = text.trim();
    if path.contains('=') {
        return path.parse();
    }
    let values = scenario.accepted_values(path).ok_or_else(|| {
        let players: Vec<&str> = scenario.kind.players.iter().map(|one| one.name).collect();
        let players = match &players[..] {
            [] => String::new(),
            names => format!("players A..B or A,B (of {}), ", names.join(", ")),
        };
        let problem = format!(
            "expected {players}PATH=VALUES, or the path of a key whose values are names, such as \
             rules.half; `evenodds list {}` has the keys",
            scenario.kind.name
        );
        wrong(text, problem)
    })?;
    Ok(Vary {
        path: path.to_owned(),
        values,
    })
}

/// Seats that err, with their rate.
type Erring = (Vec<usize>, f64);

/// Returns the seats that err at each rate: each alone, then all of them. `None` leaves the players
/// as they are.
fn erring(seats: usize, rates: &[f64]) -> Vec<Option<Erring>> {
    if rates.is_empty() {
        return vec![None];
    }
    let mut all = Vec::new();
    for &rate in rates {
        if rate > 0.0 && seats > 1 {
            all.extend((0..seats).map(|seat| Some((vec![seat], rate))));
        }
        all.push(Some(((0..seats).collect(), rate)));
    }
    all
}

fn errors_in_words(scenario: &Scenario, erring: Option<&Erring>) -> String {
    let Some((seats, rate)) = erring else {
        return String::new();
    };
    if *rate == 0.0 {
        return "no errors".to_owned();
    }
    let who = match seats[..] {
        [seat] => &*scenario.seats[seat].name,
        _ => "all",
    };
    // A rate has at most nine decimals.
    format!("{}% errors of {who}", (rate * 1e9).round() / 1e7)
}

/// Returns the assignment of the player of a seat; `None` if it is as in the file.
fn seated(
    scenario: &Scenario,
    index: usize,
    pairing: Option<&[&'static str]>,
    erring: Option<&Erring>,
) -> Option<String> {
    let own = &scenario.seats[index];
    let rate = erring
        .filter(|(seats, _)| seats.contains(&index))
        .map(|(_, rate)| *rate);
    let seat = pairing.map(|players| {
        let value = seating::value(&scenario.seats, players[index]).to_owned();
        Seat {
            player: players[index],
            has_settings: value.starts_with('{'),
            value,
            ..own.clone()
        }
    });
    let has_errors = seat.is_none() && !scenario.contest.description().errors.is_empty();
    let value = match (rate.filter(|&rate| rate > 0.0 || has_errors), &seat) {
        (Some(rate), seat) => seat.as_ref().unwrap_or(own).with_errors(rate),
        (None, Some(seat)) => seat.value.clone(),
        (None, None) => return None,
    };
    Some(format!("{}={value}", own.path))
}
