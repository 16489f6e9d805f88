//! What lies on a table, as people type it: `Dirk: 6 5 2; Emily: 4 4 (Survivalist); Duke Zero: out`.
//!
//! An entry is a name, a colon, what lies there in words, and in parentheses what else is to be said of it,
//! between commas. Entries stand between semicolons or on lines of their own. What the names and words mean
//! is the affair of a contest. A name or note with signs of its own stands in single or double quotes.

use crate::dice::{FACES, Pool};
use crate::document::nearest::nearest;
use crate::document::{Fault, Faults, Place, Source};
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

/// Which of several names somebody typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// The one at this position.
    One(usize),
    /// A part of the names of several.
    Several,
    /// None of them.
    Nobody,
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

/// Reads a table. What cannot be read is left out and a fault.
pub fn read(source: &Arc<Source>, faults: &mut Faults) -> Vec<Entry> {
    faults.know(source);
    let mut reader = Reader {
        source,
        text: source.text(),
        offset: 0,
    };
    let mut entries = Vec::new();
    loop {
        reader.skip(|next| next.is_whitespace() || next == ';');
        if reader.peek().is_none() {
            return entries;
        }
        match reader.entry() {
            Ok(entry) => entries.push(entry),
            Err(fault) => {
                faults.push(*fault);
                reader.skip(|next| !is_end(next));
            }
        }
    }
}

