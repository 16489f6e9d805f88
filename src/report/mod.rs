//! Answers laid out for people and programs: text for terminals, JSON, Markdown, CSV and Parquet, an HTML page, a
//! folder of files.
//!
//! A question makes an [`Answer`]: its sentence, tables, notes, charts, records and JSON. A medium renders answers and
//! knows no question. The next question is a folder like those of `ladder` or `tune` here, with a function that makes
//! its answer; the next medium is a file like `screen.rs`. Everything here gives the same bytes for the same answers;
//! charts and frames are made on the floors below. Pages need the Cargo feature `charts`, CSV and Parquet `frames`.

mod advise;
mod answer;
mod bars;
mod check;
mod compare;
#[cfg(feature = "charts")]
mod course;
mod diff;
mod drama;
#[cfg(feature = "charts")]
mod fault;
mod figure;
mod folder;
mod hint;
#[cfg(feature = "charts")]
mod index;
mod json;
mod ladder;
mod levers;
mod listed;
mod markdown;
mod names;
mod nights;
#[cfg(feature = "charts")]
mod page;
mod replay;
mod results;
#[cfg(test)]
mod sample;
mod screen;
mod several;
mod since;
mod summary;
mod sweep;
mod table;
mod target;
mod text;
#[cfg(feature = "frames")]
mod tidy;
mod told;
mod tune;
mod words;

use crate::analysis::{ExpectationResult, Skill};
use crate::document::Sheet;
use crate::sim::Results;
use serde::Serialize;

pub use crate::document::shell::option;
pub use advise::{advise_answer, nearby_answer, settled_line};
pub use answer::{Answer, Block, Content, On, Short};
pub use bars::Bars;
pub use check::{CheckReport, check_answer, check_junit};
pub use compare::{compare_answer, compare_charts, family_answer};
pub use diff::diff_answer;
pub use drama::drama_answer;
pub use figure::{Figure, Topic};
pub use folder::{FolderError, UNFINISHED, check_folder, write_fault, write_folder};
pub use hint::hint_answer;
#[cfg(feature = "charts")]
pub use index::index_page;
pub use json::{Body, Layout, json, json_array};
pub use ladder::ladder_answer;
pub use listed::{Entry, Listed};
pub use markdown::markdown;
pub use names::{Names, safe_name, scenario_name};
pub use nights::{Nightly, SHOWN_NIGHTS};
#[cfg(feature = "charts")]
pub use page::{PageError, answers_page, handout, page};
pub use replay::Replay;
pub use results::{
    Frame, Headline, Highlight, Rows, VERDICTS, all_records, figures, headline, highlights,
    results_answer, verdict_word,
};
pub use screen::{ScreenOptions, screen};
pub use several::{Absent, FaultyFile, Others, several_answer};
pub use since::Change;
pub use summary::{Order, Slice, Summary, Written, fault_key};
pub use sweep::sweep_answer;
pub use table::{Table, Tone};
pub use text::{clean, clean_lines, counted};
#[cfg(feature = "frames")]
pub use tidy::tidy_records;
pub use told::Told;
pub use tune::tune_answer;

/// What is known of a scenario beside its results.
#[derive(Clone, Copy, Debug, Default)]
pub struct Background<'a> {
    /// How its expectations fared; may be empty.
    pub verdicts: &'a [ExpectationResult],
    /// Figures of good and of simple play, where they are known.
    pub skill: Option<&'a Skill>,
    /// Who plays, each once: the name of a player and how it plays.
    pub players: &'a [(&'static str, &'static str)],
    /// What its author notes; may be empty.
    pub notes: &'a str,
    /// Who and what is in it.
    pub line_up: &'a [Sheet],
    /// The trial of a handout.
    pub typical: Option<&'a Told>,
    /// Trials that are told, from the worst to the best.
    pub told: &'a [Told],
}

/// What lies around a report: pages that its own leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Around<'a> {
    /// Whether there is an index above it.
    pub index: bool,
    /// The folder of the report before it.
    pub before: Option<&'a str>,
    /// The folder of the one behind it.
    pub after: Option<&'a str>,
}

/// What a report about one scenario is made of.
#[derive(Clone, Copy, Debug)]
pub struct ReportInput<'a> {
    /// What was found out.
    pub results: &'a Results,
    /// The text of the scenario's file, with those that it uses put into it.
    pub scenario: &'a str,
    /// The command that makes the same results again.
    pub command: &'a str,
    /// The key of its order, see [`Order::key`].
    pub key: &'a str,
    /// Whether no cell of CSV may be taken for a formula by a spreadsheet.
    pub safe_csv: bool,
    /// Whether charts are written as PNG, too.
    pub png: bool,
    /// Whether there is a page to be printed for a table, too.
    pub handout: bool,
    /// What is known beside the results.
    pub background: Background<'a>,
    /// What lies around it.
    pub around: Around<'a>,
    /// Answers to further questions, which have sections of their own.
    pub answers: &'a [Answer],
}
