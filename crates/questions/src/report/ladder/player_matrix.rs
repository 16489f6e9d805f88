//! The player matrices of a ladder as text tables: one for up to two seats, otherwise one for each
//! seat.

use super::super::table::{NONE, Table};
use super::super::text::{by_key, clean, control_note, join_parts, joined, percent};
use crate::analysis::{BestResponse, LadderResult, PlayerPairing};
use crate::records::Columns;

/// Smallest weight of a mixed strategy that is printed.
const LEAST_WEIGHT: f64 = 0.005;

/// A matrix with players as rows and columns, and a cell for each pairing.
pub struct PlayerMatrix<'a> {
    /// Seat whose wins are shown, with its players as rows.
    pub seat: usize,
    /// Names of the seats whose players are the columns; empty if there is only one seat.
    pub against: String,
    /// Cells, row by row; a single column if there is only one seat.
    pub cells: Vec<Vec<Option<&'a PlayerPairing>>>,
}

impl PlayerMatrix<'_> {
    /// Returns the matrices of a ladder.
    pub fn all(ladder: &LadderResult) -> Vec<PlayerMatrix<'_>> {
        let seats = ladder.seats.len();
        let shown = if seats == 2 { 1 } else { seats };
        let cells = |seat: usize| {
            let others = if seats == 1 { 1 } else { ladder.players.len() };
            let row = |own: &&'static str| {
                let cell = |other: &&'static str| {
                    let mut players = vec![*other; seats];
                    players[seat] = own;
                    ladder.cell(&players)
                };
                ladder.players.iter().take(others).map(cell).collect()
            };
            ladder.players.iter().map(row).collect()
        };
        let matrix = |seat| PlayerMatrix {
            seat,
            against: match (seats, ladder.seats.get(1)) {
                (1, _) => String::new(),
                (2, Some(other)) => clean(&other.name),
                _ => "all others".to_owned(),
            },
            cells: cells(seat),
        };
        (0..shown).map(matrix).collect()
    }

    /// Returns the names above the columns.
    pub fn columns(&self, ladder: &LadderResult) -> Vec<String> {
        if self.against.is_empty() {
            vec!["share".to_owned()]
        } else {
            ladder.players.iter().map(|&name| name.to_owned()).collect()
        }
    }

    /// Returns the heading of the name column: `heroes \ ambushers`.
    pub fn corner(&self, ladder: &LadderResult) -> String {
        join_parts(
            [&clean(&ladder.seats[self.seat].name), &self.against],
            " \\ ",
        )
    }

    /// Returns the mark of a best response; empty for other cells.
    pub fn mark(&self, ladder: &LadderResult, cell: &PlayerPairing) -> &'static str {
        let row = ladder.best_response(cell, self.seat);
        let column = if ladder.seats.len() == 2 {
            ladder.best_response(cell, 1 - self.seat)
        } else {
            BestResponse::No
        };
        let both = ladder.seats.len() > 1 && ladder.equilibrium(cell) != BestResponse::No;
        match (row, column) {
            _ if both && ladder.equilibrium(cell) == BestResponse::Significant => "◆",
            _ if both => "◇",
            (BestResponse::Significant, _) => "▲",
            (BestResponse::Possible, _) => "△",
            (_, BestResponse::Significant) => "◀",
            (_, BestResponse::Possible) => "◁",
            _ => "",
        }
    }
}

/// Returns the decimals of all shares: two if the intervals are narrow enough.
fn decimals(ladder: &LadderResult) -> usize {
    let wide = |cell: &PlayerPairing| {
        let share = ladder.own_share(cell, 0);
        share.is_none_or(|share| share.interval.half_width() > 0.001)
    };
    if ladder.cells.iter().any(wide) { 1 } else { 2 }
}

/// Returns a share with half of its interval, and its mark: `24.3% ±0.3 ▲`.
fn words(ladder: &LadderResult, matrix: &PlayerMatrix, cell: &PlayerPairing) -> String {
    let decimals = decimals(ladder);
    let Some(share) = ladder.own_share(cell, matrix.seat) else {
        return NONE.to_owned();
    };
    let half = share.interval.half_width() * 100.0;
    // An interval has a positive width, so it is never rounded to zero.
    let half = half.max(10_f64.powi(-(decimals as i32)));
    let mark = matrix.mark(ladder, cell);
    let mark = if mark.is_empty() { " " } else { mark };
    format!(
        "{} ±{half:.decimals$} {mark}",
        percent(share.value, decimals)
    )
}

/// Returns the tables with their captions.
pub fn tables(ladder: &LadderResult) -> Vec<(String, Table)> {
    let tables = PlayerMatrix::all(ladder).into_iter().map(|matrix| {
        let rows = ladder.players.iter().zip(&matrix.cells);
        let mut columns = Columns::of(rows).cell(matrix.corner(ladder), |(own, _)| *own);
        for (column, name) in matrix.columns(ladder).into_iter().enumerate() {
            // Two spaces align the heading with figures that end in a space and a mark.
            columns = columns.cell(format!("{name}  "), |(_, cells)| {
                cells[column].map(|cell| words(ladder, &matrix, cell))
            });
        }
        let table = Table {
            even: true,
            ..Table::of(&columns.shown)
        };
        (caption(ladder, &matrix), table)
    });
    tables.collect()
}

