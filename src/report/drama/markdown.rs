//! Drama as Markdown tables.

use super::super::markdown::{escape, table};
use super::super::ours::MARKDOWN_MARK;
use super::super::text::clean;
use super::{drama_claim, lead, played, tables, title};
use crate::analysis::Drama;
use std::fmt::Write as _;

/// For each scenario a heading, the sentence and the tables.
pub fn drama_markdown(dramas: &[Drama]) -> String {
    let mut text = String::new();
    for (index, drama) in dramas.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        let title = escape(&title(drama));
        let claim = escape(&drama_claim(drama));
        let _ = writeln!(
            text,
            "## {title}\n\n{title}: {claim}\n\n{}",
            escape(&lead(drama))
        );
        for (caption, cells) in tables(drama) {
            let _ = writeln!(text, "\n{}:\n", escape(&caption));
            table(&mut text, &cells);
        }
        let _ = writeln!(
            text,
            "\n{}, hash {}, evenodds {}",
            escape(&played(drama)),
            escape(&clean(&drama.scenario.hash)),
            env!("CARGO_PKG_VERSION")
        );
    }
    let _ = writeln!(text, "\n{MARKDOWN_MARK}");
    text
}

#[cfg(test)]
mod tests {
    use super::super::sample::ambush;
    use super::*;

    #[test]
    fn names_cannot_break_a_table() {
        let mut drama = ambush();
        drama.actors[0].name = "a | <b>".to_owned();
        let text = drama_markdown(&[drama.clone(), drama]);
        assert!(text.contains("| a \\| &lt;b&gt; "), "{text}");
        assert_eq!(text.matches("\n## ").count() + 1, 2);
        assert!(text.ends_with(&format!("{MARKDOWN_MARK}\n")));
    }
}
