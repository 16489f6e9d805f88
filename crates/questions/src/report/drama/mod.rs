//! The answer of `drama`: how a contest develops, rather than its outcome.

mod figure;
mod headline;
#[cfg(test)]
mod sample;
mod tables;
#[cfg(test)]
mod tests;

use super::answer::{Answer, Media, SummaryRow, played, trials_or_exact};
use super::json::{self, Body, JsonLayout};
use super::replay::Replay;
use super::results::{AnswerRows, identified};
use super::text::{decimal, percent};
use crate::analysis::{DramaFigures, drama_list};
use crate::document::shell::option;
use crate::records::{Columns, Records};
use crate::sim::LEVEL;
use crate::stats::Figure;
use serde_json::json;

const LAYOUT: JsonLayout = JsonLayout {
    lines: &[
        "histogram",
        "scenario",
        "interval",
        "turns",
        "judged",
        "settles",
        "won",
        "leaves",
        "then_misses",
        "misses",
    ],
    rows: &[
        "leads",
        "settled",
        "aftermath",
        "comebacks",
        "choices",
        "luck",
        "bins",
        "chances",
    ],
};

/// Returns the answer of `drama`; with `replay`, it includes the commands that narrate notable
/// trials.
pub fn drama_answer(drama: &DramaFigures, replay: Option<&Replay>) -> Answer {
    let headline = headline::headline(drama);
    let mut blocks = vec![Media::All.text(tables::lead(drama))];
    let tables = tables::tables(drama).into_iter();
    blocks.extend(tables.map(|(caption, table)| Media::All.table(caption, table)));
    // The reproduce command cannot read the same standard input again.
    if let Some(replay) = replay.filter(|replay| replay.path != "-") {
        let same = option("-s", &drama.seed.to_string());
        let commands = notable_trials(drama).into_iter().map(|(what, trial)| {
            let trial = option("--trial", &trial.to_string());
            (what, format!("{}{trial}", replay.command("trace", &same)))
        });
        let commands: Vec<(String, String)> = commands.collect();
        if !commands.is_empty() {
            blocks.push(Media::Screen.commands("", commands));
        }
    }
    // The interval is that of proportions; means have normal intervals.
    let interval = json!({"interval": json::interval("wilson", LEVEL)});
    let body = json::answer(json::joined(interval, json!(drama)));
    let body = Body::new(body, LAYOUT);
    let rows = AnswerRows::Own(records(drama));
    Answer {
        blocks,
        facts: played(drama.trials, &drama.played_by, drama.seed),
        seed: Some(drama.seed),
        charts: figure::figures(drama),
        summary_rows: vec![summary_row(drama)],
        ..Answer::about(("drama", "Drama"), &drama.scenario, &headline, (body, rows))
    }
}

fn summary_row(drama: &DramaFigures) -> SummaryRow {
    let leads = &drama.leads;
    let columns = Columns::of([drama])
        .cell("lead changes", |_| {
            leads.changes.mean.known().map(|mean| decimal(mean, 1))
        })
        .cell("no lead change", |_| {
            leads.none.share.known().map(|share| percent(share, 0))
        })
        .cell("real choices", |one| {
            one.choices.real.mean.known().map(|share| percent(share, 0))
        })
        .cell("opening explains", headline::settles)
        .cell("trials", |one| trials_or_exact(one.trials, one.stopped));
    SummaryRow::new(&drama.scenario, columns)
}

/// Returns a row for each figure. `of` is the subject, missing for a figure of the whole contest;
/// `low`, `high` and `count` are missing where a figure has none.
fn records(drama: &DramaFigures) -> Records {
    let rows = drama_list(drama);
    let scenario = &drama.scenario;
    identified(&rows, |_| {
        (scenario, &scenario.hash, drama.seed, drama.trials)
    })
    .file("figure", |row| row.figure.as_str())
    .file("of", |row| row.of.as_deref())
    .file("value", |row| row.value?.known())
    .file_fields(&Figure::INTERVAL, |row| row.value)
    .file("count", |row| row.count)
    .end()
}

/// Returns the notable trials with their labels.
fn notable_trials(drama: &DramaFigures) -> Vec<(String, u64)> {
    let mut narrated_trials = Vec::new();
    if let Some(typical) = &drama.typical {
        narrated_trials.push(("typical trial".to_owned(), typical.trial));
    }
    if let Some(closest) = &drama.closest
        && closest.lead_changes > 0
    {
        let what = format!("most lead changes, {}", closest.lead_changes);
        narrated_trials.push((what, closest.trial));
    }
    if let Some(deepest) = drama.comebacks.deepest {
        let what = format!("largest comeback, from {}", percent(deepest.value, 1));
        narrated_trials.push((what, deepest.trial));
    }
    narrated_trials
}
