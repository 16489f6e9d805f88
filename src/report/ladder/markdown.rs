//! A ladder as Markdown tables.

use super::super::markdown::{escape, table};
use super::super::ours::MARKDOWN_MARK;
use super::super::text::clean;
use super::{ladder_claim, legend, notes, played, tables, title};
use crate::analysis::Ladder;
use std::fmt::Write as _;

/// A heading, the sentence, the matrices and what their marks mean.
pub fn ladder_markdown(ladder: &Ladder) -> String {
    let title = escape(&title(ladder));
    let mut text = format!("## {title}\n\n{title}: {}\n", escape(&ladder_claim(ladder)));
    for (caption, cells) in tables(ladder) {
        let _ = writeln!(text, "\n{}:\n", escape(&caption));
        table(&mut text, &cells);
    }
    let legend = legend(ladder);
    if !legend.is_empty() {
        let _ = writeln!(text, "\n{}.", escape(&legend.join("; ")));
    }
    for (name, note) in notes(ladder) {
        let _ = writeln!(text, "\n{name}: {}", escape(&note));
    }
    let _ = writeln!(
        text,
        "\n{}, seed {}, hash {}, evenodds {}\n\n{MARKDOWN_MARK}",
        played(ladder),
        ladder.seed,
        escape(&clean(&ladder.scenario.hash)),
        env!("CARGO_PKG_VERSION")
    );
    text
}
