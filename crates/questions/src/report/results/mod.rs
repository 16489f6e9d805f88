//! The answer of `run`, `exact` and `merge`: the outcomes of a scenario.

mod figures;
mod flow;
mod headline;
mod highlights;
mod outcomes;
mod picture;
mod records;
mod tables;
#[cfg(test)]
mod tests;

use headline::under;
pub use headline::{Headline, VERDICTS, headline, verdict_word};
use highlights::shape;
pub use highlights::{Highlight, highlights};
pub use picture::figures;
pub use records::{AnswerRows, RecordFrame, all_records};

pub(super) use flow::most_often;
pub(super) use flow::stages;
#[cfg(feature = "charts")]
pub(super) use flow::without as without_flow;
#[cfg(feature = "charts")]
pub(super) use headline::beside_score;
use outcomes::condition;
pub(super) use outcomes::ends;
pub(super) use records::identified;
#[cfg(feature = "charts")]
pub(super) use tables::meanings;
pub(super) use tables::{is_seen, means, metrics, outcomes};

use super::ResultContext;
use super::answer::{Answer, AnswerBlock, BlockContent, Media, SummaryRow, trials_or_exact};
use super::bars::Bars;
use super::json::{Body, JsonLayout};
use super::text::{clean, counted, decimal, grouped};
use crate::analysis::{DecisiveReading, PlayLevel};
use crate::records::Columns;
use crate::sim::{Results, StopReason};
use serde_json::json;

const LAYOUT: JsonLayout = JsonLayout {
    lines: &[
        "scenario",
        "interval",
        "histogram",
        "ended",
        "good_play",
        "simple_play",
    ],
    rows: &["outcomes", "readings"],
};

/// Returns the answer about the outcomes of a scenario, with its expectations and the figure of other
/// players.
pub fn results_answer(results: &Results, result_context: &ResultContext) -> Answer {
    let headline = headline(results, result_context.skill);
    let shown = results.outcomes.iter().enumerate();
    let shown = shown.filter(|(_, outcome)| outcome.always_shown || is_seen(outcome));
    let bars = Bars {
        outcomes: shown.map(|(index, one)| (index, one.clone())).collect(),
        highlights: highlights(results),
        shape: shape(results),
    };
    let most_often = most_often(results).map(|text| Media::Text.text(text));
    let mut blocks: Vec<AnswerBlock> = most_often.into_iter().collect();
    blocks.push(Media::Screen.block(BlockContent::Bars(bars)));
    blocks.extend(stages(results).map(|table| Media::Text.table("", table)));
    blocks.extend([Media::Markdown.table("", outcomes(results))]);
    if !results.metrics.is_empty() {
        blocks.push(Media::Markdown.table("", metrics(&results.metrics)));
        let means = means(results);
        // Two headings are the name and all trials; a comparison needs two outcomes.
        if means.headings.len() > 3 {
            blocks.push(Media::Markdown.table("", means));
        }
    }
    // Players are described only if they affect the figure.
    let players = result_context.players.iter();
    let players = players.filter(|_| !headline.other.is_empty());
    let players = players.map(|&(name, help)| (name, help.to_owned()));
    let verdicts = result_context.verdicts.iter();
    let expected = verdicts.map(|one| ("expected", clean(&one.line)));
    blocks.push(Media::Text.notes(players.chain(expected).collect()));
    let readings = reading_sentences(results, result_context.readings);
    blocks.extend(readings.map(|text| Media::Text.text(text)));
    let seed = (results.stopped != StopReason::Exact).then_some(results.seed);
    let played = played(results);
    let rows = AnswerRows::Results {
        results: vec![results.clone()],
        varied: Vec::new(),
    };
    // The page draws the charts of `figures` in its own sections; no other medium draws charts.
    Answer {
        page_headline: headline.brief(),
        blocks,
        facts: match seed {
            Some(seed) => format!("{played}, seed {seed}"),
            None => played,
        },
        seed,
        origin: format!(
            "hash {}{}",
            clean(&results.scenario.hash),
            condition(results)
        ),
        summary_rows: vec![summary_row(results, &headline)],
        ..Answer::titled(
            ("results", "Outcomes"),
            headline.title.clone(),
            headline.untitled(),
            (body(results, result_context, &headline), rows),
        )
    }
}

/// Returns the JSON: the results, then the figures of the headline.
fn body(results: &Results, result_context: &ResultContext, headline: &Headline) -> Body {
    let skill = result_context.skill;
    let own = results.main_figure();
    let play = |level| skill.and_then(|skill| skill.at(level, own));
    Body::new(results.clone(), LAYOUT).with(json!({
        "verdict": headline.verdict,
        "good_play": play(PlayLevel::Good),
        "simple_play": play(PlayLevel::Simple),
        "readings": result_context.readings,
    }))
}

/// Yields a sentence about each reading of the rules, or of good play, that changes the main figure.
pub fn reading_sentences(
    results: &Results,
    found: Option<&[DecisiveReading]>,
) -> impl Iterator<Item = String> {
    found
        .unwrap_or_default()
        .iter()
        .filter_map(|reading| reading_text(results, reading))
}

fn reading_text(results: &Results, found: &DecisiveReading) -> Option<String> {
    let reading = &found.reading;
    let meaning = match reading.meaning {
        meaning if meaning.is_empty() || meaning == reading.value => String::new(),
        meaning => format!(" ({meaning})"),
    };
    let depends = if reading.is_of_play() {
        "Depends on the play"
    } else {
        "Depends on a reading"
    };
    Some(format!(
        "{depends}: {} with {}{meaning}.",
        under(results, &found.figure)?,
        reading.assignment(),
    ))
}

fn summary_row(results: &Results, headline: &Headline) -> SummaryRow {
    let columns = Columns::of([headline])
        .cell("outcome", |one| one.main_clause.as_str())
        .cell_if(!headline.interval.is_empty(), "interval", |one| {
            one.interval.as_str()
        })
        .cell("trials", |_| {
            trials_or_exact(results.trials, results.stopped)
        });
    SummaryRow::new(&results.scenario, columns)
}

/// Returns the number of trials and the reason for stopping.
pub(super) fn played(results: &Results) -> String {
    let trials = counted(results.trials, "trial") + &condition(results);
    let first = Some(results.first_trial).filter(|&first| first > 0);
    let first = first.map(|first| format!(" from number {}", grouped(first)));
    let factor = results.interval.factor.map(|factor| decimal(factor, 1));
    let without =
        factor.map(|factor| format!(" ({factor} times as many without a control variate)"));
    let from = first.unwrap_or_default() + &without.unwrap_or_default();
    match results.stopped {
        StopReason::Trials => format!("{trials}{from}"),
        StopReason::Precision | StopReason::Decided => {
            format!("precision reached after {trials}{from}")
        }
        StopReason::Interrupted => format!("interrupted after {trials}{from}"),
        StopReason::Exact => "solved exactly, no trials".to_owned(),
    }
}
