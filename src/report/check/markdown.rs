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
        insta::assert_snapshot!(check_markdown(&report()), @"
        ## Expectations

        5 expectations in 2 files: 3 hold, 1 FAILS, 1 is undecided; 1 file promises nothing; 1 file is faulty; 1 file without a kind was left out.

        | file               |   verdict | expectation |  figure |         interval |   promised |  trials |
        | ------------------ | --------: | ----------: | ------: | ---------------: | ---------: | ------: |
        | fights/canyon.toml |     holds |      heroes | 24.33 % | 22.90 to 25.80 % | 20 to 30 % |  10,000 |
        | fights/canyon.toml |     FAILS |  mean.turns |   5.421 |   5.401 to 5.441 |     6 to 7 |  10,000 |
        | fights/canyon.toml | undecided |   p50.turns |       5 |           5 to 6 |          5 | 160,000 |
        | fights/canyon.toml |     holds |   max.turns |      17 |       17 or more |   10 to 30 | 160,000 |
        | lock.toml          |     holds |     success | 62.50 % |          exactly | 60 to 65 % |   exact |

        - mean.turns: 3 values beyond the bounds of the metric were taken as the bounds
        - new.toml promises nothing
        - bad.toml is faulty

        each verdict wrong with a chance of 0.05 at most, evenodds 0.1.0

        <!-- written by evenodds -->
        ");
    }
}
