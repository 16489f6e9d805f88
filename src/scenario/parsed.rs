//! From the bytes of a file to its tree.

use crate::document::{Faults, Node, Place, Source, parse};
use std::sync::Arc;

/// A file that was parsed. What is made of it starts from here, however often.
#[derive(Debug)]
pub(super) struct Parsed {
    /// Its text.
    pub(super) source: Arc<Source>,
    /// Its tree.
    pub(super) root: Node,
    /// What is wrong with the text as such.
    pub(super) faults: Faults,
}

/// Where bytes stop being text, and what to do about it.
#[derive(Debug)]
pub(super) struct NotText {
    /// The first byte that is no text.
    pub(super) place: Place,
    /// What to do.
    pub(super) advice: &'static str,
}

impl Parsed {
    /// The tree of a text, with all that is wrong with it.
    pub(super) fn new(source: Arc<Source>) -> Self {
        let mut faults = Faults::new();
        let root = parse(&source, &mut faults);
        Self {
            source,
            root,
            faults,
        }
    }

    /// The tree of a file that is called `name`.
    ///
    /// # Errors
    /// The bytes are not text.
    pub(super) fn read(name: &str, bytes: &[u8]) -> Result<Self, NotText> {
        let text = text(name, bytes)?;
        Ok(Self::new(Source::new(name, text)))
    }
}

/// The text of a file that is called `name`.
///
/// # Errors
/// The bytes are not UTF-8, or have zeros among them.
pub(super) fn text<'a>(name: &str, bytes: &'a [u8]) -> Result<&'a str, NotText> {
    let text =
        std::str::from_utf8(bytes).map_err(|error| not_text(name, bytes, error.valid_up_to()))?;
    if let Some(zero) = text.find('\0') {
        return Err(not_text(name, bytes, zero));
    }
    // Editors on Windows put this mark first; it belongs to no line.
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Says that a file stops being text at `offset`.
fn not_text(name: &str, bytes: &[u8], offset: usize) -> NotText {
    let good = String::from_utf8_lossy(&bytes[..offset]);
    let source = Source::new(name, good.into_owned());
    let end = source.text().len();
    let is_wide = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    NotText {
        place: Place::new(&source, end..end),
        advice: if is_wide {
            "the file is UTF-16; save it as UTF-8"
        } else {
            "a scenario is a TOML file, saved as UTF-8"
        },
    }
}
