//! Search for brackets that are never closed.
//!
//! The parser reads all text after such a bracket as part of its list, up to the end of the file,
//! and reports all of it. This module detects the bracket by what follows: a line that starts a
//! header or a key. The bracket is then one fault, and reading continues after it.

use std::ops::Range;

use super::depth::{line_length, string_length};

/// A bracket that is never closed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unclosed {
    /// Byte offset of the bracket.
    pub offset: usize,
    /// The bracket, `[` or `{`.
    pub bracket: u8,
    /// Byte range from the line of the outermost enclosing bracket to the first line that cannot be
    /// inside it, or to the end.
    pub lines: Range<usize>,
    /// Index in the given offsets of the first error that the bracket causes.
    pub first: usize,
}

/// Returns the first bracket that is open at any of the sorted `offsets` and never closed, or
/// `None`.
pub(super) fn unclosed(text: &str, offsets: &[usize]) -> Option<Unclosed> {
    let bytes = text.as_bytes();
    // Open brackets, outermost first.
    let mut open: Vec<(usize, u8)> = Vec::new();
    // Index of the first offset after the outermost open bracket.
    let mut touched: Option<usize> = None;
    let mut next = 0;
    let mut offset = 0;
    loop {
        while offsets.get(next).is_some_and(|known| *known <= offset) {
            if !open.is_empty() {
                touched = touched.or(Some(next));
            }
            next += 1;
        }
        let ends = offset >= bytes.len();
        let begins_line = offset > 0 && bytes.get(offset - 1) == Some(&b'\n');
        if let (Some(&(outermost, _)), Some(&(innermost, bracket))) = (open.first(), open.last())
            && (ends || begins_line && begins_statement(&text[offset..], bracket))
        {
            // An error caused by the bracket may be reported only later.
            let first = touched.or((next < offsets.len()).then_some(next));
            let start = text[..outermost].rfind('\n').map_or(0, |end| end + 1);
            return first.map(|first| Unclosed {
                offset: innermost,
                bracket,
                lines: start..offset,
                first,
            });
        }
        let &byte = bytes.get(offset)?;
        offset += match byte {
            b'"' | b'\'' => string_length(&bytes[offset..]),
            b'#' => line_length(&bytes[offset..]),
            // As in the parser, a header ends with its line.
            b'[' if open.is_empty() && is_first_of_line(&text[..offset]) => {
                line_length(&bytes[offset..])
            }
            b'[' | b'{' => {
                open.push((offset, byte));
                1
            }
            b']' | b'}' => {
                let opener = if byte == b']' { b'[' } else { b'{' };
                if open.last().is_some_and(|(_, bracket)| *bracket == opener) {
                    open.pop();
                    if open.is_empty() {
                        touched = None;
                    }
                }
                1
            }
            _ => 1,
        };
    }
}

/// Returns whether the text after `before` is at the start of a line.
fn is_first_of_line(before: &str) -> bool {
    let line = before.trim_end_matches([' ', '\t', '\u{feff}']);
    line.is_empty() || line.ends_with('\n')
}

/// Returns whether the first line of a text starts a header or a key, and so cannot be inside a
/// list. Inside an inline table, a line with a key can be part of it if a comma follows the value.
fn begins_statement(text: &str, bracket: u8) -> bool {
    let line = text.lines().next().unwrap_or_default().trim();
    if let Some(inside) = line.strip_prefix('[') {
        let inside = inside.trim_start_matches('[');
        let word = inside.starts_with(|first: char| first.is_alphabetic() || first == '_');
        let (name, rest) = inside.split_once(']').unwrap_or((inside, ""));
        let rest = rest.trim_start_matches(']').trim_start();
        return word
            && !name.contains(['{', ',', '='])
            && (rest.is_empty() || rest.starts_with('#'));
    }
    let Some((name, _)) = line.split_once('=') else {
        return false;
    };
    let plain = |character: char| character.is_alphanumeric() || "_-.\"' ".contains(character);
    let is_key = !name.trim().is_empty() && name.chars().all(plain);
    is_key && (bracket == b'[' || !line.ends_with(','))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the unclosed bracket and its lines as text.
    fn found<'a>(text: &'a str, wrong: &str) -> Option<(&'a str, &'a str)> {
        let offset = text.find(wrong).expect("the text has it");
        unclosed(text, &[offset]).map(|found| (&text[found.offset..], &text[found.lines]))
    }

    #[test]
    fn a_header_or_a_key_ends_an_unclosed_bracket() {
        for next in [
            "[rules]\n",
            "[[side]] # more\n",
            "dice = 3\n",
            "\"a b\".c = 3\n",
        ] {
            let text = format!("a = 1\nb = [{{ c = 1 }},\n  {{ c = 2 }}\n{next}");
            let (bracket, lines) = found(&text, next).unwrap();
            assert!(bracket.starts_with("[{ c = 1 }"), "{next}");
            assert_eq!(lines, "b = [{ c = 1 },\n  { c = 2 }\n");
        }
        assert_eq!(found("b = [1", "1"), Some(("[1", "b = [1")));
    }

    #[test]
    fn the_innermost_bracket_is_named() {
        let text = "b = [{ c = 1\nd = 2\n";
        assert_eq!(
            found(text, "d"),
            Some(("{ c = 1\nd = 2\n", "b = [{ c = 1\n"))
        );
    }

    #[test]
    fn closed_brackets_are_not_reported() {
        for text in [
            "b = [\n  [x],\n  [1, 2],\n]\nd = 2\n",
            "b = { c = x,\n  d = 2,\n}\n",
            "b = [x, \"]\n\", ']', # ]\n]\nd = [1]\n",
            "[b\nx\n",
            "b = [\"\"\"\n[side]\nc = 1\n\"\"\", x]\n",
        ] {
            assert_eq!(found(text, "x"), None, "{text}");
        }
    }

    #[test]
    fn brackets_before_the_first_offset_are_ignored() {
        assert_eq!(unclosed("a = [1]\nb = x\n", &[12]), None);
        assert_eq!(unclosed("a = [1\nb = 2\n", &[]), None);
        assert_eq!(unclosed("", &[0]), None);
    }
}
