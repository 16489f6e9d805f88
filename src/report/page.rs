//! One self-contained HTML page about one scenario: no scripts, nothing loaded from elsewhere.

use super::answer::{Answer, Content, On};
use super::figure::{Figure, Topic};
use super::index::encoded;
use super::results::{self, Sentence, figures, highlights_with, played, sentence};
use super::table::Table;
use super::text::{capital, clean, decimal, words};
use super::told::Told;
use super::{Around, ReportInput};
use crate::charts::{Chart, ChartError};
use crate::sim::{Results, StopReason};
use askama::Template;

/// Why a page could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PageError {
    /// A chart could not be drawn.
    #[error("the chart `{name}` cannot be drawn: {source}")]
    Chart {
        /// Which chart.
        name: String,
        /// Why.
        source: ChartError,
    },
    /// The page could not be laid out.
    #[error("the page cannot be laid out: {0}")]
    Layout(#[from] askama::Error),
}

/// A chart that is drawn.
pub(super) struct Drawn {
    pub name: String,
    pub topic: Topic,
    /// The question that it belongs to; empty for how the contest ends.
    pub question: &'static str,
    pub title: String,
    pub is_bars: bool,
    pub svg: String,
}

/// Draws all charts of a report.
pub(super) fn drawn(input: &ReportInput) -> Result<Vec<Drawn>, PageError> {
    let own = figures(input.results).into_iter();
    let own = own.map(|figure| draw(&figure, ""));
    let of_answers = input.answers.iter().flat_map(|answer| {
        let charts = answer.charts.iter();
        charts.map(|figure| draw(figure, answer.question))
    });
    own.chain(of_answers).collect()
}

fn draw(figure: &Figure, question: &'static str) -> Result<Drawn, PageError> {
    let svg = figure.chart.svg().map_err(|source| PageError::Chart {
        name: figure.name.clone(),
        source,
    })?;
    Ok(Drawn {
        name: figure.name.clone(),
        topic: figure.topic,
        question,
        title: figure.chart.title().to_owned(),
        is_bars: matches!(
            figure.chart,
            Chart::ShareBars(_) | Chart::YesNoBars(_) | Chart::Flow(_)
        ),
        svg,
    })
}

/// The HTML of a page about one scenario.
///
/// # Errors
/// Only when a library that draws or lays out fails; any data can be shown.
pub fn page(input: &ReportInput) -> Result<String, PageError> {
    page_of(input, &drawn(input)?, &[])
}

/// The page with charts that are drawn already.
/// `files` stand beside it.
pub(super) fn page_of(
    input: &ReportInput,
    charts: &[Drawn],
    files: &[String],
) -> Result<String, PageError> {
    trimmed(&laid(input, charts, files))
}

/// The page with no more than what is printed for a table: who is there, how it ends, what would change it, and a
/// trial.
///
/// # Errors
/// Only when a library that lays out fails; any data can be shown.
pub fn handout(input: &ReportInput) -> Result<String, PageError> {
    let page = laid(input, &[], &[]);
    // The shortest one finds room.
    let told = page.told.iter().min_by_key(|one| one.lines.len());
    trimmed(&Handout { page, told })
}

/// A template as a text that ends with its last line.
fn trimmed(page: &impl Template) -> Result<String, PageError> {
    let mut html = page.render()?;
    html.truncate(html.trim_end().len());
    html.push('\n');
    Ok(html)
}