/// Returns the meaning of the cells, as a phrase: `How often heroes win`.
pub fn often(ladder: &LadderResult, matrix: &PlayerMatrix) -> String {
    let first = ladder.cells.first();
    let outcome = first.and_then(|cell| ladder.own_outcome(cell, matrix.seat));
    let phrase = outcome.map_or_else(String::new, |outcome| clean(&outcome.clause()));
    format!("How often {phrase}")
}

/// Returns the caption of a matrix: `How often heroes win: rows are players of heroes, columns of
/// ambushers`.
fn caption(ladder: &LadderResult, matrix: &PlayerMatrix) -> String {
    let often = often(ladder, matrix);
    if matrix.against.is_empty() {
        return format!("{often}, by player");
    }
    let own = clean(&ladder.seats[matrix.seat].name);
    let against = &matrix.against;
    format!("{often}: rows are players of {own}, columns of {against}")
}

/// Returns a sentence for each mark that occurs.
pub fn legend(ladder: &LadderResult) -> Vec<String> {
    let matrices = PlayerMatrix::all(ladder);
    let marks = matrices.iter().flat_map(|matrix| {
        let cells = matrix.cells.iter().flatten().flatten();
        cells.map(|cell| matrix.mark(ladder, cell))
    });
    let marks: Vec<&str> = marks.collect();
    let has = |mark: &str| marks.contains(&mark);
    let mut legend = Vec::new();
    let two = ladder.seats.len() == 2;
    let seat = |seat: usize| clean(&ladder.seats[seat].name);
    if has("▲") || has("△") {
        legend.push(if two {
            format!("▲ best response of {} in its column", seat(0))
        } else {
            "▲ best in its column".to_owned()
        });
    }
    if has("◀") || has("◁") {
        legend.push(format!("◀ best response of {} in its row", seat(1)));
    }
    if has("◆") || has("◇") {
        let all = if two { "both" } else { "all" };
        legend.push(format!("◆ equilibrium: best response of {all}"));
    }
    if has("△") || has("◁") || has("◇") {
        legend.push("hollow where the interval of another player overlaps".to_owned());
    }
    legend
}

/// Returns notes: equilibria, players with fixed settings, and players left out.
pub fn notes(ladder: &LadderResult) -> Vec<(&'static str, String)> {
    let mut notes = Vec::new();
    if ladder.seats.len() > 1 && ladder.players.len() > 1 {
        notes.push(("equilibrium", equilibria(ladder)));
        let is_pure = |cell: &PlayerPairing| ladder.equilibrium(cell) != BestResponse::No;
        if !ladder.cells.iter().any(is_pure) {
            notes.extend(mix(ladder).map(|mix| ("mixed strategy", mix)));
        }
    }
    for seat in &ladder.seats {
        if !seat.own.is_empty() {
            let names = joined(seat.own.iter().map(|name| clean(name)), ", ");
            let keep = match seat.own.len() {
                1 => "has a fixed player",
                _ => "have fixed players",
            };
            let note = format!("{names} of {} {keep}", clean(&seat.name));
            notes.push(("fixed", note));
        }
    }
    for settings in &ladder.settings {
        notes.push(("settings", clean(settings)));
    }
    let factors = ladder.cells.iter().map(|cell| cell.results.interval.factor);
    notes.extend(control_note(factors, "pairing").map(|note| ("precision", note)));
    // Players left out for the same reason are named together.
    let left_out = ladder.left_out.iter().map(|one| (&one.reason, one.player));
    notes.extend(by_key(left_out).into_iter().map(|(reason, players)| {
        let note = format!("{}: {}", players.join(", "), clean(reason));
        ("left out", note)
    }));
    notes
}

/// Returns the equilibrium in mixed strategies, for two seats.
fn mix(ladder: &LadderResult) -> Option<String> {
    let found = ladder.mix()?;
    let of_seat = |seat: usize, weights: &[f64]| {
        let players = ladder.players.iter().zip(weights);
        let players = players.filter(|&(_, &weight)| weight >= LEAST_WEIGHT);
        let players = players.map(|(player, &weight)| format!("{player} {}", percent(weight, 0)));
        format!(
            "{}: {}",
            clean(&ladder.seats[seat].name),
            joined(players, ", ")
        )
    };
    let neither = ladder.cells.iter().any(|cell| {
        let shares = [0, 1].map(|seat| Some(ladder.own_share(cell, seat)?.value));
        let sum: Option<f64> = shares.into_iter().sum();
        sum.is_some_and(|sum| sum < 1.0)
    });
    let half = if neither {
        ", counting half of the trials that neither wins"
    } else {
        ""
    };
    Some(format!(
        "{}; {}; value {} for {}{half}",
        of_seat(0, &found.rows),
        of_seat(1, &found.columns),
        percent(found.value(), 1),
        clean(&ladder.seats[0].name)
    ))
}

fn equilibria(ladder: &LadderResult) -> String {
    let found = ladder.cells.iter();
    let found = found.filter(|cell| ladder.equilibrium(cell) != BestResponse::No);
    let found = found.map(|cell| {
        let mut players = cell.players.clone();
        players.dedup();
        let actor = match players[..] {
            [all] if ladder.seats.len() > 2 => format!("{all} for all"),
            _ => cell.players.join(" v "),
        };
        match ladder.own_share(cell, 0) {
            Some(share) => format!("{actor} ({})", percent(share.value, 1)),
            None => actor,
        }
    });
    let found = joined(found, ", ");
    match (found.is_empty(), ladder.seats.len()) {
        (true, 2) => "none in pure strategies".to_owned(),
        (true, _) => "none with the same player on all sides".to_owned(),
        (false, _) => found,
    }
}
