//! One question about more than one scenario: a table with a row for each scenario, and notes about
//! the other files.
//!
//! The rows are the summary rows of the answers, so this module does not depend on the question.
//! Screens show only the table; documents and pages have the whole answers below it.

use super::answer::{Answer, AnswerBlock, Media, SummaryRow, seeds_in_short};
use super::json::{Body, JsonLayout};
use super::results::AnswerRows;
use super::table::Table;
use super::text::{clean, counted, distinct, joined, numbered};
use crate::records::{Cell, Records};

/// Skipped files and inapplicable keys of a batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BatchNotes {
    /// Files without an answer, each once.
    pub faulty: Vec<FaultyFile>,
    /// TOML files below folders that have no `kind`.
    pub left_out: Vec<String>,
    /// Keys that some scenarios lack.
    pub absent: Vec<InapplicableKey>,
    /// Scenarios without an answer because the call was interrupted.
    pub unasked: Vec<String>,
}

/// A file without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultyFile {
    /// Path of the file.
    pub path: String,
    /// Error message.
    pub message: String,
    /// True if the file could not be read, rather than being invalid.
    pub unreadable: bool,
}

impl BatchNotes {
    /// Adds a file without an answer, unless it is already listed.
    pub fn refuse(&mut self, file: FaultyFile) {
        if !self.faulty.iter().any(|known| known.path == file.path) {
            self.faulty.push(file);
        }
    }
}

/// A key that some scenarios lack, while others have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InapplicableKey {
    /// Key as typed on the command line.
    pub key: String,
    /// Scenarios without the key.
    pub paths: Vec<String>,
    /// True if these scenarios were left out because the question is about the key; otherwise they
    /// are included unchanged.
    pub left_out: bool,
}

/// Returns the overview of answers to one question about more than one scenario.
pub fn batch_answer(answers: &[Answer], others: &BatchNotes) -> Answer {
    let rows = answers
        .iter()
        .flat_map(|answer| answer.summary_rows.clone());
    let seeds = answers.iter().filter_map(|answer| answer.seed);
    let facts = seeds_in_short(seeds.collect());
    let blocks = vec![Media::All.table("", table(&rows.collect::<Vec<_>>()))];
    overview(answers.len(), "", (blocks, others), facts)
}

/// Returns an answer that precedes the answers about `scenarios` scenarios. `found` is their joint
/// result; may be empty.
pub(super) fn overview(
    scenarios: usize,
    found: &str,
    (mut blocks, others): (Vec<AnswerBlock>, &BatchNotes),
    facts: String,
) -> Answer {
    let title = counted(scenarios as u64, "scenario");
    blocks.push(Media::All.notes(notes(others)));
    let left = numbered([
        (
            others.faulty.len(),
            "file has no answer",
            "files have no answer",
        ),
        (
            others.left_out.len(),
            "file without a kind was left out",
            "files without a kind were left out",
        ),
    ]);
    let sentence = |own: &str| {
        let parts = std::iter::once(own.to_owned()).chain(left);
        format!("{}.", joined(parts, "; "))
    };
    // JSON and records have the answers themselves, so the overview has none.
    let media = (
        Body::new((), JsonLayout::default()),
        AnswerRows::Own(Records::default()),
    );
    let question = ("several", "All scenarios");
    let answer = if found.is_empty() {
        let sentence = sentence(&title);
        Answer::new(question, title, sentence, media)
    } else {
        Answer::titled(question, title, sentence(found), media)
    };
    Answer {
        headline_is_last: true,
        blocks,
        facts,
        ..answer
    }
}