/// All that a page shows.
fn laid<'a>(input: &ReportInput<'a>, charts: &'a [Drawn], files: &'a [String]) -> Page<'a> {
    let results = input.results;
    let sentence = sentence(results, input.background.skill);
    Page {
        tool: results.tool,
        kind: clean(&words(&results.scenario.kind)),
        headline: unbroken(&sentence.headline()),
        figures: unbroken(&sure(results, &sentence)),
        players: sentence.players,
        title: sentence.title,
        verdicts: input
            .background
            .verdicts
            .iter()
            .map(|verdict| clean(&verdict.line))
            .collect(),
        highlights: glance(results),
        notes: paragraphs(input.background.notes),
        line_up: line_up(input),
        changes: input
            .answers
            .iter()
            .find(|answer| answer.leads)
            .map(changes)
            .filter(|changes| !changes.tables.is_empty()),
        told: input.background.told,
        players_help: input.background.players,
        around: input.around,
        files,
        claims: results::most_often(results)
            .into_iter()
            .chain(claims(input))
            .map(|claim| unbroken(&claim))
            .collect(),
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
    told: Option<&'a Told>,
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
    /// What the answers to further questions say.
    claims: Vec<String>,
    highlights: Vec<Glance>,
    notes: Vec<String>,
    line_up: Vec<LineUp>,
    changes: Option<Section<'a>>,
    told: &'a [Told],
    players_help: &'a [(&'static str, &'static str)],
    around: Around<'a>,
    files: &'a [String],
    sections: Vec<Section<'a>>,
    tables: Vec<Grid>,
    facts: Vec<(&'static str, String)>,
    method: String,
    command: String,
    scenario: String,
}

/// The most tables of a section that are printed.
const MOST_PRINTED: usize = 2;

impl Page<'_> {
    /// A folder's name as part of an address.
    fn address(name: &str) -> String {
        encoded(name)
    }

    /// The sections of the page with their headings, in order.
    fn contents(&self) -> Vec<(&'static str, &'static str)> {
        let some = |is: bool, id, heading| is.then_some((id, heading));
        let above = [
            some(!self.line_up.is_empty(), "who", "Who is here"),
            some(self.changes.is_some(), "changes", "What would change it"),
            some(!self.verdicts.is_empty(), "verdicts", "Expectations"),
            some(!self.highlights.is_empty(), "glance", "At a glance"),
            some(!self.told.is_empty(), "told", "From worst to best"),
        ];
        let sections = self.sections.iter();
        let sections = sections.map(|section| (section.id, section.heading));
        let below = [
            some(!self.tables.is_empty(), "all-figures", "All figures"),
            some(true, "made", "How this was made"),
        ];
        let above = above.into_iter().flatten();
        above
            .chain(sections)
            .chain(below.into_iter().flatten())
            .collect()
    }
}

/// Who is there: a table with what is said beside it.
struct LineUp {
    name: String,
    facts: Vec<(String, String)>,
    headings: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// A highlight, a line for each section.
struct Glance {
    label: String,
    lines: Vec<String>,
}

/// Charts with what goes before and behind them.
struct Section<'a> {
    id: &'static str,
    heading: &'static str,
    lead: String,
    folded: bool,
    summary: String,
    charts: Vec<Placed<'a>>,
    /// Whether each table has its name above it.
    captions: bool,
    /// Whether its tables are for those who look closer, and are not printed.
    details: bool,
    tables: Vec<Grid>,
}

struct Placed<'a> {
    label: &'a str,
    svg: &'a str,
    /// Bars with names beside them still tell something where they are drawn small, and flows have large
    /// names.
    is_bars: bool,
}

/// A table with its name.
struct Grid {
    caption: String,
    /// Whether it says in figures what a chart shows, and opens when asked.
    folded: bool,
    headings: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Grid {
    /// The same for a table that repeats a chart.
    fn repeating(self) -> Self {
        Self {
            folded: true,
            ..self
        }
    }

    fn new(caption: &str, table: Table) -> Self {
        Self {
            caption: caption.to_owned(),
            folded: false,
            headings: table.headings,
            rows: table.rows,
        }
    }
}

/// Ranges of numbers with the dash that print has for them.
pub(super) fn with_dashes(figures: &str) -> String {
    let letters: Vec<char> = figures.chars().collect();
    let is_range = |index: usize| {
        index > 0
            && letters[index] == '-'
            && letters[index - 1].is_ascii_digit()
            && letters.get(index + 1).is_some_and(char::is_ascii_digit)
    };
    (0..letters.len())
        .map(|index| {
            if is_range(index) {
                '–'
            } else {
                letters[index]
            }
        })
        .collect()
}

/// The text with no line break between a number and its sign.
fn unbroken(text: &str) -> String {
    text.replace(" %", "\u{a0}%")
}

/// The figure below the headline with its number of trials.
fn sure(results: &Results, sentence: &Sentence) -> String {
    let exact = results.stopped == StopReason::Exact;
    let text = match (sentence.is_range, exact) {
        (true, true) => sentence.behind(&sentence.doubt),
        (true, false) => {
            let doubt = format!("{} confidence, from {}", sentence.doubt, played(results));
            sentence.behind(&doubt)
        }
        (false, true) => sentence.figures(),
        (false, false) if sentence.figure.is_empty() => String::new(),
        (false, false) => {
            format!(
                "{} confidence, from {}",
                sentence.figures(),
                played(results)
            )
        }
    };
    if text.is_empty() {
        return text;
    }
    format!("{}.", with_dashes(&capital(&text)))
}

fn glance(results: &Results) -> Vec<Glance> {
    highlights_with(results, "–")
        .into_iter()
        .map(|highlight| Glance {
            label: capital(&highlight.label),
            lines: highlight
                .sections
                .iter()
                .map(|section| section.join(", "))
                .collect(),
        })
        .collect()
}

/// What further answers say.
fn claims(input: &ReportInput) -> impl Iterator<Item = String> {
    let claims = input.answers.iter().map(|answer| answer.claim.clone());
    claims.filter(|claim| !claim.is_empty())
}

/// Who and what is in the scenario. What rows are is said where they are of several sorts.
fn line_up(input: &ReportInput) -> Vec<LineUp> {
    let sheets = input.background.line_up.iter();
    let said = |text: &String| clean(&words(text));
    let sheets = sheets.map(|sheet| {
        let role = |row: &Vec<String>| row.first().cloned();
        let first = sheet.rows.first().and_then(role);
        let same = sheet.rows.len() > 1 && sheet.rows.iter().all(|row| role(row) == first);
        let from = usize::from(same);
        let rows = sheet.rows.iter().map(|row| {
            let cells = row.iter().enumerate().skip(from);
            let cell = |(column, cell): (usize, &String)| match column {
                0 => said(cell),
                _ => clean(cell),
            };
            cells.map(cell).collect()
        });
        let facts = sheet.facts.iter();
        LineUp {
            name: match (&first, sheet.name.is_empty()) {
                (Some(role), true) if same => format!("{}s", said(role)),
                _ => clean(&sheet.name),
            },
            facts: facts
                .map(|(key, value)| (said(key), clean(value)))
                .collect(),
            headings: sheet.columns.iter().skip(from).map(said).collect(),
            rows: rows.collect(),
        }
    });
    sheets.collect()
}

/// A text with empty lines between paragraphs.
fn paragraphs(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n");
    let parts = text.split("\n\n").map(clean);
    parts.filter(|part| !part.is_empty()).collect()
}

/// What single changes would do.
fn changes(answer: &Answer) -> Section<'_> {
    let (lead, tables) = laid_out(answer);
    section(("changes", answer.heading), lead, Vec::new(), tables)
}

