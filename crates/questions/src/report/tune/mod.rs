//! The answer of `tune`: the setting that meets a target, with its guarantee and its neighbors.

mod figure;
mod headline;
#[cfg(test)]
mod sample;
mod tables;
#[cfg(test)]
mod tests;

use super::answer::{
    Answer, Media, PagePosition, SummaryRow, played_unless_solved, trials_or_exact,
};
use super::json::{self, Body, JsonLayout};
use super::replay::Replay;
use super::results::{AnswerRows, identified};
use super::target::TargetFormat;
use super::text::{clean, grouped, listed};
use super::tunables::{short_names, value_in_words};
use crate::analysis::{TestedSetting, TuneVerdict, Tuning};
use crate::records::{Column, ColumnValue, Columns, Records};
use crate::sim::StopReason;
use serde_json::{Value as Json, json};

const LAYOUT: JsonLayout = JsonLayout {
    lines: &[
        "scenario", "interval", "target", "answer", "other", "keys", "fresh",
    ],
    rows: &["settings"],
};

/// Returns the answer of `tune`; with the command that plays the setting if `replay` is given.
pub fn tune_answer(tuning: &Tuning, replay: Option<&Replay>) -> Answer {
    let headline = headline::headline(tuning);
    let columns = columns(tuning, 0..tuning.tried.len());
    let mut blocks = vec![
        Media::All.table(tables::caption(tuning), tables::table(tuning)),
        Media::All.text(tables::lead(tuning)),
        Media::All.notes(tables::notes(tuning)),
    ];
    if let Some(replay) = replay {
        let run = replay.run(&tuning.assignments(tuning.best()));
        let commands = vec![("run it".to_owned(), run)];
        blocks.push(Media::Screen.commands("", commands));
    }
    let body = Body::new(json(tuning, &columns), LAYOUT);
    let rows = AnswerRows::Own(frame(tuning, columns));
    Answer {
        blocks,
        facts: played(tuning),
        seed: (tuning.trials > 0).then_some(tuning.seed),
        charts: figure::figures(tuning),
        summary_rows: vec![summary_row(tuning)],
        position: PagePosition::First,
        ..Answer::about(
            ("tune", "Settings near the target"),
            &tuning.scenario,
            &headline,
            (body, rows),
        )
    }
}

/// Returns the verdict for machine formats and for text.
const fn verdict(tuning: &Tuning) -> (&'static str, &'static str) {
    match tuning.verdict {
        TuneVerdict::Meets => ("meets", "meets it"),
        TuneVerdict::Misses => ("misses", "none meets it"),
        TuneVerdict::Nearest => ("nearest", "nearest"),
        TuneVerdict::Borderline => ("borderline", "borderline"),
        TuneVerdict::Tied => ("tied", "tied"),
        TuneVerdict::Undecided => ("undecided", "undecided"),
    }
}

fn summary_row(tuning: &Tuning) -> SummaryRow {
    let aim = aim(tuning);
    let target = format!("{} {}", clean(&tuning.target.figure.name()), aim.goal());
    let columns = Columns::of([tuning.best()])
        .cell("target", |_| target.as_str())
        .cell("setting", |best| setting(tuning, best))
        .cell("figure", |best| aim.value(&best.figure))
        .cell("verdict", |_| verdict(tuning).1)
        .cell("trials", |_| {
            trials_or_exact(tuning.trials, StopReason::Decided)
        });
    SummaryRow::new(&tuning.scenario, columns)
}

fn played(tuning: &Tuning) -> String {
    played_unless_solved(tuning.trials, &tuning.players, tuning.seed)
}

