//! What `ladder` answers: the matrix of all pairings of players.

mod claim;
mod figure;
mod grid;
#[cfg(test)]
mod sample;
#[cfg(test)]
mod tests;

use super::answer::{Answer, On, Short};
use super::json::{Body, Json, Layout};
use super::results::Rows;
use super::table::NONE;
use super::text::{clean, grouped};
use super::words::percent;
use crate::analysis::{Cell, Ladder};
use crate::records::{Column, Value};
use crate::sim::{IntervalKind, LEVEL};

/// How its JSON is laid out.
const LAYOUT: Layout = Layout {
    lines: &["scenario", "interval", "players"],
    rows: &["seats", "left_out", "outcomes"],
};

/// The answer to how much play decides.
pub fn ladder_answer(ladder: &Ladder) -> Answer {
    let claim = claim::claim(ladder);
    let tables = grid::tables(ladder).into_iter();
    let mut blocks = vec![On::Page.text("All pairings met the same luck.")];
    blocks.extend(tables.map(|(caption, table)| On::All.table(caption, table)));
    let legend = grid::legend(ladder).join("; ");
    blocks.push(On::Screen.text(&legend));
    if !legend.is_empty() {
        blocks.push(On::Paper.text(format!("{legend}.")));
    }
    blocks.push(On::All.notes(grid::notes(ladder)));
    let body = Body::new(json(ladder), LAYOUT);
    let rows = rows(ladder);
    Answer {
        blocks,
        facts: format!("{}, seed {}", played(ladder), ladder.seed),
        charts: figure::figures(ladder),
        short: vec![short(ladder)],
        ..Answer::about(
            ("ladder", "Who plays how well"),
            &ladder.scenario,
            &claim,
            (body, rows),
        )
    }
}

/// The answer as a row among several scenarios.
fn short(ladder: &Ladder) -> Short {
    let own = |cell: &Cell| ladder.own(cell, 0).and_then(|outcome| outcome.share);
    let share = |cell: Option<&Cell>| {
        let share = cell.and_then(own);
        share.map_or_else(|| NONE.to_owned(), |share| percent(share, 1))
    };
    let phrase = ladder.cells.first().and_then(|cell| ladder.own(cell, 0));
    let spread = ladder.spread();
    let apart = spread.as_ref().map(|spread| percent(spread.apart, 0));
    Short::new(
        &ladder.scenario,
        [
            (
                "how it ends",
                phrase.map_or_else(String::new, |one| clean(&one.phrase)),
            ),
            ("lowest", share(spread.as_ref().map(|spread| spread.lowest))),
            (
                "highest",
                share(spread.as_ref().map(|spread| spread.highest)),
            ),
            (
                "play decides at least",
                apart.unwrap_or_else(|| NONE.to_owned()),
            ),
        ],
    )
}

/// The results of the cells, with the player of each seat as a varied key.
fn rows(ladder: &Ladder) -> Rows {
    let cells = &ladder.cells;
    let varied = ladder.seats.iter().enumerate().map(|(index, seat)| {
        let players = cells.iter().map(|cell| Some(cell.players[index]));
        Column {
            name: seat.path.clone(),
            values: Value::column(players.collect()),
        }
    });
    Rows::Results {
        results: cells.iter().map(|cell| cell.results.clone()).collect(),
        varied: varied.collect(),
    }
}

/// A cell's shares are those of a run with its players.
fn json(ladder: &Ladder) -> Json {
    let seats = ladder.seats.iter().map(|seat| {
        Json::object([
            ("name", (&seat.name).into()),
            ("path", (&seat.path).into()),
            ("outcome", (&seat.outcome).into()),
            ("own", Json::list(&seat.own)),
        ])
    });
    let left_out = ladder.left_out.iter().map(|one| {
        Json::object([
            ("player", one.player.into()),
            ("reason", (&one.reason).into()),
        ])
    });
    let cells = ladder.cells.iter().map(|cell| {
        let outcomes = cell.results.outcomes.iter().map(|outcome| {
            Json::object([
                ("name", (&outcome.name).into()),
                ("count", outcome.count.into()),
                ("share", outcome.share.into()),
                ("low", outcome.low.into()),
                ("high", outcome.high.into()),
            ])
        });
        Json::object([
            ("players", Json::list(cell.players.iter().copied())),
            ("hash", (&cell.results.scenario.hash).into()),
            ("trials", cell.results.trials.into()),
            ("outcomes", Json::list(outcomes)),
        ])
    });
    let mix = ladder.mix().map(|mix| {
        Json::object([
            ("first", Json::list(mix.rows)),
            ("second", Json::list(mix.columns)),
            ("low", mix.low.into()),
            ("high", mix.high.into()),
        ])
    });
    let interval = IntervalKind {
        method: "wilson",
        level: LEVEL,
    };
    let outcome = ladder.seats.first().map_or("", |seat| &seat.outcome);
    Json::answer([
        ("scenario", (&ladder.scenario).into()),
        ("seed", ladder.seed.into()),
        ("interval", interval.into()),
        ("outcome", outcome.into()),
        ("seats", Json::list(seats)),
        ("players", Json::list(ladder.players.iter().copied())),
        ("settings", Json::list(&ladder.settings)),
        ("left_out", Json::list(left_out)),
        ("cells", Json::list(cells)),
        ("mix", mix.into()),
    ])
}

/// How many pairings of how many trials: `9 pairings, 100,000 trials each`.
fn played(ladder: &Ladder) -> String {
    let pairings = match ladder.cells.len() {
        1 => "1 pairing".to_owned(),
        many => format!("{many} pairings"),
    };
    let mut sizes: Vec<u64> = ladder
        .cells
        .iter()
        .map(|cell| cell.results.trials)
        .collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let counts: Vec<(u64, usize)> = sizes
        .chunk_by(|a, b| a == b)
        .map(|same| (same[0], same.len()))
        .collect();
    match counts[..] {
        [] => pairings,
        [(trials, _)] => format!("{pairings}, {} trials each", grouped(trials)),
        _ => {
            let parts: Vec<String> = counts
                .iter()
                .map(|&(trials, cells)| format!("{cells} of {} trials", grouped(trials)))
                .collect();
            format!("{pairings}: {}", parts.join(" and "))
        }
    }
}
