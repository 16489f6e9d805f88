//! What became of promises as a Markdown table.

use super::super::markdown::{escape, table};
use super::super::ours::MARKDOWN_MARK;
use super::super::tables::Table;
use super::super::text::clean;
use super::CheckReport;
use super::rows::{HEADINGS, heading, notes, row};
use std::fmt::Write as _;

/// The counts, a row for each expectation, and what became of the other files.
pub fn check_markdown(report: &CheckReport) -> String {
    let mut text = format!("## Expectations\n\n{}.\n", escape(&report.counts()));
    let mut cells = Table {
        headings: std::iter::once("file")
            .chain(HEADINGS)
            .map(str::to_owned)
            .collect(),
        rows: Vec::new(),
    };
    let mut further = Vec::new();
    for checked in &report.checked {
        let (path, _) = heading(checked);
        for judged in &checked.expectations {
            let mut cell = vec![path.clone()];
            cell.extend(row(judged));
            cells.rows.push(cell);
        }
        if checked.expectations.is_empty() {
            further.push(format!("{path} promises nothing"));
        }
        further.extend(notes(checked));
    }
    for file in &report.faulty {
        further.push(format!("{} is faulty", clean(&file.path)));
    }
    if !cells.rows.is_empty() {
        text.push('\n');
        table(&mut text, &cells);
    }
    if !further.is_empty() {
        text.push('\n');
    }
    for line in further {
        let _ = writeln!(text, "- {}", escape(&line));
    }
    let _ = writeln!(
        text,
        "\neach verdict wrong with a chance of {} at most, evenodds {}\n\n{MARKDOWN_MARK}",
        report.alpha,
        env!("CARGO_PKG_VERSION")
    );
    text
}

#[cfg(test)]
mod tests {
    use super::super::sample::report;
    use super::*;

    #[test]
    fn a_row_for_each_expectation() {
        insta::assert_snapshot!(check_markdown(&report()), @"");
    }
}