/// Returns a row for each setting whose index is in `rows`.
fn columns(
    tuning: &Tuning,
    rows: impl IntoIterator<Item = usize>,
) -> Columns<(usize, &TestedSetting)> {
    let aim = aim(tuning);
    let rows = rows.into_iter().map(|index| (index, &tuning.tried[index]));
    let solved = tuning.tried.iter().all(|one| one.figure.is_exact());
    let name = match tuning.keys.len() {
        1 => clean(&names(tuning).swap_remove(0)),
        _ => "setting".to_owned(),
    };
    let figure = tuning.target.figure.name();
    let simple = tuning
        .simple
        .map(clean)
        .map(|player| format!("with {player}"));
    let columns = Columns::of(rows)
        .cell(name, |(_, one)| setting(tuning, one))
        .cell("", |(index, one)| tables::mark(tuning, index, one))
        .words()
        .json("hash", |(_, one)| one.hash.as_str())
        .json("trials", |(_, one)| one.figure.trials)
        .file("figure", |_| figure.as_str())
        .file("target", |_| tuning.target.value)
        .figure("value", |(_, one)| Some(one.figure))
        .cell(clean(&figure), |(_, one)| aim.value(&one.figure))
        .cell_if(!solved, "interval", |(_, one)| {
            aim.interval_or_exact(&one.figure)
        })
        .cell_if(!solved, "trials", |(_, one)| {
            (!one.figure.is_exact()).then(|| grouped(one.figure.trials))
        })
        .cell(format!("to {}", aim.goal()), |(_, one)| {
            let off = one.figure.known()? - tuning.target.value;
            let sign = if off < 0.0 { "-" } else { "+" };
            Some(format!("{sign}{}", aim.distance(off)))
        })
        .all("exact", |(_, one)| one.figure.is_exact())
        .all("meets", |(_, one)| one.meets)
        .all("borderline", |(_, one)| tuning.is_borderline(one))
        .all("possible", |(_, one)| one.possible)
        .file("answer", |(index, _)| index == tuning.answer)
        .all("simple", |(_, one)| one.simple)
        .cell_if(simple.is_some(), simple.unwrap_or_default(), |(_, one)| {
            one.simple
                .map(|value| format!("about {}", aim.rounded(value)))
        });
    if tuning.tried.iter().any(|one| one.factor.is_some()) {
        columns.json("factor", |(_, one)| one.factor)
    } else {
        columns
    }
}

/// Returns the records of files: a row for each setting, with a column for each key. `hash` is that
/// of the setting.
fn frame(tuning: &Tuning, columns: Columns<(usize, &TestedSetting)>) -> Records {
    let keys = tuning.keys.iter().enumerate().map(|(position, path)| {
        let values = tuning.tried.iter();
        let values = values.map(|one| Some(one.values[position].clone()));
        Column {
            name: path.clone(),
            values: ColumnValue::column(values.collect()),
        }
    });
    let common = identified(&tuning.tried, |one| {
        (&tuning.scenario, &one.hash, tuning.seed, one.figure.trials)
    });
    common.end().with_varied(keys, columns.end())
}

fn json(tuning: &Tuning, columns: &Columns<(usize, &TestedSetting)>) -> Json {
    let sampled = tuning.tried.iter().filter(|one| !one.figure.is_exact());
    let method = match sampled.count() {
        0 => "exact",
        _ => "confidence_sequence",
    };
    let rows = json::rows(&columns.json).into_iter().zip(&tuning.tried);
    let settings: Json = rows
        .map(|(row, tried)| json::joined(json!({"values": tried.values}), row))
        .collect();
    let other = tuning.other.map(|other| &tuning.tried[other]);
    let fresh = tuning.fresh.as_ref().map(|fresh| {
        json!({
            "first_trial": fresh.first_trial,
            "trials": fresh.results.trials,
            "value": fresh.figure.value,
            "low": fresh.figure.interval.low,
            "high": fresh.figure.interval.high,
            "contradicts": fresh.contradicts,
        })
    });
    json::answer(json!({
        "scenario": tuning.scenario,
        "seed": tuning.seed,
        "trials": tuning.trials,
        "interval": json::interval(method, 1.0 - tuning.alpha),
        "target": {
            "figure": tuning.target.figure.name(),
            "value": tuning.target.value,
            "tolerance": tuning.tolerance,
        },
        "verdict": verdict(tuning).0,
        "met": tuning.is_met(),
        "answer": tuning.assignments(tuning.best()),
        "other": other.map(|other| tuning.assignments(other)),
        "direction": tuning.trend,
        "keys": tuning.keys,
        "settings": settings,
        "left_out": tuning.left_out,
        "fresh": fresh,
    }))
}

fn aim(tuning: &Tuning) -> TargetFormat<'_> {
    TargetFormat {
        target: &tuning.target,
        tolerance: tuning.tolerance,
    }
}

/// Returns the names of the keys, used in every part of the answer.
fn names(tuning: &Tuning) -> Vec<String> {
    short_names(&paths(tuning))
}

fn paths(tuning: &Tuning) -> Vec<&str> {
    tuning.keys.iter().map(String::as_str).collect()
}

/// Returns a setting as text: `3`, or `count 3 and dice 2` for more than one key.
fn setting(tuning: &Tuning, tried: &TestedSetting) -> String {
    let [value] = &tried.values[..] else {
        let names = names(tuning);
        let pairs = names.iter().zip(&tried.values);
        return listed(pairs.map(|(name, value)| format!("{name} {}", value_in_words(value))));
    };
    value_in_words(value)
}