fn sections<'a>(input: &ReportInput, charts: &'a [Drawn]) -> Vec<Section<'a>> {
    let own = |topic: Topic, id, heading, lead: &str| {
        let charts = charts.iter().filter(|one| one.question.is_empty());
        let placed: Vec<Placed> = charts.filter(|one| one.topic == topic).map(place).collect();
        let tables = match topic {
            Topic::Ending => {
                let stages = results::stages(input.results);
                let stages =
                    stages.map(|table| Grid::new("What each scene costs and decides", table));
                let outcomes = Grid::new("In figures", results::outcomes(input.results));
                let outcomes = outcomes.repeating();
                stages.into_iter().chain([outcomes]).collect()
            }
            _ => Vec::new(),
        };
        section((id, heading), lead.to_owned(), placed, tables)
    };
    let mut sections = vec![own(Topic::Ending, "ending", "How it ends", "")];
    let answers = input.answers.iter();
    let answers = answers.filter(|answer| !answer.leads);
    sections.extend(answers.map(|answer| {
        let charts = charts.iter().filter(|one| one.question == answer.question);
        let (lead, mut tables) = laid_out(answer);
        // A single table says what the chart above it shows.
        if tables.len() == 1 && !answer.charts.is_empty() {
            tables = tables.into_iter().map(Grid::repeating).collect();
        }
        let title = (answer.question, answer.heading);
        section(title, lead, charts.map(place).collect(), tables)
    }));
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

fn place(chart: &Drawn) -> Placed<'_> {
    Placed {
        label: &chart.title,
        svg: inlined(&chart.svg),
        is_bars: chart.is_bars,
    }
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
        summary: match charts.len() {
            1 => "1 chart".to_owned(),
            many => format!("{many} charts"),
        },
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

/// The SVG from its root element on: a prolog must not stand inside of a page.
fn inlined(svg: &str) -> &str {
    svg.find("<svg").map_or(svg, |start| &svg[start..])
}

fn all_tables(results: &Results) -> Vec<Grid> {
    if results.metrics.is_empty() {
        return Vec::new();
    }
    let mut grids = vec![Grid::new(
        "All metrics over all trials",
        results::metrics(&results.metrics),
    )];
    let means = results::means(results);
    // Besides the name and all trials there must be two outcomes to compare.
    if means.headings.len() > 3 {
        grids.insert(0, Grid::new("Means by outcome", means));
    }
    for (outcome, metrics) in &results.by_outcome {
        if !metrics.is_empty() && results.by_outcome.len() > 1 {
            let caption = format!("All metrics where the outcome is {}", clean(outcome));
            grids.push(Grid::new(&caption, results::metrics(metrics)));
        }
    }
    grids.push(Grid::new("What the names mean", results::meanings(results)));
    grids
}

