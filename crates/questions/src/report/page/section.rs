//! Sections of a page: charts with the text and tables around them.

use super::super::ReportInput;
use super::super::answer::{Answer, BlockContent, Media, PagePosition};
use super::super::chart::Topic;
use super::super::results;
use super::super::text::{capital, counted};
use super::drawn::Drawn;
use super::named_table::NamedTable;

/// Maximum number of tables of a section that are printed.
const MOST_PRINTED: usize = 2;

/// Section of a page: charts with their text and tables.
pub struct Section<'a> {
    pub id: &'static str,
    pub heading: &'static str,
    pub lead: String,
    pub folded: bool,
    pub summary: String,
    pub charts: Vec<&'a Drawn>,
    /// True if the name of each table is shown above it.
    pub captions: bool,
    /// True if the tables are details, which are not printed.
    pub details: bool,
    pub tables: Vec<NamedTable>,
}

/// Returns the section about single changes, with its commands in a fold.
pub fn changes<'a>(answer: &'a Answer, charts: &'a [Drawn]) -> Section<'a> {
    let charts = charts.iter().filter(|one| one.question == answer.question);
    let (lead, tables) = laid_out(answer);
    let tables = tables.into_iter().map(NamedTable::repeating).collect();
    section(("changes", answer.heading), lead, charts.collect(), tables)
}

/// Returns the sections at the beginning of the page.
pub fn opening<'a>(input: &ReportInput<'a>, charts: &'a [Drawn]) -> Vec<Section<'a>> {
    let answers = input
        .answers
        .iter()
        .filter(|answer| answer.position == PagePosition::First);
    answers.map(|answer| of_answer(answer, charts)).collect()
}

/// Returns the section of an answer, with its charts first.
fn of_answer<'a>(answer: &'a Answer, charts: &'a [Drawn]) -> Section<'a> {
    let charts = charts.iter().filter(|one| one.question == answer.question);
    let (lead, mut tables) = laid_out(answer);
    // A single table, or any table of an opening section, repeats the figures of the charts.
    if !answer.charts.is_empty() && (tables.len() == 1 || answer.position == PagePosition::First) {
        tables = tables.into_iter().map(NamedTable::repeating).collect();
    }
    let title = (answer.question, answer.heading);
    section(title, lead, charts.collect(), tables)
}

pub fn sections<'a>(input: &ReportInput<'a>, charts: &'a [Drawn]) -> Vec<Section<'a>> {
    let own = |topic: Topic, id, heading, lead: &str| {
        let charts = charts.iter().filter(|one| one.question.is_empty());
        let placed = charts.filter(|one| one.topic == topic).collect();
        let tables = if topic == Topic::Ending {
            let stages = results::stages(input.results);
            let stages =
                stages.map(|table| NamedTable::new("Costs and effects of the scenes", table));
            let outcomes = NamedTable::new("Data", results::outcomes(input.results));
            stages.into_iter().chain([outcomes.repeating()]).collect()
        } else {
            Vec::new()
        };
        section((id, heading), lead.to_owned(), placed, tables)
    };
    let mut sections = vec![own(Topic::Ending, "ending", "Outcomes", "")];
    let answers = input.answers.iter();
    let answers = answers.filter(|answer| answer.position == PagePosition::BelowCharts);
    sections.extend(answers.map(|answer| of_answer(answer, charts)));
    sections.extend([
        own(
            Topic::Number,
            "numbers",
            "Distributions",
            "Bars show the share of trials with each value, colored by outcome. Curves show the share \
             of trials with at least that value.",
        ),
        own(Topic::YesNo, "happens", "Events", ""),
        own(Topic::Lasting, "lasting", "Durations", ""),
        own(Topic::More, "more", "More charts", ""),
    ]);
    sections.retain(|section| !section.charts.is_empty() || !section.tables.is_empty());
    sections
}

fn section<'a>(
    (id, heading): (&'static str, &'static str),
    lead: String,
    charts: Vec<&'a Drawn>,
    tables: Vec<NamedTable>,
) -> Section<'a> {
    Section {
        id,
        heading,
        lead,
        folded: id == "more",
        summary: counted(charts.len() as u64, "chart"),
        charts,
        // A single table shows the figures of the chart above it.
        captions: tables.len() > 1,
        details: tables.len() > MOST_PRINTED,
        tables,
    }
}

/// Returns the sentences that explain an answer, and its tables.
fn laid_out(answer: &Answer) -> (String, Vec<NamedTable>) {
    let (mut lead, mut tables) = (Vec::new(), Vec::new());
    for content in answer.on(Media::Page) {
        match content {
            BlockContent::Text(text) => lead.push(text.clone()),
            BlockContent::Notes(notes) => {
                let notes = notes.iter();
                lead.extend(notes.map(|(name, note)| format!("{}: {note}.", capital(name))));
            }
            BlockContent::Table(caption, table) => {
                tables.push(NamedTable::new(caption, table.clone()));
            }
            // Commands and bars are for screens only.
            BlockContent::Commands(..) | BlockContent::Bars(_) => {}
        }
    }
    (lead.join(" "), tables)
}
