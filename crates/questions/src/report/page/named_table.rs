//! The tables of a page.

use super::super::results;
use super::super::table::Table;
use super::super::text::clean;
use crate::sim::Results;

/// A table with its name.
pub struct NamedTable {
    pub caption: String,
    /// True if the table repeats the figures of a chart, and is collapsed at first.
    pub folded: bool,
    pub headings: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl NamedTable {
    /// Marks the table as one that repeats the figures of a chart.
    pub fn repeating(self) -> Self {
        Self {
            folded: true,
            ..self
        }
    }

    pub fn new(caption: &str, table: Table) -> Self {
        Self {
            caption: caption.to_owned(),
            folded: false,
            headings: table.headings,
            rows: table.rows,
        }
    }
}

pub fn all_tables(results: &Results) -> Vec<NamedTable> {
    if results.metrics.is_empty() {
        return Vec::new();
    }
    let mut grids = vec![NamedTable::new(
        "All metrics over all trials",
        results::metrics(&results.metrics),
    )];
    let means = results::means(results);
    // Two headings are the name and all trials; a comparison needs two outcomes.
    if means.headings.len() > 3 {
        grids.insert(0, NamedTable::new("Means by outcome", means));
    }
    for (outcome, metrics) in &results.by_outcome {
        if !metrics.is_empty() && results.by_outcome.len() > 1 {
            let caption = format!("All metrics where the outcome is {}", clean(outcome));
            grids.push(NamedTable::new(&caption, results::metrics(metrics)));
        }
    }
    grids.push(NamedTable::new("Definitions", results::meanings(results)));
    grids
}
