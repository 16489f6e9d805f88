//! The answer of `ladder`: the matrix of all pairings of players.

mod errors;
mod figure;
mod headline;
mod player_matrix;
#[cfg(test)]
mod sample;
#[cfg(test)]
mod tests;

pub use errors::errors_answer;

use super::answer::{Answer, Media, SummaryRow, sizes_of};
use super::json::{self, Body, JsonLayout};
use super::results::AnswerRows;
use super::text::{clean, counted, grouped, joined, percent};
use crate::analysis::{LadderResult, PlayerPairing};
use crate::records::{Column, ColumnValue, Columns};
use crate::sim::LEVEL;
use crate::stats::Figure;
use serde_json::{Value as Json, json};

const LAYOUT: JsonLayout = JsonLayout {
    lines: &["scenario", "interval", "players"],
    rows: &["seats", "left_out", "outcomes"],
};

/// Returns the answer of `ladder`.
pub fn ladder_answer(ladder: &LadderResult) -> Answer {
    let headline = headline::headline(ladder);
    let tables = player_matrix::tables(ladder).into_iter();
    let mut blocks = vec![Media::Page.text("All pairings use common random numbers.")];
    blocks.extend(tables.map(|(caption, table)| Media::All.table(caption, table)));
    let legend = player_matrix::legend(ladder).join("; ");
    blocks.push(Media::Screen.text(&legend));
    if !legend.is_empty() {
        blocks.push(Media::Documents.text(format!("{legend}.")));
    }
    blocks.push(Media::All.notes(player_matrix::notes(ladder)));
    let body = Body::new(json(ladder), LAYOUT);
    let rows = rows(ladder);
    Answer {
        blocks,
        facts: format!("{}, seed {}", played(ladder), ladder.seed),
        seed: Some(ladder.seed),
        charts: figure::figures(ladder),
        summary_rows: vec![summary_row(ladder)],
        ..Answer::about(
            ("ladder", "Player matrix"),
            &ladder.scenario,
            &headline,
            (body, rows),
        )
    }
}

fn summary_row(ladder: &LadderResult) -> SummaryRow {
    let own = |cell: &PlayerPairing| Some(ladder.own_share(cell, 0)?.value);
    let share = |cell: &PlayerPairing| own(cell).map(|share| percent(share, 1));
    let spread = ladder.spread();
    let columns = Columns::of([spread.as_ref()])
        .cell("outcome", |_| phrase(ladder))
        .cell("lowest", |spread| share(spread?.lowest))
        .cell("highest", |spread| share(spread?.highest))
        .cell("players decide at least", |spread| {
            Some(percent(spread?.apart, 0))
        });
    SummaryRow::new(&ladder.scenario, columns)
}

/// Returns the clause for the outcome of the first seat: `heroes win`.
fn phrase(ladder: &LadderResult) -> String {
    let first = ladder.cells.first();
    let outcome = first.and_then(|cell| ladder.own_outcome(cell, 0));
    outcome.map_or_else(String::new, |outcome| clean(&outcome.clause()))
}

/// Returns the results of the cells, with the player of each seat as a varied key.
fn rows(ladder: &LadderResult) -> AnswerRows {
    let cells = &ladder.cells;
    let varied = ladder.seats.iter().enumerate().map(|(index, seat)| {
        let players = cells.iter().map(|cell| Some(cell.players[index]));
        Column {
            name: seat.path.clone(),
            values: ColumnValue::column(players.collect()),
        }
    });
    AnswerRows::Results {
        results: cells.iter().map(|cell| cell.results.clone()).collect(),
        varied: varied.collect(),
    }
}

/// Returns the JSON. The shares of a cell equal those of a run with the same players and estimator.
fn json(ladder: &LadderResult) -> Json {
    let seats = ladder.seats.iter().map(|seat| {
        json!({
            "name": seat.name,
            "path": seat.path,
            "outcome": seat.outcome,
            "own": seat.own,
        })
    });
    let left_out = ladder.left_out.iter();
    let left_out = left_out.map(|one| json!({"player": one.player, "reason": one.reason}));
    let cells = ladder.cells.iter().map(|cell| {
        let outcomes = Columns::of(&cell.results.outcomes)
            .json("name", |one| one.name.as_str())
            .json("count", |one| one.count)
            .json("share", |one| Some(one.share?.value))
            .json_fields(&Figure::FIELDS, |one| Some(one.shown_share()));
        let mut json = json!({
            "players": cell.players,
            "hash": cell.results.scenario.hash,
            "trials": cell.results.trials,
        });
        if let Some(factor) = cell.results.interval.factor {
            json["factor"] = json!(factor);
        }
        json["outcomes"] = Json::Array(json::rows(&outcomes.json));
        json
    });
    let mix = ladder.mix().map(
        |mix| json!({"first": mix.rows, "second": mix.columns, "low": mix.low, "high": mix.high}),
    );
    let outcome = ladder.seats.first().map_or("", |seat| &seat.outcome);
    json::answer(json!({
        "scenario": ladder.scenario,
        "seed": ladder.seed,
        "interval": json::interval("wilson", LEVEL),
        "outcome": outcome,
        "seats": seats.collect::<Json>(),
        "players": ladder.players,
        "settings": ladder.settings,
        "left_out": left_out.collect::<Json>(),
        "cells": cells.collect::<Json>(),
        "mix": mix,
    }))
}

/// Returns the number of pairings and trials: `9 pairings, 100,000 trials each`.
fn played(ladder: &LadderResult) -> String {
    let pairings = counted(ladder.cells.len() as u64, "pairing");
    let sizes = ladder.cells.iter().map(|cell| cell.results.trials);
    let counts = sizes_of(sizes.collect());
    match counts[..] {
        [] => pairings,
        [(trials, _)] => format!("{pairings}, {} trials each", grouped(trials)),
        _ => {
            let parts = counts.iter();
            let parts =
                parts.map(|&(trials, cells)| format!("{cells} of {} trials", grouped(trials)));
            format!("{pairings}: {}", joined(parts, " and "))
        }
    }
}
