//! What a question found out, ready for every medium: screens, Markdown, pages, JSON, CSV and Parquet are made
//! of answers, and none of them knows the question.

use super::bars::Bars;
use super::figure::Figure;
use super::json::Body;
use super::results::{Rows, figures};
use super::table::Table;
use super::text::{capital, clean, counted, grouped};
use crate::records::Columns;
use crate::sim::{Identity, StopReason};
use std::fmt::Display;

/// An answer. Texts in it are clean already: names come out of files.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The command that asks, which is also the name of its files in a report.
    pub question: &'static str,
    /// The heading of its section on a page.
    pub heading: &'static str,
    /// What it is about, as a heading.
    pub title: String,
    /// The answer as a sentence that can be read aloud, with its title.
    pub sentence: String,
    /// Whether a screen has the sentence behind the tables, where it closes a long list.
    pub closes: bool,
    /// Whether a page has its section above the charts of the contest.
    pub leads: bool,
    /// Whether a page begins with its section: it is what the file is about.
    pub opens: bool,
    /// The same without the title, for the head of a page; empty where it is too long for that.
    pub claim: String,
    /// What stands below the sentence, in order.
    pub blocks: Vec<Block>,
    /// What was played, and on which seed.
    pub facts: String,
    /// The seed, where something was played on one.
    pub seed: Option<u64>,
    /// What a document says of the contest besides: `hash 0123456789abcdef`; may be empty.
    pub origin: String,
    /// The charts, those that tell most first.
    pub charts: Vec<Figure>,
    /// The answer in short, as rows of a table of several scenarios.
    pub short: Vec<Short>,
    /// What programs read as CSV and Parquet.
    pub rows: Rows,
    /// What programs read as JSON.
    pub json: Body,
}

/// A row of a table of several answers: the path of the scenario that it is about, and cells under their headings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Short {
    /// The path.
    pub path: String,
    /// Headings with cells.
    pub cells: Vec<(String, String)>,
}

impl Short {
    /// A row about a scenario, of columns that have one row.
    pub(super) fn new<Row>(scenario: &Identity, columns: Columns<Row>) -> Self {
        Self::called(clean(&scenario.path), columns)
    }

    /// The same under another name.
    pub(super) fn called<Row>(path: String, columns: Columns<Row>) -> Self {
        let cells = columns.shown.into_iter();
        let cells = cells.flat_map(|one| {
            one.cells
                .into_iter()
                .map(move |cell| (one.heading.clone(), cell))
        });
        Self {
            path,
            cells: cells.collect(),
        }
    }
}

/// A part of an answer.
#[derive(Clone, Debug)]
pub struct Block {
    /// Where it is shown.
    pub on: On,
    /// What it is.
    pub content: Content,
}

/// Which media show a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    /// All of them.
    All,
    /// Screens only.
    Screen,
    /// Markdown and pages.
    Paper,
    /// Markdown only.
    Markdown,
    /// Pages only.
    Page,
    /// Screens and Markdown.
    Text,
}

/// What a block holds.
#[derive(Clone, Debug)]
pub enum Content {
    /// Sentences.
    Text(String),
    /// A table with its caption, which may be empty.
    Table(String, Table),
    /// Names with what there is to say about each.
    Notes(Vec<(String, String)>),
    /// Commands to type under a caption, which may be empty, with what each is for. For screens only: nothing may
    /// break them.
    Commands(String, Vec<(String, String)>),
    /// The outcomes as bars, with the few metrics of a summary; for screens only.
    Bars(Bars),
}

impl Answer {
    /// An answer under a title, as yet without what stands below its sentence.
    pub(super) fn new(
        (question, heading): (&'static str, &'static str),
        title: String,
        sentence: String,
        (json, rows): (Body, Rows),
    ) -> Self {
        Self {
            question,
            heading,
            title,
            claim: sentence.clone(),
            sentence,
            closes: false,
            leads: false,
            opens: false,
            blocks: Vec::new(),
            facts: String::new(),
            seed: None,
            origin: String::new(),
            charts: Vec::new(),
            short: Vec::new(),
            rows,
            json,
        }
    }

