//! Results as Markdown tables.

use super::screen::played;
use super::sentence::{sentence, title};
use super::tables::{self, Table};
use super::text::clean;
use crate::sim::{Results, StopReason};
use std::fmt::Write as _;

/// A heading, the sentence and the tables of each scenario.
pub fn markdown(results: &[Results]) -> String {
    let mut text = String::new();
    for (index, results) in results.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        scenario(&mut text, results);
    }
    let _ = writeln!(text, "\n{}", super::ours::MARKDOWN_MARK);
    text
}

fn scenario(text: &mut String, results: &Results) {
    let _ = writeln!(text, "## {}\n", escape(&title(results)));
    let _ = writeln!(text, "{}\n", escape(&sentence(results).to_string()));
    table(text, &tables::outcomes(results));
    if !results.metrics.is_empty() {
        text.push('\n');
        table(text, &tables::metrics(&results.metrics));
        let means = tables::means(results);
        if means.headings.len() > 3 {
            text.push('\n');
            table(text, &means);
        }
    }
    let mut facts = played(results);
    if results.stopped != StopReason::Exact {
        let _ = write!(facts, ", seed {}", results.seed);
    }
    let _ = writeln!(
        text,
        "\n{facts}, hash {}, evenodds {}",
        escape(&clean(&results.scenario.hash)),
        results.tool
    );
}

/// Names to the left, figures to the right, in columns that also line up as plain text.
pub(super) fn table(text: &mut String, table: &Table) {
    let cells: Vec<Vec<String>> = std::iter::once(&table.headings)
        .chain(&table.rows)
        .map(|row| row.iter().map(|cell| escape(cell)).collect())
        .collect();
    let widths: Vec<usize> = (0..table.headings.len())
        .map(|column| {
            let widths = cells.iter().map(|row| super::text::width(&row[column]));
            widths.max().unwrap_or(0).max(3)
        })
        .collect();
    for (index, row) in cells.iter().enumerate() {
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let blanks = " ".repeat(width - super::text::width(cell));
            let _ = if column == 0 {
                write!(text, "| {cell}{blanks} ")
            } else {
                write!(text, "| {blanks}{cell} ")
            };
        }
        text.push_str("|\n");
        if index == 0 {
            for (column, &width) in widths.iter().enumerate() {
                let _ = if column == 0 {
                    write!(text, "| {} ", "-".repeat(width))
                } else {
                    write!(text, "| {}: ", "-".repeat(width - 1))
                };
            }
            text.push_str("|\n");
        }
    }
}

/// Text that Markdown takes as it is: names come out of files.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    let mut before = ' ';
    while let Some(character) = characters.next() {
        let after = characters.peek().copied().unwrap_or(' ');
        match character {
            // Between letters it means nothing, and names are full of them.
            '_' if before.is_alphanumeric() && after.is_alphanumeric() => escaped.push('_'),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' => {
                escaped.push('\\');
                escaped.push(character);
            }
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            _ => escaped.push(character),
        }
        before = character;
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::super::sample::{Ambush, spoil};
    use super::*;

    #[test]
    fn tables_line_up_and_hold_all_metrics() {
        let results = Ambush::new().results(500);
        let text = markdown(std::slice::from_ref(&results));
        assert!(text.starts_with("## Ambush in the canyon\n\nAmbush in the canyon: heroes win"));
        let rows = text
            .lines()
            .filter(|line| line.starts_with("| taken_out.Dirk"));
        assert_eq!(rows.count(), 2);
        let outcomes: Vec<usize> = text
            .lines()
            .filter(|line| line.starts_with('|'))
            .take(6)
            .map(crate::report::text::width)
            .collect();
        assert!(outcomes.windows(2).all(|pair| pair[0] == pair[1]));
    }

    #[test]
    fn names_cannot_break_a_table() {
        let mut results = Ambush::new().results(500);
        spoil(&mut results);
        results.outcomes[1].name = "a | b\n| c".to_owned();
        let text = markdown(&[results]);
        let tables = text.replace(crate::report::ours::MARKDOWN_MARK, "");
        assert!(!tables.contains('<'));
        assert!(text.contains("| a \\| b \\| c "));
    }

    #[test]
    fn marks_are_escaped_and_names_stay_readable() {
        assert_eq!(escape("taken_out _x_ *y*"), "taken_out \\_x\\_ \\*y\\*");
    }
}
