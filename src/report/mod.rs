//! Results laid out for people: text for terminals, JSON, Markdown, an HTML page, a folder of files.
//!
//! The only place that lays a page out. It takes plain results and knows no particular contest;
//! charts and frames are made on the floors below. Everything here gives the same bytes for the
//! same results. The page needs the Cargo feature `charts`.

mod advise;
mod aim;
mod check;
mod compare;
mod drama;
#[cfg(feature = "charts")]
mod fault;
mod figures;
mod folder;
mod highlights;
#[cfg(feature = "charts")]
mod index;
mod json;
mod ladder;
mod lines;
mod listed;
mod markdown;
mod names;
mod ours;
#[cfg(feature = "charts")]
mod page;
#[cfg(test)]
mod sample;
mod screen;
mod sentence;
mod summary;
mod sweep;
mod tables;
mod text;
mod tune;
mod words;

use crate::analysis::{Drama, Ladder, Promise, Sweep, Tuning};
use crate::sim::Results;

pub use advise::{advise_claim, advise_figures, advise_json, advise_markdown, advise_screen};
pub use check::{
    CheckReport, FaultyFile, check_json, check_junit, check_markdown, check_screen, verdict_word,
};
pub use compare::{
    compare_claim, compare_json, compare_json_array, compare_markdown, compare_screen,
};
pub use drama::{
    drama_claim, drama_figures, drama_json, drama_json_array, drama_markdown, drama_screen,
};
pub use figures::{Figure, Topic, figures};
pub use folder::{FolderError, UNFINISHED, check_folder, write_fault, write_folder};
pub use highlights::{Highlight, highlights};
#[cfg(feature = "charts")]
pub use index::index_page;
pub use json::{json, json_array};
pub use ladder::{ladder_claim, ladder_figures, ladder_json, ladder_markdown, ladder_screen};
#[cfg(feature = "frames")]
pub use ladder::{ladder_csv, ladder_parquet};
pub use listed::{Entry, Listed};
pub use markdown::markdown;
pub use names::{Names, safe_name, scenario_name};
pub use ours::{instead_of_scenario, is_ours};
#[cfg(feature = "charts")]
pub use page::{PageError, page};
pub use screen::{ScreenOptions, screen};
pub use sentence::{Sentence, sentence};
pub use summary::{Order, Slice, Summary, Written, fault_key};
pub use sweep::{sweep_claim, sweep_figures, sweep_json, sweep_markdown, sweep_screen};
#[cfg(feature = "frames")]
pub use sweep::{sweep_csv, sweep_parquet};
pub use text::{clean, clean_lines};
pub use tune::{tune_claim, tune_figures, tune_json, tune_markdown, tune_screen};
pub use words::share_in_words;

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
    /// How the scenario's expectations fared; may be empty.
    pub verdicts: &'a [Promise],
    /// How the pairings of players compare, where that was played.
    pub ladder: Option<&'a Ladder>,
    /// How it goes rather than how it ends, where that was measured.
    pub drama: Option<&'a Drama>,
    /// What the contest becomes with other values of some keys, where the scenario asks for it.
    pub sweep: Option<&'a Sweep>,
    /// Which setting meets the target of the file, where it has one.
    pub tuning: Option<&'a Tuning>,
}