    /// An answer about one scenario with this claim.
    pub(super) fn about(
        question: (&'static str, &'static str),
        scenario: &Identity,
        claim: &str,
        media: (Body, Rows),
    ) -> Self {
        let title = title(scenario);
        let sentence = format!("{title}: {claim}");
        Self {
            claim: capital(claim),
            origin: format!("hash {}", clean(&scenario.hash)),
            ..Self::new(question, title, sentence, media)
        }
    }

    /// Its charts; those of plain results follow from these.
    pub fn drawn(&self) -> Vec<Figure> {
        match &self.rows {
            Rows::Results { results, varied } if self.charts.is_empty() && varied.is_empty() => {
                let single = results.first().filter(|_| results.len() == 1);
                single.map(figures).unwrap_or_default()
            }
            _ => self.charts.clone(),
        }
    }

    /// Its blocks for a medium.
    pub(super) fn on(&self, medium: On) -> impl Iterator<Item = &Content> {
        let shown = move |block: &&Block| block.on.includes(medium);
        self.blocks.iter().filter(shown).map(|block| &block.content)
    }
}

impl On {
    /// Whether what is shown here is shown on `medium`, one of [`On::Screen`], [`On::Markdown`] and [`On::Page`].
    fn includes(self, medium: Self) -> bool {
        match self {
            Self::All => true,
            Self::Paper => medium != Self::Screen,
            Self::Text => medium != Self::Page,
            one => one == medium,
        }
    }

    /// A block of sentences.
    pub fn text(self, text: impl Into<String>) -> Block {
        self.block(Content::Text(text.into()))
    }

    /// A block of a table under a caption.
    pub fn table(self, caption: impl Into<String>, table: Table) -> Block {
        self.block(Content::Table(caption.into(), table))
    }

    /// A block of notes.
    pub fn notes<N: Into<String>>(self, notes: Vec<(N, String)>) -> Block {
        let notes = notes.into_iter().map(|(name, note)| (name.into(), note));
        self.block(Content::Notes(notes.collect()))
    }

    /// A block.
    pub fn block(self, content: Content) -> Block {
        Block { on: self, content }
    }
}

/// What a scenario is called on screen and on paper: its title, or its path where it has none.
pub(super) fn title(scenario: &Identity) -> String {
    let title = clean(&scenario.title);
    if title.is_empty() {
        clean(&scenario.path)
    } else {
        title.trim_end_matches(['.', ':']).to_owned()
    }
}

/// How many trials by whom: `52,310 trials, players finisher v finisher, seed 42`.
pub(super) fn played(trials: u64, players: &str, seed: u64) -> String {
    let trials = counted(trials, "trial");
    let players = clean(players);
    let comma = if players.is_empty() { "" } else { ", " };
    format!("{trials}{comma}{players}, seed {seed}")
}

/// The seeds of several scenarios: `seed 42`, where it is the same one.
pub(super) fn seeds_in_short<T: Ord + Display>(mut seeds: Vec<T>) -> String {
    seeds.sort_unstable();
    seeds.dedup();
    match &seeds[..] {
        [] => String::new(),
        [seed] => format!("seed {seed}"),
        _ => "each with the seed of its file".to_owned(),
    }
}

/// A cell that says how many trials there were, and whether somebody ended them.
pub(super) fn trials_or_exact(trials: u64, stopped: StopReason) -> String {
    match (trials, stopped) {
        (trials, StopReason::Interrupted) => format!("interrupted after {}", grouped(trials)),
        (0, _) => "exact".to_owned(),
        (trials, _) => grouped(trials),
    }
}

/// The same of a question that plays nothing where all is solved.
pub(super) fn played_unless_solved(trials: u64, players: &str, seed: u64) -> String {
    match trials {
        0 => "exact, no trials".to_owned(),
        trials => played(trials, players, seed),
    }
}

/// How often each number of trials comes up, the most trials first.
pub(super) fn sizes_of(mut sizes: Vec<u64>) -> Vec<(u64, usize)> {
    sizes.sort_unstable_by(|one, other| other.cmp(one));
    let same = sizes.chunk_by(|one, other| one == other);
    same.map(|same| (same[0], same.len())).collect()
}
