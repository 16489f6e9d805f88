//! What `tune` answers: the setting that meets a target, with its guarantee and its neighbours.

mod claim;
mod figure;
#[cfg(test)]
mod sample;
mod tables;
#[cfg(test)]
mod tests;

use super::answer::{Answer, Content, On, Short, played_unless_solved, trials_or_exact};
use super::json::{Body, Json, Layout};
use super::levers::{levers, value_in_words};
use super::replay::Replay;
use super::results::{Rows, identified};
use super::table::NONE;
use super::target::TargetFormat;
use super::text::{clean, listed};
use crate::analysis::{Trend, Tried, TuneVerdict, Tuning};
use crate::records::{Column, Records, Value};
use crate::sim::{IntervalKind, StopReason};

/// How its JSON is laid out.
const LAYOUT: Layout = Layout {
    lines: &[
        "scenario", "interval", "target", "answer", "other", "keys", "fresh",
    ],
    rows: &["settings"],
};

/// The answer to which setting meets a target; with `replay`, how to play it.
pub fn tune_answer(tuning: &Tuning, replay: Option<&Replay>) -> Answer {
    let claim = claim::claim(tuning);
    let records = records(tuning);
    let mut blocks = vec![
        On::All.table(tables::caption(tuning), tables::table(tuning)),
        On::All.text(tables::lead(tuning)),
        On::All.notes(tables::notes(tuning)),
    ];
    if let Some(replay) = replay {
        let run = replay.run(&tuning.assignments(tuning.best()));
        let commands = vec![("to play it".to_owned(), run)];
        blocks.push(On::Screen.block(Content::Commands(String::new(), commands)));
    }
    let body = Body::new(json(tuning, &records), LAYOUT);
    let rows = Rows::Own(frame(tuning, &records));
    Answer {
        blocks,
        facts: played(tuning),
        charts: figure::figures(tuning),
        short: vec![short(tuning)],
        opens: true,
        ..Answer::about(
            ("tune", "What it would take"),
            &tuning.scenario,
            &claim,
            (body, rows),
        )
    }
}

/// The answer as a row among several.
fn short(tuning: &Tuning) -> Short {
    let (aim, best) = (aim(tuning), tuning.best());
    let verdict = match tuning.verdict {
        TuneVerdict::Meets => "meets it",
        TuneVerdict::Misses => "none meets it",
        TuneVerdict::Nearest => "nearest",
        TuneVerdict::Borderline => "borderline",
        TuneVerdict::Tied => "tied",
        TuneVerdict::Undecided => "undecided",
    };
    let figure = best.value.map(|value| aim.figure(value));
    let target = format!("{} {}", clean(&tuning.target.figure.name()), aim.goal());
    Short::new(
        &tuning.scenario,
        [
            ("target", target),
            ("setting", setting(tuning, best)),
            ("figure", figure.unwrap_or_else(|| NONE.to_owned())),
            ("verdict", verdict.to_owned()),
            (
                "trials",
                trials_or_exact(tuning.trials, StopReason::Decided),
            ),
        ],
    )
}

fn played(tuning: &Tuning) -> String {
    played_unless_solved(tuning.trials, &tuning.players, tuning.seed)
}

/// A row for each setting. `hash` is that of the setting.
fn records(tuning: &Tuning) -> Records {
    let rows: Vec<(usize, &Tried)> = tuning.tried.iter().enumerate().collect();
    let own = identified(
        &rows,
        |_| &tuning.scenario,
        |row| row.1.hash.as_str(),
        (|_| tuning.seed, |row| row.1.trials),
    );
    own.all("figure", |_| tuning.target.figure.name())
        .all("target", |_| tuning.target.value)
        .some("value", |row| row.1.value)
        .all("low", |row| row.1.interval.low)
        .all("high", |row| row.1.interval.high)
        .all("exact", |row| row.1.exact)
        .all("meets", |row| row.1.meets)
        .all("borderline", |row| tuning.is_borderline(row.1))
        .all("possible", |row| row.1.possible)
        .all("answer", |row| row.0 == tuning.answer)
        .some("simple", |row| row.1.simple)
        .end()
}

