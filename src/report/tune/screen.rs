//! What `tune` prints: the sentence, the settings, the neighbours, and how to play the answer.

use super::super::lines::Lines;
use super::super::screen::ScreenOptions;
use super::{caption, lead, notes, played, table, title, tune_claim};
use crate::analysis::Tuning;

/// The text for a screen, ending in a line break. `run` is the command that plays the answer; may be
/// empty.
pub fn tune_screen(tuning: &Tuning, options: &ScreenOptions, run: &str) -> String {
    let sentence = format!("{}: {}", title(tuning), tune_claim(tuning));
    let mut lines = Lines::new(&sentence, options);
    lines.gap();
    lines.paragraph(&caption(tuning));
    lines.table(&table(tuning));
    lines.gap();
    lines.paragraph(&lead(tuning));
    lines.notes(&notes(tuning));
    if !run.is_empty() {
        lines.commands(&[("to play it".to_owned(), run.to_owned())]);
    }
    lines.finish(&played(tuning), options)
}

#[cfg(test)]
mod tests {
    use super::super::super::text::width;
    use super::super::sample::{exact, several, tuning};
    use super::*;

    fn shown(tuning: &Tuning, width: usize) -> String {
        let options = ScreenOptions {
            width,
            command: "evenodds tune @canyon --vary ... -s 42",
            ..ScreenOptions::default()
        };
        tune_screen(tuning, &options, "evenodds run @canyon --set ...")
    }

    #[test]
    fn values_stand_in_a_table_with_their_neighbours_below() {
        insta::assert_snapshot!(shown(&tuning(), 100), @"");
        insta::assert_snapshot!(shown(&several(), 100), @"");
        insta::assert_snapshot!(shown(&exact(), 100), @"");
    }

    #[test]
    fn on_a_narrow_screen_no_line_but_commands_is_wider_than_it() {
        for line in shown(&tuning(), 48).lines() {
            assert!(width(line) <= 48 || line.contains("evenodds "), "{line}");
        }
    }

    #[test]
    fn colour_changes_nothing_but_colour_and_names_cannot_steer() {
        let mut tuning = tuning();
        tuning.keys[0] = "a.'\u{1b}[31m'".to_owned();
        tuning.tried[0].values[0] = "\u{1b}[31m".to_owned();
        tuning.phrase = "\u{1b}[31m wins".to_owned();
        let plain = shown(&tuning, 100);
        assert!(!plain.contains('\u{1b}'), "{plain}");
    }
}
