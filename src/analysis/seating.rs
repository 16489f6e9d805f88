//! Who sits where: a scenario with other players in its seats.

use crate::contest::Seat;
use crate::scenario::{LoadError, Scenario};

/// The player of that name as `--set` takes it: with the settings that the file gives it in its first
/// seat that has it, else as it comes.
pub fn value(seats: &[Seat], player: &str) -> String {
    let given = seats.iter().find(|seat| seat.player == player);
    match given {
        Some(seat) if seat.value.starts_with('{') => seat.value.clone(),
        _ => player.to_owned(),
    }
}

/// The scenario with these players in its seats, one for each.
///
/// # Errors
/// The file refuses one of them.
pub fn seated(scenario: &Scenario, players: &[&str]) -> Result<Scenario, LoadError> {
    let seats = scenario.seats.iter().zip(players);
    let assignments: Vec<String> = seats
        .map(|(seat, player)| format!("{}={}", seat.path, value(&scenario.seats, player)))
        .collect();
    scenario.with(&assignments)
}

/// The scenario with this player in every seat.
///
/// # Errors
/// The file refuses it.
pub fn everywhere(scenario: &Scenario, player: &str) -> Result<Scenario, LoadError> {
    seated(scenario, &vec![player; scenario.seats.len()])
}
