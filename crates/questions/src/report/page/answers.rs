//! Page of answers: for each, the sentence, the charts, and the tables.

use super::super::answer::{Answer, BlockContent, Media};
use super::super::text::{capital, join_parts};
use super::drawn::{Drawn, draw};
use super::named_table::NamedTable;
use super::{PageError, trimmed};
use askama::Template;

/// Maximum length of a sentence in large type.
const LONGEST_LEAD: usize = 100;

#[derive(Template)]
#[template(path = "answers.html")]
struct AnswersPage<'a> {
    tool: &'static str,
    title: String,
    answers: Vec<PageAnswer<'a>>,
}

/// An answer, prepared for the page.
struct PageAnswer<'a> {
    id: String,
    heading: &'static str,
    title: &'a str,
    sentence: String,
    is_long: bool,
    charts: &'a [Drawn],
    parts: Vec<PagePart<'a>>,
    facts: String,
}

/// Content below the charts.
enum PagePart<'a> {
    Text(&'a str),
    Table(NamedTable),
    Notes(Vec<(String, &'a str)>),
}

/// Returns the HTML of a page about answers.
///
/// # Errors
/// Fails only if the drawing or the template library fails; no data causes an error.
pub fn answers_page(answers: &[Answer]) -> Result<String, PageError> {
    let drawn = answers.iter().map(|answer| {
        let charts = answer.drawn();
        let charts = charts.iter().map(|figure| draw(figure, answer.question));
        charts.collect::<Result<Vec<Drawn>, PageError>>()
    });
    let drawn = drawn.collect::<Result<Vec<_>, _>>()?;
    let shown = answers.iter().zip(&drawn).enumerate();
    let shown = shown.map(|(index, (answer, charts))| shown_as(answer, charts, index + 1));
    let page = AnswersPage {
        tool: env!("CARGO_PKG_VERSION"),
        title: match answers {
            [first, _, ..] => format!("{} and more", first.title),
            [single] => single.title.clone(),
            [] => "No answer".to_owned(),
        },
        answers: shown.collect(),
    };
    trimmed(&page)
}

fn shown_as<'a>(answer: &'a Answer, charts: &'a [Drawn], number: usize) -> PageAnswer<'a> {
    let sentence = capital(&answer.headline);
    let mut parts = Vec::new();
    for content in answer.on(Media::Markdown) {
        match content {
            BlockContent::Text(text) => parts.push(PagePart::Text(text)),
            BlockContent::Notes(notes) if notes.is_empty() => {}
            BlockContent::Notes(notes) => {
                let notes = notes.iter();
                let notes = notes.map(|(name, note)| (capital(name), note.as_str()));
                parts.push(PagePart::Notes(notes.collect()));
            }
            BlockContent::Table(caption, table) => {
                parts.push(PagePart::Table(NamedTable::new(caption, table.clone())));
            }
            // Commands and bars are for screens only.
            BlockContent::Commands(..) | BlockContent::Bars(_) => {}
        }
    }
    let tables = parts.iter_mut().filter_map(|part| match part {
        PagePart::Table(table) => Some(table),
        _ => None,
    });
    // The table shows the figures of the charts.
    if let ([table], false) = (&mut tables.collect::<Vec<_>>()[..], charts.is_empty()) {
        table.folded = true;
    }
    let facts = join_parts([&answer.facts, &answer.origin], ", ");
    PageAnswer {
        id: format!("answer-{number}"),
        heading: answer.heading,
        title: &answer.title,
        is_long: sentence.chars().count() > LONGEST_LEAD,
        sentence,
        charts,
        parts,
        facts: capital(&facts),
    }
}
