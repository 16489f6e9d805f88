//! All figures of a folder of reports as tidy data: one row for each figure of each scenario.

use crate::analysis::LoadedScenario;
use crate::records::{Columns, Records};
use crate::stats::{Figure, FigureKind};

/// Returns the rows: `scenario, kind, hash, seed, trials, figure, measure, value, low, high`.
/// `measure` is `share` or `mean`. `trials` is 0 if the figure is exact. Unbounded ends of
/// intervals are missing. Files that are not valid scenarios have no rows.
pub fn tidy_records(held: &[LoadedScenario]) -> Records {
    let figures = held.iter().flat_map(|one| {
        let figures = one.figures.iter();
        figures.map(move |(name, value)| (one, name, value))
    });
    Columns::of(figures)
        .file("scenario", |row| row.0.scenario.path.as_str())
        .file("kind", |row| row.0.scenario.kind.as_str())
        .file("hash", |row| row.0.scenario.hash.as_str())
        .file("seed", |row| row.0.seed)
        .file("trials", |row| row.2.trials)
        .file("figure", |row| row.1.as_str())
        .file("measure", |row| match row.2.kind {
            FigureKind::Share => "share",
            FigureKind::Mean => "mean",
        })
        .file("value", |row| row.2.value)
        .file_fields(&Figure::INTERVAL, |row| Some(*row.2))
        .end()
}
