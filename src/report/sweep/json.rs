//! A sweep as JSON.

use super::super::json::laid_out;
use super::words::all;
use crate::analysis::{Course, Known, Setting, Sweep, Trend};
use crate::scenario::Vary;
use crate::sim::{Identity, IntervalKind, LEVEL, OutcomeResult};
use serde::Serialize;
use serde_json::Value;

#[derive(Serialize)]
struct Shown<'a> {
    format: u32,
    tool: &'static str,
    scenario: &'a Identity,
    seed: u64,
    interval: IntervalKind,
    vary: Vec<ShownKey<'a>>,
    figures: Vec<ShownFigure>,
    settings: Vec<ShownSetting<'a>>,
}

#[derive(Serialize)]
struct ShownKey<'a> {
    path: &'a str,
    values: Vec<Value>,
}

#[derive(Serialize)]
struct ShownFigure {
    name: String,
    trends: Vec<Option<&'static str>>,
}

#[derive(Serialize)]
struct ShownSetting<'a> {
    values: Vec<Value>,
    hash: &'a str,
    trials: u64,
    figures: Vec<Option<ShownKnown>>,
    outcomes: &'a [OutcomeResult],
}

#[derive(Serialize)]
struct ShownKnown {
    value: f64,
    low: Option<f64>,
    high: Option<f64>,
    exact: bool,
}

/// The JSON text of a sweep, an object, with a line break at the end. The outcomes of a setting are
/// those of a run, or of `exact`, with its values.
pub fn sweep_json(sweep: &Sweep) -> String {
    laid_out(&Shown {
        format: 1,
        tool: env!("CARGO_PKG_VERSION"),
        scenario: &sweep.scenario,
        seed: sweep.seed,
        interval: IntervalKind {
            method: "wilson",
            level: LEVEL,
        },
        vary: sweep.vary.iter().map(key).collect(),
        figures: (0..sweep.figures.len())
            .map(|index| figure(sweep, index))
            .collect(),
        settings: sweep
            .settings
            .iter()
            .map(|one| setting(sweep, one))
            .collect(),
    })
}

fn key(key: &Vary) -> ShownKey<'_> {
    ShownKey {
        path: &key.path,
        values: (0..key.values.len())
            .map(|value| typed(key, value))
            .collect(),
    }
}

/// A value as JSON has it: a number or a flag where TOML has one, else text.
fn typed(key: &Vary, value: usize) -> Value {
    let text = &key.values[value];
    let plain = text.replace('_', "");
    match text.as_str() {
        "true" => true.into(),
        "false" => false.into(),
        _ if key.numbers().is_some() => plain.parse::<i64>().map_or_else(
            |_| plain.parse::<f64>().map_or(Value::Null, Value::from),
            Value::from,
        ),
        _ => key.label(value).into(),
    }
}

fn figure(sweep: &Sweep, index: usize) -> ShownFigure {
    let trends = (0..sweep.vary.len()).map(|key| {
        sweep.vary[key].numbers()?;
        let several = sweep.vary[key].values.len() > 1;
        let known = all(sweep, index).next().is_some();
        (several && known).then(|| trend(&sweep.courses(index, key)))
    });
    ShownFigure {
        name: sweep.figures[index].name(),
        trends: trends.collect(),
    }
}

/// One word for the courses along a key.
fn trend(courses: &[Course]) -> &'static str {
    let any = |trend| courses.iter().any(|course| course.trend == trend);
    match (any(Trend::Rises), any(Trend::Falls), any(Trend::Turns)) {
        (true, false, false) => "rises",
        (false, true, false) => "falls",
        (false, false, false) => "level",
        _ => "turns",
    }
}

fn setting<'a>(sweep: &Sweep, setting: &'a Setting) -> ShownSetting<'a> {
    let values = setting.values.iter().enumerate();
    ShownSetting {
        values: values
            .map(|(key, &value)| typed(&sweep.vary[key], value))
            .collect(),
        hash: &setting.results.scenario.hash,
        trials: setting.results.trials,
        figures: setting
            .readings
            .iter()
            .map(|known| known.as_ref().map(shown))
            .collect(),
        outcomes: &setting.results.outcomes,
    }
}

fn shown(known: &Known) -> ShownKnown {
    // Results know no interval of a quantile.
    let has_interval = known.exact || known.low < known.high;
    ShownKnown {
        value: known.value,
        low: has_interval.then_some(known.low),
        high: has_interval.then_some(known.high),
        exact: known.exact,
    }
}
