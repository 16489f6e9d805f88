//! A tuning as JSON.

use super::super::json::laid_out;
use crate::analysis::{Fresh, Trend, Tried, TuneVerdict, Tuning};
use crate::sim::{Identity, IntervalKind};
use serde::Serialize;

#[derive(Serialize)]
struct Shown<'a> {
    format: u32,
    tool: &'static str,
    scenario: &'a Identity,
    seed: u64,
    trials: u64,
    interval: IntervalKind,
    target: ShownTarget,
    verdict: &'static str,
    met: bool,
    answer: Vec<String>,
    other: Option<Vec<String>>,
    direction: Option<&'static str>,
    keys: &'a [String],
    settings: Vec<Setting<'a>>,
    fresh: Option<ShownFresh>,
}

#[derive(Serialize)]
struct ShownTarget {
    figure: String,
    value: f64,
    tolerance: f64,
}

#[derive(Serialize)]
struct Setting<'a> {
    values: &'a [String],
    hash: &'a str,
    trials: u64,
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    exact: bool,
    meets: bool,
    possible: bool,
}

#[derive(Serialize)]
struct ShownFresh {
    first_trial: u64,
    trials: u64,
    value: f64,
    low: Option<f64>,
    high: Option<f64>,
    contradicts: bool,
}

/// The JSON text of a tuning, an object, with a line break at the end.
pub fn tune_json(tuning: &Tuning) -> String {
    let sampled = tuning.tried.iter().any(|one| !one.exact);
    laid_out(&Shown {
        format: 1,
        tool: env!("CARGO_PKG_VERSION"),
        scenario: &tuning.scenario,
        seed: tuning.seed,
        trials: tuning.trials,
        interval: IntervalKind {
            method: if sampled {
                "confidence_sequence"
            } else {
                "exact"
            },
            level: 1.0 - tuning.alpha,
        },
        target: ShownTarget {
            figure: tuning.target.figure.name(),
            value: tuning.target.value,
            tolerance: tuning.tolerance,
        },
        verdict: match tuning.verdict {
            TuneVerdict::Meets => "meets",
            TuneVerdict::Misses => "misses",
            TuneVerdict::Nearest => "nearest",
            TuneVerdict::Tied => "tied",
            TuneVerdict::Undecided => "undecided",
        },
        met: tuning.is_met(),
        answer: tuning.assignments(tuning.best()),
        other: tuning
            .other
            .map(|other| tuning.assignments(&tuning.tried[other])),
        direction: tuning.trend.map(|trend| match trend {
            Trend::Level => "level",
            Trend::Rises => "rises",
            Trend::Falls => "falls",
            Trend::Turns => "turns",
        }),
        keys: &tuning.keys,
        settings: tuning.tried.iter().map(setting).collect(),
        fresh: tuning.fresh.as_ref().map(fresh),
    })
}

fn setting(tried: &Tried) -> Setting<'_> {
    let end = |end: f64| end.is_finite().then_some(end);
    Setting {
        values: &tried.values,
        hash: &tried.hash,
        trials: tried.trials,
        value: tried.value,
        low: end(tried.interval.low),
        high: end(tried.interval.high),
        exact: tried.exact,
        meets: tried.meets,
        possible: tried.possible,
    }
}

fn fresh(fresh: &Fresh) -> ShownFresh {
    ShownFresh {
        first_trial: fresh.first_trial,
        trials: fresh.results.trials,
        value: fresh.value,
        low: fresh.interval.map(|interval| interval.low),
        high: fresh.interval.map(|interval| interval.high),
        contradicts: fresh.contradicts,
    }
}
