//! Answers in all formats: text for terminals, JSON, Markdown, CSV and Parquet, an HTML page, and a
//! folder of files.
//!
//! A question creates an [`Answer`]: a sentence, tables, notes, charts, records and JSON. A medium
//! renders answers and does not depend on the question. To add a question, add a folder like
//! `ladder` or `tune` with a function that creates its answer; to add a medium, add a file like
//! `screen.rs`. The same answers always give the same bytes. Lower layers draw charts and write
//! frames. Pages need the Cargo feature `charts`, CSV and Parquet need `frames`.

mod advise;
mod answer;
mod bars;
mod batch;
mod chart;
mod check;
mod compare;
mod dice;
mod diff;
mod drama;
#[cfg(feature = "charts")]
mod fault;
mod folder;
mod hint;
mod history;
#[cfg(feature = "charts")]
mod index;
mod json;
mod ladder;
mod listed;
mod markdown;
mod matchups;
mod names;
mod narrated;
#[cfg(feature = "charts")]
mod page;
mod replay;
mod results;
mod robust;
#[cfg(test)]
mod sample;
mod screen;
mod since;
mod summary;
mod sweep;
mod table;
mod target;
mod text;
#[cfg(feature = "frames")]
mod tidy;
#[cfg(feature = "charts")]
mod trend;
mod tunables;
mod tune;
mod why;

use crate::analysis::{DecisiveReading, ExpectationResult, Skill};
use crate::document::FactSheet;
use crate::sim::Results;
use serde::Serialize;

pub use crate::document::shell::option;
pub use advise::{advise_answer, nearby_answer, own_share, settled_line};
pub use answer::{Answer, AnswerBlock, BlockContent, Media, PagePosition, SummaryRow};
pub use bars::Bars;
pub use batch::{BatchNotes, FaultyFile, InapplicableKey, batch_answer};
pub use chart::{ReportChart, Topic};
pub use check::{CheckReport, check_answer, check_junit};
pub use compare::{
    compare_answer, compare_charts, explain_answer, family_answer, restrict_answer, values_answer,
};
pub use dice::dice_answer;
pub use diff::diff_answer;
pub use drama::drama_answer;
pub use folder::{FolderError, UNFINISHED, check_folder, write_fault, write_folder};
pub use hint::hint_answer;
pub use history::SHOWN_RUNS;
#[cfg(feature = "charts")]
pub use index::index_page;
pub use json::{Body, JsonLayout, json, json_array};
pub use ladder::{errors_answer, ladder_answer};
pub use listed::{HistoryShares, Listed, ListedScenario, OutcomeChange};
pub use markdown::markdown;
pub use matchups::{matchups_answer, matchups_junit};
pub use names::{UniqueNames, is_device, safe_name, scenario_name};
pub use narrated::NarratedTrial;
#[cfg(feature = "charts")]
pub use page::{PageError, answers_page, handout, page};
pub use replay::Replay;
pub use results::{
    AnswerRows, Headline, Highlight, RecordFrame, VERDICTS, all_records, figures, headline,
    highlights, reading_sentences, results_answer, verdict_word,
};
pub use robust::robust_answer;
pub use screen::{ScreenOptions, screen};
pub use summary::{Slice, Summary, SummaryRequest, Written, fault_key};
pub use sweep::sweep_answer;
pub use table::{Table, Tone};
pub use text::{clean, clean_lines, counted, exact_percent};
#[cfg(feature = "frames")]
pub use tidy::tidy_records;
pub use tune::tune_answer;
pub use why::{Finding, why_answer};

/// Context of a scenario, beside its results.
#[derive(Clone, Copy, Debug, Default)]
pub struct ResultContext<'a> {
    /// Results of its expectations; may be empty.
    pub verdicts: &'a [ExpectationResult],
    /// Level of its players with the figure of other players, if known.
    pub skill: Option<&'a Skill>,
    /// Readings of the rules that change its main figure; `None` if they were not tried.
    pub readings: Option<&'a [DecisiveReading]>,
    /// Name and description of each player, without duplicates.
    pub players: &'a [(&'static str, &'static str)],
    /// Notes of its author; may be empty.
    pub notes: &'a str,
    /// Fact sheets of the participants and other content.
    pub line_up: &'a [FactSheet],
    /// Narrated trials: the typical one, then from the worst to the best.
    pub narrated_trials: &'a [NarratedTrial],
}

/// Related pages that a report links to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RelatedPages<'a> {
    /// True if the folder above contains an index.
    pub index: bool,
    /// Folder of the previous report.
    pub before: Option<&'a str>,
    /// Folder of the next report.
    pub after: Option<&'a str>,
    /// Link to the contest in the browser page, which is in the folder above.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app: Option<&'a str>,
}

/// Sections and files of a report beyond the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[expect(clippy::struct_excessive_bools, reason = "flags, each by itself")]
pub struct ReportExtras {
    /// Add the player matrix of `evenodds ladder`, and its error rates, with at most -n trials per cell
    #[cfg_attr(feature = "cli", arg(long))]
    pub ladder: bool,
    /// Add the figures of `evenodds drama`, with at most -n trials
    #[cfg_attr(feature = "cli", arg(long))]
    pub drama: bool,
    /// Omit the figure of other players
    #[cfg_attr(feature = "cli", arg(long))]
    pub no_stronger: bool,
    /// Add handout.html, a page to print: participants, outcomes, effects of changes, a sample game
    #[cfg_attr(all(feature = "cli", feature = "charts"), arg(long))]
    #[cfg_attr(all(feature = "cli", not(feature = "charts")), arg(skip))]
    pub handout: bool,
    /// Omit the effects of single changes
    #[cfg_attr(feature = "cli", arg(long))]
    pub no_changes: bool,
    /// Omit the sample games
    #[cfg_attr(feature = "cli", arg(long))]
    pub no_stories: bool,
}

/// Requested content of a report, beyond the trials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ReportFlags {
    /// Sections and files beyond the results.
    pub extras: ReportExtras,
    /// True if CSV cells are protected from being read as formulas by a spreadsheet.
    pub safe_csv: bool,
    /// True if charts are also written as PNG.
    pub png: bool,
}

/// Content of a report about one scenario.
#[derive(Clone, Copy, Debug)]
pub struct ReportInput<'a> {
    /// Results of the run.
    pub results: &'a Results,
    /// Text of the scenario's file, including the files that it includes.
    pub scenario: &'a str,
    /// Command that reproduces the results.
    pub command: &'a str,
    /// Key of all inputs, see [`SummaryRequest::key`].
    pub key: &'a str,
    /// Requested sections and files.
    pub flags: ReportFlags,
    /// Context in addition to the results.
    pub result_context: ResultContext<'a>,
    /// Related pages.
    pub related: RelatedPages<'a>,
    /// Answers to other questions, each with its own section.
    pub answers: &'a [Answer],
}
