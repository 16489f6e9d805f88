//! A small ladder for tests.

use super::super::sample::{Ambush, with_outcomes};
use crate::analysis::{LadderResult, PlayerPairing};
use crate::contest::Seat;

/// Returns a ladder of two seats; `counts` has the wins of both sides for each pairing, row by row.
pub fn ladder(players: &[&'static str], counts: &[(u64, u64)], trials: u64) -> LadderResult {
    let results = Ambush::new().results(10);
    let pairs = players
        .iter()
        .flat_map(|&own| players.iter().map(move |&other| vec![own, other]));
    let seat = |name: &str| Seat {
        name: name.to_owned(),
        path: format!("side.{name}.player"),
        outcome: name.to_owned(),
        own: Vec::new(),
        player: "finisher",
        value: "\"finisher\"".to_owned(),
        has_settings: false,
    };
    LadderResult {
        scenario: results.scenario.clone(),
        seed: 42,
        seats: vec![seat("heroes"), seat("ambushers")],
        players: players.to_vec(),
        left_out: Vec::new(),
        settings: Vec::new(),
        cells: pairs
            .zip(counts)
            .map(|(players, &(first, second))| {
                let mut results = results.clone();
                let draws = trials - first - second;
                with_outcomes(
                    &mut results,
                    &[
                        ("heroes", "heroes win", first, true),
                        ("ambushers", "ambushers win", second, true),
                        ("draw", "no side is left standing", draws, false),
                    ],
                );
                PlayerPairing { players, results }
            })
            .collect(),
    }
}
