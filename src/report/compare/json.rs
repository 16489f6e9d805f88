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
        insta::assert_snapshot!(compare_json(&comparison()), @r#"
        {
          "format": 1,
          "tool": "0.1.0",
          "a": {"path": "canyon.toml", "title": "Ambush in the canyon", "kind": "combat", "hash": "0123456789abcdef"},
          "b": {"path": "canyon.toml", "title": "Ambush in the canyon", "kind": "combat", "hash": "fedcba9876543210"},
          "changes": [
            "side.heroes.player=brawler"
          ],
          "seed": 1,
          "trials": 12207,
          "stopped": "decided",
          "interval": {"method": "confidence_sequence", "level": 0.95},
          "otherwise": 1780,
          "figures": [
            {"name": "heroes", "verdict": "different", "margin": 0.005, "a": 0.2433, "b": 0.14329999999999998, "difference": -0.1, "low": -0.10400000000000001, "high": -0.096, "alpha": 0.016666666666666666, "only_a": 1500, "only_b": 280, "outside": 0, "pairing": 1.83},
            {"name": "ambushers", "verdict": "different", "margin": 0.005, "a": 0.7567, "b": 0.8567, "difference": 0.1, "low": 0.096, "high": 0.10400000000000001, "alpha": 0.016666666666666666, "only_a": null, "only_b": null, "outside": 0, "pairing": null},
            {"name": "crowd", "verdict": "no_larger_difference", "margin": 0.005, "a": 0.01, "b": 0.011, "difference": 0.001, "low": -0.003, "high": 0.005, "alpha": 0.016666666666666666, "only_a": null, "only_b": null, "outside": 0, "pairing": null},
            {"name": "draw", "verdict": "no_larger_difference", "margin": 0.005, "a": 0.0, "b": 0.0, "difference": 0.0, "low": -0.004, "high": 0.004, "alpha": 0.016666666666666666, "only_a": null, "only_b": null, "outside": 0, "pairing": null},
            {"name": "mean.turns", "verdict": null, "margin": null, "a": 5.42, "b": 5.11, "difference": -0.31, "low": -0.35, "high": -0.27, "alpha": 0.016666666666666666, "only_a": null, "only_b": null, "outside": 0, "pairing": null},
            {"name": "mean.rerolls", "verdict": null, "margin": null, "a": 1.2, "b": 0.8899999999999999, "difference": -0.31, "low": -0.35, "high": -0.27, "alpha": 0.016666666666666666, "only_a": null, "only_b": null, "outside": 0, "pairing": null}
          ],
          "only_a": [
            "returns.Beast"
          ],
          "only_b": []
        }
        "#);
    }
}
