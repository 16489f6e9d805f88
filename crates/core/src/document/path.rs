//! Paths to values, printed and parsed in one grammar.
//!
//! `side.heroes.Dirk.classes[0].dice`: names are joined by dots, and elements without a name have
//! an `[index]`. A name is bare if it has only letters and digits of any script, `_` and `-`. Other
//! names are in single quotes, or in double quotes with the escapes of TOML if they contain a
//! single quote or a control character. Typed names may have blanks between bare words without
//! quotes: `side.ambushers.Assassin Drone`.

use std::fmt::{self, Write as _};
use std::str::FromStr;

/// One segment of a path.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Segment {
    /// A key of a table, or the name of an element.
    Name(String),
    /// A 0-based index in an array.
    Index(usize),
}

/// A path from the top of a document to a value; empty for the document itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Path {
    segments: Vec<Segment>,
}

/// Syntax error in a path.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{wanted}")]
pub struct PathError {
    /// Byte offset in the text.
    pub offset: usize,
    /// Description of the expected text.
    pub wanted: &'static str,
}

impl Path {
    /// Returns the path of the whole document.
    pub fn root() -> Self {
        Self::default()
    }

    /// Returns the segments, outermost first.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Returns this path with a name appended.
    #[must_use]
    pub fn name(&self, name: impl Into<String>) -> Self {
        self.joined(Segment::Name(name.into()))
    }

    /// Returns this path with an index appended.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        self.joined(Segment::Index(index))
    }

    fn joined(&self, segment: Segment) -> Self {
        let mut segments = self.segments.clone();
        segments.push(segment);
        Self { segments }
    }

    /// Returns the first `count` segments.
    #[must_use]
    pub fn prefix(&self, count: usize) -> Self {
        Self {
            segments: self.segments.iter().take(count).cloned().collect(),
        }
    }

    /// Parses the longest path at the start of `text`. Returns the path, the byte range of each
    /// segment, and the offset of the first byte after the path.
    ///
    /// # Errors
    /// Returns an error if no path starts there, a quoted name is unterminated, or an index is not
    /// a number.
    pub fn read(text: &str) -> Result<(Self, Vec<std::ops::Range<usize>>, usize), PathError> {
        let mut reader = PathReader { text, offset: 0 };
        let mut segments = Vec::new();
        let mut spans = Vec::new();
        loop {
            let start = reader.offset;
            let segment = if !segments.is_empty() && reader.peek() == Some('[') {
                reader.index()?
            } else {
                Segment::Name(reader.any_name()?)
            };
            segments.push(segment);
            spans.push(start..reader.offset);
            match reader.peek() {
                Some('.') => reader.advance('.'),
                Some('[') => {}
                _ => return Ok((Self { segments }, spans, reader.offset)),
            }
        }
    }
}

impl FromStr for Path {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Self, PathError> {
        let (path, _, end) = Self::read(text)?;
        if end == text.len() {
            Ok(path)
        } else {
            Err(PathError {
                offset: end,
                wanted: "expected `.name` or `[index]`",
            })
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, segment) in self.segments.iter().enumerate() {
            match segment {
                Segment::Index(index) => write!(formatter, "[{index}]")?,
                Segment::Name(name) => {
                    if position > 0 {
                        formatter.write_str(".")?;
                    }
                    formatter.write_str(&quoted(name))?;
                }
            }
        }
        Ok(())
    }
}

fn is_bare(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '-'
}

/// Formats a name for a path: bare if possible, else quoted.
pub fn quoted(name: &str) -> String {
    if !name.is_empty() && name.chars().all(is_bare) {
        name.to_owned()
    } else if !name
        .chars()
        .any(|character| character == '\'' || character.is_control())
    {
        format!("'{name}'")
    } else {
        escaped(name)
    }
}

/// Formats a string in double quotes with the escapes of TOML.
pub fn escaped(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            control if control.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", control as u32);
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

/// Returns the bare words at the start of a text, with the blanks between them.
fn words_of(text: &str) -> &str {
    let mut end = 0;
    for (offset, character) in text.char_indices() {
        if is_bare(character) {
            end = offset + character.len_utf8();
        } else if character != ' ' || end == 0 {
            break;
        }
    }
    text.get(..end).unwrap_or_default()
}

struct PathReader<'text> {
    text: &'text str,
    offset: usize,
}

