//! Participants and other content of a scenario, and the notes of its author.

use super::super::ReportInput;
use super::super::text::{clean, words};

/// A table of participants with its facts.
pub struct LineUp {
    pub name: String,
    pub facts: Vec<(String, String)>,
    pub headings: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// Returns the participants and other content of the scenario. If all rows have the same role, that
/// role replaces the column of roles.
pub fn line_up(input: &ReportInput) -> Vec<LineUp> {
    let sheets = input.result_context.line_up.iter();
    let heading = |text: &String| clean(&words(text));
    let sheets = sheets.map(|sheet| {
        let role = |row: &Vec<String>| row.first().cloned();
        let first = sheet.rows.first().and_then(role);
        let same = sheet.rows.len() > 1 && sheet.rows.iter().all(|row| role(row) == first);
        let from = usize::from(same);
        let rows = sheet.rows.iter().map(|row| {
            let cells = row.iter().enumerate().skip(from);
            let cell = |(column, cell): (usize, &String)| match column {
                0 => heading(cell),
                _ => clean(cell),
            };
            cells.map(cell).collect()
        });
        let facts = sheet.facts.iter();
        LineUp {
            name: match (&first, sheet.name.is_empty()) {
                (Some(role), true) if same => format!("{}s", heading(role)),
                _ => clean(&sheet.name),
            },
            facts: facts
                .map(|(key, value)| (heading(key), clean(value)))
                .collect(),
            headings: sheet.columns.iter().skip(from).map(heading).collect(),
            rows: rows.collect(),
        }
    });
    sheets.collect()
}

/// Splits a text into paragraphs at empty lines.
pub fn paragraphs(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n");
    let parts = text.split("\n\n").map(clean);
    parts.filter(|part| !part.is_empty()).collect()
}
