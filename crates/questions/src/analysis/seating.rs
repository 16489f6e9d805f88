//! Scenarios with other players in their seats.

use crate::contest::Seat;
use crate::scenario::{LoadError, Scenario};

/// Returns a player with the settings of the file's first seat that has this player, in the syntax
/// of `--set`; `None` if that seat has none.
pub fn settings<'a>(seats: &'a [Seat], player: &str) -> Option<&'a str> {
    let given = seats.iter().find(|seat| seat.player == player)?;
    given.has_settings.then_some(&*given.value)
}

/// Returns a player in the syntax of `--set`, with its [`settings`], else with its defaults.
pub fn value<'a>(seats: &'a [Seat], player: &'a str) -> &'a str {
    settings(seats, player).unwrap_or(player)
}

/// Returns the scenario with these players in its seats, one for each.
///
/// # Errors
/// Fails if a player is not valid in the scenario.
pub fn seated(scenario: &Scenario, players: &[&str]) -> Result<Scenario, LoadError> {
    let seats = scenario.seats.iter().zip(players);
    let assignments: Vec<String> = seats
        .map(|(seat, player)| format!("{}={}", seat.path, value(&scenario.seats, player)))
        .collect();
    scenario.with(&assignments)
}

/// Returns the scenario with this player in every seat.
///
/// # Errors
/// Fails if the player is not valid in the scenario.
pub fn everywhere(scenario: &Scenario, player: &str) -> Result<Scenario, LoadError> {
    seated(scenario, &vec![player; scenario.seats.len()])
}