impl PathReader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.offset..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn advance(&mut self, character: char) {
        self.offset += character.len_utf8();
    }

    fn wanted<T>(&self, wanted: &'static str) -> Result<T, PathError> {
        Err(PathError {
            offset: self.offset,
            wanted,
        })
    }

    fn index(&mut self) -> Result<Segment, PathError> {
        self.advance('[');
        let digits: String = self
            .rest()
            .chars()
            .take_while(char::is_ascii_digit)
            .collect();
        let Ok(index) = digits.parse() else {
            return self.wanted("expected a whole number, as in `[0]`");
        };
        self.offset += digits.len();
        if self.peek() != Some(']') {
            return self.wanted("expected `]` after the index");
        }
        self.advance(']');
        Ok(Segment::Index(index))
    }

    fn any_name(&mut self) -> Result<String, PathError> {
        match self.peek() {
            Some('\'') => {
                self.advance('\'');
                let Some(length) = self.rest().find('\'') else {
                    return self.wanted("expected `'` at the end of the name");
                };
                let name = self.rest().get(..length).unwrap_or_default().to_owned();
                self.offset += length + 1;
                Ok(name)
            }
            Some('"') => self.escaped_name(),
            _ => {
                let name = words_of(self.rest()).to_owned();
                if name.is_empty() {
                    return self.wanted("expected a name, in quotes if it has other characters than letters, digits, `_` and `-`");
                }
                self.offset += name.len();
                Ok(name)
            }
        }
    }

    fn escaped_name(&mut self) -> Result<String, PathError> {
        const UNENDED: &str = "expected `\"` at the end of the name";
        const ESCAPE: &str = "expected an escape of TOML, such as `\\n` or `\\u00E9`";
        self.advance('"');
        let mut name = String::new();
        loop {
            let Some(character) = self.peek() else {
                return self.wanted(UNENDED);
            };
            if character != '\\' {
                self.advance(character);
                if character == '"' {
                    return Ok(name);
                }
                name.push(character);
                continue;
            }
            let mut rest = self.rest().chars().skip(1);
            let Some(escape) = rest.next() else {
                return self.wanted(UNENDED);
            };
            let digits = match escape {
                'x' => 2,
                'u' => 4,
                'U' => 8,
                _ => 0,
            };
            let hexadecimal: String = rest.take(digits).collect();
            let decoded = match escape {
                '"' | '\\' => Some(escape),
                'b' => Some('\u{8}'),
                't' => Some('\t'),
                'n' => Some('\n'),
                'f' => Some('\u{c}'),
                'r' => Some('\r'),
                'e' => Some('\u{1b}'),
                _ if hexadecimal.len() == digits
                    && hexadecimal.chars().all(|digit| digit.is_ascii_hexdigit()) =>
                {
                    u32::from_str_radix(&hexadecimal, 16)
                        .ok()
                        .and_then(char::from_u32)
                }
                _ => None,
            };
            let Some(decoded) = decoded else {
                return self.wanted(ESCAPE);
            };
            name.push(decoded);
            self.offset += 2 + hexadecimal.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_are_quoted_only_when_they_must_be() {
        let path = Path::root()
            .name("side")
            .name("Zoë")
            .name("Assassin Drone")
            .name("O'Hara's")
            .name("")
            .name("a\tb")
            .index(3);
        assert_eq!(
            path.to_string(),
            "side.Zoë.'Assassin Drone'.\"O'Hara's\".''.\"a\\tb\"[3]"
        );
    }

    #[test]
    fn either_quotes_are_read() {
        let written: Path = "side.\"Assassin Drone\".count".parse().unwrap();
        assert_eq!(written.to_string(), "side.'Assassin Drone'.count");
        let index: Path = "a[0][12].b".parse().unwrap();
        assert_eq!(index.segments().len(), 4);
    }

    #[test]
    fn invalid_paths_are_refused_with_their_positions() {
        let refusal = |text: &str| {
            let error = text.parse::<Path>().unwrap_err();
            format!("{} at {}", error.wanted, error.offset)
        };
        assert_eq!(refusal("a.'b"), "expected `'` at the end of the name at 3");
        assert_eq!(refusal("a[x]"), "expected a whole number, as in `[0]` at 2");
        assert_eq!(refusal("a[1"), "expected `]` after the index at 3");
        assert_eq!(refusal("a\"b\""), "expected `.name` or `[index]` at 1");
        assert_eq!(
            refusal("a.\"\\q\""),
            "expected an escape of TOML, such as `\\n` or `\\u00E9` at 3"
        );
        assert!(refusal("[0]").ends_with("at 0"));
        assert!(refusal("a..b").ends_with("at 2"));
        assert!("a[99999999999999999999999]".parse::<Path>().is_err());
    }

    fn any_segment() -> impl Strategy<Value = Segment> {
        prop_oneof![
            any::<String>().prop_map(Segment::Name),
            "[a-zA-Z0-9 .'\"\\\\=\\[\\]-]{0,12}".prop_map(Segment::Name),
            any::<usize>().prop_map(Segment::Index),
        ]
    }

    proptest! {
        #[test]
        fn a_printed_path_parses_to_itself(
            first in any::<String>(),
            mut segments in proptest::collection::vec(any_segment(), 0..6),
        ) {
            segments.insert(0, Segment::Name(first));
            let path = Path { segments };
            prop_assert_eq!(path.to_string().parse::<Path>(), Ok(path));
        }

        #[test]
        fn reading_any_text_as_a_path_never_panics(text in ".*") {
            let _ = text.parse::<Path>();
        }
    }
}
