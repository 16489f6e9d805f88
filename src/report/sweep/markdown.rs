//! A sweep as Markdown tables.

use super::super::markdown::{escape, table};
use super::super::ours::MARKDOWN_MARK;
use super::super::text::clean;
use super::{fixed, played, players, sentence, tables, title};
use crate::analysis::Sweep;
use std::fmt::Write as _;

/// A heading, the sentences and the tables.
pub fn sweep_markdown(sweep: &Sweep) -> String {
    let mut text = format!(
        "## {}\n\n{}\n",
        escape(&title(sweep)),
        escape(&sentence(sweep))
    );
    for (caption, cells) in tables(sweep) {
        let _ = writeln!(text, "\n{}:\n", escape(&caption));
        table(&mut text, &cells);
    }
    let mut facts = vec![played(sweep)];
    facts.extend(fixed(sweep));
    facts.extend(Some(players(sweep)).filter(|players| !players.is_empty()));
    let _ = writeln!(
        text,
        "\n{}, hash {}, evenodds {}\n\n{MARKDOWN_MARK}",
        escape(&facts.join(", ")),
        escape(&clean(&sweep.scenario.hash)),
        env!("CARGO_PKG_VERSION")
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{SweepPlan, grid};
    use crate::scenario::load;
    use crate::sim::Unwatched;

    #[test]
    fn names_cannot_break_a_table() {
        let file = "kind = 'quick'\ndifficulty = 5\nactor = { name = '<b> | x', dice = 2 }\n";
        let scenario = load("a|b.toml", file.as_bytes(), &[]).unwrap();
        let plan = SweepPlan {
            vary: vec!["difficulty=4..5".parse().unwrap()],
            ..SweepPlan::default()
        };
        let grid = grid(&scenario, &plan).unwrap();
        let sweep = grid.play(&Unwatched, &|_, _| {}).unwrap();
        let text = sweep_markdown(&sweep);
        assert!(
            text.contains("&lt;b&gt; \\| x succeeds falls from"),
            "{text}"
        );
        assert!(text.contains("\n| 4 "), "{text}");
        let bare = text.replace(MARKDOWN_MARK, "");
        assert!(!bare.contains('<') && text.ends_with("-->\n"), "{text}");
    }
}
