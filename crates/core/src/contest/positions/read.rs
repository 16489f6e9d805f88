//! Parser of typed positions into entries.

use super::{PositionEntry, SpannedText};
use crate::document::{Fault, Faults, Source, Span};
use std::ops::Range;
use std::sync::Arc;

/// Parses a position. Entries with a fault are skipped.
pub fn read(source: &Arc<Source>, faults: &mut Faults) -> Vec<PositionEntry> {
    faults.register(source);
    let mut reader = PositionReader {
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

fn is_end(next: char) -> bool {
    next == ';' || next == '\n'
}

/// Splits a span of the text at characters that satisfy `parts`; returns the spans of nonempty
/// parts.
pub(super) fn parts(
    text: &str,
    range: Range<usize>,
    parts: impl Fn(char) -> bool,
) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = None;
    for (offset, sign) in text.get(range.clone()).unwrap_or_default().char_indices() {
        let offset = range.start + offset;
        if parts(sign) {
            found.extend(start.take().map(|start| start..offset));
        } else if start.is_none() {
            start = Some(offset);
        }
    }
    found.extend(start.map(|start| start..range.end));
    found
}

struct PositionReader<'a> {
    source: &'a Arc<Source>,
    text: &'a str,
    offset: usize,
}

impl PositionReader<'_> {
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

    fn refuse<T>(&self, range: Range<usize>, found: &str, accepted: &str) -> Result<T, Box<Fault>> {
        let span = Span::new(self.source, range);
        Err(Box::new(Fault::new(span, "", found, accepted)))
    }

    /// Parses a text in quotes, or a text without surrounding blanks up to a character that
    /// satisfies `ends` or the end of the entry.
    fn spanned(&mut self, ends: impl Fn(char) -> bool) -> Result<SpannedText, Box<Fault>> {
        self.skip_blanks();
        let start = self.offset;
        if let Some(quote) = self.peek().filter(|sign| ['\'', '"'].contains(sign)) {
            self.offset += 1;
            let from = self.offset;
            self.skip(|next| next != quote && next != '\n');
            if self.peek() != Some(quote) {
                let found = "unclosed quote";
                let accepted = "expected the same quote at the end of the name";
                return self.refuse(start..self.offset, found, accepted);
            }
            let inner = from..self.offset;
            self.offset += 1;
            self.skip_blanks();
            return Ok(SpannedText {
                text: self.text.get(inner.clone()).unwrap_or_default().to_owned(),
                span: Span::new(self.source, inner),
            });
        }
        self.skip(|next| !is_end(next) && !ends(next));
        let text = self
            .text
            .get(start..self.offset)
            .unwrap_or_default()
            .trim_end();
        Ok(SpannedText {
            text: text.to_owned(),
            span: Span::new(self.source, start..start + text.len()),
        })
    }

    fn entry(&mut self) -> Result<PositionEntry, Box<Fault>> {
        const LIKE: &str = "expected NAME: DICE, such as Dirk: 6 5 2";
        let start = self.offset;
        let name = self.spanned(|next| next == ':')?;
        if self.peek() != Some(':') {
            let range = start..name.span.range().end.max(self.offset);
            let text = self.text.get(range).unwrap_or_default().trim_end();
            let found = format!("`{text}` has no colon");
            return self.refuse(start..start + text.len(), &found, LIKE);
        }
        if name.text.is_empty() {
            return self.refuse(self.offset..self.offset + 1, "the name is missing", LIKE);
        }
        self.offset += 1;
        let from = self.offset;
        self.skip(|next| !is_end(next) && next != '(');
        // Dice in the format of the narration, such as `{2,4}`, are accepted too.
        let apart = |sign: char| sign.is_whitespace() || [',', '{', '}'].contains(&sign);
        let words = parts(self.text, from..self.offset, apart);
        let spanned = |range: Range<usize>| SpannedText {
            text: self.text.get(range.clone()).unwrap_or_default().to_owned(),
            span: Span::new(self.source, range),
        };
        let words = words.into_iter().map(spanned).collect();
        let notes = if self.peek() == Some('(') {
            self.notes()?
        } else {
            Vec::new()
        };
        Ok(PositionEntry { name, words, notes })
    }

    fn notes(&mut self) -> Result<Vec<SpannedText>, Box<Fault>> {
        let open = self.offset;
        let mut notes = Vec::new();
        loop {
            self.offset += 1;
            let note = self.spanned(|next| next == ',' || next == ')')?;
            if !note.text.is_empty() {
                notes.push(note);
            }
            match self.peek() {
                Some(',') => {}
                Some(')') => break,
                _ => {
                    let found = "unclosed parenthesis";
                    let accepted = "expected notes in parentheses, such as (Survivalist)";
                    return self.refuse(open..self.offset, found, accepted);
                }
            }
        }
        self.offset += 1;
        self.skip_blanks();
        let rest = self.offset;
        if self.peek().is_some_and(|next| !is_end(next)) {
            self.skip(|next| !is_end(next));
            let found = "unexpected text after the notes";
            return self.refuse(
                rest..self.offset,
                found,
                "expected `;` before the next entry",
            );
        }
        Ok(notes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn table(text: &str) -> (Vec<PositionEntry>, Faults) {
        let mut faults = Faults::new();
        let entries = read(&Source::new("--table", text), &mut faults);
        (entries, faults)
    }

    /// Formats each entry as a line: `name|words|notes`.
    fn entries_as_text(text: &str) -> Vec<String> {
        let (entries, faults) = table(text);
        assert!(faults.is_empty(), "{faults}");
        let joined = |spanned: &[SpannedText]| -> String {
            let texts: Vec<&str> = spanned
                .iter()
                .map(|spanned| spanned.text.as_str())
                .collect();
            texts.join("/")
        };
        let line = |one: &PositionEntry| {
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
    fn entries_are_separated_by_semicolons_or_lines() {
        assert_eq!(
            entries_as_text(
                "Dirk: {6,5} 2; Emily : 4 4 (Survivalist , cover 4 6)\n Duke Zero:out;;"
            ),
            [
                "Dirk|6/5/2|",
                "Emily|4/4|Survivalist/cover 4 6",
                "Duke Zero|out|"
            ]
        );
        assert_eq!(entries_as_text(" ; \n"), [""; 0]);
    }

    #[test]
    fn quoted_names_may_contain_separators() {
        assert_eq!(
            entries_as_text("'A: b; c': 1 (\"x, (y)\"); O'Hara: 2"),
            ["A: b; c|1|x, (y)", "O'Hara|2|"]
        );
    }

    #[test]
    fn unreadable_entries_are_faults_and_others_are_read() {
        let (entries, faults) = table("Dirk 6 5; : 3; Emily: 4 (a; 'x: 1; Zoë: 2 (b) c");
        assert!(entries.is_empty());
        let places: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            places,
            [
                "--table:1:1: `Dirk 6 5` has no colon; expected NAME: DICE, such as Dirk: 6 5 2",
                "--table:1:11: the name is missing; expected NAME: DICE, such as Dirk: 6 5 2",
                "--table:1:25: unclosed parenthesis; expected notes in parentheses, such as (Survivalist)",
                "--table:1:29: unclosed quote; expected the same quote at the end of the name",
            ]
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[a-z0-9:;,()'\" \n\u{e9}]{0,60}") {
            let (entries, faults) = table(&text);
            for entry in &entries {
                entry.notes.iter().for_each(|note| drop(note.words()));
            }
            let _ = faults.to_string();
        }
    }
}