/// The records with a column for each key.
fn frame(tuning: &Tuning, records: &Records) -> Records {
    let keys = tuning.keys.iter().enumerate().map(|(position, path)| {
        let values = tuning.tried.iter();
        let values = values.map(|one| Some(one.values[position].clone()));
        Column {
            name: path.clone(),
            values: Value::column(values.collect()),
        }
    });
    let own = [
        "figure",
        "target",
        "value",
        "low",
        "high",
        "exact",
        "meets",
        "borderline",
        "possible",
        "answer",
        "simple",
    ];
    let common = records.picked(&["scenario", "kind", "hash", "seed", "trials"]);
    common.with_varied(keys, records.picked(&own))
}

fn json(tuning: &Tuning, records: &Records) -> Json {
    let sampled = tuning.tried.iter().any(|one| !one.exact);
    let interval = IntervalKind {
        method: if sampled {
            "confidence_sequence"
        } else {
            "exact"
        },
        level: 1.0 - tuning.alpha,
    };
    let same = [
        "hash",
        "trials",
        "value",
        "low",
        "high",
        "exact",
        "meets",
        "borderline",
        "possible",
        "simple",
    ];
    let mut settings = Json::records(records, &same.map(|name| (name, name)));
    for (setting, tried) in settings.iter_mut().zip(&tuning.tried) {
        if let Json::Object(members) = setting {
            members.insert(0, ("values", Json::list(&tried.values)));
        }
    }
    let other = tuning.other.map(|other| &tuning.tried[other]);
    let fresh = tuning.fresh.as_ref().map(|fresh| {
        Json::object([
            ("first_trial", fresh.first_trial.into()),
            ("trials", fresh.results.trials.into()),
            ("value", fresh.value.into()),
            ("low", fresh.interval.map(|interval| interval.low).into()),
            ("high", fresh.interval.map(|interval| interval.high).into()),
            ("contradicts", fresh.contradicts.into()),
        ])
    });
    let verdict = match tuning.verdict {
        TuneVerdict::Meets => "meets",
        TuneVerdict::Misses => "misses",
        TuneVerdict::Nearest => "nearest",
        TuneVerdict::Borderline => "borderline",
        TuneVerdict::Tied => "tied",
        TuneVerdict::Undecided => "undecided",
    };
    let direction = tuning.trend.map(|trend| match trend {
        Trend::Level => "level",
        Trend::Rises => "rises",
        Trend::Falls => "falls",
        Trend::Turns => "turns",
    });
    Json::answer([
        ("scenario", (&tuning.scenario).into()),
        ("seed", tuning.seed.into()),
        ("trials", tuning.trials.into()),
        ("interval", interval.into()),
        ("target", aim(tuning).json()),
        ("verdict", verdict.into()),
        ("met", tuning.is_met().into()),
        ("answer", Json::list(tuning.assignments(tuning.best()))),
        (
            "other",
            other
                .map(|other| Json::list(tuning.assignments(other)))
                .into(),
        ),
        ("direction", direction.into()),
        ("keys", Json::list(&tuning.keys)),
        ("settings", settings.into()),
        ("fresh", fresh.into()),
    ])
}

/// How the figures of a tuning are written.
fn aim(tuning: &Tuning) -> TargetFormat<'_> {
    TargetFormat {
        target: &tuning.target,
        tolerance: tuning.tolerance,
    }
}

/// What the keys are called, the same everywhere.
fn names(tuning: &Tuning) -> Vec<String> {
    levers(&paths(tuning))
}

fn paths(tuning: &Tuning) -> Vec<&str> {
    tuning.keys.iter().map(String::as_str).collect()
}

/// A setting in words: `3`, or `count 3 and dice 2` where there are several keys.
fn setting(tuning: &Tuning, tried: &Tried) -> String {
    let [value] = &tried.values[..] else {
        let names = names(tuning);
        let pairs = names.iter().zip(&tried.values);
        let parts: Vec<String> = pairs
            .map(|(name, value)| format!("{name} {}", value_in_words(value)))
            .collect();
        return listed(&parts);
    };
    value_in_words(value)
}
