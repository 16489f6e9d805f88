//! What lies on a table, as people type it: `Dirk: 6 5 2; Emily: 4 4 (Survivalist); Duke Zero: out`.
//!
//! An entry is a name, a colon, what lies there in words, and in parentheses what else is to be said of it,
//! between commas. Entries stand between semicolons or on lines of their own. What the names and words mean
//! is the affair of a contest. A name or note with signs of its own stands in single or double quotes.
//!
//! - here: words and their places; `read`: entries out of the text; `find`: who is meant; `names`: names of combatants;
//!   `position`: positions declared as tables of keys.

mod find;
mod names;
mod position;
mod read;

pub use find::{Named, find, unknown};
pub use names::{Names, Who};
pub use position::{faces, pool, position, read_position};
pub use read::read;

use crate::contest::Typed;
use crate::dice::Pool;
use crate::document::{Fault, Item, Place, Source, joined};
use read::parts;
use std::ops::Range;
use std::sync::Arc;

/// Some words of the text, and where they stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The words, without quotes around them.
    pub text: String,
    /// Where they stand.
    pub place: Place,
}

impl Typed for Said {
    fn of(item: &Item) -> Option<Self> {
        Some(Self {
            text: match item.as_integer() {
                Some(number) => number.to_string(),
                None => item.as_text()?.to_owned(),
            },
            place: item.place(),
        })
    }
}

/// What is said of somebody or something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Of whom.
    pub name: Said,
    /// The words behind the colon, one each.
    pub words: Vec<Said>,
    /// What stands in parentheses.
    pub notes: Vec<Said>,
}

impl Said {
    /// Its words, one each.
    pub fn words(&self) -> Vec<Self> {
        let from = self.place.span().start;
        let text = self.place.text();
        let parts = parts(text, 0..text.len(), char::is_whitespace);
        let said = |span: Range<usize>| Self {
            text: text.get(span.clone()).unwrap_or_default().to_owned(),
            place: Place::new(self.place.source(), from + span.start..from + span.end),
        };
        parts.into_iter().map(said).collect()
    }

    /// A fault of these words, as it goes on after `whose` name.
    pub fn fault(
        &self,
        whose: &str,
        found: impl Into<String>,
        accepted: impl Into<String>,
    ) -> Fault {
        Fault::new(self.place.clone(), whose, found, accepted)
    }
}

/// The fault of a word that is no face of a die.
fn no_face(whose: &str, word: &Said) -> Fault {
    let several = word.text.len() > 1 && word.text.chars().all(|sign| ('1'..='6').contains(&sign));
    let help = several.then(|| {
        let faces: Vec<String> = word.text.chars().map(String::from).collect();
        format!("several dice have blanks between them: {}", faces.join(" "))
    });
    let is_number = word.text.parse::<u64>().is_ok();
    let found = if is_number {
        format!("has a die of {}", word.text)
    } else {
        format!("has `{}` for a die", word.text)
    };
    word.fault(whose, found, "a die shows 1 to 6")
        .with_help(help)
}

/// A name as it is typed: in quotes where it has signs of its own.
pub fn quoted(name: &str) -> String {
    if !name.contains([':', ';', ',', '(', ')', '"']) && !name.starts_with('\'') {
        name.to_owned()
    } else if name.contains('"') {
        format!("'{name}'")
    } else {
        format!("\"{name}\"")
    }
}

/// A fault of a table as a whole.
pub fn whole(source: &Arc<Source>, found: impl Into<String>, accepted: impl Into<String>) -> Fault {
    let place = Place::new(source, 0..source.text().len());
    Fault::new(place, "", found, accepted)
}

/// Dice as they are typed, the highest first.
pub fn typed(pool: Pool) -> String {
    listed(&falling(pool))
}

/// The faces of dice, the highest first.
pub fn falling(pool: Pool) -> Vec<u32> {
    let mut faces: Vec<u32> = pool.faces().collect();
    faces.reverse();
    faces
}

/// Faces in the order given, as they are typed.
pub fn listed(faces: &[u32]) -> String {
    joined(faces.iter().map(u32::to_string), " ")
}
