//! Answers as Markdown: a heading, the headline, and tables that also align as plain text.

use super::answer::{Answer, BlockContent, Media};
use super::table::Table;
use super::text::join_parts;
use super::text::width;
use std::fmt::Write as _;

/// Returns the text of answers, one below the other.
pub fn markdown(answers: &[Answer]) -> String {
    let mut text = String::new();
    for (index, answer) in answers.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        let title = escape(&answer.title);
        let _ = writeln!(text, "## {title}\n\n{}\n", escape(&answer.titled_headline));
        for content in answer.on(Media::Markdown) {
            block(&mut text, content);
        }
        let tool = concat!("evenodds ", env!("CARGO_PKG_VERSION"));
        let facts = join_parts(
            [&escape(&answer.facts), &escape(&answer.origin), tool],
            ", ",
        );
        let _ = writeln!(text, "{facts}");
    }
    text
}

fn block(text: &mut String, content: &BlockContent) {
    match content {
        BlockContent::Text(words) => {
            let _ = writeln!(text, "{}\n", escape(words));
        }
        BlockContent::Table(caption, cells) => {
            if !caption.is_empty() {
                let _ = writeln!(text, "{}:\n", escape(caption));
            }
            table(text, cells);
            text.push('\n');
        }
        BlockContent::Notes(notes) => {
            for (name, note) in notes {
                let _ = writeln!(text, "- {}: {}", escape(name), escape(note));
            }
            if !notes.is_empty() {
                text.push('\n');
            }
        }
        // Screens alone show commands and bars.
        BlockContent::Commands(..) | BlockContent::Bars(_) => {}
    }
}

/// Writes a table with left-aligned names and right-aligned figures, which also aligns as plain
/// text.
fn table(text: &mut String, table: &Table) {
    let escaped = |row: &Vec<String>| row.iter().map(|cell| escape(cell)).collect();
    let rows = std::iter::once(&table.headings).chain(&table.rows);
    let cells: Vec<Vec<String>> = rows.map(escaped).collect();
    let widest = |column: usize| cells.iter().map(|row| width(&row[column])).max();
    let columns = 0..table.headings.len();
    let widths: Vec<usize> = columns
        .map(|column| widest(column).unwrap_or(0).max(3))
        .collect();
    for (index, row) in cells.iter().enumerate() {
        for (column, (cell, &room)) in row.iter().zip(&widths).enumerate() {
            let blanks = " ".repeat(room - width(cell));
            let _ = match column {
                0 => write!(text, "| {cell}{blanks} "),
                _ => write!(text, "| {blanks}{cell} "),
            };
        }
        text.push_str("|\n");
        if index == 0 {
            for (column, &width) in widths.iter().enumerate() {
                let _ = match column {
                    0 => write!(text, "| {} ", "-".repeat(width)),
                    _ => write!(text, "| {}: ", "-".repeat(width - 1)),
                };
            }
            text.push_str("|\n");
        }
    }
}

/// Zero-width space. Code hosts do not recognize mentions, issues and addresses that contain it.
/// They search after they remove Markdown escapes, so a backslash is not enough.
const ZERO_WIDTH: &str = "&#8203;";

/// Escapes text for Markdown, as names come from files.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    let mut before = ' ';
    while let Some(character) = characters.next() {
        let after = characters.peek().copied().unwrap_or(' ');
        match character {
            // An underscore within a word has no meaning in Markdown, and many names contain one.
            '_' if before.is_alphanumeric() && after.is_alphanumeric() => escaped.push('_'),
            '@' if !after.is_whitespace() => escaped.extend(["@", ZERO_WIDTH]),
            '#' => escaped.extend(["\\#", ZERO_WIDTH]),
            // Prevents links from `https://`, `www.` and `GH-1`.
            '/' if before == ':' && after == '/' => escaped.extend([ZERO_WIDTH, "/"]),
            '.' if ends_in(&escaped, "www") => escaped.extend([ZERO_WIDTH, "."]),
            '-' if ends_in(&escaped, "gh") => escaped.extend(["-", ZERO_WIDTH]),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' => {
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

/// Returns whether a text ends in these letters, ignoring case.
fn ends_in(text: &str, letters: &str) -> bool {
    let end = text.len().checked_sub(letters.len());
    end.and_then(|start| text.get(start..))
        .is_some_and(|end| end.eq_ignore_ascii_case(letters))
}

#[cfg(test)]
mod tests {
    use super::super::results::results_answer;
    use super::super::sample::{Ambush, spoil};
    use super::*;
    use crate::report::ResultContext;

    #[test]
    fn tables_are_aligned_and_contain_all_metrics() {
        let results = Ambush::new().results(500);
        let text = markdown(&[results_answer(&results, &ResultContext::default())]);
        assert!(text.starts_with("## Ambush in the canyon\n\nAmbush in the canyon: "));
        let rows = text
            .lines()
            .filter(|line| line.starts_with("| taken_out.Dirk"));
        assert_eq!(rows.count(), 2);
        let outcomes: Vec<usize> = text
            .lines()
            .filter(|line| line.starts_with('|'))
            .take(4)
            .map(width)
            .collect();
        assert!(outcomes.windows(2).all(|pair| pair[0] == pair[1]));
    }

    #[test]
    fn names_cannot_break_a_table() {
        let mut results = Ambush::new().results(500);
        spoil(&mut results);
        results.outcomes[1].name = "a | b\n| c".to_owned();
        let text = markdown(&[results_answer(&results, &ResultContext::default())]);
        assert!(!text.contains('<'));
        assert!(text.contains("| a \\| b \\| c "));
    }

    #[test]
    fn marks_are_escaped_and_names_stay_readable() {
        assert_eq!(escape("taken_out _x_ *y*"), "taken_out \\_x\\_ \\*y\\*");
    }

    #[test]
    fn names_mention_no_users_and_become_no_links() {
        for (name, expected) in [
            ("@team", "@&#8203;team"),
            ("a@b.org", "a@&#8203;b.org"),
            ("#1 org/repo#2", "\\#&#8203;1 org/repo\\#&#8203;2"),
            ("GH-7", "GH-&#8203;7"),
            ("https://example.org", "https:&#8203;//example.org"),
            ("Www.example.org", "Www&#8203;.example.org"),
            ("50 @ 3, a/b, wow.", "50 @ 3, a/b, wow."),
        ] {
            assert_eq!(escape(name), expected);
        }
    }
}