fn facts(results: &Results) -> Vec<(&'static str, String)> {
    let mut facts = vec![("Played", capital(&played(results)))];
    if results.stopped != StopReason::Exact {
        facts.push(("Seed", results.seed.to_string()));
    }
    facts.push(("Scenario", clean(&results.scenario.path)));
    facts.push(("Hash", clean(&results.scenario.hash)));
    facts.push(("Tool", format!("evenodds {}", results.tool)));
    facts
}

/// What the intervals mean, in a sentence.
fn method(results: &Results) -> String {
    let level = decimal(results.interval.level * 100.0, 0);
    match results.interval.method {
        "wilson" => format!(
            "Intervals are Wilson score intervals: in {level} of 100 runs with a fixed number of \
             trials such an interval covers the true share."
        ),
        "confidence_sequence" => format!(
            "Intervals are confidence sequences: in {level} of 100 runs they cover the true share \
             however often one looks and whenever one stops."
        ),
        _ => "The figures are computed, not sampled; where there is a range, it is as near as the \
              solver could tell."
            .to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{Ambush, solved, spoil, with_outcomes};
    use super::*;
    use crate::analysis::{ExpectationResult, Verdict};
    use crate::report::Background;

    fn input<'a>(results: &'a Results, scenario: &'a str) -> ReportInput<'a> {
        ReportInput {
            results,
            scenario,
            command: "evenodds run canyon.toml",
            key: "",
            safe_csv: false,
            png: false,
            handout: false,
            background: Background::default(),
            around: Around::default(),
            answers: &[],
        }
    }

    #[test]
    fn the_page_is_the_same_for_the_same_results_and_needs_nothing_else() {
        let results = Ambush::new().results(2_000);
        let html = page(&input(&results, "kind = \"combat\"\r\n")).unwrap();
        assert_eq!(html, page(&input(&results, "kind = \"combat\"\n")).unwrap());
        for outside in [
            "<script src",
            "<link",
            "<img",
            "src=",
            "@import",
            "url(",
            "http-equiv",
        ] {
            assert!(!html.contains(outside), "{outside}");
        }
        let addresses = html.matches("http").count();
        assert_eq!(
            addresses,
            html.matches("http://www.w3.org/2000/svg").count()
        );
        assert!(!html.contains("<?xml") && !html.contains('\r'));
        assert!(html.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
        assert!(html.ends_with("</html>\n"));
    }

    #[test]
    fn names_out_of_files_stay_text() {
        let mut results = Ambush::new().results(2_000);
        spoil(&mut results);
        let clean = page(&input(&Ambush::new().results(2_000), "")).unwrap();
        let verdicts = [ExpectationResult {
            verdict: Verdict::Holds,
            line: "<script>alert(4)</script>".to_owned(),
        }];
        let html = page(&ReportInput {
            command: "evenodds run '<script>'",
            background: Background {
                verdicts: &verdicts,
                ..Background::default()
            },
            ..input(&results, "</code></pre><script>alert(3)</script>")
        })
        .unwrap();
        // The one script is our own.
        assert_eq!(html.matches("<script").count(), 1);
        assert_eq!(
            html.matches("</svg>").count(),
            clean.matches("</svg>").count()
        );
        assert!(!html.contains('\u{1b}'));
    }

    #[test]
    fn headings_go_down_one_step_at_a_time_and_ids_are_unique() {
        let html = page(&input(&Ambush::new().results(2_000), "x = 1")).unwrap();
        assert_eq!(html.matches("<h1").count(), 1);
        let mut ids: Vec<&str> = html
            .split(" id=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all);
        let first_h3 = html.find("<h3").unwrap();
        assert!(html[..first_h3].contains("<h2"));
    }

    #[test]
    fn a_contest_without_metrics_has_no_empty_sections() {
        let mut results = Ambush::new().results(100);
        with_outcomes(
            &mut results,
            &[("a", "a wins", 40, true), ("b", "b wins", 60, true)],
        );
        results.metrics.clear();
        results.by_outcome.clear();
        results.timelines.clear();
        solved(&mut results, &[0.4, 0.6]);
        let html = page(&input(&results, "")).unwrap();
        let headings: Vec<&str> = html
            .split("<h2 id=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        assert_eq!(headings, ["ending", "made"]);
        assert!(!html.contains("<dt>Seed</dt>"));
    }

    #[test]
    fn only_ranges_of_numbers_get_a_dash() {
        assert_eq!(with_dashes("24.3-24.4 at -5 x-y"), "24.3–24.4 at -5 x-y");
    }
}
