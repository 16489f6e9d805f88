//! A tuning as a Markdown table.

use super::super::markdown::{escape, table as write_table};
use super::super::ours::MARKDOWN_MARK;
use super::super::text::clean;
use super::{caption, lead, notes, played, table, title, tune_claim};
use crate::analysis::Tuning;
use std::fmt::Write as _;

/// A heading, the sentence, the settings, and what there is to say about them.
pub fn tune_markdown(tuning: &Tuning) -> String {
    let title = escape(&title(tuning));
    let mut text = format!("## {title}\n\n{title}: {}\n", escape(&tune_claim(tuning)));
    let _ = writeln!(text, "\n{}:\n", escape(&caption(tuning)));
    write_table(&mut text, &table(tuning));
    let _ = writeln!(text, "\n{}", escape(&lead(tuning)));
    for (name, note) in notes(tuning) {
        let _ = writeln!(text, "\n{name}: {}", escape(&note));
    }
    let _ = writeln!(
        text,
        "\n{}, hash {}, evenodds {}\n\n{MARKDOWN_MARK}",
        escape(&played(tuning)),
        escape(&clean(&tuning.scenario.hash)),
        env!("CARGO_PKG_VERSION")
    );
    text
}
