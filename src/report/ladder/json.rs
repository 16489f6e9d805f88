//! A ladder as JSON.

use super::super::json::laid_out;
use crate::analysis::{Cell, Ladder, LeftOut};
use crate::contest::Seat;
use crate::sim::{Identity, IntervalKind, LEVEL, OutcomeResult};
use serde::Serialize;

#[derive(Serialize)]
struct Shown<'a> {
    format: u32,
    tool: &'static str,
    scenario: &'a Identity,
    seed: u64,
    interval: IntervalKind,
    outcome: &'a str,
    seats: Vec<ShownSeat<'a>>,
    players: &'a [&'static str],
    settings: &'a [String],
    left_out: Vec<ShownLeftOut<'a>>,
    cells: Vec<ShownCell<'a>>,
    mix: Option<ShownMix>,
}

/// Weights of the players in both seats, and the bounds of what they are worth to the first.
#[derive(Serialize)]
struct ShownMix {
    first: Vec<f64>,
    second: Vec<f64>,
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct ShownSeat<'a> {
    name: &'a str,
    path: &'a str,
    outcome: &'a str,
    own: &'a [String],
}

#[derive(Serialize)]
struct ShownLeftOut<'a> {
    player: &'static str,
    reason: &'a str,
}

#[derive(Serialize)]
struct ShownCell<'a> {
    players: &'a [&'static str],
    hash: &'a str,
    trials: u64,
    outcomes: Vec<ShownOutcome<'a>>,
}

#[derive(Serialize)]
struct ShownOutcome<'a> {
    name: &'a str,
    count: Option<u64>,
    share: Option<f64>,
    low: f64,
    high: f64,
}

/// The JSON text of a ladder, an object, with a line break at the end. A cell's shares are those of a
/// run with its players.
pub fn ladder_json(ladder: &Ladder) -> String {
    laid_out(&Shown {
        format: 1,
        tool: env!("CARGO_PKG_VERSION"),
        scenario: &ladder.scenario,
        seed: ladder.seed,
        interval: IntervalKind {
            method: "wilson",
            level: LEVEL,
        },
        outcome: ladder.seats.first().map_or("", |seat| &seat.outcome),
        seats: ladder.seats.iter().map(seat).collect(),
        players: &ladder.players,
        settings: &ladder.settings,
        left_out: ladder.left_out.iter().map(left_out).collect(),
        cells: ladder.cells.iter().map(cell).collect(),
        mix: ladder.mix().map(|mix| ShownMix {
            first: mix.rows,
            second: mix.columns,
            low: mix.low,
            high: mix.high,
        }),
    })
}

fn seat(seat: &Seat) -> ShownSeat<'_> {
    ShownSeat {
        name: &seat.name,
        path: &seat.path,
        outcome: &seat.outcome,
        own: &seat.own,
    }
}

fn left_out(left_out: &LeftOut) -> ShownLeftOut<'_> {
    ShownLeftOut {
        player: left_out.player,
        reason: &left_out.reason,
    }
}

fn cell(cell: &Cell) -> ShownCell<'_> {
    ShownCell {
        players: &cell.players,
        hash: &cell.results.scenario.hash,
        trials: cell.results.trials,
        outcomes: cell.results.outcomes.iter().map(outcome).collect(),
    }
}

fn outcome(outcome: &OutcomeResult) -> ShownOutcome<'_> {
    ShownOutcome {
        name: &outcome.name,
        count: outcome.count,
        share: outcome.share,
        low: outcome.low,
        high: outcome.high,
    }
}
