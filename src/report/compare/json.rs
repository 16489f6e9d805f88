//! Comparisons as JSON.

use super::super::json::laid_out;
use crate::analysis::{CompareEnd, Compared, Comparison};
use crate::sim::{Identity, IntervalKind};
use serde::Serialize;

#[derive(Serialize)]
struct Shown<'a> {
    format: u32,
    tool: &'static str,
    a: &'a Identity,
    b: &'a Identity,
    changes: &'a [String],
    seed: u64,
    trials: u64,
    stopped: &'static str,
    interval: IntervalKind,
    otherwise: u64,
    figures: Vec<ShownFigure<'a>>,
    only_a: &'a [String],
    only_b: &'a [String],
}

#[derive(Serialize)]
struct ShownFigure<'a> {
    name: &'a str,
    verdict: Option<&'static str>,
    margin: Option<f64>,
    a: Option<f64>,
    b: Option<f64>,
    difference: Option<f64>,
    low: f64,
    high: f64,
    alpha: f64,
    only_a: Option<u64>,
    only_b: Option<u64>,
    outside: u64,
    pairing: Option<f64>,
}

/// The JSON text of one comparison, an object, with a line break at the end.
pub fn compare_json(comparison: &Comparison) -> String {
    laid_out(&shown(comparison))
}

/// The JSON text of comparisons as an array, however many they are.
pub fn compare_json_array(comparisons: &[Comparison]) -> String {
    let all: Vec<Shown> = comparisons.iter().map(shown).collect();
    laid_out(&all)
}

fn shown(comparison: &Comparison) -> Shown<'_> {
    let exact = comparison.stopped == CompareEnd::Exact;
    Shown {
        format: 1,
        tool: env!("CARGO_PKG_VERSION"),
        a: &comparison.first,
        b: &comparison.second,
        changes: &comparison.changes,
        seed: comparison.seed,
        trials: comparison.trials,
        stopped: comparison.stopped.name(),
        interval: IntervalKind {
            method: if exact {
                "exact"
            } else {
                "confidence_sequence"
            },
            level: if exact { 1.0 } else { 1.0 - comparison.alpha },
        },
        otherwise: comparison.otherwise,
        figures: comparison.figures.iter().map(figure).collect(),
        only_a: &comparison.only[0],
        only_b: &comparison.only[1],
    }
}

fn figure(figure: &Compared) -> ShownFigure<'_> {
    ShownFigure {
        name: &figure.name,
        verdict: figure.verdict.map(crate::analysis::Difference::name),
        margin: figure.margin,
        a: figure.first,
        b: figure.second,
        difference: figure.difference,
        low: figure.interval.low,
        high: figure.interval.high,
        alpha: figure.alpha,
        only_a: figure.discordant.map(|pair| pair[0]),
        only_b: figure.discordant.map(|pair| pair[1]),
        outside: figure.outside,
        pairing: figure.pairing.map(|pairing| pairing.factor),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::comparison;
    use super::*;

    #[test]
    fn the_keys_are_in_order() {
        insta::assert_snapshot!(compare_json(&comparison()), @"");
    }
}
