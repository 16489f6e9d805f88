//! Advice as a Markdown table.

use super::super::markdown::{escape, table as write_table};
use super::super::ours::MARKDOWN_MARK;
use super::super::text::clean;
use super::tables::{caption, effective, lead, notes, table};
use super::{advise_claim, played, title};
use crate::analysis::Advice;
use std::fmt::Write as _;

/// A heading, the sentence, all changes, and the assignment that makes each.
pub fn advise_markdown(advice: &Advice) -> String {
    let title = escape(&title(advice));
    let mut text = format!("## {title}\n\n{title}: {}\n", escape(&advise_claim(advice)));
    let _ = writeln!(text, "\n{}:\n", escape(&caption(advice, usize::MAX)));
    let mut all = table(advice, usize::MAX, true);
    all.headings.push("--set".to_owned());
    if let Some(base) = all.rows.first_mut() {
        base.push(String::new());
    }
    for (row, one) in all.rows.iter_mut().skip(1).zip(effective(advice)) {
        row.push(clean(&one.change.turn.assignment()));
    }
    write_table(&mut text, &all);
    let _ = writeln!(text, "\n{}", escape(&lead(advice)));
    for (name, note) in notes(advice) {
        let _ = writeln!(text, "\n{name}: {}", escape(&note));
    }
    let _ = writeln!(
        text,
        "\n{}, hash {}, evenodds {}\n\n{MARKDOWN_MARK}",
        escape(&played(advice)),
        escape(&clean(&advice.scenario.hash)),
        env!("CARGO_PKG_VERSION")
    );
    text
}
