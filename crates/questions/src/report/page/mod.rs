//! Self-contained HTML page about one scenario. It loads no other resource, and is readable without
//! its script.

mod answers;
mod drawn;
mod line_up;
pub(super) mod look;
mod named_table;
mod section;
mod sentences;
#[cfg(test)]
mod tests;

use super::chart::Topic;
use super::narrated::NarratedTrial;
use super::results::{self, Highlight, headline};
use super::text::{clean, words};
use super::{PagePosition, RelatedPages, ReportInput};
use crate::charts::ChartError;
use crate::document::percent_encoded;
use askama::Template;
use line_up::{LineUp, line_up, paragraphs};
use named_table::{NamedTable, all_tables};
use section::{Section, changes, opening, sections};
use sentences::{basis, claims, facts, method};

pub use answers::answers_page;
pub(super) use drawn::{Drawn, drawn};

/// An error while making a page.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PageError {
    /// A chart could not be drawn.
    #[error("the chart `{name}` cannot be drawn: {source}")]
    Chart {
        /// Name of the chart.
        name: String,
        /// Underlying error.
        source: ChartError,
    },
    /// The template failed.
    #[error("the page cannot be laid out: {0}")]
    Layout(#[from] askama::Error),
}

/// Returns the HTML of a page about one scenario.
///
/// # Errors
/// Fails only if the drawing or the template library fails; no data causes an error.
pub fn page(input: &ReportInput) -> Result<String, PageError> {
    page_of(input, &drawn(input)?, &[])
}

/// Returns the page with charts that are already drawn, and links to `files` in its folder.
pub(super) fn page_of(
    input: &ReportInput,
    charts: &[Drawn],
    files: &[String],
) -> Result<String, PageError> {
    trimmed(&laid(input, charts, files))
}

/// Returns a short page to print: participants, outcomes, single changes and a narrated trial.
///
/// # Errors
/// Fails only if the template library fails; no data causes an error.
pub fn handout(input: &ReportInput) -> Result<String, PageError> {
    let page = laid(input, &[], &[]);
    let narrated_trial = input.result_context.narrated_trials.first();
    trimmed(&Handout {
        page,
        narrated_trial,
    })
}

/// Renders a template and removes the blank lines at its end.
fn trimmed(page: &impl Template) -> Result<String, PageError> {
    let mut html = page.render()?;
    html.truncate(html.trim_end().len());
    html.push('\n');
    Ok(html)
}

/// Builds the data of a page.
fn laid<'a>(input: &ReportInput<'a>, charts: &'a [Drawn], files: &'a [String]) -> Page<'a> {
    let (results, result_context) = (input.results, &input.result_context);
    let headline = headline(results, result_context.skill);
    let mut answers = input.answers.iter();
    let changes = answers
        .find(|answer| answer.position == PagePosition::AboveCharts)
        .map(|answer| changes(answer, charts));
    let verdicts = result_context.verdicts.iter().map(|one| clean(&one.line));
    let first = [results::beside_score(results), results::most_often(results)];
    let first = first.into_iter().flatten();
    let first = first.chain(results::reading_sentences(results, result_context.readings));
    Page {
        tool: results.tool,
        kind: clean(&words(&results.scenario.kind)),
        headline: headline.brief(),
        figures: basis(results, &headline),
        players: headline.players,
        title: headline.title,
        verdicts: verdicts.collect(),
        highlights: results::highlights(results),
        notes: paragraphs(result_context.notes),
        line_up: line_up(input),
        changes,
        narrated_trials: result_context.narrated_trials,
        players_help: result_context.players,
        related: input.related,
        files,
        claims: first.chain(claims(input)).collect(),
        picture: charts.iter().find(|one| one.topic == Topic::Picture),
        opening: opening(input, charts),
        sections: sections(input, charts),
        tables: all_tables(&results::without_flow(results)),
        facts: facts(results),
        method: method(results),
        command: clean(input.command),
        scenario: input.scenario.replace("\r\n", "\n"),
    }
}

#[derive(Template)]
#[template(path = "handout.html")]
struct Handout<'a> {
    page: Page<'a>,
    narrated_trial: Option<&'a NarratedTrial>,
}

#[derive(Template)]
#[template(path = "page.html")]
struct Page<'a> {
    tool: &'static str,
    kind: String,
    players: String,
    title: String,
    headline: String,
    figures: String,
    verdicts: Vec<String>,
    /// Headlines of the answers to other questions.
    claims: Vec<String>,
    highlights: Vec<Highlight>,
    notes: Vec<String>,
    line_up: Vec<LineUp>,
    changes: Option<Section<'a>>,
    narrated_trials: &'a [NarratedTrial],
    players_help: &'a [(&'static str, &'static str)],
    related: RelatedPages<'a>,
    files: &'a [String],
    /// Picture of the answer.
    picture: Option<&'a Drawn>,
    /// Sections at the beginning of the page, such as that of a sweep.
    opening: Vec<Section<'a>>,
    sections: Vec<Section<'a>>,
    tables: Vec<NamedTable>,
    facts: Vec<(&'static str, String)>,
    method: String,
    command: String,
    scenario: String,
}

impl Page<'_> {
    /// Returns the name of a folder encoded for a URL.
    fn address(name: &str) -> String {
        percent_encoded(name)
    }

    /// Returns the ids and headings of the sections, in order.
    fn contents(&self) -> Vec<(&'static str, &'static str)> {
        let some = |is: bool, id, heading| is.then_some((id, heading));
        let above = [
            some(!self.line_up.is_empty(), "who", "Participants"),
            some(self.changes.is_some(), "changes", "Sensitivity"),
            some(!self.verdicts.is_empty(), "verdicts", "Expectations"),
            some(!self.highlights.is_empty(), "glance", "Summary"),
            some(!self.narrated_trials.is_empty(), "told", "Sample games"),
        ];
        let named = |section: &Section| (section.id, section.heading);
        let opening = self.opening.iter().map(named);
        let sections = self.sections.iter().map(named);
        let below = [
            some(!self.tables.is_empty(), "all-figures", "All figures"),
            some(true, "made", "Reproduce"),
        ];
        let first = opening.chain(above.into_iter().flatten());
        first
            .chain(sections)
            .chain(below.into_iter().flatten())
            .collect()
    }
}
