//! Comparisons into columns.

use super::FrameError;
use super::build::column;
use crate::analysis::{Compared, Comparison, Difference};
use polars::prelude::{Column, DataFrame};

/// A row for each figure of each comparison: `against, against_hash, changes, figure, verdict, margin, a,
/// b, difference, low, high, only_a, only_b, pairing` behind `scenario, kind, hash, seed, trials`, which
/// are those of A. `verdict` is null for figures that were not to be decided.
///
/// # Errors
/// If polars cannot build it.
pub fn compare(comparisons: &[Comparison]) -> Result<DataFrame, FrameError> {
    let rows: Vec<(&Comparison, &Compared)> = comparisons
        .iter()
        .flat_map(|one| one.figures.iter().map(move |row| (one, row)))
        .collect();
    let texts = |name: &str, get: fn(&Comparison) -> &str| {
        column(name, rows.iter().map(|row| get(row.0)).collect::<Vec<_>>())
    };
    let whole = |name: &str, get: fn(&Comparison) -> u64| {
        column(name, rows.iter().map(|row| get(row.0)).collect::<Vec<_>>())
    };
    let numbers = |name: &str, get: fn(&Compared) -> Option<f64>| {
        column(name, rows.iter().map(|row| get(row.1)).collect::<Vec<_>>())
    };
    let counts = |name: &str, get: fn(&Compared) -> Option<u64>| {
        column(name, rows.iter().map(|row| get(row.1)).collect::<Vec<_>>())
    };
    let changes: Vec<String> = rows.iter().map(|row| row.0.changes.join(" ")).collect();
    let columns: Vec<Column> = vec![
        texts("scenario", |one| &one.first.path),
        texts("kind", |one| &one.first.kind),
        texts("hash", |one| &one.first.hash),
        whole("seed", |one| one.seed),
        whole("trials", |one| one.trials),
        texts("against", |one| &one.second.path),
        texts("against_hash", |one| &one.second.hash),
        column(
            "changes",
            changes.iter().map(String::as_str).collect::<Vec<_>>(),
        ),
        column(
            "figure",
            rows.iter()
                .map(|row| row.1.name.as_str())
                .collect::<Vec<_>>(),
        ),
        column(
            "verdict",
            rows.iter()
                .map(|row| row.1.verdict.map(Difference::name))
                .collect::<Vec<_>>(),
        ),
        numbers("margin", |row| row.margin),
        numbers("a", |row| row.first),
        numbers("b", |row| row.second),
        numbers("difference", |row| row.difference),
        numbers("low", |row| Some(row.interval.low)),
        numbers("high", |row| Some(row.interval.high)),
        counts("only_a", |row| row.discordant.map(|pair| pair[0])),
        counts("only_b", |row| row.discordant.map(|pair| pair[1])),
        numbers("pairing", |row| row.pairing.map(|pairing| pairing.factor)),
    ];
    Ok(DataFrame::new(rows.len(), columns)?)
}

#[cfg(test)]
mod tests {
    use super::super::write_csv;
    use super::*;
    use crate::analysis::{ComparePlan, compare as compared};
    use crate::scenario::open;
    use crate::sim::Unwatched;

    #[test]
    fn every_figure_is_a_row() {
        let plan = ComparePlan {
            figures: Vec::new(),
            margin: 0.01,
            precision: None,
            alpha: 0.05,
            most: Some(500),
            seed: 1,
            threads: 1,
            piece: None,
        };
        let change = "side.heroes.player=brawler".to_owned();
        let (first, second) = (
            open("@canyon", &[]).unwrap(),
            open("@canyon", std::slice::from_ref(&change)).unwrap(),
        );
        let found = compared((&first, &second), &[change], &plan, &Unwatched).unwrap();
        let rows = found.figures.len();
        let mut frame = compare(&[found]).unwrap();
        assert_eq!(frame.height(), rows);
        let mut bytes = Vec::new();
        write_csv(&mut frame, &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert!(
            text.starts_with(
                "scenario,kind,hash,seed,trials,against,against_hash,changes,figure,verdict,margin,a,b,\
                 difference,low,high,only_a,only_b,pairing\n@canyon,combat,"
            ),
            "{text}"
        );
        assert!(
            text.contains(",side.heroes.player=brawler,heroes,"),
            "{text}"
        );
    }
}
