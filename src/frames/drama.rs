//! Drama into columns.

use super::FrameError;
use super::build::column;
use crate::analysis::{Drama, DramaFigure, drama_list};
use polars::prelude::{Column, DataFrame};

/// A row for each figure of each scenario: `figure, of, value, low, high, count` behind `scenario, kind,
/// hash, seed, trials`. `of` says of whom or what, and is null for a figure of the whole; `low`, `high`
/// and `count` are null where a figure has none.
///
/// # Errors
/// If polars cannot build it.
pub fn drama(dramas: &[Drama]) -> Result<DataFrame, FrameError> {
    let rows: Vec<(&Drama, DramaFigure)> = dramas
        .iter()
        .flat_map(|drama| drama_list(drama).into_iter().map(move |row| (drama, row)))
        .collect();
    let texts = |name: &str, get: fn(&Drama) -> &str| {
        column(name, rows.iter().map(|row| get(row.0)).collect::<Vec<_>>())
    };
    let numbers = |name: &str, get: fn(&DramaFigure) -> Option<f64>| {
        column(name, rows.iter().map(|row| get(&row.1)).collect::<Vec<_>>())
    };
    let columns: Vec<Column> = vec![
        texts("scenario", |drama| &drama.scenario.path),
        texts("kind", |drama| &drama.scenario.kind),
        texts("hash", |drama| &drama.scenario.hash),
        column(
            "seed",
            rows.iter().map(|row| row.0.seed).collect::<Vec<_>>(),
        ),
        column(
            "trials",
            rows.iter().map(|row| row.0.trials).collect::<Vec<_>>(),
        ),
        column(
            "figure",
            rows.iter()
                .map(|row| row.1.figure.as_str())
                .collect::<Vec<_>>(),
        ),
        column(
            "of",
            rows.iter()
                .map(|row| row.1.of.as_deref())
                .collect::<Vec<_>>(),
        ),
        numbers("value", |row| row.value),
        numbers("low", |row| row.low),
        numbers("high", |row| row.high),
        column(
            "count",
            rows.iter().map(|row| row.1.count).collect::<Vec<_>>(),
        ),
    ];
    Ok(DataFrame::new(rows.len(), columns)?)
}

#[cfg(test)]
mod tests {
    use super::super::write_csv;
    use super::*;
    use crate::analysis::{DramaPlan, drama as measured};
    use crate::scenario::open;
    use crate::sim::Unwatched;

    #[test]
    fn every_figure_is_a_row_behind_where_it_comes_from() {
        let plan = DramaPlan {
            trials: Some(40),
            ..DramaPlan::default()
        };
        let of = |name| measured(&open(name, &[]).unwrap(), &plan, &Unwatched).unwrap();
        let dramas = [of("@duel"), of("@canyon")];
        let mut frame = drama(&dramas).unwrap();
        let rows: usize = dramas.iter().map(|drama| drama_list(drama).len()).sum();
        assert_eq!(frame.height(), rows);
        let mut bytes = Vec::new();
        write_csv(&mut frame, &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let mut lines = text.lines();
        assert_eq!(
            lines.next(),
            Some("scenario,kind,hash,seed,trials,figure,of,value,low,high,count")
        );
        let start = "@duel,combat,";
        assert!(lines.next().unwrap().starts_with(start));
        let misses: Vec<&str> = text
            .lines()
            .filter(|line| line.contains(",misses,"))
            .collect();
        assert_eq!(misses.len(), 2 + 5);
        assert!(misses[2].contains(",misses,Dirk,"), "{}", misses[2]);
    }
}
