//! Comparisons as Markdown tables.

use super::super::markdown::{escape, table};
use super::super::ours::MARKDOWN_MARK;
use super::super::text::clean;
use super::claim::titles;
use super::compare_claim;
use super::rows::{decided, further, notes, played};
use crate::analysis::Comparison;
use std::fmt::Write as _;

/// A heading, the sentence, all figures and the notes of each comparison.
pub fn compare_markdown(comparisons: &[Comparison]) -> String {
    let mut text = String::new();
    for comparison in comparisons {
        let (first, second) = titles(comparison);
        let _ = writeln!(
            text,
            "## {} / {}\n\n{}\n",
            escape(&first),
            escape(&second),
            escape(&compare_claim(comparison))
        );
        table(&mut text, &decided(comparison));
        let further = further(comparison, true);
        if !further.rows.is_empty() {
            text.push('\n');
            table(&mut text, &further);
        }
        text.push('\n');
        for (name, note) in notes(comparison) {
            let _ = writeln!(text, "- {name}: {}", escape(&note));
        }
        let _ = writeln!(
            text,
            "\n{}, seed {}, hashes {} and {}, evenodds {}\n",
            played(comparison),
            comparison.seed,
            escape(&clean(&comparison.first.hash)),
            escape(&clean(&comparison.second.hash)),
            env!("CARGO_PKG_VERSION")
        );
    }
    let _ = writeln!(text, "{MARKDOWN_MARK}");
    text
}

#[cfg(test)]
mod tests {
    use super::super::sample::comparison;
    use super::*;

    #[test]
    fn all_figures_are_there() {
        insta::assert_snapshot!(compare_markdown(&[comparison()]), @"");
    }
}