/// The dice that words name, as many as there may be; `None` where they are no such dice.
pub fn dice(whose: &str, words: &[Said], most: u32, faults: &mut Faults) -> Option<Pool> {
    let known = faults.len();
    let mut faces = Vec::new();
    for word in words {
        match word.text.parse() {
            Ok(face @ 1..=FACES) => faces.push(face),
            _ => faults.push(no_face(whose, word)),
        }
    }
    if let Some(first) = words.get(most as usize) {
        let found = format!("has {} dice", words.len());
        faults.push(first.fault(whose, found, format!("{most} are the most")));
    }
    (faults.len() == known).then(|| Pool::from_faces(&faces))
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

/// Finds a name: as it stands, in other letters, or by some of its words where no other name has them.
/// `groups` are those of the names: names of one group are not told apart by further words.
pub fn find(typed: &str, names: &[impl AsRef<str>], groups: &[usize]) -> Named {
    let exact = names.iter().position(|name| name.as_ref() == typed);
    if let Some(exact) = exact {
        return Named::One(exact);
    }
    let wanted = folded(typed);
    if wanted.is_empty() {
        return Named::Nobody;
    }
    let known: Vec<Vec<String>> = names.iter().map(|name| folded(name.as_ref())).collect();
    let has_it = |name: &&[String]| name.windows(wanted.len()).any(|part| part == wanted);
    let matching = || {
        let all = known.iter().enumerate();
        all.filter(|(_, name)| has_it(&name.as_slice()))
    };
    let whole = matching().find(|(_, name)| name.len() == wanted.len());
    if let Some((whole, _)) = whole {
        return Named::One(whole);
    }
    let group = |place: usize| groups.get(place).copied().unwrap_or(place);
    match matching().min_by_key(|(_, name)| name.len()) {
        None => Named::Nobody,
        Some((place, name)) => {
            let alone = matching().all(|(other, with)| {
                other == place || group(other) == group(place) && with.len() > name.len()
            });
            if alone {
                Named::One(place)
            } else {
                Named::Several
            }
        }
    }
}

/// The fault of a name that nobody has, or several.
pub fn unknown(
    whose: &str,
    typed: &Said,
    found: Named,
    (what, names): (&str, &[impl AsRef<str>]),
) -> Fault {
    const MOST: usize = 20;
    let all = names.iter().map(AsRef::as_ref);
    let mut known: Vec<&str> = all.clone().take(MOST).collect();
    if names.len() > MOST {
        known.push("…");
    }
    let known = if known.is_empty() {
        format!("there are no {what}")
    } else {
        format!("{what} are {}", known.join(", "))
    };
    if found == Named::Several {
        let found = format!("has `{}`, which several are called", typed.text);
        let found = if whose.is_empty() {
            format!("several are called `{}`", typed.text)
        } else {
            found
        };
        return typed
            .fault(whose, found, "say the whole name")
            .with_help(Some(known));
    }
    let said = format!("`{}` is unknown", typed.text);
    let said = if whose.is_empty() {
        said
    } else {
        format!("has `{}`", typed.text)
    };
    match nearest(&typed.text, all) {
        Some(near) => {
            let meant = format!("did you mean {near}?");
            typed.fault(whose, said, meant).with_help(Some(known))
        }
        None => typed.fault(whose, said, known),
    }
}

/// The words of a name in small letters.
fn folded(name: &str) -> Vec<String> {
    let words = name.split(|sign: char| sign.is_whitespace() || sign == '.');
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

fn is_end(next: char) -> bool {
    next == ';' || next == '\n'
}

/// The parts of a span of the text between signs that `parts` them, without blanks around.
fn parts(text: &str, span: Range<usize>, parts: impl Fn(char) -> bool) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = None;
    for (offset, sign) in text.get(span.clone()).unwrap_or_default().char_indices() {
        let offset = span.start + offset;
        if parts(sign) {
            found.extend(start.take().map(|start| start..offset));
        } else if start.is_none() {
            start = Some(offset);
        }
    }
    found.extend(start.map(|start| start..span.end));
    found
}

struct Reader<'a> {
    source: &'a Arc<Source>,
    text: &'a str,
    offset: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.offset..)?.chars().next()
    }

    fn skip(&mut self, skipped: impl Fn(char) -> bool) {
        while let Some(next) = self.peek().filter(|&next| skipped(next)) {
            self.offset += next.len_utf8();
        }
    }

    fn skip_blanks(&mut self) {
        self.skip(|next| next.is_whitespace() && next != '\n');
    }

    fn refuse<T>(&self, span: Range<usize>, found: &str, accepted: &str) -> Result<T, Box<Fault>> {
        let place = Place::new(self.source, span);
        Err(Box::new(Fault::new(place, "", found, accepted)))
    }

    /// The text up to one of these signs, without blanks around it and without quotes.
    fn said(&mut self, ends: impl Fn(char) -> bool) -> Result<Said, Box<Fault>> {
        self.skip_blanks();
        let start = self.offset;
        if let Some(quote) = self.peek().filter(|sign| ['\'', '"'].contains(sign)) {
            self.offset += 1;
            let from = self.offset;
            self.skip(|next| next != quote && next != '\n');
            if self.peek() != Some(quote) {
                let found = "a name in quotes does not end";
                return self.refuse(start..self.offset, found, "quotes close as they open");
            }
            let inner = from..self.offset;
            self.offset += 1;
            self.skip_blanks();
            return Ok(Said {
                text: self.text.get(inner.clone()).unwrap_or_default().to_owned(),
                place: Place::new(self.source, inner),
            });
        }
        self.skip(|next| !is_end(next) && !ends(next));
        let text = self
            .text
            .get(start..self.offset)
            .unwrap_or_default()
            .trim_end();
        Ok(Said {
            text: text.to_owned(),
            place: Place::new(self.source, start..start + text.len()),
        })
    }

    fn entry(&mut self) -> Result<Entry, Box<Fault>> {
        const LIKE: &str = "an entry is written NAME: DICE, such as Dirk: 6 5 2";
        let start = self.offset;
        let name = self.said(|next| next == ':')?;
        if self.peek() != Some(':') {
            let span = start..name.place.span().end.max(self.offset);
            let text = self.text.get(span).unwrap_or_default().trim_end();
            let found = format!("`{text}` has no colon");
            return self.refuse(start..start + text.len(), &found, LIKE);
        }
        if name.text.is_empty() {
            return self.refuse(self.offset..self.offset + 1, "nobody is named", LIKE);
        }
        self.offset += 1;
        let from = self.offset;
        self.skip(|next| !is_end(next) && next != '(');
        // As stories print dice, `{2,4}`, they can be typed, too.
        let apart = |sign: char| sign.is_whitespace() || [',', '{', '}'].contains(&sign);
        let words = parts(self.text, from..self.offset, apart);
        let said = |span: Range<usize>| Said {
            text: self.text.get(span.clone()).unwrap_or_default().to_owned(),
            place: Place::new(self.source, span),
        };
        let words = words.into_iter().map(said).collect();
        let notes = if self.peek() == Some('(') {
            self.notes()?
        } else {
            Vec::new()
        };
        Ok(Entry { name, words, notes })
    }

    fn notes(&mut self) -> Result<Vec<Said>, Box<Fault>> {
        let open = self.offset;
        let mut notes = Vec::new();
        loop {
            self.offset += 1;
            let note = self.said(|next| next == ',' || next == ')')?;
            if !note.text.is_empty() {
                notes.push(note);
            }
            match self.peek() {
                Some(',') => {}
                Some(')') => break,
                _ => {
                    let found = "a parenthesis does not end";
                    let accepted = "notes stand in parentheses, such as (Survivalist)";
                    return self.refuse(open..self.offset, found, accepted);
                }
            }
        }
        self.offset += 1;
        self.skip_blanks();
        let rest = self.offset;
        if self.peek().is_some_and(|next| !is_end(next)) {
            self.skip(|next| !is_end(next));
            let found = "something stands behind a parenthesis";
            return self.refuse(rest..self.offset, found, "the next entry begins behind `;`");
        }
        Ok(notes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn table(text: &str) -> (Vec<Entry>, Faults) {
        let mut faults = Faults::new();
        let entries = read(&Source::new("--table", text), &mut faults);
        (entries, faults)
    }

    /// Each entry in a line: `name|words|notes`.
    fn shown(text: &str) -> Vec<String> {
        let (entries, faults) = table(text);
        assert!(faults.is_empty(), "{faults}");
        let joined = |said: &[Said]| -> String {
            let texts: Vec<&str> = said.iter().map(|said| said.text.as_str()).collect();
            texts.join("/")
        };
        let line = |one: &Entry| {
            format!(
                "{}|{}|{}",
                one.name.text,
                joined(&one.words),
                joined(&one.notes)
            )
        };
        entries.iter().map(line).collect()
    }

    #[test]
    fn entries_stand_between_semicolons_or_on_lines() {
        assert_eq!(
            shown("Dirk: {6,5} 2; Emily : 4 4 (Survivalist , cover 4 6)\n Duke Zero:out;;"),
            [
                "Dirk|6/5/2|",
                "Emily|4/4|Survivalist/cover 4 6",
                "Duke Zero|out|"
            ]
        );
        assert_eq!(shown(" ; \n"), [""; 0]);
    }

    #[test]
    fn quotes_hold_names_with_signs_of_their_own() {
        assert_eq!(
            shown("'A: b; c': 1 (\"x, (y)\"); O'Hara: 2"),
            ["A: b; c|1|x, (y)", "O'Hara|2|"]
        );
    }

    #[test]
    fn what_cannot_be_read_is_a_fault_and_the_rest_is_read() {
        let (entries, faults) = table("Dirk 6 5; : 3; Emily: 4 (a; 'x: 1; Zoë: 2 (b) c");
        assert!(entries.is_empty());
        let places: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            places,
            [
                "--table:1:1: `Dirk 6 5` has no colon: an entry is written NAME: DICE, such as Dirk: 6 5 2",
                "--table:1:11: nobody is named: an entry is written NAME: DICE, such as Dirk: 6 5 2",
                "--table:1:25: a parenthesis does not end: notes stand in parentheses, such as (Survivalist)",
                "--table:1:29: a name in quotes does not end: quotes close as they open",
            ]
        );
    }

    #[test]
    fn a_name_is_found_by_its_words_where_no_other_has_them() {
        let names = [
            "Duke Zero",
            "Assassin Drone",
            "Assassin Drone 1",
            "Assassin Drone 2",
            "Old Guard",
            "Guard Dog",
        ];
        let groups = [0, 1, 1, 1, 2, 3];
        for (typed, found) in [
            ("Duke Zero", Named::One(0)),
            ("duke  zero", Named::One(0)),
            ("Duke", Named::One(0)),
            ("drone", Named::One(1)),
            ("Drone 2", Named::One(3)),
            ("Guard", Named::Several),
            ("Dog", Named::One(5)),
            ("Duk", Named::Nobody),
            ("", Named::Nobody),
        ] {
            assert_eq!(find(typed, &names, &groups), found, "{typed}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[a-z0-9:;,()'\" \n\u{e9}]{0,60}") {
            let (entries, faults) = table(&text);
            for entry in &entries {
                let _ = dice(&entry.name.text, &entry.words, 6, &mut faults.clone());
                entry.notes.iter().for_each(|note| drop(note.words()));
            }
            let _ = faults.to_string();
        }
    }
}