/// Returns the rows, with all headings that occur.
pub(super) fn table(rows: &[SummaryRow]) -> Table {
    let cells = rows.iter().flat_map(|row| &row.cells);
    let headings = distinct(cells.map(|(heading, _)| heading.as_str()));
    // Consecutive rows of one path show it only once.
    let mut before = "";
    let cells = rows.iter().map(|row| {
        let path = if row.path == before { "" } else { &row.path };
        before = &row.path;
        let cell = |heading: &&str| {
            let known = row.cells.iter().find(|(own, _)| own == heading);
            known.map(|(_, cell)| cell.as_str()).text()
        };
        let cells = headings.iter().map(cell);
        std::iter::once(path.to_owned()).chain(cells).collect()
    });
    let cells: Vec<Vec<String>> = cells.collect();
    // Words are left-aligned, figures right-aligned.
    let is_words = |column: &usize| {
        let long = |row: &Vec<String>| {
            let letters = row[*column].chars().filter(|one| one.is_alphabetic());
            letters.count() > 6
        };
        cells.iter().any(long)
    };
    let left = (1..=headings.len()).filter(is_words).collect();
    Table {
        stacks: true,
        left,
        ..Table::new(std::iter::once("scenario").chain(headings), cells)
    }
}

/// Returns notes about the other files, each kind once.
fn notes(others: &BatchNotes) -> Vec<(String, String)> {
    let mut notes = inapplicable(&others.absent);
    if !others.faulty.is_empty() {
        let faulty = others.faulty.iter().map(|file| clean(&file.path));
        notes.push(("no answer".to_owned(), joined(faulty, ", ")));
    }
    notes
}

/// Returns notes about keys that some scenarios lack.
pub(super) fn inapplicable(absent: &[InapplicableKey]) -> Vec<(String, String)> {
    let notes = absent.iter().map(|absent| {
        let what = match (absent.left_out, absent.paths.len()) {
            (true, 1) => "which was left out",
            (true, _) => "which were left out",
            (false, 1) => "which is unchanged",
            (false, _) => "which are unchanged",
        };
        let key = clean(&absent.key);
        let paths: Vec<String> = absent.paths.iter().map(|path| clean(path)).collect();
        let note = format!("{key} in {}, {what}", paths.join(", "));
        ("not applicable".to_owned(), note)
    });
    notes.collect()
}

#[cfg(test)]
mod tests {
    use super::super::screen::{ScreenOptions, screen};
    use super::*;

    fn row(path: &str, cells: &[(&'static str, &str)]) -> SummaryRow {
        let cells = cells
            .iter()
            .map(|(name, cell)| ((*name).to_owned(), (*cell).to_owned()));
        SummaryRow {
            path: path.to_owned(),
            cells: cells.collect(),
        }
    }

    #[test]
    fn there_is_a_row_for_each_scenario_and_a_note_for_the_other_files() {
        let rows = [
            row("a.toml", &[("figure", "heroes"), ("value", "24%")]),
            row("a.toml", &[("figure", "draw"), ("value", "1%")]),
            row("b.toml", &[("figure", "success"), ("trials", "exact")]),
        ];
        let blocks = vec![Media::All.table("", table(&rows))];
        let absent = |key: &str, left_out| InapplicableKey {
            key: key.to_owned(),
            paths: vec!["c.toml".to_owned(), "d\u{1b}.toml".to_owned()],
            left_out,
        };
        let others = BatchNotes {
            faulty: vec![FaultyFile {
                path: "e.toml".to_owned(),
                message: String::new(),
                unreadable: false,
            }],
            left_out: vec!["party.toml".to_owned(), "x.toml".to_owned()],
            absent: vec![absent("rules.half", true), absent("field.dice", false)],
            unasked: Vec::new(),
        };
        let answer = overview(2, "", (blocks, &others), "seed 1".to_owned());
        insta::assert_snapshot!(screen(&answer, &ScreenOptions::default()), @"
          scenario  figure   value  trials
          a.toml    heroes     24%       –
                    draw        1%       –
          b.toml    success      –   exact

          not applicable  rules.half in c.toml, d .toml, which were left out
          not applicable  field.dice in c.toml, d .toml, which are unchanged
          no answer       e.toml

        2 scenarios; 1 file has no answer; 2 files without a kind were left out.
          seed 1
        ");
    }
}
