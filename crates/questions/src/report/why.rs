//! The answer of `why`: the headlines of other answers, each with its command.

use super::answer::{Answer, Media, SummaryRow};
use super::json::{self, Body, JsonLayout};
use super::results::{AnswerRows, identified};
use super::text::capital;
use crate::records::Columns;
use crate::sim::ScenarioIdentity;
use serde_json::json;

const LAYOUT: JsonLayout = JsonLayout {
    lines: &["scenario"],
    rows: &["findings"],
};

/// A sentence from the answer of a question.
#[derive(Clone, Debug)]
pub struct Finding {
    question: &'static str,
    sentence: String,
    /// Reproduce command of the whole answer.
    command: String,
    seed: Option<u64>,
}

impl Finding {
    /// Takes the headline of an answer.
    pub fn of(answer: &Answer, command: String) -> Self {
        Self {
            question: answer.question,
            sentence: answer.headline.clone(),
            command,
            seed: answer.seed,
        }
    }

    /// Returns the subject of the sentence.
    fn about(&self) -> &'static str {
        match self.question {
            "ladder" => "players",
            "drama" => "course",
            "restrict" => "options",
            "advise" => "changes",
            _ => "chances",
        }
    }
}

/// Returns the answer of `why`.
pub fn why_answer(scenario: &ScenarioIdentity, findings: &[Finding]) -> Answer {
    let sentences = findings
        .iter()
        .map(|one| (one.about(), capital(&one.sentence)));
    let commands = findings
        .iter()
        .map(|one| (one.command.clone(), one.about().to_owned()));
    let columns = identified(findings, |one| {
        (scenario, &scenario.hash, one.seed.unwrap_or(0), 0)
    })
    .all("question", |one| one.question)
    .all("sentence", |one| one.sentence.as_str())
    .all("command", |one| one.command.as_str());
    let body = Body::new(
        json::answer(json!({
            "scenario": scenario,
            "findings": json::rows(&columns.json),
        })),
        LAYOUT,
    );
    let row = Columns::of([findings.len() as u64]).cell("findings", |count| count.to_string());
    let first = findings.first().map_or("", |one| &one.sentence);
    Answer {
        blocks: vec![
            Media::All.notes(sentences.skip(1).collect()),
            Media::Screen.commands("The whole answers:", commands.collect()),
        ],
        seed: findings.iter().find_map(|one| one.seed),
        summary_rows: vec![SummaryRow::new(scenario, row)],
        ..Answer::about(
            ("why", "Why"),
            scenario,
            first,
            (body, AnswerRows::Own(columns.end())),
        )
    }
}
