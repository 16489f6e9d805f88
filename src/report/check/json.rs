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
        insta::assert_snapshot!(check_json(&report()), @"");
    }
}
