//! Advice as JSON.

use super::super::json::laid_out;
use super::change_in_words;
use crate::analysis::{Advice, Changed, Standing};
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
    met: bool,
    proven: bool,
    improves: Option<bool>,
    out_of_reach: bool,
    refused: usize,
    base: ShownStanding<'a>,
    changes: Vec<ShownChange<'a>>,
}

#[derive(Serialize)]
struct ShownTarget {
    figure: String,
    value: f64,
    tolerance: f64,
}

#[derive(Serialize)]
struct ShownStanding<'a> {
    hash: &'a str,
    trials: u64,
    count: Option<u64>,
    share: Option<f64>,
    low: f64,
    high: f64,
    exact: bool,
    meets: bool,
}

#[derive(Serialize)]
struct ShownChange<'a> {
    change: String,
    set: String,
    effect: Option<f64>,
    effect_low: f64,
    effect_high: f64,
    lost: Option<u64>,
    gained: Option<u64>,
    possible: bool,
    #[serde(flatten)]
    standing: ShownStanding<'a>,
}

/// The JSON text of advice, an object, with a line break at the end.
pub fn advise_json(advice: &Advice) -> String {
    laid_out(&Shown {
        format: 1,
        tool: env!("CARGO_PKG_VERSION"),
        scenario: &advice.scenario,
        seed: advice.seed,
        trials: advice.trials,
        interval: IntervalKind {
            method: if advice.trials > 0 {
                "confidence_sequence"
            } else {
                "exact"
            },
            level: 1.0 - advice.alpha,
        },
        target: ShownTarget {
            figure: advice.target.figure.name(),
            value: advice.target.value,
            tolerance: advice.tolerance,
        },
        met: advice.is_met(),
        proven: advice.proven,
        improves: advice.improves,
        out_of_reach: advice.out_of_reach,
        refused: advice.refused,
        base: standing(&advice.base),
        changes: advice.changes.iter().map(change).collect(),
    })
}

fn standing(standing: &Standing) -> ShownStanding<'_> {
    ShownStanding {
        hash: &standing.hash,
        trials: standing.trials,
        count: (!standing.exact).then_some(standing.count),
        share: standing.share,
        low: standing.interval.low,
        high: standing.interval.high,
        exact: standing.exact,
        meets: standing.meets,
    }
}

fn change(change: &Changed) -> ShownChange<'_> {
    let [lost, gained] = change.parted;
    let counted = !change.standing.exact;
    ShownChange {
        change: change_in_words(&change.turn),
        set: change.turn.assignment(),
        effect: change.effect,
        effect_low: change.effect_interval.low,
        effect_high: change.effect_interval.high,
        lost: counted.then_some(lost),
        gained: counted.then_some(gained),
        possible: change.possible,
        standing: standing(&change.standing),
    }
}
