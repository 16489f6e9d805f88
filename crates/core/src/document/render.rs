//! Formatter of faults for the terminal. Each has a machine-readable line, the source line with the
//! value underlined, and advice. The number of faults follows at the end.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::faults::{Fault, Faults};
use super::printable::{is_control, printable};
use super::source::Span;

/// Maximum number of printed faults; a file that is not a scenario may have millions.
const MOST: usize = 20;
/// Maximum number of printed characters of a source line.
const WIDEST: usize = 100;

impl Faults {
    /// Formats the first 20 faults in file order for the terminal, each with its source line, and the
    /// number of further faults. Returns an empty string if there are none.
    pub fn render(&self, color: bool) -> String {
        let mut page = String::new();
        for fault in self.iter().take(MOST) {
            render_fault(&mut page, fault, color);
            page.push('\n');
        }
        match self.len() {
            0 => {}
            1 => page.push_str("1 fault; nothing was run\n"),
            count if count <= MOST => {
                let _ = writeln!(page, "{count} faults; nothing was run");
            }
            count => {
                let more = count - MOST;
                let _ = writeln!(page, "and {more} more: {count} faults; nothing was run");
            }
        }
        page
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.render(false))
    }
}

fn render_fault(page: &mut String, fault: &Fault, color: bool) {
    let headline = printable(&fault.to_string()).into_owned();
    let _ = if color {
        writeln!(page, "\u{1b}[1m{headline}\u{1b}[0m")
    } else {
        writeln!(page, "{headline}")
    };
    if let Some(excerpt) = excerpt(&fault.span, color) {
        for line in excerpt.lines() {
            page.push_str(line.trim_end());
            page.push('\n');
        }
    }
    if let Some(help) = &fault.help {
        let help = printable(help).into_owned();
        let _ = if color {
            writeln!(page, "\u{1b}[1;36mhelp\u{1b}[0m: {help}")
        } else {
            writeln!(page, "help: {help}")
        };
    }
}

/// Formats the first line of a span, with the span underlined as far as it is on that line. Returns
/// `None` for an empty line, or if the source must not be quoted.
fn excerpt(span: &Span, color: bool) -> Option<String> {
    let source = span.source();
    if !source.is_quoted() {
        return None;
    }
    let line = span.line();
    let bounds = source.line_span(line);
    let text = source.text().get(bounds.clone())?;
    if text.trim().is_empty() {
        return None;
    }
    let inside = |offset: usize| offset.clamp(bounds.start, bounds.end) - bounds.start;
    let range = span.range();
    let (shown, underlined) = window(text, inside(range.start)..inside(range.end));
    let shown = shown.into_owned();
    let snippet = Snippet::source(shown)
        .line_start(line)
        .fold(false)
        .annotation(AnnotationKind::Primary.span(underlined));
    let renderer = if color {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    // With this width only the window above shortens lines, so messages are the same in every
    // terminal.
    let renderer = renderer.term_width(10 * WIDEST);
    Some(renderer.render(&[Group::with_level(Level::ERROR).element(snippet)]))
}

/// Returns the part of a long line around `span`, with ellipses at the cuts, and the range of
/// `span` in this part.
fn window(line: &str, span: Range<usize>) -> (Cow<'_, str>, Range<usize>) {
    if line.chars().count() <= WIDEST {
        return (printable_line(line), span);
    }
    let before = line.get(..span.start).unwrap_or_default();
    // Reserves a third of the width for text before the span, unless the line ends soon after the
    // span.
    let from = before
        .char_indices()
        .rev()
        .nth(WIDEST / 3 - 1)
        .map_or(0, |(offset, _)| offset);
    let kept = line.get(from..).unwrap_or_default();
    let to = kept
        .char_indices()
        .nth(WIDEST)
        .map_or(line.len(), |(offset, _)| from + offset);
    let left = if from > 0 { "…" } else { "" };
    let right = if to < line.len() { "…" } else { "" };
    let shown = format!(
        "{left}{}{right}",
        printable_line(line.get(from..to).unwrap_or_default())
    );
    let shift = |offset: usize| offset.clamp(from, to) - from + left.len();
    (Cow::Owned(shown), shift(span.start)..shift(span.end))
}

/// Replaces control characters, except tabs, with spaces of the same length in bytes, so that spans
/// stay valid.
fn printable_line(line: &str) -> Cow<'_, str> {
    let is_unsafe = |character: char| character != '\t' && is_control(character);
    if line.chars().any(is_unsafe) {
        let replaced = |character: char| {
            if is_unsafe(character) {
                " ".repeat(character.len_utf8())
            } else {
                character.into()
            }
        };
        Cow::Owned(line.chars().map(replaced).collect())
    } else {
        Cow::Borrowed(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::source::Source;

    fn rendered_fault(text: &str, marked: &str) -> String {
        let start = text.find(marked).unwrap();
        let mut faults = Faults::new();
        faults.push(Fault {
            span: Span::new(&Source::new("x.toml", text), start..start + marked.len()),
            path: "a.b".to_owned(),
            found: "is 9".to_owned(),
            accepted: "six at most".to_owned(),
            reason: None,
            help: Some("fewer".to_owned()),
            absent: None,
        });
        faults.render(false)
    }

    #[test]
    fn the_value_is_underlined() {
        insta::assert_snapshot!(rendered_fault("x = 1\ndice = 9 # too many\n", "9"), @"
        x.toml:2:8: a.b is 9; six at most
          |
        2 | dice = 9 # too many
          |        ^
        help: fewer

        1 fault; nothing was run
        ");
    }

    #[test]
    fn the_underline_is_aligned_after_tabs_and_wide_characters() {
        insta::assert_snapshot!(rendered_fault("\tname = \"漢字\", dice = 9", "9"), @r#"
        x.toml:1:22: a.b is 9; six at most
          |
        1 |     name = "漢字", dice = 9
          |                           ^
        help: fewer

        1 fault; nothing was run
        "#);
    }

    #[test]
    fn long_lines_are_cut_around_the_span() {
        let text = format!("a = \"{}\", dice = 9, {}", "é".repeat(200), "b".repeat(200));
        insta::assert_snapshot!(rendered_fault(&text, "9"), @r#"
        x.toml:1:216: a.b is 9; six at most
          |
        1 | …ééééééééééééééééééééééé", dice = 9, bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb…
          |                                   ^
        help: fewer

        1 fault; nothing was run
        "#);
    }

    #[test]
    fn only_the_first_line_of_a_span_is_shown() {
        insta::assert_snapshot!(rendered_fault("a = [\n  1,\n  2,\n]\n", "[\n  1,\n  2,\n]"), @"
        x.toml:1:5: a.b is 9; six at most
          |
        1 | a = [
          |     ^
        help: fewer

        1 fault; nothing was run
        ");
    }

    #[test]
    fn no_text_can_control_the_terminal() {
        let page = rendered_fault("a = \"\u{1b}[2J\u{9b}\" 9", "9");
        assert!(!page.contains(['\u{1b}', '\u{9b}']), "{page}");
    }

    #[test]
    fn an_empty_file_has_no_excerpt() {
        insta::assert_snapshot!(rendered_fault("", ""), @"
        x.toml:1:1: a.b is 9; six at most
        help: fewer

        1 fault; nothing was run
        ");
    }
}
