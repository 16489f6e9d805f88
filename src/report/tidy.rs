//! All figures of a folder of reports as one table: a row for each figure of each scenario.

use crate::analysis::{Held, Value};
use crate::records::{Records, RecordsBuilder};

/// The rows: `scenario, kind, hash, seed, trials, figure, measure, value, low, high`. `measure` is `share` or `mean`,
/// `trials` is 0 where the figure is exact; ends of intervals that nothing bounds are missing. Files that are no
/// scenarios have no rows.
pub fn tidy_records(held: &[Held]) -> Records {
    let figures = held.iter().flat_map(|one| {
        let figures = one.figures.iter();
        figures.map(move |(name, value)| (one, name, value))
    });
    let rows: Vec<(&Held, &String, &Value)> = figures.collect();
    RecordsBuilder::new(&rows)
        .all("scenario", |row| row.0.scenario.path.as_str())
        .all("kind", |row| row.0.scenario.kind.as_str())
        .all("hash", |row| row.0.scenario.hash.as_str())
        .all("seed", |row| row.0.seed)
        .all("trials", |row| row.2.trials())
        .all("figure", |row| row.1.as_str())
        .all("measure", |row| match row.2 {
            Value::Share(_) => "share",
            Value::Mean(_) => "mean",
        })
        .all("value", |row| row.2.value())
        .all("low", |row| row.2.interval().low)
        .all("high", |row| row.2.interval().high)
        .end()
}
