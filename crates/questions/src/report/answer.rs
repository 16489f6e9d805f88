//! An answer to a question, in a form that every medium can render: screens, Markdown, pages, JSON,
//! CSV and Parquet. No medium depends on the question.

use super::bars::Bars;
use super::chart::ReportChart;
use super::json::Body;
use super::results::{AnswerRows, figures};
use super::table::Table;
use super::text::{capital, clean, counted, grouped};
use crate::contest::ConfiguredPlayers;
use crate::records::Columns;
use crate::sim::{ScenarioIdentity, StopReason};
use std::fmt::Display;

/// Answer to a question. Its texts contain no control characters, even if names from files do.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Name of the command, and of the answer's files in a report.
    pub question: &'static str,
    /// Heading of the answer's section on a page.
    pub heading: &'static str,
    /// Heading of the answer.
    pub title: String,
    /// The answer as a sentence, with its title.
    pub titled_headline: String,
    /// The sentence without the title that may precede it.
    pub headline: String,
    /// True if a screen shows the headline after the tables, to end a long list.
    pub headline_is_last: bool,
    /// Position of the answer's section on a page.
    pub position: PagePosition,
    /// The headline for the head of a page, without the title if the answer is about one scenario;
    /// empty if too long for that.
    pub page_headline: String,
    /// Blocks below the sentence, in order.
    pub blocks: Vec<AnswerBlock>,
    /// Trials, players and seed of the run.
    pub facts: String,
    /// Random seed, if trials were played.
    pub seed: Option<u64>,
    /// Origin of the contest, shown in documents: `hash 0123456789abcdef`; may be empty.
    pub origin: String,
    /// Charts, the most important first.
    pub charts: Vec<ReportChart>,
    /// Rows for a summary table of more than one scenario.
    pub summary_rows: Vec<SummaryRow>,
    /// Records for CSV and Parquet.
    pub rows: AnswerRows,
    /// Content for JSON.
    pub json: Body,
}

/// Position of an answer's section on a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PagePosition {
    /// First of all.
    First,
    /// Above the charts of the contest.
    AboveCharts,
    /// Below the charts of the contest.
    #[default]
    BelowCharts,
}

/// A row of a summary table: the path of the scenario, and cells with their headings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SummaryRow {
    /// Path of the scenario.
    pub path: String,
    /// Headings with cells.
    pub cells: Vec<(String, String)>,
}

impl SummaryRow {
    /// Returns a row about a scenario, from columns with one row.
    pub(super) fn new<Row>(scenario: &ScenarioIdentity, columns: Columns<Row>) -> Self {
        Self::called(clean(&scenario.path), columns)
    }

    /// Returns a row with a name in place of the path of the scenario.
    pub(super) fn called<Row>(path: String, columns: Columns<Row>) -> Self {
        let cells = columns.shown.into_iter();
        let cells = cells.flat_map(|one| Some(one.heading).into_iter().zip(one.cells));
        let cells = cells.collect();
        Self { path, cells }
    }
}

/// A part of an answer.
#[derive(Clone, Debug)]
pub struct AnswerBlock {
    /// Media that show the block.
    pub on: Media,
    /// Content of the block.
    pub content: BlockContent,
}

/// Media that show a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Media {
    /// All media.
    All,
    /// Screens only.
    Screen,
    /// Markdown and pages.
    Documents,
    /// Markdown only.
    Markdown,
    /// Pages only.
    Page,
    /// Screens and Markdown.
    Text,
}

/// Content of a block.
#[derive(Clone, Debug)]
pub enum BlockContent {
    /// Sentences.
    Text(String),
    /// A table with its caption, which may be empty.
    Table(String, Table),
    /// Names, each with a note.
    Notes(Vec<(String, String)>),
    /// Commands, each with its purpose, under a caption that may be empty. Screens only.
    Commands(String, Vec<(String, String)>),
    /// Outcomes as bars, with the highlighted metrics; for screens only.
    Bars(Bars),
}

impl Answer {
    /// Returns an answer under a title that its headline does not repeat, without blocks.
    pub(super) fn new(
        (question, heading): (&'static str, &'static str),
        title: String,
        headline: String,
        (json, rows): (Body, AnswerRows),
    ) -> Self {
        Self {
            question,
            heading,
            title,
            page_headline: headline.clone(),
            headline: headline.clone(),
            titled_headline: headline,
            headline_is_last: false,
            position: PagePosition::default(),
            blocks: Vec::new(),
            facts: String::new(),
            seed: None,
            origin: String::new(),
            charts: Vec::new(),
            summary_rows: Vec::new(),
            rows,
            json,
        }
    }

    /// Returns an answer whose sentence is the title and this headline, without blocks.
    pub(super) fn titled(
        question: (&'static str, &'static str),
        title: String,
        headline: String,
        media: (Body, AnswerRows),
    ) -> Self {
        let sentence = format!("{title}: {headline}");
        Self {
            headline,
            ..Self::new(question, title, sentence, media)
        }
    }

