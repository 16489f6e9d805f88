//! What became of promises as JSON.

use super::super::json::laid_out;
use super::CheckReport;
use crate::analysis::{Checked, Judged, Method, Verdict};
use crate::sim::Identity;
use serde::Serialize;

#[derive(Serialize)]
struct Shown<'a> {
    format: u32,
    tool: &'static str,
    alpha: f64,
    counts: Counts,
    scenarios: Vec<ShownScenario<'a>>,
    faulty: Vec<ShownFaulty<'a>>,
    left_out: &'a [String],
    not_judged: &'a [String],
}

#[derive(Serialize)]
struct Counts {
    holds: usize,
    fails: usize,
    undecided: usize,
    promise_nothing: usize,
    faulty: usize,
}

#[derive(Serialize)]
struct ShownScenario<'a> {
    scenario: &'a Identity,
    seed: u64,
    trials: u64,
    stopped: &'static str,
    expectations: Vec<ShownExpectation>,
}

#[derive(Serialize)]
struct ShownExpectation {
    name: String,
    verdict: &'static str,
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    from: f64,
    to: f64,
    method: &'static str,
    trials: u64,
    outside: u64,
}

#[derive(Serialize)]
struct ShownFaulty<'a> {
    path: &'a str,
    unreadable: bool,
    message: &'a str,
}

/// The JSON text of all files, an object, with a line break at the end.
pub fn check_json(report: &CheckReport) -> String {
    laid_out(&Shown {
        format: 1,
        tool: env!("CARGO_PKG_VERSION"),
        alpha: report.alpha,
        counts: Counts {
            holds: report.count(Verdict::Holds),
            fails: report.count(Verdict::Fails),
            undecided: report.count(Verdict::Undecided),
            promise_nothing: report.without(),
            faulty: report.faulty.len(),
        },
        scenarios: report.checked.iter().map(scenario).collect(),
        faulty: report
            .faulty
            .iter()
            .map(|file| ShownFaulty {
                path: &file.path,
                unreadable: file.unreadable,
                message: file.message.trim_end(),
            })
            .collect(),
        left_out: &report.left_out,
        not_judged: &report.not_judged,
    })
}

fn scenario(checked: &Checked) -> ShownScenario<'_> {
    let exact = |judged: &Judged| judged.method == Method::Exact;
    let open = |judged: &Judged| judged.verdict == Verdict::Undecided;
    let stopped = if checked.interrupted {
        "interrupted"
    } else if checked.expectations.is_empty() {
        "nothing"
    } else if checked.expectations.iter().all(exact) {
        "exact"
    } else if checked
        .expectations
        .iter()
        .any(|one| open(one) && !exact(one))
    {
        "trials"
    } else {
        "decided"
    };
    ShownScenario {
        scenario: &checked.scenario,
        seed: checked.seed,
        trials: checked.trials,
        stopped,
        expectations: checked.expectations.iter().map(expectation).collect(),
    }
}

fn expectation(judged: &Judged) -> ShownExpectation {
    let finite = |end: f64| end.is_finite().then_some(end);
    ShownExpectation {
        name: judged.expectation.quantity.name(),
        verdict: verdict(judged.verdict),
        value: judged.value,
        low: finite(judged.interval.low),
        high: finite(judged.interval.high),
        from: judged.expectation.low,
        to: judged.expectation.high,
        method: judged.method.name(),
        trials: judged.trials,
        outside: judged.outside,
    }
}

/// The word in JSON.
fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::Fails => "fails",
        Verdict::Undecided => "undecided",
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::report;
    use super::*;

    #[test]
    fn the_keys_are_in_order_and_what_is_not_bounded_is_null() {
        insta::assert_snapshot!(check_json(&report()), @r#"
        {
          "format": 1,
          "tool": "0.1.0",
          "alpha": 0.05,
          "counts": {"holds": 3, "fails": 1, "undecided": 1, "promise_nothing": 1, "faulty": 1},
          "scenarios": [
            {
              "scenario": {"path": "fights/canyon.toml", "title": "Ambush in the canyon", "kind": "combat", "hash": "0123456789abcdef"},
              "seed": 1,
              "trials": 160000,
              "stopped": "trials",
              "expectations": [
                {"name": "heroes", "verdict": "holds", "value": 0.2433, "low": 0.229, "high": 0.258, "from": 0.2, "to": 0.3, "method": "confidence_sequence", "trials": 10000, "outside": 0},
                {"name": "mean.turns", "verdict": "fails", "value": 5.4213, "low": 5.4012, "high": 5.4414, "from": 6.0, "to": 7.0, "method": "confidence_sequence", "trials": 10000, "outside": 3},
                {"name": "p50.turns", "verdict": "undecided", "value": 5.0, "low": 5.0, "high": 6.0, "from": 5.0, "to": 5.0, "method": "confidence_sequence", "trials": 160000, "outside": 0},
                {"name": "max.turns", "verdict": "holds", "value": 17.0, "low": 17.0, "high": null, "from": 10.0, "to": 30.0, "method": "trials", "trials": 160000, "outside": 0}
              ]
            },
            {
              "scenario": {"path": "lock.toml", "title": "lock", "kind": "combat", "hash": "0123456789abcdef"},
              "seed": 1,
              "trials": 0,
              "stopped": "exact",
              "expectations": [
                {"name": "success", "verdict": "holds", "value": 0.625, "low": 0.625, "high": 0.625, "from": 0.6, "to": 0.65, "method": "exact", "trials": 0, "outside": 0}
              ]
            },
            {
              "scenario": {"path": "new.toml", "title": "Nothing yet", "kind": "combat", "hash": "0123456789abcdef"},
              "seed": 1,
              "trials": 0,
              "stopped": "nothing",
              "expectations": []
            }
          ],
          "faulty": [
            {"path": "bad.toml", "unreadable": false, "message": "bad.toml:1:1: difficulty is missing: it has to be a whole number"}
          ],
          "left_out": [
            "party.toml"
          ],
          "not_judged": []
        }
        "#);
    }
}
