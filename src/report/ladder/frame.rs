//! A ladder as a frame: the results of its cells, with the seats as varied keys.

use crate::analysis::Ladder;
use crate::frames::{Frame, FrameError, VariedKey, VariedValues, write_csv, write_parquet};
use crate::sim::Results;

/// CSV of one frame over all cells; the player of each seat is a column with the seat's path as its
/// name.
///
/// # Errors
/// Only when the library for frames fails.
pub fn ladder_csv(ladder: &Ladder, frame: Frame) -> Result<Vec<u8>, FrameError> {
    let (results, keys) = parts(ladder);
    let mut bytes = Vec::new();
    write_csv(&mut frame.build(&results, &keys)?, &mut bytes)?;
    Ok(bytes)
}

/// The same as Parquet.
///
/// # Errors
/// Only when the library for frames fails.
pub fn ladder_parquet(ladder: &Ladder, frame: Frame) -> Result<Vec<u8>, FrameError> {
    let (results, keys) = parts(ladder);
    let mut bytes = Vec::new();
    write_parquet(&mut frame.build(&results, &keys)?, &mut bytes)?;
    Ok(bytes)
}

fn parts(ladder: &Ladder) -> (Vec<Results>, Vec<VariedKey>) {
    let cells = &ladder.cells;
    let keys = ladder.seats.iter().enumerate().map(|(index, seat)| {
        let players = cells.iter().map(|cell| cell.players[index].to_owned());
        VariedKey {
            name: seat.path.clone(),
            values: VariedValues::Texts(players.collect()),
        }
    });
    (
        cells.iter().map(|cell| cell.results.clone()).collect(),
        keys.collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::super::sample::ladder;
    use super::*;

    #[test]
    fn the_seats_are_columns() {
        let ladder = ladder(&["weak", "strong"], &[(5, 5), (4, 6), (6, 4), (5, 5)], 10);
        let bytes = ladder_csv(&ladder, Frame::Outcomes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let mut lines = text.lines();
        assert_eq!(
            lines.next(),
            Some(
                "scenario,kind,hash,seed,trials,side.heroes.player,side.ambushers.player,outcome,\
                 count,share,low,high,exact"
            )
        );
        assert_eq!(lines.count(), 12);
        assert!(text.contains(",weak,strong,heroes,4,"));
    }
}