    /// Returns an answer about one scenario with this headline.
    pub(super) fn about(
        question: (&'static str, &'static str),
        scenario: &ScenarioIdentity,
        headline: &str,
        media: (Body, AnswerRows),
    ) -> Self {
        Self {
            page_headline: capital(headline),
            origin: format!("hash {}", clean(&scenario.hash)),
            ..Self::titled(question, title(scenario), headline.to_owned(), media)
        }
    }

    /// Returns the charts; those of a run are derived from its results.
    pub fn drawn(&self) -> Vec<ReportChart> {
        if let AnswerRows::Results { results, varied } = &self.rows
            && let ([single], [], []) = (&results[..], &varied[..], &self.charts[..])
        {
            return figures(single);
        }
        self.charts.clone()
    }

    /// Yields the blocks that a medium shows.
    pub(super) fn on(&self, medium: Media) -> impl Iterator<Item = &BlockContent> {
        let shown = move |block: &&AnswerBlock| block.on.includes(medium);
        self.blocks.iter().filter(shown).map(|block| &block.content)
    }
}

impl Media {
    /// Returns whether `medium`, one of [`Media::Screen`], [`Media::Markdown`] and [`Media::Page`],
    /// shows this block.
    fn includes(self, medium: Self) -> bool {
        match self {
            Self::All => true,
            Self::Documents => medium != Self::Screen,
            Self::Text => medium != Self::Page,
            one => one == medium,
        }
    }

    /// Returns a block of sentences.
    pub fn text(self, text: impl Into<String>) -> AnswerBlock {
        self.block(BlockContent::Text(text.into()))
    }

    /// Returns a block of a table under a caption.
    pub fn table(self, caption: impl Into<String>, table: Table) -> AnswerBlock {
        self.block(BlockContent::Table(caption.into(), table))
    }

    /// Returns a block of notes.
    pub fn notes<N: Into<String>>(self, notes: Vec<(N, String)>) -> AnswerBlock {
        let notes = notes.into_iter().filter(|(_, note)| !note.is_empty());
        let notes = notes.map(|(name, note)| (name.into(), note));
        self.block(BlockContent::Notes(notes.collect()))
    }

    /// Returns a block of commands under a caption.
    pub fn commands(self, caption: &str, commands: Vec<(String, String)>) -> AnswerBlock {
        self.block(BlockContent::Commands(caption.to_owned(), commands))
    }

    /// Returns a block with any content.
    pub fn block(self, content: BlockContent) -> AnswerBlock {
        AnswerBlock { on: self, content }
    }
}

/// Returns the display name of a scenario: its title, or its path if it has none.
pub(super) fn title(scenario: &ScenarioIdentity) -> String {
    let title = clean(&scenario.title);
    if title.is_empty() {
        clean(&scenario.path)
    } else {
        title.trim_end_matches(['.', ':']).to_owned()
    }
}

/// Returns the number of trials with players and seed: `52,310 trials, players finisher v finisher,
/// seed 42`.
pub(super) fn played(trials: u64, players: &ConfiguredPlayers, seed: u64) -> String {
    let trials = counted(trials, "trial");
    let players = clean(&players.to_string());
    let comma = if players.is_empty() { "" } else { ", " };
    format!("{trials}{comma}{players}, seed {seed}")
}

/// Returns the seeds of all scenarios: `seed 42` if all are the same.
pub(super) fn seeds_in_short<T: Ord + Display>(mut seeds: Vec<T>) -> String {
    seeds.sort_unstable();
    seeds.dedup();
    match &seeds[..] {
        [] => String::new(),
        [seed] => format!("seed {seed}"),
        _ => "each with the seed of its file".to_owned(),
    }
}

/// Returns a cell with the number of trials and whether the run was interrupted.
pub(super) fn trials_or_exact(trials: u64, stopped: StopReason) -> String {
    match (trials, stopped) {
        (trials, StopReason::Interrupted) => format!("interrupted after {}", grouped(trials)),
        (0, _) => "exact".to_owned(),
        (trials, _) => grouped(trials),
    }
}

/// Returns the same as [`played`], or `exact, no trials` without trials.
pub(super) fn played_unless_solved(trials: u64, players: &ConfiguredPlayers, seed: u64) -> String {
    match trials {
        0 => "exact, no trials".to_owned(),
        trials => played(trials, players, seed),
    }
}

/// Returns each distinct number of trials with its frequency, the largest number first.
pub(super) fn sizes_of(mut sizes: Vec<u64>) -> Vec<(u64, usize)> {
    sizes.sort_unstable_by(|one, other| other.cmp(one));
    let same = sizes.chunk_by(|one, other| one == other);
    same.map(|same| (same[0], same.len())).collect()
}
