//! The sections of a page: charts with what goes before and behind them.

use super::super::ReportInput;
use super::super::answer::{Answer, Content, On};
use super::super::figure::Topic;
use super::super::results;
use super::super::text::{capital, counted};
use super::drawn::{Drawn, Placed, place};
use super::grid::Grid;

/// The most tables of a section that are printed.
const MOST_PRINTED: usize = 2;

/// Charts with what goes before and behind them.
pub struct Section<'a> {
    pub id: &'static str,
    pub heading: &'static str,
    pub lead: String,
    pub folded: bool,
    pub summary: String,
    pub charts: Vec<Placed<'a>>,
    /// Whether each table has its name above it.
    pub captions: bool,
    /// Whether its tables are for those who look closer, and are not printed.
    pub details: bool,
    pub tables: Vec<Grid>,
}

/// What single changes would do.
pub fn changes(answer: &Answer) -> Section<'_> {
    let (lead, tables) = laid_out(answer);
    section(("changes", answer.heading), lead, Vec::new(), tables)
}

/// What the file is about: sections with which its page begins.
pub fn opening<'a>(input: &ReportInput<'a>, charts: &'a [Drawn]) -> Vec<Section<'a>> {
    let answers = input.answers.iter().filter(|answer| answer.opens);
    answers.map(|answer| of_answer(answer, charts)).collect()
}

/// The section of an answer, with its charts first.
fn of_answer<'a>(answer: &'a Answer, charts: &'a [Drawn]) -> Section<'a> {
    let charts = charts.iter().filter(|one| one.question == answer.question);
    let (lead, mut tables) = laid_out(answer);
    // What charts show is said by the table again, unless there are several.
    if !answer.charts.is_empty() && (tables.len() == 1 || answer.opens) {
        tables = tables.into_iter().map(Grid::repeating).collect();
    }
    let title = (answer.question, answer.heading);
    section(title, lead, charts.map(place).collect(), tables)
}

pub fn sections<'a>(input: &ReportInput<'a>, charts: &'a [Drawn]) -> Vec<Section<'a>> {
    let own = |topic: Topic, id, heading, lead: &str| {
        let charts = charts.iter().filter(|one| one.question.is_empty());
        let placed: Vec<Placed> = charts.filter(|one| one.topic == topic).map(place).collect();
        let tables = if topic == Topic::Ending {
            let stages = results::stages(input.results);
            let stages = stages.map(|table| Grid::new("What each scene costs and decides", table));
            let outcomes = Grid::new("In figures", results::outcomes(input.results));
            stages.into_iter().chain([outcomes.repeating()]).collect()
        } else {
            Vec::new()
        };
        section((id, heading), lead.to_owned(), placed, tables)
    };
    let mut sections = vec![own(Topic::Ending, "ending", "How it ends", "")];
    let answers = input.answers.iter();
    let answers = answers.filter(|answer| !answer.leads && !answer.opens);
    sections.extend(answers.map(|answer| of_answer(answer, charts)));
    sections.extend([
        own(
            Topic::Number,
            "numbers",
            "How long, how much",
            "Bars show how often each value came up, coloured by how the trial ended. Curves show \
             how often it was at least that much.",
        ),
        own(Topic::YesNo, "happens", "What happens along the way", ""),
        own(Topic::Lasting, "lasting", "Who lasts how long", ""),
        own(Topic::More, "more", "More charts", ""),
    ]);
    sections.retain(|section| !section.charts.is_empty() || !section.tables.is_empty());
    sections
}

fn section<'a>(
    (id, heading): (&'static str, &'static str),
    lead: String,
    charts: Vec<Placed<'a>>,
    tables: Vec<Grid>,
) -> Section<'a> {
    Section {
        id,
        heading,
        lead,
        folded: id == "more",
        summary: counted(charts.len() as u64, "chart"),
        charts,
        // A single table shows what the chart above it does.
        captions: tables.len() > 1,
        details: tables.len() > MOST_PRINTED,
        tables,
    }
}

/// What has to be known to read an answer, in sentences, and its tables.
fn laid_out(answer: &Answer) -> (String, Vec<Grid>) {
    let (mut lead, mut tables) = (Vec::new(), Vec::new());
    for content in answer.on(On::Page) {
        match content {
            Content::Text(text) => lead.push(text.clone()),
            Content::Notes(notes) => {
                let notes = notes.iter();
                lead.extend(notes.map(|(name, note)| format!("{}: {note}.", capital(name))));
            }
            Content::Table(caption, table) => tables.push(Grid::new(caption, table.clone())),
            // What is typed and drawn is for screens.
            Content::Commands(..) | Content::Bars(_) => {}
        }
    }
    (lead.join(" "), tables)
}
