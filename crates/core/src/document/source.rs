//! Source texts, and spans in them.
//!
//! A [`Source`] is a text that contains values: a file, standard input, a built-in text, or an
//! assignment of the command line. A [`Span`] is a range of bytes in a source; every node, value
//! and fault has one.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A source text, and its name in messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    name: String,
    text: Arc<str>,
    /// Byte offset of the first character of each line; never empty.
    line_starts: Vec<usize>,
    /// True if messages may quote lines and values of the source.
    is_quoted: bool,
    /// True if the text was typed on the command line.
    is_typed: bool,
}

impl Source {
    /// Creates a source; `name` is as typed by the user, such as a file path, `-`, `@name` or
    /// `--set`.
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Arc<Self> {
        Arc::new(Self::of(name.into(), text.into(), true))
    }

    /// Creates a source from the command line. File paths in it are relative to the working folder.
    pub fn typed(name: impl Into<String>, text: impl Into<Arc<str>>) -> Arc<Self> {
        Arc::new(Self {
            is_typed: true,
            ..Self::of(name.into(), text.into(), true)
        })
    }

    /// Creates a source that messages must not quote: they show positions and keys, but no lines or
    /// values.
    pub fn unquoted(name: impl Into<String>, text: impl Into<Arc<str>>) -> Arc<Self> {
        Arc::new(Self::of(name.into(), text.into(), false))
    }

    fn of(name: String, text: Arc<str>, is_quoted: bool) -> Self {
        let line_starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(offset, _)| offset + 1))
            .collect();
        Self {
            name,
            text,
            line_starts,
            is_quoted,
            is_typed: false,
        }
    }

    /// Returns the name of the source in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether messages may quote lines and values of the source.
    pub fn is_quoted(&self) -> bool {
        self.is_quoted
    }

    /// Returns whether the text was typed on the command line.
    pub fn is_typed(&self) -> bool {
        self.is_typed
    }

    /// Returns the whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the 1-based number of the line that contains the byte at `offset`, or of the last
    /// line for an offset past the end.
    pub fn line_of(&self, offset: usize) -> usize {
        self.line_starts
            .partition_point(|start| *start <= offset)
            .max(1)
    }

    /// Returns the byte range of a 1-based line without its line end. The range is empty if there
    /// is no such line.
    pub fn line_span(&self, line: usize) -> Range<usize> {
        let Some(&start) = line
            .checked_sub(1)
            .and_then(|index| self.line_starts.get(index))
        else {
            return self.text.len()..self.text.len();
        };
        let end = self
            .line_starts
            .get(line)
            .map_or(self.text.len(), |next| next - 1);
        // The carriage return of a Windows line end belongs to the line end.
        let end = if end > start && self.text.as_bytes().get(end - 1) == Some(&b'\r') {
            end - 1
        } else {
            end
        };
        start..end
    }

    /// Returns the nearest character boundary at or before `offset` within the text.
    fn boundary(&self, offset: usize) -> usize {
        self.text.floor_char_boundary(offset.min(self.text.len()))
    }
}

/// A range of bytes in a source. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    source: Arc<Source>,
    span: Range<usize>,
}

impl Span {
    /// Creates a span of `source`. Its ends are moved to character boundaries inside the text, so
    /// any range is safe.
    pub fn new(source: &Arc<Source>, span: Range<usize>) -> Self {
        let start = source.boundary(span.start);
        let end = source.boundary(span.end).max(start);
        Self {
            source: Arc::clone(source),
            span: start..end,
        }
    }

    /// Returns the source.
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// Returns the byte range.
    pub fn range(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Returns the text of the span.
    pub fn text(&self) -> &str {
        self.source.text.get(self.span.clone()).unwrap_or_default()
    }

    /// Returns the 1-based line of the first character.
    pub fn line(&self) -> usize {
        self.source.line_of(self.span.start)
    }

    /// Returns the 1-based column of the first character, counted in characters. A tab or a wide
    /// character counts as one.
    pub fn column(&self) -> usize {
        let line = self.source.line_span(self.line());
        // An offset between the two characters of a Windows line end counts as the end of the line.
        self.source
            .text
            .get(line.start..self.span.start.min(line.end))
            .map_or(1, |before| before.chars().count() + 1)
    }
}

impl fmt::Display for Span {
    /// Formats the start of the span, such as `canyon.toml:14:29`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{}:{}:{}",
            self.source.name,
            self.line(),
            self.column()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_in_characters() {
        let source = Source::new("x.toml", "a = 1\r\n\té漢 = 2\n");
        let at = |offset| Span::new(&source, offset..offset + 1).to_string();
        assert_eq!(at(0), "x.toml:1:1");
        assert_eq!(at(7), "x.toml:2:1");
        assert_eq!(at(source.text().find('=').unwrap()), "x.toml:1:3");
        assert_eq!(at(source.text().rfind('=').unwrap()), "x.toml:2:5");
        assert_eq!([at(5), at(6)], ["x.toml:1:6", "x.toml:1:6"]);
        assert_eq!(&source.text()[source.line_span(1)], "a = 1");
        assert_eq!(&source.text()[source.line_span(2)], "\té漢 = 2");
    }

    #[test]
    fn any_span_is_clamped_to_the_text() {
        let source = Source::new("x.toml", "é");
        assert_eq!(Span::new(&source, 1..400).range(), 0..2);
        assert_eq!(Span::new(&source, 700..701).to_string(), "x.toml:1:2");
        assert_eq!(Span::new(&Source::new("-", ""), 3..9).to_string(), "-:1:1");
    }
}
