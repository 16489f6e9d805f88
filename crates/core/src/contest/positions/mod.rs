//! Typed positions: `Dirk: 6 5 2; Emily: 4 4 (Survivalist); Duke Zero: out`.
//!
//! An entry is a name, a colon, words, and optional notes in parentheses, separated by commas.
//! Semicolons or line breaks separate entries. The contest defines the meaning of names and words.
//! Names and notes with special characters are written in single or double quotes.
//!
//! - this module: words with their spans; `read`: the parser of entries; `find`: search for names;
//!   `names`: names of combatants; `position`: positions declared as tables of keys.

mod find;
mod names;
mod position;
mod read;

pub use find::{FoundName, find, unknown};
pub use names::{ContestNames, NameMeaning};
pub use position::{faces, placed, pool, position, read_position};
pub use read::read;

use crate::contest::Typed;
use crate::dice::Pool;
use crate::document::{Fault, Faults, Item, Source, Span, joined};
use read::parts;
use std::ops::Range;
use std::sync::Arc;

/// Words of a typed position, with their span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpannedText {
    /// The words, without surrounding quotes.
    pub text: String,
    /// Span of the words in the text.
    pub span: Span,
}

impl Typed for SpannedText {
    fn of(item: &Item) -> Option<Self> {
        Some(Self {
            text: match item.as_integer() {
                Some(number) => number.to_string(),
                None => item.as_text()?.to_owned(),
            },
            span: item.span(),
        })
    }
}

/// An entry of a typed position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionEntry {
    /// Name of the participant or other holder of dice.
    pub name: SpannedText,
    /// Words after the colon, separately.
    pub words: Vec<SpannedText>,
    /// Notes in parentheses.
    pub notes: Vec<SpannedText>,
}

impl SpannedText {
    /// Returns the words separately, each with its span.
    pub fn words(&self) -> Vec<Self> {
        let from = self.span.range().start;
        let text = self.span.text();
        let parts = parts(text, 0..text.len(), char::is_whitespace);
        let spanned = |range: Range<usize>| Self {
            text: text.get(range.clone()).unwrap_or_default().to_owned(),
            span: Span::new(self.span.source(), from + range.start..from + range.end),
        };
        parts.into_iter().map(spanned).collect()
    }

    /// Returns a fault at these words. The message is the name `whose`, then `found`.
    pub fn fault(
        &self,
        whose: &str,
        found: impl Into<String>,
        accepted: impl Into<String>,
    ) -> Fault {
        Fault::new(self.span.clone(), whose, found, accepted)
    }
}

/// Returns the fault of a word that is not the face of a die.
fn invalid_face(whose: &str, word: &SpannedText) -> Fault {
    let several = word.text.len() > 1 && word.text.chars().all(|sign| ('1'..='6').contains(&sign));
    let help = several.then(|| {
        let faces: Vec<String> = word.text.chars().map(String::from).collect();
        format!("separate dice with spaces: {}", faces.join(" "))
    });
    let is_number = word.text.parse::<u64>().is_ok();
    let found = if is_number {
        format!("has a die of {}", word.text)
    } else {
        format!("has `{}` as a die", word.text)
    };
    word.fault(whose, found, "expected 1 to 6").with_help(help)
}

/// Returns a name in the syntax of positions: in quotes if it has special characters.
pub fn quoted(name: &str) -> String {
    if !name.contains([':', ';', ',', '(', ')', '"']) && !name.starts_with('\'') {
        name.to_owned()
    } else if name.contains('"') {
        format!("'{name}'")
    } else {
        format!("\"{name}\"")
    }
}

/// Returns a fault of the position as a whole.
pub fn whole(source: &Arc<Source>, found: impl Into<String>, accepted: impl Into<String>) -> Fault {
    let span = Span::new(source, 0..source.text().len());
    Fault::new(span, "", found, accepted)
}

/// Adds the fault of a missing entry, such as `the Field`, unless an unknown entry most likely stands
/// for it.
pub fn missing(source: &Arc<Source>, entry: &str, accepted: &str, faults: &mut Faults) {
    let name = entry.strip_prefix("the ").unwrap_or(entry);
    let meant = format!("did you mean {name}?");
    if !faults.iter().any(|fault| fault.accepted == meant) {
        faults.push(whole(source, format!("{entry} is missing"), accepted));
    }
}

/// Formats dice in the syntax of positions, in descending order.
pub fn typed(pool: Pool) -> String {
    listed(&falling(pool))
}

/// Returns the faces of dice, in descending order.
pub fn falling(pool: Pool) -> Vec<u32> {
    let mut faces: Vec<u32> = pool.faces().collect();
    faces.reverse();
    faces
}

/// Formats faces in the syntax of positions, in the given order.
pub fn listed(faces: &[u32]) -> String {
    joined(faces.iter().map(u32::to_string), " ")
}
