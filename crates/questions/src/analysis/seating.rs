//! Scenarios with other players in their seats.

use crate::contest::Seat;
use crate::scenario::{LoadError, Scenario};

/// Returns a player in the syntax of `--set`, with the settings of the file's first seat that has
/// this player, else with its defaults.
pub fn value(seats: &[Seat], player: &str) -> String {
    let given = seats.iter().find(|seat| seat.player == player);
    match given {
        Some(seat) if seat.value.starts_with('{') => seat.value.clone(),
        _ => player.to_owned(),
    }
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
