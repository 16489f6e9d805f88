//! Parses the bytes of a file.

use crate::document::{Faults, Node, Source, Span, parse};
use std::sync::Arc;

/// A parsed file, from which scenarios are built.
#[derive(Debug)]
pub(super) struct Parsed {
    /// Text of the file.
    pub(super) source: Arc<Source>,
    /// Tree of the file.
    pub(super) root: Node,
    /// Faults of the text itself.
    pub(super) faults: Faults,
}

/// Error for bytes that are not text.
#[derive(Debug)]
pub(super) struct NotText {
    /// Span of the first invalid byte.
    pub(super) span: Span,
    /// Advice on repairing the file.
    pub(super) advice: &'static str,
}

impl Parsed {
    /// Parses a text and collects its faults.
    pub(super) fn new(source: Arc<Source>) -> Self {
        let mut faults = Faults::new();
        let root = parse(&source, &mut faults);
        Self {
            source,
            root,
            faults,
        }
    }

    /// Parses the bytes of the file `name`.
    ///
    /// # Errors
    /// Returns an error if the bytes are not text.
    pub(super) fn read(name: &str, bytes: &[u8]) -> Result<Self, NotText> {
        let text = text(name, bytes)?;
        Ok(Self::new(Source::new(name, text)))
    }
}

/// Decodes the bytes of the file `name`, without a byte order mark.
///
/// # Errors
/// Returns an error if the bytes are not UTF-8 or any of them is zero.
pub(super) fn text<'a>(name: &str, bytes: &'a [u8]) -> Result<&'a str, NotText> {
    let text =
        std::str::from_utf8(bytes).map_err(|error| not_text(name, bytes, error.valid_up_to()))?;
    if let Some(zero) = text.find('\0') {
        return Err(not_text(name, bytes, zero));
    }
    // Some Windows editors write a byte order mark, which is not part of the first line.
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Creates the error for a file whose first invalid byte is at `offset`.
fn not_text(name: &str, bytes: &[u8], offset: usize) -> NotText {
    let good = String::from_utf8_lossy(&bytes[..offset]);
    let source = Source::new(name, good.into_owned());
    let end = source.text().len();
    let is_wide = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    NotText {
        span: Span::new(&source, end..end),
        advice: if is_wide {
            "save it as UTF-8 instead of UTF-16"
        } else {
            "expected a TOML file in UTF-8"
        },
    }
}
