//! Limit on the nesting depth of a text before it is parsed.
//!
//! The parser limits the nesting of brackets but not of dotted keys, and dropping a tree with tens
//! of thousands of levels would overflow the stack. This scan never counts fewer levels than the
//! parser creates, so accepted texts are safe.

/// Maximum nesting depth of tables and arrays in a document.
pub const DEEPEST: usize = 64;

/// Returns the byte offset at which a text nests deeper than [`DEEPEST`] levels, if it does.
pub fn too_deep(text: &str) -> Option<usize> {
    exceeds(text, DEEPEST)
}

/// Returns the byte offset at which a text nests deeper than `bound` levels, if it does.
fn exceeds(text: &str, bound: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    // The byte order mark does not belong to the first word.
    let start = if text.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    };
    let mut levels = Levels::default();
    let mut offset = start;
    while let Some(&byte) = bytes.get(offset) {
        let mut length = 1;
        match byte {
            b'"' | b'\'' => length = string_length(&bytes[offset..]),
            b'#' => length = line_length(&bytes[offset..]),
            b'[' | b'{' => levels.open(byte),
            b']' | b'}' => levels.close(byte),
            b'.' => levels.deepen(),
            b',' => levels.next(),
            b'\n' if levels.open.is_empty() => levels.next(),
            b' ' | b'\t' | b'\r' | b'\n' | b'=' => {}
            _ => length = word_length(&bytes[offset..]),
        }
        if levels.depth > bound {
            return Some(offset);
        }
        offset += length;
    }
    None
}

/// Open brackets, each with the number of dots in the enclosing key.
#[derive(Default)]
struct Levels {
    open: Vec<(u8, usize)>,
    /// Number of dots in the current key.
    dots: usize,
    /// Number of all levels.
    depth: usize,
}

impl Levels {
    fn open(&mut self, bracket: u8) {
        self.open.push((bracket, self.dots));
        self.dots = 0;
        self.depth += 1;
    }

    fn close(&mut self, bracket: u8) {
        let opener = if bracket == b']' { b'[' } else { b'{' };
        // An unmatched closing bracket is skipped: the parser may do so too, and the depth does not
        // change.
        if self.open.last().is_some_and(|(open, _)| *open == opener) {
            self.depth -= self.dots + 1;
            self.dots = self.open.pop().map_or(0, |(_, dots)| dots);
        }
    }

    fn deepen(&mut self) {
        self.dots += 1;
        self.depth += 1;
    }

    /// Starts the next key or element.
    fn next(&mut self) {
        self.depth -= self.dots;
        self.dots = 0;
    }
}

/// Returns the length of a string as the parser's lexer reads it; a single-line string ends at the
/// latest at the line end.
pub(super) fn string_length(bytes: &[u8]) -> usize {
    let quote = bytes[0];
    let triple = [quote; 3];
    let multiline = bytes.starts_with(&triple);
    let mut offset = if multiline { 3 } else { 1 };
    while let Some(&byte) = bytes.get(offset) {
        if byte == b'\\' && quote == b'"' {
            // Only an escaped quote or backslash is skipped: a line end still ends the string.
            let passed = matches!(bytes.get(offset + 1), Some(b'"' | b'\\'));
            offset += if passed { 2 } else { 1 };
        } else if multiline && bytes[offset..].starts_with(&triple) {
            let further = bytes[offset + 3..]
                .iter()
                .take(2)
                .take_while(|byte| **byte == quote)
                .count();
            return offset + 3 + further;
        } else if !multiline && byte == quote {
            return offset + 1;
        } else if !multiline && byte == b'\n' {
            return offset;
        } else {
            offset += 1;
        }
    }
    bytes.len()
}

/// Returns the length of a bare word. A quote inside a word belongs to it and does not start a
/// string.
pub(super) fn word_length(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .position(|byte| b".=,[]{} \t#\r\n".contains(byte))
        .unwrap_or(bytes.len())
}

pub(super) fn line_length(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .position(|byte| matches!(byte, b'\n' | b'\r'))
        .unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use toml::de::{DeTable, DeValue};

    #[test]
    fn ordinary_documents_pass() {
        let long_list = format!("faces = [{}]", "0.5, ".repeat(10_000));
        let prose = format!(
            "notes = \"{}\" # {}",
            "Wait... ".repeat(1_000),
            "...".repeat(100)
        );
        for text in [
            "a.b.c = 1\n[d.e]\nf = [[1, 2.5], { g.h = 3 }]",
            &long_list,
            &prose,
            "",
        ] {
            assert_eq!(too_deep(text), None, "{text}");
        }
        assert_eq!(too_deep(&"[[side]]\nx.y = 1.5\n".repeat(1_000)), None);
        assert_eq!(
            too_deep(&"a = '''\n[[[['''''\nb = \"\"\"\\\"{{{{\"\"\"\n".repeat(100)),
            None
        );
    }

    #[test]
    fn depth_of_brackets_and_dots_adds_up() {
        assert!(too_deep(&format!("a = {}", "[".repeat(100))).is_some());
        assert!(too_deep(&format!("a{} = 1", ".a".repeat(100))).is_some());
        assert!(too_deep(&"{a.a.a.a=".repeat(20)).is_some());
        assert!(too_deep(&format!("x'y = {}", "[".repeat(100))).is_some());
        assert!(too_deep(&format!("\u{feff}\"'\" = {}", "[".repeat(100))).is_some());
        assert!(too_deep(&"[a.a.a.a={]".repeat(20)).is_some());
    }

    fn levels_of(value: &DeValue<'_>) -> usize {
        let inner = match value {
            DeValue::Table(table) => table.values().map(|value| levels_of(value.get_ref())).max(),
            DeValue::Array(array) => array.iter().map(|value| levels_of(value.get_ref())).max(),
            _ => return 0,
        };
        1 + inner.unwrap_or(0)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        // The factor is three: the tables of a header, each possibly in an array, contain those of
        // a key.
        #[test]
        fn accepted_texts_are_at_most_three_times_as_deep_as_the_bound(
            pieces in proptest::collection::vec(
                prop_oneof!["[a.\\[\\]{}=,'\"\\\\#\n]{1,6}", "(a[.]a=\\{|\\[|\\{a=\\[|[.]a){1,9}"],
                1..40,
            ),
        ) {
            let text = pieces.concat();
            // Depth of the parsed text, without the document itself.
            let table = DeTable::parse_recoverable(&text).0.into_inner();
            let levels = levels_of(&DeValue::Table(table)) - 1;
            prop_assert!(levels < 4 || exceeds(&text, (levels - 1) / 3 - 1).is_some(), "{}", text);
        }
    }
}
